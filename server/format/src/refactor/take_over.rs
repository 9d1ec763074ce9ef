//! Takes what a duplicate has more than a game into that game: its tags, comments, NAGs and variations.

use scoresheet_chess::game_identity::{GameIdentity, is_unknown};
use scoresheet_chess::names::PlayerName;
use scoresheet_chess::replay::{is_fen_tag, is_variant_tag};
use scoresheet_chess::results;
use scoresheet_grammar::ast::Tag;
use scoresheet_grammar::{GameView, Parser, Tree};

use super::contents;
use super::merge_games::{has_text_outside, have_same_start, merged};
use super::new_game::tag_pair;
use super::score::Score;
use super::site::apply;
use crate::edit::Edit;
use crate::formatted::Refusal;
use crate::tag_edits::{end_with_remarks, has_certain_tags};

/// A game after it took over what a duplicate has more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenOver {
    /// The text of the game.
    pub text: String,
    /// The names of the tags that it has now, or whose value was unknown, in the order of the duplicate.
    pub tags: Vec<String>,
    /// Whether its movetext has more than before.
    pub has_more_annotation: bool,
}

/// Takes the tags, comments, NAGs and variations of `duplicate` over that `kept` does not have. Where main lines differ, that of the
/// duplicate becomes a variation, or it continues the one of `kept`. Of tags that both have, those of `kept` stay, unless their value is
/// unknown. No tags are taken over from a game of other players, or one that its tags tell apart. Nothing else in `kept` changes. Linear in both games, but for moves with many alternatives.
///
/// # Errors
/// Why not all can be taken over: a game does not read cleanly, has text that would be lost, or starts from another position. The offset is
/// 0.
pub fn take_over(kept: &str, duplicate: &str) -> Result<TakenOver, Refusal> {
    with_game(duplicate, |below| {
        let (head, tags) = with_game(kept, |here| with_tags(here, below))?;
        let text = with_game(&head, |here| with_lines(here, below))?;
        let read = contents(&text);
        if (read.games, read.faults) != (1, contents(kept).faults) {
            return refuse("the new text would be read differently");
        }
        let has_more_annotation = text != head;
        Ok(TakenOver { text, tags, has_more_annotation })
    })
}

/// The game with the tags of the other one, and which these are.
fn with_tags(here: GameView, below: GameView) -> Result<(String, Vec<String>), Refusal> {
    if !has_certain_tags(here) || !has_certain_tags(below) {
        return refuse("it is not certain which tags are those of the game");
    }
    if !may_share_tags(here, below) {
        return Ok((here.text.to_owned(), Vec::new()));
    }
    let (tags, others) = (here.tags(), below.tags());
    let Some(last) = tags.last() else { return refuse("the game that stays has no tags") };
    let result = known_result(below).filter(|_| marker(here) == Some("*"));
    let line_end = Score::of(here).line_end();
    let (mut edits, mut added, mut names) = (Vec::new(), String::new(), Vec::new());
    for (index, other) in others.iter().enumerate() {
        let is_repeated = others[..index].iter().any(|tag| tag.name == other.name);
        let is_taken = match other.name {
            "Result" => result.is_some(),
            name => !is_of_moves(name) && !is_unknown(&other.value()),
        };
        if is_repeated || !is_taken {
            continue;
        }
        match tags.iter().find(|tag| tag.name == other.name) {
            None => added += &format!("{line_end}{}", tag_pair(other.name, &other.value())),
            Some(tag) if is_empty(tag) => {
                edits.push(Edit::replace(tag.range.clone(), &below.text[other.range.clone()]))
            }
            Some(_) => continue,
        }
        names.push(other.name.to_owned());
    }
    if !added.is_empty() {
        edits.push(Edit::insert(end_with_remarks(here, last), added));
    }
    edits.sort_by_key(|edit| edit.range.start);
    if names.iter().any(|name| name == "Result")
        && let Some(result) = result
    {
        let score = Score::of(here);
        edits.push(Edit::replace(score.tokens[score.end].range.clone(), result));
    }
    Ok((apply(here.text, &edits), names))
}

/// The game with the lines and annotations of the other one.
fn with_lines(here: GameView, below: GameView) -> Result<String, Refusal> {
    let (score, other) = (Score::of(here), Score::of(below));
    if has_text_outside(below, &other) {
        return refuse("text, an escape line or a comment before or after the game would be lost");
    }
    if !have_same_start(here, below) {
        return refuse("the two games do not start from the same position");
    }
    if other.first_move(0).is_none() {
        return if other.end == 0 { Ok(here.text.to_owned()) } else { refuse("there are no moves in the game") };
    }
    other.check(0..other.tokens.len())?;
    let of_kept = |refusal: Refusal| Refusal { reason: format!("the game that stays: {}", refusal.reason), ..refusal };
    score.check(0..score.tokens.len()).map_err(of_kept)?;
    Ok(apply(here.text, &merged(&score, &other, None)?))
}

/// Whether the tags of one game may be true of the other: both are known to be of the same players, or one says nothing of itself.
fn may_share_tags(one: GameView, other: GameView) -> bool {
    let value = |game: GameView, name: &str| game.tag(name).unwrap_or_default().into_owned();
    let says_nothing = |game: GameView| game.tags().iter().all(|tag| is_of_moves(tag.name) || is_empty(tag));
    if says_nothing(one) || says_nothing(other) {
        return true;
    }
    let sides = ["White", "Black"].map(|side| [one, other].map(|game| value(game, side)));
    let is_unknown_in_both = |names: &[String; 2]| names.iter().all(|name| is_unknown(name));
    let may_agree = |[name, other]: &[String; 2]| PlayerName::read(name).may_be(&PlayerName::read(other));
    let are_same = sides.iter().any(may_agree) && sides.iter().all(|side| is_unknown_in_both(side) || may_agree(side));
    let [identity, others] = [one, other].map(|game| GameIdentity::of(|name| value(game, name)));
    are_same && !identity.is_apart_from(&others)
}

/// Whether a tag says with which position and rules the game starts, or how long it is: the moves that stay decide that.
fn is_of_moves(name: &str) -> bool {
    is_fen_tag(name) || is_variant_tag(name) || matches!(name, "SetUp" | "PlyCount")
}

fn is_empty(tag: &Tag) -> bool {
    tag.is_quoted && (is_unknown(&tag.value()) || tag.name == "Result" && tag.value() == "*")
}

/// The result of a game whose tag and termination marker agree.
fn known_result(game: GameView) -> Option<&'static str> {
    let tags = game.tags();
    let stated = tags.iter().find(|tag| tag.name == "Result").and_then(|tag| results::canonical(&tag.value()));
    let marked = marker(game).and_then(results::canonical);
    stated.filter(|stated| *stated != "*" && marked == Some(stated))
}

/// The termination marker.
fn marker<'game>(game: GameView<'game>) -> Option<&'game str> {
    let score = Score::of(game);
    let token = score.tokens.get(score.end).filter(|token| token.kind.is_termination())?;
    Some(&game.text[token.range.clone()])
}

fn with_game<T>(text: &str, work: impl FnOnce(GameView) -> T) -> T {
    let mut tree = Tree::default();
    let range = Parser::new(text).next_game(&mut tree).unwrap_or(0..0);
    work(GameView { text: &text[range], tree: &tree })
}

fn refuse<T>(reason: &str) -> Result<T, Refusal> {
    Err(Refusal { offset: 0, reason: reason.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEPT: &str = "[Event \"?\"]\n[White \"Tal\"]\n[Result \"*\"]\n\n1. e4 {best} e5 2. Nf3  Nc6 *\n";

    fn taken(duplicate: &str) -> TakenOver {
        take_over(KEPT, duplicate).unwrap()
    }

    #[test]
    fn what_is_missing_is_taken_over_and_the_rest_stays() {
        let duplicate = "[Event \"Riga\"]\n[White \"Tal, M\"]\n[ECO \"C44\"]\n[Result \"1-0\"]\n\n\
                         1. e4 { best } e5 $2 (1... c5 {the Sicilian}) 2. Nf3 Nc6 {a knight} 1-0\n";
        let TakenOver { text, tags, has_more_annotation } = taken(duplicate);
        assert_eq!(
            text,
            "[Event \"Riga\"]\n[White \"Tal\"]\n[Result \"1-0\"]\n[ECO \"C44\"]\n\n\
             1. e4 {best} e5 $2 (1... c5 {the Sicilian}) 2. Nf3  Nc6 {a knight} 1-0\n"
        );
        assert_eq!((tags.join(","), has_more_annotation), ("Event,ECO,Result".to_owned(), true));
        let again = take_over(&text, duplicate).unwrap();
        assert_eq!(again, TakenOver { text, tags: Vec::new(), has_more_annotation: false });
    }

    #[test]
    fn tags_of_other_players_are_not_taken_over() {
        let duplicate = |players: &str| {
            let moves = "1. e4 {best} e5 2. Nf3 Nc6 {a knight} 1-0";
            taken(&format!("{players}[WhiteElo \"2600\"]\n[Result \"1-0\"]\n\n{moves}\n"))
        };
        for players in ["[White \"Nunn\"]\n", "[White \"Tal\"]\n[Black \"Salov\"]\n", "[White \"?\"]\n"] {
            let TakenOver { text, tags, has_more_annotation } = duplicate(players);
            assert_eq!((tags, has_more_annotation), (Vec::new(), true), "{players}");
            assert_eq!(text, KEPT.replace("Nc6", "Nc6 {a knight}"));
        }
        assert_eq!(duplicate("[White \"Tal, M\"]\n").tags.join(","), "WhiteElo,Result");
        let unknown = KEPT.replace("Tal", "?");
        let all = take_over(&unknown, "[White \"Nunn\"]\n[Black \"Salov\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n").unwrap();
        assert_eq!(all.tags.join(","), "White,Black");
    }

    #[test]
    fn a_comment_in_other_lines_is_the_same() {
        assert!(!taken("[White \"T\"]\n\n1. e4 {best\n} e5 2. Nf3 Nc6 *\n").has_more_annotation);
        assert!(taken("[White \"T\"]\n\n1. e4 {bad} e5 2. Nf3 Nc6 *\n").text.contains("{best} {bad} "));
    }

    #[test]
    fn a_comment_before_the_first_move_stays_there() {
        let text = |kept: &str, duplicate: &str| {
            let game = |moves: &str| format!("[White \"T\"]\n\n{moves} *\n");
            take_over(&game(kept), &game(duplicate)).unwrap().text.split_once("\n\n").unwrap().1.to_owned()
        };
        assert_eq!(text("1. e4 $2 e5", "{intro} 1. e4 $1 {x} e5"), "{intro} 1. e4 $2 $1 {x} 1... e5 *\n");
        assert_eq!(text("1. e4 {x} 1... e5", "1. e4 $1 e5"), "1. e4 $1 {x} 1... e5 *\n");
        assert_eq!(text("{own} 1. e4 e5", "{intro} 1. e4 {x} e5"), "{own} {intro} 1. e4 {x} 1... e5 *\n");
        assert_eq!(text("1. e4 (1. d4) e5", "1. e4 ({idea} 1. d4) e5"), "1. e4 ({idea} 1. d4) e5 *\n");
    }

    #[test]
    fn other_lines_become_variations_and_longer_ones_go_on() {
        let text = |moves: &str| taken(&format!("[White \"T\"]\n\n{moves} *\n")).text;
        assert!(text("1. e4 e5 2. f4").contains("2. Nf3  (2. f4)  2... Nc6 *"));
        assert!(text("1. e4 e5 2. Nf3 Nc6 3. Bb5").contains("Nc6 3. Bb5 *"));
    }

    #[test]
    fn what_would_be_lost_is_refused() {
        let reason = |duplicate: &str| take_over(KEPT, duplicate).unwrap_err().reason;
        assert!(reason("[White \"T\"]\n\n1. e4 e5 2. Nf3 Nc6 * {after}\n").contains("would be lost"));
        assert!(reason("[White \"T\"]\n\n1. e4 e4 *\n").contains("e4"));
        assert!(reason("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n").contains("position"));
        let kept = KEPT.replace("Nc6", "Nc7");
        assert!(take_over(&kept, KEPT).unwrap_err().reason.starts_with("the game that stays: "));
    }
}
