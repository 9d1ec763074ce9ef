//! Tests of the output in each style.

use super::refusal_tests::check_refusal;
use super::*;
use crate::style::LineEnding;

/// The sample game of section 2.3 of the standard.
pub(super) const SAMPLE: &str = r#"[Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15.
Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21.
Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7
27. Qe3 Qg5 28. Qxg5 hxg5 29. b3 Ke6 30. a3 Kd6 31. axb4 cxb4 32. Ra5 Nd5 33.
f3 Bc8 34. Kf2 Bf5 35. Ra7 g6 36. Ra6+ Kc5 37. Ke1 Nf4 38. g3 Nxh3 39. Kd2 Kb5
40. Rd6 Kc5 41. Ra6 Nf2 42. g4 Bd3 43. Re6 1/2-1/2

"#;

pub(super) fn formatted(text: &str, style: Style) -> Formatted {
    let options = FormatOptions { style, ..FormatOptions::default() };
    let formatted = format_text(text, options);
    let reformatted = format_text(&formatted.text, options);
    assert_eq!(reformatted.text, formatted.text, "formatting is not idempotent");
    assert_eq!(reformatted.refused.len(), formatted.refused.len());
    formatted
}

/// Returns the formatted movetext of one game without tags.
fn movetext(text: &str, style: Style) -> String {
    let formatted = formatted(text, style);
    assert_eq!(formatted.refused, [], "{text:?}");
    let (tags, movetext) = formatted.text.split_once("\n\n").unwrap();
    assert!(tags.starts_with("[Event \"?\"]\n"), "{tags}");
    movetext.strip_suffix("\n\n").unwrap().to_owned()
}

pub(super) fn check_movetext(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(movetext(text, Style::Export), *expected, "{text:?}");
    }
}

#[test]
fn a_brace_in_text_after_a_game_begins_no_comment_when_comments_are_left_out() {
    for text in ["1. e4 1-0 !?{{; y\n}1... e5 ", "1. e4 1-0 ={{[Event \"E\"]\n{a %b}1... e5 "] {
        // Formatting it again changes nothing.
        formatted(text, Style::Reduced);
    }
}

#[test]
fn a_comment_after_a_game_fits_the_lines_as_any_other() {
    let words = "words ".repeat(20);
    for (gap, comment) in [
        (" ", format!("{{{words}}}")),
        ("\n", format!("{{{words}}}")),
        ("\n\n  ", format!("{{{words}}}")),
        (" ", format!("{{first}} {{{words}}}")),
        (" ", format!("{{first}}\n{{{words} %x {words}}}")),
    ] {
        let text = formatted(&format!("1. e4 e5 *{gap}{comment}\n"), Style::Export).text;
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
        assert_eq!(text.matches("words").count(), comment.matches("words").count(), "{text}");
        assert_eq!(formatted(&text, Style::Export).text, text);
    }
    // What fits keeps its lines.
    assert_eq!(movetext("1. e4 * {a}\n{b\nc}", Style::Export), "1. e4 * {a}\n{b\nc}");
}

/// Returns the formatted tag pairs for `tags`, without those that the formatter adds.
fn tags(tags: &str, style: Style) -> String {
    let formatted = formatted(&format!("{tags}\n\n1. e4 *\n"), style);
    assert_eq!(formatted.refused, [], "{tags:?}");
    let (tags, _) = formatted.text.rsplit_once("\n\n1. e4 *\n\n").unwrap();
    let is_filled = |line: &&str| line.ends_with(" \"?\"]") || line.ends_with(" \"????.??.??\"]");
    tags.lines().filter(|line| !is_filled(line) && *line != "[Result \"*\"]").collect::<Vec<_>>().join("\n")
}

#[test]
fn the_standards_sample_game_is_a_fixed_point() {
    for text in
        [SAMPLE.to_owned(), SAMPLE.trim_end().to_owned(), SAMPLE.split_whitespace().collect::<Vec<_>>().join(" ")]
    {
        assert_eq!(formatted(&text, Style::Export).text, SAMPLE);
    }
}

#[test]
fn moves_are_canonical() {
    check_movetext(&[
        ("e4 e5 *", "1. e4 e5 *"),
        ("1.e4 1...e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 *", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *"),
        ("1. e2-e4 e7e5 2. Ng1f3 nc6 *", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1. ♘f3 ♞f6 *", "1. Nf3 Nf6 *"),
        ("1. Sf3 Sf6 *", "1. Nf3 Nf6 *"),
        ("1. e4 f6 2. d4 g5 3. Qh5 *", "1. e4 f6 2. d4 g5 3. Qh5# *"),
        ("1. e4+ e5 2. Ngf3 *", "1. e4 e5 2. Nf3 *"),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p. *", "1. e4 a6 2. e5 d5 3. exd6 *"),
        ("1. e4 a6 2. e5 d5 3. exd6ep *", "1. e4 a6 2. e5 d5 3. exd6 *"),
        ("1. e4 Z0 2. d4 *", "1. e4 -- 2. d4 *"),
        ("7. e4 e5 9. Nf3 *", "1. e4 e5 2. Nf3 *"),
    ]);
}

#[test]
fn black_has_a_number_after_a_comment_or_a_variation_but_not_after_a_nag() {
    check_movetext(&[
        ("1. e4 {a} e5 *", "1. e4 { a } 1... e5 *"),
        ("1. e4 (1. d4) e5 *", "1. e4 (1. d4) 1... e5 *"),
        ("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"),
        ("1. e4 $1 e5 *", "1. e4 $1 e5 *"),
        ("1. e4 {a} $1 e5 *", "1. e4 { a } $1 1... e5 *"),
        (
            "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5 {x} 3. exd5) {y} 3. Nf3) Nc6 *",
            "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5 { x } 3. exd5) { y } 3. Nf3) 2... Nc6 *",
        ),
    ]);
}

#[test]
fn annotations_are_nags() {
    check_movetext(&[
        ("1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! *", "1. e4 $1 e5 $2 2. Nf3 $3 Nc6 $4 3. Bb5 $5 a6 $6 *"),
        ("1. e4 ! e5$014 2. Nf3 $0 $999 *", "1. e4 $1 e5 $14 2. Nf3 $0 $999 *"),
        ("1. e4 += e5 ± 2. Nf3 N Nc6 ⊕ 3. Bb5 ⊕ *", "1. e4 $14 e5 $16 2. Nf3 $146 Nc6 $139 3. Bb5 $138 *"),
        ("1. e4 &plusmn; e5 *", "1. e4 $16 e5 *"),
        ("$1 1. e4 e5 ($142 1... c5) *", "$1 1. e4 e5 ($142 1... c5) *"),
        // A sign without a NAG becomes a comment.
        ("1. e4!!! e5 &amp; 2. Nf3 (=) Nc6 *", "1. e4 { !!! } 1... e5 { &amp; } 2. Nf3 { (=) } 2... Nc6 *"),
    ]);
}

#[test]
fn comments_keep_their_words_and_places() {
    check_movetext(&[
        ("{a} 1. e4 *", "{ a } 1. e4 *"),
        ("1. e4 {a  b\n\tc\n\nd} {e} *", "1. e4 { a b c d } { e } *"),
        ("1. e4 {} { } *", "1. e4 { } { } *"),
        ("1. e4 ; a {b\n e5 *", "1. e4 { a {b } 1... e5 *"),
        ("1. e4 e5; 2. Nf3 Nc6\n*", "1. e4 e5 ; 2. Nf3 Nc6\n*"),
        ("1. e4 ;  a}  b\n e5 (1... c5 ;}\n) *", "1. e4 ; a} b\n1... e5 (1... c5 ; }\n) *"),
        ("1. e4 {[%clk\n0:01:00] a [%eval  1]} *", "1. e4 { [%clk 0:01:00] a [%eval 1] } *"),
        ("1. e4 ({a} 1. d4 {b}) ({c}) () *", "1. e4 ( { a } 1. d4 { b }) ( { c }) () *"),
    ]);
}

#[test]
fn lines_are_filled_to_79_columns() {
    let word = "a".repeat(100);
    let umlauts = "ä".repeat(70);
    check_movetext(&[
        (&format!("1. e4 {{b {word} c}} *"), &format!("1. e4 {{ b\n{word}\nc }} *")),
        (&format!("1. e4 {{{umlauts}}} *"), &format!("1. e4 {{ {umlauts}\n}} *")),
        (&format!("1. e4 {{{}}} *", "ä".repeat(69)), &format!("1. e4 {{ {} }}\n*", "ä".repeat(69))),
        // The parenthesis of a variation may begin or end a line.
        (&format!("1. e4 {{{}}} (1. d4) *", "b".repeat(65)), &format!("1. e4 {{ {} }} (1.\nd4) *", "b".repeat(65))),
    ]);
}

#[test]
fn no_line_begins_with_a_percent_sign_by_accident() {
    let long = "a".repeat(70);
    let longer = "a".repeat(77);
    let mid = "a".repeat(60);
    check_movetext(&[
        (&format!("1. e4 {{{long} %b}} *"), &format!("1. e4 {{\n{long} %b }} *")),
        (&format!("1. e4 {{{longer} %b %c}} *"), &format!("1. e4 {{\n{longer} %b %c\n}} *")),
        (&format!("1. e4 {{d {mid} %b %c}} *"), &format!("1. e4 {{ d {mid} %b %c }}\n*")),
    ]);
}

#[test]
fn escape_lines_and_text_keep_their_place() {
    let text = "Great games\n  a heading\n\n% x\n[Event \"E\"]\n% y\n[ECO \"A\"]\n[Date \"2000\"]\n% z\n1. e4\n%  q \ne5\n1-0 {resigns}\n\n text\n\n\n%  p\n[Event \"F\"] <br />\n*";
    let expected = "Great games\n  a heading\n\n% x\n[Event \"E\"]\n[Site \"?\"]\n[Date \"2000\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n% y\n[ECO \"A\"]\n\n% z\n1. e4\n%  q \ne5 1-0 {resigns}\n\n text\n\n%  p\n[Event \"F\"] <br />\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n*\n\n";
    assert_eq!(formatted(text, Style::Export).text, expected);
}

#[test]
fn comments_before_the_tag_pairs_keep_their_place() {
    let text = format!("{{ a }}\n; b\n\n% x\n{{ c\n\nd }}\n\n{SAMPLE}");
    assert_eq!(formatted(&text, Style::Export).text, text);
    let reduced = formatted(&text, Style::Reduced).text;
    assert!(reduced.starts_with("% x\n\n[Event "), "{reduced}");
}

#[test]
fn text_without_a_game_stays_as_it_is() {
    for text in ["", "\n", " \n\n", "; from somewhere\n", "{a}", "%x\n\n\n", "hello\n\n{a}\n"] {
        let formatted = formatted(text, Style::Export);
        assert_eq!((formatted.text.as_str(), formatted.refused.len()), (text, 0));
    }
    for (text, reason) in [
        ("hello\r\n", "there is no game in this text"),
        ("{ 1. e4 *", "the comment that begins here with { is not closed"),
        ("[Round[%cal Ge2e4] \"W\"]\n\n1. e4 *\n", "text follows a tag pair without a value"),
        ("[Round \"1\"]\n[\"\n] x\n\n1. e4 *\n", "a tag pair has neither a name nor a whole value"),
        ("[Round \"1\"]\n[FEN ]\n\n1. e4 *\n", "a tag pair for the start position or the variant has no value"),
    ] {
        check_refusal(text, reason);
    }
}

#[test]
fn a_promotion_that_does_not_say_to_what_is_not_guessed() {
    for moves in ["1. a8 Kg7 *", "1. a8 Kg7 }"] {
        let text = format!("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n{moves}");
        let formatted = formatted(&text, Style::Export);
        assert_eq!((formatted.text, formatted.refused.len()), (text, 1));
        assert_eq!(formatted.refused[0].reason, "1. a8 does not say what the pawn becomes");
    }
}

#[test]
fn termination_markers_are_written_and_never_changed() {
    check_movetext(&[
        ("1. e4 1–0", "1. e4 1-0"),
        ("1. e4 ½-½", "1. e4 1/2-1/2"),
        ("1. e4 1-O", "1. e4 1-0"),
        ("1. e4", "1. e4 *"),
        ("1. e4 (1. d4 *) 1-0", "1. e4 (1. d4 *) 1-0"),
    ]);
    for (tag, marker, expected) in [("1-0", "", "1-0"), ("1/2", "", "1/2-1/2"), ("?", "", "*"), ("1-0", "0-1", "0-1")] {
        let text = format!("[Result \"{tag}\"]\n\n1. e4 {marker}");
        let formatted = formatted(&text, Style::Export).text;
        assert!(
            formatted.contains(&format!("[Result \"{tag}\"]"))
                && formatted.ends_with(&format!("\n\n1. e4 {expected}\n\n")),
            "{formatted}"
        );
    }
}

#[test]
fn tag_pairs_are_in_order_and_whole() {
    let cases = [
        (
            "[ECO \"B\"][Black \"b\"] [White \"w\"]\n[Annotator\n\"a\"\n]",
            "[White \"w\"]\n[Black \"b\"]\n[Annotator \"a\"]\n[ECO \"B\"]",
        ),
        (
            "[eco \"1\"]\n[White \"a\"]\n[White \"b\"]\n[ECO \"2\"]\n[ECO \"1\"]",
            "[White \"a\"]\n[White \"b\"]\n[ECO \"2\"]\n[ECO \"1\"]\n[eco \"1\"]",
        ),
        (r#"[White "5th "Mikis" Open"]"#, r#"[White "5th \"Mikis\" Open"]"#),
        (r#"[White "a\"b\\c\d"]"#, r#"[White "a\"b\\c\\d"]"#),
        (r#"[White "Round 1 \"]"#, r#"[White "Round 1 \\"]"#),
        ("[White \"a\n b\"]\n[Black \"c\td\"]", "[White \"a b\"]\n[Black \"c d\"]"),
        ("[White a b]\n[Black c\"]\n[ECO \"d]", "[White \"a b\"]\n[Black \"c\"]\n[ECO \"d\"]"),
        ("[White \"a\"\n[Black \"b", "[White \"a\"]\n[Black \"b\"]"),
        ("[White \"\"]\n[Black]\n[ECO]\n[\"x\"]", "[White \"\"]\n[ECO \"\"]\n[\"x\"]"),
        (
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[ECO \"A\"]\n[setup \"1\"]",
            "[ECO \"A\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[setup \"1\"]",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(tags(text, Style::Export), expected, "{text}");
    }
}

#[test]
fn a_game_from_a_position_has_its_numbers() {
    let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 31\"]\n\n1. ... Kd7 2. e4 Kd6 *";
    let formatted = formatted(text, Style::Export).text;
    assert!(formatted.ends_with("\n\n31... Kd7 32. e4 Kd6 *\n\n"), "{formatted}");
}

#[test]
fn moves_by_unknown_rules_are_untouched() {
    let game = |moves: &str| format!("[Variant \"Duck chess\"]\n\n{moves}");
    let formatted = formatted(&game("1.e2-e4!  0-0 2. Qxq9 {a} Sf6 *"), Style::Export);
    assert!(formatted.text.ends_with("\n\n1. e2-e4 $1 0-0 2. {a} Sf6 *\n\n") || formatted.refused.len() == 1);
    let formatted = self::formatted(&game("1.e2-e4!  0-0 2. Qxd8 {a} Sf6 *"), Style::Export);
    assert!(formatted.text.ends_with("\n\n1. e2-e4 $1 0-0 2. Qxd8 { a } 2... Sf6 *\n\n"), "{}", formatted.text);
    // In progressive chess the sides do not alternate.
    assert_eq!(self::formatted(&game("1. e4 2. e5 d5 3. Nf3 Nc3 Nd5 *"), Style::Export).refused.len(), 1);
}

#[test]
fn line_ends_are_kept_or_replaced() {
    for line_end in ["\n", "\r\n", "\r"] {
        let text = SAMPLE.replace('\n', line_end);
        assert_eq!(formatted(&text, Style::Export).text, text);
        let lf = FormatOptions { line_ending: LineEnding::Lf, ..FormatOptions::default() };
        assert_eq!(format_text(&text, lf).text, SAMPLE);
    }
    assert_eq!(formatted("hello\r\n{a}\n", Style::Export).text, "hello\r\n{a}\n");
}

#[test]
fn a_misspelled_tag_of_the_roster_is_none_that_is_missing() {
    let text = "[Event \"E\"]\n[WHITE \"Tal\"]\n[Blakc \"B\"]\n[ECO \"A00\"]\n\n1. e4 *";
    let expected = "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[WHITE \"Tal\"]\n[Blakc \"B\"]\n[Result \"*\"]\n";
    assert_eq!(formatted(text, Style::Export).text, format!("{expected}[ECO \"A00\"]\n\n1. e4 *\n\n"));
    assert_eq!(formatted(text, Style::Reduced).text, format!("{expected}\n1. e4 *\n\n"));
    // A result in it is no termination marker: no program reads it under that name.
    assert!(formatted("[Reslt \"1-0\"]\n\n1. e4", Style::Export).text.ends_with("\n[Reslt \"1-0\"]\n\n1. e4 *\n\n"));
}

#[test]
fn quotes_of_other_kinds_are_quotes() {
    for value in ["“Ada”", "\"Ada”", "„Ada\"", "'Ada'", "“Ada", "Ada\""] {
        let text = format!("[White {value}]\n\n1. e4 *\n");
        assert!(formatted(&text, Style::Export).text.contains("\n[White \"Ada\"]\n"), "{value}");
    }
    let text = "[White \"“Ada”\"]\n\n1. e4 *\n";
    assert!(formatted(text, Style::Export).text.contains("\n[White \"“Ada”\"]\n"));
}

#[test]
fn reduced_format_has_the_roster_and_the_moves() {
    assert_eq!(
        movetext("{a} 1. e4! {b} (1. d4 $1 ; c}\n) e5 2. Nf3 $1 ; d}\n Nc6 *", Style::Reduced),
        "1. e4 e5 2. Nf3 Nc6 *"
    );
    assert_eq!(
        tags(
            "[White \"a\"]\n[White \"b\"]\n[ECO \"c\"]\n[SetUp \"0\"]\n[Variant \"Standard\"]\n[\"x\"]",
            Style::Reduced
        ),
        "[White \"a\"]\n[SetUp \"0\"]\n[Variant \"Standard\"]"
    );
    // Moves that only seem to be a comment are not dropped.
    let hidden = "1. e4 e5; 2. Nf3 Nc6\n*";
    assert!(formatted(hidden, Style::Reduced).text.contains(hidden));
    let formatted = formatted("1. e4 1-0\n; c\ntext\n", Style::Reduced).text;
    assert!(formatted.ends_with("\n\n1. e4 1-0\ntext\n\n"), "{formatted}");
}

#[test]
fn readable_style_has_a_line_for_each_pair() {
    let text = "{Start} 1. e4! e5 2. Nf3 {a comment} $3 Nc6 (2... d6 3. d4 exd4 (3... Nf6 {b} 4. dxe5) ({c} 3... f5) 4. Nxd4) {after} (2... f5) 3. Bb5 ; d}\n a6\n% x\n4. Ba4 1/2-1/2";
    let expected = "  { Start }
1. e4 $1 e5
2. Nf3
  { a comment } $3
2... Nc6
  (2... d6
  3. d4 exd4
    (3... Nf6
      { b }
    4. dxe5)
    ( { c }
    3... f5)
  4. Nxd4)
  { after }
  (2... f5)
3. Bb5
  ; d}
3... a6
% x
4. Ba4
1/2-1/2";
    assert_eq!(movetext(text, Style::Readable), expected);
    assert_eq!(movetext(expected, Style::Export), movetext(text, Style::Export));
}

#[test]
fn pieces_joined_are_the_whole() {
    let text = format!("%x\n{SAMPLE}\n\n; a\n{SAMPLE}[Event \"x\"]\n\n1. e5 *\n\n{SAMPLE}").replace('\n', "\r\n");
    let options = FormatOptions::default().for_text(&text);
    let mut joined = Formatted::default();
    for piece in scoresheet_grammar::split(&text, 1) {
        joined.append(format_text(&text[piece.clone()], options), piece.start);
    }
    assert_eq!(joined, format_text(&text, FormatOptions::default()));
    assert_eq!(joined.refused.len(), 1);
}

#[test]
fn hostile_games_take_linear_time() {
    let nested = format!("1. e4 {} {} *", "(1. d4 ".repeat(200_000), ")".repeat(200_000));
    let texts = [
        nested,
        "(".repeat(200_000),
        format!("1. e4 {{{}}} *", "[%a ".repeat(200_000)),
        format!("1. e4 {{{}}} *", "%a ".repeat(200_000)),
    ];
    for text in texts {
        for style in [Style::Export, Style::Reduced, Style::Readable] {
            formatted(&text, style);
        }
    }
}

#[test]
fn a_sign_that_looks_like_a_piece_is_left_to_its_rule() {
    let text = "[Event \"E\"]\n\n1. e4 N e5 *\n\n";
    let formatted = formatted(text, Style::Export);
    assert_eq!((formatted.text.as_str(), formatted.refused.len()), (text, 1));
    assert_eq!(formatted.refused[0].reason, "1... N e5 begins with what may be a sign or a piece");
}

#[test]
fn nothing_is_added_to_a_fragment() {
    let options = FormatOptions { is_fragment: true, ..FormatOptions::default() };
    for (text, expected) in [
        ("1.e4  e5", "1. e4 e5"),
        ("1.e4 e5 2.Nf3 {a}\n\n", "1. e4 e5 2. Nf3 { a }\n"),
        ("1.e4 (1.d4) 1...e5\n", "1. e4 (1. d4) 1... e5\n"),
        ("1.e4 *\n", "1. e4 *\n"),
        ("[White \"a\"]\n[Event \"b\"]\n1.e4\n", "[Event \"b\"]\n[White \"a\"]\n\n1. e4\n"),
        ("[Result \"1-0\"]\n\n1.e4\r\n", "[Result \"1-0\"]\n\n1. e4\n"),
        ("% a\n1.e4\n", "% a\n1. e4\n"),
        (
            "[White \"a\"]\n% b\n\n1. e4 *\n\n[White \"c\"]\n\n1.d4\n",
            "[White \"a\"]\n\n% b\n1. e4 *\n\n[White \"c\"]\n\n1. d4\n",
        ),
        ("{a}\n", "{a}\n"),
        ("\n\n", "\n"),
        ("", ""),
    ] {
        let formatted = format_text(text, options);
        assert_eq!((formatted.text.as_str(), formatted.refused.len()), (expected, 0), "{text:?}");
        assert_eq!(format_text(expected, options).text, expected);
    }
    let readable = format_text("1.e4 e5 2.Nf3", FormatOptions { style: Style::Readable, ..options });
    assert_eq!(readable.text, "1. e4 e5\n2. Nf3");
}
