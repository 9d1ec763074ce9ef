//! How much garbling lies between what is written and a move: the sum of the cheapest changes of characters.

use std::sync::LazyLock;

use scoresheet_chess::look_alikes::{in_ascii_width, resembles};

use super::costs;

/// The longest text that is compared with moves. Bytes; a longer one is no move.
const LONGEST: usize = 16;

/// What it costs to take `written` for `meant`; `None` where more than `most`. `meant` is ASCII.
///
/// The distance of Damerau and Levenshtein with weights, restricted to swaps of neighbours. Quadratic in the length of a move.
pub(super) fn garbling(written: &str, meant: &str, most: u32) -> Option<u32> {
    // Letters of other scripts are words, unless they look like those of moves, or there is only one; any other character is a slip.
    let (mut ascii, mut of_characters) = ([0; LONGEST], [0; LONGEST]);
    let (mut length, mut others) = (0, 0);
    for mut character in written.chars() {
        let of_character = of_characters.get_mut(length)?;
        if let Some(narrow) = in_ascii_width(character) {
            character = narrow;
            *of_character = costs::OTHER_WIDTH;
        } else if !character.is_ascii() && character.is_alphanumeric() {
            if let Some(latin) = resembles(character) {
                character = latin;
                *of_character = costs::LOOK_ALIKE;
            } else {
                others += 1;
            }
        }
        ascii[length] = u8::try_from(character).ok().filter(u8::is_ascii).unwrap_or(0);
        length += 1;
    }
    if others > 1 {
        return None;
    }
    let (written, meant) = (&ascii[..length], meant.as_bytes());
    if written.len() > LONGEST || meant.len() > LONGEST {
        return None;
    }
    // Who writes that a piece captures means no quiet move of a pawn.
    if matches!(written, [b'N' | b'B' | b'R' | b'Q' | b'K', b'x', ..])
        && meant.first().is_some_and(u8::is_ascii_lowercase)
        && !meant.contains(&b'x')
    {
        return None;
    }
    let is_castling = |move_: &[u8]| matches!(move_.strip_suffix(b"+").unwrap_or(move_), b"O-O" | b"O-O-O");
    if is_castling(written) && is_castling(meant) && written != meant {
        return Some(costs::SAME_KIND).filter(|cost| *cost <= most);
    }
    let mut rows = [[0_u32; LONGEST + 1]; LONGEST + 1];
    for (i, byte) in written.iter().enumerate() {
        rows[i + 1][0] = rows[i][0] + surplus(written, i, *byte);
    }
    for (j, byte) in meant.iter().enumerate() {
        rows[0][j + 1] = rows[0][j] + lost(*byte, j);
    }
    for i in 1..=written.len() {
        let mut least = u32::MAX;
        let one = written[i - 1];
        let (surplus, whole) = (surplus(written, i - 1, one), whole_of_halves(&written[..i]));
        for j in 1..=meant.len() {
            let other = meant[j - 1];
            let mut cost = rows[i - 1][j - 1] + mistyped(one, other) + of_characters[i - 1];
            cost = cost.min(rows[i - 1][j] + surplus);
            cost = cost.min(rows[i][j - 1] + lost(other, j - 1));
            if i > 1 && j > 1 && one == meant[j - 2] && written[i - 2] == other && one != other {
                cost = cost.min(rows[i - 2][j - 2] + costs::SWAPPED_CHARACTERS);
            }
            if whole == Some(other) {
                cost = cost.min(rows[i - 2][j - 1] + costs::LOOK_ALIKE);
            }
            rows[i][j] = cost;
            least = least.min(cost);
        }
        if least > most + costs::SWAPPED_CHARACTERS {
            return None;
        }
    }
    let mut cost = rows[written.len()][meant.len()];
    if let [.., b'=', piece @ (b'R' | b'B' | b'N')] = meant
        && !written.contains(piece)
    {
        cost += costs::UNDERPROMOTION;
    }
    // Two slips in one token are rarer than two in two.
    let cost = if cost > costs::ONE_SLIP { cost + costs::SECOND_IN_ONE } else { cost };
    Some(cost).filter(|cost| *cost <= most)
}

/// What a character too many costs: least where it repeats its neighbour.
fn surplus(written: &[u8], place: usize, byte: u8) -> u32 {
    let is_doubled = place > 0 && written[place - 1] == byte || written.get(place + 1) == Some(&byte);
    match byte {
        b'x' | b'+' | b'#' | b'=' | b'-' | b':' | b' ' | b'!' | b'?' | b'.' | b',' => costs::MARK,
        // Quotes, emphasis and cells of tables.
        b'"' | b'\'' | b'`' | b'_' | b'|' | b'~' => costs::MARK,
        _ if is_doubled => costs::DOUBLED_CHARACTER,
        // A sign at the beginning is rather that of a piece.
        0 if place == 0 && written.len() > 1 => costs::SURPLUS_SIGN,
        _ => costs::SURPLUS_CHARACTER,
    }
}

/// What a lost character costs.
fn lost(byte: u8, place: usize) -> u32 {
    match byte {
        b'x' | b'+' | b'#' | b'=' => costs::MARK,
        b'N' | b'B' | b'R' | b'Q' | b'K' if place == 0 => costs::LOST_PIECE,
        _ => costs::LOST_CHARACTER,
    }
}

/// What one character in place of another costs. Both are ASCII.
fn mistyped(one: u8, other: u8) -> u32 {
    MISTYPED[usize::from(one & 0x7f)][usize::from(other & 0x7f)].into()
}

/// Worked out once, as it is asked for every character of every legal move.
static MISTYPED: LazyLock<[[u8; 128]; 128]> = LazyLock::new(|| {
    let cost = |one: u8, other: u8| u8::try_from(cost_of_mistyping(one, other)).unwrap_or(u8::MAX);
    std::array::from_fn(|one| std::array::from_fn(|other| cost(one as u8, other as u8)))
});

fn cost_of_mistyping(one: u8, other: u8) -> u32 {
    if one == other {
        return 0;
    }
    if one.eq_ignore_ascii_case(&other) {
        return costs::OTHER_CASE;
    }
    if LOOK_ALIKES.iter().any(|group| group.contains(&one) && group.contains(&other)) {
        return costs::LOOK_ALIKE;
    }
    let is_mark = |byte: u8| matches!(byte, b'x' | b'+' | b'#' | b'=' | b'-' | b':');
    if is_mark(one) && is_mark(other) {
        return costs::MARK;
    }
    let class = |byte: u8| match byte {
        b'a'..=b'h' => 1,
        b'1'..=b'8' => 2,
        b'N' | b'B' | b'R' | b'Q' | b'K' => 3,
        _ => 0,
    };
    let are_neighbours = one.abs_diff(other) == 1 && class(one) == class(other) && matches!(class(one), 1 | 2);
    if are_neighbours || are_keys_apart(one, other) {
        return costs::NEIGHBOUR;
    }
    if class(one) != 0 && class(one) == class(other) { costs::SAME_KIND } else { costs::OTHER_CHARACTER }
}

/// Characters that scanners and readers take for one another.
const LOOK_ALIKES: &[&[u8]] = &[
    b"5Ss", b"1lIi|", b"0OoQDC", b"8B", b"6Gb", b"2Zz", b"4A", b"3E", b"7T", b"ft", b"ec", b"ao", b"hb", b"gq9", b"NM",
    b"cC", b"RK", b"hn",
];

/// Pairs of characters that scanners see in one, and the knight of old books.
const IN_HALVES: &[(&[u8; 2], u8)] = &[
    (b"Kt", b'N'),
    (b"cl", b'd'),
    (b"el", b'd'),
    (b"li", b'h'),
    (b"lt", b'h'),
    (b"l3", b'B'),
    (b"I3", b'B'),
    (b"13", b'B'),
    (b"|3", b'B'),
    (b"l2", b'R'),
    (b"I2", b'R'),
    (b"IV", b'N'),
    (b"lV", b'N'),
    (b"|V", b'N'),
    (b"I<", b'K'),
    (b"l<", b'K'),
    (b"|<", b'K'),
];

/// The character in which scanners see the last two of a text.
pub(super) fn whole_of_halves(text: &[u8]) -> Option<u8> {
    let halves = text.last_chunk::<2>()?;
    IN_HALVES.iter().find_map(|(pair, whole)| (*pair == halves).then_some(*whole))
}

/// Whether two keys are next to each other on a keyboard.
fn are_keys_apart(one: u8, other: u8) -> bool {
    let place = |byte: u8| {
        KEYS.iter().enumerate().find_map(|(row, keys)| Some((row, keys.iter().position(|key| *key == byte)?)))
    };
    let (Some(one), Some(other)) = (place(one.to_ascii_lowercase()), place(other.to_ascii_lowercase())) else {
        return false;
    };
    one.0.abs_diff(other.0) <= 1 && one.1.abs_diff(other.1) <= 1
}

/// The keys of a keyboard, row by row.
const KEYS: [&[u8]; 4] = [b"1234567890", b"qwertyuiop", b"asdfghjkl", b"zxcvbnm"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likelier_slip_costs_less() {
        let cost = |written, meant| garbling(written, meant, 100).unwrap();
        let ordered = [
            ("Nf3", "Nf3"),
            ("Nxf3+", "Nf3"),
            ("_Nf3_", "Nf3"),
            ("Ｎｆ３", "Nf3"),
            ("Nff3", "Nf3"),
            ("BbS", "Bb5"),
            ("BbЗ", "Bb3"),
            ("Qcl7", "Qd7"),
            ("Ktf3", "Nf3"),
            ("éxd5", "exd5"),
            ("Ng3", "Nf3"),
            ("fN3", "Nf3"),
            ("Na3", "Nf3"),
            ("Nf", "Nf3"),
            ("éNf3", "Nf3"),
            ("N*3", "Nf3"),
            ("Qa8", "Nf3"),
        ];
        let costs: Vec<u32> = ordered.iter().map(|(written, meant)| cost(written, meant)).collect();
        assert!(costs.is_sorted(), "{costs:?}");
        assert_eq!(garbling("Qa8", "Nf3", 10), None);
        assert_eq!(garbling("Nf3♘", "Nf3", 100), Some(costs::SURPLUS_CHARACTER));
        assert_eq!(garbling("Nxg5", "g5", 100), None);
        assert!(garbling("Bxc4", "bxc4", 100).is_some());
    }
}
