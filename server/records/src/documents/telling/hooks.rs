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

/// The document was written.
///
/// # Errors
/// What a hook says.
pub async fn changed(state: &AppState, tx: &mut WriteTx, stored: &Stored) -> Result<(), ApiError> {
    let event = Changed {
        document: subject(stored),
        asked: stored.payable_now(today(state)?),
    };
    state.hooks.changed(state, tx, &event).await
}

/// Its customer is to have it, by the `letter` or by its link.
///
/// # Errors
/// What a hook says.
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

/// A payment of it, which is written, counts from now on.
///
/// # Errors
/// What a hook says.
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

/// A person opened its link for the first time.
///
/// # Errors
/// What a hook says.
pub async fn opened(state: &AppState, tx: &mut WriteTx, stored: &Stored) -> Result<(), ApiError> {
    let event = Opened {
        document: subject(stored),
    };
    state.hooks.opened(state, tx, &event).await
}
