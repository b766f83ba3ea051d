//! Returns that were filed: they are locked, and what changes in their periods goes into the next one.

use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::entry::{BoxAmounts, Entry, EntryNote, NoteCode};
use super::record::Books;
use crate::report::Period;
use crate::time::Date;
use crate::time::text::date_long;

/// A return as it was filed: what the caller keeps of it, see [`super::VatReturn::filing`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Filed {
    /// Its days.
    pub period: Period,
    /// What stood behind its boxes.
    pub entries: Vec<Entry>,
    /// Whether it was one of limited cost, under the flat rate scheme.
    pub limited_cost: Option<bool>,
}

impl Books<'_> {
    /// The filed return that a day is in.
    pub(super) fn filed_on(&self, day: Date) -> Option<&Filed> {
        self.filed.iter().find(|filed| filed.period.has(day))
    }

    /// Whether a period is the next one after all that were filed.
    pub(super) fn is_next(&self, period: &Period) -> bool {
        let last = self.filed.iter().map(|filed| filed.period.to).max();
        let next = last.and_then(|last| last.plus_days(1));
        next.is_some_and(|next| period.has(next))
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

/// A record, at a percentage of the flat rate scheme: what is compared. Not by its document: a deposit is a quote's
/// until the invoice is made, and stays the same payment.
type Key<'a> = (&'a str, Option<Decimal>);

/// What filed returns lack or have too much of, by today's records: one entry for each record whose figures
/// differ, to be put into the next return with a note. `now` is what the records of the filed periods come to
/// today; what earlier corrections have put right already is part of what was filed.
pub(super) fn corrections(books: &Books<'_>, now: &[Entry]) -> Vec<Entry> {
    let before = books.filed.iter().flat_map(|filed| &filed.entries);
    let mut sums: HashMap<Key<'_>, (&Entry, BoxAmounts)> = HashMap::new();
    let mut add = |entry, amounts| {
        let sum = sums
            .entry(key(entry))
            .or_insert((entry, BoxAmounts::default()));
        sum.1 = sum.1 + amounts;
    };
    // Today's first: it says the day and the kind where both are there.
    now.iter().for_each(|entry| add(entry, entry.amounts));
    before
        .clone()
        .for_each(|entry| add(entry, BoxAmounts::default() - entry.amounts));
    let mut differs: Vec<_> = sums.into_values().collect();
    differs.retain(|(_, sum)| !sum.is_nothing());
    if differs.is_empty() {
        return Vec::new();
    }
    let had: HashSet<_> = before.map(record).collect();
    let has: HashSet<_> = now.iter().map(record).collect();
    let correction = |(entry, amounts): (&Entry, BoxAmounts)| {
        let key = record(entry);
        let code = match (had.contains(key), has.contains(key)) {
            (false, _) => NoteCode::Late,
            (true, true) => NoteCode::Changed,
            (true, false) if books.has_voided(&entry.document, &entry.record) => NoteCode::Voided,
            (true, false) => NoteCode::Gone,
        };
        Entry {
            amounts,
            note: Some(note(code, books.filed_on(entry.date), entry.date)),
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

fn note(code: NoteCode, of: Option<&Filed>, date: Date) -> EntryNote {
    let day = date_long(date);
    let to = of.map_or(date, |filed| filed.period.to);
    let to = date_long(to);
    let msg = match code {
        NoteCode::Late => {
            format!("This is of {day}, whose VAT return was filed without it: it counts here.")
        }
        NoteCode::Voided => format!(
            "This is of {day}, was in the VAT return to {to}, and has been voided since: it is taken out again here."
        ),
        NoteCode::Gone => format!(
            "This is of {day}, was in the VAT return to {to}, and no longer counts there: it is taken out again here."
        ),
        NoteCode::Changed => format!(
            "This is of {day} and was in the VAT return to {to} with other figures: the difference counts here."
        ),
    };
    EntryNote { code, msg }
}
