//! What is missing for an e-invoice, as sentences that also say where to fix it.

use serde::Serialize;

/// One problem: something that is missing or wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "EinvoiceFinding"))]
pub struct Finding {
    /// Where the user can fix it.
    pub place: EinvoicePlace,
    /// The field to fix: `peppol_id`.
    pub field: String,
    /// The stable code.
    pub code: &'static str,
    /// What is wrong, and what to do.
    pub message: String,
}

/// Where a problem can be fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum EinvoicePlace {
    /// In the customer's details.
    Contact,
    /// In the business profile.
    Profile,
    /// On the document.
    Document,
}

/// The problems found so far.
#[derive(Debug, Default)]
pub(super) struct EinvoiceFindings(pub Vec<Finding>);

impl EinvoiceFindings {
    pub fn add_for_document(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.add(EinvoicePlace::Document, field, code, message);
    }

    pub fn add_for_contact(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.add(EinvoicePlace::Contact, field, code, message);
    }

    pub fn add_for_profile(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.add(EinvoicePlace::Profile, field, code, message);
    }

    fn add(&mut self, place: EinvoicePlace, field: &str, code: &'static str, message: impl Into<String>) {
        self.0.push(Finding { place, field: field.to_owned(), code, message: message.into() });
    }
}
