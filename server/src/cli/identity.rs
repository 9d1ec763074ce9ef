//! By what a finding is known again after the file around it was edited: its rule, its own words and the game that it is
//! in, not the line that it is on.

use std::collections::HashMap;

use scoresheet_grammar::{Event, GameView, NodeKind, Parser, TokenKind, Tree};

use super::engine::LocatedFinding;
use super::language::Language;
use super::render::Parts;

/// What a finding is known by. A finding is the same where its own hash is, and one of the two of its game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Of the tags that name the game, or of a record's position: it stays when moves are edited.
    pub tags: u64,
    /// Of the first moves of the game, or of a record's whole line: it stays when tags are edited.
    pub moves: u64,
    /// Of the rule, what it marks and what it says, but for the numbers in it.
    pub finding: u64,
    /// How many findings before it in the file have the same hashes.
    pub occurrence: u32,
}

/// The tags that name a game. Its result is none of them: that is what gets corrected.
const NAMES: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "FEN"];
/// By so many moves of its main line a game is known: more than an opening has, fewer than are edited often.
const FIRST_MOVES: usize = 24;
/// Of what a finding marks, so many characters count: an unclosed comment marks all that follows.
const MOST_MARKED: usize = 80;
/// The fields of a record that give its position.
const POSITION_FIELDS: usize = 4;

/// Identifies the findings of one file, in any order of games.
pub struct Identifier {
    language: Language,
    tree: Tree,
    /// The game of the last finding: where it begins, and its hashes.
    last: Option<(usize, u64, u64)>,
    seen: HashMap<(u64, u64, u64), u32>,
}

impl Identifier {
    /// For a file written in `language`.
    pub fn new(language: Language) -> Identifier {
        Identifier { language, tree: Tree::default(), last: None, seen: HashMap::new() }
    }

    /// Gives the finding its identity. Reads the game once for all findings in it that come one after another.
    pub fn identify<T: AsRef<str>>(&mut self, parts: &Parts<T>, located: &mut LocatedFinding) {
        let (tags, moves) = self.game(parts, located.game_start);
        let finding = hash_of_finding(parts, located);
        let occurrence = self.seen.entry((tags, moves, finding)).or_default();
        located.identity = Identity { tags, moves, finding, occurrence: *occurrence };
        *occurrence += 1;
    }

    fn game<T: AsRef<str>>(&mut self, parts: &Parts<T>, start: usize) -> (u64, u64) {
        if let Some((last, tags, moves)) = self.last
            && last == start
        {
            return (tags, moves);
        }
        let part = parts.at(start);
        let text = &part.text.as_ref()[part.inside(start)..];
        let (tags, moves) = match self.language {
            Language::Pgn => self.hashes_of_game(text),
            Language::Records(_) => hashes_of_record(text),
        };
        self.last = Some((start, tags, moves));
        (tags, moves)
    }

    fn hashes_of_game(&mut self, text: &str) -> (u64, u64) {
        let Some(range) = Parser::new(text).next_game(&mut self.tree) else { return (EMPTY, EMPTY) };
        let game = GameView { text: &text[range], tree: &self.tree };
        let (mut names, mut moves) = (Hash::default(), Hash::default());
        for tag in game.tags().iter().filter(|tag| NAMES.contains(&tag.name)) {
            names.add(tag.name);
            names.add(tag.value().trim());
        }
        let (mut depth, mut count) = (0, 0);
        for (event, range) in game.tree.events() {
            match event {
                Event::Enter(NodeKind::Variation) => depth += 1,
                Event::Leave(NodeKind::Variation) => depth -= 1,
                Event::Token(TokenKind::San) if depth == 0 => {
                    moves.add(&game.text[range]);
                    count += 1;
                }
                _ => {}
            }
            if count == FIRST_MOVES {
                break;
            }
        }
        (names.0, moves.0)
    }
}

fn hashes_of_record(text: &str) -> (u64, u64) {
    let line = text.split(['\n', '\r']).next().unwrap_or("");
    let (mut position, mut all) = (Hash::default(), Hash::default());
    line.split_whitespace().take(POSITION_FIELDS).for_each(|field| position.add(field));
    line.split_whitespace().for_each(|word| all.add(word));
    (position.0, all.0)
}

fn hash_of_finding<T: AsRef<str>>(parts: &Parts<T>, located: &LocatedFinding) -> u64 {
    let finding = &located.finding;
    let mut hash = Hash::default();
    hash.add(finding.rule.name);
    let part = parts.at(finding.range.start);
    let marked = part.text.as_ref().get(part.inside(finding.range.start)..part.inside(finding.range.end));
    // A formatter breaks lines elsewhere.
    let marked = marked.unwrap_or("").chars().filter(|character| !character.is_whitespace());
    hash.add(&marked.take(MOST_MARKED).collect::<String>());
    // Numbers of games, lines and moves change with what stands before.
    hash.add(&finding.message.chars().filter(|character| !character.is_ascii_digit()).collect::<String>());
    hash.0
}

/// A hash that is the same on every system and in every version: FNV-1a.
#[derive(Clone, Copy)]
pub struct Hash(pub u64);

const EMPTY: u64 = 0xCBF2_9CE4_8422_2325;
const PRIME: u64 = 0x0100_0000_01B3;

impl Default for Hash {
    fn default() -> Hash {
        Hash(EMPTY)
    }
}

impl Hash {
    /// Adds a word, and that it ends.
    pub fn add(&mut self, word: &str) {
        // No text has this byte.
        for byte in word.bytes().chain([0xFF]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_analysis::file_view::FileFacts;

    use super::*;
    use crate::cli::engine::ENGINE;
    use crate::cli::render::whole;
    use crate::configuration::FileSettings;
    use crate::text_file::TextFile;

    fn identities(name: &str, text: &str) -> Vec<Identity> {
        let file = TextFile::decode(name.into(), text.as_bytes().to_vec(), None).unwrap();
        let language = Language::of(&file.path, None);
        let settings = FileSettings::default();
        let mut findings = ENGINE.check(text, language, FileFacts::default(), &settings.configuration);
        findings.retain(|located| located.finding.level >= settings.exit_level);
        let (mut identifier, parts) = (Identifier::new(language), Parts::one(whole(&file)));
        findings.iter_mut().for_each(|located| identifier.identify(&parts, located));
        findings.into_iter().map(|located| located.identity).collect()
    }

    const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Bc5 Nf6 3. d3 d6 4. Ra5 *\n\n";

    #[test]
    fn insertions_before_a_game_leave_its_findings_what_they_are() {
        let before = identities("a.pgn", GAME);
        assert_eq!(before.len(), 2);
        let after = identities("a.pgn", &format!("[White \"X\"]\n[Black \"Y\"]\n\n1. d4 {{x\ny}} *\n\n{GAME}"));
        assert_eq!(after, before);
    }

    #[test]
    fn edits_of_moves_leave_the_tags_and_edits_of_tags_the_moves() {
        let [first, last] = identities("a.pgn", GAME)[..] else { panic!("two findings") };
        let mended = identities("a.pgn", &GAME.replace("Bc5", "Bc4"));
        assert_eq!(
            mended.iter().map(|identity| (identity.tags, identity.finding)).collect::<Vec<_>>(),
            [(last.tags, last.finding)]
        );
        let renamed = identities("a.pgn", &GAME.replace("\"A\"", "\"Anderssen\""));
        assert_eq!((renamed[0].moves, renamed[0].finding), (first.moves, first.finding));
        assert_ne!(renamed[0].tags, first.tags);
    }

    #[test]
    fn what_is_said_twice_is_counted() {
        let twice: Vec<u32> = identities("a.pgn", &GAME.repeat(2)).iter().map(|identity| identity.occurrence).collect();
        assert_eq!(twice, [0, 0, 1, 1]);
    }

    #[test]
    fn a_record_is_known_by_its_position() {
        let record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Nf3; id \"x\";\n";
        let before = identities("a.epd", record);
        let after = identities("a.epd", &format!("8/8/8/8/8/5k2/4p3/4K3 w - -\n{}", record.replace("x", "y")));
        assert_eq!((before.len(), after.len()), (1, 1));
        assert_eq!((before[0].tags, before[0].finding), (after[0].tags, after[0].finding));
        assert_ne!(before[0].moves, after[0].moves);
    }
}
