//! The hooks of the active rules, in lists by event. Built once, used for every game.

use scoresheet_grammar::{GameView, TokenKind};

use crate::explanation::Candidate;
use crate::file_view::FileView;
use crate::findings::Findings;
use crate::rule::{
    AskAboutAllowance, AskAboutAnnotation, AskAboutCommand, AskAboutEvaluatedGame, AskAboutNotes, AskAboutRange,
    AskAboutTag, Hook, Rule, Which,
};
use crate::walk::{GameEnd, VariationEnd, Walk};
use scoresheet_chess::replay::notes::Notes;

/// The hooks of rules by the event that they are called for; see [`Hook`].
#[derive(Default)]
pub(crate) struct Hooks {
    pub(crate) faults: Vec<Hook>,
    pub(crate) tag: Vec<AskAboutTag>,
    /// By the length of the name, so that a tag without a hook costs next to nothing.
    pub(crate) named_tags: Vec<Vec<(&'static str, AskAboutTag)>>,
    pub(crate) tags: Vec<fn(&Walk, &mut Findings)>,
    pub(crate) played: Vec<(Notes, AskAboutNotes)>,
    pub(crate) null_move: Vec<fn(&Walk, &mut Findings)>,
    pub(crate) moves: Vec<fn(&Walk, &mut Findings)>,
    pub(crate) annotation: ByWhich<AskAboutAnnotation>,
    pub(crate) comment: ByWhich<AskAboutRange>,
    pub(crate) command: ByWhich<AskAboutCommand>,
    pub(crate) failed: Vec<fn(&Walk, &mut Findings)>,
    pub(crate) wrong_number: Vec<AskAboutRange>,
    /// By token kind.
    pub(crate) tokens: Vec<Vec<AskAboutRange>>,
    pub(crate) variation: Vec<fn(&VariationEnd, &Walk, &mut Findings)>,
    pub(crate) slip: Vec<fn(&Candidate, &str, &mut Findings)>,
    pub(crate) idle_allowance: Vec<AskAboutAllowance>,
    pub(crate) end: Vec<fn(&GameEnd, &Walk, &mut Findings)>,
    pub(crate) text: Vec<fn(GameView, &mut Findings)>,
    pub(crate) evaluated: Vec<AskAboutEvaluatedGame>,
    pub(crate) file: Vec<fn(&FileView, &mut Findings)>,
    /// Bit `kind as u8` is set if a rule has a hook for tokens of that kind.
    pub(crate) token_kinds: u64,
}

/// The hooks for one kind of event.
pub(crate) struct ByWhich<Ask> {
    /// Called for every event.
    pub(crate) every: Vec<Ask>,
    /// Called for every event that is not ordinary.
    pub(crate) unusual: Vec<Ask>,
}

impl<Ask> Default for ByWhich<Ask> {
    fn default() -> ByWhich<Ask> {
        ByWhich { every: Vec::new(), unusual: Vec::new() }
    }
}

impl<Ask> ByWhich<Ask> {
    /// Returns the hooks to call for an event.
    #[inline]
    pub(crate) fn at(&self, is_ordinary: bool) -> impl Iterator<Item = &Ask> {
        let unusual = if is_ordinary { &[] } else { self.unusual.as_slice() };
        self.every.iter().chain(unusual)
    }

    fn add(&mut self, which: Which, ask: Ask) {
        match which {
            Which::Every => self.every.push(ask),
            Which::Unusual => self.unusual.push(ask),
        }
    }
}

impl Hooks {
    /// Collects the hooks of `rules` in their order.
    pub(crate) fn of(rules: impl Iterator<Item = &'static Rule>) -> Hooks {
        // Escape lines may suppress findings, with or without a rule about them.
        let mut hooks = Hooks { token_kinds: 1 << TokenKind::EscapeLine as u8, ..Hooks::default() };
        rules.for_each(|rule| rule.hooks.iter().for_each(|hook| hooks.add(*hook)));
        hooks
    }

    /// Whether no rule looks at every move or every move number, so that the walk can skip plain ones.
    pub(crate) fn can_skip_plain_moves(&self) -> bool {
        self.moves.is_empty() && self.token_kinds & 1 << TokenKind::MoveNumber as u8 == 0
    }

    /// Whether no rule looks at every comment or every NAG, so that the walk can skip ordinary ones.
    pub(crate) fn can_skip_plain_remarks(&self) -> bool {
        const REMARKS: u64 = 1 << TokenKind::BraceComment as u8 | 1 << TokenKind::Nag as u8;
        self.annotation.every.is_empty()
            && self.comment.every.is_empty()
            && self.command.every.is_empty()
            && self.token_kinds & REMARKS == 0
    }

    fn add(&mut self, hook: Hook) {
        match hook {
            Hook::Fault(..) => self.faults.push(hook),
            Hook::Tag(ask) => self.tag.push(ask),
            Hook::TagNamed(names, ask) => names.iter().for_each(|name| self.add_named_tag(name, ask)),
            Hook::Tags(ask) => self.tags.push(ask),
            Hook::Played(notes, ask) => self.played.push((notes, ask)),
            Hook::NullMove(ask) => self.null_move.push(ask),
            Hook::Move(ask) => self.moves.push(ask),
            Hook::Annotation(which, ask) => self.annotation.add(which, ask),
            Hook::BraceComment(which, ask) => self.comment.add(which, ask),
            Hook::Command(which, ask) => self.command.add(which, ask),
            Hook::Failed(ask) => self.failed.push(ask),
            Hook::WrongNumber(ask) => self.wrong_number.push(ask),
            Hook::Token(kind, ask) => {
                self.token_kinds |= 1 << kind as u8;
                self.tokens.resize(self.tokens.len().max(kind as usize + 1), Vec::new());
                self.tokens[kind as usize].push(ask);
            }
            Hook::Variation(ask) => self.variation.push(ask),
            Hook::Slip(ask) => self.slip.push(ask),
            Hook::IdleAllowance(ask) => self.idle_allowance.push(ask),
            Hook::End(ask) => self.end.push(ask),
            Hook::Text(ask) => self.text.push(ask),
            Hook::EvaluatedGame(ask) => self.evaluated.push(ask),
            Hook::File(ask) => self.file.push(ask),
            // See `crate::record_linter`.
            Hook::Record(_) | Hook::EvaluatedRecord(_) | Hook::RecordTrait(..) | Hook::RecordFile(_) => {}
        }
    }

    fn add_named_tag(&mut self, name: &'static str, ask: AskAboutTag) {
        if self.named_tags.len() <= name.len() {
            self.named_tags.resize(name.len() + 1, Vec::new());
        }
        self.named_tags[name.len()].push((name, ask));
    }
}
