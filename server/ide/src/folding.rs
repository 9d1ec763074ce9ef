//! Folding ranges: games, tag sections, comments, variations, blocks of escape lines.

use std::ops::Range;

use scoresheet_grammar::{Database, Event, NodeKind, TokenKind};

use scoresheet_chess::placed_game::{PlacedGame, games};

/// A range that folds to its first line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Its half-open byte offsets in the file; always contains a line end.
    pub range: Range<usize>,
    /// The kind of text that folds.
    pub kind: FoldKind,
}

/// The kind of a folding range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// A whole game.
    Game,
    /// The tag pair section of a game.
    Tags,
    /// A comment.
    Comment,
    /// A recursive annotation variation.
    Variation,
    /// Consecutive escape lines (section 6).
    EscapeLines,
    /// The main line up to the first annotation: a comment, NAG, suffix or variation after a move.
    Opening,
}

/// Returns the folding ranges of a file, in no particular order. Linear in the file.
pub fn folds(database: &Database) -> Vec<Fold> {
    games(database).flat_map(folds_of).collect()
}

/// Returns the folding ranges of a game, in no particular order. Linear in the game.
pub fn folds_of(game: PlacedGame) -> Vec<Fold> {
    let mut folds = Folds { game, found: Vec::new() };
    folds.collect();
    folds.found
}

struct Folds<'file> {
    game: PlacedGame<'file>,
    found: Vec<Fold>,
}

impl Folds<'_> {
    fn collect(&mut self) {
        let mut tags = 0;
        let mut tag_section = 0;
        let mut game_range: Option<Range<usize>> = None;
        let mut escape_lines: Option<Range<usize>> = None;
        let mut variations = Vec::new();
        for (event, range) in self.game.view.tree.events() {
            if let Event::Token(kind) = event {
                let whole = game_range.get_or_insert(range.clone());
                whole.end = range.end;
                if kind == TokenKind::EscapeLine {
                    escape_lines.get_or_insert(range.clone()).end = range.end;
                } else if let Some(block) = escape_lines.take() {
                    self.fold(block, FoldKind::EscapeLines);
                }
            }
            match event {
                Event::Enter(NodeKind::Tag) => {
                    tags += 1;
                    // Editors show one fold per line: the game folds at its first tag, so the tags fold at the second.
                    if tags == 2 {
                        tag_section = range.start;
                    }
                }
                Event::Leave(NodeKind::TagSection) if tags > 1 => self.fold(tag_section..range.end, FoldKind::Tags),
                Event::Enter(NodeKind::Variation) => variations.push(range.start),
                Event::Leave(NodeKind::Variation) => {
                    if let Some(start) = variations.pop() {
                        self.fold(start..range.end, FoldKind::Variation);
                    }
                }
                Event::Token(kind) if kind.is_comment() => self.fold(range, FoldKind::Comment),
                _ => {}
            }
        }
        if let Some(block) = escape_lines {
            self.fold(block, FoldKind::EscapeLines);
        }
        // Without tags, the game itself folds at the line of its first moves.
        if let Some(opening) = self.opening().filter(|_| tags > 0) {
            self.fold(opening, FoldKind::Opening);
        }
        if let Some(range) = game_range {
            self.fold(range, FoldKind::Game);
        }
    }

    /// Returns the range of the moves before the first annotation; none where there is no annotation.
    fn opening(&self) -> Option<Range<usize>> {
        let mut moves: Option<Range<usize>> = None;
        let mut has_move = false;
        for (event, range) in self.game.view.tree.events() {
            match event {
                Event::Token(TokenKind::San | TokenKind::EnPassantMark) => {
                    has_move = true;
                    moves.get_or_insert(range.clone()).end = range.end;
                }
                Event::Token(TokenKind::MoveNumber) if moves.is_none() => moves = Some(range),
                Event::Token(kind) if has_move && (kind.is_comment() || kind.is_annotation()) => return moves,
                Event::Enter(NodeKind::Variation) if has_move => return moves,
                Event::Token(kind) if kind.is_comment() => moves = None,
                _ => {}
            }
        }
        None
    }

    fn fold(&mut self, range: Range<usize>, kind: FoldKind) {
        let text = self.game.view.text.as_bytes();
        if text.get(range.clone()).is_some_and(|folded| memchr::memchr2(b'\n', b'\r', folded).is_some()) {
            self.found.push(Fold { range: self.game.in_file(&range), kind });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(FoldKind, &str)]) {
        let database = Database::parse(text);
        let mut found = folds(&database);
        found.sort_by_key(|fold| (fold.range.start, std::cmp::Reverse(fold.range.end)));
        let found: Vec<_> = found.iter().map(|fold| (fold.kind, &text[fold.range.clone()])).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn folds_what_takes_more_than_a_line() {
        use FoldKind::{Comment, EscapeLines, Game, Tags, Variation};
        check("", &[]);
        check("1. e4 {one line} (1. d4) *\n", &[]);
        check(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n\n1. e4 *\n\n",
            &[(Game, "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n\n1. e4 *"), (Tags, "[Site \"?\"]\n[Date \"?\"]")],
        );
        check(
            "1. e4 {a\r\nb} (1. d4\r\n(1. c4) d5) *",
            &[
                (Game, "1. e4 {a\r\nb} (1. d4\r\n(1. c4) d5) *"),
                (Comment, "{a\r\nb}"),
                (Variation, "(1. d4\r\n(1. c4) d5)"),
            ],
        );
        check("% a\n% b\n1. e4 *", &[(Game, "% a\n% b\n1. e4 *"), (EscapeLines, "% a\n% b")]);
        let opening = "[Event \"🏆\"]\r\n\r\n{♘\r\n} 1. e4 e5\r\n2. Nf3 Nc6 $1 3. Bb5\r\n*";
        check(opening, &[(Game, opening), (Comment, "{♘\r\n}"), (FoldKind::Opening, "1. e4 e5\r\n2. Nf3 Nc6")]);
        check("[Event \"?\"]\n\n1. e4 e5\n2. Nf3 *", &[(Game, "[Event \"?\"]\n\n1. e4 e5\n2. Nf3 *")]);
        check("1. e4 (1. d4 {♘\n", &[]);
        check("♘\n\n1. e4 *\n\n1. d4\n*", &[(Game, "♘\n\n1. e4 *"), (Game, "1. d4\n*")]);
    }
}
