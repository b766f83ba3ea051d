//! The checks of a save (docs/rules.md, section 1): each field outside its limits, and amounts that are too large
//! for their document.

use std::ops::RangeInclusive;

use rust_decimal::Decimal;

use super::partial_amount::PartialAmount;
use super::totals::{Totals, calculate};
use crate::document::{Document, Line, Treatment, VARIATIONS_MAX};
use crate::error::{FieldError, code};
use crate::money::number::Number;
use crate::money::text::push_grouped;
use crate::money::{Pence, power_of_ten};
use crate::tax::CIS_RATES;
use crate::time::supplied;

mod photos;
mod sections;

/// The most lines of a document.
pub const DOCUMENT_LINES_MAX: usize = 500;

/// The most choices of a quote.
pub const CHOICES_MAX: usize = 6;

/// The most invoices of a job before its final one.
pub const INVOICED_MAX: usize = 100;

/// The limits of a number: its name in a sentence, the smallest and largest value allowed, and the most decimals.
pub(crate) struct NumberLimit(pub &'static str, pub RangeInclusive<i64>, pub u32);

const QUANTITY: NumberLimit = NumberLimit("Quantity", 0..=1_000_000, 4);
const PRICE: NumberLimit = NumberLimit("Price", -10_000_000..=10_000_000, 4);
const COST: NumberLimit = NumberLimit("Cost", 0..=10_000_000, 4);
const LABOUR_HOURS: NumberLimit = NumberLimit("Labour time", 0..=100_000, 2);
const LABOUR_RATE: NumberLimit = NumberLimit("Labour rate", 0..=1_000_000, 2);
const VAT_RATE: NumberLimit = NumberLimit("VAT rate", 0..=100, 2);
const PAYMENT: NumberLimit = NumberLimit("Payment", -100_000_000..=100_000_000, 2);

/// The errors in a part of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineErrors {
    /// Errors that prevent a calculation.
    pub limits: Vec<FieldError>,
    /// Errors that only prevent saving.
    pub others: Vec<FieldError>,
}

/// Every error that prevents a document from being saved; empty if there are none.
#[must_use]
pub fn validate(document: &Document) -> Vec<FieldError> {
    let mut errors = check_limits(document);
    let can_be_calculated = errors.is_empty();
    let lines = document.items.iter().take(DOCUMENT_LINES_MAX).enumerate();
    errors.extend(lines.flat_map(|(index, line)| check_line(line, index, document).others));
    errors.extend(check_header(document).others);
    if can_be_calculated {
        match calculate(document) {
            Ok(totals) => errors.extend(check_totals(document, &totals)),
            Err(broken) => errors.extend(broken.0),
        }
    }
    errors
}

/// The fields that prevent a calculation: those that are not numbers or are outside their limits. A discount or deposit
/// above its limit is not among them.
#[must_use]
pub fn check_limits(document: &Document) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (index, line) in document.items.iter().take(DOCUMENT_LINES_MAX).enumerate() {
        check_line_limits(line, index, &mut errors);
    }
    check_header_limits(document, &mut errors);
    errors
}

/// The errors of one line.
pub(crate) fn check_line(line: &Line, index: usize, document: &Document) -> LineErrors {
    let mut broken = LineErrors::default();
    check_line_limits(line, index, &mut broken.limits);
    let others = &mut broken.others;
    if let Some(choice) = &line.choice {
        let path = || format!("items[{index}].choice");
        others.extend(check_choice_exists(document, choice, path));
    }
    others.extend(sections::check_line_section(line, index, document));
    if let Some(vat) = &line.vat {
        let path = || format!("items[{index}].vat.rate");
        others.extend(check_reverse_charge(vat.treatment, &vat.rate, path));
        if line.is_counted(document.counted_choice_id()) {
            let path = || format!("items[{index}].vat");
            others.extend(check_reverse_charge_with_vat(document, vat.treatment, path));
        }
    }
    broken
}

/// The errors of everything except the lines.
pub(crate) fn check_header(document: &Document) -> LineErrors {
    let mut broken = LineErrors::default();
    check_header_limits(document, &mut broken.limits);
    let others = &mut broken.others;
    others.extend(check_partial_amount(&document.discount_partial_amount(), true));
    others.extend(check_partial_amount(&document.deposit_partial_amount(), true));
    check_choices(document, others);
    sections::check_sections(document, others);
    photos::check_photos(document, others);
    let path = || "tax".into();
    others.extend(check_reverse_charge(document.vat_treatment, &document.tax, path));
    let path = || "vatTreatment".into();
    others.extend(check_reverse_charge_with_vat(document, document.vat_treatment, path));
    if document.prices_include_vat && document.has_cis_rate() {
        let msg =
            "CIS is worked out on prices without VAT. Remove the CIS rate, or enter prices without VAT.";
        others.push(FieldError::new("cisRate", code::CIS_WITH_VAT_IN_PRICES, msg));
    }
    if let Some(Err(error)) = document.supply_date.map(supplied::check) {
        let msg = format!("The date {error}.");
        others.push(FieldError::new("supplyDate", error.code(), msg));
    }
    broken
}

fn check_header_limits(document: &Document, errors: &mut Vec<FieldError>) {
    if document.items.len() > DOCUMENT_LINES_MAX {
        let msg = "A document can have at most 500 lines.";
        errors.push(FieldError::new("items", code::TOO_MANY_LINES, msg));
    }
    let of = |path: &str, number, limit| check_number(number, limit, || path.into());
    errors.extend(of("labourHours", &document.labour_hours, &LABOUR_HOURS));
    errors.extend(of("labourRate", &document.labour_rate, &LABOUR_RATE));
    errors.extend(check_partial_amount(&document.discount_partial_amount(), false));
    errors.extend(of("tax", &document.tax, &VAT_RATE));
    errors.extend(check_partial_amount(&document.deposit_partial_amount(), false));
    errors.extend(document.cis_rate.as_ref().and_then(check_cis_rate));
    // Nobody fixes more of them at once, so a long list of wrong payments is cut off.
    let payments = document.payments.iter().enumerate();
    let wrong = payments.filter_map(|(index, payment)| {
        let path = || format!("payments[{index}].amount");
        check_number(&payment.amount, &PAYMENT, path)
    });
    errors.extend(wrong.take(DOCUMENT_LINES_MAX));
    check_invoiced_limits(document, errors);
    if document.variations.len() > VARIATIONS_MAX {
        let msg = format!("A job can have at most {VARIATIONS_MAX} variations.");
        errors.push(FieldError::new("variations", code::TOO_MANY_LINES, msg));
    }
}

/// Limits what earlier invoices asked for to what the invoices of one job can contain.
fn check_invoiced_limits(document: &Document, errors: &mut Vec<FieldError>) {
    let groups: usize = document.invoiced.iter().map(|one| one.groups.len()).sum();
    if document.invoiced.len() > INVOICED_MAX || groups > 4 * INVOICED_MAX {
        let msg = format!("A job can have at most {INVOICED_MAX} invoices.");
        errors.push(FieldError::new("invoiced", code::TOO_MANY_LINES, msg));
    }
}

fn check_line_limits(line: &Line, index: usize, errors: &mut Vec<FieldError>) {
    let mut put = |field: &str, number: &Number, limit: &NumberLimit| {
        errors.extend(check_number(number, limit, || format!("items[{index}].{field}")));
    };
    put("quantity", &line.quantity, &QUANTITY);
    put("price", &line.price, &PRICE);
    put("labourHours", &line.labour_hours, &LABOUR_HOURS);
    put("labourRate", &line.labour_rate, &LABOUR_RATE);
    if let Some(vat) = &line.vat {
        put("vat.rate", &vat.rate, &VAT_RATE);
    }
    if let Some(cost) = &line.cost {
        put("cost", cost, &COST);
    }
}

/// Too many choices, choices with the same id, or a chosen choice that doesn't exist.
fn check_choices(document: &Document, errors: &mut Vec<FieldError>) {
    let choices = &document.choices;
    if choices.len() > CHOICES_MAX {
        let msg = "A quote can have at most 6 choices.";
        errors.push(FieldError::new("choices", code::TOO_MANY_CHOICES, msg));
    }
    for (index, choice) in choices.iter().enumerate().take(DOCUMENT_LINES_MAX) {
        if choices[..index].iter().any(|other| other.id == choice.id) {
            let path = format!("choices[{index}].id");
            let msg = "Two choices have the same id.";
            errors.push(FieldError::new(path, code::DUPLICATE_ID, msg));
        }
    }
    if let Some(chosen) = &document.chosen_choice {
        errors.extend(check_choice_exists(document, chosen, || "chosenChoice".into()));
    }
}

/// A reference to a choice that doesn't exist.
fn check_choice_exists(document: &Document, id: &str, path: impl FnOnce() -> String) -> Option<FieldError> {
    let is_known = document.choices.iter().any(|choice| choice.id == id);
    let msg = "There is no such choice.";
    (!is_known).then(|| FieldError::new(path(), code::UNKNOWN_VALUE, msg))
}

/// A reverse charge at 0 per cent: the customer would have nothing to account for.
fn check_reverse_charge(
    treatment: Treatment,
    rate: &Number,
    path: impl FnOnce() -> String,
) -> Option<FieldError> {
    let is_number = matches!(rate, Number::Empty | Number::Value(_));
    let is_zero = is_number && rate.value().is_zero();
    let msg = "The reverse charge needs the VAT rate your customer accounts for.";
    (treatment == Treatment::ReverseCharge && is_zero)
        .then(|| FieldError::new(path(), code::OUT_OF_RANGE, msg))
}

/// A reverse charge together with prices that include VAT: under the reverse charge the customer is a business, and
/// prices are without VAT (docs/rules.md, section 8).
fn check_reverse_charge_with_vat(
    document: &Document,
    treatment: Treatment,
    path: impl FnOnce() -> String,
) -> Option<FieldError> {
    let code = code::REVERSE_CHARGE_WITH_VAT_IN_PRICES;
    let msg = "Under the reverse charge prices are without VAT. Choose another VAT treatment, or enter prices \
               without VAT.";
    (document.prices_include_vat && treatment == Treatment::ReverseCharge)
        .then(|| FieldError::new(path(), code, msg))
}

/// A discount above the subtotal, a deposit above the total, a total below zero.
pub(crate) fn check_totals(document: &Document, totals: &Totals) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let (discount, deposit) = (document.discount_partial_amount(), document.deposit_partial_amount());
    // A variation has its own discount.
    let varied = totals.sections.iter().filter(|section| {
        let mut variations = document.variations.iter();
        variations.any(|variation| variation.id == section.id)
    });
    let varied: Pence = varied.map(|section| section.subtotal).sum();
    if exceeds_whole(&discount, totals.subtotal_amount - varied) {
        let msg = "The discount must not be more than the subtotal.";
        errors.push(FieldError::new(discount.field, code::EXCEEDS_SUBTOTAL, msg));
    }
    if totals.total_amount < Pence::ZERO && !document.variation {
        let msg = "The total must not be below £0.00.";
        errors.push(FieldError::new("totalAmount", code::NEGATIVE_TOTAL, msg));
    } else if exceeds_whole(&deposit, totals.total_amount) {
        let msg = "The deposit must not be more than the total.";
        errors.push(FieldError::new(deposit.field, code::EXCEEDS_TOTAL, msg));
    }
    errors
}

/// Whether a discount or deposit is an amount above the whole; a number above its limit has been reported already.
fn exceeds_whole(part: &PartialAmount, whole: Pence) -> bool {
    let is_amount = part.is_included && !part.is_percentage;
    is_amount && !exceeds_limit(part) && part.clamped_amount(Pence(i64::MAX)) > whole
}

/// The CIS rate must be 0, 20 or 30 per cent.
fn check_cis_rate(rate: &Number) -> Option<FieldError> {
    let code = match rate {
        Number::Empty => return None,
        Number::Value(value) if CIS_RATES.iter().any(|&rate| *value == rate.into()) => return None,
        Number::NotANumber(_) => code::NOT_A_NUMBER,
        _ => code::UNKNOWN_VALUE,
    };
    let msg = "The CIS rate must be 0, 20 or 30.";
    Some(FieldError::new("cisRate", code, msg))
}

/// The error of a discount or a deposit, whether it is included or not: with `above`, a number above its limit, which
/// only prevents saving; otherwise any other error, which prevents a calculation.
fn check_partial_amount(part: &PartialAmount, above: bool) -> Option<FieldError> {
    let is_meant = exceeds_limit(part) == above;
    is_meant.then(|| check_number(part.number, &limit_for(part), || part.field.into()))?
}

/// The limit of a discount or a deposit.
fn limit_for(part: &PartialAmount) -> NumberLimit {
    let most = if part.is_percentage { 100 } else { 100_000_000 };
    NumberLimit(part.name, 0..=most, 2)
}

/// Whether a discount or a deposit is above its upper limit.
fn exceeds_limit(part: &PartialAmount) -> bool {
    match part.number {
        Number::Value(value) => *value > (*limit_for(part).1.end()).into(),
        number => number.is_above_zero(),
    }
}

/// The error if the number breaks the limit.
fn check_number(number: &Number, limit: &NumberLimit, path: impl FnOnce() -> String) -> Option<FieldError> {
    let code = limit.find_violation(number)?;
    let clock = if limit.0 == LABOUR_HOURS.0 { suggest_decimal_hours(number) } else { None };
    let sentence = clock.unwrap_or_else(|| limit.error_text(code));
    Some(FieldError::new(path(), code, sentence))
}

/// A quantity that was typed outside a document; `None` if nothing was typed.
///
/// # Errors
/// The text is not a valid quantity. A negative number is not an error here: the caller, which knows what is counted,
/// checks it.
pub(crate) fn parse_quantity(path: &str, typed: &Number) -> Result<Option<Decimal>, FieldError> {
    parse_limited(path, typed, &QUANTITY)
}

/// The same for hours or days of labour.
///
/// # Errors
/// As for [`parse_quantity`].
pub(crate) fn parse_labour_time(path: &str, typed: &Number) -> Result<Option<Decimal>, FieldError> {
    parse_limited(path, typed, &LABOUR_HOURS)
}

fn parse_limited(path: &str, typed: &Number, limit: &NumberLimit) -> Result<Option<Decimal>, FieldError> {
    match typed {
        Number::Empty => Ok(None),
        Number::Value(value) if *value < Decimal::ZERO => Ok(Some(*value)),
        _ => match check_number(typed, limit, || path.to_owned()) {
            Some(broken) => Err(broken),
            None => Ok(Some(typed.value())),
        },
    }
}

/// What to type instead of hours and minutes such as `6:20`; `None` for any other text.
fn suggest_decimal_hours(number: &Number) -> Option<String> {
    let Number::NotANumber(text) = number else {
        return None;
    };
    // A field puts a question mark before a number that it cannot read.
    let text = text.trim().trim_start_matches('?').trim_start();
    let (hours, minutes) = text.split_once(':')?;
    let is_clock = (1..=3).contains(&hours.len()) && minutes.len() == 2;
    let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if !is_clock || !all_digits(hours) || !all_digits(minutes) {
        return None;
    }
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    // Rounded to the nearest hundredth; exactly half of one cannot occur.
    let hundredths = hours * 100 + (minutes * 100 + 30) / 60;
    let figure = Decimal::new(i64::from(hundredths), 2).normalize();
    let many = |count: u32, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let (hours, minutes) = match (hours, minutes) {
        (_, 60..) | (0, 0) => return None,
        (hours, 0) => (many(hours, "hour"), String::new()),
        (0, minutes) => (String::new(), many(minutes, "minute")),
        (hours, minutes) => (many(hours, "hour"), format!(" {}", many(minutes, "minute"))),
    };
    Some(format!("Type {hours}{minutes} as {figure}."))
}

impl NumberLimit {
    /// The code of the limit that the number breaks; `None` if it breaks none.
    pub fn find_violation(&self, number: &Number) -> Option<&'static str> {
        let Self(_, range, decimals) = self;
        match number {
            Number::Empty => None,
            Number::NotANumber(_) => Some(code::NOT_A_NUMBER),
            Number::TooLarge(_) => Some(code::OUT_OF_RANGE),
            Number::TooPrecise(_) => Some(code::TOO_MANY_DECIMALS),
            Number::Value(value) => {
                let unit = power_of_ten(value.scale());
                let within = i128::from(*range.start()) * unit..=i128::from(*range.end()) * unit;
                if !within.contains(&value.mantissa()) {
                    Some(code::OUT_OF_RANGE)
                } else if value.scale() > *decimals && value.normalize().scale() > *decimals {
                    Some(code::TOO_MANY_DECIMALS)
                } else {
                    None
                }
            }
        }
    }

    /// An example of a valid number: a percentage, a quantity, or pounds.
    fn example(&self) -> &'static str {
        let Self(name, range, _) = self;
        match *name {
            _ if *range.end() == 100 => "20",
            "Quantity" | "Labour time" => "2.5",
            _ => "12.50",
        }
    }

    /// The message for a number that breaks the limit.
    pub fn error_text(&self, code: &str) -> String {
        let Self(name, range, decimals) = self;
        match code {
            code::NOT_A_NUMBER => format!("{name} must be a number, such as {}.", self.example()),
            code::TOO_MANY_DECIMALS => format!("{name} can have at most {decimals} decimals."),
            _ => {
                let (min, max) = (group_thousands(*range.start()), group_thousands(*range.end()));
                format!("{name} must be between {min} and {max}.")
            }
        }
    }
}

/// A whole number with commas between thousands, as in the messages.
fn group_thousands(number: i64) -> String {
    let mut text = String::from(if number < 0 { "−" } else { "" });
    push_grouped(&mut text, &number.unsigned_abs().to_string());
    text
}

#[cfg(test)]
mod tests;
