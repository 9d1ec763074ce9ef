//! The findings as they are published: each is made JSON once, and written again with the lines it is on.

use std::collections::HashMap;
use std::sync::PoisonError;

use scoresheet_analysis::lint::Near;
use serde::Serialize;
use tower_lsp::lsp_types::{Diagnostic, Url};

use super::findings::{Checked, Findings, Part, ShownFinding};
use super::game_places::GamePlaces;
use super::piece::Piece;
use super::position::Places;
use super::snapshot::Snapshot;
use super::to_proto;

/// More than anybody reads, and as many as VS Code shows of a file. All of them are sent after every keystroke.
const MAX_DIAGNOSTICS: usize = 1000;

/// So many of them are around the place that the user looks at; the others are the most serious of the file.
const MOST_NEAR: usize = MAX_DIAGNOSTICS / 4;

/// About how long a diagnostic is in JSON.
const USUAL_BYTES: usize = 640;

/// How a diagnostic ends in JSON that is written for version 0.
const VERSION: &[u8] = b"0}}";

/// The findings of games or records that were published last.
#[derive(Default)]
pub struct Pieces(HashMap<usize, PartPieces>);

/// The findings of one part of a file that were published.
struct PartPieces {
    /// It is kept, so that no other part has its address.
    checked: Checked,
    /// The diagnostics, up to the version; nothing of those that were not published.
    diagnostics: Vec<Option<Piece>>,
}

/// The findings that are published: those around the place that the user looks at and the most serious where there are too many.
pub fn shown<'file>(snapshot: &Snapshot, findings: &'file Findings) -> Vec<ShownFinding<'file>> {
    findings.shown(MAX_DIAGNOSTICS, Near { offset: snapshot.focus(), most: MOST_NEAR })
}

/// The notification that says what was found, as far as it is known.
pub fn notification(snapshot: &Snapshot, findings: &Findings) -> Vec<u8> {
    let shown = shown(snapshot, findings);
    let more = findings.len() - shown.len();
    let mut notification = Notification::begin(&snapshot.uri, shown.len());
    let version = snapshot.version().to_string();
    let mut last = snapshot.published().lock().unwrap_or_else(PoisonError::into_inner);
    let mut pieces = Pieces(HashMap::with_capacity(last.0.len()));
    let mut places = None;
    for shown in &shown {
        let Some(part) = &shown.part else {
            notification.push(&to_proto::diagnostic(snapshot, &shown.finding));
            continue;
        };
        if let Some(piece) = pieces.of_part(&mut last, part).diagnostic(snapshot, shown, part, &mut places) {
            notification.separate();
            piece.write(snapshot.position(part.start), &mut notification.0);
            notification.0.extend_from_slice(version.as_bytes());
            notification.0.extend_from_slice(b"}}");
        }
    }
    *last = pieces;
    if more > 0 {
        notification.push(&to_proto::more(snapshot, more));
    }
    notification.end(Some(snapshot.version()))
}

/// The notification that says just this of a document.
pub fn notification_of(uri: &Url, diagnostics: &[Diagnostic]) -> Vec<u8> {
    let mut notification = Notification::begin(uri, diagnostics.len());
    diagnostics.iter().for_each(|diagnostic| notification.push(diagnostic));
    notification.end(None)
}

impl Pieces {
    /// What is known of a part; taken from what was published last, if it was.
    fn of_part(&mut self, last: &mut Pieces, part: &Part) -> &mut PartPieces {
        let address = part.checked.address();
        let known = || last.0.remove(&address).unwrap_or_else(|| PartPieces::new(&part.checked));
        self.0.entry(address).or_insert_with(known)
    }
}

impl PartPieces {
    fn new(checked: &Checked) -> PartPieces {
        PartPieces { checked: checked.clone(), diagnostics: vec![None; checked.len()] }
    }

    /// The diagnostic up to its version. `places` are those of the part that was asked for last.
    fn diagnostic<'part>(
        &mut self,
        snapshot: &Snapshot,
        shown: &ShownFinding,
        part: &Part<'part>,
        places: &mut Option<(usize, GamePlaces<'part>)>,
    ) -> Option<Piece> {
        debug_assert_eq!(self.checked.address(), part.checked.address());
        let piece = self.diagnostics.get_mut(shown.index)?;
        if piece.is_none() {
            // The lines of a large game are counted once, not for each of its findings.
            let known = places.take().filter(|(address, _)| *address == self.checked.address());
            let of_part = || (self.checked.address(), GamePlaces::new(part.text, snapshot.settings.encoding));
            let (_, places) = places.insert(known.unwrap_or_else(of_part));
            let diagnostic = to_proto::diagnostic_in(places, &snapshot.uri, 0, &shown.finding);
            *piece = Piece::without_end(&diagnostic, VERSION);
        }
        piece.clone()
    }
}

/// The JSON of `textDocument/publishDiagnostics`.
struct Notification(Vec<u8>);

impl Notification {
    fn begin(uri: &Url, diagnostics: usize) -> Notification {
        let uri = serde_json::to_string(uri).unwrap_or_default();
        let mut json = Vec::with_capacity((diagnostics + 1) * USUAL_BYTES);
        json.extend_from_slice(br#"{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"#);
        json.extend_from_slice(uri.as_bytes());
        json.extend_from_slice(br#","diagnostics":["#);
        Notification(json)
    }

    fn push(&mut self, diagnostic: &impl Serialize) {
        if let Ok(diagnostic) = serde_json::to_vec(diagnostic) {
            self.separate();
            self.0.extend_from_slice(&diagnostic);
        }
    }

    fn separate(&mut self) {
        if self.0.last() != Some(&b'[') {
            self.0.push(b',');
        }
    }

    fn end(mut self, version: Option<i32>) -> Vec<u8> {
        self.0.push(b']');
        if let Some(version) = version {
            self.0.extend_from_slice(format!(r#","version":{version}"#).as_bytes());
        }
        self.0.extend_from_slice(b"}}");
        self.0
    }
}
