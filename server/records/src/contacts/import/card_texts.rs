//! The cards of a file, one after the other, each with only the lines that are read.
//!
//! Parsers of cards make a value of each character between two semicolons, which would turn a file of 10 MB into
//! half a gigabyte. So the file is cut into cards before it is parsed, pictures and sounds are left out, and what
//! remains of a card is short.

use std::str::SplitInclusive;

/// The properties of a card that are read, and those that enclose and describe it.
const READ_PROPERTIES: [&str; 10] =
    ["BEGIN", "END", "VERSION", "FN", "N", "ORG", "TEL", "EMAIL", "ADR", "NOTE"];
/// The most bytes that are read from one card.
const CARD_MAX: usize = 64 * 1024;

/// The card has more text to read than a card can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CardTooLong;

/// An iterator over the texts of a file's cards; the last card may be incomplete.
pub(super) struct CardTexts<'a> {
    lines: SplitInclusive<'a, [char; 2]>,
}

impl<'a> CardTexts<'a> {
    /// The cards of this file.
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: text.split_inclusive(['\n', '\r']) }
    }
}

impl Iterator for CardTexts<'_> {
    type Item = Result<String, CardTooLong>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut card = String::new();
        let (mut is_read, mut is_quoted, mut goes_on) = (false, false, false);
        for line in self.lines.by_ref() {
            let is_next = !(goes_on || line.starts_with([' ', '\t']) || line.trim().is_empty());
            if is_next {
                let (name, more) = split_property_name(line);
                is_read = READ_PROPERTIES.iter().any(|read| read.eq_ignore_ascii_case(name));
                is_quoted = more.to_ascii_uppercase().contains("QUOTED-PRINTABLE");
            }
            // Old phones end an incomplete line with = and continue the text on the next line without a leading space.
            goes_on = is_quoted && line.trim_end().ends_with('=') || goes_on && line.trim().is_empty();
            if !is_read {
                continue;
            }
            if card.len() + line.len() > CARD_MAX {
                return Some(Err(CardTooLong));
            }
            card.push_str(line);
            if is_next && line.trim_end().eq_ignore_ascii_case("END:VCARD") {
                return Some(Ok(card));
            }
        }
        (!card.trim().is_empty()).then_some(Ok(card))
    }
}

/// The property name of a line, without its group, and its parameters: `TEL` and `TYPE=cell` for
/// `item1.TEL;TYPE=cell:0113 496 0000`.
fn split_property_name(line: &str) -> (&str, &str) {
    let end = line.find([';', ':']).unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    let name = name.rsplit_once('.').map_or(name, |(_, name)| name);
    let more = rest.split_once(':').map_or("", |(more, _)| more);
    (name.trim(), more)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        CardTexts::new(text).collect::<Result<_, _>>().expect("cards")
    }

    #[test]
    fn each_card_comes_with_what_is_read_of_it() {
        let text = "BEGIN:VCARD\r\nVERSION:2.1\r\nitem1.FN:Jo\r\n  Bloggs\r\nPHOTO;ENCODING=b:AAAA\r\n BBBB\r\n CCCC\r\n\
                    NOTE;ENCODING=QUOTED-PRINTABLE:a=0A=\r\nX-b:c=\r\nd\r\nX-NAME;CHARSET=X:e\r\nend:vcard\r\n\
                    \r\nBEGIN:VCARD\nN:A;B\nEND:VCARD\nBEGIN:VCARD\nFN:Broken off";
        let first = "BEGIN:VCARD\r\nVERSION:2.1\r\nitem1.FN:Jo\r\n  Bloggs\r\n\
                     NOTE;ENCODING=QUOTED-PRINTABLE:a=0A=\r\nX-b:c=\r\nd\r\nend:vcard\r";
        assert_eq!(all(text), [first, "BEGIN:VCARD\nN:A;B\nEND:VCARD\n", "BEGIN:VCARD\nFN:Broken off",]);
        assert!(all("\n\nX:1\n").is_empty());
    }

    #[test]
    fn a_picture_may_be_long_and_what_is_read_may_not() {
        let photo = format!("PHOTO:{}\n", "A".repeat(1_000_000));
        let card = |more: &str| format!("BEGIN:VCARD\nFN:Jo\n{more}END:VCARD\n");
        assert_eq!(all(&card(&photo)), [card("")]);
        for more in [format!("N:{}\n", ";".repeat(70_000)), "TEL:1\n".repeat(20_000)] {
            let text = card(&more);
            let mut texts = CardTexts::new(&text);
            assert_eq!(texts.next(), Some(Err(CardTooLong)));
        }
    }
}
