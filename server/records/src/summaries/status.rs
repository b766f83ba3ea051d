//! A document's stored status. Core decides what follows from it, for each kind separately.

use plumbline_core::kind::Kind;

use plumbline_platform::db::column::NoSuchWord;
use plumbline_platform::db::table::words;

words! {
    /// The status of a document, for all kinds.
    pub enum Status {
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

impl Status {
    /// Refuses a status that documents of this kind never have.
    ///
    /// # Errors
    /// When core's table of kinds doesn't have this status for the kind.
    pub fn suits(self, kind: Kind) -> Result<(), NoSuchWord> {
        let (word, known) = (self.word(), kind.facts().statuses);
        if known.contains(&word) {
            return Ok(());
        }
        Err(NoSuchWord::among(word, known))
    }
}
