//! The Construction Industry Scheme from a contractor's side: who is paid as a subcontractor, what is deducted from
//! each payment, the monthly return and the statements. Core adds it up (`plumbline_core::report::cis`).
//!
//! A payment is an expense with a second row of the same id, so that profit, VAT and the tax return include it
//! without anything being entered twice. The rate is that of the day of the payment and stays with it. Marking a
//! month as filed and entering a payment both hold the contractor's row, so that no payment slips into a filed
//! month.
//!
//! ```text
//! settings        how HMRC knows the business
//! subcontractors  what HMRC said of a contact, and from which day
//! typed           what is typed of a payment, and its checks
//! payments        entering, changing and deleting payments
//! returns         the months, with the payments behind their figures
//! filing          a month that was filed is locked
//! merged          what a merge of two contacts would lose
//! ```

mod answer;
mod file;
mod filing;
pub mod merged;
mod payments;
mod returns;
mod rows;
mod settings;
mod store;
mod subcontractors;
mod typed;

pub use returns::ContractorBooks;
pub use rows::SubcontractorRow;
pub use store::{hand_over, subcontractor};

use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use plumbline_core::time::text::date_long;
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::Reported;

/// The routes.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(settings::list))
        .routes(routes!(settings::register))
        .routes(routes!(subcontractors::list))
        .routes(routes!(subcontractors::put))
        .routes(routes!(payments::add))
        .routes(routes!(payments::preview))
        .routes(routes!(payments::read, payments::update, payments::remove))
        .routes(routes!(returns::read))
        .routes(routes!(returns::file))
        .routes(routes!(filing::lock, filing::unlock))
}

/// The monthly returns of a tax year, of one business or of all that pay subcontractors; and those that were not filed.
pub(super) async fn of_year(
    conn: &mut Conn,
    user_id: &str,
    (year, today): (TaxYear, Date),
    profile: Option<&str>,
    (made, missing): (&mut Vec<Reported>, &mut Vec<String>),
) -> Result<(), ApiError> {
    let rows = store::contractors(conn, user_id).await?;
    let wanted = rows
        .iter()
        .filter(|row| profile.is_none_or(|id| row.profile_id.as_str() == id));
    for row in wanted {
        let books = ContractorBooks::read(conn, user_id, &row.profile_id, year).await?;
        let told = books.returns(today);
        if told.months.is_empty() {
            continue;
        }
        let open = told
            .months
            .iter()
            .filter(|it| it.is_over && it.must_be_sent && it.filed_on.is_none());
        missing.extend(open.map(|it| {
            let (name, to) = (&books.name, date_long(it.to));
            format!("The CIS return of {name} for the month to {to} is not marked as filed.")
        }));
        let totals = [
            ("Paid to subcontractors", told.gross),
            ("Materials", told.materials),
            ("Deducted for HMRC", told.deducted),
        ];
        let mut workbook = file::of(&told, &books.business(None), None);
        workbook.name = format!(
            "{}-{}",
            workbook.name,
            plumbline_platform::zipped::plain(&books.name)
        );
        let what = format!("The CIS monthly returns of {} as contractor", books.name);
        made.push(Reported::of(&what, workbook, &totals));
    }
    Ok(())
}

/// The businesses that pay subcontractors, for the account's export.
///
/// # Errors
/// When the database fails.
pub async fn export_contractors(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::contractors(conn, user_id).await?;
    let told = rows.iter().map(|row| {
        json!({
            "profileId": row.profile_id, "employerReference": row.employer_reference,
            "accountsOfficeReference": row.accounts_office_reference, "from": row.begins, "until": row.ends,
        })
    });
    Ok(told.collect())
}

/// The contacts who are paid as subcontractors, for the account's export.
///
/// # Errors
/// When the database fails.
pub async fn export_subcontractors(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::subcontractors(conn, user_id).await?;
    let told = rows.iter().map(|row| {
        json!({
            "contactId": row.contact_id, "name": row.name, "utr": row.utr,
            "verificationNumber": row.verification_number, "vatRegistered": row.vat_registered,
            "rates": row.holdings,
        })
    });
    Ok(told.collect())
}

/// What was paid to subcontractors, for the account's export.
///
/// # Errors
/// When the database fails.
pub async fn export_payments(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::of_account(conn, user_id).await?;
    let told = rows.iter().map(|row| {
        json!({
            "expenseId": row.expense_id, "profileId": row.profile_id, "contactId": row.contact_id,
            "date": row.date, "rate": row.rate, "gross": row.gross, "materials": row.materials, "vat": row.vat,
            "deducted": row.deducted,
        })
    });
    Ok(told.collect())
}

/// The months whose returns were marked as filed, for the account's export.
///
/// # Errors
/// When the database fails.
pub async fn export_returns(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::returns(conn, user_id).await?;
    let told = rows.iter().map(|row| {
        Ok(json!({
            "profileId": row.profile_id, "month": row.month, "filedOn": row.filed_on, "notNeeded": row.not_needed, "filed": row.filed()?,
        }))
    });
    told.collect()
}
