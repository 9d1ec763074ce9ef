//! What a site is called, and how its games are shown.

use super::templates::Templates;

/// What is published.
#[derive(Clone, Debug)]
pub struct Site {
    /// The name of the whole.
    pub title: String,
    /// There is a diagram after every so many moves of the main line.
    pub every: Option<u32>,
    /// Layouts of the user.
    pub templates: Option<Templates>,
    /// A board on the pages of games, where scripts run.
    pub viewer: Option<Viewer>,
}

/// What makes the board: files of a site that are not ours.
#[derive(Clone, Copy, Debug)]
pub struct Viewer {
    /// Defines `PgnViewer`.
    pub script: &'static str,
    /// Its style sheet.
    pub style: &'static str,
    /// The licences of both.
    pub licence: &'static str,
}
