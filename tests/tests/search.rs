//! Queries find the same games as a brute force of python-chess, on games made here, and the same by tags as pgn-extract.

use std::fmt::Write as _;
use std::process::Command;

use scoresheet_collection::query::{Answer, Found, Query};
use scoresheet_collection::text_game::TextGames;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Move, Position};

/// Enough for every query to find some games.
const GAMES: usize = 160;
const LONGEST: usize = 220;

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

/// Where some games begin, so that endings are reached.
const STARTS: [&str; 6] = [
    "4k3/4r3/8/8/8/4P3/4R3/4K3 w - - 0 1",
    "4k2r/4p3/8/8/8/8/4P3/R3K3 w Qk - 0 1",
    "8/pp3k2/8/8/2q5/8/PP3K2/2R4R b - - 3 40",
    "r3k2r/ppp2ppp/2q5/3pP3/3P4/2N5/PPP2PPP/R2QK2R w KQkq d6 0 12",
    "1n2k3/P7/8/3N4/8/8/5p2/4K3 w - - 0 30",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
];

/// Games of moves chosen by numbers; captures, checks and promotions are chosen more often than others.
fn games() -> String {
    let mut numbers = Numbers(31);
    let mut text = String::new();
    for index in 0..GAMES {
        let fen = (index % 3 == 0).then(|| STARTS[numbers.below(STARTS.len())]);
        let mut position: Chess = match fen {
            Some(fen) => fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap(),
            None => Chess::default(),
        };
        let (elo, other_elo) = (2200 + numbers.below(400), 2200 + numbers.below(400));
        let month =
            [format!("{:02}", 1 + numbers.below(12)), "??".to_owned()][usize::from(numbers.below(4) == 0)].clone();
        let eco = format!("{}{:02}", ['A', 'B', 'C', 'D', 'E'][numbers.below(5)], numbers.below(100));
        write!(
            text,
            "[Event \"E{index}\"]\n[Site \"?\"]\n[Date \"{}.{month}.??\"]\n[Round \"{index}\"]\n[White \"P{}\"]\n[Black \"P{}\"]\n[Result \"RESULT\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"{other_elo}\"]\n[ECO \"{eco}\"]\n",
            2005 + numbers.below(10),
            numbers.below(30),
            numbers.below(30),
        )
        .unwrap();
        if let Some(fen) = fen {
            write!(text, "[SetUp \"1\"]\n[FEN \"{fen}\"]\n").unwrap();
        }
        text += "\n";
        let mut line = String::new();
        for ply in 0..LONGEST {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let action = choice(&position, &moves, &mut numbers);
            let white = position.turn().is_white();
            if white || ply == 0 {
                write!(line, "{}{} ", position.fullmoves(), if white { "." } else { "..." }).unwrap();
            }
            write!(line, "{} ", SanPlus::from_move(position.clone(), action)).unwrap();
            if numbers.below(12) == 0 {
                line += "{a comment, 1-0} ";
            }
            if numbers.below(30) == 0 {
                line += "\n";
            }
            position.play_unchecked(action);
        }
        let result = ["1-0", "0-1", "1/2-1/2", "*"][numbers.below(4)];
        text = text.replace("RESULT", result);
        write!(text, "{}{result}\n\n", line.replace(" \n", "\n")).unwrap();
    }
    text
}

fn choice(position: &Chess, moves: &[Move], numbers: &mut Numbers) -> Move {
    let is_forcing = |action: &&Move| action.is_capture() || action.is_promotion() || action.castling_side().is_some();
    let forcing: Vec<&Move> = moves.iter().filter(is_forcing).collect();
    let mates = moves.iter().find(|action| {
        let mut after = position.clone();
        after.play_unchecked(**action);
        after.is_checkmate()
    });
    match (mates, numbers.below(3)) {
        (Some(action), 0) => *action,
        (_, 1) if !forcing.is_empty() => *forcing[numbers.below(forcing.len())],
        _ => moves[numbers.below(moves.len())],
    }
}

/// Which games are found, as `game:ply`; without a ply if the query is not about positions.
fn found(text: &str, query: &str) -> Vec<String> {
    let query = Query::parse(query).unwrap_or_else(|error| panic!("{query}: {error:?}"));
    let (mut games, mut found, mut index) = (TextGames::new(text), Vec::new(), 0);
    while let Some(mut game) = games.next() {
        index += 1;
        if let Answer::Found(Found { ply, .. }) = query.find(&mut game) {
            found.push(format!("{index}:{}", ply.map_or_else(String::new, |ply| ply.to_string())));
        }
    }
    found
}

/// A file with the games.
fn file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

#[test]
#[ignore = "compares with python-chess"]
fn queries_find_what_brute_force_finds() {
    let text = games();
    let file = file(&text);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/search/brute_force.py");
    let output = Command::new("python3").arg(script).arg(file.path()).output().unwrap();
    let (answers, error) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{error}");
    let mut queries = 0;
    for line in answers.lines() {
        let (query, expected) = line.split_once('\t').unwrap();
        let expected: Vec<&str> = expected.split_whitespace().collect();
        assert!(!expected.is_empty() && expected.len() < GAMES, "{query} finds {} games", expected.len());
        assert_eq!(found(&text, query), expected, "{query}");
        queries += 1;
    }
    assert!(queries > 20);
}

/// The number of games that pgn-extract finds with these criteria.
fn pgn_extract(text: &str, option: &str, criteria: &str) -> usize {
    let program = ["pgn-extract", "/usr/games/pgn-extract"]
        .into_iter()
        .find(|program| Command::new(program).arg("--version").output().is_ok())
        .expect("pgn-extract must be installed");
    let (games, file_of_criteria) = (file(text), file(criteria));
    let option = format!("{option}{}", file_of_criteria.path().display());
    let output = Command::new(program).args(["-s", &option]).arg(games.path()).output().unwrap();
    String::from_utf8_lossy(&output.stdout).lines().filter(|line| line.starts_with("[Event ")).count()
}

#[test]
#[ignore = "compares with pgn-extract"]
fn tags_and_lines_find_what_pgn_extract_finds() {
    // Other programs take a line in a game with a FEN from its start; here it begins at the usual one.
    let text = games();
    let with_usual_start = text.split("[Event ").filter(|game| !game.is_empty() && !game.contains("[FEN "));
    let text: String = with_usual_start.map(|game| format!("[Event {game}")).collect();
    let cases = [
        ("white = \"P1*\"", "-t", "White \"P1\"\n"),
        ("date >= 2010", "-t", "Date >= \"2010.01.01\"\n"),
        ("result = 1-0 and whiteelo >= 2400", "-t", "Result \"1-0\"\nWhiteElo >= \"2400\"\n"),
        ("eco = B", "-t", "ECO \"B\"\n"),
        ("line \"e4\"", "-v", "e4\n"),
        ("line \"1. * e5\"", "-v", "* e5\n"),
    ];
    for (query, option, criteria) in cases {
        let expected = pgn_extract(&text, option, criteria);
        assert!(expected > 0, "{query}");
        assert_eq!(found(&text, query).len(), expected, "{query}");
    }
}
