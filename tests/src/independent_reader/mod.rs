//! A reader of games that shares no code with Scoresheet: what a game says by the letter of the standard's import format (section 8), and
//! by what widely used readers make of dialects. It knows no legal moves; a move is what its text can mean.

mod difference;
mod moves;
mod playing;
mod words;

use std::collections::BTreeSet;

pub use difference::difference;
pub use moves::MoveText;
pub use playing::played;
use words::{Word, Words};

/// A game: its tags, what its movetext says, and its result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// Names and values, without quotes, escapes and the white space at their ends.
    pub tags: Vec<(String, String)>,
    pub said: Vec<Said>,
    /// The last termination marker.
    pub result: Option<String>,
    has_ended: bool,
    /// How many variations with moves have no end: the last ones.
    unclosed: usize,
}

/// A part of the movetext. A move is followed by its notes, and these by its variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Move(MoveText),
    Notes(Notes),
    Open,
    Close,
}

/// What is noted after a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// NAGs, including those written as suffixes.
    pub marks: BTreeSet<u32>,
    /// Signs that may be NAGs.
    pub signs: Vec<String>,
    /// The letters of the comments, without white space.
    pub comment: String,
    /// The commands in the comments, in order of their letters.
    pub commands: Vec<String>,
    /// What is neither a move nor a mark nor a comment, without white space.
    pub text: String,
}

impl Game {
    /// The value of the tag with this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The number of moves outside of comments, in all lines, whether or not they can be played.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.said.iter().filter(|said| matches!(said, Said::Move(_))).count()
    }

    /// What the game says, with the moves of variations without an end in the lines around them: where those end nobody knows.
    pub fn without_unclosed(&self) -> impl Iterator<Item = &Said> {
        // Nothing follows their ends.
        let ends = self.said.len() - self.unclosed.min(self.said.len());
        let mut is_kept: Vec<bool> = (0..self.said.len()).map(|index| index < ends).collect();
        let (mut left, mut closed) = (self.unclosed, 0_usize);
        for (index, said) in self.said[..ends].iter().enumerate().rev() {
            match said {
                Said::Close => closed += 1,
                Said::Open if closed > 0 => closed -= 1,
                Said::Open if left > 0 => {
                    is_kept[index] = false;
                    left -= 1;
                }
                _ => {}
            }
        }
        self.said.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept).map(|(said, _)| said)
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.said.is_empty() && self.result.is_none()
    }
}

impl Said {
    /// Without text that is nothing; None if nothing else is noted.
    #[must_use]
    pub fn without_text(&self) -> Option<Said> {
        let Said::Notes(notes) = self else { return Some(self.clone()) };
        let notes = Notes { text: String::new(), ..notes.clone() };
        (notes != Notes::default()).then_some(Said::Notes(notes))
    }
}

/// Reads all games of a text. Linear in the text.
#[must_use]
pub fn read(text: &str) -> Vec<Game> {
    let mut games = Vec::new();
    let mut reading = Reading::default();
    for word in Words::of(text) {
        if reading.begins_a_game(&word) {
            games.push(std::mem::take(&mut reading).end());
        }
        reading.take(word);
    }
    games.push(reading.end());
    games.retain(|game| !game.is_empty());
    games
}

/// The number of moves in a piece of text, read as if it were movetext.
#[must_use]
pub fn moves_in(text: &str) -> usize {
    Words::of(text).filter(|word| matches!(word, Word::Move(_))).count()
}

/// A game while it is read.
#[derive(Default)]
struct Reading {
    game: Game,
    /// The lines from the main line to the current one.
    lines: Vec<Line>,
    has_movetext: bool,
    has_marker_in_variation: bool,
}

#[derive(Default)]
struct Line {
    done: Vec<Said>,
    has_moves: bool,
    /// What follows the last move.
    notes: Notes,
    variations: Vec<Said>,
}

impl Reading {
    fn begins_a_game(&self, word: &Word) -> bool {
        match word {
            // A tag section of its own, after one without movetext.
            Word::Tag(name, _, true) if self.game.tag(name).is_some() => true,
            Word::Tag(..) => self.has_movetext,
            Word::Number(true) if self.lines.len() == 1 && self.lines[0].has_moves => true,
            // The variation may have lost its end.
            Word::Number(true) => self.has_marker_in_variation,
            Word::Move(_) | Word::Number(_) => self.game.has_ended && self.lines.len() <= 1,
            _ => false,
        }
    }

    fn take(&mut self, word: Word) {
        if let Word::Tag(name, value, _) = word {
            self.game.tags.push((name, value));
            return;
        }
        if word == Word::CheckMark {
            return;
        }
        self.has_movetext = true;
        if self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        let depth = self.lines.len();
        let line = &mut self.lines[depth - 1];
        match word {
            Word::Move(text) => line.play(text),
            Word::Nag(0) => {}
            Word::Nag(number) => drop(line.notes.marks.insert(number)),
            Word::Sign(sign) => line.notes.signs.push(sign),
            Word::Comment(text) => line.notes.comment(&text),
            Word::Text(text) => line.notes.text += &text,
            Word::Result(result) if depth == 1 => {
                self.game.result = Some(result);
                self.game.has_ended = true;
            }
            Word::Result(_) => self.has_marker_in_variation = true,
            Word::Open => self.lines.push(Line::default()),
            Word::Close if depth == 1 => line.notes.text.push(')'),
            Word::Close => self.leave(),
            Word::Number(_) | Word::CheckMark | Word::Tag(..) => {}
        }
    }

    /// Ends the current variation. One without moves is no variation: its comments are those of the line around it.
    fn leave(&mut self) {
        let Some(line) = self.lines.pop() else { return };
        let has_moves = line.has_moves;
        let Some(around) = self.lines.last_mut() else { return };
        if has_moves {
            around.variations.push(Said::Open);
            around.variations.extend(line.end());
            around.variations.push(Said::Close);
        } else {
            around.notes.add(line.notes);
            around.variations.extend(line.variations);
        }
    }

    fn end(mut self) -> Game {
        while self.lines.len() > 1 {
            if let Some(line) = self.lines.last_mut() {
                line.notes.text.push('(');
                self.game.unclosed += usize::from(line.has_moves);
            }
            self.leave();
        }
        self.game.said = self.lines.pop().unwrap_or_default().end();
        self.game
    }
}

impl Line {
    fn play(&mut self, text: MoveText) {
        self.flush();
        self.has_moves = true;
        self.done.push(Said::Move(text));
    }

    /// Writes what follows the last move.
    fn flush(&mut self) {
        let mut notes = std::mem::take(&mut self.notes);
        if notes != Notes::default() {
            notes.commands.sort();
            self.done.push(Said::Notes(notes));
        }
        self.done.append(&mut self.variations);
    }

    fn end(mut self) -> Vec<Said> {
        self.flush();
        self.done
    }
}

impl Notes {
    /// Adds what is noted further on.
    pub fn add(&mut self, other: Notes) {
        self.marks.extend(other.marks);
        self.signs.extend(other.signs);
        self.comment += &other.comment;
        self.commands.extend(other.commands);
        self.text += &other.text;
    }

    /// Adds a comment: its commands apart from its words.
    fn comment(&mut self, text: &str) {
        // A result in a variation, which readers skip, may become a comment.
        if text.trim() == "*" || words::result(text.trim()).is_some() {
            return;
        }
        let mut rest = text;
        while let Some((words, command)) = rest.split_once("[%") {
            self.comment.extend(words.chars().filter(|letter| !letter.is_whitespace()));
            let end = command.find(']').or_else(|| command.find("[%")).unwrap_or(command.len());
            self.commands.push(command_letters(&command[..end]));
            rest = command[end..].strip_prefix(']').unwrap_or(&command[end..]);
        }
        self.comment.extend(rest.chars().filter(|letter| !letter.is_whitespace()));
    }
}

/// The letters of a command: how it writes a time or a score (`0:01`, `0:00:01`, `#-1`, `-#1`) does not count.
fn command_letters(command: &str) -> String {
    let mut letters: Vec<char> =
        command.chars().filter(|letter| !letter.is_whitespace() && !"0:+.".contains(*letter)).collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}
