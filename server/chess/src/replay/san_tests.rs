//! Random games in every supported notation: each move must resolve to itself with the notes of its spelling, and
//! canonical SAN must resolve as in shakmaty's parser.

use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Chess, Move, Position, Role};

use super::notes::Notes;
use super::plain::plain_move;
use super::resolve::{Resolution, resolve};
use super::written::{read_plain, read_tolerant};
use crate::piece_letters::{Language, english, languages};

const PLIES: usize = 60;

fn language(name: &str) -> &'static Language {
    languages().iter().find(|language| language.name == name).unwrap_or(english())
}

/// Returns the legal move that the readings of a text mean, and the notes of the first.
fn read(position: &VariantPosition, text: &str, languages: &[&'static Language]) -> Option<(Move, Notes)> {
    let in_check = position.is_check();
    if languages == [english()]
        && let Some(written) = read_plain(text.as_bytes())
        && let Resolution::One(action, notes) = resolve(position, in_check, &written)
    {
        return Some((action, notes));
    }
    read_tolerant(text, languages).iter().find_map(|written| match resolve(position, in_check, written) {
        Resolution::One(action, notes) => Some((action, notes.and(written.notes))),
        _ => None,
    })
}

/// Returns the move with both squares, as books write it: `Ng1-f3`, `e5xd6`, `e7-e8=Q`.
fn long_algebraic(action: Move) -> Option<String> {
    let (from, to) = (action.from()?, action.to());
    if action.is_castle() {
        return None;
    }
    let piece = if action.role() == Role::Pawn { String::new() } else { action.role().upper_char().to_string() };
    let dash = if action.is_capture() { 'x' } else { '-' };
    let promotion = action.promotion().map_or(String::new(), |role| format!("={}", role.upper_char()));
    Some(format!("{piece}{from}{dash}{to}{promotion}"))
}

/// Returns SAN with the letters of another language.
fn translated(san: &str, letter: impl Fn(Role) -> String) -> String {
    let role = |character| Role::from_char(character).filter(|_| character.is_ascii_uppercase());
    match san.starts_with('O') {
        true => san.to_owned(),
        false => san.chars().map(|sign| role(sign).map_or(sign.to_string(), &letter)).collect(),
    }
}

fn figurine(role: Role) -> String {
    match role {
        Role::Pawn => "♙",
        Role::Knight => "♘",
        Role::Bishop => "♗",
        Role::Rook => "♖",
        Role::Queen => "♕",
        Role::King => "♔",
    }
    .to_owned()
}

/// A move in one notation.
struct Notation {
    text: String,
    language: &'static Language,
    /// The notes that reading it must produce.
    required: Notes,
    /// The notes that reading it may also produce.
    allowed: Notes,
}

/// Returns a move in every notation.
fn notations(position: &VariantPosition, action: Move) -> Vec<Notation> {
    let san = SanPlus::from_move(position.clone(), action).to_string();
    let body = San::from_move(position, action).to_string();
    let plain =
        |text: &str, required| Notation { text: text.to_owned(), language: english(), required, allowed: Notes::NONE };
    let mut notations = vec![plain(&san, Notes::NONE), plain(&body, Notes::NONE)];
    let names_piece = body.starts_with(['N', 'B', 'R', 'Q', 'K']) || body.contains('=');
    if names_piece && !action.is_put() {
        notations.push(plain(&translated(&san, figurine), Notes::FIGURINE));
        let german = language("German");
        let letter = |role| german.letters[ROLES.iter().position(|other| *other == role).unwrap_or(0)].to_string();
        let text = translated(&san, letter);
        let required = if text == san { Notes::NONE } else { Notes::LOCAL_LETTER };
        notations.push(Notation { language: german, ..plain(&text, required) });
    }
    if action.promotion().is_some() {
        notations.push(plain(&body.replace('=', ""), Notes::MISSING_PROMOTION_SIGN));
    }
    let mode = position.castles().mode();
    let uci = action.to_uci(mode).to_string();
    if action.is_castle() {
        notations.push(plain(&san.replace('O', "0"), Notes::ZERO_CASTLING));
        notations.push(plain(&san.replace('O', "o"), Notes::ODD_CASTLING));
        notations.push(plain(&san.replace('-', " - "), Notes::ODD_CASTLING));
        notations.push(Notation { allowed: Notes::LONG_ALGEBRAIC, ..plain(&uci, Notes::ODD_CASTLING) });
    } else if let Some(long) = long_algebraic(action) {
        // A piece's capture with both squares is SAN with more disambiguation than usual.
        let is_san = action.is_capture() && action.role() != Role::Pawn;
        let required = if is_san { Notes::NONE } else { Notes::LONG_ALGEBRAIC };
        notations.push(Notation { allowed: Notes::REDUNDANT_DISAMBIGUATION, ..plain(&long, required) });
        let engines = Notes::MISSING_CAPTURE.and(Notes::LOWER_CASE_PIECE).and(Notes::MISSING_PROMOTION_SIGN);
        notations.push(Notation { allowed: engines, ..plain(&uci, Notes::LONG_ALGEBRAIC) });
    }
    notations
}

const ROLES: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// Plays a game selected by `choices` and calls `visit` before every move.
fn play(mut position: VariantPosition, choices: &[u16], mut visit: impl FnMut(&VariantPosition, Move)) {
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() || position.is_game_over() {
            return;
        }
        let action = moves[usize::from(*choice) % moves.len()];
        visit(&position, action);
        position.play_unchecked(action);
    }
}

fn start(variant: usize) -> VariantPosition {
    const VARIANTS: [Variant; 8] = [
        Variant::Chess,
        Variant::Atomic,
        Variant::Antichess,
        Variant::KingOfTheHill,
        Variant::ThreeCheck,
        Variant::Crazyhouse,
        Variant::RacingKings,
        Variant::Horde,
    ];
    match VARIANTS.get(variant) {
        Some(variant) => VariantPosition::new(*variant),
        None => chess960(variant as u32 * 83 % 960),
    }
}

fn chess960(number: u32) -> VariantPosition {
    let setup = shakmaty::Setup { board: chess960_board(number), ..shakmaty::Setup::initial() };
    let rooks = setup.board.rooks();
    let setup = shakmaty::Setup { castling_rights: rooks, ..setup };
    match setup.position::<Chess>(CastlingMode::Chess960) {
        Ok(chess) => VariantPosition::Chess(chess),
        Err(error) => panic!("start position {number}: {error}"),
    }
}

/// Returns the start position with this Chess960 number.
fn chess960_board(number: u32) -> shakmaty::Board {
    let mut rank = [Role::Pawn; 8];
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    rank[light as usize * 2 + 1] = Role::Bishop;
    rank[dark as usize * 2] = Role::Bishop;
    let mut put = |role, index: usize| {
        let free = (0..8).filter(|file| rank[*file] == Role::Pawn).nth(index).unwrap_or(0);
        rank[free] = role;
    };
    put(Role::Queen, queen as usize);
    let pairs = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let (first, second) = pairs[knights as usize % 10];
    put(Role::Knight, second);
    put(Role::Knight, first);
    put(Role::Rook, 0);
    put(Role::King, 0);
    put(Role::Rook, 0);
    let mut board = shakmaty::Board::new();
    for (file, role) in rank.into_iter().enumerate() {
        let square = |rank| shakmaty::Square::from_coords(shakmaty::File::new(file as u32), rank);
        use shakmaty::Rank::{Eighth, First, Second, Seventh};
        board.discard_piece_at(square(First));
        board.set_piece_at(square(First), role.of(shakmaty::Color::White));
        board.set_piece_at(square(Eighth), role.of(shakmaty::Color::Black));
        board.set_piece_at(square(Second), Role::Pawn.of(shakmaty::Color::White));
        board.set_piece_at(square(Seventh), Role::Pawn.of(shakmaty::Color::Black));
    }
    board
}

/// Resolves canonical SAN with shakmaty.
fn shakmaty_reads(position: &VariantPosition, text: &str) -> Option<Move> {
    let san: SanPlus = text.parse().ok()?;
    san.san.to_move(position).ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn every_notation_is_the_same_move(variant in 0..16_usize, choices in proptest::collection::vec(any::<u16>(), PLIES)) {
        play(start(variant), &choices, |position, action| {
            for Notation { text, language, required, allowed } in notations(position, action) {
                let context = || format!("{text} for {action:?} in {}", crate::board::fen(position));
                let Some((found, notes)) = read(position, &text, &[language]) else { panic!("not read: {}", context()) };
                assert_eq!(found, action, "{}", context());
                assert!(required.is_empty() || notes.has_any(required), "{notes:?}: {}", context());
                assert!(notes.without(required.and(allowed)).is_empty(), "{notes:?}: {}", context());
            }
        });
    }

    #[test]
    fn canonical_san_is_what_shakmaty_takes_it_for(
        variant in 0..16_usize,
        choices in proptest::collection::vec(any::<u16>(), PLIES),
        place in any::<u8>(),
        letter in proptest::sample::select(&b"abcdefgh12345678NBRQKx=+#"[..]),
    ) {
        play(start(variant), &choices, |position, action| {
            let san = SanPlus::from_move(position.clone(), action).to_string();
            let mut mutated = san.clone().into_bytes();
            let place = usize::from(place) % mutated.len();
            mutated[place] = letter;
            let Ok(mutated) = String::from_utf8(mutated) else { return };
            for text in [san, mutated] {
                let Some(written) = read_plain(text.as_bytes()) else { continue };
                let context = || format!("{text} in {}", crate::board::fen(position));
                let theirs = shakmaty_reads(position, &text);
                match resolve(position, position.is_check(), &written) {
                    // Our parser tolerates more, with a note; without a note both must agree.
                    Resolution::One(ours, notes) if notes.without(Notes::REDUNDANT_DISAMBIGUATION).is_empty() => {
                        assert_eq!(Some(ours), theirs, "{}", context());
                    }
                    Resolution::One(..) => assert_eq!(theirs, None, "{}", context()),
                    Resolution::Many(_) | Resolution::None => assert_eq!(theirs, None, "{}", context()),
                    Resolution::Null => panic!("{}", context()),
                }
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn what_is_found_at_a_glance_is_what_a_long_look_finds(
        variant in prop_oneof![Just(0_usize), 8..16_usize],
        choices in proptest::collection::vec(any::<u16>(), 2 * PLIES),
    ) {
        let (mut found, mut legal) = (0, 0);
        play(start(variant), &choices, |position, _| {
            let VariantPosition::Chess(chess) = position else { panic!("{position:?}") };
            for action in chess.legal_moves() {
                legal += 1;
                let san = SanPlus::from_move(chess.clone(), action).to_string();
                let Some(plain) = plain_move(chess, chess.is_check(), san.as_bytes()) else { continue };
                found += 1;
                assert_eq!(plain.action, action, "{san} in {}", crate::board::fen(position));
                let gives_check = plain.gives_check.unwrap_or(san.ends_with(['+', '#']));
                assert_eq!(gives_check, san.ends_with(['+', '#']), "{san} in {}", crate::board::fen(position));
                // Also with the file of origin where SAN has none.
                let Some(from) = action.from().filter(|_| san.starts_with(['N', 'B', 'R', 'Q', 'K'])) else { continue };
                let named = format!("{}{}{}", &san[..1], from.file(), &san[1..]);
                let plain = plain_move(chess, chess.is_check(), named.as_bytes());
                assert_eq!(plain.map(|plain| plain.action), None, "{named} in {}", crate::board::fen(position));
            }
            // No other text resolves differently: an "x" too many or too few, another piece, a move into check.
            for text in TARGETS {
                for text in [(*text).to_owned(), text.replace('x', ""), text.replacen('N', "K", 1)] {
                    let Some(plain) = plain_move(chess, chess.is_check(), text.as_bytes()) else { continue };
                    assert_eq!(Some(plain.action), shakmaty_reads(position, &text), "{text} in {}", crate::board::fen(position));
                }
            }
        });
        assert!(found * 2 > legal, "{found} of {legal}");
    }
}

#[test]
fn the_fast_path_knows_whether_a_move_gives_check() {
    // Fields: position, move, whether it gives check (None: the fast path does not tell).
    for (fen, san, gives_check) in [
        ("3k4/8/2P5/8/8/8/8/4K3 w - - 0 1", "c7", Some(true)),
        ("3k4/2p5/3P4/8/8/8/8/4K3 w - - 0 1", "dxc7", Some(true)),
        ("3k4/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", Some(true)),
        ("3k4/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra7", Some(false)),
        // It moves along the line of its attack and captures there.
        ("3k4/8/3p4/8/8/8/3R4/4K3 w - - 0 1", "Rxd6", Some(true)),
        ("3k4/8/8/1N3N2/8/8/8/4K3 w - - 0 1", "Nbd6", Some(false)),
        ("4k3/8/8/1N3N2/8/8/8/4K3 w - - 0 1", "Nbd6", Some(true)),
        // A move out of check, and a piece on a line with its king and a sliding piece.
        ("3k4/8/8/8/4r3/8/3N4/4K3 w - - 0 1", "Nxe4", Some(false)),
        ("3k4/8/8/8/8/8/3r4/3QK3 w - - 0 1", "Qxd2", Some(true)),
        // A rook stands behind it and may give a discovered check.
        ("3k4/8/8/8/3N4/8/8/3RK3 w - - 0 1", "Ne6", None),
        ("3k4/8/8/8/3P4/8/8/3RK3 w - - 0 1", "d5", None),
        ("3k4/8/8/8/8/8/3K4/3R4 w - - 0 1", "Ke2", None),
    ] {
        let chess: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let found = plain_move(&chess, chess.is_check(), san.as_bytes()).expect(san);
        assert_eq!(found.gives_check, gives_check, "{san} in {fen}");
    }
}

#[test]
fn what_is_no_canonical_move_is_not_found() {
    let start = Chess::default();
    for text in [
        "", "+", "#", "e", "4", "é4", "e9", "i4", "bc3", "ae4", "nf3", "@f3", "[f3", "Pe4", "Zf3", "Nxf3", "Nxxf3",
        "axh5", "e5",
    ] {
        assert!(plain_move(&start, false, text.as_bytes()).is_none(), "{text}");
    }
}

const TARGETS: &[&str] = &[
    "Nxe4", "Bxd5", "Rxe1", "Qxh7", "exd4", "cxd5", "Nf3", "Be7", "Rd1", "Qe2", "e4", "d5", "e8", "a1", "dxe1", "Kxe2",
    "O-O", "O-O-O", "Nbd2", "Rad1", "Nge7",
];
