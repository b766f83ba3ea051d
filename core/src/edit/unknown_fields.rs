//! Fields that a newer version wrote into a document, preserved by an older one.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::document::Document;
use crate::json;

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
