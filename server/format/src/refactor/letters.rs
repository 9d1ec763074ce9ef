//! Replaces English piece letters by those of another language (section 17), and back.

use shakmaty::{Move, Role};

use super::score::Score;
use super::site::{Answer, Site, apply, refuse_at};
use crate::edit::Edit;
use scoresheet_chess::piece_letters::{Language, english, letter_bit};
use scoresheet_chess::replay::notes::Notes;
use scoresheet_chess::replay::{Outcome, Replay, Step};
use scoresheet_grammar::{GameView, Parser, Tree};

pub(super) fn localise(site: &Site) -> Answer {
    match site.language {
        Some(language) => respell(site, language),
        None => refuse_at(site, "no language is given"),
    }
}

pub(super) fn delocalise(site: &Site) -> Answer {
    respell(site, english())
}

pub(super) fn can_localise(site: &Site, score: &Score) -> bool {
    site.language.is_some() && !score.tokens.is_empty()
}

pub(super) fn can_delocalise(site: &Site, _: &Score) -> bool {
    let castling_and_null = letter_bit('O') | letter_bit('Z');
    site.game.tree.piece_letters() & !castling_and_null & !english().mask() != 0
}

/// Writes the letters of `language`, and refuses if a move would then have another meaning.
fn respell(site: &Site, language: &Language) -> Answer {
    let score = Score::of(site.game);
    score.check(0..score.tokens.len())?;
    let mut edits = Vec::new();
    let mut moves = Vec::new();
    let mut replay = Replay::new(site.game);
    while let Some((step, range)) = replay.advance() {
        let Outcome::Played { action, notes, .. } = &replay.ply().outcome else { continue };
        if step != Step::Move {
            continue;
        }
        moves.push(*action);
        // The text begins with a sign, not with a piece letter.
        if notes.has_any(Notes::SIGN) {
            continue;
        }
        let text = &site.game.text[range.clone()];
        let places = [first_letter(text, *action), promotion_letter(text, *action)];
        for (place, role) in places.into_iter().flatten() {
            let (at, letter) = (range.start + place, language.letters[role_place(role)].to_string());
            if !site.game.text[at..].starts_with(&letter) {
                edits.push(Edit::replace(at..at + 1, letter));
            }
        }
    }
    let text = apply(site.game.text, &edits);
    let mut tree = Tree::default();
    Parser::new(&text).next_game(&mut tree);
    if played(GameView { text: &text, tree: &tree }) == moves {
        return Ok(edits);
    }
    refuse_at(site, &format!("with the {} letters, some move of this game would be read as another one", language.name))
}

/// Returns the legal moves of a game in text order.
fn played(game: GameView) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut replay = Replay::new(game);
    while let Some((step, _)) = replay.advance() {
        if let (Step::Move, Outcome::Played { action, .. }) = (step, &replay.ply().outcome) {
            moves.push(*action);
        }
    }
    moves
}

/// Returns the byte offset of the moving piece's letter in the text of a move, if it has one, and the piece.
fn first_letter(text: &str, action: Move) -> Option<(usize, Role)> {
    let is_letter = text.as_bytes().first().is_some_and(u8::is_ascii_uppercase);
    (is_letter && action.castling_side().is_none()).then_some((0, action.role()))
}

/// Returns the byte offset of the promotion piece's letter, and the piece.
fn promotion_letter(text: &str, action: Move) -> Option<(usize, Role)> {
    let role = action.promotion()?;
    let place = text.rfind(|letter: char| letter.is_ascii_alphabetic())?;
    (place > 1 && text.as_bytes()[place].is_ascii_uppercase()).then_some((place, role))
}

/// Returns the index of a piece in a [`Language`]'s letters.
fn role_place(role: Role) -> usize {
    match role {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    }
}
