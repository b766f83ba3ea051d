//! Sums over records, grouped by what they have in common.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use crate::expense::ExpenseCategory;
use crate::money::Pence;
use crate::tax::TaxYear;
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

/// A range of days, including the first and the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Period {
    /// The first day.
    pub from: Date,
    /// The last day; never before the first.
    pub to: Date,
}

impl Period {
    /// The period between two days, both included; `None` if the last is before the first.
    #[must_use]
    pub fn new(from: Date, to: Date) -> Option<Self> {
        (from <= to).then_some(Self { from, to })
    }

    /// A tax year: 6 April to 5 April.
    #[must_use]
    pub fn for_tax_year(year: TaxYear) -> Self {
        Self { from: year.first_day(), to: year.last_day() }
    }

    /// Whether a day is in the period.
    #[must_use]
    pub fn contains(&self, day: Date) -> bool {
        self.from <= day && day <= self.to
    }
}

/// A customer's name and other details, the most telling first: the company, the town.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCustomer {
    /// The name.
    pub name: String,
    /// The other details; unknown ones are empty.
    pub more: Vec<String>,
}

/// A name for each entry of a list: the name alone if it is unique, otherwise followed by the first details in which
/// the entries with that name differ, until it is unique. An entry without such a detail has the name alone.
#[must_use]
pub fn distinguish_names(all: &[NamedCustomer]) -> Vec<String> {
    let mut names: Vec<String> = all.iter().map(|it| it.name.clone()).collect();
    let key = |name: &str| name.trim().to_lowercase();
    // Most names are unique, and are converted for comparison only once.
    let mut keys: Vec<String> = names.iter().map(|name| key(name)).collect();
    let most = all.iter().map(|it| it.more.len()).max().unwrap_or_default();
    for at in 0..most {
        let mut same: HashMap<&str, Vec<usize>> = HashMap::with_capacity(keys.len());
        for (who, key) in keys.iter().enumerate() {
            same.entry(key).or_default().push(who);
        }
        let same: Vec<Vec<usize>> = same.into_values().filter(|whose| whose.len() > 1).collect();
        for whose in same {
            let more = |who: usize| all[who].more.get(at).map_or("", |text| text.trim());
            let differ: BTreeSet<&str> = whose.iter().map(|who| more(*who)).collect();
            if differ.len() < 2 {
                continue;
            }
            for who in whose {
                let more = more(who);
                if !more.is_empty() && more != names[who] {
                    names[who] = format!("{} ({more})", names[who]);
                    keys[who] = key(&names[who]);
                }
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn a_period_includes_its_first_and_last_day() {
        let year = Period::for_tax_year(TaxYear::containing(day("2026-11-25")));
        assert!(year.contains(day("2026-04-06")) && year.contains(day("2027-04-05")));
        assert!(!year.contains(day("2026-04-05")) && !year.contains(day("2027-04-06")));
        assert_eq!(Period::new(day("2026-04-06"), day("2026-04-05")), None);
        let one = Period::new(day("2026-04-06"), day("2026-04-06")).unwrap();
        assert!(one.contains(day("2026-04-06")));
    }

    #[test]
    fn distinguishes_customers_of_one_name_by_company_or_town() {
        let named = |name: &str, more: &[&str]| NamedCustomer {
            name: name.to_owned(),
            more: more.iter().map(|text| (*text).to_owned()).collect(),
        };
        let all = [
            named("John Smith", &["Smith & Sons", "Leeds"]),
            named("Jane Doe", &["Doe Ltd", "York"]),
            named("john smith", &["", "York"]),
            named("John Smith", &["", "Hull"]),
            named("Bob", &["", "Bath"]),
            named("Bob", &["", "Bath"]),
        ];
        let expected =
            ["John Smith (Smith & Sons)", "Jane Doe", "john smith (York)", "John Smith (Hull)", "Bob", "Bob"];
        assert_eq!(distinguish_names(&all), expected);
        assert!(distinguish_names(&[]).is_empty());
    }
}
