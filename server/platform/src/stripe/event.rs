//! An event, by the few fields that are used. Its other fields may change with Stripe's versions.

use serde::Deserialize;
use serde_json::{Value, json};

/// A signed event.
#[derive(Debug, Deserialize)]
pub struct Event {
    /// The event's id, `evt_…`.
    pub id: String,
    /// The event's type: `checkout.session.completed`, …
    #[serde(rename = "type")]
    pub kind: String,
    /// When the event was created, Unix seconds.
    pub created: i64,
    /// The connected account from which it comes; `None` for the platform's own events.
    #[serde(default)]
    pub account: Option<String>,
    data: Data,
}

#[derive(Debug, Deserialize)]
struct Data {
    object: Value,
}

impl Event {
    /// The id of the account from which it comes; empty for the platform's own events.
    pub fn account(&self) -> &str {
        self.account.as_deref().unwrap_or_default()
    }

    /// The whole object that the event is about.
    pub fn object(&self) -> &Value {
        &self.data.object
    }

    /// A text field of the object; empty if it is missing. A field that may be expanded into an object is read as that
    /// object's id.
    pub fn text_field(&self, name: &str) -> &str {
        match &self.data.object[name] {
            Value::String(text) => text,
            Value::Object(object) => object.get("id").and_then(Value::as_str).unwrap_or_default(),
            _ => "",
        }
    }

    /// A whole number in the object.
    pub fn integer_field(&self, name: &str) -> Option<i64> {
        self.data.object[name].as_i64()
    }

    /// A Boolean in the object; false if it is missing.
    pub fn flag_field(&self, name: &str) -> bool {
        self.data.object[name].as_bool().unwrap_or(false)
    }

    /// A text within a field of the object.
    pub fn nested_text_field(&self, name: &str, inner: &str) -> &str {
        self.data.object[name][inner].as_str().unwrap_or_default()
    }

    /// The part of an event about a charge that must be stored until its payment is known, and no more: a connected
    /// account has other charges, which are no business of ours.
    pub fn to_stored(&self) -> String {
        let names = ["id", "charge", "payment_intent", "status"];
        let mut object: Value = names.iter().map(|name| (*name, self.text_field(name))).collect();
        object["payment_method_details"] =
            json!({ "type": self.nested_text_field("payment_method_details", "type") });
        object["metadata"] =
            json!({ crate::stripe::REFUND: self.nested_text_field("metadata", crate::stripe::REFUND) });
        for name in ["amount", "amount_refunded"] {
            object[name] = json!(self.integer_field(name));
        }
        json!({
            "id": self.id, "type": self.kind, "created": self.created, "account": self.account,
            "data": { "object": object },
        })
        .to_string()
    }
}
