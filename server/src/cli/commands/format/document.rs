//! Formatting the blocks of a document.

use super::blocks::FormattedBlocks;
use super::{Format, FormattedFile};
use crate::cli::input::Input;
use crate::cli::output::{display_path, unified_diff};
use crate::cli::writing::write_atomically;
use crate::embedded::{DocumentKind, apply, blocks, format_options, kind_of_path, laid_out, language_of, rewrite};
use crate::text_file::{Advance, LineCursor, TextFile};

/// What is left unchanged and counted in a document.
const NOUN: &str = "block";

impl Format<'_, '_> {
    /// The kind of a document with blocks, unless its language is requested.
    pub(super) fn document_kind(&self, input: &Input) -> Option<DocumentKind> {
        kind_of_path(input.path()).filter(|_| self.arguments.input.language.is_none())
    }

    /// Formats the blocks of a document.
    pub(super) fn document(
        &self,
        kind: DocumentKind,
        input: &Input,
        advance: Advance,
    ) -> Result<FormattedFile, String> {
        let (check, diff) = (self.arguments.check, self.arguments.diff);
        if !check && !diff {
            input.ensure_replaceable()?;
        }
        let file = input.read(self.arguments.input.encoding, &self.stdin)?;
        advance(input.len_hint());
        let mut formatted = FormattedBlocks::new(NOUN);
        if self.arguments.archive {
            let path = display_path(&file.path);
            formatted.note =
                Some(format!("{path}: a document keeps its encoding and its line ends, also with --archive"));
        }
        let new = self.new_text(kind, input, &file, &mut formatted)?;
        formatted.changed = new != file.text;
        let mut output = String::new();
        match input {
            _ if diff => output = unified_diff(&file.path, &file.text, &new, self.colors),
            _ if check && formatted.changed => output = format!("Would reformat: {}\n", display_path(&file.path)),
            _ if check => {}
            Input::Stdin(_) => formatted.print(&encoded(&file, &new)?).map_err(|error| error.to_string())?,
            Input::File(path) if formatted.changed => {
                let written = write_atomically(path, &encoded(&file, &new)?, file.stamp);
                written.map_err(|error| format!("cannot write: {error}; the file is unchanged"))?;
            }
            Input::File(_) => {}
        }
        Ok(FormattedFile { output, blocks: formatted })
    }

    /// The text of the document with its blocks formatted. What is left unchanged is added to `formatted`.
    fn new_text(
        &self,
        kind: DocumentKind,
        input: &Input,
        file: &TextFile,
        formatted: &mut FormattedBlocks,
    ) -> Result<String, String> {
        let (options, _) = self.options(input);
        let changed = self.changed(input);
        let blocks = blocks(kind, &file.text);
        let mut cursor = LineCursor::default();
        let mut games = 0;
        let mut texts = Vec::with_capacity(blocks.len());
        for block in &blocks {
            let language = language_of(block);
            if changed.is_some_and(|changed| !changed.holds(block.extent().start)) {
                texts.push(block.text().to_owned());
                games += language.units(block.text()).count();
                continue;
            }
            let mut outcome = language.format(block.text(), format_options(block, options));
            // A fragment is never in export format.
            outcome.departures.clear();
            let locate = |offset| cursor.locate(&file.text, block.offset_in_document(offset));
            formatted.noun = language.noun();
            let remarks = formatted.take_remarks(&file.path, options.style, &mut outcome, games, locate);
            formatted.noun = NOUN;
            remarks.map_err(|error| error.to_string())?;
            games += outcome.games;
            texts.push(laid_out(block, outcome.text));
        }
        Ok(apply(&file.text, &rewrite(kind, &file.text, &blocks, &texts)))
    }
}

fn encoded(file: &TextFile, text: &str) -> Result<Vec<u8>, String> {
    file.encode(text).map_err(|lacking| format!("{lacking}; the file is unchanged"))
}
