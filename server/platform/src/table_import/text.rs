//! The text of a file from any program: spreadsheets write UTF-8, UTF-16 and Windows' code page, with and without a
//! byte order mark.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// A file's text, and its encoding.
#[derive(Debug, PartialEq, Eq)]
pub struct DecodedText<'a> {
    /// The text, which isn't copied if the file is UTF-8.
    pub text: Cow<'a, str>,
    /// The encoding, such as `UTF-8` or `windows-1252`.
    pub encoding: &'static str,
}

/// The first bytes of files that contain no text: PDF, zip (including spreadsheets), older spreadsheets, pictures.
const BINARY_SIGNATURES: [&[u8]; 6] =
    [b"%PDF-", b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff", b"GIF8"];

/// Reads a file; `None` if it begins like one that contains no text. Otherwise the message about a spreadsheet that
/// wasn't saved as CSV would be that its columns are missing. Other files that make no sense as text cause an error
/// later.
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<DecodedText<'_>> {
    if BINARY_SIGNATURES.iter().any(|start| bytes.starts_with(start)) {
        return None;
    }
    let encoding = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None => guess_encoding(bytes),
    };
    let (text, _, _) = encoding.decode(bytes);
    // The end-of-file character of DOS, which some cash registers still write.
    let ends = ['\u{1a}', '\0'];
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_end_matches(ends)),
        Cow::Owned(text) => Cow::Owned(text.trim_end_matches(ends).to_owned()),
    };
    Some(DecodedText { text, encoding: encoding.name() })
}

/// Whether a file is an Excel file, whatever its name: then it must be saved as CSV first.
#[must_use]
pub fn is_excel(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xd0\xcf\x11\xe0")
}

/// The encoding of a file without a byte order mark: UTF-8 if it is valid, because hardly any other text is; UTF-16 if
/// every second byte is zero, as for Latin letters; otherwise Windows.
fn guess_encoding(bytes: &[u8]) -> &'static Encoding {
    let noughts = |from: usize| {
        let every_second = bytes.iter().skip(from).step_by(2).take(200);
        let noughts = every_second.clone().filter(|byte| **byte == 0).count();
        noughts * 2 > every_second.count()
    };
    if bytes.len() >= 4 && noughts(1) {
        UTF_16LE
    } else if bytes.len() >= 4 && noughts(0) {
        UTF_16BE
    } else if is_utf_8(bytes) {
        UTF_8
    } else {
        WINDOWS_1252
    }
}

/// Whether bytes are UTF-8; a character that is cut off at the end doesn't matter.
fn is_utf_8(bytes: &[u8]) -> bool {
    match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_encodings_of_all_usual_programs() {
        let text = "Name;Town\r\nZoë O’Brien;Köln €";
        let wide = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order);
        let le: Vec<u8> = wide(u16::to_le_bytes).collect();
        let be: Vec<u8> = wide(u16::to_be_bytes).collect();
        let (windows, _, _) = WINDOWS_1252.encode(text);
        for (bytes, encoding) in [
            (text.as_bytes().to_vec(), "UTF-8"),
            ([b"\xEF\xBB\xBF", text.as_bytes()].concat(), "UTF-8"),
            ([b"\xFF\xFE", le.as_slice()].concat(), "UTF-16LE"),
            ([b"\xFE\xFF", be.as_slice()].concat(), "UTF-16BE"),
            (le.clone(), "UTF-16LE"),
            (be.clone(), "UTF-16BE"),
            (windows.to_vec(), "windows-1252"),
        ] {
            let read = decode(&bytes).unwrap();
            assert_eq!((&*read.text, read.encoding), (text, encoding));
        }
        assert_eq!(decode(b"").unwrap().text, "");
        assert_eq!(decode(b"a,b\r\n\x1a").unwrap().text, "a,b\r\n");
        // Cut off within a character.
        let cut = decode("Zo\u{eb} O\u{2019}B".as_bytes().split_last().unwrap().1).unwrap();
        assert_eq!((&*cut.text, cut.encoding), ("Zo\u{eb} O\u{2019}", "UTF-8"));
        let cut = decode(&"Zo\u{eb}".as_bytes()[..3]).unwrap();
        assert_eq!((&*cut.text, cut.encoding), ("Zo\u{fffd}", "UTF-8"));
        assert!(is_excel(b"PK\x03\x04") && !is_excel(b"Name,Town"));
        for no_text in BINARY_SIGNATURES {
            assert_eq!(decode(&[no_text, b", and so on".as_slice()].concat()), None);
        }
    }
}
