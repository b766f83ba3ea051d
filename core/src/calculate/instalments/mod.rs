//! Instalments: the dates on which an invoice is paid, and how much on each.
//!
//! They divide what the invoice asks for after credit notes ([`plan_instalments`] proposes them, [`check_instalments`]
//! checks them) and are not part of the document: like payments, they may change without a new version. Their state
//! ([`schedule`]) is calculated from them, from what the invoice asks for now and from what was paid; it is not stored.
//! Payments fill the earliest instalments first. If the invoice asks for more after they were agreed, the last one
//! grows; if it asks for less, the last ones shrink.

mod schedule;

use serde::{Deserialize, Serialize};

use crate::error::{FieldError, code};
use crate::money::Pence;
use crate::money::number::Number;
use crate::money::text::format_gbp;
use crate::time::repeat::Repeat;
use crate::time::text::format_long_date;
use crate::time::{Date, supplied};

pub use schedule::{
    InstalmentPart, InstalmentSchedule, InstalmentState, allocate_paid, build_schedule, first_open_date,
    schedule_amounts,
};

/// The smallest number of instalments.
pub const INSTALMENTS_MIN: usize = 2;

/// The largest number of instalments: three years of months.
pub const INSTALMENTS_MAX: usize = 36;

/// One agreed instalment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Instalment {
    /// The last day to pay it on time.
    pub date: Date,
    /// The amount, in pounds.
    pub amount: Pence,
}

/// The settings of a plan, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstalmentPlanRequest<'a> {
    /// The sum of the instalments, in pounds.
    pub total: &'a str,
    /// The number of instalments.
    pub count: &'a str,
    /// The date of the first, YYYY-MM-DD.
    pub first: &'a str,
    /// The interval between them.
    pub every: Repeat,
    /// The first instalment in pounds, if it differs from the others; otherwise empty.
    pub first_amount: &'a str,
}

/// The instalments of a plan. The pence that cannot be divided equally go one each to the earliest, so that the sum is
/// exact. Each date is counted from the first ([`Repeat::nth`]), so that a plan from the 31st uses the last day of a
/// shorter month.
///
/// # Errors
/// The field that is wrong, with the reason.
pub fn plan_instalments(request: &InstalmentPlanRequest<'_>) -> Result<Vec<Instalment>, FieldError> {
    let total = Number::from_text(request.total).to_pence().unwrap_or_default();
    let count = parse_count(request.count)?;
    let first = supplied::parse(request.first)
        .map_err(|error| FieldError::new("first", error.code(), format!("This {error}.")))?;
    let amounts = match request.first_amount.trim() {
        "" => split_equally(total, count),
        text => {
            let first = parse_first_amount(&Number::from_text(text), total)?;
            let mut amounts = vec![first];
            amounts.extend(split_equally(total - first, count - 1));
            amounts
        }
    };
    if amounts.iter().any(|amount| *amount <= Pence::ZERO) {
        let msg = format!("{} is too little for {count} instalments.", format_gbp(total));
        return Err(FieldError::new("count", code::OUT_OF_RANGE, msg));
    }
    let steps = (0..).map(|step| request.every.nth(first, step));
    let rows = steps.zip(amounts).map(|(date, amount)| {
        date.map(|date| Instalment { date, amount }).ok_or_else(|| {
            let msg = "The last instalment would be too far in the future. Choose an earlier date.";
            FieldError::new("first", code::OUT_OF_RANGE, msg)
        })
    });
    rows.collect()
}

fn parse_count(typed: &str) -> Result<usize, FieldError> {
    let count = typed.trim().parse().ok();
    count.filter(|count| (INSTALMENTS_MIN..=INSTALMENTS_MAX).contains(count)).ok_or_else(|| {
        let msg = format!("Enter {INSTALMENTS_MIN} to {INSTALMENTS_MAX} instalments.");
        FieldError::new("count", code::OUT_OF_RANGE, msg)
    })
}

fn parse_first_amount(typed: &Number, total: Pence) -> Result<Pence, FieldError> {
    let amount = typed.to_pence().filter(|amount| *amount > Pence::ZERO);
    let msg = match amount {
        Some(amount) if amount < total => return Ok(amount),
        Some(_) => format!("This leaves nothing of {} for the other instalments.", format_gbp(total)),
        None => "Enter an amount above £0.00 in pounds and pence.".to_owned(),
    };
    Err(FieldError::new("firstAmount", code::OUT_OF_RANGE, msg))
}

/// `count` equal shares of an amount; the earliest are a penny larger if it cannot be divided equally.
fn split_equally(total: Pence, count: usize) -> Vec<Pence> {
    let parts = i64::try_from(count).unwrap_or(1).max(1);
    let (share, remainder) = (total.0.div_euclid(parts), total.0.rem_euclid(parts));
    let shares = (0..parts).map(|at| Pence(share + i64::from(at < remainder)));
    shares.collect()
}

/// An instalment as typed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct TypedInstalment {
    /// The due date, YYYY-MM-DD.
    pub date: String,
    /// The amount in pounds.
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub amount: Number,
}

/// The result of checking instalments while they are typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct InstalmentCheck {
    /// The sum in pounds; a text that is not an amount counts as 0.
    pub sum: Pence,
    /// How much more the invoice asks for than this sum, in pounds; negative if it asks for less.
    pub left: Pence,
    /// Every error that prevents the instalments from being agreed.
    pub errors: Vec<FieldError>,
}

/// Calculates the sum of typed instalments and finds their errors.
#[must_use]
pub fn check_instalments(typed: &[TypedInstalment], total: Pence, issued: Option<Date>) -> InstalmentCheck {
    let sum = sum_amounts(typed);
    InstalmentCheck {
        sum,
        left: total - sum,
        errors: parse_instalments(typed, total, issued).err().unwrap_or_default(),
    }
}

/// Parses typed instalments. They can be agreed if there are 2 to 36 of them, each with an amount above 0, on ascending
/// dates of which the first is not before the issue date, and if together they are exactly what the invoice asks for.
///
/// # Errors
/// Every error, by field: `instalments[1].amount`.
pub fn parse_instalments(
    typed: &[TypedInstalment],
    total: Pence,
    issued: Option<Date>,
) -> Result<Vec<Instalment>, Vec<FieldError>> {
    if !(INSTALMENTS_MIN..=INSTALMENTS_MAX).contains(&typed.len()) {
        let msg = format!("Enter {INSTALMENTS_MIN} to {INSTALMENTS_MAX} instalments.");
        return Err(vec![FieldError::new("instalments", code::OUT_OF_RANGE, msg)]);
    }
    let mut errors = Vec::new();
    let mut rows = Vec::new();
    let mut previous: Option<Date> = None;
    for (at, one) in typed.iter().enumerate() {
        let date = parse_date(one, at, (previous, issued)).map_err(|error| errors.push(error));
        // The next row is compared with this date even if this row has an error.
        previous = one.date.parse().ok().or(previous);
        let amount = parse_amount(one, at).map_err(|error| errors.push(error));
        if let (Ok(date), Ok(amount)) = (date, amount) {
            rows.push(Instalment { date, amount });
        }
    }
    let sum = sum_amounts(typed);
    if errors.is_empty() && sum != total {
        let (expected, difference) = (format_gbp(total), format_gbp(Pence((total - sum).0.abs())));
        let side = if sum < total { "left over" } else { "too much" };
        let msg = format!(
            "These come to {}. The invoice comes to {expected}: {difference} is {side}.",
            format_gbp(sum)
        );
        errors.push(FieldError::new("instalments", "not_the_sum", msg));
    }
    if errors.is_empty() { Ok(rows) } else { Err(errors) }
}

fn parse_date(
    one: &TypedInstalment,
    at: usize,
    (previous, issued): (Option<Date>, Option<Date>),
) -> Result<Date, FieldError> {
    let wrong = |code, msg| FieldError::new(format!("instalments[{at}].date"), code, msg);
    let date = supplied::parse(&one.date).map_err(|error| wrong(error.code(), format!("This {error}.")))?;
    if let Some(issued) = issued.filter(|issued| date < *issued) {
        let msg = format!("This is before the invoice’s issue date, {}.", format_long_date(issued));
        return Err(wrong("before_issue", msg));
    }
    if previous.is_some_and(|previous| date <= previous) {
        let msg = "This must be later than the previous instalment’s date.";
        return Err(wrong("not_rising", msg.to_owned()));
    }
    Ok(date)
}

fn parse_amount(one: &TypedInstalment, at: usize) -> Result<Pence, FieldError> {
    let amount = one.amount.to_pence().filter(|amount| *amount > Pence::ZERO);
    amount.ok_or_else(|| {
        let msg = "Enter an amount above £0.00 in pounds and pence.";
        FieldError::new(format!("instalments[{at}].amount"), code::OUT_OF_RANGE, msg)
    })
}

/// The sum of the amounts. It cannot overflow, because each row counts for at most 100 million pounds.
fn sum_amounts(typed: &[TypedInstalment]) -> Pence {
    const AMOUNT_MAX: Pence = Pence(10_000_000_000);
    let amounts = typed.iter().take(INSTALMENTS_MAX).map(|one| one.amount.to_pence());
    amounts.map(|amount| amount.unwrap_or_default().clamp(-AMOUNT_MAX, AMOUNT_MAX)).sum()
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests;
