//! The material on a board as endings are named: `KRPvKR`.

use shakmaty::{Color, Piece, Role};

use crate::game::Facts;
use crate::material::Material;

/// The material of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MaterialPattern {
    sides: [Side; 2],
    /// The only material that fits, with the first side as White and as Black, if there is only one.
    only: Option<[Material; 2]>,
    /// Whether the first side may also be Black.
    either: bool,
}

/// The least and the most of each kind, in the order of [`Role::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    least: [u8; 6],
    most: [u8; 6],
}

impl MaterialPattern {
    /// Reads `KRPvKR`. A number after a letter repeats it, `+` means one or more, `*` any number, `?` one or none.
    ///
    /// # Errors
    /// The byte offset of what is wrong, and what is wrong.
    pub(super) fn read(text: &str) -> Result<MaterialPattern, (usize, String)> {
        let Some((first, second)) = text.split_once(['v', 'V']) else {
            return Err((text.len(), "the material of the other side is missing".to_owned()));
        };
        let second_start = first.len() + 1;
        for (side, at) in [(first, 0), (second, second_start)] {
            if side.is_empty() {
                return Err((at, "the material of one side is missing; a king alone is K".to_owned()));
            }
        }
        let sides = [Side::read(first)?, Side::read(second).map_err(|(at, message)| (second_start + at, message))?];
        let [one, other] = sides;
        let only = Side::only(&one, &other).zip(Side::only(&other, &one)).map(|(one, other)| [one, other]);
        Ok(MaterialPattern { sides, only, either: true })
    }

    /// The same with the first side as White only.
    pub(super) fn as_written(self) -> MaterialPattern {
        MaterialPattern { either: false, ..self }
    }

    /// The same with the first side as Black only.
    pub(super) fn swapped(self) -> MaterialPattern {
        let [first, second] = self.sides;
        MaterialPattern { sides: [second, first], only: self.only.map(|[one, other]| [other, one]), ..self }
    }

    #[inline]
    pub(super) fn holds(&self, material: &Material) -> bool {
        if let Some([one, other]) = &self.only {
            return material == one || self.either && material == other;
        }
        let [first, second] = &self.sides;
        let are =
            |white: &Side, black: &Side| white.holds(material, Color::White) && black.holds(material, Color::Black);
        are(first, second) || self.either && are(second, first)
    }

    /// Whether positions may have it after a position with this material.
    pub(super) fn may_follow(&self, material: &Material) -> bool {
        let [first, second] = &self.sides;
        let may = |white: &Side, black: &Side| {
            white.may_follow(material, Color::White) && black.may_follow(material, Color::Black)
        };
        may(first, second) || self.either && may(second, first)
    }

    /// Whether a position of a game may have it, as far as is known.
    pub(super) fn may_be_in(&self, facts: &Facts) -> bool {
        let Some(bounds) = &facts.material else { return true };
        let [first, second] = &self.sides;
        let overlaps = |side: &Side, color: Color| {
            Role::ALL.into_iter().enumerate().all(|(index, role)| {
                let piece = Piece { color, role };
                side.least[index] <= bounds.most.count(piece) && bounds.least.count(piece) <= side.most[index]
            })
        };
        let may = |white: &Side, black: &Side| overlaps(white, Color::White) && overlaps(black, Color::Black);
        may(first, second) || self.either && may(second, first)
    }
}

impl Side {
    fn read(text: &str) -> Result<Side, (usize, String)> {
        let mut side = Side { least: [0; 6], most: [0; 6] };
        let mut has_king = false;
        let mut characters = text.char_indices().peekable();
        while let Some((at, letter)) = characters.next() {
            let Some(role) = Role::from_char(letter).filter(|_| letter.is_ascii_uppercase()) else {
                return Err((at, format!("{letter} is no kind of man; they are K, Q, R, B, N and P")));
            };
            let (least, most) = match characters.peek().map(|(_, sign)| *sign) {
                Some('+') => (1, u8::MAX),
                Some('*') => (0, u8::MAX),
                Some('?') => (0, 1),
                Some(digit @ '0'..='9') => (digit as u8 - b'0', digit as u8 - b'0'),
                _ => (1, 1),
            };
            if (least, most) != (1, 1) {
                characters.next();
            }
            has_king |= role == Role::King;
            let index = role as usize - 1;
            side.least[index] = side.least[index].saturating_add(least);
            side.most[index] = side.most[index].saturating_add(most);
        }
        let king = Role::King as usize - 1;
        // Whoever writes PPvP means the kings, too. K0 is a side without one, as in some variants.
        if !has_king {
            (side.least[king], side.most[king]) = (1, 1);
        }
        Ok(side)
    }

    /// The material of both sides, if each has only one.
    fn only(white: &Side, black: &Side) -> Option<Material> {
        let mut material = Material::default();
        for (color, side) in [(Color::White, white), (Color::Black, black)] {
            if side.least != side.most {
                return None;
            }
            Role::ALL.into_iter().zip(side.least).for_each(|(role, count)| material.set(role.of(color), count));
        }
        Some(material)
    }

    #[inline]
    fn holds(&self, material: &Material, color: Color) -> bool {
        let counts = material.of_color(color);
        (0..6).all(|index| (self.least[index]..=self.most[index]).contains(&counts[index]))
    }

    #[inline]
    fn may_follow(&self, material: &Material, color: Color) -> bool {
        let [pawns, pieces @ ..] = material.of_color(color);
        let [least_pawns, least @ ..] = &self.least;
        let lacking: u32 = least.iter().zip(pieces).map(|(least, count)| u32::from(least.saturating_sub(*count))).sum();
        // Only a pawn can become what is lacking.
        u32::from(*least_pawns) + lacking <= u32::from(*pawns)
    }
}
