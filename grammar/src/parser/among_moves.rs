//! What the parser knows among the moves of a game, told from the game's tree: so that its reading can go on from a place of it.

use super::{GameParser, OpenVariation, Phase};
use crate::kind::{NodeKind, TokenKind};
use crate::lexer::Lexer;
use crate::tree::{Before, Event, Place, Tree};

/// What the parser knows at a place in the movetext.
#[derive(Clone, Debug, Default)]
pub(super) struct AmongMoves {
    pub(super) open_variations: Vec<OpenVariation>,
    /// The last move of the line, by its place in the tree.
    pub(super) last_move: Option<usize>,
    /// Whether a variation that hangs on that move is over.
    pub(super) has_variation: bool,
}

impl AmongMoves {
    /// What it knew at `place` of this tree. Linear in what stands before, but quicker than a walk.
    pub(super) fn at(tree: &Tree, place: Place) -> AmongMoves {
        let mut known = AmongMoves::default();
        for before in tree.line_before(place) {
            match before {
                Before::Token { kind: TokenKind::San, place, .. } => {
                    let innermost = known.open_variations.last_mut().map(|variation| &mut variation.parent_move);
                    innermost.unwrap_or(&mut known.last_move).get_or_insert(place.event_index());
                }
                Before::Variation { .. } => {
                    known.has_variation |= known.open_variations.is_empty() && known.last_move.is_none();
                }
                Before::Start { node: NodeKind::Variation, at } => {
                    known.open_variations.push(OpenVariation { start: at, parent_move: None });
                }
                Before::Start { node: NodeKind::Movetext, .. } => break,
                _ => {}
            }
        }
        known.open_variations.reverse();
        known
    }

    /// Knows behind an event of the movetext what the parser did. The event begins at byte `start`, and so many stand before it.
    pub(super) fn follow(&mut self, event: Event, start: usize, index: usize) {
        match event {
            Event::Token(TokenKind::San) => (self.last_move, self.has_variation) = (Some(index), false),
            Event::Enter(NodeKind::Variation) => {
                self.open_variations.push(OpenVariation { start, parent_move: self.last_move.take() });
                self.has_variation = false;
            }
            Event::Leave(NodeKind::Variation) => {
                self.last_move = self.open_variations.pop().and_then(|variation| variation.parent_move);
                self.has_variation = true;
            }
            _ => {}
        }
    }
}

impl<'parser, 'text> GameParser<'parser, 'text> {
    /// A parser of a game that is all of `text` and of which `tree` has what stands before byte `position`, where the movetext goes
    /// on, knowing this; at the start of the game where nothing is known.
    pub(super) fn resumed(
        text: &'text str,
        lexer: &'parser mut Lexer<'text>,
        tree: &'parser mut Tree,
        tag_names: &'parser mut Vec<std::ops::Range<usize>>,
        known: Option<(usize, AmongMoves)>,
    ) -> GameParser<'parser, 'text> {
        let phase = if known.is_some() { Phase::Movetext } else { Phase::Prolog };
        let (position, AmongMoves { open_variations, last_move, .. }) = known.unwrap_or_default();
        GameParser {
            text,
            lexer,
            tree,
            start: 0,
            position,
            phase,
            open_variations,
            last_move,
            text_run: None,
            tag_names,
            blank_line_before: false,
            no_game_before: 0,
            head_before: 0,
            only_head: false,
            takes_shortcuts: false,
        }
    }
}
