//! Whether Making Tax Digital applies: by the gross income of the deciding years, from the records here and from other
//! income that the person enters. A year about which nothing is known decides nothing, and the response says so.

use plumbline_core::money::Pence;
use plumbline_core::report::books::AccountingBasis;
use plumbline_core::report::mtd::{BusinessKind, GrossIncome, MtdObligation, check_obligation};
use plumbline_core::report::{Period, calculate_turnover};
use plumbline_core::tax::{MTD_THRESHOLDS, TaxYear};
use plumbline_core::time::Date;

use super::choices::TaxYearChoices;
use super::store;
use crate::reports::income_sums;
use crate::reports::query::ReportRequest;
use plumbline_platform::db::{Conn, DbResult};

/// Whether Making Tax Digital applies, and from when.
pub(super) async fn find_obligation(
    conn: &mut Conn,
    user_id: &str,
    kind: BusinessKind,
    today: Date,
) -> DbResult<MtdObligation> {
    // The income so far in an unfinished year may already decide it.
    let years = MTD_THRESHOLDS.iter().map(|row| row.deciding_year());
    let years: Vec<TaxYear> = years.filter(|year| year.first_day() <= today).collect();
    let mut chosen = Vec::with_capacity(years.len());
    for year in years {
        chosen.push(TaxYearChoices::load(conn, user_id, year).await?);
    }
    let mut known = Vec::new();
    // All years with the same basis are read at once.
    for basis in [AccountingBasis::Cash, AccountingBasis::Accruals] {
        let alike = chosen.iter().filter(|it| it.to_core().basis == basis);
        known.extend(load_gross_income(conn, user_id, &alike.collect::<Vec<_>>(), basis).await?);
    }
    known.sort_by_key(|gross| gross.year.first_day());
    Ok(check_obligation(kind, &known, today))
}

/// The gross income of the years, in order. A year without any entry is left out, because its gross isn't known.
async fn load_gross_income(
    conn: &mut Conn,
    user_id: &str,
    years: &[&TaxYearChoices],
    basis: AccountingBasis,
) -> DbResult<Vec<GrossIncome>> {
    let (Some(first), Some(last)) = (years.first(), years.last()) else {
        return Ok(Vec::new());
    };
    let period = Period { from: first.year.first_day(), to: last.year.last_day() };
    let records = income_sums::load_income_for_sums(conn, user_id, ReportRequest { period, basis }).await?;
    let others = store::list_other_income(conn, user_id, [period.from, period.to]).await?;
    let of_year = years.iter().filter_map(|chosen| {
        let year = chosen.year;
        let earned = calculate_turnover(&records, Period::for_tax_year(year), basis);
        let others = others.iter().filter(|row| TaxYear::containing(row.date) == year);
        let others: Vec<Pence> = others.map(|row| row.amount).collect();
        if earned.is_none() && others.is_empty() && chosen.elsewhere.is_none() {
            return None;
        }
        let others: Pence = others.into_iter().sum();
        Some(GrossIncome {
            year,
            amount: earned.unwrap_or_default() + others + chosen.elsewhere.unwrap_or_default(),
        })
    });
    Ok(of_year.collect())
}
