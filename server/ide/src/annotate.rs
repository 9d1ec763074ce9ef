//! Annotations made on a board, written into a game: arrows and squares, NAGs, and words.

use std::ops::Range;

use scoresheet_chess::diagram::Brush;
use scoresheet_chess::engine_comment::engine_comment;
use scoresheet_chess::move_numbers::{indication, missing_in};
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_chess::nag;
use scoresheet_chess::placed_game::{PlacedGame, game_at};
use scoresheet_grammar::command::{Command, commands};
use scoresheet_grammar::{Database, Event, GameView};
use scoresheet_lint::finding::Edit;
use shakmaty::Square;

use crate::board_state::current;
use crate::play::{end_of_annotations, insertion, last_token_before};
use crate::set_up;

/// What is written at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// An arrow, or a square where `to` is `None`. It is taken away where it is there in this colour already, and takes this colour where it
    /// is there in another.
    Mark {
        /// The colour.
        brush: Brush,
        /// The square where it begins.
        from: Square,
        /// The square where it ends.
        to: Option<Square>,
    },
    /// A NAG, which is taken away where it is there already. One that judges the move (`$1` to `$6`) takes the place of another that does, and
    /// so does one that judges the position (`$10` to `$19`).
    Nag(u8),
    /// The words of the comment after the move, in place of those that are there; empty for none. Commands such as `[%clk 0:01:00]` stay.
    Words(String),
    /// The start position of a game without moves, in Forsyth-Edwards Notation.
    Start(String),
    /// The result, one of the four of section 8.2.6.
    Result(String),
}

/// The edits of an annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotated {
    /// The edits in ascending order, in byte offsets of the file.
    pub edits: Vec<Edit>,
    /// The byte offset in the text after the edits where the cursor goes: the end of the move, which keeps its position.
    pub cursor: usize,
}

/// Annotates the position at byte `offset` of the file (see [`crate::board_state`]), after its move or, at the start of a game, before the
/// first one. Linear in the game.
///
/// # Errors
/// A sentence for the user where there is nothing to annotate.
pub fn annotate(database: &Database, offset: usize, annotation: &Annotation) -> Result<Annotated, String> {
    match annotation {
        Annotation::Start(fen) => return set_up::start(database, offset, fen),
        Annotation::Result(result) => return set_up::result(database, offset, result),
        Annotation::Mark { .. } | Annotation::Nag(_) | Annotation::Words(_) => {}
    }
    let game = game_at(database, offset).ok_or("There is no game here to annotate")?;
    let tree = MoveTree::of(game.view);
    let (last, _) = current(&tree, offset - game.start);
    let place = Annotating { game: &game, tree: &tree, last };
    let edits = match annotation {
        Annotation::Mark { brush, from, to } => place.mark(*brush, *from, *to),
        Annotation::Nag(number) => place.nag(u16::from(*number))?,
        Annotation::Words(words) => place.words(words),
        Annotation::Start(_) | Annotation::Result(_) => Vec::new(),
    };
    let cursor = match last {
        Some(last) => game.start + tree.moves[last].range.end,
        // What is written before the first move may be written before the cursor.
        None => edits.first().map_or(offset, |first| offset.min(game.start + first.range.start)),
    };
    Ok(Annotated { edits: edits.into_iter().map(|edit| edit.shifted(game.start)).collect(), cursor })
}

struct Annotating<'game> {
    game: &'game PlacedGame<'game>,
    tree: &'game MoveTree,
    last: Option<usize>,
}

impl Annotating<'_> {
    fn mark(&self, brush: Brush, from: Square, to: Option<Square>) -> Vec<Edit> {
        let squares = to.map_or_else(|| from.to_string(), |to| format!("{from}{to}"));
        let name = if to.is_some() { "cal" } else { "csl" };
        let written = format!("{}{squares}", brush.letter());
        let of_kind: Vec<(Range<usize>, Command)> = self
            .comments()
            .flat_map(|comment| {
                let found: Vec<Command> = self.commands_of(&comment).collect();
                found.into_iter().map(move |command| (comment.clone(), command))
            })
            .filter(|(_, command)| command.name == name && command.is_closed)
            .collect();
        for (comment, command) in &of_kind {
            let marks: Vec<&str> = command.arguments.split(',').map(str::trim).collect();
            let Some(place) = marks.iter().position(|mark| mark.get(1..) == Some(squares.as_str())) else { continue };
            let mut marks: Vec<String> = marks.into_iter().map(str::to_owned).collect();
            if marks[place] == written {
                marks.remove(place);
            } else {
                marks[place].clone_from(&written);
            }
            return if marks.is_empty() {
                self.without(comment, &command.range)
            } else {
                vec![Edit::replace(command.arguments_range.clone(), marks.join(","))]
            };
        }
        if let Some((_, command)) = of_kind.first() {
            let lead = if command.arguments.is_empty() { " " } else { "," };
            return vec![Edit::insert(command.arguments_range.end, format!("{lead}{written}"))];
        }
        let text = format!("[%{name} {written}]");
        match self.comments().next() {
            Some(comment) => {
                let inside = &self.text()[comment.start + 1..comment.end - 1];
                let trailing = if inside.is_empty() || inside.starts_with(char::is_whitespace) { "" } else { " " };
                vec![Edit::insert(comment.start + 1, format!("{text}{trailing}"))]
            }
            None => self.new_comment(&text),
        }
    }

    fn nag(&self, number: u16) -> Result<Vec<Edit>, String> {
        let Some(last) = self.last else { return Err("A NAG needs a move, and there is none here".to_owned()) };
        let played = &self.tree.moves[last];
        let mut replaced = None;
        let mut end = played.range.end;
        for (event, range) in self.game.view.tree.events().skip(played.events) {
            let Event::Token(kind) = event else { break };
            if !kind.is_annotation() {
                break;
            }
            let there = nag::of_token(kind, &self.text()[range.clone()], played.turn.is_white());
            if there == Some(number) {
                let white = self.text()[..range.start].trim_end_matches([' ', '\t']).len();
                return Ok(vec![Edit::delete(white..range.end)]);
            }
            if there.is_some_and(|there| is_same_judgement(there, number)) {
                replaced = Some(range.clone());
            }
            end = range.end;
        }
        Ok(match replaced {
            // A suffix such as `!` follows its move at once; a NAG needs a space.
            Some(range) if range.start == played.range.end => vec![Edit::replace(range, format!(" ${number}"))],
            Some(range) => vec![Edit::replace(range, format!("${number}"))],
            None => vec![self.spaced(end, format!(" ${number}"))],
        })
    }

    fn words(&self, words: &str) -> Vec<Edit> {
        // A comment ends at the first brace (section 5), and new lines are white space to readers.
        let words = words.replace('}', ")").split_whitespace().collect::<Vec<_>>().join(" ");
        // What an engine's program wrote is not replaced, only the words after it.
        let of_people = || self.comments().filter(|comment| self.data_end(comment) != Some(comment.end - 1));
        let Some(comment) = of_people().find(|comment| self.has_words(comment)).or_else(|| of_people().next()) else {
            return if words.is_empty() { Vec::new() } else { self.new_comment(&words) };
        };
        if let Some(data_end) = self.data_end(&comment) {
            return vec![Edit::replace(data_end..comment.end - 1, format!(" {words}").trim_end())];
        }
        let kept: Vec<&str> =
            self.commands_of(&comment).map(|command| &self.text()[command.range.clone()]).chain([&*words]).collect();
        let text = kept.join(" ");
        match text.trim() {
            "" => self.without_comment(&comment),
            text => vec![Edit::replace(comment.start + 1..comment.end - 1, text)],
        }
    }

    fn text(&self) -> &str {
        self.game.view.text
    }

    /// The comments in braces after the move, before the next one.
    fn comments(&self) -> impl Iterator<Item = Range<usize>> {
        let is_in_variation = |at: usize| self.tree.variations_at(at).next().is_some();
        self.tree
            .comments
            .iter()
            .filter(move |comment| comment.previous_move == self.last)
            .map(|comment| comment.range.clone())
            .filter(|range| self.text()[range.clone()].starts_with('{') && self.text()[range.clone()].ends_with('}'))
            .filter(move |range| self.last.is_some() || !is_in_variation(range.start))
            // A comment after the variations on the next move is about what follows them.
            .take_while(move |range| {
                let next = self.tree.moves.iter().find(|one| one.previous == self.last);
                next.is_none_or(|next| range.start < next.range.start)
            })
    }

    fn commands_of(&self, comment: &Range<usize>) -> impl Iterator<Item = Command<'_>> + use<'_> {
        let inside = comment.start + 1..comment.end - 1;
        commands(&self.text()[inside.clone()], inside.start)
    }

    /// Whether a comment has more than commands.
    fn has_words(&self, comment: &Range<usize>) -> bool {
        let mut from = comment.start + 1;
        let is_between = |range: Range<usize>| !self.text()[range].trim().is_empty();
        let before = self.commands_of(comment).any(|command| {
            let between = from..command.range.start;
            from = command.range.end;
            is_between(between)
        });
        before || is_between(from..comment.end - 1)
    }

    /// Returns where the data of an engine ends in a comment: its end without the brace if people wrote nothing into it.
    fn data_end(&self, comment: &Range<usize>) -> Option<usize> {
        let inside = &self.text()[comment.start + 1..comment.end - 1];
        let data = engine_comment(inside, self.tree.moves[self.last?].turn)?;
        if data.words.is_empty() {
            return Some(comment.end - 1);
        }
        let before = &inside[..inside.rfind(data.words)?];
        Some(comment.start + 1 + before.trim_end().len())
    }

    /// Takes a command out of a comment, and the comment with it if nothing else is in it.
    fn without(&self, comment: &Range<usize>, command: &Range<usize>) -> Vec<Edit> {
        let before = &self.text()[comment.start + 1..command.start];
        let after = &self.text()[command.end..comment.end - 1];
        if before.trim().is_empty() && after.trim().is_empty() {
            return self.without_comment(comment);
        }
        // One of the spaces around it goes as well.
        let end = command.end + after.len() - after.trim_start_matches(' ').len();
        let start = command.start - if after.trim().is_empty() { before.len() - before.trim_end().len() } else { 0 };
        vec![Edit::delete(start..end)]
    }

    fn without_comment(&self, comment: &Range<usize>) -> Vec<Edit> {
        let white = self.text()[..comment.start].trim_end_matches([' ', '\t']).len();
        // Before the first move, the white space after it goes.
        let after = &self.text()[comment.end..];
        let spaces = after.len() - after.trim_start_matches([' ', '\t']).len();
        match self.last {
            Some(_) => vec![Edit::delete(white..comment.end)],
            None => vec![Edit::delete(comment.start..comment.end + spaces)],
        }
    }

    fn new_comment(&self, text: &str) -> Vec<Edit> {
        let words = format!("{{{text}}}");
        let Some(last) = self.last else {
            let first = self.tree.moves.first().map(|first| first.number_range.as_ref().unwrap_or(&first.range).start);
            return match first.or(self.tree.termination.as_ref().map(|marker| marker.start)) {
                Some(first) => vec![Edit::insert(first, format!("{words} "))],
                None => vec![insertion(self.game.view, last_token_before(self.game.view, self.text().len()), &words).0],
            };
        };
        let before = end_of_annotations(self.game.view, self.tree, last);
        let mut edits = vec![insertion(self.game.view, Some(before), &words).0];
        edits.extend(number_of_next(self.game.view, self.tree, last));
        edits
    }

    /// Inserts a word that begins with a space, and a space after it where something follows at once.
    fn spaced(&self, at: usize, word: String) -> Edit {
        let follows = self.text()[at..].chars().next().is_some_and(|next| !next.is_whitespace() && next != ')');
        Edit::insert(at, if follows { word + " " } else { word })
    }
}

/// A move of Black needs its number after a comment (section 8.2.2.2): the edit that writes it before the move that follows `last` in the
/// text, unless it is there or was missing before.
fn number_of_next(game: GameView, tree: &MoveTree, last: usize) -> Option<Edit> {
    let line = tree.moves[last].variation;
    let next = tree.moves.iter().find(|one| one.previous == Some(last) && one.variation == line)?;
    if next.number_range.is_some() || next.turn.is_white() {
        return None;
    }
    let was_missing = missing_in(game, tree).iter().any(|(other, _)| *other == next.range.start);
    (!was_missing).then(|| Edit::insert(next.range.start, format!("{} ", indication(next.number, next.turn))))
}

/// Whether two NAGs judge the same: the move, or the position.
fn is_same_judgement(one: u16, other: u16) -> bool {
    let of = |number| match number {
        1..=6 => 1,
        10..=19 => 2,
        _ => 0,
    };
    of(one) != 0 && of(one) == of(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_cursor;

    #[track_caller]
    fn check(text: &str, annotation: &Annotation, expected: &str) {
        let (mut text, offset) = with_cursor(text);
        let Annotated { edits, cursor } = annotate(&Database::parse(&text), offset, annotation).unwrap();
        edits.iter().rev().for_each(|edit| text.replace_range(edit.range.clone(), &edit.text));
        text.insert_str(cursor, "<|>");
        assert_eq!(text, expected);
    }

    fn mark(text: &str) -> Annotation {
        let square = |at: Range<usize>| text.get(at).and_then(|square| square.parse().ok());
        let brush = Brush::from_letter(text.chars().next().unwrap()).unwrap();
        Annotation::Mark { brush, from: square(1..3).unwrap(), to: square(3..5) }
    }

    fn words(text: &str) -> Annotation {
        Annotation::Words(text.to_owned())
    }

    #[test]
    fn a_mark_is_written_where_its_kind_is() {
        check("1. e4<|> e5 *", &mark("Gd2d4"), "1. e4<|> {[%cal Gd2d4]} 1... e5 *");
        check("1. e4 e5<|> 2. Nf3 *", &mark("Re5"), "1. e4 e5<|> {[%csl Re5]} 2. Nf3 *");
        check("1. e4 e5 $1<|>*", &mark("Re5"), "1. e4 e5<|> $1 {[%csl Re5]} *");
        check("1. e4 {🏆} e5<|> *", &mark("Re5"), "1. e4 {🏆} e5<|> {[%csl Re5]} *");
        check("1. e4<|> {🏆} *", &mark("Re5"), "1. e4<|> {[%csl Re5] 🏆} *");
        check("1. e4<|> {[%cal Gd2d4] 🏆} *", &mark("Re5"), "1. e4<|> {[%csl Re5] [%cal Gd2d4] 🏆} *");
        check("1. e4<|> {🏆 [%cal Gd2d4]} *", &mark("Rd2d3"), "1. e4<|> {🏆 [%cal Gd2d4,Rd2d3]} *");
        check("1. e4 (1. d4<|>) e5 *", &mark("Re5"), "1. e4 (1. d4<|> {[%csl Re5]}) e5 *");
        check("1. e4 (1. d4<|> d5) *", &mark("Re5"), "1. e4 (1. d4<|> {[%csl Re5]} 1... d5) *");
        check("1. e4<|> (1. d4 {a}) 1... e5 *", &mark("Re5"), "1. e4<|> {[%csl Re5]} (1. d4 {a}) 1... e5 *");
    }

    #[test]
    fn a_mark_that_is_there_goes_or_changes_its_colour() {
        check("1. e4<|> {[%cal Gd2d4,Rd2d3] 🏆} *", &mark("Gd2d4"), "1. e4<|> {[%cal Rd2d3] 🏆} *");
        check("1. e4<|> {[%cal Gd2d4] 🏆} *", &mark("Gd2d4"), "1. e4<|> {🏆} *");
        check("1. e4<|> {🏆 [%cal Gd2d4]} *", &mark("Gd2d4"), "1. e4<|> {🏆} *");
        check("1. e4<|> {[%cal Gd2d4]} 1... e5 *", &mark("Gd2d4"), "1. e4<|> 1... e5 *");
        check("1. e4<|> {[%cal Gd2d4]} *", &mark("Bd2d4"), "1. e4<|> {[%cal Bd2d4]} *");
        check("1. e4<|> {[%csl Gd4,Re5]} *", &mark("Re5"), "1. e4<|> {[%csl Gd4]} *");
    }

    #[test]
    fn the_start_of_a_game_is_annotated_before_the_first_move() {
        check("[White \"🏆\"]<|>\r\n\r\n1. e4 *", &mark("Re5"), "[White \"🏆\"]<|>\r\n\r\n{[%csl Re5]} 1. e4 *");
        check("[White \"🏆\"]<|>\r\n\r\n{🏆} 1. e4 *", &words("Hm"), "[White \"🏆\"]<|>\r\n\r\n{Hm} 1. e4 *");
        check("[White \"🏆\"]<|>\r\n\r\n{🏆} 1. e4 *", &words(""), "[White \"🏆\"]<|>\r\n\r\n1. e4 *");
        check("[White \"🏆\"]<|>\r\n\r\n*\r\n", &words("Hm"), "[White \"🏆\"]<|>\r\n\r\n{Hm} *\r\n");
        check(
            "[White \"🏆\"]<|>\r\n\r\n1. e4 (1. d4) *",
            &words("Hm"),
            "[White \"🏆\"]<|>\r\n\r\n{Hm} 1. e4 (1. d4) *",
        );
        check(
            "[White \"🏆\"]<|>\r\n\r\n1. e4 ({so} 1. d4) *",
            &words(""),
            "[White \"🏆\"]<|>\r\n\r\n1. e4 ({so} 1. d4) *",
        );
    }

    #[test]
    fn nags_are_set_replaced_and_taken_away() {
        check("1. e4<|> e5 *", &Annotation::Nag(1), "1. e4<|> $1 e5 *");
        check("1. e4<|>*", &Annotation::Nag(1), "1. e4<|> $1 *");
        check("1. e4 $1<|> e5 *", &Annotation::Nag(1), "1. e4<|> e5 *");
        check("1. e4!<|> e5 *", &Annotation::Nag(1), "1. e4<|> e5 *");
        check("1. e4!<|> e5 *", &Annotation::Nag(2), "1. e4<|> $2 e5 *");
        check("1. e4 $1 $14<|> e5 *", &Annotation::Nag(16), "1. e4<|> $1 $16 e5 *");
        check("1. e4 $1<|> {🏆} e5 *", &Annotation::Nag(16), "1. e4<|> $1 $16 {🏆} e5 *");
        let nothing = annotate(&Database::parse("[White \"a\"]\n\n1. e4 *"), 0, &Annotation::Nag(1));
        assert_eq!(nothing.unwrap_err(), "A NAG needs a move, and there is none here");
    }

    #[test]
    fn words_take_the_place_of_words() {
        check("1. e4<|> e5 *", &words("Best\n by test"), "1. e4<|> {Best by test} 1... e5 *");
        check("1. e4<|> {[%clk 0:01:00] old} *", &words("new}"), "1. e4<|> {[%clk 0:01:00] new)} *");
        check("1. e4<|> {[%clk 0:01:00] old} *", &words(""), "1. e4<|> {[%clk 0:01:00]} *");
        check("1. e4<|> {[%clk 0:01:00]} {old} *", &words("new"), "1. e4<|> {[%clk 0:01:00]} {new} *");
        check("1. e4<|> {[%clk 0:01:00]} *", &words("new"), "1. e4<|> {[%clk 0:01:00] new} *");
        check("1. e4<|> {old} 1... e5 *", &words(" "), "1. e4<|> 1... e5 *");
        check("1. e4<|> {d=28, wv=0.25,} e5 *", &words("Best"), "1. e4<|> {Best} {d=28, wv=0.25,} e5 *");
        check("1. e4<|> {d=28, wv=0.25} {old} e5 *", &words("new"), "1. e4<|> {d=28, wv=0.25} {new} e5 *");
        check("1. e4<|> {+M3/9 1s, White mates} *", &words("new"), "1. e4<|> {+M3/9 1s, new} *");
        check("1. e4<|> {+M3/9 1s, White mates} *", &words(""), "1. e4<|> {+M3/9 1s,} *");
        check("1. e4<|> ; so\r\n1... e5 *", &words("Hm"), "1. e4<|> {Hm} ; so\r\n1... e5 *");
    }
}
