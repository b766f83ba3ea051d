//! The parts of a document that a person edits.

use serde::{Deserialize, Serialize};

use crate::document::{Document, Line};
use crate::error::InputError;
use crate::json::{self, empty_is_none};
use crate::time::Date;

/// Everything that can be edited in a document: the core document, without its payments, and its other fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EditableDocument {
    /// The fields outside the core document.
    #[serde(flatten)]
    pub head: EditableHeader,
    /// The core document, which is calculated.
    #[serde(flatten)]
    pub document: Document,
}

/// The fields outside the core document. Its texts and ids are for the caller to check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct EditableHeader {
    /// The id of the business profile.
    pub business_profile_id: Option<String>,
    /// The id of the customer's contact.
    pub contact_id: Option<String>,
    /// The issue date.
    #[serde(deserialize_with = "empty_is_none")]
    pub issue_date: Option<Date>,
    /// The expiry date of a quote.
    #[serde(deserialize_with = "empty_is_none")]
    pub expiry_date: Option<Date>,
    /// The due date of an invoice.
    #[serde(deserialize_with = "empty_is_none")]
    pub due_date: Option<Date>,
    /// The description of the job.
    pub job_description: String,
    /// The address of the job, if it isn't the customer's own.
    pub job_address: String,
    /// The customer's own order number; empty if there is none.
    pub order_number: String,
    /// Notes for the customer.
    pub notes: String,
    /// The template, if it isn't the business profile's.
    pub template: Option<String>,
    /// The terms, if they aren't the business profile's.
    pub terms: Option<String>,
}

impl EditableDocument {
    /// Reads a document from the flat JSON of a save; unknown fields are ignored, and so are payments.
    ///
    /// # Errors
    ///
    /// The JSON is malformed, or a field has the wrong type or an unknown value.
    pub fn from_json(text: &str) -> Result<Self, InputError> {
        Ok(Self::new(json::parse(text)?, Document::from_json(text)?))
    }

    /// Joins the two parts; payments are dropped.
    #[must_use]
    pub fn new(head: EditableHeader, mut document: Document) -> Self {
        document.payments.clear();
        Self { head, document }
    }

    /// The line with this id, and its index.
    #[must_use]
    pub fn line(&self, id: &str) -> Option<(usize, &Line)> {
        let mut lines = self.document.items.iter().enumerate();
        lines.find(|(_, line)| line.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Choice, Photo, Section, VatAnswers};
    use crate::money::number::Number;

    #[test]
    fn everything_of_a_document_but_its_payments_is_edited() {
        let document = Document {
            items: vec![Line::default()],
            sections: vec![Section::default()],
            photos: vec![Photo::default()],
            choices: vec![Choice::default()],
            vat_answers: Some(VatAnswers::default()),
            cis_rate: Some(Number::from(20)),
            ..Document::default()
        };
        let mut paid = document.clone();
        paid.payments.push(Default::default());
        assert_eq!(EditableDocument::new(EditableHeader::default(), paid).document, document);
    }
}
