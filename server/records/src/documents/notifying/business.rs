//! What a customer did to a document, as a notification to the business.

use plumbline_core::money::Pence;

use crate::documents::stored::StoredDocument;
use crate::notifications::{self, NewNotification, NotificationKind};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;

/// Notifies the business of a change that this transaction makes to a document, with the amount concerned.
pub async fn notify_business(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    (kind, amount): (NotificationKind, Pence),
) -> Result<(), ApiError> {
    let row = &stored.row;
    let news = NewNotification {
        kind,
        subject: (stored.kind.code(), &row.id),
        number: row.number.as_deref().unwrap_or_default(),
        who: row.customer_name.as_deref().unwrap_or_default(),
        amount,
    };
    notifications::notify(state, tx, &row.user_id, news).await
}
