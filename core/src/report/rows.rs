//! Sums over records, grouped by what they have in common.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Period;
use crate::expense::Category;
use crate::money::Pence;
use crate::time::Date;

/// Most months that stand in a list because the period has them, though nothing happened: ten years.
const MOST_MONTHS: usize = 120;

/// A row of a report: the sum of some records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row<'a> {
    /// What they have in common: a month `2026-11`, an id, a category's word; none where they have none.
    pub key: Option<String>,
    /// What they come to, without VAT and before what contractors deducted.
    pub net: Pence,
    /// The VAT: charged of what was earned, claimed back of what was spent.
    pub vat: Pence,
    /// What contractors deducted; nothing of what was spent.
    pub cis: Pence,
    /// The records behind it, by day.
    pub ids: Vec<&'a str>,
}

/// A record as the sums take it.
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

    /// All of them; they must be in order.
    pub(super) fn of(entries: &[Entry<'a>]) -> Self {
        let mut row = Self::default();
        entries.iter().for_each(|entry| row.add(entry));
        row
    }
}

/// By what a function says of each, in order of what it says.
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

/// By whose they are, the largest first; of equal ones by id.
pub(super) fn by_id<'a>(
    entries: &[Entry<'a>],
    key: impl Fn(&Entry<'a>) -> Option<&'a str>,
) -> Vec<Row<'a>> {
    let mut rows = by(entries, key, |id| (*id).to_owned());
    // They are in order of their ids, and stay so.
    rows.sort_by_key(|row| std::cmp::Reverse(row.net));
    rows
}

/// By calendar month, each month of the period, where nothing happened too. A period of more than ten years
/// lists from the first month in which something did to the last.
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

/// In order of day, then id, so that the order of the records never shows.
pub(super) fn in_order<'a>(entries: impl Iterator<Item = Entry<'a>>) -> Vec<Entry<'a>> {
    let mut entries: Vec<Entry<'a>> = entries.collect();
    entries.sort_by(|a, b| (a.date, a.id).cmp(&(b.date, b.id)));
    entries
}
