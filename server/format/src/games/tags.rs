//! The tag pair section (section 8.1): the Seven Tag Roster in its order, then the other tag pairs in ASCII order.

use std::ops::Range;

use scoresheet_grammar::ast::{self, Tag};
use scoresheet_grammar::{Event, GameView, NodeKind, TokenKind};

use super::comment;
use super::outside::{push_lines, write_before_game};
use crate::formatted::Refusal;
use crate::style::{FormatOptions, Style};
use crate::tag_edits::roster;
use scoresheet_chess::replay::{is_fen_tag, is_variant_tag};
use scoresheet_chess::results;
use scoresheet_chess::tag_docs::{ROSTER, name_in_two_words};

/// The index of the Result tag in the roster.
const RESULT: usize = 6;

/// The rank of tags outside the roster.
const OTHER: usize = ROSTER.len();

/// The rank of a tag pair without a name, which cannot be sorted and comes last.
const NAMELESS: usize = OTHER + 1;

/// The tag pairs of a game in export order.
pub(super) struct TagSection<'game> {
    game: GameView<'game>,
    lines: Vec<Line<'game>>,
    /// The escape lines after the last tag pair.
    escape_lines: Range<usize>,
    /// The content that would lose its place when the tag pairs are sorted: text on a separate line, or a comment.
    trouble: Option<Refusal>,
}

/// A tag pair and the content that moves with it.
struct Line<'game> {
    /// The index in the roster, or [`OTHER`], or [`NAMELESS`].
    rank: usize,
    tag: Tag<'game>,
    /// The escape lines before it. Ranges are half-open byte offsets relative to the game.
    escape_lines: Range<usize>,
    /// The end of the text after it on its line, or of the tag pair if there is no text.
    text_end: usize,
}

impl<'game> TagSection<'game> {
    /// Reads the tag pairs. Linear in the tag section.
    pub(super) fn of(game: GameView<'game>) -> TagSection<'game> {
        let mut section = TagSection { game, lines: Vec::with_capacity(24), escape_lines: 0..0, trouble: None };
        let mut events = game.tree.events();
        let (mut in_section, mut has_movetext) = (false, false);
        while let Some((event, range)) = events.next() {
            match event {
                Event::Enter(NodeKind::Movetext) => {
                    has_movetext = true;
                    break;
                }
                Event::Enter(NodeKind::Tag) => section.tag(game.read_tag(&mut events, range.start)),
                Event::Enter(_) => in_section = true,
                Event::Token(TokenKind::EscapeLine) if in_section => section.escape_line(range),
                Event::Token(kind) if in_section && kind.is_comment() => {
                    section.trouble(range.start, "a comment is among the tag pairs");
                }
                Event::Token(_) if in_section => section.text(range),
                _ => {}
            }
        }
        let last_written = section.lines.last().map(|last| last.tag.range.end);
        section.place_misspelled();
        section.lines.sort_by(|a, b| a.rank.cmp(&b.rank).then_with(|| a.tag.name.cmp(b.tag.name)));
        // Before the marker that is filled in, or where another tag pair was the last one, it would be movetext.
        let last =
            section.lines.last().filter(|last| last.text_end > last.tag.range.end).map(|last| last.tag.range.end);
        if let Some(offset) = last.filter(|_| !has_movetext || last != last_written) {
            section.trouble(offset, "text after the last tag pair may be read as moves");
        }
        section
    }

    /// Returns the termination marker for a game without one: the result of its Result tag in any spelling, or `*`.
    pub(super) fn marker(&self) -> &'static str {
        let is_result = |line: &&Line| line.rank == RESULT && line.tag.name == ROSTER[RESULT].0;
        let result = self.lines.iter().find(is_result).map(|line| line.tag.value());
        result.and_then(|result| results::canonical(&result)).unwrap_or("*")
    }

    /// Writes the part before the game, the tag pairs, an empty line, and the escape lines before the movetext. Returns how many tag pairs
    /// are left out.
    ///
    /// # Errors
    /// Text or a comment that belongs to no tag pair.
    pub(super) fn write(&self, options: FormatOptions, line_end: &str, out: &mut String) -> Result<usize, Refusal> {
        let FormatOptions { style, is_fragment, .. } = options;
        if let Some(trouble) = &self.trouble {
            return Err(trouble.clone());
        }
        write_before_game(self.game, style, line_end, out)?;
        let mut place = 0;
        let mut precedes_tags = true;
        let mut left_out = Vec::new();
        for line in &self.lines {
            while place < line.rank.min(OTHER) {
                if !is_fragment {
                    self.write_missing(place, line_end, out);
                    precedes_tags = false;
                }
                place += 1;
            }
            if style == Style::Reduced && !is_in_reduced_format(line, place) {
                left_out.push(&line.escape_lines);
                continue;
            }
            // Before the first tag pair they would belong to the part before the game.
            let is_first = std::mem::take(&mut precedes_tags);
            if !is_first {
                self.write_escape_lines(&line.escape_lines, line_end, out);
            }
            place = place.max(line.rank + 1).min(OTHER);
            self.write_line(line, line_end, out);
            if is_first {
                self.write_escape_lines(&line.escape_lines, line_end, out);
            }
        }
        if !is_fragment {
            (place.min(OTHER)..OTHER).for_each(|place| self.write_missing(place, line_end, out));
        }
        if !is_fragment || !self.lines.is_empty() {
            out.push_str(line_end);
        }
        left_out.iter().for_each(|lines| self.write_escape_lines(lines, line_end, out));
        self.write_escape_lines(&self.escape_lines, line_end, out);
        Ok(left_out.len())
    }

    fn tag(&mut self, tag: Tag<'game>) {
        let rank = match tag.name {
            "" => NAMELESS,
            name => ROSTER.iter().position(|(roster, _)| *roster == name).unwrap_or(OTHER),
        };
        // It is written unchanged, but an open value could absorb the text that then follows it.
        if rank == NAMELESS && !tag.is_quoted {
            self.trouble(tag.range.start, "a tag pair has neither a name nor a whole value");
        }
        // With the value filled in, the moves would be illegal or those of another game.
        if tag.raw_value.is_empty() && (is_fen_tag(tag.name) || is_variant_tag(tag.name)) {
            self.trouble(tag.range.start, "a tag pair for the start position or the variant has no value");
        }
        // Other readers take a brace for the start of a comment and a parenthesis for that of a variation.
        if self.game.text[tag.range.start..].starts_with(['{', '(', '<']) {
            self.trouble(tag.range.start, "a tag pair begins with another bracket than [");
        }
        if name_in_two_words(&tag).is_some() {
            self.trouble(tag.range.start, "the name of a tag pair has a space in it");
        }
        let text_end = tag.range.end;
        self.lines.push(Line { rank, tag, escape_lines: std::mem::take(&mut self.escape_lines), text_end });
    }

    /// Gives tags of the roster with a misspelled name, which stays as it is, their places: the game does not lack them.
    fn place_misspelled(&mut self) {
        let has_all = (0..OTHER).all(|place| self.lines.iter().any(|line| line.rank == place));
        if has_all || self.lines.is_empty() {
            return;
        }
        let tags: Vec<Tag> = self.lines.iter().map(|line| line.tag.clone()).collect();
        for (place, (name, tag)) in roster(&tags).into_iter().enumerate() {
            let misspelled = tag.filter(|tag| tag.name != name && !tag.raw_value.is_empty());
            let line = misspelled.and_then(|tag| self.lines.iter_mut().find(|line| line.tag.range == tag.range));
            if let Some(line) = line {
                line.rank = place;
            }
        }
    }

    fn escape_line(&mut self, range: Range<usize>) {
        if self.escape_lines.is_empty() {
            self.escape_lines.start = range.start;
        }
        self.escape_lines.end = range.end;
    }

    fn text(&mut self, range: Range<usize>) {
        match self.lines.last_mut() {
            // The value is filled in, so a text that was meant as the value must stay.
            Some(line) if line.tag.raw_value.is_empty() => {
                self.trouble(range.start, "text follows a tag pair without a value")
            }
            Some(line) if !self.game.text[line.text_end..range.start].contains(['\n', '\r']) => {
                line.text_end = range.end
            }
            _ => self.trouble(range.start, "text is among the tag pairs"),
        }
    }

    fn trouble(&mut self, offset: usize, reason: &str) {
        self.trouble.get_or_insert_with(|| Refusal { offset, reason: reason.to_owned() });
    }

    fn write_line(&self, line: &Line, line_end: &str, out: &mut String) {
        let tag = &line.tag;
        if line.rank == NAMELESS {
            push_lines(&self.game.text[tag.range.clone()], " ", out);
        } else if tag.raw_value.is_empty() && line.rank < OTHER {
            return self.write_missing(line.rank, line_end, out);
        } else {
            out.push('[');
            out.push_str(tag.name);
            out.push_str(" \"");
            write_value(tag, out);
            out.push_str("\"]");
        }
        out.push_str(&self.game.text[tag.range.end..line.text_end]);
        out.push_str(line_end);
    }

    fn write_missing(&self, place: usize, line_end: &str, out: &mut String) {
        let (name, unknown) = ROSTER[place];
        let value = if place == RESULT { own_marker(self.game) } else { unknown };
        for part in ["[", name, " \"", value, "\"]", line_end] {
            out.push_str(part);
        }
    }

    fn write_escape_lines(&self, range: &Range<usize>, line_end: &str, out: &mut String) {
        let lines = self.game.text[range.clone()].split(['\n', '\r']);
        for line in lines.filter(|line| line.starts_with('%')) {
            out.push_str(line);
            out.push_str(line_end);
        }
    }
}

/// Whether a tag belongs in reduced export format. Section 3.2.4 allows only the roster, once; but without some other
/// tags the moves would belong to another game. `place` is the next index of the roster.
fn is_in_reduced_format(line: &Line, place: usize) -> bool {
    let name = line.tag.name;
    let is_needed = is_fen_tag(name) || is_variant_tag(name) || name.eq_ignore_ascii_case("SetUp");
    (place..OTHER).contains(&line.rank) || is_needed
}

/// Returns the termination marker of the game in the standard's spelling, or `*`.
fn own_marker(game: GameView) -> &'static str {
    let mut depth = 0_usize;
    for (event, range) in game.tree.events() {
        match event {
            Event::Enter(NodeKind::Variation) => depth += 1,
            Event::Leave(NodeKind::Variation) => depth -= 1,
            Event::Token(kind) if depth == 0 && kind.is_termination() => {
                return results::canonical(&game.text[range]).unwrap_or("*");
            }
            _ => {}
        }
    }
    "*"
}

/// Appends the value of a tag pair (section 7), as a reader would understand it if it is broken.
fn write_value(tag: &Tag, out: &mut String) {
    let inside = tag.raw_value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    if let Some(plain) = inside
        && tag.is_quoted
        && plain.bytes().all(|byte| byte >= b' ' && byte != b'\\' && byte != b'"')
    {
        out.push_str(plain);
        return;
    }
    out.push_str(&ast::escape(&on_one_line(&tag.value())));
}

/// Replaces white space with line ends or tabs by a space, because a value may contain neither (sections 4.2 and 7).
fn on_one_line(value: &str) -> String {
    let mut line = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(start) = rest.bytes().position(|byte| byte != b' ' && comment::is_white_space(byte)) {
        line.push_str(rest[..start].trim_end_matches(' '));
        line.push(' ');
        rest =
            rest[start..].trim_start_matches(|letter: char| letter.is_ascii() && comment::is_white_space(letter as u8));
    }
    line.push_str(rest);
    line
}
