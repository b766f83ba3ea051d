//! What an e-invoice is made from.

use serde::Deserialize;

use crate::calculate::totals::{Totals, calculate};
use crate::document::Document;
use crate::document::parties::{BusinessProfile, Contact};
use crate::kind::DocumentKind;
use crate::time::Date;

/// An invoice or a credit note, with everything that its e-invoice can contain.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EinvoiceSource {
    /// The kind: an invoice or a credit note.
    pub kind: DocumentKind,
    /// The number; empty for a draft.
    #[serde(default)]
    pub number: String,
    /// The issue date.
    #[serde(default)]
    pub issue_date: Option<Date>,
    /// The due date.
    #[serde(default)]
    pub due_date: Option<Date>,
    /// The description of the job.
    #[serde(default)]
    pub job_description: String,
    /// The address of the job, one line for each part.
    #[serde(default)]
    pub job_address: String,
    /// Notes for the customer.
    #[serde(default)]
    pub notes: String,
    /// The customer's own order number.
    #[serde(default)]
    pub order_reference: String,
    /// The invoice that a credit note is against; `None` for an invoice.
    #[serde(default)]
    pub credited: Option<CreditedInvoice>,
    /// The document.
    pub document: Document,
    /// The totals as issued.
    #[serde(default)]
    pub totals: Totals,
    /// The business that sends it.
    pub seller: EinvoiceSeller,
    /// The customer.
    #[serde(default)]
    pub buyer: EinvoiceBuyer,
}

/// The invoice that a credit note is against.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CreditedInvoice {
    /// The number of the invoice.
    pub number: String,
    /// The issue date of the invoice.
    pub issue_date: Option<Date>,
}

/// The business.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct EinvoiceSeller {
    /// The business profile.
    pub profile: BusinessProfile,
    /// The Peppol address, if it isn't the VAT number: `0088:5060012349998`.
    pub peppol_id: String,
}

/// The customer.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct EinvoiceBuyer {
    /// The customer's details on the document; `None` if no customer was chosen.
    pub contact: Option<Contact>,
    /// The customer's VAT number, as typed.
    pub vat_number: String,
    /// The customer's Peppol address, if it isn't their VAT number.
    pub peppol_id: String,
    /// The reference that the customer wants on every invoice.
    pub reference: String,
}

impl EinvoiceSource {
    /// Reads a source from JSON; if it has no totals, they are calculated.
    ///
    /// # Errors
    /// A message if the JSON cannot be read, or the totals cannot be calculated.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let mut source: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if source.totals == Totals::default() {
            let totals = calculate(&source.document);
            source.totals = totals.map_err(|error| error.to_string())?;
        }
        Ok(source)
    }
}
