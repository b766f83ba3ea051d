//! The texts of an e-invoice: its note, and its payment terms.

use super::source::EinvoiceSource;
use crate::document::Treatment;
use crate::kind::DocumentKind;
use crate::money::Pence;
use crate::money::text::{format_gbp, format_percent};
use crate::text::split_paragraphs;

/// The note: the statement that the law requires for the reverse charge, the job, and the notes.
///
/// An invoice under the reverse charge must say so and state the VAT, which is not part of the total (VAT Regulations
/// reg. 14(1)(o), VATREVCON37100). The standard's group for it has no rate and no VAT, so the note states both.
pub(super) fn write_note(source: &EinvoiceSource) -> String {
    let groups = source.totals.vat_groups.iter();
    let reverse = groups.filter(|group| group.treatment == Treatment::ReverseCharge);
    let stated: Vec<String> = reverse
        .map(|group| {
            let rate = format_percent(group.rate.0);
            format!("{rate} of {}: {}", format_gbp(group.taxable), format_gbp(group.vat))
        })
        .collect();
    let mut parts = Vec::new();
    if !stated.is_empty() {
        let stated = stated.join("; ");
        parts.push(format!("Reverse charge: customer to pay the VAT to HMRC. VAT {stated}."));
    }
    parts.extend(split_paragraphs(&source.job_description));
    let place = split_paragraphs(&source.job_address).join(", ");
    if !place.is_empty() {
        parts.push(format!("Job address: {place}"));
    }
    parts.extend(split_paragraphs(&source.notes));
    parts.join("\n")
}

/// The payment terms: the CIS deduction, which the payable amount doesn't include, and for a credit note the invoice
/// that it is against, because an amount above zero needs a due date or terms (BR-CO-25).
pub(super) fn write_payment_terms(source: &EinvoiceSource) -> String {
    let totals = &source.totals;
    let under_cis = totals.cis_deduction > Pence::ZERO;
    let rate = source.document.cis_rate.as_ref();
    let rate = rate.map(|rate| format_percent(rate.value())).unwrap_or_default();
    let (deduction, base) = (format_gbp(totals.cis_deduction), format_gbp(totals.cis_base));
    if source.kind == DocumentKind::CreditNote {
        let against = source.credited.as_ref();
        let number = against.map_or("", |it| it.number.trim());
        let mut terms = format!("Taken off invoice {number}.");
        if under_cis {
            terms += &format!(" The CIS deduction falls by {deduction}: {rate} of {base}.");
        }
        return terms;
    }
    if !under_cis {
        return String::new();
    }
    let left = totals.amount_payable - super::prepaid_amount(source);
    format!(
        "CIS: please deduct {deduction} ({rate} of {base}) and pay it to HMRC. {} is then left to pay to us.",
        format_gbp(left.max(Pence::ZERO))
    )
}
