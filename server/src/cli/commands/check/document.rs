//! The check of a document with blocks of chess.

use std::sync::Arc;

use scoresheet_lint::explanation::Effort;
use scoresheet_lint::file_view::FileFacts;

use super::file_check::{FileChecker, MUCH_TO_EXPLAIN};
use super::filter::Filter;
use super::printer::Checked;
use crate::cli::findings::{LocatedFinding, retain_requested};
use crate::cli::input::Input;
use crate::cli::output::unified_diff;
use crate::cli::writing::write_atomically;
use crate::configuration::FileSettings;
use crate::embedded::{
    Block, DocumentKind, apply, blocks, finding_in_document, for_fragments, for_moves_of_books, is_of_document,
    language_of, rewrite,
};
use crate::linters::Linters;
use crate::repair::{FixCount, Repaired, repair};
use crate::text_file::{Advance, Origin, Part, Parts, Place, ReadError, TextFile};

/// What holds for the blocks of a document.
struct RulesOfBlocks {
    of_fragments: Rules,
    /// For those that have moves only.
    of_moves: Rules,
}

struct Rules {
    settings: FileSettings,
    linters: Arc<Linters>,
}

impl RulesOfBlocks {
    fn of(&self, block: &Block) -> &Rules {
        if block.has_moves_only() { &self.of_moves } else { &self.of_fragments }
    }
}

impl FileChecker<'_, '_> {
    /// Checks a document of this kind, or fixes or compares it.
    pub(super) fn document(
        &self,
        kind: DocumentKind,
        input: &Input,
        settings: &FileSettings,
        advance: Advance,
    ) -> Checked {
        let rules = self.rules_of_blocks(settings);
        let settings = &rules.of_fragments.settings;
        let file = match self.read_document(input, advance) {
            Ok(file) => file,
            Err(error) => return self.trouble(input.path(), settings, error),
        };
        if self.arguments.diff || self.arguments.fix {
            return self.repaired_document(kind, input, &file, &rules);
        }
        let (blocks, effort) = (blocks(kind, &file.text), effort_of(&file));
        let found = blocks.iter().map(|block| self.findings_of_block(block, block.text(), &rules, &effort)).collect();
        let notes = effort.is_cut().then(|| MUCH_TO_EXPLAIN.to_owned()).into_iter().collect();
        Checked { notes, ..self.document_report(&file, &blocks, found, FixCount::default(), settings) }
    }

    fn read_document(&self, input: &Input, advance: Advance) -> Result<TextFile, String> {
        if self.arguments.writes() {
            input.ensure_replaceable()?;
        }
        if self.arguments.diff || self.arguments.fix {
            advance(input.len_hint());
            return input.read(self.arguments.input.encoding, &self.stdin);
        }
        let bytes = input.open(&self.stdin, advance).and_then(Origin::read_whole).map_err(ReadError::Io);
        let decoded =
            bytes.and_then(|bytes| TextFile::decode(input.path().to_path_buf(), bytes, self.arguments.input.encoding));
        decoded.map_err(|error| error.to_string())
    }

    fn repaired_document(&self, kind: DocumentKind, input: &Input, file: &TextFile, rules: &RulesOfBlocks) -> Checked {
        let settings = &rules.of_fragments.settings;
        let (old, effort) = (blocks(kind, &file.text), effort_of(file));
        let repaired: Vec<_> = old.iter().map(|block| self.repaired_block(block, rules, &effort)).collect();
        let texts: Vec<String> = repaired.iter().map(|repaired| repaired.text.clone()).collect();
        let new = file.with_text(apply(&file.text, &rewrite(kind, &file.text, &old, &texts)));
        let mut fixes = FixCount::default();
        let mut found = Vec::new();
        let mut repaired = repaired.into_iter();
        let blocks = blocks(kind, &new.text);
        for block in &blocks {
            // A fix may change the position in which a later piece of a game begins, and whether it is read.
            let same = repaired.as_slice().iter().position(|repaired| repaired.text == block.text());
            found.push(match same.and_then(|index| repaired.nth(index)) {
                Some(repaired) => {
                    fixes.applied += repaired.count;
                    fixes.left_out += repaired.left_out;
                    repaired.remaining
                }
                None => self.findings_of_block(block, block.text(), rules, &effort),
            });
        }
        if self.arguments.diff {
            let checked = self.document_report(&new, &blocks, found, fixes, settings);
            let difference = unified_diff(&file.path, &file.text, &new.text, self.renderer.colors);
            let counts = checked.counts || !difference.is_empty();
            return Checked { difference, counts, ..checked };
        }
        let written = file.encode(&new.text).map_err(|lacking| lacking.to_string()).and_then(|bytes| match input {
            Input::Stdin(_) => Ok(Some(bytes)),
            Input::File(path) if new.text != file.text => write_atomically(path, &bytes, file.stamp)
                .map(|()| None)
                .map_err(|error| format!("cannot write: {error}")),
            Input::File(_) => Ok(None),
        });
        match written {
            Ok(repaired_stdin) => {
                Checked { repaired_stdin, ..self.document_report(&new, &blocks, found, fixes, settings) }
            }
            Err(error) => {
                let error = format!("{}: {error}; the file is unchanged", file.path.display());
                // Decoding loses nothing, so encoding the text gives the original bytes.
                let repaired_stdin = input.is_stdin().then(|| file.encode(&file.text).unwrap_or_default());
                let effort = effort_of(file);
                let findings = |block| self.findings_of_block(block, block.text(), rules, &effort);
                let found = old.iter().map(findings).collect();
                let checked = self.document_report(file, &old, found, FixCount::default(), settings);
                Checked { repaired_stdin, errors: vec![error], ..checked }
            }
        }
    }

    fn repaired_block(&self, block: &Block, rules: &RulesOfBlocks, effort: &Effort) -> Repaired<LocatedFinding> {
        let check = |text: &str| self.findings_of_block(block, text, rules, effort);
        let text = block.text();
        let guard = language_of(block).guard(self.rules);
        let repaired = repair(text, check(text), self.arguments.unsafe_fixes, guard, check);
        if repaired.settled {
            return repaired;
        }
        Repaired { text: text.to_owned(), count: 0, remaining: check(text), ..repaired }
    }

    fn rules_of_blocks(&self, settings: &FileSettings) -> RulesOfBlocks {
        let rules = |settings: FileSettings| Rules { linters: self.linters_of(&settings), settings };
        let of_fragments = rules(for_fragments(settings));
        RulesOfBlocks { of_moves: rules(for_moves_of_books(&of_fragments.settings)), of_fragments }
    }

    /// The findings in a text that a block has or is to have.
    fn findings_of_block(
        &self,
        block: &Block,
        text: &str,
        rules: &RulesOfBlocks,
        effort: &Effort,
    ) -> Vec<LocatedFinding> {
        let Rules { settings, linters } = rules.of(block);
        let mut findings = language_of(block).check(text, FileFacts::default(), linters, effort);
        retain_requested(&mut findings, settings);
        findings.retain(|located| is_of_document(block, &located.finding));
        findings
    }

    /// The report of what was found in each block of a document.
    fn document_report(
        &self,
        file: &TextFile,
        blocks: &[Block],
        found: Vec<Vec<LocatedFinding>>,
        fixes: FixCount,
        settings: &FileSettings,
    ) -> Checked {
        let mut filter = self.filter(&file.path);
        let mut findings = Vec::new();
        let mut games = 0;
        for (block, found) in blocks.iter().zip(found) {
            let found = reported(file, block, found, &mut filter);
            findings.extend(found.into_iter().map(|located| LocatedFinding { game: located.game + games, ..located }));
            games += language_of(block).units(block.text()).count();
        }
        self.render(file, findings, filter.end(), fixes, settings)
    }
}

/// What may be spent on all blocks of a document together: there may be many, with a slip in each.
fn effort_of(file: &TextFile) -> Effort {
    let effort = Effort::default();
    effort.add_text(file.text.len());
    effort
}

/// The findings in a block that are reported, as those of the document.
fn reported(
    file: &TextFile,
    block: &Block,
    mut found: Vec<LocatedFinding>,
    filter: &mut Filter<'_>,
) -> Vec<LocatedFinding> {
    // Games are recognised by their text without what the document has around it. So that those of different blocks are different ones, a block
    // begins where it is in the document.
    let start = block.extent().start;
    for located in &mut found {
        located.game_start += start;
        located.finding = located.finding.clone().shifted(start);
    }
    let place = Place { start, disk_start: file.bom.len() + start, first_line: 1, encoding: file.encoding };
    filter.retain(&Parts::one(Part::new(block.text(), place)), &mut found);
    for located in &mut found {
        let finding = located.finding.clone().shifted_back(start);
        located.finding = finding_in_document(&file.text, block, finding);
        located.game_start = block.offset_in_document(located.game_start - start);
    }
    found
}
