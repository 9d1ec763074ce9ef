use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::Walk;
use scoresheet_grammar::TokenKind;
use scoresheet_grammar::command::commands;
use shakmaty::Color;
use shakmaty::san::{San, SanError};
use shakmaty::variant::VariantPosition;
use std::ops::Range;

declare_rule! {
    /// A move in a comment that is illegal at its move number.
    ///
    /// ## What it does
    /// Checks numbered moves in comments, such as `12.Nf3` or `12...Nf6`, that have the number of the move before the comment
    /// or of the move after it: they must be legal there. Other moves in the text are not checked.
    ///
    /// ## Why is this bad?
    /// The reader cannot follow. But a comment may cite another game or skip a move, so this rule is off by default.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 { better than 1...Nf7 } 2. Nf3 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 { better than 1...Nf6 } 2. Nf3 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 5, leaves the text of comments free.
    name: "impossible-cited-move", group: Pedantic, level: Hint, fix: None,
    hooks: [Hook::BraceComment(Which::Every, check), Hook::Token(TokenKind::UnclosedComment, check)],
}

fn check(range: Range<usize>, walk: &Walk, findings: &mut Findings) {
    if walk.replay.is_guessed() {
        return;
    }
    let comment = walk.text(range.clone());
    let commands: Vec<Range<usize>> = commands(comment, range.start).map(|command| command.range).collect();
    for citation in citations(comment) {
        let place = range.start + citation.range.start..range.start + citation.range.end;
        if commands.iter().any(|command| command.contains(&place.start)) {
            continue;
        }
        if position_at(&citation, walk).is_some_and(|position| is_impossible(citation.san, position)) {
            let message = format!("{} is cited here, but is illegal in this position", walk.text(place.clone()));
            findings.push(RULE.finding(place, message));
        }
    }
}

/// A numbered move in a text.
struct Citation<'text> {
    number: u32,
    is_black: bool,
    san: &'text str,
    /// Number and move, relative to the comment.
    range: Range<usize>,
}

/// The position in which a cited move is to be played: before the last move or after it.
fn position_at<'walk>(citation: &Citation, walk: &'walk Walk) -> Option<&'walk VariantPosition> {
    let (number, turn) = (walk.replay.number(), walk.replay.turn());
    let is_at = |number, turn: Color| citation.number == number && citation.is_black == turn.is_black();
    if is_at(number, turn) {
        return walk.replay.position();
    }
    let last = number.saturating_sub(u32::from(turn.is_white()));
    (walk.replay.has_moved() && is_at(last, !turn)).then(|| walk.replay.position_before()).flatten()
}

fn is_impossible(san: &str, position: &VariantPosition) -> bool {
    san.parse::<San>().is_ok_and(|san| matches!(san.to_move(position), Err(SanError::IllegalSan)))
}

/// The numbered moves in a text. Linear in the text.
fn citations(text: &str) -> impl Iterator<Item = Citation<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + text[from..].find(|character: char| character.is_ascii_digit())?;
            let digits = text[start..].bytes().take_while(u8::is_ascii_digit).count();
            from = start + digits;
            let is_alone = !text[..start].ends_with(|before: char| before.is_alphanumeric() || "-/.:".contains(before));
            if let Some(citation) = citation(text, start, digits).filter(|_| is_alone) {
                from = citation.range.end;
                return Some(citation);
            }
        }
    })
}

/// The numbered move whose number is at byte `start`.
fn citation(text: &str, start: usize, digits: usize) -> Option<Citation<'_>> {
    let rest = &text[start + digits..];
    let move_part = rest.trim_start_matches(['.', '…']);
    let periods = &rest[..rest.len() - move_part.len()];
    let is_black = match periods {
        "." => false,
        ".." | "..." | "…" => true,
        _ => return None,
    };
    let move_start = text.len() - move_part.trim_start_matches(' ').len();
    let belongs = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '=');
    let length = text[move_start..].find(|character| !belongs(character)).unwrap_or(text.len() - move_start);
    let san = text[move_start..move_start + length].trim_end_matches('-');
    // After a non-English letter the word is not a move: "Sf3", "Кf3", "Nf3ä".
    let is_word = text[move_start + length..].starts_with(char::is_alphanumeric);
    let number = text[start..start + digits].parse().ok().filter(|_| !is_word && !san.is_empty())?;
    Some(Citation { number, is_black, san, range: start..move_start + san.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn numbered_moves_are_tried() {
        check(
            &RULE,
            "
1. e4 e5 {1...Nf7 or 1... c5, 2.Nf3, 2.Nf4+ 3.Qa8 2.Sf3 12.Nf9 v2.Nf4 1/2.Nf4 [%x 2.Nf4] 2. Good} 2. Nf3 *
          ^^^^^^^ 1...Nf7 is cited here, but is illegal in this position
                                     ^^^^^ 2.Nf4 is cited here, but is illegal in this position
",
        );
        check(
            &RULE,
            "
{1.e5 1.e4} 1. e4 (1. d4 {1.d5 1.c4 1...d5} d5) {1.d5 1.d4} 1... e5 *
 ^^^^ 1.e5 is cited here, but is illegal in this position
                          ^^^^ 1.d5 is cited here, but is illegal in this position
                                                 ^^^^ 1.d5 is cited here, but is illegal in this position
",
        );
        check(&RULE, "1. e4 Kd3 {1...Nf7} 2. Nf3 *");
    }
}
