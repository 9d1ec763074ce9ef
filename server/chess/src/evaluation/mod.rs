//! Evaluations of positions by an engine, which callers pass in.

mod attempt;
mod engine;
mod evaluator;
mod judged;
mod judgement;
mod score;

pub use attempt::{Attempt, TestPosition};
pub use engine::Engine;
pub use evaluator::{BestLine, Evaluation, Evaluator, Question, final_score};
pub use judged::Judged;
pub use judgement::{Judgement, chances_lost, judge};
pub use score::Score;
