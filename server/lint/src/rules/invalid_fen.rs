use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::fen::{Fen, FenFaultKind, PlainFen, Severity, parse_fen};
use scoresheet_grammar::{Event, TokenKind, ast};

use super::fen_without_setup::fen_tag;
use crate::explanation::{Candidate, Slip, character_after, character_before, width};
use crate::finding::{Edit, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::position_faults::{LAST_MOVE_NUMBER, check_setup};

declare_rule! {
    /// A FEN tag with an invalid or impossible position.
    ///
    /// ## What it does
    /// Checks the starting position of a game: its syntax, and whether the position is possible by the rules of the game's
    /// variant. A FEN from which no game can be played is an error; one with a tolerable fault (castling rights without a rook,
    /// an en passant square without a pawn) is a warning; a mere departure from the standard's form is only informational.
    ///
    /// ## Why is this bad?
    /// Programs reject the game, play it from another position, or disagree about castling. Where a FEN cannot be read, the
    /// moves of the game are not checked.
    ///
    /// ## Example
    /// ```pgn
    /// [FEN "4k3/8/8/8/8/8/4P3/4K4 w - - 0 1"]
    /// [SetUp "1"]
    ///
    /// 1. e4 Kd7 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    /// [SetUp "1"]
    ///
    /// 1. e4 Kd7 *
    /// ```
    ///
    /// ## Fix safety
    /// Writing the same position in the standard's form, with missing counters filled in, is safe. Writing the side to move or castling rights where
    /// they are missing is unsafe, and so is removing unreadable parts or impossible castling rights.
    ///
    /// ## References
    /// PGN standard, sections 9.7.2 and 16.1.
    name: "invalid-fen", group: Correctness, level: Error, fix: Sometimes,
    hooks: [Hook::Tags(check), Hook::Slip(check_en_passant), Hook::Slip(check_board)],
}

/// The most faults of a kind that are reported for one position. A text with more is not a FEN.
pub(super) const MOST_FINDINGS: usize = 8;

fn check(walk: &Walk, findings: &mut Findings) {
    let Some(tag) = fen_tag(walk).filter(|tag| !tag.raw_value.is_empty() && !walk.has_unclear_value(tag)) else {
        return;
    };
    match walk.replay.setup().sound_fen {
        Some(PlainFen::Standard) => return,
        Some(PlainFen::MoveNumberZero) if !walk.is_reported(Level::Info) => {
            let end = tag.inner_range().end;
            return findings.push(RULE.unreported(end - 1..end, Level::Info));
        }
        _ => {}
    }
    // In an unknown variant any position may be possible.
    let setup = walk.replay.setup();
    let Some((variant, _)) = setup.variant.rules() else { return };
    let value = tag.value();
    let fen = parse_fen(&value);
    let fix = fix(&fen, &value, tag, walk);
    for (range, level, message) in syntax_faults(&fen) {
        let mut finding = RULE.finding(place(tag, &value, range), message);
        finding.level = level;
        finding.fixes.extend(fix.clone());
        findings.push(finding);
    }
    for fault in check_setup(&fen, &value, variant, setup.castling).into_iter().take(MOST_FINDINGS) {
        let mut finding = RULE.finding(place(tag, &value, fault.range), fault.message);
        finding.level = if fault.fatal { Level::Error } else { Level::Warning };
        finding.fixes.extend(fault.instead.map(|(range, text)| {
            let edit = Edit::replace(place(tag, &value, range), text.as_str());
            Fix::unsafe_(format!("Write {text} for the castling rights"), vec![edit])
        }));
        findings.push(finding);
    }
}

/// The first move captures en passant, and the tag has no square for that.
fn check_en_passant(candidate: &Candidate, _: &str, findings: &mut Findings) {
    if candidate.slip != Slip::EnPassantSquare {
        return;
    }
    let square = &candidate.edit.text;
    let message = format!("The first move captures en passant on {square}, which the FEN tag does not allow");
    let fix = Fix::unsafe_(format!("Write {square} for the en passant square"), vec![candidate.edit.clone()]);
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
}

/// The board is another one, and the moves of the game say what was meant.
fn check_board(candidate: &Candidate, text: &str, findings: &mut Findings) {
    let (before, written) = (&text[..candidate.range.start], &text[candidate.range.clone()]);
    let before = before.rsplit('"').next().unwrap_or("");
    let rank = 8_usize.saturating_sub(before.matches('/').count());
    let message = match candidate.slip {
        Slip::WrongRank => match width(written) {
            Some(squares) => format!("Rank {rank} has {squares} squares instead of 8"),
            None => format!("Rank {rank} has a character that is neither a piece nor a number of empty squares"),
        },
        Slip::LostRank => "7 ranks where a board has 8".to_owned(),
        Slip::SwappedRanks => format!("Ranks {rank} and {} are probably in the wrong order", rank.saturating_sub(1)),
        Slip::WrongPiece => {
            let file = before.rsplit('/').next().and_then(width).and_then(|file| "abcdefgh".chars().nth(file as usize));
            format!("There is probably another piece on {}{rank}: the moves do not fit", file.unwrap_or('?'))
        }
        _ => return,
    };
    let meant = match candidate.slip {
        Slip::LostRank => candidate.edit.applied_to(text)[candidate.range.start..candidate.range.end + 2].to_owned(),
        _ => candidate.edit.text.clone(),
    };
    let fix = Fix::unsafe_(format!("Write {meant}, from which the game can be played"), vec![candidate.edit.clone()]);
    findings.push(RULE.finding(candidate.range.clone(), message).with_fix(fix));
}

/// The faults in the form that are worth a finding. Of several missing fields only the first is, and of a FEN that cannot be
/// read only the errors are.
pub(super) fn syntax_faults(fen: &Fen) -> Vec<(Range<usize>, Level, String)> {
    let is_missing = |kind: &FenFaultKind| matches!(kind, FenFaultKind::MissingField(_));
    let mut missing = fen.faults.iter().filter(|fault| is_missing(&fault.kind)).skip(1);
    let others_are_missing = missing.next().is_some();
    let mut has_missing = false;
    let mut faults = Vec::new();
    for fault in &fen.faults {
        let mut message = fault.kind.to_string();
        if is_missing(&fault.kind) {
            if std::mem::replace(&mut has_missing, true) {
                continue;
            }
            if others_are_missing {
                message.push_str(", and so are the fields after it");
            }
        }
        let level = match fault.kind.severity() {
            Severity::Unreadable => Level::Error,
            Severity::Tolerated => Level::Warning,
            Severity::Style => Level::Info,
        };
        faults.push((fault.range.clone(), level, message));
    }
    faults.truncate(MOST_FINDINGS);
    if !fen.is_readable() {
        faults.retain(|(_, level, _)| *level == Level::Error);
    }
    faults
}

/// The same position in the standard's form.
fn fix(fen: &Fen, value: &str, tag: &Tag, walk: &Walk) -> Option<Fix> {
    let mut normal = fen.normalized().filter(|normal| normal != value)?;
    // Who leaves out the side to move or the castling rights does not say that there are none.
    let keeps_all = fen.faults.iter().all(|fault| {
        let is_spelling = matches!(fault.kind, FenFaultKind::SideToMoveSpelling { .. } | FenFaultKind::SeparatorSign);
        is_spelling || fault.kind.severity() == Severity::Style
    });
    if let (None, Some(number)) = (&fen.fullmove, first_number(walk)) {
        normal.truncate(normal.rfind(' ').map_or(0, |space| space + 1));
        normal.push_str(&number.to_string());
    }
    let counters = normal.split(' ').skip(4).filter_map(|field| field.parse::<u32>().ok());
    if counters.into_iter().any(|counter| counter > LAST_MOVE_NUMBER) {
        return None;
    }
    let edits = vec![Edit::replace(tag.inner_range(), normal.as_str())];
    let title = format!("Write {normal}");
    Some(if keeps_all { Fix::safe(title, edits) } else { Fix::unsafe_(title, edits) })
}

/// The number before the first move, if there is one.
fn first_number(walk: &Walk) -> Option<u32> {
    let is_telling = |event| matches!(event, Event::Token(TokenKind::MoveNumber | TokenKind::San));
    let (event, range) = walk.game.tree.events().find(|(event, _)| is_telling(*event))?;
    let number = ast::move_number(walk.text(range)).number;
    (event == Event::Token(TokenKind::MoveNumber) && (1..=LAST_MOVE_NUMBER).contains(&number)).then_some(number)
}

/// The range of a part of the value in the game.
pub(super) fn place(tag: &Tag, value: &str, range: Range<usize>) -> Range<usize> {
    let inner = tag.inner_range();
    if value.is_empty() {
        return tag.value_range.clone();
    }
    let range = visible(value, range);
    let quote = usize::from(tag.raw_value.starts_with('"'));
    let raw = tag.raw_value.get(quote..).unwrap_or("");
    inner.start + with_escapes(raw, range.start)..inner.start + with_escapes(raw, range.end)
}

/// A part of a text, or the character before it if it is missing; at the start of the text, the first one.
pub(super) fn visible(text: &str, range: Range<usize>) -> Range<usize> {
    match (range.is_empty(), range.end) {
        (false, _) => range,
        (true, 0) => character_after(text, 0),
        (true, end) => character_before(text, end),
    }
}

/// The offset in the raw value for an `offset` in the unescaped value.
fn with_escapes(raw: &str, offset: usize) -> usize {
    let bytes = raw.as_bytes();
    let (mut at, mut plain) = (0, 0);
    while plain < offset && at < bytes.len() {
        let is_escape = bytes[at] == b'\\' && matches!(bytes.get(at + 1), Some(b'"' | b'\\'));
        at += if is_escape { 2 } else { 1 };
        plain += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Applicability;
    use crate::testing::{check, check_applicability, check_fix, findings};

    #[test]
    fn the_slip_is_marked() {
        check(
            &RULE,
            r#"
[FEN "4k3/8/8/8/8/8/4P3/4K4 w - - 0 1"]
                        ^^^ Rank 1 has 9 squares instead of 8

*

[FEN "4k3/8/8/8/8/8/4P3/8 w - - 0 1"]
      ^^^^^^^^^^^^^^^^^^^ White has no king

*

[FEN "4k3/8/8/8/8/8/4P3/4K3 w K - 0 1"]
                              ^ White cannot castle with this right (K): there is no white rook on h1

*

[FEN "4k3/8/8/8/8/8/4P3/4K3 w"]
                            ^ The castling availability is missing...

*

[FEN "four kings"]
      ^^^^^^^^^^ This is no FEN...

*
"#,
        );
    }

    #[test]
    fn proper_positions_are_left_in_peace() {
        check(&RULE, "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n*");
        check(&RULE, "[Variant \"Foo\"]\n[FEN \"10/8/8\"]\n\n*");
        check(&RULE, "[Variant \"Chess960\"]\n[FEN \"nbrkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NBRKQRBN w FCfc - 0 1\"]\n\n*");
    }

    #[test]
    fn counters_longer_than_any_game_are_marked() {
        check(
            &RULE,
            r#"
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 99999999999999999999"]
                                    ^^^^^^^^^^^^^^^^^^^^ The move number is beyond 9999, longer than any game can be

1. e4 *

[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 10000 9999"]
                                  ^^^^^ The halfmove clock is beyond 9999, longer than any game can be

9999. e4 *
"#,
        );
        for finding in findings(&RULE, "[FEN \"4k3/8/8/8/8/8/4P3/4K3  w - - 0 99999999999999999999\"]\n\n1. e4 *") {
            assert!(finding.fixes.is_empty(), "{finding:?}");
            assert!(finding.level <= Level::Warning, "{finding:?}");
        }
    }

    #[test]
    fn levels_go_by_what_can_be_done_with_it() {
        let level = |fen: &str| findings(&RULE, &format!("[FEN \"{fen}\"]\n\n*"))[0].level;
        assert_eq!(level("4k3/8/8/8/8/8/4P3/4K4 w - - 0 1"), Level::Error);
        assert_eq!(level("4k3/8/8/8/8/8/4P3/8 w - - 0 1"), Level::Error);
        assert_eq!(level("4k3/8/8/8/8/8/4P3/4K3 w K - 0 1"), Level::Warning);
        assert_eq!(level("4k3/8/8/8/8/8/4P3/4K3 w - -"), Level::Info);
    }

    #[test]
    fn impossible_castling_rights_are_one_slip() {
        check(
            &RULE,
            r#"
[FEN "3k4/8/8/8/8/8/8/4K2R w KQkq - 0 1"]
                              ^^^ The castling rights Q, k and q are impossible: there is no white rook on a1; the black king is on d8, not on e8

*
"#,
        );
        let game = |rights: &str| format!("[FEN \"3k4/8/8/8/8/8/8/4K2R w {rights} - 0 1\"]\n\n*");
        check_fix(&RULE, &game("KQkq"), &game("K"));
        check_fix(&RULE, &game("kq"), &game("-"));
        check_applicability(&RULE, &game("KQkq"), Applicability::Unsafe);
    }

    #[test]
    fn the_position_stays() {
        check_fix(
            &RULE,
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n\n*",
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n*",
        );
        check_applicability(&RULE, "[FEN \"4k3/8/8/8/8/8/8/4K3 w - -\"]\n\n*", Applicability::Safe);
        check_applicability(&RULE, "[FEN \"4k3/8/8/8/8/8/8/4K3 w z - 0 1\"]\n\n*", Applicability::Unsafe);
    }
}
