//! The words of the query language, and the one that a misspelled word probably means.

use scoresheet_chess::similar_words::closest;

/// What joins terms or follows them.
pub(super) const JOINING: [&str; 8] = ["and", "or", "then", "for", "up", "from", "in", "within"];

/// What may begin a term.
pub(super) const TERMS: [&str; 28] = [
    "not",
    "ever",
    "never",
    "flip",
    "mirror",
    "tag",
    "players",
    "has",
    "comment",
    "fen",
    "line",
    "reaches",
    "board",
    "wtm",
    "pawns",
    "material",
    "imbalance",
    "move",
    "capture",
    "captured",
    "promotion",
    "castling",
    "enpassant",
    "check",
    "mate",
    "stalemate",
    "turn",
    "broken",
];

/// The fields that are compared with something.
pub(super) const FIELDS: [&str; 27] = [
    "white",
    "black",
    "player",
    "winner",
    "loser",
    "event",
    "site",
    "date",
    "eventdate",
    "round",
    "result",
    "eco",
    "opening",
    "variation",
    "elo",
    "whiteelo",
    "blackelo",
    "averageelo",
    "elodifference",
    "annotator",
    "timecontrol",
    "termination",
    "variant",
    "title",
    "plies",
    "moves",
    "nag",
];

/// The word of `words` that `word` probably means.
pub(super) fn similar<'word>(word: &str, words: impl IntoIterator<Item = &'word str>) -> Option<&'word str> {
    let lower = word.to_ascii_lowercase();
    let words: Vec<&str> = words.into_iter().collect();
    closest(&lower, words.iter().copied()).or_else(|| {
        // Short words are only compared letter by letter.
        let is_near = |other: &&str| lower.len() > 1 && strsim::osa_distance(&lower, other) == 1;
        words.iter().copied().find(is_near)
    })
}
