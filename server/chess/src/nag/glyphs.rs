//! The signs that annotators type or paste instead of a NAG, in Unicode, ASCII and HTML.

/// Returns the NAG of a traditional sign in any of its usual spellings.
///
/// `white_moved` decides the side of a sign that names none: initiative, attack, counterplay, space, compensation and
/// time trouble belong to the side that moved; zugzwang to the other.
pub fn from_glyph(text: &str, white_moved: bool) -> Option<u8> {
    // Nearly all signs are suffixes as the standard writes them.
    if let Some(suffix) = super::from_suffix(text) {
        return Some(suffix);
    }
    let text = plain(text);
    if let Some(suffix) = super::from_suffix(&text) {
        return Some(suffix);
    }
    if let Some((_, nag)) = FIXED.iter().find(|(signs, _)| signs.contains(&text.as_str())) {
        return Some(*nag);
    }
    let (_, for_white) = SIDED.iter().find(|(signs, _)| signs.contains(&text.as_str()))?;
    let zugzwang = *for_white == 22;
    Some(for_white + u8::from(white_moved == zugzwang))
}

/// Whether an entity is HTML for a space.
pub fn is_space(entity: &str) -> bool {
    let name = entity.strip_prefix('&').and_then(|name| name.strip_suffix(';')).unwrap_or_default();
    ["nbsp", "ensp", "emsp", "thinsp"].contains(&name) || entity_character(name).is_some_and(char::is_whitespace)
}

/// Returns the NAG of a sign written with HTML entities: `&plusmn;`, `&#177;`, `+&minus;`.
pub fn from_entity(text: &str, white_moved: bool) -> Option<u8> {
    if !text.contains('&') {
        return None;
    }
    let mut decoded = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        decoded.push_str(&rest[..start]);
        let entity = &rest[start + 1..];
        let end = entity.find(';').unwrap_or(entity.len());
        decoded.push(entity_character(&entity[..end])?);
        rest = entity.get(end + 1..).unwrap_or_default();
    }
    decoded.push_str(rest);
    from_glyph(&decoded, white_moved)
}

/// Replaces characters that look alike by one spelling: minus signs, exclamation and question marks.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '−' | '–' | '—' | '‒' | '‐' | '‑' | '﹣' | '－' => plain.push('-'),
            '＋' => plain.push('+'),
            '＝' => plain.push('='),
            '／' | '⁄' | '∕' => plain.push('/'),
            '！' => plain.push('!'),
            '？' => plain.push('?'),
            '‼' => plain.push_str("!!"),
            '⁇' => plain.push_str("??"),
            '⁉' => plain.push_str("!?"),
            '⁈' => plain.push_str("?!"),
            // Variation selectors change how a sign is drawn, not its meaning.
            '\u{FE0E}' | '\u{FE0F}' => {}
            other => plain.push(other),
        }
    }
    plain
}

/// Signs with the same meaning whichever side moved.
const FIXED: &[(&[&str], u8)] = &[
    (&["□", "▢", "◻", "☐", "⬜", "[]"], 7),
    (&["=", "=="], 10),
    (&["∞", "~", "oo"], 13),
    (&["⩲", "+=", "+/=", "±="], 14),
    (&["⩱", "=+", "=/+", "=∓"], 15),
    (&["±", "+/-"], 16),
    (&["∓", "-/+"], 17),
    (&["+-"], 18),
    (&["-+"], 19),
    (&["+--"], 20),
    (&["--+"], 21),
    (&["△", "∆", "Δ", "/\\"], 140),
    (&["▽", "∇"], 141),
    (&["⌓", "(_)"], 142),
    (&["≤"], 143),
    (&["RR"], 145),
    (&["N", "TN"], 146),
    (&["D"], 220),
    (&["⇔", "<=>"], 239),
    (&["⇗"], 240),
    (&["⊞"], 241),
    (&["⟫"], 242),
    (&["⟪"], 243),
    (&["⊥", "_|_"], 245),
];

/// Signs for one side, with the NAG for White; the NAG for Black is the next number.
const SIDED: &[(&[&str], u8)] = &[
    (&["⨀", "⊙", "☉", "◉", "ZZ", "zz"], 22),
    (&["○", "◯", "⭕"], 26),
    (&["↑↑", "⟳", "↻", "⇈"], 32),
    (&["↑"], 36),
    (&["→", "->"], 40),
    (&["=/∞", "=∞", "∞=", "∞/=", "~=", "⯹", "⯺"], 44),
    (&["⇆", "⇄", "⇋", "⇌"], 132),
    (&["⊕", "⨁"], 138),
];

/// Returns the character of an entity's name or number, without its `&` and `;`: of the signs above, and of what is around moves on web pages.
pub fn entity_character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
            None => number.parse(),
        };
        return code.ok().and_then(char::from_u32);
    }
    ENTITIES.iter().find(|(entity, _)| *entity == name).map(|(_, letter)| *letter)
}

/// Names of HTML character entities.
const ENTITIES: &[(&str, char)] = &[
    ("plusmn", '±'),
    ("pm", '±'),
    ("mnplus", '∓'),
    ("mp", '∓'),
    ("pluse", '⩲'),
    ("eplus", '⩱'),
    ("infin", '∞'),
    ("plus", '+'),
    ("minus", '−'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("equals", '='),
    ("sol", '/'),
    ("excl", '!'),
    ("quest", '?'),
    ("squ", '□'),
    ("square", '□'),
    ("oplus", '⊕'),
    ("odot", '⊙'),
    ("xodot", '⨀'),
    ("uarr", '↑'),
    ("rarr", '→'),
    ("lrarr", '⇆'),
    ("rlarr", '⇄'),
    ("hArr", '⇔'),
    ("Delta", 'Δ'),
    ("xutri", '△'),
    ("nabla", '∇'),
    ("profsurf", '⌓'),
    ("cir", '○'),
    ("perp", '⊥'),
    ("le", '≤'),
    ("gt", '>'),
    ("lt", '<'),
    ("amp", '&'),
    ("quot", '"'),
    ("apos", '\''),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("times", '×'),
    ("frac12", '½'),
    ("half", '½'),
    ("frasl", '⁄'),
    ("hyphen", '‐'),
    ("dash", '‐'),
    ("shy", '\u{AD}'),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nag::meaning;

    #[test]
    fn signs_are_nags() {
        let cases: &[(&str, u8, u8)] = &[
            ("! ！", 1, 1),
            ("‼ !!", 3, 3),
            ("⁇ ??", 4, 4),
            ("⁉ !? ⁉\u{FE0F}", 5, 5),
            ("⁈ ?!", 6, 6),
            ("□ []", 7, 7),
            ("= ==", 10, 10),
            ("∞ ~", 13, 13),
            ("⩲ += +/=", 14, 14),
            ("⩱ =+ =/+", 15, 15),
            ("± +/- +/−", 16, 16),
            ("∓ -/+ −/+", 17, 17),
            ("+- +− +–", 18, 18),
            ("-+ −+", 19, 19),
            ("+--", 20, 20),
            ("--+", 21, 21),
            ("⊙ ⨀", 23, 22),
            ("↑↑", 32, 33),
            ("↑", 36, 37),
            ("→", 40, 41),
            ("=∞ =/∞", 44, 45),
            ("⇆ ⇄", 132, 133),
            ("⊕", 138, 139),
            ("△ ∆ Δ", 140, 140),
            ("⌓", 142, 142),
            ("RR", 145, 145),
            ("N TN", 146, 146),
            ("D", 220, 220),
        ];
        for (signs, after_white, after_black) in cases {
            for sign in signs.split(' ') {
                assert_eq!(from_glyph(sign, true), Some(*after_white), "{sign} after White's move");
                assert_eq!(from_glyph(sign, false), Some(*after_black), "{sign} after Black's move");
            }
        }
        for text in ["", "Nf3", "!!!", "x", "+", "++", "#", "--", "->-", "TNT"] {
            assert_eq!(from_glyph(text, true), None, "{text:?}");
        }
    }

    #[test]
    fn every_sign_has_a_meaning_and_one_place() {
        let mut seen: Vec<&str> = Vec::new();
        for (signs, nag) in FIXED.iter().chain(SIDED) {
            assert!(meaning(u16::from(*nag)).is_some());
            seen.extend(signs.iter());
        }
        let count = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }

    #[test]
    fn entities_are_signs() {
        let cases = [
            ("&plusmn;", Some(16)),
            ("&plusmn", Some(16)),
            ("&#177;", Some(16)),
            ("&#xB1;", Some(16)),
            ("+&minus;", Some(18)),
            ("&minus;+", Some(19)),
            ("&infin;", Some(13)),
            ("=/&infin;", Some(44)),
            ("&amp;", None),
            ("&#99999999;", None),
            ("&", None),
            ("=", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(from_entity(text, true), expected, "{text:?}");
        }
    }
}
