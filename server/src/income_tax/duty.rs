//! Whether Making Tax Digital applies: by the gross of the years that decide.

use plumbline_core::money::Pence;
use plumbline_core::report::mtd::{Duty, Gross, Kind, duty};
use plumbline_core::report::{Period, income};
use plumbline_core::tax::{MTD_THRESHOLDS, TaxYear};
use plumbline_core::time::Date;

use super::choices::Chosen;
use super::store;
use crate::db::{Conn, DbResult};
use crate::reports::query::Asked;
use crate::reports::records::earned;

/// Whether it does, and from when.
///
/// # Errors
/// When the database fails.
pub(super) async fn of(conn: &mut Conn, user_id: &str, kind: Kind, today: Date) -> DbResult<Duty> {
    let mut known = Vec::new();
    for year in MTD_THRESHOLDS.iter().map(|row| row.year()) {
        // Of a year that goes on what came in so far may be enough to decide.
        if year.first() <= today {
            known.extend(gross(conn, user_id, year).await?);
        }
    }
    Ok(duty(kind, &known, today))
}

/// The gross of a year; none where nothing of it is written down, and so nobody knows.
async fn gross(conn: &mut Conn, user_id: &str, year: TaxYear) -> DbResult<Option<Gross>> {
    let chosen = Chosen::read(conn, user_id, year).await?;
    let period = Period::of_tax_year(year);
    let basis = chosen.choices().basis;
    let earned = earned(conn, user_id, Asked { period, basis }).await?;
    let others = store::others(conn, user_id, [period.from, period.to]).await?;
    let total = income(&earned.records, period, basis).total;
    if total.ids.is_empty() && others.is_empty() && chosen.elsewhere.is_none() {
        return Ok(None);
    }
    let others: Pence = others.iter().map(|row| row.amount).sum();
    Ok(Some(Gross {
        year,
        amount: total.net + others + chosen.elsewhere.unwrap_or_default(),
    }))
}
