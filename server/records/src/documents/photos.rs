//! The photos of a quote: they belong to the account, and those in use are not deleted.
//!
//! A quote refers to its photos by their ids, and a photo never changes. So the hash of a version covers the photos
//! that its customer saw. The table `document_photos` records which quote uses which photos; a photo of an issued
//! version is stored as long as the account exists.

use plumbline_core::document::{Document, Photo};

use super::store::photos as store;
use super::stored::StoredDocument;
use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::files::schedule_cleanup;
use plumbline_platform::files::store::{self as files, Purpose};
use plumbline_platform::ids::{DocumentId, FileId, UserId};
use plumbline_platform::state::Services;

/// Refuses a photo that the account doesn't have. Photos that the document has already aren't checked again; the others
/// are locked, so that they still exist when the document is written.
///
/// # Errors
/// 422 naming the photo.
pub async fn check_photos(
    conn: &mut Conn,
    user_id: &UserId,
    photos: &[Photo],
    before: &[Photo],
) -> Result<(), ApiError> {
    for (at, photo) in photos.iter().enumerate() {
        let is_known = before.iter().any(|known| known.id == photo.id);
        if !is_known && !is_own_photo(conn, user_id, &photo.id).await? {
            let msg = "This photo no longer exists. Please add it again.";
            let error = FieldError::new(format!("photos[{at}].id"), "not_found", msg);
            return Err(ApiError::rule_broken(vec![error]));
        }
    }
    Ok(())
}

/// Refuses a photo of a line that is in neither the document nor `before`: it would be displayed as a photo of the job,
/// which the client didn't intend. If a line was removed, its photo stays, as a photo of the job. Operations aren't
/// checked, because somebody else may have removed the line in the meantime.
///
/// # Errors
/// 422 naming the photo.
pub fn check_photo_lines(document: &Document, before: Option<&Document>) -> Result<(), ApiError> {
    let has = |of: &Document, line: &str| of.items.iter().any(|item| item.id == line);
    for (at, photo) in document.photos.iter().enumerate() {
        let Some(line) = photo.line.as_deref() else {
            continue;
        };
        let had = |before: &Document| {
            let stood = |it: &Photo| it.id == photo.id && it.line == photo.line;
            has(before, line) || before.photos.iter().any(stood)
        };
        if !has(document, line) && !before.is_some_and(had) {
            let msg = "This photo belongs to a line that isn’t on this quote. Choose a line that is, or add it to the \
                 whole job.";
            let error = FieldError::new(format!("photos[{at}].line"), "unknown_line", msg);
            return Err(ApiError::rule_broken(vec![error]));
        }
    }
    Ok(())
}

/// Whether an account has this photo.
async fn is_own_photo(conn: &mut Conn, user_id: &UserId, id: &str) -> DbResult<bool> {
    match id.parse::<FileId>() {
        // Only in its canonical form, in which the document refers to it.
        Ok(file) if file.as_str() == id => files::is_owned(conn, user_id, &file, Purpose::Photo).await,
        Ok(_) | Err(_) => Ok(false),
    }
}

/// Records the photos of a new document.
pub async fn insert_photos(conn: &mut Conn, stored: &StoredDocument) -> Result<(), ApiError> {
    for photo in &stored.document.photos {
        store::insert(conn, &stored.row.id, &photo.id).await?;
    }
    Ok(())
}

/// Records the present photos of a document. Those that it had before are removed after a while, unless they are used
/// elsewhere.
pub async fn update_photos(
    services: &Services,
    tx: &mut WriteTx,
    stored: &StoredDocument,
) -> Result<(), ApiError> {
    let (row, photos) = (&stored.row, &stored.document.photos);
    let before = store::list_for_document(tx, &row.id).await?;
    for file in &before {
        if !photos.iter().any(|photo| photo.id == file.as_str()) {
            store::delete(tx, &row.id, file.as_str()).await?;
            schedule_cleanup(services, tx, &row.user_id, file).await?;
        }
    }
    for photo in photos {
        if !before.iter().any(|file| file.as_str() == photo.id) {
            store::insert(tx, &row.id, &photo.id).await?;
        }
    }
    Ok(())
}

/// Schedules a later check of the photos of a draft that is being deleted.
pub async fn release_photos(
    services: &Services,
    tx: &mut WriteTx,
    user_id: &UserId,
    document_id: &DocumentId,
) -> Result<(), ApiError> {
    for file in store::list_for_document(tx, document_id).await? {
        schedule_cleanup(services, tx, user_id, &file).await?;
    }
    Ok(())
}

/// Records that a version is issued with these photos: they are stored as long as the account exists.
pub async fn mark_issued(conn: &mut Conn, photos: &[Photo]) -> Result<(), ApiError> {
    for photo in photos {
        let id: FileId = photo.id.parse().map_err(ApiError::internal)?;
        files::mark_issued(conn, &id).await?;
    }
    Ok(())
}
