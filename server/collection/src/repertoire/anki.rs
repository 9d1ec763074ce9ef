//! A repertoire as a deck of cards for Anki: a text file that its import reads.
//!
//! The lines at the start that begin with `#` say how the file is read: <https://docs.ankiweb.net/importing/text-files.html>.

use std::fmt::Write as _;

use scoresheet_chess::board::fen;
use scoresheet_chess::openings::{Opening, opening};
use scoresheet_chess::position_key::PositionKey;
use scoresheet_chess::repertoire::{Reached, Repertoire};
use shakmaty::Move;

/// Returns a card for each position in which the side of the repertoire has an answer, once for all moves that lead to it: the moves and the position
/// in FEN on the front, the answer on the back. Cards have the names of their positions, so that another import updates them. `comment` returns the
/// text of a comment in a file.
pub fn anki_deck<'t>(repertoire: &Repertoire, comment: impl Fn(usize, std::ops::Range<usize>) -> &'t str) -> String {
    let side = repertoire.side.fold_wb("White", "Black");
    let mut deck = format!(
        "#separator:tab\n#html:true\n#notetype:Basic\n#deck:Repertoire {side}\n#columns:GUID\tFront\tBack\tTags\n#guid column:1\n#tags column:4\n"
    );
    let reached = Reached::of(repertoire);
    for node in reached.order.iter().copied().filter(|node| repertoire.is_own_turn(*node)) {
        let found = &repertoire.nodes[node];
        let answers: Vec<String> =
            repertoire.lines(node).into_iter().map(|index| answer(repertoire, node, index, &comment)).collect();
        if answers.is_empty() {
            continue;
        }
        let (path, named) = path(repertoire, &reached, node);
        let front = if path.is_empty() { fen(&found.position) } else { format!("{path}<br>{}", fen(&found.position)) };
        let tags = named.map_or_else(|| side.to_owned(), |named| format!("{side} ECO::{}", named.eco));
        let guid = PositionKey::of(&found.position).number();
        // Writing to a string cannot fail.
        let _ = writeln!(deck, "scoresheet-{side}-{guid:016x}\t{front}\t{}\t{tags}", answers.join("<br>"));
    }
    deck
}

/// A move with its number and its comments.
fn answer<'t>(
    repertoire: &Repertoire,
    node: usize,
    index: usize,
    comment: &impl Fn(usize, std::ops::Range<usize>) -> &'t str,
) -> String {
    let played = &repertoire.nodes[node].moves[index];
    let mut text = repertoire.numbered(node, played.action);
    let mut seen: Vec<String> = Vec::new();
    for occurrence in &played.occurrences {
        for range in &occurrence.comments[1] {
            let words = plain(comment(occurrence.place.file, range.clone()));
            if !words.is_empty() && !seen.contains(&words) {
                let _ = write!(text, "<br>{words}");
                seen.push(words);
            }
        }
    }
    text
}

/// The words of a comment without its commands, as HTML on one line.
fn plain(comment: &str) -> String {
    let (mut words, mut rest) = (String::new(), comment);
    while let Some((before, command)) = rest.split_once("[%") {
        words += before;
        rest = command.split_once(']').map_or("", |(_, after)| after);
    }
    words += rest;
    let words: Vec<&str> = words.split_whitespace().collect();
    words.join(" ").replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The moves that lead to a node, and the opening that is named last on the way.
fn path(repertoire: &Repertoire, reached: &Reached, node: usize) -> (String, Option<Opening>) {
    let mut moves: Vec<(usize, Move)> = Vec::new();
    let mut here = node;
    let mut named = None;
    while let Some((before, index)) = reached.entry(here) {
        named = named.or_else(|| opening(&repertoire.nodes[here].position));
        moves.push((before, repertoire.nodes[before].moves[index].action));
        here = before;
    }
    moves.reverse();
    let mut text = String::new();
    for (number, (before, action)) in moves.into_iter().enumerate() {
        let numbered = repertoire.numbered(before, action);
        // After the first one, only White's moves have numbers.
        let is_plain = number > 0 && numbered.contains("...");
        let written = if is_plain { numbered.split_once(' ').map_or(&*numbered, |(_, san)| san) } else { &*numbered };
        text += if text.is_empty() { "" } else { " " };
        text += written;
    }
    (text, named)
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;
    use shakmaty::Color;

    use super::*;

    #[test]
    fn a_position_is_one_card() {
        let text = "1. d4 Nf6 {<b> [%cal Gg8f6]} 2. c4 e6 {\"Nimzo\"} *\n\n1. c4 Nf6 2. d4 e6 3. Nc3 Bb4 *\n";
        let mut repertoire = Repertoire::new(Color::Black);
        let database = Database::parse(text);
        let mut start = 0;
        for game in 0..2 {
            let view = database.view(game).unwrap();
            repertoire.add_game(view, 0, game, start);
            start += view.text.len();
        }
        let deck = anki_deck(&repertoire, |_, range| text[range].trim_matches(['{', '}']));
        let cards: Vec<Vec<&str>> =
            deck.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
        let backs: Vec<&str> = cards.iter().map(|card| card[2]).collect();
        assert_eq!(backs, ["1... Nf6<br>&lt;b&gt;", "1... Nf6", "2... e6<br>&quot;Nimzo&quot;", "3... Bb4"]);
        assert_eq!(cards[2][1], "1. d4 Nf6 2. c4<br>rnbqkb1r/pppppppp/5n2/8/2PP4/8/PP2PPPP/RNBQKBNR b KQkq c3 0 2");
        assert!(cards.iter().all(|card| card.len() == 4 && card[0].starts_with("scoresheet-Black-")), "{deck}");
        assert_eq!(cards[3][3], "Black ECO::A50");
    }
}
