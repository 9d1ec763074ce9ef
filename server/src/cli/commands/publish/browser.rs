//! Browsers that print to PDF.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::system::is_administrator;

/// The names of programs that can print without a window, all of one family.
const PROGRAMS: [&str; 7] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge"];

/// Where systems install them that have no path of programs.
const PLACES: [&str; 5] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/// The last lines of what a browser said are shown if it fails.
const LAST_LINES: usize = 3;

/// A browser.
#[derive(Debug)]
pub(super) struct Browser {
    program: PathBuf,
}

impl Browser {
    /// Finds a browser, or takes the one that is given.
    ///
    /// # Errors
    /// A message, if there is none.
    pub(super) fn find(given: Option<&Path>) -> Result<Browser, String> {
        if let Some(program) = given {
            return Ok(Browser { program: program.to_path_buf() });
        }
        let folders: Vec<PathBuf> =
            env::var_os("PATH").iter().flat_map(|path| env::split_paths(path).collect::<Vec<_>>()).collect();
        let names = PROGRAMS.iter().map(|name| format!("{name}{}", env::consts::EXE_SUFFIX));
        let on_path = names.flat_map(|name| folders.iter().map(move |folder| folder.join(&name)).collect::<Vec<_>>());
        let program = on_path.chain(PLACES.map(PathBuf::from)).find(|program| program.is_file());
        program.map(|program| Browser { program }).ok_or_else(|| {
            "no browser is found that could print to PDF: install Chromium, Chrome or Edge, or name one with --browser; \
             or use --to typst or --to latex"
                .to_owned()
        })
    }

    /// Prints a page. The browser keeps what it needs in `folder`.
    ///
    /// # Errors
    /// A message, if the browser cannot be started or writes nothing.
    pub(super) fn print(&self, page: &Path, pdf: &Path, folder: &Path) -> Result<(), String> {
        let shown = self.program.display();
        let mut command = Command::new(&self.program);
        command.args([
            "--headless",
            "--disable-gpu",
            "--no-first-run",
            "--no-pdf-header-footer",
            "--disable-extensions",
        ]);
        // Its sandbox refuses to run for the administrator of a system, as in most containers.
        if is_administrator() {
            command.arg("--no-sandbox");
        }
        let option = |name: &str, path: &Path| {
            let mut option = std::ffi::OsString::from(format!("--{name}="));
            option.push(path);
            option
        };
        command.arg(option("user-data-dir", &folder.join("browser"))).arg(option("print-to-pdf", pdf)).arg(page);
        let output = command.stdin(Stdio::null()).stdout(Stdio::null()).output();
        let output = output.map_err(|error| format!("the browser {shown} cannot be started: {error}"))?;
        if output.status.success() && fs::metadata(pdf).is_ok_and(|file| file.len() > 0) {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = lines[lines.len().saturating_sub(LAST_LINES)..].join("; ");
        Err(format!("the browser {shown} did not print: {} {last}", output.status))
    }
}
