//! The words of a text as searches compare them: lower-case letters of any script, without accents.
//!
//! The databases' own folding covers little beyond ASCII and differs between them, so it is done here, for what is
//! stored and for what is searched.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::canonical_combining_class;

use super::Dialect;

/// The most characters of a word that are stored; the rest isn't compared.
const WORD_LENGTH_MAX: usize = 40;

/// The words of a text, in order: runs of letters and digits. An apostrophe is left out (`boilers` for boiler's), a
/// decimal point stays within a number, and the commas between thousands are left out.
#[must_use]
pub fn split_words(text: &str) -> Vec<String> {
    let folded: Vec<char> = fold_text(text).collect();
    let mut words = Vec::new();
    let mut word = String::new();
    let mut length = 0;
    for (i, c) in folded.iter().copied().enumerate() {
        let before = i.checked_sub(1).and_then(|i| folded.get(i));
        let after_digit = before.is_some_and(char::is_ascii_digit);
        let digits = count_digits(&folded, i + 1);
        if c.is_alphanumeric() || (c == '.' && after_digit && digits > 0) {
            if length < WORD_LENGTH_MAX {
                word.push(c);
                length += 1;
            }
        } else if is_apostrophe(c) || (c == ',' && after_digit && digits == 3) {
            // The character doesn't end the word, but isn't stored as part of it.
        } else {
            words.extend((length > 0).then(|| std::mem::take(&mut word)));
            length = 0;
        }
    }
    words.extend((length > 0).then_some(word));
    words
}

/// The words of a text as they are searched for: like [`split_words`], but characters that some keyboards and files
/// use as an apostrophe between two letters are left out as well. [`split_words`] itself can't do this, because
/// fingerprints of imported rows are made from its words and must not change.
#[must_use]
pub fn split_search_words(text: &str) -> Vec<String> {
    if text.is_ascii() {
        return split_words(text);
    }
    split_words(&replace_within_words(text, '\''))
}

/// The words by which a text is found: those of [`split_search_words`] and, for a name such as O’Neill, also the part
/// behind its apostrophe, which people type alone.
#[must_use]
pub fn split_indexed_words(text: &str) -> Vec<String> {
    let mut words = split_search_words(text);
    if text.chars().any(|c| is_apostrophe(c) || is_like_apostrophe(c)) {
        let whole = words.len();
        // With a space in place of the apostrophe, the part behind it is a word of its own.
        let apart = split_words(&replace_within_words(text, ' '));
        words.extend(apart.into_iter().filter(|word| word.chars().count() >= PART_LENGTH_MIN));
        let mut seen = std::collections::HashSet::new();
        let mut at = 0;
        words.retain(|word| {
            at += 1;
            seen.insert(word.clone()) || at <= whole
        });
    }
    words
}

/// The fewest letters of a part of a name that can be found alone, so that the s of boiler’s can't.
const PART_LENGTH_MIN: usize = 2;

/// The text with another character for each apostrophe between two letters.
fn replace_within_words(text: &str, by: char) -> String {
    let all: Vec<char> = text.chars().collect();
    let is_letter = |at: Option<usize>| at.and_then(|at| all.get(at)).is_some_and(|c| c.is_alphabetic());
    let replaced = all.iter().enumerate().map(|(at, c)| {
        let is_within = is_letter(at.checked_sub(1)) && is_letter(at.checked_add(1));
        if is_within && (is_apostrophe(*c) || is_like_apostrophe(*c)) { by } else { *c }
    });
    replaced.collect()
}

/// Whether each word of the query is the beginning of a word of some text.
#[must_use]
pub fn all_match<'a>(queries: &[String], texts: impl IntoIterator<Item = &'a str>) -> bool {
    let indexed: Vec<String> = texts.into_iter().flat_map(split_indexed_words).collect();
    queries.iter().all(|query| indexed.iter().any(|word| word.starts_with(query)))
}

/// The most words of a query that are used.
const QUERY_WORDS_MAX: usize = 8;
/// The most different words by which a row can be found.
const STORED_WORDS_MAX: usize = 500;

/// The words of some texts as a column stores them: each word once, after a space.
#[must_use]
pub fn to_stored_words<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut seen = std::collections::HashSet::new();
    let mut stored = String::new();
    for word in texts.into_iter().flat_map(split_indexed_words) {
        if seen.len() < STORED_WORDS_MAX && seen.insert(word.clone()) {
            stored.push(' ');
            stored.push_str(&word);
        }
    }
    stored
}

/// For each typed word, the text to look for in a column written by [`to_stored_words`]: a space and the typed word, so
/// that it is found at the beginning of a stored word.
#[must_use]
pub fn word_starts(typed: &str) -> Vec<String> {
    let words = join_phone_groups(typed).map_or_else(|| split_search_words(typed), |number| vec![number]);
    words.into_iter().take(QUERY_WORDS_MAX).map(|word| format!(" {word}")).collect()
}

/// The SQL condition that a column contains the text bound to a placeholder. `LIKE` would treat some characters
/// specially and take longer.
pub fn contains_condition(dialect: Dialect, column: &str, placeholder: &str) -> String {
    match dialect {
        Dialect::Sqlite => format!("instr({column}, {placeholder}) > 0"),
        Dialect::Postgres => format!("strpos({column}, {placeholder}) > 0"),
    }
}

/// A telephone number, or the beginning of one, that was typed in groups: its digits without spaces, as [`phone_words`]
/// stores them. `None` unless the text starts with 0 or + and contains only digits.
fn join_phone_groups(typed: &str) -> Option<String> {
    let typed = typed.replace("(0)", "");
    let groups = split_words(&typed);
    let begins_as_number =
        typed.trim_start().starts_with('+') || groups.first().is_some_and(|first| first.starts_with('0'));
    let is_number =
        begins_as_number && groups.iter().flat_map(|group| group.chars()).all(|c| c.is_ascii_digit());
    let digits = groups.concat();
    let own = digits.strip_prefix("00").unwrap_or(&digits);
    (is_number && groups.len() > 1).then(|| own.to_owned())
}

/// A telephone number in the forms in which it may be typed: its digits without spaces and, for a British number, with
/// the country code, with the leading 0, and without either.
#[must_use]
pub fn phone_words(number: &str) -> String {
    let digits: String = number.replace("(0)", "").chars().filter(char::is_ascii_digit).collect();
    let own = match (digits.strip_prefix("0044"), digits.strip_prefix("44")) {
        (Some(own), _) | (None, Some(own)) => own,
        (None, None) => digits.strip_prefix('0').unwrap_or_default(),
    };
    if own.len() < 9 {
        return digits;
    }
    format!("{digits} {own} 0{own} 44{own}")
}

/// A text as a sort key: folded, with its words and punctuation in place.
#[must_use]
pub fn sort_key(text: &str) -> String {
    // Most names need no folding, and lists sort thousands of them.
    if text.is_ascii() {
        let small = text.chars().map(|c| c.to_ascii_lowercase());
        return small.take(WORD_LENGTH_MAX).collect();
    }
    fold_text(text).take(WORD_LENGTH_MAX).collect()
}

/// Lower case without accents: 'É', 'é' and 'e' become the same, and so do 'Σ', 'σ' and 'ς'.
fn fold_text(text: &str) -> impl Iterator<Item = char> {
    let small = text.to_lowercase();
    let plain: Vec<char> = small.nfkd().filter(|c| canonical_combining_class(*c) == 0).collect();
    plain.into_iter().flat_map(|c| {
        // Letters that Unicode decomposition doesn't split.
        let latin = match c {
            'ß' => "ss",
            'æ' => "ae",
            'œ' => "oe",
            'þ' => "th",
            'ø' => "o",
            'ł' => "l",
            'đ' | 'ð' => "d",
            'ħ' => "h",
            'ı' => "i",
            'ς' => "σ",
            _ => "",
        };
        let unchanged = latin.is_empty().then_some(c);
        latin.chars().chain(unchanged)
    })
}

/// The number of consecutive digits from this position.
fn count_digits(text: &[char], start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    rest.iter().take(WORD_LENGTH_MAX).take_while(|c| c.is_ascii_digit()).count()
}

/// Whether a character looks like an apostrophe, although Unicode calls it a letter, an accent or a prime.
fn is_like_apostrophe(c: char) -> bool {
    matches!(c, 'ʼ' | 'ʻ' | 'ʽ' | 'ʹ' | 'ˈ' | '´' | '′' | '‛' | '＇')
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | 'ʼ' | '`' | '´')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignores_accents_and_capitals_of_any_script() {
        for (one, other) in [
            ("ÉCLAIR", "eclair"),
            ("éclair", "e\u{301}clair"),
            ("ΟΔΟΣ ΈΡΓΟ", "οδός εργο"),
            ("ЙОЖ", "йож"),
            ("Straße", "STRASSE"),
            ("Søren Łukasz", "soren lukasz"),
            ("İstanbul", "istanbul"),
            ("ﬁtting", "fitting"),
            ("שָׁלוֹם", "שלום"),
        ] {
            assert_eq!(split_words(one), split_words(other), "{one} and {other}");
            assert!(!split_words(one).is_empty(), "{one}");
        }
    }

    #[test]
    fn sorts_ascii_text_as_if_it_had_been_folded() {
        let printed: String = (' '..='~').collect();
        for text in [&*printed, "Jo BLOGGS & Sons", "", &"Ab ".repeat(WORD_LENGTH_MAX)] {
            let folded: String = fold_text(text).take(WORD_LENGTH_MAX).collect();
            assert_eq!(sort_key(text), folded, "{text}");
        }
        assert_eq!(sort_key("Élodie"), sort_key("ELODIE"));
    }

    #[test]
    fn words_are_letters_and_digits() {
        for (text, expected) in [
            ("INV-0001", vec!["inv", "0001"]),
            ("£1,234.50", vec!["1234.50"]),
            ("1,234,567 1,2", vec!["1234567", "1", "2"]),
            ("2.5 mm, 3.", vec!["2.5", "mm", "3"]),
            ("Boiler's O’Brien", vec!["boilers", "obrien"]),
            ("50% Homes_Ltd", vec!["50", "homes", "ltd"]),
            ("कमल की दुकान", vec!["कमल", "की", "दुकान"]),
            ("–—…", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(split_words(text), expected, "{text}");
        }
    }

    #[test]
    fn a_name_is_found_with_any_kind_of_apostrophe() {
        for sign in ["'", "’", "‘", "`", "ʼ", "ʻ", "´", "′", "‛", "＇", ""] {
            let name = format!("Kate O{sign}Hara");
            let part = if sign.is_empty() { "" } else { " hara" };
            assert_eq!(to_stored_words([&*name]), format!(" kate ohara{part}"), "{name}");
            assert_eq!(word_starts(&format!("o{sign}har")), [" ohar"], "{name}");
        }
        assert_eq!(split_search_words("5′6 pipe ′ O′"), ["5", "6", "pipe", "o"]);
    }

    #[test]
    fn a_name_is_found_by_the_part_behind_its_apostrophe() {
        for (name, words) in [
            ("Sean O'Neill", vec!["sean", "oneill", "neill"]),
            ("SEAN O’NEILL", vec!["sean", "oneill", "neill"]),
            ("Jeanne d’Arc", vec!["jeanne", "darc", "arc"]),
            ("'Neill' O'Neill", vec!["neill", "oneill"]),
            ("Taylor's boiler, 5'6", vec!["taylors", "boiler", "56", "taylor"]),
            ("Neill Neill", vec!["neill", "neill"]),
        ] {
            assert_eq!(split_indexed_words(name), words, "{name}");
        }
        for (typed, is_found) in
            [("neill", true), ("NEIL", true), ("o neill", true), ("o’neill", true), ("eill", false)]
        {
            assert_eq!(all_match(&split_search_words(typed), ["Sean O’Neill"]), is_found, "{typed}");
        }
    }

    #[test]
    fn stores_words_after_a_space_and_searches_their_beginnings() {
        assert_eq!(to_stored_words(["Mrs O’Brien", "o'brien 12"]), " mrs obrien brien 12");
        assert_eq!(word_starts("O'Br 1_2%"), [" obr", " 1", " 2"]);
        assert_eq!(word_starts(" – "), Vec::<String>::new());
        assert_eq!(word_starts(&"a b ".repeat(50)).len(), QUERY_WORDS_MAX);
        let long: String = (0..2_000).map(|n| format!("w{n} ")).collect();
        assert_eq!(to_stored_words([long.as_str()]).split_whitespace().count(), STORED_WORDS_MAX);
    }

    #[test]
    fn a_telephone_number_is_found_however_it_is_typed() {
        for number in ["+44 (0)7700 900-123", "07700 900123", "0044 7700900123"] {
            for typed in ["07700", "07700900123", "7700900", "447700"] {
                let saved = to_stored_words([phone_words(number).as_str()]);
                assert!(saved.contains(&format!(" {typed}")), "{number} by {typed}");
            }
        }
        for typed in ["0770 0900123", "07700 900 1", "+44 (0) 7700-900", "0044 7700 9001"] {
            let saved = to_stored_words([phone_words("07700 900123").as_str()]);
            let [begins] = &word_starts(typed)[..] else {
                panic!("{typed} is one number");
            };
            assert!(saved.contains(begins.as_str()), "{typed}");
        }
        assert_eq!(word_starts("12 450").len(), 2, "two numbers stay two words");
        assert_eq!(phone_words("999"), "999");
        assert_eq!(phone_words("+1 212 555 0100"), "12125550100");
    }

    #[test]
    fn cuts_very_long_words() {
        assert_eq!(split_words(&"é".repeat(5_000)), ["e".repeat(WORD_LENGTH_MAX)]);
        assert_eq!(sort_key(&"é".repeat(5_000)), "e".repeat(WORD_LENGTH_MAX));
    }
}
