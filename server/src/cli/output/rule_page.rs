//! The documentation of a rule for a terminal.

use clap::builder::styling::AnsiColor;
use scoresheet_lint::rule::Rule;

use super::color::{BOLD, paint};

/// The first line of a rule's documentation.
pub(crate) fn summary(rule: &Rule) -> &'static str {
    rule.docs.lines().map(|line| line.trim_start_matches('#').trim()).find(|line| !line.is_empty()).unwrap_or("")
}

/// The page of a rule without markup, for `width` columns.
pub(crate) fn plain_text(rule: &Rule, width: usize) -> String {
    markdown(rule.docs, false, width)
}

/// The page of a rule for a terminal of `width` columns.
pub(crate) fn rule_page(rule: &Rule, colors: bool, width: usize) -> String {
    markdown(rule.docs, colors, width)
}

/// Markdown for a terminal of `width` columns: headings bold, examples indented, paragraphs filled.
fn markdown(text: &str, colors: bool, width: usize) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    let mut in_example = false;
    for line in text.trim().lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).chain([""]) {
        let is_prose = !in_example && !line.is_empty() && !line.starts_with(['#', '`', '|']);
        let begins_item = line.starts_with("- ");
        if !paragraph.is_empty() && (!is_prose || begins_item) {
            fill(&paragraph, width.min(WIDEST_PROSE), colors, &mut out);
            paragraph.clear();
        }
        if line.starts_with("```") {
            in_example = !in_example;
        } else if is_prose {
            paragraph.push_str(line);
            paragraph.push(' ');
        } else if in_example {
            out.push_str(if line.is_empty() { "" } else { "    " });
            out.push_str(line);
            out.push('\n');
        } else {
            let heading = line.trim_start_matches('#').trim();
            out.push_str(&if heading.len() < line.len() { paint(colors, BOLD, heading) } else { heading.to_owned() });
            out.push('\n');
        }
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// Longer lines of prose are hard to read, however wide the terminal is.
const WIDEST_PROSE: usize = 100;

/// Fills lines of at most `width` columns with the words of a paragraph.
fn fill(paragraph: &str, width: usize, colors: bool, out: &mut String) {
    let mut line = String::new();
    let mut lines = Vec::new();
    for word in paragraph.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        line.push_str(if line.is_empty() { "" } else { " " });
        line.push_str(word);
    }
    lines.push(line);
    out.push_str(&with_code(&lines.join("\n"), colors));
    out.push('\n');
}

/// A line in which text between backticks is colored instead of quoted if there are colors.
fn with_code(line: &str, colors: bool) -> String {
    if !colors || !line.matches('`').count().is_multiple_of(2) {
        return line.to_owned();
    }
    let code = AnsiColor::Cyan.on_default();
    line.split('`')
        .enumerate()
        .map(|(n, part)| if n % 2 == 1 { paint(true, code, part) } else { part.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_rendered_lightly() {
        let text = "Summary.\n\n## Example\n```pgn\n1. e4\n\n*\n```\nWrite `O-O`.\n";
        assert_eq!(markdown(text, false, 80), "Summary.\n\nExample\n    1. e4\n\n    *\nWrite `O-O`.\n");
        assert_eq!(markdown("One two\nthree.\n\nFour.", false, 8), "One two\nthree.\n\nFour.\n");
        assert!(markdown(text, true, 80).ends_with("Write \u{1b}[36mO-O\u{1b}[0m.\n"));
    }
}
