//! What must hold of refactorings of a text.

use scoresheet_chess::piece_letters::languages;
use scoresheet_chess::replay::{Outcome, Replay, Step};
use scoresheet_format::refactor::{Answer, REFACTORINGS, Refactoring, Site, apply, refactorings_at};
use scoresheet_format::{FormatOptions, format_game};
use scoresheet_grammar::{Database, Event, NodeKind, TokenKind, ast};

use crate::tree::*;

pub fn refactor(name: &str, text: &str, offset: usize) -> Answer {
    let file = Database::parse(text);
    let (_, site) = Site::at(&file, offset).unwrap();
    Refactoring::of_name(name).unwrap().edits(&site)
}

/// The text after a refactoring that must not be refused.
#[track_caller]
pub fn refactored(name: &str, text: &str, offset: usize) -> String {
    match refactor(name, text, offset) {
        Ok(edits) => {
            assert!(edits.iter().all(|edit| edit.range.start <= edit.range.end), "{name}");
            assert!(edits.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start), "{name}: edits overlap");
            apply(text, &edits)
        }
        Err(refusal) => panic!("{name} at {offset}: {}\n{text}", refusal.reason),
    }
}

#[track_caller]
pub fn check_same(name: &str, before: &str, after: &str, expected: Line) {
    let found = main_line(after).map(normal);
    assert!(
        found.as_ref() == Some(&normal(expected.clone())),
        "{name}\n{before}\nbecame\n{after}\nfound {found:#?}\nexpected {:#?}",
        normal(expected)
    );
    let (slips_before, slips_after) = (slips(before), slips(after));
    assert_eq!(slips_after.0, slips_before.0, "{name}: illegal moves in\n{before}\nbecame\n{after}");
    // Where numbers were right and complete, they still are.
    assert!(slips_before.1 > 0 || slips_after.1 == 0, "{name}: numbers in\n{before}\nbecame\n{after}");
}

/// Whatever moves variations about.
pub fn check_variations(text: &str, most: usize) {
    let Some(line) = main_line(text) else { return };
    let mut all = Vec::new();
    paths(&line, &[], &mut all);
    for path in all.into_iter().take(most) {
        let Some(&start) = path.last() else { continue };
        let mut has_move = false;
        let mut is_first = false;
        let mut has_comment_before = false;
        change(&mut line.clone(), start, &mut |parent, place, index| {
            has_move = !parent.moves[place].lines[index].moves.is_empty();
            has_comment_before = !parent.moves[place].lines[index].before.is_empty();
            is_first = index == 0;
        });
        if !has_move {
            continue;
        }
        let promoted = refactored("promote-variation", text, start);
        let mut expected = line.clone();
        promote(&mut expected, start);
        check_same("promote", text, &promoted, expected);
        assert_eq!(contents(&promoted), contents(text));

        let (place, same) = place_after_promotion(text, &promoted, &line, start, is_first);
        if same && !has_comment_before {
            let demoted = refactored("demote-variation", &promoted, place);
            check_same("promote and demote", text, &demoted, line.clone());
        }

        let main = refactored("make-main-line", text, start);
        let mut expected = line.clone();
        make_main(&mut expected, &path);
        check_same("make main line", text, &main, expected);
        assert_eq!(contents(&main), contents(text));

        let deleted = refactored("delete-variation", text, start);
        let mut expected = line.clone();
        change(&mut expected, start, &mut |parent, place, index| drop(parent.moves[place].lines.remove(index)));
        check_same("delete", text, &deleted, expected);

        let extracted = refactored("extract-variation", text, start);
        assert!(extracted.starts_with(text.trim_end()));
        let file = Database::parse(&extracted);
        let game = file.view(1).unwrap();
        let mut expected = Vec::new();
        moves_to(&line, start, &mut Vec::new(), &mut expected);
        let found = tree(game).unwrap();
        let played: Vec<String> = found.moves.into_iter().map(|played| played.san).collect();
        assert_eq!(played, expected, "{extracted}");
        assert_eq!(slips(&extracted).0, slips(text).0, "{extracted}");
    }
}

/// Where the promoted variation stands now, and whether it was found.
pub fn place_after_promotion(text: &str, promoted: &str, line: &Line, start: usize, is_first: bool) -> (usize, bool) {
    if is_first {
        // Everything before the move that it replaces stands where it stood; the number is there too.
        let mut place = 0;
        change(&mut line.clone(), start, &mut |parent, at, _| place = parent.moves[at].start);
        let mut moves = Vec::new();
        starts(&main_line(promoted).unwrap(), &mut moves);
        moves.sort_unstable();
        let mut old = Vec::new();
        starts(line, &mut old);
        old.sort_unstable();
        let index = old.iter().position(|old| *old == place).unwrap();
        return (moves[index], true);
    }
    // The two change places: the one that stood above begins where it began.
    let mut place = 0;
    change(&mut line.clone(), start, &mut |parent, at, index| place = parent.moves[at].lines[index - 1].start);
    (place, promoted.as_bytes().get(place) == Some(&b'(') && text.len() > place)
}

/// Which items a refactoring takes out.
type ItemTest<'a> = &'a dyn Fn(&str) -> bool;

/// Whatever takes annotations out.
pub fn check_strips(text: &str) {
    let Some(line) = main_line(text) else { return };
    let is_nag = |item: &str| item.starts_with('&');
    let cases: [(&str, ItemTest, bool); 3] = [
        ("strip-comments", &|item| !is_nag(item), false),
        ("strip-nags", &is_nag, false),
        ("strip-variations", &|_| false, true),
    ];
    for (name, drops, drops_lines) in cases {
        let Ok(edits) = refactor(name, text, 0) else { continue };
        let after = apply(text, &edits);
        let mut expected = line.clone();
        strip(&mut expected, drops, drops_lines);
        check_same(name, text, &after, expected);
        assert_eq!(refactor(name, &after, 0).ok(), Some(Vec::new()), "{name} is not done at once:\n{after}");
    }
}

/// Whatever has a way back.
pub fn check_ways_back(text: &str) {
    let before = main_line(text);
    for (there, back) in [("line-comments-to-braces", "braces-to-line-comments"), ("nags-to-glyphs", "glyphs-to-nags")]
    {
        let Ok(edits) = refactor(there, text, 0) else { continue };
        let after = apply(text, &edits);
        if there.starts_with("line") {
            assert_eq!(main_line(&after), before.clone().map(|_| main_line(&after).unwrap()));
            assert_eq!(main_line(&after).map(normal), before.clone().map(normal), "{text}\n{after}");
        }
        let Ok(edits) = refactor(back, &after, 0) else { continue };
        let again = apply(&after, &edits);
        assert_eq!(slips(&again), slips(text));
        if there.starts_with("line") {
            assert_eq!(main_line(&again).map(normal), before.clone().map(normal), "{text}\n{again}");
        } else {
            assert!(formatted(text).is_none_or(|text| formatted(&again) == Some(text)), "{text}\n{again}");
        }
    }
    for language in languages().iter().filter(|language| matches!(language.name, "German" | "Dutch")) {
        let file = Database::parse(text);
        let site = Site { language: Some(language), ..Site::at(&file, 0).unwrap().1 };
        let Ok(edits) = Refactoring::of_name("localise-pieces").unwrap().edits(&site) else { continue };
        let local = apply(text, &edits);
        let english = refactored("delocalise-pieces", &local, 0);
        assert_eq!(formatted(&english), formatted(text));
        assert_eq!(slips(&local), slips(text));
    }
}

/// The games in export format; nothing where one does not read cleanly.
pub fn formatted(text: &str) -> Option<String> {
    let mut out = String::new();
    let file = Database::parse(text);
    file.views().all(|(_, game)| format_game(game, FormatOptions::default(), &mut out).is_ok()).then_some(out)
}

/// A game merged with itself, or with what was extracted from it, says what it said.
pub fn check_merges(text: &str) {
    let (text, contents_before) = (text.trim_end(), contents(text));
    let twice = format!("{text}\n\n{text}\n");
    if let Ok(edits) = refactor("merge-games", &twice, 0) {
        let merged = apply(&twice, &edits);
        assert_eq!(Database::parse(&merged).len(), 1, "{merged}");
        assert!(contents_before.iter().all(|part| contents(&merged).contains(part)), "{merged}");
        assert_eq!(slips(&merged).0, slips(text).0, "{text}\n{merged}");
        // The same move as two variations becomes one.
        let line = main_line(text).map(normal);
        if !line.as_ref().is_some_and(has_twins) {
            assert_eq!(main_line(&merged).map(normal), line, "{merged}");
        }
    }
}

/// Whatever is offered at a place: it is done or refused, and nothing is lost that it does not take out.
pub fn check_anything(text: &str, offset: usize) {
    let file = Database::parse(text);
    let Some((placed, site)) = Site::at(&file, offset) else { return };
    let whole = [site.game.text, site.next.map_or("", |next| next.text)].concat();
    let before = contents(&whole);
    let site = Site { language: languages().get(7), ..site };
    refactorings_at(site).iter().for_each(|offered| assert!(!offered.title.is_empty()));
    for refactoring in REFACTORINGS {
        let Ok(edits) = refactoring.edits(&site) else { continue };
        let after = apply(&whole, &edits);
        assert!(
            edits.iter().all(|edit| whole.is_char_boundary(edit.range.start) && whole.is_char_boundary(edit.range.end))
        );
        let keeps_all = [
            "promote-variation",
            "demote-variation",
            "make-main-line",
            "renumber",
            "sort-tags",
            "fill-roster",
            "move-game-down",
        ];
        if keeps_all.contains(&refactoring.name) || refactoring.name == "set-result" {
            assert_eq!(
                contents(&after),
                before,
                "{} at {} of game {}\n{whole}\n{after}",
                refactoring.name,
                site.offset,
                placed.index
            );
        }
        // A copy has the slips of its game again.
        let times = if refactoring.name == "copy-game" { 2 } else { 1 };
        assert!(
            slips(&after).0 <= times * slips(&whole).0,
            "{} makes moves illegal\n{whole}\n{after}",
            refactoring.name
        );
    }
}

/// Moves, comments and NAGs in any order.
pub fn contents(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (_, game) in Database::parse(text).views() {
        for (event, range) in game.tree.events() {
            if let Event::Token(kind) = event
                && (kind == TokenKind::San
                    || kind.is_comment()
                    || kind.is_annotation()
                    || kind == TokenKind::EscapeLine)
            {
                found.push(game.text[range].to_owned());
            }
        }
    }
    found.sort_unstable();
    found
}

/// How many moves cannot be played, and how many numbers are wrong or missing where export format has one.
pub fn slips(text: &str) -> (usize, usize) {
    let file = Database::parse(text);
    let (mut moves, mut numbers) = (0, 0);
    for (_, game) in file.views() {
        let mut replay = Replay::new(game);
        let (mut needs_number, mut has_number) = (true, false);
        while let Some((step, range)) = replay.advance() {
            match step {
                Step::Move => {
                    let ply = replay.ply();
                    moves += usize::from(!matches!(ply.outcome, Outcome::Played { .. } | Outcome::Null { .. }));
                    numbers += usize::from((needs_number || ply.turn.is_white()) && !has_number);
                    (needs_number, has_number) = (false, false);
                }
                Step::Token(TokenKind::MoveNumber) => {
                    let written = ast::move_number(&game.text[range]);
                    let fits = written.number == replay.number() && (written.periods >= 2) == replay.turn().is_black();
                    numbers += usize::from(!fits || replay.turn().is_black() && !needs_number);
                    has_number = true;
                }
                Step::Token(kind) if kind.is_comment() => needs_number = true,
                Step::Enter(NodeKind::Variation) | Step::Leave(NodeKind::Variation) => needs_number = true,
                _ => {}
            }
        }
    }
    (moves, numbers)
}
