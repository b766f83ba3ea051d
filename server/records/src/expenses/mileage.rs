//! The amounts of journeys. The first 10,000 miles of a tax year have a higher rate than the rest, so adding,
//! moving or deleting a journey changes the amounts of later ones.

use plumbline_core::tax::{TaxYear, Vehicle};
use plumbline_core::time::Date;

use super::fields::ExpenseFields;
use super::store::{self, ExpenseRow, journeys};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::{ExpenseId, UserId};

/// The most journeys of a vehicle in a tax year: more than five a day. They are calculated together.
const JOURNEYS_MAX: i64 = 2_000;

/// Call before a journey is written or deleted: locks the account's journeys and refuses one too many. `had` is the
/// present expense.
pub(super) async fn lock_journeys(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ExpenseId,
    had: Option<&ExpenseRow>,
    fields: Option<&ExpenseFields>,
) -> Result<(), ApiError> {
    let journey = fields.and_then(|fields| fields.journey);
    if journey.is_some() || had.is_some_and(|had| had.vehicle.is_some()) {
        journeys::lock_account(conn, user_id).await?;
    }
    if let (Some(journey), Some(fields)) = (journey, fields) {
        let at = (fields.date, id.as_str());
        let (others, _) = journeys::count_before(conn, user_id, journey.vehicle, at).await?;
        if others >= JOURNEYS_MAX {
            let text = "A tax year can have at most 2,000 journeys. Please enter several as one.";
            let error = FieldError::new("mileage.miles", "too_many", text);
            return Err(ApiError::rule_broken(vec![error]));
        }
    }
    Ok(())
}

/// Call after a journey was written or deleted: recalculates the amounts of its tax year, and of the tax year that it
/// was in before.
pub(super) async fn recalculate_journeys(
    conn: &mut Conn,
    user_id: &UserId,
    rows: [Option<&ExpenseRow>; 2],
) -> DbResult<()> {
    let years = rows.map(|row| {
        let row = row?;
        Some((row.vehicle?, TaxYear::containing(row.date), row.date))
    });
    let mut done: Option<(Vehicle, TaxYear)> = None;
    for (vehicle, year, date) in years.into_iter().flatten() {
        if done != Some((vehicle, year)) {
            recalculate_year(conn, user_id, vehicle, date).await?;
            done = Some((vehicle, year));
        }
    }
    Ok(())
}

async fn recalculate_year(conn: &mut Conn, user_id: &UserId, vehicle: Vehicle, date: Date) -> DbResult<()> {
    let Some(rate) = vehicle.find_rate(date) else {
        return Ok(());
    };
    let mut before = 0;
    for journey in journeys::list_for_year(conn, user_id, vehicle, TaxYear::containing(date)).await? {
        let amount = rate.amount(before, journey.tenths);
        before += journey.tenths;
        if amount == journey.amount {
            continue;
        }
        let Some(mut row) = store::find(conn, user_id, &journey.id).await? else {
            continue;
        };
        row.amount = amount;
        let row = row.with_search_words();
        journeys::set_amount(conn, &row.id, amount, &row.words).await?;
    }
    Ok(())
}
