//! How many documents show which status, for the tabs of a list.

use plumbline_core::status::shown::{SOON_DAYS, When};

use super::find::Filter;
use super::statement::Statement;
use plumbline_platform::db::{Conn, DbResult};

/// How many of the documents that a filter lets through show which word, on which side of their last
/// day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Showing {
    /// Core's word.
    pub word: String,
    /// Late, soon, or in time, which a later day and none both are.
    pub side: When,
    /// How many.
    pub documents: i64,
}

impl Showing {
    /// Whether they are on this side of their last day: what ends soon is in time still.
    #[must_use]
    pub fn is_on(&self, side: When) -> bool {
        side.includes(self.side)
    }
}

/// What the documents that a filter lets through show.
///
/// # Errors
/// When the database fails.
pub async fn showing(conn: &mut Conn, filter: &Filter) -> DbResult<Vec<Showing>> {
    // The days are ours, ten signs of a date: they stand in what is grouped by, too.
    let today = filter.today;
    let soon = today.plus_days(SOON_DAYS).unwrap_or(today);
    let side = format!(
        "CASE WHEN s.lapses_on < '{today}' THEN 2 WHEN s.lapses_on <= '{soon}' THEN 1 ELSE 0 END"
    );
    let columns = format!("s.shown, {side}, COUNT(*)");
    let mut statement = Statement::of_groups(&columns);
    let by_sums = "document_summaries_sums";
    statement.filter(conn, filter, by_sums).await?;
    statement.end(&format!("GROUP BY s.shown, {side}"), []);
    let rows: Vec<(String, i64, i64)> = statement.all(conn).await?;
    let of = |(word, side, documents)| Showing {
        word,
        side: match side {
            2 => When::Late,
            1 => When::Soon,
            _ => When::InTime,
        },
        documents,
    };
    Ok(rows.into_iter().map(of).collect())
}
