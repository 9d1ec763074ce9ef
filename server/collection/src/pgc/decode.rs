//! Reading games from PGC.

use std::fmt::Write;

use scoresheet_chess::replay::Setup;
use scoresheet_grammar::{GameView, Parser, Tree, ast};
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Position};

use super::latin1;
use super::marker::{
    ESCAPE, GAME_BEGIN, GAME_END, LONG_MOVES, NAG, NOOP, REDUCED_GAME, ROSTER, SHORT_MOVES, TAG_PAIR, VARIATION_BEGIN,
    VARIATION_END, termination,
};
use super::ordinal::move_of;

/// The games of a stream as PGN.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decoded {
    /// The games that read, one after the other, in import format.
    pub text: String,
    /// How many games the stream has up to here, with those that do not read.
    pub games: usize,
    /// What does not read, in the order of the stream.
    pub faults: Vec<Fault>,
}

/// Something that does not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The byte offset in the stream.
    pub offset: usize,
    /// The number of the game, counted from 1; the next game's between games.
    pub game: usize,
    /// What is wrong.
    pub message: String,
}

/// Reads a stream. A game with a fault is left out. After a record that does not begin with a marker, or is cut off, nothing more is
/// read, as nobody can know where the next record begins. Linear in the stream, times the legal moves of the positions.
pub fn decode(bytes: &[u8]) -> Decoded {
    Decoding::new(bytes).next(usize::MAX).unwrap_or_default()
}

/// Reads a stream some games at a time, so that their text need not be held as a whole.
pub struct Decoding<'stream> {
    decoder: Decoder<'stream>,
    is_done: bool,
}

impl<'stream> Decoding<'stream> {
    /// Begins to read a stream, as [`decode`] does.
    pub fn new(bytes: &'stream [u8]) -> Decoding<'stream> {
        Decoding { decoder: Decoder { bytes, at: 0, decoded: Decoded::default(), game: None }, is_done: false }
    }

    /// The next games, with `most` bytes of text or a little more; `None` at the end. Faults have their places in the stream.
    // Its argument keeps it from being an iterator.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self, most: usize) -> Option<Decoded> {
        if self.is_done {
            return None;
        }
        let decoder = &mut self.decoder;
        while let Some(marker) = decoder.bytes.get(decoder.at) {
            let begins_game = matches!(*marker, REDUCED_GAME | GAME_BEGIN) && decoder.game.is_none();
            if begins_game && decoder.decoded.text.len() >= most {
                return Some(decoder.taken());
            }
            let start = decoder.at;
            if let Err(message) = decoder.record() {
                decoder.fault(start, message);
                if let Some(game) = &mut decoder.game {
                    game.is_broken = true;
                }
                break;
            }
        }
        self.is_done = true;
        if let Some(game) = decoder.game.take().filter(|game| !game.is_broken) {
            decoder.fault(game.start, "the game that begins here does not end".to_owned());
        }
        Some(decoder.taken())
    }
}

/// A game that is being read.
struct OpenGame {
    /// Where it begins in the stream.
    start: usize,
    is_broken: bool,
    text: String,
    /// Its lines: the one being read, and those it interrupts. Empty before the first move, NAG or variation.
    lines: Vec<Line>,
    /// The value of its Result tag.
    result: Option<String>,
}

/// A line of moves.
struct Line {
    position: VariantPosition,
    /// The position before its last move, if it has one.
    before: Option<VariantPosition>,
    /// Whether the next move needs its number.
    needs_number: bool,
}

impl Line {
    fn at(position: VariantPosition) -> Line {
        Line { position, before: None, needs_number: true }
    }
}

struct Decoder<'stream> {
    bytes: &'stream [u8],
    at: usize,
    decoded: Decoded,
    game: Option<OpenGame>,
}

/// Why a record cannot be skipped.
type Unreadable = String;

impl<'stream> Decoder<'stream> {
    /// What has been read since the last time.
    fn taken(&mut self) -> Decoded {
        let games = self.decoded.games;
        std::mem::replace(&mut self.decoded, Decoded { games, ..Decoded::default() })
    }

    fn record(&mut self) -> Result<(), Unreadable> {
        let start = self.at;
        match self.byte()? {
            NOOP => {}
            REDUCED_GAME => self.reduced_game(start)?,
            GAME_BEGIN => {
                if self.game.is_some() {
                    return Err("a game begins in a game".to_owned());
                }
                self.begin(start);
            }
            GAME_END => match self.game.take() {
                Some(game) => self.end(start, game),
                None => self.fault(start, "a game ends here, but none has begun".to_owned()),
            },
            TAG_PAIR => {
                let (name, value) = (self.short_string()?, self.short_string()?);
                self.in_game(start, "tag pair", |game| game.tag(&name, &value));
            }
            SHORT_MOVES => {
                let length = usize::from(self.byte()?);
                self.moves(start, length)?;
            }
            LONG_MOVES => {
                let length = usize::from(self.word()?);
                self.moves(start, length)?;
            }
            NAG => {
                let nag = self.byte()?;
                self.in_game(start, "NAG", |game| game.nag(nag));
            }
            VARIATION_BEGIN => self.in_game(start, "variation", OpenGame::begin_variation),
            VARIATION_END => self.in_game(start, "variation", OpenGame::end_variation),
            ESCAPE => {
                let length = usize::from(self.word()?);
                let line = latin1::text(self.take(length)?);
                if line.contains(['\n', '\r']) {
                    self.fault(start, "an escape string has a line end".to_owned());
                } else {
                    let out = self.game.as_mut().map_or(&mut self.decoded.text, |game| &mut game.text);
                    escape(&line, out);
                }
            }
            marker => return Err(format!("no record has the marker 0x{marker:02x}")),
        }
        Ok(())
    }

    fn reduced_game(&mut self, start: usize) -> Result<(), Unreadable> {
        if self.game.is_some() {
            return Err("a game of reduced format begins in a game".to_owned());
        }
        self.begin(start);
        for name in ROSTER {
            let at = self.at;
            let value = self.short_string()?;
            self.in_game(at, "tag pair", |game| game.tag(name, &value));
        }
        let at = self.at;
        let length = usize::from(self.word()?);
        self.moves(at, length)?;
        if let Some(game) = self.game.take() {
            self.end(start, game);
        }
        Ok(())
    }

    fn begin(&mut self, start: usize) {
        self.decoded.games += 1;
        self.game = Some(OpenGame { start, is_broken: false, text: String::new(), lines: Vec::new(), result: None });
    }

    fn end(&mut self, at: usize, mut game: OpenGame) {
        if game.lines.len() > 1 && !game.is_broken {
            self.fault(at, "the game ends in a variation".to_owned());
            return;
        }
        if !game.is_broken {
            game.finish();
            self.decoded.text.push_str(&game.text);
        }
    }

    /// Does something with the open game, unless it is broken already.
    fn in_game(&mut self, at: usize, what: &str, work: impl FnOnce(&mut OpenGame) -> Result<(), String>) {
        let done = match &mut self.game {
            Some(game) if game.is_broken => return,
            Some(game) => work(game),
            None => Err(format!("a {what} outside of a game")),
        };
        if let Err(message) = done {
            self.fault(at, message);
            if let Some(game) = &mut self.game {
                game.is_broken = true;
            }
        }
    }

    fn moves(&mut self, start: usize, length: usize) -> Result<(), Unreadable> {
        let at = self.at;
        let ordinals = self.take(length)?;
        if self.game.is_none() {
            self.in_game(start, "move sequence", |_| Ok(()));
            return Ok(());
        }
        for (index, ordinal) in ordinals.iter().enumerate() {
            self.in_game(at + index, "move", |game| game.play(*ordinal));
        }
        Ok(())
    }

    fn short_string(&mut self) -> Result<String, Unreadable> {
        let length = usize::from(self.byte()?);
        self.take(length).map(latin1::text)
    }

    fn byte(&mut self) -> Result<u8, Unreadable> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn word(&mut self) -> Result<u16, Unreadable> {
        self.take(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn take(&mut self, length: usize) -> Result<&'stream [u8], Unreadable> {
        let rest = &self.bytes[self.at..];
        let taken = rest.get(..length).ok_or_else(|| "the file ends within this record".to_owned())?;
        self.at += length;
        Ok(taken)
    }

    fn fault(&mut self, offset: usize, message: String) {
        let game = self.decoded.games + usize::from(self.game.is_none());
        self.decoded.faults.push(Fault { offset, game: game.max(1), message });
    }
}

impl OpenGame {
    fn tag(&mut self, name: &str, value: &str) -> Result<(), String> {
        if !self.lines.is_empty() {
            return Err(format!("the tag {name} follows moves"));
        }
        // Section 8.1: letters, digits and underscores.
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name {
            return Err(format!("\"{}\" is no tag name", name.escape_debug()));
        }
        if value.contains(['\n', '\r']) {
            return Err(format!("the value of the tag {name} has a line end"));
        }
        if name == "Result" {
            self.result = Some(value.to_owned());
        }
        let _ = writeln!(self.text, "[{name} \"{}\"]", ast::escape(value));
        Ok(())
    }

    fn play(&mut self, ordinal: u8) -> Result<(), String> {
        let line = self.line()?;
        let Some(action) = move_of(&line.position, ordinal) else {
            return Err(match line.position.legal_moves().len() {
                0 => "a move after the end of the game: none is legal".to_owned(),
                1 => format!("move ordinal {ordinal}, but there is only one legal move"),
                count => format!("move ordinal {ordinal}, but there are only {count} legal moves"),
            });
        };
        let (number, turn) = (line.position.fullmoves(), line.position.turn());
        let needs_number = line.needs_number || turn == Color::White;
        line.before = Some(line.position.clone());
        let san = SanPlus::from_move_and_play_unchecked(&mut line.position, action);
        line.needs_number = false;
        if needs_number {
            let _ = write!(self.text, "{number}{} ", if turn == Color::White { "." } else { "..." });
        }
        let _ = write!(self.text, "{san} ");
        Ok(())
    }

    fn nag(&mut self, nag: u8) -> Result<(), String> {
        self.line()?;
        let _ = write!(self.text, "${nag} ");
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<(), String> {
        let line = self.line()?;
        let before = line.before.as_ref().unwrap_or(&line.position).clone();
        self.text.push_str("( ");
        self.lines.push(Line::at(before));
        Ok(())
    }

    fn end_variation(&mut self) -> Result<(), String> {
        if self.lines.len() < 2 {
            return Err("a variation ends here, but none has begun".to_owned());
        }
        self.lines.pop();
        self.text.push_str(") ");
        self.line()?.needs_number = true;
        Ok(())
    }

    /// The line that is being read. At its first use the tags are complete.
    fn line(&mut self) -> Result<&mut Line, String> {
        if self.lines.is_empty() {
            let position = start_position(&self.text).ok_or("the start position does not read")?;
            self.text.push('\n');
            self.lines.push(Line::at(position));
        }
        self.lines.last_mut().ok_or_else(|| "no line is open".to_owned())
    }

    fn finish(&mut self) {
        let marker = termination(self.result.as_deref());
        if self.lines.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(marker);
        self.text.push_str("\n\n");
    }
}

fn start_position(tags: &str) -> Option<VariantPosition> {
    let mut tree = Tree::default();
    Parser::new(tags).next_game(&mut tree);
    Setup::of(GameView { text: tags, tree: &tree }).start
}

/// An escape line (section 6), which begins in the first column.
fn escape(line: &str, out: &mut String) {
    if out.ends_with(' ') {
        out.pop();
    }
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    let _ = writeln!(out, "%{line}");
}
