//! Packs the sprites on pages and writes the index.

use crate::march::{INCH_PER_UNIT, PX_PER_INCH, Sprite};
use crate::sdf::V;
use crate::shades::Card;
use serde::Serialize;

/// Side of the largest page.
pub const SIDE: usize = 4096;
/// Clear pixels round each sprite.
const PAD: usize = 1;

/// A figure ready for the page.
pub struct Shot {
    pub name: String,
    /// The uniform that it wears, of those that a scenario chooses.
    pub uniform: Option<String>,
    pub page: usize,
    pub staff: Option<V>,
    pub sprites: Vec<Sprite>,
    pub card: Card,
    /// The sprites in numbers of the card.
    pub numbers: Vec<Vec<u8>>,
}

/// Where a sprite lies on its page (left, top, width, height), and its ground point.
#[derive(Serialize, Clone, Copy, Default)]
pub struct Place(pub u32, pub u32, pub u32, pub u32, pub f32, pub f32);

/// One figure: its name and its sprites by heading. Its card is the row of `miniatures_shades.png` of its number.
#[derive(Serialize)]
pub struct Entry {
    pub name: String,
    pub page: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uniform: Option<String>,
    /// Pixels for one table inch where they are not the sheet's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub px_per_inch: Option<f32>,
    /// Where a flag's staff stands beside its bearer, in inches to the right and ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staff: Option<(f32, f32)>,
    pub sprites: Vec<Place>,
}

/// A page of numbers.
pub struct Page {
    pub h: usize,
    pub px: Vec<u8>,
}

/// What the foundry delivers.
pub struct Book {
    pub pages: Vec<Page>,
    pub cards: Vec<Card>,
    pub figures: Vec<Entry>,
}

impl Book {
    /// The index as RON, a figure a line.
    pub fn index(&self) -> Result<String, ron::Error> {
        let mut text = format!(
            "(\n    format: 2,\n    px_per_inch: {PX_PER_INCH:?},\n    headings: 32,\n    pages: {},\n    figures: [\n",
            self.pages.len()
        );
        for figure in &self.figures {
            text.push_str("        ");
            text.push_str(&ron::to_string(figure)?.replace("Place(", "("));
            text.push_str(",\n");
        }
        text.push_str("    ],\n)\n");
        Ok(text)
    }
}

/// Lays sprites out in shelves, tallest first, page by page.
pub fn pack(shots: Vec<Shot>) -> Result<Book, String> {
    let many = shots.iter().map(|s| s.page + 1).max().unwrap_or(1);
    let mut places: Vec<Vec<Place>> = shots.iter().map(|s| vec![Place::default(); s.sprites.len()]).collect();
    let mut pages = Vec::new();
    for page in 0..many {
        let mut order: Vec<(usize, usize)> = Vec::new();
        for (f, shot) in shots.iter().enumerate().filter(|(_, s)| s.page == page) {
            order.extend((0..shot.sprites.len()).map(|i| (f, i)));
        }
        order.sort_by_key(|&(f, i)| (usize::MAX - shots[f].sprites[i].h, f, i));
        let (mut x, mut y, mut shelf) = (PAD, PAD, 0);
        for &(f, i) in &order {
            let s = &shots[f].sprites[i];
            if x + s.w + PAD > SIDE {
                x = PAD;
                y += shelf + PAD;
                shelf = 0;
            }
            places[f][i] = Place(x as u32, y as u32, s.w as u32, s.h as u32, s.ax, s.ay);
            x += s.w + PAD;
            shelf = shelf.max(s.h);
        }
        let h = y + shelf + PAD;
        if h > SIDE {
            return Err(format!("the sprites of page {page} need {h} rows, a page has {SIDE}"));
        }
        let mut px = vec![0; SIDE * h];
        for (f, i) in order {
            let (s, p, numbers) = (&shots[f].sprites[i], places[f][i], &shots[f].numbers[i]);
            for row in 0..s.h {
                let to = (p.1 as usize + row) * SIDE + p.0 as usize;
                px[to..to + s.w].copy_from_slice(&numbers[row * s.w..(row + 1) * s.w]);
            }
        }
        pages.push(Page { h, px });
    }
    let cards = shots.iter().map(|s| s.card).collect();
    let figures = shots
        .into_iter()
        .zip(places)
        .map(|(shot, sprites)| Entry {
            px_per_inch: shot.sprites.first().map(|s| s.fine).filter(|fine| *fine != PX_PER_INCH),
            staff: shot.staff.map(|at| (at.x * INCH_PER_UNIT, at.y * INCH_PER_UNIT)),
            name: shot.name,
            page: shot.page,
            uniform: shot.uniform,
            sprites,
        })
        .collect();
    Ok(Book { pages, cards, figures })
}
