use std::ops::Range;

use scoresheet_grammar::fen::{FenFault, FenFaultKind, FenField};

use super::fixes::write;
use super::invalid_fen::{MOST_FINDINGS, syntax_faults, visible};
use crate::finding::{Edit, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_chess::epd::{PositionStatus, RecordView};

declare_rule! {
    /// A record with an invalid or impossible position in an EPD or FEN file.
    ///
    /// ## What it does
    /// Checks the fields of every record: their syntax, and whether the position is possible. A position from which no game can
    /// be played is an error; one with a tolerable fault (castling rights without a rook, an en passant square without a pawn,
    /// more pieces than can arise) is a warning; a mere departure from the standard's form is only informational. Positions of
    /// chess variants (`variant-position`) are not checked.
    ///
    /// ## Why is this bad?
    /// Programs reject the record, stop reading the file there, or play from another position. The moves of a record without a
    /// valid position are not checked.
    ///
    /// ## Example
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K4 w - - id "1";
    /// ```
    /// ```epd
    /// r3k2r/8/8/8/8/8/8/R3K3 w KQkq - id "2";
    /// ```
    ///
    /// ## Use instead
    /// ```epd
    /// 4k3/8/8/8/8/8/4P3/4K3 w - - id "1";
    /// ```
    /// ```epd
    /// r3k2r/8/8/8/8/8/8/R3K3 w Qkq - id "2";
    /// ```
    ///
    /// ## Fix safety
    /// Writing the same field in the standard's form is safe. Removing an impossible castling right or en passant square is
    /// unsafe: the pieces may be what is wrong.
    ///
    /// ## References
    /// PGN standard, sections 16.1.3 and 16.2.3.
    name: "invalid-position", group: Correctness, level: Error, fix: Sometimes, hooks: [Hook::Record(check)],
}

fn check(view: &RecordView, findings: &mut Findings) {
    if view.is_plain || matches!(view.status, PositionStatus::Foreign) {
        return;
    }
    if view.faults.is_empty() && !view.fen().faults.iter().any(is_about_fields) {
        return;
    }
    let mut fen = view.fen().clone();
    fen.faults.retain(is_about_fields);
    for (range, level, message) in syntax_faults(&fen) {
        let kind = fen.faults.iter().find(|fault| fault.range == range).map(|fault| &fault.kind);
        let mut finding = RULE.finding(visible(view.line, range.clone()), message);
        finding.level = level;
        finding.fixes.extend(kind.and_then(|kind| repair(kind, range, view)));
        findings.push(finding);
    }
    for fault in view.faults.iter().take(MOST_FINDINGS) {
        let mut finding = RULE.finding(visible(view.line, fault.range.clone()), fault.message.as_str());
        finding.level = if fault.fatal { Level::Error } else { Level::Warning };
        if let Some((range, text)) = &fault.instead {
            let edit = Edit::replace(range.clone(), text.as_str());
            finding.fixes.push(Fix::unsafe_(format!("Write {text} for the castling rights"), vec![edit]));
        } else if Some(&fault.range) == view.fen().en_passant.as_ref() {
            finding.fixes.push(without_square(fault.range.clone()));
        }
        findings.push(finding);
    }
}

/// Not what another rule reports, or what belongs to a FEN only.
fn is_about_fields(fault: &FenFault) -> bool {
    use FenFaultKind::{MissingField, Separator, StraySemicolon, SurplusSpace};
    let is_elsewhere = matches!(fault.kind, SurplusSpace | Separator | StraySemicolon);
    !is_elsewhere && !matches!(fault.kind, MissingField(FenField::Halfmove | FenField::Fullmove))
}

fn repair(kind: &FenFaultKind, range: Range<usize>, view: &RecordView) -> Option<Fix> {
    let text = match kind {
        FenFaultKind::AdjacentDigits { sum } => sum.to_string(),
        FenFaultKind::SideToMoveSpelling { meant } => meant.to_string(),
        FenFaultKind::CastlingOrder => {
            let rights = view.text(range.clone());
            "KQkq".chars().filter(|letter| rights.contains(*letter)).collect()
        }
        FenFaultKind::MoveNumberZero => "1".to_owned(),
        FenFaultKind::EnPassantSquare | FenFaultKind::EnPassantRank { .. } => return Some(without_square(range)),
        _ => return None,
    };
    Some(write(range, text))
}

fn without_square(range: Range<usize>) -> Fix {
    Fix::unsafe_("Write - for the en passant square", vec![Edit::replace(range, "-")])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn the_slip_is_marked() {
        check(
            &RULE,
            "
4k3/8/8/8/8/8/4P3/4K4 w - - bm e4;
                  ^^^ Rank 1 has 9 squares instead of 8
rnbqkbnr/ppppippp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
             ^ 'i' is no piece...
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR K KQkq - 0 1
                                            ^ The side to move is w or b
8/1p6/K7/8/8/2B5/1k6/8 w - -;bad EPD
                       ^ White is to move while the black king on b2 is in check from the bishop on c3: it must be...
pnbqkbnr/ppprpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
^ The black pawn on a8 cannot stand on the eighth rank
                                                 ^ Black cannot castle...
",
        );
    }

    #[test]
    fn what_can_be_put_up_with_is_a_warning() {
        let level = |line: &str| crate::testing::findings(&RULE, line)[0].level;
        assert_eq!(level("4k3/8/8/8/8/8/4P3/4K3 w - e6 bm e4;"), Level::Warning);
        assert_eq!(level("4k3/8/8/8/8/8/4P3/4K3 w K - bm e4;"), Level::Warning);
        assert_eq!(level("nnnnknnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNKNNN w - - 0 1"), Level::Warning);
        assert_eq!(level("4k3/8/8/8/8/44/4P3/4K3 w - -"), Level::Info);
        assert_eq!(level("8/8/8/8/8/8/8/8 w - -"), Level::Error);
        assert_eq!(level("startpos"), Level::Error);
    }

    #[test]
    fn impossible_rights_and_squares_are_taken_away() {
        check_fix(&RULE, "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - id \"2\";", "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - id \"2\";");
        check_fix(&RULE, "4k3/8/8/8/8/8/4P3/4K3 w - e6", "4k3/8/8/8/8/8/4P3/4K3 w - -");
        check_fix(&RULE, "4k3/8/8/8/8/8/4P3/4K3 w - e9", "4k3/8/8/8/8/8/4P3/4K3 w - -");
        check_fix(&RULE, "r3k3/8/8/8/8/44/4P3/4K2R W qK -", "r3k3/8/8/8/8/8/4P3/4K2R w Kq -");
    }

    #[test]
    fn positions_of_other_games_are_left_in_peace() {
        check(
            &RULE,
            "
r1abqkbcnr/ppppppppCp/2n7/10/10/10/PPPPPPPPPP/RNABQKB1NR b KQkq - 0 2
rnbqkb1r/pppp1ppp/5n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[] b KQkq - 3 3;
1nbqkbnr/1ppppppp/8/r7/8/8/P1PPPPPP/RNBQKBNR w KQk - 3+3
bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1
rnbqkbnr/p1ppppp1/1P6/1PPPPPPp/PPPPPPPP/1PPPPPPP/PPPPPPPP/PPPPPPPP b kq - 0 3;
",
        );
    }
}
