//! A session from its start to its end: the transport and the handlers.

use std::process::ExitCode;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tower_lsp::LspService;
use tower_lsp::lsp_types::notification::{Notification, WorkDoneProgressCancel};

use super::api::Backend;
use super::documents::observer::{Observer, Unobserved};
use super::proto::{collection, editing, extensions};
use super::tasks::background::IDLE;
use super::transport::connection::{self, End};
use super::transport::outbox::Outbox;
use super::transport::stdio;

/// So many requests run at once. The allocator keeps memory for each thread; more threads than cores would keep more and be no faster.
const WORKERS: usize = 3;

/// Serves one client on standard input and output until it sends `exit` or is gone.
pub fn run_stdio() -> ExitCode {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = match builder.enable_all().max_blocking_threads(WORKERS).thread_keep_alive(IDLE).build() {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!("the language server cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    let (input, output) = match stdio::input().and_then(|input| Ok((input, stdio::output()?))) {
        Ok(streams) => streams,
        Err(error) => {
            tracing::error!("the language server cannot use its standard input and output: {error}");
            return ExitCode::FAILURE;
        }
    };
    let end = runtime.block_on(serve(input, output));
    // The client no longer waits for what is still running.
    runtime.shutdown_background();
    end.into()
}

/// Serves one client over any pair of streams. Needs a tokio runtime with time.
pub async fn serve<R, W>(input: R, output: W) -> End
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin + Send + 'static,
{
    serve_observed(input, output, Arc::new(Unobserved)).await
}

/// The same with an observer of the work.
pub async fn serve_observed<R, W>(input: R, output: W, observer: Arc<dyn Observer>) -> End
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let (outbox, writer) = match Outbox::start(output) {
        Ok(started) => started,
        Err(error) => {
            tracing::error!("the language server cannot start: {error}");
            return End::WithoutShutdown;
        }
    };
    let service = LspService::build(|client| Backend::new(client, outbox.downgrade(), observer));
    let service =
        service.custom_method(extensions::BOARD, Backend::board).custom_method(extensions::PLAY, Backend::play);
    let service = service.custom_method(WorkDoneProgressCancel::METHOD, Backend::cancel_progress);
    let service = service.custom_method(extensions::GAME, Backend::game);
    let service = service.custom_method(editing::ANNOTATE, Backend::annotate);
    let service = service.custom_method(editing::LINE, Backend::line);
    let service = service.custom_method(editing::MOVE_GAME, Backend::move_game);
    let service = service.custom_method(collection::EXPLORER, Backend::explorer);
    let service = service.custom_method(collection::SEARCH, Backend::search);
    let service = service.custom_method(collection::QUERY, Backend::query);
    let service = service.custom_method(collection::FOUND_GAME, Backend::found_game);
    let service = service.custom_method(extensions::PICTURE, Backend::picture).finish();
    connection::run(input, service, (outbox, writer)).await
}
