//! Which system it is.

/// The systems that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    Windows,
    MacOs,
    /// Linux, and others that are like it.
    Other,
}

impl System {
    /// The one that the program runs on.
    pub(crate) const CURRENT: System = if cfg!(windows) {
        System::Windows
    } else if cfg!(target_os = "macos") {
        System::MacOs
    } else {
        System::Other
    };

    #[cfg(test)]
    pub(super) const ALL: [System; 3] = [System::Windows, System::MacOs, System::Other];
}
