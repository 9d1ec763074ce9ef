//! Code lenses above each game: the number of moves, the result, the opening.

use std::ops::Range;

use scoresheet_grammar::{Database, Event, GameView, NodeKind, TokenKind};

use scoresheet_chess::openings;
use scoresheet_chess::placed_game::look_through;
use scoresheet_chess::results;

/// A line of text above a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLens {
    /// The subject of the lens.
    pub kind: CodeLensKind,
    /// The text shown: "17 moves".
    pub title: String,
}

/// The subject of a code lens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeLensKind {
    /// The number of moves on the main line.
    Moves,
    /// The result of the game.
    Result,
    /// The opening of the main line.
    Opening,
}

/// The position of the lenses of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLensPlace {
    /// The index of the game, from 0.
    pub game: usize,
    /// The first tag pair or, without tags, the first token that is not an escape line: half-open byte offsets in the
    /// file.
    pub range: Range<usize>,
}

/// Returns where lenses are shown: above each game that has a tag or a move and overlaps `range` of the file.
///
/// Plays no moves: an editor resolves the titles when it shows them. Linear in the number of games and the length of
/// their escape lines.
pub fn code_lens_places(database: &Database, range: &Range<usize>) -> Vec<CodeLensPlace> {
    let mut places = Vec::new();
    look_through(
        database,
        range,
        |_| true,
        |game| {
            let place = |first| CodeLensPlace { game: game.index, range: game.in_file(&first) };
            places.extend(first_thing(game.view).map(place));
        },
    );
    places
}

/// Returns the lenses of a game: moves, result, opening. Linear in the game.
pub fn code_lenses(game: GameView) -> Vec<CodeLens> {
    let mut lenses = vec![CodeLens { kind: CodeLensKind::Moves, title: moves(game) }];
    lenses.extend(result(game).map(|title| CodeLens { kind: CodeLensKind::Result, title }));
    if let Some((opening, plies)) = openings::of_main_line(game) {
        let left = if plies < self::plies(game) {
            format!(", left the book at move {}", openings::move_number(plies))
        } else {
            String::new()
        };
        let title = format!("{} {}{left}", opening.eco, opening.name);
        lenses.push(CodeLens { kind: CodeLensKind::Opening, title });
    }
    lenses
}

fn first_thing(game: GameView) -> Option<Range<usize>> {
    let mut events = game.tree.events();
    while let Some((event, range)) = events.next() {
        match event {
            Event::Enter(NodeKind::Tag) => return Some(game.read_tag(&mut events, range.start).range),
            Event::Token(TokenKind::EscapeLine | TokenKind::Text) | Event::Enter(_) | Event::Leave(_) => {}
            Event::Token(_) => return Some(range),
        }
    }
    None
}

fn moves(game: GameView) -> String {
    match plies(game).div_ceil(2) {
        0 => "no moves".to_owned(),
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    }
}

/// Returns how many moves of either side the main line has, whether they can be played or not.
fn plies(game: GameView) -> usize {
    let mut depth = 0_usize;
    let mut plies = 0_usize;
    for (event, _) in game.tree.events() {
        match event {
            Event::Enter(NodeKind::Variation) => depth += 1,
            Event::Leave(NodeKind::Variation) => depth -= 1,
            Event::Token(TokenKind::San) if depth == 0 => plies += 1,
            _ => {}
        }
    }
    plies
}

/// Returns the result by the termination marker, else by the Result tag; none where neither is a result.
fn result(game: GameView) -> Option<String> {
    let is_marker = |event| matches!(event, Event::Token(TokenKind::Termination | TokenKind::OddTermination));
    let marker = game.tree.events().find(|(event, _)| is_marker(*event)).map(|(_, range)| game.text[range].to_owned());
    let result = marker.or_else(|| Some(game.tag("Result")?.into_owned()))?;
    let words = match results::canonical(&result)? {
        "*" => "unfinished",
        "1/2-1/2" => "½-½",
        won => won,
    };
    Some(words.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &[&str])]) {
        let database = Database::parse(text);
        let lenses = |place: &CodeLensPlace| -> Vec<String> {
            code_lenses(database.view(place.game).unwrap()).into_iter().map(|lens| lens.title).collect()
        };
        let places = code_lens_places(&database, &(0..text.len()));
        let found: Vec<_> = places.iter().map(|place| (&text[place.range.clone()], lenses(place))).collect();
        let found: Vec<(&str, Vec<&str>)> =
            found.iter().map(|(at, titles)| (*at, titles.iter().map(String::as_str).collect())).collect();
        let expected: Vec<(&str, Vec<&str>)> = expected.iter().map(|(at, titles)| (*at, titles.to_vec())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn each_game_says_how_long_it_is_how_it_ended_and_how_it_began() {
        check(
            "% 🏆\r\n[Event \"?\"]\r\n[Result \"1/2-1/2\"]\r\n\r\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 ½-½\r\n\r\n\
             [Result \"0-1\"]\r\n\r\n1. Na3\r\n\r\n[White \"A\"]\r\n\r\n*\r\n",
            &[
                ("[Event \"?\"]", &["3 moves", "½-½", "C60 Ruy Lopez"]),
                ("[Result \"0-1\"]", &["1 move", "0-1", "A00 Sodium Attack"]),
                ("[White \"A\"]", &["no moves", "unfinished"]),
            ],
        );
        check("no game\n", &[]);
        check("1. e4", &[("1.", &["1 move", "B00 King's Pawn Game"])]);
    }
}
