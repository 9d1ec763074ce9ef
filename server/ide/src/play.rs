//! Moves played on a board, written into a game: as the next move or as a variation.

use scoresheet_grammar::{Database, Event, GameView, NodeKind, TokenKind};
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

use crate::board_state::{current, position_at};
use scoresheet_chess::move_numbers::{indication, missing, missing_in};
use scoresheet_chess::move_tree::MoveTree;
use scoresheet_chess::placed_game::game_at;
use scoresheet_format::line_edits::line_end;
use scoresheet_lint::finding::Edit;

/// The edits of a played move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The edits in ascending order, in byte offsets of the file; empty if the move is already there.
    pub edits: Vec<Edit>,
    /// The byte offset of the end of the move in the text after the edits, where the cursor goes.
    pub cursor: usize,
}

/// Plays a move, in UCI notation or SAN, from the position at byte `offset` of the file (see [`crate::board_state`]).
///
/// If the same move already follows, on the line or in a variation, only the cursor moves. If no move follows, the move
/// is appended to the line. If another move follows, the move becomes a variation that replaces it, after the existing
/// ones. Linear in the game.
///
/// # Errors
/// A sentence for the user where the move is illegal or the position is unknown.
pub fn play(database: &Database, offset: usize, played: &str) -> Result<PlayedMove, String> {
    let Some(game) = game_at(database, offset) else {
        return play_first(played);
    };
    let tree = MoveTree::of(game.view);
    let (last, line) = current(&tree, offset - game.start);
    let Some(position) = position_at(game.view, &tree, last) else {
        return Err("The position here is not known: no move can be played".to_owned());
    };
    let action = read(&position, played)?;
    let next = tree.next_moves(last);
    if let Some(same) = next.iter().find(|next| tree.moves[**next].action == Some(action)) {
        return Ok(PlayedMove { edits: Vec::new(), cursor: game.start + tree.moves[*same].range.end });
    }
    let san = SanPlus::from_move(position.clone(), action).to_string();
    let place = Writing { game: game.view, tree: &tree, position: &position, san: &san };
    let on_line = next.into_iter().find(|next| tree.moves[*next].variation == line);
    let (edits, cursor) = match on_line {
        Some(next) => place.as_variation(next),
        None => place.as_continuation(line),
    };
    let edits = edits.into_iter().map(|edit| edit.shifted(game.start)).collect();
    Ok(PlayedMove { edits, cursor: game.start + cursor })
}

/// Writes the move into an empty file.
fn play_first(played: &str) -> Result<PlayedMove, String> {
    let position = VariantPosition::default();
    let action = read(&position, played)?;
    let text = format!("1. {}", SanPlus::from_move(position, action));
    Ok(PlayedMove { cursor: text.len(), edits: vec![Edit::insert(0, text)] })
}

/// Parses `played`, in UCI notation or SAN, as a legal move.
pub(crate) fn read(position: &VariantPosition, played: &str) -> Result<Move, String> {
    let of_uci = || played.parse::<UciMove>().ok()?.to_move(position).ok();
    let of_san = || played.trim_end_matches(['+', '#', '!', '?']).parse::<San>().ok()?.to_move(position).ok();
    of_uci().or_else(of_san).ok_or_else(|| format!("{played} cannot be played here"))
}

struct Writing<'game> {
    game: GameView<'game>,
    tree: &'game MoveTree,
    position: &'game VariantPosition,
    san: &'game str,
}

/// The kind and the end of a token.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    pub(crate) kind: TokenKind,
    pub(crate) end: usize,
}

impl Writing<'_> {
    /// Appends the move to the line. Returns the edits, and the cursor's offset in the edited game.
    fn as_continuation(&self, line: Option<usize>) -> (Vec<Edit>, usize) {
        let limit = match line {
            Some(variation) => {
                let range = &self.tree.variations[variation].range;
                range.end - usize::from(self.game.text[range.clone()].ends_with(')'))
            }
            None => self.tree.termination.as_ref().map_or(self.game.text.len(), |marker| marker.start),
        };
        let before = last_token_before(self.game, limit);
        let turn = self.position.turn();
        let number = missing(self.position.fullmoves().get(), turn, before.map(|before| before.kind));
        let words = number.map_or_else(|| self.san.to_owned(), |number| format!("{number} {}", self.san));
        match &self.tree.termination {
            // Keep the marker on its line below the tags.
            Some(marker) if before.is_none_or(|before| is_of_tag(before.kind)) => {
                (vec![Edit::insert(marker.start, format!("{words} "))], marker.start + words.len())
            }
            _ => self.insert(before, &words, words.len()),
        }
    }

    /// Inserts a variation after the replaced move, its annotations, and the variations that already replace it.
    fn as_variation(&self, next: usize) -> (Vec<Edit>, usize) {
        let before = self.end_of_move(next);
        let number = indication(self.position.fullmoves().get(), self.position.turn());
        let words = format!("({number} {})", self.san);
        let (mut edits, cursor) = self.insert(Some(before), &words, words.len() - 1);
        // A move of Black after a variation needs its number (section 8.2.2.2).
        let following = self.tree.moves.iter().find(|one| one.previous == Some(next) && one.range.start >= before.end);
        if let Some(following) =
            following.filter(|following| following.number_range.is_none() && following.turn.is_black())
        {
            let start = following.range.start;
            // A number that was missing before is not the concern of this edit.
            if !missing_in(self.game, self.tree).iter().any(|(other, _)| *other == start) {
                edits.push(Edit::insert(start, format!("{} ", indication(following.number, following.turn))));
            }
        }
        (edits, cursor)
    }

    /// Inserts words after a token, separated from it and from what follows. The cursor goes `caret` bytes into them.
    fn insert(&self, before: Option<Before>, words: &str, caret: usize) -> (Vec<Edit>, usize) {
        let (edit, start) = insertion(self.game, before, words);
        (vec![edit], start + caret)
    }

    /// Returns the last token that belongs to a move: its annotations, its comments, or the last variation that
    /// replaces it.
    fn end_of_move(&self, index: usize) -> Before {
        end_of_move(self.game, self.tree, index, true)
    }
}

/// Inserts words after a token, separated from it and from what follows. Returns the edit, and where the words begin in the new text.
pub(crate) fn insertion(game: GameView, before: Option<Before>, words: &str) -> (Edit, usize) {
    let end = line_end(game.text);
    let (offset, lead) = match before {
        None => (0, String::new()),
        Some(Before { kind: TokenKind::VariationOpen, end }) => (end, String::new()),
        Some(Before { kind: TokenKind::LineComment | TokenKind::EscapeLine, end: offset }) => (offset, end.to_owned()),
        Some(Before { kind: TokenKind::TagClose | TokenKind::TagValue | TokenKind::BrokenTagValue, end: offset }) => {
            (offset, format!("{end}{end}"))
        }
        Some(Before { end, .. }) => (end, " ".to_owned()),
    };
    let trailing = match game.text[offset..].chars().next() {
        Some(letter) if !letter.is_whitespace() && letter != ')' => " ",
        _ => "",
    };
    let start = offset + lead.len();
    (Edit::insert(offset, format!("{lead}{words}{trailing}")), start)
}

/// Returns the last token that ends at byte `limit` of the game or before.
pub(crate) fn last_token_before(game: GameView, limit: usize) -> Option<Before> {
    let tokens = game.tree.events().take_while(|(_, range)| range.end <= limit);
    let token = |(event, range): (Event, std::ops::Range<usize>)| match event {
        Event::Token(TokenKind::Text) | Event::Enter(_) | Event::Leave(_) => None,
        Event::Token(kind) => Some(Before { kind, end: range.end }),
    };
    tokens.filter_map(token).last()
}

/// Returns the last of the annotations of a move, or the move itself.
pub(crate) fn end_of_annotations(game: GameView, tree: &MoveTree, index: usize) -> Before {
    end_of_move(game, tree, index, false)
}

/// Returns the last token of a move and its annotations; if it is `whole`, with its comments and the variations that replace it.
fn end_of_move(game: GameView, tree: &MoveTree, index: usize, whole: bool) -> Before {
    let mut before = Before { kind: TokenKind::San, end: tree.moves[index].range.end };
    let mut depth = 0_usize;
    let mut has_variation = false;
    for (event, range) in game.tree.events().skip(tree.moves[index].events) {
        match event {
            Event::Enter(NodeKind::Variation) if whole => depth += 1,
            Event::Leave(NodeKind::Variation) if depth > 0 => {
                depth -= 1;
                before.end = range.end;
                before.kind = TokenKind::VariationClose;
                has_variation = true;
            }
            Event::Token(_) if depth > 0 => {}
            // A comment after a variation may be about the next move.
            Event::Token(kind) if kind.is_annotation() || whole && kind.is_comment() && !has_variation => {
                before = Before { kind, end: range.end };
            }
            Event::Token(kind) if whole && kind.is_comment() || kind == TokenKind::EnPassantMark => {}
            _ => break,
        }
    }
    before
}

fn is_of_tag(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::TagClose | TokenKind::TagName | TokenKind::TagValue | TokenKind::BrokenTagValue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_cursor;

    /// Compares the text after a move was played at the cursor, with the cursor where it goes.
    #[track_caller]
    fn check(text: &str, played: &str, expected: &str) {
        let (mut text, offset) = with_cursor(text);
        let PlayedMove { edits, cursor } = play(&Database::parse(&text), offset, played).unwrap();
        edits.iter().rev().for_each(|edit| text.replace_range(edit.range.clone(), &edit.text));
        text.insert_str(cursor, "<|>");
        assert_eq!(text, expected);
    }

    #[test]
    fn an_existing_move_only_moves_the_cursor() {
        check("1. e4<|> {🏆} e5 (1... c5) 2. Nf3 *", "e7e5", "1. e4 {🏆} e5<|> (1... c5) 2. Nf3 *");
        check("1. e4<|> {🏆} e5 (1... c5) 2. Nf3 *", "c5", "1. e4 {🏆} e5 (1... c5<|>) 2. Nf3 *");
        check("[White \"<|>🏆\"]\r\n\r\n1. e4 *", "e4", "[White \"🏆\"]\r\n\r\n1. e4<|> *");
    }

    #[test]
    fn a_move_that_nothing_follows_is_appended_to_the_line() {
        check("1. e4 e5<|> *", "g1f3", "1. e4 e5 2. Nf3<|> *");
        check("1. e4<|>\r\n*", "e5", "1. e4 e5<|>\r\n*");
        check("1. e4 {🏆}<|>*", "e5", "1. e4 {🏆} 1... e5<|> *");
        check("1. e4 (1. d4 {♘} (1. c4))<|> *", "e5", "1. e4 (1. d4 {♘} (1. c4)) 1... e5<|> *");
        check("1. e4 (1. d4<|> {♘} (1. c4)) *", "d5", "1. e4 (1. d4 {♘} (1. c4) 1... d5<|>) *");
        check("1. e4 e5 (1... c5<|>) *", "Nf3", "1. e4 e5 (1... c5 2. Nf3<|>) *");
        check("1. e4 ; so<|>\r\n*", "e5", "1. e4 ; so\r\n1... e5<|>\r\n*");
        check("[White \"🏆\"]\r\n<|>", "e4", "[White \"🏆\"]\r\n\r\n1. e4<|>\r\n");
        check("[White \"🏆\"]\r\n\r\n<|>*\r\n", "e4", "[White \"🏆\"]\r\n\r\n1. e4<|> *\r\n");
        check("<|>", "e2e4", "1. e4<|>");
        check("1. d4 *\r\n\r\n1. e4<|> 1-0", "e5", "1. d4 *\r\n\r\n1. e4 e5<|> 1-0");
    }

    #[test]
    fn another_move_becomes_a_variation() {
        check("1. e4<|> e5 2. Nf3 *", "c7c5", "1. e4 e5 (1... c5<|>) 2. Nf3 *");
        check("<|>1. e4 e5 2. Nf3 *", "d4", "1. e4 (1. d4<|>) 1... e5 2. Nf3 *");
        check("1. e4<|> e5! {🏆} (1... e6) {♘} 2. Nf3 *", "c5", "1. e4 e5! {🏆} (1... e6) (1... c5<|>) {♘} 2. Nf3 *");
        check("1. e4 e5 (1... c5<|> 2. Nf3 d6) *", "c3", "1. e4 e5 (1... c5 2. Nf3 (2. c3<|>) 2... d6) *");
        check("1. e4<|> e5*", "c5", "1. e4 e5 (1... c5<|>) *");
        check("1. e4<|> e5 ; so\r\n2. Nf3 *", "c5", "1. e4 e5 ; so\r\n(1... c5<|>)\r\n2. Nf3 *");
    }

    #[test]
    fn notations_are_read_and_canonical_san_is_written() {
        let castling = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5<|> *";
        for played in ["e1g1", "O-O", "e1h1"] {
            check(castling, played, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O<|> *");
        }
        check("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6<|> *", "h5f7", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#<|> *");
        let promotion = "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 60\"]\n\n<|>*";
        check(promotion, "a7a8n", "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 60\"]\n\n60. a8=N<|> *");
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let refuse = |text: &str, played: &str| {
            let (text, offset) = with_cursor(text);
            play(&Database::parse(&text), offset, played).unwrap_err()
        };
        assert_eq!(refuse("1. e4<|> *", "e2e4"), "e2e4 cannot be played here");
        assert_eq!(refuse("1. e4<|> *", "♘"), "♘ cannot be played here");
        assert_eq!(refuse("<|>", "Ke2"), "Ke2 cannot be played here");
        assert!(refuse("[Variant \"Bughouse\"]\n\n1. e4<|> *", "e5").starts_with("The position here is not known"));
    }
}
