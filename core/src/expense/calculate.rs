//! The calculation and the checks of an expense while it is typed: the same functions for saving and previewing on the
//! server, and for a device without signal.

use rust_decimal::Decimal;
use serde::Serialize;

use super::calculate_included_vat;
use crate::error::{FieldError, RuleErrors};
use crate::money::Pence;
use crate::money::number::Number;
use crate::tax::{TaxYear, Vehicle};
use crate::time::Date;

/// The largest amount, in pence: the same as for a price (docs/rules.md, section 1).
const AMOUNT_MAX: u64 = 1_000_000_000;
/// The longest journey, in tenths of a mile.
const TENTHS_MAX: i64 = 100_000;

/// A journey as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Journey {
    /// The vehicle.
    pub vehicle: Vehicle,
    /// The distance in tenths of a mile.
    pub tenths: i64,
}

/// The amounts of an expense, for the preview while it is typed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ExpensePreview {
    /// The amount in pounds, including VAT.
    pub amount: Pence,
    /// The VAT in it, in pounds: as on the receipt, otherwise by the rate.
    pub vat_amount: Pence,
    /// How the amount of a journey is calculated; `None` for any other expense.
    pub mileage: Option<MileagePreview>,
}

/// How the amount of a journey is calculated.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct MileagePreview {
    /// The tax year: `2026/27`.
    pub tax_year: String,
    /// The miles driven earlier in this tax year.
    pub before: Number,
    /// Pence per mile for the first miles.
    pub first: i64,
    /// The number of miles of a tax year to which that rate applies; `None` if all miles have the same rate.
    pub up_to: Option<i64>,
    /// Pence per mile after that.
    pub after: i64,
    /// Whether the rate was read on HMRC's pages for the self-employed.
    pub confirmed: bool,
}

/// A purchase as it would be stored. Its VAT is that on the receipt or, if `vat` is empty, what the rate gives.
///
/// # Errors
/// The fields that are not valid.
pub fn calculate_purchase(
    amount: &Number,
    rate: &Number,
    vat: &Number,
) -> Result<ExpensePreview, RuleErrors> {
    let mut errors = Vec::new();
    let (amount, vat_amount) = parse_amounts(&mut errors, amount, rate, vat);
    errors_to_result(errors)?;
    Ok(ExpensePreview { amount, vat_amount, mileage: None })
}

/// The amount of a journey after `before` tenths of a mile in the same tax year.
///
/// # Errors
/// The fields that are not valid.
pub fn calculate_journey(
    date: Date,
    vehicle: Vehicle,
    typed: &Number,
    before: i64,
) -> Result<ExpensePreview, RuleErrors> {
    let mut errors = Vec::new();
    let journey = parse_journey(&mut errors, date, vehicle, typed);
    errors_to_result(errors)?;
    let rate = vehicle.find_rate(date).ok_or_else(|| no_rate_error(vehicle))?;
    Ok(ExpensePreview {
        amount: rate.amount(before, journey.tenths),
        vat_amount: Pence::ZERO,
        mileage: Some(MileagePreview {
            tax_year: TaxYear::containing(date).label(),
            before: tenths_to_miles(before),
            first: rate.first,
            up_to: rate.up_to,
            after: rate.after,
            confirmed: rate.confirmed,
        }),
    })
}

fn errors_to_result(errors: Vec<FieldError>) -> Result<(), RuleErrors> {
    match errors.is_empty() {
        true => Ok(()),
        false => Err(RuleErrors(errors)),
    }
}

/// The amount and the VAT of a purchase; `vat` is the VAT on the receipt, or empty.
pub fn parse_amounts(
    errors: &mut Vec<FieldError>,
    amount: &Number,
    rate: &Number,
    vat: &Number,
) -> (Pence, Pence) {
    let gross = parse_pence(errors, "amount", amount);
    if amount.is_empty() || matches!(amount, Number::Value(value) if value.is_zero()) {
        let text = "Please enter the amount.";
        errors.push(FieldError::new("amount", "required", text));
    }
    let percent = parse_vat_rate(errors, rate);
    let pence = calculate_included_vat(gross, percent);
    if vat.is_empty() {
        return (gross, pence);
    }
    let typed = parse_pence(errors, "vatAmount", vat);
    let is_within = typed.0.unsigned_abs() <= gross.0.unsigned_abs();
    if !typed.is_zero() && rate.is_empty() {
        let text = "Please choose the VAT rate.";
        errors.push(FieldError::new("vatRate", "required", text));
    } else if !is_within || (typed.0 < 0) != (gross.0 < 0) && !typed.is_zero() {
        let text = "The VAT can’t be more than the amount.";
        errors.push(FieldError::new("vatAmount", "out_of_range", text));
    }
    (gross, typed)
}

/// The percentage of an expense that was not for the business, as it is stored; empty if all of it was for the
/// business.
pub fn parse_private_share(errors: &mut Vec<FieldError>, path: &str, typed: &Number) -> Number {
    let text = "Enter the private part as a percentage from 0 to 100.";
    let share = parse_percentage(errors, (path, text), typed);
    match share.is_zero() {
        true => Number::Empty,
        false => Number::Value(share),
    }
}

fn parse_pence(errors: &mut Vec<FieldError>, path: &str, typed: &Number) -> Pence {
    let (code, text) = match typed.to_pence() {
        Some(pence) if pence.0.unsigned_abs() <= AMOUNT_MAX => return pence,
        None if matches!(typed, Number::NotANumber(_)) => {
            ("not_a_number", "Please enter an amount such as 12.50.")
        }
        None if matches!(typed, Number::Value(value) if value.abs() < Decimal::from(AMOUNT_MAX)) => {
            ("too_many_decimals", "Please enter pounds and pence.")
        }
        _ => ("out_of_range", "This can be at most £10,000,000."),
    };
    errors.push(FieldError::new(path, code, text));
    Pence::ZERO
}

fn parse_vat_rate(errors: &mut Vec<FieldError>, rate: &Number) -> Decimal {
    let text = "Enter the VAT rate as a percentage from 0 to 100.";
    parse_percentage(errors, ("vatRate", text), rate)
}

/// A percentage from 0 to 100 with at most two decimals; 0 for anything else, with an error for its field.
fn parse_percentage(
    errors: &mut Vec<FieldError>,
    (path, text): (&str, &'static str),
    typed: &Number,
) -> Decimal {
    let value = typed.value().normalize();
    let is_sound = matches!(typed, Number::Empty | Number::Value(_))
        && value >= Decimal::ZERO
        && value <= Decimal::ONE_HUNDRED
        && value.scale() <= 2;
    if is_sound {
        return value;
    }
    errors.push(FieldError::new(path, "out_of_range", text));
    Decimal::ZERO
}

/// A journey as it is stored; fields that are not valid are added to `errors`.
pub fn parse_journey(errors: &mut Vec<FieldError>, date: Date, vehicle: Vehicle, typed: &Number) -> Journey {
    let found = parse_tenths(typed).filter(|tenths| (1..=TENTHS_MAX).contains(tenths));
    if found.is_none() {
        let text = "Enter up to 10,000 miles, with at most one decimal, such as 12.5.";
        errors.push(FieldError::new("mileage.miles", "out_of_range", text));
    }
    if vehicle.find_rate(date).is_none() {
        errors.extend(no_rate_error(vehicle).0);
    }
    Journey { vehicle, tenths: found.unwrap_or_default() }
}

fn no_rate_error(vehicle: Vehicle) -> RuleErrors {
    if vehicle == Vehicle::Bicycle {
        let text = "There’s no mileage rate for bicycles if you’re self-employed: enter what it costs you as an \
                    expense.";
        return FieldError::new("mileage.vehicle", "no_rate", text).into();
    }
    let text = "We only know mileage rates from 6 April 2011.";
    FieldError::new("date", "no_rate", text).into()
}

/// Miles with at most one decimal as tenths of a mile.
#[must_use]
pub fn parse_tenths(miles: &Number) -> Option<i64> {
    let value = miles.value().normalize();
    let is_sound = matches!(miles, Number::Value(_)) && value.scale() <= 1;
    is_sound.then(|| i64::try_from((value * Decimal::TEN).normalize().mantissa()).ok()).flatten()
}

/// Tenths of a mile as miles: `12.5`.
#[must_use]
pub fn tenths_to_miles(tenths: i64) -> Number {
    Number::Value(Decimal::new(tenths, 1).normalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::from_text(text)
    }

    #[test]
    fn calculates_the_vat_in_a_purchase_and_in_a_refund() {
        let preview = calculate_purchase(&number("120.00"), &number("20"), &Number::Empty).unwrap();
        assert_eq!((preview.amount.0, preview.vat_amount.0), (12_000, 2_000));
        let refund = calculate_purchase(&number("-12"), &Number::Empty, &Number::Empty).unwrap();
        assert_eq!((refund.amount.0, refund.vat_amount.0), (-1_200, 0));
    }

    #[test]
    fn a_private_part_is_a_percentage() {
        let judged = |typed: &str| {
            let mut errors = Vec::new();
            let saved = parse_private_share(&mut errors, "privateShare", &number(typed));
            (saved, errors.len())
        };
        assert_eq!(judged("30.0"), (number("30"), 0));
        assert_eq!(judged("12.25"), (number("12.25"), 0));
        assert_eq!(judged("0"), (Number::Empty, 0));
        assert_eq!(judged(""), (Number::Empty, 0));
        for wrong in ["-1", "100.01", "1.234", "half"] {
            assert_eq!(judged(wrong), (Number::Empty, 1), "{wrong}");
        }
    }

    #[test]
    fn a_journey_follows_on_those_before_it() {
        let on = "2026-11-23".parse().unwrap();
        // 40 miles at 55p and 60 at 25p.
        let preview = calculate_journey(on, Vehicle::Car, &number("100"), 99_600).unwrap();
        assert_eq!(preview.amount.0, 2_200 + 1_500);
        let mileage = preview.mileage.unwrap();
        assert_eq!((mileage.tax_year.as_str(), mileage.before), ("2026/27", number("9960")));
        let refused = calculate_journey(on, Vehicle::Bicycle, &number("12.5"), 0).unwrap_err();
        let error = &refused.0[0];
        assert_eq!((&*error.path, error.code), ("mileage.vehicle", "no_rate"));
    }

    #[test]
    fn names_the_invalid_field_of_an_expense() {
        let first = |found: Result<ExpensePreview, RuleErrors>| {
            let error = found.unwrap_err().0.remove(0);
            (error.path, error.code)
        };
        for (amount, rate, path, code) in [
            ("", "20", "amount", "required"),
            ("0.00", "20", "amount", "required"),
            ("ten", "20", "amount", "not_a_number"),
            ("1.234", "20", "amount", "too_many_decimals"),
            ("10000000.01", "20", "amount", "out_of_range"),
            ("10", "101", "vatRate", "out_of_range"),
            ("10", "x", "vatRate", "out_of_range"),
        ] {
            let result = first(calculate_purchase(&number(amount), &number(rate), &Number::Empty));
            assert_eq!(result, (path.to_owned(), code), "{amount} {rate}");
        }
        let on = "2026-11-23".parse().unwrap();
        for miles in ["", "0", "-1", "12.55", "10000.1", "far"] {
            let result = first(calculate_journey(on, Vehicle::Car, &number(miles), 0));
            assert_eq!(result, ("mileage.miles".to_owned(), "out_of_range"), "{miles}");
        }
        let early = "2011-04-05".parse().unwrap();
        assert_eq!(first(calculate_journey(early, Vehicle::Car, &number("1"), 0)).1, "no_rate");
    }
}
