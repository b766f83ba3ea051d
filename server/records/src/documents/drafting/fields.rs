//! The core document in requests and responses, without its payments: those are recorded one by one and never saved
//! with it.

use plumbline_core::document::{
    Agreement, Choice, DepositType, DiscountType, Document, LabourUnit, Line, Photo, PriceDisplay, Section,
    Treatment, VatAnswers,
};
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::documents::drafting::body::ParsedHeader;
use crate::documents::drafting::editable_document::assign_line_ids;
use crate::documents::store::parties;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{Create, Update};
use plumbline_platform::ids::UserId;

/// A document's input with the names of `docs/rules.md`, section 2. Numbers are decimal strings.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DocumentFields {
    /// The lines in order, each with a unique id; a line without one is given one.
    #[schema(value_type = Vec<Object>)]
    pub items: Vec<Line>,
    /// The unit of labour for lines without their own.
    #[schema(value_type = String)]
    pub document_labour_unit_type: LabourUnit,
    /// Whether the document has labour of its own.
    pub include_labour: bool,
    /// Hours or days of labour.
    #[schema(value_type = String)]
    pub labour_hours: Number,
    /// Pounds per hour or day.
    #[schema(value_type = String)]
    pub labour_rate: Number,
    /// The unit of the document's own labour.
    #[schema(value_type = Option<String>)]
    pub labour_unit_type: Option<LabourUnit>,
    /// Whether the discount applies.
    pub include_discount: bool,
    /// A percentage or pounds, depending on `discountType`.
    #[schema(value_type = String)]
    pub discount: Number,
    /// Whether `discount` is a percentage or pounds.
    #[schema(value_type = String)]
    pub discount_type: DiscountType,
    /// The text next to the discount.
    pub discount_reason: String,
    /// The VAT treatment of the document's labour, and of lines without their own.
    #[schema(value_type = String)]
    pub vat_treatment: Treatment,
    /// The document's VAT rate as a percentage.
    #[schema(value_type = String)]
    pub tax: Number,
    /// Whether all prices, labour rates and a fixed discount include VAT. If it is missing in a create, they don't; if
    /// it is missing in a save, it doesn't change.
    #[schema(required = false)]
    pub prices_include_vat: bool,
    /// The day on which the work is complete; `None` if nobody has entered it.
    #[schema(value_type = Option<String>)]
    pub supply_date: Option<Date>,
    /// The answers to the questions about VAT.
    #[schema(value_type = Option<Object>)]
    pub vat_answers: Option<VatAnswers>,
    /// The sections of the job, in display order.
    #[schema(value_type = Vec<Object>)]
    pub sections: Vec<Section>,
    /// Which prices a quote's customer sees; omitted if they see those of each line.
    #[schema(value_type = Option<String>)]
    #[serde(skip_serializing_if = "PriceDisplay::is_lines")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<PriceDisplay>"))]
    pub price_display: PriceDisplay,
    /// How and where a quote's job is agreed; `None` if nothing was entered.
    #[schema(value_type = Option<Object>)]
    pub agreement: Option<Agreement>,
    /// A quote's photos, in order; omitted if there are none.
    #[schema(value_type = Vec<Object>)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Photo>>"))]
    pub photos: Vec<Photo>,
    /// A quote's choices.
    #[schema(value_type = Vec<Object>)]
    pub choices: Vec<Choice>,
    /// The id of the choice that counts; `None` means the first.
    pub chosen_choice: Option<String>,
    /// Whether a deposit is asked for.
    pub include_deposit: bool,
    /// A percentage or pounds, depending on `depositType`.
    #[schema(value_type = String)]
    pub deposit: Number,
    /// Whether `deposit` is a percentage or pounds.
    #[schema(value_type = String)]
    pub deposit_type: DepositType,
    /// The text next to the deposit.
    pub deposit_reason: String,
    /// The CIS rate as a percentage; `None` outside the scheme.
    #[schema(value_type = Option<String>)]
    pub cis_rate: Option<Number>,
}

impl From<Document> for DocumentFields {
    fn from(document: Document) -> Self {
        // Every field is named, so that a new one doesn't compile until somebody decides whether requests and responses
        // have it.
        let Document {
            mut items,
            document_labour_unit_type,
            include_labour,
            labour_hours,
            labour_rate,
            labour_unit_type,
            include_discount,
            discount,
            discount_type,
            discount_reason,
            vat_treatment,
            tax,
            prices_include_vat,
            supply_date,
            vat_answers,
            sections,
            price_display,
            agreement,
            photos,
            choices,
            chosen_choice,
            include_deposit,
            deposit,
            deposit_type,
            deposit_reason,
            cis_rate,
            invoiced: _,   // the answer has them beside it (`answer.rs`)
            variation: _,  // likewise
            variations: _, // likewise
            payments: _,   // recorded one by one
        } = document;
        assign_line_ids(&mut items);
        Self {
            items,
            document_labour_unit_type,
            include_labour,
            labour_hours,
            labour_rate,
            labour_unit_type,
            include_discount,
            discount,
            discount_type,
            discount_reason,
            vat_treatment,
            tax,
            prices_include_vat,
            supply_date,
            vat_answers,
            sections,
            price_display,
            agreement,
            photos,
            choices,
            chosen_choice,
            include_deposit,
            deposit,
            deposit_type,
            deposit_reason,
            cis_rate,
        }
    }
}

// What a document refers to must belong to the account.

/// Refuses a contact or a business profile that the account doesn't have. `before` is the document's present contact; a
/// different contact is locked, so that it still exists when the document is written.
///
/// # Errors
/// 422 naming the field.
pub async fn check_references(
    conn: &mut Conn,
    user_id: &UserId,
    head: &ParsedHeader,
    before: Option<&str>,
) -> Result<(), ApiError> {
    let mut checks = FieldChecks::new();
    if let Some(profile) = &head.business_profile_id
        && !parties::has_profile(conn, user_id, profile).await?
    {
        checks.add("businessProfileId", "not_found", "We couldn’t find this business profile.");
    }
    let contact = head.contact_id.as_ref();
    if let Some(id) = contact.filter(|id| before != Some(id.as_str()))
        && !parties::lock_contact(conn, user_id, id).await?
    {
        checks.add("contactId", "not_found", "We couldn’t find this customer.");
    }
    checks.into_result()
}

// The bodies of a create and a save, for OpenAPI and for the browser's types; `body.rs` reads them.

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
