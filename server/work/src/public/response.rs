//! The response of a public GET, and what it adds for our own page.

use plumbline_core::money::Pence;
use plumbline_core::present::payment_details::ReadingMedium;
use plumbline_core::present::public::PublicDocument;
use plumbline_core::present::{Actions, Presentation};
use plumbline_core::status::{Banner, Tone};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::public::SUSPENDED_TEXT;
use crate::public::page::{self, LinkedDocument, PageQuestion};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::pdf::LinkCode;
use plumbline_platform::state::AppState;
use plumbline_platform::{files, sessions};
use plumbline_records::documents::issuing;
use plumbline_records::documents::parties::list_bank_notes;
use plumbline_records::documents::reading::certificate::{self, Acceptance};
use plumbline_records::documents::reading::emails::find_customer_email;
use plumbline_records::documents::reading::selection::{self, CustomerSelection};
use plumbline_records::documents::reading::view::{self, DisplayedVersion};
use plumbline_records::documents::reading::{authenticity_code, settlement};
use plumbline_records::documents::store::{stages, versions};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::profiles::store as profiles;

/// What the customer reads above an invoice for a job, or a part of one, that they cancelled. The invoice is unchanged
/// until the business credits it.
pub const CANCELLED_JOB_TEXT: &str = "The job that this invoice is for was cancelled. If you are not sure what you still owe, ask \
                                us before you pay.";

/// The response of a public GET: the fields of `docs/product.md`, section 7, and with `?with=page` one more.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct PublicResponse {
    /// quote or invoice, items, contact, business, businessProfile, payments.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    pub document: PublicDocument,
    /// What our own page shows. Only with `?with=page`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    #[schema(value_type = Option<Object>)]
    pub page: Option<PublicPage>,
}

/// A document as the customer's page shows it today. The page needs nothing else: no rules and no second request.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct PublicPage {
    /// All texts and amounts of the document, calculated for today in London.
    pub presentation: Presentation,
    /// The day in London for which the presentation was calculated, YYYY-MM-DD.
    pub today: Date,
    /// The hash of the version shown. An accept sends it back, so that nobody accepts what they have not seen.
    pub version: String,
    /// For a variation: what was agreed for its job so far. An accept sends it back, for the same reason as the hash.
    /// Left out for other documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub agreed: Option<Pence>,
    /// Who accepted the quote. `None` until then, and for a quote accepted before acceptances were stored.
    pub acceptance: Option<Acceptance>,
    /// Whether the document can be paid by card: the business wants that, and its card account can take payments.
    pub card: bool,
    /// Whether such a payment may also come from the customer's bank account.
    pub pay_by_bank: bool,
    /// The address of its PDF.
    pub pdf: String,
    /// Notes about the bank details on the document, a sentence each: since when they have been different, and until
    /// when they are valid. Left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub bank_notes: Vec<String>,
    /// What the customer may ask the business here. Left out if nothing can be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ask: Option<PageQuestionForm>,
    /// The questions asked here, newest first. Left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<PageQuestion>>"))]
    pub asked: Vec<PageQuestion>,
    /// The size of the logo, so that its space can be left free until it loads. Left out if there is no logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub logo: Option<LogoSize>,
    /// The invoices of a quote, which its customer pays. Left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<LinkedDocument>>"))]
    pub invoices: Vec<LinkedDocument>,
    /// How to check that the invoice is genuine. Left out for other documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub check: Option<PageCheck>,
}

/// What a customer may send from a document's page: a question, and perhaps a request for changes.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct PageQuestionForm {
    /// Whether changes may be requested too.
    pub changes: bool,
    /// Whether the business knows an address for its reply. If not, the customer may give one.
    pub has_email: bool,
}

impl PageQuestionForm {
    async fn load(conn: &mut Conn, stored: &StoredDocument) -> Result<Option<Self>, ApiError> {
        let asking = stored.allowed_questions();
        if !asking.question {
            return Ok(None);
        }
        Ok(Some(Self {
            changes: asking.changes,
            has_email: find_customer_email(conn, &stored.row).await?.is_some(),
        }))
    }
}

/// The size of a logo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct LogoSize {
    /// Its width in pixels.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub width: i64,
    /// Its height in pixels.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub height: i64,
}

impl LogoSize {
    /// The size of the logo at an address of this server; `None` for any other address.
    async fn load(conn: &mut Conn, url: Option<&str>) -> Result<Option<Self>, ApiError> {
        let Some(id) = url.and_then(files::parse_file_url) else {
            return Ok(None);
        };
        let file = files::store::find(conn, &id).await?;
        Ok(file.map(|file| Self { width: file.width, height: file.height }))
    }
}

/// The code with which somebody who has an invoice asks this server whether it is genuine.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct PageCheck {
    /// The page that the code opens.
    pub link: String,
    /// The address of the page where the code can be typed: `plumbline.example/check`.
    pub address: String,
    /// The code, in groups of characters.
    pub code: String,
    /// The QR code of the link: the number of squares along a side, including the light border.
    pub size: usize,
    /// The dark squares, as the path of an SVG whose unit is one square.
    pub path: String,
}

impl PageCheck {
    fn from_code(code: authenticity_code::AuthenticityCode) -> Option<Self> {
        let LinkCode { size, path } = LinkCode::from_link(&code.link)?;
        Some(Self { link: code.link, address: code.address, code: code.code, size, path })
    }
}

impl PublicResponse {
    /// The response for an issued document: with what our page shows on the day `page_of`, if one is given, and with
    /// the customer's choice and options, `picks`.
    ///
    /// # Errors
    /// As [`selection::apply_selection`]; 500 when the stored data cannot be read.
    pub async fn load(
        state: &AppState,
        conn: &mut Conn,
        stored: &StoredDocument,
        page_of: Option<Date>,
        picks: CustomerSelection<'_>,
    ) -> Result<Self, ApiError> {
        let version = versions::load_latest(conn, &stored.row).await?;
        let hash = match page_of {
            Some(_) => issuing::hash_version(stored.kind, &stored.row, &version)?,
            None => String::new(),
        };
        // An accept names the version that was sent, whatever the customer picked.
        let version = selection::apply_selection(stored, version, picks)?;
        let displayed_version = view::display_version(conn, stored, version).await?;
        let page = match page_of {
            Some(today) => Some(load_page(state, conn, stored, &displayed_version, hash, today).await?),
            None => None,
        };
        let document = displayed_version.answer;
        Ok(Self { document, page })
    }
}

async fn load_page(
    state: &AppState,
    conn: &mut Conn,
    stored: &StoredDocument,
    displayed_version: &DisplayedVersion,
    version: String,
    today: Date,
) -> Result<PublicPage, ApiError> {
    let mut presentation = displayed_version.presentation_on(today)?;
    page::add_uncounted(conn, stored, &mut presentation.payments).await?;
    if let Some(cancellation) = &mut presentation.cancellation
        && let Some(note) = settlement::find_settlement(conn, stored).await?.and_then(|it| it.page_note())
    {
        cancellation.early_note = note;
    }
    if presentation.actions.pay.is_some() && stages::is_of_cancelled_job(conn, &stored.row).await? {
        presentation.banners.push(Banner { tone: Tone::Amber, text: CANCELLED_JOB_TEXT.to_owned() });
    }
    let is_kept_out = sessions::is_suspended(conn, &stored.row.user_id).await?;
    if is_kept_out {
        // The forms are left out, so that nobody fills in what is refused in the end.
        presentation.actions = Actions::default();
        presentation.banners.push(Banner { tone: Tone::Amber, text: SUSPENDED_TEXT.to_owned() });
    }
    let certificate = match stored.row.accepted_version {
        Some(_) => certificate::find_certificate(conn, &stored.row.id).await?,
        None => None,
    };
    let token = stored.row.public_token.as_deref().unwrap_or_default();
    let card = displayed_version.answer.business_profile.stripe_account_id.is_some();
    let pay_by_bank = match &stored.row.business_profile_id {
        Some(profile) if card => profiles::accepts_bank_payments(conn, profile).await?,
        _ => false,
    };
    let bank_notes = match presentation.actions.pay {
        Some(_) => list_bank_notes(conn, &stored.row, ReadingMedium::Page, today).await?,
        None => Vec::new(),
    };
    let ask = match is_kept_out {
        true => None,
        false => PageQuestionForm::load(conn, stored).await?,
    };
    let code = authenticity_code::code_for_version(state, stored, stored.row.issued_version);
    let logo = LogoSize::load(conn, presentation.logo_url.as_deref()).await?;
    Ok(PublicPage {
        presentation,
        today,
        version,
        agreed: stored.row.varied_total.map(Pence),
        acceptance: certificate.map(|certificate| certificate.acceptance),
        card,
        pay_by_bank,
        pdf: format!("/{}/{token}.pdf", stored.kind.facts().letter),
        bank_notes,
        ask,
        asked: page::list_for_document(conn, stored).await?,
        logo,
        invoices: page::list_for_quote(state, conn, stored).await?,
        check: code.and_then(PageCheck::from_code),
    })
}
