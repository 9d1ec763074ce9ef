//! The start position and the rules of a game: the FEN and Variant tags.

use std::borrow::Cow;

use scoresheet_grammar::ast;
use scoresheet_grammar::fen::PlainFen;
use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Position, Role};

use super::implied_variant::implied_variant;
use crate::piece_letters::{self, Language};
use crate::position_faults::{Castling, LAST_MOVE_NUMBER, sound_position, tolerated_position};
use crate::variants::{VariantKind, variant_of_tag};

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rules, from the Variant tag or what implies another variant than ordinary chess.
    pub variant: VariantKind,
    /// Whether the rules are not from a Variant tag, but from moves or a position that no game of ordinary chess has.
    pub is_variant_implied: bool,
    /// The position before the first move, if the rules are known and the FEN can be set up.
    pub start: Option<VariantPosition>,
    /// By which rules castling rights in the FEN tag are judged.
    pub castling: Castling,
    /// Whether the game starts from a FEN tag.
    pub has_fen: bool,
    /// The form of the FEN tag, if it is plain and its position possible.
    pub sound_fen: Option<PlainFen>,
    /// The side that makes the first move.
    pub turn: Color,
    /// The number of the first move.
    pub number: u32,
    /// The languages whose piece letters the moves may use, likeliest first.
    pub languages: Cow<'static, [&'static Language]>,
    /// Whether some moves are in English and others in another of these languages.
    pub(crate) is_mixed: bool,
    /// Whether English is the only language; cached because every move needs it.
    pub is_english: bool,
}

impl Setup {
    /// Reads the setup of a game. Linear in its tag section.
    pub fn of(game: GameView) -> Setup {
        let tags = Tags::of(game);
        let has_variant_tag = tags.variant.as_deref().is_some_and(names_variant);
        let implied = if has_variant_tag { None } else { implied_variant(game, tags.fen.as_deref()) };
        let mut is_variant_implied = implied.is_some();
        let mut variant =
            implied.or_else(|| tags.variant.as_deref().map(variant_of_tag)).unwrap_or(VariantKind::Standard);
        let castling = castling_of(tags.variant.as_deref(), &variant);
        let mut sound_fen = None;
        let start = match (variant.rules(), &tags.fen) {
            (None, _) => None,
            (Some((rules, _)), Some(fen)) => match sound_position(fen, rules, castling) {
                Some((position, form)) => {
                    sound_fen = Some(form);
                    Some(position)
                }
                None => tolerated_position(fen, rules, castling).ok(),
            },
            (Some((rules, _)), None) => Some(VariantPosition::new(rules)),
        };
        let is_chess960 = |position: &VariantPosition| position.castles().mode().is_chess960();
        if !has_variant_tag && variant == VariantKind::Standard && start.as_ref().is_some_and(is_chess960) {
            variant = VariantKind::Chess960;
            is_variant_implied = true;
        }
        let (turn, number) = match &start {
            Some(position) => (position.turn(), position.fullmoves().get()),
            None => first_number(game),
        };
        let has_fen = tags.fen.is_some();
        let (languages, is_mixed) = languages(game.tree.piece_letters());
        let is_english = matches!(languages, Cow::Borrowed(_));
        Setup {
            variant,
            is_variant_implied,
            start,
            castling,
            has_fen,
            sound_fen,
            turn,
            number,
            languages,
            is_mixed,
            is_english,
        }
    }
}

/// Returns how castling is judged in a game with this Variant tag. Lichess writes "From Position" for positions of Chess960, too.
fn castling_of(tag: Option<&str>, variant: &VariantKind) -> Castling {
    match (variant, tag) {
        (VariantKind::Chess960 | VariantKind::Rules { chess960: true, .. }, _) => Castling::Chess960,
        (VariantKind::Rules { .. } | VariantKind::Unknown(_), _) => Castling::ByRights,
        (VariantKind::Standard, Some(tag)) if tag.to_ascii_lowercase().contains("position") => Castling::ByRights,
        (VariantKind::Standard, Some(tag)) if names_variant(tag) => Castling::Ordinary,
        (VariantKind::Standard, _) => Castling::ByFileLetters,
    }
}

/// Whether the value of a Variant tag says anything: `?` and `-` do not.
fn names_variant(value: &str) -> bool {
    value.chars().any(char::is_alphanumeric)
}

/// Whether a tag with this name gives the start position. Programs write it in capitals or not.
pub fn is_fen_tag(name: &str) -> bool {
    name.eq_ignore_ascii_case("FEN")
}

/// Whether a tag with this name gives the variant.
pub fn is_variant_tag(name: &str) -> bool {
    name.eq_ignore_ascii_case("Variant")
}

/// The values of the two tags that decide the setup; nearly all games have neither, so the search must be cheap.
#[derive(Default)]
struct Tags<'game> {
    variant: Option<Cow<'game, str>>,
    fen: Option<Cow<'game, str>>,
}

impl<'game> Tags<'game> {
    fn of(game: GameView<'game>) -> Tags<'game> {
        let mut tags = Tags::default();
        if !game.tree.has_setup_tag() {
            return tags;
        }
        let (mut name, mut events) = ("", game.tree.events());
        while let Some((event, range)) = events.next() {
            match event {
                Event::Enter(NodeKind::Tag) => {
                    let tag = game.read_tag(&mut events, range.start);
                    // A value without a name after a broken tag belongs to that tag.
                    if !tag.name.is_empty() {
                        name = tag.name;
                    }
                    let target = match name {
                        name if is_fen_tag(name) => &mut tags.fen,
                        name if is_variant_tag(name) => &mut tags.variant,
                        _ => continue,
                    };
                    if target.is_none() && !tag.raw_value.is_empty() {
                        *target = Some(tag.value());
                    }
                }
                Event::Enter(NodeKind::Movetext) => break,
                _ => {}
            }
        }
        tags
    }
}

/// Returns the side and number of the first move from its move number indication, for games without a position.
fn first_number(game: GameView) -> (Color, u32) {
    let is_telling = |event| matches!(event, Event::Token(TokenKind::MoveNumber | TokenKind::San));
    let Some((Event::Token(TokenKind::MoveNumber), range)) = game.tree.events().find(|(event, _)| is_telling(*event))
    else {
        return (Color::White, 1);
    };
    let number = ast::move_number(&game.text[range]);
    let turn = if number.periods >= 2 { Color::Black } else { Color::White };
    (turn, if (1..=LAST_MOVE_NUMBER).contains(&number.number) { number.number } else { 1 })
}

/// Returns the languages of the moves: English and, if it does not explain all piece letters, the languages that do; if
/// none does, those that explain the letters unknown in English. Also returns whether it is the last case. Borrowed for
/// English alone.
fn languages(letters: u32) -> (Cow<'static, [&'static Language]>, bool) {
    static ENGLISH: [&Language; 1] = [piece_letters::english()];
    if is_in_english(letters) {
        return (Cow::Borrowed(&ENGLISH), false);
    }
    let letters = letters & !OF_NO_LANGUAGE;
    let english = piece_letters::english();
    let mut candidates = piece_letters::candidates(letters);
    // Writers rarely use the letter of pawns: the German B is a bishop in English.
    let is_for_pawns = |language: &&Language| {
        let letter = language.letters[0];
        letters & piece_letters::letter_bit(letter) != 0 && english.role(letter).is_some_and(|role| role != Role::Pawn)
    };
    let mut is_mixed = candidates.iter().all(is_for_pawns);
    if candidates.is_empty() {
        let foreign = letters & !english.mask();
        candidates = piece_letters::candidates(foreign);
        // A single unknown letter among English ones is an error.
        is_mixed = foreign.count_ones() > 1 && !candidates.is_empty();
        if !is_mixed {
            return (Cow::Borrowed(&ENGLISH), false);
        }
    }
    // One foreign letter does not decide the language; the moves do. But a P is more likely the piece of a language
    // with this letter: the Dutch knight.
    let has_p = letters & piece_letters::letter_bit('P') != 0;
    let has_piece_p = |language: &&'static Language| language.role('P').is_some_and(|role| role != Role::Pawn);
    let (mut likely, others): (Vec<_>, Vec<_>) =
        candidates.into_iter().partition(|language| has_p && has_piece_p(language));
    likely.push(english);
    likely.extend(others);
    (Cow::Owned(likely), is_mixed)
}

/// The letters without a language: O is castling, Z the null move Z0.
const OF_NO_LANGUAGE: u32 = piece_letters::letter_bit('O') | piece_letters::letter_bit('Z');

/// Whether moves that begin with these letters, from [`Tree::piece_letters`](scoresheet_grammar::Tree::piece_letters),
/// are read in English and no other language.
pub fn is_in_english(letters: u32) -> bool {
    letters & !(OF_NO_LANGUAGE | piece_letters::english().mask()) == 0
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    #[test]
    fn a_tag_that_is_broken_over_two_lines_counts() {
        let database = Database::parse("[Event \"a\"]\n[FEN\n[\"8/8/8/8/8/8/8/K6k w - - 0 1\"]\n\n1. Kb1 *");
        let setup = Setup::of(database.view(0).unwrap());
        assert!(setup.has_fen);
        assert_eq!(setup.start.unwrap().board().occupied().count(), 2);
    }

    #[test]
    fn the_variant_tag_tells_how_castling_is_judged() {
        for (tags, expected) in [
            ("", Castling::ByFileLetters),
            ("[Variant \"?\"]\n", Castling::ByFileLetters),
            ("[Variant \"Standard\"]\n", Castling::Ordinary),
            ("[Variant \"normal\"]\n", Castling::Ordinary),
            ("[Variant \"From Position\"]\n", Castling::ByRights),
            ("[Variant \"Chess960\"]\n", Castling::Chess960),
            ("[Variant \"Atomic\"]\n", Castling::ByRights),
        ] {
            let database = Database::parse(&format!("{tags}[Event \"E\"]\n\n1. e4 *\n"));
            assert_eq!(Setup::of(database.view(0).unwrap()).castling, expected, "{tags}");
        }
    }

    #[test]
    fn without_rules_the_first_move_number_tells_where_the_game_starts() {
        let check = |moves: &str, expected: (Color, u32)| {
            let database = Database::parse(&format!("[Variant \"Losers\"]\n\n{moves} *"));
            let setup = Setup::of(database.view(0).unwrap());
            assert_eq!((setup.turn, setup.number), expected, "{moves}");
        };
        check("3. e4 e5", (Color::White, 3));
        check("{comment} 7... e5 8. d4", (Color::Black, 7));
        check("e4 e5 2. d4", (Color::White, 1));
        check("e4 2... e5 3. d4", (Color::White, 1));
        check("99999999999999999999. e4", (Color::White, 1));
    }
}
