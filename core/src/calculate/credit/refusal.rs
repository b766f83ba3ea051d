//! Why something can't be credited, in a sentence that is true of what is left, and what to credit together with it.

use rust_decimal::Decimal;

use super::remaining::RemainingGroup;
use super::{
    CreditRequest, InvoiceToCredit, LineToCredit, RemainingCredit, find_remaining_lines, try_credit,
};
use crate::calculate::totals::Totals;
use crate::document::Treatment;
use crate::error::FieldError;
use crate::money::Pence;
use crate::money::text::format_gbp;

/// The text of the error for what can only be credited with everything else.
const CREDIT_EVERYTHING: &str = "This can’t be credited alone. Credit everything that is left instead.";
/// The most lines that an error names.
const NAMES_MAX: usize = 3;
/// How many lines are tried one by one.
const TRIED_MAX: usize = 50;

/// The error for more than is left of the invoice.
pub(super) fn exceeds_total_error(path: &str, left: Pence) -> FieldError {
    let msg = format!("This is more than the {} that can still be credited.", format_gbp(left));
    FieldError::new(path, "exceeds_left", msg)
}

/// The error for lines that take more than is left of their VAT group. Less may be left of it than of the whole
/// invoice.
pub(super) fn exceeds_group_error(left: &RemainingCredit, group: &RemainingGroup) -> FieldError {
    if left.groups.iter().filter(|it| !it.is_zero()).count() < 2 {
        return exceeds_total_error("lines", left.total());
    }
    let lines = match group.treatment {
        Treatment::Taxable => format!("with VAT at {}%", group.rate.0.normalize()),
        Treatment::ReverseCharge => "under the reverse charge".to_owned(),
        Treatment::Exempt => "exempt from VAT".to_owned(),
        Treatment::OutsideScope => "outside the scope of VAT".to_owned(),
    };
    let amount = format_gbp(group.gross().max(Pence::ZERO));
    FieldError::new(
        "lines",
        "exceeds_left",
        format!("Only {amount} of the lines {lines} can still be credited."),
    )
}

/// The error for a credit note that would leave something that no other credit note can take.
pub(super) fn exceeds_remaining_error(path: &str, left: &RemainingCredit, credit: &Totals) -> FieldError {
    if credit.total_amount > left.total() {
        return exceeds_total_error(path, left.total());
    }
    FieldError::new(path, "exceeds_left", CREDIT_EVERYTHING)
}

/// The error for lines that can't be credited alone, with the name of those they can be credited together with: a line
/// with a negative price reduces what is left of its group, so the others can't be credited in full before it.
pub(super) fn name_lines_to_add(
    invoice: InvoiceToCredit<'_>,
    left: &RemainingCredit,
    (wanted, labour): (&[LineToCredit], Option<Decimal>),
    error: FieldError,
) -> FieldError {
    if error.path != "lines" || !matches!(error.code, "exceeds_left" | "nothing") {
        return error;
    }
    let totals = invoice.totals.items.iter();
    let total_of = |id: &str| totals.clone().find(|it| it.id == id).map_or(Pence::ZERO, |it| it.total);
    let is_negative = wanted.iter().map(|it| total_of(&it.id)).sum::<Pence>() < Pence::ZERO;
    let (lines, own) = find_remaining_lines(invoice.document, invoice.credits);
    let others: Vec<_> = lines
        .into_iter()
        .filter(|line| wanted.iter().all(|it| it.id != line.id))
        .filter(|line| total_of(&line.id) != Pence::ZERO && (total_of(&line.id) > Pence::ZERO) == is_negative)
        .collect();
    let can_add = |added: &[&str], labour: Option<Decimal>| {
        let added = added.iter().map(|id| LineToCredit { id: (*id).to_owned(), quantity: None });
        let lines = wanted.iter().cloned().chain(added).collect();
        try_credit(invoice, left, &CreditRequest::Lines { lines, labour }).is_ok()
    };
    let quote = |name: &str| format!("“{name}”");
    let single = others.iter().take(TRIED_MAX).find(|line| can_add(&[&line.id], labour));
    let added = if let Some(line) = single {
        quote(&line.name)
    } else if labour.is_none() && own > Decimal::ZERO && can_add(&[], Some(own)) {
        "the labour".to_owned()
    } else {
        let ids: Vec<&str> = others.iter().map(|line| line.id.as_str()).collect();
        let names: Vec<String> = others.iter().map(|line| quote(&line.name)).collect();
        match names.split_last() {
            Some((last, before)) if names.len() <= NAMES_MAX && can_add(&ids, labour) => {
                format!("{} and {last}", before.join(", "))
            }
            // A negative line isn't more than what is left: it reduces the lines that it belongs to.
            _ if wanted.iter().any(|it| total_of(&it.id) < Pence::ZERO) => {
                return FieldError::new("lines", error.code, CREDIT_EVERYTHING);
            }
            _ => return error,
        }
    };
    let msg = format!("This can’t be credited alone. Credit it together with {added}.");
    FieldError::new("lines", error.code, msg)
}
