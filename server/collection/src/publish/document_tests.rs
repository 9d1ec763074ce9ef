//! Documents in Markdown, text, Typst and LaTeX of games that we made. That sources compile is tested in `server/tests/print.rs`.

use std::collections::BTreeSet;

use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};

use super::tests::entry;
use super::*;

const HOSTILE: &str = include_str!("../../../../tests/fixtures/publish/hostile.pgn");

fn document(form: Form, games: &[&str]) -> String {
    let site = Site { title: "Games *of* #1 & <b>".to_owned(), every: None, templates: None, viewer: None };
    let entries: Vec<Entry> = games.iter().map(|text| entry(text)).collect();
    let sheet = Sheet {
        title: "A | _table_ (round robin)".to_owned(),
        headings: vec!["#".to_owned(), "Player".to_owned()],
        is_number: vec![true, false],
        rows: vec![vec!["1".to_owned(), "[*] | \\".to_owned()], vec!["12".to_owned(), "王".to_owned()]],
        notes: vec!["1. e4 is missing".to_owned()],
    };
    let mut nags = BTreeSet::new();
    let mut whole = form.start(&site, &entries, &[sheet]);
    for (index, (entry, text)) in entries.iter().zip(games).enumerate() {
        let game = Published { number: index + 1, entry, source: text.as_bytes(), text, previous: None, next: None };
        whole += &form.part(&site, &game, &mut nags);
    }
    whole + &form.end(&nags)
}

/// A game, without what is before and after it.
fn game(form: Form, text: &str) -> String {
    let site = Site { title: String::new(), every: None, templates: None, viewer: None };
    let entry = entry(text);
    let game = Published { number: 7, entry: &entry, source: text.as_bytes(), text, previous: None, next: None };
    form.part(&site, &game, &mut BTreeSet::new())
}

const ANNOTATED: &str = "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2500\"]\n[Event \"E\"]\n[Result \"1-0\"]\n\n\
                         1. e4 $1 {x_y} e5 (1... Nf6 $14 2. e5 (2. Nc3 (2. d3 d5 (2... c5)))) 2. d4 {[#][%cal Gd4e5]} Qh9 1-0\n";

#[test]
fn a_game_in_each_form() {
    insta::assert_snapshot!("markdown", game(Form::Markdown, ANNOTATED));
    insta::assert_snapshot!("text", game(Form::Text, ANNOTATED));
    insta::assert_snapshot!("latex", game(Form::Latex, ANNOTATED));
    let typst = game(Form::Typst, ANNOTATED);
    let (before, after) = typst.split_once("<svg").unwrap();
    let (_, after) = after.split_once("</svg>").unwrap();
    insta::assert_snapshot!("typst", format!("{before}<svg></svg>{after}"));
}

#[test]
fn what_is_written_from_right_to_left_leaves_the_rest_in_its_place() {
    let text = "[White \"A\"]\n[Black \"B\"]\n[Event \"אבג\"]\n[Date \"2024.01.02\"]\n\n1. e4 {אבג} e5 *";
    let latex = game(Form::Latex, text);
    assert!(latex.contains("{\u{200E}אבג\u{200E}, 2024.01.02}"), "{latex}");
    assert!(latex.contains("\\Main{1.~e4} \u{200E}אבג\u{200E} \\Main{1…~e5"), "{latex}");
    let typst = game(Form::Typst, text);
    assert!(typst.contains("facts: [\u{2068}אבג\u{2069}, 2024"), "{typst}");
}

#[test]
fn measures_are_curves_where_there_are_pictures() {
    let measured = "1. e4 {[%eval 3.0] [%clk 0:01:00]} e5 {[%eval -9] [%clk 0:00:30]} 2. Nf3 {[%eval 0.0]} *";
    let typst = game(Form::Typst, measured);
    assert!(typst.contains("stroke-width='2' d='M0.0 40.0L320.0 160.0L640.0 80.0'/></svg>\", [Evaluation"), "{typst}");
    let latex = game(Form::Latex, measured);
    assert!(latex.contains("\\Line{thick}{(0.0000,0.750)--(0.5000,0.000)--(1.0000,0.500)}\n}{Evaluation"), "{latex}");
    assert!(latex.contains("\\Line{thick}{(0.0000,1.000)}\n\\Line{thick,dashed}{(0.5000,0.500)}\n}{Clocks"), "{latex}");
    for form in [Form::Markdown, Form::Text] {
        assert!(!game(form, measured).contains("Evaluation"), "{form:?}");
    }
}

#[test]
fn a_document_has_tables_and_signs() {
    let text = document(Form::Text, &[ANNOTATED, ANNOTATED]);
    let expected = " #  Player\n 1  [*] | \\\n12  王\n1. e4 is missing\n\nGames\n-----\n\n1. A – B  1-0\n2. A – B  1-0\n\n1. A – B  1-0\n";
    assert!(text.replace(" (2500)", "").contains(expected), "{text}");
    assert!(text.ends_with("Signs\n-----\n\n!    a good move\n⩲    White is slightly better\n"), "{text}");
    let markdown = document(Form::Markdown, &[ANNOTATED]);
    assert!(markdown.contains("| \\# | Player |\n| ---: | --- |\n| 1 | \\[\\*\\] \\| \\\\ |\n"), "{markdown}");
    for form in [Form::Html, Form::Markdown, Form::Typst, Form::Latex] {
        let made_by = form.made_by().unwrap();
        assert!(document(form, &[]).lines().take(10).any(|line| line == made_by), "{form:?}");
    }
}

#[test]
fn lines_of_text_are_short_and_have_no_control_characters() {
    let long = format!("1. e4 {{{} \u{1B}[31m \u{7}}} e5 ({{{}}} 1... c5) *", "words ".repeat(60), "w ".repeat(200));
    let shown = game(Form::Text, &long);
    assert!(shown.lines().all(|line| line.chars().count() < 80), "{shown}");
    assert!(shown.chars().all(|letter| letter == '\n' || !letter.is_control()), "{shown}");
    assert!(!shown.contains("\n\n\n"), "{shown}");
}

/// What a reader of Markdown finds: its text, and the marks that no document of ours has.
fn read(markdown: &str) -> (String, Vec<String>) {
    let (mut text, mut foreign) = (String::new(), Vec::new());
    for event in Parser::new_ext(markdown, Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
        match event {
            Event::Text(words) => text += &words,
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::InlineHtml(html) | Event::Html(html) => {
                let is_ours = ["<u>", "</u>", "</a>", "<!-- Made by Scoresheet. -->"].contains(&html.trim());
                if !is_ours && !html.starts_with("<a id=\"game-") {
                    foreign.push(html.to_string());
                }
            }
            Event::Start(Tag::Link { dest_url, .. }) if dest_url.starts_with("#game-") => {}
            Event::Start(
                Tag::Paragraph
                | Tag::Heading { .. }
                | Tag::Strong
                | Tag::Emphasis
                | Tag::List(Some(_))
                | Tag::Item
                | Tag::BlockQuote(None)
                | Tag::CodeBlock(_)
                | Tag::Table(_)
                | Tag::TableHead
                | Tag::TableRow
                | Tag::TableCell
                | Tag::HtmlBlock,
            ) => {}
            Event::End(_) => {}
            other => foreign.push(format!("{other:?}")),
        }
    }
    (text, foreign)
}

#[test]
fn hostile_texts_are_texts_in_markdown() {
    let games: Vec<&str> = HOSTILE.split_inclusive("\n\n[Event").collect();
    let markdown = document(Form::Markdown, &[HOSTILE, games[1]]);
    let (text, foreign) = read(&markdown);
    assert!(foreign.is_empty(), "{foreign:?}\n{markdown}");
    assert!(text.contains("</p></main><script>alert(1)</script> <!-- & &lt; ]]>"), "{text}");
    let (text, foreign) = read(&game(Form::Markdown, &HOSTILE[HOSTILE.find("[Event \"# Mark").unwrap()..]));
    assert!(foreign.is_empty(), "{foreign:?}");
    for words in
        ["# Heading", "1. a list", "- a list", "+ a list", "> a quotation", "```", "[link]: http://a.b \"x\"", "&copy;"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn no_hostile_text_is_a_command() {
    // A sign of the language is escaped, or one of ours.
    let latex = game(Form::Latex, &HOSTILE[HOSTILE.find("[Event \"\\\\").unwrap()..]);
    for command in latex.split('\\').skip(1) {
        let name: String = command.chars().take_while(char::is_ascii_alphabetic).collect();
        let ours = "Game Main Moves Unread Diagram symknight symbishop symrook symqueen symking textbackslash textasciicircum \
                    textasciitilde textasciigrave textquotedbl";
        let is_sign = name.is_empty() && command.starts_with(['{', '}', '$', '&', '#', '_', '%']);
        assert!(is_sign || ours.split_whitespace().any(|word| word == name), "\\{command}");
    }
    assert!(latex.contains("\\textbackslash{}write18\\{touch written\\}"), "{latex}");
    let typst = game(Form::Typst, &HOSTILE[HOSTILE.find("[Event \"#panic").unwrap()..]);
    let mut last = ' ';
    for (index, letter) in typst.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
        let rest = &typst[index..];
        let is_ours = ["#game(", "#main[", "#line-of-moves(", "#unread["].iter().any(|call| rest.starts_with(call));
        assert!(!matches!(letter, '#' | '$' | '@' | '<' | '`' | '*' | '_') || last == '\\' || is_ours, "{rest}");
        last = if last == '\\' { ' ' } else { letter };
    }
}

proptest! {
    #[test]
    fn no_text_becomes_markdown(name in "[^\"\\\\\\r\\n]*", comment in "[^};%\\[]*") {
        let text = format!("[White \"{name}\"]\n[Black \"b\"]\n[Event \"{name}\"]\n\n1. e4 {{{comment}}} e5 ({{{comment}}} 1... c5) *");
        let (_, foreign) = read(&document(Form::Markdown, &[&text]));
        prop_assert!(foreign.is_empty(), "{foreign:?}");
    }

    #[test]
    fn marks_are_texts_in_markdown(comment in "[-+=.:()!*_`#\\[\\]<>&|~$@ a1w\\\\]{1,12}") {
        let shown = game(Form::Markdown, &format!("1. e4 {{{comment}}} *"));
        let (text, foreign) = read(&shown);
        prop_assert!(foreign.is_empty(), "{foreign:?} {shown}");
        let words: String = comment.split_whitespace().collect();
        let text: String = text.split_whitespace().collect();
        prop_assert!(words.contains("[#]") || text.contains(&words), "{words:?} {text:?}");
    }
}

#[test]
fn no_line_ends_within_castling() {
    let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. O-O-O *\n";
    assert!(game(Form::Latex, text).contains("O\\mbox{-}O\\mbox{-}O"));
    assert!(game(Form::Typst, text).contains("O-\u{2060}O-\u{2060}O"));
    assert!(game(Form::Markdown, text).contains("O-O-O"));
}
