//! GET /api/activities

use axum::Json;
use axum::extract::State;
use serde::Deserialize;

use super::store::{self, Filter};
use super::{Activity, Actor};
use plumbline_platform::clock::london_start;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::{ApiQuery, days};
use plumbline_platform::ids::ActivityId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The query for the list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// 1 to 200; 50 by default.
    limit: Option<i64>,
    /// Only activities after this id in the list: the last one of the page before.
    before: Option<String>,
    /// Only what this actor did.
    actor: Option<Actor>,
    /// Only what happened to subjects of this kind.
    #[param(inline)]
    about: Option<About>,
    /// The first day in London, YYYY-MM-DD.
    from: Option<String>,
    /// The last day in London, YYYY-MM-DD.
    to: Option<String>,
}

/// The kinds of subjects.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// A quote.
    Quote,
    /// An invoice.
    Invoice,
    /// A credit note.
    CreditNote,
    /// A customer.
    Contact,
    /// An item of the price list.
    Item,
    /// A business profile.
    BusinessProfile,
    /// An expense.
    Expense,
    /// A quote template.
    QuoteTemplate,
    /// A recurring invoice.
    RecurringInvoice,
}

impl About {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Quote => "quote",
            Self::Invoice => "invoice",
            Self::CreditNote => "credit_note",
            Self::Contact => "contact",
            Self::Item => "item",
            Self::BusinessProfile => "business_profile",
            Self::Expense => "expense",
            Self::QuoteTemplate => "quote_template",
            Self::RecurringInvoice => "recurring_invoice",
        }
    }
}

/// The activities of the account, newest first.
#[utoipa::path(get, path = "/api/activities", tag = "activities", params(ListQuery),
    responses((status = 200, body = Vec<Activity>), (status = 400, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ListQuery>,
) -> Result<Json<Vec<Activity>>, ApiError> {
    let Days(when) = Days::of(query.from, query.to)?;
    let before = query.before.as_deref().map(str::parse::<ActivityId>);
    let before = before
        .transpose()
        .map_err(|_| refused("before", "This is not an id."))?;
    let mut conn = state.db.read().await?;
    if let Some(id) = &before
        && store::written_at(&mut conn, &user.id, id).await?.is_none()
    {
        return Err(refused("before", "There is no such activity."));
    }
    let filter = Filter {
        user_id: &user.id,
        actor: query.actor,
        subject_kind: query.about.map(About::word),
        when,
        before: before.as_ref(),
        limit: query.limit.unwrap_or(50).clamp(1, 200),
    };
    Ok(Json(store::find(&mut conn, &filter).await?))
}

/// A span of days in London as two instants: from the first, up to but not including the second.
pub(super) struct Days(pub (i64, i64));

impl Days {
    /// From the first day to the last, YYYY-MM-DD; a missing day means no limit.
    pub(super) fn of(from: Option<String>, to: Option<String>) -> Result<Self, ApiError> {
        let from = day("from", from)?.map_or(i64::MIN, london_start);
        let after = day("to", to)?.and_then(|day| day.succ_opt());
        Ok(Self((from, after.map_or(i64::MAX, london_start))))
    }
}

/// Parses and validates a day, for finding the instant at which it begins.
fn day(path: &'static str, text: Option<String>) -> Result<Option<chrono::NaiveDate>, ApiError> {
    let day = days::day(path, text.as_deref())?;
    Ok(day.and_then(|day| day.to_string().parse().ok()))
}

fn refused(path: &'static str, msg: &'static str) -> ApiError {
    ApiError::bad_request("bad_query", msg).with_errors(vec![FieldError::new(path, "invalid", msg)])
}
