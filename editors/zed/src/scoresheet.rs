//! Starts the language server for Zed: the program in the settings, else the one on the user's `PATH`.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{Command, Extension, LanguageServerId, Result, Worktree, register_extension};

/// The name of the program.
const PROGRAM: &str = "scoresheet";

struct Scoresheet;

impl Extension for Scoresheet {
    fn new() -> Scoresheet {
        Scoresheet
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let set = LspSettings::for_worktree(id.as_ref(), worktree)?.binary.and_then(|binary| binary.path);
        let command = set.or_else(|| worktree.which(PROGRAM));
        let command = command.ok_or_else(|| format!("{PROGRAM} is not on the path; lsp.scoresheet.binary.path says where it is"))?;
        Ok(Command { command, args: vec!["lsp".to_owned()], env: worktree.shell_env() })
    }
}

register_extension!(Scoresheet);
