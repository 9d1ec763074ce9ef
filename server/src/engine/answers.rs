//! The cache of an engine's answers: a file in the cache directory of the user for each engine and limit.
//!
//! Each answer is a line of its own, with a checksum, added as soon as it is known: a run that is killed loses at most the answer that it is
//! waiting for. Lines that are damaged or cut off are ignored.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write as _};
use std::path::PathBuf;

use scoresheet_chess::board::fen;
use scoresheet_chess::evaluation::{BestLine, Evaluation, Question, Score};
use scoresheet_collection::cache::Checksum;
use shakmaty::Position;
use shakmaty::variant::VariantPosition;

use super::session::read_move;
use crate::move_cache::CacheFolder;
use crate::system::readable_by_owner;

/// The version of the form of the lines.
const VERSION: u32 = 1;

/// A larger file begins anew.
const MOST_BYTES: u64 = 256 << 20;

/// The answers of one engine.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    known: HashMap<String, String>,
    /// Where new answers are added; `None` if they are only held in memory.
    file: Option<File>,
}

impl Answers {
    /// The answers that are kept in `folder` of the engine with this `identity`, which includes the limit of its search. What cannot be read
    /// or written is not kept.
    pub(super) fn of(folder: Option<&CacheFolder>, identity: &str) -> Answers {
        let Some(folder) = folder.filter(|folder| folder.create().is_ok()) else { return Answers::default() };
        let name = Checksum::of(format!("{VERSION}\0{identity}").as_bytes());
        Answers::read(folder.file_of_answers(name)).unwrap_or_default()
    }

    fn read(path: PathBuf) -> io::Result<Answers> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        readable_by_owner(&mut options);
        let mut file = options.open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        if file.metadata()?.len() > MOST_BYTES {
            file.set_len(0)?;
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        // After a line that was cut off the next one would be damaged, too.
        if bytes.last().is_some_and(|last| *last != b'\n') {
            file.write_all(b"\n")?;
        }
        let known = String::from_utf8_lossy(&bytes).lines().filter_map(read_line).collect();
        Ok(Answers { known, file: Some(file) })
    }

    /// The answer to a question, if it is known and makes sense.
    pub(super) fn get(&self, question: &Question) -> Option<Evaluation> {
        read_evaluation(self.known.get(&key(question))?, question.position)
    }

    /// Keeps an answer.
    pub(super) fn add(&mut self, question: &Question, evaluation: &Evaluation) {
        let (key, value) = (key(question), write_evaluation(evaluation, question.position));
        if let Some(file) = &mut self.file {
            let text = format!("{key}\t{value}");
            let line = format!("{:016x}\t{text}\n", Checksum::of(text.as_bytes()));
            // Without it the question is asked again another time.
            let _ = file.write_all(line.as_bytes());
        }
        self.known.insert(key, value);
    }
}

/// A question as a text without tabs.
fn key(question: &Question) -> String {
    let mode = question.position.castles().mode();
    let mut key = format!("{}|{}|{}", fen(question.position), u8::from(mode.is_chess960()), question.lines);
    for action in question.among {
        // Writing to a string cannot fail.
        let _ = write!(key, " {}", action.to_uci(mode));
    }
    key
}

fn read_line(line: &str) -> Option<(String, String)> {
    let (checksum, text) = line.split_once('\t')?;
    let is_whole = u64::from_str_radix(checksum, 16).ok()? == Checksum::of(text.as_bytes());
    let (key, value) = text.split_once('\t').filter(|_| is_whole)?;
    Some((key.to_owned(), value.to_owned()))
}

/// `c30 e2e4 e7e5|m2 d1h5`: lines of a score and moves.
fn write_evaluation(evaluation: &Evaluation, position: &VariantPosition) -> String {
    let mode = position.castles().mode();
    let line = |line: &BestLine| {
        let score = match line.score {
            Score::Mated(moves) => format!("l{moves}"),
            Score::Centipawns(centipawns) => format!("c{centipawns}"),
            Score::Mates(moves) => format!("w{moves}"),
        };
        line.moves.iter().fold(score, |text, action| format!("{text} {}", action.to_uci(mode)))
    };
    evaluation.lines.iter().map(line).collect::<Vec<_>>().join("|")
}

fn read_evaluation(text: &str, position: &VariantPosition) -> Option<Evaluation> {
    let read = |line: &str| -> Option<BestLine> {
        let mut words = line.split(' ');
        let score = words.next()?;
        let (kind, value) = score.split_at_checked(1)?;
        let score = match kind {
            "l" => Score::Mated(value.parse().ok()?),
            "c" => Score::Centipawns(value.parse().ok()?),
            "w" => Score::Mates(value.parse().ok()?),
            _ => return None,
        };
        let mut position = position.clone();
        let mut moves = Vec::new();
        for word in words {
            let action = read_move(&position, word)?;
            position.play_unchecked(action);
            moves.push(action);
        }
        (!moves.is_empty()).then_some(BestLine { score, moves })
    };
    let lines: Vec<BestLine> = text.split('|').map(read).collect::<Option<_>>()?;
    Some(Evaluation { lines })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use shakmaty::Chess;

    use super::*;

    #[test]
    fn answers_are_kept_whatever_happens_to_their_file() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CacheFolder::at(folder.path().join("cache"));
        let position = VariantPosition::Chess(Chess::default());
        let question = Question { position: &position, lines: 2, among: &[] };
        let moves = |text: &str| vec![read_move(&position, text).unwrap()];
        let lines = vec![
            BestLine { score: Score::Centipawns(-30), moves: moves("e2e4") },
            BestLine { score: Score::Mated(7), moves: moves("g1f3") },
        ];
        let (evaluation, other) = (Evaluation { lines: lines.clone() }, Evaluation { lines: lines[..1].to_vec() });
        let single = Question { lines: 1, ..question };
        let mut answers = Answers::of(Some(&cache), "one");
        answers.add(&question, &evaluation);
        answers.add(&single, &other);
        drop(answers);
        let kept = Answers::of(Some(&cache), "one");
        assert_eq!((kept.get(&question), kept.get(&single)), (Some(evaluation.clone()), Some(other)));
        assert_eq!(Answers::of(Some(&cache), "two").get(&question), None);

        let files: Vec<PathBuf> = fs::read_dir(cache.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        let file = files.iter().max_by_key(|path| path.metadata().unwrap().len()).unwrap();
        let text = fs::read_to_string(file).unwrap();
        fs::write(file, &text[..text.len() - 5]).unwrap();
        let mut kept = Answers::of(Some(&cache), "one");
        assert_eq!((kept.get(&question), kept.get(&single)), (Some(evaluation.clone()), None));
        kept.add(&single, &evaluation);
        assert_eq!(Answers::of(Some(&cache), "one").get(&single), Some(evaluation.clone()));
        fs::write(file, text.replace("e2e4", "e2e5")).unwrap();
        assert_eq!(Answers::of(Some(&cache), "one").get(&question), None);
    }
}
