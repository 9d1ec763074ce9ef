//! Moves that are not canonical SAN of one legal move: the choice among their readings, judged by the moves that
//! follow.

use scoresheet_grammar::{Event, NodeKind, TokenKind};
use shakmaty::{Bitboard, Move, Position, Role};

use super::check_and_mate::is_check;
use super::illegal::{Circumstances, Why};
use super::mistyped::possible_readings;
use super::notes::Notes;
use super::resolve::{Resolution, resolve};
use super::written::{Action, PieceMove, Written, names_target, read_plain, read_tolerant};
use super::{IllegalMove, Meaning, Outcome, Repair, RepairAction, Replay, illegal, recover};
use crate::piece_letters::{self, Language};

/// The limit on the searches for the intention of illegal moves in one game. A search costs a thousand times as much as
/// a move, and a text with so many faults is not a game.
const MOST_RECOVERIES: usize = 32;

/// So many events of the game are looked at for each of the next moves: there may be nothing but comments, and a look ahead at each of them.
const EVENTS_PER_MOVE: usize = 32;

impl<'game> Replay<'game> {
    /// Tries all readings of a move and takes the first that is one legal move.
    #[cold]
    pub(super) fn play_tolerantly(&mut self, text: &str) -> Outcome {
        let state = &self.line.now;
        let readings = read_tolerant(text, &self.setup.languages);
        let mut ambiguous = None;
        for (index, written) in readings.iter().enumerate() {
            match resolve(&state.position, state.in_check, written) {
                // "bxc4" in a game that writes "Bc4" elsewhere is the b-pawn, legal or not.
                Resolution::One(..) if is_small_bishop(text, written) && self.writes_capitals() => {}
                Resolution::One(action, notes) => {
                    let bishops = self.bishop_moves(text, written, &readings[index + 1..]);
                    if !bishops.is_empty() {
                        return self.ambiguous([vec![action], bishops].concat());
                    }
                    let is_promotion = notes.has_any(Notes::MISSING_PROMOTION_PIECE);
                    let action = if is_promotion { self.promoted(action) } else { action };
                    self.narrow_languages(text, action);
                    return self.played(text, action, notes.and(written.notes), written.check);
                }
                Resolution::Null => {
                    if let Some(passed) = recover::pass(&state.position) {
                        self.line.now.position = passed;
                        self.line.last = None;
                        return Outcome::Null { notes: written.notes };
                    }
                }
                Resolution::Many(moves) => ambiguous = ambiguous.or(Some(moves)),
                Resolution::None => {}
            }
        }
        match ambiguous {
            Some(moves) => self.ambiguous(moves),
            None => self.illegal(text, &readings),
        }
    }

    /// Whether the game writes its piece letters in capitals, as nearly all do.
    fn writes_capitals(&self) -> bool {
        let castling_and_null = piece_letters::letter_bit('O') | piece_letters::letter_bit('Z');
        self.game.tree.piece_letters() & !castling_and_null != 0
    }

    /// Returns the bishop's legal moves, if the move begins with a small "b" that is the b-pawn in `written` but can be
    /// a bishop in one of the `others`. With a rank after it ("b3b4") it is a square.
    fn bishop_moves(&self, text: &str, written: &Written, others: &[Written]) -> Vec<Move> {
        let is_pawn = |piece: &PieceMove| piece.role == Some(Role::Pawn) && piece.from_rank.is_none();
        let Action::Piece(pawn) = &written.action else { return Vec::new() };
        if !text.starts_with('b') || !is_pawn(pawn) {
            return Vec::new();
        }
        let is_bishop =
            |written: &&Written| matches!(&written.action, Action::Piece(piece) if piece.role == Some(Role::Bishop));
        let state = &self.line.now;
        let moves = |written: &Written| match resolve(&state.position, state.in_check, written) {
            Resolution::One(action, _) => vec![action],
            Resolution::Many(actions) => actions,
            Resolution::Null | Resolution::None => Vec::new(),
        };
        others.iter().filter(is_bishop).map(moves).find(|moves| !moves.is_empty()).unwrap_or_default()
    }

    /// Chooses the piece of a promotion without one: the piece after which the game continues farthest; a queen if all
    /// are equal.
    #[cold]
    pub(super) fn promoted(&mut self, queening: Move) -> Move {
        self.recoveries += 1;
        if self.recoveries > MOST_RECOVERIES {
            return queening;
        }
        let following = self.following_moves(recover::LOOK_AHEAD);
        let position = &self.line.now.position;
        let plays = |action: Move| {
            let mut after = position.clone();
            after.play_unchecked(action);
            recover::plays(after, &following, &self.setup.languages)
        };
        let (from, to) = (queening.from(), queening.to());
        let mut best = (plays(queening), queening);
        for other in position.legal_moves().into_iter().filter(|other| other.from() == from && other.to() == to) {
            let plays = plays(other);
            if plays > best.0 {
                best = (plays, other);
            }
        }
        best.1
    }

    /// Chooses among the fitting legal moves by the moves that follow.
    fn ambiguous(&mut self, moves: Vec<Move>) -> Outcome {
        self.recoveries += 1;
        let following =
            if self.recoveries <= MOST_RECOVERIES { self.following_moves(recover::LOOK_AHEAD) } else { Vec::new() };
        let state = &mut self.line.now;
        let after = |action: &Move| {
            let mut after = state.position.clone();
            after.play_unchecked(*action);
            recover::plays(after, &following, &self.setup.languages)
        };
        let plays: Vec<usize> = moves.iter().map(after).collect();
        let most = plays.iter().copied().max().unwrap_or(0);
        let is_only = plays.iter().filter(|count| **count == most).count() == 1;
        let best = plays.iter().position(|count| *count == most).unwrap_or(0);
        let name = |action: &Move| shakmaty::san::SanPlus::from_move(state.position.clone(), *action).to_string();
        let candidates: Vec<(Move, String)> = moves.iter().map(|action| (*action, name(action))).collect();
        state.is_guessed = true;
        let meant = meaning_at(self.meanings, self.ply.range.start).and_then(|meaning| match meaning {
            Meaning::Play(action) | Meaning::StandIn(action) => moves.iter().position(|other| *other == action),
            Meaning::Unanswered { .. } | Meaning::Skip | Meaning::Lose => None,
        });
        let (best, is_only) = meant.map_or((best, is_only), |meant| (meant, true));
        let goes_on = meant.is_some() || most * 4 >= following.len() * 3;
        if goes_on {
            state.position.play_unchecked(candidates[best].0);
            state.in_check = is_check(&state.position);
            self.line.last = Some(candidates[best].0);
        } else {
            state.lose();
        }
        Outcome::Ambiguous { candidates, chosen: (is_only && goes_on && !following.is_empty()).then_some(best) }
    }

    /// Returns the same walk without reasons for illegal moves. It searches for a repair only if the caller requests it
    /// with [`Replay::repair_last`] before the next step.
    pub fn for_troubles(self) -> Replay<'game> {
        Replay { gives_reasons: false, defers_repairs: true, ..self }
    }

    /// Searches for the repair of the last move, if it is illegal.
    pub fn repair_last(&mut self) {
        if !self.awaits_repair {
            return;
        }
        self.awaits_repair = false;
        let text = &self.game.text[self.ply.range.clone()];
        let readings = read_tolerant(text, &self.setup.languages);
        self.ply.outcome = self.repaired(text, &readings);
        self.pass_turn();
    }

    /// Plays a move in pieces, which is an error: what its last piece says alone is another move.
    #[cold]
    pub(super) fn play_in_pieces(&mut self, action: Move) -> Outcome {
        self.recoveries += 1;
        let state = &mut self.line.now;
        let san = shakmaty::san::SanPlus::from_move(state.position.clone(), action).to_string();
        state.is_guessed = true;
        state.position.play_unchecked(action);
        state.in_check = is_check(&state.position);
        self.line.last = Some(action);
        let reason = format!("the N before it may be its piece letter, as in {san}");
        let action = RepairAction::Play { action, san };
        let repair = Some(Repair { action, follows: (0, 0), is_certain: true, is_translated: false });
        Outcome::Illegal(Box::new(IllegalMove { reason, repair, ..IllegalMove::default() }))
    }

    /// Explains why a move is illegal, and continues with the probable intention.
    fn illegal(&mut self, text: &str, readings: &[Written]) -> Outcome {
        if self.defers_repairs {
            self.awaits_repair = true;
            return Outcome::Illegal(Box::default());
        }
        self.repaired(text, readings)
    }

    fn repaired(&mut self, text: &str, readings: &[Written]) -> Outcome {
        self.recoveries += 1;
        let Why { reason, named, lacks_right } = self.reason(text, readings);
        let (repair, suggestions) = if self.recoveries <= MOST_RECOVERIES {
            let possible = possible_readings(text, readings, &self.setup.languages);
            let languages = self.languages_with(text, readings);
            let following = self.following_moves(recover::LONG_LOOK_AHEAD);
            let (mut repair, suggestions) =
                recover::recover(&self.line.now.position, &possible, &following, &languages);
            if let Some(repair) = &mut repair {
                let is_foreign = languages.len() > self.setup.languages.len();
                repair.is_translated = is_foreign && matches!(repair.action, RepairAction::Play { .. });
            }
            // Another move in its place would take the one with it that can be read.
            let suggestions = if self.begins_with_move(text) { Vec::new() } else { suggestions };
            self.as_meant(repair, suggestions)
        } else {
            (None, Vec::new())
        };
        // The explanation looks up in the game how the pieces got there.
        let named = if self.recoveries <= MOST_RECOVERIES { named } else { Bitboard::EMPTY };
        self.line.last = None;
        let state = &mut self.line.now;
        state.is_guessed = true;
        match repair.as_ref().map(|repair| &repair.action) {
            Some(RepairAction::Play { action, .. }) => {
                state.position.play_unchecked(*action);
                state.in_check = is_check(&state.position);
                self.line.last = Some(*action);
            }
            Some(RepairAction::Pass) => match recover::pass(&state.position) {
                Some(passed) => state.position = passed,
                None => state.lose(),
            },
            Some(RepairAction::Ignore { from, to, action }) => {
                match recover::with_piece_moved(&state.position, *from, *to) {
                    Some(mut moved) => {
                        moved.play_unchecked(*action);
                        state.in_check = is_check(&moved);
                        state.position = moved;
                    }
                    None => state.lose(),
                }
            }
            Some(RepairAction::Skip) => {}
            None => state.lose(),
        }
        Outcome::Illegal(Box::new(IllegalMove { reason, named, lacks_right, repair, suggestions }))
    }

    /// The repair and the suggestions for a move whose meaning may be known.
    fn as_meant(&self, repair: Option<Repair>, mut suggestions: Vec<String>) -> (Option<Repair>, Vec<String>) {
        let position = &self.line.now.position;
        // Once other slips are undone, the position may be another one.
        let is_possible = |meaning: &Meaning| match meaning {
            Meaning::Play(action) | Meaning::StandIn(action) => position.is_legal(*action),
            Meaning::Unanswered { from, to, action } => {
                recover::with_piece_moved(position, *from, *to).is_some_and(|moved| moved.is_legal(*action))
            }
            Meaning::Skip | Meaning::Lose => true,
        };
        let Some(meaning) = meaning_at(self.meanings, self.ply.range.start).filter(is_possible) else {
            return (repair, suggestions);
        };
        let follows = repair.as_ref().map_or((0, 0), |repair| repair.follows);
        let action = match meaning {
            Meaning::Play(action) => {
                let san = shakmaty::san::SanPlus::from_move(position.clone(), action).to_string();
                suggestions.retain(|other| *other != san);
                suggestions.insert(0, san.clone());
                RepairAction::Play { action, san }
            }
            Meaning::StandIn(action) => {
                let san = shakmaty::san::SanPlus::from_move(position.clone(), action).to_string();
                RepairAction::Play { action, san }
            }
            Meaning::Unanswered { from, to, action } => RepairAction::Ignore { from, to, action },
            Meaning::Skip => RepairAction::Skip,
            Meaning::Lose => return (None, suggestions),
        };
        (Some(Repair { action, follows: (follows.1, follows.1), is_certain: true, is_translated: false }), suggestions)
    }

    /// Whether a text is two moves without a space between them, of which the first one is legal: `e4exd5`.
    fn begins_with_move(&self, text: &str) -> bool {
        let state = &self.line.now;
        let is_legal = |one: &str| {
            read_plain(one.as_bytes()).is_some_and(|written| {
                matches!(resolve(&state.position, state.in_check, &written), Resolution::One(..))
            })
        };
        let is_seam = |place: &usize| {
            let (one, other) = text.split_at_checked(*place).unwrap_or_default();
            // `e4e5` is a move from square to square.
            other.len() > 2 && read_plain(other.as_bytes()).is_some() && is_legal(one)
        };
        (2..text.len().saturating_sub(1)).any(|place| is_seam(&place))
    }

    fn reason(&self, text: &str, readings: &[Written]) -> Why {
        if !self.gives_reasons {
            return Why::default();
        }
        let circumstances = Circumstances {
            fen: self.setup.start.as_ref().filter(|_| self.setup.has_fen),
            is_for_other_side: self.is_for_other_side(),
        };
        illegal::explain(&self.line.now.position, text, readings, &circumstances)
    }

    /// Whether the move number implies the other side or, in a game with numbers, White's move follows Black's without
    /// one.
    fn is_for_other_side(&self) -> bool {
        let before = self.game.text[..self.ply.range.start].trim_end();
        let number = before.trim_end_matches(['.', '…', ' ']);
        let periods: usize = before[number.len()..]
            .chars()
            .map(|period| if period == '…' { 3 } else { usize::from(period == '.') })
            .sum();
        if periods > 0 {
            return (periods == 1) != self.line.now.turn.is_white();
        }
        let word = before.rsplit(char::is_whitespace).next().unwrap_or("");
        let follows_move = word.starts_with(char::is_alphabetic);
        let has_numbers = || self.game.tree.events().any(|(event, _)| event == Event::Token(TokenKind::MoveNumber));
        self.line.now.turn.is_white() && follows_move && self.recoveries <= MOST_RECOVERIES && has_numbers()
    }

    /// Returns the languages of the game and, if `text` has no reading in them, those in which it is a legal move: a
    /// writer who used such a letter once uses it in the next moves.
    fn languages_with(&self, text: &str, readings: &[Written]) -> Vec<&'static Language> {
        let mut languages = self.setup.languages.to_vec();
        // What names no target is a move in all languages or in none; look-alike letters are not ASCII.
        if readings.is_empty() && (names_target(text) || !text.is_ascii()) {
            let is_legal_in = |language: &&'static Language| {
                let state = &self.line.now;
                let legal = |written| matches!(resolve(&state.position, state.in_check, written), Resolution::One(..));
                read_tolerant(text, &[*language]).iter().any(legal)
            };
            languages.extend(piece_letters::languages().iter().filter(is_legal_in));
        }
        languages
    }

    /// Returns the next moves of the current line, at most `most`. Variations are left out; after too many comments and signs in a row it stops.
    pub(super) fn following_moves(&self, most: usize) -> Vec<&'game str> {
        let mut moves = Vec::with_capacity(most.min(recover::LOOK_AHEAD));
        let mut events = self.events.clone();
        for _ in 0..most.saturating_mul(EVENTS_PER_MOVE) {
            if moves.len() == most {
                break;
            }
            let Some((event, range)) = events.next() else { break };
            match event {
                Event::Enter(NodeKind::Variation) => events.skip_variation(),
                Event::Leave(NodeKind::Variation | NodeKind::Movetext) => break,
                Event::Token(TokenKind::San) => moves.push(&self.game.text[range]),
                _ => {}
            }
        }
        moves
    }

    /// Keeps, of several languages that explain the letters of a game, those in which this move is the one played. If
    /// moves are in English and in another language, a move in English says nothing about the other.
    fn narrow_languages(&mut self, text: &str, played: Move) {
        if self.setup.languages.len() < 2 {
            return;
        }
        let state = &self.line.now;
        let agrees = |language: &&'static Language| {
            read_tolerant(text, &[*language]).iter().any(|written| {
                matches!(resolve(&state.position, state.in_check, written), Resolution::One(action, _) if action == played)
            })
        };
        let english = piece_letters::english();
        let is_mixed = self.setup.is_mixed;
        if is_mixed && agrees(&english) {
            return;
        }
        let is_kept = |language: &&'static Language| (is_mixed && *language == english) || agrees(language);
        let agreeing: Vec<_> = self.setup.languages.iter().copied().filter(is_kept).collect();
        if !agreeing.is_empty() {
            self.setup.languages = agreeing.into();
        }
    }
}

/// What the move at byte `start` of the game means, if that is known.
fn meaning_at(meanings: &[(usize, Meaning)], start: usize) -> Option<Meaning> {
    meanings.binary_search_by_key(&start, |(place, _)| *place).ok().map(|index| meanings[index].1)
}

/// Whether a reading takes a small "b" for a bishop.
fn is_small_bishop(text: &str, written: &Written) -> bool {
    let is_bishop = matches!(&written.action, Action::Piece(piece) if piece.role == Some(Role::Bishop));
    is_bishop && text.starts_with('b')
}
