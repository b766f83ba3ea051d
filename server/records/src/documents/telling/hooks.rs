//! The hooks of other modules, called in the transaction of a change.

use crate::documents::stored::Stored;
use crate::documents::today;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::{Changed, Issued, Letter, Opened, Paid, Subject};
use plumbline_platform::ids::PaymentId;
use plumbline_platform::state::AppState;

fn subject(stored: &Stored) -> Subject {
    Subject {
        user_id: stored.row.user_id.clone(),
        kind: stored.kind,
        id: stored.row.id.clone(),
    }
}

/// Calls the hooks for a document that was written.
pub async fn changed(state: &AppState, tx: &mut WriteTx, stored: &Stored) -> Result<(), ApiError> {
    let event = Changed {
        document: subject(stored),
        asked: stored.payable_now(today(state)?),
    };
    state.hooks.changed(state, tx, &event).await
}

/// Calls the hooks for a document that is being issued or sent, with the email or only as a link.
pub async fn issued(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    letter: Option<Letter>,
) -> Result<(), ApiError> {
    let event = Issued {
        document: subject(stored),
        letter,
    };
    state.hooks.issued(state, tx, &event).await
}

/// Calls the hooks for a payment that was written and counts from now on.
pub async fn paid(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    payment_id: &PaymentId,
) -> Result<(), ApiError> {
    let event = Paid {
        document: subject(stored),
        payment_id: payment_id.clone(),
    };
    state.hooks.paid(state, tx, &event).await
}

/// Calls the hooks for the first time a person opens its link.
pub async fn opened(state: &AppState, tx: &mut WriteTx, stored: &Stored) -> Result<(), ApiError> {
    let event = Opened {
        document: subject(stored),
    };
    state.hooks.opened(state, tx, &event).await
}
