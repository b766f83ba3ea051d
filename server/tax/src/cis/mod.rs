//! The Construction Industry Scheme. For a subcontractor: what contractors paid and deducted in each tax month,
//! compared with the statements that they gave. For a contractor ([`contractor`]): what is deducted from payments
//! to subcontractors, the return and the statements. Core adds it up (`plumbline_core::report::cis`).

pub mod contractor;
mod file;
mod ledger;
mod response;
mod statements;
mod store;
pub mod year_pack;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{ContactId, UserId};
use plumbline_platform::state::AppState;
use store::CisStatementRow;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(ledger::read))
        .routes(routes!(ledger::file))
        .routes(routes!(statements::add))
        .routes(routes!(statements::remove))
        .merge(contractor::router())
}

pub use contractor::merging::{MergedSubcontractor, save_before_merge, undo_merge};

/// Gives one contact's statements and payments to another.
pub async fn reassign_contact(conn: &mut Conn, user_id: &UserId, ids: [&ContactId; 2]) -> DbResult<()> {
    store::reassign_contact(conn, user_id, ids).await?;
    contractor::reassign_contact(conn, user_id, ids).await
}

/// The statements that were written down, for the account's export.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_statements(conn, user_id).await?;
    Ok(rows.iter().map(exported).collect())
}

fn exported(row: &CisStatementRow) -> Value {
    let CisStatementRow {
        id,
        user_id: _, // whose export it is
        contractor,
        month,
        gross,
        materials,
        deducted,
        created_at,
    } = row;
    json!({
        "id": id, "contractor": contractor, "month": month, "gross": gross, "materials": materials,
        "deducted": deducted, "createdAt": created_at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_core::money::Pence;
    use plumbline_core::time::Date;

    fn id<T: std::str::FromStr<Err: std::fmt::Debug>>(last: u8) -> T {
        format!("01930000-0000-7000-8000-0000000000{last:02}").parse().unwrap()
    }

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn an_export_has_every_column_of_a_statement() {
        let row = CisStatementRow {
            id: id(1),
            user_id: id(2),
            contractor: "name:Jo".to_owned(),
            month: day("2026-05-05"),
            gross: Pence(300),
            materials: Pence(400),
            deducted: Pence(500),
            created_at: 6,
        };
        let expected = json!({ "id": row.id, "contractor": "name:Jo", "month": "2026-05-05",
            "gross": "3.00", "materials": "4.00", "deducted": "5.00", "createdAt": 6 });
        assert_eq!(exported(&row), expected);
    }
}
