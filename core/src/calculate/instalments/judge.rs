//! The checks when instalments are saved, with errors by field.

use serde::{Deserialize, Serialize};

use super::{FEWEST, Instalment, MOST};
use crate::error::{FieldError, code};
use crate::money::Pence;
use crate::money::number::Number;
use crate::money::text::gbp;
use crate::time::text::date_long;
use crate::time::{Date, supplied};

/// An instalment as typed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "TypedInstalment")
)]
pub struct Typed {
    /// The due date, YYYY-MM-DD.
    pub date: String,
    /// The amount in pounds.
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub amount: Number,
}

/// The checks of instalments while they are typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "JudgedInstalments")
)]
pub struct Judged {
    /// The sum in pounds; what is not an amount counts as 0.
    pub sum: Pence,
    /// What is left of the whole, in pounds; negative if the instalments are too much.
    pub left: Pence,
    /// Every error that prevents the instalments from being agreed.
    pub errors: Vec<FieldError>,
}

/// Checks instalments as typed: their sum, and their errors.
#[must_use]
pub fn look(typed: &[Typed], whole: Pence, issued: Option<Date>) -> Judged {
    let sum = sum(typed);
    Judged {
        sum,
        left: whole - sum,
        errors: judge(typed, whole, issued).err().unwrap_or_default(),
    }
}

/// The typed instalments if they can be agreed: 2 to 36 of them, each with an amount above 0, on ascending dates of
/// which the first is not before the issue date, and together exactly what the invoice asks for.
///
/// # Errors
/// Every error, by field: `instalments[1].amount`.
pub fn judge(
    typed: &[Typed],
    whole: Pence,
    issued: Option<Date>,
) -> Result<Vec<Instalment>, Vec<FieldError>> {
    if !(FEWEST..=MOST).contains(&typed.len()) {
        let msg = format!("Enter {FEWEST} to {MOST} instalments.");
        return Err(vec![FieldError::new(
            "instalments",
            code::OUT_OF_RANGE,
            msg,
        )]);
    }
    let mut errors = Vec::new();
    let mut rows = Vec::new();
    let mut before: Option<Date> = None;
    for (at, one) in typed.iter().enumerate() {
        let date = date_of(one, at, (before, issued)).map_err(|error| errors.push(error));
        // The next row is compared with this date, whether it is right or not.
        before = one.date.parse().ok().or(before);
        let amount = amount_of(one, at).map_err(|error| errors.push(error));
        if let (Ok(date), Ok(amount)) = (date, amount) {
            rows.push(Instalment { date, amount });
        }
    }
    let sum = sum(typed);
    if errors.is_empty() && sum != whole {
        let (asked, off) = (gbp(whole), gbp(Pence((whole - sum).0.abs())));
        let is = if sum < whole { "left over" } else { "too much" };
        let msg = format!(
            "These come to {}. The invoice comes to {asked}: {off} is {is}.",
            gbp(sum)
        );
        errors.push(FieldError::new("instalments", "not_the_sum", msg));
    }
    if errors.is_empty() {
        Ok(rows)
    } else {
        Err(errors)
    }
}

fn date_of(
    one: &Typed,
    at: usize,
    (before, issued): (Option<Date>, Option<Date>),
) -> Result<Date, FieldError> {
    let wrong = |code, msg| FieldError::new(format!("instalments[{at}].date"), code, msg);
    let date = supplied::parse(&one.date)
        .map_err(|error| wrong(error.code(), format!("This {error}.")))?;
    if let Some(issued) = issued.filter(|issued| date < *issued) {
        let msg = format!(
            "This is before the invoice’s issue date, {}.",
            date_long(issued)
        );
        return Err(wrong("before_issue", msg));
    }
    if before.is_some_and(|before| date <= before) {
        let msg = "This must be later than the previous instalment’s date.";
        return Err(wrong("not_rising", msg.to_owned()));
    }
    Ok(date)
}

fn amount_of(one: &Typed, at: usize) -> Result<Pence, FieldError> {
    let amount = one.amount.to_pence().filter(|amount| *amount > Pence::ZERO);
    amount.ok_or_else(|| {
        let msg = "Enter an amount above £0.00 in pounds and pence.";
        FieldError::new(format!("instalments[{at}].amount"), code::OUT_OF_RANGE, msg)
    })
}

/// The sum cannot overflow: a row counts for at most 100 million pounds.
fn sum(typed: &[Typed]) -> Pence {
    const MOST: Pence = Pence(10_000_000_000);
    let amounts = typed
        .iter()
        .take(super::MOST)
        .map(|one| one.amount.to_pence());
    amounts
        .map(|amount| amount.unwrap_or_default().clamp(-MOST, MOST))
        .sum()
}
