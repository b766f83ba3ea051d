//! The checks when instalments are saved, with errors by field.

use serde::{Deserialize, Serialize};

use super::{INSTALMENTS_MAX, INSTALMENTS_MIN, Instalment};
use crate::error::{FieldError, code};
use crate::money::Pence;
use crate::money::number::Number;
use crate::money::text::format_gbp;
use crate::time::text::format_long_date;
use crate::time::{Date, supplied};

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
    let amounts = typed.iter().take(super::INSTALMENTS_MAX).map(|one| one.amount.to_pence());
    amounts.map(|amount| amount.unwrap_or_default().clamp(-AMOUNT_MAX, AMOUNT_MAX)).sum()
}
