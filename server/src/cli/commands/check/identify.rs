//! Identifying findings, so that they are recognised after the file around them was edited: by rule, words and game,
//! not by line.

use std::collections::HashMap;

use crate::cli::findings::{Hash, Identity, LocatedFinding};
use crate::cli::language::Language;
use crate::text_file::Parts;

/// How many characters of the marked text count: an unclosed comment marks all that follows.
const MOST_MARKED: usize = 80;

/// Identifies the findings of one file, in any order of games.
pub(super) struct Identifier {
    language: Language,
    /// The game of the last finding: its start and its hashes.
    last: Option<(usize, u64, u64)>,
    seen: HashMap<(u64, u64, u64), u32>,
}

impl Identifier {
    /// For a file in `language`.
    pub(super) fn new(language: Language) -> Identifier {
        Identifier { language, last: None, seen: HashMap::new() }
    }

    /// Gives the finding its identity. Reads a game once for consecutive findings in it.
    pub(super) fn identify(&mut self, parts: &Parts, located: &mut LocatedFinding) {
        let (tags, moves) = self.game(parts, located.game_start);
        let finding = hash_of_finding(parts, located);
        let occurrence = self.seen.entry((tags, moves, finding)).or_default();
        located.identity = Identity { tags, moves, finding, occurrence: *occurrence };
        *occurrence += 1;
    }

    fn game(&mut self, parts: &Parts, start: usize) -> (u64, u64) {
        if let Some((last, tags, moves)) = self.last
            && last == start
        {
            return (tags, moves);
        }
        let part = parts.at(start);
        let text = &part.text[part.inside(start)..];
        let (tags, moves) = self.language.identity(text);
        self.last = Some((start, tags, moves));
        (tags, moves)
    }
}

fn hash_of_finding(parts: &Parts, located: &LocatedFinding) -> u64 {
    let finding = &located.finding;
    let mut hash = Hash::default();
    hash.add(finding.rule.name);
    let part = parts.at(finding.range.start);
    let marked = part.text.get(part.inside(finding.range.start)..part.inside(finding.range.end));
    // A formatter may break lines elsewhere.
    let marked = marked.unwrap_or("").chars().filter(|character| !character.is_whitespace());
    hash.add(&marked.take(MOST_MARKED).collect::<String>());
    // Not the message: a new version may find better words.
    hash.0
}

#[cfg(test)]
mod tests {
    use scoresheet_lint::explanation::Effort;
    use scoresheet_lint::file_view::FileFacts;
    use scoresheet_lint::rules::RULES;

    use super::*;
    use crate::configuration::FileSettings;
    use crate::linters::Linters;
    use crate::text_file::TextFile;

    fn identities(name: &str, text: &str) -> Vec<Identity> {
        let file = TextFile::decode(name.into(), text.as_bytes().to_vec(), None).unwrap();
        let language = Language::of(&file.path, None);
        let settings = FileSettings::default();
        let linters = Linters::new(RULES, settings.configuration.clone());
        let mut findings = language.check(text, FileFacts::default(), &linters, &Effort::default());
        findings.retain(|located| located.finding.level >= settings.exit_level);
        let (mut identifier, parts) = (Identifier::new(language), Parts::whole(&file));
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
