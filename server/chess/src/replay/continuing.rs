//! Variations after the last move of a line that continue it: `1. f3 e5 2. g4 (2... Qh4#)`.
//!
//! PGN has no such variations (section 8.2.5), but programs that keep games as trees write them. Their moves are played from the position after
//! the last move.

use scoresheet_grammar::{Event, Events, NodeKind, TokenKind, ast};
use shakmaty::{Color, Position};

use super::line::State;
use super::{Phase, Replay, recover};

/// Deeper variations are alternatives to a move, so that the work is linear in the game.
const DEEPEST: usize = 32;

/// So much white space before the first number of a variation is looked over.
const LONGEST_GAP: usize = 8;

impl Replay<'_> {
    /// Whether the innermost open variation begins after the last move of the line that it interrupts, instead of replacing that move.
    pub fn continues_line(&self) -> bool {
        self.line.continues
    }

    /// Whether the variation that begins at byte `start`, of which the walk is at the beginning, continues the current line: no move of the
    /// line follows, and the first move of the variation has the number of the next move, or no number and cannot replace the last move. It must
    /// be legal there, or the line must have ended in a mate or stalemate.
    #[inline]
    pub(super) fn is_before_continuation(&mut self, start: usize) -> bool {
        let is_possible = match first_number(&self.game.text.as_bytes()[start + 1..]) {
            FirstNumber::None => true,
            FirstNumber::Some { number, periods } => {
                let now = &self.line.now;
                number == now.number && (periods == 0 || (periods > 1) == now.turn.is_black())
            }
        };
        is_possible && self.continues()
    }

    #[cold]
    fn continues(&mut self) -> bool {
        if self.phase != Phase::Movetext || self.line.last_range.is_none() || self.depth() >= DEEPEST {
            return false;
        }
        let now = &self.line.now;
        let Some(before) = &self.line.before else { return false };
        if !now.is_known || now.is_guessed || !before.is_known {
            return false;
        }
        let Some((first, number)) = self.first_move_of_variation() else { return false };
        let plays = |state: &State| recover::plays(state.position.clone(), &[first], &self.setup.languages) == 1;
        let has_number_of_next = match number.map(ast::move_number) {
            Some(written) if written.number != now.number => return false,
            Some(written) if written.periods > 0 && (written.periods > 1) != (now.turn == Color::Black) => {
                return false;
            }
            Some(written) => written.periods > 0,
            None => false,
        };
        // After a mate nothing can be played, but the number says what the move was meant for.
        let fits = plays(now) || has_number_of_next && !plays(before) && now.position.legal_moves().is_empty();
        fits && (has_number_of_next || !plays(before)) && self.line_has_ended()
    }

    /// Returns the first move of the variation that begins here, and the number before it.
    fn first_move_of_variation(&self) -> Option<(&str, Option<&str>)> {
        let mut number = None;
        for (event, range) in self.events.clone() {
            match event {
                Event::Token(TokenKind::San) => return Some((&self.game.text[range], number)),
                Event::Token(TokenKind::MoveNumber) => number = Some(&self.game.text[range]),
                Event::Token(kind) if kind.is_comment() || kind.is_annotation() => {}
                Event::Token(TokenKind::VariationOpen | TokenKind::Periods | TokenKind::EscapeLine) => {}
                _ => return None,
            }
        }
        None
    }

    /// Whether no move of the current line follows the variation that begins here.
    // Asked once for each move, however many variations are on it.
    fn line_has_ended(&mut self) -> bool {
        let last = self.line.last_range.clone().map_or(0, |range| range.start);
        if let Some((of_move, has_ended)) = self.line.has_ended
            && of_move == last
        {
            return has_ended;
        }
        let mut events = self.events.clone();
        events.skip_variation();
        let has_ended = !has_more_moves(events);
        self.line.has_ended = Some((last, has_ended));
        has_ended
    }
}

/// The number that a variation begins with, as far as its first bytes show it.
enum FirstNumber {
    /// It begins with something else.
    None,
    Some {
        number: u32,
        periods: usize,
    },
}

#[inline]
fn first_number(inside: &[u8]) -> FirstNumber {
    let spaces = inside.iter().take(LONGEST_GAP).take_while(|byte| byte.is_ascii_whitespace()).count();
    let mut at = spaces;
    let mut number: u32 = 0;
    while let Some(byte @ b'0'..=b'9') = inside.get(at) {
        number = number.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
        at += 1;
    }
    if at == spaces {
        return FirstNumber::None;
    }
    match inside[at..] {
        [b'.', b'.', ..] => FirstNumber::Some { number, periods: 2 },
        // Periods may be apart, or written as one character.
        [b'.', b' ', b'.', ..] | [0xE2 | b' ', ..] | [b'.', b'\n', ..] => FirstNumber::Some { number, periods: 0 },
        [b'.', ..] => FirstNumber::Some { number, periods: 1 },
        _ => FirstNumber::Some { number, periods: 0 },
    }
}

fn has_more_moves(mut events: Events) -> bool {
    while let Some((event, _)) = events.next() {
        match event {
            Event::Token(TokenKind::San) => return true,
            Event::Enter(NodeKind::Variation) => events.skip_variation(),
            Event::Leave(_) => return false,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;
    use crate::move_tree::continuing_variations;
    use crate::replay::{Outcome, Step};

    /// The texts after the parentheses of the variations that continue, and the moves that cannot be played.
    fn read(text: &str) -> (Vec<String>, Vec<String>) {
        let database = Database::parse(text);
        let game = database.view(0).unwrap();
        let after = |start: usize| text[start + 1..].split([' ', ')']).next().unwrap_or("").to_owned();
        let continuing = continuing_variations(game).into_iter().map(after).collect();
        let mut replay = Replay::new(game);
        let mut illegal = Vec::new();
        while let Some((step, range)) = replay.advance() {
            let is_played = matches!(replay.ply().outcome, Outcome::Played { .. } | Outcome::Null { .. });
            if step == Step::Move && !is_played {
                illegal.push(text[range].to_owned());
            }
        }
        (continuing, illegal)
    }

    #[test]
    fn a_variation_with_the_number_of_the_next_move_continues_the_line() {
        for (text, expected) in [
            ("1. f3 e5 2. g4 (2... Qh4#) 0-1", &["2..."][..]),
            ("1. f3 e5 2. g4 $4 {mates} ( 2... Qh4# ) 0-1", &[""]),
            ("1. f3 e5 2. g4 ({now} 2... Qh4#) 0-1", &["{now}"]),
            ("1. f3 e5 2. g4 (2. ... Qh4#) 0-1", &["2."]),
            ("1. f3 e5 2. g4 (2… Qh4#) 0-1", &["2…"]),
            ("1. f3 e5 2. g4 (2 Qh4#) 0-1", &["2"]),
            ("1. f3 e5 2. g4 (Qh4#) 0-1", &["Qh4#"]),
            ("1. e4 e5 (2. Nf3 Nc6 (2... d6 3. d4)) *", &["2."]),
            ("1. e4 e5 (2. Nf3) (2. Nc3 Nf6) {or} (1... c5) *", &["2.", "2."]),
            ("1. e4 e5 (1... c5 2. Nf3 (2... d6 3. d4 (3... cxd4))) 2. d4 *", &["2...", "3..."]),
            ("1. e4 e5 (2. Sf3 Sc6) *", &["2."]),
        ] {
            let (continuing, illegal) = read(text);
            assert_eq!((continuing.as_slice(), illegal), (expected.map_strings().as_slice(), vec![]), "{text}");
        }
    }

    #[test]
    fn other_variations_replace_the_last_move() {
        for text in [
            "1. e4 e5 2. Nf3 (2. Nc3 Nc6) *",
            "1. e4 e5 (1... c5 2. Nf3) *",
            "1. e4 e5 (c5 Nf3) *",
            "1. e4 e5 (2. Nf3) 2. Nc3 *",
            "1. e4 e5 2. Nf3 (2... Qh3) *",
            "1. e4 e5 2. Nf3 (3... Nc6) *",
            "(1. e4) *",
            "1. e4 e5 2. Ke3 (2... Nc6) *",
            "1. e4 e5 (2.) *",
            "1. e4 * (1... e5)",
            "[Variant \"Foo\"]\n\n1. e4 (1... e5) *",
        ] {
            assert_eq!(read(text).0, Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn deep_and_wide_variations_take_linear_work() {
        let (depth, width) = (20_000, 20_000);
        let deep = format!("1. e4 e5 {}", "(2. Nf3 Nf6 3. Ng1 Ng8 ".repeat(depth));
        assert!(read(&deep).0.len() <= DEEPEST);
        let wide = format!("1. e4 e5 {}2. d4 *", "(2. Nf3) ".repeat(width));
        assert_eq!(read(&wide).0.len(), 0);
        let wide = format!("1. e4 e5 {}*", "(2. Nf3) ".repeat(width));
        assert_eq!(read(&wide).0.len(), width);
    }

    trait Strings {
        fn map_strings(&self) -> Vec<String>;
    }

    impl Strings for &[&str] {
        fn map_strings(&self) -> Vec<String> {
            self.iter().map(|text| (*text).to_owned()).collect()
        }
    }
}
