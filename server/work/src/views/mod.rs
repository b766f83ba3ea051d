//! Saved views of lists: filters and order under a name.

mod change;
mod list;
mod store;

use plumbline_core::kind::Kind;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::error::ApiError;
use plumbline_platform::http::text::Checks;
use plumbline_platform::ids::ViewId;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::query::{ListQuery, Request};

pub use store::of_account;

/// The most views of one list.
const MOST: i64 = 20;
/// The most characters of a name.
const NAME: usize = 60;
/// The most characters of what is searched for.
const SEARCH: usize = 200;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::list, change::create))
        .routes(routes!(change::update, change::delete))
}

/// What a list is narrowed to and its order, as its address says it; empty is not at all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ViewQuery {
    /// What is searched for.
    pub q: String,
    /// The tab.
    pub status: String,
    /// Whether it is the list of what was put away.
    pub archived: bool,
    /// The first issue date, YYYY-MM-DD.
    pub from: String,
    /// The last issue date, YYYY-MM-DD.
    pub to: String,
    /// What it is ordered by, as the list's `sort`.
    pub sort: String,
}

/// What a person sets of a view.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ViewInput {
    /// A UUIDv7 of the client's own choosing; the same one again is the same view.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub id: Option<ViewId>,
    /// Which list.
    #[schema(value_type = String)]
    pub kind: Kind,
    /// Its name, of its list the only one.
    pub name: String,
    /// What it shows.
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
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// What it shows.
    pub query: ViewQuery,
}

impl ViewInput {
    /// The view when it can be kept: a name, and a query that its list takes.
    fn checked(mut self, today: Date) -> Result<Self, ApiError> {
        self.name = self.name.trim().to_owned();
        self.query.q = self.query.q.trim().to_owned();
        let mut checks = Checks::new();
        checks.required_line("name", &self.name, NAME, "Give the view a name.");
        checks.line("query.q", &self.query.q, SEARCH);
        if let Err(error) = Request::of("", self.kind, self.query.as_list(), today) {
            checks.add("query", "invalid", error.sentence().to_owned());
        }
        checks.finish()?;
        Ok(self)
    }
}

impl ViewQuery {
    fn as_list(&self) -> ListQuery {
        let said = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        ListQuery {
            status: said(&self.status),
            q: said(&self.q),
            from: said(&self.from),
            to: said(&self.to),
            sort: said(&self.sort),
            ..ListQuery::default()
        }
    }
}

fn not_found() -> ApiError {
    ApiError::not_found("View")
}
