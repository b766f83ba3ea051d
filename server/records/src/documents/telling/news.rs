//! What a customer did to a document, as a notification to the business.

use plumbline_core::money::Pence;

use crate::documents::stored::Stored;
use crate::notifications::{self, Kind, News};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;

/// Notifies the business of a change that this transaction makes to a document, with the amount concerned.
pub async fn tell(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    (kind, amount): (Kind, Pence),
) -> Result<(), ApiError> {
    let row = &stored.row;
    let news = News {
        kind,
        subject: (stored.kind.word(), &row.id),
        number: row.number.as_deref().unwrap_or_default(),
        who: row.customer_name.as_deref().unwrap_or_default(),
        amount,
    };
    notifications::tell(state, tx, &row.user_id, news).await
}
