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

/// A word, split into pieces at its capitals: `HMRevenue` is `hm` and `revenue`.
pub(super) type NameWord = Vec<Vec<char>>;

/// The words of a name: runs of letters and digits. An apostrophe doesn't separate words.
pub(super) fn split_words(name: &str, reading: CaseReading) -> Vec<NameWord> {
    // A trade mark sign is not a letter.
    let name = name.replace(['™', '®', '©', '℠'], " ");
    let seen: Vec<char> = name
        .nfd()
        .flat_map(plain_letters)
        .filter(|c| !is_combining_mark(*c) && !matches!(c, '\'' | '’' | '‘' | '`' | '´' | 'ʼ'))
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

/// The lower-case Latin letters or digits as which a character is read; empty if it separates words. Some characters
/// count as letters only if there are letters `beside` them, before and after.
fn read_letters(c: char, beside: (bool, bool), reading: CaseReading) -> Vec<char> {
    match (c, beside) {
        ('|' | '!', (true, true)) => return vec!['l'],
        ('$', (_, true)) => return vec!['s'],
        ('@', (_, true)) => return vec!['a'],
        ('€', (_, true)) => return vec!['e'],
        _ if c.is_ascii_alphanumeric() => return vec![c.to_ascii_lowercase()],
        _ if c.is_ascii() => return Vec::new(),
        _ => {}
    }
    if let Some(letter) = unframe(c).or_else(|| read_small_capital(c)) {
        return vec![letter];
    }
    let small = to_latin(c.encode_utf8(&mut [0; 4]));
    let capital = to_latin(&c.to_uppercase().collect::<String>());
    let read = match reading {
        CaseReading::Small => small.or(capital),
        CaseReading::Capital => capital.or(small),
    };
    let other = || c.is_alphanumeric().then(|| c.to_lowercase().collect());
    read.or_else(other).unwrap_or_default()
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

/// The letter of a small capital, which Unicode's table doesn't map.
fn read_small_capital(c: char) -> Option<char> {
    const SMALL: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ";
    const PLAIN: &str = "abcdefghijklmnopqrstuvwyz";
    let mut pairs = SMALL.chars().zip(PLAIN.chars());
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
/// if there are few of them in a long name, it matches any letter.
pub(super) fn is_lookalike(characters: &[char], known: &[char]) -> bool {
    let digits = characters.iter().filter(|c| c.is_ascii_digit()).count();
    let any = known.len() >= 6 && digits * 4 <= known.len();
    characters.len() == known.len()
        && characters.iter().zip(known).all(|(text, known)| {
            text == known || text.is_ascii_digit() && (any || digit_as_letter(*text) == *known)
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
