//! GET /api/invoices/{id}/einvoice and /api/credit-notes/{id}/einvoice

use axum::Extension;
use axum::extract::{Path, State};
use plumbline_core::einvoice::create;
use plumbline_core::kind::DocumentKind;

use super::source::{self, EinvoiceInput};
use super::xml;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::GeneratedFile;
use plumbline_records::documents::reading::printable;
use plumbline_records::documents::store::DocumentStatus;
use plumbline_records::documents::stored::StoredDocument;

/// The media type of an e-invoice.
const XML_MEDIA_TYPE: &str = "application/xml";

/// The e-invoice of an issued invoice or credit note, as a download with the file name of its PDF; 422 with everything
/// that prevents it.
#[utoipa::path(get, path = "/{id}/einvoice", tag = "documents", responses(
    (status = 200, content_type = "application/xml"), (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody)))]
pub(super) async fn download_einvoice(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<String>,
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
