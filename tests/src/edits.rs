//! Random texts that look like PGN or EPD, and random edits to texts.

use std::ops::Range;

use proptest::prelude::*;

/// A replacement in a text. Its place is in thousandths of the length, so that it fits any text.
#[derive(Clone, Debug)]
pub struct RandomEdit {
    place: usize,
    length: usize,
    new: String,
}

impl RandomEdit {
    /// Replaces up to `length` bytes from `place` thousandths of the text on by `new`.
    pub fn new(place: usize, length: usize, new: String) -> RandomEdit {
        RandomEdit { place: place.min(1000), length, new }
    }

    /// Returns the byte range of `text` to replace, and the replacement.
    pub fn of<'edit>(&'edit self, text: &str) -> (Range<usize>, &'edit str) {
        let start = text.floor_char_boundary(text.len() * self.place / 1000);
        let end = text.ceil_char_boundary((start + self.length).min(text.len()));
        (start..end, &self.new)
    }
}

/// Sequences of pieces of PGN, valid or not.
pub fn pgn_like() -> impl Strategy<Value = String> {
    proptest::collection::vec(part(), 0..60).prop_map(|parts| parts.concat())
}

/// Whole games among pieces of PGN.
pub fn games_like() -> impl Strategy<Value = String> {
    let game = prop_oneof![
        4 => (0..1000_u32).prop_map(|number| format!("[Event \"{number}\"]\n[White \"w\"]\n\n1. e4 {{ {number} }} e5 *\n\n")),
        1 => proptest::collection::vec(part(), 0..6).prop_map(|parts| parts.concat()),
    ];
    proptest::collection::vec(game, 0..40).prop_map(|games| games.concat())
}

/// Sequences of pieces of EPD, valid or not.
pub fn epd_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => Just("4k3/P7/8/8/8/8/4P3/R3K2R w KQ -".to_owned()),
        2 => Just("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6".to_owned()),
        1 => "[1-8KkPpNn/]{4,30} [wbx] [-KQkq]{1,3} (-|e3|e9)",
        3 => Just(" ".to_owned()),
        3 => Just(";".to_owned()),
        4 => Just("\n".to_owned()),
        1 => Just("\r\n".to_owned()),
        6 => " (bm|am|pm|sm|pv) (e4|O-O|a8=Q\\+|e2e4|Nf3|Ke9|a8|Kd2!|,|\\+|e4,|1\\.|x\\{\\})( (e3|a7a8q|Kd7|dm|4))?;?",
        6 => " (id|c0|c1|eco|tcri|ce|dm|acn|noop|draw_offer|resign|D1|Xy|-|18)( (5|-3|\"a;b\"|\"B00\"|\"|word|\0))?;?",
        1 => " 0 1| - | 3\\+3| 7",
        1 => "\n# (scoresheet: allow(-file)? (correctness|style, portability)|x)\n",
        1 => any::<String>(),
    ];
    proptest::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

/// Edits of a user: mostly a few characters.
pub fn edits(most: usize) -> impl Strategy<Value = Vec<RandomEdit>> {
    let length = prop_oneof![4 => 0..3_usize, 2 => 0..30_usize, 1 => 0..300_usize];
    let new = prop_oneof![
        3 => part().prop_map(str::to_owned),
        1 => Just(String::new()),
        1 => pgn_like(),
    ];
    let edit = (0..=1000_usize, length, new).prop_map(|(place, length, new)| RandomEdit { place, length, new });
    proptest::collection::vec(edit, 1..=most)
}

fn part() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(PARTS)
}

const PARTS: &[&str] = &[
    "{ [%clk 0:01:00] } 1-0\n\n",
    "[%eval 0.1] 0-1\n\n",
    "[Event \"E\"]\n",
    "[Site \"a \"b\" c\"]",
    "[White \"W\n",
    "\n\n",
    "\n",
    " ",
    "1. e4 ",
    "e5",
    "(",
    ")",
    "{",
    "}",
    "{a}",
    "; x\n",
    "%y\n",
    "1-0",
    "*",
    " 1/2-1/2\n\n",
    "$1",
    "!?",
    "word ",
    "\"",
    "]",
    "[",
    "\r\n",
    "\r",
    "♘f3",
    "\u{FEFF}",
    "\\",
    "[\nA \"b\"]",
    "{b\n",
    "}\n\n[Event \"E\"]\n",
    "*\n\n[Event \"E\"]\n",
    "{c}\n[Date \"d\"]\n",
    "O - O ",
    "\r\n\r\n[Event \"E\"]\r\n",
    "*\n\n[Event \"F\"]\n[Site \"s\"]\n\n1. d4 *\n\n[Event \"G\"]\n",
    "\n[Event \"H\"]\n\n1. c4 c5 0-1\n\n",
    "% scoresheet: allow null-move\n",
    "--",
    "; * \n\n",
    "Event \"E\"]\n",
    "\n// [Event \"E\"]\n",
    "#",
    "(a)",
    "Result: 1-0\n",
    "[White \"W\"\n\"V\"]\n",
    "*\n \n  [Event \"E\"] ",
    "\n\n1. e4 ",
    "[Result \"0-0\"]\n\n",
    "[Result \"*\"]\n\n",
    "0-0",
    "F\n",
    "+-",
    "cd ",
    "1",
    "P-K4 ",
    "Nb",
    ".",
];
