//! What of sales counts in no return, because its day has no registration: the person is told, as it may be owed, or
//! reclaimed, all the same.
//!
//! VAT that an invoice shows is owed by who issued it, registered or not (Value Added Tax Act 1994, sch. 11, para. 5).
//! What falls due to a business after its registration ended is claimed on form VAT427 (Notice 700/11; from memory).

use super::finding::{Finding, Weight};
use super::record::{Books, VatAmount};
use crate::document::Treatment;
use crate::money::Pence;
use crate::money::text::gbp;
use crate::time::Date;
use crate::time::text::date_long;

/// The type of a document that is in no return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OutsideKind {
    /// An invoice that charges VAT.
    Invoice,
    /// A credit note that was issued after the registration ended, against an invoice that counted.
    CreditNote,
}

/// A document that charges VAT, or credits it, but is in no return.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outside {
    /// The issue date.
    pub date: Date,
    /// The document's id.
    pub document: String,
    /// The type.
    pub kind: OutsideKind,
    /// The VAT on it.
    pub vat: Pence,
}

/// The sales and credit notes in the books that are in no return, by day.
#[must_use]
pub fn outside(books: &Books<'_>) -> Vec<Outside> {
    let is_on = |day: &Date| books.registration.is_on(*day);
    let mut found = Vec::new();
    for sale in books.sales.iter().filter(|sale| !sale.voided) {
        let Some(issued) = sale.issued else { continue };
        let counts = books.point_of(sale).is_some_and(|point| is_on(&point));
        if !counts {
            found.push(Outside {
                date: issued,
                document: sale.id.clone(),
                kind: OutsideKind::Invoice,
                vat: charged(&sale.amounts),
            });
            continue;
        }
        let credits = sale.credits.iter().filter(|it| !it.voided);
        let late = credits.filter(|it| !is_on(&it.issued));
        found.extend(late.map(|it| Outside {
            date: it.issued,
            document: it.id.clone(),
            kind: OutsideKind::CreditNote,
            vat: charged(&it.amounts),
        }));
    }
    found.retain(|it| it.vat != Pence::ZERO);
    found.sort();
    found
}

fn charged(amounts: &[VatAmount]) -> Pence {
    let taxed = amounts
        .iter()
        .filter(|it| it.treatment == Treatment::Taxable);
    taxed.map(|it| it.vat).sum()
}

impl Outside {
    /// The finding for the user, with the document's number.
    #[must_use]
    pub fn finding(&self, number: &str) -> Finding {
        let (day, vat) = (date_long(self.date), gbp(self.vat));
        match self.kind {
            OutsideKind::Invoice => {
                let told = format!(
                    "{number} of {day} charges {vat} of VAT on a day you weren’t registered. It isn’t in any return, \
                     but you owe HMRC the VAT an invoice shows. Correct the invoice or your registration."
                );
                Finding::new(
                    Weight::Ask,
                    "registration",
                    "vat_without_registration",
                    told,
                )
                .unread()
            }
            OutsideKind::CreditNote => {
                let told = format!(
                    "{number} of {day} takes {vat} of VAT off after your registration ended. It isn’t in any return. \
                     You may be able to reclaim it on form VAT427."
                );
                Finding::new(Weight::Ask, "registration", "credited_after_end", told).unread()
            }
        }
    }
}
