//! All SQL on acceptances. There is no update: a certificate never changes.

use plumbline_platform::db::table::{Table as _, table, words};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::DocumentId;

words! {
    /// How a customer said yes to the business itself, which recorded it.
    pub enum Way {
        /// By phone.
        Phone = "phone",
        /// Face to face.
        InPerson = "in_person",
        /// By email, text message or letter.
        Message = "message",
    }
}

impl Way {
    /// Within a sentence: `by phone`.
    #[must_use]
    pub const fn said(self) -> &'static str {
        match self {
            Self::Phone => "by phone",
            Self::InPerson => "in person",
            Self::Message => "by email or message",
        }
    }
}

table! {
    /// A certificate as stored.
    pub struct AcceptanceRow: "acceptances", by document_id {
        /// The quote.
        pub document_id: DocumentId,
        /// The accepted version's number.
        pub version: i64,
        /// The accepted version's hash.
        pub hash: String,
        /// The name that was typed.
        pub name: Option<String>,
        /// The signature, JSON.
        pub signature: Option<String>,
        /// The chosen options, JSON.
        pub options: String,
        /// Pence.
        pub total: i64,
        /// The choice that was taken, JSON; none of a quote without choices.
        pub choice: Option<String>,
        /// The terms that stood under the quote.
        pub terms: String,
        /// Whether they were ticked.
        pub terms_accepted: bool,
        /// Unix milliseconds.
        pub accepted_at: i64,
        /// YYYY-MM-DDTHH:MM in London; of what the business recorded the day alone, on which its customer agreed.
        pub london_time: String,
        /// Where the request came from.
        pub address: String,
        /// What its browser called itself.
        pub user_agent: String,
        /// Who was there, where it was signed on the business's own device.
        pub witness: Option<String>,
        /// When it was signed by the clock of a device without signal, unix milliseconds; none where the
        /// server was there.
        pub signed_at: Option<i64>,
        /// The device's seal of what was signed.
        pub seal: Option<String>,
        /// When that came in, unix milliseconds.
        pub received_at: Option<i64>,
        /// Where the quote was changed before that came in: when the signed version was issued, unix
        /// milliseconds.
        pub signed_version_at: Option<i64>,
        /// When it was changed last.
        pub changed_at: Option<i64>,
        /// How often it was changed.
        pub changes: Option<i64>,
        /// Whether the customer asked for a start before the days in which they may cancel are over; none
        /// where they were not asked.
        pub early_start: Option<bool>,
        /// How the customer said it, where the business recorded it; none where they accepted it themselves.
        pub way: Option<Way>,
        /// Who recorded it for the business.
        pub recorded_by: Option<String>,
    }
    read {
        /// Of a variation: the number of the quote whose job it varies.
        pub varied_number: Option<String> =
            "(SELECT q.number FROM variations v JOIN documents q ON q.id = v.quote_id \
              WHERE v.variation_id = acceptances.document_id)",
        /// The hash of that quote's accepted version.
        pub chained_quote: Option<String> =
            "(SELECT v.chained_quote FROM variations v \
              WHERE v.variation_id = acceptances.document_id)",
        /// That of the variation that was accepted before it.
        pub chained_before: Option<String> =
            "(SELECT v.chained_before FROM variations v \
              WHERE v.variation_id = acceptances.document_id)",
    }
}

/// Keeps a certificate.
///
/// # Errors
/// When the database fails, or the quote has one.
pub async fn insert(conn: &mut Conn, row: &AcceptanceRow) -> DbResult<()> {
    row.insert_whole().execute(conn).await?;
    Ok(())
}

/// The certificate of a quote.
pub async fn find(conn: &mut Conn, document_id: &str) -> DbResult<Option<AcceptanceRow>> {
    AcceptanceRow::select("WHERE document_id = $1")
        .bind(document_id)
        .fetch_optional(conn)
        .await
}

/// Every certificate of an account, oldest first.
pub async fn of_account(conn: &mut Conn, user_id: &str) -> DbResult<Vec<AcceptanceRow>> {
    AcceptanceRow::select(
        "WHERE document_id IN (SELECT id FROM documents WHERE user_id = $1) \
         ORDER BY accepted_at, document_id",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}
