//! The games of a text as they are moved: each with the text that stays with it.

use std::borrow::Cow;
use std::ops::Range;

use scoresheet_grammar::{
    Event, GameView, NodeKind, Parser, PlainTagPair, TokenKind, Tree, is_certain_start, plain_game,
};

use crate::line_ends::line_ends;

/// Games that may follow another: in them is whatever can end or continue what is before, with and without what opens it.
const PROBES: [&str; 3] = [
    "[Event \"?\"]\n[Site \"?\"]\n\n{?} 1. e4 ({?} 1. d4 \"]\n) 1... e5 *\n",
    "[Event \"?\"]\n\n1. e4 e5} 2. d4 d5) 3. c4\n",
    "[Black \"?\"]\n\n*\n",
];

/// Programs write it at the start of a file.
const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// A tag pair of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryTag<'text> {
    /// Its name.
    pub name: &'text str,
    /// Its value, unescaped.
    pub value: Cow<'text, str>,
}

/// What an entry needs for another one to follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing but the white space after it.
    Separated,
    /// An empty line.
    Unseparated,
    /// An empty line, after the end of its last line, which is there.
    LineEnded,
    /// Only the end of the file ends it: a comment is not closed, or it is text without a game. Nothing may follow.
    Open,
}

/// A game with the text that stays with it. The entries of a text, joined together, are the text.
///
/// - Text before a game that is no game itself (a comment, an escape line, free text) stays with the game that follows, unless the grammar
///   gives it to the game before it, as a comment after a termination marker. After the last game it is an entry that stays last.
/// - A game that does not begin with a tag pair stays with the game before it, or first in the file: nothing shows where it begins.
/// - A game that ends only because of what follows, such as an unclosed comment, stays with what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'text> {
    /// Where it is, with the white space after it: half-open byte offsets in the text.
    pub range: Range<usize>,
    /// Where the first game with tag pairs in it is, or the first game: half-open byte offsets in the text.
    pub game: Range<usize>,
    /// The byte offset in the text at which the first tag pair of that game begins, or the game if it has none.
    pub lead_end: usize,
    /// The byte offset in the text at which the white space after it begins.
    pub end: usize,
    /// The tag pairs of that game, in text order.
    pub tags: Vec<EntryTag<'text>>,
    /// Whether another entry may come before it: it begins with a tag pair, at the start of a line.
    pub may_follow: bool,
    /// What it needs for another entry to follow it.
    pub ending: Ending,
    /// How many games the parser finds in it, with text that is none: by these the games of a file are numbered.
    pub units: usize,
    /// How many of them are games: they have tag pairs, moves or a termination marker.
    pub games: usize,
    /// Whether it has anything besides comments and escape lines.
    pub has_text: bool,
    /// The text after the tag pairs of that game, without white space around it.
    pub movetext: &'text str,
}

/// Iterates over the entries of a text.
pub struct Entries<'text> {
    text: &'text str,
    parser: Parser<'text>,
    tree: Tree,
    plain_tags: Vec<PlainTagPair>,
    /// Where the next unit begins.
    at: usize,
    /// A unit that was read, but is not part of an entry yet.
    ahead: Option<Unit<'text>>,
}

/// What the parser returns as a game.
struct Unit<'text> {
    range: Range<usize>,
    tags: Vec<EntryTag<'text>>,
    /// Where the tag pairs begin and end; the start of the unit if there are none.
    tag_section: Range<usize>,
    /// Whether there are tag pairs or movetext, which may be noise.
    is_game: bool,
    /// Whether there are tag pairs, moves or a termination marker.
    is_counted: bool,
    /// Whether there is anything besides comments and escape lines.
    has_text: bool,
    /// Whether the first tag pair, if there is one, has its bracket and begins a line.
    begins_with_tag: bool,
    /// Whether what follows begins a game whatever is before it.
    is_certain: bool,
    /// Whether it is the end of what the parser returns as a game.
    is_cut_off: bool,
}

impl Unit<'_> {
    /// Text without a game, after a game at the end of a text.
    fn remark(range: Range<usize>) -> Self {
        let tag_section = range.start..range.start;
        Unit {
            range,
            tags: Vec::new(),
            tag_section,
            is_game: false,
            is_counted: false,
            has_text: false,
            begins_with_tag: false,
            is_certain: false,
            is_cut_off: true,
        }
    }
}

impl<'text> Entry<'text> {
    /// What any order compares first: 0 for what stays first, 2 for what stays last, 1 for all others.
    pub fn rank(&self) -> u8 {
        match (self.may_follow, self.ending) {
            (_, Ending::Open) => 2,
            (false, _) => 0,
            (true, _) => 1,
        }
    }

    /// Whether it is one game of `text` and nothing else, so that it can be copied, moved and deleted alone.
    pub fn is_one_game(&self, text: &str) -> bool {
        let is_blank = |from: usize, to: usize| text[from..to.max(from)].trim().is_empty();
        self.rank() == 1
            && is_blank(self.range.start, self.game.start)
            && is_blank(self.game.end, self.range.end)
            && self.ending != Ending::Open
    }

    /// The same, and no text or escape line is before its tag pairs, which may be about more than this game.
    pub fn is_alone(&self, text: &str) -> bool {
        let lead = &text[self.range.start..self.lead_end.max(self.range.start)];
        self.is_one_game(text) && lead.trim_start_matches(BYTE_ORDER_MARK).trim().is_empty()
    }

    /// The value of the first tag pair with this name; empty if there is none.
    pub fn value(&self, name: &str) -> &str {
        self.tags.iter().find(|tag| tag.name == name).map_or("", |tag| &tag.value)
    }
}

impl<'text> Entries<'text> {
    /// The entries of `text`, which is a whole file or a piece of one that [`scoresheet_grammar::split`] has made. Linear.
    pub fn new(text: &'text str) -> Entries<'text> {
        Entries { text, parser: Parser::new(text), tree: Tree::default(), plain_tags: Vec::new(), at: 0, ahead: None }
    }

    fn read_unit(&mut self) -> Option<Unit<'text>> {
        let (text, start) = (self.text, self.at);
        let rest = &text[start..];
        if rest.is_empty() {
            return None;
        }
        let is_certain_here = start == 0 || is_certain_start(text, start);
        if is_certain_here && let Some(length) = plain_game(rest, &mut self.plain_tags) {
            self.at = start + length;
            let tags = self
                .plain_tags
                .iter()
                .map(|tag| EntryTag { name: &rest[tag.name.clone()], value: Cow::Borrowed(&rest[tag.value.clone()]) });
            let end = self.plain_tags.last().map_or(start, |tag| start + tag.value.end + "\"]".len());
            return Some(Unit {
                range: start..self.at,
                tags: tags.collect(),
                tag_section: start..end,
                is_game: true,
                is_counted: true,
                has_text: true,
                begins_with_tag: true,
                is_certain: is_certain_start(text, self.at),
                is_cut_off: false,
            });
        }
        self.parser.go_to(start);
        let range = self.parser.next_game(&mut self.tree)?;
        self.at = range.end;
        let game = GameView { text: &text[range.clone()], tree: &self.tree };
        let tags = game.tags();
        let (first, last) = (tags.first().map_or(0, |tag| tag.range.start), tags.last().map_or(0, |tag| tag.range.end));
        Some(Unit {
            is_game: !tags.is_empty() || has_movetext(game),
            is_counted: !tags.is_empty() || has_moves(game),
            has_text: has_text(game),
            begins_with_tag: tags.first().is_some_and(|tag| {
                let before = &game.text[..tag.range.start];
                tag.is_quoted
                    && game.text[tag.range.start..].starts_with('[')
                    && (before.is_empty() || before.ends_with(['\n', '\r']))
            }),
            tags: tags
                .into_iter()
                .map(|tag| EntryTag {
                    name: &text[range.start + tag.name_range.start..range.start + tag.name_range.end],
                    value: Cow::Owned(tag.value().into_owned()),
                })
                .collect(),
            tag_section: start + first..start + last,
            is_certain: is_certain_start(text, range.end),
            is_cut_off: false,
            range,
        })
    }

    /// Whether a unit is part of the entry that begins at `start` and ends where the unit begins.
    fn continues(&self, start: usize, group: &Group, next: &Unit) -> bool {
        let is_bare_game = next.is_game && !next.begins_with_tag;
        let is_last_remark = !next.is_game && self.at == self.text.len();
        if !group.is_game || is_bare_game {
            return true;
        }
        !is_last_remark && self.ending(start..next.range.start, group) == Ending::Open
    }

    fn ending(&self, range: Range<usize>, group: &Group) -> Ending {
        if group.is_certain {
            return Ending::Separated;
        }
        if !group.is_game {
            return Ending::Open;
        }
        let text = &self.text[range];
        let body = text.trim_ascii_end();
        if has_empty_line(&text[body.len()..]) {
            return if ends_apart(text) { Ending::Separated } else { Ending::Open };
        }
        let has_line_end = line_ends(&text[body.len()..]).next().is_some();
        match has_line_end && ends_apart(text) {
            true => Ending::Separated,
            false if ends_apart(&[body, "\n\n"].concat()) && has_line_end => Ending::LineEnded,
            false if ends_apart(&[body, "\n\n"].concat()) => Ending::Unseparated,
            false => Ending::Open,
        }
    }
}

/// What is known of the units of an entry so far.
struct Group {
    is_game: bool,
    is_certain: bool,
}

impl<'text> Iterator for Entries<'text> {
    type Item = Entry<'text>;

    fn next(&mut self) -> Option<Entry<'text>> {
        let mut main = self.ahead.take().or_else(|| self.read_unit())?;
        let mut range = main.range.clone();
        let mut group = Group { is_game: main.is_game, is_certain: main.is_certain };
        let mut units = usize::from(!main.is_cut_off);
        let mut games = usize::from(main.is_counted);
        let mut has_text = main.has_text;
        while let Some(next) = self.read_unit() {
            if !self.continues(range.start, &group, &next) {
                self.ahead = Some(next);
                break;
            }
            range.end = next.range.end;
            units += 1;
            games += usize::from(next.is_counted);
            has_text |= next.has_text;
            group = Group { is_game: group.is_game || next.is_game, is_certain: next.is_certain };
            if main.tags.is_empty() && (!main.is_game || !next.tags.is_empty()) {
                main = next;
            }
        }
        if let Some(next) = self.ahead.as_mut().filter(|next| next.begins_with_tag) {
            // The mark of a file that was joined to another one stays with its first game.
            let text = &self.text[range.clone()];
            range.end -= text.len() - text.trim_end_matches(BYTE_ORDER_MARK).len();
            main.range.end = main.range.end.min(range.end);
            next.range.start = range.end;
        }
        let body = self.text[range.clone()].trim_ascii_end();
        if range.end == self.text.len()
            && group.is_game
            && let Some(end) = end_of_file_mark(body)
                .or_else(|| end_of_game(&[body, "\n\n"].concat()).filter(|end| (1..body.len()).contains(end)))
        {
            let rest = range.start + end..range.end;
            self.ahead = Some(Unit::remark(rest.clone()));
            range.end = rest.start;
            main.range.end = main.range.end.min(range.end);
        }
        let end = range.start + self.text[range.clone()].trim_ascii_end().len();
        let is_before_remark = self.ahead.as_ref().is_some_and(|next| next.is_cut_off);
        let ending = match self.ending(range.clone(), &group) {
            // What is at the end of a file needs no empty line before it, but a game does.
            Ending::Separated if is_before_remark && !has_empty_line(&self.text[end..range.end]) => Ending::LineEnded,
            ending => ending,
        };
        Some(Entry {
            end,
            ending,
            may_follow: main.begins_with_tag,
            units,
            games,
            has_text,
            lead_end: if main.tags.is_empty() { main.range.start } else { main.tag_section.start },
            movetext: self.text.get(main.tag_section.end..main.range.end).unwrap_or("").trim(),
            range,
            game: main.range,
            tags: main.tags,
        })
    }
}

/// Where the end of a file as DOS marks it is at the end of a text, with a game before it: programs that know the mark read nothing after it.
fn end_of_file_mark(text: &str) -> Option<usize> {
    let before = text.trim_end_matches(|character: char| character == '\x1A' || character.is_ascii_whitespace());
    let mark = text[before.len()..].find('\x1A')?;
    (!before.is_empty()).then_some(before.len() + mark)
}

/// Whether a text with a game ends where it does if another game follows.
fn ends_apart(text: &str) -> bool {
    end_of_game(text) == Some(text.len())
}

/// Where the game at the end of a text ends if another game follows: what is after that place belongs to the other one. `None` if it
/// does not end in the text.
fn end_of_game(text: &str) -> Option<usize> {
    let mut ends = PROBES.iter().map(|probe| {
        let joined = [text, *probe].concat();
        let mut parser = Parser::new(&joined);
        let mut tree = Tree::default();
        while let Some(range) = parser.next_game(&mut tree) {
            if range.end > text.len() {
                let tags = GameView { text: &joined[range.clone()], tree: &tree }.tags();
                let is_probe = tags.first().is_some_and(|tag| range.start + tag.range.start == text.len());
                return is_probe.then_some(range.start);
            }
        }
        None
    });
    let first = ends.next()??;
    ends.all(|end| end == Some(first)).then_some(first)
}

/// Whether white space has an empty line after the end of the line that it begins in.
pub(super) fn has_empty_line(white_space: &str) -> bool {
    line_ends(white_space).nth(1).is_some()
}

/// Whether there is anything besides comments and escape lines.
fn has_text(game: GameView) -> bool {
    game.tree.events().any(|(event, _)| match event {
        Event::Token(kind) => !kind.is_comment() && kind != TokenKind::EscapeLine,
        _ => false,
    })
}

/// Whether what the parser returns as a game is one: it has a tag pair, a move or a termination marker. A text without any of these is returned
/// as a game, too, so that nothing is lost.
pub fn is_game(game: GameView) -> bool {
    game.tree.events().any(|(event, _)| match event {
        Event::Enter(kind) => kind == NodeKind::Tag,
        Event::Token(kind) => kind == TokenKind::San || kind.is_termination(),
        Event::Leave(_) => false,
    })
}

/// Whether a game has a move or a termination marker.
fn has_moves(game: GameView) -> bool {
    game.tree.events().any(|(event, _)| match event {
        Event::Token(kind) => kind == TokenKind::San || kind.is_termination(),
        _ => false,
    })
}

/// Whether a game without tag pairs has anything besides text, comments and escape lines.
fn has_movetext(game: GameView) -> bool {
    let mut events = game.tree.events().skip_while(|(event, _)| *event != Event::Enter(NodeKind::Movetext)).skip(1);
    events.any(|(event, _)| match event {
        Event::Token(kind) => !kind.is_comment() && kind != TokenKind::EscapeLine,
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str], endings: &[Ending]) {
        let entries: Vec<Entry> = Entries::new(text).collect();
        let texts: Vec<&str> = entries.iter().map(|entry| &text[entry.range.clone()]).collect();
        assert_eq!(texts, expected);
        assert_eq!(entries.iter().map(|entry| entry.ending).collect::<Vec<_>>(), endings);
        assert!(entries.iter().all(|entry| text[entry.end..entry.range.end].trim().is_empty()));
    }

    #[test]
    fn a_game_with_text_before_it_is_not_alone() {
        let game = "[White \"A\"]\n\n1. e4 *\n\n";
        for (lead, expected) in [("", true), ("\n", true), ("Heading\n\n", false), ("% line\n", false)] {
            let text = format!("{lead}{game}");
            let entry = Entries::new(&text).next().unwrap();
            assert_eq!((entry.is_one_game(&text), entry.is_alone(&text)), (true, expected), "{lead:?}");
        }
    }

    #[test]
    fn games_are_counted_without_other_text() {
        let counts = |text: &str| Entries::new(text).map(|entry| (entry.units, entry.games)).collect::<Vec<_>>();
        let game = "[White \"A\"]\n\n1. e4 *\n\n";
        assert_eq!(counts(&format!("{game}{game}% end\n")), [(1, 1), (1, 1), (0, 0)]);
        assert_eq!(counts("1. e4 *\n\n1. d4 *\n"), [(2, 2)]);
        assert_eq!(counts(&format!("{game}1. e4 *\n\n")), [(2, 2)]);
        let has_text = |text: &str| Entries::new(text).map(|entry| entry.has_text).collect::<Vec<_>>();
        assert_eq!(
            [has_text("; a\n% b\n{c}\n"), has_text("hello world\n"), has_text(" \n")],
            [[false], [true], [false]]
        );
        for none in ["\n\n", "hello world\n", "; remark\n", "\u{1}\u{FFFD}7zXZ\0\n"] {
            assert_eq!(counts(none), [(1, 0)], "{none:?}");
        }
    }

    #[test]
    fn text_that_is_no_game_stays_with_one() {
        use Ending::{LineEnded, Open, Separated, Unseparated};
        let (a, b) = ("[White \"A\"]\n\n1. e4 *\n\n", "[White \"B\"]\n\n1. d4 *\n\n");
        check("", &[], &[]);
        check(" \n", &[" \n"], &[Open]);
        check("; remark\n", &["; remark\n"], &[Open]);
        check(&[a, b].concat(), &[a, b], &[Separated; 2]);
        check(&[a, b.trim_end()].concat(), &[a, b.trim_end()], &[Separated, Unseparated]);
        let (remark, escape) = (format!("; remark\n\n{b}"), format!("% escape\n{b}"));
        check(&[a, &remark].concat(), &[&[a, "; remark\n\n"].concat(), b], &[Separated; 2]);
        check(&[&remark, a].concat(), &[&remark, a], &[Separated; 2]);
        check(&[a, &escape].concat(), &[a, &escape], &[Separated; 2]);
        check(&[a, "% end\n"].concat(), &[a, "% end\n"], &[Separated, Open]);
        check(&[a, "1. c4 *\n\n", b].concat(), &[&[a, "1. c4 *\n\n"].concat(), b], &[Separated; 2]);
        let unfinished = "[Event \"C\"]\n\n1. e4 {";
        check(&[a, unfinished].concat(), &[a, unfinished], &[Separated, Unseparated]);
        // A mark of a file's start stays with the first game of that file, one of a file's end stays last.
        let marked = format!("\u{FEFF}{b}");
        check(&[a, &marked, a].concat(), &[a, &marked, a], &[Separated; 3]);
        for end in ["\x1A", "\x1A\r\n", "\x1A\x1A"] {
            check(&[a, b, end].concat(), &[a, b, end], &[Separated, Separated, Open]);
            check(&[a, b.trim_end(), "\n", end].concat(), &[a, &b[..b.len() - 1], end], &[Separated, LineEnded, Open]);
            check(&[a.trim_end(), end].concat(), &[a.trim_end(), end], &[Unseparated, Open]);
        }
        let compact = [a.trim_end(), "\n", b.trim_end(), "\n"].concat();
        let split = a.trim_end().len() + 1;
        check(&compact, &[&compact[..split], &compact[split..]], &[Separated; 2]);
    }
}
