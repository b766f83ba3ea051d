//! Filed returns: they are locked, and what changes in their periods goes into the next one.

use std::collections::{BTreeMap, HashMap, HashSet};

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::entry::{BoxAmounts, Entry, EntryNote, NoteCode};
use super::order::Order;
use super::record::{Books, Purchase};
use crate::report::Period;
use crate::time::Date;
use crate::time::text::date_long;

/// A return as it was filed, which the caller stores: see [`super::VatReturn::filing`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Filed {
    /// The period.
    pub period: Period,
    /// The entries behind its boxes.
    pub entries: Vec<Entry>,
    /// Whether it was a limited cost return, under the flat rate scheme.
    pub limited_cost: Option<bool>,
    /// Whether it is from before the first return that was marked as filed here: it counts as filed elsewhere, with the
    /// records that existed for its days at that time.
    #[serde(default, skip_serializing_if = "is_false")]
    pub elsewhere: bool,
    /// How its records were displayed, by the id of a credit note, otherwise of the document, so that what is behind a
    /// box can still be read after a record is gone.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shown: BTreeMap<String, ShownAs>,
}

/// How a record was displayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownAs {
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

impl Filed {
    /// How a record was displayed when this return was filed.
    #[must_use]
    pub fn shown(&self, entry: &Entry) -> Option<&ShownAs> {
        let of_record = self.shown.get(&entry.record);
        of_record.or_else(|| self.shown.get(&entry.document))
    }
}

impl Books<'_> {
    /// The filed return for a day; `None` if there is none.
    pub(super) fn filed_on(&self, day: Date) -> Option<&Filed> {
        self.filed.iter().find(|filed| filed.period.has(day))
    }

    /// Whether a period is the next one after all filed returns.
    pub(super) fn is_next(&self, period: &Period) -> bool {
        let order = Order {
            registration: self.registration,
            stagger: self.stagger,
            filed: self.filed,
        };
        order.is_next(period)
    }

    /// The day on which a filed record would count now; `None` if it no longer exists.
    fn day_now(&self, entry: &Entry) -> Option<Date> {
        let of_sale = self.sales.iter().find_map(|sale| {
            let mut paid = sale.payments.iter();
            let paid = paid.find(|it| it.id == entry.record).map(|it| it.date);
            let mut credits = sale.credits.iter();
            let credit = credits.find(|it| it.id == entry.record).map(|it| it.issued);
            let own = (sale.id == entry.record).then(|| self.point_of(sale));
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
type Key<'a> = (&'a str, Option<Decimal>);

/// The differences between filed returns and today's records: one entry, with a note, for each record whose amounts
/// differ, for the next return. `now` is what the records of the filed periods come to today. Earlier corrections are
/// part of what was filed.
pub(super) fn corrections(books: &Books<'_>, now: &[Entry]) -> Vec<Entry> {
    let before = books.filed.iter().flat_map(|filed| &filed.entries);
    let mut sums: HashMap<Key<'_>, (&Entry, BoxAmounts)> = HashMap::new();
    let mut add = |entry, amounts| {
        let sum = sums
            .entry(key(entry))
            .or_insert((entry, BoxAmounts::default()));
        sum.1 = sum.1 + amounts;
    };
    // Today's records come first: they give the day and the type if a record is in both.
    now.iter().for_each(|entry| add(entry, entry.amounts));
    before
        .clone()
        .for_each(|entry| add(entry, BoxAmounts::default() - entry.amounts));
    let mut differs: Vec<_> = sums.into_values().collect();
    differs.retain(|(_, sum)| !sum.is_nothing());
    if differs.is_empty() {
        return Vec::new();
    }
    let had: HashSet<_> = before.clone().map(record).collect();
    let had_percents: HashSet<_> = before.map(key).collect();
    let has: HashSet<_> = now.iter().map(record).collect();
    let percents: HashSet<_> = now.iter().map(key).collect();
    let correction = |(entry, amounts): (&Entry, BoxAmounts)| {
        let percent = match (
            had_percents.contains(&key(entry)),
            percents.contains(&key(entry)),
        ) {
            (true, false) => Percent::Before,
            (false, true) => Percent::Now,
            _ => Percent::Same,
        };
        let key = record(entry);
        let now = books.day_now(entry).filter(|day| *day != entry.date);
        let code = match (had.contains(key), has.contains(key)) {
            (false, _) => NoteCode::Late,
            (true, true) => NoteCode::Changed,
            (true, false) if books.has_voided(&entry.document, &entry.record) => NoteCode::Voided,
            (true, false) if now.is_some() => NoteCode::Moved,
            (true, false) => NoteCode::Gone,
        };
        Entry {
            amounts,
            note: Some(note((code, percent), entry, books, now)),
            ..entry.clone()
        }
    };
    differs.into_iter().map(correction).collect()
}

fn key(entry: &Entry) -> Key<'_> {
    let percent = entry.flat.map(|rate| rate.0);
    (&entry.record, percent)
}

fn record(entry: &Entry) -> &str {
    &entry.record
}

/// Whether an entry at a percentage of the flat rate scheme was filed at that percentage, and has it now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Percent {
    /// Both, or it has no percentage.
    Same,
    /// The entry was filed at this percentage, but doesn't have it now.
    Before,
    /// The entry has this percentage now, but wasn't filed at it.
    Now,
}

fn note(
    (code, percent): (NoteCode, Percent),
    entry: &Entry,
    books: &Books<'_>,
    now: Option<Date>,
) -> EntryNote {
    let of = books.filed_on(entry.date);
    let day = date_long(entry.date);
    let to = date_long(of.map_or(entry.date, |filed| filed.period.to));
    let was = format!("This is dated {day}, was in the VAT return to {to},");
    let flat = entry.flat.as_ref().filter(|_| code == NoteCode::Changed);
    let flat = flat.map(ToString::to_string).unwrap_or_default();
    let msg = match (code, now) {
        (NoteCode::Changed, _) if percent == Percent::Before => format!(
            "This is dated {day} and was in the VAT return to {to} at a flat rate of {flat}%, which no longer \
             applies there: we take it out again here."
        ),
        (NoteCode::Changed, _) if percent == Percent::Now => format!(
            "This is dated {day} and was in the VAT return to {to} at another flat rate: it counts here at {flat}%."
        ),
        (NoteCode::Late, _) if of.is_some_and(|it| it.elsewhere) => format!(
            "This is dated {day}, before the first VAT return you filed here, and was entered later, so it counts \
             here."
        ),
        (NoteCode::Late, _) => {
            format!(
                "This is dated {day}, but wasn’t in the VAT return you filed for then, so it counts here."
            )
        }
        (NoteCode::Voided, _) => {
            format!("{was} and has been voided since: we take it out again here.")
        }
        (NoteCode::Moved, Some(now)) if !books.registration.is_on(now) => format!(
            "{was} and has been moved since to {}, when you weren’t registered: we take it out again here.",
            date_long(now)
        ),
        (NoteCode::Moved, Some(now)) => format!(
            "{was} and has been moved since to {}, where it now counts: we take it out again here.",
            date_long(now)
        ),
        (NoteCode::Gone | NoteCode::Moved, _) if books.day_now(entry).is_some() => {
            format!("{was} and no longer counts there: we take it out again here.")
        }
        (NoteCode::Gone | NoteCode::Moved, _) => {
            format!("{was} and has been deleted since: we take it out again here.")
        }
        (NoteCode::Changed, _) => format!(
            "This is dated {day} and was in the VAT return to {to} with different figures: the difference counts \
             here."
        ),
    };
    EntryNote { code, msg }
}
