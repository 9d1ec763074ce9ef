//! The words of a text: tags, comments, parentheses, numbers, moves, marks, results, and anything else.

use super::moves::MoveText;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A name, a value, and whether an empty line is before the tag.
    Tag(String, String, bool),
    Comment(String),
    Open,
    Close,
    /// A move number or its periods; whether it is the first number after an empty line, so that it begins a game.
    Number(bool),
    Move(MoveText),
    Nag(u32),
    /// A sign that may be a NAG.
    Sign(String),
    /// A check mark, or the remark that a pawn is taken en passant: no part of what is played.
    CheckMark,
    Result(String),
    Text(String),
}

pub(super) struct Words<'text> {
    text: &'text str,
    at: usize,
    /// Words that were read and not returned yet, the next one last.
    ready: Vec<Word>,
    /// Whether the last word was a move, so that a sign after it belongs to it.
    after_move: bool,
    /// The value of the last Result tag.
    result: String,
}

/// What ends a run of other characters.
const ENDS: [char; 12] = ['{', '}', '(', ')', ';', '[', ']', '"', '$', '!', '?', '*'];

impl<'text> Words<'text> {
    pub(super) fn of(text: &'text str) -> Words<'text> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        Words { text, at: 0, ready: Vec::new(), after_move: false, result: String::new() }
    }

    fn rest(&self) -> &'text str {
        &self.text[self.at..]
    }

    /// Takes the text up to `end`, and what is at it if `with_end`; all of the rest if there is no end.
    fn take_to(&mut self, end: Option<usize>, end_length: usize) -> &'text str {
        let rest = self.rest();
        let taken = end.unwrap_or(rest.len());
        self.at += end.map_or(rest.len(), |end| end + end_length);
        &rest[..taken]
    }

    fn is_at_line_start(&self) -> bool {
        self.at == 0 || self.text[..self.at].ends_with(['\n', '\r'])
    }

    fn read(&mut self) -> Option<Word> {
        loop {
            let letter = self.rest().chars().next()?;
            if letter.is_whitespace() || matches!(letter, '\u{FEFF}' | '\u{200B}' | '\0') {
                self.at += letter.len_utf8();
            } else if let Some(length) = space_entity(self.rest()) {
                self.at += length;
            } else if letter == '%' && self.is_at_line_start() {
                self.take_to(self.rest().find(['\n', '\r']), 0);
            } else {
                return Some(self.word(letter));
            }
        }
    }

    fn word(&mut self, letter: char) -> Word {
        if let Some((name, value, length)) = tag(self.rest(), self.is_at_line_start()) {
            let after_empty_line = is_after_empty_line(&self.text[..self.at]);
            self.at += length;
            if name == "Result" {
                self.result.clone_from(&value);
            }
            return Word::Tag(name, value, after_empty_line);
        }
        if let Some(length) = spaced_castling(self.rest()) {
            let text: String = self.rest()[..length].split_whitespace().collect();
            self.at += length;
            return MoveText::at_start_of(&text).map_or(Word::Text(text.clone()), |(text, _)| Word::Move(text));
        }
        if let Some((text, length)) = spaced_result(self.rest()) {
            self.at += length;
            return Word::Result(text);
        }
        if let Some(length) = entity(self.rest()) {
            let sign = self.rest()[..length].to_owned();
            self.at += length;
            return Word::Sign(sign);
        }
        if matches!(letter, '!' | '?') {
            return self.suffix();
        }
        let length = letter.len_utf8();
        if !ENDS.contains(&letter) {
            return self.run();
        }
        self.at += length;
        match letter {
            '{' => {
                let end = self.rest().find('}');
                Word::Comment(self.take_to(end, 1).to_owned())
            }
            ';' => {
                let end = self.rest().find(['\n', '\r']);
                Word::Comment(self.take_to(end, 0).to_owned())
            }
            '(' => self.open(),
            ')' => Word::Close,
            '*' => Word::Result("*".to_owned()),
            '$' => {
                let digits = self.rest().find(|letter: char| !letter.is_ascii_digit()).unwrap_or(self.rest().len());
                self.take_to(Some(digits), 0).parse().map_or_else(|_| Word::Text("$".into()), Word::Nag)
            }
            other => Word::Text(other.into()),
        }
    }

    /// A parenthesis; `(=)` is an offer of a draw.
    fn open(&mut self) -> Word {
        if self.rest().starts_with("=)") {
            self.at += 2;
            return Word::Sign("(=)".to_owned());
        }
        Word::Open
    }

    fn suffix(&mut self) -> Word {
        let end = self.rest().find(|letter| !matches!(letter, '!' | '?')).unwrap_or(self.rest().len());
        match self.take_to(Some(end), 0) {
            "!" => Word::Nag(1),
            "?" => Word::Nag(2),
            "!!" => Word::Nag(3),
            "??" => Word::Nag(4),
            "!?" => Word::Nag(5),
            "?!" => Word::Nag(6),
            other => Word::Sign(other.to_owned()),
        }
    }

    /// A run of characters up to white space or a delimiter: a result, numbers and moves that may run together, a sign, or text.
    fn run(&mut self) -> Word {
        let rest = self.rest();
        let is_end = |(at, letter): &(usize, char)| {
            letter.is_whitespace() || *letter == '\u{200B}' || ENDS.contains(letter) || entity(&rest[*at..]).is_some()
        };
        let end = rest.char_indices().find(is_end).map_or(rest.len(), |(at, _)| at);
        let mut run = self.take_to(Some(end), 0);
        if let Some(result) = result(run).or_else(|| self.result_like_the_tag(run)) {
            return Word::Result(result);
        }
        let mut words = Vec::new();
        while !run.is_empty() {
            if let Some(after) = run.strip_prefix("e.p.") {
                words.push(Word::CheckMark);
                run = after;
            } else if let Some((result, length)) = result_at_start_of(run) {
                words.push(Word::Result(result));
                run = &run[length..];
            } else if let Some(length) = number(run) {
                let begins = &run[..length] == "1." && is_after_empty_line(&self.text[..self.at - run.len()]);
                words.push(Word::Number(begins));
                run = &run[length..];
            } else if let Some((text, length)) = MoveText::at_start_of(run) {
                words.push(Word::Move(text));
                run = &run[length..];
                let after = &self.text[self.at - run.len()..];
                if let Some(Word::Move(text)) = words.last_mut()
                    && let Some(length) = text.promote(after)
                {
                    self.at += length - run.len();
                    break;
                }
            } else if let Some((mut joined, length)) = halves_of_move(run, self.rest()) {
                self.at += length;
                if run == "N" {
                    // It may be the sign of a novelty, too, and a move of a pawn after it.
                    words.push(Word::Sign("N".to_owned()));
                    joined.or_without_its_letter();
                }
                words.push(Word::Move(joined));
                break;
            } else {
                let after_move = words.last().map_or(self.after_move, |last| matches!(last, Word::Move(_)));
                let length = other_length(run);
                words.push(self.other(&run[..length], after_move));
                run = &run[length..];
            }
        }
        words.reverse();
        let word = words.pop().unwrap_or(Word::CheckMark);
        self.ready = words;
        word
    }

    /// A result that PGN does not have, as a double forfeit: the last word of the game where it is that of the Result tag.
    fn result_like_the_tag(&self, run: &str) -> Option<String> {
        let is_known = matches!(run, "0-0" | "+/-" | "-/+" | "+:-" | "-:+" | "-/-" | "=/=");
        let rest = self.rest().trim_start();
        (is_known && run == self.result && (rest.is_empty() || rest.starts_with('['))).then(|| run.to_owned())
    }

    fn other(&self, run: &str, after_move: bool) -> Word {
        let result = result(run);
        if let Some(result) = result {
            return Word::Result(result);
        }
        if after_move && matches!(run, "+" | "++" | "#" | "e.p." | "ep" | "ep." | "mate" | "ch" | "ch." | "check") {
            return Word::CheckMark;
        }
        if is_sign(run, self.rest()) {
            return Word::Sign(run.to_owned());
        }
        Word::Text(run.to_owned())
    }
}

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        let word = self.ready.pop().or_else(|| self.read())?;
        self.after_move = matches!(word, Word::Move(_)) || word == Word::CheckMark && self.after_move;
        Some(word)
    }
}

/// The name and value of a tag pair, and its length. Quotes may be of any kind; a value does not end before a quote that a bracket
/// follows. At the start of a line, they may be missing.
fn tag(text: &str, is_at_line_start: bool) -> Option<(String, String, usize)> {
    // At the start of a line, the bracket may be missing.
    let lacks_bracket = |line: &str| line.trim_end().ends_with("\"]") && !line.contains('[');
    let is_unopened = || is_at_line_start && text.lines().next().is_some_and(lacks_bracket);
    let inner = text.strip_prefix('[').or_else(|| is_unopened().then_some(text))?.trim_start();
    let name_end = inner.find(|letter: char| !(letter.is_alphanumeric() || letter == '_'))?;
    let (name, after) = inner.split_at(name_end);
    if !name.starts_with(char::is_alphabetic) {
        return None;
    }
    let value = after.trim_start_matches([' ', '\t']);
    let start = text.len() - value.len();
    let line_end = value.find(['\n', '\r']).unwrap_or(value.len());
    let mut line = &value[..line_end];
    let Some(quoted) = line.strip_prefix(QUOTES) else {
        let end = line.find(']').filter(|_| is_at_line_start)?;
        return Some((name.to_owned(), words(line[..end].trim_end_matches(QUOTES)), start + end + 1));
    };
    // A value may go on in the next line.
    let next = value[line_end..].trim_start_matches(['\n', '\r']);
    let next_end = next.find(['\n', '\r']).unwrap_or(next.len());
    if !quoted.contains(QUOTES)
        && !quoted.contains(']')
        && next[..next_end].trim_end().ends_with("\"]")
        && !next.starts_with('[')
    {
        line = &value[..value.len() - next.len() + next_end];
    }
    let quote = line.chars().next()?.len_utf8();
    let is_end = |at: &usize| {
        let before = line[quote..*at].trim_end();
        before.strip_suffix(QUOTES).is_some_and(|before| !before.ends_with('\\'))
    };
    let end = line.match_indices(']').map(|(at, _)| at).filter(|at| *at >= quote).find(is_end);
    let content = end.map_or(line[quote..].trim_end_matches(']'), |end| &line[quote..end]);
    let length = start + end.map_or(line.len(), |end| end + 1);
    Some((name.to_owned(), words(content.trim_end().trim_end_matches(QUOTES)), length))
}

/// A value without escapes, and with one space between its words.
fn words(value: &str) -> String {
    value.replace('\\', "").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The move that the halves of a word are, with spaces between, as `Nb d7`; and the length of the rest of it.
fn halves_of_move(half: &str, rest: &str) -> Option<(MoveText, usize)> {
    // `2Nf 3`
    let half = half.trim_start_matches(|digit: char| digit.is_ascii_digit());
    // Other capitals alone are signs and pieces of variants; with a file they are pieces in another language, `Lb 5`.
    let is_foreign = || {
        let mut letters = half.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(|file| matches!(file, 'a'..='h'))
    };
    let is_english = half.starts_with(|letter: char| matches!(letter, 'a'..='h') || "KQRBN".contains(letter));
    let is_half = (is_english || is_foreign()) && half.chars().count() < 4;
    let other = rest.trim_start_matches([' ', '\t', '\u{a0}']);
    let end = other.find(|letter: char| letter.is_whitespace() || ENDS.contains(&letter)).unwrap_or(other.len());
    if !is_half || end == 0 || other.len() == rest.len() || MoveText::at_start_of(half).is_some() {
        return None;
    }
    let joined = format!("{half}{}", &other[..end]);
    let (text, length) = MoveText::at_start_of(&joined)?;
    // A period after it is none of its letters.
    let is_whole = joined[length..].chars().all(|letter| letter == '.');
    is_whole.then_some((text, rest.len() - other.len() + end - (joined.len() - length)))
}

/// The length of castling with spaces between its letters, as `O - O`.
fn spaced_castling(text: &str) -> Option<usize> {
    let letter = |text: &str| text.starts_with(['O', 'o', '0']).then_some(1);
    let is_blank = |letter| matches!(letter, ' ' | '\t');
    let mut end = letter(text)?;
    let mut letters = 1;
    while letters < 3
        && let Some(after) = text[end..].trim_start_matches(is_blank).strip_prefix('-')
        && letter(after.trim_start_matches(is_blank)).is_some()
    {
        end = text.len() - after.trim_start_matches(is_blank).len() + 1;
        letters += 1;
    }
    let is_apart = text[end..]
        .starts_with(|letter: char| letter.is_whitespace() || letter == '\u{200B}' || ENDS.contains(&letter))
        || end == text.len();
    (letters > 1 && is_apart && text[..end].contains(is_blank)).then_some(end)
}

const QUOTES: [char; 10] = ['"', '\'', '“', '”', '„', '«', '»', '‘', '’', '`'];

fn is_after_empty_line(before: &str) -> bool {
    let ends = before.chars().rev().take_while(|letter| letter.is_whitespace()).filter(|letter| *letter == '\n');
    ends.take(2).count() == 2
}

/// The length of an HTML entity that is a space.
fn space_entity(text: &str) -> Option<usize> {
    ["&nbsp;", "&#160;"].into_iter().find(|entity| text.starts_with(entity)).map(str::len)
}

/// A result with spaces around its hyphen, and its length: `1 - 0`.
fn spaced_result(text: &str) -> Option<(String, usize)> {
    let first = text.chars().next().filter(|first| matches!(first, '0' | '1'))?;
    let rest = text[1..].trim_start_matches(' ');
    let hyphen = rest.chars().next().filter(|hyphen| matches!(hyphen, '-' | '–' | '—' | '−'))?;
    let after = rest[hyphen.len_utf8()..].trim_start_matches(' ');
    let last = after.chars().next().filter(|last| matches!(last, '0' | '1') && *last != first)?;
    let is_whole = after.len() == 1 || after[1..].starts_with(char::is_whitespace);
    is_whole.then(|| (format!("{first}-{last}"), text.len() - after.len() + 1))
}

/// The length of an HTML entity, as `&plusmn;`.
fn entity(text: &str) -> Option<usize> {
    let name = text.strip_prefix('&')?;
    let end = name.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '#'))?;
    (end > 0 && name[end..].starts_with(';')).then_some(end + 2)
}

/// The length of a move number with its periods, or of periods.
fn number(run: &str) -> Option<usize> {
    let is_period = |letter: char| matches!(letter, '.' | '…');
    let digits = run.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(run.len());
    let periods = run[digits..].find(|letter| !is_period(letter)).unwrap_or(run.len() - digits);
    // `2Qh4`, `1e4`
    let is_glued =
        (1..=3).contains(&digits) && MoveText::at_start_of(&run[digits..]).is_some() && !run.starts_with('0');
    // `1-e4`
    let after_hyphen = run[digits..].strip_prefix('-').filter(|after| after.starts_with(char::is_alphabetic));
    if (1..=3).contains(&digits) && after_hyphen.is_some_and(|after| MoveText::at_start_of(after).is_some()) {
        return Some(digits + 1);
    }
    let is_number = periods > 0 || digits == run.len() || is_glued;
    (is_number && digits + periods > 0).then_some(digits + periods).or_else(|| {
        let is_parenthesis = digits > 0 && run[digits..].starts_with([',', ':']) && run.len() == digits + 1;
        is_parenthesis.then_some(run.len())
    })
}

/// The standard's spelling of a termination marker.
pub(super) fn result(run: &str) -> Option<String> {
    let run =
        if run.starts_with("**") { run.trim_end_matches('*').trim_end().to_owned() + "*" } else { run.to_owned() };
    let run = run.as_str();
    let same =
        run.replace(['–', '—', '−', '‐', '‑', ':', '_'], "-").replace(['O', 'o', 'О'], "0").replace(['l', 'I'], "1");
    let result = match same.trim_end_matches('.') {
        "1-0" if !run.contains('.') || run.ends_with('.') => "1-0",
        "0-1" => "0-1",
        "1/2-1/2" | "1/2-1" | "1/2-" | "1/2" | "½-½" | "½" | "0.5-0.5" | ".5-.5" => "1/2-1/2",
        _ => return None,
    };
    Some(result.to_owned())
}

/// The termination marker at the start of a run, and its length: the rest of the run is a move number or a move, as in `1-0e5` and
/// `1/2-1/21.e4`.
fn result_at_start_of(run: &str) -> Option<(String, usize)> {
    let begins_move = |rest: &str| rest.is_empty() || number(rest).is_some() || MoveText::at_start_of(rest).is_some();
    let ends = run.char_indices().map(|(at, letter)| at + letter.len_utf8()).take(LONGEST_RESULT);
    // Digits after it are more of the same symbol (section 7), unless it is one of the standard's.
    let is_whole = |end: usize| {
        !run[end..].starts_with(|next: char| next.is_ascii_digit()) || matches!(&run[..end], "1-0" | "0-1" | "1/2-1/2")
    };
    let found = ends.filter(|end| is_whole(*end)).filter_map(|end| Some((result(&run[..end])?, end)));
    let found = found.filter(|(_, end)| begins_move(&run[*end..]));
    found.last()
}

/// The most characters of a termination marker, with a period after it.
const LONGEST_RESULT: usize = 8;

/// The length of what is neither a number nor a move at the start of a run: signs, or text up to a sign of printed books or to a period or `<`
/// (tokens that end themselves, section 7) with a move after it.
fn other_length(run: &str) -> usize {
    let is_sign = |letter: char| !letter.is_alphanumeric() && !letter.is_ascii() || "=~".contains(letter);
    let is_end = |(at, letter): &(usize, char)| {
        is_sign(*letter)
            || ".<>".contains(*letter)
                && MoveText::at_start_of(run[*at..].trim_start_matches(['.', '<', '>'])).is_some()
    };
    let first = run.chars().next().unwrap_or_default();
    match run.find(char::is_alphanumeric) {
        Some(0) => run.char_indices().find(is_end).map_or(run.len(), |(at, _)| at),
        _ if is_whole_sign(first) => first.len_utf8(),
        letters => letters.unwrap_or(run.len()),
    }
}

/// Whether a character is a sign by itself, whatever follows it, and no part of one, as the many kinds of hyphens.
fn is_whole_sign(letter: char) -> bool {
    matches!(letter, '±' | '∓' | '⩲' | '⩱' | '∞' | '\u{2190}'..='\u{21FF}' | '\u{25A0}'..='\u{25FF}')
}

/// Whether the word that a text begins with can be a move whose piece is elsewhere, or a part of it.
fn is_rest_of_move(text: &str) -> bool {
    let end = text.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(text.len());
    let word = &text[..end];
    // Without a file it is a move number.
    word.contains(|letter| matches!(letter, 'a'..='h'))
        && word.chars().all(|letter| matches!(letter, 'a'..='h' | 'x' | '1'..='8'))
}

/// Whether a run without letters is a sign of printed books; so are a novelty (N) and a diagram (D), unless a square that the piece could
/// go to follows.
fn is_sign(run: &str, rest: &str) -> bool {
    if matches!(run, "N" | "D" | "RR") {
        // No move has an empty line in it.
        let blanks = rest.chars().take_while(|letter| letter.is_whitespace());
        if blanks.filter(|letter| *letter == '\n').count() >= 2 {
            return true;
        }
        let next = rest.trim_start_matches(|letter: char| letter.is_whitespace() || matches!(letter, '!' | '?' | '.'));
        let next =
            next.strip_prefix('$').map_or(next, |next| next.trim_start_matches(|letter: char| letter.is_ascii_digit()));
        let next = if next.starts_with('{') { next.split_once('}').map_or("", |(_, next)| next) } else { next };
        return !is_rest_of_move(next.trim_start());
    }
    !run.trim_end_matches(['.', ',']).chars().any(|letter| {
        letter.is_alphanumeric() || matches!(letter, '.' | ',' | '"' | '\'' | '<' | '>' | '%' | '&' | '\\')
    })
}
