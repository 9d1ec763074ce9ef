//! Signature help: the parts of a command, a time control or a FEN.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::command::{Command, commands};
use scoresheet_grammar::{Database, Event, GameView, TokenKind};

use scoresheet_chess::command_docs::describe_command;
use scoresheet_chess::placed_game::game_at;
use scoresheet_chess::tag_docs;

/// A syntax and the part of it at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    /// The syntax of the whole: `[%eval score,depth]`.
    pub label: String,
    /// The meaning.
    pub documentation: String,
    /// The parts in order.
    pub parameters: Vec<Parameter>,
    /// The index of the part at the cursor, from 0.
    pub active: usize,
}

impl SignatureHelp {
    /// Inserts a name into the label at byte `place`, before all parts.
    pub(crate) fn insert_into_label(&mut self, place: usize, name: &str) {
        self.label.insert_str(place, name);
        for parameter in &mut self.parameters {
            parameter.range = parameter.range.start + name.len()..parameter.range.end + name.len();
        }
    }
}

/// A part of a syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its range in the label: half-open byte offsets. The label is ASCII, so they are also UTF-16 offsets.
    pub range: Range<usize>,
    /// The meaning.
    pub documentation: &'static str,
}

/// A syntax: the parts with their meanings, and the separators between them with none.
pub(crate) type Form = &'static [(&'static str, &'static str)];

const TIME: Form = &[
    ("[%", ""),
    ("h", "Hours."),
    (":", ""),
    ("mm", "Minutes, two digits."),
    (":", ""),
    ("ss", "Seconds, two digits; a fraction may follow."),
    ("]", ""),
];

const EVALUATION: Form = &[
    ("[%", ""),
    ("score", "Pawns from White's side (0.35, -1.2), or moves to mate after a number sign (#3, #-3)."),
    (",", ""),
    ("depth", "The search depth in plies; optional, with its comma."),
    ("]", ""),
];

const SQUARES: Form = &[
    ("[%", ""),
    ("colour", "G green, R red, B blue or Y yellow."),
    ("square", "The square, such as e4."),
    (",...]", ""),
];

const ARROWS: Form = &[
    ("[%", ""),
    ("colour", "G green, R red, B blue or Y yellow."),
    ("from", "The square where the arrow begins, such as e2."),
    ("to", "The square where it ends, such as e4."),
    (",...]", ""),
];

const TIME_CONTROL: Form = &[
    ("moves", "The number of moves for the time; omitted, with its slash, for the rest of the game (40/7200, 300)."),
    ("/", ""),
    ("seconds", "The time in seconds; after an asterisk, the time of a sandclock (*180)."),
    ("+", ""),
    ("increment", "The seconds added per move; optional, with its plus sign."),
    (":...", ""),
];

/// The fields of a FEN (section 16.1.3).
pub(crate) const FEN: Form = &[
    (
        "pieces",
        "Ranks from the eighth to the first, separated by slashes: PNBRQK for White, pnbrqk for Black, digits for empty squares (section 16.1.3.1).",
    ),
    (" ", ""),
    ("turn", "w or b: the side to move (section 16.1.3.2)."),
    (" ", ""),
    ("castling", "The castling that is still possible, out of KQkq, or - for none (section 16.1.3.3)."),
    (" ", ""),
    ("en-passant", "The square that a pawn has just skipped, such as e3, or - for none (section 16.1.3.4)."),
    (" ", ""),
    ("halfmoves", "Plies since the last capture or pawn move (section 16.1.3.5)."),
    (" ", ""),
    ("move", "The number of the next move (section 16.1.3.6)."),
];

/// The fields of an EPD record (section 16.2.3): the first four of a FEN, with their separators.
pub(crate) const FIELDS_OF_EPD: Form = FEN.split_at(7).0;

/// Returns the signature help at byte `offset` of the file, in a command of a comment and in the values of TimeControl
/// and FEN tags.
///
/// None elsewhere. Linear in the game up to there.
pub fn signature_help(database: &Database, offset: usize) -> Option<SignatureHelp> {
    let game = game_at(database, offset)?;
    let offset = offset - game.start;
    in_comment(game.view, offset).or_else(|| in_tag(game.view, offset))
}

fn in_comment(game: GameView, offset: usize) -> Option<SignatureHelp> {
    let tokens = game.tree.events().take_while(|(_, range)| range.start < offset);
    let (kind, range) = tokens.filter_map(|(event, range)| token_kind(event).map(|kind| (kind, range))).last()?;
    if !kind.is_comment() || offset > range.end && kind != TokenKind::UnclosedComment {
        return None;
    }
    let is_at = |command: &Command| {
        let end = command.range.end - usize::from(command.is_closed);
        // After an open command, white space is where its value goes.
        let is_inside = offset <= end || !command.is_closed && game.text[end..offset].trim().is_empty();
        command.name_range.end < offset && is_inside
    };
    let command = commands(&game.text[range.clone()], range.start).find(is_at)?;
    let doc = describe_command(command.name)?;
    let written = &game.text[command.arguments_range.start.min(offset)..offset];
    let (form, active) = match command.name {
        "eval" => (EVALUATION, written.matches(',').count().min(1)),
        "csl" => (SQUARES, usize::from(mark(written) > 0)),
        "cal" => (ARROWS, mark(written).div_ceil(2).min(2)),
        _ => (TIME, written.matches(':').count().min(2)),
    };
    let mut help = help(form, active, doc.summary);
    // Insert the name after the `[%` that begins every command.
    help.insert_into_label(2, &format!("{} ", command.name));
    Some(help)
}

fn token_kind(event: Event) -> Option<TokenKind> {
    match event {
        Event::Token(kind) => Some(kind),
        _ => None,
    }
}

/// Returns the number of typed characters of the last mark of a list.
fn mark(written: &str) -> usize {
    let last = written.rsplit(',').next().unwrap_or(written);
    last.trim_start().chars().count()
}

fn in_tag(game: GameView, offset: usize) -> Option<SignatureHelp> {
    let is_at = |tag: &Tag| {
        let value = tag.inner_range();
        tag.raw_value.starts_with('"') && value.start <= offset && offset <= value.end
    };
    let tag = game.tags().into_iter().find(is_at)?;
    let before = &game.text[tag.inner_range().start..offset];
    let after = &game.text[offset..tag.inner_range().end];
    let (form, active) = match tag.name {
        "TimeControl" => (TIME_CONTROL, time_control_part(before, after)),
        name if name.eq_ignore_ascii_case("FEN") => (FEN, before.matches(' ').count().min(5)),
        _ => return None,
    };
    let summary = tag_docs::describe(tag.name).map_or("", |doc| doc.summary);
    Some(help(form, active, summary))
}

/// Returns the index of the part of a period at the cursor.
fn time_control_part(before: &str, after: &str) -> usize {
    let written = before.rsplit(':').next().unwrap_or(before);
    let to_come = after.split(':').next().unwrap_or(after);
    match () {
        () if written.contains('+') => 2,
        () if !written.contains('/') && to_come.contains('/') => 0,
        () => 1,
    }
}

/// Creates the signature help of a form, with part `active` at the cursor.
pub(crate) fn help(form: Form, active: usize, documentation: &str) -> SignatureHelp {
    let mut label = String::new();
    let mut parameters = Vec::new();
    for (text, documentation) in form {
        let start = label.len();
        label.push_str(text);
        if !documentation.is_empty() {
            parameters.push(Parameter { range: start..label.len(), documentation });
        }
    }
    SignatureHelp { label, documentation: documentation.to_owned(), parameters, active }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_cursor;

    /// Compares the label and the active part at the cursor.
    #[track_caller]
    fn check(text: &str, expected: Option<(&str, &str)>) {
        let (text, offset) = with_cursor(&format!("[Event \"🏆\"]\r\n{text}"));
        let help = signature_help(&Database::parse(&text), offset);
        let found =
            help.as_ref().map(|help| (help.label.as_str(), &help.label[help.parameters[help.active].range.clone()]));
        assert_eq!(found, expected, "{text}");
        assert!(help.is_none_or(|help| help.label.is_ascii() && help.documentation.ends_with('.')));
    }

    #[test]
    fn commands_say_what_belongs_where() {
        let evaluation = "[%eval score,depth]";
        check("\r\n1. e4 {♘ [%eval <|>]} *", Some((evaluation, "score")));
        check("\r\n1. e4 {[%eval 0.3<|>,18]} *", Some((evaluation, "score")));
        check("\r\n1. e4 {[%eval 0.3,<|>]} *", Some((evaluation, "depth")));
        check("\r\n1. e4 {[%eval <|>", Some((evaluation, "score")));
        let arrows = "[%cal colourfromto,...]";
        for (written, part) in
            [("<|>", "colour"), ("G<|>", "from"), ("Ge<|>", "from"), ("Ge2<|>e4", "to"), ("Ge2e4, <|>", "colour")]
        {
            check(&format!("\r\n1. e4 {{[%cal {written}]}} *"), Some((arrows, part)));
        }
        check("\r\n1. e4 {[%csl Ge4,R<|>]} *", Some(("[%csl coloursquare,...]", "square")));
        check("\r\n1. e4 {[%clk 0:<|>01:00]} *", Some(("[%clk h:mm:ss]", "mm")));
        for nothing in
            ["{[%clk 0:01:00]<|>}", "{[%cl<|>k 0:01:00]}", "{[%mine <|>]}", "{a<|>}", "<|>", "{[%eval 1] a<|>"]
        {
            check(&format!("\r\n1. e4 {nothing} *"), None);
        }
    }

    #[test]
    fn tags_say_what_belongs_where() {
        let control = "moves/seconds+increment:...";
        for (value, part) in [
            ("<|>", "seconds"),
            ("4<|>0/7200", "moves"),
            ("40/<|>", "seconds"),
            ("300+<|>", "increment"),
            ("40/7200:3<|>600", "seconds"),
        ] {
            check(&format!("[TimeControl \"{value}\"]\r\n\r\n*"), Some((control, part)));
        }
        let fen = "pieces turn castling en-passant halfmoves move";
        check("[FEN \"<|>\"]\r\n\r\n*", Some((fen, "pieces")));
        check("[FEN \"8/8/8/8/8/8/8/8 w K<|> - 0 1\"]\r\n\r\n*", Some((fen, "castling")));
        check("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1 <|>\"]\r\n\r\n*", Some((fen, "move")));
        check("[Site \"<|>\"]\r\n\r\n*", None);
    }
}
