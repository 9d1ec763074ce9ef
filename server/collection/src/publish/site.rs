//! What a site is called, and how its games are shown.

/// What is published.
#[derive(Clone, Debug)]
pub struct Site {
    /// The name of the whole.
    pub title: String,
    /// There is a diagram after every so many moves of the main line.
    pub every: Option<u32>,
}
