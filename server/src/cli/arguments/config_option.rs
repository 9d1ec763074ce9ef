//! `--config`: a file, or a key of the configuration with its value.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::configuration::ConfigurationFile;

/// What one `--config` says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ConfigOption {
    /// The configuration file for all files.
    File(PathBuf),
    /// A line of TOML.
    Key(String),
}

impl ConfigOption {
    /// The file, if it names one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            ConfigOption::File(path) => Some(path),
            ConfigOption::Key(_) => None,
        }
    }

    /// The line, if it sets a key.
    pub(crate) fn line(&self) -> Option<&str> {
        match self {
            ConfigOption::File(_) => None,
            ConfigOption::Key(line) => Some(line),
        }
    }
}

impl FromStr for ConfigOption {
    type Err = String;

    /// A name that ends in `.toml` or has no `=` is a file. A value need not be in quotes, as a shell takes them away: `level=info`.
    fn from_str(text: &str) -> Result<ConfigOption, String> {
        let Some((key, value)) = text.split_once('=').filter(|_| !text.ends_with(".toml")) else {
            return Ok(ConfigOption::File(text.into()));
        };
        let quoted = || format!("{} = \"{}\"", key.trim(), value.trim().replace('\\', "\\\\").replace('"', "\\\""));
        let fault = |line: &str| line.parse::<ConfigurationFile>().err().map(|fault| fault.message);
        match (fault(text), fault(&quoted())) {
            (None, _) => Ok(ConfigOption::Key(text.to_owned())),
            (Some(_), None) => Ok(ConfigOption::Key(quoted())),
            // What is no TOML without quotes is meant as a string.
            (Some(bare), Some(quoted)) => {
                Err(if text.parse::<toml_edit::DocumentMut>().is_ok() { bare } else { quoted })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_or_a_key() {
        let key = |line: &str| Ok(ConfigOption::Key(line.to_owned()));
        let cases = [
            ("games/scoresheet.toml", Ok(ConfigOption::File("games/scoresheet.toml".into()))),
            ("a=b.toml", Ok(ConfigOption::File("a=b.toml".into()))),
            ("level=info", key("level = \"info\"")),
            ("level='info'", key("level='info'")),
            ("rules.null-move = off", key("rules.null-move = \"off\"")),
            ("exclude=['old/**']", key("exclude=['old/**']")),
            ("format.archive=true", key("format.archive=true")),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse::<ConfigOption>(), expected, "{text}");
        }
        for wrong in ["level=infos", "levle=info", "exclude=3", "rules.null-mov=off", "="] {
            assert!(wrong.parse::<ConfigOption>().is_err(), "{wrong}");
        }
    }
}
