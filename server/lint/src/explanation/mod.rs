//! Explanations of what does not read: which slips a writer made, and what was meant.
//!
//! A text that does not read is a message that was garbled. What was meant is the reading that needs the least garbling: every kind of
//! slip has a cost ([`costs`]), what is written speaks for or against a reading, and the cheapest one of the whole game is reported,
//! slip by slip. Nothing of this runs on a game that reads cleanly.

mod arrows;
mod beam;
mod board;
mod costs;
mod earlier;
mod effort;
mod habits;
mod hidden_moves;
mod likeness;
mod line;
mod lost_start;
mod pairs;
mod path;
mod prose;
mod repaired;
mod rows;
mod seams;
mod slip;
mod start;
mod walk;

use std::cell::Cell;
use std::ops::Range;

use scoresheet_chess::move_numbers::Count;
use scoresheet_chess::replay::{Meaning, Setup, is_fen_tag};
use scoresheet_grammar::{Event, Fault, FaultKind, GameView, NodeKind, TokenKind};

use arrows::is_of_arrow;
use beam::Reading;
pub(crate) use board::width;
use costs::Row;
pub use effort::{Effort, Share};
use habits::Habits;
pub(crate) use hidden_moves::hides_moves;
use likeness::garbling;
use line::{Line, board_of};
use prose::ProseAhead;
pub(crate) use repaired::Repaired;
use shakmaty::Position;
use shakmaty::san::{San, SanPlus};
use shakmaty::variant::VariantPosition;
pub(crate) use slip::{Candidate, MOST_OTHERS, Slip};
use slip::{How, Undone};
pub(crate) use walk::MOST_OPEN;
use walk::{Head, Stop, Text};

/// After so many bytes without trouble, the rest of a game is only searched if it has trouble. Most large games have one slip: the one that
/// is being typed.
const CALM: usize = 1 << 15;

/// How many slips of one game are looked for. A game with more is not a game with slips.
const MOST_SLIPS: usize = 60;

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Explanation {
    /// The slips that edits undo, in text order.
    pub(crate) slips: Vec<Candidate>,
    /// What moves mean that do not fit: by their byte offsets in the game as it is, ascending.
    pub(crate) meanings: Vec<(usize, Meaning)>,
    /// All of it, for people: in text order.
    pub(crate) parts: Vec<Part>,
}

/// A part of an explanation, for bug reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The kind of slip.
    pub what: &'static str,
    /// The reason of its cost.
    pub reason: &'static str,
    /// The name of the rule that reports it.
    pub rule: &'static str,
    /// What it costs, in tenths of a wrong character.
    pub cost: u32,
    /// Where; half-open byte offsets in the game.
    pub range: Range<usize>,
    /// What was taken for what is there: the new text, or the move; nothing where it stays as it is.
    pub meant: Option<String>,
}

impl Part {
    fn of(undone: &Undone) -> Part {
        let Row { name, reason, rule, .. } = undone.row;
        let meant = match &undone.how {
            How::Edit(candidate) => Some(candidate.edit.text.clone()),
            How::Meant(Meaning::Play(action) | Meaning::StandIn(action) | Meaning::Unanswered { action, .. }) => {
                Some(action.to_string())
            }
            How::Meant(Meaning::Skip) => Some(String::new()),
            How::Meant(Meaning::Lose) | How::Left => None,
        };
        let range = match &undone.how {
            How::Edit(candidate) => candidate.edit.range.clone(),
            _ => undone.range.clone(),
        };
        Part { what: name, reason, rule, cost: undone.cost, range, meant }
    }
}

/// The search for the cheapest explanation of a game that does not read.
pub(crate) struct Search<'game> {
    text: Text<'game>,
    reading: Reading,
    /// How many slips are undone.
    rounds: usize,
    /// So many bytes without trouble are enough; twice as many the next time, so that a game is not checked again and again.
    calm: usize,
}

impl<'game> Search<'game> {
    /// Prepares the search in a game whose first trouble is at byte `trouble`; nothing where its start position is not known, nor found by
    /// undoing a slip in the FEN tag. `budget` is how many tokens may be read.
    pub(crate) fn new(
        game: GameView<'game>,
        trouble: usize,
        is_reported: &'game dyn Fn(&Candidate) -> bool,
        budget: usize,
    ) -> Option<Search<'game>> {
        let setup = Setup::of(game);
        let line = Line::main(board_of(&setup));
        let at = movetext_start(game)?;
        let beginning = Head { at, line, count: Count::default(), cost: 0, last: None, letter: None };
        let mut text = Text {
            text: game.text,
            languages: setup.languages.clone(),
            has_fen: setup.has_fen,
            beginning,
            fen: fen_value(game),
            habits: Habits::of(game.text),
            prose: ProseAhead::default(),
            is_reported,
            budget: Cell::new(budget),
            yielded_at: Cell::new(budget),
        };
        let lost = lost_start::lost_start(&text).filter(|_| setup.start.is_some() && !setup.has_fen);
        let reading = if let Some((start, undone)) = lost {
            text.beginning = start.clone();
            Reading::from(start, vec![undone], trouble + CALM, &text)
        } else if setup.start.is_some() {
            let start = text.shortly_before(game.tree, trouble);
            Reading::from(start, Vec::new(), trouble + CALM, &text)
        } else {
            let (start, undone) = start::mended(&text)?;
            text.beginning = start.clone();
            text.fen = None;
            Reading::from(start, vec![undone], trouble + CALM, &text)
        };
        Some(Search { text, reading, rounds: 0, calm: CALM })
    }

    /// Explains what does not read up to byte `end` and a good way further.
    pub(crate) fn explain(&mut self, end: usize) {
        let end = end.saturating_add(self.calm);
        self.calm = self.calm.saturating_mul(2);
        let text = &self.text;
        loop {
            match self.reading.stop {
                Stop::Over => return,
                Stop::Far if self.reading.head.at >= end || text.budget.get() == 0 => return,
                Stop::Far => self.reading = self.reading.read_further(end, text),
                Stop::Trouble(..) => {
                    self.rounds += 1;
                    match beam::explain(&self.reading, text).filter(|_| self.rounds <= MOST_SLIPS) {
                        Some(explained) => self.reading = explained,
                        None => return,
                    }
                }
            }
        }
    }

    /// The byte offset up to which the game reads by now, if it was not read any further.
    pub(crate) fn read_up_to(&self) -> Option<usize> {
        (self.reading.stop == Stop::Far && self.text.budget.get() > 0).then_some(self.reading.head.at)
    }

    /// How many more tokens may be read.
    pub(crate) fn budget(&self) -> usize {
        self.text.budget.get()
    }

    /// What was found up to now.
    pub(crate) fn explanation(&self) -> Explanation {
        let mut explanation = Explanation::default();
        let mut done = 0;
        let mut all = self.reading.path.all_undone();
        // A slip in the FEN tag may show late.
        all.sort_by_key(Undone::start);
        for undone in all {
            // Two slips at one place are too much for one explanation.
            if let How::Edit(candidate) = &undone.how {
                if candidate.edit.range.start < done {
                    break;
                }
                done = candidate.edit.range.end;
            }
            explanation.parts.push(Part::of(&undone));
            match undone.how {
                How::Edit(candidate) => explanation.slips.push(candidate),
                How::Meant(meaning) => explanation.meanings.push((undone.range.start, meaning)),
                How::Left => {}
            }
        }
        pairs::pair_up(self.text.text, &mut explanation.slips);
        pairs::join_shifted_ends(self.text.text, &mut explanation.slips);
        pairs::join_numbers(self.text.text, &mut explanation.slips);
        pairs::join_carried(self.text.text, &mut explanation.slips);
        explanation
    }
}

/// The canonical SAN of the legal moves that a text most resembles that is no move: at most [`MOST_OTHERS`], the likeliest first.
pub(crate) fn resembling_moves(position: &VariantPosition, written: &str) -> Vec<String> {
    let mut moves: Vec<(u32, String)> = (position.legal_moves().into_iter())
        .filter_map(|action| {
            let san = San::from_move(position, action).to_string();
            let cost = garbling(written, &san, costs::MOST_GARBLING)?;
            Some((cost, SanPlus::from_move(position.clone(), action).to_string()))
        })
        .collect();
    moves.sort();
    moves.into_iter().take(MOST_OTHERS).map(|(_, san)| san).collect()
}

/// Where the movetext begins, if there is any.
pub(crate) fn movetext_start(game: GameView) -> Option<usize> {
    let mut events = game.tree.events();
    events.find(|(event, _)| *event == Event::Enter(NodeKind::Movetext)).map(|(_, range)| range.start)
}

/// Whether text after a termination marker is the rest of a comment: what looked like the marker is part of that comment.
pub(crate) fn is_end_of_comment(text: &str) -> bool {
    memchr::memchr2(b'{', b'}', text.as_bytes()).is_some_and(|place| text.as_bytes()[place] == b'}')
}

/// Whether a fault of a text is about the delimiters and words among the moves.
pub(crate) fn is_among_moves(fault: &Fault, text: &str) -> bool {
    let is_arrow = || fault.kind == FaultKind::ReservedCharacter && is_of_arrow(text, &fault.span());
    is_arrow()
        || matches!(
            fault.kind,
            FaultKind::UnclosedComment
                | FaultKind::StrayBrace
                | FaultKind::UnclosedVariation
                | FaultKind::StrayParenthesis
                | FaultKind::UnexpectedText
                | FaultKind::UnexpectedCharacter
        )
}

/// The character before a place, to show that something is missing there: an empty range cannot be seen.
pub(crate) fn character_before(text: &str, place: usize) -> Range<usize> {
    let length = text[..place].chars().next_back().map_or(0, char::len_utf8);
    place - length..place
}

/// The character after a place.
pub(crate) fn character_after(text: &str, place: usize) -> Range<usize> {
    let length = text[place..].chars().next().map_or(0, char::len_utf8);
    place..place + length
}

/// The value of the FEN tag with its quotes.
fn fen_value(game: GameView) -> Option<Range<usize>> {
    let mut name = "";
    for (event, range) in game.tree.events() {
        match event {
            Event::Token(TokenKind::TagName) => name = &game.text[range],
            Event::Token(TokenKind::TagValue) if is_fen_tag(name) => return Some(range),
            Event::Enter(NodeKind::Movetext) => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    /// The names of the rows of the table that explain the first game of a text.
    pub(super) fn rows_of(text: &str) -> Vec<&'static str> {
        let database = Database::parse(text);
        let search = database.view(0).and_then(|game| Search::new(game, 0, &|_| true, usize::MAX));
        search.map_or_else(Vec::new, |mut search| {
            search.explain(text.len());
            search.explanation().parts.iter().map(|part| part.what).collect()
        })
    }
}
