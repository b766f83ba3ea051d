//! The bodies of a create and a save, for OpenAPI and for the browser's types; `body.rs` reads them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::documents::drafting::fields::DocumentFields;
use plumbline_platform::http::{Create, Update};

/// The fields of a quote or an invoice, apart from core's document, in a create or a save.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DocumentHead {
    /// The business profile; without one, the document is from the account's owner, by name and email address.
    pub business_profile_id: Option<String>,
    /// The customer; optional in a draft.
    pub contact_id: Option<String>,
    /// YYYY-MM-DD; optional in a draft.
    pub issue_date: Option<String>,
    /// A description of the job.
    pub job_description: String,
    /// The address of the job, one part per line; empty for the customer's own address.
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub job_address: String,
    /// The customer's order number; if the field is missing, it doesn't change.
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub order_number: String,
    /// Notes for the customer.
    pub notes: String,
    /// A template for this document; `None` for the business profile's.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub template: Option<String>,
    /// Terms for this document; `None` for the business profile's.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub terms: Option<String>,
}

/// A quote to create or to save.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct QuoteInput {
    /// The fields shared with invoices.
    #[serde(flatten)]
    pub head: DocumentHead,
    /// The expiry date, YYYY-MM-DD; optional in a draft.
    pub expiry_date: Option<String>,
    /// Core's document.
    #[serde(flatten)]
    pub document: DocumentFields,
}

/// An invoice to create or to save.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct InvoiceInput {
    /// The fields shared with quotes.
    #[serde(flatten)]
    pub head: DocumentHead,
    /// The due date, YYYY-MM-DD; optional in a draft.
    pub due_date: Option<String>,
    /// Core's document.
    #[serde(flatten)]
    pub document: DocumentFields,
}

/// The body of a create; each kind's own path accepts only its own variant.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum DocumentCreate {
    /// A quote.
    Quote(Box<Create<QuoteInput>>),
    /// An invoice.
    Invoice(Box<Create<InvoiceInput>>),
}

/// The body of a save; each kind's own path accepts only its own variant.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum DocumentUpdate {
    /// A quote.
    Quote(Box<Update<QuoteInput>>),
    /// An invoice.
    Invoice(Box<Update<InvoiceInput>>),
}
