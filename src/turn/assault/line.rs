//! The line of a charge: from the middle of its front to the face that it strikes, what is in the way and where it ends
//! (Companion 15 §4.0, Q06).

use super::{DECLARE, path, slides};
use crate::army::{Face, Formation, RegimentId};
use crate::book::melee;
use crate::geometry::{Arc, Degrees, Footprint, Inches, Pose, arc};
use crate::ground;
use crate::ground::walk::{self, ChargeLine, ChargeWalk};
use crate::turn::agenda::ChargeProgress;
use crate::turn::check::present;
use crate::turn::field::{Field, Unit, bases, footprint};
use crate::turn::order::Charge;
use crate::turn::refusal::Refusal;
use crate::turn::{building, sight, terrain};

/// How far a charger slides along the face that it strikes, to find room (C-26).
const SLIDE: Inches = Inches::new(1);

/// A charge as it would go if nobody interfered.
#[derive(Clone, PartialEq, Debug)]
pub struct ChargePlan {
    /// Who charges, and whom it will strike: the first enemy on its straight path (C-94).
    pub charge: Charge,
    /// Whom it was declared against.
    pub named: RegimentId,
    /// The face that it strikes.
    pub face: Face,
    /// How far to the right of the face's middle it aims: others strike the same face beside it.
    pub shift: Inches,
    /// Where it stands after turning on the spot to the line of its charge (Q06).
    pub start: Pose,
    /// From its front-edge midpoint to the midpoint of the face.
    pub distance: Inches,
    /// Inches along that line at which it pauses, 4.0" from the target; zero when it starts nearer.
    pub line: Inches,
    /// How far its charge move carries it.
    pub reach: Inches,
    /// Where it ends, flush against the target.
    pub contact: Pose,
    /// What the ground does to it.
    pub walk: ChargeWalk,
    /// It will have momentum when it strikes (Companion 16 §7.3).
    pub momentum: bool,
    /// Level of the ground that it starts from (Companion 16 §4.4).
    pub level: i8,
}

impl ChargePlan {
    /// Whether it gets there.
    pub fn reaches(&self) -> bool {
        self.reach >= self.distance
    }

    /// The charge as it waits, so many inches along its line.
    pub fn at_line(&self, to: Inches) -> ChargeProgress {
        ChargeProgress {
            unit: self.charge.unit,
            target: self.charge.target,
            face: self.face,
            shift: self.shift,
            left: self.reach - to,
            arrives: self.reaches(),
            momentum: self.momentum,
        }
    }
}

/// Whom a charge strikes, and where.
pub(super) struct Goal {
    /// Whom.
    pub target: RegimentId,
    /// Which face.
    pub face: Face,
    /// How far to the right of the face's middle.
    pub shift: Inches,
    /// Inches of its line to there.
    pub distance: Inches,
}

/// The face that a charger strikes: by where it starts (Companion 15 §4.0); of a building the nearest wall.
pub fn face(unit: &Unit, target: &Unit) -> Face {
    let (own, theirs) = (unit.footprint(), target.footprint());
    if target.place.within.is_some() {
        return building::nearest(&theirs, unit.place.pose.at.vec());
    }
    if arc::wholly_behind_rear(&theirs, &own) {
        Face::Rear
    } else if arc::wholly_behind_front(&theirs, &own) {
        let across = (own.centre() - theirs.centre()).dot(theirs.pose.heading.right());
        if across < 0.0 { Face::Left } else { Face::Right }
    } else {
        Face::Front
    }
}

/// Midpoint of a face, and the way a charger looks who stands flush against it.
pub(super) fn against(target: &Footprint, face: Face) -> Pose {
    let (half, depth) = (target.frontage.get() / 2.0, target.depth.get());
    let (right, ahead, turn) = match face {
        Face::Front => (0.0, 0.0, 180),
        Face::Rear => (0.0, -depth, 0),
        Face::Left => (-half, -depth / 2.0, 90),
        Face::Right => (half, -depth / 2.0, -90),
    };
    Pose::round(target.pose.local(right, ahead), target.pose.heading + Degrees::new(turn))
}

/// Reckons a charge.
///
/// # Errors
/// Says why it cannot be declared against this target.
pub fn reckon(field: &Field, charge: Charge) -> Result<ChargePlan, Refusal> {
    reckon_with(field, charge, &[charge])
}

/// Where in the row of those who charge the same face a charger's place is, to the right of the face's middle as they
/// look: side by side in the order in which they stand, the whole row centred on the face.
fn place_in_row(field: &Field, charge: Charge, face: Face, together: &[Charge]) -> Inches {
    let target = field.unit(charge.target);
    let right = against(&target.footprint(), face).heading.right();
    let mut row: Vec<(Inches, RegimentId, Inches)> = together
        .iter()
        .filter(|other| other.target == charge.target && self::face(field.unit(other.unit), target) == face)
        .map(|other| {
            let base = field.unit(other.unit).footprint();
            (Inches::round(base.centre().dot(right)), other.unit, base.frontage)
        })
        .collect();
    row.sort();
    let whole: Inches = row.iter().map(|(_, _, frontage)| *frontage).sum();
    let before: Inches = row.iter().take_while(|(_, id, _)| *id != charge.unit).map(|(_, _, frontage)| *frontage).sum();
    before + field.unit(charge.unit).footprint().frontage.half() - whole.half()
}

/// The aim moved sideways.
pub(super) fn shifted(aim: Pose, shift: Inches) -> Pose {
    Pose::round(aim.local(shift.get(), 0.0), aim.heading)
}

/// What a run into contact is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Run {
    /// A charge: as far as the movement table says.
    Charge,
    /// A Sweeping Advance: 4.0" (Companion 16 §7.4).
    Sweep,
}

/// As [`reckon`], with those of the same assault, who move at the same time and are not in the way.
///
/// # Errors
/// Says why it cannot be declared against this target.
pub fn reckon_with(field: &Field, charge: Charge, together: &[Charge]) -> Result<ChargePlan, Refusal> {
    reckon_for(field, charge, together, Run::Charge)
}

/// As [`reckon_with`], for a run of either kind.
pub(super) fn reckon_for(field: &Field, charge: Charge, together: &[Charge], run: Run) -> Result<ChargePlan, Refusal> {
    let companions: Vec<RegimentId> = together.iter().map(|charge| charge.unit).collect();
    let companions = companions.as_slice();
    let (unit, target) = (present(field, charge.unit)?, present(field, charge.target)?);
    if target.side() == unit.side() {
        return Refusal::because(format!("{} is a friend", target.the()), DECLARE);
    }
    terrain::may_leave_to_charge(field, unit, target)?;
    let rates = unit.rates();
    let Some(charge_move) = rates.charge else {
        return Refusal::because(format!("{} cannot charge", stays(unit.place.formation)), "Companion 16 \u{a7}3.1");
    };
    let allowance = match run {
        Run::Charge => charge_move,
        Run::Sweep => melee::SWEEP,
    };
    let (own, theirs) = (unit.footprint(), target.footprint());
    if !Arc::of(&own).sees(&theirs) {
        return Refusal::because(format!("{} is outside its 45\u{b0} arc", target.the()), DECLARE);
    }
    let gap = own.front_gap(&theirs);
    if gap > allowance {
        return Refusal::because(format!("{} is {gap} away; a charge is {allowance}", target.the()), DECLARE);
    }
    if let Err(why) = sight::may_be_charged(field, charge.unit, charge.target) {
        return Refusal::because(format!("{} is out of its sight: {why}", target.the()), "Companion 16 \u{a7}4.4");
    }
    let face = face(unit, target);
    let shift = place_in_row(field, charge, face, together);
    let aim = shifted(against(&theirs, face), shift);
    let (distance, start) = line_of_charge(unit, aim)?;
    if !field.ground.holds(&Footprint { pose: start, ..own }) {
        let why = format!("turning to the line of its charge at {} it would leave the table", target.the());
        return Refusal::because(why, "RULE-01-3.1");
    }
    let named = Goal { target: charge.target, face, shift, distance };
    let goal = match path::first_met(field, unit, target, companions, start, distance)? {
        Some(enemy) => path::turned_upon(unit, field.unit(enemy), start),
        None => named,
    };
    let Goal { target: struck, face, shift, distance } = goal;
    let target = field.unit(struck);
    let theirs = target.footprint();
    let aim = shifted(against(&theirs, face), shift);
    let square = start.heading.to(aim.heading).abs();
    if square > Degrees::new(45) {
        let first = if struck == charge.target { String::new() } else { format!(" {} first,", target.the()) };
        let why = format!("it would strike{first} at {square} from square; it may turn 45\u{b0} to lie flush");
        return Refusal::because(why, "Companion 15 \u{a7}4.0");
    }
    let outline = |at: Inches| Footprint { pose: start.ahead(at), ..own };
    let Some(contact) = contact_pose(field, unit, target, aim, companions) else {
        let front = theirs.frontage;
        let why = format!("there is no room for it to come flush against the {front} of {}", target.the());
        return Refusal::because(why, "Companion 15 \u{a7}4.0");
    };
    let line = pause(distance, melee::LINE_OF_REACTION, |at| outline(at).front_gap(&theirs));
    building::tether(field, unit, &bases(contact, unit.place.formation, unit.place.files))?;
    let walk = ground_of_charge(field, unit, target, start, distance, allowance);
    Ok(ChargePlan {
        charge: Charge { unit: charge.unit, target: struck },
        named: charge.target,
        face,
        shift,
        start,
        distance,
        line,
        reach: walk.reach,
        contact,
        momentum: run == Run::Charge && distance >= melee::MOMENTUM_RUN && walk.open_run && !walk.through_abatis(),
        level: field.ground.level_of(&own),
        walk,
    })
}

/// Those whose row of the movement table has no charge (Companion 16 §3.1), as a sentence begins with them.
pub const fn stays(formation: Formation) -> &'static str {
    match formation {
        Formation::RoadColumn => "a road column",
        Formation::MountedColumn => "a mounted column",
        Formation::Dismounted => "cavalry on foot",
        Formation::LedHorses => "the men who hold the horses",
        Formation::Limbered => "a limbered battery",
        Formation::Unlimbered => "a battery",
        Formation::Garrison => "a garrison",
        Formation::Line | Formation::AssaultColumn | Formation::MountedLine => "it",
    }
}

/// From the charger's front-edge midpoint straight to the aim; it may turn 45° on the spot to look along it (Q06).
fn line_of_charge(unit: &Unit, aim: Pose) -> Result<(Inches, Pose), Refusal> {
    let from = unit.place.pose;
    let along = aim.at.vec() - from.at.vec();
    let distance = Inches::round(along.length());
    let heading = if distance == Inches::ZERO { from.heading } else { Degrees::along(along) };
    let turn = from.heading.to(heading).abs();
    if turn > Degrees::new(45) {
        let why = format!("it would have to turn {turn} to the line of its charge; 45\u{b0} is the most");
        return Refusal::because(why, "Companion 6 \u{a7}2.0");
    }
    Ok((distance, Pose { heading, ..from }))
}

/// What the charge pays on its way; the obstacle that covers the defender is in the melee, not in the move (Q07).
pub(super) fn ground_of_charge(
    field: &Field,
    unit: &Unit,
    target: &Unit,
    start: Pose,
    distance: Inches,
    allowance: Inches,
) -> ChargeWalk {
    let eyes: Vec<_> = unit.bases().iter().map(|base| base.pose.at.vec()).collect();
    let exempt = ground::linear_cover(&field.ground, &eyes, &target.bases()).map(|(piece, _)| piece);
    let line = ChargeLine {
        rates: unit.rates(),
        allowance,
        frontage: unit.footprint().frontage,
        from: start,
        distance,
        exempt,
        shelter: field.ground.sunken_road_at(target.place.pose.at.vec()),
    };
    walk::walk_charge(&field.ground, &line)
}

/// First point of a straight charge at which the gap to the target is no more than `wanted`.
pub(super) fn pause(distance: Inches, wanted: Inches, gap: impl Fn(Inches) -> Inches) -> Inches {
    if gap(Inches::ZERO) <= wanted {
        return Inches::ZERO;
    }
    // The gap shrinks along a straight charge: halve the stretch until the thousandth is found.
    let (mut far, mut near) = (0, distance.0);
    while near - far > 1 {
        let middle = (far + near) / 2;
        if gap(Inches(middle)) <= wanted { near = middle } else { far = middle }
    }
    Inches(near)
}

/// Flush against the face, slid sideways up to 1.0" to find room (C-26), further where friends are there already; no
/// farther than is needed, and to the right where either way is as far.
pub(super) fn contact_pose(
    field: &Field,
    unit: &Unit,
    target: &Unit,
    aim: Pose,
    companions: &[RegimentId],
) -> Option<Pose> {
    let others: Vec<&Unit> = field
        .standing()
        .filter(|other| other.id() != unit.id() && other.id() != target.id())
        .filter(|other| !companions.contains(&other.id()) || field.engaged(other.id()))
        .collect();
    let joined = field.engaged_with(target.id()).iter().any(|id| *id != unit.id());
    let most = if joined { (target.footprint().frontage + unit.footprint().frontage).half() } else { SLIDE };
    let theirs = target.bases();
    let room = |slide: Inches| {
        let pose = shifted(aim, slide);
        let stands = bases(pose, unit.place.formation, unit.place.files);
        let free = others.iter().all(|other| !stands.iter().any(|mine| other.bases().iter().any(|b| mine.overlaps(b))));
        let outline = footprint(pose, unit.place.formation, unit.place.files);
        let touches = theirs.iter().any(|base| outline.shared_edge(base) > Inches::ZERO);
        let free = free && touches && building::blocked(&field.ground, &stands, 0.0).is_none();
        (free && field.ground.holds(&outline)).then_some(pose)
    };
    let stands = bases(aim, unit.place.formation, unit.place.files);
    slides::worth_trying(field, &stands, &others, most).into_iter().find_map(room)
}
