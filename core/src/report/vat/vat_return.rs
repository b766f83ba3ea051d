//! The VAT return: boxes 1 to 9 of a period, each with the records behind it.
//!
//! Sources: Notice 700/12 (the boxes); VATREVCON (the supplier's box 6; the customer's 1, 4 and 7); Notice 733
//! (flat rate: box 6 with VAT, one percentage on the sum of the period).

use std::collections::BTreeMap;

use serde::Serialize;

use super::advice::{Finding, Severity, find_advice};
use super::entry::{BoxAmounts, VatEntry};
use super::filed::{FiledVatReturn, find_corrections};
use super::flat_rate::{LimitedCostResult, check_limited_cost, find_percentage};
use super::movements::{VatMovement, list_movements};
use super::period::DueDay;
use super::record::{VatAmount, VatBooks};
use crate::document::{Rate, Treatment};
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::report::Period;
use crate::tax::vat_boxes::{BoxUnit, VAT_BOXES, VatBoxInfo, WHOLE_POUNDS_CONFIRMED};
use crate::time::Date;
use crate::time::text::format_long_date;

/// A box of a VAT return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VatBox {
    /// The number, label and unit of the box.
    #[serde(flatten)]
    pub info: &'static VatBoxInfo,
    /// The amount that is filed.
    pub amount: Pence,
    /// The exact sum, in pence.
    pub exact: Pence,
    /// Whether the rounding to pounds can be relied on, which it can whenever dropping and rounding the pence give the
    /// same result.
    pub confirmed: bool,
    /// The indexes of the return's entries behind it.
    pub entries: Vec<usize>,
}

/// The VAT due at one percentage of the flat rate scheme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FlatPart {
    /// The percentage.
    pub percent: Rate,
    /// The turnover including VAT.
    pub turnover: Pence,
    /// The VAT due, rounded once.
    pub vat: Pence,
    /// The indexes of the return's entries that it is made of.
    pub entries: Vec<usize>,
}

/// A VAT return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VatReturn {
    /// The period.
    pub period: Period,
    /// The deadline for filing and paying.
    pub due: Option<DueDay>,
    /// Whether it was filed, so that it doesn't change any more.
    pub locked: bool,
    /// Boxes 1 to 9.
    pub boxes: Vec<VatBox>,
    /// Whether box 5 is to be reclaimed rather than paid.
    pub reclaims: bool,
    /// The parts of box 1 from the flat rate scheme, by percentage.
    pub flat: Vec<FlatPart>,
    /// The limited cost test, under the flat rate scheme.
    pub limited_cost: Option<LimitedCostResult>,
    /// The entries behind the boxes, by day.
    pub entries: Vec<VatEntry>,
    /// The findings for the user.
    pub findings: Vec<Finding>,
}

/// The return of a period. A filed return is given as it was filed; the next one after all filed returns includes
/// corrections for what has changed in them. The order of the records doesn't matter.
#[must_use]
pub fn build_return(books: &VatBooks<'_>, period: Period) -> VatReturn {
    let filed = books.filed.iter().find(|filed| filed.period == period);
    if let Some(filed) = filed {
        return assemble(books, period, filed.entries.clone(), None, true);
    }
    let takes_corrections = books.is_next_period(&period);
    let mut found = list_movements(books, |day| {
        period.contains(day) || takes_corrections && books.find_filed(day).is_some()
    });
    let test = find_limited_cost(books, &period, &found);
    let mut limits: BTreeMap<Period, bool> = BTreeMap::new();
    for filed in books.filed {
        // What is known now decides, so a return that was filed at another percentage is corrected like any other. A
        // return that was filed elsewhere was not tested here.
        let test = || find_limited_cost(books, &filed.period, &found).map(|test| test.limited);
        let limited = match filed.limited_cost {
            Some(limited) if filed.elsewhere => Some(limited),
            before => test().or(before),
        };
        limits.insert(filed.period, limited.unwrap_or_default());
    }
    for VatMovement { entry, sector } in &mut found {
        let own = books.find_filed(entry.date).map(|filed| filed.period);
        let limited = match own {
            Some(own) => limits.get(&own).copied().unwrap_or_default(),
            None => test.as_ref().is_some_and(|test| test.limited),
        };
        entry.flat = sector.and_then(|it| find_percentage(it, limited, books.registration, entry.date));
    }
    let entries = found.into_iter().map(|movement| movement.entry);
    let (earlier, mut entries): (Vec<VatEntry>, Vec<VatEntry>) =
        entries.partition(|entry| books.find_filed(entry.date).is_some());
    if takes_corrections {
        entries.extend(find_corrections(books, &earlier));
    }
    assemble(books, period, entries, test, false)
}

/// The limited cost test of a period with turnover that is, or could be, under the flat rate scheme.
fn find_limited_cost(
    books: &VatBooks<'_>,
    period: &Period,
    found: &[VatMovement],
) -> Option<LimitedCostResult> {
    let is_of = |it: &&VatMovement| it.sector.is_some() && period.contains(it.entry.date);
    let turnover: Vec<Pence> = found.iter().filter(is_of).map(|it| it.entry.amounts.box6).collect();
    let is_flat = books.find_scheme(period.to).flat_rate.is_some();
    if turnover.is_empty() && !is_flat {
        return None;
    }
    let bought = books.purchases.iter().filter(|it| !it.voided && period.contains(it.date));
    let goods = bought.map(|it| it.relevant_goods).sum();
    Some(check_limited_cost(goods, turnover.into_iter().sum(), period))
}

fn assemble(
    books: &VatBooks<'_>,
    period: Period,
    mut entries: Vec<VatEntry>,
    limited_cost: Option<LimitedCostResult>,
    locked: bool,
) -> VatReturn {
    entries.sort_by(|a, b| sort_key(a).cmp(&sort_key(b)));
    let flat = build_flat_parts(&entries);
    let sum = entries.iter().fold(BoxAmounts::default(), |sum, entry| sum + entry.amounts);
    let box1 = sum.box1 + flat.iter().map(|part| part.vat).sum();
    let due = box1 + sum.box2;
    let net = due - sum.box4;
    let exact = [
        box1,
        sum.box2,
        due,
        sum.box4,
        Pence(net.0.saturating_abs()),
        sum.box6,
        sum.box7,
        sum.box8,
        sum.box9,
    ];
    let boxes = VAT_BOXES.iter().zip(exact);
    let boxes = boxes.map(|(info, exact)| build_box(info, exact, &entries));
    let mut made = VatReturn {
        period,
        due: books.stagger.due_day(&period),
        locked,
        boxes: boxes.collect(),
        reclaims: net < Pence::ZERO,
        flat,
        limited_cost,
        entries,
        findings: Vec::new(),
    };
    made.findings = find_advice(books, &made);
    made
}

fn sort_key(entry: &VatEntry) -> (crate::time::Date, &str, &str, super::entry::EntryKind, Option<Rate>) {
    (entry.date, &entry.document, &entry.record, entry.kind, entry.flat)
}

pub(super) fn build_flat_parts(entries: &[VatEntry]) -> Vec<FlatPart> {
    let mut parts: BTreeMap<Rate, FlatPart> = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate() {
        let Some(percent) = entry.flat else { continue };
        let part = parts.entry(percent).or_insert(FlatPart {
            percent,
            turnover: Pence::ZERO,
            vat: Pence::ZERO,
            entries: Vec::new(),
        });
        part.turnover += entry.amounts.box6;
        part.entries.push(at);
    }
    let mut parts: Vec<FlatPart> = parts.into_values().collect();
    for part in &mut parts {
        part.vat = part.turnover.percent(part.percent.0);
    }
    parts
}

fn build_box(info: &'static VatBoxInfo, exact: Pence, entries: &[VatEntry]) -> VatBox {
    let fills = |entry: &VatEntry| {
        let it = &entry.amounts;
        let has = |pence: Pence| pence != Pence::ZERO;
        let one = has(it.box1) || entry.flat.is_some();
        match info.number {
            1 => one,
            2 => has(it.box2),
            3 => one || has(it.box2),
            4 => has(it.box4),
            5 => one || has(it.box2) || has(it.box4),
            6 => has(it.box6),
            7 => has(it.box7),
            8 => has(it.box8),
            _ => has(it.box9),
        }
    };
    let behind = entries.iter().enumerate().filter(|(_, entry)| fills(entry));
    let (amount, is_sure) = match info.unit {
        BoxUnit::Pence => (exact, true),
        BoxUnit::WholePounds => {
            let rest = exact.0 % 100;
            (Pence(exact.0 - rest), rest.abs() < 50)
        }
    };
    VatBox {
        info,
        amount,
        exact,
        confirmed: is_sure || WHOLE_POUNDS_CONFIRMED,
        entries: behind.map(|(at, _)| at).collect(),
    }
}

impl VatReturn {
    /// What to store of the return once it is filed.
    #[must_use]
    pub fn to_filed(&self) -> FiledVatReturn {
        FiledVatReturn {
            period: self.period,
            entries: self.entries.clone(),
            limited_cost: self.limited_cost.as_ref().map(|test| test.limited),
            elsewhere: false,
            shown: BTreeMap::new(),
        }
    }

    /// The amount filed in a box, 1 to 9; 0 for any other number.
    pub fn box_amount(&self, number: u8) -> Pence {
        let found = self.boxes.iter().find(|it| it.info.number == number);
        found.map_or(Pence::ZERO, |it| it.amount)
    }
}

// Sales that are in no return because there is no registration on their day. The user is informed, because their VAT
// may be owed or reclaimed anyway.
//
// VAT shown on an invoice is owed by the business that issued it, registered or not (Value Added Tax Act 1994, sch.
// 11, para. 5). What can be reclaimed after the registration has ended is claimed on form VAT427 (Notice 700/11; from
// memory).

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
