//! Where rules put tag pairs.

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Event, NodeKind};

use crate::lint::Walk;

/// The byte offset at which the movetext begins: where tag pairs go in a game that has none. 0 where there is no movetext.
pub(super) fn movetext_start(walk: &Walk) -> usize {
    let mut events = walk.game.tree.events();
    events.find(|(event, _)| *event == Event::Enter(NodeKind::Movetext)).map_or(0, |(_, range)| range.start)
}

/// The byte offset behind a tag pair and the text that stands behind it on its line: there another one can begin a line
/// without parting the two.
pub(super) fn end_with_remarks(walk: &Walk, tag: &Tag) -> usize {
    let mut end = tag.range.end;
    let is_its_end =
        |(event, range): &(Event, Range<usize>)| *event == Event::Leave(NodeKind::Tag) && range.end == tag.range.end;
    let behind = walk.game.tree.events().skip_while(|event| !is_its_end(event)).skip(1);
    for (event, range) in behind {
        match event {
            Event::Token(_) if !walk.game.text[end..range.start].contains(['\n', '\r']) => end = range.end,
            _ => break,
        }
    }
    end
}
