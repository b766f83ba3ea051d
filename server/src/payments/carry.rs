//! Carrying a quote's deposit over to the invoice made from it.

use crate::db::Conn;
use crate::documents::store::payments::{self, PaymentRow};
use crate::error::ApiError;
use crate::state::AppState;

/// Repeats a confirmed payment of a quote on its invoice, with its date and method. A payment is
/// carried once: a unique index stands behind it.
///
/// # Errors
/// When the database fails.
pub async fn over(
    state: &AppState,
    conn: &mut Conn,
    payment: &PaymentRow,
    invoice_id: &str,
) -> Result<(), ApiError> {
    let carried = PaymentRow {
        id: state.ids.new_id(),
        document_id: invoice_id.to_owned(),
        carried_from: Some(payment.id.clone()),
        ..payment.clone()
    };
    payments::insert(conn, &carried).await?;
    Ok(())
}
