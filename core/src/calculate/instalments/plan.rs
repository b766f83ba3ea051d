//! Equal instalments at equal intervals, the first with another amount if that is wanted.

use super::{INSTALMENTS_MAX, INSTALMENTS_MIN, Instalment};
use crate::error::{FieldError, code};
use crate::money::Pence;
use crate::money::number::Number;
use crate::money::text::format_gbp;
use crate::time::repeat::Repeat;
use crate::time::supplied;

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
