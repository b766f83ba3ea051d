//! What a save refuses (rules.md, section 1): each field outside its limits, and amounts that are
//! too large for their document.

use super::discount::clamped_amount;
use super::totals::{Totals, calculate};
use crate::document::{DepositType, DiscountType, Document, Line, Treatment};
use crate::error::{FieldError, code};
use crate::money::number::Number;
use crate::money::{Pence, power_of_ten};
use crate::tax::CIS_RATES;

/// The most lines that a document has.
pub const MOST_LINES: usize = 500;

/// The most choices that a document offers.
pub const MOST_CHOICES: usize = 6;

/// The limits of a number: both ends are allowed.
struct Limit {
    /// What the field is called in a sentence.
    name: &'static str,
    min: i64,
    max: i64,
    decimals: u32,
}

const fn limit(name: &'static str, min: i64, max: i64, decimals: u32) -> Limit {
    Limit {
        name,
        min,
        max,
        decimals,
    }
}

const QUANTITY: Limit = limit("Quantity", 0, 1_000_000, 4);
const PRICE: Limit = limit("Price", -10_000_000, 10_000_000, 4);
const COST: Limit = limit("Cost", 0, 10_000_000, 4);
const LABOUR_HOURS: Limit = limit("Labour time", 0, 100_000, 2);
const LABOUR_RATE: Limit = limit("Labour rate", 0, 1_000_000, 2);
const VAT_RATE: Limit = limit("VAT rate", 0, 100, 2);
const DISCOUNT_PERCENTAGE: Limit = limit("Discount", 0, 100, 2);
const DISCOUNT_AMOUNT: Limit = limit("Discount", 0, 100_000_000, 2);
const DEPOSIT_PERCENTAGE: Limit = limit("Deposit", 0, 100, 2);
const DEPOSIT_AMOUNT: Limit = limit("Deposit", 0, 100_000_000, 2);
const PAYMENT: Limit = limit("Payment", -100_000_000, 100_000_000, 2);

/// What is broken of a part of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Broken {
    /// Fields that cannot be calculated with.
    pub limits: Vec<FieldError>,
    /// What keeps from saving only.
    pub others: Vec<FieldError>,
}

/// Everything that keeps a document from being saved; empty when it may be.
#[must_use]
pub fn validate(document: &Document) -> Vec<FieldError> {
    let mut errors = broken_limits(document);
    let can_be_calculated = errors.is_empty();
    let lines = document.items.iter().take(MOST_LINES).enumerate();
    errors.extend(lines.flat_map(|(index, line)| of_line(line, index, document).others));
    errors.extend(of_header(document).others);
    if can_be_calculated {
        match calculate(document) {
            Ok(totals) => errors.extend(of_totals(document, &totals)),
            Err(broken) => errors.extend(broken.0),
        }
    }
    errors
}

/// The fields that a document cannot be calculated with: no numbers, or outside their limits. A
/// discount or deposit above its limit is not among them.
#[must_use]
pub fn broken_limits(document: &Document) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (index, line) in document.items.iter().take(MOST_LINES).enumerate() {
        line_limits(line, index, &mut errors);
    }
    header_limits(document, &mut errors);
    errors
}

/// What is broken of one line.
pub(crate) fn of_line(line: &Line, index: usize, document: &Document) -> Broken {
    let mut broken = Broken::default();
    line_limits(line, index, &mut broken.limits);
    let others = &mut broken.others;
    if let Some(choice) = &line.choice {
        known_choice(
            document,
            choice,
            || format!("items[{index}].choice"),
            others,
        );
    }
    if let Some(vat) = &line.vat {
        let path = || format!("items[{index}].vat.rate");
        reverse_charge(vat.treatment, &vat.rate, path, others);
    }
    broken
}

/// What is broken of everything but the lines.
pub(crate) fn of_header(document: &Document) -> Broken {
    let mut broken = Broken::default();
    header_limits(document, &mut broken.limits);
    let others = &mut broken.others;
    too_large(document, others);
    choices(document, others);
    let path = || "tax".into();
    reverse_charge(document.vat_treatment, &document.tax, path, others);
    broken
}

fn header_limits(document: &Document, errors: &mut Vec<FieldError>) {
    if document.items.len() > MOST_LINES {
        let msg = "A document can have at most 500 lines.";
        errors.push(FieldError::new("items", code::TOO_MANY_LINES, msg));
    }
    let mut check = |path: &str, number: &Number, limit: &Limit| {
        errors.extend(broken(number, limit).map(|(code, msg)| FieldError::new(path, code, msg)));
    };
    check("labourHours", &document.labour_hours, &LABOUR_HOURS);
    check("labourRate", &document.labour_rate, &LABOUR_RATE);
    if !is_above(&document.discount, discount_limit(document)) {
        check("discount", &document.discount, discount_limit(document));
    }
    check("tax", &document.tax, &VAT_RATE);
    if !is_above(&document.deposit, deposit_limit(document)) {
        check("deposit", &document.deposit, deposit_limit(document));
    }
    if let Some(rate) = &document.cis_rate {
        errors.extend(broken_cis_rate(rate));
    }
    // Nobody mends more of them at once; a list of wrong ones must not be told one by one.
    let payments = document.payments.iter().enumerate();
    let wrong =
        payments.filter_map(|(index, payment)| Some((index, broken(&payment.amount, &PAYMENT)?)));
    errors.extend(wrong.take(MOST_LINES).map(|(index, (code, msg))| {
        FieldError::new(format!("payments[{index}].amount"), code, msg)
    }));
}

fn line_limits(line: &Line, index: usize, errors: &mut Vec<FieldError>) {
    let mut check = |field: &str, number: &Number, limit: &Limit| {
        if let Some((code, msg)) = broken(number, limit) {
            let path = format!("items[{index}].{field}");
            errors.push(FieldError::new(path, code, msg));
        }
    };
    check("quantity", &line.quantity, &QUANTITY);
    check("price", &line.price, &PRICE);
    check("labourHours", &line.labour_hours, &LABOUR_HOURS);
    check("labourRate", &line.labour_rate, &LABOUR_RATE);
    if let Some(vat) = &line.vat {
        check("vat.rate", &vat.rate, &VAT_RATE);
    }
    if let Some(cost) = &line.cost {
        check("cost", cost, &COST);
    }
}

fn discount_limit(document: &Document) -> &'static Limit {
    match document.discount_type {
        DiscountType::Percentage => &DISCOUNT_PERCENTAGE,
        DiscountType::Other => &DISCOUNT_AMOUNT,
    }
}

fn deposit_limit(document: &Document) -> &'static Limit {
    match document.deposit_type {
        DepositType::Percentage => &DEPOSIT_PERCENTAGE,
        DepositType::Fixed => &DEPOSIT_AMOUNT,
    }
}

/// A discount or deposit above its limit, whether its switch is on or off.
fn too_large(document: &Document, errors: &mut Vec<FieldError>) {
    let checks = [
        ("discount", &document.discount, discount_limit(document)),
        ("deposit", &document.deposit, deposit_limit(document)),
    ];
    for (path, number, limit) in checks {
        if is_above(number, limit) {
            errors.push(FieldError::new(
                path,
                code::OUT_OF_RANGE,
                range_sentence(limit),
            ));
        }
    }
}

/// Choices that are too many or called the same, and a chosen one that is not there.
fn choices(document: &Document, errors: &mut Vec<FieldError>) {
    let choices = &document.choices;
    if choices.len() > MOST_CHOICES {
        let msg = "A quote can have at most 6 choices.";
        errors.push(FieldError::new("choices", code::TOO_MANY_CHOICES, msg));
    }
    for (index, choice) in choices.iter().enumerate().take(MOST_LINES) {
        if choices[..index].iter().any(|other| other.id == choice.id) {
            let path = format!("choices[{index}].id");
            let msg = "Two choices have the same id.";
            errors.push(FieldError::new(path, code::DUPLICATE_ID, msg));
        }
    }
    if let Some(chosen) = &document.chosen_choice {
        known_choice(document, chosen, || "chosenChoice".into(), errors);
    }
}

/// A choice that is named where there is none of its id.
fn known_choice(
    document: &Document,
    id: &str,
    path: impl FnOnce() -> String,
    errors: &mut Vec<FieldError>,
) {
    if !document.choices.iter().any(|choice| choice.id == id) {
        let msg = "There is no such choice.";
        errors.push(FieldError::new(path(), code::UNKNOWN_VALUE, msg));
    }
}

/// A reverse charge at 0 per cent: the customer would have nothing to account for.
fn reverse_charge(
    treatment: Treatment,
    rate: &Number,
    path: impl FnOnce() -> String,
    errors: &mut Vec<FieldError>,
) {
    let is_number = matches!(rate, Number::Empty | Number::Value(_));
    if treatment == Treatment::ReverseCharge && is_number && rate.value().is_zero() {
        let msg = "A reverse charge needs the rate that the customer accounts for.";
        errors.push(FieldError::new(path(), code::OUT_OF_RANGE, msg));
    }
}

/// A discount above the subtotal, a deposit above the total, a total below zero. A number above
/// its limit is told already.
pub(crate) fn of_totals(document: &Document, totals: &Totals) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let is_more = |pounds: &Number, most: Pence| clamped_amount(pounds, Pence(i64::MAX)) > most;
    let mut report = |path: &str, code, msg: &str| {
        errors.push(FieldError::new(path, code, msg));
    };
    if document.include_discount
        && document.discount_type == DiscountType::Other
        && !is_above(&document.discount, &DISCOUNT_AMOUNT)
        && is_more(&document.discount, totals.subtotal_amount)
    {
        report(
            "discount",
            code::EXCEEDS_SUBTOTAL,
            "The discount must not be more than the subtotal.",
        );
    }
    if totals.total_amount < Pence::ZERO {
        report(
            "totalAmount",
            code::NEGATIVE_TOTAL,
            "The total must not be below £0.00.",
        );
    } else if document.include_deposit
        && document.deposit_type == DepositType::Fixed
        && !is_above(&document.deposit, &DEPOSIT_AMOUNT)
        && is_more(&document.deposit, totals.total_amount)
    {
        report(
            "deposit",
            code::EXCEEDS_TOTAL,
            "The deposit must not be more than the total.",
        );
    }
    errors
}

/// CIS is 0, 20 or 30 per cent; nothing else.
fn broken_cis_rate(rate: &Number) -> Option<FieldError> {
    let allowed = match rate {
        Number::Empty => true,
        Number::Value(value) => CIS_RATES.iter().any(|&allowed| *value == allowed.into()),
        _ => false,
    };
    let msg = "The CIS rate must be 0, 20 or 30.";
    match rate {
        _ if allowed => None,
        Number::NotANumber(_) => Some(FieldError::new("cisRate", code::NOT_A_NUMBER, msg)),
        _ => Some(FieldError::new("cisRate", code::UNKNOWN_VALUE, msg)),
    }
}

/// Whether the number is above the limit's upper end.
fn is_above(number: &Number, limit: &Limit) -> bool {
    match number {
        Number::Value(value) => *value > limit.max.into(),
        _ => number.is_above_zero(),
    }
}

/// The code and the sentence of the limit that the number breaks, if it breaks one.
fn broken(number: &Number, limit: &Limit) -> Option<(&'static str, String)> {
    let value = match number {
        Number::Empty => return None,
        Number::Value(value) => value,
        Number::NotANumber(_) => {
            return Some((
                code::NOT_A_NUMBER,
                format!("{} must be a number.", limit.name),
            ));
        }
        Number::TooLarge(_) => return Some((code::OUT_OF_RANGE, range_sentence(limit))),
        Number::TooPrecise(_) => return Some((code::TOO_MANY_DECIMALS, decimals_sentence(limit))),
    };
    let unit = power_of_ten(value.scale());
    let within = i128::from(limit.min) * unit..=i128::from(limit.max) * unit;
    if !within.contains(&value.mantissa()) {
        return Some((code::OUT_OF_RANGE, range_sentence(limit)));
    }
    if value.scale() > limit.decimals && value.normalize().scale() > limit.decimals {
        return Some((code::TOO_MANY_DECIMALS, decimals_sentence(limit)));
    }
    None
}

fn range_sentence(limit: &Limit) -> String {
    format!(
        "{} must be between {} and {}.",
        limit.name,
        grouped(limit.min),
        grouped(limit.max)
    )
}

fn decimals_sentence(limit: &Limit) -> String {
    format!(
        "{} can have at most {} decimals.",
        limit.name, limit.decimals
    )
}

/// A whole number with commas between its thousands, as the sentences write it.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "−" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests;
