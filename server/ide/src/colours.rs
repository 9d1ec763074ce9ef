//! The colours of arrows and squares in comments, for the colour picker of an editor.

use std::ops::Range;

use scoresheet_grammar::command::{Command, commands};
use scoresheet_grammar::{Database, Event};

use scoresheet_chess::diagram::Brush;
use scoresheet_chess::placed_game::look_through;

/// A letter that names a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColourAt {
    /// The byte offset of the letter in the file; the letter is one byte long.
    pub offset: usize,
    /// The colour.
    pub brush: Brush,
}

/// Returns the colour letters of `[%csl]` and `[%cal]` in the games that overlap `range` of the file, in file order.
///
/// Linear in these games; plays no moves.
pub fn colours(database: &Database, range: &Range<usize>) -> Vec<ColourAt> {
    let mut colours = Vec::new();
    // Few games have such a command, and searching the text is faster than walking the tree.
    let may_have_one = |text: &str| memchr::memmem::find(text.as_bytes(), b"[%c").is_some();
    look_through(database, range, may_have_one, |game| {
        for (event, comment) in game.view.tree.events() {
            let Event::Token(kind) = event else { continue };
            if !kind.is_comment() {
                continue;
            }
            let text = &game.view.text[comment.clone()];
            let marks = commands(text, comment.start).filter(|command| matches!(command.name, "csl" | "cal"));
            marks.for_each(|command| add(&command, game.start, &mut colours));
        }
    });
    colours
}

/// Returns the brush nearest to a picked colour, given as red, green and blue from 0 to 1.
pub fn nearest(red: f64, green: f64, blue: f64) -> Brush {
    let distance = |brush: &Brush| {
        let [of_red, of_green, of_blue] = brush.rgb().map(|part| f64::from(part) / 255.0);
        (red - of_red).powi(2) + (green - of_green).powi(2) + (blue - of_blue).powi(2)
    };
    let nearest = Brush::ALL.into_iter().min_by(|one, other| distance(one).total_cmp(&distance(other)));
    nearest.unwrap_or(Brush::Green)
}

fn add(command: &Command, game_start: usize, colours: &mut Vec<ColourAt>) {
    let mut start = game_start + command.arguments_range.start;
    for mark in command.arguments.split(',') {
        let lead = mark.len() - mark.trim_start().len();
        if let Some(brush) = mark.trim_start().chars().next().and_then(Brush::from_letter) {
            colours.push(ColourAt { offset: start + lead, brush });
        }
        start += mark.len() + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_colours() {
        let text = "1. e4 {🏆 [%csl Ge4, Rd5,][%cal Yg1f3,Xe2e4] G} *\r\n\r\n1. d4 {♘ [%cal Bd2d4]} *\r\n";
        let database = Database::parse(text);
        let shown = |colours: Vec<ColourAt>| -> Vec<(String, String)> {
            let show = |at: ColourAt| (text[at.offset..at.offset + 3].to_owned(), at.brush.name().to_owned());
            colours.into_iter().map(show).collect()
        };
        let all = shown(colours(&database, &(0..text.len())));
        let expected = [("Ge4", "green"), ("Rd5", "red"), ("Yg1", "yellow"), ("Bd2", "blue")];
        assert_eq!(all, expected.map(|(at, name)| (at.to_owned(), name.to_owned())));
        let second = text.find("1. d4").unwrap();
        assert_eq!(shown(colours(&database, &(second..second))).len(), 1);
    }

    #[test]
    fn picked_colours_are_the_nearest_of_the_four() {
        for brush in Brush::ALL {
            let [red, green, blue] = brush.rgb().map(|part| f64::from(part) / 255.0);
            assert_eq!(nearest(red, green, blue), brush);
            assert_eq!(Brush::from_letter(brush.letter()), Some(brush));
        }
        assert_eq!(nearest(1.0, 0.0, 0.0), Brush::Red);
        assert_eq!(nearest(0.1, 0.9, 0.2), Brush::Green);
        assert_eq!(nearest(0.0, 0.0, 1.0), Brush::Blue);
        assert_eq!(nearest(1.0, 0.8, 0.0), Brush::Yellow);
    }
}
