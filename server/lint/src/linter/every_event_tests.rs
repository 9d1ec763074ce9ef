//! Skipping runs of plain tokens does not change what rules see: every event that they have a hook for, and the same state of the walk.

use std::mem::discriminant;
use std::ops::Range;
use std::sync::LazyLock;

use proptest::prelude::*;
use scoresheet_grammar::command::commands;
use scoresheet_grammar::{Database, Event, FaultKind, GameView, NodeKind, TokenKind};

use super::Linter;
use crate::configuration::Configuration;
use crate::finding::{Finding, Level};
use crate::findings::Findings;
use crate::rule::{FixAvailability, Hook, Rule, Which};
use crate::rule_id::{Group, RuleId};
use crate::rules::RULES;
use crate::walk::Walk;
use scoresheet_chess::replay::notes::Notes;

const PROBE: RuleId = RuleId { name: "probe", group: Group::Suspicious };

/// Hooks that report every event that they are called for.
fn hooks() -> Vec<Hook> {
    let of_tokens = TOKENS.map(|kind| Hook::Token(kind, report));
    let of_faults = [FaultKind::StrayParenthesis, FaultKind::UnclosedComment, FaultKind::UnclosedVariation]
        .map(|kind| Hook::Fault(kind, |fault, walk, found| report(fault.span(), walk, found)));
    let of_both = [Which::Every, Which::Unusual].map(|which| {
        [
            Hook::Annotation(which, |annotation, walk, found| report(annotation.range.clone(), walk, found)),
            Hook::BraceComment(which, report),
            Hook::Command(which, |command, walk, found| report(command.range.clone(), walk, found)),
        ]
    });
    let others = [
        Hook::Tag(|tag, walk, found| report(tag.range.clone(), walk, found)),
        Hook::TagNamed(&["White", "X"], |tag, walk, found| report(tag.range.clone(), walk, found)),
        Hook::Tags(|walk, found| walk.tags.iter().for_each(|tag| report(tag.range.clone(), walk, found))),
        Hook::Played(Notes::MISSING_CHECK.and(Notes::SUPERFLUOUS_CHECK), |_, walk, found| report_move(walk, found)),
        Hook::NullMove(report_move),
        Hook::Move(report_move),
        Hook::Failed(report_move),
        Hook::WrongNumber(report),
        Hook::Variation(|variation, walk, found| {
            report(variation.range.clone(), walk, found);
            found.push(Finding::new(PROBE, Level::Hint, variation.range.clone(), format!("{variation:?}")));
        }),
        Hook::End(|end, walk, found| {
            report(0..0, walk, found);
            found.push(Finding::new(PROBE, Level::Hint, 0..0, format!("{end:?}")));
        }),
        Hook::Text(|game, found| found.push(Finding::new(PROBE, Level::Hint, 0..game.text.len(), ""))),
    ];
    [&of_tokens[..], &of_faults, of_both.as_flattened(), &others].concat()
}

const TOKENS: [TokenKind; 17] = [
    TokenKind::EscapeLine,
    TokenKind::BraceComment,
    TokenKind::UnclosedComment,
    TokenKind::LineComment,
    TokenKind::MoveNumber,
    TokenKind::Periods,
    TokenKind::EnPassantMark,
    TokenKind::Suffix,
    TokenKind::Nag,
    TokenKind::Glyph,
    TokenKind::Entity,
    TokenKind::Termination,
    TokenKind::OddTermination,
    TokenKind::VariationOpen,
    TokenKind::VariationClose,
    TokenKind::StrayBrace,
    TokenKind::Text,
];

fn report(range: Range<usize>, walk: &Walk, found: &mut Findings) {
    let (replay, since_move, annotations) = (&walk.replay, &walk.since_move, &walk.annotations);
    let place = (replay.number(), replay.turn(), replay.depth(), replay.ply().range.clone());
    let state = format!("{place:?} {since_move:?} {annotations:?} {}", walk.has_trouble());
    found.push(Finding::new(PROBE, Level::Hint, range, state));
}

fn report_move(walk: &Walk, found: &mut Findings) {
    report(walk.replay.ply().range.clone(), walk, found);
}

#[test]
fn each_kind_of_hook_has_its_probe() {
    let probed: Vec<_> = hooks().iter().map(discriminant).collect();
    for hook in RULES.iter().flat_map(|rule| rule.hooks) {
        // These are called not by the walk over a game, but for slips, escape lines, engines, files and records.
        let is_of_walk = !matches!(
            hook,
            Hook::Slip(_)
                | Hook::IdleAllowance(_)
                | Hook::EvaluatedGame(_)
                | Hook::EvaluatedRecord(_)
                | Hook::File(..)
                | Hook::Record(_)
                | Hook::RecordTrait(..)
                | Hook::RecordFile(_)
        );
        assert_eq!(probed.contains(&discriminant(hook)), is_of_walk);
    }
}

#[test]
fn built_in_rules_let_the_walk_skip_ordinary_events() {
    let linter = Linter::configured(RULES, &Configuration::new(Level::Warning));
    assert!(linter.passes_over_moves && linter.passes_over_remarks);
}

#[test]
fn a_rule_on_every_annotation_sees_every_one() {
    check(annotations(Which::Every), "1. e4 $10 e5 $14 2. Nf3 $1 *", &["$10", "$14", "$1"]);
    check(annotations(Which::Every), "1. e4 ! $1 e5 {a} $2 (1... c5 $3) 2. Nf3 ± *", &["!", "$1", "$2", "$3", "±"]);
    for number in 0..300 {
        let nag = format!("${number}");
        check(annotations(Which::Every), &format!("1. e4 {nag} {nag} e5 2. Nf3 {nag} *"), &[&*nag; 3]);
    }
}

#[test]
fn a_first_nag_that_marks_no_mistake_is_ordinary() {
    let text = "1. e4 $10 $14 e5 $2 2. Nf3 ! $1 Nc6 {a} $1 3. Bb5 $0 a6 $100 4. $1 Ba4 $99 *";
    check(annotations(Which::Unusual), text, &["$14", "$2", "!", "$1", "$1", "$0", "$100", "$1"]);
}

#[test]
fn comments_with_words_and_well_formed_commands_are_ordinary() {
    let text = "1. e4 {a} e5 {} 2. Nf3 {[%eval 0.3] (a)} Nc6 {[%eval x]} 3. Bb5 {a)} a6 {b {c} *";
    let comments = |which| Hook::BraceComment(which, report);
    check(comments(Which::Unusual), text, &["{}", "{[%eval x]}", "{a)}", "{b {c}"]);
    check(comments(Which::Every), text, &["{a}", "{}", "{[%eval 0.3] (a)}", "{[%eval x]}", "{a)}", "{b {c}"]);
    let commands = |which| Hook::Command(which, |command, walk, found| report(command.range.clone(), walk, found));
    check(commands(Which::Unusual), text, &["[%eval x]"]);
    check(commands(Which::Every), text, &["[%eval 0.3]", "[%eval x]"]);
}

fn annotations(which: Which) -> Hook {
    Hook::Annotation(which, |annotation, walk, found| report(annotation.range.clone(), walk, found))
}

/// Checks that a rule with this hook sees these events in a game.
#[track_caller]
fn check(hook: Hook, game: &str, expected: &[&str]) {
    let database = Database::parse(game);
    for linter in linters(hook) {
        let seen: Vec<&str> = seen(&linter, database.view(0).unwrap()).into_iter().map(|(at, _)| &game[at]).collect();
        assert_eq!(seen, expected, "{game}");
    }
}

proptest! {
    #[test]
    fn rules_see_the_same_whether_the_walk_passes_over_anything(game in game()) {
        static PROBES: LazyLock<Vec<(Hook, [Linter; 4])>> =
            LazyLock::new(|| hooks().into_iter().map(|hook| (hook, linters(hook))).collect());
        let database = Database::parse(&game);
        let game = database.view(0).unwrap();
        for (hook, linters) in PROBES.iter() {
            let [seen, others @ ..] = linters.each_ref().map(|linter| seen(linter, game));
            for other in others {
                prop_assert_eq!(&other, &seen, "{}", game.text);
            }
            if let Some(counted) = counted(hook, game) {
                let seen: Vec<_> = seen.into_iter().map(|(range, _)| range).collect();
                prop_assert_eq!(seen, counted, "{}", game.text);
            }
        }
    }
}

/// Linters with a rule for this hook, alone and among the default rules: with a walk that takes every step, and with a walk that skips runs.
fn linters(hook: Hook) -> [Linter; 4] {
    let (name, group) = (PROBE.name, PROBE.group);
    let hooks = Box::leak(Box::new([hook]));
    let probe =
        Box::leak(Box::new(Rule { name, group, level: Level::Hint, fix: FixAvailability::None, docs: "", hooks }));
    // If slips are undone, rules see another text.
    let is_about_slips = |rule: &Rule| rule.hooks.iter().any(|hook| matches!(hook, Hook::Slip(_)));
    let by_default = RULES.iter().copied().filter(|rule| rule.level >= Level::Warning && rule.group.is_on_by_default());
    let others = by_default.filter(|rule| !is_about_slips(rule));
    let known: &'static [&'static Rule] = others.chain([&*probe]).collect::<Vec<_>>().leak();
    let alone = || Linter::new(known, |rule| rule.name == name, Level::Hint);
    let among_others = || Linter::new(known, |_| true, Level::Hint);
    let step_by_step = |linter| Linter { passes_over_moves: false, passes_over_remarks: false, ..linter };
    [step_by_step(alone()), step_by_step(among_others()), alone(), among_others()]
}

/// The ranges for which the probe has been called, and the state of the walk there.
fn seen(linter: &Linter, game: GameView) -> Vec<(Range<usize>, String)> {
    let found = linter.check(game).into_iter().filter(|finding| finding.rule == PROBE);
    found.map(|finding| (finding.range, finding.message)).collect()
}

/// The events of a hook that depends on tokens alone, counted without a walk.
fn counted(hook: &Hook, game: GameView) -> Option<Vec<Range<usize>>> {
    let is_counted: &dyn Fn(TokenKind) -> bool = match hook {
        Hook::Move(_) => &|kind| kind == TokenKind::San,
        Hook::Annotation(Which::Every, _) => &TokenKind::is_annotation,
        Hook::BraceComment(Which::Every, _) => &|kind| kind == TokenKind::BraceComment,
        Hook::Command(Which::Every, _) => &|kind| matches!(kind, TokenKind::BraceComment | TokenKind::UnclosedComment),
        Hook::Token(wanted, _) => &|kind| kind == *wanted,
        _ => return None,
    };
    let before_end = game.tree.events().take_while(|(event, _)| *event != Event::Leave(NodeKind::Movetext));
    let tokens = before_end.filter(|(event, _)| matches!(event, Event::Token(kind) if is_counted(*kind)));
    let ranges = tokens.map(|(_, range)| range);
    let Hook::Command(..) = hook else { return Some(ranges.collect()) };
    let inside = |range: Range<usize>| {
        commands(&game.text[range.clone()], range.start).map(|command| command.range).collect::<Vec<_>>()
    };
    Some(ranges.flat_map(inside).collect())
}

/// A game with all kinds of tokens between moves that can be played.
fn game() -> impl Strategy<Value = String> {
    let remarks = prop::collection::vec(prop::sample::select(REMARKS), 0..4);
    let ending = prop::sample::select(&["*", "1-0", "1/2", "{a", "(", ""][..]);
    (prop::collection::vec(remarks, MOVES.len()), ending).prop_map(|(remarks, ending)| {
        let mut text = "[White \"a\"]\n[X \"b\"]\n\n".to_owned();
        for (index, (san, remarks)) in MOVES.iter().zip(remarks).enumerate() {
            let number = if index % 2 == 0 { format!("{}. ", index / 2 + 1) } else { String::new() };
            text += &format!("{number}{san} {}", remarks.concat());
        }
        text + ending
    })
}

const MOVES: [&str; 15] =
    ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6", "c3"];

const REMARKS: &[&str] = &[
    "$1 ",
    "$0 ",
    "$2 ",
    "$10 ",
    "$14 ",
    "$100 ",
    "$256 ",
    "$ ",
    "! ",
    "?! ",
    "?? ",
    "± ",
    "= ",
    "&plusmn; ",
    "{a} ",
    "{} ",
    "{ [%eval 0.3] b } ",
    "{[%eval x]} ",
    "{[%clk 0:03:00] (a) b} ",
    "{[%x y]} ",
    "{ ) 9. Nf3 } ",
    "{a {b} ",
    "} ",
    "; a [%eval 1]\n",
    "\n%x\n",
    "(-- $1 {a} h6) ",
    "(Ke5 $10) ",
    "(h4+ $1 h5 {a} $2) ",
    "3. ",
    "9... ",
    "... ",
    ") ",
    "e.p. ",
    "x ",
    "Qh9 ",
    "Nh3+ ",
];
