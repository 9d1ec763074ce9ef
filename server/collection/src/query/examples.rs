//! What each word of the query language finds, with an example: for completions.

/// An example of a word, and which games or positions it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The word.
    pub word: &'static str,
    /// A query that uses it.
    pub query: &'static str,
    /// What it finds, a phrase.
    pub meaning: &'static str,
}

/// Returns the example of a word, in any letter case. `None` for what is no word of the language.
pub(super) fn example_of(word: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| example.word.eq_ignore_ascii_case(word))
}

const fn example(word: &'static str, query: &'static str, meaning: &'static str) -> Example {
    Example { word, query, meaning }
}

static EXAMPLES: [Example; 69] = [
    example("white", "white = \"Carlsen*\"", "games of a player with White"),
    example("black", "black = \"Carlsen*\"", "games of a player with Black"),
    example("player", "player = \"Carlsen*\"", "games of a player with either colour"),
    example("players", "players \"Carlsen\" \"Caruana\"", "games between two players"),
    example("winner", "winner = \"Carlsen*\"", "games that a player won"),
    example("loser", "loser = \"Carlsen*\"", "games that a player lost"),
    example("title", "title = GM", "games with a title of either player"),
    example("event", "event = \"Tata*\"", "games of an event"),
    example("site", "site = \"Wijk*\"", "games at a site"),
    example("round", "round = 3", "games of a round"),
    example("date", "date >= 2019.05", "games of a date or later"),
    example("eventdate", "eventdate = 2019", "games of an event of this date"),
    example("result", "result = 1-0", "games with a result"),
    example("elo", "elo >= 2600", "games in which both ratings are so high"),
    example("whiteelo", "whiteelo >= 2600", "games in which White's rating is so high"),
    example("blackelo", "blackelo >= 2600", "games in which Black's rating is so high"),
    example("averageelo", "averageelo >= 2600", "games in which the average of the ratings is so high"),
    example("elodifference", "elodifference > 200", "games in which the ratings differ by so much"),
    example("eco", "eco in B90..B99", "games with a code of an opening"),
    example("opening", "opening = \"*Najdorf*\"", "games of an opening"),
    example("variation", "variation = \"*Poisoned Pawn*\"", "games with this in the tag Variation"),
    example("annotator", "annotator = \"Kasparov*\"", "games of an annotator"),
    example("timecontrol", "timecontrol = \"300+3\"", "games with a time control"),
    example("termination", "termination = \"time forfeit\"", "games that ended in a way"),
    example("variant", "variant = Chess960", "games of a variant"),
    example("tag", "tag Annotator ~ \"Kasparov\"", "games with a tag"),
    example("plies", "plies > 80", "games of so many plies"),
    example("moves", "moves in 20..40", "games of so many moves"),
    example("has", "has comments", "games with comments, variations or NAGs"),
    example("comment", "comment ~ \"novelty\"", "games with words in a comment"),
    example("comments", "comments ~ \"novelty\"", "games with words in a comment"),
    example("nag", "nag = !!", "games with a NAG"),
    example("broken", "broken", "games whose main line does not read to its end"),
    example("line", "line \"1. e4 c5 2. * d6\"", "games that begin with these moves"),
    example("fen", "fen \"8/8/8/8/8/4k3/4p3/4K3 w - -\"", "this very position"),
    example("reaches", "reaches \"1. d4 Nf6 2. c4 e6\"", "the position after these moves, in any order"),
    example("board", "board \"8/6b1/3p4/3N4/4P3/8/8/8\"", "positions with these men on these squares"),
    example("pawns", "pawns \"8/pp3ppp/4p3/8/3P4/8/PP3PPP/8\"", "positions with these pawns and no others"),
    example("material", "material KRPvKR", "positions with this material"),
    example("imbalance", "imbalance BP v NN", "positions in which men are exchanged for others"),
    example("move", "move Bxh7+", "positions after a move"),
    example("capture", "capture", "positions after a capture"),
    example("captured", "captured q by N", "positions after such a capture"),
    example("promotion", "promotion to Q", "positions after a promotion"),
    example("castling", "castling queenside", "positions after castling"),
    example("enpassant", "enpassant", "positions after a capture en passant"),
    example("check", "check", "positions with a check"),
    example("mate", "mate", "positions with mate"),
    example("stalemate", "stalemate", "positions with stalemate"),
    example("turn", "turn = black", "positions in which it is a side's move"),
    example("wtm", "wtm", "positions in which it is White's move"),
    example("btm", "btm", "positions in which it is Black's move"),
    example("movenumber", "movenumber <= 12", "positions after a move with this number"),
    example("ply", "ply <= 24", "positions after so many plies"),
    example("halfmoves", "halfmoves > 40", "positions so long after a capture or a pawn's move"),
    example("men", "men <= 6", "positions with so many men"),
    example("not", "not check", "what the next term does not find"),
    example("ever", "ever castling and ever mate", "games in which it holds somewhere"),
    example("never", "never castling", "games in which it holds nowhere"),
    example("flip", "flip move Bxh7+", "the same with colours exchanged, too"),
    example("mirror", "mirror board \"8/8/8/8/4N3/8/8/8\"", "the same seen in a mirror, too"),
    example("and", "check and capture", "what both terms find"),
    example("or", "check or capture", "what either term finds"),
    example("then", "move Bxh7+ then move Ng5+", "the first, and later the second"),
    example("within", "check then within 6 mate", "the second so many plies later"),
    example("for", "material KRPvKR for 8 plies", "what holds for so long"),
    example("up", "castling up to move 8", "what is before the end of a move"),
    example("from", "castling from move 8", "what is after a move"),
    example("in", "move Bxh7+ in variations", "what is in variations, too"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Query, words};

    #[test]
    fn every_word_has_an_example_that_reads() {
        for word in words() {
            let example = example_of(word).unwrap_or_else(|| panic!("{word} has no example"));
            assert!(example.query.split([' ', '"']).any(|part| part == word), "{example:?}");
            Query::parse(example.query).unwrap_or_else(|error| panic!("{example:?}: {error}"));
        }
        assert_eq!(EXAMPLES.len(), words().count());
    }
}
