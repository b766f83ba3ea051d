//! Fields that a newer version wrote into a document, preserved by an older one.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::document::Document;
use crate::json;

/// The fields of a stored document that this version does not know, wherever they stand, to be
/// written back with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unknown {
    fields: Map<String, Value>,
    /// Those within what is known: the fields of an object by their names, the entries of a list
    /// by their ids.
    within: BTreeMap<String, Unknown>,
}

impl Unknown {
    /// What a stored document has beside the known fields; one that cannot be read has nothing.
    #[must_use]
    pub fn of(stored: &Value) -> Self {
        // What is written of a document has all of its fields.
        match json::from_tree::<Document>(stored.clone(), "").map(serde_json::to_value) {
            Ok(Ok(known)) => Self::beside(stored, &known),
            _ => Self::default(),
        }
    }

    fn beside(stored: &Value, known: &Value) -> Self {
        let mut unknown = Self::default();
        match (stored, known) {
            (Value::Object(stored), Value::Object(known)) => {
                for (name, value) in stored {
                    match known.get(name) {
                        Some(known) => unknown.put_within(name, Self::beside(value, known)),
                        None => drop(unknown.fields.insert(name.clone(), value.clone())),
                    }
                }
            }
            (Value::Array(stored), Value::Array(known)) => {
                for (entry, known) in stored.iter().zip(known) {
                    unknown.put_within(id(entry), Self::beside(entry, known));
                }
            }
            _ => {}
        }
        unknown
    }

    fn put_within(&mut self, name: &str, unknown: Self) {
        if !unknown.is_empty() {
            self.within.insert(name.to_owned(), unknown);
        }
    }

    /// Whether there is nothing unknown.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.within.is_empty()
    }

    /// Writes it back into the same document as it is now, and where its entries are still there.
    pub fn put_back(&self, into: &mut Value) {
        match into {
            Value::Object(fields) => {
                fields.extend(self.fields.clone());
                for (name, unknown) in &self.within {
                    fields
                        .entry(name)
                        .and_modify(|value| unknown.put_back(value));
                }
            }
            Value::Array(entries) => {
                for entry in entries {
                    if let Some(unknown) = self.within.get(id(entry)) {
                        unknown.put_back(entry);
                    }
                }
            }
            _ => {}
        }
    }
}

fn id(entry: &Value) -> &str {
    entry.get("id").and_then(Value::as_str).unwrap_or_default()
}
