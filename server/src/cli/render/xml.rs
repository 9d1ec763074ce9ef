//! Text in XML 1.0, which has no place for some characters, not even as references.

/// `text` for an attribute's value or an element's content.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            // Readers would turn them into spaces.
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
            character if character.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            character => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_read_back_but_for_what_xml_lacks() {
        let text = "<a href='b' & \"c\">\n\t\r ♘𝄞 \u{0}\u{1B}\u{7F}\u{85}\u{FFFF} ]]> --";
        let document = format!("<x y=\"{0}\">{0}</x>", escaped(text));
        let parsed = roxmltree::Document::parse(&document).unwrap();
        let expected = text.replace(['\u{0}', '\u{1B}', '\u{7F}', '\u{85}', '\u{FFFF}'], "\u{FFFD}");
        assert_eq!(parsed.root_element().attribute("y"), Some(expected.as_str()));
        assert_eq!(parsed.root_element().text(), Some(expected.as_str()));
    }
}
