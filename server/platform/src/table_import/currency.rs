//! Currencies as files name them: in a column of their own, in a heading, or at the amounts. Amounts that are not
//! in pounds are marked, so that they never become pounds before somebody says so.

use super::normalise_heading;

/// A currency other than pounds.
struct Currency {
    /// The code in headings, columns and amounts.
    code: &'static str,
    /// The usual name.
    name: &'static str,
    /// The signs before or after an amount.
    symbols: &'static [&'static str],
    /// Other names in a currency column, as lower-case letters and digits.
    words: &'static [&'static str],
}

const FOREIGN_CURRENCIES: &[Currency] = &[
    Currency {
        code: "USD",
        name: "US dollars",
        symbols: &["US$"],
        words: &["usdollar", "usdollars", "unitedstatesdollar", "unitedstatesdollars"],
    },
    Currency { code: "EUR", name: "euros", symbols: &["€"], words: &["euro", "euros"] },
    Currency {
        code: "AUD",
        name: "Australian dollars",
        symbols: &["A$", "AU$"],
        words: &["australiandollar", "australiandollars"],
    },
    Currency {
        code: "NZD",
        name: "New Zealand dollars",
        symbols: &["NZ$"],
        words: &["newzealanddollar", "newzealanddollars"],
    },
    Currency {
        code: "CAD",
        name: "Canadian dollars",
        symbols: &["C$", "CA$"],
        words: &["canadiandollar", "canadiandollars"],
    },
    Currency {
        code: "ZAR",
        name: "South African rand",
        symbols: &["R"],
        words: &["rand", "southafricanrand"],
    },
    Currency { code: "CHF", name: "Swiss francs", symbols: &[], words: &["swissfranc", "swissfrancs"] },
    Currency {
        code: "AED",
        name: "UAE dirhams",
        symbols: &[],
        words: &["dirham", "dirhams", "uaedirham", "uaedirhams"],
    },
    Currency {
        code: "INR",
        name: "Indian rupees",
        symbols: &["₹"],
        words: &["rupee", "rupees", "indianrupee", "indianrupees"],
    },
    Currency { code: "PLN", name: "Polish zloty", symbols: &["zł"], words: &["zloty", "polishzloty"] },
    Currency { code: "SEK", name: "Swedish kronor", symbols: &[], words: &["swedishkrona", "swedishkronor"] },
    Currency {
        code: "NOK",
        name: "Norwegian kroner",
        symbols: &[],
        words: &["norwegiankrone", "norwegiankroner"],
    },
    Currency { code: "DKK", name: "Danish kroner", symbols: &[], words: &["danishkrone", "danishkroner"] },
    Currency { code: "JPY", name: "Japanese yen", symbols: &["¥"], words: &["yen", "japaneseyen"] },
    // Dollars of any country.
    Currency { code: "$", name: "dollars", symbols: &["$"], words: &["dollar", "dollars"] },
];

/// Names of pounds, as lower-case letters and digits, with or without `gbp` before them.
const POUND_NAMES: [&str; 8] = [
    "",
    "pound",
    "pounds",
    "sterling",
    "poundsterling",
    "poundssterling",
    "britishpound",
    "britishpoundsterling",
];

/// The most characters of an unknown currency that are displayed.
const UNKNOWN_LENGTH_MAX: usize = 20;

impl Currency {
    fn label(&self) -> String {
        format!("{} ({})", self.name, self.code)
    }
}

/// The usual name of the currency in a cell of a currency column; `None` for pounds and for an empty cell.
#[must_use]
pub fn find_foreign_currency(cell: &str) -> Option<String> {
    let cell = cell.trim();
    let word = normalise_heading(cell);
    let by_name = FOREIGN_CURRENCIES.iter().find(|it| {
        let code = word.strip_prefix(&*normalise_heading(it.code));
        // `USD - US Dollar` and `AUD $`.
        let is_code = code.is_some_and(|rest| rest.is_empty() || it.words.contains(&rest));
        !it.code.starts_with('$') && is_code || it.words.contains(&&*word) || it.symbols.contains(&cell)
    });
    if let Some(known) = by_name {
        return Some(known.label());
    }
    let is_sign = |c: char| !c.is_ascii_punctuation() && c != '£';
    let is_pounds = POUND_NAMES.contains(&word.strip_prefix("gbp").unwrap_or(&word));
    if is_pounds && !(word.is_empty() && cell.contains(is_sign)) {
        return None;
    }
    Some(format!("“{}”", cell.chars().take(UNKNOWN_LENGTH_MAX).collect::<String>()))
}

/// The amount in a cell without its currency sign, and the currency, if it is a sign of another currency than pounds:
/// `-$12.00` is `-12.00`, in dollars. `None` if the cell has no such sign.
#[must_use]
pub fn split_currency_sign(cell: &str) -> Option<(String, String)> {
    let is_of_figure = |c: char| {
        c.is_ascii_digit()
            || c.is_whitespace()
            || matches!(c, '.' | ',' | '-' | '−' | '–' | '+' | '(' | ')' | '\'' | '%')
    };
    let sign: String = cell.chars().filter(|c| !is_of_figure(*c)).collect();
    let known = FOREIGN_CURRENCIES
        .iter()
        .find(|it| it.code.eq_ignore_ascii_case(&sign) || it.symbols.iter().any(|its| *its == sign))?;
    // The characters of the sign must be together.
    let (before, behind) = cell.split_once(&*sign)?;
    let has_digit = |part: &str| part.contains(|c: char| c.is_ascii_digit());
    if has_digit(before) && has_digit(behind) {
        return None;
    }
    Some((format!("{before}{behind}"), known.label()))
}

/// A heading without the currency in it, and that currency if it isn't pounds: `Total (USD)` is `Total`. `None` for a
/// heading without a currency.
#[must_use]
pub fn split_heading_currency(heading: &str) -> Option<(String, Option<String>)> {
    let between = |c: char| !(c.is_alphanumeric() || matches!(c, '$' | '€' | '£'));
    let words = || heading.split(between).filter(|word| !word.is_empty());
    // Codes are in capitals; a lower-case `cad` is a word with another meaning.
    let known = |word: &str| {
        FOREIGN_CURRENCIES
            .iter()
            .find(|it| it.code == word || it.symbols.contains(&word) && word.ends_with(['$', '€']))
    };
    let at = words().position(|word| matches!(word, "GBP" | "£") || known(word).is_some())?;
    let currency = words().nth(at).and_then(known).map(Currency::label);
    let rest: Vec<&str> =
        words().enumerate().filter(|(place, _)| *place != at).map(|(_, word)| word).collect();
    (!rest.is_empty()).then(|| (rest.join(" "), currency))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_pounds_and_names_other_currencies() {
        for cell in [
            "",
            " ",
            "-",
            "GBP",
            "gbp",
            "£",
            "GBP £",
            "£ GBP",
            "Pounds",
            "pound sterling",
            "Sterling",
            "British Pound",
            "British Pound Sterling",
            "GBP - British Pound",
        ] {
            assert_eq!(find_foreign_currency(cell), None, "{cell}");
        }
        for (cell, name) in [
            ("USD", "US dollars (USD)"),
            ("usd", "US dollars (USD)"),
            ("US Dollar", "US dollars (USD)"),
            ("USD - US Dollar", "US dollars (USD)"),
            ("US$", "US dollars (USD)"),
            ("$", "dollars ($)"),
            ("Dollars", "dollars ($)"),
            ("€", "euros (EUR)"),
            ("Euro", "euros (EUR)"),
            ("AUD $", "Australian dollars (AUD)"),
            ("BRL", "“BRL”"),
            ("₽", "“₽”"),
            ("GBX", "“GBX”"),
        ] {
            assert_eq!(find_foreign_currency(cell).as_deref(), Some(name), "{cell}");
        }
    }

    #[test]
    fn finds_the_currency_of_an_amount() {
        for (cell, figure, name) in [
            ("$100.00", "100.00", "dollars ($)"),
            ("-$1,234.50", "-1,234.50", "dollars ($)"),
            ("($5.00)", "(5.00)", "dollars ($)"),
            ("US$5", "5", "US dollars (USD)"),
            ("12.50 USD", "12.50 ", "US dollars (USD)"),
            ("1.234,50 €", "1.234,50 ", "euros (EUR)"),
        ] {
            let expected = (figure.to_owned(), name.to_owned());
            assert_eq!(split_currency_sign(cell), Some(expected), "{cell}");
        }
        for cell in ["", "100.00", "£5", "GBP 5", "POA", "1e3", "20%", "5k", "$5k", "7€7"] {
            assert_eq!(split_currency_sign(cell), None, "{cell}");
        }
    }

    #[test]
    fn a_heading_names_its_currency() {
        let dollars = Some("US dollars (USD)".to_owned());
        for (written, rest, currency) in [
            ("Total (USD)", "Total", dollars.clone()),
            ("Amount in USD", "Amount in", dollars),
            ("Total €", "Total", Some("euros (EUR)".to_owned())),
            ("Total (GBP)", "Total", None),
            ("Amount £", "Amount", None),
        ] {
            assert_eq!(split_heading_currency(written), Some((rest.to_owned(), currency)));
        }
        for written in ["", "Total", "USD", "Cad reference", "R number", "Currency"] {
            assert_eq!(split_heading_currency(written), None, "{written}");
        }
    }
}
