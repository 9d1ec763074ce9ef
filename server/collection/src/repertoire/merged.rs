//! A repertoire as one game with variations, in which each position is gone on from once.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::ops::Range;

use scoresheet_chess::board::fen;
use scoresheet_chess::repertoire::{Repertoire, RepertoireMove};
use scoresheet_chess::variants::VariantKind;
use shakmaty::Position;
use shakmaty::variant::{Variant, VariantPosition};

/// Returns the text of the games: one for the usual start, and one for each other position where games begin that nothing leads to. A line that comes
/// to a position of another line ends there, with a comment that names the moves of the other one. Comments and NAGs are kept, equal ones once.
/// `comment` returns the text of a comment in a file, without its delimiters. The games are not laid out.
pub fn merged_games<'t>(repertoire: &Repertoire, comment: impl Fn(usize, Range<usize>) -> &'t str) -> Vec<String> {
    let owners = Owners::of(repertoire);
    owners.roots.iter().map(|root| Writer { repertoire, owners: &owners, comment: &comment }.game(*root)).collect()
}

/// The move after which each position is gone on from.
struct Owners {
    roots: Vec<usize>,
    /// The node and the move, by node.
    of_node: Vec<Option<(usize, usize)>>,
}

impl Owners {
    /// The shortest lines are gone on from.
    fn of(repertoire: &Repertoire) -> Owners {
        let count = repertoire.nodes.len();
        let (mut of_node, mut is_known) = (vec![None; count], vec![false; count]);
        let (mut roots, mut next) = (Vec::new(), VecDeque::new());
        let usual = repertoire.find(&VariantPosition::default());
        // Games that begin elsewhere may begin where others come to.
        let starts = (0..count).filter(|node| !repertoire.nodes[*node].starts.is_empty() && Some(*node) != usual);
        for root in usual.into_iter().chain(starts) {
            if std::mem::replace(&mut is_known[root], true) {
                continue;
            }
            roots.push(root);
            next.push_back(root);
            while let Some(node) = next.pop_front() {
                for index in in_order(repertoire, node) {
                    let after = repertoire.nodes[node].moves[index].after;
                    if !std::mem::replace(&mut is_known[after], true) {
                        of_node[after] = Some((node, index));
                        next.push_back(after);
                    }
                }
            }
        }
        // A start that an earlier one did not know of may be led to by a later one.
        Owners { roots, of_node }
    }
}

/// The moves of a node: what is to be played first, then the rest.
fn in_order(repertoire: &Repertoire, node: usize) -> Vec<usize> {
    let mut order = repertoire.lines(node);
    let rest = (0..repertoire.nodes[node].moves.len()).filter(|index| !order.contains(index)).collect::<Vec<_>>();
    order.extend(rest);
    order
}

struct Writer<'r, F> {
    repertoire: &'r Repertoire,
    owners: &'r Owners,
    comment: &'r F,
}

/// What is still to be written, the last first.
enum Task {
    /// A move of a node.
    Move(usize, usize),
    /// What follows a move, if it is gone on from there.
    After(usize, usize),
    /// What follows in a node.
    Node(usize),
    Text(&'static str),
}

impl<'t, F: Fn(usize, Range<usize>) -> &'t str> Writer<'_, F> {
    fn game(&self, root: usize) -> String {
        let position = &self.repertoire.nodes[root].position;
        let side = self.repertoire.side.fold_wb("White", "Black");
        let mut text = format!("[Event \"Repertoire {side}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n");
        text += "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n";
        let variant = position.variant();
        let chess960 = position.castles().mode().is_chess960();
        if variant != Variant::Chess || chess960 {
            let kind = match variant {
                Variant::Chess => VariantKind::Chess960,
                variant => VariantKind::Rules { variant, chess960 },
            };
            let _ = writeln!(text, "[Variant \"{}\"]", kind.display_name());
        }
        let usual = fen(&VariantPosition::new(variant));
        if fen(position) != usual {
            let _ = writeln!(text, "[SetUp \"1\"]\n[FEN \"{}\"]", fen(position));
        }
        text += "\n";
        let mut tasks = vec![Task::Text("*\n"), Task::Node(root)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Text(words) => text += words,
                Task::Move(node, index) => self.write_move(node, index, &mut text),
                Task::After(node, index) => {
                    let after = self.repertoire.nodes[node].moves[index].after;
                    if self.owners.of_node[after] == Some((node, index)) {
                        tasks.push(Task::Node(after));
                    } else if !self.repertoire.nodes[after].moves.is_empty() {
                        let _ = write!(text, "{{Transposes to {}}} ", self.path(after));
                    }
                }
                Task::Node(node) => {
                    let order = in_order(self.repertoire, node);
                    let Some((first, others)) = order.split_first() else { continue };
                    tasks.push(Task::After(node, *first));
                    for other in others.iter().rev() {
                        tasks.extend([
                            Task::Text(") "),
                            Task::After(node, *other),
                            Task::Move(node, *other),
                            Task::Text("("),
                        ]);
                    }
                    tasks.push(Task::Move(node, *first));
                }
            }
        }
        text
    }

    fn write_move(&self, node: usize, index: usize, text: &mut String) {
        let played: &RepertoireMove = &self.repertoire.nodes[node].moves[index];
        let mut comments: [Vec<String>; 2] = [Vec::new(), Vec::new()];
        let mut nags: Vec<u16> = Vec::new();
        for occurrence in &played.occurrences {
            for (own, found) in comments.iter_mut().zip(&occurrence.comments) {
                for range in found {
                    let words = (self.comment)(occurrence.place.file, range.clone()).trim().replace('}', ")");
                    if !words.is_empty() && !own.contains(&words) {
                        own.push(words);
                    }
                }
            }
            nags.extend(occurrence.nags.iter().filter(|nag| !nags.contains(nag)).copied().collect::<Vec<_>>());
        }
        let [before, after] = comments;
        before.iter().for_each(|words| *text += &format!("{{{words}}} "));
        *text += &self.repertoire.numbered(node, played.action);
        *text += " ";
        nags.iter().for_each(|nag| *text += &format!("${nag} "));
        after.iter().for_each(|words| *text += &format!("{{{words}}} "));
    }

    /// The moves of the line in which a position is gone on from.
    fn path(&self, node: usize) -> String {
        let mut moves = Vec::new();
        let mut here = node;
        while let Some((before, index)) = self.owners.of_node[here] {
            let numbered = self.repertoire.numbered(before, self.repertoire.nodes[before].moves[index].action);
            let is_first = self.owners.of_node[before].is_none();
            let plain = numbered.split_once("... ").map(|(_, san)| san.to_owned()).filter(|_| !is_first);
            moves.push(plain.unwrap_or(numbered));
            here = before;
        }
        moves.reverse();
        if moves.is_empty() { "the start of another game".to_owned() } else { moves.join(" ") }
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;
    use shakmaty::Color;

    use super::*;

    fn merged(text: &str) -> Vec<String> {
        let mut repertoire = Repertoire::new(Color::White);
        let database = Database::parse(text);
        let mut start = 0;
        for game in 0.. {
            let Some(view) = database.view(game) else { break };
            repertoire.add_game(view, 0, game, start);
            start += view.text.len();
        }
        let games = merged_games(&repertoire, |_, range| text[range].trim_matches(['{', '}']));
        games.iter().map(|game| game.split_once("\n\n").unwrap().1.trim().to_owned()).collect()
    }

    #[test]
    fn each_position_is_gone_on_from_once() {
        let text = "1. d4 {queen} Nf6 2. c4 e6 3. Nc3 $1 (3. g3 $6 d5) *\n\n[Event \"?\"]\n\n{why} 1. c4 Nf6 2. d4 {now} e6 3. Nc3 Bb4 4. e3 *\n\n1. d4 {queen} d5 *\n";
        assert_eq!(
            merged(text),
            [
                "1. d4 {queen} ({why} 1. c4 1... Nf6 2. d4 {now} {Transposes to 1. d4 Nf6 2. c4} ) 1... Nf6 (1... d5 ) 2. c4 2... e6 3. Nc3 $1 \
              (3. g3 $6 3... d5 ) 3... Bb4 4. e3 *"
            ]
        );
    }

    #[test]
    fn other_starts_are_games_of_their_own() {
        let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n";
        let games = merged(&format!("{fen}1. e4 Kd7 *\n\n1. e4 *\n"));
        assert_eq!(games, ["1. e4 *", "1. e4 1... Kd7 *"]);
    }
}
