//! A document's stored status. Core decides what follows from it, for each kind separately.

use plumbline_core::kind::DocumentKind;
use plumbline_core::status::display_status::{FilterTiming, SOON_DAYS};

use super::find::DocumentFilter;
use super::statement_builder::StatementBuilder;
use plumbline_platform::db::column::UnknownValue;
use plumbline_platform::db::table::stored_enum;
use plumbline_platform::db::{Conn, DbResult};

stored_enum! {
    /// The status of a document, for all kinds.
    pub enum DocumentStatus {
        /// Not issued yet.
        Draft = "draft",
        /// Issued.
        Sent = "sent",
        /// A quote that its customer has accepted.
        Accepted = "accepted",
        /// A quote that its customer has declined.
        Declined = "declined",
        /// A quote whose expiry date passed without a decision.
        Expired = "expired",
        /// A quote that was converted to an invoice.
        Invoiced = "invoiced",
        /// An invoice that is partly paid.
        PartiallyPaid = "partially_paid",
        /// An invoice that is paid.
        Paid = "paid",
        /// An invoice that was credited in full.
        Credited = "credited",
        /// An invoice or a credit note that was voided.
        Void = "void",
    }
}

impl DocumentStatus {
    /// Refuses a status that documents of this kind never have.
    ///
    /// # Errors
    /// When core's table of kinds doesn't have this status for the kind.
    pub fn check_kind(self, kind: DocumentKind) -> Result<(), UnknownValue> {
        let (word, known) = (self.code(), kind.facts().statuses);
        if known.contains(&word) {
            return Ok(());
        }
        Err(UnknownValue::new(word, known))
    }
}

/// How many documents that match a filter have a status code, on one side of their last day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisplayStatusCount {
    /// Core's status code.
    pub status_code: String,
    /// Late, soon, or in time; the latter also without a last day.
    pub side: FilterTiming,
    /// The number of documents.
    pub documents: i64,
}

impl DisplayStatusCount {
    /// Whether they count for `side`: a document that ends soon is also in time.
    #[must_use]
    pub fn is_on(&self, side: FilterTiming) -> bool {
        side.includes(self.side)
    }
}

/// The number of documents that match a filter, by displayed status.
pub async fn count_by_display_status(
    conn: &mut Conn,
    filter: &DocumentFilter,
) -> DbResult<Vec<DisplayStatusCount>> {
    // The dates come from the server and have ten characters each, so they are safe in the query, which also groups by
    // them.
    let today = filter.today;
    let soon = today.plus_days(SOON_DAYS).unwrap_or(today);
    let side =
        format!("CASE WHEN s.lapses_on < '{today}' THEN 2 WHEN s.lapses_on <= '{soon}' THEN 1 ELSE 0 END");
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
