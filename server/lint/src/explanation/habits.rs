//! How the writer of a game writes: the side of its delimiters that has spaces, and the like.

/// How the writer of a game writes.
pub(super) struct Habits {
    before_end_of_comment: bool,
    after_begin_of_comment: bool,
    before_end_of_variation: bool,
    after_begin_of_variation: bool,
    /// Variations end on a line of their own.
    end_of_variation_on_new_line: bool,
    /// Moves of Black directly after White's have a number.
    pub(super) restates_numbers: bool,
    /// Captures are written with their mark.
    pub(super) writes_captures: bool,
    /// NAGs are written in numbers.
    pub(super) writes_nags: bool,
}

impl Habits {
    pub(super) fn of(text: &str) -> Habits {
        let count = |pattern: &str| memchr::memmem::find_iter(text.as_bytes(), pattern).count();
        let comments_with_words = count("{").saturating_sub(count("{["));
        Habits {
            before_end_of_comment: count(" }") * 2 > count("}").saturating_sub(count("]}")),
            after_begin_of_comment: comments_with_words == 0 || count("{ ") * 2 > comments_with_words,
            before_end_of_variation: count(" )") * 2 > count(")"),
            after_begin_of_variation: count("( ") * 2 > count("("),
            end_of_variation_on_new_line: count("\n)") > 0,
            restates_numbers: restates_numbers(text),
            writes_captures: text.contains('x'),
            writes_nags: text.contains(" $"),
        }
    }

    /// Where `}` goes after a word that ends at `place`, or before a `)` there: after a space where this game puts one
    /// before it and the space is not needed otherwise.
    pub(super) fn end_of_comment(&self, text: &str, place: usize) -> usize {
        let rest = text.as_bytes().get(place..).unwrap_or(&[]);
        let is_spare =
            matches!(rest, [space, next, ..] if is_white_space(*space) && (is_white_space(*next) || *next == b')'));
        if is_spare && self.before_end_of_comment { place + 1 } else { place }
    }

    /// Where `)` goes after a word that ends at `place`: also at the beginning of the next line, where a space was left
    /// there.
    pub(super) fn end_of_variation(&self, text: &str, place: usize) -> usize {
        let rest = text.as_bytes().get(place..).unwrap_or(&[]);
        let line_end = rest.iter().take_while(|byte| is_white_space(**byte)).position(|byte| *byte == b'\n');
        if let Some(line_end) = line_end
            && rest.get(line_end + 1) == Some(&b' ')
            && self.end_of_variation_on_new_line
        {
            return place + line_end + 1;
        }
        let is_spare = matches!(rest, [space, next, ..] if is_white_space(*space) && is_white_space(*next));
        if is_spare && self.before_end_of_variation { place + 1 } else { place }
    }

    /// Where `{` goes before a word that begins at `place`: at the end of the line before it where a space was left there,
    /// or before a space that is not needed otherwise, where this game has such comments or no others.
    pub(super) fn begin_of_comment(&self, text: &str, place: usize) -> usize {
        let before = &text[..place];
        let line = before.strip_suffix('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        if let Some(line) = line {
            return if line.ends_with(' ') { line.len() } else { place };
        }
        let is_spare = matches!(before.as_bytes(), [.., space, b' '] if is_white_space(*space));
        if is_spare && self.after_begin_of_comment { place - 1 } else { place }
    }

    /// Where `(` goes before a word that begins at `place`.
    pub(super) fn begin_of_variation(&self, text: &str, place: usize) -> usize {
        let is_spare = matches!(&text.as_bytes()[..place], [.., space, b' '] if is_white_space(*space));
        if is_spare && self.after_begin_of_variation { place - 1 } else { place }
    }
}

/// Whether moves of Black directly after White's have a number more often than not.
fn restates_numbers(text: &str) -> bool {
    let (mut restated, mut plain) = (0_usize, 0_usize);
    let mut words = text.split_ascii_whitespace().peekable();
    while let Some(word) = words.next() {
        // `1.` before the move, or with it.
        let after = word.trim_start_matches(|character: char| character.is_ascii_digit());
        if after.len() == word.len() || !after.starts_with('.') || after.starts_with("..") {
            continue;
        }
        if after.len() == 1 {
            words.next();
        }
        while words.next_if(|word| word.starts_with('$')).is_some() {}
        let Some(next) = words.peek() else { break };
        let starts_with_digit = next.starts_with(|first: char| first.is_ascii_digit());
        restated += usize::from(starts_with_digit && next.contains(".."));
        plain += usize::from(next.starts_with(|first: char| first.is_ascii_alphabetic()));
    }
    restated > plain
}

pub(super) fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}
