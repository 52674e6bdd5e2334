//! *Dress on the Colors*: an American Civil War brigade battle on a table seen from above, for two players at one
//! machine. This is the map of the house.
//!
//! # The rules rooms
//!
//! They name no rendering, no panels and no time; a test searches them for it. A battle runs in them without frames.
//!
//! | room | holds | may use |
//! |---|---|---|
//! | [`book`] | the printed rules as tables and pure functions, each citing its place | measures and kinds of [`army`] and [`ground`] |
//! | [`geometry`] | inches and angles, footprints, arcs, marches and paths of many legs, shapes with holes, sight and who blocks it, visible and dead ground | kinds of [`ground`] |
//! | [`army`] | regiments of all arms, batteries, their detachments, stands, brigades, generals and smoke as components; ids; dressing a formation | [`geometry`], numbers of pieces of [`ground`] |
//! | [`ground`] | areas, water, obstacles, hills and hollows, roads, bridges, buildings, and what a battle does to them; what marches, charges and rides cost; cover, works and crests; the season | [`geometry`], [`book`] |
//! | [`turn`] | how a turn runs: orders, checks, the agenda, dice, events, apply; one file or folder a procedure (marches, assaults, reactions, volleys, melees, victors, retreats, screens, rest, buildings, generals at risk); the planner | the above |
//! | [`scenario`] | file format, checked scenario, spawned table | the above |
//! | [`record`] | battle log in words, saves, journal, replay, taking back | the above |
//! | [`odds`] | exact chances of what a player is about to do, and the book's tables from the engine itself | the above |
//!
//! # The rooms that are looked at
//!
//! They read [`turn::Field`] and send [`turn::Order`]s; nothing else.
//!
//! | room | holds |
//! |---|---|
//! | [`table`] | camera, ground in its season and weather, water and structures, miniatures of all arms and their motion, markers, labels, smoke, sounds, overlays, pointing, the window, pictures without one, the gallery |
//! | [`panels`] | strip, order of battle, card, log, questions, reference |
//! | [`screens`] | title, new battle, saves, settings, replay, the end |
//!
//! [`app`] puts them together with and without a window; [`cli`] is the command line. The foundry, which sculpts the
//! miniatures and presses their pictures into `assets`, is a binary of its own in `src/bin/foundry`.
//!
//! # How an order goes
//!
//! [`record::give`] -> [`turn::give`] -> [`turn::check()`] -> the [`turn::Resolve`] schedule: the systems of the current
//! phase turn the order into events and steps; steps are done one by one ([`turn::steps`]), each with a
//! [`turn::hand::Hand`] that reads the field, rolls dice and asks questions; events go through [`turn::apply`], which is
//! the only writer of what is on the table; the field is read anew. When a step needs an answer or dice the agenda keeps
//! it, and the next order goes on from there.
//!
//! # What always holds
//!
//! * A battle is its scenario, house rules, dice and orders: played again, it has the same digest after every order.
//! * Everything stored is whole thousandths of an inch and hundredths of a degree. Trigonometry goes through libm.
//! * No `Entity` is stored; ids count from 0 through the order of battle. Nothing iterates a `HashMap`.
//! * No regiment overlaps another or a building; only a charge brings bases into contact.
//! * Stands of a regiment are conserved: those of its garrisons, screens and horse holders count with it.
//! * A refused order changes nothing, and says why with numbers and the printed place.
//! * Only [`turn::phase`] knows that a turn has five phases.

pub mod app;
pub mod army;
pub mod book;
pub mod cli;
pub mod geometry;
pub mod ground;
pub mod odds;
pub mod panels;
pub mod record;
pub mod scenario;
pub mod screens;
pub mod table;
pub mod turn;
