//! The findings as they are published. What says the same of the same lines as before is copied; else a finding of a game is made JSON
//! once, and written again with the lines it is on.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, PoisonError};

use scoresheet_analysis::finding::Finding;
use scoresheet_analysis::lint::Near;
use tower_lsp::lsp_types::{Diagnostic, Position, Url};

use super::unmoved::{Length, Unmoved};
use crate::lsp::documents::findings::{Checked, Findings, Part, ShownFinding};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::packed_json::Piece;
use crate::lsp::proto::position::Places;
use crate::lsp::proto::to_proto;
use crate::lsp::proto::unit_position::GamePlaces;

/// More than anybody reads, and as many as VS Code shows of a file. All of them are sent after every keystroke.
const MAX_DIAGNOSTICS: usize = 1000;

/// So many of them are around the place that the user looks at; the others are the most serious of the file.
const MOST_NEAR: usize = MAX_DIAGNOSTICS / 4;

/// About how long a diagnostic is in JSON.
const USUAL_BYTES: usize = 320;

/// What was published last of a document.
#[derive(Default)]
pub struct Published {
    said: Vec<Said>,
    json: Arc<Vec<u8>>,
    /// All that was found then, and how long the text was.
    found: Option<(Findings, Length)>,
}

/// A finding that was published.
struct Said {
    of: Source,
    /// Where it is in the JSON that was published: half-open byte offsets.
    json: Range<usize>,
}

/// Where a finding comes from.
enum Source {
    Part {
        /// It is kept, so that no other part has its address.
        checked: Checked,
        /// The place among the findings of the part.
        index: usize,
        /// The byte offset at which the part begins, and its position.
        start: (usize, Position),
        piece: Piece,
    },
    /// Without its fixes, which are not published.
    File(Finding),
}

/// The JSON of findings by where they are in memory: the address of the part, and the place among its findings.
type Known = HashMap<(usize, usize), Piece>;

/// The findings that are published: those around the place that the user looks at and the most serious where there are too many.
pub fn shown<'file>(snapshot: &Snapshot, findings: &'file Findings) -> Vec<ShownFinding<'file>> {
    findings.shown(MAX_DIAGNOSTICS, Near { offset: snapshot.focus(), most: MOST_NEAR })
}

/// The notification that says what was found, as far as it is known.
pub fn notification(snapshot: &Snapshot, findings: &Findings) -> Arc<Vec<u8>> {
    let shown = shown(snapshot, findings);
    let more = findings.len() - shown.len();
    let mut published = snapshot.published().lock().unwrap_or_else(PoisonError::into_inner);
    let Published { said: mut last, json: last_json, found } = std::mem::take(&mut *published);
    let unmoved = found.map(|found| Unmoved::between(&found, (findings, snapshot)));
    let (before, behind) = unmoved.as_ref().map_or((0, 0), |unmoved| common(&last, &shown, unmoved));

    let mut page = Page {
        snapshot,
        said: Vec::with_capacity(shown.len()),
        json: Notification::begin(&snapshot.uri, last_json.len().max(shown.len() * USUAL_BYTES)),
        places: None,
    };
    let last_behind = last.split_off(last.len() - behind);
    let known = last.split_off(before).into_iter().filter_map(Said::known).collect();
    page.copy(last, &last_json);
    shown[before..shown.len() - behind].iter().for_each(|shown| page.say(shown, &known));
    if let Some(unmoved) = &unmoved {
        page.say_again(last_behind, &shown[shown.len() - behind..], unmoved, &last_json);
    }
    let Page { said, json: mut notification, .. } = page;
    if more > 0 {
        notification.push(&to_proto::more(snapshot, more));
    }
    let json = Arc::new(notification.end(Some(snapshot.version())));
    *published = Published { said, json: json.clone(), found: Some((findings.clone(), Length::of(snapshot))) };
    json
}

/// The notification that says just this of a document.
pub fn notification_of(uri: &Url, diagnostics: &[Diagnostic]) -> Vec<u8> {
    let mut notification = Notification::begin(uri, diagnostics.len() * USUAL_BYTES);
    diagnostics.iter().for_each(|diagnostic| notification.push(diagnostic));
    notification.end(None)
}

/// How many findings at the start are those that were published last, before all that has changed, and how many at the end.
fn common(last: &[Said], shown: &[ShownFinding], unmoved: &Unmoved) -> (usize, usize) {
    let is_same = |(said, shown): &(&Said, &ShownFinding)| said.is(shown, unmoved);
    let is_unchanged = |pair: &(&Said, &ShownFinding)| is_same(pair) && is_all_before(pair.1, unmoved);
    let before = last.iter().zip(shown).take_while(is_unchanged).count();
    let behind = last[before..].iter().rev().zip(shown[before..].iter().rev()).take_while(is_same).count();
    (before, behind)
}

/// Whether all that a finding points at is before what has changed, so that its offsets are what they were, too.
fn is_all_before(shown: &ShownFinding, unmoved: &Unmoved) -> bool {
    match &shown.part {
        Some(part) => unmoved.is_before(part.start),
        None => {
            let related = shown.finding.related.iter().map(|related| &related.range);
            std::iter::once(&shown.finding.range).chain(related).all(|range| unmoved.is_before(range.end))
        }
    }
}

impl Said {
    /// Whether a finding that is shown says the same of the same place.
    fn is(&self, shown: &ShownFinding, unmoved: &Unmoved) -> bool {
        match (&self.of, &shown.part) {
            (Source::File(finding), None) => unmoved.is_finding(finding, &shown.finding),
            (Source::Part { checked, index, start: (was, _), .. }, Some(part)) => {
                *index == shown.index
                    && checked.address() == part.checked.address()
                    && unmoved.is_place(&(*was..*was), &(part.start..part.start))
            }
            _ => false,
        }
    }

    fn known(self) -> Option<((usize, usize), Piece)> {
        match self.of {
            Source::Part { checked, index, piece, .. } => Some(((checked.address(), index), piece)),
            Source::File(_) => None,
        }
    }
}

fn without_fixes(finding: &Finding) -> Finding {
    let Finding { rule, level, message, range, related, fixes: _ } = finding;
    let (message, range, related) = (message.clone(), range.clone(), related.clone());
    Finding { rule: *rule, level: *level, message, range, related, fixes: Vec::new() }
}

/// What is published, while it is put together.
struct Page<'found> {
    snapshot: &'found Snapshot,
    said: Vec<Said>,
    json: Notification,
    /// The places of the part that was asked for last, and its address: the lines of a large game are counted once, not for each of its
    /// findings.
    places: Option<(usize, GamePlaces<'found>)>,
}

impl<'found> Page<'found> {
    /// Says what was said, from JSON in which it stands in a row.
    fn copy(&mut self, said: Vec<Said>, from: &[u8]) {
        let (Some(first), Some(last)) = (said.first(), said.last()) else { return };
        let (from_start, from_end) = (first.json.start, last.json.end);
        self.json.separate();
        let start = self.json.0.len();
        self.json.0.extend_from_slice(&from[from_start..from_end]);
        let moved = |offset: usize| offset - from_start + start;
        self.said.extend(said.into_iter().map(|it| Said { json: moved(it.json.start)..moved(it.json.end), ..it }));
    }

    /// Says what was said and is shown again, of unmoved places.
    fn say_again(&mut self, said: Vec<Said>, shown: &[ShownFinding<'found>], unmoved: &Unmoved, from: &[u8]) {
        let again = |(said, shown): (Said, &ShownFinding)| {
            let of = match (said.of, &shown.part) {
                (Source::Part { checked, index, start: (_, position), piece }, Some(part)) => {
                    let start = (part.start, unmoved.position(part.start, position));
                    Source::Part { checked, index, start, piece }
                }
                _ => Source::File(without_fixes(&shown.finding)),
            };
            Said { of, ..said }
        };
        let said = said.into_iter().zip(shown).map(again);
        if unmoved.has_as_many_lines() {
            self.copy(said.collect(), from);
        } else {
            said.for_each(|said| self.write(said.of));
        }
    }

    /// Says a finding. What is known of the parts that were published last need not be worked out.
    fn say(&mut self, shown: &ShownFinding<'found>, known: &Known) {
        let Some(part) = &shown.part else { return self.write(Source::File(without_fixes(&shown.finding))) };
        let (index, address) = (shown.index, part.checked.address());
        let Some(piece) = known.get(&(address, index)).cloned().or_else(|| self.piece(shown, part)) else { return };
        let position = match self.said.last() {
            Some(Said { of: Source::Part { start: (start, position), .. }, .. }) if *start == part.start => *position,
            _ => self.snapshot.position(part.start),
        };
        self.write(Source::Part { checked: part.checked.clone(), index, start: (part.start, position), piece });
    }

    fn write(&mut self, of: Source) {
        self.json.separate();
        let start = self.json.0.len();
        match &of {
            Source::Part { start, piece, .. } => piece.write(start.1, &mut self.json.0),
            Source::File(finding) => self.json.write(&to_proto::diagnostic(self.snapshot, finding)),
        }
        self.said.push(Said { of, json: start..self.json.0.len() });
    }

    fn piece(&mut self, shown: &ShownFinding, part: &Part<'found>) -> Option<Piece> {
        let address = part.checked.address();
        let known = self.places.take().filter(|(of, _)| *of == address);
        let of_part = || (address, GamePlaces::new(part.text, self.snapshot.settings.encoding));
        let (_, places) = self.places.insert(known.unwrap_or_else(of_part));
        Piece::of(&to_proto::diagnostic_in(places, &self.snapshot.uri, &shown.finding))
    }
}

/// The JSON of `textDocument/publishDiagnostics`.
struct Notification(Vec<u8>);

impl Notification {
    /// One of about so many bytes.
    fn begin(uri: &Url, bytes: usize) -> Notification {
        let uri = serde_json::to_string(uri).unwrap_or_default();
        let mut json = Vec::with_capacity(bytes + USUAL_BYTES);
        json.extend_from_slice(br#"{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"#);
        json.extend_from_slice(uri.as_bytes());
        json.extend_from_slice(br#","diagnostics":["#);
        Notification(json)
    }

    fn push(&mut self, diagnostic: &Diagnostic) {
        self.separate();
        self.write(diagnostic);
    }

    fn write(&mut self, diagnostic: &Diagnostic) {
        // It has no maps, so its JSON never fails.
        let _ = serde_json::to_writer(&mut self.0, diagnostic);
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
