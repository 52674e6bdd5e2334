//! The mouse.

use bevy::ecs::system::SystemParam;
use bevy::input::mouse::AccumulatedMouseScroll;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::plan::{self, Grip};
use super::under::{Press, regiment_at};
use super::{Aim, GhostPlan, GiveOrder, Held, Hover, Planned, Proposal, Reins, Selection, Targets, Tool, answer};
use crate::army::{GeneralId, RegimentId, Side};
use crate::geometry::{Degrees, Inches, Pose, Spot};
use crate::turn::agenda::Ask;
use crate::turn::planner::ride::Rides;
use crate::turn::{Agenda, Charge, Choice, Field, Order, Phase};

/// Logical pixels that the pointer must move before a press becomes a drag.
const DRAG_FROM: f32 = 5.0;
/// Seconds between the clicks of a double click.
const DOUBLE: f32 = 0.35;

/// Everything a gesture reads and writes.
#[derive(SystemParam)]
pub(super) struct Hand<'w> {
    pub field: Option<Res<'w, Field>>,
    pub agenda: Option<Res<'w, Agenda>>,
    pub hover: Res<'w, Hover>,
    pub reins: Res<'w, Reins>,
    pub targets: Res<'w, Targets>,
    pub selection: ResMut<'w, Selection>,
    pub tool: ResMut<'w, Tool>,
    pub proposal: ResMut<'w, Proposal>,
    pub ghost: ResMut<'w, GhostPlan>,
    pub planned: ResMut<'w, Planned>,
    pub orders: MessageWriter<'w, GiveOrder>,
}

impl Hand<'_> {
    /// Lets go of everything; gives no order.
    pub fn drop_all(&mut self) {
        self.tool.set_if_neq(Tool::Idle);
        self.proposal.set_if_neq(Proposal(None));
        self.ghost.set_if_neq(GhostPlan::default());
    }

    /// Gives what is proposed.
    pub fn confirm(&mut self) {
        if let Some(order) = self.proposal.0.take() {
            self.orders.write(GiveOrder(order));
        }
        self.drop_all();
    }

    fn propose(&mut self, order: Option<Order>) {
        self.proposal.set_if_neq(Proposal(order));
    }
}

/// Whether the pointer may move this regiment now, and by which kind of drag.
fn seize(field: &Field, agenda: Option<&Agenda>, unit: RegimentId, at: Vec2) -> Option<Tool> {
    let now = field.unit(unit);
    let grip = plan::grip(field, unit, at);
    if let Some(question) = agenda.and_then(|agenda| agenda.question.as_ref()) {
        return match question.ask {
            Ask::Consolidation(victor) if victor == unit => Some(Tool::ConsolidateDrag { unit, grip }),
            _ => None,
        };
    }
    match field.clock.phase {
        Phase::Deployment if Some(now.regiment.brigade) == field.clock.deploying => Some(Tool::DeployDrag {
            unit,
            heading: now.place.pose.heading,
            formation: now.place.formation,
            held: Held::Down,
        }),
        Phase::Maneuver if now.side() == field.clock.active => {
            Some(Tool::Drag { unit, grip, offset: at - now.place.pose.at.vec(), turned: Degrees::ZERO })
        }
        _ => None,
    }
}

fn may_ride(field: &Field, agenda: Option<&Agenda>, general: GeneralId) -> bool {
    let now = field.general(general);
    if agenda.is_some_and(|agenda| agenda.question.is_some()) {
        return false;
    }
    match field.clock.phase {
        Phase::Deployment => {
            field.clock.deploying.is_some_and(|brigade| field.brigade(brigade).brigade.side == now.general.side)
        }
        Phase::Maneuver => now.general.side == field.clock.active,
        _ => false,
    }
}

/// Presses and releases.
pub(super) fn buttons(
    mut hand: Hand,
    buttons: Res<ButtonInput<MouseButton>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    (time, press): (Res<Time<Real>>, Res<Press>),
    mut last_click: Local<Option<(f32, Hover)>>,
) {
    let (Some(field), Some(window)) = (hand.field.clone_ref(), window) else { return };
    let Some(cursor) = window.cursor_position() else { return };
    let here = *hand.hover;
    if buttons.just_pressed(MouseButton::Right) && !matches!(*hand.tool, Tool::DeployDrag { .. }) {
        if matches!(*hand.tool, Tool::Idle) && hand.proposal.0.is_none() && here.at.is_some() {
            hand.selection.set_if_neq(Selection::default());
        }
        hand.drop_all();
        return;
    }
    // A slow frame may hold the end of a drag and the next press: the drag is finished before anything else is seized.
    let dropped = buttons.just_released(MouseButton::Left) && held_down(&hand.tool);
    if dropped {
        hand.confirm();
    }
    let (down, pressed) = press.0.unwrap_or((cursor, here));
    if buttons.just_pressed(MouseButton::Left)
        && let Some(at) = pressed.at
    {
        let here = pressed;
        match *hand.tool {
            Tool::PickTarget { unit, aim } if !own(&field, unit, here) => {
                pick(&mut hand, &field, unit, aim, here);
            }
            Tool::DeployDrag { held: Held::Carried, .. } => hand.confirm(),
            Tool::Measure { .. } => *hand.tool = Tool::Measure { from: at },
            _ => {
                let now = time.elapsed_secs();
                let twice = last_click.is_some_and(|(then, what)| now - then < DOUBLE && what.unit == here.unit);
                *last_click = Some((now, here));
                let answers = &hand.targets.answers;
                let answer = here.unit.and_then(|unit| answer::clicked(answers, hand.proposal.0.as_ref(), unit));
                if answer.is_some() {
                    hand.selection.set_if_neq(here.unit.map_or_else(Selection::default, Selection::regiment));
                    hand.propose(answer);
                    *hand.tool = Tool::Idle;
                    return;
                }
                // Whoever points at something else has thought better of what lay there.
                hand.propose(None);
                if twice && double(&mut hand, &field, here) {
                    return;
                }
                if let Some(general) = here.general {
                    hand.selection.set_if_neq(Selection::leader(general));
                } else if let Some(unit) = here.unit {
                    hand.selection.set_if_neq(Selection::regiment(unit));
                }
                *hand.tool = Tool::Pressed { cursor: down, at };
            }
        }
    }
    if let Tool::Pressed { cursor: from, at } = *hand.tool
        && buttons.pressed(MouseButton::Left)
        && from.distance(cursor) > DRAG_FROM
    {
        let agenda = hand.agenda.as_deref();
        let seized = match (hand.selection.general, hand.selection.unit) {
            _ if *hand.reins == Reins::Watch => None,
            (Some(general), _) if may_ride(&field, agenda, general) => Some(Tool::Ride { general }),
            (_, Some(unit)) if regiment_at(&field, at) == Some(unit) => seize(&field, agenda, unit, at),
            _ => None,
        };
        if let Some(tool) = seized {
            *hand.tool = tool;
        }
    }
    if buttons.just_released(MouseButton::Left) && !dropped {
        match *hand.tool {
            Tool::Pressed { .. } => {
                if here.unit.is_none() && here.general.is_none() && here.at.is_some() {
                    hand.selection.set_if_neq(Selection::default());
                    hand.proposal.set_if_neq(Proposal(None));
                }
                *hand.tool = Tool::Idle;
            }
            tool if held_down(&tool) => hand.confirm(),
            _ => {}
        }
    }
}

/// Whether the tool moves something for as long as the left button is down.
const fn held_down(tool: &Tool) -> bool {
    matches!(
        tool,
        Tool::Drag { .. }
            | Tool::Ride { .. }
            | Tool::ConsolidateDrag { .. }
            | Tool::DeployDrag { held: Held::Down, .. }
    )
}

/// Whether somebody of a regiment's own side is there: whoever clicks him while a target is looked for means him.
fn own(field: &Field, unit: RegimentId, here: Hover) -> bool {
    let side = field.unit(unit).side();
    match (here.general, here.unit) {
        (Some(general), _) => field.general(general).general.side == side,
        (None, Some(other)) => field.unit(other).side() == side,
        (None, None) => false,
    }
}

/// A target is clicked while one is looked for.
fn pick(hand: &mut Hand, field: &Field, unit: RegimentId, aim: Aim, here: Hover) {
    let Some(target) = here.unit.filter(|target| field.unit(*target).side() != field.unit(unit).side()) else {
        hand.drop_all();
        return;
    };
    let refused = hand.targets.list.iter().any(|(id, verdict)| *id == target && verdict.is_err());
    if refused {
        // Its reason is shown beside it; the player may choose another.
        return;
    }
    let order = match aim {
        Aim::Assault => Order::Assault(vec![Charge { unit, target }]),
        Aim::Fire => Order::Fire { unit, target },
    };
    hand.propose(Some(order));
    *hand.tool = Tool::Idle;
}

/// A double click on an enemy proposes to charge it, or to fire at it.
fn double(hand: &mut Hand, field: &Field, here: Hover) -> bool {
    let (Some(unit), Some(target)) = (hand.selection.unit, here.unit) else { return false };
    let (own, enemy) = (field.unit(unit), field.unit(target));
    if own.side() == enemy.side() || own.side() != field.clock.active || *hand.reins == Reins::Watch {
        return false;
    }
    let order = match field.clock.phase {
        Phase::Maneuver => Order::Assault(vec![Charge { unit, target }]),
        Phase::Fire => Order::Fire { unit, target },
        _ => return false,
    };
    hand.propose(Some(order));
    *hand.tool = Tool::Idle;
    true
}

/// What a drag would order, worked out again whenever the pointer has moved.
pub(super) fn drag(
    mut hand: Hand,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    scroll: Res<AccumulatedMouseScroll>,
) {
    let Some(field) = hand.field.clone_ref() else { return };
    carry_from_beside(&mut hand, &field);
    let dragging = matches!(*hand.tool, Tool::Drag { .. } | Tool::Ride { .. });
    if field.is_changed() || !dragging {
        *hand.planned.bypass_change_detection() = Planned::default();
    }
    if *hand.tool == Tool::Idle && hand.proposal.0.is_none() {
        hand.ghost.set_if_neq(GhostPlan::default());
    }
    let Some(at) = hand.hover.at else { return };
    match *hand.tool {
        Tool::Drag { unit, grip, offset, turned } => {
            let loose = field.unit(unit).place.formation.is_skirmish() && grip == Grip::Middle;
            let turned = if loose { turned + turn(&keys, &scroll) } else { turned };
            hand.tool.set_if_neq(Tool::Drag { unit, grip, offset, turned });
            let target = if grip == Grip::Middle { at - offset } else { at };
            // Planned anew only when the pointer has moved: a plan is many walks over the ground.
            if hand.ghost.pointer == Some((target, turned)) {
                return;
            }
            let plan = plan::recalling(&field, unit, (target, turned), grip, &mut hand.planned.unit);
            hand.propose(plan.as_ref().map(|plan| plan.order.clone()));
            hand.ghost.set_if_neq(GhostPlan { plan, pointer: Some((target, turned)) });
        }
        Tool::Ride { general } => {
            let order = ride(&field, general, at, &mut hand.planned);
            hand.propose(Some(order));
        }
        Tool::DeployDrag { unit, heading, formation, held } => {
            let mut turned = heading + turn(&keys, &scroll);
            let pose = match &hand.proposal.0 {
                // While the right button is held the regiment stays and turns to the pointer.
                Some(Order::Deploy { pose, .. }) if buttons.pressed(MouseButton::Right) => {
                    let to = at - pose.at.vec();
                    if to.length() > 0.3 {
                        turned = Degrees::along(to);
                    }
                    Pose { heading: turned.heading(), ..*pose }
                }
                _ => Pose::round(at, turned),
            };
            if turned != heading {
                *hand.tool = Tool::DeployDrag { unit, heading: turned.heading(), formation, held };
            }
            hand.propose(Some(Order::Deploy { unit, pose, formation }));
        }
        Tool::ConsolidateDrag { unit, grip } => {
            let order = consolidate(&field, hand.agenda.as_deref(), unit, grip, at);
            hand.propose(order);
        }
        _ => {}
    }
}

/// The turn that keys and wheel ask for: 15 degrees a step, one with Shift.
fn turn(keys: &ButtonInput<KeyCode>, scroll: &AccumulatedMouseScroll) -> Degrees {
    let step = Degrees::new(if keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]) { 1 } else { 15 });
    let mut turned = Degrees::ZERO;
    // Rolling away turns to the left, as it would a wheel under the hand.
    if keys.just_pressed(KeyCode::KeyQ) || scroll.delta.y > 0.0 {
        turned = turned - step;
    }
    if keys.just_pressed(KeyCode::KeyE) || scroll.delta.y < 0.0 {
        turned = turned + step;
    }
    turned
}

/// A regiment that waits beside the table comes into the hand when it is selected.
fn carry_from_beside(hand: &mut Hand, field: &Field) {
    let Some(unit) = hand.selection.unit.filter(|_| *hand.tool == Tool::Idle && *hand.reins == Reins::Play) else {
        return;
    };
    let now = field.unit(unit);
    let at = now.place.pose.at.vec();
    let table = Vec2::new(field.ground.width.get(), field.ground.height.get());
    let beside = !Rect::from_corners(Vec2::ZERO, table).contains(at);
    if beside && field.clock.phase == Phase::Deployment && Some(now.regiment.brigade) == field.clock.deploying {
        let heading = if now.side() == Side::Union { Degrees::ZERO } else { Degrees::HALF_TURN };
        *hand.tool = Tool::DeployDrag { unit, heading, formation: now.place.formation, held: Held::Carried };
    }
}

fn ride(field: &Field, general: GeneralId, at: Vec2, planned: &mut Planned) -> Order {
    let side = field.general(general).general.side;
    if field.clock.phase == Phase::Deployment {
        return Order::DeployGeneral { general, at: Spot::round(at) };
    }
    match regiment_at(field, at).filter(|unit| field.unit(*unit).side() == side) {
        Some(unit) => rides(field, general, planned).joining(field, unit),
        // Where he cannot get nearer, the straight ride is refused with its reason.
        None => rides(field, general, planned)
            .nearest(field, at)
            .map_or_else(|| Order::Ride { general, to: Spot::round(at), via: Vec::new() }, |ride| ride.order(general)),
    }
}

/// His rides, searched once.
fn rides<'p>(field: &Field, general: GeneralId, planned: &'p mut Planned) -> &'p Rides {
    let known = planned.rides.take().filter(|(of, _)| *of == general);
    &planned.rides.insert(known.unwrap_or_else(|| (general, Rides::of(field, general)))).1
}

fn consolidate(field: &Field, agenda: Option<&Agenda>, unit: RegimentId, grip: Grip, at: Vec2) -> Option<Order> {
    let question = agenda?.question.as_ref()?;
    let (advance, turn) = super::consolidation(&question.choices);
    let now = field.unit(unit);
    let pose = now.place.pose;
    if grip == Grip::Middle {
        let forward = (at - pose.at.vec()).dot(pose.heading.forward());
        let inches = Inches((forward * 10.0).floor().max(0.0) as i32 * 100).min(advance?);
        return (inches > Inches::ZERO).then_some(Order::Answer(Choice::Advance(inches)));
    }
    let colors = now.colors();
    let sign = if grip == Grip::RightFlank { 1.0 } else { -1.0 };
    let arm = at - colors;
    let rest = pose.heading.right() * sign;
    let by = -bevy::math::ops::atan2(rest.perp_dot(arm), rest.dot(arm)).to_degrees();
    let most = turn?.abs();
    let by = Degrees((by * 100.0) as i32);
    Some(Order::Answer(Choice::Turn(Degrees(by.0.clamp(-most.0, most.0)))))
}

/// A field that outlives the borrow of the hand that holds it.
trait CloneRef<'w> {
    fn clone_ref(&self) -> Option<Res<'w, Field>>;
}

impl<'w> CloneRef<'w> for Option<Res<'w, Field>> {
    fn clone_ref(&self) -> Option<Res<'w, Field>> {
        self.as_ref().map(Res::clone)
    }
}
