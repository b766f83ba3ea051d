//! What is missing for an e-invoice, as sentences that say where to fix it.

use serde::Serialize;

/// One problem: something that is missing or wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "EinvoiceFinding")
)]
pub struct Finding {
    /// Where the user can fix it.
    pub place: Place,
    /// The field to fix: `peppol_id`.
    pub field: String,
    /// The stable code.
    pub code: &'static str,
    /// What is wrong, and what to do.
    pub message: String,
}

/// Where a problem can be fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "EinvoicePlace")
)]
#[serde(rename_all = "camelCase")]
pub enum Place {
    /// In the customer's details.
    Contact,
    /// In the business profile.
    Profile,
    /// On the document.
    Document,
}

/// The problems found so far.
#[derive(Debug, Default)]
pub(super) struct Findings(pub Vec<Finding>);

impl Findings {
    pub fn document(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.add(Place::Document, field, code, message);
    }

    pub fn contact(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.add(Place::Contact, field, code, message);
    }

    pub fn profile(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.add(Place::Profile, field, code, message);
    }

    fn add(&mut self, place: Place, field: &str, code: &'static str, message: impl Into<String>) {
        self.0.push(Finding {
            place,
            field: field.to_owned(),
            code,
            message: message.into(),
        });
    }
}
