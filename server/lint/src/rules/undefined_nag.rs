use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::{Annotation, Walk};
use scoresheet_chess::nag;

/// The numbers that the standard leaves undefined, up to the last there is.
const UNDEFINED: std::ops::RangeInclusive<u32> = 140..=255;

declare_rule! {
    /// A NAG that the standard does not define.
    ///
    /// ## What it does
    /// Checks for NAGs from `$140` to `$255`, and tells what programs use them for: `$146` a novelty, `$220` a diagram.
    ///
    /// ## Why is this bad?
    /// The meaning of these numbers is a convention of some programs. Others show the number or another meaning.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 e5 2. Ke2 $146 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 e5 2. Ke2 { a novelty } *
    /// ```
    ///
    /// ## References
    /// PGN standard, section 10: the numbers up to 139 are defined. The others are those of ChessPad, Scid and ChessBase.
    name: "undefined-nag", group: Style, level: Info, fix: None, hooks: [Hook::Annotation(Which::Unusual, check)],
}

fn check(annotation: &Annotation, walk: &Walk, findings: &mut Findings) {
    let range = annotation.range.clone();
    let text = walk.text(range.clone());
    let Some(number) = annotation.nag.filter(|number| text.starts_with('$') && UNDEFINED.contains(number)) else {
        return;
    };
    let message = match u16::try_from(number).ok().and_then(nag::meaning) {
        Some(meaning) => format!("{text} is not defined by the standard; some programs read: {meaning}"),
        None => format!("{text} is not defined by the standard, and no program is known to use it"),
    };
    findings.push(RULE.finding(range, message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn the_usual_meaning_is_told() {
        check(
            &RULE,
            "
1. e4 $139 $140 e5 $146 $199 N 2. Nf3 $256 *
           ^^^^ $140 is not defined by the standard; some programs read: with the idea
                   ^^^^ $146 is not defined by the standard; some programs read: a novelty
                        ^^^^ $199 is not defined by the standard, and no program is known to use it
",
        );
    }
}
