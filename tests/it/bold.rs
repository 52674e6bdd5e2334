//! A player with a purpose: he closes with the enemy, fires whenever he can, and charges when the odds are fair. His
//! battles reach melees, broken brigades and lost generals far more often than random orders do.

use bevy::ecs::world::World;
use dress::army::{RegimentId, Side};
use dress::geometry::Inches;
use dress::turn::planner::{self, Grip};
use dress::turn::{self, Agenda, Ask, Charge, Choice, Field, Order, Phase, Unit};
use dress::{odds, record};

/// Gives one order; `None` when the battle is over.
pub fn play(world: &mut World) -> Option<Order> {
    let order = order(world.resource::<Field>(), world.resource::<Agenda>())?;
    if let Err(refusal) = record::give(world, order.clone()) {
        panic!("{order:?} was checked and is refused: {refusal}");
    }
    Some(order)
}

/// The next order, `None` when the battle is over.
pub fn order(field: &Field, agenda: &Agenda) -> Option<Order> {
    if let Some(question) = &agenda.question {
        assert!(!matches!(question.ask, Ask::Dice { .. }), "he does not roll his own dice");
        let eager = |choice: &&Choice| !matches!(choice, Choice::Decline | Choice::Stand | Choice::Turn(_));
        // Every other turn he goes to meet a charge, if he has a pip for it.
        let meets = |choice: &&Choice| field.clock.turn % 4 > 1 && matches!(choice, Choice::CounterCharge { .. });
        let chosen = question.choices.iter().find(meets).or_else(|| question.choices.iter().find(eager));
        return Some(Order::Answer(*chosen.unwrap_or(&question.choices[0])));
    }
    let legal = |order: Order| turn::check(field, agenda, &order).is_ok().then_some(order);
    let first = |orders: Vec<Order>| orders.into_iter().find_map(legal);
    let units = || field.standing().map(Unit::id);
    let wish = match field.clock.phase {
        Phase::Over => return None,
        Phase::Deployment | Phase::Melee => None,
        Phase::Command => first(units().map(Order::Rally).collect()).or_else(|| first(reserves(field))),
        Phase::Status => {
            first(units().map(Order::NaturalRally).collect()).or_else(|| first(units().map(Order::Rally).collect()))
        }
        Phase::Maneuver => first(screens(field)).or_else(|| first(marches(field))).or_else(|| first(assaults(field))),
        Phase::Fire => first(units().flat_map(|unit| shots(field, unit)).collect()),
    };
    wish.or_else(|| first(Side::BOTH.map(Order::Ready).to_vec()))
}

/// Brigades of the side that will be Reactive keep a pip for a reaction.
fn reserves(field: &Field) -> Vec<Order> {
    let reactive = field.clock.active.other();
    let own = field.brigades.iter().filter(|now| now.brigade.side == reactive && now.state.pool > 1);
    own.map(|now| Order::Reserve(now.brigade.id)).collect()
}

/// Regiments that see the enemy coming from afar send skirmishers out; near him they call back those who have run.
fn screens(field: &Field) -> Vec<Order> {
    let fresh = field.of(field.clock.active).filter(|unit| !unit.deeds.moved && !unit.deeds.assaulted);
    fresh
        .filter_map(|unit| {
            let (gap, _) = nearest(field, unit)?;
            let far = (Inches::new(12)..Inches::new(16)).contains(&gap) && unit.id().0 % 3 == 0;
            match unit.condition.evaded {
                Some(_) => Some(Order::Recall(unit.id())),
                None => far.then_some(Order::Screen(unit.id())),
            }
        })
        .collect()
}

/// The nearest enemy and how far he is.
fn nearest<'f>(field: &'f Field, unit: &Unit) -> Option<(Inches, &'f Unit)> {
    let enemies = field.of(unit.side().other()).map(|enemy| (unit.footprint().gap(&enemy.footprint()), enemy));
    enemies.min_by_key(|(gap, enemy)| (*gap, enemy.id()))
}

/// Regiments that have not moved go toward the enemy until they are in short range.
fn marches(field: &Field) -> Vec<Order> {
    let fresh = field.of(field.clock.active).filter(|unit| !unit.deeds.moved && !unit.deeds.assaulted);
    fresh
        .filter_map(|unit| {
            let (gap, enemy) = nearest(field, unit)?;
            let from = unit.place.pose.at.vec();
            let toward = (enemy.footprint().centre() - from).normalize_or_zero();
            let go = (gap.get() - 5.0).clamp(0.0, 6.0);
            let plan = planner::nearest(field, unit.id(), from + toward * go, Grip::Middle).filter(|_| go > 0.5)?;
            Some(plan.order(unit.id()))
        })
        .collect()
}

/// Charges that are as likely to win as not, the best first.
fn assaults(field: &Field) -> Vec<Order> {
    let able = field.of(field.clock.active).filter(|unit| !unit.deeds.moved && !unit.deeds.assaulted);
    let mut all: Vec<(f64, Charge)> = able
        .flat_map(|unit| field.of(unit.side().other()).map(|enemy| Charge { unit: unit.id(), target: enemy.id() }))
        .filter_map(|charge| Some((odds::charge(field, charge).ok()?.wins, charge)))
        .filter(|(wins, _)| *wins > 0.3)
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().map(|(_, charge)| Order::Assault(vec![charge])).collect()
}

fn shots(field: &Field, unit: RegimentId) -> impl Iterator<Item = Order> + '_ {
    let enemies = field.of(field.unit(unit).side().other()).map(Unit::id);
    enemies.map(move |target| Order::Fire { unit, target })
}
