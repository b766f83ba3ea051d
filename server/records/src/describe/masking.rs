//! The private parts of the notes. Amounts of money, addresses, phone numbers and customers' names are replaced by
//! placeholders before the notes are sent, and put back into the response. Replacing something by mistake does no harm,
//! because it is put back; but the model writes better about what it can read.
//!
//! A private number is found with any punctuation between its digits, with a word joined to it, and in any alphabet.
//! Only a sort code with slashes, `12/34/56`, may also be a date, `12/03/26`, or the sizes of pipes, `15/22/28 mm`. If
//! it can be a date, it is taken for a sort code only in notes that mention an account. With any other punctuation it
//! is replaced, and so are dates: a job's description needs no date.

use std::ops::Range;

use super::normalised_notes::NormalisedNotes;
use super::patterns::{MAYBE_PRIVATE, PRIVATE_NUMBERS, PRIVATE_TEXTS, is_about_account};
use super::store::CustomerName;
use crate::contacts::ContactFields;

/// Units that come after sizes.
const UNITS: &[&str] = &[
    "mm", "cm", "m", "metre", "metres", "ft", "inch", "inches", "amp", "amps", "v", "volt", "volts", "kw",
    "kva", "watt", "watts", "hz", "kg", "litre", "litres", "btu", "rpm", "lm", "wide", "high", "deep",
    "long", "tall", "thick",
];

/// What may have a size of its own, and also a code.
const FITTINGS: &[&str] = &["gate", "door", "entry", "access", "alarm", "safe", "unit"];

/// What comes before the number of a standard: BS 7671:2018.
const STANDARDS: &[&str] = &["bs", "en", "iso", "iec", "pas"];

/// A number with fewer digits is a quantity or a measurement, not a phone number or a sort code.
const NUMBER_DIGITS_MIN: usize = 6;
/// The digits of an account number.
const ACCOUNT_DIGITS: usize = 8;
/// Shorter words of a name occur in any sentence.
const NAME_WORD_MIN: usize = 3;
/// Words in customers' names and addresses that identify nobody.
const COMMON_WORDS: &[&str] = &[
    "and", "the", "ltd", "limited", "plc", "llp", "mrs", "miss", "road", "street", "lane", "close", "house",
    "drive", "avenue", "flat",
];

/// Notes that may be sent to the model, and the private texts that were replaced in them.
pub(super) struct MaskedNotes {
    /// The notes with placeholders.
    pub text: String,
    /// The texts for the placeholders [1], [2], …
    pub removed: Vec<String>,
}

/// Replaces private texts and customers' names by placeholders. For the `chosen` customer of the job, every word of the
/// name and address is replaced; for the others, their full names.
pub(super) fn mask_notes(
    notes: &str,
    customers: &[CustomerName],
    chosen: Option<&ContactFields>,
) -> MaskedNotes {
    let mut spans = find_private(notes);
    spans.extend(find_names(notes, customers, chosen));
    replace_spans(notes, spans)
}

/// The places of private texts and numbers in the notes.
fn find_private(notes: &str) -> Vec<(usize, usize)> {
    let normalised = NormalisedNotes::read(notes);
    let apart = normalised.separate_numbers();
    let has_account = is_about_account(&normalised.text) || is_about_account(&apart.text);
    let mut spans = Vec::new();
    for (start, end) in
        PRIVATE_TEXTS.find(&normalised.text).into_iter().chain(PRIVATE_NUMBERS.find(&normalised.text))
    {
        if is_private(&normalised.text, start..end) {
            spans.push(normalised.place(start..end));
        }
    }
    // The unit of a size may be joined to it: '600-800mm'.
    for (start, end) in PRIVATE_NUMBERS.find(&apart.text) {
        if is_private(&apart.text, start..end) {
            spans.push(apart.place(start..end));
        }
    }
    for (start, end) in MAYBE_PRIVATE.find(&apart.text) {
        let text = &apart.text[start..end];
        let (before, after) = (&apart.text[..start], &apart.text[end..]);
        let is_private = has_account && is_three_pairs(text) || !is_time_or_standard(text, before);
        if !is_short(text) && is_private && !is_before_unit(after) && !is_size(text, after) {
            spans.push(apart.place(start..end));
        }
    }
    spans
}

/// Whether what was found in a text is neither too short to be private, nor a size, a date or a standard.
fn is_private(text: &str, found: Range<usize>) -> bool {
    let (before, after) = (&text[..found.start], &text[found.end..]);
    let found = &text[found];
    let is_harmless = match is_figures(found) {
        true => {
            is_size(found, after) || is_between_dates(found, (before, after)) || is_of_standard(found, before)
        }
        false => is_size_of_fitting(found, after) || is_of_standard(found, "") || is_size_of_part(found),
    };
    !is_short(found) && !is_harmless
}

/// Whether figures are sizes or years. A number that begins with a zero, or has more digits, is neither.
fn is_size(figures: &str, after: &str) -> bool {
    if !figures.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let (numbers, signs) = split_numbers(figures);
    let values: Vec<u32> = numbers.iter().map(|number| number.parse().unwrap_or(u32::MAX)).collect();
    let are_plain = numbers.iter().all(|number| number.len() <= 5 && !number.starts_with('0'));
    let is_year = |value: u32| (1900..2100).contains(&value);
    let are_years = signs.iter().all(|sign| ["-", ","].contains(sign))
        && values.first().is_some_and(|first| is_year(*first))
        && values.iter().all(|value| is_year(*value) || (20..60).contains(value));
    // Lintels of 900, 1200 and 1500 mm; a pair of four digits each may be an account.
    let are_round =
        values.len() == 3 && values.iter().all(|value| (300..6_000).contains(value) && value % 50 == 0);
    are_plain && (is_before_unit(after) || are_years || are_round)
}

/// Whether figures are the end of a date and the beginning of another: '2026 - 14' in '12/03/2026 - 14/03/2026'.
fn is_between_dates(figures: &str, (before, after): (&str, &str)) -> bool {
    let is_end =
        |text: &str| text.strip_suffix('/').is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit()));
    let is_start = |text: &str| {
        text.strip_prefix('/').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    figures.starts_with(|c: char| c.is_ascii_digit())
        && split_numbers(figures).1 == ["-"]
        && is_end(before)
        && is_start(after)
}

/// Whether it is the number of a standard and what follows it: '7671 18' in 'BS 7671 18th edition'.
fn is_of_standard(found: &str, before: &str) -> bool {
    let words = [before, found].concat();
    let mut words = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev();
    let is_edition =
        words.next().is_some_and(|word| word.len() == 2 && word.bytes().all(|b| b.is_ascii_digit()));
    let is_number = words
        .next()
        .is_some_and(|word| (4..=5).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit()));
    is_edition
        && is_number
        && words.next().is_some_and(|word| STANDARDS.contains(&word.to_lowercase().as_str()))
}

/// Whether it is the size of a door or the like, not its code: 'door 1981 x 762'.
fn is_size_of_fitting(found: &str, after: &str) -> bool {
    let lower = found.to_lowercase();
    let rest = FITTINGS.iter().find_map(|fitting| lower.strip_prefix(fitting));
    let is_plain = rest.is_some_and(|rest| rest.trim_start().bytes().all(|byte| byte.is_ascii_digit()));
    let is_digit = |c: char| c.is_ascii_digit();
    let is_by = ["x", "×", "|", "by"].iter().any(|by| {
        after.trim_start().strip_prefix(by).is_some_and(|rest| rest.trim_start().starts_with(is_digit))
    });
    let is_decimal = after.strip_prefix('.').is_some_and(|rest| rest.starts_with(is_digit));
    is_plain && (is_by || is_decimal || is_before_unit(after))
}

/// Whether what looks like a postcode is a part with a size or an ordinal: 'T5 8ft tube', 'M8 2nd fix'.
fn is_size_of_part(found: &str) -> bool {
    let is_short_word = found.len() <= 8 && found.contains(' ');
    is_short_word
        && found.starts_with(|c: char| c.is_ascii_uppercase())
        && ["ft", "hz", "st", "nd", "rd", "th"].iter().any(|end| found.ends_with(end))
}

fn is_figures(text: &str) -> bool {
    text.chars().all(|c| !c.is_alphabetic() && !"£$€@,[".contains(c))
}

/// Whether it is a number of too few digits.
fn is_short(text: &str) -> bool {
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    is_figures(text) && digits < NUMBER_DIGITS_MIN && !is_pence(text)
}

/// Whether a unit follows, which makes a number a size.
fn is_before_unit(after: &str) -> bool {
    let unit = after.trim_start().split(|c: char| !c.is_alphabetic()).next();
    unit.is_some_and(|unit| UNITS.contains(&unit.to_lowercase().as_str()))
}

/// The numbers of a text that begins and ends with one, and what is between them, without spaces.
fn split_numbers(text: &str) -> (Vec<&str>, Vec<&str>) {
    let mut numbers = Vec::new();
    let mut signs = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_numeric()).unwrap_or(rest.len());
        numbers.push(&rest[..end]);
        rest = &rest[end..];
        let next = rest.find(char::is_numeric).unwrap_or(rest.len());
        if next > 0 {
            signs.push(rest[..next].trim());
        }
        rest = &rest[next..];
    }
    (numbers, signs)
}

/// Whether it is written like a sort code.
fn is_three_pairs(text: &str) -> bool {
    let (numbers, _) = split_numbers(text);
    numbers.len() == 3 && numbers.iter().all(|number| number.chars().count() == 2)
}

/// Whether the numbers are dates, times, the date of a standard, or two sizes.
fn is_time_or_standard(text: &str, before: &str) -> bool {
    let (numbers, signs) = split_numbers(text);
    let values: Vec<u32> = numbers.iter().map(|number| number.parse().unwrap_or(u32::MAX)).collect();
    let word = before.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let is_standard = STANDARDS.contains(&word.to_lowercase().as_str());
    let are_slashed = |from: usize, count: usize| signs[from..from + count].iter().all(|sign| *sign == "/");
    let is_month = |month: u32| (1..=12).contains(&month);
    let is_day = |day: u32, month: u32| (1..=31).contains(&day) && is_month(month);
    let are_dates = values.len().is_multiple_of(3)
        && values.chunks(3).enumerate().all(|(at, date)| {
            let is_day_first = is_day(date[0], date[1]);
            let is_year_first = date[0] > 1900 && is_day(date[2], date[1]);
            let is_apart = at == 0 || signs[3 * at - 1] != "/";
            is_apart && (is_day_first || is_year_first) && are_slashed(3 * at, 2)
        });
    let are_days = values.len() == 4
        && are_slashed(0, 1)
        && signs[1] != "/"
        && are_slashed(2, 1)
        && values.chunks(2).all(|date| is_day(date[0], date[1]));
    let is_hour = |hour: u32, minute: u32| hour < 24 && minute < 60;
    let are_hours = values.len() == 4
        && signs[0] == signs[2]
        && matches!(signs[0], ":" | ".")
        && signs[1] == "-"
        && values.chunks(2).all(|time| is_hour(time[0], time[1]));
    let digits: usize = numbers.iter().map(|number| number.chars().count()).sum();
    let are_two_sizes = numbers.len() == 2 && digits < ACCOUNT_DIGITS;
    is_standard || are_dates || are_days || are_hours || are_two_sizes
}

/// Whether a number has two decimals, `12.50`, which makes it an amount.
fn is_pence(text: &str) -> bool {
    text.split_once('.').is_some_and(|(_, pence)| pence.len() == 2)
}

/// The places where the notes name a customer.
fn find_names(
    notes: &str,
    customers: &[CustomerName],
    chosen: Option<&ContactFields>,
) -> Vec<(usize, usize)> {
    let folded_words = FoldedWords::from_text(notes);
    let mut spans = Vec::new();
    for text in customers.iter().flat_map(|it| [&it.name, &it.company]) {
        let name = FoldedWords::from_text(text).into_words();
        if name.iter().any(|word| word.chars().count() >= NAME_WORD_MIN) {
            folded_words.find_spans(&name, &mut spans);
        }
    }
    for word in chosen.map(identifying_words).unwrap_or_default() {
        let long = word.chars().count() >= NAME_WORD_MIN;
        if long && !COMMON_WORDS.contains(&word.as_str()) {
            folded_words.find_spans(&[word], &mut spans);
        }
    }
    spans
}

/// Every word of a customer's names and address.
fn identifying_words(customer: &ContactFields) -> Vec<String> {
    let own = [
        &customer.name,
        &customer.company,
        &customer.address_line1,
        &customer.address_line2,
        &customer.city,
        &customer.county,
        &customer.post_code,
        &customer.address,
        &customer.phone,
        &customer.email,
        &customer.vat_number,
    ];
    let sites = customer.sites.iter().flat_map(|site| {
        [&site.address_line1, &site.address_line2, &site.city, &site.county, &site.post_code]
    });
    let texts = own.into_iter().chain(sites);
    texts.flat_map(|text| FoldedWords::from_text(text).into_words()).collect()
}

/// The normalised words of a text, each with its position.
struct FoldedWords(Vec<(String, usize, usize)>);

impl FoldedWords {
    fn from_text(text: &str) -> Self {
        let mut words = Vec::new();
        let mut start = None;
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            match (c.is_alphanumeric(), start) {
                (true, None) => start = Some(at),
                (false, Some(from)) => {
                    words.push((text[from..at].to_lowercase(), from, at));
                    start = None;
                }
                _ => {}
            }
        }
        Self(words)
    }

    fn into_words(self) -> Vec<String> {
        self.0.into_iter().map(|(word, ..)| word).collect()
    }

    fn find_spans(&self, name: &[String], spans: &mut Vec<(usize, usize)>) {
        let Some(first) = name.first() else { return };
        for (at, (word, start, _)) in self.0.iter().enumerate() {
            // 'Holroyds' and "Holroyd's" mean the Holroyds.
            if word != first && word.strip_suffix('s') != Some(first) {
                continue;
            }
            let run = self.0.get(at..at + name.len()).unwrap_or_default();
            let rest = run.iter().skip(1).zip(name.iter().skip(1));
            if let Some((_, _, end)) = run.last()
                && rest.clone().all(|((word, ..), want)| word == want)
            {
                spans.push((*start, *end));
            }
        }
    }
}

/// The notes with a placeholder for each span; adjacent spans are joined.
fn replace_spans(notes: &str, mut spans: Vec<(usize, usize)>) -> MaskedNotes {
    spans.sort_unstable();
    let mut text = String::with_capacity(notes.len());
    let mut saved: Vec<String> = Vec::new();
    let mut from = 0;
    let mut spans = spans.into_iter().peekable();
    while let Some((start, mut end)) = spans.next() {
        while let Some((_, further)) = spans.next_if(|(next, _)| *next <= end) {
            end = end.max(further);
        }
        let secret = &notes[start..end];
        let number = saved.iter().position(|known| known == secret);
        let number = number.unwrap_or_else(|| {
            saved.push(secret.to_owned());
            saved.len() - 1
        });
        text.push_str(&notes[from..start]);
        text.push_str(&format!("[{}]", number + 1));
        from = end;
    }
    text.push_str(&notes[from..]);
    MaskedNotes { text, removed: saved }
}

#[cfg(test)]
mod further;
#[cfg(test)]
mod tests;
