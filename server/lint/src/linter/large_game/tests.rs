use scoresheet_grammar::Database;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};

use super::*;
use crate::finding::Level;
use crate::linter::CheckedGame;
use crate::rules::RULES;
use crate::suppression::FileAllowances;

/// A deterministic source of numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// A game of more than `length` bytes with variations and comments, on lines of moderate length.
fn large_game(seed: u64, length: usize) -> String {
    let mut numbers = Numbers(seed);
    let mut words = Vec::new();
    let mut size = 0;
    let mut position = Chess::default();
    let mut ply = 0;
    while size < length {
        let moves = position.legal_moves();
        if moves.is_empty() || ply > 400 {
            break;
        }
        let action = moves[numbers.below(moves.len())];
        let from = words.len();
        words.push(numbered(&position, action, ply, true));
        for _ in 0..numbers.below(60) {
            variation(&position, ply, 1 + numbers.below(12), &mut numbers, &mut words);
        }
        size += words[from..].iter().map(|word| word.len() + 1).sum::<usize>();
        position.play_unchecked(action);
        ply += 1;
    }
    words.push("*".to_owned());
    let lines: Vec<String> = words.chunks(9).map(|words| words.join(" ")).collect();
    format!("[Event \"Large\"]\n[Result \"*\"]\n\n{}\n", lines.join("\n"))
}

fn variation(start: &Chess, ply: usize, plies: usize, numbers: &mut Numbers, words: &mut Vec<String>) {
    let mut position = start.clone();
    words.push("(".to_owned());
    for offset in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let action = moves[numbers.below(moves.len())];
        words.push(numbered(&position, action, ply + offset, true));
        match numbers.below(12) {
            0 => words.push("{ a remark of (some) length }".to_owned()),
            1 => words.push(format!("${}", 10 + numbers.below(9))),
            2 => words.push("!".to_owned()),
            _ => {}
        }
        position.play_unchecked(action);
    }
    words.push(")".to_owned());
}

fn numbered(position: &Chess, action: shakmaty::Move, ply: usize, black_too: bool) -> String {
    let san = SanPlus::from_move(position.clone(), action);
    match ply % 2 {
        0 => format!("{}. {san}", ply / 2 + 1),
        _ if black_too => format!("{}... {san}", ply / 2 + 1),
        _ => san.to_string(),
    }
}

/// Checks a text that is one game.
fn check(linter: &Linter, text: &str) -> Option<CheckedGame> {
    let database = Database::parse(text);
    let game = database.view(0).filter(|_| database.len() == 1)?;
    Some(linter.check_in_file(game, true, &FileAllowances::default()))
}

fn findings(checked: &CheckedGame) -> Vec<String> {
    checked.findings.iter().map(|finding| format!("{finding:?}")).collect()
}

const TYPED: &[&str] = &[
    "{ better is 12. Nf3 }",
    "(12. Nf3 Nc6)",
    " Nf3 ",
    "$1",
    "!?",
    "x",
    "}",
    ")",
    "{",
    "(",
    "\n",
    "e4",
    " 99. ",
    "Q",
    "; e5\n",
    "",
];

#[test]
fn findings_do_not_depend_on_the_size_of_the_game() {
    let small = Linter::new(RULES, |_| true, Level::Info).with_large_games_from(usize::MAX);
    let large = Linter::new(RULES, |_| true, Level::Info).with_large_games_from(0);
    for seed in 0..6 {
        let text = large_game(seed, 1 << 10);
        let mut numbers = Numbers(seed + 200);
        for typed in TYPED {
            let mut edited = text.clone();
            let at = text.len() / 8 + numbers.below(text.len() * 3 / 4);
            let removed = [0, 0, 1, 4][numbers.below(4)];
            edited.replace_range(at..at + removed, typed);
            let (Some(one), Some(other)) = (check(&small, &edited), check(&large, &edited)) else {
                continue;
            };
            assert_eq!(findings(&one), findings(&other), "{typed:?} for {removed} at {at} of {seed}: {edited}");
            assert_eq!(one.digest, other.digest);
        }
    }
}
