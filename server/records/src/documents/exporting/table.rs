//! The filtered list, for a bookkeeper's spreadsheet.

use std::collections::HashMap;

use axum::Extension;
use axum::extract::State;
use plumbline_core::kind::{DocumentKind, RequestedPayment};
use plumbline_core::money::Pence;
use plumbline_core::time::Date;

use crate::documents::reading::query::{DocumentListQuery, DocumentListRequest};
use crate::documents::status::badge_for_listed;
use crate::documents::store::export::find_order_numbers;
use crate::documents::today;
use crate::summaries::find::{self, ListedDocument};
use plumbline_platform::clock::london_date;
use plumbline_platform::csv::{CsvFile, CsvWriter};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::ids::DocumentId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The most rows in one file: as many as spreadsheet programs open easily. A range of dates gives fewer.
const ROWS_MAX: usize = 50_000;
/// How many rows are read at a time.
const PAGE_SIZE: i64 = 2_000;

/// The list as a CSV file, with the requested filters and order, at most 50,000 rows.
#[utoipa::path(get, path = "/export", tag = "documents", params(DocumentListQuery), responses(
    (status = 200, content_type = "text/csv", body = [u8]), (status = 400, body = ErrorBody)))]
pub async fn export(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    ApiQuery(query): ApiQuery<DocumentListQuery>,
) -> Result<CsvFile, ApiError> {
    let today = today(&state)?;
    let mut request = DocumentListRequest::from_query(&user.id, kind, query, today)?;
    let bench = state.tables.acquire_worker(&user.id).await?;
    let mut tx = state.db.begin_read().await?;
    let mut rows: Vec<ListedDocument> = Vec::new();
    loop {
        let page = find::list_page(&mut tx, &request.filter, &request.order, PAGE_SIZE).await?;
        let is_last = page.len() < usize::try_from(PAGE_SIZE).unwrap_or(usize::MAX);
        rows.extend(page.into_iter().take(ROWS_MAX - rows.len()).map(shorten_row));
        match rows.last() {
            Some(last) if !is_last && rows.len() < ROWS_MAX => request.continue_after(last),
            _ => break,
        }
    }
    let numbers = find_order_numbers(&mut tx, &user.id, kind).await?;
    drop(tx);
    let day = london_date(state.clock.now_ms());
    let name = format!("{}-{day}.csv", kind.facts().plural);
    bench.run(move || to_csv(kind, &rows, &numbers, (today, name))).await?
}

/// A row with only the part of its description that goes into the file, because a description may be long.
fn shorten_row(row: ListedDocument) -> ListedDocument {
    let first = row.job_description.lines().next().unwrap_or_default();
    ListedDocument { job_description: first.to_owned(), ..row }
}

fn to_csv(
    kind: DocumentKind,
    rows: &[ListedDocument],
    order_numbers: &HashMap<DocumentId, String>,
    (today, name): (Date, String),
) -> Result<CsvFile, ApiError> {
    let mut sheet = CsvWriter::new(&columns(kind))?;
    for row in rows {
        let order_number = order_numbers.get(&row.document_id);
        let cells = cells(kind, row, order_number.map_or("", String::as_str), today);
        sheet.write_row(&cells.iter().map(String::as_str).collect::<Vec<_>>())?;
    }
    sheet.finish(name)
}

fn columns(kind: DocumentKind) -> Vec<&'static str> {
    let facts = kind.facts();
    let is_credit = kind == DocumentKind::CreditNote;
    let mut columns = vec!["Number", "Customer"];
    columns.push(if is_credit { "Reason" } else { "Job" });
    columns.push("Date");
    if facts.end.is_some() {
        columns.push(facts.end_label);
    }
    columns.extend(["Status", "Net", "VAT", "Total"]);
    columns.push(if is_credit { "Refunded" } else { "Paid" });
    match facts.asks {
        RequestedPayment::Deposit => {}
        RequestedPayment::Balance => columns.extend(["CIS deduction", "Left to pay", "Credited"]),
        RequestedPayment::Nothing => columns.push("CIS deduction"),
    }
    // New columns go last, so that programs which read columns by position still work.
    columns.push("Order number");
    columns
}

fn cells(kind: DocumentKind, row: &ListedDocument, order_number: &str, today: Date) -> Vec<String> {
    let pounds = |pence: i64| Pence(pence).to_string();
    let mut cells = vec![
        row.number.clone(),
        row.contact_name.clone(),
        row.job_description.clone(),
        row.issue_date.clone(),
    ];
    if kind.facts().end.is_some() {
        cells.push(row.due_date.clone());
    }
    cells.extend([
        badge_for_listed(row, today).label,
        // The total is the net amount and the VAT that is charged on it (docs/rules.md, section 3).
        pounds(row.total_amount - row.vat_amount),
        pounds(row.vat_amount),
        pounds(row.total_amount),
        pounds(row.paid_amount),
    ]);
    if kind.facts().asks != RequestedPayment::Deposit {
        cells.push(pounds(row.total_amount - row.amount_payable));
    }
    if kind.facts().asks == RequestedPayment::Balance {
        cells.push(pounds(row.outstanding));
        cells.push(pounds(row.credited_amount));
    }
    cells.push(order_number.to_owned());
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summaries::status::DocumentStatus;

    /// A listed document in which every amount is different.
    fn listed(kind: DocumentKind) -> ListedDocument {
        ListedDocument {
            document_id: uuid::Uuid::nil().into(),
            kind,
            status: DocumentStatus::Draft,
            shown: "draft".to_owned(),
            number: "the number".to_owned(),
            contact_name: "the customer".to_owned(),
            contact_key: "a key".to_owned(),
            job_description: "the job".to_owned(),
            issue_date: "2026-11-16".to_owned(),
            due_date: "2026-11-30".to_owned(),
            total_amount: 12_000,
            vat_amount: 2_000,
            amount_payable: 11_100,
            credited_amount: 400,
            paid_amount: 500,
            balance_due: 6_000,
            outstanding: 5_900,
            to_confirm: 7,
            archived: false,
            created_at: 8,
            updated_at: 9,
        }
    }

    /// The cells that every kind has, with the kind's own before and after the amounts.
    fn with<'a>(own: [&[&'a str]; 2]) -> Vec<&'a str> {
        let mut all = vec!["Number: the number", "Customer: the customer"];
        all.extend(own[0]);
        all.extend(["Status: Draft", "Net: 100.00", "VAT: 20.00"]);
        all.push("Total: 120.00");
        all.extend(own[1]);
        all.push("Order number: PO 1");
        all
    }

    #[test]
    fn each_figure_is_in_its_column() {
        let row = |kind: DocumentKind| {
            let cells = cells(kind, &listed(kind), "PO 1", "2026-11-16".parse().unwrap());
            assert_eq!(columns(kind).len(), cells.len());
            let both = columns(kind).into_iter().zip(cells);
            both.map(|(column, cell)| format!("{column}: {cell}")).collect::<Vec<_>>()
        };
        let quote = ["Job: the job", "Date: 2026-11-16", "Valid until: 2026-11-30"];
        assert_eq!(row(DocumentKind::Quote), with([&quote, &["Paid: 5.00"]]));
        let invoice = ["Job: the job", "Date: 2026-11-16", "Due date: 2026-11-30"];
        let amounts = ["Paid: 5.00", "CIS deduction: 9.00", "Left to pay: 59.00", "Credited: 4.00"];
        assert_eq!(row(DocumentKind::Invoice), with([&invoice, &amounts]));
        let note = ["Reason: the job", "Date: 2026-11-16"];
        let amounts = ["Refunded: 5.00", "CIS deduction: 9.00"];
        assert_eq!(row(DocumentKind::CreditNote), with([&note, &amounts]));
    }
}
