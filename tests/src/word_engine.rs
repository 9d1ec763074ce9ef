//! An engine that knows words instead of chess, so that the server's plumbing can be tested by itself.

use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex};

use scoresheet::lsp::engine::{
    Allowances, CheckedFile, Completion, CompletionKind, Engine, FileFacts, Fold, FoldKind, FormatOptions, Hover,
    HoverStyle, Known, Share, Symbol, SymbolKind,
};
use scoresheet_analysis::configuration::Configuration;
use scoresheet_analysis::finding::{Edit, Finding, Fix, Level};
use scoresheet_analysis::placed_game::PlacedGame;
use scoresheet_analysis::rule::{FixAvailability, Group, Rule};
use scoresheet_grammar::{Database, GameView};

static RULE: Rule = Rule {
    name: "word",
    group: Group::Correctness,
    level: Level::Error,
    fix: FixAvailability::Sometimes,
    docs: "Words that are not liked.",
    hooks: &[],
};

/// Finds the words `illegal` (safe fix: `legal`), `chain` (safe fix: `illegal`), `doubtful` (unsafe fix only), and `ping`
/// and `pong`, whose safe fixes undo each other.
/// A text with `panic` makes it panic. Its hovers show the whole text and the style asked for.
#[derive(Default)]
pub struct WordEngine {
    gate: Gate,
}

/// Where hovers wait while it is closed.
#[derive(Default)]
struct Gate {
    closed: Mutex<bool>,
    opened: Condvar,
}

impl WordEngine {
    pub fn new() -> Arc<WordEngine> {
        Arc::default()
    }

    /// Keeps hovers from being answered until [`WordEngine::open_gate`].
    pub fn close_gate(&self) {
        *self.gate.closed.lock().unwrap() = true;
    }

    pub fn open_gate(&self) {
        *self.gate.closed.lock().unwrap() = false;
        self.gate.opened.notify_all();
    }

    fn pass_gate(&self) {
        let closed = self.gate.closed.lock().unwrap();
        drop(self.gate.opened.wait_while(closed, |closed| *closed).unwrap());
    }
}

impl Engine for WordEngine {
    fn findings(
        &self,
        file: &Database,
        _: FileFacts,
        _: &Configuration,
        _: Option<&CheckedFile>,
        _: Share,
    ) -> CheckedFile {
        let text = &text(file);
        panic_if_asked(text);
        words(text).filter_map(|range| finding(text, range)).collect::<Vec<_>>().into()
    }

    /// No configuration knows these rules.
    fn allow(&self, _: &Database, _: &Finding) -> Option<Allowances> {
        None
    }

    fn hover(&self, file: &Database, offset: usize, style: HoverStyle) -> Option<Hover> {
        let text = &text(file);
        panic_if_asked(text);
        self.pass_gate();
        let range = words(text).find(|word| word.start <= offset && offset < word.end)?;
        Some(Hover { range, content: format!("{style:?}\n{text}") })
    }

    fn completion(&self, file: &Database, offset: usize, _: Known) -> Vec<Completion> {
        let text = &text(file);
        let range = words(text).find(|word| word.start <= offset && offset <= word.end).unwrap_or(offset..offset);
        let before = &text[range.start..offset];
        let completion = |word: &str| Completion {
            label: word.to_owned(),
            kind: CompletionKind::Move,
            detail: Some(format!("after {before}")),
            count: None,
            documentation: Some("*word*".to_owned()),
            range: range.clone(),
            text: word.to_uppercase(),
            caret: Some(1),
            sort_text: None,
            filter_text: None,
            played_in: None,
        };
        ["legal", "illegal"].map(completion).to_vec()
    }

    /// Each word is a symbol inside the one before it.
    fn symbols(&self, game: PlacedGame) -> Vec<Symbol> {
        let text = game.view.text;
        let symbol = |(depth, range): (usize, Range<usize>)| Symbol {
            depth,
            name: text[range.clone()].to_owned(),
            detail: None,
            kind: if depth == 0 { SymbolKind::Game } else { SymbolKind::Variation },
            selection_range: 0..range.end,
            range: range.start..text.len(),
            is_numbered: false,
        };
        words(text).enumerate().map(symbol).collect()
    }

    /// Each word folds the text up to its end.
    fn folds(&self, game: PlacedGame) -> Vec<Fold> {
        words(game.view.text).map(|word| Fold { range: 0..word.end, kind: FoldKind::Comment }).collect()
    }

    /// Doubles every word.
    fn format_game(&self, game: GameView, _: FormatOptions) -> Option<String> {
        let mut new = game.text.to_owned();
        words(game.text)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .for_each(|word| new.insert_str(word.end, &game.text[word]));
        (new != game.text).then_some(new)
    }

    /// Doubles every word that `range` touches.
    fn format_range(&self, file: &Database, _: FormatOptions, range: Range<usize>) -> Vec<Edit> {
        let text = &text(file);
        let touched = words(text).filter(|word| word.start < range.end && range.start < word.end);
        touched.map(|word| Edit::insert(word.end, &text[word])).collect()
    }
}

/// The whole text: a file's games joined together.
fn text(file: &Database) -> String {
    file.games().map(|(_, game)| game.text()).collect()
}

fn finding(text: &str, range: Range<usize>) -> Option<Finding> {
    let word = &text[range.clone()];
    let found = Finding::new(&RULE, range.clone(), format!("{word} is not liked")).with_related(0..1, "since here");
    let edit = |new: &str| vec![Edit::replace(range.clone(), new)];
    match word {
        "illegal" => Some(found.with_fix(Fix::unsafe_("Drop it", edit(""))).with_fix(Fix::safe("Obey", edit("legal")))),
        "chain" => Some(found.with_fix(Fix::safe("Follow", edit("illegal")))),
        "ping" => Some(found.with_fix(Fix::safe("Serve", edit("pong")))),
        "pong" => Some(found.with_fix(Fix::safe("Return", edit("ping")))),
        "doubtful" => Some(found.with_fix(Fix::unsafe_("Trust", edit("sure")))),
        _ => None,
    }
}

/// The ranges of what stands between white space.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    text.split_whitespace().map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    })
}

fn panic_if_asked(text: &str) {
    assert!(!text.contains("panic"), "asked to panic");
}
