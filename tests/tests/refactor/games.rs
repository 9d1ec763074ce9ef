//! Games made up from numbers: variations, comments and NAGs, in which every move is legal.

use proptest::prelude::*;

/// Games with variations, comments and NAGs, by the decisions in `dice`. Knights come and go, so that every move is legal.
struct Writer {
    dice: std::vec::IntoIter<u8>,
    text: String,
    comments: usize,
    blank: &'static str,
    has_numbers: bool,
}

#[derive(Clone, Copy)]
struct Place {
    /// Which knights are away from home: king's and queen's, of White and of Black.
    away: [[bool; 2]; 2],
    ply: usize,
}

impl Writer {
    fn roll(&mut self, sides: u8) -> u8 {
        self.dice.next().unwrap_or(0) % sides
    }

    fn space(&mut self) {
        let space = if self.roll(6) == 1 { "\n" } else { " " };
        if !self.text.ends_with(['\n', '(']) {
            self.text.push_str(space);
        }
    }

    /// A line of play with annotations and variations.
    fn line(&mut self, mut place: Place, depth: usize, first_differs: Option<u8>) {
        let mut needs_number = true;
        let length = 1 + self.roll(4);
        if depth > 0 && self.roll(6) == 1 {
            self.comment();
        }
        for index in 0..length {
            let before = place;
            let knight = match first_differs.filter(|_| index == 0) {
                Some(other) => 1 - other,
                None => self.roll(2),
            };
            self.space();
            self.play(&mut place, knight, needs_number);
            needs_number = false;
            for _ in 0..self.roll(3) {
                match self.roll(5) {
                    0 => self.text.push_str(" $14"),
                    1 if !self.text.ends_with(['!', '}']) => self.text.push('!'),
                    2 => {
                        self.comment();
                        needs_number = true;
                    }
                    _ => {}
                }
            }
            if depth < 3 {
                for _ in 0..self.roll(6).saturating_sub(3) {
                    self.space();
                    self.text.push('(');
                    self.line(before, depth + 1, Some(knight));
                    self.text.push(')');
                    needs_number = true;
                    if self.roll(4) == 1 {
                        self.comment();
                    }
                }
            }
        }
    }

    fn play(&mut self, place: &mut Place, knight: u8, needs_number: bool) {
        let black = place.ply % 2;
        if self.has_numbers && (black == 0 || needs_number) {
            let periods = if black == 0 { "." } else { "..." };
            self.text.push_str(&format!("{}{periods}{}", place.ply / 2 + 1, self.blank));
        }
        let away = &mut place.away[black][usize::from(knight)];
        *away = !*away;
        let squares = [["Ng1", "Nf3", "Nb1", "Nc3"], ["Ng8", "Nf6", "Nb8", "Nc6"]];
        self.text.push_str(squares[black][usize::from(knight) * 2 + usize::from(*away)]);
        place.ply += 1;
    }

    fn comment(&mut self) {
        self.space();
        self.comments += 1;
        let number = self.comments;
        match self.roll(4) {
            0 => self.text.push_str(&format!("; line {number}\n")),
            1 => self.text.push_str(&format!("{{ two {number}\nlines }}")),
            _ => self.text.push_str(&format!("{{c{number}}}")),
        }
    }
}

/// A game of a few dozen moves.
pub fn game() -> impl Strategy<Value = String> {
    proptest::collection::vec(any::<u8>(), 0..160).prop_map(|dice| {
        let mut writer =
            Writer { dice: dice.into_iter(), text: String::new(), comments: 0, blank: " ", has_numbers: true };
        if writer.roll(4) == 1 {
            writer.blank = "";
        }
        if writer.roll(3) == 1 {
            writer.text.push_str("[White \"w\"]\n[Result \"1-0\"]\n\n");
        }
        writer.line(Place { away: [[false; 2]; 2], ply: 0 }, 0, None);
        writer.text.push_str("\n1-0\n");
        writer.text
    })
}
