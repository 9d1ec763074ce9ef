//! The engine that the user names: one at a time, shared by all threads, with its answers kept.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use scoresheet_chess::evaluation::{Evaluation, Evaluator, Question};

use super::answers::Answers;
use super::error::EngineError;
use super::identity::identity;
use super::session::{Bounds, HASH, Session};
use crate::move_cache::CacheFolder;

/// How many positions are searched for an answer, unless the user says otherwise: about a third of a second on an ordinary core.
pub(crate) const DEFAULT_NODES: u64 = 200_000;

/// An engine that all threads ask in turn.
#[derive(Debug)]
pub(crate) struct UserEngine {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    answers: Answers,
    /// The conversation, until it fails.
    session: Result<Session, EngineError>,
}

impl UserEngine {
    /// Starts the engine at `path`. Its answers are kept in `folder`.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or does not speak UCI.
    pub(crate) fn start(path: &Path, bounds: Bounds, folder: Option<&CacheFolder>) -> Result<UserEngine, EngineError> {
        let session = Session::start(path, bounds)?;
        let identity = format!("{}\0{}\0{HASH}", identity(path, &session.name), bounds.nodes);
        let state = State { answers: Answers::of(folder, &identity), session: Ok(session) };
        Ok(UserEngine { state: Mutex::new(state) })
    }

    /// Why the engine no longer answers, if it does not.
    pub(crate) fn error(&self) -> Option<EngineError> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.session.as_ref().err().cloned()
    }
}

impl Evaluator for UserEngine {
    fn evaluate(&self, question: &Question) -> Option<Evaluation> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = state.answers.get(question) {
            return Some(known);
        }
        match state.session.as_mut().ok()?.evaluate(question) {
            Ok(evaluation) => {
                let evaluation = evaluation?;
                state.answers.add(question, &evaluation);
                Some(evaluation)
            }
            Err(error) => {
                // Its answers may be about another position from now on.
                state.session = Err(error);
                None
            }
        }
    }
}
