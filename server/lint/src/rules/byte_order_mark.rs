use scoresheet_grammar::GameView;

use super::token_map::TokenMap;
use crate::file_view::FileView;
use crate::finding::{Edit, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use scoresheet_format::line_edits;

declare_rule! {
    /// A byte order mark.
    ///
    /// ## What it does
    /// Checks for the character U+FEFF. Some programs write it at the start of a file, and it ends up in the middle when files
    /// are joined.
    ///
    /// ## Why is this bad?
    /// chess.js and kludwig's parser reject a file that begins with a byte order mark; other programs skip it. In the middle of
    /// a file it hides the tag pair or move that follows it.
    ///
    /// ## Example
    /// In this example \[BOM] shows where the invisible character is.
    /// ```pgn
    /// 1. e4 [BOM]e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Fix safety
    /// Between moves and directly before a tag pair the mark has no meaning, so deleting it is safe. Elsewhere the fix is
    /// unsafe. The mark at the start of a file has no fix, because it declares the file's encoding: save the file as UTF-8
    /// without it.
    ///
    /// ## References
    /// PGN standard, section 4.1.
    name: "byte-order-mark", group: Portability, level: Warning, fix: Sometimes,
    hooks: [Hook::Text(check), Hook::File(check_file)],
}

const MARK: &str = "\u{FEFF}";

fn check(game: GameView, findings: &mut Findings) {
    // Few other characters begin with this byte.
    if memchr::memchr(0xEF, game.text.as_bytes()).is_none() || !game.text.contains(MARK) {
        return;
    }
    let tokens = TokenMap::of(game);
    for (start, _) in game.text.match_indices(MARK) {
        let range = start..start + MARK.len();
        let mut finding = RULE.finding(range.clone(), "");
        if tokens.at(start).is_none() {
            "A byte order mark in the middle of the text hides what follows it from other programs"
                .clone_into(&mut finding.message);
            let is_certain = tokens.is_mere_white_space(game.text, start) || game.text[range.end..].starts_with('[');
            // A mark at the start of a line needs no space in its place: what follows is in the first column.
            let is_first = game.text[..start].is_empty() || game.text[..start].ends_with(['\n', '\r']);
            let edit = if is_first { Edit::delete(range) } else { line_edits::replace(game.text, range, "") };
            let fix = if is_certain { Fix::safe } else { Fix::unsafe_ }("Delete the byte order mark", vec![edit]);
            findings.push(finding.with_fix(fix));
        } else {
            "A byte order mark in the middle of the text is invisible but counts as a character"
                .clone_into(&mut finding.message);
            finding.level = Level::Info;
            findings.push(finding.with_fix(Fix::unsafe_("Delete the byte order mark", vec![Edit::delete(range)])));
        }
    }
}

fn check_file(file: &FileView, findings: &mut Findings) {
    if file.has_byte_order_mark {
        let message = "The file begins with a byte order mark: chess.js and kludwig's parser reject it";
        let mut finding = RULE.finding(0..0, message);
        finding.level = Level::Info;
        findings.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn marks_in_the_text_are_found() {
        check(
            &RULE,
            "
1. e4 {a\u{FEFF}b} *
        ^ A byte order mark in the middle of the text is invisible...

\u{FEFF}[Event \"x\"]
^ A byte order mark in the middle of the text hides...

1. d4 *
",
        );
    }

    #[test]
    fn marks_go() {
        check_fix(&RULE, "1. e4\u{FEFF}e5 \u{FEFF}{a\u{FEFF}}\n\u{FEFF}%x\n*", "1. e4 e5 {a}\n%x\n*");
    }
}
