//! Reading games without knowing their trees: the games of a text, and what a game holds, in the order of the text.

use std::borrow::Cow;
use std::ops::Range;

use crate::ast::{MoveNumber, comment_text, move_number, nag_number};
use crate::game_view::GameView;
use crate::kind::{NodeKind, TokenKind};
use crate::parser::Parser;
use crate::tree::{Event, Events, Tree};

/// The games of a text, in order. Reading a game never fails, and the text of each begins where that of the one before it ends.
///
/// ```
/// use scoresheet_grammar::Games;
///
/// let text = "[White \"Ada\"]\n\n1. e4 *\n\n[White \"Bob\"]\n\n1. d4 d5 *\n";
/// let white: Vec<String> = Games::new(text).filter_map(|game| Some(game.view().tag("White")?.into_owned())).collect();
/// assert_eq!(white, ["Ada", "Bob"]);
/// ```
pub struct Games<'text> {
    text: &'text str,
    parser: Parser<'text>,
}

/// A game of a text, with its tree.
///
/// ```
/// use scoresheet_grammar::Games;
///
/// let text = "1. e4 e5 *\n\n[White \"Ada\"]\n\n1. d4 *\n";
/// let second = Games::new(text).nth(1).unwrap();
/// assert_eq!(second.range(), 12..text.len());
/// assert_eq!(second.view().text, "[White \"Ada\"]\n\n1. d4 *\n");
/// ```
#[derive(Clone, Debug)]
pub struct ParsedGame<'text> {
    text: &'text str,
    start: usize,
    tree: Tree,
}

/// Something in the movetext of a game (section 8.2).
///
/// ```
/// use scoresheet_grammar::{Games, Item};
///
/// let game = Games::new("1. e4 {best by test} e5 $2 *").next().unwrap();
/// let items: Vec<Item> = game.view().items().map(|(item, _)| item).collect();
/// assert!(matches!(items[..], [
///     Item::MoveNumber(_),
///     Item::Move("e4"),
///     Item::Comment("best by test"),
///     Item::Move("e5"),
///     Item::Nag(2),
///     Item::Result("*"),
/// ]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item<'game> {
    /// A move number with its periods.
    MoveNumber(MoveNumber),
    /// A move as it is written. Whether it is legal is not checked.
    Move(&'game str),
    /// The number of a NAG: `$3`, or `!!` for the same.
    Nag(u32),
    /// A comment without its braces or its semicolon.
    Comment(&'game str),
    /// A variation begins. It replaces the last move of the line that it interrupts.
    VariationStart,
    /// The innermost open variation ends. Every variation has an end, even where the text lacks the parenthesis.
    VariationEnd,
    /// A termination marker, as it is written.
    Result(&'game str),
    /// Anything else: traditional signs such as `±`, and text that does not belong into movetext.
    Other(&'game str),
}

/// What is in the movetext, or in a variation: see [`GameView::items`].
///
/// ```
/// use scoresheet_grammar::{Games, Item, Items};
///
/// fn deepest(items: Items) -> usize {
///     let mut items = items;
///     let mut deepest = 0;
///     while items.next().is_some() {
///         deepest = deepest.max(items.depth());
///     }
///     deepest
/// }
///
/// let game = Games::new("1. e4 (1. d4 d5 (1... f5)) 1... e5 *").next().unwrap();
/// assert_eq!(deepest(game.view().items()), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Items<'game> {
    game: GameView<'game>,
    events: Events<'game>,
    /// How many variations are open.
    depth: usize,
    /// The walk is over where fewer variations are open.
    floor: usize,
    /// The parenthesis that closes the variation that is about to end.
    closing: Option<Range<usize>>,
}

/// The items of a line without its variations: see [`GameView::main_line`].
///
/// ```
/// use scoresheet_grammar::{Games, MainLine};
///
/// let game = Games::new("1. e4 (1. d4) e5 *").next().unwrap();
/// let line: MainLine = game.view().main_line();
/// assert_eq!(line.count(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct MainLine<'game>(Items<'game>);

/// The variations of a game: see [`GameView::variations`].
///
/// ```
/// use scoresheet_grammar::{Games, Variations};
///
/// let game = Games::new("1. e4 (1. d4) e5 (1... c5) *").next().unwrap();
/// let variations: Variations = game.view().variations();
/// assert_eq!(variations.count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Variations<'game> {
    items: Items<'game>,
    /// The last move of each open line, the main line first.
    last_moves: Vec<Option<Range<usize>>>,
}

/// A variation (section 8.2.5).
///
/// ```
/// use scoresheet_grammar::{Games, Item};
///
/// let game = Games::new("1. e4 e5 (1... c5 2. Nf3 (2. c3)) *").next().unwrap();
/// let game = game.view();
/// let sicilian = game.variations().next().unwrap();
/// assert_eq!((sicilian.start, sicilian.depth), (9, 1));
/// assert_eq!(sicilian.replaces.clone().map(|range| &game.text[range]), Some("e5"));
/// assert_eq!(sicilian.items().filter(|(item, _)| matches!(item, Item::Move(_))).count(), 3);
/// assert_eq!(sicilian.main_line().filter(|(item, _)| matches!(item, Item::Move(_))).count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Variation<'game> {
    /// The byte offset of its opening parenthesis.
    pub start: usize,
    /// 1 for a variation of the main line, 2 for one inside of that, and so on.
    pub depth: usize,
    /// Where the move is that it replaces, if there is one before it.
    pub replaces: Option<Range<usize>>,
    items: Items<'game>,
}

impl<'text> Games<'text> {
    /// The games of `text`, which is a whole file or a piece of one that [`split`](crate::split) has made.
    ///
    /// ```
    /// assert_eq!(scoresheet_grammar::Games::new("1. e4 * 1. d4 * 1. c4 *").count(), 3);
    /// ```
    pub fn new(text: &'text str) -> Games<'text> {
        Games { text, parser: Parser::new(text) }
    }
}

impl<'text> Iterator for Games<'text> {
    type Item = ParsedGame<'text>;

    fn next(&mut self) -> Option<ParsedGame<'text>> {
        let mut tree = Tree::default();
        let range = self.parser.next_game(&mut tree)?;
        Some(ParsedGame { text: &self.text[range.clone()], start: range.start, tree })
    }
}

impl ParsedGame<'_> {
    /// The game as all functions take it. All its ranges are relative to the start of the game.
    ///
    /// ```
    /// let game = scoresheet_grammar::Games::new("1. e4 e5 1-0").next().unwrap();
    /// assert_eq!(game.view().result().as_deref(), Some("1-0"));
    /// ```
    pub fn view(&self) -> GameView<'_> {
        GameView { text: self.text, tree: &self.tree }
    }

    /// Where the game is in the text that was read: half-open byte offsets.
    ///
    /// ```
    /// let second = scoresheet_grammar::Games::new("1. e4 * 1. d4 *").nth(1).unwrap();
    /// assert_eq!(second.range(), 8..15);
    /// ```
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

impl<'game> GameView<'game> {
    /// The value of the first tag pair of this name in the tag section, without quotes and escapes. Linear in the tag section.
    ///
    /// ```
    /// let game = scoresheet_grammar::Games::new("[Event \"The \\\"Candidates\\\"\"]\n\n*").next().unwrap();
    /// assert_eq!(game.view().tag("Event").as_deref(), Some("The \"Candidates\""));
    /// assert_eq!(game.view().tag("Site"), None);
    /// ```
    pub fn tag(self, name: &str) -> Option<Cow<'game, str>> {
        self.tags().into_iter().find(|tag| tag.name == name).map(|tag| tag.value())
    }

    /// The result: the termination marker of the main line as it is written; without one, the value of the Result tag. Linear in the
    /// game.
    ///
    /// ```
    /// let result = |text: &str| {
    ///     let game = scoresheet_grammar::Games::new(text).next().unwrap();
    ///     game.view().result().map(|result| result.into_owned())
    /// };
    /// assert_eq!(result("1. e4 (1. d4 *) 1... e5 1/2-1/2").as_deref(), Some("1/2-1/2"));
    /// assert_eq!(result("[Result \"0-1\"]\n\n1. e4 e5").as_deref(), Some("0-1"));
    /// assert_eq!(result("1. e4 e5"), None);
    /// ```
    pub fn result(self) -> Option<Cow<'game, str>> {
        let marker = self.main_line().filter_map(|(item, _)| match item {
            Item::Result(marker) => Some(Cow::Borrowed(marker)),
            _ => None,
        });
        marker.last().or_else(|| self.tag("Result"))
    }

    /// What is in the movetext, variations included, each with its range: half-open byte offsets relative to the game. White space, and
    /// what is before the movetext and after it, is left out.
    ///
    /// ```
    /// use scoresheet_grammar::{Games, Item};
    ///
    /// let game = Games::new("[White \"Ada\"]\n\n1. e4 (1. d4) 1... e5 *").next().unwrap();
    /// let game = game.view();
    /// let moves: Vec<&str> =
    ///     game.items().filter(|(item, _)| matches!(item, Item::Move(_))).map(|(_, range)| &game.text[range]).collect();
    /// assert_eq!(moves, ["e4", "d4", "e5"]);
    /// ```
    pub fn items(self) -> Items<'game> {
        let mut events = self.tree.events();
        let mut movetext = events.clone();
        // A game without movetext has no items.
        let has_movetext = movetext.by_ref().any(|(event, _)| event == Event::Enter(NodeKind::Movetext));
        if has_movetext {
            events = movetext;
        } else {
            events.by_ref().for_each(drop);
        }
        Items { game: self, events, depth: 0, floor: 0, closing: None }
    }

    /// The same without the variations.
    ///
    /// ```
    /// use scoresheet_grammar::{Games, Item};
    ///
    /// let game = Games::new("1. e4 (1. d4 d5) 1... e5 {the main line} *").next().unwrap();
    /// let moves: Vec<&str> = (game.view().main_line())
    ///     .filter_map(|(item, _)| if let Item::Move(san) = item { Some(san) } else { None })
    ///     .collect();
    /// assert_eq!(moves, ["e4", "e5"]);
    /// ```
    pub fn main_line(self) -> MainLine<'game> {
        MainLine(self.items())
    }

    /// All variations of the game, in the order in which they begin; a variation comes before those inside of it.
    ///
    /// ```
    /// let game = scoresheet_grammar::Games::new("1. e4 (1. d4 d5 (1... f5)) 1... e5 *").next().unwrap();
    /// let depths: Vec<usize> = game.view().variations().map(|variation| variation.depth).collect();
    /// assert_eq!(depths, [1, 2]);
    /// ```
    pub fn variations(self) -> Variations<'game> {
        Variations { items: self.items(), last_moves: vec![None] }
    }
}

impl Items<'_> {
    /// How many variations are open after the last item.
    ///
    /// ```
    /// let game = scoresheet_grammar::Games::new("(1. d4").next().unwrap();
    /// let mut items = game.view().items();
    /// items.next();
    /// assert_eq!(items.depth(), 1);
    /// ```
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Skips the rest of the innermost open variation, its end included. At depth 0 all that is left is skipped.
    ///
    /// ```
    /// use scoresheet_grammar::{Games, Item};
    ///
    /// let game = Games::new("1. e4 (1. d4 d5 (1... f5)) 1... e5 *").next().unwrap();
    /// let mut items = game.view().items();
    /// while items.next().is_some_and(|(item, _)| item != Item::VariationStart) {}
    /// items.skip_variation();
    /// assert_eq!(items.nth(1).map(|(item, _)| item), Some(Item::Move("e5")));
    /// ```
    pub fn skip_variation(&mut self) {
        let depth = self.depth;
        while self.next().is_some() && (depth == 0 || self.depth >= depth) {}
    }
}

impl<'game> Iterator for Items<'game> {
    type Item = (Item<'game>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (event, range) = self.events.next()?;
            match event {
                Event::Token(TokenKind::VariationOpen) => {
                    self.depth += 1;
                    return Some((Item::VariationStart, range));
                }
                Event::Token(TokenKind::VariationClose) if self.depth > 0 => self.closing = Some(range),
                Event::Leave(NodeKind::Variation) => {
                    self.depth -= 1;
                    let closing = self.closing.take().unwrap_or(range);
                    if self.depth < self.floor {
                        self.events.by_ref().for_each(drop);
                        return None;
                    }
                    return Some((Item::VariationEnd, closing));
                }
                Event::Leave(NodeKind::Movetext) => {
                    self.events.by_ref().for_each(drop);
                    return None;
                }
                // A tag pair among the moves.
                Event::Enter(_) | Event::Leave(_) => {}
                Event::Token(kind) => {
                    return Some((item(kind, &self.game.text[range.clone()]), range));
                }
            }
        }
    }
}

impl<'game> Iterator for MainLine<'game> {
    type Item = (Item<'game>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (item, range) = self.0.next()?;
            if item != Item::VariationStart {
                return Some((item, range));
            }
            self.0.skip_variation();
        }
    }
}

impl<'game> Iterator for Variations<'game> {
    type Item = Variation<'game>;

    fn next(&mut self) -> Option<Variation<'game>> {
        loop {
            let (item, range) = self.items.next()?;
            match item {
                Item::Move(_) => *self.last_moves.last_mut()? = Some(range),
                Item::VariationStart => {
                    let replaces = self.last_moves.last()?.clone();
                    self.last_moves.push(None);
                    let depth = self.items.depth;
                    let items = Items { floor: depth, ..self.items.clone() };
                    return Some(Variation { start: range.start, depth, replaces, items });
                }
                Item::VariationEnd => drop(self.last_moves.pop()),
                _ => {}
            }
        }
    }
}

impl<'game> Variation<'game> {
    /// What is in the variation, those inside of it included; without its own start and end.
    ///
    /// ```
    /// let game = scoresheet_grammar::Games::new("1. e4 (1. d4 {solid}) *").next().unwrap();
    /// let variation = game.view().variations().next().unwrap();
    /// assert_eq!(variation.items().count(), 3);
    /// ```
    pub fn items(&self) -> Items<'game> {
        self.items.clone()
    }

    /// The same without the variations inside of it.
    ///
    /// ```
    /// let game = scoresheet_grammar::Games::new("1. e4 (1. d4 (1. c4) d5) *").next().unwrap();
    /// let variation = game.view().variations().next().unwrap();
    /// assert_eq!(variation.main_line().count(), 3);
    /// ```
    pub fn main_line(&self) -> MainLine<'game> {
        MainLine(self.items())
    }
}

/// A token of the movetext that is no parenthesis.
fn item(kind: TokenKind, text: &str) -> Item<'_> {
    match kind {
        TokenKind::MoveNumber => Item::MoveNumber(move_number(text)),
        TokenKind::San => Item::Move(text),
        TokenKind::Nag => Item::Nag(nag_number(text)),
        TokenKind::Suffix => suffix_nag(text).map_or(Item::Other(text), Item::Nag),
        _ if kind.is_comment() => Item::Comment(comment_text(kind, text)),
        _ if kind.is_termination() => Item::Result(text),
        _ => Item::Other(text),
    }
}

/// The NAG of a suffix (section 8.2.3.8).
fn suffix_nag(text: &str) -> Option<u32> {
    ["!", "?", "!!", "??", "!?", "?!"].iter().position(|suffix| *suffix == text).map(|index| index as u32 + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The items of the first game as words.
    fn words(text: &str) -> String {
        let Some(game) = Games::new(text).next() else { return String::new() };
        let view = game.view();
        let word = |(item, range): (Item, Range<usize>)| match item {
            Item::MoveNumber(number) => format!("{}.", number.number),
            Item::Nag(number) => format!("${number}"),
            Item::Comment(comment) => format!("{{{comment}}}"),
            Item::VariationStart => "(".to_owned(),
            Item::VariationEnd => ")".to_owned(),
            Item::Move(text) | Item::Result(text) | Item::Other(text) => {
                assert_eq!(text, &view.text[range]);
                text.to_owned()
            }
        };
        view.items().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn items_come_in_the_order_of_the_text() {
        for (text, expected) in [
            ("", ""),
            ("[White \"a\"]\n", ""),
            ("{x} 1. e4!? ± ; y\n(1. d4) 1... e5 1-0 {z}", "{x} 1. e4 $5 ± { y} ( 1. d4 ) 1. e5 1-0"),
            ("1. e4 (1. d4 (1. c4", "1. e4 ( 1. d4 ( 1. c4 ) )"),
            ("1. e4 ) e5 *", "1. e4 ) e5 *"),
            ("1. e4 !!! *", "1. e4 !!! *"),
        ] {
            assert_eq!(words(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_variation_that_is_not_closed_ends_with_the_game() {
        let game = Games::new("1. e4 (1. d4 (1. c4 c5 ").next().unwrap();
        let variations: Vec<_> = game.view().variations().collect();
        assert_eq!(variations.iter().map(|it| (it.depth, it.items().count())).collect::<Vec<_>>(), [(1, 7), (2, 3)]);
    }

    proptest! {
        #[test]
        fn whatever_the_text_variations_are_balanced(text in r"([({$!?.*)} ]|1\.|e4|\(1\. d4\)|\n){0,40}") {
            for game in Games::new(&text) {
                let mut items = game.view().items();
                let mut open = 0_usize;
                while let Some((item, range)) = items.next() {
                    prop_assert!(range.end <= game.view().text.len());
                    match item {
                        Item::VariationStart => open += 1,
                        Item::VariationEnd => open -= 1,
                        _ => {}
                    }
                    prop_assert_eq!(open, items.depth());
                }
                prop_assert_eq!(open, 0);
                let starts = game.view().items().filter(|(item, _)| *item == Item::VariationStart).count();
                prop_assert_eq!(starts, game.view().variations().count());
            }
        }
    }
}
