//! What a person should know about a return besides its boxes.

use serde::Serialize;

use super::entry::{BoxAmounts, VatEntry};
use super::record::{Scheme, VatBooks};
use super::vat_return::{VatReturn, build_flat_parts};
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::tax::vat_thresholds::{CARELESS_ERRORS_FROM, ERROR_CORRECTION_PERCENT, VatThreshold};
use crate::time::Date;

/// The findings about a return; those from memory are marked as such.
pub(super) fn find_advice(books: &VatBooks<'_>, made: &VatReturn) -> Vec<Finding> {
    let all = [
        check_registered_throughout(books, made),
        check_large_correction(made),
        check_careless_errors(made),
        check_goods_not_stated(books, made),
        check_left_cash_accounting(books, made),
        check_before_registration(books, made),
        check_last_return(books, made),
    ];
    all.into_iter().flatten().collect()
}

fn check_registered_throughout(books: &VatBooks<'_>, made: &VatReturn) -> Option<Finding> {
    let period = made.period;
    let is_on = |day| books.registration.is_registered_on(day);
    let text = "You weren’t registered for VAT for all of this period. Only the days on which you were registered \
                count.";
    let code = "not_registered_throughout";
    let found = Finding::new(Severity::Note, "period", code, text);
    (!is_on(period.from) || !is_on(period.to)).then_some(found)
}

/// The corrections of filed returns.
fn corrected_entries(made: &VatReturn) -> Vec<VatEntry> {
    let corrected = made.entries.iter().filter(|entry| entry.note.is_some());
    corrected.cloned().collect()
}

/// Errors are corrected in the next return up to £10,000 of VAT, or up to 1 % of its box 6 and at most £50,000; larger
/// ones must be reported to HMRC separately (Notice 700/45).
fn check_large_correction(made: &VatReturn) -> Option<Finding> {
    let corrected = corrected_entries(made);
    let amounts = corrected.iter().map(|entry| entry.amounts);
    let sum = amounts.fold(BoxAmounts::default(), |sum, it| sum + it);
    let flat: Pence = build_flat_parts(&corrected).iter().map(|part| part.vat).sum();
    let error = sum.box1 + sum.box2 + flat - sum.box4;
    let least = VatThreshold::ErrorCorrection.find_amount(made.period.to)?.value;
    let most = VatThreshold::ErrorCorrectionMost.find_amount(made.period.to)?.value;
    let share = made.box_amount(6).percent(ERROR_CORRECTION_PERCENT.into());
    let limit = least.max(share.min(most));
    let text = format!(
        "This return corrects {} of VAT from returns you’ve filed. You can only correct up to {} on a return, or up \
         to {ERROR_CORRECTION_PERCENT}% of its box 6 and {} at most: tell HMRC about these separately, and leave \
         them out of this return.",
        format_gbp(error),
        format_gbp(least),
        format_gbp(most)
    );
    let found = Finding::new(Severity::Ask, "entries", "large_correction", text);
    (error.0.saturating_abs() > limit.0).then_some(found)
}

/// A careless error must also be reported to HMRC, whatever the amount (Notice 700/45).
fn check_careless_errors(made: &VatReturn) -> Option<Finding> {
    let from: Date = CARELESS_ERRORS_FROM.parse().ok()?;
    let text = "This return corrects earlier returns. If the mistake was careless, tell HMRC about it as well, \
                whatever the amount: correcting it here doesn’t count as telling them.";
    let found = Finding::new(Severity::Note, "entries", "careless_errors", text);
    (made.period.to >= from && !corrected_entries(made).is_empty()).then_some(found)
}

/// Asks whether materials are goods: only goods count for the limited cost test, and nobody has to say so for a receipt
/// of materials (Notice 733, 4.4 to 4.6).
fn check_goods_not_stated(books: &VatBooks<'_>, made: &VatReturn) -> Option<Finding> {
    made.limited_cost.as_ref()?;
    let open = books.purchases.iter().filter(|it| {
        !it.voided && !it.goods_said && !it.relevant_goods.is_zero() && made.period.contains(it.date)
    });
    let (count, sum) =
        open.fold((0_usize, Pence::ZERO), |(count, sum), it| (count + 1, sum + it.relevant_goods));
    let what = match count {
        0 => return None,
        1 => "An expense for materials does".to_owned(),
        more => format!("{more} expenses for materials do"),
    };
    let text = format!(
        "{what} not say whether it was goods or a service: {} counts as goods in the limited-cost test. Hire and \
         other services don’t count, so open them and choose.",
        format_gbp(sum)
    );
    Some(Finding::new(Severity::Ask, "purchases", "goods_not_said", text))
}

fn check_left_cash_accounting(books: &VatBooks<'_>, made: &VatReturn) -> Option<Finding> {
    let from = made.period.from;
    let was_cash = |scheme: &Scheme| scheme.cash && scheme.from < from;
    let has_left = !books.find_scheme(from).cash && books.schemes.iter().any(was_cash);
    let text = "You have left cash accounting. VAT on earlier invoices that are still unpaid is due within six \
                months of leaving. We only count it here as it is paid.";
    let found = Finding::new(Severity::Ask, "schemes", "left_cash_accounting", text).unconfirmed();
    has_left.then_some(found)
}

fn check_before_registration(books: &VatBooks<'_>, made: &VatReturn) -> Option<Finding> {
    let first = books.registration.from.filter(|from| made.period.contains(*from))?;
    let mut bought = books.purchases.iter().filter(|it| !it.voided && it.reclaims);
    let has_some = bought.any(|it| it.date < first && it.amounts.iter().any(|it| !it.vat.is_zero()));
    let text = "You bought things with VAT before you were registered. You can often reclaim VAT on goods you still \
                have, up to four years back, and on services, up to six months back. We don’t count it here.";
    let found = Finding::new(Severity::Ask, "purchases", "bought_before_registration", text).unconfirmed();
    has_some.then_some(found)
}

fn check_last_return(books: &VatBooks<'_>, made: &VatReturn) -> Option<Finding> {
    let last = books.registration.until?;
    let text = "This is your last VAT return. You may owe VAT on stock and tools you keep, and on invoices that are \
                still unpaid. We don’t count it here.";
    let found = Finding::new(Severity::Ask, "period", "last_return", text).unconfirmed();
    made.period.contains(last).then_some(found)
}

// The result of a VAT check: a stable code for programs and a sentence for people.

/// The effect of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// It must be fixed first.
    Refuse,
    /// The user is asked, and may continue.
    Ask,
    /// The user is informed.
    Note,
}

/// A result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The stable name of the rule.
    pub code: &'static str,
    /// The effect.
    pub weight: Severity,
    /// The path of the field in JSON: `lines[2].description`; empty if it concerns the whole.
    pub path: String,
    /// The sentence for the user.
    pub msg: String,
    /// Whether the rule was read in its source; if not, the screen shows 'check with your accountant'.
    pub confirmed: bool,
}

impl Finding {
    /// A finding from a rule that was read in its source.
    #[must_use]
    pub fn new(
        weight: Severity,
        path: impl Into<String>,
        code: &'static str,
        msg: impl Into<String>,
    ) -> Self {
        Self { code, weight, path: path.into(), msg: msg.into(), confirmed: true }
    }

    /// The same finding from a rule that was not read in its source.
    #[must_use]
    pub fn unconfirmed(self) -> Self {
        Self { confirmed: false, ..self }
    }
}
