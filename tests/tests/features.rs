//! Editor features on all kinds of files: at any place, ranges are inside the text and edits can be applied.

use std::ops::Range;

use scoresheet_chess::diagram::BoardColours;
use scoresheet_grammar::Database;
use scoresheet_ide::board_state::{BoardState, MoveAt, board_state};
use scoresheet_ide::call_hierarchy::{incoming, outgoing, position_item};
use scoresheet_ide::code_lenses::{code_lens_places, code_lenses};
use scoresheet_ide::colours::colours;
use scoresheet_ide::completion::{Known, completion, completion_with};
use scoresheet_ide::document_links::document_links;
use scoresheet_ide::folding::folds;
use scoresheet_ide::hover::{Style, hover};
use scoresheet_ide::inlay_hints::{InlayHintOptions, inlay_hints};
use scoresheet_ide::navigation;
use scoresheet_ide::on_type::{TRIGGERS, on_type};
use scoresheet_ide::play::play;
use scoresheet_ide::position_index::{GameId, IndexLimits, IndexedGame, PositionIndex};
use scoresheet_ide::rename::{names_of, prepare_rename, rename, rename_suggestions};
use scoresheet_ide::semantic_tokens::semantic_tokens;
use scoresheet_ide::signature_help::signature_help;
use scoresheet_ide::symbols::symbols;
use scoresheet_lint::finding::Edit;
use scoresheet_tests::samples::{edge_cases, lenient_text};

/// The size in bytes up to which all places are tried.
const PLACES: usize = 400;

/// The interval of places for requests that walk over the whole game.
const WALKED_PLACES: usize = 100;

/// The number of bytes that are read from a file.
const LONGEST: usize = 200_000;

#[test]
fn every_feature_answers_at_any_place_of_the_edge_cases() {
    for (path, bytes) in edge_cases() {
        let text = lenient_text(&bytes[..bytes.len().min(LONGEST)]);
        eprintln!("{}", path.display());
        check(&text);
    }
}

#[test]
fn nested_variations_overflow_nothing() {
    let text = format!("1. e4 {}", "(1. d4 ".repeat(20_000));
    let database = Database::parse(&text);
    assert_eq!(symbols(&database).len(), 20_001);
    assert!(hover(&database, text.len() - 3, Style::Plain).is_some());
    assert!(!completion(&database, text.len()).is_empty());
    assert!(folds(&database).is_empty());
    assert!(!navigation::selection_range(&database, text.len() - 3).is_empty());
    assert!(navigation::definition(&database, text.len() - 3).is_some());
    assert_eq!(board_state(&database, text.len() - 1).unwrap().depth, 20_000);
    assert!(play(&database, text.len() - 1, "d7d5").is_ok());
}

/// The games of the fixture, with `\r\n` and an astral character before them.
#[test]
fn an_annotated_game_answers() {
    let text = include_str!("../fixtures/annotated.pgn").replace('\n', "\r\n").replacen("Opera box", "Opera 🏆", 1);
    let database = Database::parse(&text);
    let at = |words: &str| text.find(words).unwrap();
    let shown = |ranges: Vec<Range<usize>>| ranges.into_iter().map(|range| text[range].to_owned()).collect::<Vec<_>>();
    let jump = navigation::definition(&database, at("exd4\r\n")).unwrap();
    assert_eq!((jump.target.start, &text[jump.target]), (at("Bg4"), "Bg4"));
    let first_reply = at("e4 e5") + 3;
    assert_eq!(shown(navigation::references(&database, first_reply)), ["e5"; 3]);
    assert_eq!(shown(navigation::selection_range(&database, at("Qxb7")))[1..3], ["8. Qxb7", "8. Qxb7 Qb4"]);
    let lenses = code_lenses(database.view(0).unwrap());
    let titles: Vec<&str> = lenses.iter().map(|lens| lens.title.as_str()).collect();
    assert_eq!(titles, ["17 moves", "1-0", "C41 Philidor Defense, left the book at move 3"]);
    let state = board_state(&database, at("Qb3!") + 3).unwrap();
    assert_eq!(state.fen.as_deref(), Some("rn1qkb1r/ppp2ppp/5n2/4p3/2B1P3/1Q6/PPP2PPP/RNB1K2R b KQkq - 3 7"));
    assert_eq!(
        (state.path.len(), state.clocks.0, state.facts[0].as_str()),
        (13, None, "White has a bishop for a knight.")
    );
    let played = play(&database, at("Qb3!") + 3, "f8d6").unwrap();
    assert!(edited(&text, &played.edits).contains("7. Qb3! Qe7 (7... Bd6) 8. Nc3 (8. Qxb7"));
    let index = index(&database);
    let (item, _) = position_item(&database, at("e4 e5")).unwrap();
    let next: Vec<String> =
        outgoing(&index, &item).iter().map(|step| format!("{} {}", step.item.name, step.counts)).collect();
    assert_eq!(next, ["1... e5 3 games, White scores 100%"]);
    let target = prepare_rename(&database, at("Morphy")).unwrap().target;
    assert_eq!(rename(&database, &target, "Morphy, Paul C.").unwrap().len(), 1);
    let hints = inlay_hints(&database, 0..at("[Event \"London\"]"), InlayHintOptions::default());
    assert!(hints.is_empty(), "export format has all numbers, and no clock to compare with: {hints:?}");
}

fn check(text: &str) {
    let database = Database::parse(text);
    let is_range = |range: &Range<usize>| {
        assert!(text.get(range.clone()).is_some(), "{range:?}");
    };
    let mut depth = 0;
    for symbol in symbols(&database) {
        is_range(&symbol.range);
        is_range(&symbol.selection_range);
        let Range { start, end } = symbol.selection_range;
        assert!(symbol.range.start <= start && end <= symbol.range.end && symbol.depth <= depth, "{symbol:?}");
        assert!(!symbol.name.is_empty());
        depth = symbol.depth + 1;
    }
    folds(&database).iter().for_each(|fold| is_range(&fold.range));
    check_file(text, &database);
    let index = index(&database);
    let step = text.len() / PLACES + 1;
    for offset in (0..=text.len()).step_by(step).filter(|offset| text.is_char_boundary(*offset)) {
        for style in [Style::Plain, Style::Markdown { images: Some(BoardColours::BROWN) }] {
            if let Some(hover) = hover(&database, offset, style) {
                is_range(&hover.range);
                assert!(hover.range.start <= offset && offset <= hover.range.end && hover.content.len() < 90_000);
            }
        }
        for item in completion(&database, offset) {
            is_range(&item.range);
            assert!(item.range.start <= offset && offset <= item.range.end, "{offset}: {item:?}");
            assert!(!text[item.range.clone()].contains(['\n', '\r']), "{offset}: {item:?}");
            assert!(item.caret.is_none_or(|caret| item.text.is_char_boundary(caret)));
        }
    }
    let step = text.len() / WALKED_PLACES + 1;
    for offset in (0..=text.len()).step_by(step).filter(|offset| text.is_char_boundary(*offset)) {
        check_place(text, &database, &index, offset);
    }
}

/// Requests about the whole file.
fn check_file(text: &str, database: &Database) {
    for (start, game) in database.views() {
        let mut end = 0;
        for token in semantic_tokens(game) {
            let range = token.range();
            let words = &game.text[range.clone()];
            assert!(end <= range.start && !words.is_empty() && !words.contains(['\n', '\r']), "{start}: {token:?}");
            end = range.end;
        }
    }
    let hints = inlay_hints(database, 0..text.len(), InlayHintOptions::default());
    assert!(hints.is_sorted_by_key(|hint| hint.offset));
    assert!(hints.iter().all(|hint| text.is_char_boundary(hint.offset) && !hint.label.is_empty()));
    for place in code_lens_places(database, &(0..text.len())).iter().take(PLACES) {
        assert!(text.get(place.range.clone()).is_some_and(|first| !first.is_empty()));
        let lenses = code_lenses(database.view(place.game).unwrap());
        assert!(!lenses.is_empty() && lenses.iter().all(|lens| !lens.title.is_empty()));
    }
    for link in document_links(database) {
        assert_eq!(text[link.range], link.target);
    }
    for colour in colours(database, &(0..text.len())) {
        assert_eq!(text[colour.offset..].chars().next(), Some(colour.brush.letter()));
    }
}

/// Requests about a place.
fn check_place(text: &str, database: &Database, index: &PositionIndex, offset: usize) {
    let is_range = |range: &Range<usize>| assert!(text.get(range.clone()).is_some(), "{offset}: {range:?}");
    for jump in [navigation::definition(database, offset), navigation::type_definition(database, offset)] {
        let jump = jump.into_iter().flat_map(|jump| [jump.origin, jump.target]);
        jump.for_each(|range| is_range(&range));
    }
    navigation::document_highlight(database, offset).iter().for_each(is_range);
    let linked = navigation::linked_editing(database, offset);
    assert!(linked.iter().all(|range| text[range.clone()] == text[linked[0].clone()]));
    let steps = navigation::selection_range(database, offset);
    assert_eq!(steps.last(), Some(&(0..text.len())));
    steps.iter().for_each(is_range);
    assert!(steps.iter().all(|step| step.start <= offset && offset <= step.end), "{offset}: {steps:?}");
    let is_around = |pair: &[Range<usize>]| pair[1].start <= pair[0].start && pair[0].end <= pair[1].end;
    assert!(steps.windows(2).all(|pair| is_around(pair) && pair[0] != pair[1]), "{offset}: {steps:?}");
    if let Some(found) = prepare_rename(database, offset) {
        is_range(&found.range);
        let edits = rename(database, &found.target, "Another1").unwrap_or_default();
        assert!(edits.is_empty() || edits.iter().any(|edit| edit.range == found.range), "{offset}: {found:?}");
        edited(text, &edits);
        let names: Vec<_> = database.views().flat_map(|(_, game)| names_of(game)).collect();
        let others = names.iter().filter(|other| other.kind == found.target.kind);
        for suggested in rename_suggestions(&found.target, others.map(|other| (other.name.as_str(), 1))) {
            assert_ne!(suggested, found.target.name);
        }
    }
    if let Some(help) = signature_help(database, offset) {
        assert!(
            help.active < help.parameters.len() && help.parameters.iter().all(|one| one.range.end <= help.label.len())
        );
    }
    for typed in TRIGGERS {
        edited(text, &on_type(database, offset, typed));
    }
    let known = Known { index: Some(index), names: None };
    assert_eq!(completion_with(database, offset, known).len(), completion(database, offset).len());
    if let Some((item, range)) = position_item(database, offset) {
        is_range(&range);
        assert!(item.position().is_some(), "{offset}: {item:?}");
        outgoing(index, &item);
        incoming(index, &item, |id| database.unit(id.0 as usize).cloned());
    }
    if let Some(state) = board_state(database, offset) {
        check_board(text, database, offset, &state);
    }
}

/// The moves of a board are at its ranges, and a legal move can be inserted and is in the text afterwards.
fn check_board(text: &str, database: &Database, offset: usize, state: &BoardState) {
    let BoardState { path, next, alternatives, last_move, previous, replaces, .. } = state;
    let single = [last_move, previous, replaces].into_iter().flatten();
    let is_there = |one: &MoveAt| assert_eq!(text[one.range.clone()], one.text, "{offset}");
    path.iter().chain(next).chain(alternatives).chain(single).for_each(is_there);
    let Some(legal) = state.legal_moves.get(offset % state.legal_moves.len().max(1)) else { return };
    let played = play(database, offset, &legal.uci).unwrap();
    let after = edited(text, &played.edits);
    assert!(after.is_char_boundary(played.cursor));
    // Broken text may stay broken; in a game without syntax faults the move is at the new cursor.
    let is_clean = database.view(state.game).is_some_and(|game| game.tree.faults().is_empty());
    if !is_clean || played.edits.is_empty() {
        return;
    }
    let state = board_state(&Database::parse(&after), played.cursor).unwrap();
    assert_eq!(state.last_move.map(|one| one.text), Some(legal.san.clone()), "{offset}: {after:?}");
}

fn index(database: &Database) -> PositionIndex {
    let mut index = PositionIndex::new(IndexLimits::default());
    for (number, (_, game)) in database.views().enumerate() {
        assert!(index.add(GameId(number as u64), &IndexedGame::read(game, index.limits())));
    }
    index
}

/// Applies edits that are in ascending order and do not overlap.
#[track_caller]
fn edited(text: &str, edits: &[Edit]) -> String {
    assert!(edits.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start), "{edits:?}");
    let mut after = text.to_owned();
    for edit in edits.iter().rev() {
        assert!(text.get(edit.range.clone()).is_some(), "{edit:?}");
        after.replace_range(edit.range.clone(), &edit.text);
    }
    after
}
