//! The Construction Industry Scheme from a contractor's side: who is paid as a subcontractor, what is deducted from
//! each payment, the monthly return and the statements. Core adds it up (`plumbline_core::report::cis`).
//!
//! A payment is an expense with a second row of the same id, so that profit, VAT and the tax return include it without
//! anything being entered twice. The rate is that of the day of the payment and doesn't change afterwards. Marking a
//! month as filed and entering a payment both lock the contractor's row, so that no payment is added to a filed month.
//!
//! ```text
//! settings        the business's registration with HMRC as a contractor
//! subcontractors  the details that HMRC has of a contact, and from which day they apply
//! payment_input   the fields of a payment that a person enters, and their checks
//! payments        entering, changing and deleting payments
//! returns         the monthly returns, with the payments behind their amounts
//! filing          marking a month's return as filed, which locks its payments
//! merging         what a merge of two contacts would lose
//! ```

mod file;
mod filing;
pub mod merging;
mod payment_input;
mod payments;
mod response;
mod returns;
mod rows;
mod settings;
mod store;
mod subcontractors;

pub use returns::ContractorBooks;
pub use rows::SubcontractorRow;
pub use store::{find_subcontractor, reassign_contact};

use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::IndexedReport;
use rows::{CisPaymentRow, ContractorRow, FiledCisReturnRow};

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
pub(super) async fn add_year_reports(
    conn: &mut Conn,
    user_id: &UserId,
    (year, today): (TaxYear, Date),
    profile: Option<&str>,
    (made, missing): (&mut Vec<IndexedReport>, &mut Vec<String>),
) -> Result<(), ApiError> {
    let rows = store::list_contractors(conn, user_id).await?;
    let wanted = rows.iter().filter(|row| profile.is_none_or(|id| row.profile_id.as_str() == id));
    for row in wanted {
        let books = ContractorBooks::load(conn, user_id, &row.profile_id, year).await?;
        let cis_returns = books.list_returns(today);
        if cis_returns.months.is_empty() {
            continue;
        }
        let open =
            cis_returns.months.iter().filter(|it| it.is_over && it.must_be_sent && it.filed_on.is_none());
        missing.extend(open.map(|it| {
            let (name, to) = (&books.name, format_long_date(it.to));
            format!("The CIS return of {name} for the month to {to} is not marked as filed.")
        }));
        let totals = [
            ("Paid to subcontractors", cis_returns.gross),
            ("Materials", cis_returns.materials),
            ("Deducted for HMRC", cis_returns.deducted),
        ];
        let mut workbook = file::to_workbook(&cis_returns, &books.business_label(None), None);
        workbook.name =
            format!("{}-{}", workbook.name, plumbline_platform::zip_stream::ascii_name(&books.name));
        let what = format!("The CIS monthly returns of {} as contractor", books.name);
        made.push(IndexedReport::new(&what, workbook, &totals));
    }
    Ok(())
}

/// The businesses that pay subcontractors, for the account's export.
pub async fn export_contractors(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_contractors(conn, user_id).await?;
    Ok(rows.iter().map(exported_contractor).collect())
}

fn exported_contractor(row: &ContractorRow) -> Value {
    let ContractorRow {
        profile_id,
        user_id: _, // whose export it is
        version: _, // counts the changes
        employer_reference,
        accounts_office_reference,
        begins,
        ends,
        created_at,
        updated_at,
    } = row;
    json!({
        "profileId": profile_id, "employerReference": employer_reference,
        "accountsOfficeReference": accounts_office_reference, "from": begins, "until": ends,
        "createdAt": created_at, "updatedAt": updated_at,
    })
}

/// The contacts who are paid as subcontractors, for the account's export.
pub async fn export_subcontractors(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_subcontractors(conn, user_id).await?;
    Ok(rows.iter().map(exported_subcontractor).collect())
}

fn exported_subcontractor(row: &SubcontractorRow) -> Value {
    let SubcontractorRow {
        contact_id,
        user_id: _, // whose export it is
        version: _, // counts the changes
        name,
        utr,
        verification_number,
        vat_registered,
        holdings,
        created_at,
        updated_at,
    } = row;
    json!({
        "contactId": contact_id, "name": name, "utr": utr, "verificationNumber": verification_number,
        "vatRegistered": vat_registered, "rates": holdings, "createdAt": created_at, "updatedAt": updated_at,
    })
}

/// What was paid to subcontractors, for the account's export.
pub async fn export_payments(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_payments_for_account(conn, user_id).await?;
    Ok(rows.iter().map(exported_payment).collect())
}

fn exported_payment(row: &CisPaymentRow) -> Value {
    let CisPaymentRow {
        expense_id,
        user_id: _, // whose export it is
        profile_id,
        contact_id,
        date,
        rate,
        gross,
        materials,
        vat,
        deducted,
    } = row;
    json!({
        "expenseId": expense_id, "profileId": profile_id, "contactId": contact_id, "date": date, "rate": rate,
        "gross": gross, "materials": materials, "vat": vat, "deducted": deducted,
    })
}

/// The months whose returns were marked as filed, for the account's export.
pub async fn export_returns(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_returns(conn, user_id).await?;
    rows.iter().map(exported_return).collect()
}

fn exported_return(row: &FiledCisReturnRow) -> DbResult<Value> {
    let FiledCisReturnRow {
        id: _,      // business and month name it
        user_id: _, // whose export it is
        profile_id,
        month,
        filed_on,
        not_needed,
        filed: _, // read below
        created_at,
    } = row;
    Ok(json!({
        "profileId": profile_id, "month": month, "filedOn": filed_on, "notNeeded": not_needed,
        "filed": row.parse_filed()?, "createdAt": created_at,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_core::money::Pence;

    fn id<T: std::str::FromStr<Err: std::fmt::Debug>>(last: u8) -> T {
        format!("01930000-0000-7000-8000-0000000000{last:02}").parse().unwrap()
    }

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn exports_every_column_of_contractors_payments_and_returns() {
        let row = ContractorRow {
            profile_id: id(1),
            user_id: id(2),
            version: 3,
            employer_reference: "123/AB456".to_owned(),
            accounts_office_reference: "123PA00045678".to_owned(),
            begins: day("2026-01-01"),
            ends: Some(day("2026-12-31")),
            created_at: 4,
            updated_at: 5,
        };
        let expected = json!({ "profileId": row.profile_id, "employerReference": "123/AB456",
            "accountsOfficeReference": "123PA00045678", "from": "2026-01-01", "until": "2026-12-31",
            "createdAt": 4, "updatedAt": 5 });
        assert_eq!(exported_contractor(&row), expected);
        let row = SubcontractorRow {
            contact_id: id(1),
            user_id: id(2),
            version: 3,
            name: "Al".to_owned(),
            utr: "1234567890".to_owned(),
            verification_number: "V0012345678/AB".to_owned(),
            vat_registered: true,
            holdings: "[]".to_owned(),
            created_at: 4,
            updated_at: 5,
        };
        let expected = json!({ "contactId": row.contact_id, "name": "Al", "utr": "1234567890",
            "verificationNumber": "V0012345678/AB", "vatRegistered": true, "rates": "[]",
            "createdAt": 4, "updatedAt": 5 });
        assert_eq!(exported_subcontractor(&row), expected);
        let row = CisPaymentRow {
            expense_id: id(1),
            user_id: id(2),
            profile_id: id(3),
            contact_id: id(4),
            date: day("2026-05-06"),
            rate: 20,
            gross: Pence(500),
            materials: Pence(600),
            vat: Pence(700),
            deducted: Pence(800),
        };
        let expected = json!({ "expenseId": row.expense_id, "profileId": row.profile_id,
            "contactId": row.contact_id, "date": "2026-05-06", "rate": 20, "gross": "5.00",
            "materials": "6.00", "vat": "7.00", "deducted": "8.00" });
        assert_eq!(exported_payment(&row), expected);
        let row = FiledCisReturnRow {
            id: id(1),
            user_id: id(2),
            profile_id: id(3),
            month: day("2026-05-05"),
            filed_on: day("2026-05-19"),
            not_needed: true,
            filed: String::new(),
            created_at: 4,
        };
        let expected = json!({ "profileId": row.profile_id, "month": "2026-05-05",
            "filedOn": "2026-05-19", "notNeeded": true, "filed": null, "createdAt": 4 });
        assert_eq!(exported_return(&row).unwrap(), expected);
    }
}
