//! Why a file cannot get the name of another one.

use std::io;

use super::which::System;

/// What Windows says where another program has opened the file so that it cannot be replaced: `ERROR_ACCESS_DENIED`, `ERROR_SHARING_VIOLATION`
/// and `ERROR_LOCK_VIOLATION`.
const IN_USE: [i32; 3] = [5, 32, 33];

/// The error of replacing a file that may be written, in the words of the user: on Windows a file that another program reads may keep its name
/// and its content.
pub(crate) fn why_not_replaced(system: System, error: io::Error) -> io::Error {
    let is_in_use = error.raw_os_error().is_some_and(|code| IN_USE.contains(&code));
    if system == System::Windows && is_in_use {
        return io::Error::new(error.kind(), "another program has opened it: close it there, and try again");
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_windows_a_file_may_be_in_use() {
        for code in IN_USE {
            let of = |system| why_not_replaced(system, io::Error::from_raw_os_error(code));
            assert!(of(System::Windows).to_string().starts_with("another program has opened it"));
            for system in [System::MacOs, System::Other] {
                assert_eq!(of(system).raw_os_error(), Some(code));
            }
        }
        let full = why_not_replaced(System::Windows, io::Error::from_raw_os_error(112));
        assert_eq!(full.raw_os_error(), Some(112));
    }
}
