//! After a refactoring the game is the tree that the operation means, nothing is lost, and ways back lead back: on generated
//! games, on the edge cases, on real files.

use proptest::prelude::*;
use scoresheet_analysis::format::{FormatOptions, format_game};
use scoresheet_analysis::piece_letters::languages;
use scoresheet_analysis::refactor::{Answer, REFACTORINGS, Refactoring, Site, apply, refactorings_at};
use scoresheet_analysis::replay::{Outcome, Replay, Step};
use scoresheet_grammar::{Database, Event, GameView, NodeKind, TokenKind, ast};
use scoresheet_tests::samples::{lenient_text, sample_files};

/// A line of play, by what stands in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Line {
    /// Comments before the first move.
    before: Vec<String>,
    moves: Vec<Move>,
    /// Where its parenthesis stands in the text that it was read from.
    start: usize,
}

/// A move with its NAGs and comments, in order, and what else can be played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Move {
    san: String,
    items: Vec<String>,
    lines: Vec<Line>,
    start: usize,
}

/// The main line of a game; nothing where a variation stands before the first move, or a comment between a number and its move.
fn tree(game: GameView) -> Option<Line> {
    let mut line = Line::default();
    let mut open = Vec::new();
    let mut has_number = false;
    let mut in_movetext = false;
    for (event, range) in game.tree.events() {
        match event {
            Event::Enter(NodeKind::Movetext) => in_movetext = true,
            Event::Leave(NodeKind::Movetext) => in_movetext = false,
            Event::Enter(NodeKind::Variation) => {
                if line.moves.is_empty() || has_number {
                    return None;
                }
                open.push(std::mem::replace(&mut line, Line { start: range.start, ..Line::default() }));
            }
            Event::Leave(NodeKind::Variation) => {
                let inner = std::mem::replace(&mut line, open.pop()?);
                line.moves.last_mut()?.lines.push(inner);
                has_number = false;
            }
            Event::Token(TokenKind::San) if in_movetext => {
                line.moves.push(Move {
                    san: game.text[range.clone()].to_owned(),
                    start: range.start,
                    ..Move::default()
                });
                has_number = false;
            }
            Event::Token(TokenKind::MoveNumber | TokenKind::Periods) => has_number = true,
            Event::Token(kind) if in_movetext && (kind.is_comment() || kind.is_annotation()) => {
                if has_number || kind.is_annotation() && line.moves.is_empty() {
                    return None;
                }
                let text = &game.text[range];
                let item =
                    if kind.is_comment() { ast::comment_text(kind, text).to_owned() } else { format!("&{text}") };
                match line.moves.last_mut() {
                    Some(last) => last.items.push(item),
                    None => line.before.push(item),
                }
            }
            Event::Token(kind) if kind.is_termination() && !open.is_empty() => return None,
            _ => {}
        }
    }
    Some(line)
}

/// The same tree in one way of several: what replaces the first move of a variation stands beside the variation.
fn normal(mut line: Line) -> Line {
    line.start = 0;
    for played in &mut line.moves {
        played.start = 0;
        for inner in std::mem::take(&mut played.lines) {
            let mut inner = normal(inner);
            let beside = inner.moves.first_mut().map(|first| std::mem::take(&mut first.lines));
            played.lines.push(inner);
            played.lines.extend(beside.unwrap_or_default());
        }
    }
    line
}

/// Change the line in which the variation that begins at byte `start` hangs on a move: the places of both are given.
fn change(line: &mut Line, start: usize, how: &mut dyn FnMut(&mut Line, usize, usize)) -> bool {
    for place in 0..line.moves.len() {
        if let Some(index) = line.moves[place].lines.iter().position(|inner| inner.start == start) {
            how(line, place, index);
            return true;
        }
        if line.moves[place].lines.iter_mut().any(|inner| change(inner, start, how)) {
            return true;
        }
    }
    false
}

/// A variation takes the place of the line it hangs on.
fn raise(parent: &mut Line, place: usize, index: usize) {
    let variation = parent.moves[place].lines.remove(index);
    let mut moves = variation.moves.into_iter();
    let Some(mut first) = moves.next() else { return };
    let mut moved = parent.moves.split_off(place);
    let others = std::mem::take(&mut moved[0].lines);
    let nested = std::mem::take(&mut first.lines);
    first.lines.push(Line { moves: moved, ..Line::default() });
    first.lines.extend(nested.into_iter().chain(others));
    match parent.moves.last_mut() {
        Some(last) => last.items.extend(variation.before),
        None => parent.before.extend(variation.before),
    }
    parent.moves.push(first);
    parent.moves.extend(moves);
}

fn promote(line: &mut Line, start: usize) {
    change(line, start, &mut |parent, place, index| match index {
        0 => raise(parent, place, 0),
        _ => parent.moves[place].lines.swap(index - 1, index),
    });
}

fn make_main(line: &mut Line, path: &[usize]) {
    for start in path.iter().rev() {
        change(line, *start, &mut raise);
    }
}

/// Every variation with those that it is in, itself last.
fn paths(line: &Line, above: &[usize], found: &mut Vec<Vec<usize>>) {
    for inner in line.moves.iter().flat_map(|played| &played.lines) {
        let path = [above, &[inner.start]].concat();
        paths(inner, &path, found);
        found.push(path);
    }
}

/// Take out items and variations, and variations in which nothing is left.
fn strip(line: &mut Line, drops_item: &dyn Fn(&str) -> bool, drops_lines: bool) {
    line.before.retain(|item| !drops_item(item));
    for played in &mut line.moves {
        played.items.retain(|item| !drops_item(item));
        if drops_lines {
            played.lines.clear();
        }
        let had = |inner: &Line| !inner.before.is_empty();
        played.lines.retain_mut(|inner| {
            let had_something = had(inner);
            strip(inner, drops_item, drops_lines);
            !had_something || had(inner) || !inner.moves.is_empty()
        });
    }
}

fn refactor(name: &str, text: &str, offset: usize) -> Answer {
    let file = Database::parse(text);
    let (_, site) = Site::at(&file, offset).unwrap();
    Refactoring::of_name(name).unwrap().edits(&site)
}

/// The text after a refactoring that must not be refused.
#[track_caller]
fn refactored(name: &str, text: &str, offset: usize) -> String {
    match refactor(name, text, offset) {
        Ok(edits) => {
            assert!(edits.iter().all(|edit| edit.range.start <= edit.range.end), "{name}");
            assert!(edits.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start), "{name}: edits overlap");
            apply(text, &edits)
        }
        Err(refusal) => panic!("{name} at {offset}: {}\n{text}", refusal.reason),
    }
}

/// Moves, comments and NAGs in any order.
fn contents(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (_, game) in Database::parse(text).games() {
        let game = game.view();
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
fn slips(text: &str) -> (usize, usize) {
    let file = Database::parse(text);
    let (mut moves, mut numbers) = (0, 0);
    for (_, game) in file.games() {
        let mut replay = Replay::new(game.view());
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
                    let written = ast::move_number(&game.view().text[range]);
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

fn main_line(text: &str) -> Option<Line> {
    tree(Database::parse(text).game(0)?.view())
}

#[track_caller]
fn check_same(name: &str, before: &str, after: &str, expected: Line) {
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
fn check_variations(text: &str, most: usize) {
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
        let game = file.game(1).unwrap().view();
        let mut expected = Vec::new();
        moves_to(&line, start, &mut Vec::new(), &mut expected);
        let found = tree(game).unwrap();
        let played: Vec<String> = found.moves.into_iter().map(|played| played.san).collect();
        assert_eq!(played, expected, "{extracted}");
        assert_eq!(slips(&extracted).0, slips(text).0, "{extracted}");
    }
}

/// Where the promoted variation stands now, and whether it was found.
fn place_after_promotion(text: &str, promoted: &str, line: &Line, start: usize, is_first: bool) -> (usize, bool) {
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

fn starts(line: &Line, found: &mut Vec<usize>) {
    for played in &line.moves {
        found.push(played.start);
        played.lines.iter().for_each(|inner| starts(inner, found));
    }
}

/// The moves of the line that the variation at `start` is, from the first of the game on.
fn moves_to(line: &Line, start: usize, so_far: &mut Vec<String>, found: &mut Vec<String>) {
    for played in &line.moves {
        for inner in &played.lines {
            if inner.start == start {
                *found = so_far.iter().cloned().chain(inner.moves.iter().map(|played| played.san.clone())).collect();
            }
            moves_to(inner, start, &mut so_far.clone(), found);
        }
        so_far.push(played.san.clone());
    }
}

type ItemTest<'a> = &'a dyn Fn(&str) -> bool;

/// Whatever takes annotations out.
fn check_strips(text: &str) {
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
fn check_ways_back(text: &str) {
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

/// Whether a move stands twice among those that can be played.
fn has_twins(line: &Line) -> bool {
    line.moves.iter().any(|played| {
        let firsts = played.lines.iter().map(|inner| inner.moves.first().map(|first| &first.san));
        let mut all: Vec<Option<&String>> = firsts.chain([Some(&played.san)]).collect();
        all.sort_unstable();
        all.windows(2).any(|pair| pair[0] == pair[1]) || played.lines.iter().any(has_twins)
    })
}

/// The games in export format; nothing where one does not read cleanly.
fn formatted(text: &str) -> Option<String> {
    let mut out = String::new();
    let file = Database::parse(text);
    file.games().all(|(_, game)| format_game(game.view(), FormatOptions::default(), &mut out).is_ok()).then_some(out)
}

/// A game merged with itself, or with what was extracted from it, says what it said.
fn check_merges(text: &str) {
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
fn check_anything(text: &str, offset: usize) {
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
        let keeps_all =
            ["promote-variation", "demote-variation", "make-main-line", "renumber", "sort-tags", "fill-roster"];
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
        assert!(slips(&after).0 <= slips(&whole).0, "{} makes moves illegal\n{whole}\n{after}", refactoring.name);
    }
}

/// Games with variations, comments and NAGs, by the decisions in `dice`. Knights come and go, so that every move is legal.
struct Writer {
    dice: std::vec::IntoIter<u8>,
    text: String,
    comments: usize,
    blank: &'static str,
    has_numbers: bool,
}

#[derive(Clone, Copy)]
struct Place {
    /// Which knights are away from home: king's and queen's, of White and of Black.
    away: [[bool; 2]; 2],
    ply: usize,
}

impl Writer {
    fn roll(&mut self, sides: u8) -> u8 {
        self.dice.next().unwrap_or(0) % sides
    }

    fn space(&mut self) {
        let space = if self.roll(6) == 1 { "\n" } else { " " };
        if !self.text.ends_with(['\n', '(']) {
            self.text.push_str(space);
        }
    }

    /// A line of play with annotations and variations.
    fn line(&mut self, mut place: Place, depth: usize, first_differs: Option<u8>) {
        let mut needs_number = true;
        let length = 1 + self.roll(4);
        if depth > 0 && self.roll(6) == 1 {
            self.comment();
        }
        for index in 0..length {
            let before = place;
            let knight = match first_differs.filter(|_| index == 0) {
                Some(other) => 1 - other,
                None => self.roll(2),
            };
            self.space();
            self.play(&mut place, knight, needs_number);
            needs_number = false;
            for _ in 0..self.roll(3) {
                match self.roll(5) {
                    0 => self.text.push_str(" $14"),
                    1 if !self.text.ends_with(['!', '}']) => self.text.push('!'),
                    2 => {
                        self.comment();
                        needs_number = true;
                    }
                    _ => {}
                }
            }
            if depth < 3 {
                for _ in 0..self.roll(6).saturating_sub(3) {
                    self.space();
                    self.text.push('(');
                    self.line(before, depth + 1, Some(knight));
                    self.text.push(')');
                    needs_number = true;
                    if self.roll(4) == 1 {
                        self.comment();
                    }
                }
            }
        }
    }

    fn play(&mut self, place: &mut Place, knight: u8, needs_number: bool) {
        let black = place.ply % 2;
        if self.has_numbers && (black == 0 || needs_number) {
            let periods = if black == 0 { "." } else { "..." };
            self.text.push_str(&format!("{}{periods}{}", place.ply / 2 + 1, self.blank));
        }
        let away = &mut place.away[black][usize::from(knight)];
        *away = !*away;
        let squares = [["Ng1", "Nf3", "Nb1", "Nc3"], ["Ng8", "Nf6", "Nb8", "Nc6"]];
        self.text.push_str(squares[black][usize::from(knight) * 2 + usize::from(*away)]);
        place.ply += 1;
    }

    fn comment(&mut self) {
        self.space();
        self.comments += 1;
        let number = self.comments;
        match self.roll(4) {
            0 => self.text.push_str(&format!("; line {number}\n")),
            1 => self.text.push_str(&format!("{{ two {number}\nlines }}")),
            _ => self.text.push_str(&format!("{{c{number}}}")),
        }
    }
}

fn game() -> impl Strategy<Value = String> {
    proptest::collection::vec(any::<u8>(), 0..160).prop_map(|dice| {
        let mut writer =
            Writer { dice: dice.into_iter(), text: String::new(), comments: 0, blank: " ", has_numbers: true };
        if writer.roll(4) == 1 {
            writer.blank = "";
        }
        if writer.roll(3) == 1 {
            writer.text.push_str("[White \"w\"]\n[Result \"1-0\"]\n\n");
        }
        writer.line(Place { away: [[false; 2]; 2], ply: 0 }, 0, None);
        writer.text.push_str("\n1-0\n");
        writer.text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn variations_move_as_trees_do(text in game()) {
        prop_assert_eq!(slips(&text), (0, 0), "{}", text);
        check_variations(&text, usize::MAX);
    }

    #[test]
    fn stripping_takes_out_what_it_says(text in game()) {
        check_strips(&text);
    }

    #[test]
    fn ways_back_lead_back(text in game()) {
        check_ways_back(&text);
    }

    #[test]
    fn merging_shares_what_is_the_same(one in game(), other in game()) {
        check_merges(&one);
        let both = format!("{one}\n{other}");
        if let Ok(edits) = refactor("merge-games", &both, 0) {
            let merged = apply(&both, &edits);
            prop_assert_eq!(slips(&merged), (0, 0), "{}\n{}", both, merged);
            let found = contents(&merged);
            let kept = contents(&both).into_iter().filter(|part| part.contains(['{', ';', '$']));
            prop_assert!(kept.into_iter().all(|part| found.contains(&part)), "{}\n{}", both, merged);
        }
    }

    #[test]
    fn any_place_of_any_game(text in game(), place in 0..1000_usize) {
        check_anything(&text, text.floor_char_boundary(text.len() * place / 1000));
    }

    #[test]
    fn any_place_of_any_text(text in scoresheet_tests::edits::pgn_like(), place in 0..1000_usize) {
        check_anything(&text, text.floor_char_boundary(text.len() * place / 1000));
    }
}

/// Games of a file that are looked at: enough to meet what files hold, few enough to be done soon.
const GAMES_A_FILE: usize = 2;
/// Longer games are left out: every variation of a game is a reading of it.
const LONGEST_GAME: usize = 8_000;
/// Of the variations of a game so many are moved about.
const VARIATIONS_A_GAME: usize = 3;

fn check_file(bytes: &[u8]) {
    let text = lenient_text(bytes);
    let file = Database::parse(&text);
    let step = file.len().div_ceil(GAMES_A_FILE).max(1);
    for (_, game) in file.games().step_by(step).filter(|(_, game)| game.view().text.len() < LONGEST_GAME) {
        let text = game.view().text;
        check_anything(text, text.floor_char_boundary(text.len() * 7 / 10));
        if formatted(text).is_some() {
            check_variations(text, VARIATIONS_A_GAME);
            check_strips(text);
        }
        check_ways_back(text);
        check_merges(text);
    }
}

#[test]
fn edge_cases_are_refactored_or_refused() {
    for (path, bytes) in sample_files("edge-cases") {
        println!("{}", path.display());
        check_file(&bytes);
    }
}

#[test]
fn real_games_are_refactored_or_refused() {
    for (path, bytes) in sample_files("corpus") {
        println!("{}", path.display());
        check_file(&bytes);
    }
}
