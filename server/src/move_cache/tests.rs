//! No cache changes an answer, and nothing is left behind, whatever happens to the cache and the file.

use std::fs::{self, File};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use scoresheet_collection::cache::Segment;

use super::folder::CacheFolder;
use super::reading::{MoveCache, SegmentText};
use super::work::Work;
use crate::text_file::{Archive, Encoding, Origin};

/// What was read of a game: the players, the plies, the line in the file, and where its text is.
type Read = Vec<(String, String, u32, u64, Range<u64>)>;

/// A file of games, and a cache directory.
struct Files {
    folder: tempfile::TempDir,
    games: PathBuf,
    caches: PathBuf,
    requested: Option<Encoding>,
}

impl Files {
    fn new(name: &str, bytes: &[u8]) -> Files {
        let folder = tempfile::tempdir().unwrap();
        let (games, caches) = (folder.path().join(name), folder.path().join("caches"));
        fs::write(&games, bytes).unwrap();
        Files { folder, games, caches, requested: None }
    }

    /// What is read of the games, with the cache or without, and how often the file was opened for it.
    fn read(&self, with_cache: bool) -> (Read, usize) {
        let cache = MoveCache::new(with_cache.then(|| CacheFolder::at(self.caches.clone())));
        let opened = AtomicUsize::new(0);
        let open = || {
            opened.fetch_add(1, Ordering::Relaxed);
            Origin::open(&self.games, Archive::of(&self.games), &|_| {})
        };
        let on_segment = |segment: &Segment, text: &SegmentText| -> Read {
            let tag = |game, name| segment.tag(game, name).unwrap_or("").to_owned();
            let game = |game: usize| {
                let start = |game| segment.start(game).map(|start| text.range.start + u64::from(start));
                let range = start(game).unwrap_or_default()..start(game + 1).unwrap_or(text.range.end);
                let line = text.lines + u64::from(segment.lines_before(game));
                (tag(game, "White"), tag(game, "Black"), segment.plies(game), line, range)
            };
            (0..segment.count()).map(game).collect()
        };
        let work = Work { start: &Vec::new, on_segment: &on_segment, add: &Vec::extend, is_enough: &|| false };
        let (read, broken_off) = cache.read(Some(&self.games), self.requested, &open, &work).unwrap();
        assert!(broken_off.is_none(), "{broken_off:?}");
        (read, opened.into_inner())
    }

    /// Reads with the cache and checks that the answer is that without one, and that nothing but caches is in the directory.
    #[track_caller]
    fn check(&self, what: &str) -> usize {
        let (read, opened) = self.read(true);
        assert_eq!(read, self.read(false).0, "{what}");
        let other = |path: &PathBuf| path.extension().is_none_or(|extension| extension != "moves");
        assert_eq!(self.cached().into_iter().filter(other).count(), 0, "{what}: something was left");
        opened
    }

    fn cached(&self) -> Vec<PathBuf> {
        fs::read_dir(&self.caches).into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
    }

    fn cache(&self) -> PathBuf {
        self.cached().pop().unwrap()
    }

    /// As if it had been written long ago, so that its times alone tell that it is the same.
    fn age(&self) {
        let head = super::stored::StoredCache::open(&self.cache()).unwrap().head().clone();
        let bytes = fs::read(self.cache()).unwrap();
        let at = scoresheet_collection::cache::Head::range(bytes.first_chunk().unwrap()).unwrap().start;
        let old = scoresheet_collection::cache::Head { is_young: false, ..head };
        let (start, head) = old.write(at);
        let segments = &bytes[start.len()..at as usize];
        fs::write(self.cache(), [&start[..], segments, &head].concat()).unwrap();
    }

    fn modified(&self) -> SystemTime {
        fs::metadata(&self.games).unwrap().modified().unwrap()
    }
}

fn games(numbers: Range<u32>) -> String {
    let game = |number: u32| {
        let moves = ["1. e4 e5 2. Nf3", "1. d4 d5 2. c4 e6", "1. e4 {x} c5 (1... e5)", "1. Nf3 Ke4"];
        let moves = moves[number as usize % 4];
        format!("[White \"Réti {number}\"]\n[Black \"B{}\"]\n\n{moves} *\n\n", number % 7)
    };
    numbers.map(game).collect()
}

fn latin1(text: &str) -> Vec<u8> {
    crate::text_file::encode_latin1(text).unwrap()
}

fn set_modified(path: &Path, time: SystemTime) {
    File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

/// Something that happens between two readings.
type Change = fn(&Files);

/// With whether the file must be opened again: it need not if the cache is of what it has.
const CHANGES: &[(&str, bool, Change)] = &[
    ("nothing", false, |_| {}),
    ("another time", false, |files| set_modified(&files.games, SystemTime::UNIX_EPOCH)),
    ("a copy with the same content", false, |files| {
        let bytes = fs::read(&files.games).unwrap();
        fs::remove_file(&files.games).unwrap();
        fs::write(&files.games, bytes).unwrap();
    }),
    ("one move with the same size and time", true, |files| {
        let (text, time) = (fs::read_to_string(&files.games).unwrap(), files.modified());
        fs::write(&files.games, text.replacen("1. d4 d5", "1. d4 d4", 1)).unwrap();
        set_modified(&files.games, time);
    }),
    ("one move in the last game with the same size and time", true, |files| {
        let (text, time) = (fs::read_to_string(&files.games).unwrap(), files.modified());
        let last = text.rfind("1. e4 e5").unwrap();
        fs::write(&files.games, format!("{}1. e4 e4{}", &text[..last], &text[last + 8..])).unwrap();
        set_modified(&files.games, time);
    }),
    ("games were appended", true, |files| append(&files.games, games(200..230).as_bytes())),
    ("the last game was continued", true, |files| append(&files.games, b"1. e4 e5 2. d4 *\n")),
    ("a tag was appended without a blank line", true, |files| append(&files.games, b"[White \"x\"]\n\n1. e4 *\n")),
    ("games in another encoding were appended", true, |files| append(&files.games, &latin1(&games(5..9)))),
    ("the file was cut", true, |files| {
        let bytes = fs::read(&files.games).unwrap();
        fs::write(&files.games, &bytes[..bytes.len() / 2]).unwrap();
    }),
    ("the file was replaced", true, |files| fs::write(&files.games, games(300..360)).unwrap()),
    ("a line at the start", true, |files| {
        let text = fs::read_to_string(&files.games).unwrap();
        fs::write(&files.games, format!("\n{text}")).unwrap();
    }),
    ("the cache is empty", true, |files| fs::write(files.cache(), b"").unwrap()),
    ("the cache is foreign", true, |files| fs::write(files.cache(), [7; 5000]).unwrap()),
    ("the cache is of another version", true, |files| damage(&files.cache(), 8)),
    ("the cache is of another file", true, |files| {
        let other = Files::new("other.pgn", games(50..90).as_bytes());
        other.read(true);
        fs::copy(other.cache(), files.cache()).unwrap();
    }),
    ("the cache was removed", true, |files| fs::remove_file(files.cache()).unwrap()),
    ("the directory was removed", true, |files| fs::remove_dir_all(&files.caches).unwrap()),
    ("a file is where the directory was", true, |files| {
        fs::remove_dir_all(&files.caches).unwrap();
        fs::write(&files.caches, "x").unwrap();
    }),
];

fn append(path: &Path, bytes: &[u8]) {
    std::io::Write::write_all(&mut File::options().append(true).open(path).unwrap(), bytes).unwrap();
}

fn damage(path: &Path, place: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[place] ^= 0x20;
    fs::write(path, bytes).unwrap();
}

#[test]
fn no_change_of_file_or_cache_changes_an_answer() {
    for (what, is_opened, change) in CHANGES {
        for is_aged in [false, true] {
            let files = Files::new("games.pgn", games(0..120).as_bytes());
            assert_eq!(files.check("at first"), 1);
            if is_aged {
                files.age();
            }
            change(&files);
            assert_eq!(files.check(what) > 0, *is_opened, "{what}");
            if files.caches.is_dir() {
                assert_eq!(files.check(what), 0, "{what}: the cache is made anew");
            }
        }
    }
}

#[test]
fn every_form_of_file_is_kept() {
    let text = games(0..120);
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut gzip, text.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let crlf = text.replace('\n', "\r\n");
    let forms: [(&str, &[u8]); 6] = [
        ("a.pgn", text.as_bytes()),
        ("a.pgn", &latin1(&text)),
        ("a.pgn", &utf16),
        ("a.pgn", &marked),
        ("a.pgn", crlf.as_bytes()),
        ("a.pgn.gz", &gzip),
    ];
    for (name, bytes) in forms {
        let mut files = Files::new(name, bytes);
        assert_eq!([files.check("at first"), files.check("later")], [1, 0]);
        // In another encoding it is another text.
        files.requested = Encoding::for_label("windows-1252").filter(|_| !name.ends_with("gz"));
        if files.requested.is_some() {
            assert_eq!([files.check("requested"), files.check("requested")], [1, 0]);
        }
        append(&files.games, if name.ends_with("gz") { &gzip } else { bytes });
        assert_eq!(files.check("appended"), 1);
        assert_eq!(files.check("appended"), 0);
    }
}

#[test]
fn what_was_appended_costs_what_was_appended() {
    let files = Files::new("games.pgn", games(0..600).as_bytes());
    files.read(true);
    let segments = || super::stored::StoredCache::open(&files.cache()).unwrap().head().segments.clone();
    let before = segments();
    append(&files.games, games(600..605).as_bytes());
    files.read(true);
    let after = segments();
    // The last segment may be so short that it is joined with what follows.
    assert!(before.len() > 3 && after[..before.len() - 1] == before[..before.len() - 1]);
    for week in 0..30 {
        append(&files.games, games(week..week + 3).as_bytes());
        files.check("a week");
    }
    assert!(segments().len() < before.len() + 20, "{}", segments().len());
}

/// As far as what is appended cannot change the encoding that the bytes suggest.
#[test]
fn what_was_appended_to_a_file_that_is_not_utf8_costs_what_was_appended() {
    let (text, ascii, utf8) = (games(0..600), games(5..9).replace('é', "e"), games(5..9));
    let mut stray = text.clone().into_bytes();
    stray.splice(10..10, *b"\xE9");
    let without_line_end = latin1(text.trim_end());
    let latin = Encoding::for_label("windows-1252");
    for (what, bytes, requested, appended, is_resumed) in [
        ("ASCII", latin1(&text), None, ascii.as_bytes().to_vec(), true),
        ("Latin-1", latin1(&text), None, latin1(&utf8), true),
        ("UTF-8", latin1(&text), None, utf8.repeat(200).into_bytes(), false),
        ("a line that goes on", without_line_end, None, format!("\n\n{ascii}").into_bytes(), true),
        ("Latin-1 as requested", latin1(&text), latin, latin1(&utf8), true),
        ("ASCII after UTF-8 with a stray byte", stray, None, ascii.as_bytes().to_vec(), true),
    ] {
        let mut files = Files::new("games.pgn", &bytes);
        files.requested = requested;
        files.read(true);
        append(&files.games, &appended);
        let cache = MoveCache::new(Some(CacheFolder::at(files.caches.clone())));
        assert_eq!(cache.resumes(&files.games, requested), is_resumed, "{what}");
        assert_eq!(files.check(what), 1, "{what}");
        assert_eq!(files.check(what), 0, "{what}: the cache is made anew");
    }
}

#[test]
fn damage_at_any_place_of_a_cache_is_noticed() {
    let files = Files::new("games.pgn", games(0..40).as_bytes());
    let expected = files.read(true).0;
    files.age();
    let (path, sound) = (files.cache(), fs::read(files.cache()).unwrap());
    for place in (0..sound.len()).step_by(7) {
        damage(&path, place);
        assert_eq!(files.read(true).0, expected, "byte {place}");
        fs::write(&path, &sound[..place]).unwrap();
        assert_eq!(files.read(true).0, expected, "{place} bytes");
        fs::write(&path, &sound).unwrap();
    }
    // What this test does not damage is not needed.
    assert_eq!(files.read(true).1, 0);
}

#[test]
fn nothing_is_there_until_all_is_there() {
    let files = Files::new("games.pgn", games(0..600).as_bytes());
    let cache = MoveCache::new(Some(CacheFolder::at(files.caches.clone())));
    let open = || Origin::open(&files.games, None, &|_| {});
    let segments = AtomicUsize::new(0);
    let on_segment = |_: &Segment, _: &SegmentText| {
        segments.fetch_add(1, Ordering::Relaxed);
        assert_eq!(files.cached(), Vec::<PathBuf>::new());
    };
    // Reading that ends early leaves no cache either.
    let is_enough = || segments.load(Ordering::Relaxed) > 2;
    let work = Work { start: &|| (), on_segment: &on_segment, add: &|(), ()| (), is_enough: &is_enough };
    cache.read(Some(&files.games), None, &open, &work).unwrap();
    assert!((3..5).contains(&segments.load(Ordering::Relaxed)));
    assert_eq!(files.cached().len(), 0);
}

#[test]
fn a_file_that_changes_while_its_cache_is_read_is_an_error() {
    for change in [|files: &Files| append(&files.games, b" "), |files: &Files| fs::remove_file(&files.games).unwrap()] {
        let files = Files::new("games.pgn", games(0..120).as_bytes());
        files.read(true);
        files.age();
        let cache = MoveCache::new(Some(CacheFolder::at(files.caches.clone())));
        let open = || panic!("the cache is fresh");
        let is_first = std::sync::Once::new();
        let on_segment = |_: &Segment, _: &SegmentText| is_first.call_once(|| change(&files));
        let work = Work { start: &|| (), on_segment: &on_segment, add: &|(), ()| (), is_enough: &|| false };
        let ((), broken_off) = cache.read(Some(&files.games), None, &open, &work).unwrap();
        assert_eq!(broken_off.unwrap().to_string(), "the file was changed while it was read");
    }
}

#[test]
fn many_may_read_at_once() {
    let files = Files::new("games.pgn", games(0..120).as_bytes());
    let expected = files.read(false).0;
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert_eq!(files.read(true).0, expected);
                    files.cached().iter().for_each(|path| drop(fs::remove_file(path)));
                }
            });
        }
    });
    files.check("afterwards");
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_a_cache() {
    use std::os::unix::fs::PermissionsExt;
    let files = Files::new("games.pgn", games(0..40).as_bytes());
    files.read(true);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&files.caches), mode(&files.cache())), (0o700, 0o600));
    drop(files.folder);
}
