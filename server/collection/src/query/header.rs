//! Terms about a game as a whole: its tags, its length, what annotations it has.

use std::ops::{ControlFlow, RangeInclusive};

use scoresheet_chess::openings::Opening;
use scoresheet_chess::results;
use scoresheet_grammar::Item;
use shakmaty::Color;

use super::name_test::NameTest;
use super::range_test::{RangeTest, UNKNOWN, date_of_tag, eco_code, rating_of_tag};
use super::text_test::TextTest;
use crate::game::{Game, Kept, Lines, Reached, Visitor};
use crate::truth::Truth;

/// Above the ratings of all players: the best programs have less than 4000.
const HIGHEST_RATING: u32 = 4000;

/// A term that holds for a game or not.
#[derive(Clone, Debug)]
pub(super) enum HeaderTerm {
    /// A tag as a text; a missing one is empty.
    Tag(String, TextTest),
    /// The name of one side, or of either.
    Player(Side, NameTest),
    /// The winner's name, or the loser's.
    Decided { wins: bool, test: NameTest },
    /// A tag with a date.
    Date(String, RangeTest),
    /// A rating.
    Elo(Elo, RangeTest),
    /// The code of the opening: that of the tag, or else of the moves.
    Eco(RangeTest),
    /// The name of the opening: that of the tag, or else of the moves.
    Opening(TextTest),
    /// One of the four results, and whether the game has it.
    Result(&'static str, bool),
    /// The number of plies, or of moves.
    Length { moves: bool, test: RangeTest },
    /// The text has something.
    Has(Thing),
    /// The words of a comment.
    Comment(TextTest),
    /// Something in the main line does not read.
    Broken,
}

/// Which player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Of(Color),
    Either,
}

/// Which rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elo {
    Of(Color),
    Both,
    Average,
    Difference,
}

/// What a text may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    Comments,
    Variations,
    Nags,
    Nag(u32),
    Fen,
}

/// What it costs to find out whether a term holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cost {
    Tags,
    Text,
    Moves,
}

/// What a source says about a term.
pub(super) struct Said {
    pub(super) truth: Truth,
    /// Whether the source does not keep what decides.
    pub(super) lacks: bool,
}

impl HeaderTerm {
    pub(super) fn cost(&self) -> Cost {
        match self {
            HeaderTerm::Has(Thing::Fen) => Cost::Tags,
            HeaderTerm::Has(_) | HeaderTerm::Comment(_) | HeaderTerm::Eco(_) | HeaderTerm::Opening(_) => Cost::Text,
            HeaderTerm::Length { .. } | HeaderTerm::Broken => Cost::Moves,
            _ => Cost::Tags,
        }
    }

    pub(super) fn of(&self, game: &mut impl Game) -> Said {
        let mut lacks = false;
        let truth = match self {
            HeaderTerm::Tag(name, test) => tag(game, name, &mut lacks, |value| test.passes(value.unwrap_or("")).into()),
            HeaderTerm::Player(side, test) => {
                let mut passes = |name| tag(game, name, &mut lacks, |value| test.passes(value.unwrap_or("")).into());
                match side {
                    Side::Of(color) => passes(name_tag(*color)),
                    Side::Either => match passes("White") {
                        Truth::Yes => Truth::Yes,
                        of_white => of_white.max(passes("Black")),
                    },
                }
            }
            HeaderTerm::Decided { wins, test } => {
                let winner = tag_value(game, "Result", &mut lacks, |value| match value.and_then(results::canonical) {
                    Some("1-0") => Some(Color::White),
                    Some("0-1") => Some(Color::Black),
                    _ => None,
                });
                match winner {
                    None => Truth::Unknown,
                    Some(None) => Truth::No,
                    Some(Some(winner)) => {
                        let name = name_tag(if *wins { winner } else { !winner });
                        tag(game, name, &mut lacks, |value| test.passes(value.unwrap_or("")).into())
                    }
                }
            }
            HeaderTerm::Date(name, test) => {
                tag(game, name, &mut lacks, |value| test.passes(&value.map_or(UNKNOWN, date_of_tag)))
            }
            HeaderTerm::Elo(elo, test) => of_elo(game, *elo, test, &mut lacks),
            HeaderTerm::Eco(_) | HeaderTerm::Opening(_) => match self.of_tags(game) {
                Some(truth) => truth,
                None => match game.opening() {
                    Kept::Known(opening) => self.of_opening(opening),
                    Kept::Not => {
                        lacks = true;
                        Truth::Unknown
                    }
                },
            },
            HeaderTerm::Result(result, is) => tag(game, "Result", &mut lacks, |value| {
                (value.and_then(results::canonical).unwrap_or("*") == *result && *is
                    || value.and_then(results::canonical).unwrap_or("*") != *result && !*is)
                    .into()
            }),
            HeaderTerm::Length { moves, test } => {
                let plies = game.facts().plies.or_else(|| {
                    let mut length = Length(0);
                    matches!(game.play(Lines::Main, &mut length), Kept::Known(_)).then_some(length.0)
                });
                lacks |= plies.is_none();
                let count = plies.map(|plies| if *moves { plies.div_ceil(2) } else { plies });
                count.map_or(Truth::Unknown, |count| test.passes(&(count..=count)))
            }
            HeaderTerm::Broken => {
                let is_broken = game.facts().is_broken.or_else(|| match game.play(Lines::Main, &mut Length(0)) {
                    Kept::Known(reading) => Some(reading.is_broken),
                    Kept::Not => None,
                });
                lacks |= is_broken.is_none();
                is_broken.into()
            }
            HeaderTerm::Has(thing) => has(game, *thing, &mut lacks),
            HeaderTerm::Comment(test) => {
                if game.facts().has_comments == Some(false) {
                    return Said { truth: Truth::No, lacks: false };
                }
                match game.text() {
                    Kept::Known(view) => {
                        let mut items = view.items();
                        items.any(|(item, _)| matches!(item, Item::Comment(words) if test.passes(words))).into()
                    }
                    Kept::Not => {
                        lacks = true;
                        Truth::Unknown
                    }
                }
            }
        };
        Said { truth, lacks }
    }

    /// What the tags say of a term that costs more without them. `None` if they do not decide.
    pub(super) fn of_tags(&self, game: &mut impl Game) -> Option<Truth> {
        let mut lacks = false;
        match self {
            HeaderTerm::Eco(test) => {
                let code = tag_value(game, "ECO", &mut lacks, |value| value.and_then(eco_code))??;
                Some(test.passes(&code))
            }
            HeaderTerm::Opening(test) => {
                let is_known = |name: &str| !matches!(name.trim(), "" | "?" | "-");
                let known = |value: Option<&str>| value.filter(|name| is_known(name)).map(str::to_owned);
                // The names of a code are too many: B90 has Najdorf Variations and others.
                let opening = tag_value(game, "Opening", &mut lacks, known)??;
                // Sections 9.3.2 and 9.3.3: the name may go on in other tags. The table of openings has it in one.
                let mut whole = opening.clone();
                for name in ["Variation", "SubVariation"] {
                    if let Some(part) = tag_value(game, name, &mut lacks, known)? {
                        whole += ": ";
                        whole += &part;
                    }
                }
                Some(test.passes_any(&[&opening, &whole]).into())
            }
            _ => None,
        }
    }

    fn of_opening(&self, opening: Option<Opening>) -> Truth {
        match (self, opening) {
            (HeaderTerm::Eco(test), Some(opening)) => {
                eco_code(opening.eco).map_or(Truth::Unknown, |code| test.passes(&code))
            }
            (HeaderTerm::Opening(test), Some(opening)) => test.passes(opening.name).into(),
            (HeaderTerm::Opening(test), None) => test.passes("").into(),
            _ => Truth::Unknown,
        }
    }

    /// Whether a game may fulfil it; of ratings, if they are those of players.
    pub(super) fn is_possible(&self) -> bool {
        let HeaderTerm::Elo(elo, test) = self else { return true };
        let least = u32::from(*elo != Elo::Difference);
        test.passes(&(least..=HIGHEST_RATING)) != Truth::No
    }

    /// The same with the colours exchanged. `None` for a text that names colours in its own way.
    pub(super) fn flipped(&self) -> Option<HeaderTerm> {
        Some(match self {
            HeaderTerm::Tag(name, test) => HeaderTerm::Tag(flipped_tag(name)?, test.clone()),
            HeaderTerm::Player(Side::Of(color), test) => HeaderTerm::Player(Side::Of(!*color), test.clone()),
            HeaderTerm::Elo(Elo::Of(color), test) => HeaderTerm::Elo(Elo::Of(!*color), test.clone()),
            HeaderTerm::Result("1-0", is) => HeaderTerm::Result("0-1", *is),
            HeaderTerm::Result("0-1", is) => HeaderTerm::Result("1-0", *is),
            other => other.clone(),
        })
    }
}

/// The tag that says of the other player what this one says of one.
fn flipped_tag(name: &str) -> Option<String> {
    if ["Result", "FEN"].iter().any(|of_colours| of_colours.eq_ignore_ascii_case(name)) {
        return None;
    }
    let of_other = name.split_at_checked("White".len()).and_then(|(color, rest)| match color {
        _ if color.eq_ignore_ascii_case("White") => Some(format!("Black{rest}")),
        _ if color.eq_ignore_ascii_case("Black") => Some(format!("White{rest}")),
        _ => None,
    });
    Some(of_other.unwrap_or_else(|| name.to_owned()))
}

fn name_tag(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

fn tag_value<T>(game: &mut impl Game, name: &str, lacks: &mut bool, read: impl FnOnce(Option<&str>) -> T) -> Option<T> {
    match game.tag(name) {
        Kept::Known(value) => Some(read(value.as_deref())),
        Kept::Not => {
            *lacks = true;
            None
        }
    }
}

fn tag(game: &mut impl Game, name: &str, lacks: &mut bool, read: impl FnOnce(Option<&str>) -> Truth) -> Truth {
    tag_value(game, name, lacks, read).unwrap_or(Truth::Unknown)
}

fn of_elo(game: &mut impl Game, elo: Elo, test: &RangeTest, lacks: &mut bool) -> Truth {
    let mut rating = |color: Color| {
        let name = color.fold_wb("WhiteElo", "BlackElo");
        tag_value(game, name, lacks, |value| value.map_or(UNKNOWN, rating_of_tag)).unwrap_or(UNKNOWN)
    };
    let known = |range: &RangeInclusive<u32>| (*range != UNKNOWN).then(|| *range.start());
    match elo {
        Elo::Of(color) => test.passes(&rating(color)),
        Elo::Both => match test.passes(&rating(Color::White)) {
            Truth::No => Truth::No,
            of_white => of_white.min(test.passes(&rating(Color::Black))),
        },
        Elo::Average | Elo::Difference => {
            let (Some(white), Some(black)) = (known(&rating(Color::White)), known(&rating(Color::Black))) else {
                return Truth::Unknown;
            };
            let value = if elo == Elo::Average { white.midpoint(black) } else { white.abs_diff(black) };
            test.passes(&(value..=value))
        }
    }
}

fn has(game: &mut impl Game, thing: Thing, lacks: &mut bool) -> Truth {
    let facts = game.facts();
    let known = match thing {
        Thing::Comments => facts.has_comments,
        Thing::Variations => facts.has_variations,
        Thing::Nags => facts.has_nags,
        Thing::Nag(_) => facts.has_nags.filter(|has| !has),
        Thing::Fen => {
            return tag(game, "FEN", lacks, |value| value.is_some_and(|value| !value.trim().is_empty()).into());
        }
    };
    if known.is_some() {
        return known.into();
    }
    let Kept::Known(view) = game.text() else {
        *lacks = true;
        return Truth::Unknown;
    };
    let is_it = |item: Item| match (thing, item) {
        (Thing::Comments, Item::Comment(_))
        | (Thing::Variations, Item::VariationStart)
        | (Thing::Nags, Item::Nag(_)) => true,
        (Thing::Nag(wanted), Item::Nag(number)) => wanted == number,
        _ => false,
    };
    view.items().any(|(item, _)| is_it(item)).into()
}

/// Counts the plies of a line.
struct Length(u32);

impl Visitor for Length {
    fn reach(&mut self, reached: &Reached<'_>) -> ControlFlow<()> {
        self.0 = reached.ply;
        ControlFlow::Continue(())
    }
}
