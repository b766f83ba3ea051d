//! Filed returns: they are locked, and later changes in their periods are corrected in the next return.

use std::collections::{BTreeMap, HashMap, HashSet};

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::entry::{BoxAmounts, EntryNote, EntryNoteCode, VatEntry};
use super::filing_order::FilingOrder;
use super::record::{Purchase, VatBooks};
use crate::report::Period;
use crate::time::Date;
use crate::time::text::format_long_date;

/// A return as it was filed, which the caller stores: see [`super::VatReturn::to_filed`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FiledVatReturn {
    /// The period.
    pub period: Period,
    /// The entries behind its boxes.
    pub entries: Vec<VatEntry>,
    /// Whether it was a limited cost return, under the flat rate scheme.
    pub limited_cost: Option<bool>,
    /// Whether it is from before the first return that was marked as filed here: it counts as filed elsewhere, with the
    /// records that existed for its days at that time.
    #[serde(default, skip_serializing_if = "is_false")]
    pub elsewhere: bool,
    /// How its records were displayed, by the id of a credit note, otherwise of the document, so that what is behind a
    /// box can still be read after a record is gone.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shown: BTreeMap<String, DisplayedAs>,
}

/// How a record was displayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DisplayedAs {
    /// The number, or the payee or purpose.
    pub title: String,
    /// The customer; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub customer: String,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_false(it: &bool) -> bool {
    !*it
}

impl FiledVatReturn {
    /// How a record was displayed when this return was filed.
    #[must_use]
    pub fn find_displayed_as(&self, entry: &VatEntry) -> Option<&DisplayedAs> {
        let of_record = self.shown.get(&entry.record);
        of_record.or_else(|| self.shown.get(&entry.document))
    }
}

impl VatBooks<'_> {
    /// The filed return for a day; `None` if there is none.
    pub(super) fn find_filed(&self, day: Date) -> Option<&FiledVatReturn> {
        self.filed.iter().find(|filed| filed.period.contains(day))
    }

    /// Whether a period is the next one after all filed returns.
    pub(super) fn is_next_period(&self, period: &Period) -> bool {
        let order = FilingOrder { registration: self.registration, stagger: self.stagger, filed: self.filed };
        order.is_next_period(period)
    }

    /// The day on which a filed record would count now; `None` if it no longer exists.
    fn current_day(&self, entry: &VatEntry) -> Option<Date> {
        let of_sale = self.sales.iter().find_map(|sale| {
            let mut paid = sale.payments.iter();
            let paid = paid.find(|it| it.id == entry.record).map(|it| it.date);
            let mut credits = sale.credits.iter();
            let credit = credits.find(|it| it.id == entry.record).map(|it| it.issued);
            let own = (sale.id == entry.record).then(|| self.find_tax_point(sale));
            paid.or(credit).or_else(|| own.flatten())
        });
        let bought = || {
            let of_entry = |it: &&Purchase| it.id == entry.document;
            self.purchases.iter().find(of_entry).map(|it| it.date)
        };
        let elsewhere = || self.moved.get(&entry.record).copied();
        of_sale.or_else(bought).or_else(elsewhere)
    }

    fn has_voided(&self, document: &str, record: &str) -> bool {
        let of_sale = self.sales.iter().filter(|sale| sale.id == document);
        let mut sales = of_sale.map(|sale| {
            let mut credits = sale.credits.iter();
            sale.voided || credits.any(|it| it.id == record && it.voided)
        });
        let mut bought = self.purchases.iter().filter(|it| it.id == document);
        sales.any(|it| it) || bought.any(|it| it.voided)
    }
}

/// The key by which records are compared: the record's id and the flat rate percentage. The document's id is not part
/// of it: a deposit belongs to the quote until the invoice is made, and is still the same payment.
type EntryKey<'a> = (&'a str, Option<Decimal>);

/// The differences between filed returns and today's records: one entry, with a note, for each record whose amounts
/// differ, for the next return. `now` is what the records of the filed periods come to today. Earlier corrections are
/// part of what was filed.
pub(super) fn find_corrections(books: &VatBooks<'_>, now: &[VatEntry]) -> Vec<VatEntry> {
    let before = books.filed.iter().flat_map(|filed| &filed.entries);
    let mut sums: HashMap<EntryKey<'_>, (&VatEntry, BoxAmounts)> = HashMap::new();
    let mut add = |entry, amounts| {
        let sum = sums.entry(entry_key(entry)).or_insert((entry, BoxAmounts::default()));
        sum.1 = sum.1 + amounts;
    };
    // Today's records come first: they give the day and the type if a record is in both.
    now.iter().for_each(|entry| add(entry, entry.amounts));
    before.clone().for_each(|entry| add(entry, BoxAmounts::default() - entry.amounts));
    let mut differs: Vec<_> = sums.into_values().collect();
    differs.retain(|(_, sum)| !sum.is_zero());
    if differs.is_empty() {
        return Vec::new();
    }
    let had: HashSet<_> = before.clone().map(record_id).collect();
    let had_percents: HashSet<_> = before.map(entry_key).collect();
    let has: HashSet<_> = now.iter().map(record_id).collect();
    let percents: HashSet<_> = now.iter().map(entry_key).collect();
    let correction = |(entry, amounts): (&VatEntry, BoxAmounts)| {
        let percent = match (had_percents.contains(&entry_key(entry)), percents.contains(&entry_key(entry))) {
            (true, false) => PercentChange::Before,
            (false, true) => PercentChange::Now,
            _ => PercentChange::Same,
        };
        let key = record_id(entry);
        let now = books.current_day(entry).filter(|day| *day != entry.date);
        let code = match (had.contains(key), has.contains(key)) {
            (false, _) => EntryNoteCode::Late,
            (true, true) => EntryNoteCode::Changed,
            (true, false) if books.has_voided(&entry.document, &entry.record) => EntryNoteCode::Voided,
            (true, false) if now.is_some() => EntryNoteCode::Moved,
            (true, false) => EntryNoteCode::Gone,
        };
        VatEntry { amounts, note: Some(build_note((code, percent), entry, books, now)), ..entry.clone() }
    };
    differs.into_iter().map(correction).collect()
}

fn entry_key(entry: &VatEntry) -> EntryKey<'_> {
    let percent = entry.flat.map(|rate| rate.0);
    (&entry.record, percent)
}

fn record_id(entry: &VatEntry) -> &str {
    &entry.record
}

/// Whether an entry at a percentage of the flat rate scheme was filed at that percentage, and has it now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PercentChange {
    /// Both, or it has no percentage.
    Same,
    /// The entry was filed at this percentage, but doesn't have it now.
    Before,
    /// The entry has this percentage now, but wasn't filed at it.
    Now,
}

fn build_note(
    (code, percent): (EntryNoteCode, PercentChange),
    entry: &VatEntry,
    books: &VatBooks<'_>,
    now: Option<Date>,
) -> EntryNote {
    let of = books.find_filed(entry.date);
    let day = format_long_date(entry.date);
    let to = format_long_date(of.map_or(entry.date, |filed| filed.period.to));
    let was = format!("This is dated {day}, was in the VAT return to {to},");
    let flat = entry.flat.as_ref().filter(|_| code == EntryNoteCode::Changed);
    let flat = flat.map(ToString::to_string).unwrap_or_default();
    let msg = match (code, now) {
        (EntryNoteCode::Changed, _) if percent == PercentChange::Before => format!(
            "This is dated {day} and was in the VAT return to {to} at a flat rate of {flat}%, which no longer \
             applies there: we take it out again here."
        ),
        (EntryNoteCode::Changed, _) if percent == PercentChange::Now => format!(
            "This is dated {day} and was in the VAT return to {to} at another flat rate: it counts here at {flat}%."
        ),
        (EntryNoteCode::Late, _) if of.is_some_and(|it| it.elsewhere) => format!(
            "This is dated {day}, before the first VAT return you filed here, and was entered later, so it counts \
             here."
        ),
        (EntryNoteCode::Late, _) => {
            format!(
                "This is dated {day}, but wasn’t in the VAT return you filed for then, so it counts here."
            )
        }
        (EntryNoteCode::Voided, _) => {
            format!("{was} and has been voided since: we take it out again here.")
        }
        (EntryNoteCode::Moved, Some(now)) if !books.registration.is_registered_on(now) => format!(
            "{was} and has been moved since to {}, when you weren’t registered: we take it out again here.",
            format_long_date(now)
        ),
        (EntryNoteCode::Moved, Some(now)) => format!(
            "{was} and has been moved since to {}, where it now counts: we take it out again here.",
            format_long_date(now)
        ),
        (EntryNoteCode::Gone | EntryNoteCode::Moved, _) if books.current_day(entry).is_some() => {
            format!("{was} and no longer counts there: we take it out again here.")
        }
        (EntryNoteCode::Gone | EntryNoteCode::Moved, _) => {
            format!("{was} and has been deleted since: we take it out again here.")
        }
        (EntryNoteCode::Changed, _) => format!(
            "This is dated {day} and was in the VAT return to {to} with different figures: the difference counts \
             here."
        ),
    };
    EntryNote { code, msg }
}
