//! The VAT return of a registered business: its boxes, the records behind them, and what was filed. Core adds it up
//! (`plumbline_core::report::vat`).
//!
//! A filed return never changes: later changes count in the next one, with a sentence that gives the reason. An expense
//! that is assigned to no business counts with the business that registered first.

mod bad_debts;
mod before_issue;
mod books;
mod file;
mod filing;
mod purchases;
mod records;
mod registration;
mod report;
mod response;
mod sales;
mod store;
mod threshold;
mod uncounted;
pub mod year_pack;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::UserId;
use plumbline_platform::state::AppState;
use store::{VatBadDebtRow, VatRegistrationRow, VatReturnRow};

pub use before_issue::check_may_issue;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(before_issue::read))
        .routes(routes!(registration::list))
        .routes(routes!(threshold::read))
        .routes(routes!(registration::register))
        .routes(routes!(filing::read))
        .routes(routes!(filing::records))
        .routes(routes!(filing::file))
        .routes(routes!(filing::lock, filing::unlock))
        .routes(routes!(bad_debts::list, bad_debts::write_off, bad_debts::take_back))
}

/// The registrations, for the account's export.
pub async fn export_registrations(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_registrations(conn, user_id).await?;
    Ok(rows.iter().map(exported_registration).collect())
}

fn exported_registration(row: &VatRegistrationRow) -> Value {
    let VatRegistrationRow {
        profile_id,
        user_id: _, // whose export it is
        version: _, // counts the changes
        registered_from,
        registered_until,
        stagger,
        schemes,
        created_at,
        updated_at,
    } = row;
    json!({
        "profileId": profile_id, "from": registered_from, "until": registered_until, "stagger": stagger,
        "schemes": schemes, "createdAt": created_at, "updatedAt": updated_at,
    })
}

/// The invoices that were written off for VAT, for the account's export.
pub async fn export_bad_debts(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_bad_debts(conn, user_id).await?;
    Ok(rows.iter().map(exported_bad_debt).collect())
}

fn exported_bad_debt(row: &VatBadDebtRow) -> Value {
    let VatBadDebtRow {
        document_id,
        user_id: _, // whose export it is
        written_off,
        created_at,
    } = row;
    json!({ "invoice": document_id, "writtenOff": written_off, "createdAt": created_at })
}

/// The filed returns, for the account's export.
pub async fn export_returns(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_returns_for_account(conn, user_id).await?;
    Ok(rows.iter().map(exported_return).collect())
}

fn exported_return(row: &VatReturnRow) -> Value {
    let VatReturnRow {
        id: _,      // business and first day name it
        user_id: _, // whose export it is
        profile_id,
        period_from,
        period_to,
        filed,
        filed_at,
    } = row;
    json!({
        "profileId": profile_id, "from": period_from, "to": period_to, "filed": filed, "filedAt": filed_at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_core::time::Date;

    fn id<T: std::str::FromStr<Err: std::fmt::Debug>>(last: u8) -> T {
        format!("01930000-0000-7000-8000-0000000000{last:02}").parse().unwrap()
    }

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn an_export_has_every_column_of_a_registration_a_return_and_a_bad_debt() {
        let row = VatRegistrationRow {
            profile_id: id(1),
            user_id: id(2),
            version: 3,
            registered_from: day("2026-01-01"),
            registered_until: Some(day("2026-12-31")),
            stagger: "\"march\"".to_owned(),
            schemes: "[]".to_owned(),
            created_at: 4,
            updated_at: 5,
        };
        let expected = json!({ "profileId": row.profile_id, "from": "2026-01-01", "until": "2026-12-31",
            "stagger": "\"march\"", "schemes": "[]", "createdAt": 4, "updatedAt": 5 });
        assert_eq!(exported_registration(&row), expected);
        let row = VatReturnRow {
            id: id(1),
            user_id: id(2),
            profile_id: id(3),
            period_from: day("2026-01-01"),
            period_to: day("2026-03-31"),
            filed: "{}".to_owned(),
            filed_at: 4,
        };
        let expected = json!({ "profileId": row.profile_id, "from": "2026-01-01", "to": "2026-03-31",
            "filed": "{}", "filedAt": 4 });
        assert_eq!(exported_return(&row), expected);
        let row = VatBadDebtRow {
            document_id: id(1),
            user_id: id(2),
            written_off: day("2026-04-01"),
            created_at: 3,
        };
        let expected = json!({ "invoice": row.document_id, "writtenOff": "2026-04-01", "createdAt": 3 });
        assert_eq!(exported_bad_debt(&row), expected);
    }
}
