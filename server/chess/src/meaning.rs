//! The content of a game without its layout and spelling: what a safe fix must preserve.

use std::hash::{DefaultHasher, Hash, Hasher};

use scoresheet_grammar::{GameView, NodeKind, ast};
use shakmaty::{Move, Role};

use crate::piece_letters;
use crate::replay::{Outcome, Replay, Step};
use crate::results;

/// Hashes the moves of a game as played, its comments and its variations. Games with the same content have the same
/// hash, within one run of the program; `None` for a game without content. The hash ignores tag pairs, numbers, NAGs,
/// results, spaces in comments, and whatever a fix repairs in their commands. Linear in the game.
pub fn meaning(game: GameView) -> Option<u64> {
    let parts = parts(game);
    (!parts.is_empty()).then(|| hash_of(&parts))
}

#[derive(Hash)]
enum Part<'game> {
    Played(Move),
    Null,
    /// An illegal move as written, and its piece if its letter means different pieces in English and in the game's
    /// language.
    Unplayed(&'game str, Option<Role>),
    Comment(u64),
    /// A variation that has not ended.
    Open,
    Begin,
    End,
}

fn parts(game: GameView<'_>) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut replay = Replay::new(game);
    while let Some((step, range)) = replay.advance() {
        let text = &game.text[range];
        match step {
            Step::Move => parts.push(match &replay.ply().outcome {
                Outcome::Played { action, .. } => Part::Played(*action),
                Outcome::Null { .. } => Part::Null,
                _ => Part::Unplayed(text, shared_letter(text, &replay)),
            }),
            Step::Token(kind) if kind.is_comment() => parts.extend(comment(ast::comment_text(kind, text))),
            Step::Enter(NodeKind::Variation) => parts.push(Part::Open),
            Step::Leave(NodeKind::Variation) => leave_variation(&mut parts),
            _ => {}
        }
    }
    parts
}

/// Returns the piece of a move's letter, if the letter also exists in English: the French R is a king.
fn shared_letter(text: &str, replay: &Replay) -> Option<Role> {
    let letter = text.chars().next()?;
    piece_letters::english().role(letter)?;
    replay.setup().languages.first()?.role(letter)
}

/// Normalizes a comment: its letters without white space. The order of commands, which begin with `%`, does not count,
/// nor does what a fix adds or removes: a broken command is joined and closed, a time gets its zeros, a score its usual
/// signs (`-#1` is `#-1`). A result in a variation, which a fix turns into a comment, counts as nothing.
fn comment(text: &str) -> Option<Part<'static>> {
    if results::canonical(text).is_some() {
        return None;
    }
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    Some(Part::Comment(if text.contains('%') {
        let letters = letters.filter(|letter| !matches!(letter, ']' | '0' | ':' | '+'));
        letters.map(|letter| hash_of(&letter)).fold(0, u64::wrapping_add)
    } else {
        hash_of(&letters.collect::<String>())
    }))
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Drops a variation without moves: comments stay without the parentheses.
fn leave_variation(parts: &mut Vec<Part>) {
    let Some(start) = parts.iter().rposition(|part| matches!(part, Part::Open)) else { return };
    if parts[start + 1..].iter().all(|part| matches!(part, Part::Comment(_))) {
        parts.remove(start);
    } else {
        parts[start] = Part::Begin;
        parts.push(Part::End);
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    #[track_caller]
    fn check(one: &str, other: &str, is_same: bool) {
        let of_text = |text: &str| Database::parse(text).read(0, meaning).flatten();
        assert_eq!(of_text(one) == of_text(other), is_same, "{one:?} and {other:?}");
    }

    #[test]
    fn spelling_and_layout_say_nothing() {
        check("1. e4 e5 2. Sf3 {a  b} Sc6 3. Lb5 *", "[White \"W\"]\n\n1.e4 e5 2.Nf3 $1 {a\nb} Nc6 3.Bb5 1-0", true);
        check("1. e4 {[%clk 1:00:00} (1. d4 1-0) () ({a}) *", "1. e4 {[%clk 1:00:00]} (1. d4 {1-0}) {a} *", true);
        check("1. e4 e5 2. Sf3 Sd3 3. Lb5 *", "1. e4 e5 2. Nf3 Sd3 3. Bb5 *", true);
        check("[Event \"a\"]\n\n*", "[Event \"b\"]\n\n1-0", true);
    }

    #[test]
    fn moves_comments_and_variations_do() {
        for other in ["1. e4 *", "1. e4 e6 *", "1. e4 e5 {a} *", "1. e4 (e5) *", "1. e4 (1. d4) e5 *", "1. e4 e9 *"] {
            check("1. e4 e5 *", other, false);
        }
        check("1. e4 (1. d4) (1. c4) *", "1. e4 (1. d4 (1. c4)) *", false);
        check("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. O-O Rf8 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Rf8 *", false);
        check("1. e4 {on 10} *", "1. e4 {no 1} *", false);
        check("1. e4 ({a} 1. d4) *", "1. e4 {a} (1. d4) *", false);
    }
}
