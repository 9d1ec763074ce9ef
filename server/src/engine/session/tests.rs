//! Engines that answer, lie, hang, die or are none: scripts, as no real engine does it on demand.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;

use scoresheet_chess::evaluation::{Evaluator, Score};
use shakmaty::Chess;
use tempfile::TempDir;

use super::super::UserEngine;
use super::*;
use crate::move_cache::CacheFolder;

/// What every engine here does, unless `$answer` says otherwise: prints it at `go`.
const ENGINE: &str = r#"#!/bin/sh
while read -r command rest; do
  case $command in
    uci) echo "id name Fake"; echo "option name UCI_Chess960 type check default false"; echo uciok ;;
    isready) echo readyok ;;
    go) ANSWER ;;
    quit) exit 0 ;;
  esac
done
"#;

/// Long enough for a busy machine, where an answer comes; short where none comes.
fn bounds(answering: Duration) -> Bounds {
    Bounds { nodes: 1, preparing: Duration::from_secs(60), answering }
}

fn program(folder: &TempDir, text: &str) -> PathBuf {
    let path = folder.path().join("engine");
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn answer_of(go: &str, answering: Duration) -> Result<Evaluation, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = program(&folder, &ENGINE.replace("ANSWER", go));
    let shown = path.display().to_string();
    let without_path = |error: EngineError| error.to_string().replace(&shown, "FAKE");
    let mut session = Session::start(&path, bounds(answering)).map_err(without_path)?;
    assert_eq!(session.name, "Fake");
    let position = VariantPosition::Chess(Chess::default());
    let question = Question { position: &position, lines: 2, among: &[] };
    session.evaluate(&question).map(Option::unwrap).map_err(without_path)
}

#[track_caller]
fn check_error(go: &str, expected: &str) {
    assert_eq!(answer_of(go, Duration::from_secs(60)).unwrap_err(), expected, "{go}");
}

#[test]
fn the_last_state_of_each_line_is_the_answer() {
    let go = "echo info depth 1 multipv 1 score cp 9 pv e2e4; echo info depth 1 multipv 2 score cp 8 pv a2a3
        echo info string hello; echo info depth 2 multipv 1 score cp 31 pv d2d4 d7d5 d4d5 e7e6
        echo info depth 2 multipv 2 score mate -3 pv g1f3; echo bestmove d2d4 ponder d7d5";
    let answer = answer_of(go, Duration::from_secs(60)).unwrap();
    let scores: Vec<Score> = answer.lines.iter().map(|line| line.score).collect();
    assert_eq!(scores, [Score::Centipawns(31), Score::Mated(3)]);
    // What is played after an illegal move is not kept.
    assert_eq!(answer.lines.iter().map(|line| line.moves.len()).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn a_lying_engine_is_an_error() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let illegal = |text: &str| format!("the engine FAKE plays {text:?}, which is illegal in {start}");
    check_error("echo info depth 1 score cp 3 pv e2e4; echo bestmove e2e5", &illegal("e2e5"));
    check_error("echo info depth 1 score cp 3 pv e2e5; echo bestmove e2e4", &illegal("e2e5"));
    check_error("echo info depth 1 score cp 3 pv e2e4; echo 'bestmove (none)'", &illegal("(none)"));
    check_error("echo info depth 1 score cp 3 pv e2e4; echo bestmove 0000", &illegal("0000"));
    check_error("echo bestmove e2e4", &format!("the engine FAKE gives no score for {start}"));
    check_error("tr '\\0' x </dev/zero", "the engine FAKE does not speak UCI: what it prints is too long");
}

#[test]
fn a_dead_engine_is_an_error() {
    check_error("exit 3", "the engine FAKE ended before it had answered");
    check_error("kill -KILL $$", "the engine FAKE ended before it had answered");
    check_error("echo info depth 1 score cp 3 pv e2e4; exit 0", "the engine FAKE ended before it had answered");
}

#[test]
fn a_hanging_engine_is_an_error() {
    let silent = "the engine FAKE does not answer: it sent no \"bestmove\" in time";
    assert_eq!(answer_of(":", Duration::from_millis(50)).unwrap_err(), silent);
    assert_eq!(answer_of("while :; do echo info depth 1; done", Duration::from_millis(50)).unwrap_err(), silent);
}

#[test]
fn what_is_no_engine_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let start = |path: &Path, preparing| {
        let bounds = Bounds { preparing, ..bounds(Duration::from_secs(60)) };
        Session::start(path, bounds).unwrap_err().to_string()
    };
    let long = Duration::from_secs(60);
    let missing = folder.path().join("missing");
    let message = format!("the engine {} cannot be started: there is no such program", missing.display());
    assert_eq!(start(&missing, long), message);
    assert!(start(folder.path(), long).ends_with("cannot be started: it is not a program that may be run"));
    let path = program(&folder, "#!/bin/sh\nexit 0\n");
    assert!(start(&path, long).ends_with("ended before it had answered"));
    let path = program(&folder, "#!/bin/sh\nexec sleep 1000\n");
    assert!(start(&path, Duration::from_millis(50)).ends_with("it sent no \"uciok\" in time"));
}

#[test]
fn only_the_positions_of_chess_are_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let go = "echo info depth 1 score cp 3 pv e2e4; echo bestmove e2e4";
    let mut session =
        Session::start(&program(&folder, &ENGINE.replace("ANSWER", go)), bounds(Duration::from_secs(60))).unwrap();
    let position = VariantPosition::new(shakmaty::variant::Variant::Atomic);
    assert_eq!(session.evaluate(&Question { position: &position, lines: 1, among: &[] }), Ok(None));
    let position = VariantPosition::Chess(Chess::default());
    let others: Vec<Move> = position.legal_moves().into_iter().take(1).collect();
    let question = Question { position: &position, lines: 1, among: &others };
    assert!(session.evaluate(&question).unwrap_err().to_string().contains("plays \"e2e4\""), "it must not");
}

#[test]
fn answers_are_kept_after_the_engine_has_died() {
    let folder = tempfile::tempdir().unwrap();
    let cache = CacheFolder::at(folder.path().join("cache"));
    let once = "[ -e $0.dead ] && exit 1; touch $0.dead; echo info depth 1 score cp 3 pv e2e4; echo bestmove e2e4";
    let path = program(&folder, &ENGINE.replace("ANSWER", once));
    let (one, mut other) = (VariantPosition::Chess(Chess::default()), VariantPosition::Chess(Chess::default()));
    other.play_unchecked(read_move(&one, "e2e4").unwrap());
    for _ in 0..2 {
        let engine = UserEngine::start(&path, bounds(Duration::from_secs(60)), Some(&cache)).unwrap();
        let engine: (&UserEngine, &dyn Evaluator) = (&engine, &engine);
        assert_eq!(engine.1.score(&one), Some(Score::Centipawns(3)));
        assert_eq!((engine.1.score(&other), engine.1.score(&one)), (None, Some(Score::Centipawns(3))));
        assert!(engine.0.error().unwrap().to_string().ends_with("ended before it had answered"));
    }
}
