//! Saved views of lists: filters and order under a name.

mod change;
mod list;
mod store;

use plumbline_core::kind::DocumentKind;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::error::ApiError;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::ids::ViewId;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::query::{DocumentListQuery, DocumentListRequest};

pub use store::export;

/// The most views of one list.
const VIEWS_MAX: i64 = 20;
/// The most characters of a name.
const NAME_MAX: usize = 60;
/// The most characters of a search.
const SEARCH_MAX: usize = 200;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::list, change::create))
        .routes(routes!(change::update, change::delete))
}

/// The filters and order of a list, as in its address; an empty field does not filter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ViewQuery {
    /// The search text.
    pub q: String,
    /// The tab.
    pub status: String,
    /// Whether it is the list of archived documents.
    pub archived: bool,
    /// The first issue date, YYYY-MM-DD.
    pub from: String,
    /// The last issue date, YYYY-MM-DD.
    pub to: String,
    /// The order, as the list's `sort`.
    pub sort: String,
}

/// A view to create or to change.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ViewInput {
    /// A UUIDv7 chosen by the client; the same id again is the same view.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub id: Option<ViewId>,
    /// Which list.
    #[schema(value_type = String)]
    pub kind: DocumentKind,
    /// Its name, unique within its list.
    pub name: String,
    /// Its filters and order.
    pub query: ViewQuery,
}

/// A view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// UUIDv7.
    #[schema(value_type = String)]
    pub id: ViewId,
    /// Which list.
    #[schema(value_type = String)]
    pub kind: DocumentKind,
    /// Its name.
    pub name: String,
    /// Its filters and order.
    pub query: ViewQuery,
}

impl ViewInput {
    /// The view, if it is valid: it has a name, and a query that its list accepts.
    fn validate(mut self, today: Date) -> Result<Self, ApiError> {
        self.name = self.name.trim().to_owned();
        self.query.q = self.query.q.trim().to_owned();
        let mut checks = FieldChecks::new();
        checks.check_required_line("name", &self.name, NAME_MAX, "Give the view a name.");
        checks.check_line("query.q", &self.query.q, SEARCH_MAX);
        if let Err(error) = DocumentListRequest::from_query("", self.kind, self.query.as_list(), today) {
            checks.add("query", "invalid", error.user_message().to_owned());
        }
        checks.into_result()?;
        Ok(self)
    }
}

impl ViewQuery {
    fn as_list(&self) -> DocumentListQuery {
        let given = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        DocumentListQuery {
            status: given(&self.status),
            q: given(&self.q),
            from: given(&self.from),
            to: given(&self.to),
            sort: given(&self.sort),
            ..DocumentListQuery::default()
        }
    }
}

fn not_found() -> ApiError {
    ApiError::not_found("View")
}
