//! Income and spending, month by month.

use std::collections::HashMap;

use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_records::documents::store::takings;
use plumbline_records::expenses;

/// How many months are shown, including this one.
const MONTHS: u32 = 12;

/// The last twelve months, ending with this one.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DashboardYear {
    /// The months, oldest first, including those without income and expenses.
    pub months: Vec<DashboardMonth>,
    /// Pounds of income, in all months together.
    #[schema(value_type = String)]
    pub income: Pence,
    /// Pounds of expenses, in all months together.
    #[schema(value_type = String)]
    pub expenses: Pence,
}

/// A month's income and expenses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DashboardMonth {
    /// `2026-11`.
    pub month: String,
    /// Pounds of confirmed payments dated in it, less refunds in it.
    #[schema(value_type = String)]
    pub income: Pence,
    /// Pounds of expenses dated in it, including VAT, less refunds.
    #[schema(value_type = String)]
    pub expenses: Pence,
}

/// The twelve months that end with the one of `today`.
pub(super) async fn load_year(conn: &mut Conn, user_id: &str, today: Date) -> DbResult<DashboardYear> {
    let names = month_names(today);
    let first = names.first().cloned().unwrap_or_default();
    let last = names.last().cloned().unwrap_or_default();
    // The 31st of a shorter month sorts after its last day as well.
    let (from, to) = (format!("{first}-01"), format!("{last}-31"));
    let came: HashMap<String, i64> =
        takings::sum_by_month(conn, user_id, &from, &to).await?.into_iter().collect();
    let went = match month_range(&first, &last) {
        Some((from, to)) => expenses::store::sum_by_month(conn, user_id, from, to).await?,
        None => Vec::new(),
    };
    let went: HashMap<String, Pence> = went.into_iter().collect();
    let months: Vec<DashboardMonth> = names
        .into_iter()
        .map(|month| DashboardMonth {
            income: Pence(came.get(&month).copied().unwrap_or_default()),
            expenses: went.get(&month).copied().unwrap_or_default(),
            month,
        })
        .collect();
    Ok(DashboardYear {
        income: Pence(months.iter().map(|month| month.income.0).sum()),
        expenses: Pence(months.iter().map(|month| month.expenses.0).sum()),
        months,
    })
}

/// The first day of one month and the last of another.
fn month_range(first: &str, last: &str) -> Option<(Date, Date)> {
    let day = |month: &str, day: u8| format!("{month}-{day:02}").parse::<Date>().ok();
    let end = (28..=31).rev().find_map(|n| day(last, n))?;
    Some((day(first, 1)?, end))
}

/// The names of the months, oldest first.
fn month_names(today: Date) -> Vec<String> {
    // Months since the year 0.
    let this = u32::from(today.year()) * 12 + u32::from(today.month()) - 1;
    let months = (0..MONTHS).rev().filter_map(|back| this.checked_sub(back));
    months.map(|n| format!("{:04}-{:02}", n / 12, n % 12 + 1)).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_month_ends_with_its_own_last_day() {
        for (month, last) in [
            ("2026-11", "2026-11-30"),
            ("2026-12", "2026-12-31"),
            ("2027-02", "2027-02-28"),
            ("2028-02", "2028-02-29"),
        ] {
            let (from, to) = super::month_range("2026-01", month).unwrap();
            assert_eq!((from.to_string().as_str(), to.to_string().as_str()), ("2026-01-01", last));
        }
    }

    #[test]
    fn twelve_months_end_with_this_one() {
        let names = |day: &str| super::month_names(day.parse().unwrap());
        let of_november = names("2026-11-30");
        assert_eq!(of_november.len(), 12);
        assert_eq!(of_november.first().unwrap(), "2025-12");
        assert_eq!(of_november.last().unwrap(), "2026-11");
        let of_january = names("2026-01-01");
        assert_eq!(of_january.first().unwrap(), "2025-02");
        assert_eq!(of_january.get(10).unwrap(), "2025-12");
        assert_eq!(of_january.last().unwrap(), "2026-01");
        assert_eq!(names("9999-12-31").last().unwrap(), "9999-12");
    }
}
