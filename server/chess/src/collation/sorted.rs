//! Sorting a text that is held as a whole.

use super::arranged::{Part, arranged};
use super::entries::{Entries, Entry};
use super::key::SortOrder;

/// Returns the text with its entries in this order; `None` if they are. White space at the end of the text stays there. O(n log n) in the
/// games.
pub fn sorted(text: &str, order: &SortOrder) -> Option<String> {
    let entries: Vec<Entry> = Entries::new(text).collect();
    let mut keyed: Vec<(Vec<u8>, usize)> = Vec::with_capacity(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        let mut key = vec![entry.rank()];
        order.write(entry, |name| entry.value(name).into(), usize::MAX, &mut key);
        keyed.push((key, index));
    }
    keyed.sort_unstable();
    if keyed.iter().map(|(.., index)| *index).eq(0..entries.len()) {
        return None;
    }
    let parts: Vec<Part> = keyed.into_iter().map(|(.., index)| Part::Entry(index)).collect();
    Some(arranged(text, &entries, &parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard(text: &str) -> Option<String> {
        sorted(text, &SortOrder::standard())
    }

    fn game(date: &str, rest: &str) -> String {
        format!("[Date \"{date}\"]\n\n1. e4 *{rest}")
    }

    #[test]
    fn games_are_sorted_and_the_end_of_the_file_stays() {
        let text = [game("2002.01.01", "\n\n"), game("2001.01.01", "\n")].concat();
        let expected = [game("2001.01.01", "\n\n"), game("2002.01.01", "\n")].concat();
        assert_eq!(standard(&text).as_deref(), Some(expected.as_str()));
        assert_eq!(standard(&expected), None);
        assert_eq!(standard(""), None);
    }

    #[test]
    fn the_last_game_gets_the_line_ends_that_it_lacks() {
        let text = [game("2002.01.01", "\r\n\r\n"), game("2001.01.01", "")].concat();
        let expected = [game("2001.01.01", "\r\n\r\n"), game("2002.01.01", "")].concat();
        assert_eq!(standard(&text).as_deref(), Some(expected.as_str()));
    }

    #[test]
    fn what_is_after_the_last_game_stays_last() {
        let text = [game("2003.01.01", "\n\n"), game("2002.01.01", "\n\n"), "% end".to_owned()].concat();
        let expected = [game("2002.01.01", "\n\n"), game("2003.01.01", "\n\n"), "% end".to_owned()].concat();
        assert_eq!(standard(&text).as_deref(), Some(expected.as_str()));
    }

    #[test]
    fn a_game_before_what_stays_last_gets_an_empty_line() {
        let (one, other) = (game("2003.01.01", "\n\n"), game("2002.01.01", "\n"));
        let expected = |end: &str| [game("2002.01.01", "\n\n"), game("2003.01.01", "\n\n"), end.to_owned()].concat();
        for end in ["% end", "\x1A"] {
            assert_eq!(standard(&[&one, &other, end].concat()), Some(expected(end)));
        }
    }

    #[test]
    fn equal_games_keep_their_order_and_the_movetext_decides_at_last() {
        let game = |moves: &str| format!("[Date \"2001.01.01\"]\n\n{moves} *\n\n");
        let text = [game("1. e4"), game("1. d4"), game("1.  d4"), game("1. d4")].concat();
        let expected = [game("1.  d4"), game("1. d4"), game("1. d4"), game("1. e4")].concat();
        assert_eq!(standard(&text).as_deref(), Some(expected.as_str()));
    }
}
