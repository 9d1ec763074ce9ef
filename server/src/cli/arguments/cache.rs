//! The options of the move cache.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::move_cache::{CacheFolder, MoveCache};

/// Returns the path of a folder, which need not exist.
///
/// # Errors
///
/// If something else is there.
fn folder(path: PathBuf) -> Result<PathBuf, &'static str> {
    if path.exists() && !path.is_dir() { Err("this is not a folder") } else { Ok(path) }
}

/// Whether games that were read once are kept for the next command, and where.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Cache")]
pub(crate) struct CacheArguments {
    /// Store the cache in this folder [default: scoresheet in the cache directory of the user, that is
    /// $XDG_CACHE_HOME, or else ~/.cache or what the system has instead]
    #[arg(long, value_name = "FOLDER", value_parser = PathBufValueParser::new().try_map(folder))]
    pub(crate) cache_dir: Option<PathBuf>,
    /// Neither read nor write the cache
    #[arg(long, conflicts_with = "cache_dir")]
    pub(crate) no_cache: bool,
}

impl CacheArguments {
    /// The folder of the caches; `None` if none are used.
    pub(crate) fn folder(&self) -> Option<CacheFolder> {
        match &self.cache_dir {
            _ if self.no_cache => None,
            Some(path) => Some(CacheFolder::at(path.clone())),
            None => CacheFolder::of_user(|name| std::env::var_os(name)),
        }
    }

    /// The caches.
    pub(crate) fn caches(&self) -> MoveCache {
        MoveCache::new(self.folder())
    }
}
