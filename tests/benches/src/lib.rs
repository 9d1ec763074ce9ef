//! Made-up games, and the parts of what is done with games, to be measured one by one.

pub mod generated_games;
pub mod jobs;
