//! What a person types of an expense, and what is kept of it.

use plumbline_core::expense::{Category, vat_within};
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::tax::Vehicle;
use plumbline_core::time::Date;
use plumbline_core::time::repeat::Repeat;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::http::text::{Checks, NAME_MAX};
use crate::ids::{ContactId, FileId};

/// Most letters of what it was for.
const DESCRIPTION_MAX: usize = 1_000;
/// Most receipts of an expense.
pub const RECEIPTS_MAX: usize = 10;
/// The largest amount, in pence: as of a price (rules.md, section 1).
const AMOUNT_MAX: i64 = 1_000_000_000;
/// Most tenths of a mile of a journey.
const TENTHS_MAX: i64 = 100_000;
/// The first year of an expense: nothing older is of use to anybody.
const FIRST_YEAR: u16 = 2000;

/// A journey.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Mileage {
    /// What was driven.
    #[schema(value_type = String)]
    pub vehicle: Vehicle,
    /// How far, in miles with at most one decimal.
    #[schema(value_type = String)]
    pub miles: Number,
}

/// What a person types of an expense. Numbers are decimal strings; JSON numbers are taken as well.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ExpenseInput {
    /// When it was paid, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// Whom it was paid to.
    #[serde(default)]
    pub supplier: String,
    /// What for.
    #[serde(default)]
    pub description: String,
    /// The category of the tax return.
    #[schema(value_type = String)]
    pub category: Category,
    /// Pounds, VAT and all; below 0 where money came back. Of a journey it is reckoned from the miles,
    /// and what stands here is not read.
    #[serde(default)]
    #[schema(value_type = String)]
    pub amount: Number,
    /// The percentage of VAT in it; empty: none, or not known.
    #[serde(default)]
    #[schema(value_type = String)]
    pub vat_rate: Number,
    /// Pounds of VAT in it, where the receipt says so; empty: reckoned from the rate.
    #[serde(default)]
    #[schema(value_type = String)]
    pub vat_amount: Number,
    /// The customer whose job it was for.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub contact_id: Option<ContactId>,
    /// The job or the site that it was for.
    #[serde(default)]
    pub job: String,
    /// A journey, instead of an amount.
    #[serde(default)]
    pub mileage: Option<Mileage>,
    /// How often it comes again.
    #[serde(default)]
    #[schema(value_type = String)]
    pub repeat: Repeat,
    /// The last day on which it may; none: it goes on.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub repeat_until: Option<Date>,
    /// The ids of its receipts, in their order: at most 10.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    pub receipts: Vec<FileId>,
}

/// A journey as it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Journey {
    /// What was driven.
    pub vehicle: Vehicle,
    /// How far.
    pub tenths: i64,
}

/// An expense whose fields can all be kept. The amount of a journey is not reckoned yet: that takes
/// the journeys before it.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpenseFields {
    /// When it was paid.
    pub date: Date,
    /// Whom it was paid to.
    pub supplier: String,
    /// What for.
    pub description: String,
    /// The category of the tax return.
    pub category: Category,
    /// VAT and all; nothing of a journey.
    pub amount: Pence,
    /// A percentage; empty: none.
    pub vat_rate: Number,
    /// Of the amount.
    pub vat_amount: Pence,
    /// The customer whose job it was for.
    pub contact_id: Option<ContactId>,
    /// The job or the site.
    pub job: String,
    /// Instead of an amount.
    pub journey: Option<Journey>,
    /// How often it comes again.
    pub repeat: Repeat,
    /// The last day on which it may.
    pub repeat_until: Option<Date>,
    /// Its receipts, in their order.
    pub receipts: Vec<FileId>,
}

impl ExpenseInput {
    /// The fields when every one of them can be kept.
    ///
    /// # Errors
    /// 422 naming each that cannot.
    pub fn checked(self, today: Date) -> Result<ExpenseFields, ApiError> {
        let mut checks = Checks::new();
        day(&mut checks, self.date, today);
        checks.line("supplier", &self.supplier, NAME_MAX);
        checks.paragraphs("description", &self.description, DESCRIPTION_MAX);
        checks.line("job", &self.job, NAME_MAX);
        let journey = self
            .mileage
            .as_ref()
            .map(|typed| journey(&mut checks, self.date, typed));
        let (amount, vat_amount) = match journey {
            None => amounts(&mut checks, &self.amount, &self.vat_rate, &self.vat_amount),
            Some(_) => {
                of_a_journey(&mut checks, &self);
                (Pence::ZERO, Pence::ZERO)
            }
        };
        if self.repeat != Repeat::Never && self.repeat_until.is_some_and(|last| last < self.date) {
            let told = "The last day must not be before the first.";
            checks.add("repeatUntil", "before_date", told);
        }
        if self.receipts.len() > RECEIPTS_MAX {
            let told = "An expense has at most 10 receipts.";
            checks.add("receipts", "too_many", told);
        }
        let mut seen = self.receipts.clone();
        seen.sort();
        seen.dedup();
        if seen.len() < self.receipts.len() {
            checks.add("receipts", "twice", "This receipt is here twice.");
        }
        checks.finish()?;
        let repeats = self.repeat != Repeat::Never;
        Ok(ExpenseFields {
            date: self.date,
            supplier: self.supplier.trim().to_owned(),
            description: self.description.trim().to_owned(),
            category: self.category,
            amount,
            vat_rate: if journey.is_some() {
                Number::Empty
            } else {
                shortest(&self.vat_rate)
            },
            vat_amount,
            contact_id: self.contact_id,
            job: self.job.trim().to_owned(),
            journey,
            repeat: self.repeat,
            repeat_until: self.repeat_until.filter(|_| repeats),
            receipts: self.receipts,
        })
    }
}

/// A rate without zeros at its end: 20.00 and 20 are one.
fn shortest(rate: &Number) -> Number {
    match rate {
        Number::Value(value) => Number::Value(value.normalize()),
        other => other.clone(),
    }
}

fn day(checks: &mut Checks, day: Date, today: Date) {
    if day.year() < FIRST_YEAR {
        let told = "Please check the year: it must be 2000 or later.";
        checks.add("date", "too_early", told);
    } else if today.days_until(day) > 366 {
        let told = "Please check the date: it is more than a year away.";
        checks.add("date", "too_late", told);
    }
}

/// Amount and VAT of what was paid.
pub(super) fn amounts(
    checks: &mut Checks,
    amount: &Number,
    rate: &Number,
    vat: &Number,
) -> (Pence, Pence) {
    let gross = pence(checks, "amount", amount);
    if amount.is_empty() || matches!(amount, Number::Value(value) if value.is_zero()) {
        checks.add("amount", "required", "Please enter the amount.");
    }
    let percent = percent(checks, rate);
    let reckoned = vat_within(gross, percent);
    if vat.is_empty() {
        return (gross, reckoned);
    }
    let typed = pence(checks, "vatAmount", vat);
    let is_within = typed.0.unsigned_abs() <= gross.0.unsigned_abs();
    if !typed.is_zero() && rate.is_empty() {
        checks.add("vatRate", "required", "Please choose the rate of this VAT.");
    } else if !is_within || (typed.0 < 0) != (gross.0 < 0) && !typed.is_zero() {
        let told = "The VAT must be a part of the amount.";
        checks.add("vatAmount", "out_of_range", told);
    }
    (gross, typed)
}

fn pence(checks: &mut Checks, path: &str, typed: &Number) -> Pence {
    match typed.to_pence() {
        Some(pence) if pence.0.unsigned_abs() <= AMOUNT_MAX.unsigned_abs() => pence,
        None if matches!(typed, Number::NotANumber(_)) => {
            checks.add(
                path,
                "not_a_number",
                "Please enter an amount such as 12.50.",
            );
            Pence::ZERO
        }
        None if matches!(typed, Number::Value(value) if value.abs() < Decimal::from(AMOUNT_MAX)) => {
            checks.add(path, "too_many_decimals", "Pounds and pence, please.");
            Pence::ZERO
        }
        _ => {
            let told = "This can be at most £10,000,000.";
            checks.add(path, "out_of_range", told);
            Pence::ZERO
        }
    }
}

fn percent(checks: &mut Checks, rate: &Number) -> Decimal {
    let value = rate.value().normalize();
    let is_sound = matches!(rate, Number::Empty | Number::Value(_))
        && value >= Decimal::ZERO
        && value <= Decimal::ONE_HUNDRED
        && value.scale() <= 2;
    if is_sound {
        return value;
    }
    let told = "The rate of VAT is a percentage from 0 to 100.";
    checks.add("vatRate", "out_of_range", told);
    Decimal::ZERO
}

/// A journey that can be kept.
pub(super) fn journey(checks: &mut Checks, date: Date, typed: &Mileage) -> Journey {
    let vehicle = typed.vehicle;
    let tenths = typed.miles.value().normalize();
    let tenths = (matches!(typed.miles, Number::Value(_)) && tenths.scale() <= 1)
        .then(|| i64::try_from((tenths * Decimal::TEN).normalize().mantissa()).ok())
        .flatten()
        .filter(|tenths| (1..=TENTHS_MAX).contains(tenths));
    if tenths.is_none() {
        let told = "Miles are a number up to 10,000 with at most one decimal, such as 12.5.";
        checks.add("mileage.miles", "out_of_range", told);
    }
    if vehicle.rate_on(date).is_none() {
        let told = "The rates for a mile are known from 6 April 2011 on.";
        checks.add("date", "no_rate", told);
    }
    Journey {
        vehicle,
        tenths: tenths.unwrap_or_default(),
    }
}

/// What a mile's rate stands for all of, and what cannot come again by itself.
fn of_a_journey(checks: &mut Checks, typed: &ExpenseInput) {
    if typed.category != Category::CarVanTravelExpenses {
        let told = "Mileage belongs to Car, van and travel.";
        checks.add("category", "mileage", told);
    }
    if !typed.vat_rate.is_empty() || !typed.vat_amount.is_empty() {
        checks.add("vatRate", "mileage", "Mileage has no VAT in it.");
    }
    if typed.repeat != Repeat::Never {
        checks.add("repeat", "mileage", "Mileage cannot repeat by itself.");
    }
}

/// Tenths of a mile as miles: `12.5`.
pub(super) fn miles(tenths: i64) -> Number {
    Number::Value(Decimal::new(tenths, 1).normalize())
}
