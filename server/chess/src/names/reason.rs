//! Why two spellings are taken for one name.

/// Why two spellings are taken for one name. The surest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// They differ in letter case, accents, spaces or punctuation only.
    Letters,
    /// The same words in another order: one spelling has the first name first, the other the last name.
    Order,
    /// One has initials or shorter first names, or leaves some out, and fits no other name.
    Initials,
    /// One is the last name alone, and no other name has it.
    LastName,
    /// One lacks the country code, and the place is in no other country.
    Country,
    /// Other letters for the same sounds, as when a name is written in another alphabet first.
    Romanised,
    /// One letter is another one, is missing, is too many or changed places with the next.
    OneLetter,
}

impl Reason {
    /// Returns the word for it in lists.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Letters => "letters",
            Reason::Order => "order",
            Reason::Initials => "initials",
            Reason::LastName => "last name",
            Reason::Country => "country",
            Reason::Romanised => "transliteration",
            Reason::OneLetter => "one letter",
        }
    }
}
