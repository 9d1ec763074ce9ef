use std::ops::Range;

use super::fen_without_setup::fen_tag;
use super::tag_values::value;
use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::epd::RecordView;

declare_rule! {
    /// A halfmove clock that contradicts the rest of its position.
    ///
    /// ## What it does
    /// Checks the halfmove clock of FEN tags and records, and the `hmvc` of EPD records. It counts the halfmoves since the last capture or move of a
    /// pawn: so it is 0 where there is an en passant square, and never more than the halfmoves before the move number (`fmvn`). Before
    /// move 1 that is only information, as many write 1 for a number that they do not know.
    ///
    /// ## Why is this bad?
    /// One of the two is wrong. Often the counters were swapped, or the square of an earlier move was left. Engines claim draws by the fifty-move rule
    /// too early.
    ///
    /// ## Example
    /// ```pgn
    /// [FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 2 2"]
    /// [SetUp "1"]
    ///
    /// 2. Nf3 Nc6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"]
    /// [SetUp "1"]
    ///
    /// 2. Nf3 Nc6 *
    /// ```
    ///
    /// ## References
    /// PGN standard, sections 16.1.3.4 to 16.1.3.6, 16.2.5.13 and 16.2.5.14.
    name: "impossible-counters", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Tags(check), Hook::Record(check_record)],
}

/// The fields of a position that are compared, as they are written.
struct Counters<'text> {
    side_to_move: &'text str,
    en_passant: &'text str,
    halfmoves: &'text str,
    /// Empty if it is unknown.
    move_number: &'text str,
}

impl Counters<'_> {
    /// Why the halfmove clock is impossible, if it is. As a move number, 1 often means that it is unknown.
    fn fault(&self) -> Option<(Level, String)> {
        let clock = self.halfmoves.parse::<u32>().ok().filter(|clock| *clock > 0)?;
        if let [b'a'..=b'h', b'3' | b'6'] = self.en_passant.as_bytes() {
            let square = self.en_passant;
            let message = format!(
                "The halfmove clock is {clock}, but the last move was a pawn's over {square}, after which it is 0"
            );
            return Some((Level::Warning, message));
        }
        let number = self.move_number.parse::<u32>().ok().filter(|number| *number > 0)?;
        let is_black = match self.side_to_move {
            "w" => false,
            "b" => true,
            _ => return None,
        };
        let played = (number - 1).saturating_mul(2).saturating_add(u32::from(is_black));
        (clock > played).then(|| {
            let side = if is_black { "Black" } else { "White" };
            let halfmoves = if played == 1 { "halfmove was" } else { "halfmoves were" };
            let message = format!(
                "The halfmove clock is {clock}, but only {played} {halfmoves} played before {side}'s move {number}"
            );
            (if number == 1 { Level::Info } else { Level::Warning }, message)
        })
    }

    /// Adds a finding at `range` if the halfmove clock is impossible.
    fn report(&self, range: Range<usize>, findings: &mut Findings) {
        if let Some((level, message)) = self.fault() {
            findings.push(Finding { level, ..RULE.finding(range, message) });
        }
    }
}

fn check(walk: &Walk, findings: &mut Findings) {
    let Some(value) = fen_tag(walk).and_then(value) else { return };
    let mut start = value.range.start;
    let mut fields = value.text.split(' ').map(|field| {
        let range = start..start + field.len();
        start = range.end + 1;
        (field, range)
    });
    let (Some((side_to_move, _)), Some((en_passant, _)), Some((halfmoves, range))) =
        (fields.nth(1), fields.nth(1), fields.next())
    else {
        return;
    };
    let move_number = fields.next().map_or("", |(number, _)| number);
    Counters { side_to_move, en_passant, halfmoves, move_number }.report(range, findings);
}

fn check_record(view: &RecordView, findings: &mut Findings) {
    let fen = view.fen();
    let text = |range: &Option<Range<usize>>| range.clone().map_or("", |range| view.text(range));
    let operand = |opcode| {
        let operand = view.operation(opcode).and_then(|operation| view.operands(operation).first());
        operand.map(|operand| operand.range.clone())
    };
    let Some(halfmoves) = fen.halfmove.clone().or_else(|| operand("hmvc")) else { return };
    let counters = Counters {
        side_to_move: text(&fen.turn),
        en_passant: text(&fen.en_passant),
        halfmoves: view.text(halfmoves.clone()),
        move_number: text(&fen.fullmove.clone().or_else(|| operand("fmvn"))),
    };
    counters.report(halfmoves, findings);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file_view::FileOptions;
    use crate::testing::{check, findings_in_file};

    #[test]
    fn the_clock_is_marked() {
        check(
            &RULE,
            r#"
[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 7 2"]
                                                                ^ The halfmove clock is 7, but the last move was a pawn's over e6, after which it is 0

*

[FEN "4k3/8/8/8/8/8/8/R3K3 b - - 50 2"]
                                 ^^ The halfmove clock is 50, but only 3 halfmoves were played before Black's move 2

*

[FEN "4k3/8/8/8/8/8/8/R3K3 b - - 3 2"]

*
"#,
        );
        for fen in [
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w - - 2 2",
            "4k3/8/8/8/8/8/8/R3K3 w - -",
            "4k3/8/8/8/8/8/8/R3K3 w - - - -",
            "4k3/8/8/8/8/8/8/R3K3 w - - 9 0",
        ] {
            check(&RULE, &format!("[FEN \"{fen}\"]\n\n*"));
        }
    }

    #[test]
    fn records_have_the_same_counters() {
        let found = |record: &str, name: &str| -> Vec<String> {
            let found = findings_in_file(&[&RULE], record, Some(name), FileOptions::default());
            found.iter().map(|finding| format!("{}: {}", &record[finding.range.clone()], finding.message)).collect()
        };
        for (record, name, expected) in [
            (
                "4k3/8/8/8/8/8/8/R3K3 w - - fmvn 2; hmvc 50;\n",
                "a.epd",
                "50: The halfmove clock is 50, but only 2 halfmoves were played before White's move 2",
            ),
            (
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 hmvc 1;\n",
                "a.epd",
                "1: The halfmove clock is 1, but the last move was a pawn's over e6, after which it is 0",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K3 b - - 9 1\n",
                "a.fen",
                "9: The halfmove clock is 9, but only 1 halfmove was played before Black's move 1",
            ),
        ] {
            assert_eq!(found(record, name), [expected]);
        }
        assert!(found("4k3/8/8/8/8/8/8/R3K3 w - - hmvc 50;\n", "a.epd").is_empty());
        assert!(found("4k3/8/8/8/8/8/8/R3K3 w - - 9 30\n", "a.fen").is_empty());
    }
}
