//! A cached game is what its text is, and a search in the order of the moves finds what playing all games finds.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};

use proptest::prelude::*;
use scoresheet_chess::openings::of_main_line;
use scoresheet_grammar::{GameView, Parser, Tree};
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, Board, Chess, Piece as Man, Position, Rank, Role, Square};

use super::writer::EARLY;
use super::*;
use crate::exact_position::ExactPosition;
use crate::game::{Game, Kept, Lines, Reached, Visitor};
use crate::text_game::{TextGame, TextGames};

const GAMES: &str = r#"[White "Réti"]
[Black "A \"B\""]
[Rare "x"]
[Rare "y"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0

[White "Réti"]

1. e4 {x} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 3. Bb5 a6 1/2-1/2

1. Nf3 Nc6 2. e4 e5 3. Bb5 a6 4. Ba4 0-1

1. e4 e5 2. Ke4 Nc6 *

1. e4 -- 2. d4 -- *

[FEN "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1"]

1. a8=Q+ Kd7 2. Qh8 h1=N *

[Variant "Chess960"]
[FEN "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"]

1. O-O O-O-O *

[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxg2 *

[Variant "Atomic"]

1. Nf3 d5 2. Ne5 e6 3. Nxf7# *

[Variant "Losers"]

1. e4 e5 *

[FEN "8/8/8/8"]

1. e4 *

*

1. e4 e5 2. f4 exf4 3. g4 fxg3 4. hxg3 g5 5. Nf3 g4 6. Nh4 d5 7. e5 f5 8. exf6 Be6 9. f7+ Kd7 10. fxg8=N *
"#;

/// About how many positions of a text are searched for.
const MOST_TARGETS: usize = 60;

/// A segment of the games of `text`, in pieces of about `piece` bytes.
fn segment(text: &str, piece: usize) -> (Vec<u8>, usize, usize) {
    let mut writer = SegmentWriter::default();
    for range in scoresheet_grammar::split(text, piece) {
        let text = &text[range];
        let (mut parser, mut tree, mut piece) = (Parser::new(text), Tree::default(), Piece::default());
        while let Some(range) = parser.next_game(&mut tree) {
            let text = &text[range];
            let extent =
                GameExtent { bytes: text.len(), line_ends: text.matches('\n').count(), column: text.len() % 9 };
            piece.add(GameView { text, tree: &tree }, extent);
        }
        writer.add(piece);
    }
    let games = writer.games();
    let (bytes, head) = writer.finish();
    (bytes, head, games)
}

fn with_segment<T>((bytes, head, games): &(Vec<u8>, usize, usize), work: impl FnOnce(&Segment) -> T) -> T {
    let read = |range: Range<usize>| bytes.get(range).map(<[u8]>::to_vec);
    let segment = Segment::new(&bytes[..*head], *games, &read).unwrap();
    work(&segment)
}

#[derive(Default)]
struct All(Vec<(VariantPosition, u32, Option<shakmaty::Move>, bool)>);

impl Visitor for All {
    fn reach(&mut self, reached: &Reached<'_>) -> ControlFlow<()> {
        self.0.push((reached.position.clone(), reached.ply, reached.last, reached.in_check));
        ControlFlow::Continue(())
    }
}

/// Compares each game of `text` with its record.
fn check(text: &str) {
    let made = segment(text, 100);
    with_segment(&made, |segment| {
        let mut games = TextGames::new(text);
        let mut positions = Vec::new();
        let one_by_one: Vec<_> = (0..segment.count()).rev().map(|game| segment.opening(game)).collect();
        let openings = segment.openings();
        assert!(one_by_one.iter().rev().eq(openings));
        for (index, named) in openings.iter().copied().enumerate() {
            let mut game = games.next().unwrap();
            let mut cached = CachedGame::new(segment, index);
            for name in ["White", "Black", "Rare", "FEN", "Variant", "None"] {
                assert_eq!(cached.tag(name), game.tag(name), "game {index}");
            }
            let (mut expected, mut found) = (All::default(), All::default());
            let reading = game.play(Lines::Main, &mut expected);
            assert_eq!(cached.play(Lines::Main, &mut found), reading, "game {index}");
            assert_eq!(found.0, expected.0, "game {index}");
            check_facts(&mut game, &mut cached, &expected);
            assert_eq!(segment.start(index), Some(game.range.start as u32));
            assert_eq!(segment.lines_before(index) as usize, text[..game.range.start].matches('\n').count());
            assert_eq!(segment.column_before(index) as usize, game.range.len() % 9);
            assert_eq!(segment.result(index), GameResult::of(game.view()));
            assert_eq!(named, of_main_line(game.view()).map(|(opening, plies)| (opening, plies as u32)));
            positions.push(expected.0);
        }
        assert!(games.next().is_none() && !segment.has_failed());
        let targets: Vec<&VariantPosition> = positions.iter().flatten().map(|(position, ..)| position).collect();
        // Every target is compared with every position.
        for target in targets.iter().step_by(targets.len() / MOST_TARGETS + 1) {
            check_reaching(segment, target, &positions);
            check_placing(segment, target, &positions);
        }
    });
}

fn check_facts(game: &mut TextGame, cached: &mut CachedGame, played: &All) {
    let facts = cached.facts();
    let view = game.view();
    let has = |part: &str| Some(view.text.contains(part));
    assert_eq!((facts.has_comments, facts.has_variations, facts.has_nags), (has("{"), has("("), has("$")));
    assert_eq!(facts.plies, Some(played.0.len().saturating_sub(1) as u32));
    for (position, ..) in &played.0 {
        let material = crate::material::Material::of(position.board());
        assert!(facts.material.is_none_or(|bounds| bounds.may_reach(&material)));
        let pawns = position.board().pawns();
        assert!(facts.pawns_at_home.is_none_or(|home| home.is_subset(pawns)));
    }
    let begins_usually = played.0.first().is_some_and(|(position, ..)| *position == VariantPosition::default());
    assert_eq!(facts.has_usual_start, Some(begins_usually));
    assert_eq!(facts.material.is_some(), begins_usually);
}

type Played = Vec<(VariantPosition, u32, Option<shakmaty::Move>, bool)>;

fn check_reaching(segment: &Segment, target: &VariantPosition, games: &[Played]) {
    let target = ExactPosition::new(target);
    let by_brute_force = games.iter().enumerate().filter_map(|(game, positions)| {
        let at = positions.iter().position(|(position, ..)| target.is(position))?;
        let next = positions.get(at + 1).map(|(_, _, last, _)| *last);
        Some((game, at as u32, format!("{next:?}")))
    });
    let reaching = segment.reaching(&target).into_iter().map(|reaching| {
        let next = reaching.next.map(|next| match next {
            CachedMove::Played(action) => Some(action),
            CachedMove::Null => None,
        });
        (reaching.game, reaching.ply, format!("{next:?}"))
    });
    let (expected, found): (BTreeSet<_>, BTreeSet<_>) = (by_brute_force.collect(), reaching.collect());
    assert_eq!(found, expected);
}

/// Searches for three men of a position: the first ones of the board, which are pieces of White, and those in the middle and at the end.
fn check_placing(segment: &Segment, target: &VariantPosition, games: &[Played]) {
    let men: Vec<(Square, Man)> = target.board().iter().collect();
    let wanted = [0, men.len() / 2, men.len() - 1].map(|index| men[index]);
    let is_home = |(square, piece): &&(Square, Man)| {
        piece.role == Role::Pawn && square.rank() == piece.color.fold_wb(Rank::Second, Rank::Seventh)
    };
    let home: Bitboard = wanted.iter().filter(is_home).map(|(square, _)| *square).collect();
    let men = wanted.iter().map(|(square, piece)| (*piece, Bitboard::from_square(*square)));
    let found = segment.placing(&PlacedMen::new(men, home));
    for (positions, found) in games.iter().zip(found) {
        let Some((start, ..)) = positions.first() else { continue };
        let is_in = |board: &Board| wanted.iter().all(|(square, piece)| board.piece_at(*square) == Some(*piece));
        let expected = positions.iter().any(|(position, ..)| is_in(position.board()));
        assert_eq!(found, expected || *start != VariantPosition::default());
    }
}

/// A game of random moves, which often begins like others.
fn game(choices: &[u8]) -> String {
    let mut position = Chess::default();
    let mut text = String::new();
    for choice in choices {
        let moves = position.legal_moves();
        let Some(action) = moves.get(usize::from(*choice) % moves.len().max(1)) else { break };
        text += &format!("{} ", SanPlus::from_move_and_play_unchecked(&mut position, *action));
    }
    text + "*\n\n"
}

#[test]
fn a_cached_game_is_what_its_text_is() {
    check(GAMES);
    check("");
    check("not a game");
    let many_tags: String = (0..60).map(|number| format!("[T{number} \"{number}\"]\n")).collect();
    let text = format!("{many_tags}\n1. e4 *\n\n[White \"x\"]\n\n*\n\n{many_tags}\n*\n");
    with_segment(&segment(&text, 10), |segment| {
        for (game, name, value) in
            [(0, "T0", Some("0")), (0, "T59", Some("59")), (1, "T59", None), (2, "T59", Some("59"))]
        {
            assert_eq!(CachedGame::new(segment, game).tag(name), Kept::Known(value.map(Into::into)));
        }
    });
}

#[test]
fn what_is_too_long_to_be_kept_is_read_from_the_text() {
    let text = format!("[White \"{}\"]\n[Black \"b\"]\n\n1. e4 *\n", "x".repeat(5000));
    with_segment(&segment(&text, 10), |segment| {
        let mut game = CachedGame::new(segment, 0);
        assert_eq!(game.tag("White"), Kept::Not);
        assert_eq!(game.tag("Black"), Kept::Known(Some("b".into())));
    });
}

#[test]
fn damage_anywhere_is_noticed() {
    let long = game(&[0; EARLY + 5]);
    let made = segment(&(GAMES.to_owned() + &long), 100);
    let mut played = All::default();
    let _ = TextGames::new(&long).next().unwrap().play(Lines::Main, &mut played);
    let target = ExactPosition::new(&VariantPosition::default());
    let late = ExactPosition::new(&played.0[EARLY + 3].0);
    for place in made.1..made.0.len() {
        let mut damaged = made.clone();
        damaged.0[place] ^= 0x41;
        // Whatever is asked first, nothing is played that cannot be played.
        with_segment(&damaged, |segment| {
            for game in 0..segment.count() {
                let _ = CachedGame::new(segment, game).play(Lines::Main, &mut All::default());
            }
        });
        with_segment(&damaged, |segment| {
            segment.ending(|_, _| true);
            segment.openings();
            segment.reaching(&late);
        });
        with_segment(&damaged, |segment| {
            segment.reaching(&target);
            for game in 0..segment.count() {
                for name in ["White", "Black", "Rare", "FEN", "Variant", "None"] {
                    segment.tag(game, name);
                }
                segment.start(game);
                segment.lines_before(game);
                segment.column_before(game);
                CachedGame::new(segment, game).facts();
                segment.with_codes(game, |_| ());
            }
            assert!(segment.has_failed(), "byte {place}");
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_games_are_found(games in prop::collection::vec(prop::collection::vec(0..4_u8, 0..12), 1..90)) {
        let text: String = games.iter().map(|choices| game(choices)).collect();
        check(&text);
    }

    // Some games share what is kept apart as their opening, and more.
    #[test]
    fn random_long_games_are_found(
        games in prop::collection::vec((EARLY - 2..EARLY + 6, prop::collection::vec(0..3_u8, 0..8)), 1..70),
    ) {
        let text: String = games.iter().map(|(shared, choices)| game(&[&vec![0; *shared], &choices[..]].concat())).collect();
        check(&text);
    }

    #[test]
    fn random_bytes_are_no_segment(bytes in prop::collection::vec(any::<u8>(), 0..300), games in 0..5_usize) {
        let read = |range: Range<usize>| bytes.get(range).map(<[u8]>::to_vec);
        if let Some(segment) = Segment::new(&bytes, games, &read) {
            segment.reaching(&ExactPosition::new(&VariantPosition::default()));
            prop_assert!(games == 0 || segment.has_failed());
        }
    }
}
