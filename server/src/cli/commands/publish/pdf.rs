//! Pages to print: the page with all games, laid out by a browser.

use std::fs::{self, File};
use std::io::{self, Write};

use scoresheet_collection::publish::Form;

use super::arguments::PublishArguments;
use super::browser::Browser;
use super::single::{EXISTS, compose};
use super::{Done, Publication};
use crate::cli::output::Streams;
use crate::cli::writing::Replacement;

/// Writes the file. The inner error is a message.
pub(super) fn write(
    publication: &Publication<'_, '_>,
    arguments: &PublishArguments,
    streams: &mut Streams<'_>,
) -> io::Result<Result<Done, String>> {
    let output = &arguments.output;
    if output.exists() && !arguments.force {
        return Ok(Err(EXISTS.to_owned()));
    }
    let browser = match Browser::find(arguments.browser.as_deref()) {
        Ok(browser) => browser,
        Err(error) => return Ok(Err(error)),
    };
    let (page, has_trouble) = match compose(publication, Form::Html, streams)? {
        Ok(composed) => composed,
        Err(error) => return Ok(Err(error)),
    };
    let printed = (|| {
        let message = |error: io::Error| format!("cannot write a temporary file: {error}");
        let folder = tempfile::tempdir().map_err(message)?;
        let path = folder.path().join("games.html");
        let mut page = page;
        io::copy(&mut page, &mut File::create(&path).map_err(message)?).map_err(message)?;
        let pdf = folder.path().join("games.pdf");
        browser.print(&path, &pdf, folder.path())?;
        let bytes = fs::read(&pdf).map_err(message)?;
        let written = Replacement::create(output, true).and_then(|mut file| {
            file.write_all(&bytes)?;
            file.finish(None)
        });
        written.map_err(|error| format!("cannot write: {error}"))
    })();
    Ok(printed.map(|()| Done { written: 1, has_trouble, ..Done::default() }))
}
