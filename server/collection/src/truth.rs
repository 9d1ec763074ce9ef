//! Three-valued logic: what is unknown is neither true nor false.

/// A truth value. The order makes "and" the minimum and "or" the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Truth {
    /// It does not hold.
    No,
    /// It is not known whether it holds: a digit of a date is missing, or the source does not keep what decides.
    Unknown,
    /// It holds.
    Yes,
}

impl Truth {
    /// The negation; what is unknown stays so.
    #[must_use]
    pub fn negated(self) -> Truth {
        match self {
            Truth::No => Truth::Yes,
            Truth::Unknown => Truth::Unknown,
            Truth::Yes => Truth::No,
        }
    }
}

impl From<bool> for Truth {
    #[inline]
    fn from(holds: bool) -> Truth {
        if holds { Truth::Yes } else { Truth::No }
    }
}

impl From<Option<bool>> for Truth {
    fn from(holds: Option<bool>) -> Truth {
        holds.map_or(Truth::Unknown, Truth::from)
    }
}
