//! The options of commands that ask a chess engine.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::value_parser;

use super::cache::CacheArguments;
use crate::engine::{Bounds, DEFAULT_NODES, EngineError, UserEngine};

/// Which engine is asked, and how long it thinks.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArguments {
    /// Ask this engine, a program that speaks UCI such as stockfish, in the folders of PATH or with its path [default: none]
    #[arg(long, value_name = "PATH")]
    pub(crate) engine: Option<PathBuf>,
    /// Let the engine search so many positions for each answer. It uses one thread and a fixed hash table, so that two runs
    /// give equal results
    #[arg(long, value_name = "N", requires = "engine", default_value_t = DEFAULT_NODES, value_parser = value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub(crate) cache: CacheArguments,
}

impl EngineArguments {
    /// Starts the engine, if one is to be asked.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub(crate) fn start(&self) -> Result<Option<Arc<UserEngine>>, EngineError> {
        let Some(path) = &self.engine else { return Ok(None) };
        let engine = UserEngine::start(path, Bounds::of_nodes(self.nodes), self.cache.folder().as_ref())?;
        Ok(Some(Arc::new(engine)))
    }
}
