//! A document's stored status. Core decides what follows from it, for each kind separately.

use plumbline_core::kind::DocumentKind;

use plumbline_platform::db::column::UnknownValue;
use plumbline_platform::db::table::stored_enum;

stored_enum! {
    /// The status of a document, for all kinds.
    pub enum DocumentStatus {
        /// Not issued yet.
        Draft = "draft",
        /// Issued.
        Sent = "sent",
        /// A quote that its customer has accepted.
        Accepted = "accepted",
        /// A quote that its customer has declined.
        Declined = "declined",
        /// A quote whose expiry date passed without a decision.
        Expired = "expired",
        /// A quote that was converted to an invoice.
        Invoiced = "invoiced",
        /// An invoice that is partly paid.
        PartiallyPaid = "partially_paid",
        /// An invoice that is paid.
        Paid = "paid",
        /// An invoice that was credited in full.
        Credited = "credited",
        /// An invoice or a credit note that was voided.
        Void = "void",
    }
}

impl DocumentStatus {
    /// Refuses a status that documents of this kind never have.
    ///
    /// # Errors
    /// When core's table of kinds doesn't have this status for the kind.
    pub fn check_kind(self, kind: DocumentKind) -> Result<(), UnknownValue> {
        let (word, known) = (self.code(), kind.facts().statuses);
        if known.contains(&word) {
            return Ok(());
        }
        Err(UnknownValue::new(word, known))
    }
}
