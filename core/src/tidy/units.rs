//! Numbers with their units, as the trade writes them: `22 mm`, `2.5 mm²`, `32 A`, `45°`.

use super::sentences::{Token, is_number};

/// The names of units, and how each is written after a number.
const UNITS: &[(&str, &str)] = &[
    ("mm", "mm"),
    ("mil", "mm"),
    ("mils", "mm"),
    ("millimetre", "mm"),
    ("millimetres", "mm"),
    ("millimeter", "mm"),
    ("millimeters", "mm"),
    ("cm", "cm"),
    ("centimetre", "cm"),
    ("centimetres", "cm"),
    ("m", "m"),
    ("mtr", "m"),
    ("mtrs", "m"),
    ("metre", "m"),
    ("metres", "m"),
    ("m2", "m²"),
    ("m²", "m²"),
    ("sqm", "m²"),
    ("m3", "m³"),
    ("m³", "m³"),
    ("mm2", "mm²"),
    ("mm²", "mm²"),
    ("kw", "kW"),
    ("kilowatt", "kW"),
    ("kilowatts", "kW"),
    ("kwh", "kWh"),
    ("kva", "kVA"),
    ("watt", "W"),
    ("watts", "W"),
    ("amp", "A"),
    ("amps", "A"),
    ("volt", "V"),
    ("volts", "V"),
    ("ltr", "litre"),
    ("ltrs", "litres"),
    ("hr", "hours"),
    ("hrs", "hours"),
    ("mins", "minutes"),
    ("bar", "bar"),
    ("kg", "kg"),
];

/// Units of one letter: only directly after the number, as in `230v`, because `flat 2 a` is not an amount.
const SINGLE_LETTER_UNITS: &[(&str, &str)] = &[("a", "A"), ("v", "V"), ("w", "W"), ("l", "l"), ("g", "g")];

/// After one of these, a number with a letter is an address: 'flat 12a'.
const ADDRESS_WORDS: &[&str] =
    &["flat", "unit", "no", "number", "apartment", "plot", "room", "house", "at", "block"];

/// Common current ratings; any other number with an `a` is a house number.
const RATINGS: &[&str] =
    &["6", "10", "13", "16", "20", "25", "32", "40", "45", "50", "60", "63", "80", "100", "125"];

/// Normalises the units in a sentence.
pub(super) fn write_units(tokens: &mut Vec<Token>) {
    let given = std::mem::take(tokens);
    let mut given = given.into_iter().peekable();
    while let Some(mut token) = given.next() {
        let previous = tokens.last();
        let next = given.peek();
        if let Some(figure) = count_end(&token.word).filter(|_| token.has_no_punctuation_before()) {
            token.word.truncate(figure);
            let close = std::mem::take(&mut token.close);
            tokens.push(token);
            let stop = if close.starts_with('.') { "" } else { "." };
            token = Token { open: String::new(), word: "no".to_owned(), close: format!("{stop}{close}") };
        } else if let Some((figure, unit)) = split_attached_unit(&token, previous, next) {
            let close = std::mem::take(&mut token.close);
            token.word.truncate(figure);
            let word = inflect_unit(unit, &token.word).to_owned();
            tokens.push(token);
            token = Token { open: String::new(), word, close };
        }
        let after_figure =
            tokens.last().is_some_and(|last| last.is_number() && last.has_no_punctuation_after());
        let per =
            tokens.last().is_some_and(|last| last.has_no_punctuation_after() && last.lookup_key() == "per");
        if !token.has_no_punctuation_before() || !(after_figure || per) {
            tokens.push(token);
            continue;
        }
        let next =
            given.peek().filter(|next| token.has_no_punctuation_after() && next.has_no_punctuation_before());
        let second = next.map(Token::lookup_key).unwrap_or_default();
        let key = token.lookup_key();
        // Units of two words: 'sq m', 'mm squared', 'degrees C', 'per cent'.
        let pair = paired_unit_text(&key, &second);
        if pair.is_some()
            && let Some(next) = given.next()
        {
            token.close = next.close;
        }
        if after_figure && let Some(sign) = attached_symbol(&key, &second) {
            if let Some(figure) = tokens.last_mut() {
                figure.word.push_str(sign);
                figure.close = token.close;
            }
            continue;
        }
        let written =
            pair.or_else(|| unit_text(&key).filter(|unit| after_figure || unit.ends_with(['²', '³'])));
        if let Some(unit) = written {
            let figure = tokens.last().map_or("", |last| last.word.as_str());
            token.word = inflect_unit(unit, figure).to_owned();
        }
        tokens.push(token);
    }
}

/// The length of the number in `2no`, which is a count; `None` for any other word.
pub(super) fn count_end(word: &str) -> Option<usize> {
    let figure = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_count = matches!(&word[figure.len()..], "no" | "nr" | "No" | "NO" | "NR");
    let is_figure = !figure.is_empty() && figure.bytes().all(|c| c.is_ascii_digit());
    (is_count && is_figure).then_some(figure.len())
}

/// 'hour' or 'minute' after the number 1.
fn inflect_unit(unit: &'static str, figure: &str) -> &'static str {
    match unit {
        "hours" | "minutes" if figure == "1" => unit.trim_end_matches('s'),
        _ => unit,
    }
}

fn unit_text(key: &str) -> Option<&'static str> {
    let found = UNITS.iter().find(|(name, _)| *name == key);
    found.map(|(_, unit)| *unit)
}

fn paired_unit_text(first: &str, second: &str) -> Option<&'static str> {
    let length = |key: &str| unit_text(key).filter(|unit| matches!(*unit, "mm" | "m"));
    let (power, unit) = match (first, second) {
        ("sq" | "sq." | "square", _) => (2, length(second)?),
        ("cubic" | "cu", _) => (3, length(second)?),
        (_, "sq" | "squared") => (2, length(first)?),
        (_, "cubed") => (3, length(first)?),
        ("degrees" | "degree" | "deg", "c" | "celsius" | "centigrade") => return Some("°C"),
        ("per", "cent") => return Some("%"),
        _ => return None,
    };
    Some(match (power, unit) {
        (2, "mm") => "mm²",
        (2, _) => "m²",
        (_, "mm") => "mm³",
        _ => "m³",
    })
}

/// A unit that is written directly after the number, without a space.
fn attached_symbol(first: &str, second: &str) -> Option<&'static str> {
    match (first, second) {
        ("degrees" | "degree" | "deg", "c" | "celsius" | "centigrade") => None,
        ("degrees" | "degree" | "deg", _) => Some("°"),
        ("percent", _) | ("per", "cent") => Some("%"),
        _ => None,
    }
}

/// The length of the number in `22mm`, and its unit.
fn split_attached_unit(
    token: &Token,
    previous: Option<&Token>,
    next: Option<&Token>,
) -> Option<(usize, &'static str)> {
    let word = token.word.as_str();
    let digit = |c: char| c.is_ascii_digit();
    // The start of the unit; `m2` itself ends with a digit.
    let stem = word.strip_suffix(['2', '3']).unwrap_or(word);
    let stem = if stem.ends_with(char::is_alphabetic) { stem } else { word };
    let at = stem.rfind(digit)? + 1;
    let (figure, unit) = word.split_at(at);
    if !token.has_no_punctuation_before() || !is_number(figure) {
        return None;
    }
    let key = unit.to_lowercase();
    if let Some((_, unit)) = SINGLE_LETTER_UNITS.iter().find(|(name, _)| *name == key) {
        let place = previous.is_some_and(|it| ADDRESS_WORDS.contains(&it.lookup_key().as_str()));
        let street = next.is_some_and(|it| {
            token.has_no_punctuation_after()
                && it.word.starts_with(char::is_uppercase)
                && it.word.chars().any(char::is_lowercase)
        });
        let rating = *unit != "A" || RATINGS.contains(&figure);
        let generation = *unit == "g" && figure.len() == 1;
        return (!place && !street && rating && !generation).then_some((at, unit));
    }
    if matches!(key.as_str(), "degrees" | "degree" | "deg") {
        return Some((at, "degrees"));
    }
    // `2M` is the name of something.
    if unit == "M" {
        return None;
    }
    unit_text(&key).map(|unit| (at, unit))
}
