//! Whatever a client sends, every request is answered and the session ends.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_fuzz::Act;
use scoresheet_tests::laws::session::{self, check_session};

fuzz_target!(|acts: Vec<Act>| {
    let acts: Vec<session::Act> = acts.into_iter().map(Act::into).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(check_session(&acts));
});
