//! The email that tells a customer that an invoice was voided, so that nobody pays it because they didn't open the
//! link.

use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;

use super::copies::{about, reach};
use super::rows::{self, Row};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::stored::Stored;

/// Queues the email for an invoice that was voided just now. Nothing if the customer's address is unknown or the
/// account's email is stopped.
pub async fn voided(state: &AppState, tx: &mut WriteTx, stored: &Stored) -> Result<(), ApiError> {
    let number = stored.row.number.as_deref().unwrap_or_default();
    let parties = Parties::shown(tx, &stored.row).await?;
    let reach = reach(&parties.profile);
    let message = format!(
        "We have voided {} {number}, so there is nothing to pay for it. If you have set up a payment, please cancel \
         it. If you have already paid it, {reach}.",
        stored.name()
    );
    let mut rows = rows::about(stored);
    rows.push(Row::new(
        "Original amount",
        gbp(Pence(stored.row.total_amount)),
    ));
    rows.push(Row::strong("To pay", gbp(Pence::ZERO)));
    about(state, tx, stored, ("Nothing to pay for", &message), rows).await
}
