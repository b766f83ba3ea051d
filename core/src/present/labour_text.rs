//! Labour as text (docs/product.md, section 3, Synthetic Labour line).
//!
//! The specification writes 'hour(s)' and 'day(s)': one is 'hour' or 'day', every
//! other number (0.5, 1.5, 2) 'hours' or 'days'.

use rust_decimal::Decimal;

use crate::document::LabourUnit;
use crate::money::text::{format_price, format_quantity};

/// The name of the line for the document's own labour.
pub const LABOUR_NAME: &str = "Labour";
/// Occurs in the name of a line that stands for the labour of the whole job.
const OVERALL_LABOUR: &str = "Overall Job Labour";

/// The description of that synthetic line: `8 hours at £45.00/hour`.
#[must_use]
pub fn format_description(number: Decimal, rate: Decimal, unit: LabourUnit) -> String {
    format_labour(number, rate, unit, "/")
}

/// The labour of a line: `Labour: 1.5 days at £200.00 per day`.
#[must_use]
pub fn format_line(number: Decimal, rate: Decimal, unit: LabourUnit) -> String {
    String::from("Labour: ") + &format_labour(number, rate, unit, " per ")
}

/// Whether a line with this name already represents an invoice's labour, so that the synthetic line is left out.
#[must_use]
pub fn is_labour_name(name: &str) -> bool {
    // Compares windows of bytes, because the standard search would add several kB to the browser's download.
    let mut windows = name.as_bytes().windows(OVERALL_LABOUR.len());
    name == LABOUR_NAME || windows.any(|window| window == OVERALL_LABOUR.as_bytes())
}

fn format_labour(number: Decimal, rate: Decimal, unit: LabourUnit, per: &str) -> String {
    let word = match unit {
        LabourUnit::Hours => "hour",
        LabourUnit::Days => "day",
    };
    let plural = if number == Decimal::ONE { "" } else { "s" };
    let (number, rate) = (format_quantity(number), format_price(rate));
    format!("{number} {word}{plural} at {rate}{per}{word}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labour_reads_as_a_person_would_say_it() {
        for (number, unit, counted) in [
            ("1", LabourUnit::Hours, "1 hour"),
            ("1.00", LabourUnit::Hours, "1 hour"),
            ("2", LabourUnit::Hours, "2 hours"),
            ("0.5", LabourUnit::Days, "0.5 days"),
            ("1.50", LabourUnit::Days, "1.5 days"),
            ("1", LabourUnit::Days, "1 day"),
        ] {
            let unit_word = counted.rsplit(' ').next().unwrap().trim_end_matches('s');
            let (number, rate) = (number.parse().unwrap(), "45".parse().unwrap());
            let want = format!("{counted} at £45.00/{unit_word}");
            assert_eq!(format_description(number, rate, unit), want);
            let want = format!("Labour: {counted} at £45.00 per {unit_word}");
            assert_eq!(format_line(number, rate, unit), want);
        }
    }

    #[test]
    fn a_line_that_tells_labour_is_known_by_its_name() {
        for name in ["Labour", "Overall Job Labour", "Plumbing: Overall Job Labour (2 men)"] {
            assert!(is_labour_name(name), "{name}");
        }
        for name in ["", "labour", "Labour and materials", "Labour ", "overall job labour", "Overall Job"] {
            assert!(!is_labour_name(name), "{name}");
        }
    }
}
