//! The linters of a configuration, which all texts that it holds for share.
//!
//! A document may have thousands of blocks, and a folder thousands of files. Most of them take less time to check than it takes to sort the rules.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use scoresheet_lint::configuration::Configuration;
use scoresheet_lint::linter::Linter;
use scoresheet_lint::record_linter::RecordLinter;
use scoresheet_lint::rule::KnownRules;

/// So many configurations are remembered: more than the files of a run have, unless each folder has its own.
const MOST_REMEMBERED: usize = 16;

/// The linters of one configuration, each built when it is first needed.
pub(crate) struct Linters {
    rules: KnownRules,
    configuration: Configuration,
    of_games: OnceLock<Arc<Linter>>,
    of_records: OnceLock<RecordLinter>,
}

impl Linters {
    /// Those of the `rules` that a configuration turns on.
    pub(crate) fn new(rules: KnownRules, configuration: Configuration) -> Linters {
        Linters { rules, configuration, of_games: OnceLock::new(), of_records: OnceLock::new() }
    }

    /// The one for games.
    pub(crate) fn of_games(&self) -> Arc<Linter> {
        self.of_games.get_or_init(|| Arc::new(Linter::configured(self.rules, &self.configuration))).clone()
    }

    /// The one for a file of records that begins with `text`, which is at least all that is before its first record.
    pub(crate) fn of_records(&self, text: &str) -> RecordLinter {
        self.of_records.get_or_init(|| RecordLinter::configured(self.rules, &self.configuration)).for_text(text)
    }
}

/// The linters of the configurations that the files of a run have.
pub(crate) struct AllLinters {
    rules: KnownRules,
    /// The last ones.
    remembered: Mutex<Vec<Arc<Linters>>>,
}

impl AllLinters {
    /// Those of these rules.
    pub(crate) fn new(rules: KnownRules) -> AllLinters {
        AllLinters { rules, remembered: Mutex::default() }
    }

    /// Those of a configuration. Looks at every setting of it: not to be called for each block of a document.
    pub(crate) fn of(&self, configuration: &Configuration) -> Arc<Linters> {
        let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = remembered.iter().find(|known| known.configuration == *configuration) {
            return known.clone();
        }
        let linters = Arc::new(Linters::new(self.rules, configuration.clone()));
        if remembered.len() == MOST_REMEMBERED {
            remembered.remove(0);
        }
        remembered.push(linters.clone());
        linters
    }
}

#[cfg(test)]
mod tests {
    use scoresheet_lint::configuration::Setting;
    use scoresheet_lint::finding::Level;
    use scoresheet_lint::rules::RULES;

    use super::*;

    #[test]
    fn files_with_one_configuration_share_linters() {
        let all = AllLinters::new(RULES);
        let (one, other) = (Configuration::new(Level::Hint), Configuration::new(Level::Error));
        let first = all.of(&one);
        assert!(Arc::ptr_eq(&first, &all.of(&one.clone())) && !Arc::ptr_eq(&first, &all.of(&other)));
        assert!(Arc::ptr_eq(&first.of_games(), &first.of_games()));
        let numbered = |number: usize| {
            let mut configuration = one.clone();
            let settings = RULES[..number].iter();
            settings.for_each(|rule| configuration.set(rule, Setting::Off));
            configuration
        };
        (0..2 * MOST_REMEMBERED).for_each(|number| drop(all.of(&numbered(number))));
        assert_eq!(all.remembered.lock().unwrap().len(), MOST_REMEMBERED);
    }
}
