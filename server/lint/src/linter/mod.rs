//! One walk over a game that asks every rule where its hooks say.

#[cfg(test)]
mod every_event_tests;
mod hooks;
mod large_game;
mod ordinary;
mod plain_line;
mod whole_file;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use scoresheet_grammar::ast::{self};
use scoresheet_grammar::command::commands;
use scoresheet_grammar::{GameView, NodeKind, Parser, TokenKind, Tree};

use crate::configuration::{Configuration, Setting};
use crate::digest::{self};
use crate::file_view::{FileOptions, GameDigest};
use crate::finding::{Applicability, Finding, Level};
use crate::root_cause::{self, Candidate};
use crate::rule::{Hook, KnownRules, Rule, ids};
use crate::rule_id::RuleId;
use crate::suppression::{FileAllowances, UsedAllowances};
use crate::walk::{Annotation, MOST_ANNOTATIONS, SinceMove, Walk};
use scoresheet_chess::move_numbers::Fit;
use scoresheet_chess::nag;
use scoresheet_chess::replay::notes::Notes;
use scoresheet_chess::replay::{Outcome, Step};

pub(crate) use hooks::FileHook;
use hooks::Hooks;
use large_game::LARGE;
use ordinary::{is_ordinary_comment, is_ordinary_nag};
pub use whole_file::CheckedGame;

/// The rules to ask, sorted by where they want to be asked. Made once, used for every game.
pub struct Linter {
    /// The rules there are: what names in escape lines are looked up in.
    known: KnownRules,
    pub(crate) ids: Vec<RuleId>,
    pub(crate) lowest: Level,
    /// The lowest level at which rules find what anybody hears of.
    lowest_heard: Level,
    /// The rules that are asked.
    pub(crate) asked: BTreeSet<&'static str>,
    /// The levels that the configuration gives to their findings.
    pub(crate) levels: BTreeMap<&'static str, Level>,
    pub(crate) hooks: Hooks,
    pub(crate) file_options: FileOptions,
    /// Games from so many bytes on are large; a test takes small ones for large, too.
    large: usize,
    /// Whether the walk passes over runs of canonical moves and right numbers in one go, as no rule looks at every one.
    passes_over_moves: bool,
    /// Whether it passes over ordinary comments and NAGs in such a run, too.
    passes_over_remarks: bool,
}

/// What the walk has learnt besides findings.
#[derive(Default)]
struct Walked {
    /// Whether anything may have a slip behind it.
    has_trouble: bool,
    /// Where the first such troubles are that the walk has found. Byte offsets, ascending.
    troubles: Vec<usize>,
    /// Whether any line may allow something.
    has_escape_line: bool,
    /// What is kept of the game, where a rule about whole files asks for it.
    digest: Option<GameDigest>,
}

impl Linter {
    /// A linter that asks those of the `known` rules that `asks` picks, for findings of level `lowest` and above. Rules that never reach it
    /// cost nothing.
    pub fn new(known: KnownRules, asks: impl Fn(&Rule) -> bool, lowest: Level) -> Linter {
        let asked = known.iter().filter(|rule| rule.level >= lowest && asks(rule));
        Linter::of(known, asked.map(|rule| (*rule, None)), lowest)
    }

    /// A linter that asks those of the `known` rules that are on in `configuration`, and gives their findings the levels that it says.
    pub fn configured(known: KnownRules, configuration: &Configuration) -> Linter {
        let asked = known.iter().filter(|rule| configuration.level(rule) >= Some(configuration.lowest));
        let with_level = asked.map(|rule| match configuration.setting(rule.id()) {
            Setting::At(level) => (*rule, Some(level)),
            Setting::On | Setting::Off => (*rule, None),
        });
        Linter::of(known, with_level, configuration.lowest).with_file_options(configuration.file_options)
    }

    /// What the top of a file with this text allows in all of it. Reads no further than the first game.
    pub fn file_allowances(&self, text: &str) -> FileAllowances {
        FileAllowances::of_text(text, &self.ids)
    }

    /// The same linter, looking for what `options` say where it looks at a whole file.
    pub fn with_file_options(self, options: FileOptions) -> Linter {
        Linter { file_options: options, ..self }
    }

    fn of(known: KnownRules, rules: impl Iterator<Item = (&'static Rule, Option<Level>)>, lowest: Level) -> Linter {
        let rules: Vec<_> = rules.collect();
        let levels: BTreeMap<_, _> = rules.iter().filter_map(|(rule, level)| Some((rule.name, (*level)?))).collect();
        // What the configuration makes of a level, no rule knows.
        let lowest_heard = if levels.is_empty() { lowest } else { Level::Hint };
        let hooks = Hooks::of(rules.iter().map(|(rule, _)| *rule));
        Linter {
            known,
            ids: ids(known),
            lowest,
            lowest_heard,
            asked: rules.iter().map(|(rule, _)| rule.name).collect(),
            levels,
            file_options: FileOptions::default(),
            large: LARGE,
            passes_over_moves: hooks.leave_plain_moves_alone(),
            passes_over_remarks: hooks.leave_plain_remarks_alone(),
            hooks,
        }
    }

    /// The same linter, taking games from so many bytes on for large.
    #[cfg(test)]
    fn with_large_games_from(self, large: usize) -> Linter {
        Linter { large, ..self }
    }

    /// What the rules say of a game in a file with these allowances at its top; whether it is the file's first.
    pub fn check_in_file(&self, game: GameView, is_first: bool, file: &FileAllowances) -> CheckedGame {
        let mut findings = Vec::new();
        let walked = match game.text.len() >= self.large {
            true => self.check_large(game, &mut findings),
            false => self.check_small(game, &mut findings),
        };
        self.complete(game, is_first, file, walked, findings)
    }

    /// What the rules say that go by the walk or by slips.
    fn check_small(&self, game: GameView, findings: &mut Vec<Finding>) -> Walked {
        let mut walked = self.ask_about_faults_and_walk(game, false, findings);
        if walked.has_trouble
            && !self.hooks.slip.is_empty()
            && let Some((slips, text)) = root_cause::find(game, &|slip, text| self.speaks_of(slip, text))
        {
            findings.clear();
            let mut tree = Tree::default();
            let mut of_repaired = Vec::new();
            if Parser::new(&text).next_game(&mut tree).is_some() {
                let repaired = GameView { text: &text, tree: &tree };
                let digest = self.ask_about_faults_and_walk(repaired, true, &mut of_repaired).digest;
                walked.digest = digest.or(walked.digest);
            }
            self.lead_back(game.text, &slips, of_repaired, findings);
        }
        walked
    }

    /// Asks the rules that look at the text, and takes away what is allowed.
    fn complete(
        &self,
        game: GameView,
        is_first: bool,
        file: &FileAllowances,
        walked: Walked,
        mut findings: Vec<Finding>,
    ) -> CheckedGame {
        self.hooks.text.iter().for_each(|ask| ask(game, &mut findings));
        let mut used = UsedAllowances::default();
        if walked.has_escape_line || !file.is_empty() && !findings.is_empty() {
            used = self.suppress(game, is_first, file, &mut findings);
        }
        self.set_levels(&mut findings);
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end));
        CheckedGame { findings, used, digest: walked.digest.unwrap_or_default() }
    }

    /// Whether [`Linter::check_file`] can have anything to say; if not, digests are empty.
    pub fn has_file_rules(&self) -> bool {
        !self.hooks.file.is_empty()
    }

    /// Whether a rule that is asked has something to say of a slip.
    fn speaks_of(&self, slip: &Candidate, text: &str) -> bool {
        let mut findings = Vec::new();
        self.hooks.slip.iter().for_each(|ask| ask(slip, text, &mut findings));
        !findings.is_empty()
    }

    /// The findings of a game in which slips explain what does not read: the slips, and `of_repaired`, what is left once they are
    /// undone, at its places in `original`.
    fn lead_back(&self, original: &str, slips: &[Candidate], of_repaired: Vec<Finding>, findings: &mut Vec<Finding>) {
        for slip in slips {
            self.hooks.slip.iter().for_each(|ask| ask(slip, original, findings));
        }
        // What the slip itself stands in the way of is for when it has been undone.
        let repaired = root_cause::repaired_places(slips);
        let is_apart =
            |range: &Range<usize>| repaired.iter().all(|place| range.end <= place.start || place.end <= range.start);
        let place = |range: &mut Range<usize>| {
            *range = root_cause::range_in_original(range.clone(), slips, &repaired);
        };
        for mut finding in of_repaired.into_iter().filter(|finding| is_apart(&finding.range)) {
            finding.fixes.retain(|fix| fix.edits.iter().all(|edit| is_apart(&edit.range)));
            finding.move_ranges(place);
            // What is found behind a guess is a guess.
            finding.fixes.iter_mut().for_each(|fix| fix.applicability = Applicability::Unsafe);
            findings.push(finding);
        }
    }

    /// Ask every rule but those about slips, escape lines, the text and the file, of a game in which slips were undone if
    /// it `is_repaired`.
    fn ask_about_faults_and_walk(&self, game: GameView, is_repaired: bool, findings: &mut Vec<Finding>) -> Walked {
        let mut walk = self.begin(game, is_repaired);
        walk.has_trouble = game.tree.faults().iter().any(|fault| root_cause::is_among_moves(fault.kind));
        self.walk_on(&mut walk, findings);
        let troubles = std::mem::take(&mut walk.troubles);
        let walked = Walked { troubles, ..self.finish(&walk, findings) };
        walk.give_back();
        walked
    }

    /// A walk that stands before the game.
    #[inline(always)]
    fn begin<'game>(&self, game: GameView<'game>, is_repaired: bool) -> Walk<'game> {
        let mut walk = Walk::new(game, is_repaired);
        walk.lowest_heard = self.lowest_heard;
        if !self.hooks.comment.every.is_empty() {
            walk.replay.keep_positions();
        }
        walk
    }

    /// Walks on to the end of the game.
    #[inline]
    fn walk_on(&self, walk: &mut Walk, findings: &mut Vec<Finding>) {
        loop {
            if self.passes_over_moves && walk.replay.may_walk_on_plainly() {
                self.walk_on_plainly(walk, findings);
            }
            let Some((step, range)) = walk.replay.advance() else { return };
            if !walk.tags_are_known
                && !matches!(step, Step::Enter(NodeKind::TagSection | NodeKind::Tag))
                && is_after_tags(step)
            {
                walk.tags_are_known = true;
                self.hooks.tags.iter().for_each(|ask| ask(walk, findings));
            }
            match step {
                Step::Move => self.at_move(range, walk, findings),
                Step::Token(kind) => self.at_token(kind, range, walk, findings),
                Step::Enter(NodeKind::Tag) => self.at_tag(range.start, walk, findings),
                Step::Enter(NodeKind::Variation) => walk.enter_variation(range.start),
                Step::Leave(NodeKind::Variation) => self.leave_variation(range.end, walk, findings),
                Step::Leave(NodeKind::Movetext) => walk.is_over = true,
                Step::Enter(NodeKind::TagSection | NodeKind::Movetext) | Step::Leave(_) => {}
            }
        }
    }

    /// Asks what is asked once the walk is over.
    fn finish(&self, walk: &Walk, findings: &mut Vec<Finding>) -> Walked {
        let Walk { game, end, .. } = walk;
        if !walk.tags_are_known && end.is_game {
            self.hooks.tags.iter().for_each(|ask| ask(walk, findings));
        }
        for fault in game.tree.faults() {
            for hook in &self.hooks.faults {
                if let Hook::Fault(kind, ask) = hook
                    && *kind == fault.kind
                {
                    ask(fault, walk, findings);
                }
            }
        }
        self.hooks.end.iter().for_each(|ask| ask(end, walk, findings));
        let digest = self.has_file_rules().then(|| digest::digest(*game, &walk.tags, walk.moves, end));
        let Walk { has_trouble, has_escape_line, .. } = *walk;
        Walked { has_trouble, troubles: Vec::new(), has_escape_line, digest }
    }

    fn at_tag(&self, start: usize, walk: &mut Walk, findings: &mut Vec<Finding>) {
        let tag = walk.replay.tag(start);
        walk.end.is_game = true;
        walk.end.last_token_end = tag.range.end;
        if !walk.replay.is_in_movetext() {
            self.hooks.tag.iter().for_each(|ask| ask(&tag, walk, findings));
            let of_this_length = self.hooks.named_tags.get(tag.name.len()).into_iter().flatten();
            of_this_length.filter(|(name, _)| *name == tag.name).for_each(|(_, ask)| ask(&tag, walk, findings));
            walk.tags.push(tag);
        }
    }

    #[inline]
    fn at_move(&self, range: Range<usize>, walk: &mut Walk, findings: &mut Vec<Finding>) {
        if walk.is_over {
            walk.note_trouble(range.start);
            return walk.end.after(range);
        }
        walk.end.is_game = true;
        walk.end.last_token_end = range.end;
        match walk.open_variations.last_mut() {
            Some(variation) => variation.add_move(&walk.replay.ply().outcome),
            None => {
                walk.end.moves += 1;
                if self.has_file_rules() {
                    walk.moves.add_move(&walk.replay.ply().outcome, walk.game.text, range);
                }
            }
        }
        self.hooks.moves.iter().for_each(|ask| ask(walk, findings));
        walk.since_move = SinceMove::default();
        walk.annotations.clear();
        match &walk.replay.ply().outcome {
            Outcome::Played { notes, .. } if notes.is_empty() => {}
            Outcome::Played { notes, .. } => self.at_played(*notes, walk, findings),
            Outcome::Null { notes } => {
                self.hooks.null_move.iter().for_each(|ask| ask(walk, findings));
                self.at_played(*notes, walk, findings);
            }
            Outcome::Ambiguous { .. } | Outcome::Illegal(_) => {
                walk.end.failed += usize::from(!walk.is_in_variation());
                walk.note_trouble(walk.replay.ply().range.start);
                self.hooks.failed.iter().for_each(|ask| ask(walk, findings));
            }
            Outcome::Unchecked => {}
        }
    }

    fn at_played(&self, notes: Notes, walk: &Walk, findings: &mut Vec<Finding>) {
        for (interest, ask) in &self.hooks.played {
            if notes.has_any(*interest) {
                ask(notes, walk, findings);
            }
        }
    }

    #[inline]
    fn at_token(&self, kind: TokenKind, range: Range<usize>, walk: &mut Walk, findings: &mut Vec<Finding>) {
        if walk.is_over {
            if kind == TokenKind::MoveNumber || kind.is_termination() {
                walk.end.after(range);
            } else if kind == TokenKind::Text && root_cause::is_end_of_comment(&walk.game.text[range.clone()]) {
                walk.note_trouble(range.start);
            }
            walk.has_escape_line |= kind == TokenKind::EscapeLine;
            return;
        }
        walk.end.is_game |= walk.replay.is_in_movetext() && !kind.is_comment() && kind != TokenKind::EscapeLine;
        walk.end.last_token_end = range.end;
        match kind {
            TokenKind::MoveNumber => self.at_number(range.clone(), walk, findings),
            TokenKind::BraceComment | TokenKind::UnclosedComment => {
                if let Some(variation) = walk.open_variations.last_mut() {
                    variation.comments += 1;
                }
                walk.since_move.add_comment(range.clone());
                self.at_comment(kind, range.clone(), walk, findings);
            }
            TokenKind::LineComment => {
                walk.since_move.add_comment(range.clone());
                if let Some(variation) = walk.open_variations.last_mut() {
                    variation.comments += 1;
                }
            }
            TokenKind::Termination | TokenKind::OddTermination if walk.open_variations.is_empty() => {
                walk.end.termination = Some(range.clone());
            }
            _ if kind.is_annotation() => self.at_annotation(kind, range.clone(), walk, findings),
            _ => {}
        }
        if self.hooks.token_kinds & 1 << kind as u8 != 0 {
            walk.has_escape_line |= kind == TokenKind::EscapeLine;
            let of_this_kind = self.hooks.tokens.get(kind as usize).into_iter().flatten();
            of_this_kind.for_each(|ask| ask(range.clone(), walk, findings));
        }
    }

    /// A number is right if it is that of the move to come; after a wrong one, also if it goes on counting from there.
    #[inline]
    fn at_number(&self, range: Range<usize>, walk: &mut Walk, findings: &mut Vec<Finding>) {
        let number = ast::move_number(&walk.game.text[range.clone()]);
        let mut count = walk.count;
        let fit = count.check(number, walk.replay.number(), walk.replay.turn(), walk.replay.setup().has_fen);
        if matches!(fit, Fit::Wrong | Fit::BeginsOwnCount) {
            if fit == Fit::Wrong {
                walk.note_trouble(range.start);
            }
            self.hooks.wrong_number.iter().for_each(|ask| ask(range.clone(), walk, findings));
        }
        walk.count = count;
        walk.since_move.number = Some((range, fit));
    }

    fn at_annotation(&self, kind: TokenKind, range: Range<usize>, walk: &mut Walk, findings: &mut Vec<Finding>) {
        let text = &walk.game.text[range.clone()];
        let white_moved = walk.replay.turn().is_black();
        let nag = match kind {
            TokenKind::Nag => Some(ast::nag_number(text)),
            TokenKind::Entity => nag::from_entity(text, white_moved).map(u32::from),
            _ => nag::from_glyph(text, white_moved).map(u32::from),
        };
        let is_first = walk.annotations.is_empty() && walk.since_move.comment.is_none() && !walk.is_before_move();
        let is_ordinary = is_first && kind == TokenKind::Nag && is_ordinary_nag(text);
        let annotation = Annotation { range, nag };
        self.hooks.annotation.at(is_ordinary).for_each(|ask| ask(&annotation, walk, findings));
        if walk.annotations.len() < MOST_ANNOTATIONS {
            walk.annotations.push(annotation);
        }
    }

    #[inline]
    fn at_comment(&self, kind: TokenKind, range: Range<usize>, walk: &mut Walk, findings: &mut Vec<Finding>) {
        let text = &walk.game.text[range.clone()];
        let is_ordinary = is_ordinary_comment(text);
        if !is_ordinary && root_cause::is_suspicious_comment(text) {
            walk.note_trouble(range.start);
        }
        if kind == TokenKind::BraceComment {
            self.hooks.comment.at(is_ordinary).for_each(|ask| ask(range.clone(), walk, findings));
        }
        if self.hooks.command.at(is_ordinary).next().is_some() {
            for command in commands(text, range.start) {
                self.hooks.command.at(is_ordinary).for_each(|ask| ask(&command, walk, findings));
            }
        }
    }

    fn leave_variation(&self, end: usize, walk: &mut Walk, findings: &mut Vec<Finding>) {
        let Some(variation) = walk.end_variation(end) else { return };
        self.hooks.variation.iter().for_each(|ask| ask(&variation, walk, findings));
        walk.leave_variation(variation);
    }
}

/// Whether a step shows that the tag section is over.
fn is_after_tags(step: Step) -> bool {
    matches!(step, Step::Leave(NodeKind::TagSection) | Step::Enter(NodeKind::Movetext))
}
