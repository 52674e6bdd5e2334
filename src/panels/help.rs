//! The page about what is under the pointer: the rules that apply, short and in our own words, with their places in the
//! books.

use bevy_egui::egui::{self, Label, Rect, RichText, ScrollArea, pos2};

use super::state::PanelState;
use super::view::{Selected, View};
use super::{theme, widgets};
use crate::turn::{Ask, Phase};

/// Pages of the reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The five phases.
    Turn,
    /// Pips and command distance.
    Command,
    /// Marches and formations.
    Maneuver,
    /// What the ground does.
    Ground,
    /// Volleys.
    Fire,
    /// Assaults.
    Assault,
    /// Reactions.
    Reactions,
    /// Fights.
    Melee,
    /// Disorder, health, the brigade clock.
    Morale,
    /// Generals.
    Generals,
    /// Mouse and keys.
    Keys,
}

impl Topic {
    /// All, in the order of the pages.
    pub const ALL: [Self; 11] = [
        Self::Turn,
        Self::Command,
        Self::Maneuver,
        Self::Ground,
        Self::Fire,
        Self::Assault,
        Self::Reactions,
        Self::Melee,
        Self::Morale,
        Self::Generals,
        Self::Keys,
    ];

    /// The page about what is under the pointer, or asked, or selected, or done in this phase.
    pub fn about(view: &View) -> Self {
        if let Some(question) = &view.agenda.question {
            return match question.ask {
                Ask::ChargedAt { .. } | Ask::Crossing { .. } | Ask::ScreenCharged { .. } => Self::Reactions,
                Ask::Consolidation(_) | Ask::Lead(_) | Ask::Sweep { .. } => Self::Melee,
                Ask::GoFirst | Ask::Dice { .. } => Self::Turn,
            };
        }
        match view.hovered.or(view.selected) {
            Some(Selected::General(_)) => return Self::Generals,
            Some(Selected::Regiment(id)) if view.field.knows(id) && view.field.unit(id).condition.disordered => {
                return Self::Morale;
            }
            _ => {}
        }
        match view.field.clock.phase {
            Phase::Deployment => Self::Turn,
            Phase::Command => Self::Command,
            Phase::Maneuver if view.field.clock.assaults_begun => Self::Assault,
            Phase::Maneuver => Self::Maneuver,
            Phase::Fire => Self::Fire,
            Phase::Melee => Self::Melee,
            Phase::Status | Phase::Over => Self::Morale,
        }
    }

    /// Its title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Turn => "The turn",
            Self::Command => "Pips and command",
            Self::Maneuver => "Moving",
            Self::Ground => "The ground",
            Self::Fire => "Fire",
            Self::Assault => "Assaults",
            Self::Reactions => "Reactions",
            Self::Melee => "Melee",
            Self::Morale => "Disorder and losses",
            Self::Generals => "Generals",
            Self::Keys => "Mouse and keys",
        }
    }

    /// What it says, each with its place.
    pub const fn says(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Turn => &[
                ("One side is Active, the other reacts. A turn has five phases; then the sides change.", "RULE-01-1.0"),
                ("1 Staff & Command: both roll pips, rally, and may reserve one pip a brigade.", "RULE-01-2"),
                ("2 Maneuver & Assault: free moves first, assaults after them. The enemy may react.", "RULE-01-3"),
                (
                    "3 Fire: Active regiments that held, pivoted, changed formation or fell back may fire.",
                    "RULE-01-4.1",
                ),
                ("4 Melee: everyone in contact fights.", "RULE-01-5"),
                ("5 Status: smoke lifts, Disorder may be rallied, pips are banked.", "RULE-01-6"),
            ],
            Self::Command => &[
                (
                    "A brigadier rolls pips each turn: Aggressive 1D3+1, Reliable 1D3, Timid half of 1D3 rounded up.",
                    "RULE-01-2.1",
                ),
                (
                    "One pip: an assault, double-time, or a rally. Two pips: several regiments charge at once.",
                    "Companion 16 \u{a7}2.3",
                ),
                (
                    "To 12.0 in the price is as printed. To 24.0 in it is doubled and checks are at -1. Beyond, no pips.",
                    "Companion 16 \u{a7}2.2",
                ),
                (
                    "One pip may be reserved for a reaction, one left over is banked. More are lost.",
                    "RULE-01-2.3, Companion 16 \u{a7}2.1",
                ),
                (
                    "Distance runs from the edge of the general's base to the middle of the Color Stand's front.",
                    "Companion 16 \u{a7}2.2",
                ),
            ],
            Self::Maneuver => &[
                (
                    "Advance, one wheel of up to 45\u{b0}, advance again. Line 6.0 in, assault column 8.0 in, road column 10.0 in (12.0 in on a road).",
                    "Companion 16 \u{a7}3.1",
                ),
                ("A wheel costs the inches that the outer end travels.", "Companion 16 \u{a7}3.1"),
                ("Keep more than 1.0 in from enemies in a free move.", "Companion 16 \u{a7}3.1"),
                (
                    "Changing formation costs 3.0 in; leaving the road column for another takes the whole move.",
                    "Companion 16 \u{a7}3.2",
                ),
                (
                    "Fall back up to 3.0 in, face to the enemy, with full fire afterwards. About face costs 1.0 in and the fire.",
                    "Companion 16 \u{a7}3.3",
                ),
                ("Double-time: a pip for 3.0 in more. Two turns running brings Disorder.", "Companion 16 \u{a7}2.3"),
                (
                    "A formed regiment in command may always move 2.0 in. A Disordered one moves 2.0 in less.",
                    "Companion 16 \u{a7}3.1, QRS 4 \u{a7}3",
                ),
            ],
            Self::Ground => &[
                (
                    "Crops: -2.0 in, light cover, sight ends after 4.0 in. Plough: -2.0 in, charges -1.0 in.",
                    "Companion 16 \u{a7}4.1",
                ),
                (
                    "Light woods: 4.0 in at most, light cover, sight 6.0 in. Dense woods: 3.0 in, sight 3.0 in, and Disorder on entering.",
                    "Companion 16 \u{a7}4.1",
                ),
                (
                    "Rail fence and hedge: 2.0 in to cross, light cover. Stone wall: 2.0 in and a check, heavy cover.",
                    "Companion 16 \u{a7}4.2",
                ),
                ("In melee a fence is worth +1, a wall +2, a hedge nothing.", "Companion 16 \u{a7}7.3"),
                (
                    "Behind a crest there is dead ground: a line of sight may go over one edge only.",
                    "Companion 16 \u{a7}4.3",
                ),
            ],
            Self::Fire => &[
                (
                    "One die a firing stand, at the nearest enemy in the 45\u{b0} arc that can be seen.",
                    "RULE-01-4.1, 4.2",
                ),
                (
                    "Rifled musket 4+ to 14.0 in, 5+ to 20.0 in. Smoothbore 3+ to 6.0 in, 5+ to 14.0 in. Ones miss, sixes hit.",
                    "Companion 16 \u{a7}5.2",
                ),
                (
                    "-1: Disordered, Hesitant brigade, pivoted or re-formed, smoke beyond 6.0 in, skirmishers between. +1: into a flank.",
                    "Companion 16 \u{a7}5.6",
                ),
                (
                    "Light cover saves on 5+, heavy on 4+. Two hits that tell cost a stand; an odd one is carried.",
                    "Companion 16 \u{a7}5.4",
                ),
                (
                    "One six within 6.0 in, two beyond: the target tests, and is Disordered if it fails.",
                    "Companion 16 \u{a7}5.5",
                ),
                ("A volley leaves smoke in front of the firer.", "RULE-01-4.4"),
                (
                    "Concentrated Battery Fire: a pip, up to three sections of a brigade as one volley, and saves at -1.",
                    "Companion 16 \u{a7}2.3",
                ),
                (
                    "Repeaters that roll two ones run low: no bonus dice until they stand still and silent for a turn.",
                    "Companion 12 \u{a7}4.0",
                ),
            ],
            Self::Assault => &[
                (
                    "A pip sends one regiment forward to 9.0 in; two pips send several that stand within 1.0 in of each other.",
                    "Companion 16 \u{a7}2.3",
                ),
                (
                    "A regiment that made a free move does not assault; after the first assault there are no more free moves.",
                    "RULE-01-3.1, 3.3",
                ),
                ("Its path is straight: it strikes the first enemy on it.", "Companion 6 \u{a7}2.0"),
                ("The charge stops at 4.0 in while the enemy answers.", "Companion 16 \u{a7}7.2"),
                (
                    "Hurt by the closing volley, it tests: if it fails it stands 2.0 in short, Disordered.",
                    "Companion 16 \u{a7}7.2",
                ),
                ("Three inches straight over open ground give momentum, +1.", "Companion 16 \u{a7}7.3"),
                (
                    "A road column that is charged is overrun; a Broken brigade's regiment routs.",
                    "Companion 6 \u{a7}2.0, 16 \u{a7}8.2",
                ),
            ],
            Self::Reactions => &[
                ("Closing Volley: free, at chargers on the 4.0 in line, with short range numbers.", "QRS 4 \u{a7}1.1"),
                (
                    "Opportunity Fire: free, at an enemy that crosses your front within 8.0 in.",
                    "Companion 16 \u{a7}6.0",
                ),
                (
                    "Counter-Charge: a reserved pip, no volley. Both meet in the middle; the charger loses its momentum.",
                    "Companion 16 \u{a7}6.0",
                ),
                (
                    "Refuse Flank: a reserved pip, or 4+ on a check, when an enemy comes round an end of a line within 12.0 in.",
                    "Companion 16 \u{a7}6.0",
                ),
                (
                    "Skirmish Evade: free, 4.0 to 6.0 in back when a formed enemy comes within 6.0 in of a screen.",
                    "Companion 10 \u{a7}3.0",
                ),
                (
                    "One reaction for each enemy action; who has fired in reaction fires no other this turn. All may be declined.",
                    "Companion 16 \u{a7}6.0",
                ),
            ],
            Self::Melee => &[
                ("Each side: 1D6 + stands in contact + modifiers. The higher score wins.", "Companion 16 \u{a7}7.3"),
                (
                    "+2 flank or rear, +1 momentum, +1 attacking column, +1 general, Fresh +1, Spent -1, Disordered -2.",
                    "Companion 16 \u{a7}7.3",
                ),
                (
                    "The loser loses a stand, goes back 6.0 in and is Disordered. The winner may advance or pivot 2.0 in.",
                    "RULE-01-5.3",
                ),
                (
                    "Cavalry that charges: +1 against infantry in the open, Disordered or in column, which is at -2 as if Disordered. Beaten by cavalry it goes back 9.0 in.",
                    "Companion 16 \u{a7}7.3, \u{a7}10.1",
                ),
                (
                    "A Fresh attacker that wins by 4 and destroys its enemy may sweep on 4.0 in for a pip: contact is a new melee.",
                    "Companion 16 \u{a7}7.4",
                ),
                ("A tie is a Bloody Draw: both suffer, and fight on next turn.", "Companion 7 \u{a7}3.0"),
            ],
            Self::Morale => &[
                (
                    "Disordered: -2.0 in, -1 to hit, -2 in melee. A second Disorder is a micro-hit.",
                    "QRS 4 \u{a7}3, Companion 16 \u{a7}8.3",
                ),
                (
                    "Rally with pips in Phase 1 or 5, or in Phase 5 by a roll: Veteran and Elite 3+, Regular 4+, Green 5+.",
                    "Companion 11 \u{a7}5.0",
                ),
                (
                    "Fresh above 75% of the stands, Worn to 35%, Spent below or with two stands, Shattered with one.",
                    "Companion 16 \u{a7}8.1",
                ),
                (
                    "A brigade is Hesitant at 30% lost: -1 to hit, no assaults. Broken at 50%: no fire, no pips, 6.0 in back each turn.",
                    "Companion 16 \u{a7}8.2",
                ),
            ],
            Self::Generals => &[
                (
                    "With a regiment's colors: +1 in melee and to its checks, and distance does not matter.",
                    "Companion 16 \u{a7}2.4",
                ),
                (
                    "A stand that his regiment loses, or a six against it, puts him in danger: 4 light wound, 5 severe, 6 killed.",
                    "Companion 16 \u{a7}2.4",
                ),
                ("A colonel who takes over leads as a Timid general.", "Companion 16 \u{a7}2.4"),
                (
                    "A division commander gives one bonus pip a turn to a brigadier within 18.0 in.",
                    "Companion 16 \u{a7}2.1",
                ),
            ],
            Self::Keys => &[
                ("Left click selects; left drag moves the ghost; right click or Esc cancels; Space confirms.", "mouse"),
                (
                    "Mouse wheel zooms; middle drag or W A S D pans when nothing is selected; F shows the whole table.",
                    "mouse",
                ),
                (
                    "Tab: the next regiment that can act. Alt: arcs and command. V: what a point sees. M: measure.",
                    "keys",
                ),
                (
                    "L line, A assault column, R road column, T about face, B fall back, H hold, D double-time, P pivot, X assault.",
                    "keys",
                ),
                ("Y rally, N natural rally, G fire the rest, 1 to 5 answer, 0 decline.", "keys"),
                ("F1 this page, F12 a picture, Ctrl+Z take back.", "keys"),
            ],
        }
    }
}

/// Draws the open page.
pub fn draw(ctx: &egui::Context, state: &mut PanelState, rect: Rect) -> Option<Rect> {
    let topic = state.help?;
    let width = 520.0_f32.min(rect.width() - 16.0).max(300.0);
    let at = pos2(rect.center().x, rect.top() + 8.0);
    let mut next = Some(topic);
    let area = widgets::float(ctx, "help", at, egui::Align2::CENTER_TOP, width, theme::sheet(), |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(topic.title()).heading());
            widgets::from_right(ui, |ui| {
                if ui.button("x").on_hover_text("Put it away (F1 or Esc)").clicked()
                    || widgets::struck(ui.ctx(), egui::Key::Escape)
                {
                    next = None;
                }
            });
        });
        ui.horizontal_wrapped(|ui| {
            for page in Topic::ALL {
                if ui.selectable_label(page == topic, RichText::new(page.title()).size(theme::SMALL)).clicked() {
                    next = Some(page);
                }
            }
        });
        ui.separator();
        ScrollArea::vertical().max_height((rect.height() - 170.0).max(140.0)).show(ui, |ui| {
            for (words, page) in topic.says() {
                ui.add(Label::new(*words).wrap());
                widgets::note(ui, *page);
            }
        });
    });
    state.help = next;
    Some(area)
}
