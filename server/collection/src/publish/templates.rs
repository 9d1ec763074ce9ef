//! Layouts of the user: templates for the pages of a site.

use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};

/// The templates that make pages; others are for them to include or extend.
pub(super) const GAME: &str = "game.html";
pub(super) const INDEX: &str = "index.html";
pub(super) const TABLE: &str = "table.html";

/// Templates for the pages of a site. A page without one is as it is without templates.
#[derive(Clone, Debug)]
pub struct Templates {
    environment: Environment<'static>,
    style: Option<String>,
}

impl Templates {
    /// Reads templates, by the names of their files, and a style sheet that replaces ours.
    ///
    /// # Errors
    /// The file, the line and what is wrong with the first one that does not read; or that none makes a page.
    pub fn new(files: Vec<(String, String)>, style: Option<String>) -> Result<Templates, String> {
        let mut environment = Environment::new();
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        if !files.iter().any(|(name, _)| [GAME, INDEX, TABLE].contains(&name.as_str())) && style.is_none() {
            return Err(format!("none of {GAME}, {INDEX}, {TABLE} and style.css is there"));
        }
        for (name, text) in files {
            environment.add_template_owned(name, text).map_err(|error| message(&error))?;
        }
        Ok(Templates { environment, style })
    }

    /// The style sheet, if there is one.
    pub(super) fn style(&self) -> Option<&str> {
        self.style.as_deref()
    }

    /// Makes a page of these values. `None` without a template for it.
    pub(super) fn render(&self, name: &str, values: impl FnOnce() -> Value) -> Option<Result<String, String>> {
        let template = self.environment.get_template(name).ok()?;
        Some(template.render(values()).map_err(|error| message(&error)))
    }
}

/// The file, the line and what is wrong: `game.html:3: undefined value`.
fn message(error: &minijinja::Error) -> String {
    // An error in a file that is included is the source of the error where it is included.
    let mut innermost = error;
    while let Some(inner) = std::error::Error::source(innermost).and_then(|source| source.downcast_ref()) {
        innermost = inner;
    }
    let place = match (innermost.name(), innermost.line()) {
        (Some(name), Some(line)) => format!("{name}:{line}: "),
        (Some(name), None) => format!("{name}: "),
        _ => String::new(),
    };
    match innermost.detail() {
        Some(detail) => format!("{place}{}: {detail}", innermost.kind()),
        None => format!("{place}{}", innermost.kind()),
    }
}
