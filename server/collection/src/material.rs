//! How many men of each kind are on a board.

use std::fmt;

use shakmaty::{Board, Color, Piece, Role};

/// Numbers of men by colour and kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Material {
    /// White's men, then Black's; in each the kinds in the order of [`Role::ALL`].
    counts: [[u8; 6]; 2],
}

/// Between which numbers the men of each kind are in all positions of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaterialBounds {
    /// No position has fewer.
    pub least: Material,
    /// No position has more.
    pub most: Material,
}

impl Material {
    /// Counts the men on a board.
    #[inline]
    pub fn of(board: &Board) -> Material {
        let of = |color: Color| Role::ALL.map(|role| (board.by_role(role) & board.by_color(color)).count() as u8);
        Material { counts: [of(Color::White), of(Color::Black)] }
    }

    /// The number of men of a kind.
    #[inline]
    pub fn count(&self, piece: Piece) -> u8 {
        self.of_color(piece.color)[piece.role as usize - 1]
    }

    /// The numbers of men of a colour, in the order of [`Role::ALL`].
    #[inline]
    pub(crate) fn of_color(&self, color: Color) -> &[u8; 6] {
        &self.counts[color.fold_wb(0, 1)]
    }

    /// Sets the number of men of a kind.
    pub fn set(&mut self, piece: Piece, count: u8) {
        self.counts[piece.color.fold_wb(0, 1)][piece.role as usize - 1] = count;
    }

    /// The number of all men of a colour.
    pub fn men(&self, color: Color) -> u32 {
        self.of_color(color).iter().map(|count| u32::from(*count)).sum()
    }

    /// Whether there are at most as many men of each kind as in `other`.
    pub fn is_within(&self, other: &Material) -> bool {
        self.counts.as_flattened().iter().zip(other.counts.as_flattened()).all(|(one, most)| one <= most)
    }
}

/// The men as queries write them: `KRPvKR`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            f.write_str(color.fold_wb("", "v"))?;
            for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
                (0..self.count(role.of(color))).try_for_each(|_| write!(f, "{}", role.upper_char()))?;
            }
        }
        Ok(())
    }
}

/// The bounds of the positions of a line: men only disappear, unless pawns are promoted.
impl MaterialBounds {
    /// The bounds of a line from its first and its last position; `promotions` tells whether a pawn is promoted in it.
    pub fn of_line(first: Material, last: Material, promotions: bool) -> MaterialBounds {
        let (mut least, mut most) = (last, first);
        if promotions {
            for piece in PIECES_OF_PROMOTION.into_iter().flat_map(|role| [role.of(Color::White), role.of(Color::Black)])
            {
                let pawns = first.count(Role::Pawn.of(piece.color));
                least.set(piece, 0);
                most.set(piece, first.count(piece).saturating_add(pawns));
            }
        }
        MaterialBounds { least, most }
    }

    /// The bounds of all positions that may follow one with this material, and of that one, in ordinary chess.
    pub(crate) fn after(material: Material) -> MaterialBounds {
        let mut last = Material::default();
        for king in Color::ALL.map(|color| Role::King.of(color)) {
            last.set(king, material.count(king));
        }
        let promotes = Color::ALL.into_iter().any(|color| material.count(Role::Pawn.of(color)) > 0);
        MaterialBounds::of_line(material, last, promotes)
    }

    /// Whether a position of the line may have this material.
    pub fn may_reach(&self, material: &Material) -> bool {
        self.least.is_within(material) && material.is_within(&self.most)
    }
}

const PIECES_OF_PROMOTION: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_are_counted_by_kind() {
        let board: Board = "4k3/pp6/8/8/8/8/PPP5/R3K2Q".parse().unwrap();
        let material = Material::of(&board);
        let count = |letter| material.count(Piece::from_char(letter).unwrap());
        assert_eq!(['P', 'p', 'R', 'r', 'Q', 'K', 'k', 'N'].map(count), [3, 2, 1, 0, 1, 1, 1, 0]);
        assert_eq!([Color::White, Color::Black].map(|color| material.men(color)), [6, 3]);
    }

    #[test]
    fn without_promotions_men_only_disappear() {
        let material = |board: &str| Material::of(&board.parse().unwrap());
        let (first, last) = (material("4k3/8/8/8/8/8/PP6/R3K3"), material("4k3/8/8/8/8/8/P7/4K3"));
        let between = material("4k3/8/8/8/8/8/PP6/4K3");
        let promoted = material("4k3/8/8/8/8/8/P7/R3K2Q");
        let plain = MaterialBounds::of_line(first, last, false);
        let promoting = MaterialBounds::of_line(first, last, true);
        assert_eq!(
            [first, between, last, promoted].map(|material| plain.may_reach(&material)),
            [true, true, true, false]
        );
        assert!(promoting.may_reach(&promoted) && !promoting.may_reach(&material("4k3/8/8/8/8/8/8/R3K2Q")));
    }
}
