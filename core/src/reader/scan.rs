//! The tokens of JSON (RFC 8259).

use serde::de::Expected;

use super::{DEEPEST, ReadError, Reader};

/// A text without its quotes.
pub(super) enum Text<'de> {
    /// As it stands in the input.
    Plain(&'de str),
    /// With its escapes resolved.
    Unescaped(String),
}

impl<'de> Reader<'de> {
    /// The next byte that is no white space.
    pub(super) fn peek(&mut self) -> Option<u8> {
        loop {
            match self.byte() {
                Some(b' ' | b'\n' | b'\t' | b'\r') => self.at += 1,
                other => return other,
            }
        }
    }

    /// The text from `start` to where the reader stands; both are at bytes of ASCII.
    fn since(&self, start: usize) -> &'de str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn follows(&self, word: &str) -> bool {
        self.text
            .as_bytes()
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with(word.as_bytes()))
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn expect(&mut self, wanted: u8) -> Result<(), ReadError> {
        if self.peek() != Some(wanted) {
            return Err(ReadError::new(
                [
                    "`",
                    char::from(wanted).encode_utf8(&mut [0; 4]),
                    "` expected",
                ]
                .concat(),
            ));
        }
        self.at += 1;
        Ok(())
    }

    /// Whether another entry follows, of a list or object that ends with `end`; its comma is
    /// passed over.
    pub(super) fn has_next(&mut self, end: u8, first: &mut bool) -> Result<bool, ReadError> {
        if self.peek() == Some(end) {
            return Ok(false);
        }
        if !std::mem::take(first) {
            self.expect(b',')?;
        }
        Ok(true)
    }

    pub(super) fn word(&mut self, word: &str) -> Result<(), ReadError> {
        if !self.follows(word) {
            return Err(self.unexpected());
        }
        self.at += word.len();
        Ok(())
    }

    pub(super) fn unexpected(&self) -> ReadError {
        ReadError::new(if self.at < self.text.len() {
            "a value expected"
        } else {
            "the text ends too early"
        })
    }

    pub(super) fn not_expected(&self, expected: &dyn Expected) -> ReadError {
        if self.at < self.text.len() {
            return ReadError::not(expected);
        }
        self.unexpected()
    }

    /// A number's text.
    pub(super) fn number(&mut self) -> Result<&'de str, ReadError> {
        let start = self.at;
        self.at += usize::from(self.byte() == Some(b'-'));
        let leading_zero = self.byte() == Some(b'0');
        let whole = self.digits()?;
        if leading_zero && whole > 1 {
            return Err(ReadError::new("a number must not begin with 0"));
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            self.digits()?;
        }
        Ok(self.since(start))
    }

    /// Passes over one digit or more; how many.
    fn digits(&mut self) -> Result<usize, ReadError> {
        let start = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start {
            Err(ReadError::new("a digit expected"))
        } else {
            Ok(self.at - start)
        }
    }

    /// A text, whose quote is next.
    pub(super) fn text(&mut self) -> Result<Text<'de>, ReadError> {
        self.at += 1;
        let start = self.at;
        self.plain();
        if self.byte() == Some(b'"') {
            let text = self.since(start);
            self.at += 1;
            return Ok(Text::Plain(text));
        }
        let mut unescaped = self.since(start).to_owned();
        loop {
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Text::Unescaped(unescaped));
                }
                Some(b'\\') => unescaped.push(self.escape()?),
                Some(_) => return Err(ReadError::new("a control character must be escaped")),
                None => return Err(self.unexpected()),
            }
            let start = self.at;
            self.plain();
            unescaped.push_str(self.since(start));
        }
    }

    /// Passes over characters that stand for themselves.
    fn plain(&mut self) {
        const ONES: u64 = u64::from_ne_bytes([1; 8]);
        let bytes = self.text.as_bytes();
        // Eight at a time: a byte that equals the pattern, or is below it, borrows into its top bit.
        while let Some(Ok(eight)) = bytes.get(self.at..self.at + 8).map(<[u8; 8]>::try_from) {
            let eight = u64::from_le_bytes(eight);
            let below = |value: u64, limit: u64| value.wrapping_sub(ONES * limit) & !value;
            let quote = below(eight ^ (ONES * u64::from(b'"')), 1);
            let backslash = below(eight ^ (ONES * u64::from(b'\\')), 1);
            let special = (below(eight, 0x20) | quote | backslash) & (ONES << 7);
            if special != 0 {
                self.at += special.trailing_zeros() as usize / 8;
                return;
            }
            self.at += 8;
        }
        while self
            .byte()
            .is_some_and(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\')
        {
            self.at += 1;
        }
    }

    /// The character of an escape, whose backslash is next.
    fn escape(&mut self) -> Result<char, ReadError> {
        self.at += 1;
        let escaped = self.byte();
        self.at += 1;
        Ok(match escaped {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => return Err(ReadError::new("an unknown escape")),
        })
    }

    /// The character of a `\u` escape, or of the pair of them that a rare character takes.
    fn unicode(&mut self) -> Result<char, ReadError> {
        let mut code = self.four_hex()?;
        if (0xD800..0xDC00).contains(&code) && self.follows("\\u") {
            self.at += 2;
            let low = self.four_hex()?;
            if (0xDC00..0xE000).contains(&low) {
                code = 0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            }
        }
        char::from_u32(code).ok_or_else(|| ReadError::new("half a character"))
    }

    fn four_hex(&mut self) -> Result<u32, ReadError> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.byte().and_then(|byte| char::from(byte).to_digit(16));
            code = code * 16
                + digit.ok_or_else(|| ReadError::new("four hexadecimal digits expected"))?;
            self.at += 1;
        }
        Ok(code)
    }

    /// Passes over one value, whatever it is, in constant stack space.
    pub(super) fn skip(&mut self) -> Result<(), ReadError> {
        // The closing brackets that are due, the innermost last.
        let mut open: Vec<u8> = Vec::new();
        loop {
            let mut first = false;
            match self.peek() {
                Some(b'"') => drop(self.text()?),
                Some(b't') => self.word("true")?,
                Some(b'f') => self.word("false")?,
                Some(b'n') => self.word("null")?,
                Some(b'-' | b'0'..=b'9') => drop(self.number()?),
                Some(bracket @ (b'{' | b'[')) => {
                    self.at += 1;
                    // In ASCII each closing bracket stands two after its opening one.
                    open.push(bracket + 2);
                    first = true;
                    if self.depth as usize + open.len() > DEEPEST as usize {
                        return Err(ReadError::new("too many levels"));
                    }
                }
                _ => return Err(self.unexpected()),
            }
            loop {
                let Some(&end) = open.last() else {
                    return Ok(());
                };
                if self.has_next(end, &mut first)? {
                    if end == b'}' {
                        self.name()?;
                    }
                    break;
                }
                self.at += 1;
                open.pop();
                first = false;
            }
        }
    }

    /// Passes over a field's name and its colon.
    fn name(&mut self) -> Result<(), ReadError> {
        if self.peek() != Some(b'"') {
            return Err(ReadError::new("a field's name expected"));
        }
        self.text()?;
        self.expect(b':')
    }
}
