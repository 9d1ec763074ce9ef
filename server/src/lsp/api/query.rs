//! `scoresheet/query`: help with a query while it is written.

use std::ops::Range;
use std::sync::Arc;

use ropey::Rope;

use scoresheet_collection::query::{Completions, Query, QueryCompletion, QueryError, SavedQueries, completions};
use scoresheet_ide::rename::NameKind;
use tower_lsp::jsonrpc::Result;

use crate::lsp::proto::collection::{self, QueryFault, QueryHelp, QueryItem, QueryParams};
use crate::lsp::proto::extensions as proto;
use crate::lsp::proto::position::{self, Encoding, Places};
use crate::lsp::proto::unit_position::UnitPlaces;
use crate::lsp::session::state::State;
use crate::lsp::workspace::WorkspaceIndex;

/// How many names are offered at most: a list of more is not read.
const MOST_NAMES: usize = 50;

/// Answers the request.
pub(crate) async fn handle(state: &Arc<State>, params: QueryParams) -> Result<Option<QueryHelp>> {
    let QueryParams { query, position, text_document } = params;
    let settings = state.settings();
    let document = text_document.map(|document| document.uri);
    let saved = state.configurations.saved_queries(document.as_ref(), &settings);
    let encoding = settings.encoding;
    let help = move |index: &WorkspaceIndex, _: &[_]| {
        let at = position::offset(&Rope::from_str(&query), position.into(), encoding);
        Some(help(&query, at, &saved, index, encoding))
    };
    state.answer_of_names(state.snapshots(), help).await
}

fn help(query: &str, at: usize, saved: &SavedQueries, index: &WorkspaceIndex, encoding: Encoding) -> QueryHelp {
    let places = UnitPlaces::new(query, encoding);
    let range = |bytes: &Range<usize>| -> proto::Range { places.range(bytes).into() };
    let fault = |QueryError { span, message, help }: QueryError| collection::QueryError {
        message,
        fault: QueryFault { range: range(&span), suggestion: help },
    };
    let (error, doubt) = match Query::parse_all(&[query], saved) {
        _ if query.trim().is_empty() => (None, None),
        Ok(query) => (None, query.doubt().map(str::to_owned)),
        Err((_, error)) => (Some(fault(error)), None),
    };
    let Completions { range: replaced, items, field, is_quoted } = completions(query, at, saved);
    let replaced_range = range(&replaced);
    let of_word = |QueryCompletion { text, example }: QueryCompletion| QueryItem {
        label: text.clone(),
        meaning: example.map(|example| example.meaning.to_owned()),
        example: example.map(|example| example.query.to_owned()),
        range: replaced_range,
        new_text: text,
    };
    let typed = query.get(replaced.start..at).unwrap_or_default();
    let names = field.and_then(|field| kind_of(&field)).map_or_else(Vec::new, |kind| names(index, kind, typed));
    let of_name = |name: String| QueryItem {
        new_text: if is_quoted { name.replace('"', "\\\"") } else { format!("\"{}\"", name.replace('"', "\\\"")) },
        label: name,
        meaning: None,
        example: None,
        range: replaced_range,
    };
    let items = items.into_iter().map(of_word).chain(names.into_iter().map(of_name)).collect();
    QueryHelp { error, doubt, items }
}

/// The kind of names that are the values of a field.
fn kind_of(field: &str) -> Option<NameKind> {
    Some(match field {
        "white" | "black" | "player" | "players" | "winner" | "loser" => NameKind::Player,
        "event" => NameKind::Event,
        "site" => NameKind::Site,
        "annotator" => NameKind::Annotator,
        _ => return None,
    })
}

/// The names of the workspace that contain a text, the most frequent first.
fn names(index: &WorkspaceIndex, kind: NameKind, typed: &str) -> Vec<String> {
    let found = index.with_known(|known| known.names.map_or_else(Vec::new, |names| names(kind, typed)));
    found.into_iter().take(MOST_NAMES).map(|(name, _)| name).collect()
}
