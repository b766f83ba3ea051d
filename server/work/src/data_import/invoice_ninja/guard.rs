//! A JSON text within limits, checked while it is read: a JSON parser holds each text, and the place of each
//! bracket, until it ends, so that a zip file of 250 KB could make it hold hundreds of megabytes. The time is
//! limited too, even if nothing is stored.

use std::io::{ErrorKind, Read};

use plumbline_platform::table_import::budget::Deadline;

/// The most bytes of one text or number: some backups contain the lines of a document as a text.
const TEXT_MAX: usize = 1024 * 1024;
/// The character with which DOS ended a text, as some programs still do.
const DOS_END: u8 = 0x1a;
/// How deep brackets may be nested.
const DEPTH_MAX: usize = 64;

/// Passes on a text as long as its strings are not too long and its brackets not too deep.
pub(super) struct JsonGuard<R> {
    inner: R,
    until: Deadline,
    in_text: bool,
    is_escaped: bool,
    length: usize,
    depth: usize,
}

impl<R: Read> JsonGuard<R> {
    /// Guards a reader.
    pub(super) fn new(inner: R, until: Deadline) -> Self {
        Self { inner, until, in_text: false, is_escaped: false, length: 0, depth: 0 }
    }

    fn check_byte(&mut self, byte: u8) {
        self.length += 1;
        if self.in_text {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => (self.in_text, self.length) = (false, 0),
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => (self.in_text, self.length) = (true, 0),
            b'{' | b'[' => (self.depth, self.length) = (self.depth + 1, 0),
            b'}' | b']' => (self.depth, self.length) = (self.depth.saturating_sub(1), 0),
            b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' => self.length = 0,
            _ => {}
        }
    }
}

impl<R: Read> Read for JsonGuard<R> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        if self.until.check().is_err() {
            return Err(ErrorKind::TimedOut.into());
        }
        let read = self.inner.read(bytes)?;
        for byte in &mut bytes[..read] {
            // DOS's end character is replaced by a blank.
            if *byte == DOS_END && !self.in_text {
                *byte = b' ';
            }
            self.check_byte(*byte);
            if self.length > TEXT_MAX || self.depth > DEPTH_MAX {
                return Err(ErrorKind::FileTooLarge.into());
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_platform::table_import::budget::ReadBudget;

    fn passes(text: &str) -> bool {
        let mut read = Vec::new();
        let until = ReadBudget::new(0).deadline();
        JsonGuard::new(text.as_bytes(), until).read_to_end(&mut read).is_ok()
    }

    #[test]
    fn texts_and_brackets_have_bounds() {
        let text = |n: usize| format!("{{\"a\":\"{}\\\"\"}}", "x".repeat(n));
        assert!(passes(&text(TEXT_MAX - 10)) && !passes(&text(TEXT_MAX)));
        assert!(!passes(&"1".repeat(TEXT_MAX + 1)));
        let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(passes(&nested(DEPTH_MAX)) && !passes(&nested(DEPTH_MAX + 1)));
        // Brackets in strings don't count, and many beside each other are not deep.
        assert!(passes(&format!("[\"{}\"]", "[".repeat(1_000))));
        assert!(passes(&"[{}],".repeat(10_000)));
        assert!(passes(&"1,".repeat(TEXT_MAX)));
    }
}
