//! `--viewer`: the board of the pages of games, which is in builds with the cargo feature `viewer`.

use scoresheet_collection::publish::Viewer;

use super::arguments::Target;

/// Returns the files of the board.
///
/// # Errors
/// A message, if this build has none, or what is written has no place for it.
pub(super) fn viewer(target: Target) -> Result<Viewer, String> {
    if target != Target::Site {
        return Err("--viewer is for a site: only its pages have a board".to_owned());
    }
    files().ok_or_else(|| {
        "this build has no board: packages have one; from source, run `server/packaging/viewer/build target/viewer` and \
         `SCORESHEET_VIEWER=$PWD/target/viewer cargo install --path server --features viewer`"
            .to_owned()
    })
}

#[cfg(feature = "viewer")]
fn files() -> Option<Viewer> {
    // The folder that `server/packaging/viewer/build` wrote.
    macro_rules! file {
        ($name:literal) => {
            include_str!(concat!(env!("SCORESHEET_VIEWER"), "/pgn-viewer.", $name))
        };
    }
    Some(Viewer { script: file!("js"), style: file!("css"), licence: file!("LICENSE.txt") })
}

#[cfg(not(feature = "viewer"))]
fn files() -> Option<Viewer> {
    None
}
