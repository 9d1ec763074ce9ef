//! What may have been meant at a trouble: each step undoes one slip, at the place or before it.

mod blocks;
mod carried;
mod castling;
mod check_marks;
mod comments;
mod corrected;
mod enclosed;
mod illegible;
mod marked;
mod measures;
mod misplaced;
mod moves;
mod nags;
mod nested;
mod null_moves;
mod numbers;
mod page_breaks;
mod pasted;
mod pieces;
mod repeated_text;
mod scraps;
mod semicolons;
mod setup;
mod shifted;
mod spoken;
mod transcribed;
mod variations;
mod words;

use std::ops::Range;

use scoresheet_format::line_edits::replace;
use scoresheet_grammar::TokenKind;

use super::beam::{Reading, Step};
use super::costs::{self, Row};
use super::habits::Habits;
use super::path::Place;
use super::slip::{Candidate, How, Slip, Undone};
use super::walk::{Head, Text, Token, Trouble};
use crate::finding::Edit;

/// How many steps before a trouble are looked at. A slip further back would have shown itself before.
const STEPS_BACK: usize = 80;

/// Where slips are looked for.
#[derive(Clone, Copy)]
pub(super) enum Stage {
    /// At the place of the trouble.
    AtPlace,
    /// Before it: everywhere at the first slip of an explanation, and after that since the last slip, as what is before that one was an
    /// explanation of its own.
    Before { is_first: bool },
}

/// The steps found so far, and where they are looked for.
pub(super) struct Rows<'text, 'game> {
    text: &'text Text<'game>,
    /// What a step may cost, with all before it.
    most: u32,
    /// The place of the trouble.
    here: Place,
    /// The head and the token at the trouble.
    head: &'text Head,
    token: &'text Token,
    found: Vec<Step>,
}

impl<'text, 'game> Rows<'text, 'game> {
    /// The steps at the trouble of a reading that cost no more than `most` with all before them; none where it has no trouble.
    pub(super) fn of(reading: &'text Reading, stage: Stage, most: u32, text: &'text Text<'game>) -> Vec<Step> {
        let Some((trouble, token)) = reading.trouble() else { return Vec::new() };
        let here = Place::end_of(&reading.path);
        let mut rows = Rows { text, most, here, head: &reading.head, token, found: Vec::new() };
        match stage {
            Stage::AtPlace => rows.at_place(trouble),
            Stage::Before { is_first } => rows.before_place(trouble, is_first),
        }
        rows.found
    }

    /// All moves before the trouble of a reading that may have been mistyped, however far back.
    pub(super) fn mistyped_before(reading: &'text Reading, text: &'text Text<'game>) -> Vec<Step> {
        let Some((Trouble::Move | Trouble::Capture, token)) = reading.trouble() else { return Vec::new() };
        let here = Place::end_of(&reading.path);
        let mut rows = Rows { text, most: u32::MAX, here, head: &reading.head, token, found: Vec::new() };
        rows.mistyped_far_back();
        rows.found
    }

    fn at_place(&mut self, trouble: Trouble) {
        self.pieces();
        self.pasted();
        self.carried();
        self.transcribed();
        self.marked_moves();
        self.page_break();
        self.marked_number();
        self.illegible_character();
        self.mating_result();
        self.corrected();
        self.garbled_nag();
        self.repeated_text();
        match trouble {
            Trouble::Move => {
                self.moves_here();
                self.unanswered_check();
                self.garbled_number();
                self.other_period_in_word();
                self.letters_at_number();
                self.castling_by_signs();
                self.castling_in_words();
                self.scrap();
                self.measure_in_pieces();
                self.remarks();
            }
            Trouble::Capture => {
                self.leave(&costs::CAPTURE, self.read_anyway());
                self.moves_here();
            }
            Trouble::Number => {
                // Written together with what is before it, it is hardly a number.
                let is_glued =
                    self.here.before().next().is_some_and(|place| place.token().range.end == self.token.range.start);
                let more = if is_glued { costs::GLUED_NUMBER } else { self.moves_in_line_before() };
                let more = if self.has_number_after_own() { more + costs::CONTINUED_NUMBER } else { more };
                self.leave_at(&costs::NUMBER, costs::NUMBER.cost + more, self.read_anyway());
                self.swapped_blocks();
                self.swapped_over_number();
                self.period_in_number();
                self.nag_without_dollar();
                self.garbled_number();
                self.castling_by_signs();
                self.number_for_text();
                self.scrap();
                self.remark_with_number();
            }
            Trouble::Word => {
                self.brace_of_command();
                self.entity_braces();
                self.words();
                self.wide_parenthesis();
                self.wide_braces();
                self.scrap();
                self.illegible();
                self.garbled_number();
                self.period_in_number();
                self.other_period();
                self.other_period_in_word();
                self.castling_by_signs();
                self.castling_in_words();
                self.captured_piece();
            }
            Trouble::Parenthesis | Trouble::Brace => {
                let cost = self.stray_end(costs::STRAY.cost);
                self.leave_at(&costs::STRAY, cost, self.skipped());
                self.brace_of_command();
                self.mouth(&self.here.clone());
            }
            Trouble::UnclosedComment => self.ends_of_comment(&self.here.clone(), self.head, self.token),
            Trouble::Comment => {
                self.leave_at(&costs::NESTED, costs::NESTED.cost + self.swallowed(), self.skipped());
                self.ends_of_comment(&self.here.clone(), self.head, self.token);
            }
            Trouble::LineComment => self.line_comment(),
            Trouble::Variation => {
                let head = Head { line: self.head.line.varied(), ..self.skipped() };
                if self.head.line.depth < MOST_OPEN {
                    self.leave(&costs::EARLY_VARIATION, head);
                }
            }
            Trouble::Termination => {
                self.leave(&costs::UNFOUNDED_END, self.skipped());
                // Or the game ends here, and what follows is something else.
                let end = self.text.text.len();
                let left_over = self.text.left_over(self.token.range.end);
                if self.head.line.depth == 0 {
                    let over = Head { at: end, last: Some(self.token.kind), ..self.head.clone() };
                    self.leave_at(&costs::UNFOUNDED_END, costs::UNFOUNDED_END.cost + left_over, over);
                }
                self.note_in_parentheses();
                self.remarks();
            }
            Trouble::UnclosedVariation => self.unclosed(),
        }
    }

    fn before_place(&mut self, trouble: Trouble, is_first: bool) {
        match trouble {
            Trouble::Move | Trouble::Capture => self.missing_before(&self.here.clone(), self.head, self.token, 0),
            Trouble::Number => self.missing_at_number(),
            _ => {}
        }
        if matches!(trouble, Trouble::Move | Trouble::Capture | Trouble::Number) {
            self.moves_before(is_first);
            self.setup(is_first);
        }
        self.comments_before(trouble);
        self.variations_before(trouble);
        self.variation_in_brackets();
        self.game_in_parentheses();
        if matches!(trouble, Trouble::Move | Trouble::Number | Trouble::Capture | Trouble::Variation) {
            self.shifted_parentheses();
        }
    }

    /// The head and the token at a place: those of the trouble where the place is.
    fn at<'place>(&'place self, place: &'place Place) -> (&'place Head, &'place Token) {
        match place.path.steps.get(place.index) {
            Some((head, token)) => (head, token),
            None => (self.head, self.token),
        }
    }

    /// Where something is put in between a token and the next one: directly after it, but not in a line comment.
    fn after(&self, before: Option<&Place>, next: &Token) -> usize {
        let is_line = |kind| matches!(kind, TokenKind::LineComment | TokenKind::EscapeLine);
        let before = before.map(Place::token).filter(|before| !is_line(before.kind));
        before.map_or(next.range.start, |before| before.range.end)
    }

    /// The head after the token, taken for what it is.
    fn read_anyway(&self) -> Head {
        self.text.read_anyway(self.head, self.token)
    }

    /// The head after the token, as if it were not there.
    fn skipped(&self) -> Head {
        Head { at: self.token.range.end, ..self.head.clone() }
    }

    /// The steps before the trouble, the last one first.
    fn back(&self) -> impl Iterator<Item = Place> + use<> {
        self.here.before().take(STEPS_BACK)
    }

    /// The trouble, and so many steps before it, the last one first.
    fn here_and_back(&self, steps: usize) -> impl Iterator<Item = Place> + use<> {
        std::iter::once(self.here.clone()).chain(self.here.before().take(steps))
    }

    /// What is there is left as it is, and reading goes on from `head`.
    fn leave(&mut self, row: &'static Row, head: Head) {
        self.leave_at(row, row.cost, head);
    }

    fn leave_at(&mut self, row: &'static Row, cost: u32, head: Head) {
        let range = self.token.range.clone();
        self.push(self.here.clone(), head, Undone { row, cost, range, how: How::Left });
    }

    /// An edit at a place, after which reading goes on from `head`.
    fn edit(&mut self, row: &'static Row, more: u32, place: &Place, head: Head, candidate: Candidate) {
        let range = candidate.range.clone();
        self.push(place.clone(), head, Undone { row, cost: row.cost + more, range, how: How::Edit(candidate) });
    }

    /// A token replaced by `text`.
    fn replace(
        &mut self,
        row: &'static Row,
        more: u32,
        at: (&Place, Head),
        range: Range<usize>,
        text: &str,
        slip: Slip,
    ) {
        let candidate = Candidate::new(Edit::replace(range.clone(), text), range, slip);
        self.edit(row, more, at.0, at.1, candidate);
    }

    /// A move in place of `range`, apart from what is next to it.
    fn write_move(
        &mut self,
        row: &'static Row,
        more: u32,
        at: (&Place, Head),
        range: Range<usize>,
        san: &str,
        slip: Slip,
    ) {
        let candidate = Candidate::new(replace(self.text.text, range.clone(), san), range, slip);
        self.edit(row, more, at.0, at.1, candidate);
    }

    /// Text put in at byte `at`.
    fn insert(&mut self, row: &'static Row, more: u32, at: (&Place, Head), place: usize, text: &str, slip: Slip) {
        let candidate = Candidate::new(Edit::insert(place, text), place..place, slip);
        self.edit(row, more, at.0, at.1, candidate);
    }

    /// Whether a step of this row at a head is worth looking for.
    fn affords(&self, row: &Row, head: &Head) -> bool {
        self.is_within(row.cost, head) && self.text.budget.get() > 0
    }

    /// Whether a step that costs so much at a head is not too dear, whatever comes of it: most are, and need not be put together.
    fn is_within(&self, cost: u32, head: &Head) -> bool {
        head.cost + cost <= self.most
    }

    fn push(&mut self, place: Place, head: Head, undone: Undone) {
        if head.cost + undone.cost > self.most {
            return;
        }
        if matches!(&undone.how, How::Edit(candidate) if !(self.text.is_reported)(candidate)) {
            return;
        }
        let head = Head { cost: head.cost + undone.cost, ..head };
        self.found.push(Step { place, head, undone: vec![undone] });
    }

    fn slice(&self, range: &Range<usize>) -> &'game str {
        &self.text.text[range.clone()]
    }

    fn habits(&self) -> &Habits {
        &self.text.habits
    }
}

/// More open variations than any game has.
const MOST_OPEN: usize = super::walk::MOST_OPEN;

/// How much more a slip costs so many steps back.
fn distance(steps: usize) -> u32 {
    u32::try_from(steps).unwrap_or(u32::MAX) / costs::STEPS_BACK
}

/// Whether a token belongs to the move before it.
fn is_attached(kind: TokenKind) -> bool {
    kind.is_comment() || kind.is_annotation()
}
