//! Instalments: the dates on which an invoice is paid, and how much on each.
//!
//! They divide what the invoice asks for after credit notes (`plan` proposes them, `check` checks them) and are
//! not part of the document: like payments, they may change without a new version. Their state ([`schedule`]) is
//! calculated from them, from what the invoice asks for now and from what was paid; it is not stored. Payments fill
//! the earliest first. If the invoice asks for more after they were agreed, the last one grows; if it asks for
//! less, the last ones shrink.

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
pub fn plan_instalments(wish: &InstalmentPlanRequest<'_>) -> Result<Vec<Instalment>, FieldError> {
    let whole = Number::from_text(wish.total).to_pence().unwrap_or_default();
    let count = parse_count(wish.count)?;
    let first = supplied::parse(wish.first)
        .map_err(|error| FieldError::new("first", error.code(), format!("This {error}.")))?;
    let amounts = match wish.first_amount.trim() {
        "" => split_equally(whole, count),
        text => {
            let first = parse_first_amount(&Number::from_text(text), whole)?;
            let mut amounts = vec![first];
            amounts.extend(split_equally(whole - first, count - 1));
            amounts
        }
    };
    if amounts.iter().any(|amount| *amount <= Pence::ZERO) {
        let msg = format!("{} is too little for {count} instalments.", format_gbp(whole));
        return Err(FieldError::new("count", code::OUT_OF_RANGE, msg));
    }
    let steps = (0..).map(|step| wish.every.nth(first, step));
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

fn parse_first_amount(typed: &Number, whole: Pence) -> Result<Pence, FieldError> {
    let amount = typed.to_pence().filter(|amount| *amount > Pence::ZERO);
    let msg = match amount {
        Some(amount) if amount < whole => return Ok(amount),
        Some(_) => format!("This leaves nothing of {} for the other instalments.", format_gbp(whole)),
        None => "Enter an amount above £0.00 in pounds and pence.".to_owned(),
    };
    Err(FieldError::new("firstAmount", code::OUT_OF_RANGE, msg))
}

/// `count` equal shares of an amount; the earliest are a penny larger if it cannot be divided equally.
fn split_equally(whole: Pence, count: usize) -> Vec<Pence> {
    let many = i64::try_from(count).unwrap_or(1).max(1);
    let (share, odd) = (whole.0.div_euclid(many), whole.0.rem_euclid(many));
    let shares = (0..many).map(|at| Pence(share + i64::from(at < odd)));
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

/// The checks of instalments while they are typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct InstalmentCheck {
    /// The sum in pounds; what is not an amount counts as 0.
    pub sum: Pence,
    /// What is left of the whole, in pounds; negative if the instalments are too much.
    pub left: Pence,
    /// Every error that prevents the instalments from being agreed.
    pub errors: Vec<FieldError>,
}

/// Checks instalments as typed: their sum, and their errors.
#[must_use]
pub fn check_instalments(typed: &[TypedInstalment], whole: Pence, issued: Option<Date>) -> InstalmentCheck {
    let sum = sum_amounts(typed);
    InstalmentCheck {
        sum,
        left: whole - sum,
        errors: parse_instalments(typed, whole, issued).err().unwrap_or_default(),
    }
}

/// The typed instalments if they can be agreed: 2 to 36 of them, each with an amount above 0, on ascending dates of
/// which the first is not before the issue date, and together exactly what the invoice asks for.
///
/// # Errors
/// Every error, by field: `instalments[1].amount`.
pub fn parse_instalments(
    typed: &[TypedInstalment],
    whole: Pence,
    issued: Option<Date>,
) -> Result<Vec<Instalment>, Vec<FieldError>> {
    if !(INSTALMENTS_MIN..=INSTALMENTS_MAX).contains(&typed.len()) {
        let msg = format!("Enter {INSTALMENTS_MIN} to {INSTALMENTS_MAX} instalments.");
        return Err(vec![FieldError::new("instalments", code::OUT_OF_RANGE, msg)]);
    }
    let mut errors = Vec::new();
    let mut rows = Vec::new();
    let mut before: Option<Date> = None;
    for (at, one) in typed.iter().enumerate() {
        let date = parse_date(one, at, (before, issued)).map_err(|error| errors.push(error));
        // The next row is compared with this date, whether it is right or not.
        before = one.date.parse().ok().or(before);
        let amount = parse_amount(one, at).map_err(|error| errors.push(error));
        if let (Ok(date), Ok(amount)) = (date, amount) {
            rows.push(Instalment { date, amount });
        }
    }
    let sum = sum_amounts(typed);
    if errors.is_empty() && sum != whole {
        let (query, off) = (format_gbp(whole), format_gbp(Pence((whole - sum).0.abs())));
        let is = if sum < whole { "left over" } else { "too much" };
        let msg = format!("These come to {}. The invoice comes to {query}: {off} is {is}.", format_gbp(sum));
        errors.push(FieldError::new("instalments", "not_the_sum", msg));
    }
    if errors.is_empty() { Ok(rows) } else { Err(errors) }
}

fn parse_date(
    one: &TypedInstalment,
    at: usize,
    (before, issued): (Option<Date>, Option<Date>),
) -> Result<Date, FieldError> {
    let wrong = |code, msg| FieldError::new(format!("instalments[{at}].date"), code, msg);
    let date = supplied::parse(&one.date).map_err(|error| wrong(error.code(), format!("This {error}.")))?;
    if let Some(issued) = issued.filter(|issued| date < *issued) {
        let msg = format!("This is before the invoice’s issue date, {}.", format_long_date(issued));
        return Err(wrong("before_issue", msg));
    }
    if before.is_some_and(|before| date <= before) {
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
