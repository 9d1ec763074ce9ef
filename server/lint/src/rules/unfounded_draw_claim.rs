use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::{GameEnd, Walk};
use scoresheet_chess::replay::{Outcome, Replay, Step};
use shakmaty::variant::VariantPosition;
use shakmaty::{Chess, Position};
use std::collections::HashMap;
use std::ops::Range;

/// Plies without capture or pawn move after which a draw can be claimed with the next one: the move claimed with may
/// not be in the score.
const CLAIMABLE_PLIES: u32 = 99;

declare_rule! {
    /// A draw by repetition or by the fifty-move rule that the moves do not show.
    ///
    /// ## What it does
    /// Checks drawn games whose Termination or TerminationDetails tag or last comment gives threefold repetition or the
    /// fifty-move rule as the reason. The final position, or one that the next move can bring about, must occur for the third
    /// time with the same side to move and the same castling and en passant rights; or fifty moves without capture or pawn move
    /// must be complete, counting the next one.
    ///
    /// ## Why is this bad?
    /// Moves are missing, or the claim was wrong.
    ///
    /// ## Example
    /// ```pgn
    /// 1. Nf3 Nf6 2. Ng1 Ng8 { Draw by threefold repetition } 1/2-1/2
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 { Draw by threefold repetition } 1/2-1/2
    /// ```
    ///
    /// ## References
    /// FIDE Laws of Chess, articles 9.2 and 9.3; PGN standard, section 9.8.1, for the Termination tag.
    name: "unfounded-draw-claim", group: Suspicious, level: Warning, fix: None, hooks: [Hook::End(check)],
}

/// The reason for a draw claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Repetition,
    FiftyMoves,
}

fn check(end: &GameEnd, walk: &Walk, findings: &mut Findings) {
    let is_drawn = end.stated_result(walk).is_some_and(|(result, _)| result == "1/2-1/2");
    if !is_drawn || end.moves == 0 || end.failed > 0 {
        return;
    }
    let Some(VariantPosition::Chess(last)) = walk.replay.position() else { return };
    let Some((claim, place)) = claim(walk) else { return };
    let message = match claim {
        Claim::FiftyMoves if last.halfmoves() < CLAIMABLE_PLIES => {
            let moves = last.halfmoves() / 2;
            format!("The fifty-move rule is claimed, but only {moves} moves were played without a capture or pawn move")
        }
        // The positions before the start of such a game are unknown.
        Claim::Repetition if !walk.replay.setup().has_fen => match repetitions(walk, last) {
            3.. => return,
            1 => "Repetition is claimed, but the final position has not occurred before".to_owned(),
            times => format!("Repetition is claimed, but the final position has occurred only {times} times"),
        },
        _ => return,
    };
    findings.push(RULE.finding(place, message));
}

/// The first claim in the tags and the last comment, and its range.
fn claim(walk: &Walk) -> Option<(Claim, Range<usize>)> {
    let tags = walk.tags.iter().filter(|tag| tag.name.starts_with("Termination"));
    let mut by_tag = tags.filter_map(|tag| Some((claim_in(&tag.value(), true)?, tag.inner_range())));
    by_tag.next().or_else(|| {
        let comment = walk.since_move.comment.clone()?;
        Some((claim_in(walk.text(comment.clone()), false)?, comment))
    })
}

/// The claim in a text. In a tag one word is enough. Comments also mention repetitions that are incomplete, avoided or only
/// threatened, so there a clause must say that the game ended that way and nothing else.
fn claim_in(text: &str, is_tag: bool) -> Option<Claim> {
    let text = text.to_lowercase();
    let has_any = |text: &str, words: &[&str]| words.iter().any(|word| text.contains(word));
    let clauses = text.split(['.', ',', ';', ':', '(', ')', '!', '?', '{', '}', '–', '—']);
    let claims: Vec<&str> =
        if is_tag { vec![&text] } else { clauses.filter(|clause| is_only_a_claim(clause)).collect() };
    let is_repetition = |text: &&str| {
        has_any(text, &["repetition"])
            && (is_tag || has_any(text, &["threefold", "three-fold", "3-fold", "3fold", "3 fold", "by repetition"]))
    };
    let is_fifty = |text: &&str| {
        has_any(text, &["50 move", "50-move", "50move", "50 moves", "fifty move", "fifty-move"])
            && (is_tag || has_any(text, &["rule", "draw"]))
    };
    match (claims.iter().any(is_repetition), claims.iter().any(is_fifty)) {
        // "Either is enough" is no claim that can be tested.
        (true, true) => None,
        (true, false) => Some(Claim::Repetition),
        (false, true) => Some(Claim::FiftyMoves),
        (false, false) => None,
    }
}

/// Whether a clause (in lower case) is about a draw and the reason for it, and about nothing else.
fn is_only_a_claim(clause: &str) -> bool {
    let words = clause.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.into_iter().all(|word| CLAIMING_WORDS.contains(&word))
}

/// The words of which claims are made: "The game ended in a draw by threefold repetition of the position".
const CLAIMING_WORDS: &[&str] = &[
    "1",
    "2",
    "3",
    "3fold",
    "50",
    "50move",
    "a",
    "according",
    "and",
    "as",
    "because",
    "black",
    "by",
    "claim",
    "claimed",
    "claims",
    "declared",
    "draw",
    "drawn",
    "due",
    "ended",
    "ends",
    "fifty",
    "fold",
    "game",
    "here",
    "in",
    "is",
    "move",
    "moves",
    "now",
    "of",
    "on",
    "position",
    "positions",
    "repetition",
    "rule",
    "s",
    "the",
    "three",
    "threefold",
    "through",
    "to",
    "under",
    "via",
    "was",
    "white",
    "with",
];

/// How often the final position, or the most frequent of those that the next move can bring about, has occurred in
/// the main line (with that move). [`Chess`] compares positions by the rules for repetition. Linear in the game.
fn repetitions(walk: &Walk, last: &Chess) -> usize {
    let mut seen: HashMap<Chess, usize> = HashMap::new();
    let mut replay = Replay::new(walk.game);
    if let Some(VariantPosition::Chess(start)) = replay.position() {
        seen.insert(start.clone(), 1);
    }
    while let Some((step, _)) = replay.advance() {
        let is_move = step == Step::Move && replay.depth() == 0;
        let is_played = matches!(replay.ply().outcome, Outcome::Played { .. });
        if is_move
            && is_played
            && let Some(VariantPosition::Chess(position)) = replay.position()
        {
            *seen.entry(position.clone()).or_insert(0) += 1;
        }
    }
    let with_next_move = last.legal_moves().into_iter().map(|action| {
        let mut next = last.clone();
        next.play_unchecked(action);
        seen.get(&next).map_or(0, |times| times + 1)
    });
    let most_with_next_move = with_next_move.max().unwrap_or(0);
    let times = seen.get(last).copied().unwrap_or(1);
    if most_with_next_move >= 3 { most_with_next_move } else { times }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, findings};

    #[test]
    fn claims_are_counted() {
        check(
            &RULE,
            "
1. Nf3 Nf6 2. Ng1 Ng8 {Drawn by repetition} 1/2-1/2
                      ^^^^^^^^^^^^^^^^^^^^^ Repetition is claimed, but the final position has occurred only 2 times
",
        );
        check(
            &RULE,
            "
[Termination \"50 moves rule\"]
              ^^^^^^^^^^^^^ The fifty-move rule is claimed, but only 2 moves were played without a capture or pawn move

1. Nf3 Nf6 2. Ng1 Ng8 1/2-1/2
",
        );
    }

    #[test]
    fn the_third_time_is_enough() {
        let count = |moves: &str| findings(&RULE, &format!("{moves} {{3-fold repetition}} 1/2-1/2")).len();
        assert_eq!(count("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"), 0);
        // With Black's next move the starting position occurs for the third time.
        assert_eq!(count("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1"), 0);
        assert_eq!(count("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 (3... d5 4. Ng1)"), 1);
        // Twice with the right to castle, once without; castling is forfeited by the first rook move.
        assert_eq!(count("1. a4 a5 2. Ra3 Ra6 3. Ra1 Ra8 4. Ra3 Ra6 5. Ra1 Ra8"), 1);
        // The first time en passant was possible.
        assert_eq!(count("1. e4 a6 2. e5 d5 3. Nc3 Nf6 4. Nb1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8"), 1);
        assert_eq!(count("1. e4 a6 2. d4 d5 3. Nc3 Nf6 4. Nb1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8"), 0);
    }

    #[test]
    fn prose_claims_in_many_words() {
        for claim in [
            "Threefold repetition.",
            "Draw, by three-fold repetition of moves",
            "A good fight! White claimed a draw by repetition; well played",
            "The game ended in a draw due to the fifty-move rule",
        ] {
            let found = findings(&RULE, &format!("1. Nf3 Nf6 {{{claim}}} 1/2-1/2"));
            assert_eq!(found.len(), 1, "{claim}");
        }
    }

    #[test]
    fn others_are_left_in_peace() {
        for text in [
            "1. Nf3 Nf6 {Drawn by repetition} 1-0",
            "1. Nf3 Nf6 {Drawn by repetition} *",
            "1. Nf3 Nf6 {with a repetition of moves} 1/2-1/2",
            "1. Nf3 Nf6 {Drawn by repetition} 2. d4 1/2-1/2",
            "1. Nf3 Nf6 {in 50 moves at most} 1/2-1/2",
            "1. Nf3 Nf6 {White avoids the threefold repetition, draw agreed} 1/2-1/2",
            "1. Nf3 Nf6 {After fifty moves of analysis we agreed to a draw} 1/2-1/2",
            "1. Nf3 Nf6 {Black cannot claim a draw by repetition} 1/2-1/2",
            "1. Nf3 Nf6 {not yet a threefold repetition. Draw agreed} 1/2-1/2",
            "1. Nf3 Kd3 {Drawn by repetition} 1/2-1/2",
            "[Variant \"Losers\"]\n\n1. Nf3 Nf6 {Drawn by repetition} 1/2-1/2",
            "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 99 80\"]\n\n80. Rh2 {50 move rule} 1/2-1/2",
        ] {
            check(&RULE, text);
        }
    }
}
