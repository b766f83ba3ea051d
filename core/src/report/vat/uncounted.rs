//! Sales that are in no return because there is no registration on their day. The user is informed, because their VAT
//! may be owed or reclaimed anyway.
//!
//! VAT shown on an invoice is owed by the business that issued it, registered or not (Value Added Tax Act 1994, sch.
//! 11, para. 5). What can be reclaimed after the registration has ended is claimed on form VAT427 (Notice 700/11; from
//! memory).

use super::finding::{Finding, Severity};
use super::record::{VatAmount, VatBooks};
use crate::document::Treatment;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::time::Date;
use crate::time::text::format_long_date;

/// The type of a document that is in no return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UncountedKind {
    /// An invoice that charges VAT.
    Invoice,
    /// A credit note that was issued after the registration ended, against an invoice that counted.
    CreditNote,
}

/// A document that charges VAT, or credits it, but is in no return.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UncountedDocument {
    /// The issue date.
    pub date: Date,
    /// The document's id.
    pub document: String,
    /// The type.
    pub kind: UncountedKind,
    /// The VAT on it.
    pub vat: Pence,
}

/// The sales and credit notes in the books that are in no return, by day.
#[must_use]
pub fn find_uncounted(books: &VatBooks<'_>) -> Vec<UncountedDocument> {
    let is_on = |day: &Date| books.registration.is_registered_on(*day);
    let mut found = Vec::new();
    for sale in books.sales.iter().filter(|sale| !sale.voided) {
        let Some(issued) = sale.issued else { continue };
        let counts = books.find_tax_point(sale).is_some_and(|point| is_on(&point));
        if !counts {
            found.push(UncountedDocument {
                date: issued,
                document: sale.id.clone(),
                kind: UncountedKind::Invoice,
                vat: charged_vat(&sale.amounts),
            });
            continue;
        }
        let credits = sale.credits.iter().filter(|it| !it.voided);
        let late = credits.filter(|it| !is_on(&it.issued));
        found.extend(late.map(|it| UncountedDocument {
            date: it.issued,
            document: it.id.clone(),
            kind: UncountedKind::CreditNote,
            vat: charged_vat(&it.amounts),
        }));
    }
    found.retain(|it| it.vat != Pence::ZERO);
    found.sort();
    found
}

fn charged_vat(amounts: &[VatAmount]) -> Pence {
    let taxed = amounts.iter().filter(|it| it.treatment == Treatment::Taxable);
    taxed.map(|it| it.vat).sum()
}

impl UncountedDocument {
    /// The finding for the user, with the document's number.
    #[must_use]
    pub fn to_finding(&self, number: &str) -> Finding {
        let (day, vat) = (format_long_date(self.date), format_gbp(self.vat));
        match self.kind {
            UncountedKind::Invoice => {
                let text = format!(
                    "{number} of {day} charges {vat} of VAT on a day you weren’t registered. It isn’t in any return, \
                     but you owe HMRC the VAT an invoice shows. Correct the invoice or your registration."
                );
                Finding::new(Severity::Ask, "registration", "vat_without_registration", text).unconfirmed()
            }
            UncountedKind::CreditNote => {
                let text = format!(
                    "{number} of {day} takes {vat} of VAT off after your registration ended. It isn’t in any return. \
                     You may be able to reclaim it on form VAT427."
                );
                Finding::new(Severity::Ask, "registration", "credited_after_end", text).unconfirmed()
            }
        }
    }
}
