//! Dates and amounts as banks and other programs write them.

use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::money::typed_number;
use plumbline_core::time::Date;
use plumbline_core::time::date_parser::{self, DateOrder};
use rust_decimal::{Decimal, RoundingStrategy};

use super::currency;

/// A day, read by [`date_parser::parse_date`] with the day before the month; `None` outside the years 2000 to 2099.
#[must_use]
pub fn parse_day(cell: &str) -> Option<Date> {
    date_parser::parse_date(cell, DateOrder::DayFirst).ok()
}

/// An amount: whatever [`typed_number::parse_number`] reads, and `12.00-`, `12.00 DR`, `12.00 CR`. Money that was spent
/// is negative.
#[must_use]
pub fn parse_amount(cell: &str) -> Option<Pence> {
    // An apostrophe at the beginning prevents a spreadsheet from reading a formula.
    let text = cell.trim().trim_start_matches('\'');
    // Quotation marks around the whole cell, quoted twice by the program that wrote it; anywhere else they say
    // something, such as inches.
    let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let upper = inner.unwrap_or(text).trim().to_ascii_uppercase();
    // A percentage is not an amount of money.
    if upper.contains('%') {
        return None;
    }
    let out = ["DR", "-", "−"].iter().find_map(|end| upper.strip_suffix(end));
    let inner = out.or_else(|| upper.strip_suffix("CR")).unwrap_or(&upper);
    let figure = typed_number::parse_number(inner).filter(|figure| !figure.is_empty())?;
    let pence = Number::from_text(&figure).to_pence()?;
    // `-12.00 DR` is negative, not twice so.
    Some(if out.is_some() { Pence(-pence.0.abs()) } else { pence })
}

/// A number, read by [`typed_number::parse_number`]. Text that it can't read is not a number, whatever another reader
/// would make of it (`1e3`), and the error of its field contains it.
#[must_use]
pub fn parse_number(cell: &str) -> Number {
    typed_number::parse_number(cell)
        .map_or_else(|| Number::NotANumber(cell.trim().into()), |figure| Number::from_text(&figure))
}

/// An amount in pounds: like [`parse_number`], but a percentage (`20%`) is not an amount.
#[must_use]
pub fn pounds(cell: &str) -> Number {
    unless(cell, cell.contains('%'))
}

/// A quantity or a duration: like [`parse_number`], but a percentage (`50%`) or an amount of money (`£20`) is not one.
#[must_use]
pub fn count(cell: &str) -> Number {
    unless(cell, cell.contains('%') || is_money(cell))
}

/// Whether a cell contains an amount of money by its own text.
#[must_use]
pub fn is_money(cell: &str) -> bool {
    let is_in_pounds = cell.contains('£') || cell.to_ascii_uppercase().contains("GBP");
    is_in_pounds || currency::split_currency_sign(cell).is_some()
}

fn unless(cell: &str, is_of_another: bool) -> Number {
    if is_of_another { Number::NotANumber(cell.trim().into()) } else { parse_number(cell) }
}

/// A VAT rate: `20`, `20%`, `20% (VAT on Income)`, `VAT 20%`, or `0.2` as a fraction of 1; `None` if the cell contains
/// no number, but text or a code (`Standard`, `T1`). A number that can't be read (`2O%`, `20% or 5%`) is not a number,
/// and the error of its field contains it.
#[must_use]
pub fn parse_vat_rate(cell: &str) -> Option<Number> {
    let cell = cell.trim().replace(" %", "%");
    let between = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '@' | ':' | '=');
    let with_digits = |part: &&str| part.contains(char::is_numeric);
    let parts: Vec<&str> = cell.split(between).filter(with_digits).collect();
    let is_share_of_100 = |part: &&str| part.contains('%');
    let figures: Vec<&str> = if parts.iter().any(is_share_of_100) {
        parts.into_iter().filter(is_share_of_100).collect()
    } else {
        let is_code = |part: &&str| part.starts_with(char::is_alphabetic);
        parts.into_iter().filter(|part| !is_code(part)).collect()
    };
    let read = match figures.as_slice() {
        [] => return None,
        [one] => parse_number(one.trim_end_matches([',', ';', '.'])),
        _ => Number::Empty,
    };
    Some(match read {
        Number::Value(rate) => {
            let is_share_of_1 = rate > Decimal::ZERO && rate < Decimal::ONE && !cell.contains('%');
            let factor = if is_share_of_1 { Decimal::ONE_HUNDRED } else { Decimal::ONE };
            Number::from((rate * factor).normalize())
        }
        _ => Number::NotANumber(cell.as_str().into()),
    })
}

/// A number with at most so many decimals, a half rounded away from zero. If that is another number, a remark for the
/// report is added: `price rounded from 4.166666667`.
#[must_use]
pub fn round_decimals(value: Decimal, decimals: u32, name: &str, remarks: &mut Vec<String>) -> Decimal {
    if value.scale() <= decimals {
        return value;
    }
    let rounded = value.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero).normalize();
    if rounded != value {
        remarks.push(format!("{name} rounded from {}", value.normalize()));
    }
    rounded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_as_programs_name_them() {
        for (cell, read) in [
            ("20", "20"),
            ("20%", "20"),
            ("20 %", "20"),
            ("20% (VAT on Income)", "20"),
            ("VAT (17.5%)", "17.5"),
            ("T1 20%", "20"),
            ("12,5%", "12.5"),
            ("0.2", "20"),
            ("0.5%", "0.5"),
            ("0", "0"),
        ] {
            assert_eq!(parse_vat_rate(cell).map(|it| it.to_string()).as_deref(), Some(read), "{cell}");
        }
        for cell in ["", "Standard", "T1", "No VAT"] {
            assert_eq!(parse_vat_rate(cell), None, "{cell}");
        }
        for cell in ["2O%", "20.5.1", "1e1", "20% or 5%", "20 5", "VAT20%"] {
            assert_eq!(parse_vat_rate(cell), Some(Number::NotANumber(cell.into())), "{cell}");
        }
    }

    #[test]
    fn parses_numbers_as_people_and_merchants_write_them() {
        for (cell, read) in [
            ("12.50", "12.50"),
            ("£1,234.50", "1234.50"),
            ("1.234,50 GBP", "1234.50"),
            ("GBP 7", "7"),
            ("12,5", "12.5"),
            ("1,234", "1234"),
            ("1,234,567", "1234567"),
            ("½", "0.5"),
            ("(15.00)", "-15.00"),
            ("", ""),
        ] {
            assert_eq!(parse_number(cell).to_string(), read, "{cell}");
            assert!(!matches!(parse_number(cell), Number::NotANumber(_)), "{cell}");
        }
        for cell in ["POA", "10-12", "1e3", "1E+03", "2 x 45", "6:20", "1.200.50", "1/3"] {
            assert_eq!(parse_number(cell), Number::NotANumber(cell.into()), "{cell}");
        }
    }

    #[test]
    fn refuses_a_number_with_another_unit() {
        let is_read = |read: Number| matches!(read, Number::Value(_) | Number::Empty);
        for (cell, of_pounds, of_count) in [
            ("12.50", true, true),
            ("", true, true),
            ("£12.50", true, false),
            ("12.50 gbp", true, false),
            ("50%", false, false),
            ("1/2", true, true),
            ("10-12", false, false),
        ] {
            assert_eq!(is_read(pounds(cell)), of_pounds, "{cell} in pounds");
            assert_eq!(is_read(count(cell)), of_count, "how many: {cell}");
        }
    }

    #[test]
    fn amounts_as_banks_write_them() {
        for (cell, pence) in [
            ("1,234.56", 123_456),
            ("£12.00", 1_200),
            ("12,50", 1_250),
            ("-1.234,50", -123_450),
            ("1,234", 123_400),
            ("1,234,567.8", 123_456_780),
            ("-£12.00", -1_200),
            ("£-12.00", -1_200),
            ("−12.5", -1_250),
            ("(12.00)", -1_200),
            ("12.00-", -1_200),
            ("12.00 DR", -1_200),
            ("12.00 CR", 1_200),
            ("+7", 700),
            ("GBP 3.10", 310),
            ("0.00", 0),
            ("\"7.00\"", 700),
        ] {
            assert_eq!(parse_amount(cell), Some(Pence(pence)), "{cell}");
        }
        for cell in ["", "twelve", "1.2.3", "1.234", "--3", "€12.00", "=1+1", "20%", "5\"6", "-6\"", "\"6"]
        {
            assert_eq!(parse_amount(cell), None, "{cell}");
        }
    }
}
