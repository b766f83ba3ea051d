//! Whether Making Tax Digital applies: by the gross income of the years that decide, from the records here and from
//! what the person enters of other income. A year of which nothing is known decides nothing, and the answer says
//! so.

use plumbline_core::money::Pence;
use plumbline_core::report::books::Basis;
use plumbline_core::report::mtd::{Duty, Gross, Kind, duty};
use plumbline_core::report::{Period, turnover};
use plumbline_core::tax::{MTD_THRESHOLDS, TaxYear};
use plumbline_core::time::Date;

use super::choices::Chosen;
use super::store;
use crate::reports::query::Asked;
use crate::reports::summed;
use plumbline_platform::db::{Conn, DbResult};

/// Whether Making Tax Digital applies, and from when.
pub(super) async fn of(conn: &mut Conn, user_id: &str, kind: Kind, today: Date) -> DbResult<Duty> {
    // The income so far in an unfinished year may already decide it.
    let years = MTD_THRESHOLDS.iter().map(|row| row.year());
    let years: Vec<TaxYear> = years.filter(|year| year.first() <= today).collect();
    let mut chosen = Vec::with_capacity(years.len());
    for year in years {
        chosen.push(Chosen::read(conn, user_id, year).await?);
    }
    let mut known = Vec::new();
    // All years with the same basis are read at once.
    for basis in [Basis::Cash, Basis::Accruals] {
        let alike = chosen.iter().filter(|it| it.choices().basis == basis);
        known.extend(gross(conn, user_id, &alike.collect::<Vec<_>>(), basis).await?);
    }
    known.sort_by_key(|gross| gross.year.first());
    Ok(duty(kind, &known, today))
}

/// The gross income of the years, in order. A year without any entry is left out, because its gross isn't known.
async fn gross(
    conn: &mut Conn,
    user_id: &str,
    years: &[&Chosen],
    basis: Basis,
) -> DbResult<Vec<Gross>> {
    let (Some(first), Some(last)) = (years.first(), years.last()) else {
        return Ok(Vec::new());
    };
    let period = Period {
        from: first.year.first(),
        to: last.year.last(),
    };
    let records = summed::income(conn, user_id, Asked { period, basis }).await?;
    let others = store::others(conn, user_id, [period.from, period.to]).await?;
    let of_year = years.iter().filter_map(|chosen| {
        let year = chosen.year;
        let earned = turnover(&records, Period::of_tax_year(year), basis);
        let others = others.iter().filter(|row| TaxYear::of(row.date) == year);
        let others: Vec<Pence> = others.map(|row| row.amount).collect();
        if earned.is_none() && others.is_empty() && chosen.elsewhere.is_none() {
            return None;
        }
        let others: Pence = others.into_iter().sum();
        Some(Gross {
            year,
            amount: earned.unwrap_or_default() + others + chosen.elsewhere.unwrap_or_default(),
        })
    });
    Ok(of_year.collect())
}
