//! What a newer version wrote into a document, kept by an older one.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::document::{Document, Line};

/// The fields of a stored document that this version does not know, to be written back with it:
/// those of the document, and of its lines by their ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unknown {
    header: Map<String, Value>,
    lines: BTreeMap<String, Map<String, Value>>,
}

impl Unknown {
    /// The unknown fields of a stored document.
    #[must_use]
    pub fn of(stored: &Value) -> Self {
        let lines = stored.get("items").and_then(Value::as_array);
        let of_line = |line: &Value| {
            let id = line.get("id")?.as_str()?.to_owned();
            Some((id, unknown(line, Line::default())))
        };
        let lines = lines.into_iter().flatten().filter_map(of_line);
        Self {
            header: unknown(stored, Document::default()),
            lines: lines.filter(|(_, fields)| !fields.is_empty()).collect(),
        }
    }

    /// Whether there are none, as nearly always.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.header.is_empty() && self.lines.is_empty()
    }

    /// Writes them back into the document as it is stored again; those of a line that is gone are
    /// gone with it.
    pub fn put_back(&self, into: &mut Value) {
        let Value::Object(fields) = into else { return };
        fields.extend(self.header.clone());
        let Some(Value::Array(lines)) = fields.get_mut("items") else {
            return;
        };
        for line in lines.iter_mut().filter_map(Value::as_object_mut) {
            let id = line.get("id").and_then(Value::as_str).unwrap_or_default();
            if let Some(own) = self.lines.get(id) {
                line.extend(own.clone());
            }
        }
    }
}

/// The fields of a value that one of this version's has not.
fn unknown(value: &Value, known: impl Serialize) -> Map<String, Value> {
    let known = serde_json::to_value(known).unwrap_or_default();
    let fields = value.as_object().into_iter().flatten();
    fields
        .filter(|(name, _)| known.get(name).is_none())
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}
