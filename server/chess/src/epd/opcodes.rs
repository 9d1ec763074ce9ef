//! The opcodes of EPD, their meaning and their operands (section 16.2.5).

use std::ops::RangeInclusive;

/// The description of an opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opcode {
    /// The opcode; for a family of ten, the first of them: `c0` for `c0` to `c9`.
    pub name: &'static str,
    /// The operands it takes.
    pub operands: Operands,
    /// The section of the standard; empty if the standard does not define it.
    pub section: &'static str,
    /// The title, in a few words.
    pub title: &'static str,
    /// The meaning, in one or two sentences.
    pub summary: &'static str,
}

/// The operands that an opcode takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operands {
    /// No operands.
    None,
    /// One move.
    Move,
    /// Any number of moves, all of them legal in the position.
    Moves,
    /// Moves played one after the other.
    Line,
    /// One integer in the inclusive range between the two numbers.
    Integer(i64, i64),
    /// One string.
    Text,
    /// One string or none.
    TextOrNothing,
    /// Two strings.
    TwoTexts,
    /// Any operands.
    Any,
}

/// The upper limit of counts: node counts outgrew four bytes long ago.
const ANY_COUNT: i64 = i64::MAX;

/// The lowest centipawn evaluation that means mate; mate in n plies is n less than [`MATE`].
pub const FIRST_MATE: i64 = 32001;

/// The evaluation of a mate in 0 plies, which no position has.
pub const MATE: i64 = 32767;

/// Returns the opcode of this name. Every member of a family finds the family.
pub fn opcode(name: &str) -> Option<&'static Opcode> {
    let family = match name.as_bytes() {
        [b'c', b'0'..=b'9'] => "c0",
        [b'v', b'0'..=b'9'] => "v0",
        _ => name,
    };
    OPCODES.iter().find(|opcode| opcode.name == family)
}

/// Returns every opcode with its name, including each member of a family.
pub fn opcode_names() -> impl Iterator<Item = (String, &'static Opcode)> {
    OPCODES.iter().flat_map(|opcode| {
        let members: RangeInclusive<u8> = if opcode.is_family() { 0..=9 } else { 0..=0 };
        members.map(move |member| match opcode.is_family() {
            true => (format!("{}{member}", &opcode.name[..1]), opcode),
            false => (opcode.name.to_owned(), opcode),
        })
    })
}

impl Opcode {
    /// Whether the opcode is a family of ten, from `0` to `9`.
    fn is_family(&self) -> bool {
        self.name.ends_with('0')
    }

    /// Whether the operands are moves.
    pub fn takes_moves(&self) -> bool {
        matches!(self.operands, Operands::Move | Operands::Moves | Operands::Line)
    }
}

impl Operands {
    /// Describes the operands for the user.
    pub fn describe(self) -> String {
        match self {
            Operands::None => "no operand".to_owned(),
            Operands::Move => "one move".to_owned(),
            Operands::Moves => "moves in ASCII order".to_owned(),
            Operands::Line => "moves in the order in which they are played".to_owned(),
            Operands::Integer(least, ANY_COUNT) => format!("a whole number, {least} or more"),
            Operands::Integer(least, most) => format!("a whole number from {least} to {most}"),
            Operands::Text => "a string in quotes".to_owned(),
            Operands::TextOrNothing => "a string in quotes, or nothing".to_owned(),
            Operands::TwoTexts => "two strings in quotes".to_owned(),
            Operands::Any => "any operands".to_owned(),
        }
    }
}

/// The opcodes in ASCII order.
static OPCODES: &[Opcode] = &[
    Opcode {
        name: "acd",
        operands: Operands::Integer(0, ANY_COUNT),
        section: "",
        title: "analysis count: depth",
        summary: "The depth of the search in plies.",
    },
    Opcode {
        name: "acn",
        operands: Operands::Integer(0, ANY_COUNT),
        section: "16.2.5.1",
        title: "analysis count: nodes",
        summary: "The number of positions searched in an analysis.",
    },
    Opcode {
        name: "acs",
        operands: Operands::Integer(0, ANY_COUNT),
        section: "16.2.5.2",
        title: "analysis count: seconds",
        summary: "The duration of an analysis in seconds.",
    },
    Opcode {
        name: "am",
        operands: Operands::Moves,
        section: "16.2.5.3",
        title: "avoid move(s)",
        summary: "Moves that should not be played here.",
    },
    Opcode {
        name: "bm",
        operands: Operands::Moves,
        section: "16.2.5.4",
        title: "best move(s)",
        summary: "The best moves here; each of them solves the position.",
    },
    Opcode {
        name: "c0",
        operands: Operands::TextOrNothing,
        section: "16.2.5.5",
        title: "comment",
        summary: "One of ten ranked comments, c0 the first. It also clears earlier ones with a higher number.",
    },
    Opcode {
        name: "ce",
        operands: Operands::Integer(-32767, 32766),
        section: "16.2.5.6",
        title: "centipawn evaluation",
        summary: "The evaluation in hundredths of a pawn, good for the side to move where positive. From 32001 on the side to move mates in 32767 less the value plies; to -32001 it is mated in so many.",
    },
    Opcode {
        name: "dm",
        operands: Operands::Integer(1, ANY_COUNT),
        section: "16.2.5.7",
        title: "direct mate fullmove count",
        summary: "The number of moves in which the side to move gives mate.",
    },
    Opcode {
        name: "draw_accept",
        operands: Operands::None,
        section: "16.2.5.8",
        title: "accept a draw offer",
        summary: "The side to move accepts the draw that was offered with the last move.",
    },
    Opcode {
        name: "draw_claim",
        operands: Operands::None,
        section: "16.2.5.9",
        title: "claim a draw",
        summary: "The side to move claims a draw: by repetition, the fifty move rule or insufficient material. Needs sm.",
    },
    Opcode {
        name: "draw_offer",
        operands: Operands::None,
        section: "16.2.5.10",
        title: "offer a draw",
        summary: "The side to move offers a draw with the move that sm gives.",
    },
    Opcode {
        name: "draw_reject",
        operands: Operands::None,
        section: "16.2.5.11",
        title: "reject a draw offer",
        summary: "The side to move rejects the draw that was offered with the last move.",
    },
    Opcode {
        name: "eco",
        operands: Operands::TextOrNothing,
        section: "16.2.5.12",
        title: "Encyclopaedia of Chess Openings code",
        summary: "The opening that the position belongs to, as in the ECO tag of a game.",
    },
    Opcode {
        name: "fmvn",
        operands: Operands::Integer(1, ANY_COUNT),
        section: "16.2.5.13",
        title: "fullmove number",
        summary: "The number of the next move, which is the sixth field of a FEN.",
    },
    Opcode {
        name: "hmvc",
        operands: Operands::Integer(0, ANY_COUNT),
        section: "16.2.5.14",
        title: "halfmove clock",
        summary: "The plies since the last pawn move or capture, which are the fifth field of a FEN.",
    },
    Opcode {
        name: "id",
        operands: Operands::Text,
        section: "16.2.5.15",
        title: "position identification",
        summary: "A label for the position, such as WAC.001.",
    },
    Opcode {
        name: "nic",
        operands: Operands::TextOrNothing,
        section: "16.2.5.16",
        title: "New In Chess code",
        summary: "The opening that the position belongs to, as in the NIC tag of a game.",
    },
    Opcode {
        name: "noop",
        operands: Operands::Any,
        section: "16.2.5.17",
        title: "no operation",
        summary: "No operation; for testing programs.",
    },
    Opcode {
        name: "pm",
        operands: Operands::Move,
        section: "16.2.5.18",
        title: "predicted move",
        summary: "The move that is expected here, the first of pv.",
    },
    Opcode {
        name: "pv",
        operands: Operands::Line,
        section: "16.2.5.19",
        title: "predicted variation",
        summary: "The line that is expected from here on: the best play of both sides.",
    },
    Opcode {
        name: "rc",
        operands: Operands::Integer(1, ANY_COUNT),
        section: "16.2.5.20",
        title: "repetition count",
        summary: "How often the position has occurred; from 3 on a draw can be claimed.",
    },
    Opcode {
        name: "resign",
        operands: Operands::None,
        section: "16.2.5.21",
        title: "game resignation",
        summary: "The side to move resigns.",
    },
    Opcode {
        name: "sm",
        operands: Operands::Move,
        section: "16.2.5.22",
        title: "supplied move",
        summary: "The move that is played here.",
    },
    Opcode {
        name: "tcgs",
        operands: Operands::Integer(1, ANY_COUNT),
        section: "16.2.5.23",
        title: "telecommunication: game selector",
        summary: "Which of the games between sender and receiver this is.",
    },
    Opcode {
        name: "tcri",
        operands: Operands::TwoTexts,
        section: "16.2.5.24",
        title: "telecommunication: receiver identification",
        summary: "The e-mail address of the receiver, and the name of the player there.",
    },
    Opcode {
        name: "tcsi",
        operands: Operands::TwoTexts,
        section: "16.2.5.25",
        title: "telecommunication: sender identification",
        summary: "The e-mail address of the sender, and the name of the player there.",
    },
    Opcode {
        name: "v0",
        operands: Operands::TextOrNothing,
        section: "16.2.5.26",
        title: "variation name",
        summary: "One of ten ranked names of the opening variation, v0 the first. It also clears earlier ones with a higher number.",
    },
];

/// The length of the longest opcode in bytes.
const LONGEST_OPCODE: usize = 15;

/// Whether a word has the form of an opcode: a letter, and up to fourteen more letters, digits and underscores (section
/// 16.2.4.1).
pub fn is_opcode(word: &str) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    word.len() <= LONGEST_OPCODE
        && word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word.as_bytes().iter().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opcodes_are_found_by_name() {
        assert!(OPCODES.is_sorted_by_key(|opcode| opcode.name));
        assert_eq!(opcode_names().count(), OPCODES.len() + 18);
        for (name, expected) in opcode_names() {
            assert_eq!(opcode(&name), Some(expected), "{name}");
        }
        assert_eq!(opcode("c"), None);
        assert_eq!(opcode("c10"), None);
        assert_eq!(opcode("D1"), None);
    }
}
