//! The mails of documents: to the customer with its link and its PDF, to the business with what the
//! customer did.
//!
//! Documents know nothing of them: a document that is sent by e-mail tells of it, and its letter is
//! queued here, in the same transaction.

mod deliver;
mod mail;
pub mod notice;

pub use mail::to_business;

use futures::future::BoxFuture;

use crate::db::WriteTx;
use crate::documents::stored::Stored;
use crate::error::ApiError;
use crate::hooks::{Hooks, Issued};
use crate::jobs::Duty;
use crate::state::AppState;

/// The jobs of letters.
pub(crate) const DUTIES: &[Duty] = &[deliver::DUTY, notice::DUTY];

/// What letters hang on documents.
pub(crate) const HOOKS: Hooks = Hooks {
    issued: Some(issued),
    ..Hooks::NONE
};

fn issued<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a Issued,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let Some(letter) = &event.letter else {
            return Ok(());
        };
        let document = &event.document;
        let stored = Stored::find(tx, &document.user_id, document.kind, &document.id).await?;
        mail::to_customer(state, tx, &stored, letter).await
    })
}
