//! A number as a person types or pastes it, or a file contains it (docs/rules.md, section 1): read in full or not at
//! all.
//!
//! A text that can't be read in full is not a number. Leaving out the characters that don't fit would make another
//! number of it: `1/2` would be 12, `10-12` would be 1012, and `6:20` hours would be 620.

use rust_decimal::Decimal;

/// The message below a field whose number cannot be read.
pub const NOT_A_NUMBER: &str = "This must be a number, such as 12.50.";
/// The message below a field for whole numbers when another number was typed.
pub const NOT_A_WHOLE_NUMBER: &str = "This must be a whole number.";

/// The longest text that is read as a number, in characters.
const LENGTH_MAX: usize = 40;
/// Fractions that are one character, and their values. A third is missing because no decimal equals it.
const FRACTIONS: [(char, &str); 5] =
    [('½', "0.5"), ('¼', "0.25"), ('¾', "0.75"), ('⅛', "0.125"), ('⅕', "0.2")];
/// The most decimals that a fraction may have as a decimal number.
const DECIMALS_MAX: u32 = 4;

/// The decimal number in a typed text, without thousands separators, currency or per cent sign: `£1,234.50` is
/// `1234.50`. The result is empty if only a plus or minus sign or a point has been typed so far, and `None` if the text
/// cannot be read.
///
/// Accepted are a leading `+`, `-` or dash, brackets for a negative number, `£` and `GBP`, a per cent sign at the end,
/// thousands separated by commas or spaces, a decimal comma (`12,50`, `1.234,50`, `0,125`), fractions that have at most
/// 4 decimals (`½`, `1½`, `1 1/2`, `3/4`), and `k` for thousands.
#[must_use]
pub fn parse_number(text: &str) -> Option<String> {
    let text = text.trim();
    if text.chars().count() > LENGTH_MAX {
        return None;
    }
    let (negative, text) = split_sign(text)?;
    let text = strip_currency(text);
    // `£-5` is as common as `-£5`.
    let (inner, text) = if negative { (false, text) } else { split_sign(text)? };
    let text = text.strip_suffix('%').unwrap_or(text).trim();
    if text.is_empty() || text == "." {
        return Some(String::new());
    }
    let figure =
        parse_fraction(text).or_else(|| parse_thousands_suffix(text)).or_else(|| parse_plain(text))?;
    let is_nothing = figure.chars().all(|c| matches!(c, '0' | '.'));
    Some(if (negative || inner) && !is_nothing { format!("-{figure}") } else { figure })
}

/// The whole number, at least 0, in a typed text, such as a number of days; empty in the same case as [`parse_number`].
/// `None` if it cannot be read, is negative or has decimals: dropping the point would turn `1.5` into 15.
#[must_use]
pub fn parse_whole_number(text: &str) -> Option<String> {
    let figure = parse_number(text)?;
    let (whole, decimals) = figure.split_once('.').unwrap_or((&figure, ""));
    let is_whole = !whole.starts_with('-') && decimals.bytes().all(|b| b == b'0');
    is_whole.then(|| whole.to_owned())
}

/// Whether the number is negative, and the rest of the text.
fn split_sign(text: &str) -> Option<(bool, &str)> {
    if let Some(rest) = text.strip_prefix('(') {
        return rest.strip_suffix(')').map(|inner| (true, inner.trim()));
    }
    let rest = text.strip_prefix(['-', '−', '–']);
    let positive = || (false, text.strip_prefix('+').unwrap_or(text).trim_start());
    Some(rest.map_or_else(positive, |rest| (true, rest.trim_start())))
}

fn strip_currency(text: &str) -> &str {
    let text = text.trim_start_matches('£').trim_end_matches('£');
    let text = ["GBP", "gbp"].iter().fold(text, |text, word| {
        let text = text.strip_prefix(word).unwrap_or(text);
        text.strip_suffix(word).unwrap_or(text)
    });
    text.trim()
}

/// Reads `½`, `1½`, `3/4` and `1 1/2`.
fn parse_fraction(text: &str) -> Option<String> {
    if let Some((at, (_, decimal))) = text.char_indices().find_map(|(at, c)| {
        let known = FRACTIONS.iter().find(|(fraction, _)| *fraction == c)?;
        Some((at, known))
    }) {
        let fraction = &text[at..];
        let whole = text[..at].trim_end();
        let is_last = fraction.chars().count() == 1;
        return is_last.then(|| add_fraction(whole, decimal.parse().ok()?))?;
    }
    let (before, below) = text.split_once('/')?;
    let (whole, above) = before.trim_end().rsplit_once(' ').unwrap_or(("", before.trim_end()));
    let (above, below) = (parse_digits(above)?, parse_digits(below.trim())?);
    // After a whole number, the fraction must be less than 1: in `1 200/8`, the space could be the thousands separator
    // of 1200 as well as the gap before 200/8.
    let is_part = whole.trim().is_empty() || above > Decimal::ZERO && above < below;
    let value = above.checked_div(below)?;
    let is_exact = value.checked_mul(below)? == above && value.normalize().scale() <= DECIMALS_MAX;
    (is_part && is_exact).then(|| add_fraction(whole.trim(), value))?
}

/// The sum of a whole number and a fraction.
fn add_fraction(whole: &str, fraction: Decimal) -> Option<String> {
    let whole = if whole.is_empty() { Decimal::ZERO } else { parse_digits(whole)? };
    Some(whole.checked_add(fraction)?.normalize().to_string())
}

/// A whole number of at most 9 digits.
fn parse_digits(text: &str) -> Option<Decimal> {
    let is_number = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

/// Reads `1k` and `2.5k`.
fn parse_thousands_suffix(text: &str) -> Option<String> {
    let number = text.strip_suffix(['k', 'K'])?.trim_end();
    let number: Decimal = parse_plain(number)?.parse().ok()?;
    Some(number.checked_mul(Decimal::ONE_THOUSAND)?.normalize().to_string())
}

/// Reads digits with a decimal point and thousands separators.
fn parse_plain(text: &str) -> Option<String> {
    let text: String = text.chars().map(|c| if is_space(c) { ' ' } else { c }).collect();
    let allowed = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ' ');
    if !text.chars().all(allowed) || !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let (whole, decimals) = match (text.rfind(','), text.rfind('.')) {
        // The decimals follow the last of the two separators.
        (Some(comma), Some(point)) if comma > point => split_at_point(&text, comma, ".")?,
        (_, Some(point)) => split_at_point(&text, point, ",")?,
        // Only a comma: it separates thousands if three digits follow, otherwise decimals. A number with thousands
        // never begins with 0.
        (Some(comma), None) if text.len() - comma == 4 && &text[..comma] == "0" => {
            split_at_point(&text, comma, " ")?
        }
        (Some(comma), None) if text.len() - comma == 4 => (join_groups(&text, ",")?, ""),
        (Some(comma), None) if text.len() - comma <= 3 => split_at_point(&text, comma, " ")?,
        (Some(_), None) => return None,
        (None, None) => (join_groups(&text, " ")?, ""),
    };
    let whole = if whole.is_empty() { "0".to_owned() } else { whole };
    Some(if decimals.is_empty() { whole } else { format!("{whole}.{decimals}") })
}

/// The whole digits before the separator at `at`, without thousands separators, and the decimals after it.
fn split_at_point<'a>(text: &'a str, at: usize, thousands: &str) -> Option<(String, &'a str)> {
    let decimals = &text[at + 1..];
    if !decimals.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let whole = &text[..at];
    let separator = if whole.contains(' ') { " " } else { thousands };
    Some((join_groups(whole, separator)?, decimals))
}

/// The digits without their separators; after the first group, all groups must have three digits.
fn join_groups(text: &str, separator: &str) -> Option<String> {
    let mut groups = text.split(separator);
    let first = groups.next()?;
    let all_digits = |group: &str| group.bytes().all(|b| b.is_ascii_digit());
    let mut whole = first.to_owned();
    let mut is_grouped = all_digits(first);
    for group in groups {
        is_grouped &= group.len() == 3 && all_digits(group) && (1..=3).contains(&first.len());
        // `0 125` and `0,125,000` are not numbers with thousands.
        is_grouped &= !first.starts_with('0');
        whole.push_str(group);
    }
    is_grouped.then_some(whole)
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\'')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_numbers_in_every_usual_form() {
        for (text, figure) in [
            ("12.50", "12.50"),
            (" 12 ", "12"),
            ("£1,234.50", "1234.50"),
            ("1,200.50", "1200.50"),
            ("1 234.50", "1234.50"),
            ("1\u{a0}234", "1234"),
            ("1,234,567", "1234567"),
            ("12,50", "12.50"),
            ("12,5", "12.5"),
            ("0,125", "0.125"),
            ("-0,250", "-0.250"),
            ("1.234,50 GBP", "1234.50"),
            ("GBP 7", "7"),
            ("1,234", "1234"),
            ("-5", "-5"),
            ("−5.00", "-5.00"),
            ("– £5", "-5"),
            ("£-5", "-5"),
            ("(15.00)", "-15.00"),
            ("(£1,500)", "-1500"),
            ("-0", "0"),
            ("+15", "15"),
            (".5", "0.5"),
            ("12.", "12"),
            ("17.5%", "17.5"),
            ("9.975", "9.975"),
            ("½", "0.5"),
            ("1½", "1.5"),
            ("2 ¾", "2.75"),
            ("1/2", "0.5"),
            ("1 1/2", "1.5"),
            ("3/4", "0.75"),
            ("5/8", "0.625"),
            ("2 5/8", "2.625"),
            ("100/8", "12.5"),
            ("-1/2", "-0.5"),
            ("1k", "1000"),
            ("2.5K", "2500"),
            ("£1.25k", "1250"),
            ("0.8333", "0.8333"),
            ("007", "007"),
        ] {
            assert_eq!(parse_number(text).as_deref(), Some(figure), "{text}");
        }
    }

    #[test]
    fn accepts_only_whole_numbers_where_required() {
        for (text, whole) in [
            ("14", "14"),
            ("1,000", "1000"),
            ("12.", "12"),
            ("12.00", "12"),
            ("1k", "1000"),
            ("", ""),
            ("-", ""),
            ("-0", "0"),
        ] {
            assert_eq!(parse_whole_number(text).as_deref(), Some(whole), "{text:?}");
        }
        for text in ["1.5", "½", "-5", "(5)", "10-12", "1e3", "6:20", "ten"] {
            assert_eq!(parse_whole_number(text), None, "{text}");
        }
    }

    #[test]
    fn half_typed_numbers_are_empty() {
        for text in ["", " ", "-", ".", "-.", "£", "+", "%"] {
            assert_eq!(parse_number(text).as_deref(), Some(""), "{text:?}");
        }
    }

    #[test]
    fn refuses_what_is_not_clearly_one_number() {
        for text in [
            "10-12",
            "6:20",
            "1e3",
            "2 x 45",
            "1.200.50",
            "1.2.3",
            "1,2,3",
            "12,345,6",
            "1,23,456",
            "(15.00",
            "15.00)",
            "ten",
            "POA",
            "1/3",
            "1/0",
            "⅓",
            "½½",
            "1½2",
            "1/2/3",
            "--5",
            "-(5)",
            "5-",
            "12 34",
            "1 2345",
            "£5 each",
            "1kk",
            "k",
            "12.5.",
            "0x10",
            "∞",
            "१२",
            "1,234.5,0",
            "1/2 x 3",
            "5 ,000",
            "0 125",
            "0,125,000",
            "00,125",
            "0,125.50",
            "1 200/8",
            "1 000/8",
            "1 8/8",
        ] {
            assert_eq!(parse_number(text), None, "{text}");
        }
        assert_eq!(parse_number(&"1".repeat(41)), None);
    }

    proptest::proptest! {
        /// No digit is lost: the digits of the result are those of the typed text.
        #[test]
        fn no_digit_is_lost_or_made_up(text in "[0-9.,£() −-]{0,12}") {
            if let Some(figure) = parse_number(&text) {
                let of = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
                let (typed, read) = (of(&text), of(&figure));
                proptest::prop_assert!(typed == read || format!("0{typed}") == read, "{text} is {figure}");
            }
        }

        #[test]
        fn leaves_a_plain_decimal_unchanged(whole in 0_u32..1_000_000, decimals in 0_u32..10_000) {
            let text = format!("{whole}.{decimals:04}");
            proptest::prop_assert_eq!(parse_number(&text), Some(text));
        }
    }
}
