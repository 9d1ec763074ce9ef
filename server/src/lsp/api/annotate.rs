//! `scoresheet/annotate`: writing an arrow, a square, a NAG or a comment from a board beside the text.

use scoresheet_chess::diagram::Brush;
use scoresheet_chess::results;
use scoresheet_ide::annotate::Annotation;
use scoresheet_ide::play;
use tower_lsp::jsonrpc::{Error, Result};

use super::play::written;
use crate::lsp::proto::editing::{AnnotateParams, Mark};
use crate::lsp::proto::extensions::{Colour, PlayedMove};
use crate::lsp::session::state::{State, refused};

/// The most bytes of a comment from a board: a page of a book has two thousand letters, and an edit is copied some times on its way.
const MOST_WORDS: usize = 64 << 10;

/// Answers the request.
pub(crate) async fn handle(state: &State, params: AnnotateParams) -> Result<Option<PlayedMove>> {
    let (uri, position) = (params.text_document.uri.clone(), params.position.into());
    let annotation = annotation(params)?;
    let answer = state
        .answer_around(&uri, position, move |snapshot| {
            let annotated = snapshot.annotate(snapshot.offset(position), &annotation);
            Some(annotated.map(|done| written(snapshot, &play::PlayedMove { edits: done.edits, cursor: done.cursor })))
        })
        .await?;
    answer.transpose().map_err(refused)
}

fn annotation(params: AnnotateParams) -> Result<Annotation> {
    let AnnotateParams { mark, nag, words, start, result, .. } = params;
    let is_too_long = |text: &Option<String>| text.as_ref().is_some_and(|text| text.len() > MOST_WORDS);
    if is_too_long(&words) || is_too_long(&start) {
        return Err(Error::invalid_params(format!("a comment has at most {MOST_WORDS} bytes")));
    }
    match (mark, nag, words, start, result) {
        (Some(mark), None, None, None, None) => {
            read(&mark).ok_or_else(|| Error::invalid_params("squares are written as e4"))
        }
        (None, Some(nag), None, None, None) => Ok(Annotation::Nag(nag)),
        (None, None, Some(words), None, None) => Ok(Annotation::Words(words)),
        (None, None, None, Some(start), None) => Ok(Annotation::Start(start)),
        (None, None, None, None, Some(result)) if results::canonical(&result) == Some(&result) => {
            Ok(Annotation::Result(result))
        }
        (None, None, None, None, Some(_)) => Err(Error::invalid_params("a result is one of 1-0, 0-1, 1/2-1/2 and *")),
        _ => Err(Error::invalid_params("one of mark, nag, words, start and result is needed")),
    }
}

fn read(Mark { colour, from, to }: &Mark) -> Option<Annotation> {
    let brush = match colour {
        Colour::Green => Brush::Green,
        Colour::Red => Brush::Red,
        Colour::Blue => Brush::Blue,
        Colour::Yellow => Brush::Yellow,
    };
    let to = match to {
        Some(to) => Some(to.parse().ok()?),
        None => None,
    };
    Some(Annotation::Mark { brush, from: from.parse().ok()?, to })
}
