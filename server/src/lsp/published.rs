//! The findings as they are published: each is made JSON once, and written again with the lines it is on.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::PoisonError;

use scoresheet_analysis::lint::Near;
use serde::Serialize;
use tower_lsp::lsp_types::{Diagnostic, Position, Url};

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
const USUAL_BYTES: usize = 320;

/// The findings of games or records that were published last.
#[derive(Default)]
pub struct Pieces {
    of_parts: HashMap<usize, PartPieces>,
    /// All that was found then, and how long the text was.
    found: Option<(Findings, Length)>,
}

/// The findings of one part of a file that were published.
struct PartPieces {
    /// It is kept, so that no other part has its address.
    checked: Checked,
    /// The diagnostics; nothing of those that were not published.
    diagnostics: Vec<Option<Piece>>,
    /// Where the part began.
    start: Start,
}

/// A byte offset and its position.
type Start = (usize, Position);

/// No part begins there.
const NOWHERE: Start = (usize::MAX, Position { line: 0, character: 0 });

/// How long a text is.
#[derive(Clone, Copy)]
struct Length {
    bytes: usize,
    lines: usize,
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
    let mut last = snapshot.published().lock().unwrap_or_else(PoisonError::into_inner);
    let mut pieces = Pieces { of_parts: HashMap::with_capacity(last.of_parts.len()), found: None };
    let moved = last.moved(snapshot, findings);
    let mut places = None;
    for shown in &shown {
        let Some(part) = &shown.part else {
            notification.push(&to_proto::diagnostic(snapshot, &shown.finding));
            continue;
        };
        let of_part = pieces.of_part(&mut last, part, &moved, snapshot);
        if let Some(piece) = of_part.diagnostic(snapshot, shown, part, &mut places) {
            notification.separate();
            piece.write(of_part.start.1, &mut notification.0);
        }
    }
    pieces.found = Some((findings.clone(), Length::of(snapshot)));
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
    fn of_part(&mut self, last: &mut Pieces, part: &Part, moved: &Moved, snapshot: &Snapshot) -> &mut PartPieces {
        let address = part.checked.address();
        let of_part = self.of_parts.entry(address).or_insert_with(|| {
            let known = last.of_parts.remove(&address);
            let mut of_part = known.unwrap_or_else(|| PartPieces::new(&part.checked));
            of_part.start =
                moved.position(of_part.start, part.start).map_or(NOWHERE, |position| (part.start, position));
            of_part
        });
        if of_part.start.0 != part.start {
            of_part.start = (part.start, snapshot.position(part.start));
        }
        of_part
    }

    /// What has become of the text since.
    fn moved(&self, snapshot: &Snapshot, findings: &Findings) -> Moved {
        let length = Length::of(snapshot);
        match &self.found {
            Some((former, of_former)) => Moved { differing: findings.differing(former), from: *of_former, to: length },
            None => Moved { differing: 0..usize::MAX, from: length, to: length },
        }
    }
}

impl Length {
    fn of(snapshot: &Snapshot) -> Length {
        Length { bytes: snapshot.text().len_bytes(), lines: snapshot.text().len_lines() }
    }
}

/// What has become of a text, as far as the starts of parts go. To look them up takes as long as all else that is to be done with them.
struct Moved {
    /// Half-open byte offsets in the new text. What is outside was in the old one.
    differing: Range<usize>,
    from: Length,
    to: Length,
}

impl Moved {
    /// The position of byte `start` in the new text, at which a part begins that began at `was` in the old one. Nothing where it has to be
    /// looked up.
    fn position(&self, was: Start, start: usize) -> Option<Position> {
        let (old_start, old) = was;
        if start < self.differing.start {
            return (old_start == start).then_some(old);
        }
        // What begins a line behind what differs has as many lines behind it as before. The first part might begin none any more.
        let is_behind = start > self.differing.end && old.character == 0;
        let is_same = self.to.bytes.checked_sub(start) == self.from.bytes.checked_sub(old_start);
        let lines_behind = self.from.lines.checked_sub(old.line as usize)?;
        let line = self.to.lines.checked_sub(lines_behind)?;
        (is_behind && is_same).then(|| Position::new(line as u32, 0))
    }
}

impl PartPieces {
    fn new(checked: &Checked) -> PartPieces {
        PartPieces { checked: checked.clone(), diagnostics: vec![None; checked.len()], start: NOWHERE }
    }

    /// The diagnostic. `places` are those of the part that was asked for last.
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
            *piece = Piece::of(&to_proto::diagnostic_in(places, &snapshot.uri, &shown.finding));
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
