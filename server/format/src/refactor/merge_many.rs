//! Merges many games into one: each becomes a line of one tree, with a comment at its last move that says which game it is.

use scoresheet_chess::game_name::{self, game_name};
use scoresheet_chess::replay::{Setup, is_fen_tag, is_variant_tag};
use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{GameView, Parser, TokenKind, Tree};

use super::merge_games::{has_text_outside, is_same_start, merged};
use super::score::Score;
use super::site::apply;
use super::writer::{Piece, text};
use crate::formatted::Refusal;
use crate::games::format_game;
use crate::style::FormatOptions;

/// The tags that every game has (section 8.1.1), with what they say where games differ.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Why a game is left out.
const OTHER_START: &str = "the game does not start from the same position as the first one";

/// A game to be merged with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceGame {
    /// Its text: one game.
    pub text: String,
    /// Where it is, as the comment says it; may be empty.
    pub source: String,
}

/// Many games in one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergedGames {
    /// The text in export format.
    pub text: String,
    /// The number of games in it.
    pub games: usize,
    /// The games that are not in it by their indices, in order, and why.
    pub left_out: Vec<(usize, Refusal)>,
}

/// A part of the tree.
struct Part {
    text: String,
    /// The indices of the games that it has.
    games: Vec<usize>,
}

/// Merges games. The main line is that of the first one; other moves become variations in the order of the games. Tags stay that all
/// games have. Games that do not read cleanly, have no moves, start from another position than the first one that is merged, or have text beside
/// their moves that would be lost, are left out. Linear in the games, times the logarithm of their number.
pub fn merge_many(games: &[SourceGame]) -> MergedGames {
    let mut merged = MergedGames::default();
    let mut parts = Vec::new();
    let mut first: Option<Setup> = None;
    for (index, game) in games.iter().enumerate() {
        let leaf = with_game(&game.text, |view| {
            let text = leaf(view, &game.source)?;
            let setup = Setup::of(view);
            match is_same_start(first.as_ref().unwrap_or(&setup), &setup) {
                true => Ok((text, setup)),
                false => Err(Refusal { offset: 0, reason: OTHER_START.to_owned() }),
            }
        });
        match leaf {
            Err(refusal) => merged.left_out.push((index, refusal)),
            Ok((text, setup)) => {
                first.get_or_insert(setup);
                parts.push(Part { text, games: vec![index] });
            }
        }
    }
    let leaves: Vec<(usize, String)> = parts.iter().map(|part| (part.games[0], part.text.clone())).collect();
    // Pairs of parts of about the same size, so that no large part is read again for each game.
    while parts.len() > 1 {
        let mut joined = Vec::with_capacity(parts.len().div_ceil(2));
        let mut rest = parts.into_iter();
        while let Some(mut part) = rest.next() {
            if let Some(other) = rest.next() {
                join(&mut part, other, &leaves, &mut merged.left_out);
            }
            joined.push(part);
        }
        parts = joined;
    }
    merged.left_out.sort_by_key(|(index, _)| *index);
    let Some(Part { text, games: in_tree }) = parts.pop() else { return merged };
    merged.games = in_tree.len();
    let tags = common_tags(games, &in_tree);
    let whole = format!("{tags}\n{}", movetext(&text));
    let mut tree = Tree::default();
    Parser::new(&whole).next_game(&mut tree);
    // What does not read is written as it is.
    let _ = format_game(GameView { text: &whole, tree: &tree }, FormatOptions::default(), &mut merged.text);
    merged.text.truncate(merged.text.trim_end().len());
    merged.text.push('\n');
    merged
}

/// Adds the games of a part to another one.
fn join(part: &mut Part, other: Part, leaves: &[(usize, String)], left_out: &mut Vec<(usize, Refusal)>) {
    if let Ok(text) = pair(&part.text, &other.text) {
        part.text = text;
        part.games.extend(other.games);
        return;
    }
    // Which of the games is the obstacle shows when they are added one by one.
    for index in other.games {
        let Ok(leaf) = leaves.binary_search_by_key(&index, |(index, _)| *index) else { continue };
        match pair(&part.text, &leaves[leaf].1) {
            Ok(text) => {
                part.text = text;
                part.games.push(index);
            }
            Err(refusal) => left_out.push((index, refusal)),
        }
    }
}

fn pair(one: &str, other: &str) -> Result<String, Refusal> {
    with_game(one, |here| {
        with_game(other, |below| {
            let edits = merged(&Score::of(here), &Score::of(below), None)?;
            Ok(apply(one, &edits))
        })
    })
}

/// The game with the tags of its start position, its movetext, and at its last move the comment that says which game it is.
fn leaf(game: GameView, source: &str) -> Result<String, Refusal> {
    let score = Score::of(game);
    score.check(0..score.tokens.len())?;
    let refuse = |reason: &str| Err(Refusal { offset: 0, reason: reason.to_owned() });
    if has_text_outside(game, &score) {
        return refuse("text, an escape line or a comment before or after the game would be lost");
    }
    let last = score.places(0, 0).filter(|place| score.is_move(*place)).last();
    let Some(last) = last else { return refuse("there are no moves in the game") };
    let tags = game.tags();
    let is_of_start = |tag: &&Tag| is_fen_tag(tag.name) || tag.name == "SetUp" || is_variant_tag(tag.name);
    let start: String =
        tags.iter().filter(is_of_start).map(|tag| format!("{}\n", &game.text[tag.range.clone()])).collect();
    let marker = (score.end < score.tokens.len()).then(|| score.text(score.end));
    let head = score.block(score.lead(last)).head.end;
    let pieces = [
        Piece::Tokens(&score, 0..head),
        Piece::More(TokenKind::BraceComment, comment(&tags, marker, source)),
        Piece::Tokens(&score, head..score.end),
        Piece::More(TokenKind::Termination, "*".to_owned()),
    ];
    Ok(format!("{start}\n{}\n", text(&score, &pieces)))
}

/// Players, result, event and date as far as they are known, and where the game is.
fn comment(tags: &[Tag], marker: Option<&str>, source: &str) -> String {
    let marker = marker.filter(|marker| *marker != "*");
    let name = match game_name::players(tags) {
        Some(_) => game_name(0, tags, marker),
        None => marker.unwrap_or("").to_owned(),
    };
    let date = game_name::value(tags, "Date").filter(|date| date != "????.??.??");
    let known = [Some(name), game_name::value(tags, "Event"), date].into_iter().flatten();
    let words: Vec<String> = known.filter(|word| !word.is_empty()).collect();
    let mut comment = words.join(", ");
    if !source.is_empty() {
        comment += &if comment.is_empty() { source.to_owned() } else { format!(" ({source})") };
    }
    format!("{{{}}}", comment.replace('}', ")").replace('{', "("))
}

/// The tag pairs that all games have with the same value, and those of the roster.
fn common_tags(games: &[SourceGame], indices: &[usize]) -> String {
    let mut common: Option<Vec<(String, String)>> = None;
    for index in indices {
        let tags: Vec<(String, String)> = with_game(&games[*index].text, |game| {
            game.tags().iter().map(|tag| (tag.name.to_owned(), tag.value().into_owned())).collect()
        });
        match &mut common {
            None => common = Some(tags),
            Some(common) => common.retain(|tag| tags.contains(tag)),
        }
    }
    let mut common = common.unwrap_or_default();
    let mut section = String::new();
    let mut add = |name: &str, value: &str| {
        section += &format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""));
    };
    for (name, unknown) in ROSTER {
        let known = common.iter().position(|tag| tag.0 == name).map(|index| common.remove(index).1);
        // A tree of games has no result: each game has its own.
        add(name, known.as_deref().filter(|_| name != "Result").unwrap_or(unknown));
    }
    common.iter().filter(|(name, _)| name != "PlyCount").for_each(|(name, value)| add(name, value));
    section
}

/// The text after the tag pairs.
fn movetext(text: &str) -> &str {
    with_game(text, |game| {
        let end = game.tags().last().map_or(0, |tag| tag.range.end);
        &text[end..]
    })
}

fn with_game<T>(text: &str, work: impl FnOnce(GameView) -> T) -> T {
    let mut tree = Tree::default();
    let range = Parser::new(text).next_game(&mut tree).unwrap_or(0..0);
    work(GameView { text: &text[range], tree: &tree })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: &str, moves: &str) -> SourceGame {
        let text = format!("[Event \"Cup\"]\n[White \"{white}\"]\n[Black \"Z\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n");
        SourceGame { text, source: format!("{white}.pgn:1") }
    }

    fn movetext_of(games: &[SourceGame]) -> String {
        let merged = merge_many(games);
        assert_eq!((merged.games, merged.left_out), (games.len(), Vec::new()));
        merged.text.split("\n\n").nth(1).unwrap().trim().replace('\n', " ")
    }

    #[test]
    fn each_game_is_a_line_with_its_source() {
        let games = [
            game("A", "1. e4 e5"),
            game("B", "1. e4 c5 $1 {Sicilian} 2. Nf3"),
            game("C", "1. d4"),
            game("D", "1. e4 e5 2. Nf3"),
        ];
        assert_eq!(
            movetext_of(&games),
            "1. e4 (1. d4 { C – Z, 1-0, Cup (C.pgn:1) }) 1... e5 { A – Z, 1-0, Cup (A.pgn:1) } (1... c5 $1 { Sicilian } 2. Nf3 \
             { B – Z, 1-0, Cup (B.pgn:1) }) 2. Nf3 { D – Z, 1-0, Cup (D.pgn:1) } *"
        );
        let merged = merge_many(&games);
        assert!(merged.text.starts_with("[Event \"Cup\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"Z\"]\n[Result \"*\"]\n"));
    }

    #[test]
    fn lines_that_continue_after_the_same_last_move_are_all_kept() {
        let games = [game("A", "1. d4"), game("B", "1. e4 (1. d4 d5) (1. d4 Nf6 2. c4) (1. d4 d5 2. c4) 1... e5")];
        let text = movetext_of(&games);
        assert_eq!(
            text,
            "1. d4 { A – Z, 1-0, Cup (A.pgn:1) } (1. e4 e5 { B – Z, 1-0, Cup (B.pgn:1) }) 1... d5 (1... Nf6 2. c4) (1... d5 2. c4) *"
        );
    }

    #[test]
    fn what_cannot_be_merged_is_left_out() {
        let mut games = vec![game("A", "1. e4"), game("B", "1. e5"), game("C", ""), game("D", "1. d4")];
        let merged = merge_many(&games);
        assert_eq!(
            (merged.games, merged.left_out.iter().map(|(index, _)| *index).collect::<Vec<_>>()),
            (2, vec![1, 2])
        );
        let with_fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n";
        games.push(SourceGame { text: with_fen.to_owned(), source: String::new() });
        let merged = merge_many(&games);
        assert_eq!((merged.games, &merged.left_out[2].1.reason[..]), (2, OTHER_START));
        assert!(merge_many(&games[4..]).text.contains("4k3/8"));
    }
}
