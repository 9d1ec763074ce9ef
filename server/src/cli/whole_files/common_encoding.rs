//! One encoding for the games of several files.

use super::source::GamesSource;
use crate::text_file::Encoding;

/// The encoding in which the games of all files are written; `None` if they are copied as they are, because the files have the same one. Files
/// in UTF-8 are always copied, also those with stray bytes, which no encoding has a place for.
pub(crate) fn common_encoding(sources: &[GamesSource]) -> Option<Encoding> {
    let is_same = sources.iter().all(|source| source.encoding == sources[0].encoding);
    let is_copied = is_same || sources.iter().all(|source| source.encoding.extends_utf8());
    (!is_copied).then_some(Encoding::UTF_8)
}
