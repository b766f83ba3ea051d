//! The parts of a document that a person edits.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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

// Fields that a newer version wrote into a document, preserved by an older one.

/// The fields of a stored document that this version doesn't know, at any depth, so that they can be written back with
/// it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnknownFields {
    fields: Map<String, Value>,
    /// The unknown fields inside known ones: of an object by field name, of a list by the entry's id.
    within: BTreeMap<String, UnknownFields>,
}

impl UnknownFields {
    /// The unknown fields of a stored document; empty if it cannot be read.
    #[must_use]
    pub fn from_stored(stored: &Value) -> Self {
        // A document is written with all of its fields, so any other field is unknown.
        match json::from_tree::<Document>(stored.clone(), "").map(serde_json::to_value) {
            Ok(Ok(known)) => Self::find_unknown(stored, &known),
            _ => Self::default(),
        }
    }

    fn find_unknown(stored: &Value, known: &Value) -> Self {
        let mut unknown = Self::default();
        match (stored, known) {
            (Value::Object(stored), Value::Object(known)) => {
                for (name, value) in stored {
                    match known.get(name) {
                        Some(known) => unknown.insert_nested(name, Self::find_unknown(value, known)),
                        None => drop(unknown.fields.insert(name.clone(), value.clone())),
                    }
                }
            }
            (Value::Array(stored), Value::Array(known)) => {
                for (entry, known) in stored.iter().zip(known) {
                    unknown.insert_nested(entry_id(entry), Self::find_unknown(entry, known));
                }
            }
            _ => {}
        }
        unknown
    }

    fn insert_nested(&mut self, name: &str, unknown: Self) {
        if !unknown.is_empty() {
            self.within.insert(name.to_owned(), unknown);
        }
    }

    /// Whether there is nothing unknown.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.within.is_empty()
    }

    /// Writes the unknown fields back into the current state of the same document, in every entry that still exists.
    pub fn restore_into(&self, into: &mut Value) {
        match into {
            Value::Object(fields) => {
                fields.extend(self.fields.clone());
                for (name, unknown) in &self.within {
                    fields.entry(name).and_modify(|value| unknown.restore_into(value));
                }
            }
            Value::Array(entries) => {
                for entry in entries {
                    if let Some(unknown) = self.within.get(entry_id(entry)) {
                        unknown.restore_into(entry);
                    }
                }
            }
            _ => {}
        }
    }
}

fn entry_id(entry: &Value) -> &str {
    entry.get("id").and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Choice, Photo, Section, VatAnswers};
    use crate::money::number::Number;

    #[test]
    fn contains_everything_of_a_document_except_its_payments() {
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
