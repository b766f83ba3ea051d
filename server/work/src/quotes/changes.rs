//! What changed in a quote since its customer read it, part by part.

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use plumbline_core::present::compare::{Comparison, VersionView, compare};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::public::link::Link;
use crate::public::not_found;
use crate::quotes::differences;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::view;
use plumbline_records::documents::store::{self, DocumentStatus, versions};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

/// The query of the changes.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ChangesQuery {
    /// The hash of the version that was read, as on the customer's page.
    since: String,
}

/// What changed since a version was read.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct QuoteChanges {
    /// The changes; `None` if the version that was read is unknown.
    #[schema(value_type = Option<Object>)]
    pub comparison: Option<Comparison>,
}

/// What changed in a quote since the version with this hash, which the customer has read; nothing is revealed about
/// other versions. Costs to the business and hidden prices are not included.
#[utoipa::path(get, path = "/public/{token}/changes", tag = "public", params(("token" = String, Path), ChangesQuery),
    responses((status = 200, body = QuoteChanges), (status = 404, body = ErrorBody)))]
pub(super) async fn read_changes(
    State(state): State<AppState>,
    link: Link,
    ApiQuery(read): ApiQuery<ChangesQuery>,
) -> Result<Json<QuoteChanges>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let row = store::find_public(&mut tx, DocumentKind::Quote, &link.token).await?;
    let row = row.filter(|row| row.status != DocumentStatus::Void);
    let row = row.ok_or_else(|| not_found(DocumentKind::Quote))?;
    let quote = StoredDocument::load(&mut tx, row).await?;
    let newest = versions::load_latest(&mut tx, &quote.row).await?;
    let Some(was) = differences::find_earlier(&mut tx, &quote, &read.since, newest.version).await? else {
        return Ok(Json(QuoteChanges { comparison: None }));
    };
    let before = view::display_version(&mut tx, &quote, was).await?;
    let after = view::display_version(&mut tx, &quote, newest).await?;
    let (was, is) = (before.presentation_on(today)?, after.presentation_on(today)?);
    let comparison = compare(
        VersionView { answer: &before.answer, presentation: &was, own: None },
        VersionView { answer: &after.answer, presentation: &is, own: None },
    );
    Ok(Json(QuoteChanges { comparison: Some(comparison) }))
}
