//! A word with its punctuation.

/// One word of a sentence: `"(rcd),"` is `(`, `rcd`, `),`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// What opens before it.
    pub open: String,
    /// The word.
    pub word: String,
    /// What closes, pauses or ends after it.
    pub close: String,
}

impl Token {
    /// A word between spaces.
    pub fn of(text: &str) -> Self {
        let opened = text.trim_start_matches(opens);
        let word = opened.trim_end_matches(closes);
        let at = text.len() - opened.len();
        Self {
            open: text[..at].to_owned(),
            word: word.to_owned(),
            close: text[at + word.len()..].to_owned(),
        }
    }

    /// The word in small letters, to be looked up.
    pub fn key(&self) -> String {
        self.word.to_lowercase()
    }

    /// Whether nothing stands between this word and the next but a space.
    pub fn runs_on(&self) -> bool {
        self.close.is_empty()
    }

    /// Whether nothing stands before it.
    pub fn is_plain(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether it begins with a digit and ends with one: `22`, `2.5`, `600x600`, `1/2`.
    pub fn is_number(&self) -> bool {
        self.is_plain() && is_number(&self.word)
    }
}

/// Digits with what stands between the digits of one figure.
pub(super) fn is_number(text: &str) -> bool {
    let within = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '/' | 'x' | '×' | '-');
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    digit(text.chars().next()) && digit(text.chars().next_back()) && text.chars().all(within)
}

fn opens(c: char) -> bool {
    matches!(c, '(' | '[' | '"' | '“' | '‘')
}

fn closes(c: char) -> bool {
    matches!(
        c,
        ')' | ']' | '"' | '”' | '’' | ',' | ';' | ':' | '.' | '!' | '?' | '…'
    )
}

/// The words with a space between each two.
pub(super) fn join(tokens: &[Token]) -> String {
    let mut text = String::new();
    for Token { open, word, close } in tokens {
        // A comma that was left alone belongs to the word before it.
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
