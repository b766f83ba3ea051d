//! What an e-invoice is made from.

use serde::Deserialize;

use crate::calculate::totals::{Totals, calculate};
use crate::document::Document;
use crate::document::parties::{BusinessProfile, Contact};
use crate::kind::Kind;
use crate::time::Date;

/// An invoice or a credit note, with everything that its e-invoice may name.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// An invoice or a credit note.
    pub kind: Kind,
    /// Its number; empty of a draft.
    #[serde(default)]
    pub number: String,
    /// Its date.
    #[serde(default)]
    pub issue_date: Option<Date>,
    /// The last day for paying, as it is written on it.
    #[serde(default)]
    pub due_date: Option<Date>,
    /// What the job is.
    #[serde(default)]
    pub job_description: String,
    /// Where the job is, a line a part.
    #[serde(default)]
    pub job_address: String,
    /// Notes that the customer reads.
    #[serde(default)]
    pub notes: String,
    /// The customer's own number of the order.
    #[serde(default)]
    pub order_reference: String,
    /// Of a credit note: the invoice that it is against.
    #[serde(default)]
    pub credited: Option<Credited>,
    /// The document.
    pub document: Document,
    /// What it comes to, as it was issued.
    #[serde(default)]
    pub totals: Totals,
    /// Who sends it.
    pub seller: Seller,
    /// Whom it is for.
    #[serde(default)]
    pub buyer: Buyer,
}

/// The invoice that a credit note is against.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Credited {
    /// Its number.
    pub number: String,
    /// Its date.
    pub issue_date: Option<Date>,
}

/// The business.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Seller {
    /// As its documents show it.
    pub profile: BusinessProfile,
    /// Its Peppol address where that is not its VAT number: `0088:5060012349998`.
    pub peppol_id: String,
}

/// The customer.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Buyer {
    /// As the document shows them; none where none was chosen.
    pub contact: Option<Contact>,
    /// Their VAT number, as typed.
    pub vat_number: String,
    /// Their Peppol address where that is not their VAT number.
    pub peppol_id: String,
    /// The reference that they want on every invoice.
    pub reference: String,
}

impl Source {
    /// Reads one from JSON; where it says no totals, they are worked out.
    ///
    /// # Errors
    /// What cannot be read, or not be calculated, in words.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut source: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if source.totals == Totals::default() {
            let totals = calculate(&source.document);
            source.totals = totals.map_err(|error| error.to_string())?;
        }
        Ok(source)
    }
}
