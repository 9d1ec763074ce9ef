//! Layouts of the user.

use super::tests::entry;
use super::*;

const GAME: &str = "[White \"<b>Ada</b>\"]\n[Black \"Bo\"]\n[Site \"javascript:alert(1)\"]\n[Result \"1-0\"]\n\n\
                    1. e4 $1 {a <i> \"b\" [#]} (1. d4) e5 1-0\n";

fn site(files: &[(&str, &str)]) -> Result<Site, String> {
    let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    Ok(Site { title: "T & co".to_owned(), every: None, templates: Some(Templates::new(files, None)?), viewer: None })
}

fn page(files: &[(&str, &str)]) -> Result<String, String> {
    let entry = entry(GAME);
    let game = Published { number: 3, entry: &entry, source: b"x", text: GAME, previous: None, next: Some(&entry) };
    site(files)?.game(&game)
}

#[test]
fn values_are_texts_and_our_markup_is_markup() {
    let shown = page(&[(
        "game.html",
        "{{ number }} {{ game.white }} {{ site.title }} {{ moves }}|{{ next.file }}|{{ previous }}",
    )]);
    let shown = shown.unwrap();
    assert!(shown.starts_with("3 &lt;b&gt;Ada&lt;&#x2f;b&gt; T &amp; co <p class=\"main line\">"), "{shown}");
    assert!(shown.contains("a &lt;i&gt; &quot;b&quot;</span>") && shown.contains(".html|None"));
    let address = page(&[("game.html", "{{ game.site_address is none }} {{ game.site }} {{ source }}")]).unwrap();
    assert_eq!(address, "True javascript:alert(1) data:application&#x2f;vnd.chess-pgn;base64,eA==");
}

#[test]
fn a_layout_can_be_made_of_pieces_and_parts() {
    let text = "{% extends 'base.html' %}{% block body %}{% for piece in pieces %}{% if piece.kind == 'move' %}{{ piece.san }} \
                {% elif piece.kind == 'nag' %}{{ piece.glyph }}{% elif piece.kind == 'comment' %}{{ piece.text }}\
                {% elif piece.kind == 'diagram' %}{{ piece.board }}{{ piece.svg }}{% else %}<{{ piece.kind }}>{% endif %}{% endfor %}{% endblock %}";
    let shown = page(&[("game.html", text), ("base.html", "[{% block body %}{% endblock %}]")]).unwrap();
    let (before, after) = shown.split_once("<svg").unwrap();
    let board = "rnbqkbnr&#x2f;pppppppp&#x2f;8&#x2f;8&#x2f;4P3&#x2f;8&#x2f;PPPP1PPP&#x2f;RNBQKBNR";
    assert_eq!(before, format!("[e4 !a &lt;i&gt; &quot;b&quot;{board}"));
    assert!(after.ends_with("</svg><enter>d4 <leave>e5 <result>]"), "{after}");
}

#[test]
fn errors_have_a_file_and_a_line() {
    let cases: [(&[(&str, &str)], &str); 5] = [
        (&[("game.html", "\n{{ game.wite }}")], "game.html:2: undefined value"),
        (&[("game.html", "a\nb\n{% for %}")], "game.html:3: syntax error: "),
        (
            &[("game.html", "{% include 'part.html' %}"), ("part.html", "\n\n{{ nothing }}")],
            "part.html:3: undefined value",
        ),
        (&[("game.html", "\n{% include 'no.html' %}")], "game.html:2: template not found: "),
        (&[("base.html", "")], "none of game.html, index.html, table.html and style.css is there"),
    ];
    for (files, expected) in cases {
        let error = page(files).unwrap_err();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn every_page_can_have_a_template() {
    let index = "{% for page in pages %}{{ page.number }}{{ page.is_current }} {% endfor %}{{ games|length }} {{ games[0].number }} \
                 {{ games[0].file }} {{ tables[0].title }}";
    let site = site(&[("index.html", index), ("table.html", "{{ rows[0][1] }} {{ headings[0] }} {{ is_number[0] }}")])
        .unwrap();
    let entries = vec![entry(GAME); 1500];
    let sheet = Sheet {
        title: "S".to_owned(),
        headings: vec!["#".to_owned(), "Player".to_owned()],
        is_number: vec![true, false],
        rows: vec![vec!["1".to_owned(), "<A>".to_owned()]],
        notes: Vec::new(),
    };
    let sheets = [sheet.clone()];
    let pages: Vec<String> = site.index(&entries, &sheets).map(|(_, page)| page.unwrap()).collect();
    assert!(pages[0].starts_with("1True 2False 1000 1 games&#x2f;b-ada-b-bo-"), "{}", pages[0]);
    assert!(pages[1].starts_with("1False 2True 500 1001 games") && pages[1].ends_with(".html S"), "{}", pages[1]);
    assert_eq!(site.sheet(&sheet).1.unwrap(), "&lt;A&gt; # True");
}

#[test]
fn the_example_of_the_page_is_a_template() {
    let documented = include_str!("../../../docs/templates.md");
    let example = documented.split("```html\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let shown = page(&[("game.html", example)]).unwrap();
    assert!(shown.contains("<h1>&lt;b&gt;Ada&lt;&#x2f;b&gt; – Bo 1-0</h1>\n<p class=\"main line\">"));
    // Every value is documented.
    let all = "{% macro names(value) %}{% for name in value %}{{ name }} {% endfor %}{% endmacro %}\
               {{ names(game) }}{% for piece in pieces %}{{ names(piece) }}{% endfor %}version site number previous next tags moves curves pieces signs source";
    for name in page(&[("game.html", all)]).unwrap().split_whitespace() {
        assert!(documented.contains(&format!("`{name}`")), "{name}");
    }
}
