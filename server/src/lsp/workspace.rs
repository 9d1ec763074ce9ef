//! What the server asks of the client once the session has begun: its settings, and to be told when they or a
//! `scoresheet.toml` change.

use std::sync::Arc;

use serde_json::{Value, json};
use tower_lsp::lsp_types::{ConfigurationItem, MessageType, Registration};

use super::diagnostics;
use super::state::State;
use crate::configuration::FILE_NAME;

/// The section of the client's settings.
pub const SECTION: &str = "scoresheet";

/// Asks for all that the client offers. Does not wait.
pub fn begin(state: &Arc<State>) {
    let settings = state.settings();
    let mut registrations = Vec::new();
    if settings.can_watch_files {
        let watchers = json!({ "watchers": [{ "globPattern": format!("**/{FILE_NAME}") }] });
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
            state.log(MessageType::WARNING, format!("the client does not tell of changed settings: {error}"));
        }
        pull_settings(&state).await;
    });
}

/// Settings that the client sends, or that it has to be asked for. Does not wait.
pub fn settings_changed(state: &Arc<State>, pushed: Value) {
    if state.settings().can_ask_settings {
        let state = state.clone();
        tokio::spawn(async move { pull_settings(&state).await });
        return;
    }
    use_settings(state, pushed.get(SECTION).cloned().unwrap_or(pushed));
}

/// Looks at the configuration files again and at the documents that they are for. Does not wait.
pub fn files_changed(state: &Arc<State>) {
    if state.configurations.reload(&state.documents.uris(), &state.settings()) {
        refresh(state);
    }
    diagnostics::publish_configuration_faults(state);
}

/// The same where the client cannot be asked to watch files: a few looks at the disk whenever it has something to say.
pub fn look_at_unwatched_files(state: &Arc<State>) {
    if !state.settings().can_watch_files {
        files_changed(state);
    }
}

async fn pull_settings(state: &Arc<State>) {
    if !state.settings().can_ask_settings {
        return;
    }
    let item = ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
    match state.client.configuration(vec![item]).await {
        Ok(answers) => use_settings(state, answers.into_iter().next().unwrap_or_default()),
        Err(error) => state.log(MessageType::WARNING, format!("the client does not tell its settings: {error}")),
    }
}

fn use_settings(state: &Arc<State>, members: Value) {
    let (settings, complaints) = state.settings().with(members);
    complaints.into_iter().for_each(|complaint| state.warn_once(complaint));
    if state.set_settings(settings) {
        refresh(state);
    }
}

/// Everything that was worked out with the old settings is worked out again.
fn refresh(state: &Arc<State>) {
    state.documents.forget_derived();
    state.documents.uris().iter().for_each(|uri| diagnostics::schedule(state, uri));
}

fn registration(method: &str, options: Value) -> Registration {
    Registration { id: method.to_owned(), method: method.to_owned(), register_options: Some(options) }
}
