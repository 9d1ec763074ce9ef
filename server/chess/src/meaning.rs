//! What a game says, whatever its layout and spelling: what no safe fix may change.

use std::hash::{DefaultHasher, Hash, Hasher};

use scoresheet_grammar::{GameView, NodeKind, ast};
use shakmaty::{Move, Role};

use crate::piece_letters;
use crate::replay::{Outcome, Replay, Step};
use crate::results;

/// The moves of a game as they were played, its comments and its variations as one number, the same for games that say the same and in
/// one program only; nothing where it says nothing. Tag pairs, numbers, NAGs and results are left out, as is how a comment is spaced, and
/// what is mended in the commands of one.
/// Linear in the game.
pub fn meaning(game: GameView) -> Option<u64> {
    let said = said(game);
    (!said.is_empty()).then(|| hash_of(&said))
}

#[derive(Hash)]
enum Said<'game> {
    Played(Move),
    Null,
    /// A move that cannot be played, as it is written, and the piece where English and the game's language tell another by its letter.
    Unplayed(&'game str, Option<Role>),
    Comment(u64),
    /// A variation that is still open.
    Open,
    Begin,
    End,
}

fn said(game: GameView<'_>) -> Vec<Said<'_>> {
    let mut said = Vec::new();
    let mut replay = Replay::new(game);
    while let Some((step, range)) = replay.advance() {
        let text = &game.text[range];
        match step {
            Step::Move => said.push(match &replay.ply().outcome {
                Outcome::Played { action, .. } => Said::Played(*action),
                Outcome::Null { .. } => Said::Null,
                _ => Said::Unplayed(text, shared_letter(text, &replay)),
            }),
            Step::Token(kind) if kind.is_comment() => said.extend(comment(ast::comment_text(kind, text))),
            Step::Enter(NodeKind::Variation) => said.push(Said::Open),
            Step::Leave(NodeKind::Variation) => leave_variation(&mut said),
            _ => {}
        }
    }
    said
}

/// The piece that the letter of a move stands for, where it is one in English as well: the French R is a king.
fn shared_letter(text: &str, replay: &Replay) -> Option<Role> {
    let letter = text.chars().next()?;
    piece_letters::english().role(letter)?;
    replay.setup().languages.first()?.role(letter)
}

/// The letters of a comment, its white space left out. Where there are commands, which begin with `%`, their order does not count, nor what
/// a command may lack or have too much: it is joined and gets its bracket back, its time its zeros, its score the usual signs (`-#1` is
/// `#-1`). A result in a variation, which becomes a comment, is none.
fn comment(text: &str) -> Option<Said<'static>> {
    if results::canonical(text).is_some() {
        return None;
    }
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    Some(Said::Comment(if text.contains('%') {
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

/// A variation without moves is none: empty ones go, comments stay without the parentheses.
fn leave_variation(said: &mut Vec<Said>) {
    let Some(start) = said.iter().rposition(|part| matches!(part, Said::Open)) else { return };
    if said[start + 1..].iter().all(|part| matches!(part, Said::Comment(_))) {
        said.remove(start);
    } else {
        said[start] = Said::Begin;
        said.push(Said::End);
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
