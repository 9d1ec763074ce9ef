//! What a duplicate says that the game that stays does not say.

use scoresheet_grammar::GameView;
use scoresheet_grammar::ast::Tag;

use crate::game_identity::is_unknown;
use crate::replay::{is_fen_tag, is_variant_tag};
use crate::results;

/// What is lost of the tags of a duplicate that is deleted. Annotations are not compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    /// The tags with a known value that the other game does not have, or whose value it does not know, in the order of the duplicate.
    pub tags: Vec<String>,
    /// The results of the duplicate and of the other game if both are known and differ.
    pub results: Option<[&'static str; 2]>,
}

impl Loss {
    /// Compares the tags of a duplicate with those of the game that stays. Takes time for the product of their numbers.
    pub fn of(duplicate: GameView, kept: GameView) -> Loss {
        let (tags, others) = (duplicate.tags(), kept.tags());
        let is_there = |tag: &&Tag| known_tags(&others).any(|other| other.name == tag.name);
        let mut lost: Vec<String> = Vec::new();
        for tag in known_tags(&tags).filter(|tag| !is_there(tag)) {
            if !lost.iter().any(|name| name == tag.name) {
                lost.push(tag.name.to_owned());
            }
        }
        let results = [result(&tags), result(&others)];
        let results = match results {
            [Some(one), Some(other)] if one != other => Some([one, other]),
            _ => None,
        };
        Loss { tags: lost, results }
    }
}

/// The tags that say something besides the moves and the start position, which games that are compared share.
pub(super) fn known_tags<'tags, 'game>(tags: &'tags [Tag<'game>]) -> impl Iterator<Item = &'tags Tag<'game>> {
    let is_of_moves = |name: &str| is_fen_tag(name) || is_variant_tag(name) || matches!(name, "SetUp" | "PlyCount");
    tags.iter().filter(move |tag| {
        !is_of_moves(tag.name) && !is_unknown(&tag.value()) && (tag.name != "Result" || result(tags).is_some())
    })
}

/// The result, if it is known.
fn result(tags: &[Tag]) -> Option<&'static str> {
    let tag = tags.iter().find(|tag| tag.name == "Result")?;
    results::canonical(tag.value().trim()).filter(|result| *result != "*")
}

#[cfg(test)]
mod tests {
    use scoresheet_grammar::{Parser, Tree};

    use super::*;

    fn loss(duplicate: &str, kept: &str) -> Loss {
        let mut trees = [Tree::default(), Tree::default()];
        for (text, tree) in [duplicate, kept].into_iter().zip(&mut trees) {
            Parser::new(text).next_game(tree).unwrap();
        }
        Loss::of(GameView { text: duplicate, tree: &trees[0] }, GameView { text: kept, tree: &trees[1] })
    }

    #[test]
    fn unknown_values_and_results_count_as_nothing() {
        let full = "[Event \"Riga\"]\n[Date \"1960.05.01\"]\n[WhiteElo \"-\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n";
        let empty = "[Event \"?\"]\n[Date \"????.??.??\"]\n[Result \"*\"]\n\n1. e4 *\n";
        assert_eq!(
            loss(full, empty),
            Loss { tags: ["Event", "Date", "Result"].map(str::to_owned).into(), results: None }
        );
        assert_eq!(loss(empty, full), Loss::default());
        assert_eq!(loss(full, full), Loss::default());
    }

    #[test]
    fn other_known_values_are_no_loss_but_other_results_are_named() {
        let (one, other) =
            ("[Event \"Riga\"]\n[Result \"1-0\"]\n\n1-0\n", "[Event \"Cup\"]\n[Result \"0-1\"]\n\n0-1\n");
        assert_eq!(loss(one, other), Loss { tags: Vec::new(), results: Some(["1-0", "0-1"]) });
    }
}
