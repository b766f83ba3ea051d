//! The parts of Invoice Ninja's backup that are read. PHP writes numbers now as numbers, now as
//! texts, and a switch as either; null stands for nothing everywhere.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A text, a number or a switch, as its text; empty for nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Word(pub String);

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Value::deserialize(deserializer)? {
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            Value::Bool(true) => "1".to_owned(),
            _ => String::new(),
        }))
    }
}

impl Word {
    /// Whether it is a switch that is on.
    pub(super) fn is_on(&self) -> bool {
        !matches!(self.0.as_str(), "" | "0" | "false")
    }
}

/// A list, which PHP writes as a map where a place of it is empty.
fn list<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: serde::de::DeserializeOwned,
{
    let values = match Value::deserialize(deserializer)? {
        Value::Array(values) => values,
        Value::Object(map) => map.into_iter().map(|(_, value)| value).collect(),
        // A list in a text: as the database has it.
        Value::String(text) => serde_json::from_str(&text).unwrap_or_default(),
        _ => Vec::new(),
    };
    let read = values.into_iter().map(serde_json::from_value);
    read.collect::<Result<_, _>>()
        .map_err(serde::de::Error::custom)
}

/// The whole of it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Backup {
    pub app_version: Option<Word>,
    pub company: Company,
    #[serde(deserialize_with = "list")]
    pub clients: Vec<Client>,
    #[serde(deserialize_with = "list")]
    pub client_contacts: Vec<ClientContact>,
    #[serde(deserialize_with = "list")]
    pub products: Vec<Product>,
    #[serde(deserialize_with = "list")]
    pub quotes: Vec<Paper>,
    #[serde(deserialize_with = "list")]
    pub invoices: Vec<Paper>,
    #[serde(deserialize_with = "list")]
    pub payments: Vec<Payment>,
    #[serde(deserialize_with = "list")]
    pub credits: Vec<Counted>,
    #[serde(deserialize_with = "list")]
    pub recurring_invoices: Vec<Counted>,
    #[serde(deserialize_with = "list")]
    pub expenses: Vec<Counted>,
    #[serde(deserialize_with = "list")]
    pub vendors: Vec<Counted>,
}

/// What is only counted.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Counted {
    pub is_deleted: Word,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Company {
    #[serde(deserialize_with = "settings")]
    pub settings: Settings,
}

/// Settings, of which an empty map is an empty list in PHP.
fn settings<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Settings, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default)]
pub(super) struct Settings {
    pub currency_id: Word,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Client {
    pub id: Word,
    pub hashed_id: Word,
    pub name: Word,
    pub address1: Word,
    pub address2: Word,
    pub city: Word,
    pub state: Word,
    pub postal_code: Word,
    pub country_id: Word,
    pub shipping_address1: Word,
    pub shipping_address2: Word,
    pub shipping_city: Word,
    pub shipping_state: Word,
    pub shipping_postal_code: Word,
    pub phone: Word,
    pub vat_number: Word,
    pub classification: Word,
    pub private_notes: Word,
    pub is_deleted: Word,
    #[serde(deserialize_with = "settings")]
    pub settings: Settings,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ClientContact {
    pub client_id: Word,
    pub first_name: Word,
    pub last_name: Word,
    pub email: Word,
    pub phone: Word,
    pub is_primary: Word,
    pub deleted_at: Word,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Product {
    pub product_key: Word,
    pub notes: Word,
    pub cost: Word,
    pub price: Word,
    pub quantity: Word,
    pub tax_name1: Word,
    pub tax_rate1: Word,
    pub is_deleted: Word,
}

/// A quote or an invoice.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Paper {
    pub id: Word,
    pub hashed_id: Word,
    pub client_id: Word,
    /// The invoice that a quote was made into.
    pub invoice_id: Word,
    pub number: Word,
    pub date: Word,
    pub due_date: Word,
    pub po_number: Word,
    pub status_id: Word,
    pub discount: Word,
    pub is_amount_discount: Word,
    pub uses_inclusive_taxes: Word,
    pub public_notes: Word,
    pub terms: Word,
    pub tax_name1: Word,
    pub tax_rate1: Word,
    pub tax_name2: Word,
    pub tax_rate2: Word,
    pub tax_name3: Word,
    pub tax_rate3: Word,
    pub custom_surcharge1: Word,
    pub custom_surcharge2: Word,
    pub custom_surcharge3: Word,
    pub custom_surcharge4: Word,
    pub amount: Word,
    pub balance: Word,
    #[serde(deserialize_with = "list")]
    pub line_items: Vec<Item>,
    pub is_deleted: Word,
    pub deleted_at: Word,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Item {
    pub quantity: Word,
    pub cost: Word,
    pub product_key: Word,
    pub notes: Word,
    pub discount: Word,
    pub tax_name1: Word,
    pub tax_rate1: Word,
    pub tax_name2: Word,
    pub tax_rate2: Word,
    pub tax_name3: Word,
    pub tax_rate3: Word,
    pub line_total: Word,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Payment {
    pub date: Word,
    pub type_id: Word,
    pub transaction_reference: Word,
    pub is_deleted: Word,
    #[serde(deserialize_with = "list")]
    pub paymentables: Vec<Paymentable>,
}

/// What of a payment went to which invoice.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Paymentable {
    pub paymentable_id: Word,
    pub paymentable_type: Word,
    pub amount: Word,
    pub refunded: Word,
}
