//! The parts of a document that a person edits.

use serde::{Deserialize, Serialize};

use crate::document::{Document, Line};
use crate::error::Failure;
use crate::json::{self, empty_is_none};
use crate::time::Date;

/// Everything of a document that is edited: the core document, without its payments, and what
/// stands around it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Sheet {
    /// What stands around it.
    #[serde(flatten)]
    pub head: Head,
    /// What is calculated.
    #[serde(flatten)]
    pub document: Document,
}

/// What stands around the core document. The texts and ids are the caller's to judge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Head {
    /// The business it is from.
    pub business_profile_id: Option<String>,
    /// The customer.
    pub contact_id: Option<String>,
    /// When it is dated.
    #[serde(deserialize_with = "empty_is_none")]
    pub issue_date: Option<Date>,
    /// A quote's last day.
    #[serde(deserialize_with = "empty_is_none")]
    pub expiry_date: Option<Date>,
    /// An invoice's last day.
    #[serde(deserialize_with = "empty_is_none")]
    pub due_date: Option<Date>,
    /// What the job is.
    pub job_description: String,
    /// Where the job is, where that is not the customer's own address.
    pub job_address: String,
    /// The customer's own number of their order; empty where there is none.
    pub order_number: String,
    /// Notes that the customer reads.
    pub notes: String,
    /// A template of its own.
    pub template: Option<String>,
    /// Terms of its own.
    pub terms: Option<String>,
}

impl Sheet {
    /// Reads a sheet from the flat JSON of a save; fields that it does not know are passed over,
    /// and payments are none of it.
    ///
    /// # Errors
    ///
    /// Malformed text, or a field of a wrong type or with an unknown word.
    pub fn read(text: &str) -> Result<Self, Failure> {
        Ok(Self::of(json::read(text)?, Document::from_json(text)?))
    }

    /// A sheet of its parts.
    #[must_use]
    pub fn of(head: Head, mut document: Document) -> Self {
        document.payments.clear();
        Self { head, document }
    }

    /// The line of this id, and its place.
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
        assert_eq!(Sheet::of(Head::default(), paid).document, document);
    }
}
