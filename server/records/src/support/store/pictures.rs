//! The pictures of questions, in their order.

use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::files::FileReferences;
use plumbline_platform::ids::{FileId, SupportMessageId, UserId};

/// The table of questions and their pictures.
const PICTURE_FILES: FileReferences = FileReferences { table: "support_pictures", by: "message_id" };

/// The pictures of a question.
pub async fn list_for_message(conn: &mut Conn, message_id: &SupportMessageId) -> DbResult<Vec<FileId>> {
    PICTURE_FILES.list_files(conn, message_id).await
}

/// The pictures of every question of an account.
pub(super) async fn list_for_account(
    conn: &mut Conn,
    user_id: &UserId,
) -> DbResult<Vec<(SupportMessageId, FileId)>> {
    sql::query_as(
        "SELECT p.message_id, p.file_id FROM support_pictures p \
         JOIN support_messages m ON m.id = p.message_id WHERE m.user_id = $1 \
         ORDER BY p.message_id, p.place",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}

/// Whether a picture belongs to a question already.
pub(in crate::support) async fn is_taken(conn: &mut Conn, file: &FileId) -> DbResult<bool> {
    let found: i64 = sql::query_scalar("SELECT COUNT(*) FROM support_pictures WHERE file_id = $1")
        .bind(file.as_str())
        .fetch_one(conn)
        .await?;
    Ok(found > 0)
}

/// Stores the pictures of a question.
pub(in crate::support) async fn insert(
    conn: &mut Conn,
    id: &SupportMessageId,
    pictures: &[FileId],
) -> DbResult<()> {
    PICTURE_FILES.insert(conn, id, pictures).await
}
