//! The text in which the patterns are searched: the notes with ASCII characters instead of those that look like them,
//! and without invisible characters.

use std::ops::Range;
use std::sync::LazyLock;

use plumbline_platform::mail::sender_name::read_as_latin;
use regex::Regex;

/// Characters outside ASCII that belong to an amount or a measurement, so they don't separate words.
const UNIT_CHARACTERS: &str = "£€²³×°½¼¾";

static INVISIBLE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^[\p{Cf}\p{M}]$").expect("a good pattern"));
static DASH: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^[\p{Pd}−]$").expect("a good pattern"));

/// The normalised text, with the position of each of its bytes in the notes.
pub(super) struct NormalisedNotes {
    /// The text.
    pub text: String,
    /// The character of the notes to which each byte of the text belongs: its start and its end.
    places: Vec<(usize, usize)>,
}

impl NormalisedNotes {
    /// Normalises the notes.
    pub(super) fn read(notes: &str) -> Self {
        let mut normalised =
            Self { text: String::with_capacity(notes.len()), places: Vec::with_capacity(notes.len()) };
        for (at, c) in notes.char_indices() {
            normalised.push(&read_character(c), (at, at + c.len_utf8()));
        }
        normalised.text = replace_letters_o(&normalised.text);
        normalised
    }

    /// The same text with a space between letters and digits, so that each number is a word of its own.
    pub(super) fn separate_numbers(&self) -> Self {
        let mut apart = Self { text: String::with_capacity(self.text.len()), places: Vec::new() };
        let mut before = ' ';
        for (at, c) in self.text.char_indices() {
            let place = self.places[at];
            let is_edge =
                before.is_alphabetic() && c.is_ascii_digit() || before.is_ascii_digit() && c.is_alphabetic();
            if is_edge {
                apart.push(" ", (place.0, place.0));
            }
            apart.push(c.encode_utf8(&mut [0; 4]), place);
            before = c;
        }
        apart
    }

    /// The start and end in the notes of a part of the text, which isn't empty.
    pub(super) fn place(&self, part: Range<usize>) -> (usize, usize) {
        (self.places[part.start].0, self.places[part.end - 1].1)
    }

    fn push(&mut self, text: &str, place: (usize, usize)) {
        self.text.push_str(text);
        self.places.resize(self.text.len(), place);
    }
}

/// Replaces each letter O in a number by a zero: O77OO 9OO123.
fn replace_letters_o(text: &str) -> String {
    let is_o = |c: char| c.eq_ignore_ascii_case(&'o');
    let words = text.split_inclusive(|c: char| !c.is_alphanumeric());
    words
        .map(|word| {
            let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            let digits = bare.chars().filter(char::is_ascii_digit).count();
            let is_number = digits >= 2 && bare.chars().all(|c| c.is_ascii_digit() || is_o(c));
            if is_number { word.replace(is_o, "0") } else { word.to_owned() }
        })
        .collect()
}

/// How a character is read; empty if it is invisible.
fn read_character(c: char) -> String {
    let as_text = c.encode_utf8(&mut [0; 4]).to_owned();
    let read = match c {
        // In patterns, an underscore would be part of a word; here it separates numbers.
        '_' => '-',
        _ if c.is_ascii() || UNIT_CHARACTERS.contains(c) => c,
        // Full width.
        '\u{ff3f}' => '-',
        '\u{ffe1}' => '£',
        '\u{ff01}'..='\u{ff5e}' => u8::try_from(u32::from(c) - 0xff01 + 0x21).map_or(c, char::from),
        '’' | '‘' => '\'',
        '∕' | '⁄' | '⧸' => '/',
        '﹫' => '@',
        _ if INVISIBLE.is_match(&as_text) => return String::new(),
        _ if c.is_whitespace() => ' ',
        _ if DASH.is_match(&as_text) => '-',
        _ if c.is_alphanumeric() => return read_as_latin(c).unwrap_or(as_text),
        _ => '|',
    };
    read.to_string()
}
