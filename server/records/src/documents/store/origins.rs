//! SQL on documents that came from another program.

use plumbline_platform::db::table::{Table as _, table, words};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{DocumentId, UserId};

words! {
    /// Another program, from which documents were brought over.
    pub enum Source {
        /// Tradify.
        Tradify = "tradify",
        /// Invoice Ninja.
        InvoiceNinja = "invoice_ninja",
        /// Any other that exports tables.
        Other = "other",
    }
}

impl Source {
    /// What people call it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Tradify => "Tradify",
            Self::InvoiceNinja => "Invoice Ninja",
            Self::Other => "your old program",
        }
    }
}

table! {
    /// Where a document came from.
    pub struct OriginRow: "document_origins", by document_id {
        /// The document.
        pub document_id: DocumentId,
        /// The account.
        pub user_id: UserId,
        /// The program.
        pub source: Source,
        /// By what the program tells it from others.
        pub source_key: String,
        /// Pence that it came to there.
        pub total: i64,
    }
}

/// Notes where a document came from. A second one of the same breaks a unique index.
pub async fn insert(conn: &mut Conn, row: &OriginRow) -> DbResult<()> {
    row.insert_whole().execute(conn).await?;
    Ok(())
}

/// Where a document came from; none that was made here.
pub async fn find(conn: &mut Conn, document_id: &str) -> DbResult<Option<OriginRow>> {
    OriginRow::select("WHERE document_id = $1")
        .bind(document_id)
        .fetch_optional(conn)
        .await
}

/// The document that a program calls so.
pub async fn find_by_key(
    conn: &mut Conn,
    (user_id, source): (&str, Source),
    key: &str,
) -> DbResult<Option<OriginRow>> {
    OriginRow::select("WHERE user_id = $1 AND source = $2 AND source_key = $3")
        .bind(user_id)
        .bind(source)
        .bind(key)
        .fetch_optional(conn)
        .await
}

/// Everything that came over from a program.
pub async fn of_source(conn: &mut Conn, user_id: &str, source: Source) -> DbResult<Vec<OriginRow>> {
    OriginRow::select("WHERE user_id = $1 AND source = $2")
        .bind(user_id)
        .bind(source)
        .fetch_all(conn)
        .await
}

/// Everything that came over.
pub async fn of_account(conn: &mut Conn, user_id: &str) -> DbResult<Vec<OriginRow>> {
    OriginRow::select("WHERE user_id = $1 ORDER BY document_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}
