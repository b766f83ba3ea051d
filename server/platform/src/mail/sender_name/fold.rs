//! Names as the eye reads them: letters of other alphabets are replaced by the Latin ones that they look like,
//! accents and invisible characters are removed. Which characters look alike is Unicode's own table (UTS 39).

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

/// How to read a letter whose lower case looks like a different Latin letter from its capital: Greek eta looks like
/// 'n', and as a capital like 'H'.
#[derive(Clone, Copy)]
pub(super) enum CaseReading {
    /// As it is written.
    Small,
    /// As its capital.
    Capital,
}

/// How to read a sign between letters: 'support@Plumbline' and 'P@yp@l', '$Klarna' and '$antander', 'A^B' and 'P^ypal'.
#[derive(Clone, Copy)]
pub(super) enum SignReading {
    /// As the end of a word.
    Separator,
    /// As the letter that it looks like, or as any letter.
    Letter,
}

/// How to read a name.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    /// Letters that look different as a capital.
    pub case: CaseReading,
    /// Signs.
    pub sign: SignReading,
    /// Two letters that look like a single other one, and that one: 'nn' and 'm'.
    pub joined: Option<(&'static str, char)>,
}

impl Reading {
    /// Every way in which this name may be read.
    pub(super) fn list_all(name: &str) -> Vec<Self> {
        let small = name.to_lowercase();
        let joined = [None, Some(("nn", 'm')), Some(("cl", 'd')), Some(("ci", 'd'))].into_iter();
        joined
            .filter(|joined| joined.is_none_or(|(letters, _)| small.contains(letters)))
            .flat_map(|joined| [SignReading::Separator, SignReading::Letter].map(|sign| (joined, sign)))
            .flat_map(|(joined, sign)| {
                [CaseReading::Small, CaseReading::Capital].map(|case| Self { case, sign, joined })
            })
            .collect()
    }
}

/// A sign or a letter that looks like no Latin letter in particular. A reader takes it for the one that he expects.
const ANY_LETTER: char = '\u{fffd}';

/// ASCII signs that separate nothing in an ordinary name.
const SIGNS: &str = "^*#%~\\{}[]<>?=";

/// A word, split into pieces at its capitals: `HMRevenue` is `hm` and `revenue`.
pub(super) type NameWord = Vec<Vec<char>>;

/// The words of a name: runs of letters and digits. An apostrophe separates words, so that a possessive contains the
/// name: 'Stripe's Billing'.
pub(super) fn split_words(name: &str, reading: Reading) -> Vec<NameWord> {
    // A trade mark sign is not a letter.
    let name = name.replace(['™', '®', '©', '℠'], " ");
    let seen: Vec<char> = name
        .nfd()
        .flat_map(plain_letters)
        .filter(|c| !is_combining_mark(*c))
        .filter(|c| is_seen(*c))
        .collect();
    let is_part = |at: Option<usize>| at.and_then(|at| seen.get(at)).is_some_and(|c| c.is_alphanumeric());
    let mut words: Vec<NameWord> = vec![Vec::new()];
    for (at, &c) in seen.iter().enumerate() {
        let beside = (is_part(at.checked_sub(1)), is_part(Some(at + 1)));
        let letters = read_letters(c, beside, reading);
        if letters.is_empty() {
            words.push(Vec::new());
            if matches!(c, '&' | '+') {
                words.push(vec!["and".chars().collect()]);
                words.push(Vec::new());
            }
            continue;
        }
        let Some(word) = words.last_mut() else {
            continue;
        };
        match word.last_mut() {
            Some(piece) if !is_start(&seen, at) => piece.extend(letters),
            _ => word.push(letters),
        }
    }
    words.retain(|word| !word.is_empty());
    if let Some((letters, letter)) = reading.joined {
        for piece in words.iter_mut().flatten() {
            let text: String = piece.iter().collect();
            *piece = text.replace(letters, &letter.to_string()).chars().collect();
        }
    }
    words
}

/// Whether a character is visible: a zero-width space is not.
pub(super) fn is_seen(c: char) -> bool {
    !c.is_control() && skeleton(c.encode_utf8(&mut [0; 4])).next().is_some()
}

/// Whether a capital begins a new piece here: after a lower-case letter, or before one.
fn is_start(seen: &[char], at: usize) -> bool {
    let case =
        |at: Option<usize>, is: fn(char) -> bool| at.and_then(|at| seen.get(at)).copied().is_some_and(is);
    let before = at.checked_sub(1);
    case(Some(at), char::is_uppercase)
        && (case(before, char::is_lowercase)
            || case(before, char::is_uppercase) && case(Some(at + 1), char::is_lowercase))
}

/// The lower-case Latin letters or digits as which a character is read; empty if it separates words. Signs count as
/// letters only if the reading says so and there are letters `beside` them, before and after.
fn read_letters(c: char, beside: (bool, bool), reading: Reading) -> Vec<char> {
    let sign = matches!(reading.sign, SignReading::Letter);
    let is_beside = beside.0 || beside.1;
    match c {
        '\'' | '’' | '‘' | '`' | '´' | 'ʼ' => return Vec::new(),
        '|' | '!' if sign && beside == (true, true) => return vec!['l'],
        '$' if sign && is_beside => return vec!['s'],
        '@' if sign && beside.1 => return vec!['a'],
        '€' if sign && is_beside => return vec!['e'],
        _ if c.is_ascii_alphanumeric() => return vec![c.to_ascii_lowercase()],
        _ if c.is_ascii() && sign && is_beside && SIGNS.contains(c) => return vec![ANY_LETTER],
        _ if c.is_ascii() => return Vec::new(),
        _ => {}
    }
    if let Some(letter) = unframe(c).or_else(|| read_unmapped_letter(c)) {
        return vec![letter];
    }
    if !c.is_alphanumeric() && matches!(reading.sign, SignReading::Separator) {
        return Vec::new();
    }
    let small = to_latin(c.encode_utf8(&mut [0; 4]));
    let capital = to_latin(&c.to_uppercase().collect::<String>());
    let read = match reading.case {
        CaseReading::Small => small.or(capital),
        CaseReading::Capital => capital.or(small),
    };
    read.unwrap_or_else(|| {
        let is_letter = c.is_alphanumeric() || is_beside && !c.is_whitespace();
        is_letter.then_some(ANY_LETTER).into_iter().collect()
    })
}

/// A character without its styling, such as italics or full width. A character that looks like a Latin letter stays:
/// the lunate sigma looks like 'C', but its plain form is a sigma.
fn plain_letters(c: char) -> Vec<char> {
    match to_latin(c.encode_utf8(&mut [0; 4])) {
        Some(_) => vec![c],
        None => c.nfkd().collect(),
    }
}

/// The lower-case Latin letters that the text looks like according to Unicode; `None` if it looks like something else.
fn to_latin(text: &str) -> Option<Vec<char>> {
    let like = skeleton(text).filter(|c| !is_combining_mark(*c));
    let like: Vec<char> = like.flat_map(char::to_lowercase).collect();
    let is_latin = !like.is_empty() && like.iter().all(char::is_ascii_alphanumeric);
    is_latin.then_some(like)
}

/// A letter or digit of another alphabet or style as the lower-case Latin letters or digits that it looks like; `None`
/// if it looks like none.
#[must_use]
pub fn read_as_latin(c: char) -> Option<String> {
    if c.is_ascii() || !c.is_alphanumeric() {
        return None;
    }
    let plain: String = c.nfkc().collect();
    if plain.chars().all(|c| c.is_ascii_alphanumeric()) {
        return Some(plain.to_ascii_lowercase());
    }
    if c.is_numeric() {
        return None;
    }
    // Cyrillic 'в' looks like 'B' only as a capital.
    let capital = c.to_uppercase().collect::<String>();
    let letters = unframe(c).or_else(|| read_unmapped_letter(c)).map(|letter| vec![letter]);
    let letters = letters.or_else(|| to_latin(c.encode_utf8(&mut [0; 4]))).or_else(|| to_latin(&capital));
    letters.map(|letters| letters.into_iter().collect())
}

/// The letter in a circle, in a square, or of a flag.
fn unframe(c: char) -> Option<char> {
    let first = match c {
        '\u{1f150}'..='\u{1f169}' => '\u{1f150}',
        '\u{1f170}'..='\u{1f189}' => '\u{1f170}',
        '\u{1f1e6}'..='\u{1f1ff}' => '\u{1f1e6}',
        _ => return None,
    };
    char::from_u32(u32::from(c) - u32::from(first) + u32::from('a'))
}

/// The letter that a character looks like where Unicode's table doesn't map it: a small capital, or a letter of another
/// alphabet that is read as a reversed Latin one.
fn read_unmapped_letter(c: char) -> Option<char> {
    const LOOKALIKES: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢЯяИи";
    const PLAIN: &str = "abcdefghijklmnopqrstuvwyzrrnn";
    let mut pairs = LOOKALIKES.chars().zip(PLAIN.chars());
    pairs.find(|(small, _)| *small == c).map(|(_, plain)| plain)
}

/// Letters in the form in which they are compared: 'i' and 'l' are the same, 'rn' is 'm', 'vv' is 'w', and a double
/// letter is the same as a single one, also beside a digit that looks like it.
pub(super) fn to_comparable(letters: &[char]) -> Vec<char> {
    let mut read: Vec<char> = Vec::with_capacity(letters.len());
    for &letter in letters {
        let letter = if letter == 'i' { 'l' } else { letter };
        match (read.last(), letter) {
            (Some('r'), 'n') => {
                read.pop();
                read.push('m');
            }
            (Some('v'), 'v') => {
                read.pop();
                read.push('w');
            }
            (Some(&ANY_LETTER), _) | (_, ANY_LETTER) => read.push(letter),
            (Some(last), _) if digit_as_letter(*last) == digit_as_letter(letter) => {
                // If a letter and a digit that looks like it follow each other, the letter stays.
                if letter.is_alphabetic() {
                    read.pop();
                    read.push(letter);
                }
            }
            _ => read.push(letter),
        }
    }
    read
}

/// Whether a name matches a known one, both in the form for comparison. A digit matches the letter that it looks like;
/// if there are few of them in a long name, it matches any letter, as a character that looks like none does.
pub(super) fn is_lookalike(characters: &[char], known: &[char]) -> bool {
    if characters.len() != known.len() {
        return false;
    }
    let digits = characters.iter().filter(|c| c.is_ascii_digit()).count();
    let unclear = characters.iter().filter(|c| **c == ANY_LETTER).count();
    let any_digit = known.len() >= 6 && digits * 4 <= known.len();
    let any_letter = known.len() >= 5 && unclear * 3 <= known.len();
    characters.iter().zip(known).all(|(text, known)| {
        text == known
            || text.is_ascii_digit() && (any_digit || digit_as_letter(*text) == *known)
            || *text == ANY_LETTER && any_letter
    })
}

/// The letter that a digit looks like.
fn digit_as_letter(c: char) -> char {
    match c {
        '0' => 'o',
        '1' => 'l',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '8' => 'b',
        '9' => 'g',
        other => other,
    }
}
