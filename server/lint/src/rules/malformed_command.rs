use super::fixes::write;
use crate::finding::{Edit, Fix, Level};
use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::command_arguments::{self, Fault};
use scoresheet_grammar::command::Command;

declare_rule! {
    /// A command in a comment with unreadable arguments.
    ///
    /// ## What it does
    /// Checks the commands that most programs support: the clocks `[%clk]`, `[%emt]`, `[%egt]`, `[%mct]`, the evaluation
    /// `[%eval]`, coloured squares `[%csl]` and arrows `[%cal]`. The squares themselves are checked by `invalid-square-marker`.
    /// Other commands are not checked. Dialects that programs read (`[%clk 3:00]`, `[%emt 1.748]`, `[%eval +0.35/13]`) and
    /// empty commands are only informational.
    ///
    /// ## Why is this bad?
    /// Programs show an unreadable command as text, or lose its clock time or evaluation.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 { [%eval good] } 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 { [%eval 0.35] } 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is safe: it closes a command that is otherwise correct, or writes an evaluation the way most programs do.
    ///
    /// ## References
    /// The commands are a convention of ChessBase, Lichess and others; the PGN standard, section 5, leaves the text of comments free.
    name: "malformed-command", group: Suspicious, level: Warning, fix: Sometimes, hooks: [Hook::Command(Which::Unusual, check)],
}

fn check(command: &Command, walk: &Walk, findings: &mut Findings) {
    let Some(fault) = command_arguments::fault(command.name, command.arguments) else { return };
    let arguments = command.arguments_range.clone();
    if !command.is_closed {
        let message = format!("The command {} lacks its closing bracket", command.name);
        let mut finding = RULE.finding(command.range.clone(), message);
        if fault == Fault::None {
            finding = finding.with_fix(Fix::safe("Close the command", vec![Edit::insert(arguments.end, "]")]));
        }
        return findings.push(finding);
    }
    let (level, range) = match fault {
        Fault::None => return,
        Fault::Wrong(_) if command_arguments::names_squares(command.name) => return,
        Fault::Empty => (Level::Info, command.range.clone()),
        Fault::Dialect(_) => (Level::Info, arguments.clone()),
        Fault::Wrong(_) => (Level::Warning, arguments.clone()),
    };
    if !walk.is_reported(level) {
        return findings.push(RULE.unreported(range, level));
    }
    let (message, usual) = match fault {
        Fault::None => return,
        Fault::Empty => (format!("The command {} is empty", command.name), None),
        Fault::Dialect(dialect) => (dialect.message(command.arguments), dialect.usual(command.arguments)),
        Fault::Wrong(message) => (message, None),
    };
    let mut finding = RULE.finding(range, message);
    finding.level = level;
    if let Some(usual) = usual {
        finding.fixes.push(write(arguments, usual));
    }
    findings.push(finding);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix, findings};

    #[test]
    fn known_commands_are_read() {
        check(
            &RULE,
            "
1. e4 {[%clk 0:01:00] [%eval #-3] [%csl Ge5,Rz9]} e5 {[%eval good] [%tqu what,ever] [%cal]} *
                                                             ^^^^ good is not an evaluation, such as 0.35 or #-3
                                                                                    ^^^^^^ The command cal is empty
",
        );
    }

    #[test]
    fn an_open_command_is_closed() {
        check_fix(&RULE, "1. e4 {[%clk 0:01:00 } *", "1. e4 {[%clk 0:01:00] } *");
    }

    #[test]
    fn evaluations_are_written_the_common_way() {
        check_fix(&RULE, "1. e4 {[%eval +#3] [%eval 0.3/20]} *", "1. e4 {[%eval #3] [%eval 0.3,20]} *");
    }

    #[test]
    fn dialects_are_no_warning() {
        for command in ["[%clk 3:00]", "[%emt 1.748]", "[%eval +0.35/13]", "[%cal ]"] {
            let text = format!("1. e4 {{{command}}} *");
            let levels: Vec<Level> = findings(&RULE, &text).iter().map(|found| found.level).collect();
            assert_eq!(levels, [Level::Info], "{command}");
        }
        for command in ["[%clk 0:01:00.5]", "[%eval -106,29]", "[%eval 0,34]", "[%emt 0:00:04]", "[%evp 0,35,25]"] {
            check(&RULE, &format!("1. e4 {{{command}}} *"));
        }
    }
}
