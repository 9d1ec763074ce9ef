//! What the parser sees, and changes, of the end of what it has read.

use super::{KIND, NODE_START, Tree};
use crate::kind::TokenKind;

impl Tree {
    /// The kind of the last token, white space not counted; nothing if a node begins or ends after it.
    pub(crate) fn last_token(&self) -> Option<TokenKind> {
        self.last_token_event().map(|event| TokenKind::from_u8(self.events[event]))
    }

    /// Give the last token another kind.
    pub(crate) fn rename_last_token(&mut self, kind: TokenKind) {
        if let Some(event) = self.last_token_event() {
            self.events[event] = self.events[event] & !KIND | kind as u8;
        }
    }

    /// Note that the game is in descriptive notation.
    pub(crate) fn note_descriptive(&mut self) {
        self.is_descriptive = true;
    }

    /// Whether the game is in descriptive notation, as far as it has been read.
    #[inline]
    pub(crate) fn is_descriptive(&self) -> bool {
        self.is_descriptive
    }

    /// Forget the faults that begin at or after byte `start` of the game.
    pub(crate) fn drop_faults_from(&mut self, start: usize) {
        self.faults.retain(|fault| fault.span().start < start);
    }

    /// The place of the last token.
    fn last_token_event(&self) -> Option<usize> {
        let is_space = |event: u8| event & NODE_START == 0 && event & KIND == TokenKind::Whitespace as u8;
        let last = self.events.iter().rposition(|event| !is_space(*event))?;
        (self.events[last] & NODE_START == 0).then_some(last)
    }
}
