//! Requested changes are answered by the new version that the business publishes.

use futures::future::BoxFuture;

use crate::db::WriteTx;
use crate::documents::store::{self as documents, questions as store, versions};
use crate::error::ApiError;
use crate::hooks::{Hooks, Issued};
use crate::state::AppState;

/// What this room hangs on documents.
pub(crate) const HOOKS: Hooks = Hooks {
    issued: Some(issued),
    ..Hooks::NONE
};

/// A new version answers them however it reaches the customer: by email, by the link that the business passes on, or on
/// the page that they have open. The same version once more is no answer. A question is answered by nothing but words.
fn issued<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a Issued,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let Some(row) = documents::find_any(tx, &event.document.id).await? else {
            return Ok(());
        };
        let version = versions::latest(tx, &row).await?;
        let (id, now) = (&row.id, state.clock.now_ms());
        store::note_changed(tx, id, (version.issued_at, now)).await?;
        Ok(())
    })
}
