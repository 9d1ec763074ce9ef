//! What belongs where in something that is being written: the parts of a command, a time control, a FEN.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::command::{Command, commands};
use scoresheet_grammar::{Database, Event, GameView, TokenKind};

use scoresheet_chess::command_docs::describe_command;
use scoresheet_chess::placed_game::game_at;
use scoresheet_chess::tag_docs;

/// How something is written, and which of its parts the cursor is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    /// How the whole is written: `[%eval score,depth]`.
    pub label: String,
    /// What it means.
    pub documentation: String,
    /// Its parts in order.
    pub parameters: Vec<Parameter>,
    /// The one that the cursor is at, from 0.
    pub active: usize,
}

impl SignatureHelp {
    /// Writes a name into the label, `place` bytes behind its start and before all parts.
    pub(crate) fn put_before(&mut self, place: usize, name: &str) {
        self.label.insert_str(place, name);
        for parameter in &mut self.parameters {
            parameter.range = parameter.range.start + name.len()..parameter.range.end + name.len();
        }
    }
}

/// A part of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Where in the label it stands: half-open byte offsets; the label is ASCII, so that they are UTF-16 offsets as well.
    pub range: Range<usize>,
    /// What it means.
    pub documentation: &'static str,
}

/// How something is written: each part with what it means, or what stands between parts.
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
    ("score", "Pawns from White's side (0.35, -1.2), or moves to mate behind a number sign (#3, #-3)."),
    (",", ""),
    ("depth", "How many plies deep the engine searched; may be left out, with its comma."),
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
    ("moves", "For how many moves the time is; left out, with its slash, for the rest of the game (40/7200, 300)."),
    ("/", ""),
    ("seconds", "The time in seconds; behind an asterisk the sand of a sand clock (*180)."),
    ("+", ""),
    ("increment", "Seconds that every move adds; may be left out, with its plus sign."),
    (":...", ""),
];

/// The fields of a FEN (section 16.1.3).
pub(crate) const FEN: Form = &[
    (
        "pieces",
        "Ranks from the eighth to the first, with slashes between: PNBRQK for White, pnbrqk for Black, digits for empty squares (section 16.1.3.1).",
    ),
    (" ", ""),
    ("turn", "w or b: the side to move (section 16.1.3.2)."),
    (" ", ""),
    ("castling", "KQkq as far as castling is still possible, or - (section 16.1.3.3)."),
    (" ", ""),
    ("en-passant", "The square that a pawn has just passed, such as e3, or - (section 16.1.3.4)."),
    (" ", ""),
    ("halfmoves", "Plies since the last capture or pawn move (section 16.1.3.5)."),
    (" ", ""),
    ("move", "The number of the move to come (section 16.1.3.6)."),
];

/// The fields of an EPD (section 16.2.3): the first four, with what stands between them.
pub(crate) const FIELDS_OF_EPD: Form = FEN.split_at(7).0;

/// What belongs at byte `offset` of the file, in a command of a comment and in the values of the tags TimeControl and FEN; nothing
/// elsewhere. Linear in the game up to there.
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
        // An open command may have blanks behind it, where its value is about to be written.
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
    // The name stands behind the sign that begins every command.
    help.put_before(2, &format!("{} ", command.name));
    Some(help)
}

fn token_kind(event: Event) -> Option<TokenKind> {
    match event {
        Event::Token(kind) => Some(kind),
        _ => None,
    }
}

/// How many characters of the last mark of a list are written.
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

/// Which part of its period the cursor is at.
fn time_control_part(before: &str, after: &str) -> usize {
    let written = before.rsplit(':').next().unwrap_or(before);
    let to_come = after.split(':').next().unwrap_or(after);
    match () {
        () if written.contains('+') => 2,
        () if !written.contains('/') && to_come.contains('/') => 0,
        () => 1,
    }
}

/// How a form is written, with the cursor at part `active`.
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

    /// The label and the part that the cursor is at.
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
