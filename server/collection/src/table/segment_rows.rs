//! The rows of the games of a segment.

use std::ops::ControlFlow;

use scoresheet_chess::openings::of_main_line;
use scoresheet_grammar::{Database, GameView};
use shakmaty::{Chess, Color, Position, Role};

use super::column::Column;
use super::rows::Row;
use crate::cache::{CachedGame, GameResult, Named, Segment};
use crate::game::{Facts, Game, Kept, Lines, Reached, Visitor};
use crate::material::Material;
use crate::text_game::TextGame;

/// Makes rows of the games of a segment. What the segment does not keep is read from the text of a game.
pub struct SegmentRows<'s> {
    segment: &'s Segment<'s>,
    columns: &'s [Column],
    /// The columns of tags in the segment, by name. A value is looked up in them without a comparison of names.
    tags: Vec<TagColumn<'s>>,
    /// The name of the file.
    path: &'s str,
    /// How many lines and games of the file are before the segment.
    before: (u64, u64),
}

struct TagColumn<'s> {
    name: &'s str,
    values: Option<(Vec<Option<&'s str>>, &'s [u32])>,
}

/// The tags that a column shows.
fn tags_of(column: &Column) -> &[&str] {
    match column {
        Column::Eco => &["ECO"],
        Column::Opening => &["Opening", "Variation", "SubVariation"],
        _ => &[],
    }
}

impl<'s> SegmentRows<'s> {
    /// Makes rows with `columns` of a segment of the file `path` that begins after some `lines` and `games`.
    pub fn new(segment: &'s Segment<'s>, columns: &'s [Column], path: &'s str, lines: u64, games: u64) -> Self {
        let mut tags: Vec<TagColumn<'s>> = Vec::new();
        for column in columns {
            let own = match column {
                Column::Tag(name) => Some(name.as_str()),
                _ => None,
            };
            for name in own.into_iter().chain(tags_of(column).iter().copied()) {
                tags.push(TagColumn { name, values: segment.values(name) });
            }
        }
        SegmentRows { segment, columns, tags, path, before: (lines, games) }
    }

    /// Makes the row of a game; `text` reads its text if it is needed. Linear in the opening of the game, and in its moves for its
    /// material if a pawn was promoted.
    pub fn row(&self, game: usize, text: impl FnOnce() -> Option<String>) -> Row {
        let facts = CachedGame::new(self.segment, game).facts();
        let is_kept = facts.plies.is_some();
        // It has more than what is kept of games.
        let database = (!is_kept).then(text).flatten().map(|text| Database::parse(&text));
        let view = database.as_ref().and_then(|database| database.view(0));
        let place = Place {
            path: self.path,
            line: self.before.0 + u64::from(self.segment.lines_before(game)) + 1,
            game: self.before.1 + game as u64 + 1,
        };
        let cells = match view {
            Some(view) => cells(self.columns, &place, &mut Text::new(view)),
            None => cells(self.columns, &place, &mut Cached { rows: self, game, facts }),
        };
        Row::new(&cells, self.segment.is_broken(game))
    }
}

/// Makes the row of a game of which no cache is needed, at a `line` and with a number, both from 1. Linear in its text.
pub fn row_of_text(view: GameView, columns: &[Column], (path, line, game): (&str, u64, u64)) -> Row {
    let mut text = Text::new(view);
    Row::new(&cells(columns, &Place { path, line, game }, &mut text), text.is_broken)
}

fn cells(columns: &[Column], place: &Place, game: &mut impl Source) -> Vec<String> {
    columns.iter().map(|column| cell(column, place, game)).collect()
}

fn cell(column: &Column, place: &Place, game: &mut impl Source) -> String {
    match column {
        Column::Tag(name) if name == "Result" => game.tag(name).unwrap_or_else(|| game.result().to_owned()),
        Column::Tag(name) => game.tag(name).filter(|value| !value.starts_with("????")).unwrap_or_default(),
        Column::Eco => {
            game.tag("ECO").or_else(|| game.named().map(|(opening, _)| opening.eco.to_owned())).unwrap_or_default()
        }
        Column::Opening => match game.tag("Opening") {
            Some(opening) => {
                let parts = ["Variation", "SubVariation"].into_iter().filter_map(|name| game.tag(name));
                [opening].into_iter().chain(parts).collect::<Vec<_>>().join(": ")
            }
            None => game.named().map_or_else(String::new, |(opening, _)| opening.name.to_owned()),
        },
        Column::LeftBook => {
            let plies = game.named().map(|(_, plies)| plies).filter(|plies| *plies < game.plies());
            plies.map_or_else(String::new, |plies| (plies / 2 + 1).to_string())
        }
        Column::Plies => game.plies().to_string(),
        Column::Moves => game.plies().div_ceil(2).to_string(),
        Column::Material => game.material().map_or_else(String::new, |material| material.to_string()),
        Column::Promotions => game.promotions(),
        Column::Location => format!("{}:{}", place.path, place.line),
        Column::File => place.path.to_owned(),
        Column::Line => place.line.to_string(),
        Column::Game => place.game.to_string(),
        Column::Broken => if game.is_broken() { "yes" } else { "" }.to_owned(),
    }
}

/// Where a game is in its file; its line and its number are counted from 1.
struct Place<'p> {
    path: &'p str,
    line: u64,
    game: u64,
}

/// What cells are made of.
trait Source {
    /// The value of a tag on one line, unless it means unknown.
    fn tag(&self, name: &str) -> Option<String>;
    fn result(&self) -> &'static str;
    fn named(&self) -> Named;
    fn plies(&self) -> u32;
    fn material(&mut self) -> Option<Material>;
    /// The pieces that pawns were promoted to.
    fn promotions(&mut self) -> String;
    fn is_broken(&self) -> bool;
}

/// A game as the segment keeps it.
struct Cached<'r> {
    rows: &'r SegmentRows<'r>,
    game: usize,
    facts: Facts,
}

impl Source for Cached<'_> {
    fn tag(&self, name: &str) -> Option<String> {
        let segment = self.rows.segment;
        let column = self.rows.tags.iter().find(|column| column.name == name);
        known(match column.and_then(|column| column.values.as_ref()) {
            Some((values, places)) => *values.get(*places.get(self.game)? as usize)?,
            None => segment.tag(self.game, name),
        })
    }

    fn result(&self) -> &'static str {
        self.rows.segment.result(self.game).written()
    }

    fn named(&self) -> Named {
        self.rows.segment.openings().get(self.game).copied().flatten()
    }

    fn plies(&self) -> u32 {
        self.facts.plies.unwrap_or(0)
    }

    fn material(&mut self) -> Option<Material> {
        let first = usual_material();
        // Without a promotion men only disappear, so the last position has the least.
        let least = self.facts.material.filter(|bounds| bounds.most == first).map(|bounds| bounds.least);
        least.or_else(|| end(&mut CachedGame::new(self.rows.segment, self.game)).material)
    }

    fn promotions(&mut self) -> String {
        // Where a pawn was promoted, there may have been more men of a kind than at the start.
        if self.facts.material.is_some_and(|bounds| bounds.most == usual_material()) {
            return String::new();
        }
        end(&mut CachedGame::new(self.rows.segment, self.game)).promotions()
    }

    fn is_broken(&self) -> bool {
        self.rows.segment.is_broken(self.game)
    }
}

/// A game of which the segment does not keep all.
struct Text<'t> {
    view: GameView<'t>,
    end: End,
    is_broken: bool,
}

impl<'t> Text<'t> {
    fn new(view: GameView<'t>) -> Text<'t> {
        let mut end = End::default();
        let read = TextGame::new(view, 0).play(Lines::Main, &mut end);
        Text { view, end, is_broken: matches!(read, Kept::Known(reading) if reading.is_broken) }
    }
}

impl Source for Text<'_> {
    fn tag(&self, name: &str) -> Option<String> {
        known(self.view.tag(name).as_deref())
    }

    fn result(&self) -> &'static str {
        GameResult::of(self.view).written()
    }

    fn named(&self) -> Named {
        of_main_line(self.view).map(|(opening, plies)| (opening, plies as u32))
    }

    fn plies(&self) -> u32 {
        self.end.plies
    }

    fn material(&mut self) -> Option<Material> {
        self.end.material
    }

    fn promotions(&mut self) -> String {
        self.end.promotions()
    }

    fn is_broken(&self) -> bool {
        self.is_broken
    }
}

/// Sees the last position of a line, and the promotions on the way.
#[derive(Default)]
struct End {
    plies: u32,
    material: Option<Material>,
    /// The pieces of White and of Black.
    promoted: [Vec<Role>; 2],
}

impl End {
    /// The pieces that pawns were promoted to, as the material is written.
    fn promotions(&self) -> String {
        let letters = |color: Color| {
            let mut roles = self.promoted[color.fold_wb(0, 1)].clone();
            roles.sort_unstable_by_key(|role| std::cmp::Reverse(*role as u8));
            roles.into_iter().map(Role::upper_char).collect::<String>()
        };
        match [letters(Color::White), letters(Color::Black)] {
            [white, black] if black.is_empty() => white,
            [white, black] => format!("{white}v{black}"),
        }
    }
}

impl Visitor for End {
    fn reach(&mut self, reached: &Reached<'_>) -> ControlFlow<()> {
        (self.plies, self.material) = (reached.ply, Some(Material::of(reached.position.board())));
        if let Some(role) = reached.last.and_then(|last| last.promotion()) {
            self.promoted[reached.position.turn().fold_wb(1, 0)].push(role);
        }
        ControlFlow::Continue(())
    }
}

fn end(game: &mut impl Game) -> End {
    let mut end = End::default();
    game.play(Lines::Main, &mut end);
    end
}

/// The men at the start of usual games.
fn usual_material() -> Material {
    Material::of(Chess::default().board())
}

/// A value on one line, unless it means unknown (section 8.1.1).
fn known(value: Option<&str>) -> Option<String> {
    let value = value?.split_whitespace().collect::<Vec<_>>().join(" ");
    (!matches!(value.as_str(), "" | "?" | "-")).then_some(value)
}
