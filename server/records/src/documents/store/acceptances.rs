//! All SQL on acceptances. There is no update: a certificate never changes.

use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{DocumentId, UserId};

stored_enum! {
    /// How a customer accepted directly to the business, which recorded it.
    pub enum AcceptanceMethod {
        /// By phone.
        Phone = "phone",
        /// Face to face.
        InPerson = "in_person",
        /// By email, text message or letter.
        Message = "message",
    }
}

impl AcceptanceMethod {
    /// The text for the middle of a sentence: `by phone`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Phone => "by phone",
            Self::InPerson => "in person",
            Self::Message => "by email or message",
        }
    }
}

table! {
    /// An acceptance as stored, from which its certificate is made.
    pub struct AcceptanceRow: "acceptances", by document_id {
        /// The quote.
        pub document_id: DocumentId,
        /// The number of the accepted version.
        pub version: i64,
        /// The hash of the accepted version.
        pub hash: String,
        /// The name that the customer typed.
        pub name: Option<String>,
        /// The signature, as JSON.
        pub signature: Option<String>,
        /// The chosen optional lines, as JSON.
        pub options: String,
        /// The accepted total, in pence.
        pub total: i64,
        /// The accepted choice, as JSON; `None` for a quote without choices.
        pub choice: Option<String>,
        /// The terms under the quote.
        pub terms: String,
        /// Whether the customer ticked the box to accept them.
        pub terms_accepted: bool,
        /// Unix milliseconds.
        pub accepted_at: i64,
        /// YYYY-MM-DDTHH:MM in London; for an acceptance that the business recorded, only the date on which its
        /// customer agreed.
        pub london_time: String,
        /// The IP address of the request.
        pub address: String,
        /// The user agent of the request.
        pub user_agent: String,
        /// The person who was present when it was signed on the business's own device.
        pub witness: Option<String>,
        /// When it was signed offline, by the device's clock, in unix milliseconds; `None` if the device was online.
        pub signed_at: Option<i64>,
        /// The device's seal of an offline signature.
        pub seal: Option<String>,
        /// When the offline signature reached the server, unix milliseconds.
        pub received_at: Option<i64>,
        /// If the quote had been changed by then, when the signed version was issued, unix milliseconds.
        pub signed_version_at: Option<i64>,
        /// When it had last been changed.
        pub changed_at: Option<i64>,
        /// How often it had been changed.
        pub changes: Option<i64>,
        /// Whether the customer asked for work to start before the cancellation period is over; `None` if they weren't
        /// asked.
        pub early_start: Option<bool>,
        /// How the customer agreed, if the business recorded it; `None` if they accepted it themselves.
        pub way: Option<AcceptanceMethod>,
        /// The person who recorded it for the business.
        pub recorded_by: Option<String>,
    }
    read {
        /// For a variation, the number of the quote whose job it varies.
        pub varied_number: Option<String> =
            "(SELECT q.number FROM variations v JOIN documents q ON q.id = v.quote_id \
              WHERE v.variation_id = acceptances.document_id)",
        /// The hash of that quote's accepted version.
        pub chained_quote: Option<String> =
            "(SELECT v.chained_quote FROM variations v \
              WHERE v.variation_id = acceptances.document_id)",
        /// The hash of the variation that was accepted before it.
        pub chained_before: Option<String> =
            "(SELECT v.chained_before FROM variations v \
              WHERE v.variation_id = acceptances.document_id)",
    }
}

/// Stores an acceptance.
pub async fn insert(conn: &mut Conn, row: &AcceptanceRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// The acceptance of a quote.
pub async fn find(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Option<AcceptanceRow>> {
    AcceptanceRow::select("WHERE document_id = $1").bind(document_id).fetch_optional(conn).await
}

/// All acceptances of an account, oldest first.
pub async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<AcceptanceRow>> {
    AcceptanceRow::select(
        "WHERE document_id IN (SELECT id FROM documents WHERE user_id = $1) \
         ORDER BY accepted_at, document_id",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}
