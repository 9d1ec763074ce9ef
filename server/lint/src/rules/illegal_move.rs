use std::ops::Range;

use scoresheet_grammar::fen::parse_fen;
use shakmaty::{Bitboard, CastlingSide, Color};

use super::fen_without_setup::fen_tag;
use super::fixes::{perhaps_delete, perhaps_write};
use super::invalid_fen::place;
use crate::finding::{Edit, Finding, Fix, Related};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::line_history::{line_to, move_to};
use scoresheet_chess::look_alikes::latin;
use scoresheet_chess::piece_letters::role_name;
use scoresheet_chess::replay::{IllegalMove, Outcome, Repair, RepairAction};

declare_rule! {
    /// A move that is illegal in its position.
    ///
    /// ## What it does
    /// Checks the legality of every move of the main line and of all variations, and reports the reason: the piece is pinned,
    /// its path is blocked, the king would be in check, it is the other side's turn. Checking continues with the legal move
    /// after which most of the following moves are legal, so that one slip gives one finding. Where the cause is known,
    /// `mistyped-move`, `missing-move`, `swapped-moves`, `repeated-move`, `missing-blank` or `wrong-side-to-move` reports it
    /// instead; suppressing `illegal-move` suppresses these as well.
    ///
    /// ## Why is this bad?
    /// The standard does not permit illegal moves. Most programs stop reading the game there, and some drop it.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Ke3 Nc6 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Ke2 Nc6 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: which move was meant is a guess.
    ///
    /// ## References
    /// PGN standard, section 8.2.
    name: "illegal-move", group: Correctness, level: Error, fix: Sometimes, hooks: [Hook::Failed(check)],
}

fn check(walk: &Walk, findings: &mut Findings) {
    let ply = walk.replay.ply();
    let Outcome::Illegal(illegal) = &ply.outcome else { return };
    let IllegalMove { reason, named, lacks_right, repair, suggestions } = illegal.as_ref();
    let text = walk.move_text();
    let mut message = format!("{text} cannot be played: {reason}");
    if let Some((letter, (_, script))) = text.chars().find_map(|letter| Some((letter, latin(letter)?))) {
        message.push_str(&format!(" ({letter} is a {} letter)", script.name()));
    }
    let mut finding = RULE.finding(ply.range.clone(), message);
    finding.related = named_pieces(*named, walk);
    if let Some(side) = *lacks_right
        && let Some(fen) = FenCastling::of(walk)
    {
        finding.related.push(Related { range: fen.range.clone(), message: "the FEN's castling rights".to_owned() });
        return findings.push(fen.with(ply.turn, side).into_iter().fold(finding, Finding::with_fix));
    }
    let write = |san: &String| perhaps_write(ply.range.clone(), san);
    let mut fixes: Vec<Fix> = suggestions.iter().map(write).collect();
    // If the game continues best without the move, deleting it is the likeliest repair.
    if let Some(Repair { action: RepairAction::Skip, follows, .. }) = repair
        && follows.0 > 0
    {
        fixes.insert(0, perhaps_delete(walk, ply.range.clone()));
    }
    findings.push(fixes.into_iter().take(MOST_FIXES).fold(finding, Finding::with_fix));
}

/// The castling availability of the FEN tag.
struct FenCastling<'game> {
    /// Half-open byte offsets in the game.
    range: Range<usize>,
    text: &'game str,
}

impl<'game> FenCastling<'game> {
    fn of(walk: &Walk<'game>) -> Option<FenCastling<'game>> {
        let tag = fen_tag(walk)?;
        let value = tag.value();
        let range = place(tag, &value, parse_fen(&value).castling?);
        Some(FenCastling { text: walk.text(range.clone()), range })
    }

    /// Adds a right; `None` where the rights are not written with the letters `KQkq`.
    fn with(&self, color: Color, side: CastlingSide) -> Option<Fix> {
        let right = if side.is_king_side() { 'k' } else { 'q' };
        let right = color.fold_wb(right.to_ascii_uppercase(), right);
        let rights = if self.text == "-" { "" } else { self.text };
        if !rights.chars().all(|letter| ALL_RIGHTS.contains(letter)) {
            return None;
        }
        let all: String = ALL_RIGHTS.chars().filter(|letter| *letter == right || rights.contains(*letter)).collect();
        let edit = Edit::replace(self.range.clone(), all.as_str());
        Some(Fix::unsafe_(format!("Write {all} for the castling rights of the FEN"), vec![edit]))
    }
}

/// The castling rights, in the order of a FEN.
const ALL_RIGHTS: &str = "KQkq";

/// The moves that brought the pieces named by the reason to their squares.
fn named_pieces(named: Bitboard, walk: &Walk) -> Vec<Related> {
    if named.is_empty() {
        return Vec::new();
    }
    let line = line_to(walk.game, walk.replay.ply().range.start);
    let came = named.into_iter().filter_map(|square| {
        let (range, role) = move_to(&line, square)?;
        Some(Related { range, message: format!("the {} came to {square} here", role_name(role)) })
    });
    came.collect()
}

/// A longer list would not help to choose.
const MOST_FIXES: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Applicability, Level};
    use crate::testing::{all_findings, check, check_applicability, check_fix};

    #[test]
    fn the_reason_is_a_players() {
        check(
            &RULE,
            "
1. e4 e5 2. Ke3 Nc6 3. Nf3 *
            ^^^ Ke3 cannot be played: the king on e1 cannot reach e3
",
        );
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 d6 3. Nc3 Bb4 *
                          ^^^ Bb4 cannot be played: no black bishop can reach b4: Bf8 is blocked by the black pawn on d6
",
        );
    }

    #[test]
    fn what_is_in_the_way_came_there_by_a_move() {
        let found = |text: &str| {
            let findings = crate::testing::findings(&RULE, text);
            let related = findings[0].related.iter();
            related.map(|place| (text[place.range.clone()].to_owned(), place.message.clone())).collect::<Vec<_>>()
        };
        let here = |text: &str, message: &str| vec![(text.to_owned(), message.to_owned())];
        assert_eq!(found("1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Ne4 *"), here("Bb4", "the bishop came to b4 here"));
        assert_eq!(found("1. d4 d5 2. e3 e6 3. Bf4 *"), here("e3", "the pawn came to e3 here"));
        assert_eq!(found("1. Ra3 *"), []);
    }

    #[test]
    fn castling_that_the_fen_does_not_allow_is_the_fens_matter() {
        let game =
            |rights: &str| format!("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w {rights} - 0 1\"]\n\n1. O-O *");
        for (before, after) in [("-", "K"), ("Q", "KQ")] {
            let text = game(before);
            let finding = &crate::testing::findings(&RULE, &text)[0];
            assert_eq!(finding.message, "O-O cannot be played: the FEN tag gives White no right to castle kingside");
            assert_eq!(&text[finding.related[0].range.clone()], before);
            check_fix(&RULE, &text, &game(after));
            check_applicability(&RULE, &text, Applicability::Unsafe);
        }
    }

    #[test]
    fn the_other_side_is_named_where_number_or_place_speak_of_it() {
        check(
            &RULE,
            "
1. e4 e5 2. Nf3 Nf6 Nc6 *
                    ^^^ Nc6 cannot be played: it is White's move, and...
",
        );
        check(
            &RULE,
            "
1. e4 2. Nf3 e5 *
         ^^^ Nf3 cannot be played: it is Black's move, and no black knight can reach f3
",
        );
        for text in ["1. Nc6 *", "1. e4 Nf3 *", "e4 e5 Nc6 *", "1. e4 e5 { a comment } Nc6 *"] {
            let finding = &crate::testing::findings(&RULE, text)[0];
            assert!(!finding.message.contains("move, and"), "{}", finding.message);
        }
    }

    #[test]
    fn letters_that_only_look_latin_are_told() {
        check(
            &RULE,
            "
1. d4 d5 2. Nс5 *
            ^^^ Nс5 cannot be played: no white knight can reach c5 (с is a Cyrillic letter)
",
        );
    }

    #[test]
    fn after_mate_there_is_no_move() {
        check(
            &RULE,
            "
1. f3 e5 2. g4 Qh4# 3. Nc3 Nf6 4. e4 0-1
                       ^^^ Nc3 cannot be played: White is checkmated, and the game is over
",
        );
    }

    #[test]
    fn what_may_have_been_meant_is_offered_likeliest_first() {
        let cases: [(&str, &[&str]); 5] = [
            ("1. e4 e5 2. Ke3 Nc6 3. Nf3 Nf6 *", &["Write Ke2"]),
            ("1. e4 e5 2. Nf4 Nc6 3. Nxe5 *", &["Write Nf3"]),
            ("1. e4 e5 2. Nf3 Nc6 3. Nf3 Bb5 a6 4. Ba4 Nf6 *", &["Delete Nf3"]),
            ("1. d4 d5 2. Nf3 Nf6 3. Nc2 *", &["Write Nbd2", "Write Nc3", "Write Nfd2"]),
            ("1. e4 e5 2. Qh6 *", &["Write Qh5"]),
        ];
        for (text, expected) in cases {
            let found = crate::testing::findings(&RULE, text);
            let titles: Vec<&str> = found[0].fixes.iter().map(|fix| fix.title.as_str()).collect();
            assert_eq!(titles, expected, "{text}");
        }
        check_applicability(&RULE, "1. e4 e5 2. Ke3 Nc6 3. Nf3 Nf6 *", Applicability::Unsafe);
    }

    #[test]
    fn what_only_resembles_a_move_is_written_as_the_move() {
        for (text, expected) in [
            (
                "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. castles Nf6 5. d3 *",
                "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 *",
            ),
            ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0-0-0 *", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *"),
            ("1. e4 e5 2. 3h *", "1. e4 e5 2. h3 *"),
            ("1. e4 e5 2. j3 Nc6 *", "1. e4 e5 2. h3 Nc6 *"),
        ] {
            check_fix(&RULE, text, expected);
        }
    }

    #[test]
    fn letters_of_another_language_are_one_finding_a_move() {
        for (text, expected) in [
            ("1. e4 e5 2. Nf3 (2. Sc3 Lc5 3. Dh5) 2... Nc6 3. Bb5 a6 *", ["localized-piece-letter"; 3].as_slice()),
            ("1. e4 e5 2. Sf3 Sc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *", &["illegal-move"; 2]),
        ] {
            let found = all_findings(crate::rules::RULES, text);
            let of_moves = found.iter().filter(|one| one.level >= Level::Warning);
            assert_eq!(of_moves.map(|one| one.rule.name).collect::<Vec<_>>(), expected);
        }
        check_fix(
            &RULE,
            "1. e4 e5 2. Sf3 Sc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *",
        );
    }

    #[test]
    fn a_move_too_many_is_deleted_with_its_space() {
        check_fix(
            &RULE,
            "1. e4 e5 2. Nf3 Nc6 3. Nf3 Bb5 a6 4. Ba4 Nf6 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *",
        );
    }
}
