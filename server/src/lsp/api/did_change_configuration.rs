//! `workspace/didChangeConfiguration`: pulls the client's settings, and registers for changes of them and of files.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::task::spawn_blocking;
use tower_lsp::lsp_types::{ConfigurationItem, MessageType, Registration, Unregistration};

use super::{repertoires, warm_up};
use crate::configuration::FILE_NAME;
use crate::lsp::diagnostics::publish;
use crate::lsp::session::indexing;
use crate::lsp::session::state::State;

/// The section of the client's settings.
pub(crate) const SECTION: &str = "scoresheet";

/// The method that is registered so that a client requests findings.
const PULL_DIAGNOSTICS: &str = "textDocument/diagnostic";

/// Shown for a client that cannot register requests for findings after its start. They are not announced to every client at its start:
/// some show only findings that they have requested once they can request any.
const TOO_LATE: &str = "This editor cannot begin to show the findings of files that are not open after it has started. \
    Set workspaceDiagnostics in the initializationOptions of Scoresheet to show them.";

/// A pattern for the names of the files that are indexed or checked, in whatever case.
const GAMES_AND_RECORDS: &str = "*.{[pP][gG][nN],[eE][pP][dD],[fF][eE][nN]}";

/// Registers for all changes that the client can report. Does not wait.
pub(crate) fn begin(state: &Arc<State>) {
    let settings = state.settings();
    let mut registrations = Vec::new();
    if settings.can_watch_files {
        let watched = [FILE_NAME, ".gitignore", ".ignore", GAMES_AND_RECORDS];
        let watchers = watched.map(|name| json!({ "globPattern": format!("**/{name}") }));
        let watchers = json!({ "watchers": watchers });
        registrations.push(registration("workspace/didChangeWatchedFiles", watchers));
    }
    if settings.can_register_settings {
        registrations.push(registration("workspace/didChangeConfiguration", json!({ "section": SECTION })));
    }
    let state = state.clone();
    tokio::spawn(async move {
        if !registrations.is_empty()
            && let Err(error) = state.client.register_capability(registrations).await
        {
            state
                .log(MessageType::WARNING, format!("the client refused to report changed settings and files: {error}"));
        }
        pull_settings(&state).await;
        offer_diagnostics(&state).await;
        // Not before it is known whether the user wants it.
        indexing::rescan(&state);
    });
}

/// Takes settings that the client sends, or requests them. Does not wait.
pub(crate) fn settings_changed(state: &Arc<State>, pushed: Value) {
    if state.settings().can_ask_settings {
        let state = state.clone();
        tokio::spawn(async move { pull_settings(&state).await });
        return;
    }
    use_settings(state, pushed.get(SECTION).cloned().unwrap_or(pushed));
}

/// Reads the configuration files that have changed, and applies them to the open documents. Clients report changes in their workspace
/// folders at most, so this is also done when a document is opened or saved. Does not wait.
pub(crate) fn look_at_files(state: &Arc<State>) {
    let looking = state.clone();
    tokio::spawn(async move {
        // One look after the other, so that none is overtaken by an older one.
        let _turn = looking.looking.acquire().await;
        let state = looking.clone();
        let look = spawn_blocking(move || state.configurations.reload(&state.documents.uris(), &state.settings()));
        if let Ok(true) = look.await {
            refresh(&looking);
        }
        publish::publish_configuration_faults(&looking);
    });
}

/// Looks at the configuration files, and at the workspace where the client cannot watch it. Does not wait.
pub(crate) fn look_at_disk(state: &Arc<State>) {
    look_at_files(state);
    look_at_unwatched_workspace(state);
}

/// Looks at the files of the workspace again where the client cannot watch them: it may at least have saved one.
fn look_at_unwatched_workspace(state: &Arc<State>) {
    if !state.settings().can_watch_files {
        indexing::rescan(state);
    }
}

/// The same while the user types, where the client cannot watch files: only now and then.
pub(crate) fn look_at_unwatched_files(state: &Arc<State>) {
    if !state.settings().can_watch_files && state.is_time_to_look() {
        look_at_files(state);
    }
}

async fn pull_settings(state: &Arc<State>) {
    if !state.settings().can_ask_settings {
        return;
    }
    let question = state.pulls.ask();
    let item = ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
    match state.client.configuration(vec![item]).await {
        Ok(answers) => state.pulls.answered(question, || {
            use_settings(state, answers.into_iter().next().unwrap_or_default());
        }),
        Err(error) => state.log(MessageType::WARNING, format!("the client did not return its settings: {error}")),
    }
}

fn use_settings(state: &Arc<State>, members: Value) {
    let (settings, complaints) = state.settings().with(members);
    complaints.into_iter().for_each(|complaint| state.warn_once(complaint));
    let before = state.settings();
    if !state.set_settings(settings) {
        return;
    }
    refresh(state);
    indexing::rescan(state);
    let (client, settings) = (state.client.clone(), state.settings());
    let hints = settings.can_refresh_hints && settings.config.inlay_hints != before.config.inlay_hints;
    let lenses = settings.can_refresh_lenses && settings.config.code_lenses != before.config.code_lenses;
    let offering = state.clone();
    // Where the client refuses, it shows them at the next edit.
    tokio::spawn(async move {
        offer_diagnostics(&offering).await;
        if hints {
            let _ = client.inlay_hint_refresh().await;
        }
        if lenses {
            let _ = client.code_lens_refresh().await;
        }
    });
}

/// Everything that was worked out with the old settings is worked out again.
fn refresh(state: &Arc<State>) {
    state.documents.forget_computed();
    state.documents.uris().iter().for_each(|uri| warm_up::publish_and_prepare(state, uri));
    repertoires::schedule(state);
    refresh_pulled(state);
}

/// Lets a client that requests findings request them again.
pub(super) fn refresh_pulled(state: &Arc<State>) {
    let settings = state.settings();
    // What was offered at the start stays so where the user wants no findings of all files any more: those that are shown are to go.
    let may_pull =
        settings.offers_pulling || settings.can_register_diagnostics && settings.offers_workspace_diagnostics();
    if settings.can_refresh_diagnostics && may_pull {
        let client = state.client.clone();
        // A client that refuses requests the findings again at a time of its own.
        tokio::spawn(async move { client.workspace_diagnostic_refresh().await });
    }
}

/// Lets the client request the findings of all files, or no longer, as the settings are now.
async fn offer_diagnostics(state: &Arc<State>) {
    // One after the other, and each by the newest settings.
    let mut is_offered = state.offers_diagnostics.lock().await;
    let settings = state.settings();
    let is_wanted = settings.can_register_diagnostics && settings.offers_workspace_diagnostics();
    if settings.offers_workspace_diagnostics() && !settings.can_register_diagnostics && !settings.offers_pulling {
        state.warn_once(TOO_LATE.to_owned());
    }
    if is_wanted == *is_offered {
        return;
    }
    let answer = if is_wanted {
        let options = json!({ "documentSelector": null, "interFileDependencies": false, "workspaceDiagnostics": true,
            "workDoneProgress": true });
        state.client.register_capability(vec![registration(PULL_DIAGNOSTICS, options)]).await
    } else {
        let (id, method) = (PULL_DIAGNOSTICS.to_owned(), PULL_DIAGNOSTICS.to_owned());
        state.client.unregister_capability(vec![Unregistration { id, method }]).await
    };
    match answer {
        Ok(()) => *is_offered = is_wanted,
        Err(error) => {
            state.log(
                MessageType::WARNING,
                format!("the client did not follow the setting workspaceDiagnostics: {error}"),
            );
        }
    }
}

fn registration(method: &str, options: Value) -> Registration {
    Registration { id: method.to_owned(), method: method.to_owned(), register_options: Some(options) }
}
