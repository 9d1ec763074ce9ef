//! Refactorings: changes to an annotated game as a whole, as one set of edits.
//!
//! Everything outside the refactoring stays unchanged byte for byte; white space changes only next to moved parts, and
//! their move numbers are corrected. A refactoring refuses a game that does not read cleanly where it works, with the
//! reason.

mod add_opening;
mod annotate;
mod delete_rest;
mod delete_variation;
mod demote_variation;
mod extract_variation;
mod fill_roster;
mod glyphs;
mod letters;
mod line_comments;
mod make_main_line;
mod merge_games;
mod merge_many;
mod new_game;
mod promote_variation;
mod raise;
mod renumber;
mod score;
mod set_result;
mod site;
mod sort_tags;
mod split_game;
mod start_game;
mod strip;
mod take_over;
mod whole_game;
mod wrap;
mod writer;

use std::borrow::Cow;

use scoresheet_grammar::{Event, Parser, TokenKind, Tree};

pub use merge_many::{MergedGames, SourceGame, merge_many};
use score::Score;
use site::refuse_at;
pub use site::{Answer, Site, apply};
use strip::{CLOCKS, EVALUATIONS, What};
pub use take_over::{TakenOver, take_over};

/// The refactoring that deletes a game. What it leaves between the games beside it only the whole file says: see
/// [`deletion`](crate::arrange::deletion).
pub const DELETE_GAME: &str = "delete-game";

/// The name of the refactoring that needs an engine.
pub const ANNOTATE: &str = "annotate";

/// The name of the refactoring that writes piece letters of another language.
const LOCALISE: &str = "localise-pieces";

/// The scope of a refactoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// A whole game; in a whole file, every game.
    Game,
    /// One game.
    OneGame,
    /// The variation or move at an offset.
    Place,
}

/// A refactoring, identified by its name.
pub struct Refactoring {
    /// The name in lower case with hyphens: `promote-variation`.
    pub name: &'static str,
    /// The title in menus, in the imperative.
    pub title: &'static str,
    /// The kind of code action in the protocol: `refactor.rewrite.promote`.
    pub kind: &'static str,
    /// The part of the file that it changes.
    pub scope: Scope,
    /// The number of games that replace the game, or the game and the one below.
    games: usize,
    /// Whether the game below changes as well.
    takes_next: bool,
    edits: fn(&Site) -> Answer,
    is_offered: fn(&Site, &Score) -> bool,
}

impl Refactoring {
    /// Returns the refactoring with this name.
    pub fn of_name(name: &str) -> Option<&'static Refactoring> {
        REFACTORINGS.iter().find(|refactoring| refactoring.name == name)
    }

    /// Returns its edits. Edits of the game below begin after the end of this one. Linear in the game: the result is
    /// parsed again to check that the meaning of the rest is unchanged.
    ///
    /// # Errors
    /// The reason why it is impossible, in chess terms, and the offset.
    pub fn edits(&self, site: &Site) -> Answer {
        let mut edits = (self.edits)(site)?;
        if edits.is_empty() {
            return Ok(edits);
        }
        let next = site.next.filter(|_| self.takes_next);
        let old_faults = site.game.tree.faults().len() + next.map_or(0, |next| next.tree.faults().len());
        let text = [site.game.text, next.map_or("", |next| next.text)].concat();
        if edits.is_sorted_by_key(|edit| edit.range.start) {
            edits = wrap::wrapped(&text, edits);
        }
        let after = contents(&apply(&text, &edits));
        // What was a word outside of the game may become a move beside it.
        let adds_moves = self.name.starts_with(STRIP) && after.moves > contents(&text).moves;
        if after.games != self.games || after.faults > old_faults || adds_moves {
            return refuse_at(site, "the new text would be read differently");
        }
        Ok(edits)
    }
}

impl std::fmt::Debug for Refactoring {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Refactoring").field(&self.name).finish()
    }
}

/// A refactoring that is probably possible at an offset.
#[derive(Clone, Debug)]
pub struct Offered<'file> {
    /// The refactoring.
    pub refactoring: &'static Refactoring,
    /// The title in menus, in the imperative.
    pub title: Cow<'static, str>,
    site: Site<'file>,
}

impl Offered<'_> {
    /// Returns its edits; see [`Refactoring::edits`]. They are computed on demand.
    ///
    /// # Errors
    /// The reason why it is impossible after all.
    pub fn edits(&self) -> Answer {
        self.refactoring.edits(&self.site)
    }
}

/// Returns the refactorings at an offset, in the order of [`REFACTORINGS`]. Walks once over the game without playing
/// its moves: cheap enough for every cursor movement.
pub fn refactorings_at(site: Site<'_>) -> Vec<Offered<'_>> {
    let score = Score::of(site.game);
    let offered = REFACTORINGS.iter().filter(|refactoring| (refactoring.is_offered)(&site, &score));
    offered.map(|refactoring| Offered { refactoring, title: title(refactoring, &site), site }).collect()
}

/// Returns the title of a refactoring, with its language if it has one.
fn title(refactoring: &'static Refactoring, site: &Site) -> Cow<'static, str> {
    match site.language {
        Some(language) if refactoring.name == LOCALISE => format!("Write {} piece letters", language.name).into(),
        _ => refactoring.title.into(),
    }
}

/// Every refactoring, in the order in which menus show them.
pub static REFACTORINGS: &[Refactoring] = &[
    at_place(
        "promote-variation",
        "Promote the variation",
        "refactor.rewrite.promote",
        promote_variation::promote,
        promote_variation::is_offered,
    ),
    at_place(
        "demote-variation",
        "Demote the line",
        "refactor.rewrite.demote",
        demote_variation::demote,
        demote_variation::is_offered,
    ),
    at_place(
        "make-main-line",
        "Make the variation the main line",
        "refactor.rewrite.mainLine",
        make_main_line::make_main_line,
        is_in_variation,
    ),
    at_place(
        "delete-variation",
        "Delete the variation",
        "refactor.rewrite.deleteVariation",
        delete_variation::delete_variation,
        is_in_variation,
    ),
    at_place(
        "delete-rest",
        "Delete the moves from here on",
        "refactor.rewrite.deleteRest",
        delete_rest::delete_rest,
        has_move,
    ),
    Refactoring {
        games: 2,
        ..at_place(
            "extract-variation",
            "Extract the variation into a separate game",
            "refactor.extract.variation",
            extract_variation::extract_variation,
            is_in_variation,
        )
    },
    Refactoring {
        games: 2,
        ..at_place(
            "split-game",
            "Split the game after this move",
            "refactor.extract.split",
            split_game::split_game,
            split_game::is_offered,
        )
    },
    Refactoring {
        games: 2,
        ..at_place(
            "start-game",
            "Start a game from this position",
            "refactor.extract.position",
            start_game::start_game,
            has_move,
        )
    },
    Refactoring {
        scope: Scope::OneGame,
        takes_next: true,
        ..at_place(
            "merge-games",
            "Merge the game below into this one",
            "refactor.inline.game",
            merge_games::merge_games,
            merge_games::is_offered,
        )
    },
    Refactoring {
        scope: Scope::OneGame,
        games: 0,
        ..at_place(
            DELETE_GAME,
            "Delete the game",
            "refactor.rewrite.deleteGame",
            whole_game::delete_game,
            whole_game::is_at_tags,
        )
    },
    Refactoring {
        scope: Scope::OneGame,
        games: 2,
        ..at_place(
            "copy-game",
            "Copy the game below itself",
            "refactor.rewrite.copyGame",
            whole_game::copy_game,
            whole_game::is_at_tags,
        )
    },
    Refactoring {
        scope: Scope::OneGame,
        games: 2,
        takes_next: true,
        ..at_place(
            "move-game-down",
            "Move the game below the next one",
            "refactor.move.gameDown",
            whole_game::move_game_down,
            whole_game::is_above_a_game,
        )
    },
    of_game(
        "strip-comments",
        "Strip all comments of the game",
        "refactor.rewrite.stripComments",
        |site| strip::from_game(site, What::Comments),
        |_, score| strip::is_offered(score, What::Comments, 0..score.tokens.len()),
    ),
    of_game(
        "strip-variations",
        "Strip all variations of the game",
        "refactor.rewrite.stripVariations",
        |site| strip::from_game(site, What::Variations),
        |_, score| strip::is_offered(score, What::Variations, 0..score.tokens.len()),
    ),
    of_game(
        "strip-nags",
        "Strip all NAGs and glyphs of the game",
        "refactor.rewrite.stripNags",
        |site| strip::from_game(site, What::Nags),
        |_, score| strip::is_offered(score, What::Nags, 0..score.tokens.len()),
    ),
    of_game(
        "strip-clocks",
        "Strip all clock times of the game",
        "refactor.rewrite.stripClocks",
        |site| strip::from_game(site, CLOCKS),
        |_, score| strip::is_offered(score, CLOCKS, 0..score.tokens.len()),
    ),
    of_game(
        "strip-evaluations",
        "Strip all evaluations of the game",
        "refactor.rewrite.stripEvaluations",
        |site| strip::from_game(site, EVALUATIONS),
        |_, score| strip::is_offered(score, EVALUATIONS, 0..score.tokens.len()),
    ),
    at_place(
        "strip-comments-of-variation",
        "Strip all comments of the variation",
        "refactor.rewrite.stripComments.variation",
        |site| strip::from_variation(site, What::Comments),
        |site, score| in_variation(site, score, What::Comments),
    ),
    at_place(
        "strip-variations-of-variation",
        "Strip all variations inside the variation",
        "refactor.rewrite.stripVariations.variation",
        |site| strip::from_variation(site, What::Variations),
        |site, score| in_variation(site, score, What::Variations),
    ),
    at_place(
        "strip-nags-of-variation",
        "Strip all NAGs and glyphs of the variation",
        "refactor.rewrite.stripNags.variation",
        |site| strip::from_variation(site, What::Nags),
        |site, score| in_variation(site, score, What::Nags),
    ),
    at_place(
        "strip-clocks-of-variation",
        "Strip all clock times of the variation",
        "refactor.rewrite.stripClocks.variation",
        |site| strip::from_variation(site, CLOCKS),
        |site, score| in_variation(site, score, CLOCKS),
    ),
    at_place(
        "strip-evaluations-of-variation",
        "Strip all evaluations of the variation",
        "refactor.rewrite.stripEvaluations.variation",
        |site| strip::from_variation(site, EVALUATIONS),
        |site, score| in_variation(site, score, EVALUATIONS),
    ),
    of_game(
        "fill-roster",
        "Insert the missing tags",
        "refactor.rewrite.fillRoster",
        fill_roster::fill_roster,
        fill_roster::is_offered,
    ),
    of_game("sort-tags", "Sort the tags", "refactor.rewrite.sortTags", sort_tags::sort_tags, sort_tags::is_offered),
    of_game(
        "set-result",
        "Set the result from the board or the termination marker",
        "refactor.rewrite.setResult",
        set_result::set_result,
        set_result::is_offered,
    ),
    of_game(
        "add-opening",
        "Write the opening into the tags",
        "refactor.rewrite.addOpening",
        add_opening::add_opening,
        add_opening::is_offered,
    ),
    of_game(
        ANNOTATE,
        "Annotate the game with an engine",
        "refactor.rewrite.annotate",
        annotate::annotate,
        // Only callers with an engine can.
        |site, _| site.engine.is_some(),
    ),
    of_game(
        "glyphs-to-nags",
        "Write glyphs as NAGs",
        "refactor.rewrite.glyphsToNags",
        glyphs::glyphs_to_nags,
        glyphs::has_glyphs,
    ),
    of_game(
        "nags-to-glyphs",
        "Write NAGs as glyphs",
        "refactor.rewrite.nagsToGlyphs",
        glyphs::nags_to_glyphs,
        glyphs::has_nags,
    ),
    of_game(
        LOCALISE,
        "Write the piece letters of another language",
        "refactor.rewrite.localisePieces",
        letters::localise,
        letters::can_localise,
    ),
    of_game(
        "delocalise-pieces",
        "Write English piece letters",
        "refactor.rewrite.delocalisePieces",
        letters::delocalise,
        letters::can_delocalise,
    ),
    of_game("renumber", "Renumber the moves", "refactor.rewrite.renumber", renumber::renumber, renumber::is_offered),
    of_game(
        "line-comments-to-braces",
        "Put comments with ; in braces",
        "refactor.rewrite.lineCommentsToBraces",
        line_comments::to_braces,
        line_comments::has_line_comments,
    ),
    of_game(
        "braces-to-line-comments",
        "Write comments in braces with ;",
        "refactor.rewrite.bracesToLineComments",
        line_comments::to_line_comments,
        line_comments::has_braces,
    ),
];

type Edits = fn(&Site) -> Answer;
type IsOffered = fn(&Site, &Score) -> bool;

const fn at_place(
    name: &'static str,
    title: &'static str,
    kind: &'static str,
    edits: Edits,
    is_offered: IsOffered,
) -> Refactoring {
    Refactoring { name, title, kind, scope: Scope::Place, games: 1, takes_next: false, edits, is_offered }
}

const fn of_game(
    name: &'static str,
    title: &'static str,
    kind: &'static str,
    edits: Edits,
    is_offered: IsOffered,
) -> Refactoring {
    Refactoring { name, title, kind, scope: Scope::Game, games: 1, takes_next: false, edits, is_offered }
}

fn is_in_variation(site: &Site, score: &Score) -> bool {
    score.variation_at(site.offset).is_some()
}

fn has_move(site: &Site, score: &Score) -> bool {
    score.move_at(site.offset).is_some()
}

fn in_variation(site: &Site, score: &Score, what: What) -> bool {
    score.variation_at(site.offset).is_some_and(|variation| strip::is_offered(score, what, score.inside(variation)))
}

/// Returns the number of games and of syntax faults in a text.
/// How the names of refactorings begin that only take something away.
const STRIP: &str = "strip-";

/// What a text is read as.
#[derive(Default)]
struct Contents {
    games: usize,
    faults: usize,
    moves: usize,
}

fn contents(text: &str) -> Contents {
    let mut tree = Tree::default();
    let mut parser = Parser::new(text);
    let mut contents = Contents::default();
    while parser.next_game(&mut tree).is_some() {
        contents.games += 1;
        contents.faults += tree.faults().len();
        contents.moves += tree.events().filter(|(event, _)| *event == Event::Token(TokenKind::San)).count();
    }
    contents
}

#[cfg(test)]
mod tests;
