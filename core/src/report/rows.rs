//! Sums over records, grouped by what they have in common.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Period;
use crate::expense::Category;
use crate::money::Pence;
use crate::time::Date;

/// The most months that are listed although nothing happened in them: ten years.
const MOST_MONTHS: usize = 120;

/// A row of a report: the sum of some records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row<'a> {
    /// What the records have in common: a month `2026-11`, an id, the name of a category; `None` if they have none.
    pub key: Option<String>,
    /// Their sum, without VAT and before contractors' deductions.
    pub net: Pence,
    /// The VAT: charged on income, reclaimed on spending.
    pub vat: Pence,
    /// The CIS deductions; 0 for spending.
    pub cis: Pence,
    /// The ids of the records, by day.
    pub ids: Vec<&'a str>,
}

/// A record in the form that the sums need.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    pub(super) id: &'a str,
    pub(super) date: Date,
    pub(super) customer: Option<&'a str>,
    pub(super) profile: Option<&'a str>,
    pub(super) category: Option<Category>,
    pub(super) net: Pence,
    pub(super) vat: Pence,
    pub(super) cis: Pence,
}

impl<'a> Row<'a> {
    fn add(&mut self, entry: &Entry<'a>) {
        self.net += entry.net;
        self.vat += entry.vat;
        self.cis += entry.cis;
        self.ids.push(entry.id);
    }

    /// The sum of all entries, which must be in order.
    pub(super) fn of(entries: &[Entry<'a>]) -> Self {
        let mut row = Self::default();
        entries.iter().for_each(|entry| row.add(entry));
        row
    }
}

/// Groups entries by a key, in the order of the keys.
pub(super) fn by<'a, K: Ord>(
    entries: &[Entry<'a>],
    key: impl Fn(&Entry<'a>) -> Option<K>,
    text: impl Fn(&K) -> String,
) -> Vec<Row<'a>> {
    let mut rows: BTreeMap<Option<K>, Row<'a>> = BTreeMap::new();
    for entry in entries {
        rows.entry(key(entry)).or_default().add(entry);
    }
    let named = rows.into_iter().map(|(key, row)| Row {
        key: key.as_ref().map(&text),
        ..row
    });
    named.collect()
}

/// Groups entries by an id, largest first; equal ones by id.
pub(super) fn by_id<'a>(
    entries: &[Entry<'a>],
    key: impl Fn(&Entry<'a>) -> Option<&'a str>,
) -> Vec<Row<'a>> {
    let mut rows = by(entries, key, |id| (*id).to_owned());
    // They are in the order of their ids, and a stable sort preserves it.
    rows.sort_by_key(|row| std::cmp::Reverse(row.net));
    rows
}

/// Groups entries by calendar month, with every month of the period, even empty ones. For a period of more than ten
/// years, the list runs from the first month with an entry to the last.
pub(super) fn by_month<'a>(entries: &[Entry<'a>], period: Period) -> Vec<Row<'a>> {
    let month = |day: Date| (day.year(), day.month());
    let mut rows: BTreeMap<(u16, u8), Row<'a>> = BTreeMap::new();
    let ends =
        [period.from, period.to].map(|day| usize::from(day.year()) * 12 + usize::from(day.month()));
    let ends = if ends[1].saturating_sub(ends[0]) < MOST_MONTHS {
        Some((period.from, period.to))
    } else {
        entries
            .first()
            .zip(entries.last())
            .map(|(first, last)| (first.date, last.date))
    };
    if let Some((from, to)) = ends {
        let (mut at, last) = (month(from), month(to));
        while at <= last {
            rows.entry(at).or_default();
            at = if at.1 >= 12 {
                (at.0 + 1, 1)
            } else {
                (at.0, at.1 + 1)
            };
        }
    }
    for entry in entries {
        rows.entry(month(entry.date)).or_default().add(entry);
    }
    let named = rows.into_iter().map(|((year, month), row)| Row {
        key: Some(format!("{year:04}-{month:02}")),
        ..row
    });
    named.collect()
}

/// Sorts by day, then by id, so that the result doesn't depend on the order of the records.
pub(super) fn in_order<'a>(entries: impl Iterator<Item = Entry<'a>>) -> Vec<Entry<'a>> {
    let mut entries: Vec<Entry<'a>> = entries.collect();
    entries.sort_by(|a, b| (a.date, a.id).cmp(&(b.date, b.id)));
    entries
}
