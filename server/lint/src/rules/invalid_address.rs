use scoresheet_grammar::ast::Tag;

use super::tag_values::value;
use crate::findings::Findings;
use crate::rule::{Hook, declare_rule};
use crate::walk::Walk;

declare_rule! {
    /// A network address that is none.
    ///
    /// ## What it does
    /// Checks the tags WhiteNA and BlackNA for values that are neither an address for mail (`ada@example.org`) or pages nor `-` for none.
    ///
    /// ## Why is this bad?
    /// Programs for games by mail send the next move there.
    ///
    /// ## Example
    /// ```pgn
    /// [WhiteNA "Ada Adams"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// [WhiteNA "ada@example.org"]
    ///
    /// 1. e4 e5 *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 9.1.4.
    name: "invalid-address", group: Style, level: Info, fix: None, hooks: [Hook::TagNamed(&["WhiteNA", "BlackNA"], check)],
}

fn check(tag: &Tag, _: &Walk, findings: &mut Findings) {
    let Some(value) = value(tag) else { return };
    // The colons of a page's address separate no players.
    if value.text.contains("://") {
        return;
    }
    let wrong =
        value.items().filter(|item| !is_mail(item.text) && !is_page(item.text) && !matches!(item.text, "-" | "?"));
    findings.extend(wrong.map(|item| {
        let message = format!("{} is no network address, such as ada@example.org, or - for none", item.text);
        RULE.finding(item.range, message)
    }));
}

/// Whether a text has the form of an address for mail, perhaps with a name before it: `Ada <ada@example.org>`.
fn is_mail(text: &str) -> bool {
    let address = match (text.rsplit_once('<'), text.strip_suffix('>')) {
        (Some((_, address)), Some(_)) => address.trim_end_matches('>'),
        _ => text,
    };
    address.split_once('@').is_some_and(|(before, after)| {
        let is_part = |part: &str| !part.is_empty() && !part.contains(|sign: char| sign.is_whitespace() || sign == '@');
        is_part(before) && is_part(after) && after.starts_with(char::is_alphanumeric)
    })
}

/// Whether a text has the form of a page's address, or of the name of a machine.
fn is_page(text: &str) -> bool {
    text.contains("://") || text.contains('.') && !text.contains(|sign: char| sign.is_whitespace() || sign == '@')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_address_is_marked() {
        check(
            &RULE,
            r#"
[WhiteNA "ada@example.org:nowhere"]
                          ^^^^^^^ nowhere is no network address, such as ada@example.org, or - for none
[BlackNA "Bob B."]
          ^^^^^^ Bob B. is no network address...
[WhiteNA "ada example@org"]
          ^^^^^^^^^^^^^^^ ada example@org is no network address...
[BlackNA "ada@@example.org"]
          ^^^^^^^^^^^^^^^^ ada@@example.org is no network address...

1. e4 *
"#,
        );
        for address in ["-", "?", "", "a@b", "Ada <ada@example.org>", "https://example.org/a", "example.org", "a@b.c:-"]
        {
            check(&RULE, &format!("[WhiteNA \"{address}\"]\n\n*"));
        }
    }
}
