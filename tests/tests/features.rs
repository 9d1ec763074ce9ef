//! Hover, completion, outline and folds on files of every sort: whatever the place, their ranges fit the text.

use std::ops::Range;

use scoresheet_analysis::completion::completion;
use scoresheet_analysis::folding::folds;
use scoresheet_analysis::hover::{Style, hover};
use scoresheet_analysis::symbols::symbols;
use scoresheet_grammar::Database;
use scoresheet_tests::samples::{lenient_text, sample_files};

/// In larger files only some places are tried.
const PLACES: usize = 400;

/// Of larger files only the beginning is read.
const LONGEST: usize = 200_000;

#[test]
fn every_feature_answers_at_any_place_of_the_edge_cases() {
    for (path, bytes) in sample_files("edge-cases") {
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
    let step = text.len() / PLACES + 1;
    for offset in (0..=text.len()).step_by(step).filter(|offset| text.is_char_boundary(*offset)) {
        for style in [Style::Plain, Style::Markdown { images: true }] {
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
}
