//! The email that tells a customer that an invoice was voided, so that nobody pays it because they didn't open the
//! link.

use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;

use super::copies::{contact_phrase, queue_about_document};
use super::rows::{self, EmailTableRow};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::stored::StoredDocument;

/// Queues the email for an invoice that was voided just now. Nothing if the customer's address is unknown or the
/// account's email is stopped.
pub async fn queue_voided(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
) -> Result<(), ApiError> {
    let number = stored.row.number.as_deref().unwrap_or_default();
    let parties = Parties::for_document(tx, &stored.row).await?;
    let reach = contact_phrase(&parties.profile);
    let message = format!(
        "We have voided {} {number}, so there is nothing to pay for it. If you have set up a payment, please cancel \
         it. If you have already paid it, {reach}.",
        stored.name()
    );
    let mut rows = rows::subject_rows(stored);
    rows.push(EmailTableRow::new("Original amount", format_gbp(Pence(stored.row.total_amount))));
    rows.push(EmailTableRow::strong("To pay", format_gbp(Pence::ZERO)));
    queue_about_document(state, tx, stored, ("Nothing to pay for", &message), rows).await
}
