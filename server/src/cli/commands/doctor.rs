//! `scoresheet doctor`: shows what is installed and configured, and what each editor needs.

use std::env;
use std::fmt::Write as _;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use clap::Args;
use clap::builder::styling::AnsiColor;

use crate::cli::arguments::GlobalArguments;
use crate::cli::output::{BOLD, Exit, Streams, display_path, paint};
use crate::configuration::{FILE_NAME, Finder};
use crate::system::{System, is_program, program_names};

/// How long to wait for the version of an editor.
const PATIENCE: Duration = Duration::from_secs(2);

/// An editor, and how it learns of the language server.
struct Editor {
    name: &'static str,
    /// The names of its program, the likeliest first.
    programs: &'static [&'static str],
    /// Whether `--version` is fast and opens no window.
    tells_version: bool,
    /// Paths are relative to the folder at [`FILES`].
    needs: &'static str,
}

/// Where the files for the editors are, with instructions for each.
const FILES: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/tree/main/editors");

/// In alphabetical order.
const EDITORS: &[Editor] = &[
    Editor {
        name: "Emacs",
        programs: &["emacs"],
        tells_version: true,
        needs: "29 or later, emacs/ on the load-path, and (require 'scoresheet-mode)",
    },
    Editor {
        name: "Helix",
        programs: &["hx", "helix"],
        tells_version: true,
        needs: "helix/languages.toml in ~/.config/helix/languages.toml",
    },
    Editor {
        name: "Kakoune",
        programs: &["kak"],
        tells_version: true,
        needs: "kak-lsp, and kakoune/scoresheet.kak in ~/.config/kak/autoload",
    },
    Editor {
        name: "Kate",
        programs: &["kate"],
        tells_version: false,
        needs: "the plugin LSP Client, and kate/settings.json in its user server settings",
    },
    Editor {
        name: "Neovim",
        programs: &["nvim"],
        tells_version: true,
        needs: "0.10 or later, and neovim/ on the runtimepath; :checkhealth scoresheet says the rest",
    },
    Editor {
        name: "Sublime Text",
        programs: &["subl"],
        tells_version: false,
        needs: "the package LSP, and what sublime/ has for its settings and for the folder User",
    },
    Editor {
        name: "Vim",
        programs: &["vim"],
        tells_version: true,
        needs: "8 or later with ALE, and in the vimrc: source vim/scoresheet.vim",
    },
    Editor {
        name: "Visual Studio Code",
        programs: &["code", "codium", "code-insiders", "code-server"],
        tells_version: false,
        needs: "the extension Scoresheet, which brings the program or finds it on the PATH",
    },
    Editor {
        name: "Zed",
        programs: &["zed", "zeditor"],
        tells_version: false,
        needs: "the extension in zed/, by the command zed: install dev extension",
    },
];

/// Arguments of `doctor`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  scoresheet doctor
  scoresheet doctor ~/games

Exit status: 0 the configuration can be used, 1 it cannot, 2 wrong usage, or there is no such folder.")]
pub(crate) struct DoctorArguments {
    /// Look for the configuration of this folder [default: the current folder]
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Where standard output cannot be written.
pub(super) fn run(
    arguments: &DoctorArguments,
    global: &GlobalArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let folder = arguments.folder.as_deref().unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let fault = if folder.exists() { "this is no folder" } else { "no such folder" };
        streams.error(format_args!("{}: {fault}", display_path(folder)));
        return Ok(Exit::Trouble);
    }
    let colors = streams.colors(global.color);
    let mut out = String::new();
    program(colors, &mut out);
    terminal(colors, streams, &mut out);
    let is_usable = configuration(folder, colors, &mut out);
    editors(colors, &mut out);
    streams.stdout.write_all(out.as_bytes())?;
    Ok(Exit::of(false, !is_usable))
}

// Writing to a string cannot fail.

fn program(colors: bool, out: &mut String) {
    heading("Program", colors, out);
    let (version, system) = (env!("CARGO_PKG_VERSION"), env::consts::OS);
    let _ = writeln!(out, "  version        {version} ({system}, {})", env::consts::ARCH);
    let here = env::current_exe().ok();
    if let Some(here) = &here {
        let _ = writeln!(out, "  this program   {}", here.display());
    }
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let _ = match on_path("scoresheet") {
        Some(found) if here.is_some_and(|here| real(&here) == real(&found)) => {
            writeln!(out, "  on the PATH    yes, editors find it")
        }
        Some(found) => {
            let version = version_of(&found).unwrap_or_else(|| "unknown version".to_owned());
            writeln!(out, "  on the PATH    {}: another program ({version}), which editors run", found.display())
        }
        None => writeln!(out, "  on the PATH    no: set the path to this program in your editors"),
    };
}

fn terminal(colors: bool, streams: &Streams<'_>, out: &mut String) {
    heading("Terminal", colors, out);
    let yes = |is: bool| if is { "yes" } else { "no" };
    let columns = if streams.stdout_is_terminal { format!(", {} columns", streams.width) } else { String::new() };
    let _ = writeln!(out, "  terminal       {}{columns}", yes(streams.stdout_is_terminal));
    let _ = writeln!(out, "  colors         {}", yes(colors));
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = variables.iter().find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    let shows_all = |locale: &String| {
        let locale = locale.to_ascii_uppercase();
        locale.contains("UTF-8") || locale.contains("UTF8")
    };
    let _ = match locale {
        _ if System::CURRENT == System::Windows => {
            writeln!(out, "  encoding       the output is UTF-8; run chcp 65001 if an old console shows it wrong")
        }
        Some(locale) if shows_all(&locale) => writeln!(out, "  encoding       UTF-8 ({locale})"),
        Some(locale) => {
            writeln!(out, "  encoding       {locale}: the output is UTF-8, so pieces and names may look wrong")
        }
        None => {
            writeln!(out, "  encoding       no locale is set: the output is UTF-8, so pieces and names may look wrong")
        }
    };
}

/// Whether the configuration of the folder, if there is one, can be used.
fn configuration(folder: &Path, colors: bool, out: &mut String) -> bool {
    heading("Configuration", colors, out);
    let Some(source) = Finder::default().locate(&folder.join("games.pgn")).source else {
        let _ = writeln!(out, "  none: no {FILE_NAME} in this folder or above, so the defaults apply");
        return true;
    };
    let path = source.path.display();
    match &source.parsed {
        Ok(file) => {
            let level = file.level.map_or("error; findings are shown from warning up", |level| {
                scoresheet_lint::finding::Level::from(level).name()
            });
            let _ = writeln!(out, "  file           {path}");
            let _ = writeln!(out, "  level          {level}");
            let _ =
                writeln!(out, "  rules          {} set, {} overrides", file.rules.levels.len(), file.overrides.len());
            true
        }
        Err(fault) => {
            let _ = writeln!(out, "  file           {path}: it cannot be used\n");
            let _ = writeln!(out, "{}", fault.render(&source.path.to_string_lossy(), &source.text, colors));
            false
        }
    }
}

fn editors(colors: bool, out: &mut String) {
    heading("Editors", colors, out);
    let find = |editor: &'static Editor| editor.programs.iter().find_map(|program| on_path(program));
    let found: Vec<(&Editor, Option<PathBuf>)> = EDITORS.iter().map(|editor| (editor, find(editor))).collect();
    for (editor, path) in &found {
        let Some(path) = path else { continue };
        let name = paint(colors, AnsiColor::Cyan.on_default(), editor.name);
        let version = if editor.tells_version { version_of(path) } else { None };
        let version = version.map_or_else(String::new, |version| format!(", {version}"));
        let _ = writeln!(out, "  {name}: {}{version}\n      needs {}", path.display(), editor.needs);
    }
    let missing: Vec<&str> = found.iter().filter(|(_, path)| path.is_none()).map(|(editor, _)| editor.name).collect();
    if !missing.is_empty() {
        let _ = writeln!(out, "  not on the PATH: {}", missing.join(", "));
    }
    let _ = writeln!(out, "  files and instructions for each editor: {FILES}");
}

fn heading(text: &str, colors: bool, out: &mut String) {
    let gap = if out.is_empty() { "" } else { "\n" };
    let _ = writeln!(out, "{gap}{}", paint(colors, BOLD, text));
}

/// The path of a program on the PATH.
fn on_path(program: &str) -> Option<PathBuf> {
    let names = program_names(System::CURRENT, program);
    let folders = env::var_os("PATH")?;
    let mut candidates = env::split_paths(&folders).flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    candidates.find(|path| is_program(path))
}

/// The first line that a program prints for `--version`, if it prints one soon.
fn version_of(program: &Path) -> Option<String> {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let mut stdout = child.stdout.take()?;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut said = Vec::new();
        let _ = stdout.read_to_end(&mut said);
        let _ = sender.send(said);
    });
    let said = receiver.recv_timeout(PATIENCE);
    // Whether it has ended or not.
    let _ = child.kill();
    let _ = child.wait();
    let said = String::from_utf8_lossy(&said.ok()?).into_owned();
    said.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
}
