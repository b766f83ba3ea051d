//! How many documents show which status, for the tabs of a list.

use plumbline_core::status::display_status::{FilterTiming, SOON_DAYS};

use super::find::DocumentFilter;
use super::statement_builder::StatementBuilder;
use plumbline_platform::db::{Conn, DbResult};

/// How many of the documents that a filter lets through show which word, on which side of their last
/// day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisplayStatusCount {
    /// Core's word.
    pub status_code: String,
    /// Late, soon, or in time, which a later day and none both are.
    pub side: FilterTiming,
    /// How many.
    pub documents: i64,
}

impl DisplayStatusCount {
    /// Whether they are on this side of their last day: what ends soon is in time still.
    #[must_use]
    pub fn is_on(&self, side: FilterTiming) -> bool {
        side.includes(self.side)
    }
}

/// What the documents that a filter lets through show.
pub async fn count_by_display_status(
    conn: &mut Conn,
    filter: &DocumentFilter,
) -> DbResult<Vec<DisplayStatusCount>> {
    // The days are ours, ten signs of a date: they stand in what is grouped by, too.
    let today = filter.today;
    let soon = today.plus_days(SOON_DAYS).unwrap_or(today);
    let side = format!(
        "CASE WHEN s.lapses_on < '{today}' THEN 2 WHEN s.lapses_on <= '{soon}' THEN 1 ELSE 0 END"
    );
    let columns = format!("s.shown, {side}, COUNT(*)");
    let mut statement = StatementBuilder::for_groups(&columns);
    let by_sums = "document_summaries_sums";
    statement.add_filter(conn, filter, by_sums).await?;
    statement.add_clause(&format!("GROUP BY s.shown, {side}"), []);
    let rows: Vec<(String, i64, i64)> = statement.fetch_all(conn).await?;
    let of = |(word, side, documents)| DisplayStatusCount {
        status_code: word,
        side: match side {
            2 => FilterTiming::Late,
            1 => FilterTiming::Soon,
            _ => FilterTiming::InTime,
        },
        documents,
    };
    Ok(rows.into_iter().map(of).collect())
}
