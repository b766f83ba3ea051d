//! Records of filed returns that still exist but have other dates now. They are read so that the list behind a filed
//! box stays readable, and the sentence about a moved record is true.

use std::collections::HashMap;

use plumbline_core::expense::ExpenseCategory;
use plumbline_core::report::vat::tax_point::find_tax_point;
use plumbline_core::time::Date;
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;

use super::sales::SoldDocument;
use plumbline_platform::db::column::read_column;
use plumbline_platform::db::{Conn, DbResult};

/// How many ids one query asks for.
const BATCH_SIZE: usize = 200;

/// The records that were found.
#[derive(Default)]
pub(super) struct MovedRecords {
    /// Documents, by id.
    pub(super) documents: HashMap<String, SoldDocument>,
    /// The titles of expenses, by id.
    pub(super) titles: HashMap<String, String>,
    /// The present dates of documents, expenses and payments whose dates have changed, by id.
    pub(super) moved: HashMap<String, Date>,
}

/// Finds documents and expenses by their ids, and payments by the ids that VAT entries have for them.
pub(super) async fn load_moved_records(
    conn: &mut Conn,
    user_id: &str,
    subjects: &[&str],
    payments: &[&str],
) -> DbResult<MovedRecords> {
    let mut still = MovedRecords::default();
    for ids in subjects.chunks(BATCH_SIZE) {
        let sql = "SELECT document_id, kind, number, status, issue_date, supply_date, contact_id, contact_name \
                   FROM document_summaries WHERE user_id = $1 AND document_id IN";
        for row in select_rows(conn, user_id, sql, ids).await? {
            still.add_document(&row)?;
        }
        let sql =
            "SELECT id, date, supplier, description, category FROM expenses WHERE user_id = $1 AND id IN";
        for row in select_rows(conn, user_id, sql, ids).await? {
            still.add_expense(&row)?;
        }
    }
    // In VAT entries, a payment's id is followed by a hyphen and the number of the movement.
    let ids: Vec<&str> = payments.iter().filter_map(|id| id.rsplit_once('-').map(|(id, _)| id)).collect();
    for ids in ids.chunks(BATCH_SIZE) {
        let sql = "SELECT payment_id, n, date FROM takings WHERE user_id = $1 AND payment_id IN";
        for row in select_rows(conn, user_id, sql, ids).await? {
            let of = |name| read_column::<String>(&row, "takings", "payment_id", name);
            let n: i64 = read_column(&row, "takings", "payment_id", "n")?;
            let id = format!("{}-{n}", of("payment_id")?);
            if let Ok(day) = of("date")?.parse() {
                still.moved.insert(id, day);
            }
        }
    }
    Ok(still)
}

async fn select_rows(conn: &mut Conn, user_id: &str, sql: &str, ids: &[&str]) -> DbResult<Vec<AnyRow>> {
    let places: Vec<String> = (2..ids.len() + 2).map(|at| format!("${at}")).collect();
    let sql = format!("{sql} ({})", places.join(", "));
    let mut query = sqlx::query(AssertSqlSafe(sql)).bind(user_id);
    for id in ids {
        query = query.bind(*id);
    }
    query.fetch_all(conn).await
}

impl MovedRecords {
    fn add_document(&mut self, row: &AnyRow) -> DbResult<()> {
        let of = |name| read_column::<String>(row, "document_summaries", "document_id", name);
        let id = of("document_id")?;
        let issued: Option<Date> = of("issue_date")?.parse().ok();
        let supplied: Option<Date> = of("supply_date")?.parse().ok();
        let issued = issued.filter(|_| of("status").is_ok_and(|status| status != "void"));
        if let Some(issued) = issued {
            let point = find_tax_point(supplied, issued);
            self.moved.insert(id.clone(), point.day);
        }
        let sold_document = SoldDocument {
            kind: read_column(row, "document_summaries", "document_id", "kind")?,
            id: id.clone(),
            number: of("number")?,
            contact_id: of("contact_id")?,
            contact_name: of("contact_name")?,
        };
        self.documents.insert(id, sold_document);
        Ok(())
    }

    fn add_expense(&mut self, row: &AnyRow) -> DbResult<()> {
        let of = |name| read_column::<String>(row, "expenses", "id", name);
        let id = of("id")?;
        let category: ExpenseCategory = read_column(row, "expenses", "id", "category")?;
        let texts = [of("supplier")?, of("description")?];
        let message = texts.into_iter().find(|text| !text.trim().is_empty());
        let title = message.unwrap_or_else(|| category.info().name.to_owned());
        if let Ok(day) = of("date")?.parse() {
            self.moved.insert(id.clone(), day);
        }
        self.titles.insert(id, title);
        Ok(())
    }
}
