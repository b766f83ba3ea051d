//! Where one task ends and the next begins.

use super::{units, vocabulary};

/// The words of one sentence or one bullet.
pub(super) type Sentence = Vec<Token>;

/// Abbreviations: a full stop after one of these doesn't end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "approx", "no", "nos", "e.g", "i.e", "eg", "ie", "etc", "incl", "inc", "excl", "min", "max", "st", "rd",
    "ave", "mr", "mrs", "ms", "dr", "ltd", "co", "vs", "ref", "fig", "dia", "ext", "int", "qty", "sq", "cu",
    "m", "mm", "cm", "apt", "dept", "w", "tel",
];

/// 'then' after one of these, or after one of [`CONDITIONS`] in its sentence, doesn't begin a new sentence.
const NOT_SEQUENTIAL: &[&str] = &["by", "until", "till", "since", "before", "back", "just", "only", "now"];

/// A sentence with one of these is conditional, so its parts must not be separated.
const CONDITIONS: &[&str] = &["if", "when", "once", "unless", "whenever", "where"];

/// Splits notes into sentences.
pub(super) fn split_sentences(notes: &str) -> Vec<Sentence> {
    let mut all = Vec::new();
    for line in split_lines(notes) {
        let mut rest = Vec::new();
        for token in strip_marker(&line).split_whitespace().flat_map(split_word) {
            let ends = ends_sentence(&token);
            rest.push(token);
            if ends {
                all.push(std::mem::take(&mut rest));
            }
        }
        all.push(rest);
    }
    all.into_iter()
        .map(strip_leading_markers)
        .flat_map(split_at_then)
        .flat_map(split_list)
        .flat_map(split_at_verbs)
        .map(strip_leading_markers)
        .filter(|sentence| !sentence.is_empty())
        .collect()
}

/// The lines of the notes, with dictated punctuation ('new line', 'full stop') replaced by characters.
fn split_lines(notes: &str) -> Vec<String> {
    let breaks = |c: char| matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    notes
        .split(breaks)
        .flat_map(|line| {
            let spaced: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            let text = vocabulary::replace_spoken_punctuation(&spaced);
            let texts: Vec<String> = text.split('\n').map(str::to_owned).collect();
            texts
        })
        .collect()
}

/// A line without its leading bullet or number. A lone hyphen or one before a letter is a bullet; one before a digit is
/// a minus sign.
fn strip_marker(line: &str) -> &str {
    let mut rest = line.trim();
    loop {
        let shorter = strip_bullet(rest).or_else(|| strip_number(rest));
        match shorter {
            Some(next) => rest = next.trim_start(),
            None => return rest,
        }
    }
}

fn strip_bullet(text: &str) -> Option<&str> {
    let mut chars = text.chars();
    let first = chars.next()?;
    let rest = chars.as_str();
    let next = rest.chars().next();
    match first {
        '•' | '‣' | '▪' | '●' | '◦' | '·' => Some(rest),
        '-' | '–' | '—' | '*' if next.is_none_or(|c| c.is_whitespace() || c.is_alphabetic()) => {
            Some(rest)
        }
        _ => None,
    }
}

/// Removes `1. ` or `2) ` before a word, which are the numbers of a list.
fn strip_number(text: &str) -> Option<&str> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=2).contains(&digits) {
        return None;
    }
    let rest = text[digits..].strip_prefix(['.', ')'])?;
    let next = rest.trim_start();
    let follows = rest.starts_with(char::is_whitespace) && next.starts_with(char::is_alphabetic);
    follows.then_some(next)
}

/// Removes bullets at the beginning of a sentence.
fn strip_leading_markers(mut sentence: Sentence) -> Sentence {
    let is_mark = |token: &Token| {
        let marks = |c: char| matches!(c, '-' | '–' | '—' | '*' | '•' | '‣' | '▪' | '●' | '◦' | '·');
        token.has_no_punctuation_before() && token.word.chars().all(marks)
    };
    let marks = sentence.iter().take_while(|token| is_mark(token)).count();
    sentence.drain(..marks);
    if let Some(first) = sentence.first_mut() {
        let bare = strip_marker(&first.word);
        if bare.len() < first.word.len() && first.has_no_punctuation_before() {
            first.word = bare.to_owned();
        }
    }
    sentence
}

/// Splits a text into words at commas: `bath,basin` is two words; `1,200` is one, and so is an address.
fn split_word(text: &str) -> Vec<Token> {
    // A comma that is attached to the next word by mistake.
    let slipped = text.len() - text.trim_start_matches([',', ';']).len();
    if slipped > 0 && slipped < text.len() {
        let mut parts = vec![Token::parse(&text[..slipped])];
        parts.extend(split_word(&text[slipped..]));
        return parts;
    }
    let is_address = text.contains(['@', '/']) || text.contains("www.");
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let cut = chars.windows(3).find(|three| {
        matches!(three[1].1, ',' | ';') && three[0].1.is_alphabetic() && three[2].1.is_alphabetic()
    });
    match cut.filter(|_| !is_address) {
        None => vec![Token::parse(text)],
        Some(three) => {
            // The rest is split one word at a time; it gets shorter with each step.
            let (before, mut after) = text.split_at(three[2].0);
            let mut parts = vec![Token::parse(before)];
            while let Some(at) = after.find([',', ';']) {
                let (word, rest) = after.split_at(at + 1);
                let cuts = rest.starts_with(char::is_alphabetic);
                if !cuts {
                    break;
                }
                parts.push(Token::parse(word));
                after = rest;
            }
            parts.push(Token::parse(after));
            parts
        }
    }
}

fn ends_sentence(token: &Token) -> bool {
    let Some(end) = token.close.find(['.', '!', '?', ';', '…']) else {
        return false;
    };
    // If the full stop is inside brackets and a comma or colon follows them, the sentence goes on.
    let goes_on = token.close[end..].contains([',', ':']);
    let is_short = token.close[end..].starts_with('.') && is_abbreviation(&token.word);
    !(goes_on || is_short)
}

/// Whether a word is an abbreviation or an initial.
fn is_abbreviation(word: &str) -> bool {
    let mut characters = word.chars();
    let initial = characters.next().is_some_and(char::is_alphabetic) && characters.next().is_none();
    initial || units::count_end(word).is_some() || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

/// Splits 'remove old boiler then fit new one' into two sentences.
fn split_at_then(sentence: Sentence) -> Vec<Sentence> {
    let mut parts: Vec<Sentence> = Vec::new();
    let mut part: Sentence = Vec::new();
    let mut conditional = false;
    let last = sentence.len().saturating_sub(1);
    for (at, token) in sentence.into_iter().enumerate() {
        let key = token.lookup_key();
        conditional |= CONDITIONS.contains(&key.as_str());
        let is_step = key == "then" && token.has_no_punctuation_before() && at < last && !conditional;
        let before = part.last().map(Token::lookup_key).unwrap_or_default();
        if !is_step || NOT_SEQUENTIAL.contains(&before.as_str()) || before == "then" {
            part.push(token);
            continue;
        }
        if before == "and" && part.last().is_some_and(Token::has_no_punctuation_after) {
            part.pop();
        }
        if !part.is_empty() {
            parts.push(std::mem::take(&mut part));
        }
    }
    parts.push(part);
    parts
}

/// Splits 'strip old paper, line walls - paint two coats', a list of tasks, where every part begins with a verb of the
/// trade and has an object.
fn split_list(sentence: Sentence) -> Vec<Sentence> {
    let mut parts: Vec<Sentence> = vec![Vec::new()];
    let length = sentence.len();
    for (at, token) in sentence.iter().enumerate() {
        let is_dash = token.has_no_punctuation_before() && matches!(token.word.as_str(), "-" | "–" | "—");
        let cuts = (token.close == "," || is_dash) && at + 1 < length;
        if let Some(part) = parts.last_mut()
            && !is_dash
        {
            part.push(token.clone());
        }
        if cuts {
            parts.push(Vec::new());
        }
    }
    for part in parts.iter_mut().skip(1) {
        if part.len() > 1 && part[0].lookup_key() == "and" && part[0].has_no_punctuation_after() {
            part.remove(0);
        }
    }
    let is_deed = |part: &Sentence| {
        let first = part.first();
        part.len() > 1
            && first.is_some_and(|first| {
                first.has_no_punctuation_before() && vocabulary::is_verb(&first.lookup_key())
            })
    };
    if parts.len() > 1 && parts.iter().all(is_deed) { parts } else { vec![sentence] }
}

/// Splits 'rip out old boiler fit new combi', where one verb with an object follows another without any punctuation.
fn split_at_verbs(sentence: Sentence) -> Vec<Sentence> {
    let is_deed =
        |token: &Token| token.has_no_punctuation_before() && vocabulary::is_verb(&token.lookup_key());
    let conditional = |token: &Token| CONDITIONS.contains(&token.lookup_key().as_str());
    if !sentence.first().is_some_and(is_deed) || sentence.iter().any(conditional) {
        return vec![sentence];
    }
    let last = sentence.len().saturating_sub(1);
    let mut parts = Vec::new();
    let mut part: Sentence = Vec::new();
    let mut rest = sentence.into_iter().enumerate().peekable();
    while let Some((at, token)) = rest.next() {
        let before = part.last().filter(|before| before.has_no_punctuation_after() && part.len() > 1);
        let first = part.first().map(Token::lookup_key).unwrap_or_default();
        let after = rest.peek().map(|(_, next)| next.lookup_key()).unwrap_or_default();
        let begins = before.is_some_and(|before| {
            vocabulary::is_sentence_start(&first, &before.lookup_key(), &token.lookup_key(), &after)
        });
        if begins && token.has_no_punctuation_before() && token.has_no_punctuation_after() && at < last {
            parts.push(std::mem::take(&mut part));
        }
        part.push(token);
    }
    parts.push(part);
    parts
}

/// Whether a full stop is missing at the end of a sentence. Scripts with their own punctuation are left alone.
pub(super) fn needs_full_stop(text: &str) -> bool {
    let bare = text.trim_end_matches([')', ']', '"', '”', '’']);
    let last = bare.chars().next_back().unwrap_or('.');
    // A full stop inside brackets belongs to them.
    let closed = text.ends_with(['.', '!', '?', '…', ':']);
    let stopped = bare.len() == text.len() || matches!(last, '.' | '!' | '?' | '…');
    let known = last < '\u{590}' || matches!(last, '²' | '³' | '°' | '½' | '⅓' | '¾' | '€');
    !closed && known && !(stopped && matches!(last, '.' | '!' | '?' | '…' | ':'))
}

/// A bullet without the full stop at its end; an abbreviation keeps its own.
pub(super) fn strip_full_stop(text: &str) -> &str {
    let bare = text.trim_end_matches(['.', ',', ';']);
    let last = bare.rsplit(' ').next().unwrap_or(bare);
    let keeps = text.len() == bare.len() + 1 && text.ends_with('.') && is_abbreviation(last);
    let dots = text.len() > bare.len() + 1 && text.ends_with("..");
    if keeps || dots { text } else { bare }
}

/// One word of a sentence with its punctuation: `"(rcd),"` is `(`, `rcd`, `),`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// The opening punctuation before the word.
    pub open: String,
    /// The word.
    pub word: String,
    /// The punctuation after the word.
    pub close: String,
}

impl Token {
    /// Splits a text between two spaces.
    pub fn parse(text: &str) -> Self {
        let opened = text.trim_start_matches(is_opening);
        let word = opened.trim_end_matches(is_closing);
        let at = text.len() - opened.len();
        Self { open: text[..at].to_owned(), word: word.to_owned(), close: text[at + word.len()..].to_owned() }
    }

    /// The word in lower case, for look-ups.
    pub fn lookup_key(&self) -> String {
        self.word.to_lowercase()
    }

    /// Whether no punctuation follows the word.
    pub fn has_no_punctuation_after(&self) -> bool {
        self.close.is_empty()
    }

    /// Whether no punctuation precedes the word.
    pub fn has_no_punctuation_before(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether the word begins and ends with a digit: `22`, `2.5`, `600x600`, `1/2`.
    pub fn is_number(&self) -> bool {
        self.has_no_punctuation_before() && is_number(&self.word)
    }
}

/// Whether a text consists of digits and the characters that can occur within a number, and begins and ends with a
/// digit.
pub(super) fn is_number(text: &str) -> bool {
    let within = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '/' | 'x' | '×' | '-');
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    digit(text.chars().next()) && digit(text.chars().next_back()) && text.chars().all(within)
}

fn is_opening(c: char) -> bool {
    matches!(c, '(' | '[' | '"' | '“' | '‘')
}

fn is_closing(c: char) -> bool {
    matches!(c, ')' | ']' | '"' | '”' | '’' | ',' | ';' | ':' | '.' | '!' | '?' | '…')
}

/// Joins the words with spaces.
pub(super) fn join(tokens: &[Token]) -> String {
    let mut text = String::new();
    for Token { open, word, close } in tokens {
        // A comma on its own is attached to the word before it.
        let is_stray = open.is_empty() && word.is_empty();
        if !text.is_empty() && !is_stray {
            text.push(' ');
        }
        text.push_str(open);
        text.push_str(word);
        if !(is_stray && text.ends_with([',', ';'])) {
            text.push_str(close);
        }
    }
    text
}
