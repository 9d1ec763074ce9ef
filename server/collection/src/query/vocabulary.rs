//! The words of the query language, and the one that a misspelled word probably means.

use scoresheet_chess::similar_words::closest;

/// What joins terms or follows them.
pub(super) const JOINING: [&str; 8] = ["and", "or", "then", "for", "up", "from", "in", "within"];

/// What may begin a term.
pub(super) const TERMS: [&str; 30] = [
    "not",
    "ever",
    "never",
    "flip",
    "mirror",
    "tag",
    "players",
    "has",
    "comment",
    "comments",
    "fen",
    "line",
    "reaches",
    "board",
    "wtm",
    "btm",
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
pub(super) const FIELDS: [&str; 31] = [
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
    "ply",
    "movenumber",
    "halfmoves",
    "men",
];

/// Words that people try, and what the language has for them.
const OTHER_WORDS: [(&str, &str); 22] = [
    ("position", "fen \"...\" for a whole position, board \"...\" for a part of one"),
    ("year", "date = 2019"),
    ("rating", "elo >= 2600"),
    ("length", "plies > 80 or moves > 40"),
    ("name", "player = \"Carlsen*\""),
    ("draw", "result = draw"),
    ("drawn", "result = draw"),
    ("endgame", "material KRPvKR"),
    ("ending", "material KRPvKR"),
    ("castle", "castling"),
    ("castles", "castling"),
    ("kingside", "castling kingside"),
    ("queenside", "castling queenside"),
    ("checkmate", "mate"),
    ("en", "enpassant"),
    ("promote", "promotion to Q"),
    ("takes", "captured q by N"),
    ("plays", "move Bxh7+"),
    ("played", "move Bxh7+"),
    ("variations", "has variations, or in variations after a term"),
    ("stm", "turn = white"),
    ("code", "eco = B90"),
];

/// What the language has for a word that it does not have.
pub(super) fn instead_of(word: &str) -> Option<&'static str> {
    OTHER_WORDS.iter().find(|(other, _)| other.eq_ignore_ascii_case(word)).map(|(_, meant)| *meant)
}

/// Returns the words of the language.
pub fn words() -> impl Iterator<Item = &'static str> {
    JOINING.into_iter().chain(TERMS).chain(FIELDS)
}

/// Whether the language has a word.
pub(super) fn is_known(word: &str) -> bool {
    words().any(|known| known.eq_ignore_ascii_case(word))
}

/// An example of a word that joins terms or follows them. `None` for other words.
pub(super) fn after_term(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_lowercase().as_str() {
        "and" => "check and capture",
        "or" => "check or capture",
        "then" | "within" => "check then within 6 mate",
        "for" => "material KRPvKR for 8 plies",
        "up" => "castling up to move 8",
        "from" => "castling from move 8",
        _ => return None,
    })
}

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
