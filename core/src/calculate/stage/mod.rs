//! A part of an agreed job, invoiced before the rest: a deposit, a stage, some of its lines.
//!
//! A stage is an ordinary document that calculates like any other. What it asks for at each
//! treatment and rate is taken off the job's final invoice ([`super::invoiced`]), so that all of
//! them sum to what was agreed. Nothing is invoiced twice: a stage asks for no more of a group than
//! is left of it.

use super::totals::{Totals, calculate};
use super::validate::NumberLimit;
use super::vat::VatGroup;
use crate::document::{Document, Invoiced};
use crate::error::{FieldError, RuleErrors, code};
use crate::money::number::Number;
use crate::money::text::format_gbp;
use crate::money::{Pence, round2};

pub(super) mod lines;
mod split;

/// How much of a job a stage asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum StageRequest {
    /// A percentage of the agreed total.
    Percentage(Number),
    /// Pounds including VAT.
    Amount(Number),
    /// Some of the job's lines, in full.
    Lines {
        /// The ids of the lines.
        ids: Vec<String>,
        /// Whether the document's own labour is included.
        labour: bool,
    },
}

/// The texts of the lines of a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StageText {
    /// The name: 'Deposit for quote Q-0012'.
    pub name: String,
    /// The description: '30% of £2,800.00'.
    pub description: String,
}

/// The prefix of the ids of a stage's lines, if it asks for a share or an amount.
const LINE_ID_PREFIX: &str = "stage-";

/// Whether a line with this id asks for a share or an amount of a job.
#[must_use]
pub fn is_stage_line(id: &str) -> bool {
    id.starts_with(LINE_ID_PREFIX)
}

/// What is left to invoice of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemainingToInvoice {
    /// Whether the job's prices include VAT.
    pub prices_include_vat: bool,
    /// `taxable` and `vat` by treatment and rate.
    pub groups: Vec<VatGroup>,
    /// The base of the CIS deduction.
    pub cis_base: Pence,
    /// The amount without VAT.
    pub net: Pence,
    /// The amount including the VAT that is charged.
    pub total: Pence,
}

/// A stage: its document and totals.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The document of the stage's invoice.
    pub document: Document,
    /// The totals of that document.
    pub totals: Totals,
    /// The requested total; at some VAT rates no amount in whole pence gives exactly this total.
    pub requested: Pence,
}

/// What is left to invoice of an agreed document after earlier invoices of its job.
///
/// # Errors
///
/// The document breaks a rule.
pub fn calculate_remaining(agreed: &Document, before: &[Invoiced]) -> Result<RemainingToInvoice, RuleErrors> {
    let rest = calculate(&build_final_invoice(agreed, before))?;
    Ok(RemainingToInvoice {
        prices_include_vat: agreed.prices_include_vat,
        net: rest.net_amount(),
        groups: rest.vat_groups,
        cis_base: rest.cis_base,
        total: rest.total_amount,
    })
}

/// The document of a job's final invoice: the agreed job, less what was invoiced before.
#[must_use]
pub fn build_final_invoice(agreed: &Document, before: &[Invoiced]) -> Document {
    Document { invoiced: before.to_vec(), payments: Vec::new(), ..agreed.clone() }
}

/// The next stage of an agreed document, of which `left` is still to be invoiced.
///
/// # Errors
///
/// The request is not a number, is 0 or less, is more than what is left, or is all that is left, which needs a final
/// invoice.
pub fn build_stage(
    agreed: &Document,
    left: &RemainingToInvoice,
    ask: &StageRequest,
    stage_text: &StageText,
) -> Result<Stage, RuleErrors> {
    let (document, amount) = match ask {
        StageRequest::Percentage(number) => {
            let whole = calculate(agreed)?.total_amount;
            let share = check_limit("percentage", number, &PERCENTAGE)?;
            let amount = whole.percent(share.value());
            (build_share(agreed, left, amount, stage_text)?, amount)
        }
        StageRequest::Amount(number) => {
            let amount = round2(check_limit("amount", number, &AMOUNT)?.value());
            (build_share(agreed, left, amount, stage_text)?, amount)
        }
        StageRequest::Lines { ids, labour } => {
            let document = lines::select_lines(agreed, ids, *labour)?;
            let amount = calculate(&document)?.total_amount;
            (document, amount)
        }
    };
    let totals = calculate(&document)?;
    check_within_remaining(left, &totals, "ask")?;
    if matches!(ask, StageRequest::Lines { .. }) && agreed.is_under_cis() {
        check_cis_base(left, &document, &totals)?;
    }
    Ok(Stage { document, totals, requested: amount })
}

const PERCENTAGE: NumberLimit = NumberLimit("The percentage", 0..=100, 2);
const AMOUNT: NumberLimit = NumberLimit("The amount", 0..=100_000_000, 2);

fn check_limit<'a>(path: &str, number: &'a Number, limit: &NumberLimit) -> Result<&'a Number, FieldError> {
    if let Some(code) = limit.find_violation(number) {
        return Err(FieldError::new(path, code, limit.error_text(code)));
    }
    if number.is_above_zero() {
        return Ok(number);
    }
    let msg = "Enter how much of the job to invoice.";
    Err(FieldError::new(path, code::OUT_OF_RANGE, msg))
}

fn build_share(
    agreed: &Document,
    left: &RemainingToInvoice,
    amount: Pence,
    stage_text: &StageText,
) -> Result<Document, FieldError> {
    if amount > left.total {
        return Err(exceeds_remaining_error(left, "ask"));
    }
    if amount == left.total {
        return Err(use_final_invoice_error(left));
    }
    Ok(split::split_document(agreed, left, amount, stage_text))
}

/// Accepts a stage that asks for no more of any group than is left of it.
///
/// # Errors
///
/// The stage asks for more, or for all that is left.
pub fn check_within_remaining(
    left: &RemainingToInvoice,
    stage: &Totals,
    path: &str,
) -> Result<(), FieldError> {
    // Prices that include VAT are compared including VAT, because the net amounts of each invoice are rounded
    // separately.
    let with_vat = left.prices_include_vat;
    for group in &stage.vat_groups {
        let same = |rest: &&VatGroup| (rest.treatment, rest.rate) == (group.treatment, group.rate);
        let rest = left.groups.iter().find(same).map_or(Pence::ZERO, |rest| rest.amount(with_vat));
        let amount = group.amount(with_vat);
        let fits = if rest < Pence::ZERO {
            (rest..=Pence::ZERO).contains(&amount)
        } else {
            (Pence::ZERO..=rest).contains(&amount)
        };
        if !fits {
            return Err(exceeds_remaining_error(left, path));
        }
    }
    if stage.total_amount <= Pence::ZERO {
        let msg = "This comes to £0.00: there would be nothing to pay.";
        return Err(FieldError::new(path, code::OUT_OF_RANGE, msg));
    }
    let is_all = if with_vat { stage.total_amount == left.total } else { stage.net_amount() == left.net };
    if is_all {
        return Err(use_final_invoice_error(left));
    }
    Ok(())
}

/// Accepts a stage of whole lines only if the rest of the base of the CIS deduction still fits the rest of the job. It
/// doesn't if an earlier stage asked for a percentage or an amount, and so for a part of each line: then the lines' labour,
/// or that of the others, would be invoiced in full once more, and the deductions would not add up to the job's.
fn check_cis_base(left: &RemainingToInvoice, document: &Document, stage: &Totals) -> Result<(), FieldError> {
    // Each line's part of the discount is rounded.
    let rounding = Pence(i64::try_from(document.items.len()).unwrap_or(i64::MAX).saturating_add(1));
    let base = left.cis_base - stage.cis_base;
    let net = left.net - stage.net_amount();
    if base + rounding >= Pence::ZERO && base <= net + rounding {
        return Ok(());
    }
    let msg = "An earlier invoice asked for a part of every line, so these lines can't be invoiced in full: the CIS \
               deductions would not add up. Ask for a percentage or an amount instead.";
    Err(FieldError::new("ask", code::EXCEEDS_LEFT, msg))
}

fn exceeds_remaining_error(left: &RemainingToInvoice, path: &str) -> FieldError {
    let msg =
        format!("This is more than is left to invoice for the job: {} in total.", format_gbp(left.total));
    FieldError::new(path, code::EXCEEDS_LEFT, msg)
}

fn use_final_invoice_error(left: &RemainingToInvoice) -> FieldError {
    let msg =
        format!("{} is all that is left of the job. Make the final invoice instead.", format_gbp(left.total));
    FieldError::new("ask", code::ALL_THAT_IS_LEFT, msg)
}

#[cfg(test)]
mod tests;
