//! A word with its punctuation.

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
