//! A document as a PDF: what its customer sees or, for a draft, would see if it were issued now.

use std::collections::HashMap;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use plumbline_core::document::parties::country_name;
use plumbline_core::kind::Kind;
use plumbline_core::present::on_file::ReadOn;
use plumbline_core::present::public::PublicDocument;
use plumbline_core::present::{Block, BlockLine, BlockPart, LINKED, Presentation};

use crate::documents::issuing::issue::version_of;
use crate::documents::parties::{Parties, bank_notes};
use crate::documents::reading::answer::link;
use crate::documents::reading::chosen::{self, Picks};
use crate::documents::reading::code;
use crate::documents::reading::view;
use crate::documents::store::Status;
use crate::documents::store::versions::{self, VersionRow};
use crate::documents::stored::Stored;
use crate::documents::{store, today};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::files;
use plumbline_platform::ids::UserId;
use plumbline_platform::pdf::{self, Genuine, Mark, Paper, PdfError};
use plumbline_platform::state::AppState;
use plumbline_platform::zipped::named;

/// Nothing in a PDF of ours needs anything from outside; the browser's own viewer needs its styles.
const POLICY: &str = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; \
    img-src 'self' data: blob:; frame-ancestors 'none'";

/// The country whose name an address of one side only need not have.
const HOME: &str = "United Kingdom";

/// A PDF with its name.
#[derive(Debug)]
pub struct Pdf {
    /// `Quote Q-0001 from Taylor Plumbing.pdf`
    pub name: String,
    /// The file.
    pub bytes: Bytes,
}

impl IntoResponse for Pdf {
    fn into_response(self) -> Response {
        let shown = named("inline", &self.name);
        let mut response = Body::from(self.bytes).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/pdf"),
        );
        if let Ok(shown) = HeaderValue::from_str(&shown) {
            headers.insert(header::CONTENT_DISPOSITION, shown);
        }
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-cache"),
        );
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(POLICY),
        );
        response
    }
}

/// The PDF of a document or of what belongs to it, with the name of its business: among the files of a customer a number
/// alone could be anybody's.
#[must_use]
pub fn file_name(title: &str, business: &str) -> String {
    file_of(title, business, "pdf")
}

/// The same of a file with another ending.
#[must_use]
pub fn file_of(title: &str, business: &str, ending: &str) -> String {
    match business.trim().trim_end_matches('.') {
        "" => format!("{title}.{ending}"),
        business => format!("{title} from {business}.{ending}"),
    }
}

/// Why there is no PDF.
#[derive(Debug, thiserror::Error)]
pub enum PaperError {
    /// The typesetter failed.
    #[error(transparent)]
    Pdf(#[from] PdfError),
    /// What it needs could not be read.
    #[error("what the PDF needs could not be read")]
    Api(ApiError),
}

impl From<ApiError> for PaperError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<PaperError> for ApiError {
    fn from(error: PaperError) -> Self {
        match error {
            PaperError::Pdf(error) => error.into(),
            PaperError::Api(error) => error,
        }
    }
}

/// The PDF of the account's document, drafts too.
///
/// # Errors
/// 404 when there is none, or it is another account's.
pub async fn own(state: &AppState, user_id: &str, kind: Kind, id: &str) -> Result<Pdf, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let stored = Stored::find(&mut tx, user_id, kind, id).await?;
    let version = version(&mut tx, &stored).await?;
    let paper = paper(state, &mut tx, &stored, version).await?;
    drop(tx);
    Ok(make(state, &stored, paper).await?)
}

/// The words of the account's document as its customer sees them today, drafts too.
///
/// # Errors
/// As [`own`].
pub async fn presentation(
    state: &AppState,
    user_id: &str,
    kind: Kind,
    id: &str,
) -> Result<Presentation, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let stored = Stored::find(&mut tx, user_id, kind, id).await?;
    let version = version(&mut tx, &stored).await?;
    let shown = view::of_version(&mut tx, &stored, version).await?;
    shown.in_renderer(today(state)?)
}

/// What the document's customer sees: the latest version, or, of a draft, what would be issued now.
async fn version(conn: &mut Conn, stored: &Stored) -> Result<VersionRow, ApiError> {
    if !stored.is_draft() {
        return versions::latest(conn, &stored.row).await;
    }
    let parties = Parties::now(conn, &stored.row).await?;
    version_of(&stored.row, &parties, stored.row.updated_at)
}

/// The PDF behind a customer's link, with what they picked; `None` where the link leads nowhere.
///
/// # Errors
/// As [`chosen::with`]; 500 when what is stored cannot be read.
pub async fn public(
    state: &AppState,
    kind: Kind,
    token: &str,
    picks: Picks<'_>,
) -> Result<Option<Pdf>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let row = store::find_public(&mut tx, kind, token).await?;
    let Some(row) = row.filter(|row| row.status != Status::Void) else {
        return Ok(None);
    };
    let stored = Stored::read(&mut tx, row).await?;
    let version = versions::latest(&mut tx, &stored.row).await?;
    let version = chosen::with(&stored, version, picks)?;
    let paper = paper(state, &mut tx, &stored, version).await?;
    drop(tx);
    Ok(Some(make(state, &stored, paper).await?))
}

/// The PDF of a version that was sent; `None` where the document is no longer there.
///
/// # Errors
/// When it could not be read, or not be typeset.
pub async fn sent(
    state: &AppState,
    user_id: &str,
    kind: Kind,
    id: &str,
    version: i64,
) -> Result<Option<Pdf>, PaperError> {
    let mut tx = state.db.begin_read().await.map_err(ApiError::from)?;
    let row = store::find(&mut tx, user_id, kind, id).await;
    let Some(row) = row.map_err(ApiError::from)? else {
        return Ok(None);
    };
    let stored = Stored::read(&mut tx, row).await?;
    let version = versions::find(&mut tx, id, version).await;
    let Some(version) = version.map_err(ApiError::from)? else {
        return Ok(None);
    };
    let paper = paper(state, &mut tx, &stored, version).await?;
    drop(tx);
    Ok(Some(make(state, &stored, paper).await?))
}

/// What is to be typeset, but for the pictures, which lie elsewhere than in the database.
async fn paper(
    state: &AppState,
    conn: &mut Conn,
    stored: &Stored,
    version: VersionRow,
) -> Result<Paper, ApiError> {
    let at = version.issued_at;
    let code = code::of(state, stored, version.version);
    let shown = view::of_version(conn, stored, version).await?;
    let today = today(state)?;
    let mut presentation = shown.in_renderer(today)?;
    let bank_notes = match presentation.actions.pay {
        Some(_) => bank_notes(conn, &stored.row, ReadOn::Paper, today).await?,
        None => Vec::new(),
    };
    // The request to start early stays on paper, accepted or not: a version is one file.
    let fields = shown.answer.quote.as_ref();
    let given = fields.and_then(|fields| fields.cancellation.as_ref());
    if let Some((shown, given)) = presentation.cancellation.as_mut().zip(given) {
        shown.early.clone_from(&given.pack.early);
    }
    // What a tick adds is the page's: nothing is ticked on paper.
    for line in &mut presentation.lines {
        line.adds = None;
    }
    if let Some(country) = one_country(&shown.answer) {
        leave_out(country, &mut presentation.from);
        leave_out(country, &mut presentation.to);
    }
    let mark = match stored.row.status {
        _ if stored.is_draft() => Some(Mark::Draft),
        Status::Void => Some(Mark::Void),
        Status::Paid => Some(Mark::Paid),
        _ if stored.row.cancelled_date.is_some() => Some(Mark::Cancelled),
        _ => None,
    };
    Ok(Paper {
        account: stored.row.user_id.to_string(),
        link: to_pay(state, stored, &presentation),
        online: online(state, stored, &presentation),
        genuine: code.map(|code| Genuine {
            link: code.link,
            address: code.address,
            code: code.code,
        }),
        presentation,
        bank_notes,
        logo: None,
        photos: HashMap::new(),
        mark,
        at,
    })
}

/// The customer's page at its ways to pay, where the document is issued and there is something to pay.
fn to_pay(state: &AppState, stored: &Stored, shown: &Presentation) -> Option<String> {
    let token = stored.row.public_token.as_deref();
    let token = token.filter(|_| !stored.is_draft() && shown.actions.pay.is_some())?;
    Some(format!("{}#pay", link(state, stored.kind, token)))
}

/// The customer's page of an issued document that is accepted or paid there; none of a version that was issued before
/// paper named it, whose file stays as it is. That of a quote is the same once it is answered.
fn online(state: &AppState, stored: &Stored, shown: &Presentation) -> Option<String> {
    let token = stored.row.public_token.as_deref();
    let token = token.filter(|_| !stored.is_draft() && shown.layout >= LINKED)?;
    let asks = stored.kind == Kind::Quote || shown.actions.pay.is_some();
    asks.then(|| link(state, stored.kind, token))
}

/// The country that both addresses are in, as it is shown: its name says nothing on paper. One
/// alone is left out where it is the product's own.
fn one_country(document: &PublicDocument) -> Option<&str> {
    let contact = document.contact.as_ref();
    let named = |country: &'_ str| !country.is_empty();
    let ours = country_name(&document.business_profile.country);
    let theirs = contact.map_or("", |contact| country_name(&contact.country));
    match (named(ours), named(theirs)) {
        (true, true) => (ours == theirs).then_some(ours),
        (true, false) => (ours == HOME).then_some(ours),
        (false, true) => (theirs == HOME).then_some(theirs),
        (false, false) => None,
    }
}

/// Takes a country off the end of a block's address.
fn leave_out(country: &str, block: &mut Block) {
    let is_address = |line: &BlockLine| line.part == BlockPart::Address;
    let last = block.lines.iter().rposition(is_address);
    if let Some(last) = last.filter(|last| block.lines[*last].text == country) {
        block.lines.remove(last);
    }
}

/// `Invoice INV-0001`, or `Invoice draft`: what a document's file is called.
#[must_use]
pub fn title(stored: &Stored) -> String {
    match &stored.row.number {
        Some(number) => format!("{} {number}", stored.kind.title()),
        None => format!("{} draft", stored.kind.title()),
    }
}

async fn make(state: &AppState, stored: &Stored, mut paper: Paper) -> Result<Pdf, PdfError> {
    paper.logo = logo(state, paper.presentation.logo_url.as_deref()).await;
    paper.photos = photos(state, &stored.row.user_id, &paper.presentation).await;
    let name = file_name(&title(stored), &paper.presentation.business_name);
    let bytes = pdf::document(&state.typesetter, paper).await?;
    Ok(Pdf { name, bytes })
}

/// The photos that a document shows, as they are on paper.
async fn photos(
    state: &AppState,
    user_id: &UserId,
    shown: &Presentation,
) -> HashMap<String, Bytes> {
    let of_lines = shown.lines.iter().flat_map(|line| &line.photos);
    let mut photos = HashMap::new();
    for photo in of_lines.chain(&shown.photos) {
        if let Some(bytes) = files::on_paper(state, user_id, &photo.id).await {
            photos.insert(photo.id.clone(), bytes);
        }
    }
    photos
}

/// The picture of a logo's address; a paper without its logo is better than none.
pub async fn logo(state: &AppState, url: Option<&str>) -> Option<Vec<u8>> {
    let id = files::id_of_url(url?)?;
    match state.files.get(&id).await {
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
            file_name("Quote Q-0001", " Taylor Plumbing Ltd. "),
            "Quote Q-0001 from Taylor Plumbing Ltd.pdf"
        );
        assert_eq!(file_name("Quote Q-0001", " "), "Quote Q-0001.pdf");
        assert_eq!(
            file_of("Invoice INV-0001", "Pipe & Sons", "xml"),
            "Invoice INV-0001 from Pipe & Sons.xml"
        );
    }
}
