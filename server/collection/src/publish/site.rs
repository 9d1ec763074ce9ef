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
}
