//! Reads the terms about a game as a whole.

use std::ops::RangeInclusive;

use scoresheet_chess::{nag, results};
use shakmaty::Color;

use super::error::QueryError;
use super::header::{Elo, HeaderTerm, Side, Thing};
use super::lexer::{Compare, Kind, Wanted};
use super::name_test::NameTest;
use super::node::Node;
use super::range_test::{date_of_query, eco_of_query};
use super::term::Term;

impl<'text> Term<'_, 'text> {
    pub(super) fn tag(&mut self, name: &str) -> Result<HeaderTerm, QueryError> {
        Ok(HeaderTerm::Tag(name.to_owned(), self.text_test(&format!("{} = \"Tata*\"", self.word))?))
    }

    pub(super) fn opening(&mut self) -> Result<HeaderTerm, QueryError> {
        Ok(HeaderTerm::Opening(self.text_test("opening = \"Sicilian*\"")?))
    }

    pub(super) fn player(&mut self, side: Side) -> Result<HeaderTerm, QueryError> {
        Ok(HeaderTerm::Player(side, self.name_test()?))
    }

    pub(super) fn decided(&mut self, wins: bool) -> Result<HeaderTerm, QueryError> {
        Ok(HeaderTerm::Decided { wins, test: self.name_test()? })
    }

    /// Two players, with either colour.
    pub(super) fn players(&mut self, nodes: &mut Vec<Node>) -> Result<(), QueryError> {
        let example = "players \"Carlsen*\" \"Caruana*\"";
        let mut tests = Vec::new();
        for _ in 0..2 {
            tests.push(self.name_test_of(Compare::Same, example)?);
        }
        let of = |color: Color, test: &NameTest| Node::header(HeaderTerm::Player(Side::Of(color), test.clone()));
        for (white, black) in [(0, 1), (1, 0)] {
            nodes.extend([of(Color::White, &tests[white]), of(Color::Black, &tests[black]), Node::And]);
        }
        nodes.push(Node::Or);
        Ok(())
    }

    /// The title of either player.
    pub(super) fn title(&mut self, nodes: &mut Vec<Node>) -> Result<(), QueryError> {
        let test = self.text_test("title = GM")?;
        let of = |name: &str| Node::header(HeaderTerm::Tag(name.to_owned(), test.clone()));
        nodes.extend([of("WhiteTitle"), of("BlackTitle"), Node::Or]);
        Ok(())
    }

    pub(super) fn any_tag(&mut self) -> Result<HeaderTerm, QueryError> {
        let example = "tag Annotator ~ \"Kasparov\"";
        let name = self.lexer.want(Wanted::Tag).next()?;
        let Kind::Word(word) = name.kind else {
            return Err(QueryError::new(name.span, "expected the name of a tag").with_help(format!("as in {example}")));
        };
        Ok(HeaderTerm::Tag(word.to_owned(), self.text_test(example)?))
    }

    pub(super) fn date(&mut self, tag: &str) -> Result<HeaderTerm, QueryError> {
        let example = format!("{} >= 2019 or {0} = 2019.05.03", self.word);
        let range = format!("{} in 2019..2021.06", self.word);
        Ok(HeaderTerm::Date(tag.to_owned(), self.range_test(&example, &range, "date", date_of_query)?))
    }

    pub(super) fn elo(&mut self, elo: Elo) -> Result<HeaderTerm, QueryError> {
        let (example, range) = (format!("{} >= 2600", self.word), format!("{} in 2600..2700", self.word));
        Ok(HeaderTerm::Elo(elo, self.range_test(&example, &range, "rating", number)?))
    }

    pub(super) fn length(&mut self, moves: bool) -> Result<HeaderTerm, QueryError> {
        let (example, range) = (format!("{} > 80", self.word), format!("{} in 20..40", self.word));
        Ok(HeaderTerm::Length { moves, test: self.range_test(&example, &range, "number", number)? })
    }

    pub(super) fn eco(&mut self) -> Result<HeaderTerm, QueryError> {
        Ok(HeaderTerm::Eco(self.range_test(
            "eco = B90 or eco = B9*",
            "eco in B90..B99",
            "code of an opening",
            eco_of_query,
        )?))
    }

    pub(super) fn result(&mut self) -> Result<HeaderTerm, QueryError> {
        let example = "result = 1-0";
        let compare = self.compare(example)?;
        let (value, token) = self.value(example)?;
        let result = match value.to_ascii_lowercase().as_str() {
            "draw" | "drawn" => Some("1/2-1/2"),
            "white" => Some("1-0"),
            "black" => Some("0-1"),
            _ => results::canonical(&value),
        };
        let help = "the results are 1-0, 0-1, 1/2-1/2 and *";
        let Some(result) = result else {
            return Err(QueryError::new(token.span, format!("{value} is no result")).with_help(help));
        };
        match compare {
            Compare::Same | Compare::Exact => Ok(HeaderTerm::Result(result, true)),
            Compare::Not => Ok(HeaderTerm::Result(result, false)),
            _ => Err(QueryError::new(token.span, "results are compared with = and !=").with_help(help)),
        }
    }

    pub(super) fn has(&mut self) -> Result<HeaderTerm, QueryError> {
        let token = self.lexer.want(Wanted::Value(self.word.to_owned())).next_raw()?;
        let word = match token.kind {
            Kind::Word(word) => word,
            _ => "",
        };
        let thing = match word.to_ascii_lowercase().as_str() {
            "comments" | "comment" => Thing::Comments,
            "variations" | "variation" => Thing::Variations,
            "nags" | "nag" => Thing::Nags,
            "fen" => Thing::Fen,
            _ => match nag_of(word) {
                Some(number) => Thing::Nag(number),
                None => {
                    let error = QueryError::new(token.span, "expected what the game has");
                    return Err(error.with_help("has comments, has variations, has nags, has fen, has $1 or has !!"));
                }
            },
        };
        Ok(HeaderTerm::Has(thing))
    }

    pub(super) fn nag(&mut self) -> Result<HeaderTerm, QueryError> {
        let example = "nag = $4 or nag = ??";
        let compare = self.compare(example)?;
        let (value, token) = self.value(example)?;
        match nag_of(&value).or_else(|| value.parse().ok()) {
            Some(number) if compare == Compare::Same || compare == Compare::Exact => {
                Ok(HeaderTerm::Has(Thing::Nag(number)))
            }
            _ => Err(QueryError::new(token.span, "expected a NAG").with_help(format!("as in {example}"))),
        }
    }

    pub(super) fn comment(&mut self) -> Result<HeaderTerm, QueryError> {
        Ok(HeaderTerm::Comment(self.text_test("comment ~ \"novelty\"")?))
    }
}

fn number(text: &str) -> Option<RangeInclusive<u32>> {
    text.parse().ok().map(|number| number..=number)
}

/// The number of a NAG as `$3` or as a sign.
fn nag_of(text: &str) -> Option<u32> {
    match text.strip_prefix('$') {
        Some(number) => number.parse().ok(),
        None => nag::from_glyph(text, true).map(u32::from),
    }
}
