//! Moves in figurines.

use shakmaty::{Color, Role};

/// Writes a move in SAN with figurines instead of letters.
pub fn figurines(san: &str) -> String {
    let mut after_equals = false;
    let figurine = |(index, letter): (usize, char)| {
        let is_piece = index == 0 || after_equals;
        after_equals = letter == '=';
        let role = Role::from_char(letter.to_ascii_lowercase()).filter(|role| *role != Role::Pawn);
        match role {
            Some(role) if is_piece && letter.is_ascii_uppercase() => role.of(Color::White).unicode_char(),
            _ => letter,
        }
    };
    san.char_indices().map(figurine).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_pieces_are_figurines() {
        let cases =
            [("Nf3+", "♘f3+"), ("exd8=Q#", "exd8=♕#"), ("O-O", "O-O"), ("b4", "b4"), ("Qh4e1", "♕h4e1"), ("--", "--")];
        for (san, expected) in cases {
            assert_eq!(figurines(san), expected);
        }
    }
}
