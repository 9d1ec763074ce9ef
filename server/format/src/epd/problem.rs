//! Problems as games, and games that were made from problems as records.

use scoresheet_grammar::ast::{escape, unescape};
use scoresheet_grammar::epd::Operation;
use scoresheet_grammar::{GameView, NodeKind};
use shakmaty::Position;
use shakmaty::san::{San, SanPlus};
use shakmaty::variant::VariantPosition;

use super::convert::{COMMENTS, OPENING_TAGS, comment_text, quoted, record_of};
use crate::formatted::Refusal;
use crate::games::format_text;
use crate::style::FormatOptions;
use scoresheet_chess::board;
use scoresheet_chess::epd::moves::MoveOperand;
use scoresheet_chess::epd::steps::clocks;
use scoresheet_chess::epd::view::RecordView;
use scoresheet_chess::game_identity::is_unknown;
use scoresheet_chess::replay::{Outcome, Replay, Step, is_fen_tag};

/// What begins the comment for moves to avoid.
const AVOID: &str = "Avoid ";

/// What begins the comment for a mate in some moves.
const MATE: &str = "Mate in ";

/// A game as the record of one problem.
pub(super) struct Problem {
    pub(super) record: String,
    /// How many comments of the main line it has.
    pub(super) comments: usize,
    /// How many variations it has.
    pub(super) variations: usize,
}

/// Returns the game that starts from a record, in export format.
///
/// # Errors
/// A record without a position to play from.
pub fn problem_game(view: &RecordView) -> Result<String, Refusal> {
    let Some(position) = view.position() else {
        let reason = "There is no position to play from".to_owned();
        return Err(Refusal { offset: view.record.range.start, reason });
    };
    let (halfmove, fullmove) = clocks(view);
    let placed = board::fen(position);
    let fields = placed.split(' ').take(4).chain([halfmove.as_str(), fullmove.as_str()]).collect::<Vec<_>>().join(" ");
    let id = unescape(view.value("id").unwrap_or("?"));
    let mut game = format!(
        "[Event \"{}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n",
        escape(&id)
    );
    for (opcode, tag) in OPENING_TAGS {
        if let Some(value) = view.value(opcode).filter(|value| !value.is_empty()) {
            game.push_str(&format!("[{tag} \"{}\"]\n", escape(&unescape(value))));
        }
    }
    if let Some(variant) = view.variant_tag() {
        game.push_str(&format!("[Variant \"{variant}\"]\n"));
    }
    game.push_str(&format!("[FEN \"{fields}\"]\n[SetUp \"1\"]\n\n"));
    let number = format!("{fullmove}{} ", position.turn().fold_wb(".", "..."));
    for remark in remarks(view) {
        game.push_str(&format!("{{{}}} ", remark.replace(['{', '}'], "'")));
    }
    let line: Vec<&str> = view.moves_named("pv").iter().map_while(MoveOperand::san).collect();
    let best: Vec<&str> = view.moves_named("bm").iter().filter_map(MoveOperand::san).collect();
    if let Some(first) = line.first().or(best.first()) {
        game.push_str(&format!("{number}{first} "));
        for other in best.iter().filter(|other| *other != first) {
            game.push_str(&format!("({number}{other}) "));
        }
        line.iter().skip(1).for_each(|san| game.push_str(&format!("{san} ")));
    }
    game.push_str("*\n");
    Ok(format_text(&game, FormatOptions::default()).text)
}

/// Whether [`problem_game`] includes this operation.
pub(super) fn is_in_game(view: &RecordView, operation: &Operation) -> bool {
    let opcode = view.opcode(operation);
    let is_first = || view.operation(opcode).is_some_and(|first| first.range == operation.range);
    is_comment(opcode)
        || matches!(opcode, "id" | "pv" | "bm" | "am" | "dm" | "hmvc" | "fmvn" | "eco" | "nic" | "v0" | "v1" | "v2")
            && is_first()
}

/// Whether an opcode is `c0` to `c9`.
fn is_comment(opcode: &str) -> bool {
    matches!(opcode.as_bytes(), [b'c', digit] if digit.is_ascii_digit())
}

/// Returns the operands that become comments of the game.
fn remarks(view: &RecordView) -> Vec<String> {
    let mut remarks = Vec::new();
    for operation in &view.record.operations {
        let text = view.operands(operation).first().map(|operand| view.text(operand.inner()));
        match (view.opcode(operation), text) {
            ("am", Some(_)) => {
                let avoided: Vec<&str> = view.moves_named("am").iter().filter_map(MoveOperand::san).collect();
                remarks.push(format!("{AVOID}{}", avoided.join(", ")));
            }
            ("dm", Some(moves)) => remarks.push(format!("{MATE}{moves}")),
            (opcode, Some(text)) if is_comment(opcode) && !text.is_empty() => {
                remarks.push(unescape(text).into_owned());
            }
            _ => {}
        }
    }
    remarks
}

/// The record of a game that [`problem_game`] made, or one like it: from a position, by unknown players at an unknown place and time. `id` is the
/// Event, `bm` has the first move and the variations of one move beside it, `pv` the moves if there are several. `None` for other games, and if
/// there is an illegal move. Linear.
pub(super) fn problem_record(game: GameView) -> Option<Problem> {
    const UNKNOWN: [&str; 6] = ["Site", "Date", "Round", "White", "Black", "Result"];
    let value = |name: &str| game.tag(name).filter(|value| !is_unknown(value) && value != "*");
    if !game.tags().iter().any(|tag| is_fen_tag(tag.name)) || UNKNOWN.iter().any(|name| value(name).is_some()) {
        return None;
    }
    let mut replay = Replay::new(game);
    let start = replay.position()?.clone();
    let (mut position, mut line, mut best) = (start.clone(), Vec::new(), Vec::new());
    let (mut comments, mut variations) = (Vec::new(), 0);
    let is_before_moves =
        |replay: &Replay, line: &[String]| replay.depth() == 0 && replay.is_in_movetext() && line.is_empty();
    // The moves of the variation that the walk is in.
    let mut alternative: Vec<String> = Vec::new();
    while let Some((step, range)) = replay.advance() {
        match step {
            Step::Move => {
                let Outcome::Played { action, .. } = replay.ply().outcome else { return None };
                match replay.depth() {
                    0 => {
                        line.push(SanPlus::from_move(position.clone(), action).to_string());
                        position.play_unchecked(action);
                    }
                    1 if line.len() == 1 && alternative.is_empty() && start.is_legal(action) => {
                        alternative.push(SanPlus::from_move(start.clone(), action).to_string());
                    }
                    _ => alternative.push(String::new()),
                }
            }
            Step::Token(kind) if kind.is_comment() && is_before_moves(&replay, &line) => {
                comments.extend(comment_text(&game.text[range]));
            }
            Step::Leave(NodeKind::Variation) if replay.depth() == 0 => {
                if let [only] = &alternative[..]
                    && !only.is_empty()
                {
                    best.push(only.clone());
                    variations += 1;
                }
                alternative.clear();
            }
            _ => {}
        }
    }
    let mut operations: Vec<(&str, String)> = Vec::new();
    operations.extend(value("Event").map(|event| ("id", quoted(&event))));
    operations.extend(OPENING_TAGS.iter().filter_map(|(opcode, name)| Some((*opcode, quoted(&value(name)?)))));
    let mut texts = Vec::new();
    for comment in comments {
        match operation_of(&comment, &start) {
            Some(operation) => operations.push(operation),
            None => texts.push(comment),
        }
    }
    let known = operations.iter().filter(|(opcode, _)| matches!(*opcode, "am" | "dm")).count();
    let comments = known + texts.len().min(COMMENTS.len());
    operations.extend(COMMENTS.into_iter().zip(texts.iter().map(|text| quoted(text))));
    if let Some(first) = line.first() {
        best.insert(0, first.clone());
        operations.push(("bm", best.join(" ")));
    }
    if line.len() > 1 {
        operations.push(("pv", line.join(" ")));
    }
    let borrowed: Vec<(&str, &str)> = operations.iter().map(|(opcode, operand)| (*opcode, operand.as_str())).collect();
    Some(Problem { record: record_of(&start, &borrowed), comments, variations })
}

/// The operation that became a comment of a game.
fn operation_of(comment: &str, position: &VariantPosition) -> Option<(&'static str, String)> {
    if let Some(moves) = comment.strip_prefix(MATE) {
        let is_number = !moves.is_empty() && moves.bytes().all(|byte| byte.is_ascii_digit());
        return is_number.then(|| ("dm", moves.to_owned()));
    }
    let moves: Vec<&str> = comment.strip_prefix(AVOID)?.split(", ").collect();
    let is_legal = |san: &&str| {
        San::from_ascii(san.trim_end_matches(['+', '#']).as_bytes()).is_ok_and(|san| san.to_move(position).is_ok())
    };
    moves.iter().all(is_legal).then(|| ("am", moves.join(" ")))
}

#[cfg(test)]
mod tests {
    use scoresheet_chess::epd::position::RecordKind;

    use super::super::convert::{epd_to_games, games_to_epd, games_to_fen};

    #[test]
    fn problems_survive_as_games() {
        let records = [
            "4k3/8/8/8/8/8/4P3/4K3 b - - am Kf8; bm Kd7 Ke7; c0 \"a; \\\"b\\\"\"; fmvn 7; hmvc 0; id \"P \\\"1\\\"\";\n",
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; dm 9; eco \"A00\"; fmvn 1; hmvc 0; pv e4 Kd7;\n",
            "4k3/8/8/8/8/8/4P3/4K3 w - - fmvn 1; hmvc 0; id \"none\";\n",
        ];
        let games = epd_to_games(&records.concat(), RecordKind::default());
        let back = games_to_epd(&games.text);
        assert_eq!((back.text, back.lost.len()), (records.concat(), 0), "{}", games.text);
        assert_eq!(games_to_fen(&games.text).text.lines().count(), 6);
    }

    #[test]
    fn what_a_record_has_no_place_for_is_counted() {
        let game = "[Event \"P\"]\n[Annotator \"B\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n\
                    1. e4 {x} (1. e3) (1. Kd2 Kd7) Kd7 *\n";
        let converted = games_to_epd(game);
        assert_eq!(converted.text, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; fmvn 1; hmvc 0; id \"P\"; pv e4 Kd7;\n");
        let lost: Vec<(&str, usize)> = converted.lost.into_iter().collect();
        assert_eq!(lost, [("comment", 1), ("tag pair", 1), ("variation", 1)]);
        // Players make it a game.
        assert_eq!(games_to_epd(&format!("[White \"A\"]\n{game}")).text.lines().count(), 3);
    }
}
