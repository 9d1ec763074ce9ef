//! What a game has left of the format that carried it: escapes of white space and quotes, of programs and addresses.

use scoresheet_chess::pasted::carried;
use scoresheet_format::line_edits::delete;
use scoresheet_grammar::token_at;

use super::Rows;
use crate::explanation::costs;
use crate::explanation::slip::{Candidate, Slip};
use crate::explanation::walk::{Head, Token};

/// How many tokens before the trouble may be in the same word.
const TOKENS_BACK: usize = 4;

impl Rows<'_, '_> {
    /// The first escape that is in the trouble or ends in it: `Bb6\n9.Nxd4`, `Nxe6%20fxe6`.
    pub(super) fn carried(&mut self) {
        let (text, token) = (self.text.text, self.token.range.clone());
        let mut at = self.word_start();
        let found = loop {
            if at >= token.end {
                return;
            }
            let length = carried(&text[at..]);
            match length.filter(|length| at + length > token.start) {
                Some(length) => break at..at + length,
                None => at += length.or(text[at..].chars().next().map(char::len_utf8)).unwrap_or(1),
            }
        };
        let place = self.here_and_back(TOKENS_BACK).find(|place| self.at(place).1.range.start <= found.start);
        let Some(place) = place else { return };
        let (head, first) = self.at(&place);
        let Some(before) = self.after_part(head, first.range.start, found.start) else { return };
        let next = Head { at: found.end, ..before };
        let candidate = Candidate::new(delete(text, found.clone()), found, Slip::Carried);
        self.edit(&costs::CARRIED, 0, &place, next, candidate);
    }

    /// The head after the tokens from byte `start` to `end`, as if the text ended there; nothing where one does not fit.
    fn after_part(&self, head: &Head, start: usize, end: usize) -> Option<Head> {
        let (mut head, mut at) = (head.clone(), start);
        while at < end {
            let (kind, range) = token_at(&self.text.text[..end], at)?;
            at = range.end;
            head = self.text.read(&head, &Token { kind, range }).ok()?;
        }
        Some(head)
    }
}
