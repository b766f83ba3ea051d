//! A document as a PDF: what its customer sees or, for a draft, would see if it were issued now.

use std::collections::HashMap;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use plumbline_core::document::parties::format_country;
use plumbline_core::kind::DocumentKind;
use plumbline_core::present::payment_details::ReadingMedium;
use plumbline_core::present::public::PublicDocument;
use plumbline_core::present::{BlockLine, BlockPart, LINKED_LAYOUT, PartyBlock, Presentation};

use crate::documents::issuing::issue::to_version;
use crate::documents::parties::{Parties, list_bank_notes};
use crate::documents::reading::authenticity_code;
use crate::documents::reading::response::customer_link;
use crate::documents::reading::selection::{self, CustomerSelection};
use crate::documents::reading::view;
use crate::documents::store::DocumentStatus;
use crate::documents::store::versions::{self, VersionRow};
use crate::documents::stored::StoredDocument;
use crate::documents::{store, today};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::files;
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::pdf::{self, AuthenticityLink, PdfError, PrintedDocument, Watermark};
use plumbline_platform::state::AppState;
use plumbline_platform::zip_stream::named;

/// Our PDFs need nothing from outside; the browser's own viewer needs its styles.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; \
    img-src 'self' data: blob:; frame-ancestors 'none'";

/// The country that is left out of an address if only one of the two addresses states it.
const HOME_COUNTRY: &str = "United Kingdom";

/// A PDF with its name.
#[derive(Debug)]
pub struct PdfFile {
    /// `Quote Q-0001 from Taylor Plumbing.pdf`
    pub name: String,
    /// The file.
    pub bytes: Bytes,
}

impl IntoResponse for PdfFile {
    fn into_response(self) -> Response {
        let displayed = named("inline", &self.name);
        let mut response = Body::from(self.bytes).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
        if let Ok(header_value) = HeaderValue::from_str(&displayed) {
            headers.insert(header::CONTENT_DISPOSITION, header_value);
        }
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY));
        response
    }
}

/// The file name of a PDF for a document or something that belongs to it, including the name of the business: among a
/// customer's files, a number alone could be from any business.
#[must_use]
pub fn pdf_file_name(title: &str, business: &str) -> String {
    file_of(title, business, "pdf")
}

/// The same for a file with another extension.
#[must_use]
pub fn file_of(title: &str, business: &str, ending: &str) -> String {
    match business.trim().trim_end_matches('.') {
        "" => format!("{title}.{ending}"),
        business => format!("{title} from {business}.{ending}"),
    }
}

/// Why a PDF couldn't be made.
#[derive(Debug, thiserror::Error)]
pub enum DocumentPdfError {
    /// The typesetter failed.
    #[error(transparent)]
    Pdf(#[from] PdfError),
    /// The data for it couldn't be read.
    #[error("what the PDF needs could not be read")]
    Api(ApiError),
}

impl From<ApiError> for DocumentPdfError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<DocumentPdfError> for ApiError {
    fn from(error: DocumentPdfError) -> Self {
        match error {
            DocumentPdfError::Pdf(error) => error.into(),
            DocumentPdfError::Api(error) => error,
        }
    }
}

/// The PDF of one of the account's documents, drafts included.
///
/// # Errors
/// 404 if the account has no such document.
pub async fn make_own_pdf(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    id: &DocumentId,
) -> Result<PdfFile, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let stored = StoredDocument::find(&mut tx, user_id, kind, id).await?;
    let version = version_to_show(&mut tx, &stored).await?;
    let printed_document = prepare_document(state, &mut tx, &stored, version).await?;
    drop(tx);
    Ok(typeset(state, &stored, printed_document).await?)
}

/// The presentation of one of the account's documents as its customer sees it today, drafts included.
///
/// # Errors
/// As for [`make_own_pdf`].
pub async fn load_presentation(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    id: &DocumentId,
) -> Result<Presentation, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let stored = StoredDocument::find(&mut tx, user_id, kind, id).await?;
    let version = version_to_show(&mut tx, &stored).await?;
    let displayed_version = view::display_version(&mut tx, &stored, version).await?;
    displayed_version.presentation_with_long_dates(today(state)?)
}

/// What the document's customer sees: the latest version or, for a draft, what would be issued now.
async fn version_to_show(conn: &mut Conn, stored: &StoredDocument) -> Result<VersionRow, ApiError> {
    if !stored.is_draft() {
        return versions::load_latest(conn, &stored.row).await;
    }
    let parties = Parties::current(conn, &stored.row).await?;
    to_version(&stored.row, &parties, stored.row.updated_at)
}

/// The PDF behind a customer's link, with what they have selected; `None` if the link leads nowhere.
///
/// # Errors
/// As for [`selection::apply_selection`]; 500 if the stored data can't be read.
pub async fn make_public_pdf(
    state: &AppState,
    kind: DocumentKind,
    token: &str,
    picks: CustomerSelection<'_>,
) -> Result<Option<PdfFile>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let row = store::find_public(&mut tx, kind, token).await?;
    let Some(row) = row.filter(|row| row.status != DocumentStatus::Void) else {
        return Ok(None);
    };
    let stored = StoredDocument::load(&mut tx, row).await?;
    let version = versions::load_latest(&mut tx, &stored.row).await?;
    let version = selection::apply_selection(&stored, version, picks)?;
    let printed_document = prepare_document(state, &mut tx, &stored, version).await?;
    drop(tx);
    Ok(Some(typeset(state, &stored, printed_document).await?))
}

/// The PDF of a version that was sent; `None` if the document no longer exists.
///
/// # Errors
/// If it couldn't be read or typeset.
pub async fn make_sent_pdf(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    id: &DocumentId,
    version: i64,
) -> Result<Option<PdfFile>, DocumentPdfError> {
    let mut tx = state.db.begin_read().await.map_err(ApiError::from)?;
    let row = store::find(&mut tx, user_id, kind, id).await;
    let Some(row) = row.map_err(ApiError::from)? else {
        return Ok(None);
    };
    let stored = StoredDocument::load(&mut tx, row).await?;
    let version = versions::find(&mut tx, id, version).await;
    let Some(version) = version.map_err(ApiError::from)? else {
        return Ok(None);
    };
    let printed_document = prepare_document(state, &mut tx, &stored, version).await?;
    drop(tx);
    Ok(Some(typeset(state, &stored, printed_document).await?))
}

/// The input of the typesetter without the pictures, which aren't in the database.
async fn prepare_document(
    state: &AppState,
    conn: &mut Conn,
    stored: &StoredDocument,
    version: VersionRow,
) -> Result<PrintedDocument, ApiError> {
    let at = version.issued_at;
    let code = authenticity_code::code_for_version(state, stored, version.version);
    let displayed_version = view::display_version(conn, stored, version).await?;
    let today = today(state)?;
    let mut presentation = displayed_version.presentation_with_long_dates(today)?;
    let bank_notes = match presentation.actions.pay {
        Some(_) => list_bank_notes(conn, &stored.row, ReadingMedium::Print, today).await?,
        None => Vec::new(),
    };
    // The request to start early is always printed, accepted or not, because a version has only one file.
    let fields = displayed_version.answer.quote.as_ref();
    let given = fields.and_then(|fields| fields.cancellation.as_ref());
    if let Some((cancellation, given)) = presentation.cancellation.as_mut().zip(given) {
        cancellation.early.clone_from(&given.pack.early);
    }
    // What ticking a line adds is only on the page, because nothing is ticked on a printed document.
    for line in &mut presentation.lines {
        line.adds = None;
    }
    if let Some(country) = shared_country(&displayed_version.answer) {
        remove_country(country, &mut presentation.from);
        remove_country(country, &mut presentation.to);
    }
    let mark = match stored.row.status {
        _ if stored.is_draft() => Some(Watermark::Draft),
        DocumentStatus::Void => Some(Watermark::Void),
        DocumentStatus::Paid => Some(Watermark::Paid),
        _ if stored.row.cancelled_date.is_some() => Some(Watermark::Cancelled),
        _ => None,
    };
    Ok(PrintedDocument {
        account: stored.row.user_id.to_string(),
        link: payment_link(state, stored, &presentation),
        online: online_link(state, stored, &presentation),
        authenticity: code.map(|code| AuthenticityLink {
            link: code.link,
            address: code.address,
            code: code.code,
        }),
        presentation,
        bank_notes,
        logo: None,
        photos: HashMap::new(),
        watermark: mark,
        at,
    })
}

/// The link to the payment methods on the customer's page, if the document is issued and there is something to pay.
fn payment_link(state: &AppState, stored: &StoredDocument, presentation: &Presentation) -> Option<String> {
    let token = stored.row.public_token.as_deref();
    let token = token.filter(|_| !stored.is_draft() && presentation.actions.pay.is_some())?;
    Some(format!("{}#pay", customer_link(state, stored.kind, token)))
}

/// The link to the customer's page of an issued document that is accepted or paid there. `None` for a version that was
/// issued before printed documents contained the link, because its file doesn't change. For a quote the link stays the
/// same after it is accepted or declined.
fn online_link(state: &AppState, stored: &StoredDocument, presentation: &Presentation) -> Option<String> {
    let token = stored.row.public_token.as_deref();
    let token = token.filter(|_| !stored.is_draft() && presentation.layout >= LINKED_LAYOUT)?;
    let asks = stored.kind == DocumentKind::Quote || presentation.actions.pay.is_some();
    asks.then(|| customer_link(state, stored.kind, token))
}

/// The country that is left out of the printed addresses: one that both addresses have. If only one address has a
/// country, it is left out if it is the United Kingdom.
fn shared_country(document: &PublicDocument) -> Option<&str> {
    let contact = document.contact.as_ref();
    let named = |country: &'_ str| !country.is_empty();
    let ours = format_country(&document.business_profile.country);
    let theirs = contact.map_or("", |contact| format_country(&contact.country));
    match (named(ours), named(theirs)) {
        (true, true) => (ours == theirs).then_some(ours),
        (true, false) => (ours == HOME_COUNTRY).then_some(ours),
        (false, true) => (theirs == HOME_COUNTRY).then_some(theirs),
        (false, false) => None,
    }
}

/// Removes a country from the end of a block's address.
fn remove_country(country: &str, block: &mut PartyBlock) {
    let is_address = |line: &BlockLine| line.part == BlockPart::Address;
    let last = block.lines.iter().rposition(is_address);
    if let Some(last) = last.filter(|last| block.lines[*last].text == country) {
        block.lines.remove(last);
    }
}

/// `Invoice INV-0001`, `Variation Q-0012-V1`, or `Invoice draft`: the name of a document's file.
#[must_use]
pub fn title(stored: &StoredDocument) -> String {
    match &stored.row.number {
        Some(number) => format!("{} {number}", stored.title()),
        None => format!("{} draft", stored.title()),
    }
}

async fn typeset(
    state: &AppState,
    stored: &StoredDocument,
    mut printed_document: PrintedDocument,
) -> Result<PdfFile, PdfError> {
    printed_document.logo = load_logo(state, printed_document.presentation.logo_url.as_deref()).await;
    printed_document.photos = load_photos(state, &stored.row.user_id, &printed_document.presentation).await;
    let name = pdf_file_name(&title(stored), &printed_document.presentation.business_name);
    let bytes = pdf::render_document(&state.typesetter, printed_document).await?;
    Ok(PdfFile { name, bytes })
}

/// The photos that a document shows, as they are printed.
async fn load_photos(
    state: &AppState,
    user_id: &UserId,
    presentation: &Presentation,
) -> HashMap<String, Bytes> {
    let of_lines = presentation.lines.iter().flat_map(|line| &line.photos);
    let mut photos = HashMap::new();
    for photo in of_lines.chain(&presentation.photos) {
        if let Ok(id) = photo.id.parse()
            && let Some(bytes) = files::load_for_print(state, user_id, &id).await
        {
            photos.insert(photo.id.clone(), bytes);
        }
    }
    photos
}

/// The picture at a logo's address; `None` if it can't be read, because a document without its logo is better than
/// none.
pub async fn load_logo(state: &AppState, url: Option<&str>) -> Option<Vec<u8>> {
    let id = files::parse_file_url(url?)?;
    match state.files.get(id.as_str()).await {
        Ok(found) => found.map(|bytes| bytes.to_vec()),
        Err(error) => {
            tracing::warn!(%error, file = %id, "a logo could not be read");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_its_business_too() {
        assert_eq!(
            pdf_file_name("Quote Q-0001", " Taylor Plumbing Ltd. "),
            "Quote Q-0001 from Taylor Plumbing Ltd.pdf"
        );
        assert_eq!(pdf_file_name("Quote Q-0001", " "), "Quote Q-0001.pdf");
        assert_eq!(
            file_of("Invoice INV-0001", "Pipe & Sons", "xml"),
            "Invoice INV-0001 from Pipe & Sons.xml"
        );
    }
}
