//! The engine of the program, watched: what it was asked is counted, and it can be held in the middle of its work.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use scoresheet::lsp::engine::{
    Allowances, CheckedFile, Completion, Engine, FileFacts, Fold, FormatOptions, Hover, HoverStyle, Known, Share,
    Symbol,
};
use scoresheet::lsp::pgn_engine::PgnEngine;
use scoresheet_analysis::configuration::Configuration;
use scoresheet_analysis::finding::{Edit, Finding};
use scoresheet_analysis::placed_game::PlacedGame;
use scoresheet_grammar::{Database, GameView};

/// Answers as [`PgnEngine`] does.
#[derive(Default)]
pub struct WatchedEngine {
    engine: PgnEngine,
    /// How many games were checked.
    pub checked: AtomicUsize,
    /// Of how many games the outline was worked out.
    pub outlined: AtomicUsize,
    /// Of how many games the folds were worked out.
    pub folded: AtomicUsize,
    shares: AtomicUsize,
    held: Mutex<Option<usize>>,
    released: Condvar,
}

impl WatchedEngine {
    pub fn new() -> Arc<WatchedEngine> {
        Arc::default()
    }

    /// What `counter` says, which is 0 from now on.
    pub fn take(counter: &AtomicUsize) -> usize {
        counter.swap(0, Ordering::Relaxed)
    }

    /// Keeps this share of the work on findings (the first is 0) from being begun until [`WatchedEngine::release`].
    pub fn hold(&self, share: usize) {
        *self.held.lock().unwrap() = Some(share);
    }

    pub fn release(&self) {
        *self.held.lock().unwrap() = None;
        self.released.notify_all();
    }
}

impl Engine for WatchedEngine {
    fn findings(
        &self,
        file: &Database,
        facts: FileFacts,
        configuration: &Configuration,
        before: Option<&CheckedFile>,
        share: Share,
    ) -> CheckedFile {
        let number = self.shares.fetch_add(1, Ordering::Relaxed);
        drop(self.released.wait_while(self.held.lock().unwrap(), |held| *held == Some(number)).unwrap());
        let findings = self.engine.findings(file, facts, configuration, before, share);
        self.checked.fetch_add(findings.checked_games(), Ordering::Relaxed);
        findings
    }

    fn allow(&self, file: &Database, finding: &Finding) -> Option<Allowances> {
        self.engine.allow(file, finding)
    }

    fn hover(&self, file: &Database, offset: usize, style: HoverStyle) -> Option<Hover> {
        self.engine.hover(file, offset, style)
    }

    fn completion(&self, file: &Database, offset: usize, known: Known) -> Vec<Completion> {
        self.engine.completion(file, offset, known)
    }

    fn symbols(&self, game: PlacedGame) -> Vec<Symbol> {
        self.outlined.fetch_add(1, Ordering::Relaxed);
        self.engine.symbols(game)
    }

    fn folds(&self, game: PlacedGame) -> Vec<Fold> {
        self.folded.fetch_add(1, Ordering::Relaxed);
        self.engine.folds(game)
    }

    fn format_game(&self, game: GameView, options: FormatOptions) -> Option<String> {
        self.engine.format_game(game, options)
    }

    fn format_range(&self, file: &Database, options: FormatOptions, range: Range<usize>) -> Vec<Edit> {
        self.engine.format_range(file, options, range)
    }
}
