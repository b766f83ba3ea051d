//! What happened to each document, and when: reading `story.json`.
//!
//! Days count from today; yesterday is −1. A line names an item of the price list (`business.json`), takes its
//! fields, and adds or replaces some.

use plumbline_core::kind::DocumentKind;
use plumbline_core::tax::VatRate;
use plumbline_core::time::Date;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::api_client::DemoError;

const BUSINESS: &str = include_str!("business.json");
const STORY: &str = include_str!("story.json");

/// The business, as bodies for the API.
#[derive(Debug, Deserialize)]
pub struct DemoBusiness {
    /// For `POST /api/business-profiles`.
    pub profile: Value,
    /// For `POST /api/contacts`.
    pub customers: Vec<Value>,
    /// For `POST /api/items`.
    pub library: Vec<Value>,
    /// Its expenses.
    pub expenses: Vec<DemoExpense>,
    /// Its recurring invoices.
    pub recurring: Vec<DemoContract>,
    /// For `POST /api/quote-templates`.
    pub templates: Vec<Value>,
}

/// A recurring invoice of the business.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DemoContract {
    /// Days from today to the next invoice.
    pub day: i64,
    /// The name of the customer.
    pub customer: String,
    /// For `POST /api/recurring`.
    pub body: Value,
}

/// An expense of the business.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DemoExpense {
    /// Days from today.
    pub day: i64,
    /// The name of the customer for whose job it was; empty if for no customer.
    #[serde(default)]
    pub customer: String,
    /// For `POST /api/expenses`.
    pub body: Value,
}

/// A quote or an invoice, and what happened to it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DocumentStory {
    /// The kind of the first document.
    pub kind: DocumentKind,
    /// The name of the customer.
    pub customer: String,
    /// Days from the issue date to the expiry or due date.
    pub valid_days: u64,
    job: String,
    lines: Vec<Map<String, Value>>,
    #[serde(default)]
    more: Map<String, Value>,
    /// The events, in order.
    pub acts: Vec<StoryEvent>,
}

/// An event and its day, which is at most 0.
#[derive(Debug, Clone, Deserialize)]
pub struct StoryEvent {
    /// Days from today.
    pub day: i64,
    /// What happens.
    #[serde(flatten)]
    pub act: StoryAction,
}

/// Something that the plumber or the customer does.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum StoryAction {
    /// The plumber writes a draft.
    Write,
    /// The plumber adds a photo of the job.
    Photograph {
        /// The caption of the photo.
        caption: String,
    },
    /// The plumber shares the document by link, which issues it.
    Share,
    /// The customer accepts.
    Accept,
    /// The customer declines.
    Decline,
    /// The plumber converts the quote to an invoice; later events are about the invoice.
    Convert,
    /// The plumber invoices a part of an accepted quote and shares that invoice by link; later events are about the
    /// quote.
    Stage {
        /// The percentage of the agreed total.
        percentage: String,
    },
    /// The plumber offers a variation of an accepted quote by link, and its customer accepts; later events are about
    /// the quote.
    Vary {
        /// The name of the line.
        name: String,
        /// The price in pounds, without VAT.
        price: String,
    },
    /// The customer announces a payment.
    Announce {
        /// The payment method.
        method: String,
    },
    /// The plumber confirms the payment that the customer announced.
    Confirm,
    /// The plumber records a payment.
    Receive {
        /// The payment method.
        method: String,
        /// Pounds; the whole balance if it is left out.
        amount: Option<String>,
    },
    /// The plumber and the customer agree on equal monthly instalments.
    Agree {
        /// The number of instalments.
        count: String,
        /// The day of the first, in days from today.
        first: i64,
    },
    /// The plumber records the payment of the next instalment.
    Instalment {
        /// The payment method.
        method: String,
    },
    /// The plumber issues a credit note for a part of the invoice, shared by link.
    Credit {
        /// Pounds, including VAT.
        amount: String,
        /// The reason.
        reason: String,
    },
    /// The plumber voids the invoice.
    Void,
    /// The plumber archives the document.
    Archive,
}

/// Reads the business.
pub fn load_business() -> Result<DemoBusiness, DemoError> {
    serde_json::from_str(BUSINESS).map_err(|e| DemoError::new(format!("business.json: {e}")))
}

/// Reads all stories.
pub fn load_stories() -> Result<Vec<DocumentStory>, DemoError> {
    serde_json::from_str(STORY).map_err(|e| DemoError::new(format!("story.json: {e}")))
}

impl DocumentStory {
    /// The document's own fields, as the API takes them.
    pub fn document_fields(&self, library: &[Value], day: Date) -> Value {
        let standard = VatRate::Standard.percentage_on(day);
        let lines = self.lines.iter().enumerate();
        let items: Vec<Value> = lines.map(|(number, line)| full_line(number, line, library)).collect();
        let mut fields = json!({
            "jobDescription": self.job,
            "items": items,
            "documentLabourUnitType": "hours",
            "tax": standard,
        });
        if let Some(fields) = fields.as_object_mut() {
            fields.extend(self.more.clone());
        }
        fields
    }
}

fn full_line(number: usize, line: &Map<String, Value>, library: &[Value]) -> Value {
    let named = |item: &&Value| line.get("item").is_some_and(|name| *name == item["name"]);
    let mut full = library.iter().find(named).and_then(Value::as_object).cloned().unwrap_or_default();
    // As in the editor, an item's unit comes before its description.
    if let (Some(Value::String(unit)), Some(Value::String(more))) =
        (full.get("unit"), full.get("description"))
    {
        let text = format!("Per {unit}\n{more}");
        full.insert("description".into(), json!(text));
    }
    for of_the_library in ["unit", "category", "favourite"] {
        full.remove(of_the_library);
    }
    full.extend(line.clone());
    full.remove("item");
    full.insert("id".into(), json!(format!("line-{}", number + 1)));
    Value::Object(full)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_story_of_the_demo_is_complete_and_consistent() {
        let business = load_business().unwrap();
        assert!(business.customers.len() >= 12 && business.library.len() >= 15);
        for tale in load_stories().unwrap() {
            let known = |customer: &Value| customer["name"] == tale.customer.as_str();
            assert!(business.customers.iter().any(known), "{}", tale.customer);
            assert_eq!(tale.acts[0].act, StoryAction::Write, "{}", tale.job);
            assert!(tale.acts.is_sorted_by_key(|event| event.day), "{}", tale.job);
            assert!(tale.acts.iter().all(|event| event.day <= 0), "{}", tale.job);
            let fields = tale.document_fields(&business.library, "2026-11-16".parse().expect("a day"));
            for line in fields["items"].as_array().unwrap() {
                assert!(line["name"].is_string() && line["price"].is_string(), "{}: {line}", tale.job);
            }
        }
    }
}
