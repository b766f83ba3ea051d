//! SQL on documents that came from another program.

use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{DocumentId, UserId};

stored_enum! {
    /// Another program, from which documents were imported.
    pub enum ImportSource {
        /// Tradify.
        Tradify = "tradify",
        /// Invoice Ninja.
        InvoiceNinja = "invoice_ninja",
        /// Any other program that exports tables.
        Other = "other",
    }
}

impl ImportSource {
    /// The program's name.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Tradify => "Tradify",
            Self::InvoiceNinja => "Invoice Ninja",
            Self::Other => "your old program",
        }
    }
}

table! {
    /// The origin of an imported document.
    pub struct OriginRow: "document_origins", by document_id {
        /// The document.
        pub document_id: DocumentId,
        /// The account.
        pub user_id: UserId,
        /// The program.
        pub source: ImportSource,
        /// The program's own identifier of the document.
        pub source_key: String,
        /// Its total in the program, in pence.
        pub total: i64,
    }
}

/// Records the origin of a document. A second document with the same origin violates a unique index.
pub async fn insert(conn: &mut Conn, row: &OriginRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// The origin of a document; `None` if it was made here.
pub async fn find(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Option<OriginRow>> {
    OriginRow::select("WHERE document_id = $1").bind(document_id).fetch_optional(conn).await
}

/// The document with this identifier in the program.
pub async fn find_by_key(
    conn: &mut Conn,
    (user_id, source): (&UserId, ImportSource),
    key: &str,
) -> DbResult<Option<OriginRow>> {
    OriginRow::select("WHERE user_id = $1 AND source = $2 AND source_key = $3")
        .bind(user_id)
        .bind(source)
        .bind(key)
        .fetch_optional(conn)
        .await
}

/// All documents that were imported from a program.
pub async fn list_for_source(
    conn: &mut Conn,
    user_id: &UserId,
    source: ImportSource,
) -> DbResult<Vec<OriginRow>> {
    OriginRow::select("WHERE user_id = $1 AND source = $2").bind(user_id).bind(source).fetch_all(conn).await
}

/// All imported documents of an account.
pub async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<OriginRow>> {
    OriginRow::select("WHERE user_id = $1 ORDER BY document_id").bind(user_id).fetch_all(conn).await
}
