//! GET /api/activities

use axum::Json;
use axum::extract::State;
use serde::Deserialize;

use super::store::{self, ActivityFilter};
use super::{Activity, Actor};
use plumbline_platform::clock::{format_london_time, london_date, london_day_start};
use plumbline_platform::csv::{CsvFile, CsvWriter};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::{ApiQuery, query};
use plumbline_platform::ids::ActivityId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The query for the list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ActivityListQuery {
    /// 1 to 200; 50 by default.
    limit: Option<i64>,
    /// Only activities after this id in the list: the last one of the page before.
    before: Option<String>,
    /// Only what this actor did.
    actor: Option<Actor>,
    /// Only what happened to subjects of this kind.
    #[param(inline)]
    about: Option<SubjectKind>,
    /// The first day in London, YYYY-MM-DD.
    from: Option<String>,
    /// The last day in London, YYYY-MM-DD.
    to: Option<String>,
}

/// The kinds of subjects.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubjectKind {
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

impl SubjectKind {
    pub(super) const fn code(self) -> &'static str {
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
#[utoipa::path(get, path = "/api/activities", tag = "activities", params(ActivityListQuery),
    responses((status = 200, body = Vec<Activity>), (status = 400, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ActivityListQuery>,
) -> Result<Json<Vec<Activity>>, ApiError> {
    let DayRange(when) = DayRange::parse(query.from, query.to)?;
    let before = query.before.as_deref().map(str::parse::<ActivityId>);
    let before = before.transpose().map_err(|_| field_error("before", "This is not an id."))?;
    let mut conn = state.db.read().await?;
    if let Some(id) = &before
        && store::find_created_at(&mut conn, &user.id, id).await?.is_none()
    {
        return Err(field_error("before", "There is no such activity."));
    }
    let filter = ActivityFilter {
        user_id: &user.id,
        actor: query.actor,
        subject_kind: query.about.map(SubjectKind::code),
        when,
        before: before.as_ref(),
        limit: query.limit.unwrap_or(50).clamp(1, 200),
    };
    Ok(Json(store::find(&mut conn, &filter).await?))
}

/// A span of days in London as two instants: from the first, up to but not including the second.
pub(super) struct DayRange(pub (i64, i64));

impl DayRange {
    /// From the first day to the last, YYYY-MM-DD; a missing day means no limit.
    pub(super) fn parse(from: Option<String>, to: Option<String>) -> Result<Self, ApiError> {
        let from = parse_day("from", from)?.map_or(i64::MIN, london_day_start);
        let after = parse_day("to", to)?.and_then(|day| day.succ_opt());
        Ok(Self((from, after.map_or(i64::MAX, london_day_start))))
    }
}

/// Parses and validates a day, for finding the instant at which it begins.
fn parse_day(path: &'static str, text: Option<String>) -> Result<Option<chrono::NaiveDate>, ApiError> {
    let day = query::parse_query_day(path, text.as_deref())?;
    Ok(day.and_then(|day| day.to_string().parse().ok()))
}

fn field_error(path: &'static str, msg: &'static str) -> ApiError {
    ApiError::bad_request("bad_query", msg).with_errors(vec![FieldError::new(path, "invalid", msg)])
}

/// The most rows in one file: as many as spreadsheet programs open easily. A range of days gives fewer.
const ROWS_MAX: i64 = 50_000;

/// The query for the export.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// Only what this actor did.
    actor: Option<Actor>,
    /// Only what happened to subjects of this kind.
    #[param(inline)]
    about: Option<SubjectKind>,
    /// The first day in London, YYYY-MM-DD.
    from: Option<String>,
    /// The last day in London, YYYY-MM-DD.
    to: Option<String>,
}

/// The activities of the account as a CSV file, newest first, at most 50,000 rows.
#[utoipa::path(get, path = "/api/activities/export", tag = "activities", params(ExportQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]),
        (status = 400, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn export(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ExportQuery>,
) -> Result<CsvFile, ApiError> {
    let DayRange(when) = DayRange::parse(query.from, query.to)?;
    let filter = ActivityFilter {
        user_id: &user.id,
        actor: query.actor,
        subject_kind: query.about.map(SubjectKind::code),
        when,
        before: None,
        limit: ROWS_MAX,
    };
    let slot = state.tables.acquire_worker(user.id.as_str()).await?;
    let mut conn = state.db.read().await?;
    let activities = store::find(&mut conn, &filter).await?;
    drop(conn);
    let name = format!("activities-{}.csv", london_date(state.clock.now_ms()));
    slot.run(move || to_csv(&activities, name)).await?
}

fn to_csv(activities: &[Activity], name: String) -> Result<CsvFile, ApiError> {
    let mut sheet = CsvWriter::new(&["Date", "Time", "Who", "What happened"])?;
    for Activity { actor, sentence, created_at, .. } in activities {
        let day = london_date(*created_at).to_string();
        let time = format_london_time(*created_at);
        sheet.write_row(&[&day, &time, actor.label(), sentence])?;
    }
    sheet.finish(name)
}
