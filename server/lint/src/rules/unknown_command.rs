use super::fixes::perhaps_write;
use crate::findings::Findings;
use crate::rule::{Hook, Which, declare_rule};
use crate::walk::Walk;
use scoresheet_chess::command_docs::{KNOWN_COMMANDS, is_known};
use scoresheet_chess::damaged_commands::damaged_commands;
use scoresheet_chess::similar_words::{closest, in_other_capitals};
use scoresheet_grammar::command::Command;

declare_rule! {
    /// A command in a comment that no widely used program writes.
    ///
    /// ## What it does
    /// Checks for commands such as `[%clk 0:01:03]` whose name no widely used program writes. A mistyped name before arguments
    /// of such a command is reported by `malformed-command`.
    ///
    /// ## Why is this bad?
    /// A mistyped name makes a command useless. But every program may have commands of its own, so this rule is off by default.
    ///
    /// ## Example
    /// ```pgn
    /// 1. e4 {[%clock 0:01:03]} 1... e5 *
    /// ```
    ///
    /// ## Use instead
    /// ```pgn
    /// 1. e4 {[%clk 0:01:03]} 1... e5 *
    /// ```
    ///
    /// ## Fix safety
    /// The fix is unsafe: a name similar to a common one may still be a different command.
    ///
    /// ## References
    /// The commands are a convention of ChessBase, Lichess and others; the PGN standard, section 5, leaves the text of comments free.
    name: "unknown-command", group: Pedantic, level: Hint, fix: Sometimes, hooks: [Hook::Command(Which::Every, check)],
}

fn check(command: &Command, walk: &Walk, findings: &mut Findings) {
    let name = command.name;
    // A name on the next line, and a mistyped one before arguments that fit, are reported by other rules.
    let is_damaged = || !damaged_commands(walk.game.text, command.range.clone()).is_empty();
    if is_known(name) || is_damaged() || name.is_empty() && walk.text(command.range.clone()).contains(['\n', '\r']) {
        return;
    }
    if name.is_empty() {
        let finding = RULE.finding(command.range.clone(), "The command has no name");
        return findings.push(finding);
    }
    let known = || KNOWN_COMMANDS.iter().map(|known| known.name);
    let alike = in_other_capitals(name, known()).or_else(|| closest(name, known()));
    let range = command.name_range.clone();
    findings.push(match alike {
        Some(known) => {
            let message = format!("No program is known to write the command {name}; perhaps {known} is meant");
            RULE.finding(range.clone(), message).with_fix(perhaps_write(range, known))
        }
        None => RULE.finding(range, format!("No program is known to write the command {name}")),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_fix};

    #[test]
    fn names_are_compared() {
        check(
            &RULE,
            "
1. e4 {[%clk 0:01:00] [%evp 0,1] [%CLK x] [%clkk 0:01:00] [%foo] [% x]} *
                                   ^^^ No program is known to write the command CLK; perhaps clk is meant
                                                            ^^^ No program is known to write the command foo
                                                                 ^^^^^ The command has no name
",
        );
    }

    #[test]
    fn a_slip_is_repaired() {
        check_fix(&RULE, "1. e4 {[%clck x] [%eva x]} *", "1. e4 {[%clk x] [%eval x]} *");
    }
}
