//! A player who gives random legal orders, for tests that need a battle with everything in it.

use bevy::ecs::world::World;
use dress::army::{BrigadeId, GeneralId, RegimentId, Side};
use dress::geometry::{Degrees, Inches, March, Spot};
use dress::record;
use dress::turn::{self, Agenda, Ask, Charge, Choice, Field, Order, Phase};

/// Chooses by its own dice, so that a number tells the whole game.
pub struct Player {
    state: u64,
}

impl Player {
    pub fn new(seed: u64) -> Self {
        Self { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 }
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        // xorshift64*
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        ((self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize) % end.max(1)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A change of formation; horses that stand behind their men come up to them as often.
    fn form(&mut self, field: &Field, unit: RegimentId) -> Order {
        let now = field.unit(unit);
        if let Some(horses) = turn::mount::horses_of(field, now).filter(|_| self.below(2) == 0) {
            let gap = now.footprint().gap(&horses.footprint());
            return Order::March { unit: horses.id(), march: March { advance: gap, ..March::default() } };
        }
        Order::Form { unit, formation: self.pick(now.regiment.arm.formations()) }
    }

    fn pick_order(&mut self, from: &[Order]) -> Order {
        from[self.below(from.len())].clone()
    }

    /// Gives up to `count` orders; fewer if the battle ends. Returns how many.
    pub fn play(&mut self, world: &mut World, count: usize) -> usize {
        for n in 0..count {
            let Some(order) = self.order(world.resource::<Field>(), world.resource::<Agenda>()) else { return n };
            if let Err(refusal) = record::give(world, order.clone()) {
                panic!("{order:?} was checked and is refused: {refusal}");
            }
        }
        count
    }

    /// A legal order, `None` when the battle is over.
    pub fn order(&mut self, field: &Field, agenda: &Agenda) -> Option<Order> {
        if field.clock.phase == Phase::Over {
            return None;
        }
        if let Some(question) = &agenda.question {
            return Some(match question.ask {
                Ask::Dice { count, .. } => Order::Dice((0..count).map(|_| self.below(6) as u8 + 1).collect()),
                _ => match self.pick(&question.choices) {
                    // Any distance will do that is no less than four inches.
                    Choice::Evade { unit, back } => {
                        let more = self.below((back - Inches::new(4)).0 as usize + 1);
                        Order::Answer(Choice::Evade { unit, back: Inches::new(4) + Inches(more as i32) })
                    }
                    choice => Order::Answer(choice),
                },
            });
        }
        // Fire is rarely possible for a pair taken at random, and is what battles are made of.
        let tries = if field.clock.phase == Phase::Fire { 200 } else { 16 };
        for _ in 0..tries {
            let order = self.wish(field);
            if turn::check(field, agenda, &order).is_ok() {
                return Some(order);
            }
        }
        let done = Side::BOTH.map(Order::Ready);
        done.into_iter().find(|order| turn::check(field, agenda, order).is_ok())
    }

    /// Something that might be legal.
    fn wish(&mut self, field: &Field) -> Order {
        let unit = RegimentId(self.below(field.units.len()) as u16);
        let general = GeneralId(self.below(field.generals.len()) as u16);
        let brigade = BrigadeId(self.below(field.brigades.len()) as u16);
        let enemies: Vec<_> = field.of(field.unit(unit).side().other()).map(|enemy| enemy.id()).collect();
        let target = if enemies.is_empty() { unit } else { self.pick(&enemies) };
        match field.clock.phase {
            Phase::Deployment => Order::Ready(self.pick(&Side::BOTH)),
            Phase::Command => match self.below(4) {
                0 => Order::Reserve(brigade),
                1 => Order::Bonus { general, brigade },
                _ => Order::Rally(unit),
            },
            Phase::Maneuver => match self.below(20) {
                0 => Order::Pivot { unit, angle: Degrees::new(self.below(91) as i32 - 45) },
                1 => self.form(field, unit),
                2 => Order::AboutFace(unit),
                3 => Order::FallBack { unit, distance: Inches(self.below(3_001) as i32) },
                4 => Order::Hold(unit),
                5 => self.pick_order(&[Order::DoubleTime(unit), Order::Screen(unit), Order::Recall(unit)]),
                6 => Order::Ride {
                    general,
                    to: Spot {
                        x: Inches(self.below(field.ground.width.0 as usize) as i32),
                        y: Inches(self.below(field.ground.height.0 as usize) as i32),
                    },
                    via: Vec::new(),
                },
                7 => Order::Attach { general, unit, via: Vec::new() },
                // A charge at whoever is nearest is possible far more often than one at anybody.
                8 => Order::Assault(vec![Charge { unit, target: nearest(field, unit).unwrap_or(target) }]),
                9..=10 => Order::Assault(vec![Charge { unit, target }]),
                11..=12 => {
                    // It and those of its brigade next to it, at one target or at two.
                    let mates = field.in_brigade(field.unit(unit).regiment.brigade).filter(|mate| mate.id() != unit);
                    let near = mates.filter(|mate| {
                        !mate.condition.gone && mate.footprint().gap(&field.unit(unit).footprint()) <= Inches::new(1)
                    });
                    let near: Vec<_> = near.map(|mate| mate.id()).collect();
                    let other = if enemies.is_empty() || self.below(2) == 0 { target } else { self.pick(&enemies) };
                    let charges = near.into_iter().take(2).map(|unit| Charge { unit, target: other });
                    Order::Assault([Charge { unit, target }].into_iter().chain(charges).collect())
                }
                _ => Order::March {
                    unit,
                    march: March {
                        advance: Inches((self.below(6_001) * self.pick(&[10, 10, 17]) / 10) as i32),
                        wheel: Degrees(if self.below(3) == 0 { self.below(9_001) as i32 - 4_500 } else { 0 }),
                        then: Inches(if self.below(3) == 0 { self.below(2_001) as i32 } else { 0 }),
                    },
                },
            },
            Phase::Fire => Order::Fire { unit, target },
            Phase::Status => Order::NaturalRally(unit),
            Phase::Melee | Phase::Over => Order::Ready(field.clock.active),
        }
    }
}

/// The nearest enemy.
fn nearest(field: &Field, unit: RegimentId) -> Option<RegimentId> {
    let own = field.unit(unit);
    let enemies = field.of(own.side().other()).map(|enemy| (own.footprint().gap(&enemy.footprint()), enemy.id()));
    enemies.min().map(|(_, id)| id)
}

/// An answer that is always allowed, if there is a question.
pub fn decline(agenda: &Agenda) -> Option<Order> {
    let question = agenda.question.as_ref()?;
    let plain = question.choices.iter().find(|choice| matches!(choice, Choice::Decline | Choice::Stand));
    Some(Order::Answer(*plain.or(question.choices.first())?))
}
