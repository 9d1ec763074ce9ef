//! The outline of a file: its games, with their variations as children.

use std::ops::Range;

use scoresheet_chess::game_name::{known_part, players, title, value, year};
use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Database, Event, NodeKind, TokenKind};
use shakmaty::Color;

use scoresheet_chess::placed_game::{PlacedGame, games};
use scoresheet_chess::replay::Setup;

/// The number of moves in the name of a variation.
const MOVES_IN_NAME: usize = 2;

/// A symbol of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The nesting depth: 0 for a game, and at most one more than the symbol before it.
    ///
    /// The outline is a flat list, so that 200,000 nested variations need no recursion.
    pub depth: usize,
    /// The name, with all by which a game is known, as some editors show nothing else: "Morphy – Duke of Brunswick, Paris 1858, 1-0".
    pub name: String,
    /// A few words after the name, which they do not repeat.
    pub detail: Option<String>,
    /// The kind, which decides the icon.
    pub kind: SymbolKind,
    /// Its range: half-open byte offsets in the file.
    pub range: Range<usize>,
    /// The part to go to, inside `range`.
    pub selection_range: Range<usize>,
    /// Whether its name is the number of the game in the file, which changes when games are inserted before it.
    pub is_numbered: bool,
}

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A whole game.
    Game,
    /// A recursive annotation variation.
    Variation,
}

/// Returns the outline, each symbol before its children, which are the next symbols of a greater depth. Linear in the
/// file.
pub fn symbols(database: &Database) -> Vec<Symbol> {
    games(database).flat_map(symbols_of).collect()
}

/// Returns the outline of one game.
pub fn symbols_of(game: PlacedGame) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    if let Some(symbol) = game_symbol(game) {
        symbols.push(symbol);
        add_variations(game, &mut symbols);
    }
    symbols
}

/// Returns the symbol of a game; none for text between games, without a tag or a move.
fn game_symbol(game: PlacedGame) -> Option<Symbol> {
    let tags = game.view.tags();
    let mut marker = None;
    let mut first = None;
    let mut all: Option<Range<usize>> = None;
    for (event, range) in game.view.tree.events() {
        let Event::Token(kind) = event else { continue };
        all.get_or_insert(range.clone()).end = range.end;
        if !matches!(kind, TokenKind::Text | TokenKind::EscapeLine) {
            first.get_or_insert(range.clone());
        }
        if kind.is_termination() {
            marker = Some(&game.view.text[range]);
        }
    }
    let selection = tags.first().map(|tag| tag.range.clone()).or(first)?;
    Some(Symbol {
        depth: 0,
        name: title(game.index, &tags, marker),
        detail: game_detail(&tags),
        kind: SymbolKind::Game,
        range: game.in_file(&all?),
        selection_range: game.in_file(&selection),
        is_numbered: players(&tags).is_none(),
    })
}

/// Returns round, day, opening and ratings, as far as the tags have them: by what else people look for a game.
fn game_detail(tags: &[Tag]) -> Option<String> {
    let date = value(tags, "Date").filter(|date| !date.starts_with("????"));
    // The year is in the name.
    let date = date.map(|date| known_part(&date).to_owned()).filter(|date| year(date) != Some(date));
    let round = value(tags, "Round").map(|round| format!("round {round}"));
    let opening = match (value(tags, "ECO"), value(tags, "Opening")) {
        (Some(code), Some(name)) => Some(format!("{code} {name}")),
        (code, name) => code.or(name),
    };
    let ratings = match (value(tags, "WhiteElo"), value(tags, "BlackElo")) {
        (None, None) => None,
        (white, black) => {
            let [white, black] = [white, black].map(|rating| rating.unwrap_or_else(|| "?".into()));
            Some(format!("{white}–{black}"))
        }
    };
    let told: Vec<String> = [round, date, opening, ratings].into_iter().flatten().collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// A line of moves by number and side. A name needs nothing else, so no move is played.
#[derive(Clone, Copy)]
struct Line {
    turn: Color,
    number: u32,
    /// The number of moves of the line read so far.
    moves: usize,
    /// The index of the line's symbol, if it is a variation.
    symbol: Option<usize>,
}

impl Line {
    fn advance(&mut self) {
        self.number = self.number.saturating_add(u32::from(self.turn.is_black()));
        self.turn = !self.turn;
        self.moves += 1;
    }

    /// Returns a variation that replaces the last move of the line.
    fn alternative(self, symbol: usize) -> Line {
        let mut line = Line { moves: 0, symbol: Some(symbol), ..self };
        if self.moves > 0 {
            line.turn = !line.turn;
            line.number = line.number.saturating_sub(u32::from(line.turn.is_black()));
        }
        line
    }
}

fn add_variations(game: PlacedGame, symbols: &mut Vec<Symbol>) {
    let setup = Setup::of(game.view);
    let mut line = Line { turn: setup.turn, number: setup.number, moves: 0, symbol: None };
    let mut interrupted = Vec::new();
    for (event, range) in game.view.tree.events() {
        match event {
            Event::Enter(NodeKind::Variation) => {
                interrupted.push(line);
                line = line.alternative(symbols.len());
                symbols.push(variation(interrupted.len(), game.in_file(&range)));
            }
            Event::Leave(NodeKind::Variation) => {
                if let Some(symbol) = line.symbol {
                    close(&mut symbols[symbol], game.start + range.end);
                }
                line = interrupted.pop().unwrap_or(line);
            }
            Event::Token(TokenKind::San) => {
                if let Some(symbol) = line.symbol.filter(|_| line.moves < MOVES_IN_NAME) {
                    add_move(&mut symbols[symbol], line, &game.view.text[range.clone()], game.in_file(&range));
                }
                line.advance();
            }
            _ => {}
        }
    }
}

fn variation(depth: usize, range: Range<usize>) -> Symbol {
    Symbol {
        depth,
        name: String::new(),
        detail: None,
        kind: SymbolKind::Variation,
        selection_range: range.clone(),
        range,
        is_numbered: false,
    }
}

/// Adds a move to the name of a variation: "12. Nf3 e5", "12... e5 13. Nf3".
fn add_move(symbol: &mut Symbol, line: Line, text: &str, range: Range<usize>) {
    let number = match (line.turn, line.moves) {
        (Color::White, _) => format!("{}. ", line.number),
        (Color::Black, 0) => format!("{}... ", line.number),
        (Color::Black, _) => String::new(),
    };
    if line.moves == 0 {
        symbol.selection_range = range;
    } else {
        symbol.name.push(' ');
    }
    symbol.name.push_str(&number);
    symbol.name.push_str(text);
}

fn close(symbol: &mut Symbol, end: usize) {
    symbol.range.end = end;
    if symbol.name.is_empty() {
        symbol.name = "Variation without moves".to_owned();
        symbol.selection_range = symbol.range.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats the outline as lines of depth, name and detail.
    fn outline(text: &str) -> Vec<String> {
        let line = |symbol: &Symbol| {
            let Range { start, end } = symbol.selection_range;
            assert!(symbol.range.start <= start && end <= symbol.range.end && symbol.range.end <= text.len());
            let detail = symbol.detail.as_ref().map(|detail| format!(" [{detail}]")).unwrap_or_default();
            format!("{} {}{detail}", symbol.depth, symbol.name)
        };
        symbols(&Database::parse(text)).iter().map(line).collect()
    }

    #[test]
    fn games_are_named_after_their_players() {
        let cases = [
            (
                "[White \"Tal, M\"]\n[Black \"Botvinnik, M\"]\n[Result \"1-0\"]\n\n1. e4 1-0",
                "0 Tal, M – Botvinnik, M, 1-0",
            ),
            ("[White \"A\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 0-1", "0 A – ?, 0-1"),
            ("[White \"\"]\n\n*", "0 Game 1, *"),
            ("1. e4", "0 Game 1"),
            ("[Event \"Candidates\"]\n[Date \"1959.??.??\"]\n[ECO \"B96\"]\n\n*", "0 Game 1, Candidates 1959, * [B96]"),
            (
                "[Event \"Candidates\"]\n[Round \"3.1\"]\n[ECO \"C20\"]\n[Opening \"King's Pawn\"]\n[WhiteElo \"2700\"]\n\n*",
                "0 Game 1, Candidates, * [round 3.1, C20 King's Pawn, 2700–?]",
            ),
            (
                "[Event \"Candidates\"]\n[Date \"1959.10.04\"]\n[White \"Tal\"]\n\n1-0",
                "0 Tal – ?, Candidates 1959, 1-0 [1959.10.04]",
            ),
            ("[Event \"?\"]\n[Date \"????.??.??\"]\n[White \"a  b \\\"c\\\"\"]\n\n*", "0 a b \"c\" – ?, *"),
        ];
        for (text, expected) in cases {
            assert_eq!(outline(text), [expected], "{text}");
        }
        assert!(outline("").is_empty());
        assert!(outline("no game here\n").is_empty());
        assert_eq!(outline("1. e4 *\n\n1. d4 *\n"), ["0 Game 1, *", "0 Game 2, *"]);
    }

    #[test]
    fn variations_are_named_after_their_first_moves() {
        let text = "1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6 {♘} 3. d4) 3. d4) (1... e6) 2. Nf3 (2. f4 exf4 3. Bc4) () *";
        assert_eq!(
            outline(text),
            [
                "0 Game 1, *",
                "1 1... c5 2. Nf3",
                "2 2... Nc6 3. d4",
                "1 1... e6",
                "1 2. f4 exf4",
                "1 Variation without moves"
            ]
        );
        let fen = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n\n30... Kd7 (30... Ke7 31. e4) 31. e4 *";
        assert_eq!(outline(fen)[1], "1 30... Ke7 31. e4");
        assert_eq!(outline("1. e4 (1. d4 (1. c4")[1..], ["1 1. d4", "2 1. c4"]);
    }

    #[test]
    fn the_selection_is_the_first_tag_or_the_first_move() {
        let text = "🏆\n\n[Event \"?\"]\n\n1. e4 ( 1. d4 ) *\n";
        let found = symbols(&Database::parse(text));
        assert_eq!(&text[found[0].selection_range.clone()], "[Event \"?\"]");
        assert_eq!(&text[found[1].range.clone()], "( 1. d4 )");
        assert_eq!(&text[found[1].selection_range.clone()], "d4");
    }
}
