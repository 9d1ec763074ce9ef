//! Pages of games that we made.

use proptest::prelude::*;
use scoresheet_chess::base64::base64;
use scoresheet_grammar::Database;

use super::entry::Entry;
use super::*;
use crate::table::Row;

/// The elements of our pages.
const ELEMENTS: &str = "!DOCTYPE html head meta link title body header nav main section article h1 h2 h3 p a bdi span small abbr details summary figure \
                        figcaption div script svg rect path circle g line polygon text defs marker use desc table caption thead tbody tr th td dl dt dd ul li";

pub(super) fn entry(text: &str) -> Entry {
    let database = Database::parse(text);
    let tag = |name: &str| database.view(0).and_then(|view| Some(view.tag(name)?.into_owned())).unwrap_or_default();
    let names = [
        "White", "Black", "Event", "Site", "Date", "Round", "WhiteElo", "BlackElo", "Result", "ECO", "Opening", "Moves",
    ];
    Entry::new(
        PageNames::default().name(&tag("White"), &tag("Black"), hash_of(text.as_bytes())),
        Row::new(&names.map(tag), false),
    )
}

fn page(text: &str) -> String {
    page_with(text, None)
}

fn page_with(text: &str, viewer: Option<Viewer>) -> String {
    let entry = entry(text);
    let site = Site { title: "Games".to_owned(), every: Some(2), templates: None, viewer };
    site.game(&Published {
        number: 1,
        entry: &entry,
        source: text.as_bytes(),
        text,
        previous: Some(&entry),
        next: None,
    })
    .unwrap()
}

/// The moves alone, without boards.
fn moves(text: &str) -> String {
    let page = page(text);
    let from = page.find("<h2>Moves</h2>").unwrap() + "<h2>Moves</h2>\n".len();
    without_boards(&page[from..from + page[from..].find("</section>").unwrap()])
}

/// Boards have tests of their own.
fn without_boards(page: &str) -> String {
    let mut out = String::new();
    for (index, piece) in page.split("<svg xmlns").enumerate() {
        out += if index == 0 { piece } else { piece.split_once("</svg>").unwrap().1 };
    }
    out
}

#[test]
fn moves_have_numbers_where_they_need_them() {
    let number = |text: &str| format!("<span class=\"number\">{text}</span>\u{A0}");
    let played = |text: &str| format!("<span class=\"move\">{text}</span>");
    let expected = [
        format!("<p class=\"main line\">{}{} {}</p>\n", number("1."), played("e4"), played("e5")),
        format!("<details class=\"variation\" open><summary>{}{}", number("1…"), played("♘f6")),
        "<abbr class=\"nag\" title=\"an interesting move, worth a try\">!?</abbr></summary>\n".to_owned(),
        format!("<p class=\"line\">{}{}</p>\n</details>\n", number("2."), played("e5")),
        format!("<p class=\"main line\">{}{} ", number("2."), played("d4")),
        format!("<span class=\"comment\" dir=\"auto\">a &lt;b&gt;</span> {}{} ", number("2…"), played("exd4")),
        "<abbr class=\"nag\" title=\"an unclear position\">∞</abbr></p>\n".to_owned(),
    ];
    let found = moves("1. e4 e5 (1... Nf6 $5 2. e5) 2. d4 {a  <b>} exd4 $13 *");
    assert!(found.starts_with(&expected.concat()), "{found}");
    assert!(found.ends_with("<p class=\"main line\"><span class=\"result\">*</span></p>\n"), "{found}");
}

#[test]
fn diagrams_are_where_they_are_asked_for() {
    let count = |text: &str| moves(text).matches("<figure").count();
    assert_eq!(count("1. e4 *"), 0);
    assert_eq!(count("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *"), 2, "after every second move");
    assert_eq!(count("1. e4 {[#]} (1. d4 $220 d5) (1. c4 e5 D) *"), 3);
    assert_eq!(count("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n*"), 1, "the position that is set up");
    let shown = page("1. e4 {[#] good [%cal Ge2e4][%csl Rd5]} e5 *");
    assert!(shown.contains("<figcaption>After White’s move 1. Black to move.</figcaption>"), "{shown}");
    let words = ["White: king e1, queen d1, rooks a1 and h1, ", "Green arrow from e2 to e4. Red square d5."];
    assert!(words.iter().all(|words| shown.contains(words)), "{shown}");
    assert!(moves("1. e4 $221 *").contains("<figure"));
}

#[test]
fn nothing_nests_as_deeply_as_a_hostile_game() {
    let text = format!("1. e4 {} {} *", "(1. d4".repeat(50_000), ")".repeat(50_000));
    let found = moves(&text);
    assert_eq!(found.matches("<details").count(), 24);
    assert_eq!(found.matches("</details>").count(), 24);
    let many = format!("1. e4 {}*", "{[#]} e5 ".repeat(3000));
    assert_eq!(moves(&many).matches("<figure").count(), 2, "moves that cannot be played have no position");
    let many = format!("1. Nf3 Nf6 {}*", "2. Ng1 $220 Ng8 2. Nf3 Nf6 ".repeat(500));
    assert_eq!(page(&many).matches("<figure class=\"diagram\"").count(), 400);
    assert!(page(&many).contains(" more diagrams were left out."));
}

#[test]
fn what_is_measured_is_a_curve_and_a_table() {
    let text = "1. e4 {[%eval 0.3][%clk 0:03:00]} e5 {[%eval #-3][%clk 0:02:50]} 2. Nf3 {[%clk 0:02:40]} *";
    let page = page(text);
    assert!(page.contains("<path class=\"score\" d=\"M0.0 76.0L320.0 160.0\">"), "{page}");
    assert!(page.contains("<tr><th scope=\"row\">1… e5</th><td>#-3</td><td>2:50</td></tr>"), "{page}");
    assert!(page.contains("<path class=\"white\" d=\"M0.0 0.0L640.0 17.8\">"), "{page}");
    assert!(!self::page("1. e4 e5 *").contains("class=\"curves\""));
}

#[test]
fn empty_lines_divide_a_comment() {
    let shown = moves("{ One\r\nline.\n \n\n\nAnother. \n\n} 1. e4 *");
    assert!(shown.contains("dir=\"auto\">One line.\n\nAnother.</span>"), "{shown}");
}

#[test]
fn a_page_holds_its_source() {
    let text = "[White \"a\"]\r\n\r\n1. e4 {\u{0}\r} * \t\r\n\r\n";
    assert!(
        page(text).contains(&format!("href=\"data:application/vnd.chess-pgn;base64,{}\"", base64(text.as_bytes())))
    );
}

/// The files of a board, which are others in a package.
const VIEWER: Viewer = Viewer { script: "script", style: "style", licence: "licence" };

#[test]
fn a_board_gets_the_text_of_its_game() {
    let board = page_with("[White \"\\\"><script>\"]\r\n\r\n1. e4 {</section>} *\r\n", Some(VIEWER));
    let escaped = "data-pgn=\"[White &quot;\\&quot;&gt;&lt;script&gt;&quot;]\n\n1. e4 {&lt;/section&gt;} *\" hidden>";
    assert!(board.contains(escaped), "{board}");
    assert!(
        board.contains("script-src 'self' file:; ") && board.contains("<script src=\"../board.js\" defer>"),
        "{board}"
    );
    // Nothing moves in a game without moves.
    assert!(!page_with("[White \"A\"]\n\n*", Some(VIEWER)).contains("data-pgn"));
    let without = page("1. e4 *");
    assert!(!without.contains("data-pgn") && without.contains("script-src 'none'"), "{without}");
}

#[test]
fn a_site_has_the_files_that_its_pages_name() {
    let mut site = Site { title: String::new(), every: None, templates: None, viewer: Some(VIEWER) };
    assert_eq!(site.assets().len(), 6);
    assert!(site.assets().iter().all(|(name, _)| is_asset_name(name)));
    site.viewer = None;
    let names: Vec<&str> = site.assets().iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["style.css", "tables.js"]);
}

#[test]
fn an_index_has_pages() {
    let entries = vec![entry("[White \"A\"]\n\n*"); 2001];
    let site = Site { title: "All".to_owned(), every: None, templates: None, viewer: None };
    let pages: Vec<(String, String)> = site.index(&entries, &[]).map(|(name, page)| (name, page.unwrap())).collect();
    let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["index.html", "index-2.html", "index-3.html"]);
    assert_eq!(pages[2].1.matches("<tr>").count(), 2, "the heading and one game");
    assert!(pages[0].1.contains("<a href=\"index-3.html\">3</a>"));
}

/// Fails if a page has elements or attributes that are not ours.
#[track_caller]
fn check_markup(page: &str) {
    for piece in without_boards(page).split('<').skip(1) {
        let (inside, _) = piece.split_once('>').unwrap_or_else(|| panic!("<{piece}"));
        let name = inside.trim_start_matches('/').split(' ').next().unwrap();
        assert!(ELEMENTS.split_whitespace().any(|element| element == name), "<{inside}>");
        // Every second piece is a value.
        for (index, attribute) in inside.split('"').enumerate().filter(|(index, _)| index % 2 == 0) {
            assert!(!attribute.contains(" on") && !attribute.contains("style"), "{index}: <{inside}>");
        }
        if let Some((_, address)) = inside.split_once("href=\"") {
            let is_ours = address.starts_with("../") || address.starts_with("data:application/vnd.chess-pgn;base64,");
            let is_file = address.split('"').next().unwrap().ends_with(".html");
            assert!(is_ours || is_file || address.starts_with("https://"), "<{inside}>");
        }
    }
}

const HOSTILE: [&str; 7] = [
    "</script><script>alert(1)</script>",
    "\" onmouseover=\"alert(1)",
    "javascript:alert(1)",
    "<img src=x onerror=alert(1)>",
    "<!-- & &lt; ]]> -->",
    "\u{202E}\u{2066}abc",
    "https://a.b/\"><svg onload=alert(1)>",
];

#[test]
fn hostile_texts_stay_texts() {
    for hostile in HOSTILE {
        let value = hostile.replace('\\', "\\\\").replace('"', "\\\"");
        let tags: String = ["White", "Black", "Event", "Site", "Date", "Round", "Result", "ECO", "Opening", "WhiteElo"]
            .iter()
            .map(|name| format!("[{name} \"{value}\"]\n"))
            .collect();
        check_markup(&page(&format!("{tags}\n1. e4 {{{hostile} [#]}} e5 ({hostile}) $999 {hostile} *")));
        check_markup(&page_with(&format!("{tags}\n1. e4 {{{hostile}}} *"), Some(VIEWER)));
    }
}

proptest! {
    #[test]
    fn no_text_of_a_game_becomes_markup(name in "[^\"\\\\\\r\\n]*", comment in "[^}]*", rest in ".*") {
        check_markup(&page(&format!("[White \"{name}\"]\n[Site \"{name}\"]\n\n1. e4 {{{comment}}} e5 {rest} *")));
    }
}
