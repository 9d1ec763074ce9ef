//! Conversions of records: lists of FEN records to EPD and back, games to all their positions, problems to games.

use std::collections::{BTreeMap, BTreeSet};

use scoresheet_grammar::ast::escape;
use scoresheet_grammar::epd::{Line, lines};
use scoresheet_grammar::{Event, GameView, NodeKind, Parser, TokenKind, Tree};
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Position};

use super::format::{Counters, write_record};
use super::problem::{is_in_game, problem_game, problem_record};
use crate::formatted::{Refusal, RefusedGame};
use scoresheet_chess::board;
use scoresheet_chess::epd::position::RecordKind;
use scoresheet_chess::epd::steps::clocks;
use scoresheet_chess::epd::view::RecordView;
use scoresheet_chess::game_identity::is_unknown;
use scoresheet_chess::reach::reach;
use scoresheet_chess::replay::{Outcome, Replay, Step};

/// So many names of lost tags and operations are kept.
const MOST_LOST_NAMES: usize = 50;

/// A converted text, with what it lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// The new text; its lines end with a line feed.
    pub text: String,
    /// The skipped records or games that do not read cleanly, 1-based.
    pub refused: Vec<RefusedGame>,
    /// The number of records or games.
    pub count: usize,
    /// The count of each kind of lost content, by a singular noun.
    pub lost: BTreeMap<&'static str, usize>,
    /// The names of the lost tags and operations.
    pub lost_names: BTreeSet<String>,
}

impl Converted {
    /// Appends the result of the next piece of the text, which begins at byte `start`.
    pub fn append(&mut self, other: Converted, start: usize) {
        let before = self.count;
        self.text.push_str(&other.text);
        self.count += other.count;
        let moved = |refused: RefusedGame| RefusedGame {
            game: refused.game + before,
            offset: refused.offset + start,
            ..refused
        };
        self.refused.extend(other.refused.into_iter().map(moved));
        other.lost.into_iter().for_each(|(noun, count)| self.lose(noun, count));
        other.lost_names.iter().for_each(|name| self.name_lost(name));
    }

    /// A text may have any number of names; the first ones tell enough.
    fn name_lost(&mut self, name: &str) {
        if self.lost_names.len() < MOST_LOST_NAMES && !self.lost_names.contains(name) {
            self.lost_names.insert(name.to_owned());
        }
    }

    fn lose(&mut self, noun: &'static str, count: usize) {
        if count > 0 {
            *self.lost.entry(noun).or_default() += count;
        }
    }
}

/// Converts a list of FEN records to EPD: the halfmove clock and move number become `hmvc` and `fmvn`. Empty lines and
/// remarks stay. Linear in the text.
pub fn fen_to_epd(text: &str) -> Converted {
    each_line(text, RecordKind::default(), |view, _| write_record(view, Counters::Operations))
}

/// Converts EPD to a list of FEN records: `hmvc` and `fmvn` become the halfmove clock and move number, which default to
/// 0 and 1. All other operations are lost. Linear in the text.
pub fn epd_to_fen(text: &str, kind: RecordKind) -> Converted {
    each_line(text, kind, |view, lost: &mut Converted| {
        let is_clock = |opcode: &str| matches!(opcode, "hmvc" | "fmvn");
        for operation in view.record.operations.iter().filter(|operation| !is_clock(view.opcode(operation))) {
            lost.lose("operation", 1);
            lost.name_lost(view.opcode(operation));
        }
        let position = Line::read(view.text(view.record.range.start..view.record.end_of_fields()));
        let Line::Record(record) = position else {
            return Err(Refusal { offset: view.record.range.start, reason: "There are no fields".to_owned() });
        };
        let start = view.record.range.start;
        let fields = RecordView::new(&view.line[start..view.record.end_of_fields()], record, kind);
        let written = write_record(&fields, Counters::Keep)
            .map_err(|refusal| Refusal { offset: refusal.offset + start, ..refusal })?;
        let without_clocks = written.split(' ').filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit()));
        let (halfmove, fullmove) = clocks(view);
        let words: Vec<String> = without_clocks.map(str::to_owned).chain([halfmove, fullmove]).collect();
        Ok(words.join(" "))
    })
}

/// Converts the main lines of all games of a text to their positions, as in [`game_to_epd`]. Text between games is
/// lost. Linear in the text.
///
/// The pieces from [`scoresheet_grammar::split`] can be converted separately and joined with [`Converted::append`].
pub fn games_to_epd(text: &str) -> Converted {
    games_to_records(text, true)
}

/// Converts the main lines of all games of a text to their positions, one FEN a line. What [`games_to_epd`] says of openings and comments is lost.
/// Linear in the text.
pub fn games_to_fen(text: &str) -> Converted {
    let epd = games_to_records(text, false);
    // The numbers that keep the records apart are no loss.
    Converted { text: epd_to_fen(&epd.text, RecordKind::default()).text, ..epd }
}

/// The records of games; `has_operations` if what is said of positions is kept.
fn games_to_records(text: &str, has_operations: bool) -> Converted {
    let mut converted = Converted::default();
    let mut parser = Parser::new(text);
    let mut tree = Tree::default();
    while let Some(range) = parser.next_game(&mut tree) {
        let game = GameView { text: &text[range.clone()], tree: &tree };
        let has_moves = tree.events().any(|(event, _)| event == Event::Token(TokenKind::San));
        if !has_moves && game.tags().is_empty() {
            continue;
        }
        converted.count += 1;
        if let Some(problem) = has_operations.then(|| problem_record(game)).flatten() {
            converted.text.push_str(&problem.record);
            let kept = Kept { comments: problem.comments, variations: problem.variations, has_event: true };
            lose_of_game(game, Some(kept), &mut converted);
            continue;
        }
        match records_of_game(game) {
            Ok((epd, comments)) => {
                converted.text.push_str(&epd);
                let kept = Kept { comments, variations: 0, has_event: false };
                lose_of_game(game, has_operations.then_some(kept), &mut converted);
            }
            Err(Refusal { offset, reason }) => {
                let offset = range.start + offset;
                converted.refused.push(RefusedGame { game: converted.count, offset, reason });
            }
        }
    }
    converted
}

/// The opcodes of tags about the opening (sections 9.3 and 9.4).
pub(super) const OPENING_TAGS: [(&str, &str); 5] =
    [("eco", "ECO"), ("nic", "NIC"), ("v0", "Opening"), ("v1", "Variation"), ("v2", "SubVariation")];

/// The comments that a record has a place for (section 16.2.5.5).
pub(super) const COMMENTS: [&str; 10] = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];

/// What records have of a game besides its moves and players.
#[derive(Clone, Copy)]
struct Kept {
    comments: usize,
    variations: usize,
    has_event: bool,
}

/// Counts the content that records leave out which have so much of a game; all but the moves without `kept`. Tags that say nothing are no loss.
fn lose_of_game(game: GameView, kept: Option<Kept>, converted: &mut Converted) {
    let is_of_opening = |name: &str| kept.is_some() && OPENING_TAGS.iter().any(|(_, tag)| *tag == name);
    let has_event = kept.is_some_and(|kept| kept.has_event);
    let is_kept = |name: &str| {
        matches!(name, "White" | "Black" | "FEN" | "SetUp") || name == "Event" && has_event || is_of_opening(name)
    };
    for tag in game.tags().iter().filter(|tag| !is_kept(tag.name)) {
        let value = tag.value();
        if !is_unknown(&value) && value != "*" {
            converted.lose("tag pair", 1);
            converted.name_lost(tag.name);
        }
    }
    let (mut comments, mut variations) = (0_usize, 0_usize);
    let mut depth = 0_usize;
    for (event, _) in game.tree.events() {
        match event {
            Event::Enter(NodeKind::Variation) => {
                variations += usize::from(depth == 0);
                depth += 1;
            }
            Event::Leave(NodeKind::Variation) => depth -= 1,
            Event::Token(kind) if depth == 0 && kind.is_comment() => comments += 1,
            Event::Token(kind) if depth == 0 && kind.is_annotation() => converted.lose("annotation", 1),
            _ => {}
        }
    }
    converted.lose("comment", comments.saturating_sub(kept.map_or(0, |kept| kept.comments)));
    converted.lose("variation", variations.saturating_sub(kept.map_or(0, |kept| kept.variations)));
}

/// Converts every position of a game's main line to an EPD record, one per line: `sm` is the move played, `id` names
/// the players and the move, `c0` and the following ones are the comments after the move before. The first record has what the tags say of the
/// opening: `eco`, `nic`, `v0`, `v1` and `v2`. By the standard names and comments hold until another record changes them, so `c0` without a
/// text follows a comment. Linear in the game.
///
/// # Errors
/// A move of the main line that is not one legal move, or an unknown start position.
pub fn game_to_epd(game: GameView) -> Result<String, Refusal> {
    records_of_game(game).map(|(records, _)| records)
}

/// The records of a game, and how many of its comments they have.
fn records_of_game(game: GameView) -> Result<(String, usize), Refusal> {
    let players = players(game);
    let mut replay = Replay::new(game);
    let Some(mut before) = replay.position().cloned() else {
        return Err(Refusal { offset: 0, reason: "The position that the game starts from is not known".to_owned() });
    };
    let mut epd = String::new();
    let mut kept = 0;
    let mut operations: Vec<(&str, String)> = OPENING_TAGS
        .iter()
        .filter_map(|(opcode, name)| Some((*opcode, quoted(&game.tag(name).filter(|value| !is_unknown(value))?))))
        .collect();
    let mut comments: Vec<String> = Vec::new();
    let mut had_comment = false;
    let mut write =
        |position: &VariantPosition, own: [Option<(&'static str, String)>; 2], comments: &mut Vec<String>| {
            if comments.is_empty() && had_comment {
                operations.push((COMMENTS[0], String::new()));
            }
            had_comment = !comments.is_empty();
            kept += comments.len().min(COMMENTS.len());
            operations.extend(COMMENTS.into_iter().zip(comments.drain(..).map(|comment| quoted(&comment))));
            operations.extend(own.into_iter().flatten());
            let borrowed: Vec<(&str, &str)> =
                operations.iter().map(|(opcode, operand)| (*opcode, operand.as_str())).collect();
            epd.push_str(&record_of(position, &borrowed));
            operations.clear();
        };
    while let Some((step, range)) = replay.advance() {
        if replay.depth() > 0 || !replay.is_in_movetext() {
            continue;
        }
        match step {
            Step::Token(kind) if kind.is_comment() => comments.extend(comment_text(&game.text[range])),
            Step::Move => {
                let ply = replay.ply();
                let Outcome::Played { action, .. } = ply.outcome else {
                    let reason = format!("{} is not one legal move", &game.text[range.clone()]);
                    return Err(Refusal { offset: range.start, reason });
                };
                let san = SanPlus::from_move(before.clone(), action).to_string();
                let id = format!("\"{players}, {}{}\"", ply.number, ply.turn.fold_wb(".", "..."));
                write(&before, [Some(("id", id)), Some(("sm", san))], &mut comments);
                before.play_unchecked(action);
            }
            _ => {}
        }
    }
    write(&before, [Some(("id", format!("\"{players}, end\""))), None], &mut comments);
    Ok((epd, kept))
}

/// A text as a string operand.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", escape(text))
}

/// The text of a comment on one line; `None` if there is none.
pub(super) fn comment_text(token: &str) -> Option<String> {
    let inner = token
        .strip_prefix('{')
        .map_or_else(|| token.strip_prefix(';').unwrap_or(token), |inner| inner.strip_suffix('}').unwrap_or(inner));
    let text = inner.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// Returns the position at byte `offset` of a game, after the move there, as a record; its `id` names the players and
/// the next move. `None` if the position is unknown. Linear in the game up to there.
pub fn record_at_move(game: GameView, offset: usize) -> Option<String> {
    let events = game.tree.events().take_while(|(_, range)| range.start <= offset).count();
    let replay = reach(game, events).replay;
    let position = replay.position().filter(|_| !replay.is_guessed())?;
    let id = format!("\"{}, {}{}\"", players(game), replay.number(), replay.turn().fold_wb(".", "..."));
    Some(record_of(position, &[("id", &id)]))
}

/// Names the players.
fn players(game: GameView) -> String {
    let tags = game.tags();
    let value = |name: &str| tags.iter().find(|tag| tag.name == name).map(|tag| tag.value().replace('"', "'"));
    match (value("White"), value("Black")) {
        (Some(white), Some(black)) => format!("{white} - {black}"),
        _ => "Game".to_owned(),
    }
}

/// Converts problems to games: SetUp and FEN tags, the `id` as Event, the solution as movetext. The solution is `pv`,
/// or else the first move of `bm` with the others as variations; comments (`c0` to `c9`) and moves to avoid precede it.
/// Remarks, empty lines and other operations are lost. Linear in the text.
pub fn epd_to_games(text: &str, kind: RecordKind) -> Converted {
    let mut games = String::new();
    let mut converted = each_line(text, kind, |view, lost: &mut Converted| {
        games.push_str(&problem_game(view)?);
        for operation in view.record.operations.iter().filter(|operation| !is_in_game(view, operation)) {
            lost.lose("operation", 1);
            lost.name_lost(view.opcode(operation));
        }
        let moves = ["pv", "bm", "am"].into_iter().flat_map(|opcode| view.moves_named(opcode));
        lost.lose("unplayable move", moves.filter(|operand| operand.san().is_none()).count());
        Ok(String::new())
    });
    let remarks = lines(text).filter(|line| matches!(Line::read(&text[line.clone()]), Line::Comment(_)));
    converted.lose("remark", remarks.count());
    Converted { text: games, ..converted }
}

/// Returns a position as a record with a line feed: with its clocks as `fmvn` and `hmvc` and other operations, in ASCII order. An operation without an
/// operand has an empty one.
pub fn record_of(position: &VariantPosition, operations: &[(&str, &str)]) -> String {
    let fen = board::fen(position);
    let words: Vec<&str> = fen.split(' ').collect();
    let (fields, clocks) = words.split_at(words.len().saturating_sub(2));
    let [halfmove, fullmove] = clocks else { return String::new() };
    let [placement, turn, rights, square] = fields else { return String::new() };
    // In a record, only the files of its rooks mark a game of Chess960.
    let rights = rook_files(position).unwrap_or_else(|| (*rights).to_owned());
    let mut all = vec![("fmvn", *fullmove), ("hmvc", *halfmove)];
    all.extend_from_slice(operations);
    all.sort_by_key(|(opcode, _)| *opcode);
    let written = all.iter().map(|(opcode, operand)| match *operand {
        "" => format!(" {opcode};"),
        operand => format!(" {opcode} {operand};"),
    });
    format!("{placement} {turn} {rights} {square}{}\n", written.collect::<String>())
}

/// Returns the castling rights of a Chess960 position by the files of the rooks, as in Shredder-FEN; `None` if there
/// are none.
fn rook_files(position: &VariantPosition) -> Option<String> {
    let castles = position.castles();
    let rooks = castles.castling_rights();
    if castles.mode().is_standard() || rooks.is_empty() {
        return None;
    }
    let of_side = |color: Color| {
        let files = (rooks & color.backrank()).into_iter().rev().map(|rook| rook.file().char());
        files.map(|file| color.fold_wb(file.to_ascii_uppercase(), file)).collect::<String>()
    };
    Some(of_side(Color::White) + &of_side(Color::Black))
}

/// Converts record by record; `convert` adds lost content to its second argument.
fn each_line(
    text: &str,
    kind: RecordKind,
    mut convert: impl FnMut(&RecordView, &mut Converted) -> Result<String, Refusal>,
) -> Converted {
    let mut converted = Converted::default();
    for range in lines(text) {
        let line = &text[range.clone()];
        let written = match Line::read(line) {
            Line::Blank => Ok(String::new()),
            Line::Comment(remark) => Ok(line[remark].to_owned()),
            Line::Record(record) => {
                converted.count += 1;
                convert(&RecordView::new(line, record, kind), &mut converted)
            }
        };
        match written {
            Ok(written) => converted.text.push_str(&format!("{written}\n")),
            Err(Refusal { offset, reason }) => {
                let (game, offset) = (converted.count, range.start + offset);
                converted.refused.push(RefusedGame { game, offset, reason });
            }
        }
    }
    converted
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::Database;

    use super::*;

    #[test]
    fn fen_and_epd_become_each_other() {
        let fen =
            "# a\n4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\n\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n";
        let epd = fen_to_epd(fen);
        assert_eq!(
            epd.text,
            "# a\n4k3/8/8/8/8/8/4P3/4K3 w - - fmvn 39; hmvc 5;\n\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 fmvn 1; hmvc 0;\n"
        );
        let back = epd_to_fen(&epd.text, RecordKind::default());
        assert_eq!((back.text.as_str(), back.lost.len()), (fen, 0));
        let four = epd_to_fen("  4k3/8/8/8/8/8/4P3/4K3 w - - - bm e4; id 1;", RecordKind::default());
        assert_eq!(four.text, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n");
        assert_eq!(four.lost, BTreeMap::from([("operation", 2)]));
        assert_eq!(epd_to_fen("x\n4k3/8/8/8/8/8/4P3/4K3 w - -", RecordKind::default()).refused.len(), 1);
    }

    #[test]
    fn every_position_of_a_game_is_a_record() {
        let database = Database::parse("[White \"A\"]\n[Black \"B\"]\n\n1. e4 (1. d4 d5) 1... c5 2. Nf3 *\n");
        let epd = game_to_epd(database.view(0).unwrap()).unwrap();
        let lines: Vec<&str> = epd.lines().collect();
        // The examples of section 16.1.4.
        assert_eq!(
            lines,
            [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - fmvn 1; hmvc 0; id \"A - B, 1.\"; sm e4;",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 fmvn 1; hmvc 0; id \"A - B, 1...\"; sm c5;",
                "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 fmvn 2; hmvc 0; id \"A - B, 2.\"; sm Nf3;",
                "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - fmvn 2; hmvc 1; id \"A - B, end\";",
            ]
        );
        let broken = Database::parse("1. e4 e5 2. Ke3 *\n");
        assert_eq!(game_to_epd(broken.view(0).unwrap()).unwrap_err().offset, 12);
    }

    #[test]
    fn openings_and_comments_have_opcodes() {
        let tags = "[ECO \"B20\"]\n[NIC \"SI.1\"]\n[Opening \"Sicilian \\\"defence\\\"\"]\n[Variation \"x\"]\n[SubVariation \"?\"]\n";
        let text =
            format!("{tags}\n{{ start }} 1. e4 {{ a; \"b\" }} (1. d4 {{ no }}) {{ c\nd }} c5 $1 ; line\n2. Nf3 *\n");
        let converted = games_to_epd(&text);
        let operations: Vec<&str> = converted.text.lines().filter_map(|line| line.splitn(5, ' ').nth(4)).collect();
        assert_eq!(
            operations,
            [
                "c0 \"start\"; eco \"B20\"; fmvn 1; hmvc 0; id \"Game, 1.\"; nic \"SI.1\"; sm e4; v0 \"Sicilian \\\"defence\\\"\"; v1 \"x\";",
                "c0 \"a; \\\"b\\\"\"; c1 \"c d\"; fmvn 1; hmvc 0; id \"Game, 1...\"; sm c5;",
                "c0 \"line\"; fmvn 2; hmvc 0; id \"Game, 2.\"; sm Nf3;",
                "c0; fmvn 2; hmvc 1; id \"Game, end\";",
            ]
        );
        assert_eq!(converted.lost, BTreeMap::from([("annotation", 1), ("variation", 1)]));
        let back = epd_to_games(&converted.text, RecordKind::default());
        for tag in tags.lines().filter(|tag| !tag.starts_with("[Sub")) {
            assert!(back.text.contains(tag), "{tag} {}", back.text);
        }
        assert!(back.text.contains("{ a; \"b\" } { c d }"), "{}", back.text);
        // The moves that were supplied: a problem has no place for them.
        assert_eq!(back.lost, BTreeMap::from([("operation", 3)]));
        let many = format!("1. e4 {} *", "{ x } ".repeat(12));
        assert_eq!(games_to_epd(&many).lost, BTreeMap::from([("comment", 2)]));
        let lost = BTreeMap::from([("annotation", 1), ("comment", 4), ("tag pair", 4), ("variation", 1)]);
        let fen = games_to_fen(&text);
        assert_eq!(fen.lost, lost);
        assert_eq!(fen.lost_names.into_iter().collect::<Vec<_>>(), ["ECO", "NIC", "Opening", "Variation"]);
    }

    #[test]
    fn castling_in_chess960_goes_by_the_files_of_the_rooks() {
        let fen = "1rk1r3/8/8/8/8/8/8/1RK1R3 w KQkq - 0 1";
        let text = format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. O-O-O *\n");
        let record = record_at_move(Database::parse(&text).view(0).unwrap(), 0).unwrap();
        assert!(record.starts_with("1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - "), "{record}");
    }

    #[test]
    fn a_place_in_a_game_is_a_record() {
        let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 (1. d4 d5) 1... c5 2. Ke3 *\n";
        let database = Database::parse(text);
        let record =
            |needle: &str| record_at_move(database.view(0).unwrap(), text.find(needle).unwrap()).unwrap_or_default();
        let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 fmvn 1; hmvc 0; id \"A - B, 1...\";\n";
        assert_eq!(record("4 ("), e4);
        assert_eq!(record("1... c5"), e4);
        assert!(record("d5").starts_with("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq d6 fmvn 2;"));
        assert!(record("[White").starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - fmvn 1;"));
        assert_eq!(record("Ke3"), "");
    }

    #[test]
    fn what_is_lost_is_counted() {
        let games =
            "[Event \"A\"]\n\n1. e4! {x} (1. d4 {y} (1. c4)) *\n\n[Event \"B\"]\n\n1. Ke2 *\n\n[Event \"C\"]\n\n*\n";
        let mut converted = games_to_epd(games);
        let lost = [("annotation", 1), ("tag pair", 2), ("variation", 1)];
        assert_eq!(converted.lost, BTreeMap::from(lost));
        assert_eq!((converted.count, converted.text.lines().count()), (3, 3));
        converted.append(games_to_epd("1. Ke2 *\n"), games.len());
        let refused: Vec<_> = converted.refused.iter().map(|refused| (refused.game, refused.offset)).collect();
        assert_eq!(refused, [(2, games.find("Ke2").unwrap()), (4, games.len() + 3)]);
        assert_eq!(games_to_epd("% a\n\n"), Converted::default());
        let records = "# a\n4k3/8/8/8/8/8/4P3/4K3 w - - acn 5; bm e4 Ke4; c0 \"a\"; ce 5; cc;\n";
        let lost = epd_to_games(records, RecordKind::default()).lost;
        assert_eq!(lost, BTreeMap::from([("operation", 3), ("remark", 1), ("unplayable move", 1)]));
    }

    #[test]
    fn problems_become_games() {
        let text = "4k3/8/8/8/8/8/4P3/4K3 b - - am Kf8; bm Kd7 Ke7; c0 \"a \\\"b\\\" {c}\"; fmvn 7; id \"P.1\";\n\nx\n";
        let games = epd_to_games(text, RecordKind::default());
        assert_eq!(games.refused.len(), 1);
        assert!(games.text.starts_with("[Event \"P.1\"]\n[Site \"?\"]\n"), "{}", games.text);
        let expected = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[SetUp \"1\"]\n\n\
                        { Avoid Kf8 } { a \"b\" 'c' } 7... Kd7 (7... Ke7) *\n\n";
        assert!(games.text.ends_with(expected), "{}", games.text);
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - dm 9; pv e2e4 Kd7;";
        let game = epd_to_games(line, RecordKind::default()).text;
        assert!(game.ends_with("{ Mate in 9 } 1. e4 Kd7 *\n\n"), "{game}");
    }
}
