//! Properties of trees: they are lossless, and a file may be parsed in pieces.

use scoresheet_grammar::{Database, Event, GameView, NodeKind, OddEmptyLines, Parser, Tree, read_head, split};

/// The games of `text` concatenated are `text`, the tokens of every game cover it except white space, nodes are balanced, faults lie
/// inside; and evicted trees are parsed again with the same result.
pub fn check_lossless(text: &str) {
    let database = Database::parse(text);
    let joined: String = database.units().map(|(_, game)| game.text()).collect();
    assert!(joined == text, "text is lost or changed");
    for (_, game) in database.views() {
        check_tree(game);
    }
    check_dropped(text, &database);
}

/// Parsing a file in pieces gives the same games as parsing it whole.
pub fn check_split(text: &str, target: usize) {
    let whole = Database::parse(text);
    let mut games = 0;
    let mut tree = Tree::default();
    for piece in split(text, target) {
        let mut parser = Parser::new(&text[piece.clone()]);
        while let Some(range) = parser.next_game(&mut tree) {
            let game = whole.view(games).unwrap();
            assert_eq!(whole.start(games), Some(piece.start + range.start));
            assert!(*game.tree == tree, "game {games} differs when read from {piece:?}");
            games += 1;
        }
    }
    assert_eq!(games, whole.len());
}

/// `kept` is the text with all its trees.
fn check_dropped(text: &str, kept: &Database) {
    let Some(dropped) = Database::parse(text).without_idle_trees() else { return };
    assert!((0..kept.len()).any(|index| dropped.kept_view(index).is_none()));
    for (index, (_, game)) in kept.views().enumerate() {
        let is_same = |other: GameView| (other.text, other.tree) == (game.text, game.tree);
        assert_eq!(dropped.read(index, is_same), Some(true), "read alone it is another game: {:?}", game.text);
        assert!(is_same(dropped.view(index).unwrap()));
    }
}

fn check_tree(game: GameView) {
    let mut open = Vec::new();
    let mut end = 0;
    let (mut is_behind_token, mut is_behind_tags) = (false, false);
    for (event, range) in game.tree.events() {
        match event {
            Event::Enter(node) => open.push(node),
            Event::Leave(node) => {
                assert_eq!(open.pop(), Some(node));
                is_behind_tags |= node == NodeKind::TagSection;
            }
            Event::Token(kind) => {
                assert!(range.start >= end && range.end > range.start, "{kind:?} at {range:?}");
                let gap = &game.text[end..range.start];
                assert!(gap.chars().all(is_white), "{gap:?} is not white space");
                let is_in_movetext = open.contains(&NodeKind::Movetext);
                let line_ends = gap.replace("\r\n", "\n").matches(['\n', '\r']).count();
                let most = match game.tree.odd_empty_lines() {
                    OddEmptyLines::Nowhere if is_in_movetext && is_behind_tags => 2,
                    OddEmptyLines::Nowhere | OddEmptyLines::BeforeMovetext if is_in_movetext && is_behind_token => 1,
                    _ => usize::MAX,
                };
                assert!(line_ends <= most, "{gap:?} has an odd empty line");
                (is_behind_token, is_behind_tags) = (is_in_movetext, false);
                end = range.end;
            }
        }
    }
    assert!(open.is_empty());
    assert!(game.text[end..].chars().all(is_white), "{:?} has no token", &game.text[end..]);
    let mut head = Tree::default();
    read_head(game.text, &mut head);
    assert_eq!(GameView { text: game.text, tree: &head }.tags(), game.tags());
    for fault in game.tree.faults() {
        assert!(
            fault.range.start <= fault.range.end
                && game.text.get(fault.range.start as usize..fault.range.end as usize).is_some(),
            "{fault:?}"
        );
    }
}

fn is_white(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{FEFF}' | '\u{200B}')
}
