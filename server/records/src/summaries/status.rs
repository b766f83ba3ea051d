//! A document's stored status. Core decides what follows from it, for each kind separately.

use plumbline_core::kind::Kind;

use plumbline_platform::db::column::NoSuchWord;
use plumbline_platform::db::table::words;

words! {
    /// The status of a document, of whichever kind.
    pub enum Status {
        /// Being written.
        Draft = "draft",
        /// Issued.
        Sent = "sent",
        /// A quote that its customer accepted.
        Accepted = "accepted",
        /// A quote that its customer declined.
        Declined = "declined",
        /// A quote that was not answered in time.
        Expired = "expired",
        /// A quote that became an invoice.
        Invoiced = "invoiced",
        /// An invoice of which some is paid.
        PartiallyPaid = "partially_paid",
        /// An invoice that is paid.
        Paid = "paid",
        /// An invoice of which credit notes took all off.
        Credited = "credited",
        /// An invoice or a credit note that was withdrawn.
        Void = "void",
    }
}

impl Status {
    /// Refuses a status that documents of this kind never have.
    ///
    /// # Errors
    /// When core's table of kinds has no such status for it.
    pub fn suits(self, kind: Kind) -> Result<(), NoSuchWord> {
        let (word, known) = (self.word(), kind.facts().statuses);
        if known.contains(&word) {
            return Ok(());
        }
        Err(NoSuchWord::among(word, known))
    }
}
