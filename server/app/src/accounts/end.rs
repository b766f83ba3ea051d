//! Deleting an account, because its owner asks for it or because nobody verified its address.

use super::store::exports;
use super::store::{self, UserRow};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::files;
use plumbline_platform::jobs;
use plumbline_platform::mail;
use plumbline_platform::sessions::store as sessions;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::plans;
use plumbline_work::card;

/// Deletes an account with everything that it has: every row now, every file and every written mail
/// once this is committed. [`swept`] follows the commit.
///
/// # Errors
/// When the database fails.
pub(super) async fn end(
    state: &AppState,
    tx: &mut WriteTx,
    user: &UserRow,
) -> Result<(), ApiError> {
    let mut keys: Vec<String> = files::store::list(tx, &user.id)
        .await?
        .into_iter()
        .map(|file| file.id.into())
        .collect();
    let ids = exports::ids(tx, &user.id).await?;
    keys.extend(ids.iter().map(|id| exports::key(id)));
    // The bytes go after the commit: were they gone before it, a crash would leave rows without.
    files::remove_later(state, tx, &keys).await?;
    jobs::store::delete_mails_to(tx, &user.email).await?;
    mail::forget(state, tx, &user.id).await?;
    documents::store::export::forget_answers(tx, &user.id).await?;
    card::close_all(state, tx, &user.id).await?;
    plans::ended(state, tx, &user.id).await?;
    sessions::delete_all_but(tx, &user.id, None).await?;
    store::delete(tx, &user.id).await?;
    Ok(())
}

/// After the commit: what the log of the database still holds of the account goes too. The account
/// is gone, whatever becomes of the log.
pub(super) async fn swept(state: &AppState) {
    if let Err(error) = state.db.empty_log().await {
        tracing::warn!(%error, "the log of the database could not be emptied");
    }
}
