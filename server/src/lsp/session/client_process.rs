//! The program that started the server: when it is gone, the session ends, although something else may hold the input open.

use std::time::Duration;

use crate::lsp::transport::outbox::WeakOutbox;
use crate::system::start_of_process;

/// How often the program is looked for. An end within some seconds is soon enough, and a look takes microseconds.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Ends the session after the process with this number is gone. A process that is not there now is not watched: the number may be that of
/// another machine or container. Does not wait.
pub(crate) fn watch(process: Option<u32>, outbox: WeakOutbox) {
    let Some((process, start)) = process.and_then(|process| Some((process, start_of_process(process)?))) else {
        return;
    };
    tokio::spawn(async move {
        while !outbox.is_over() {
            tokio::time::sleep(LOOK_EVERY).await;
            if start_of_process(process).as_deref() != Some(&start) {
                tracing::info!("the program that started the server (process {process}) is gone");
                return outbox.close();
            }
        }
    });
}
