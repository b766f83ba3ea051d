//! An event, by the few fields that are used. Its other fields may change with Stripe's versions.

use serde::Deserialize;
use serde_json::{Value, json};

/// A signed event.
#[derive(Debug, Deserialize)]
pub struct Event {
    /// `evt_…`.
    pub id: String,
    /// `checkout.session.completed`, …
    #[serde(rename = "type")]
    pub kind: String,
    /// Unix seconds.
    pub created: i64,
    /// The connected account it comes from; the platform's own events name none.
    #[serde(default)]
    pub account: Option<String>,
    data: Data,
}

#[derive(Debug, Deserialize)]
struct Data {
    object: Value,
}

impl Event {
    /// The account it comes from; empty for the platform's own.
    pub fn account(&self) -> &str {
        self.account.as_deref().unwrap_or_default()
    }

    /// What it is about, whole.
    pub fn object(&self) -> &Value {
        &self.data.object
    }

    /// A text of its object; empty where there is none. What may be expanded into an object of
    /// its own is its id.
    pub fn text(&self, name: &str) -> &str {
        match &self.data.object[name] {
            Value::String(text) => text,
            Value::Object(object) => object.get("id").and_then(Value::as_str).unwrap_or_default(),
            _ => "",
        }
    }

    /// A whole number of its object.
    pub fn whole(&self, name: &str) -> Option<i64> {
        self.data.object[name].as_i64()
    }

    /// A yes or no of its object; no where there is none.
    pub fn flag(&self, name: &str) -> bool {
        self.data.object[name].as_bool().unwrap_or(false)
    }

    /// A text inside an object of its object.
    pub fn inner_text(&self, name: &str, inner: &str) -> &str {
        self.data.object[name][inner].as_str().unwrap_or_default()
    }

    /// What has to be kept of an event on a charge until its payment is known, and no more: a
    /// connected account has charges of its own that are none of our business.
    pub fn for_later(&self) -> String {
        let names = ["id", "charge", "payment_intent", "status"];
        let mut object: Value = names.iter().map(|name| (*name, self.text(name))).collect();
        object["payment_method_details"] =
            json!({ "type": self.inner_text("payment_method_details", "type") });
        object["metadata"] =
            json!({ crate::stripe::REFUND: self.inner_text("metadata", crate::stripe::REFUND) });
        for name in ["amount", "amount_refunded"] {
            object[name] = json!(self.whole(name));
        }
        json!({
            "id": self.id, "type": self.kind, "created": self.created, "account": self.account,
            "data": { "object": object },
        })
        .to_string()
    }
}
