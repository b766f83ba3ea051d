//! What the page behind the code on an invoice says.
//!
//! A code can be copied onto a forged document. So nothing here says 'genuine': it says which invoice the code belongs
//! to, what that invoice asks for and where it is paid, and asks the reader to compare.

use serde::Serialize;

use crate::document::Document;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::present::public::{PublicDocument, PublicFields};
use crate::present::totals::label_with_percent;
use crate::present::{DetailRow, Presentation};
use crate::status::Badge;
use crate::time::Date;
use crate::time::text::{format_long_date, format_short_date};

/// The result of checking a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum CodeOutcome {
    /// The code belongs to the current version of an invoice.
    Known,
    /// The code belongs to an invoice that was changed after the copy was made.
    Changed,
    /// Its invoice is void.
    Void,
    /// The link of its invoice was replaced after the copy was made.
    Revoked,
    /// Its business is blocked at the moment.
    KeptOut,
    /// No server at this address issued it.
    Unknown,
}

/// The content of the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthenticityCheck {
    /// The result.
    pub outcome: CodeOutcome,
    /// The heading.
    pub title: String,
    /// What to do, one entry for each paragraph.
    pub words: Vec<String>,
    /// The invoice; `None` if there is nothing to compare.
    pub invoice: Option<AuthenticInvoice>,
}

/// What a person with a copy of an invoice may see in order to compare it: neither the customer nor the lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthenticInvoice {
    /// The business's name.
    pub business_name: String,
    /// The values to compare: number, date, total, CIS deduction, balance due.
    pub rows: Vec<DetailRow>,
    /// The status.
    pub badge: Badge,
    /// The bank details, while there is something to pay; otherwise, and if no transfers are accepted, empty.
    pub bank: Vec<DetailRow>,
    /// Where to pay by PayPal; otherwise empty.
    pub paypal: String,
    /// Notes about these details, or that there is nothing to pay.
    pub notes: Vec<String>,
    /// The total in pounds.
    pub total: Pence,
    /// The input of the calculation, for anybody who wants to repeat it; `None` if an earlier version of the rules
    /// calculated it.
    pub figures: Option<Document>,
}

/// The version of an invoice that a code belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedVersion {
    /// Its total.
    pub total: Pence,
    /// The day on which the newer version was issued.
    pub changed: Date,
}

const CALL_ADVICE: &str = "Do not pay. Call the business on a number you know.";

impl AuthenticityCheck {
    fn without_invoice(outcome: CodeOutcome, title: String, words: &[&str]) -> Self {
        Self {
            outcome,
            title,
            words: words.iter().map(|words| String::from(*words)).collect(),
            invoice: None,
        }
    }

    /// The result for an unknown code.
    #[must_use]
    pub fn for_unknown() -> Self {
        let title = "We don’t recognise this code.".into();
        Self::without_invoice(CodeOutcome::Unknown, title, &[CALL_ADVICE])
    }

    /// The result for a pasted link that leads to another server.
    #[must_use]
    pub fn for_other_host(host: &str) -> Self {
        let text = format!("It leads to {host}. This server only knows invoices sent from here.");
        let ask = "Before you pay, call the business on a number you know.";
        let title = "This link leads to another server".into();
        Self::without_invoice(CodeOutcome::Unknown, title, &[text.as_str(), ask])
    }

    /// The result if the invoice's link was replaced after the code was made.
    #[must_use]
    pub fn for_revoked() -> Self {
        let words = [
            "The business has replaced the link of this invoice since your copy was made.",
            "Ask the business for a new copy before you pay. Call them on a number you know.",
        ];
        Self::without_invoice(CodeOutcome::Revoked, "This code is no longer valid".into(), &words)
    }

    /// The result if the operator has blocked the business.
    #[must_use]
    pub fn for_suspended() -> Self {
        let title = "We can’t check this business at the moment".into();
        Self::without_invoice(CodeOutcome::KeptOut, title, &[CALL_ADVICE])
    }

    /// The result for a void invoice.
    #[must_use]
    pub fn for_void(presentation: &Presentation) -> Self {
        let title = format!("{} was voided", presentation.heading);
        let text = format!("{} voided it. There is nothing to pay.", presentation.business_name);
        let ask = "If you are asked to pay it, call the business on a number you know.";
        Self::without_invoice(CodeOutcome::Void, title, &[text.as_str(), ask])
    }

    /// The result for a valid invoice. `on_paper` is the version that the code belongs to if there is a newer one;
    /// `notes` are the notes about its bank details ([`super::payment_details::build_notes`]).
    #[must_use]
    pub fn for_invoice(
        presentation: &Presentation,
        answer: &PublicDocument,
        on_paper: Option<PrintedVersion>,
        notes: Vec<String>,
        document: Option<Document>,
    ) -> Option<Self> {
        let (_, fields) = answer.fields()?;
        let pay = presentation.actions.pay.as_ref();
        let bank = match pay.is_some_and(|pay| has_account_number(&pay.bank)) {
            true => ", the bank details too",
            false => "",
        };
        let mut words = vec![format!(
            "Compare this with the invoice in front of you{bank}. If anything differs, do not pay: call the \
             business on a number you know."
        )];
        if let Some(printed_version) = on_paper {
            let (then, now) = (format_gbp(printed_version.total), format_gbp(fields.total_amount));
            let changed = format_short_date(printed_version.changed);
            words.insert(
                0,
                format!(
                    "This invoice was changed on {changed}, after your copy was made. Your copy comes to {then}; \
                     it now comes to {now}. Ask the business for the latest copy."
                ),
            );
        }
        let row = DetailRow::new;
        // In the same format as on the printable document.
        let date = fields.issue_date.map(format_long_date).unwrap_or_default();
        let mut rows = vec![
            row("Invoice number", presentation.number.clone()),
            row("Date", date),
            row("Total", format_gbp(fields.total_amount)),
        ];
        if !fields.cis_deduction.is_zero() {
            let label = label_with_percent("CIS deduction", fields.cis_rate.as_ref());
            rows.push(row(&label, format_gbp(-fields.cis_deduction)));
            rows.push(row("Amount payable", format_gbp(fields.amount_payable)));
        }
        rows.push(row("Balance due", format_gbp(fields.balance_due)));
        if fields.pending_amount > Pence::ZERO {
            rows.push(row("Recorded, not yet confirmed", format_gbp(fields.pending_amount)));
        }
        Some(Self {
            outcome: match on_paper {
                Some(_) => CodeOutcome::Changed,
                None => CodeOutcome::Known,
            },
            title: format!("{} from {}", presentation.heading, presentation.business_name),
            words,
            invoice: Some(AuthenticInvoice {
                business_name: presentation.business_name.clone(),
                rows,
                badge: presentation.badge.clone(),
                bank: pay.map(|pay| pay.bank.clone()).unwrap_or_default(),
                paypal: pay.map(|pay| pay.paypal.clone()).unwrap_or_default(),
                notes: build_payment_notes(presentation, fields, notes),
                total: fields.total_amount,
                figures: document,
            }),
        })
    }
}

/// The notes about the details if there is something to pay; otherwise that there isn't.
fn build_payment_notes(
    presentation: &Presentation,
    fields: &PublicFields,
    notes: Vec<String>,
) -> Vec<String> {
    let Some(pay) = &presentation.actions.pay else {
        // Until the business confirms a recorded payment, the balance is still due, so this isn't 'nothing to pay'.
        let text = match fields.pending_amount {
            Pence::ZERO => "There is nothing to pay for this invoice at the moment.".into(),
            pending => format!(
                "A payment of {} has been recorded and is waiting for the business to confirm it. There is no need to \
                 pay again while it is waiting.",
                format_gbp(pending)
            ),
        };
        return vec![text];
    };
    // A reference without an account is useless.
    let mut texts = notes;
    if !has_account_number(&pay.bank) && pay.paypal.is_empty() {
        texts.insert(
            0,
            "No bank details are on file for this invoice. If your copy shows any, call the business on a number you \
             know before you pay into them."
                .into(),
        );
    }
    texts
}

fn has_account_number(bank: &[DetailRow]) -> bool {
    bank.iter().any(|row| row.label == "Account number")
}

#[cfg(test)]
mod tests;
