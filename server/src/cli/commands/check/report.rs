//! The printed findings of a file, held until the whole file is checked: few in memory, many on the disk. Budget: 1 GB
//! within 64 MB of memory.

use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

use tempfile::SpooledTempFile;

use crate::cli::render::Rendered;

/// How many bytes of a file's findings are held in memory. Some hundred files are checked together.
const MOST_IN_MEMORY: usize = 1 << 20;

/// Printed findings: those of the games in their order, merged with those about the whole file.
#[derive(Debug)]
pub(super) struct Report {
    of_games: BufWriter<SpooledTempFile>,
    count: usize,
    of_file: Vec<Rendered>,
}

impl Default for Report {
    fn default() -> Report {
        Report { of_games: BufWriter::new(SpooledTempFile::new(MOST_IN_MEMORY)), count: 0, of_file: Vec::new() }
    }
}

impl Report {
    /// Adds a finding of a game. Findings must be added in the order of their starts.
    pub(super) fn add(&mut self, (start, text): &Rendered) -> io::Result<()> {
        self.count += 1;
        self.of_games.write_all(&(*start as u64).to_le_bytes())?;
        self.of_games.write_all(&(text.len() as u64).to_le_bytes())?;
        self.of_games.write_all(text.as_bytes())
    }

    /// Adds the findings about the whole file, ordered by start.
    pub(super) fn add_of_file(&mut self, findings: Vec<Rendered>) {
        self.of_file = findings;
    }

    /// Passes every finding to `print`, ordered by start; of those with the same start, findings about the file come
    /// last. May be called several times.
    pub(super) fn for_each(&mut self, mut print: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        self.of_games.seek(SeekFrom::Start(0))?;
        let mut of_games = BufReader::new(self.of_games.get_mut());
        let mut of_file = self.of_file.iter().peekable();
        let mut text = Vec::new();
        for _ in 0..self.count {
            let [start, length] = [read_number(&mut of_games)?, read_number(&mut of_games)?];
            while let Some((_, finding)) = of_file.next_if(|(of_file, _)| (*of_file as u64) < start) {
                print(finding.as_bytes())?;
            }
            text.clear();
            of_games.by_ref().take(length).read_to_end(&mut text)?;
            print(&text)?;
        }
        of_file.try_for_each(|(_, finding)| print(finding.as_bytes()))
    }
}

fn read_number(from: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_printed_by_their_start_however_many_there_are() {
        let rendered = |start: usize, text: &str| (start, text.to_owned());
        let mut report = Report::default();
        let long = "x".repeat(MOST_IN_MEMORY);
        for finding in [rendered(1, "a"), rendered(4, &long), rendered(4, "b"), rendered(9, "c")] {
            report.add(&finding).unwrap();
        }
        report.add_of_file(vec![rendered(0, "0"), rendered(4, "4"), rendered(5, "5"), rendered(10, "10")]);
        for _ in 0..2 {
            let mut printed = Vec::new();
            let print = |finding: &[u8]| {
                printed.push(String::from_utf8(finding.to_vec()).unwrap());
                Ok(())
            };
            report.for_each(print).unwrap();
            assert_eq!(printed, ["0", "a", &long, "b", "4", "5", "c", "10"]);
        }
    }
}
