//! Documents for export: a list as a spreadsheet, or several PDFs in one file.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use plumbline_core::kind::{DocumentKind, RequestedPayment};
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::documents::reading::printable::{self, PdfFile};
use crate::documents::reading::query::{DocumentListQuery, DocumentListRequest};
use crate::documents::status::badge_for_listed;
use crate::documents::store::export::find_order_numbers;
use crate::documents::{store, today};
use crate::summaries::find::{self, ListedDocument};
use plumbline_platform::clock::london_date;
use plumbline_platform::csv::{CsvFile, CsvWriter};
use plumbline_platform::error::{ApiError, BoxError, ErrorBody, FieldError};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::zip_stream::{self, ZipStream, safe_name, unique_name};

// The PDFs of several documents in one zip file.
//
// They are made one after the other through the same queue as the account's other PDFs, so that nobody else waits
// for them, and sent as they are finished.

/// The most documents in one file.
const DOCUMENTS_MAX: usize = 100;

/// The most bytes of PDFs in one file: as much as a mailbox and an old laptop can still handle.
const BYTES_MAX: usize = 200 * 1024 * 1024;

/// How often a PDF is tried again while the account's queue is full, and the pause in between.
const ATTEMPTS_MAX: usize = 5;

const RETRY_PAUSE: Duration = Duration::from_secs(2);

/// The query for PDFs.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PdfsQuery {
    /// 1 to 100 ids, separated by commas.
    ids: String,
}

/// The PDFs of up to 100 documents in one zip file. A document whose PDF can't be made is listed in the file `Not
/// included.txt`.
#[utoipa::path(get, path = "/pdfs", tag = "documents", params(PdfsQuery), responses(
    (status = 200, content_type = "application/zip", body = [u8]), (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
pub async fn pdfs(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    ApiQuery(query): ApiQuery<PdfsQuery>,
) -> Result<Response, ApiError> {
    let ids = parse_ids(&query.ids)?;
    state.limits.check(ProcessLimit::DocumentFilesByAccount, &user.id)?;
    let place = state.packs.enter(user.id.as_str()).await?;
    let day = london_date(state.clock.now_ms());
    let name = format!("{}-{day}.zip", kind.facts().plural);
    zip_stream::zip_response(&name, place, |zip| async move {
        add_pdfs_to_zip(&state, &user.id, kind, ids, zip).await
    })
}

/// The ids without duplicates, in their order.
fn parse_ids(text: &str) -> Result<Vec<DocumentId>, ApiError> {
    let refused = |code, msg: String| ApiError::rule_broken(vec![FieldError::new("ids", code, msg)]);
    let mut seen = HashSet::new();
    let mut ids = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let id: DocumentId =
            part.parse().map_err(|_| refused("invalid_id", "One of these is not an id.".to_owned()))?;
        if seen.insert(id.clone()) {
            ids.push(id);
        }
        if ids.len() > DOCUMENTS_MAX {
            break;
        }
    }
    if ids.is_empty() || ids.len() > DOCUMENTS_MAX {
        let msg = format!("Choose 1 to {DOCUMENTS_MAX} documents for one file.");
        return Err(refused("out_of_range", msg));
    }
    Ok(ids)
}

async fn add_pdfs_to_zip(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    ids: Vec<DocumentId>,
    mut zip: ZipStream,
) -> Result<ZipStream, BoxError> {
    let (mut names, mut left_out) = (HashSet::new(), Vec::new());
    let mut bytes = 0;
    for id in ids {
        let name = match find_pdf_name(state, user_id, kind, &id).await? {
            Some(name) => unique_name(name, &mut names),
            None => unique_name(kind.title().to_owned(), &mut names),
        };
        if bytes >= BYTES_MAX {
            left_out.push(format!("{name}: this file is as large as it may be."));
            continue;
        }
        match typeset(state, user_id, kind, &id).await {
            Ok(pdf) => {
                bytes += pdf.bytes.len();
                zip = zip.add_file(format!("{name}.pdf"), pdf.bytes).await?;
            }
            Err(error) => left_out.push(format!("{name}: {}", error.user_message())),
        }
    }
    if !left_out.is_empty() {
        let text = left_out.join("\r\n") + "\r\n";
        zip = zip.add_file("Not included.txt".to_owned(), text.into()).await?;
    }
    Ok(zip)
}

/// Makes one PDF, waiting while the account's queue is full.
///
/// # Errors
/// As for [`printable::make_own_pdf`].
pub async fn typeset(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    id: &DocumentId,
) -> Result<PdfFile, ApiError> {
    let mut tries = 0;
    loop {
        tries += 1;
        match printable::make_own_pdf(state, user_id, kind, id).await {
            Err(error) if error.status().as_u16() == 503 && tries < ATTEMPTS_MAX => {
                tokio::time::sleep(RETRY_PAUSE).await;
            }
            other => return other,
        }
    }
}

/// The file name, `Quote Q-0012 Jo Bloggs`; `None` if the account has no such document.
async fn find_pdf_name(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    id: &DocumentId,
) -> Result<Option<String>, BoxError> {
    let mut conn = state.db.read().await?;
    let Some(row) = store::find(&mut conn, user_id, kind, id).await? else {
        return Ok(None);
    };
    let Some((number, customer, _)) = store::find_reference(&mut conn, id).await? else {
        return Ok(None);
    };
    let number = number.unwrap_or_else(|| "draft".to_owned());
    Ok(Some(safe_name(&format!("{} {number} {customer}", row.title()))))
}

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
    let slot = state.tables.acquire_worker(user.id.as_str()).await?;
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
    slot.run(move || to_csv(kind, &rows, &numbers, (today, name))).await?
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
        row.issue_date.to_string(),
    ];
    if kind.facts().end.is_some() {
        cells.push(row.due_date.to_string());
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
    use plumbline_platform::db::column::DateOrEmpty;

    use super::*;
    use crate::summaries::status::DocumentStatus;

    #[test]
    fn parses_ids_without_duplicates_and_refuses_invalid_ones() {
        let many = ["019a9b1c-2d3e-7f40-8123-456789abcdef"; 3].join(",");
        assert_eq!(parse_ids(&many).map(|ids| ids.len()).ok(), Some(1));
        for wrong in ["", ",", "x"] {
            assert!(parse_ids(wrong).is_err(), "{wrong}");
        }
    }

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
            issue_date: DateOrEmpty("2026-11-16".parse().ok()),
            due_date: DateOrEmpty("2026-11-30".parse().ok()),
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
    fn with_common_cells<'a>(own: [&[&'a str]; 2]) -> Vec<&'a str> {
        let mut all = vec!["Number: the number", "Customer: the customer"];
        all.extend(own[0]);
        all.extend(["Status: Draft", "Net: 100.00", "VAT: 20.00"]);
        all.push("Total: 120.00");
        all.extend(own[1]);
        all.push("Order number: PO 1");
        all
    }

    #[test]
    fn exports_each_value_in_its_column() {
        let row = |kind: DocumentKind| {
            let cells = cells(kind, &listed(kind), "PO 1", "2026-11-16".parse().unwrap());
            assert_eq!(columns(kind).len(), cells.len());
            let both = columns(kind).into_iter().zip(cells);
            both.map(|(column, cell)| format!("{column}: {cell}")).collect::<Vec<_>>()
        };
        let quote = ["Job: the job", "Date: 2026-11-16", "Valid until: 2026-11-30"];
        assert_eq!(row(DocumentKind::Quote), with_common_cells([&quote, &["Paid: 5.00"]]));
        let invoice = ["Job: the job", "Date: 2026-11-16", "Due date: 2026-11-30"];
        let amounts = ["Paid: 5.00", "CIS deduction: 9.00", "Left to pay: 59.00", "Credited: 4.00"];
        assert_eq!(row(DocumentKind::Invoice), with_common_cells([&invoice, &amounts]));
        let note = ["Reason: the job", "Date: 2026-11-16"];
        let amounts = ["Refunded: 5.00", "CIS deduction: 9.00"];
        assert_eq!(row(DocumentKind::CreditNote), with_common_cells([&note, &amounts]));
    }
}
