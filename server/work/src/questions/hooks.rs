//! Publishing a new version answers requested changes.

use futures::future::BoxFuture;

use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::{DocumentIssued, Hooks};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::{self as documents, questions as store, versions};

/// The hooks of questions.
pub const HOOKS: Hooks = Hooks { issued: Some(on_issued), ..Hooks::NONE };

/// A new version answers requested changes however it reaches the customer: by email, by the link that the business
/// passes on, or on the page that they have open. Issuing the same version again does not, and a question is only
/// answered by a reply.
fn on_issued<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a DocumentIssued,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let Some(row) = documents::find_by_id(tx, &event.document.id).await? else {
            return Ok(());
        };
        let version = versions::load_latest(tx, &row).await?;
        let (id, now) = (&row.id, state.clock.now_ms());
        store::mark_changes_answered(tx, id, (version.issued_at, now)).await?;
        Ok(())
    })
}
