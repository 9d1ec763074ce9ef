//! What the fuzzer's bytes mean, where they are more than a text.

use arbitrary::Arbitrary;
use scoresheet_tests::edits::RandomEdit;
use scoresheet_tests::laws::session;

/// An edit of a text.
#[derive(Arbitrary, Debug)]
pub struct Edit {
    place: u16,
    length: u8,
    new: String,
}

impl From<Edit> for RandomEdit {
    fn from(edit: Edit) -> RandomEdit {
        RandomEdit::new(usize::from(edit.place) % 1001, edit.length.into(), edit.new)
    }
}

/// What a client does.
#[derive(Arbitrary, Debug)]
pub enum Act {
    /// Opens games.
    OpenGames(String),
    /// Opens records.
    OpenRecords(String),
    /// Edits the text.
    Change(Edit),
    /// Asks something at a line and a character.
    Ask(u8, u8, u8),
    /// Calls off what was asked last.
    Cancel,
    /// Closes the text.
    Close,
    /// Sends anything.
    Send(Vec<u8>),
}

impl From<Act> for session::Act {
    fn from(act: Act) -> session::Act {
        match act {
            Act::OpenGames(text) => session::Act::Open { language: "pgn", text },
            Act::OpenRecords(text) => session::Act::Open { language: "epd", text },
            Act::Change(edit) => session::Act::Change(edit.into()),
            Act::Ask(method, line, character) => {
                session::Act::Ask { method: method.into(), line: line.into(), character: character.into() }
            }
            Act::Cancel => session::Act::Cancel,
            Act::Close => session::Act::Close,
            Act::Send(body) => session::Act::Send(body),
        }
    }
}
