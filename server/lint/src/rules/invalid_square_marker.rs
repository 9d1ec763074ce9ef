use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::command_arguments::{self, Fault};
use scoresheet_grammar::command::Command;

declare_rule! {
    /// A coloured square or arrow that is not on the board.
    ///
    /// ## What it does
    /// Checks the squares of `[%csl]` and the arrows of `[%cal]`: each is a letter for the colour (`G`, `R`, `Y`, `B`) and one
    /// square or two.
    ///
    /// ## Why is this bad?
    /// Programs drop the square or arrow, or show the whole command as text.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 { [%csl Ge5,Rz9] } 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 { [%csl Ge5,Rd5] } 1... e5 *
    /// ```
    ///
    /// ## References
    /// The commands are a convention of ChessBase, Lichess and others; the PGN standard, section 5, leaves the text of comments free.
    name: "invalid-square-marker", group: Suspicious, level: Warning, fix: None, hooks: [Hook::Command(Which::Unusual, check)],
}

fn check(command: &Command, _: &Walk, findings: &mut Findings) {
    if !command.is_closed || !command_arguments::names_squares(command.name) {
        return;
    }
    let mut start = command.arguments_range.start;
    for part in command.arguments.split(',') {
        let mark = part.trim();
        let mark_start = start + (part.len() - part.trim_start().len());
        start += part.len() + 1;
        // A trailing comma is common, and an empty command is another rule's finding.
        if !mark.is_empty()
            && let Some(Fault::Wrong(message)) = command_arguments::fault(command.name, mark)
        {
            findings.push(RULE.finding(mark_start..mark_start + mark.len(), message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn every_mark_is_looked_at() {
        check(
            &RULE,
            "
1. e4 {[%csl Ge5, Rz9,Gd4,] [%cal Ge2e9,Rd1d8,xx]} e5 {[%csl] [%cal ] [%foo Rz9] [%clk z9]} *
                  ^^^ Rz9 is not a colour and a square, such as Gd4
                                  ^^^^^ Ge2e9 is not a colour and two squares, such as Ge2e4
                                              ^^ xx is not a colour and two squares, such as Ge2e4
",
        );
    }
}
