//! The issued versions of a quote, and what changed from one to the next.

use axum::Json;
use axum::extract::State;
use plumbline_core::document::{Document, PriceDisplay};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::present::compare::{Comparison, VersionView, compare};
use plumbline_core::present::public::PublicDocument;
use plumbline_core::present::{Presentation, format_for_renderer, present};
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiQuery, PathIds};
use plumbline_platform::ids::DocumentId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::view;
use plumbline_records::documents::store::versions::{self, VersionRow};
use plumbline_records::documents::store::{DocumentStatus, acceptances};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

/// The most versions in one list, the newest ones.
const VERSIONS_MAX: i64 = 100;

/// The number of a version in a path.
pub(super) struct VersionNumber(i64);

impl PathIds for VersionNumber {
    fn from_segments<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        let number = texts.next().and_then(|text| text.parse().ok());
        number.map(Self).ok_or_else(|| ApiError::not_found("Version"))
    }
}

/// The versions of a quote.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct QuoteVersions {
    /// Newest first, at most 100.
    pub versions: Vec<QuoteVersion>,
    /// How many there are.
    pub total: i64,
}

/// A version of a quote.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct QuoteVersion {
    /// 1 for the first version that was sent.
    pub number: i64,
    /// When it was issued, milliseconds since the epoch.
    pub issued_at: i64,
    /// Whether the version was made from what its customer picked when they accepted.
    pub by_customer: bool,
    /// Whether this is the accepted version.
    pub accepted: bool,
    /// The total, in pounds.
    #[schema(value_type = String)]
    pub total_amount: Pence,
}

/// A version of a quote as it was shown to its customer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DisplayedQuoteVersion {
    /// Its number.
    pub number: i64,
    /// When it was issued, milliseconds since the epoch.
    pub issued_at: i64,
    /// Its texts and amounts.
    #[schema(value_type = Object)]
    pub presentation: Presentation,
}

/// What changed between two versions of a quote.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct QuoteVersionChanges {
    /// The number of the earlier version.
    pub since: i64,
    /// The number of the later version.
    pub number: i64,
    /// What changed.
    #[schema(value_type = Object)]
    pub comparison: Comparison,
}

/// Which versions are compared.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct VersionChangesQuery {
    /// The number of the earlier version; left out: the one before.
    #[serde(default)]
    since: Option<i64>,
}

/// The part of a version's totals that a list needs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VersionTotal {
    #[serde(default)]
    total_amount: Pence,
}

/// The versions of a quote that its customer could see, newest first; an empty list for a draft.
#[utoipa::path(get, path = "/{id}/versions", tag = "documents", params(("id" = String, Path)), responses(
    (status = 200, body = QuoteVersions), (status = 404, body = ErrorBody)))]
pub(super) async fn list_versions(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
) -> Result<Json<QuoteVersions>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let quote = StoredDocument::find(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    let acceptance = acceptances::find(&mut tx, &id).await?;
    let accepted_at = acceptance.map(|row| row.accepted_at);
    let mut listed = Vec::new();
    for row in versions::list_newest_totals(&mut tx, &id, VERSIONS_MAX).await? {
        let accepted = quote.row.accepted_version == Some(row.version);
        let sum: VersionTotal = serde_json::from_str(&row.totals)?;
        listed.push(QuoteVersion {
            number: row.version,
            issued_at: row.issued_at,
            // A version that is issued at the moment of the acceptance is what its customer picked.
            by_customer: accepted && accepted_at == Some(row.issued_at) && row.version > 1,
            accepted,
            total_amount: sum.total_amount,
        });
    }
    Ok(Json(QuoteVersions { total: quote.row.issued_version, versions: listed }))
}

/// A version of a quote as it was shown to its customer, with the texts and amounts of that time.
#[utoipa::path(get, path = "/{id}/versions/{number}", tag = "documents",
    params(("id" = String, Path), ("number" = i64, Path)), responses(
    (status = 200, body = DisplayedQuoteVersion), (status = 404, body = ErrorBody)))]
pub(super) async fn read_version(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, (id, VersionNumber(number))): DocumentPath<(DocumentId, VersionNumber)>,
) -> Result<Json<DisplayedQuoteVersion>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let quote = StoredDocument::find(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    let version = find_version(&mut tx, &quote, number).await?;
    let issued_at = version.issued_at;
    let mut displayed_version = view::display_version(&mut tx, &quote, version).await?;
    if !is_current(&quote, number) {
        reset_to_offered(&mut displayed_version.answer);
    }
    Ok(Json(DisplayedQuoteVersion {
        number,
        issued_at,
        presentation: displayed_version.presentation_with_long_dates(today(&state)?)?,
    }))
}

/// What changed in a version of a quote since an earlier one, including costs.
#[utoipa::path(get, path = "/{id}/versions/{number}/changes", tag = "documents",
    params(("id" = String, Path), ("number" = i64, Path), VersionChangesQuery), responses(
    (status = 200, body = QuoteVersionChanges), (status = 404, body = ErrorBody)))]
pub(super) async fn read_version_changes(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, (id, VersionNumber(number))): DocumentPath<(DocumentId, VersionNumber)>,
    ApiQuery(against): ApiQuery<VersionChangesQuery>,
) -> Result<Json<QuoteVersionChanges>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let quote = StoredDocument::find(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    let since = against.since.unwrap_or(number.saturating_sub(1));
    let before = find_version(&mut tx, &quote, since).await?;
    let after = find_version(&mut tx, &quote, number).await?;
    let before = BusinessView::load(&mut tx, &quote, before, today).await?;
    let after = BusinessView::load(&mut tx, &quote, after, today).await?;
    Ok(Json(QuoteVersionChanges { since, number, comparison: compare(before.to_seen(), after.to_seen()) }))
}

async fn find_version(conn: &mut Conn, quote: &StoredDocument, number: i64) -> Result<VersionRow, ApiError> {
    let version = versions::find(conn, &quote.row.id, number).await?;
    version.ok_or_else(|| ApiError::not_found("Version"))
}

/// Whether a version is the one that the quote's status is about: the accepted one, or else the latest.
fn is_current(quote: &StoredDocument, number: i64) -> bool {
    let agreed = quote.row.accepted_version;
    agreed.unwrap_or(quote.row.issued_version) == number
}

/// Presents a version that nobody accepted as it was offered: no choice was taken, and all the others are there.
fn reset_to_offered(answer: &mut PublicDocument) {
    if let Some(fields) = &mut answer.quote {
        fields.status = DocumentStatus::Sent.code().to_owned();
        fields.accepted_date = None;
        fields.staged = false;
    }
}

/// A version as the business sees it: with its costs, and no price hidden.
struct BusinessView {
    document: Document,
    answer: PublicDocument,
    shown: Presentation,
}

impl BusinessView {
    async fn load(
        conn: &mut Conn,
        quote: &StoredDocument,
        version: VersionRow,
        today: Date,
    ) -> Result<Self, ApiError> {
        let document: Document = serde_json::from_str(&version.input)?;
        let open = Document { price_display: PriceDisplay::Lines, ..document.clone() };
        let parties = Parties::for_version(conn, &quote.row, &version).await?;
        // Both versions are presented with today's texts, so that a new wording is not a change.
        let version = VersionRow { input: serde_json::to_string(&open)?, texts: None, ..version };
        let mut answer = view::assemble_document(quote, version, parties)?;
        // An offer is compared with an offer: that one of the versions was accepted is not a change.
        reset_to_offered(&mut answer);
        let presentation = present(&answer, today);
        let displayed = presentation.ok_or_else(|| ApiError::internal("an answer without a document"))?;
        Ok(Self { document, shown: format_for_renderer(displayed, &answer), answer })
    }

    fn to_seen(&self) -> VersionView<'_> {
        VersionView { answer: &self.answer, presentation: &self.shown, own: Some(&self.document) }
    }
}
