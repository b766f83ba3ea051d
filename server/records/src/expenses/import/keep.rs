//! Checks an import while nothing is held, and writes it in one transaction. What another import wrote meanwhile is
//! recognised by its fingerprint.

use std::collections::HashMap;

use super::bank::{ReadingSaid, Row};
use super::known::Known;
use super::plan::{Entry, Plan, What, days, plan};
use super::{BankOutcome, BankRow, Choices, KIND};
use crate::activities;
use crate::documents;
use crate::expenses::store::{self, ExpenseRow, bank, suppliers};
use plumbline_platform::db::mark::one_at_a_time;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ExpenseId, UserId};
use plumbline_platform::limits::quota::{self, Kept};
use plumbline_platform::sheets::allowance::Allowance;
use plumbline_platform::sheets::{KEPT_MAX, readings};
use plumbline_platform::state::AppState;
use plumbline_platform::workshop::Visit;

/// The most earlier suppliers from which categories are suggested.
const SUPPLIERS: i64 = 2_000;

/// Plans the import of the rows, on a thread that doesn't serve requests.
pub(super) async fn judged(
    state: &AppState,
    user_id: &str,
    (visit, rows): (&Visit, Vec<Row>),
    choices: Choices,
) -> Result<Plan, ApiError> {
    let today = documents::today(state)?;
    let mut known = Known::on(today);
    if let Some((first, last)) = days(&rows) {
        let mut tx = state.db.begin_read().await?;
        known.lines = bank::known(&mut tx, user_id).await?;
        // A card payment is often entered by hand a few days before the bank records it.
        let from = (0..7).fold(first, |day, _| day.day_before().unwrap_or(day));
        let to = last.plus_days(1).unwrap_or(last);
        known.entered(bank::by_hand(&mut tx, user_id, from, to).await?);
        let paid = suppliers::suppliers(&mut tx, user_id, SUPPLIERS).await?;
        drop(tx);
        let categories = paid.into_iter().map(|paid| (paid.key, paid.category));
        known.categories = categories.collect::<HashMap<_, _>>();
    }
    let allowance = Allowance::of(KEPT_MAX);
    let judge = move || plan(known, rows, &choices, allowance);
    Ok(visit.work(judge).await??)
}

/// Writes the plan and remembers how files with these headings are read; reports the result for each row.
pub(super) async fn write(
    state: &AppState,
    user_id: &UserId,
    (visit, plan): (&Visit, Plan),
    learned: Option<(&str, &ReadingSaid)>,
) -> Result<Vec<BankRow>, ApiError> {
    let Plan { entries, mut rows } = plan;
    // The rows and their search words are prepared before anything is locked, on a thread that doesn't serve requests.
    let now = state.clock.now_ms();
    let ids: Vec<ExpenseId> = entries.iter().map(|_| state.ids.new_id()).collect();
    let account = user_id.clone();
    let make = move || -> Vec<(Entry, Option<ExpenseRow>)> {
        let each = entries.into_iter().zip(ids);
        each.map(|(entry, id)| {
            let row = match &entry.what {
                What::ByHand(_) | What::LeftOut => None,
                What::New(fields) => Some(ExpenseRow {
                    from_bank: true,
                    ..ExpenseRow::of(&account, &id, fields, now)
                }),
            };
            (entry, row)
        })
        .collect()
    };
    let entries = visit.work(make).await?;
    let mut tx = state.db.begin_write().await?;
    // A line that a concurrent import has just recorded must be visible with its expense.
    one_at_a_time(&mut tx, user_id).await?;
    let lines = entries.iter().filter_map(|(entry, row)| {
        let expense = match (&entry.what, row) {
            (What::ByHand(id), _) => id.as_str(),
            (What::LeftOut, _) => "",
            (What::New(_), row) => row.as_ref()?.id.as_str(),
        };
        Some((entry.fingerprint.as_str(), expense))
    });
    let lines: Vec<_> = lines.collect();
    let noted = bank::note(&mut tx, user_id, &lines).await?;
    let (noted, known): (Vec<_>, Vec<_>) =
        (entries.iter()).partition(|(entry, _)| noted.contains(&entry.fingerprint));
    let known = known
        .into_iter()
        .filter(|(entry, _)| !matches!(entry.what, What::LeftOut));
    for (entry, _) in known {
        rows[entry.at].outcome = BankOutcome::Known;
    }
    let expenses = || noted.iter().filter_map(|(_, row)| row.as_ref());
    store::insert_all(&mut tx, expenses()).await?;
    let new = i64::try_from(expenses().count()).unwrap_or(i64::MAX);
    if new > 0 {
        let data = serde_json::json!({ "reason": format!("{new} new") });
        let subject = ("expense", "");
        activities::record(state, &mut tx, user_id, "bank_imported", subject, &data).await?;
        let more = Kept::bytes(quota::EXPENSE.saturating_mul(new));
        quota::keep(state, &mut tx, user_id, more).await?;
    }
    if let Some((headings, reading)) = learned {
        readings::remember(&mut tx, (user_id.as_str(), KIND, headings), reading, now).await?;
    }
    tx.commit().await?;
    Ok(rows)
}
