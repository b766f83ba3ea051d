//! E-invoices: issued documents as XML of Peppol BIS Billing 3.0, for customers who want it.
//!
//! Core decides what an e-invoice says and what is missing for it (`plumbline_core::einvoice`). This module
//! collects what is stored ([`source`]), writes the XML ([`xml`]), serves it and attaches it to the email of the
//! document. The parties are those of the issued version, but their Peppol address, VAT number and reference are
//! today's. A customer's order number that comes in after the issue is stored separately, so that the invoice need not
//! change. Tests check the XML against the rules of the standard, and `cargo xtask prove einvoice`
//! against the published ones.

mod source;
mod store;
mod xml;

use std::io::{self, Read as _, Write as _};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::einvoice::{EinvoiceSource, Finding, check, create};
use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use source::EinvoiceInput;
use store::OrderReferenceRow;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::ApiJson;
use plumbline_platform::http::field_checks::{FieldChecks, REFERENCE_MAX};
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::GeneratedFile;
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::printable;
use plumbline_records::documents::store::DocumentStatus;
use plumbline_records::documents::stored::StoredDocument;

/// The routes below the path of invoices, and of credit notes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(download_einvoice))
        .routes(routes!(check_einvoice))
        .routes(routes!(set_order_reference))
}

/// The order references, for the account's export.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_references(conn, user_id).await?;
    let result = rows.iter().map(|row| {
        let OrderReferenceRow {
            document_id,
            user_id: _, // the account, which is the same for the whole export
            reference,
            updated_at,
        } = row;
        json!({ "documentId": document_id, "reference": reference, "updatedAt": updated_at })
    });
    Ok(result.collect())
}

// What is missing for its e-invoice, while it is still typed.

/// Whether an e-invoice of a document is possible.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
struct EinvoiceCheck {
    /// Whether its customer wants e-invoices.
    pub wanted: bool,
    /// The customer's order number; empty if it is not known.
    pub order_reference: String,
    /// What is missing or wrong; empty if nothing is, or if no e-invoice is wanted.
    #[schema(value_type = Vec<Object>)]
    pub findings: Vec<Finding>,
}

/// What prevents the e-invoice of a document; for a draft, in its saved state.
#[utoipa::path(get, path = "/{id}/einvoice/check", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, body = EinvoiceCheck), (status = 404, body = ErrorBody)))]
async fn check_einvoice(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
) -> Result<Json<EinvoiceCheck>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let stored = StoredDocument::find(&mut tx, &user.id, kind, &id).await?;
    let known = source::load(&mut tx, &stored).await?;
    drop(tx);
    let findings = match known.is_wanted {
        true => check(&known.source),
        false => Vec::new(),
    };
    Ok(Json(EinvoiceCheck {
        wanted: known.is_wanted,
        order_reference: known.source.order_reference,
        findings,
    }))
}

/// The media type of an e-invoice.
const XML_MEDIA_TYPE: &str = "application/xml";

/// The e-invoice of an issued invoice or credit note, as a download with the file name of its PDF; 422 with everything
/// that prevents it.
#[utoipa::path(get, path = "/{id}/einvoice", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, content_type = "application/xml"), (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody)))]
async fn download_einvoice(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
) -> Result<GeneratedFile, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let stored = StoredDocument::find(&mut tx, &user.id, kind, &id).await?;
    if stored.row.status == DocumentStatus::Void {
        let text = format!("This {} is void, so it has no e-invoice.", kind.name());
        return Err(ApiError::rule_broken(vec![FieldError::new("status", "void", text)]));
    }
    let known = source::load(&mut tx, &stored).await?;
    drop(tx);
    let made = create(&known.source).map_err(|found| {
        let result = found.into_iter().map(|it| FieldError::new(it.field, it.code, it.message));
        ApiError::rule_broken(result.collect())
    })?;
    let bytes = xml::write_xml(&made).map_err(ApiError::internal)?;
    Ok(GeneratedFile::new(file_name(&stored, &known), XML_MEDIA_TYPE, bytes))
}

/// The e-invoice to attach to a document's email, with its file name and media type. `None` if the customer wants no
/// e-invoice, or if it cannot be made: the email is sent without it.
pub async fn build_attachment(
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<Option<(String, &'static str, Vec<u8>)>, ApiError> {
    if stored.kind == DocumentKind::Quote || stored.row.status == DocumentStatus::Void {
        return Ok(None);
    }
    let known = source::load(conn, stored).await?;
    if !known.is_wanted {
        return Ok(None);
    }
    match create(&known.source) {
        Ok(made) => {
            let bytes = xml::write_xml(&made).map_err(ApiError::internal)?;
            Ok(Some((file_name(stored, &known), XML_MEDIA_TYPE, bytes)))
        }
        Err(found) => {
            let codes: Vec<_> = found.iter().map(|it| it.code).collect();
            tracing::info!(?codes, "a mail goes without its e-invoice");
            Ok(None)
        }
    }
}

/// The name of the file, like that of the PDF: `Invoice INV-0001 from Taylor Plumbing.xml`.
fn file_name(stored: &StoredDocument, known: &EinvoiceInput) -> String {
    let business = &known.source.seller.profile.name;
    printable::file_of(&printable::title(stored), business, "xml")
}

/// The customer's order number.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OrderReference {
    /// As the customer writes it; empty removes it.
    pub order_reference: String,
}

/// Stores the customer's order number for a document on which it is not written. Nothing that was issued changes.
#[utoipa::path(put, path = "/{id}/order-reference", tag = "documents",
    params(("id" = String, Path)), request_body = OrderReference,
    responses((status = 204), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn set_order_reference(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
    ApiJson(typed): ApiJson<OrderReference>,
) -> Result<StatusCode, ApiError> {
    let reference = typed.order_reference.trim();
    let mut checks = FieldChecks::new();
    checks.check_line("orderReference", reference, REFERENCE_MAX);
    checks.into_result()?;
    let mut tx = state.db.begin_write().await?;
    let stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    let written = &stored.row.order_number;
    if !written.is_empty() && written != reference {
        let msg = format!("Order number {written} is written on it. Change it there.");
        let error = FieldError::new("orderReference", "written_on_document", msg);
        return Err(ApiError::rule_broken(vec![error]));
    }
    let row = OrderReferenceRow {
        document_id: stored.row.id,
        user_id: user.id.clone(),
        reference: reference.to_owned(),
        updated_at: state.clock.now_ms(),
    };
    store::set_reference(&mut tx, &row).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Writes the e-invoice of the JSON on standard input, which is core's `EinvoiceSource` or a case with one as its
/// `einvoice`.
///
/// # Errors
/// What prevents the e-invoice, one sentence per line.
pub fn run() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    io::stdout().write_all(&to_xml(&text).map_err(io::Error::other)?)
}

fn to_xml(text: &str) -> Result<Vec<u8>, String> {
    let mut value: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let inner = value.get_mut("einvoice").map(serde_json::Value::take);
    let source = EinvoiceSource::from_json(&inner.unwrap_or(value).to_string())?;
    let made = create(&source).map_err(|found| {
        let texts: Vec<String> = found.into_iter().map(|it| it.message).collect();
        texts.join("\n")
    })?;
    xml::write_xml(&made).map_err(|error| error.to_string())
}
