//! Chess in LaTeX with the packages skak and xskak: the positions that are written out, and the moves of `\mainline`, `\hidemoves` and `\variation`.
//!
//! What the commands do is as in skak 1.5 and in the manual of xskak 1.5: a main line goes on after the last one, a variation before the last move.

mod moves;
mod scanner;

use std::collections::HashSet;
use std::ops::Range;

use crate::block::{Block, BlockLanguage};
use crate::contents::is_position;
use crate::step::{GameStart, Line, LineRole, MoveId, Step};
use moves::{first_move, is_plain, without_commands};
use scanner::{Scanner, Token};

/// What a position in a list of keys follows.
const SET_FEN: &str = "setfen=";

/// The commands that move pieces, or that set a position.
const GAME_COMMANDS: [&str; 16] = [
    "newgame",
    "newchessgame",
    "resumechessgame",
    "fenboard",
    "mainline",
    "hidemoves",
    "variation",
    "variationcurrent",
    "continuevariation",
    "continuevariationcurrent",
    "storegame",
    "restoregame",
    "savegame",
    "loadgame",
    "input",
    "include",
];

/// Commands that define others.
const DEFINITIONS: [&str; 12] = [
    "newcommand",
    "renewcommand",
    "providecommand",
    "DeclareRobustCommand",
    "NewDocumentCommand",
    "RenewDocumentCommand",
    "newenvironment",
    "renewenvironment",
    "def",
    "gdef",
    "edef",
    "xdef",
];

/// Keys of `\newchessgame` that leave the position as it is.
const HARMLESS_KEYS: [&str; 13] = [
    "id",
    "white",
    "black",
    "whiteelo",
    "blackelo",
    "result",
    "site",
    "date",
    "event",
    "round",
    "print",
    "showmover",
    "inverse",
];

/// What keys of `\newchessgame` begin with that put other pieces on the board.
const KEYS_OF_PIECES: [&str; 9] = ["add", "castling", "clear", "enpassant", "newvar", "piece", "ref", "restore", "set"];

/// Returns the steps of a document. Linear in the document.
pub(crate) fn steps(document: &str) -> Vec<Step> {
    let mut reader = Reader {
        document,
        scanner: Scanner::new(document),
        steps: Vec::new(),
        own_commands: HashSet::new(),
        definition_end: 0,
        has_own_defaults: false,
        is_foreign: false,
    };
    while let Some(token) = reader.scanner.next() {
        match token {
            Token::Command("end") if reader.scanner.rest().starts_with("{document}") => break,
            Token::Command(name) => reader.command(name),
            Token::Character('s') if reader.scanner.rest().starts_with(&SET_FEN[1..]) => reader.set_fen(),
            Token::Character(_) => {}
        }
    }
    reader.steps
}

struct Reader<'a> {
    document: &'a str,
    scanner: Scanner<'a>,
    steps: Vec<Step>,
    /// Commands and environments of the document's own that do something to the game.
    own_commands: HashSet<&'a str>,
    /// Where the text of a definition ends: until there nothing happens to the game.
    definition_end: usize,
    /// Whether the document changes what games begin with.
    has_own_defaults: bool,
    /// Whether moves have the piece letters of another language.
    is_foreign: bool,
}

impl<'a> Reader<'a> {
    fn command(&mut self, name: &'a str) {
        let is_defined = self.scanner.at() < self.definition_end;
        match name {
            "fenboard" => self.position(is_defined),
            _ if is_defined => {}
            "newgame" => {
                self.steps.push(Step::Start(GameStart { is_certain: !self.is_foreign, ..GameStart::default() }))
            }
            "newchessgame" => self.new_chess_game(),
            "mainline" | "hidemoves" => self.line(LineRole::Main),
            "variation" => self.line(LineRole::Variation),
            "variationcurrent" => self.line(LineRole::VariationAfter),
            "continuevariation" | "continuevariationcurrent" => self.line(LineRole::VariationOfVariation),
            "storegame" => self.named(Step::Store),
            "restoregame" => self.named(Step::Restore),
            "resumechessgame" | "loadgame" | "input" | "include" | "subfile" => self.steps.push(Step::Lost),
            "skaklanguage" => {
                let language = self.scanner.optional().map(|range| &self.document[range]);
                self.is_foreign = language != Some("english");
            }
            "xskakset" => {
                let keys = self.scanner.clone().argument();
                self.has_own_defaults |= keys.is_some_and(|keys| self.document[keys].contains("default"));
            }
            "begin" => {
                let environment = self.scanner.clone().argument().map(|range| &self.document[range]);
                if environment.is_some_and(|name| self.own_commands.contains(name)) {
                    self.steps.push(Step::Lost);
                }
            }
            _ if DEFINITIONS.contains(&name) => self.definition(),
            _ if self.own_commands.contains(name) => self.steps.push(Step::Lost),
            _ => {}
        }
    }

    /// Reads which command or environment is defined, and whether it does something to the game.
    fn definition(&mut self) {
        let mut ahead = self.scanner.clone();
        if ahead.rest().starts_with('*') {
            ahead.go_to(ahead.at() + 1);
        }
        let name = match ahead.argument() {
            Some(range) => self.document[range].trim().trim_start_matches('\\'),
            None => match ahead.next() {
                Some(Token::Command(name)) => name,
                _ => return,
            },
        };
        // Numbers of arguments, their defaults, or the parameters of `\def`.
        while ahead.optional().is_some() {}
        let parameters = ahead.rest().find(['{', '\n']).unwrap_or(0);
        if ahead.rest()[..parameters].starts_with('#') {
            ahead.go_to(ahead.at() + parameters);
        }
        while let Some(body) = ahead.argument() {
            let mut inside = self.scanner.within(body.clone());
            while let Some(token) = inside.next() {
                if let Token::Command(command) = token
                    && (GAME_COMMANDS.contains(&command) || self.own_commands.contains(command))
                {
                    self.own_commands.insert(name);
                }
            }
            self.definition_end = self.definition_end.max(body.end);
        }
    }

    /// Reads `\fenboard{...}`.
    fn position(&mut self, is_defined: bool) {
        let Some(range) = self.scanner.argument() else { return };
        self.block_of_position(range.clone());
        if !is_defined {
            let fen = Some(self.fen(range));
            self.steps.push(Step::Start(GameStart { fen, first: None, is_certain: !self.is_foreign }));
        }
    }

    /// Reads the value after `setfen=`, of whatever command.
    fn set_fen(&mut self) {
        self.scanner.go_to(self.scanner.at() + SET_FEN.len() - 1);
        let range = self.value_at(self.scanner.at());
        self.block_of_position(range.clone());
        self.scanner.go_to(range.end);
    }

    fn block_of_position(&mut self, range: Range<usize>) {
        let text = &self.document[range.clone()];
        let start = range.start + text.len() - text.trim_start().len();
        let text = text.trim();
        if is_position(text) && !text.contains(['\\', '\n', '%']) {
            let mut block = Block::new(BlockLanguage::Fen);
            block.add_part(self.document, start..start + text.len());
            self.steps.push(Step::Block(block));
        }
    }

    /// A FEN as TeX reads it: on one line, without comments.
    fn fen(&self, range: Range<usize>) -> String {
        let line = |line: &str| match line.trim_start().split_once('%') {
            Some((text, _)) => text.to_owned(),
            None => format!("{} ", line.trim_start()),
        };
        let joined: String = self.document[range].lines().map(line).collect();
        joined.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn new_chess_game(&mut self) {
        let keys = self.scanner.clone().optional();
        // The positions in the keys are still to be found.
        let mut start = GameStart { is_certain: !self.has_own_defaults && !self.is_foreign, ..GameStart::default() };
        // Without a number the first move is the first one of White, whatever the FEN says.
        let mut first = MoveId::FIRST;
        for (key, value) in keys.map_or_else(Vec::new, |keys| self.keys_in(keys)) {
            let text = self.document[value.clone()].trim();
            let digits = text.trim_end_matches(['w', 'b']);
            match key {
                "setfen" => start.fen = Some(self.fen(value)),
                "moveid" | "movenr" => match digits.parse() {
                    Ok(number) if key == "movenr" => first.number = number,
                    Ok(number) => first = MoveId { number, is_black: text.ends_with('b') },
                    Err(_) => start.is_certain = false,
                },
                "player" => first.is_black = text == "b",
                _ if HARMLESS_KEYS.contains(&key) => {}
                _ if KEYS_OF_PIECES.iter().any(|beginning| key.starts_with(beginning)) => {
                    return self.steps.push(Step::Lost);
                }
                _ => start.is_certain = false,
            }
        }
        start.first = Some(first);
        self.steps.push(Step::Start(start));
    }

    fn line(&mut self, role: LineRole) {
        self.scanner.optional();
        let Some(range) = self.scanner.argument() else { return };
        let range = after_hidden_line_end(self.document, range);
        let text = &self.document[range.clone()];
        let is_plain = is_plain(text);
        let moves = if is_plain { text.trim().to_owned() } else { without_commands(text).trim().to_owned() };
        if self.is_foreign {
            return self.steps.push(Step::Lost);
        }
        let block = is_plain.then(|| block_of_moves(self.document, range));
        self.steps.push(Step::Line(Line { role, first: first_move(&moves), moves, block }));
    }

    /// The value of a key that begins here, without its braces.
    fn value_at(&self, start: usize) -> Range<usize> {
        let mut scanner = self.scanner.within(start..self.document.len());
        scanner.argument().unwrap_or_else(|| {
            let rest = scanner.rest();
            start..start + rest.find([',', ']', '}', '\n']).unwrap_or(rest.len())
        })
    }

    /// The keys in a range, each with the range of its value, which is empty without one.
    fn keys_in(&self, range: Range<usize>) -> Vec<(&'a str, Range<usize>)> {
        let mut keys = Vec::new();
        let mut start = range.start;
        while start < range.end {
            let rest = &self.document[start..range.end];
            let key = &rest[..rest.find([',', '=']).unwrap_or(rest.len())];
            let key_end = start + key.len();
            let mut value = key_end..key_end;
            if self.document[key_end..range.end].starts_with('=') {
                let mut scanner = self.scanner.within(key_end + 1..range.end);
                let length = scanner.rest().find(',').unwrap_or(scanner.rest().len());
                value = scanner.argument().unwrap_or(key_end + 1..key_end + 1 + length);
            }
            let next = self.document[value.end..range.end].find(',');
            start = next.map_or(range.end, |length| value.end + length + 1);
            // A comment may end the line before the key.
            let key = key.rsplit('\n').next().unwrap_or(key).trim();
            if !key.is_empty() && !key.starts_with('%') {
                keys.push((key, value));
            }
        }
        keys
    }

    fn named(&mut self, step: fn(String) -> Step) {
        let name = self.scanner.argument().map(|range| self.document[range].to_owned());
        self.steps.push(name.map_or(Step::Lost, step));
    }
}

/// A range without the percent sign at its start that hides the end of its first line.
fn after_hidden_line_end(document: &str, range: Range<usize>) -> Range<usize> {
    let text = &document[range.clone()];
    let hidden = text.split_inclusive('\n').next().filter(|line| line.ends_with('\n') && line.trim() == "%");
    range.start + hidden.map_or(0, str::len)..range.end
}

/// The block of the moves in a range, line by line.
fn block_of_moves(document: &str, range: Range<usize>) -> Block {
    let text = &document[range.clone()];
    let start = range.start + text.len() - text.trim_start().len();
    let end = start + text.trim().len();
    let mut block = Block::of_moves();
    let mut line_start = start;
    while let Some(length) = document[line_start..end].find('\n') {
        let line_end = line_start + length;
        let line = document[line_start..line_end].trim_end_matches('\r');
        block.add_line(document, line_start..line_start + line.len());
        let next = &document[line_end + 1..end];
        line_start = line_end + 1 + next.len() - next.trim_start_matches([' ', '\t']).len();
    }
    block.add_part(document, line_start..end);
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

    /// The steps of a document, one word or text each.
    fn shown(document: &str) -> Vec<String> {
        let id = |first: Option<MoveId>| {
            first.map_or("-".to_owned(), |id| format!("{}{}", id.number, if id.is_black { "b" } else { "w" }))
        };
        let step = |step: &Step| match step {
            Step::Block(block) => {
                assert_eq!(document[block.extent()], *block.text());
                "position".to_owned()
            }
            Step::Start(start) => {
                let fen = start.fen.as_ref().map_or("-", |fen| if *fen == FEN { "FEN" } else { fen });
                format!("start {fen} {}{}", id(start.first), if start.is_certain { "" } else { " perhaps" })
            }
            Step::Line(line) => {
                let role = match line.role {
                    LineRole::Main => "main",
                    LineRole::Variation => "variation",
                    LineRole::VariationAfter => "after",
                    LineRole::VariationOfVariation => "of variation",
                };
                let text = line.block.as_ref().map_or("-", |block| block.text());
                format!("{role} {} [{}] [{text}]", id(line.first), line.moves)
            }
            Step::Store(name) => format!("store {name}"),
            Step::Restore(name) => format!("restore {name}"),
            Step::Lost => "lost".to_owned(),
        };
        steps(document).iter().map(step).collect()
    }

    #[track_caller]
    fn check(document: &str, expected: &[&str]) {
        assert_eq!(shown(&document.replace("FEN", FEN)), expected, "{document}");
    }

    #[test]
    fn positions_are_found() {
        check("a \\fenboard{FEN} b\r\n\\fenboard{ FEN }\n", &["position", "start FEN -", "position", "start FEN -"]);
        check("\\newchessgame[setfen=FEN, moveid=1w]\n", &["start FEN 1w", "position"]);
        check("\\setchessboard{setfen={FEN}}\n\\chessboard[setfen=FEN]", &["position", "position"]);
        check("100\\% \\fenboard{FEN}\n", &["position", "start FEN -"]);
        check("\\newcommand{\\x}{\\fenboard{FEN}}\n", &["position"]);
        check("\\fenboard{4k3/8/8/8/%\n  8/8/4P3/4K3 w -\n- 0 1}", &["start FEN -"]);
    }

    #[test]
    fn games_are_found() {
        check(
            "\\newchessgame[white=Bob, moveid=4w]\n\\mainline{4. e4 e5}\n\\variation[invar]{4... c5}",
            &["start - 4w", "main 4w [4. e4 e5] [4. e4 e5]", "variation 4b [4... c5] [4... c5]"],
        );
        check("\\newgame \\mainline{\n  1. e4\r\n\t e5\n}", &["start - -", "main 1w [1. e4\r\n\t e5] [1. e4\ne5]"]);
        check(
            "\\hidemoves{1.e4!\\x{} e5 % a\n2. Nf3}\\variationcurrent{}",
            &["main 1w [1.e4!  e5 \n2. Nf3] [-]", "after - [] []"],
        );
        check(
            "\\mainline{%\r\n 1. e4\n}\\mainline{% a\n1... e5}",
            &["main 1w [1. e4] [1. e4]", "main 1b [1... e5] [-]"],
        );
        check("\\storegame{a}\\restoregame{a}\\input{b}", &["store a", "restore a", "lost"]);
        check("\\newchessgame[setfen={FEN},markfields=a1]", &["start FEN 1w perhaps", "position"]);
        check("\\newchessgame[setfen={FEN},addblack={pa7}]", &["lost", "position"]);
        check("\\newchessgame[newvar]", &["lost"]);
        check("\\newchessgame[id]\\newchessgame[moveid=\\x]", &["start - 1w", "start - 1w perhaps"]);
        check("\\skaklanguage[german]\\newgame\\mainline{1. Sf3}", &["start - - perhaps", "lost"]);
    }

    #[test]
    fn own_commands_that_move_are_not_followed() {
        check("\\newcommand*{\\x}[1]{\\mainline{#1}}\\newgame\\x{1. e4}", &["start - -", "lost"]);
        check("\\def\\x#1{\\mainline{#1}}\\def\\y{\\x{1. e4}}\\y\\z", &["lost"]);
        check("\\newenvironment{g}{\\newgame}{}\\begin{g}\\end{g}", &["lost"]);
        check("\\newcommand\\x{\\showboard}\\x", &[]);
    }

    #[test]
    fn other_text_is_not_ours() {
        check("% \\fenboard{FEN}\n", &[]);
        check("\\\\% \\fenboard{FEN}\n", &[]);
        check("\\chessboard[setfen=\\xskakget{nextfen}]\\chessboard[setfen=4k3/8/\\x/8/8/8/8/8 w]", &[]);
        check("\\begin{verbatim}\n\\fenboard{FEN}\n\\end{verbatim}\n\\verb|\\newgame|", &[]);
        check("\\fenboard{FEN\n\\mainline{1. e4", &[]);
        check("\\end{document}\\newgame", &[]);
    }
}
