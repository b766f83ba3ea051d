//! The bodies of a create and a save, for OpenAPI and for the browser's types; `body.rs` reads them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::documents::drafting::fields::DocumentFields;
use plumbline_platform::http::{Create, Update};

/// What surrounds the document in a create or a save.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DocumentHead {
    /// The business it is from; none: the account's owner, by name and e-mail.
    pub business_profile_id: Option<String>,
    /// The customer; a draft may have none.
    pub contact_id: Option<String>,
    /// YYYY-MM-DD; a draft may have none.
    pub issue_date: Option<String>,
    /// What the job is.
    pub job_description: String,
    /// Where the job is, a line a part; none: at the customer's own address.
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub job_address: String,
    /// The customer's own number of their order; left out, it stays as it is.
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub order_number: String,
    /// Notes that the customer reads.
    pub notes: String,
    /// A template of its own; none: the business profile's.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub template: Option<String>,
    /// Terms of its own; none: the business profile's.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub terms: Option<String>,
}

/// A quote to create or to save.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct QuoteInput {
    /// What it shares with an invoice.
    #[serde(flatten)]
    pub head: DocumentHead,
    /// The last day to accept it, YYYY-MM-DD; a draft may have none.
    pub expiry_date: Option<String>,
    /// The document.
    #[serde(flatten)]
    pub document: DocumentFields,
}

/// An invoice to create or to save.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct InvoiceInput {
    /// What it shares with a quote.
    #[serde(flatten)]
    pub head: DocumentHead,
    /// The last day to pay in time, YYYY-MM-DD; a draft may have none.
    pub due_date: Option<String>,
    /// The document.
    #[serde(flatten)]
    pub document: DocumentFields,
}

/// What a create takes of every kind of document; each kind's own path takes its own.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum DocumentCreate {
    /// A quote.
    Quote(Box<Create<QuoteInput>>),
    /// An invoice.
    Invoice(Box<Create<InvoiceInput>>),
}

/// What a save takes of every kind of document; each kind's own path takes its own.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum DocumentUpdate {
    /// A quote.
    Quote(Box<Update<QuoteInput>>),
    /// An invoice.
    Invoice(Box<Update<InvoiceInput>>),
}
