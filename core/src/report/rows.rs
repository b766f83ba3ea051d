//! Sums over records, grouped by what they have in common.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Period;
use crate::expense::ExpenseCategory;
use crate::money::Pence;
use crate::time::Date;

/// The most months that are listed although nothing happened in them: ten years.
const MONTHS_MAX: usize = 120;

/// A row of a report: the sum of some records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportSum<'a> {
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
pub(super) struct ReportEntry<'a> {
    pub(super) id: &'a str,
    pub(super) date: Date,
    pub(super) customer: Option<&'a str>,
    pub(super) profile: Option<&'a str>,
    pub(super) category: Option<ExpenseCategory>,
    pub(super) net: Pence,
    pub(super) vat: Pence,
    pub(super) cis: Pence,
}

impl<'a> ReportSum<'a> {
    fn add_entry(&mut self, entry: &ReportEntry<'a>) {
        self.net += entry.net;
        self.vat += entry.vat;
        self.cis += entry.cis;
        self.ids.push(entry.id);
    }

    /// The sum of all entries, which must be in order.
    pub(super) fn from_entries(entries: &[ReportEntry<'a>]) -> Self {
        let mut row = Self::default();
        entries.iter().for_each(|entry| row.add_entry(entry));
        row
    }
}

/// Groups entries by a key, in the order of the keys.
pub(super) fn group_by<'a, K: Ord>(
    entries: &[ReportEntry<'a>],
    key: impl Fn(&ReportEntry<'a>) -> Option<K>,
    text: impl Fn(&K) -> String,
) -> Vec<ReportSum<'a>> {
    let mut rows: BTreeMap<Option<K>, ReportSum<'a>> = BTreeMap::new();
    for entry in entries {
        rows.entry(key(entry)).or_default().add_entry(entry);
    }
    let named = rows.into_iter().map(|(key, row)| ReportSum { key: key.as_ref().map(&text), ..row });
    named.collect()
}

/// Groups entries by an id, largest first; equal ones by id.
pub(super) fn group_by_id<'a>(
    entries: &[ReportEntry<'a>],
    key: impl Fn(&ReportEntry<'a>) -> Option<&'a str>,
) -> Vec<ReportSum<'a>> {
    let mut rows = group_by(entries, key, |id| (*id).to_owned());
    // They are in the order of their ids, and a stable sort preserves it.
    rows.sort_by_key(|row| std::cmp::Reverse(row.net));
    rows
}

/// Groups entries by calendar month, with every month of the period, even empty ones. For a period of more than ten
/// years, the list runs from the first month with an entry to the last.
pub(super) fn group_by_month<'a>(entries: &[ReportEntry<'a>], period: Period) -> Vec<ReportSum<'a>> {
    let month = |day: Date| (day.year(), day.month());
    let mut rows: BTreeMap<(u16, u8), ReportSum<'a>> = BTreeMap::new();
    let ends = [period.from, period.to].map(|day| usize::from(day.year()) * 12 + usize::from(day.month()));
    let ends = if ends[1].saturating_sub(ends[0]) < MONTHS_MAX {
        Some((period.from, period.to))
    } else {
        entries.first().zip(entries.last()).map(|(first, last)| (first.date, last.date))
    };
    if let Some((from, to)) = ends {
        let (mut at, last) = (month(from), month(to));
        while at <= last {
            rows.entry(at).or_default();
            at = if at.1 >= 12 { (at.0 + 1, 1) } else { (at.0, at.1 + 1) };
        }
    }
    for entry in entries {
        rows.entry(month(entry.date)).or_default().add_entry(entry);
    }
    let named = rows
        .into_iter()
        .map(|((year, month), row)| ReportSum { key: Some(format!("{year:04}-{month:02}")), ..row });
    named.collect()
}

/// Sorts by day, then by id, so that the result doesn't depend on the order of the records.
pub(super) fn sort_entries<'a>(entries: impl Iterator<Item = ReportEntry<'a>>) -> Vec<ReportEntry<'a>> {
    let mut entries: Vec<ReportEntry<'a>> = entries.collect();
    entries.sort_by(|a, b| (a.date, a.id).cmp(&(b.date, b.id)));
    entries
}
