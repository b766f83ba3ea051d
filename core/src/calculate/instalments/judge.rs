//! The checks when instalments are saved, with errors by field.

use serde::{Deserialize, Serialize};

use super::{FEWEST, Instalment, MOST};
use crate::error::{FieldError, code};
use crate::money::Pence;
use crate::money::number::Number;
use crate::money::text::gbp;
use crate::time::text::date_long;
use crate::time::{Date, supplied};

/// An instalment as it is typed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "TypedInstalment")
)]
pub struct Typed {
    /// YYYY-MM-DD.
    pub date: String,
    /// Pounds.
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub amount: Number,
}

/// What is to be said of instalments while they are typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "JudgedInstalments")
)]
pub struct Judged {
    /// What they come to, in pounds; what is no amount counts as nothing.
    pub sum: Pence,
    /// What is left over of the whole, below 0 where they are too much.
    pub left: Pence,
    /// Everything that keeps them from being agreed.
    pub errors: Vec<FieldError>,
}

/// Looks at instalments that are typed: what they come to, and what is wrong with them.
#[must_use]
pub fn look(typed: &[Typed], whole: Pence, issued: Option<Date>) -> Judged {
    let sum = sum(typed);
    Judged {
        sum,
        left: whole - sum,
        errors: judge(typed, whole, issued).err().unwrap_or_default(),
    }
}

/// The instalments that are typed, where they may be agreed: 2 to 36 of them, each above nothing, on days
/// that rise and of which none is before the issue date, together exactly what the invoice asks for.
///
/// # Errors
/// Everything that is wrong, by the field: `instalments[1].amount`.
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
        // What follows is measured by the day that stands there, right or not.
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
            "This is before the invoice's issue date, {}.",
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

/// No sum of these can be beyond what pence hold: a row is worth 100 million pounds at most.
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
