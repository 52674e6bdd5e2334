//! All integration tests in one binary: each file is a feature, seen from outside.

mod battles;
mod bold;
mod buildings;
mod cases;
mod coverage;
mod damage;
mod deployment;
mod killed;
mod many;
mod miniatures;
mod odds;
mod odds_assault;
mod odds_fire;
mod odds_melee;
mod options;

mod pictures;
mod player;
mod reactions;
mod record;
mod rooms;
mod scale;
mod scenario_files;
mod sight;
mod sounds;
mod suspended;
mod terrain;
mod words;
