//! `--explain`: in which steps a query is answered.

use super::Query;
use super::header::Cost;
use crate::game::Lines;

impl Query {
    /// The steps in which a game is asked, a line each: each of them may decide, so that the next one is not needed.
    ///
    /// ```
    /// use scoresheet_collection::query::Query;
    ///
    /// let query = Query::parse("material KRPvKR and white = Carlsen").unwrap();
    /// assert_eq!(query.explain(), [
    ///     "1. the tags: white = Carlsen",
    ///     "2. the moves of the main line, until a position is found or none can be any more: material KRPvKR",
    /// ]);
    /// ```
    pub fn explain(&self) -> Vec<String> {
        let lines = match self.lines {
            Lines::Main => "the main line",
            Lines::All => "the main line and all variations",
        };
        let positions = format!("the moves of {lines}, until a position is found or none can be any more");
        let steps = [
            (Some(Cost::Tags), "the tags"),
            (Some(Cost::Text), "the whole text, if the tags do not decide"),
            (Some(Cost::Moves), "the moves of the main line to its end"),
            (None, positions.as_str()),
        ];
        let with_terms = steps.into_iter().filter_map(|(cost, step)| {
            let mut terms: Vec<&str> = Vec::new();
            for (_, label) in self.program.labels.iter().filter(|(of_term, _)| *of_term == cost) {
                if !terms.contains(&&**label) {
                    terms.push(label);
                }
            }
            (!terms.is_empty()).then(|| format!("{step}: {}", terms.join("; ")))
        });
        with_terms.enumerate().map(|(index, step)| format!("{}. {step}", index + 1)).collect()
    }
}
