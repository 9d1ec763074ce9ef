//! Checking games in their binary form (PGC, section 20 of the standard).
//!
//! A binary file has no lines. So findings are located in a dump of it: 16 bytes a line, in hexadecimal.

use std::ffi::OsStr;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

use scoresheet_collection::pgc::{Fault, decode};
use scoresheet_lint::rule::KnownRules;

use crate::cli::findings::LocatedFinding;
use crate::text_file::uncompressed;

/// How many bytes a line of the dump shows.
const BYTES_OF_LINE: usize = 16;

/// The characters before the first byte of a line: its offset in hexadecimal and two spaces.
const MARGIN: usize = 10;

/// The most faults of a file that are reported: after hundreds nobody reads on.
const MOST_FAULTS: usize = 1000;

/// Whether the name of a file says that it has games in the binary form.
pub(super) fn is_binary(path: &Path) -> bool {
    uncompressed(path)
        .extension()
        .and_then(OsStr::to_str)
        .is_some_and(|extension| extension.eq_ignore_ascii_case("pgc"))
}

/// Returns a dump of a stream, and what does not read, located in the dump. The dump is empty if everything reads.
pub(super) fn check(bytes: &[u8], rules: KnownRules) -> (String, Vec<LocatedFinding>) {
    let faults = decode(bytes).faults;
    let Some(rule) = rules.iter().find(|rule| rule.name == "not-a-game") else { return Default::default() };
    let located = |Fault { offset, game, message }: Fault| {
        let message = format!("Byte {offset}: {message}");
        LocatedFinding::new(game, 0, rule.finding(place(offset), message))
    };
    let text = if faults.is_empty() { String::new() } else { dump(bytes) };
    (text, faults.into_iter().take(MOST_FAULTS).map(located).collect())
}

fn dump(bytes: &[u8]) -> String {
    let lines = bytes.chunks(BYTES_OF_LINE).enumerate();
    let mut dump = String::with_capacity(bytes.len() * 4);
    for (number, line) in lines {
        let _ = write!(dump, "{:08x} ", number * BYTES_OF_LINE);
        line.iter().for_each(|byte| {
            let _ = write!(dump, " {byte:02x}");
        });
        dump.push('\n');
    }
    dump
}

/// The byte offsets in the dump of what shows a byte.
fn place(offset: usize) -> Range<usize> {
    let (line, column) = (offset / BYTES_OF_LINE, offset % BYTES_OF_LINE);
    let full_line = MARGIN + 3 * BYTES_OF_LINE;
    let start = line * full_line + MARGIN + 3 * column;
    start..start + 2
}

#[cfg(test)]
mod tests {
    use scoresheet_lint::rules::RULES;

    use super::*;

    #[test]
    fn a_fault_is_located_at_its_byte() {
        let stream = [[0; 17].as_slice(), b"\x07\x05"].concat();
        let (dump, findings) = check(&stream, RULES);
        let [found] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!(&dump[found.finding.range.clone()], "07");
        assert_eq!(found.finding.message, "Byte 17: a NAG outside of a game");
        assert_eq!(check(b"\x00", RULES).0, "");
    }
}
