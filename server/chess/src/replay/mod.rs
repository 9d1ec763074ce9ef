//! The replay of a game, main line and variations, that notes every fault and stops at none.
//!
//! [`Replay`] is an iterator over a game's tree that carries the position along. It copies the position only where a
//! variation follows a move, and needs no memory but the stack of open variations.

mod ahead;
mod check_and_mate;
mod continuing;
mod illegal;
mod implied_variant;
mod line;
pub mod main_line;
mod mistyped;
pub mod notes;
mod open_lines;
mod piece_attacks;
mod plain;
mod plain_run;
mod recover;
mod resolve;
#[cfg(test)]
mod san_tests;
mod setup;
mod split_move;
mod tolerant;
mod tried;
pub mod written;

use std::ops::Range;

use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{Event, Events, GameView, NodeKind, TokenKind};
use shakmaty::san::San;
use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position};

pub use check_and_mate::{has_legal_move, has_single_legal_move, is_check};
use check_and_mate::{has_legal_move_in_chess, is_check_in_chess};
pub use implied_variant::first_drop;
use line::State;
use notes::Notes;
use open_lines::OpenLines;
use plain::{Found, plain_move};
use plain_run::is_questioned;
pub use plain_run::{Listener, PlainMove};
pub use recover::{Repair, RepairAction};
pub use recover::{pass, with_piece_moved};
pub(crate) use resolve::{Resolution, check_notes, resolve};
pub use setup::Setup;
pub use setup::{is_fen_tag, is_in_english, is_variant_tag};
use split_move::may_be_another;
pub use split_move::{begins_in_word, may_be_piece, may_begin_with_sign, whole_move};
pub use tried::{Fitting, Meaning, TriedMove};
use written::{CheckMark, read_plain};

/// A walk through a game that plays its moves.
pub struct Replay<'game> {
    game: GameView<'game>,
    events: Events<'game>,
    setup: Setup,
    /// The current line and the lines that open variations interrupt.
    line: OpenLines,
    ply: Ply,
    recoveries: usize,
    /// Whether the replay explains why a move is illegal and what the writer probably meant.
    gives_reasons: bool,
    phase: Phase,
    keeps_positions: bool,
    /// Whether the replay searches for the repair of an illegal move only on request.
    defers_repairs: bool,
    /// Whether the last move is illegal and its repair has not been requested yet.
    awaits_repair: bool,
    /// What moves mean that do not fit, by their byte offsets in the game, ascending.
    meanings: &'game [(usize, Meaning)],
    /// The byte offset of an `N` on its own since the last move: the sign of a novelty, or the letter of the next move.
    letter: Option<usize>,
}

/// A step of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A node begins. At the start of a variation the replay has already returned to the position before the move that
    /// the variation replaces; see [`Replay::continues_line`] for variations that replace none.
    Enter(NodeKind),
    /// A node ends. At the end of a variation the replay has already returned to the interrupted line.
    Leave(NodeKind),
    /// A move: see [`Replay::ply`].
    Move,
    /// A token other than a move.
    Token(TokenKind),
}

/// A move of the game, as written and as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Half-open byte offsets relative to the game.
    pub range: Range<usize>,
    /// The side that moves.
    pub turn: Color,
    /// The correct move number.
    pub number: u32,
    /// The outcome of the move.
    pub outcome: Outcome,
}

/// The outcome of a written move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One legal move.
    Played {
        /// The move.
        action: Move,
        /// The departures from canonical SAN.
        notes: Notes,
        /// The canonical SAN if the text differs; after the NAG of the sign at the start of the text, if there is one.
        canonical: Option<String>,
    },
    /// A null move: the side to move changes.
    Null {
        /// The departures from the canonical null move.
        notes: Notes,
    },
    /// More than one legal move fits.
    Ambiguous {
        /// All fitting moves with their canonical SAN.
        candidates: Vec<(Move, String)>,
        /// The index of the candidate after which the game continues, if the following moves decide it.
        chosen: Option<usize>,
    },
    /// No legal move fits.
    Illegal(Box<IllegalMove>),
    /// Legality was not checked: unknown rules, no start position, or an earlier move of the line was unreadable.
    Unchecked,
}

/// An illegal move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IllegalMove {
    /// The reason, in a player's words.
    pub reason: String,
    /// The squares of the pieces that the reason names as obstacles.
    pub named: Bitboard,
    /// The castling that only the FEN tag forbids, if that is the reason.
    pub lacks_right: Option<CastlingSide>,
    /// The probable intention; the replay continues with it.
    pub repair: Option<Repair>,
    /// The canonical SAN of up to three legal moves that the writer may have meant, likeliest first: moves that
    /// resemble the text and after which the game continues.
    pub suggestions: Vec<String>,
}

/// The part of the game that the walk has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Before,
    Movetext,
    /// After the termination marker, where nothing is played.
    After,
}

impl<'game> Replay<'game> {
    /// Starts a walk before the first event of `game`.
    // Inlined: a call would copy the result.
    #[inline(always)]
    pub fn new(game: GameView<'game>) -> Replay<'game> {
        let setup = Setup::of(game);
        let position = setup.start.clone().unwrap_or_default();
        let now = State {
            is_known: setup.start.is_some(),
            is_guessed: false,
            in_check: setup.has_fen && is_check(&position),
            position,
            turn: setup.turn,
            number: setup.number,
        };
        let ply = Ply { range: 0..0, turn: setup.turn, number: setup.number, outcome: Outcome::Unchecked };
        Replay {
            game,
            events: game.tree.events(),
            setup,
            line: OpenLines::at(now),
            ply,
            recoveries: 0,
            phase: Phase::Before,
            gives_reasons: true,
            keeps_positions: false,
            defers_repairs: false,
            awaits_repair: false,
            meanings: &[],
            letter: None,
        }
    }

    /// Sets what moves mean that do not fit: by their byte offsets in the game, ascending.
    pub fn know_meanings(&mut self, meanings: &'game [(usize, Meaning)]) {
        self.meanings = meanings;
    }

    /// Returns the next step and its range: half-open byte offsets relative to the game, empty for the start or end of
    /// a node.
    // Inlined: steps other than moves and variations take a few instructions, less than a call.
    #[inline(always)]
    pub fn advance(&mut self) -> Option<(Step, Range<usize>)> {
        let (event, range) = self.events.next()?;
        let step = match event {
            Event::Token(TokenKind::San) => {
                self.play(range.clone());
                Step::Move
            }
            Event::Token(kind) => {
                if kind == TokenKind::Glyph && split_move::is_letter(&self.game.text[range.clone()]) {
                    self.letter = Some(range.start);
                }
                Step::Token(kind)
            }
            Event::Enter(node) => {
                match node {
                    NodeKind::Variation => {
                        let continues = self.is_before_continuation(range.start);
                        self.line.begin_variation(continues);
                    }
                    NodeKind::Movetext => self.phase = Phase::Movetext,
                    NodeKind::TagSection | NodeKind::Tag => {}
                }
                Step::Enter(node)
            }
            Event::Leave(node) => {
                match node {
                    NodeKind::Variation => self.line.end_variation(),
                    NodeKind::Movetext => self.phase = Phase::After,
                    NodeKind::TagSection | NodeKind::Tag => {}
                }
                Step::Leave(node)
            }
        };
        Some((step, range))
    }

    /// Returns the text of the game.
    pub fn text(&self) -> &'game str {
        self.game.text
    }

    /// Returns the start position and the rules of the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the last move of the walk.
    pub fn ply(&self) -> &Ply {
        &self.ply
    }

    /// Returns the current position, if it is known.
    pub fn position(&self) -> Option<&VariantPosition> {
        self.line.now.is_known.then_some(&self.line.now.position)
    }

    /// Whether the current position depends on a guess: an earlier move was illegal or ambiguous.
    pub fn is_guessed(&self) -> bool {
        self.line.now.is_guessed
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.line.now.turn
    }

    /// Returns the number of the next move.
    pub fn number(&self) -> u32 {
        self.line.now.number
    }

    /// Whether the side to move is in check, as far as the position is known.
    pub fn in_check(&self) -> bool {
        self.line.now.in_check
    }

    /// Returns the last move of the current line, if one was played.
    pub fn last_move(&self) -> Option<Move> {
        self.line.last
    }

    /// Returns the tag pair whose start was the last step; the walk continues after it.
    pub fn tag(&mut self, start: usize) -> Tag<'game> {
        self.game.read_tag(&mut self.events, start)
    }

    /// Whether the movetext has begun.
    pub fn is_in_movetext(&self) -> bool {
        self.phase != Phase::Before
    }

    /// Whether the innermost open variation precedes the first move of the line that it interrupts.
    pub fn is_at_line_start(&self) -> bool {
        self.line.interrupted().last().is_some_and(|line| line.last_range.is_none())
    }

    /// Whether the current line has a move yet.
    pub fn has_moved(&self) -> bool {
        self.line.last_range.is_some()
    }

    /// Returns the move that the innermost open variation replaces, and its range; no move if it is illegal.
    pub fn replaced_move(&self) -> Option<(Option<Move>, Range<usize>)> {
        if self.line.continues {
            return None;
        }
        let line = self.line.interrupted().last()?;
        Some((line.last, line.last_range.clone()?))
    }

    /// Returns the position before the last move of the line, if it is known and was kept: if a variation or the mark of
    /// a mistake (`?`, `??`, `?!`, `$2`, `$4`, `$6`) follows the move, or after [`Replay::keep_positions`].
    pub fn position_before(&self) -> Option<&VariantPosition> {
        self.line.before.as_ref().filter(|state| state.is_known).map(|state| &state.position)
    }

    /// Keeps the position before every move from here on, at the cost of a copy for each.
    pub fn keep_positions(&mut self) {
        self.keeps_positions = true;
    }

    /// Returns the number of open variations: 0 on the main line.
    pub fn depth(&self) -> usize {
        self.line.interrupted().len()
    }

    /// Whether all of `moves` are legal in sequence from here, and more of the moves that follow are legal with them
    /// than without them, or none follow. Linear in `moves`.
    pub fn goes_on_with(&self, moves: &[&str]) -> bool {
        let Some(position) = self.position() else { return false };
        let plays = |moves: &[&str]| recover::plays(position.clone(), moves, &self.setup.languages);
        if plays(moves) < moves.len() {
            return false;
        }
        let following = self.following_moves(recover::LOOK_AHEAD);
        let with_them = plays(&[moves, &following].concat()) - moves.len();
        following.is_empty() || with_them > plays(&following)
    }

    #[inline(never)]
    fn play(&mut self, range: Range<usize>) {
        if self.phase == Phase::After {
            self.ply.range = range;
            self.ply.outcome = Outcome::Unchecked;
            return;
        }
        self.ply.turn = self.line.now.turn;
        self.ply.number = self.line.now.number;
        let keeps_position =
            self.events.has_variation() || self.keeps_positions || is_questioned(self.game.text.as_bytes(), range.end);
        // `then` would copy a position even if it is not needed.
        if keeps_position {
            self.line.before = Some(self.line.now.clone());
        } else {
            self.line.before = None;
        }
        self.line.last_range = Some(range.clone());
        let text = &self.game.text[range.clone()];
        self.ply.range = range;
        if !self.line.now.is_known {
            self.ply.outcome = Outcome::Unchecked;
        } else if let Some(letter) = self.letter.take()
            && let Some(action) = whole_move(
                &self.line.now.position,
                self.line.now.in_check,
                self.game.text,
                letter,
                self.ply.range.clone(),
            )
        {
            self.ply.outcome = self.play_in_pieces(action);
        } else if !self.play_plainly(text) {
            self.ply.outcome = self.play_text(text);
        }
        if !self.awaits_repair {
            self.pass_turn();
        }
    }

    /// Changes the side to move, except after a move that the replay skips.
    #[inline]
    fn pass_turn(&mut self) {
        let is_extra = matches!(&self.ply.outcome, Outcome::Illegal(illegal) if illegal.is_extra());
        if !is_extra {
            self.line.now.pass_turn();
        }
    }

    /// Plays a move in English canonical SAN, apart from its check mark, in standard chess, as nearly all are. Returns
    /// whether the move has this form.
    #[inline(never)]
    fn play_plainly(&mut self, text: &str) -> bool {
        let state = &mut self.line.now;
        if !self.setup.is_english {
            return false;
        }
        let VariantPosition::Chess(chess) = &mut state.position else { return false };
        let Some(found) = plain_move(chess, state.in_check, text.as_bytes()) else { return false };
        let notes = play_and_compare(chess, &mut state.in_check, &found);
        self.line.last = Some(found.action);
        self.tell_played(text, found.action, notes);
        true
    }

    /// Stores the outcome of a move just played that is canonical SAN apart from its check mark.
    #[inline]
    fn tell_played(&mut self, text: &str, action: Move, notes: Notes) {
        if !notes.is_empty() {
            self.ply.outcome = self.noted(text, None, action, notes);
        } else if let Outcome::Played { action: last, notes, canonical: None } = &mut self.ply.outcome {
            // Written in place, because there is nothing to drop.
            (*last, *notes) = (action, Notes::NONE);
        } else {
            self.ply.outcome = Outcome::Played { action, notes, canonical: None };
        }
    }

    fn play_text(&mut self, text: &str) -> Outcome {
        if self.setup.is_english
            && let Some(written) = read_plain(text.as_bytes())
        {
            let state = &mut self.line.now;
            if let Resolution::One(action, notes) = resolve(&state.position, state.in_check, &written) {
                let action = if notes.has_any(Notes::MISSING_PROMOTION_PIECE) { self.promoted(action) } else { action };
                return self.played(text, action, notes, written.check);
            }
        }
        self.play_tolerantly(text)
    }

    /// Plays a legal move and notes the correct check mark.
    fn played(&mut self, text: &str, action: Move, notes: Notes, mark: CheckMark) -> Outcome {
        let state = &mut self.line.now;
        let body = (!notes.is_empty()).then(|| San::from_move(&state.position, action).to_string());
        let mut notes = notes;
        notes.add_if(may_be_another(&state.position, state.in_check, text, notes), Notes::MAY_BE_ANOTHER);
        if let VariantPosition::Chess(chess) = &mut state.position {
            notes.add(play_and_compare(chess, &mut state.in_check, &Found { action, mark, gives_check: None }));
        } else {
            state.position.play_unchecked(action);
            state.in_check = is_check(&state.position);
        }
        self.line.last = Some(action);
        if notes.is_empty() {
            return Outcome::Played { action, notes, canonical: None };
        }
        self.noted(text, body, action, notes)
    }

    /// Returns the outcome of a played move with `notes`. `body` is the canonical SAN without the check mark, if the
    /// text differs.
    fn noted(&self, text: &str, body: Option<String>, action: Move, notes: Notes) -> Outcome {
        let body = body.unwrap_or_else(|| text.trim_end_matches(['+', '#']).to_owned());
        let sign = if notes.has_any(Notes::SIGN) { sign_before(text) } else { String::new() };
        Outcome::Played { action, notes, canonical: Some(format!("{sign}{body}{}", check_mark(&self.line.now))) }
    }
}

impl IllegalMove {
    /// Whether the replay skips the move.
    fn is_extra(&self) -> bool {
        self.repair.as_ref().is_some_and(|repair| repair.action == RepairAction::Skip)
    }
}

/// Plays a legal move and returns how its check mark differs from the correct one.
#[inline(always)]
fn play_and_compare(chess: &mut Chess, in_check: &mut bool, found: &Found) -> Notes {
    chess.play_unchecked(found.action);
    *in_check = found.gives_check.unwrap_or_else(|| is_check_in_chess(chess));
    debug_assert_eq!(*in_check, chess.is_check(), "{:?}", found.action);
    check_notes(found.mark, *in_check, || has_legal_move_in_chess(chess, true))
}

/// Returns the NAG, with a space after it, of the sign at the start of a symbol such as "N e5".
fn sign_before(text: &str) -> String {
    let number = text.split_once(' ').and_then(|(sign, _)| crate::nag::from_glyph(sign, true));
    number.map_or_else(String::new, |number| format!("${number} "))
}

/// Returns the check mark of a move into this state.
fn check_mark(state: &State) -> &'static str {
    let is_over = match &state.position {
        VariantPosition::Chess(chess) => state.in_check && !has_legal_move_in_chess(chess, true),
        other => other.outcome().winner().is_some(),
    };
    match (is_over, state.in_check) {
        (true, _) => "#",
        (false, true) => "+",
        (false, false) => "",
    }
}
