//! Lays a case out on a table, and gives orders there.

use bevy::app::App;
use bevy::ecs::world::World;
use dress::army::{
    Arm, BrigadeId, BrigadeState, Colors, Condition, Deeds, Files, Formation, GeneralId, GeneralState, House, Place,
    RegimentId, Side, Smoke, Struck, Temper, Uniform, Weapon,
};
use dress::book::Options;
use dress::geometry::{Degrees, Footprint, Inches, March, Pose, Spot};
use dress::ground::{Area, Bridge, Building, BuildingKind, Changes, Ground, Hill, Obstacle, Road};
use dress::record;
use dress::scenario::{self, Army, BrigadeSheet, Commander, RegimentSheet, Scenario};
use dress::turn::apply::{Roll, apply, beside_colors};
use dress::turn::{self, Agenda, Charge, Choice, Clock, Cup, Event, Field, Objective, Phase, Refusal, Terms};

use super::sheet::{self, Case, Order, Point};

/// Ids by name.
pub struct Names {
    /// Regiments in id order.
    pub regiments: Vec<String>,
    /// Brigades in id order: "Union", "Union 2", "Confederate".
    pub brigades: Vec<String>,
    /// Sides that have a division commander, in id order after the brigadiers.
    division: Vec<Side>,
}

impl Names {
    pub fn regiment(&self, name: &str) -> RegimentId {
        let at = self.regiments.iter().position(|n| n == name);
        RegimentId(at.unwrap_or_else(|| panic!("there is no regiment {name}")) as u16)
    }

    pub fn brigade(&self, name: &str) -> BrigadeId {
        let at = self.brigades.iter().position(|n| n == name);
        BrigadeId(at.unwrap_or_else(|| panic!("there is no brigade {name}")) as u16)
    }

    fn division(&self, side: Side) -> GeneralId {
        let at = self.division.iter().position(|s| *s == side).expect("a division commander");
        GeneralId((self.brigades.len() + at) as u16)
    }

    pub fn general(&self, id: GeneralId) -> String {
        match self.brigades.get(id.index()) {
            Some(brigade) => format!("{brigade}'s general"),
            None => format!("{}'s division commander", self.division[id.index() - self.brigades.len()]),
        }
    }
}

pub fn spot((x, y): Point) -> Spot {
    Spot { x: Inches::from(x), y: Inches::from(y) }
}

fn spots(points: &[Point]) -> Vec<Spot> {
    points.iter().map(|point| spot(*point)).collect()
}

/// A table with the case on it.
pub struct Table {
    app: App,
    pub names: Names,
    given: u64,
}

impl Table {
    pub fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    pub fn field(&self) -> &Field {
        self.app.world().resource()
    }

    pub fn agenda(&self) -> &Agenda {
        self.app.world().resource()
    }

    pub fn dice_left(&self) -> usize {
        self.app.world().resource::<Cup>().left_over()
    }

    pub fn lay(case: &Case) -> Self {
        let (scenario, mut names) = scenario(case);
        let mut app = record::bare();
        let world = app.world_mut();
        let mut options = Options::default();
        for (name, value) in &case.options {
            options.set(name, value).unwrap_or_else(|why| panic!("{why}"));
        }
        scenario::spawn(&scenario, &options, Cup::scripted(case.dice.iter().copied()), world);
        condition(case, &names, world);
        horses(case, &mut names, world);
        garrisons(case, &mut names, world);
        {
            let mut clock = world.resource_mut::<Clock>();
            clock.turn = case.turn;
            clock.active = case.active;
        }
        apply(world, &Event::PhaseBegan(case.phase));
        for side in &case.ready {
            world.resource_mut::<Clock>().ready[side.index()] = true;
        }
        if case.phase != Phase::Deployment {
            turn::resume(world);
        }
        Self { app, names, given: 0 }
    }

    /// What happens before the first order: in Deployment the battle begins, in any other phase nothing does.
    pub fn open(&mut self, case: &Case) -> Vec<Event> {
        if case.phase != Phase::Deployment {
            return Vec::new();
        }
        self.world().resource_mut::<Clock>().turn = 0;
        turn::start(self.world()).unwrap_or_else(|why| panic!("{why}"))
    }

    /// Gives one of the game's orders.
    pub fn give(&mut self, order: &turn::Order) -> Result<Vec<Event>, Refusal> {
        let number = self.given + 1;
        let events = turn::give(self.world(), order, number)?;
        self.given = number;
        // Detachments are named after their regiments: "A's horses", "A's garrison".
        for event in &events {
            if let Event::Detached { parent, place, .. } = event {
                let what = if place.formation == Formation::LedHorses { "horses" } else { "garrison" };
                let name = format!("{}'s {what}", self.names.regiments[parent.index()]);
                self.names.regiments.push(name);
            }
        }
        Ok(events)
    }

    /// The game's orders for what a case says; more than one for [`Order::Done`].
    pub fn orders(&self, order: &Order) -> Vec<turn::Order> {
        let unit = |name: &String| self.names.regiment(name);
        let inches = |n: &f64| Inches::from(*n);
        let charge = |(unit, target): &(String, String)| Charge {
            unit: self.names.regiment(unit),
            target: self.names.regiment(target),
        };
        let march = |name: &String, advance: f64, wheel: f64, then: f64| turn::Order::March {
            unit: unit(name),
            march: March { advance: advance.into(), wheel: Degrees::from(wheel), then: then.into() },
        };
        let general = |name: &String| GeneralId(self.names.brigade(name).0);
        let one = match order {
            Order::March(name, advance) => march(name, *advance, 0.0, 0.0),
            Order::Wheel(name, advance, wheel, then) => march(name, *advance, *wheel, *then),
            Order::Pivot(name, angle) => turn::Order::Pivot { unit: unit(name), angle: Degrees::from(*angle) },
            Order::Form(name, formation) => turn::Order::Form { unit: unit(name), formation: *formation },
            Order::AboutFace(name) => turn::Order::AboutFace(unit(name)),
            Order::FallBack(name, far) => turn::Order::FallBack { unit: unit(name), distance: inches(far) },
            Order::Hold(name) => turn::Order::Hold(unit(name)),
            Order::Screen(name) => turn::Order::Screen(unit(name)),
            Order::Recall(name) => turn::Order::Recall(unit(name)),
            Order::DoubleTime(name) => turn::Order::DoubleTime(unit(name)),
            Order::Ride(name, to) => turn::Order::Ride { general: general(name), to: spot(*to), via: Vec::new() },
            Order::RideBy(name, path) => {
                let (to, via) = path.split_last().expect("a place to ride to");
                turn::Order::Ride { general: general(name), to: spot(*to), via: spots(via) }
            }
            Order::Follow(name, path, facing) => {
                turn::Order::Follow { unit: unit(name), path: spots(path), facing: Degrees::from(*facing).heading() }
            }
            Order::Attach(name, to) => turn::Order::Attach { general: general(name), unit: unit(to), via: Vec::new() },
            Order::AttachBy(name, path, to) => {
                turn::Order::Attach { general: general(name), unit: unit(to), via: spots(path) }
            }
            Order::Charge(name, target) => turn::Order::Assault(vec![charge(&(name.clone(), target.clone()))]),
            Order::Assault(charges) => turn::Order::Assault(charges.iter().map(charge).collect()),
            Order::Concentrate(names, target) => {
                turn::Order::Concentrate { batteries: names.iter().map(unit).collect(), target: unit(target) }
            }
            Order::Fire(name, target) => turn::Order::Fire { unit: unit(name), target: unit(target) },
            Order::Dismantle(name) => turn::Order::Dismantle(unit(name)),
            Order::Rally(name) => turn::Order::Rally(unit(name)),
            Order::NaturalRally(name) => turn::Order::NaturalRally(unit(name)),
            Order::Reserve(brigade) => turn::Order::Reserve(self.names.brigade(brigade)),
            Order::Bonus(side, brigade) => {
                turn::Order::Bonus { general: self.names.division(*side), brigade: self.names.brigade(brigade) }
            }
            Order::Ready(side) => turn::Order::Ready(*side),
            Order::Done => {
                let clock = &self.field().clock;
                return match clock.phase {
                    Phase::Command | Phase::Status => {
                        let both = [clock.active, clock.active.other()];
                        both.into_iter().filter(|side| !clock.ready[side.index()]).map(turn::Order::Ready).collect()
                    }
                    _ => vec![turn::Order::Ready(clock.active)],
                };
            }
            Order::ClosingVolley(name, at) => {
                turn::Order::Answer(Choice::ClosingVolley { unit: unit(name), at: unit(at) })
            }
            Order::OpportunityFire(name) => turn::Order::Answer(Choice::OpportunityFire(unit(name))),
            Order::CounterCharge(name, at) => {
                turn::Order::Answer(Choice::CounterCharge { unit: unit(name), at: unit(at) })
            }
            Order::RefuseFlank(name, flank, stands, by) => {
                let (unit, flank, stands, by) = (unit(name), *flank, *stands, *by);
                turn::Order::Answer(Choice::RefuseFlank { unit, flank, stands, by })
            }
            Order::Evade(name, back) => turn::Order::Answer(Choice::Evade { unit: unit(name), back: inches(back) }),
            Order::Decline => turn::Order::Answer(Choice::Decline),
            Order::Stand => turn::Order::Answer(Choice::Stand),
            Order::Advance(far) => turn::Order::Answer(Choice::Advance(inches(far))),
            Order::Turn(angle) => turn::Order::Answer(Choice::Turn(Degrees::from(*angle))),
            Order::Sweep(name) => turn::Order::Answer(Choice::Sweep(unit(name))),
            Order::Lead(name) => turn::Order::Answer(Choice::Lead(unit(name))),
            Order::First(side) => turn::Order::Answer(Choice::First(*side)),
            Order::Garrison(name, building, stands) => turn::Order::Garrison {
                unit: unit(name),
                building: self.field().ground.building_id(*building),
                stands: *stands,
            },
            Order::Leave(name, wall) => turn::Order::LeaveBuilding { unit: unit(name), wall: *wall },
            Order::Rejoin(name) => turn::Order::Rejoin(unit(name)),
            Order::Refused(order, _) => return self.orders(order),
        };
        vec![one]
    }
}

fn scenario(case: &Case) -> (Scenario, Names) {
    let mut names = Names { regiments: Vec::new(), brigades: Vec::new(), division: Vec::new() };
    let armies = Side::BOTH.map(|side| army(case, side, &mut names));
    let table = (Inches::new(72), Inches::new(48));
    let corners = |(a, b): (Point, Point)| [a, (b.0, a.1), b, (a.0, b.1)].map(spot).to_vec();
    let ground = Ground {
        areas: (case.ground.areas.iter())
            .map(|(kind, a, b)| Area { kind: *kind, outline: corners((*a, *b)), ..Area::default() })
            .chain(case.ground.shapes.iter().map(|(kind, name, outline, holes)| Area {
                kind: *kind,
                name: name.clone(),
                outline: spots(outline),
                holes: holes.iter().map(|hole| spots(hole)).collect(),
                course: Vec::new(),
            }))
            .collect(),
        obstacles: (case.ground.obstacles.iter())
            .map(|(kind, a, b)| Obstacle { kind: *kind, name: String::new(), line: vec![spot(*a), spot(*b)] })
            .chain((case.ground.courses.iter()).map(|(kind, line)| Obstacle {
                kind: *kind,
                name: String::new(),
                line: spots(line),
            }))
            .collect(),
        hills: (case.ground.hills.iter())
            .map(|(level, a, b)| Hill { name: "the hill".to_owned(), level: *level, outline: corners((*a, *b)) })
            .chain((case.ground.contours.iter()).map(|(level, name, outline)| Hill {
                name: name.clone(),
                level: *level,
                outline: spots(outline),
            }))
            .collect(),
        roads: (case.ground.roads.iter().map(|(a, b)| vec![spot(*a), spot(*b)]))
            .chain(case.ground.tracks.iter().map(|line| spots(line)))
            .map(|line| Road { name: String::new(), line, width: Inches::new(1) })
            .collect(),
        bridges: (case.ground.bridges.iter())
            .map(|(kind, a, b)| Bridge {
                kind: *kind,
                name: String::new(),
                line: vec![spot(*a), spot(*b)],
                width: Inches::new(2),
            })
            .collect(),
        buildings: (case.ground.buildings.iter())
            .map(|(at, facing)| Building {
                kind: BuildingKind::House,
                name: "the house".to_owned(),
                base: Footprint {
                    pose: Pose { at: spot(*at), heading: Degrees::from(*facing).heading() },
                    frontage: Inches::new(3),
                    depth: Inches::new(3),
                },
                holds: 2,
            })
            .collect(),
        ..Ground::bare(table.0, table.1)
    };
    let fallen = case.ground.fallen.iter().map(|number| ground.building_id(*number)).collect();
    let ground = Ground { changes: Changes { fallen, ..Changes::default() }, ..ground };
    let objectives = (case.objectives.iter())
        .map(|(name, at, points)| Objective { name: name.clone(), at: spot(*at), points: *points })
        .collect();
    let scenario = Scenario {
        file: "case.ron".to_owned(),
        text: "".into(),
        title: case.name.as_str().into(),
        date: "".into(),
        place: "".into(),
        briefing: Vec::new(),
        sources: "".into(),
        ground,
        rounds: case.rounds,
        options: Options::default(),
        terms: Terms {
            brisk_wind: case.brisk_wind,
            visibility: case.visibility.map(Inches::from),
            objectives,
            ..Terms::default()
        },
        armies,
    };
    (scenario, names)
}

fn own(case: &Case, side: Side) -> &[sheet::Regiment] {
    match side {
        Side::Union => &case.union,
        Side::Confederate => &case.confederate,
    }
}

/// The side's regiments in order of battle: brigade by brigade.
fn in_order(case: &Case, side: Side) -> Vec<&sheet::Regiment> {
    let mut own: Vec<_> = own(case, side).iter().collect();
    own.sort_by_key(|regiment| regiment.brigade);
    own
}

fn pose(regiment: &sheet::Regiment, side: Side) -> Pose {
    let facing = regiment.facing.unwrap_or(if side == Side::Union { 0.0 } else { 180.0 });
    Pose { at: spot(regiment.at), heading: Degrees::from(facing).heading() }
}

fn army(case: &Case, side: Side, names: &mut Names) -> Army {
    let own = in_order(case, side);
    let count = own.iter().map(|regiment| regiment.brigade).max().unwrap_or(0);
    let brigade = |number: usize, names: &mut Names| {
        let name = if number == 1 { side.to_string() } else { format!("{side} {number}") };
        names.brigades.push(name.clone());
        let regiments: Vec<&&sheet::Regiment> = own.iter().filter(|r| r.brigade == number).collect();
        names.regiments.extend(regiments.iter().map(|r| r.name.clone()));
        let first = pose(regiments.first().unwrap_or_else(|| panic!("{name} has no regiment")), side);
        let special = case.brigades.get(&name);
        let at = special.and_then(|b| b.general).map_or_else(|| Spot::round(first.local(0.0, -5.5)), spot);
        BrigadeSheet {
            brigadier: Commander {
                name: format!("General of {name}").into(),
                temper: special.and_then(|b| b.temper).unwrap_or(Temper::Reliable),
                at,
            },
            name: name.into(),
            regiments: regiments.into_iter().map(|r| regiment(r, side)).collect(),
        }
    };
    let brigades = (1..=count).map(|number| brigade(number, names)).collect();
    let commander = case.division.get(&side.to_string()).map(|at| {
        names.division.push(side);
        Commander { name: format!("Commander of {side}").into(), temper: Temper::Reliable, at: spot(*at) }
    });
    Army { name: side.to_string().into(), commander, brigades }
}

fn regiment(of: &sheet::Regiment, side: Side) -> RegimentSheet {
    RegimentSheet {
        name: of.name.as_str().into(),
        men: 300,
        stands: of.stands,
        grade: of.grade,
        weapon: of.weapon.unwrap_or(match of.arm {
            Arm::Infantry => Weapon::RifledMusket,
            Arm::Cavalry => Weapon::BreechloadingCarbine,
            Arm::FootArtillery => Weapon::Napoleon,
            Arm::HorseArtillery => Weapon::OrdnanceRifle,
        }),
        arm: of.arm,
        traits: of.traits.clone(),
        uniform: Uniform::UnionSackCoat,
        colors: vec![Colors::UnionNational],
        pose: pose(of, side),
        // Horses only where the case puts them: a dismounted regiment of a scenario would bring its own.
        formation: of.formation.filter(|it| *it != Formation::Dismounted).unwrap_or(of.arm.usual()),
    }
}

/// Writes what the case says has happened before.
fn condition(case: &Case, names: &Names, world: &mut World) {
    let roll = world.resource::<Roll>().clone();
    for side in Side::BOTH {
        for of in in_order(case, side) {
            let id = names.regiment(&of.name);
            let mut entity = world.entity_mut(roll.regiments[id.index()]);
            let mut place = entity.get_mut::<Place>().unwrap();
            place.formation = of.formation.unwrap_or(place.formation);
            place.files = match of.files {
                Some((left, right)) => Files { left, right },
                None => Files::of(of.stands - of.lost - u8::from(of.screen)),
            };
            let place = *place;
            *entity.get_mut::<Condition>().unwrap() = Condition {
                gone: of.gone,
                disordered: of.disordered,
                micro: of.micro,
                low_ammo: of.low_ammo,
                locked: of.locked,
                struck: None,
                doubled_last_turn: of.doubled_last_turn,
                fired_last_turn: false,
                blooded: of.blooded,
                rested: of.rested,
                screen: of.screen,
                screen_hits: of.screen_hits,
                evaded: of.evaded.map(Inches::from),
                refused: of.refused.into(),
                taken: false,
            };
            *entity.get_mut::<Deeds>().unwrap() = deeds(of);
            if of.smoke {
                let frontage = dress::turn::field::footprint(place.pose, place.formation, place.files).frontage;
                world.spawn(Smoke { of: id, side, pose: place.pose, frontage });
            }
        }
    }
    for side in Side::BOTH {
        for of in in_order(case, side) {
            if let Some((target, face)) = &of.struck {
                let entity = roll.regiments[names.regiment(&of.name).index()];
                let struck = Struck { target: names.regiment(target), face: *face, level: 0 };
                world.get_mut::<Condition>(entity).unwrap().struck = Some(struck);
            }
        }
    }
    for (name, special) in &case.brigades {
        let id = names.brigade(name);
        let mut state = world.get_mut::<BrigadeState>(roll.brigades[id.index()]).unwrap();
        (state.pool, state.reserved, state.banked) = (special.pips, special.reserved, special.banked);
        state.clock = special.clock.unwrap_or(state.clock);
        let attached = special.attached.as_ref().map(|unit| names.regiment(unit));
        let at = attached.map(|unit| beside_colors(world.get::<Place>(roll.regiments[unit.index()]).unwrap()));
        let mut general = world.get_mut::<GeneralState>(roll.generals[id.index()]).unwrap();
        general.wounds = special.wounds;
        general.attached = attached;
        general.at = at.unwrap_or(general.at);
    }
}

/// Horse holders who stand apart when the case begins.
fn horses(case: &Case, names: &mut Names, world: &mut World) {
    for side in Side::BOTH {
        for of in in_order(case, side) {
            let Some(at) = of.horses else { continue };
            let (unit, parent) = (RegimentId(names.regiments.len() as u16), names.regiment(&of.name));
            let pose = Pose { at: spot(at), ..pose(of, side) };
            let files = Files::of(dress::book::movement::horse_holders(of.stands));
            let place = Place { pose, formation: Formation::LedHorses, files, within: None };
            apply(world, &Event::Detached { unit, parent, place });
            done_before(world, [(unit, Deeds::default()), (parent, deeds(of))]);
            names.regiments.push(format!("{}'s horses", of.name));
        }
    }
}

/// A detachment was made in an earlier turn: this is what it and its regiment have done in this one.
fn done_before(world: &mut World, all: [(RegimentId, Deeds); 2]) {
    for (unit, deeds) in all {
        let entity = world.resource::<Roll>().regiments[unit.index()];
        *world.get_mut::<Deeds>(entity).unwrap() = deeds;
    }
}

/// Stands that are in buildings when the case begins.
fn garrisons(case: &Case, names: &mut Names, world: &mut World) {
    let inside = |world: &World, number: usize, stands: u8| {
        let ground = world.resource::<Ground>();
        let base = ground.buildings[number].base;
        let house = House { piece: ground.building_id(number), frontage: base.frontage, depth: base.depth };
        let files = Files::of(stands);
        Place { pose: base.pose, formation: Formation::Garrison, files, within: Some(house) }
    };
    for of in Side::BOTH.into_iter().flat_map(|side| in_order(case, side)) {
        let id = names.regiment(&of.name);
        if let Some(number) = of.inside {
            let place = inside(world, number, of.stands - of.lost);
            let entity = world.resource::<Roll>().regiments[id.index()];
            *world.get_mut::<Place>(entity).unwrap() = place;
        }
        if let Some((number, stands)) = of.garrison {
            let unit = RegimentId(names.regiments.len() as u16);
            let place = inside(world, number, stands);
            apply(world, &Event::Detached { unit, parent: id, place });
            done_before(world, [(unit, Deeds::default()), (id, deeds(of))]);
            names.regiments.push(format!("{}'s garrison", of.name));
        }
    }
}

fn deeds(of: &sheet::Regiment) -> Deeds {
    let mut deeds = Deeds::default();
    for deed in &of.deeds {
        let mark = match deed.as_str() {
            "moved" => &mut deeds.moved,
            "fired" => &mut deeds.fired,
            "reacted" => &mut deeds.reacted,
            "charged" => &mut deeds.charged,
            "momentum" => &mut deeds.momentum,
            "hurt" => &mut deeds.hurt,
            "pivoted" => &mut deeds.pivoted,
            "fought" => &mut deeds.fought,
            "doubled" => &mut deeds.doubled,
            "assaulted" => &mut deeds.assaulted,
            "resting" => &mut deeds.resting,
            "halted" => &mut deeds.halted,
            "shrugged" => &mut deeds.shrugged,
            other => panic!("no such deed: {other}"),
        };
        *mark = true;
    }
    deeds
}
