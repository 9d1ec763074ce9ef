//! What is wrong in the files of a repertoire, for the rules about files.

use std::collections::HashMap;

use scoresheet_chess::repertoire::{Place, PlayedMoves};
use scoresheet_grammar::Database;
use scoresheet_ide::play::play;
use scoresheet_lint::finding::{Elsewhere, Fix};
use scoresheet_lint::repertoire::{Demands, Fault, FaultOfFile, OtherPlace, faults};
use shakmaty::Position;

use super::files::{RepertoireFiles, Shown};

/// So many bytes of games are read again to write moves into them: the first missing replies have a fix, and the others after these are added.
const MOST_READ: usize = 8 << 20;

/// What is wrong in each file. Missing replies can be added only `with_fixes`.
pub(crate) fn faults_of_files(
    files: &RepertoireFiles,
    played: Option<&PlayedMoves>,
    demands: Demands,
    with_fixes: bool,
) -> Vec<Vec<FaultOfFile>> {
    let found = faults(&files.repertoire, played, demands);
    let mut others: Vec<&Place> = found.iter().filter_map(|fault| fault.other.as_ref()).collect();
    others.sort();
    others.dedup();
    let shown: HashMap<&Place, Shown> = others.iter().copied().zip(files.locate(&others)).collect();
    let mut fixes = Fixes { files, last: None, read: 0 };
    let mut of_files: Vec<Vec<FaultOfFile>> = files.files.iter().map(|_| Vec::new()).collect();
    for fault in &found {
        let other = fault.other.as_ref().and_then(|place| Some(other_place(files, fault, place, shown.get(place)?)));
        let fault_of_file = FaultOfFile {
            kind: fault.kind.clone(),
            range: fault.place.range(),
            other,
            fix: if with_fixes { fixes.of(fault) } else { None },
        };
        of_files[fault.place.file].push(fault_of_file);
    }
    of_files
}

fn other_place(files: &RepertoireFiles, fault: &Fault, place: &Place, at: &Shown) -> OtherPlace {
    if place.file == fault.place.file {
        return OtherPlace::Here(place.range());
    }
    let file = files.files[place.file].shown.clone();
    let Shown { line, column, start } = *at;
    OtherPlace::Elsewhere(Elsewhere { file, game: place.game + 1, line, column, start, message: "" })
}

/// Writes replies into the games.
struct Fixes<'f> {
    files: &'f RepertoireFiles,
    /// The file that was parsed last.
    last: Option<(usize, Database)>,
    read: usize,
}

impl Fixes<'_> {
    fn of(&mut self, fault: &Fault) -> Option<Fix> {
        let addition = fault.addition?;
        let number = fault.place.file;
        let text = &self.files.files[number].file.text;
        let last = self.last.take().filter(|(last, _)| *last == number);
        let (_, database) = self.last.insert(last.unwrap_or_else(|| (number, Database::parse(text))));
        self.read += database.view(fault.place.game)?.text.len();
        if self.read > MOST_READ {
            return None;
        }
        let node = self.files.repertoire.nodes.get(addition.node)?;
        let uci = addition.action.to_uci(node.position.castles().mode()).to_string();
        let edits = play(database, addition.after, &uci).ok()?.edits;
        let title = format!("Add {}", self.files.repertoire.numbered(addition.node, addition.action));
        (!edits.is_empty()).then(|| Fix::unsafe_(title, edits))
    }
}
