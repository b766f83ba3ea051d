//! GET /api/activities/export

use axum::extract::State;

use serde::Deserialize;

use super::list::{DayRange, SubjectKind};
use super::store::{self, ActivityFilter};
use super::{Activity, Actor};
use plumbline_platform::clock::{format_london_time, london_date};
use plumbline_platform::csv::{CsvFile, CsvWriter};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::ApiQuery;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

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
    let bench = state.tables.acquire_worker(&user.id).await?;
    let mut conn = state.db.read().await?;
    let activities = store::find(&mut conn, &filter).await?;
    drop(conn);
    let name = format!("activities-{}.csv", london_date(state.clock.now_ms()));
    bench.run(move || to_csv(&activities, name)).await?
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
