//! What is missing for an e-invoice, as sentences that say where to fix it.

use serde::Serialize;

/// One thing that is missing or wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "EinvoiceFinding")
)]
pub struct Finding {
    /// Where it is put right.
    pub place: Place,
    /// The field there: `peppol_id`.
    pub field: String,
    /// A stable word for a machine.
    pub code: &'static str,
    /// What it is, and what to do.
    pub message: String,
}

/// Where something is put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "EinvoicePlace")
)]
#[serde(rename_all = "camelCase")]
pub enum Place {
    /// With the customer's details.
    Contact,
    /// With the business's own.
    Profile,
    /// On the document.
    Document,
}

/// What was found so far.
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
