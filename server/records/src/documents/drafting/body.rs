//! The body of a create or a save, from raw text to typed parts.
//!
//! The document in it is core's own type, read by core's own reader, so that a number keeps its text until core checks
//! it. The allowed fields are listed here; any other field, such as totals or payments from a client, is refused, and
//! the error names it.

use plumbline_core::document::{Agreement, Document};
use plumbline_core::edit::{EditableDocument, EditableHeader};
use plumbline_core::kind::DocumentKind;
use plumbline_core::time::{Date, supplied};
use serde::Deserialize;
use serde_json::Value;

use crate::documents::drafting::editable_document::{self, find_unknown_fields};
use crate::documents::drafting::validation;
use plumbline_platform::error::{ApiError, ERRORS_MAX, FieldError};
use plumbline_platform::http::RawJson;
use plumbline_platform::http::field_checks::{FieldChecks, REFERENCE_MAX};
use plumbline_platform::ids::{ContactId, DocumentId, Id, ProfileId, sha256_hex};

/// The parsed body of a create or a save.
#[derive(Debug)]
pub struct DocumentBody {
    /// The fields outside the core document.
    pub head: ParsedHeader,
    /// The document as core reads it; it has no payments.
    pub document: Document,
    /// Whether the body says if prices include VAT: clients that don't know the field leave it out.
    has_price_mode: bool,
    /// The agreement as it was sent; `None` if the body leaves it out.
    agreement: Option<Value>,
    /// A digest of the body; repeating the same create gives the same digest.
    pub digest: String,
}

/// The fields of a body outside the core document.
#[derive(Debug, Clone)]
pub struct ParsedHeader {
    /// An id chosen by the client, UUIDv7.
    pub id: Option<DocumentId>,
    /// The base version of a save.
    pub version: Option<i64>,
    /// The business profile; `None` means the account's owner.
    pub business_profile_id: Option<ProfileId>,
    /// The customer's contact, if one is chosen.
    pub contact_id: Option<ContactId>,
    /// The issue date.
    pub issue_date: Option<Date>,
    /// The expiry or due date.
    pub due_date: Option<Date>,
    /// The description of the job.
    pub job_description: String,
    /// The address of the job, one part per line.
    pub job_address: String,
    /// The customer's own order number. `None` if the body leaves it out, as older clients do: then it doesn't change.
    pub order_number: Option<String>,
    /// Notes for the customer.
    pub notes: String,
    /// The document's own template; `None` means the profile's.
    pub template: Option<String>,
    /// The document's own terms; `None` means the profile's.
    pub terms: Option<String>,
}

const HEADER_FIELDS: &[&str] = &[
    "id",
    "version",
    "businessProfileId",
    "contactId",
    "issueDate",
    "jobDescription",
    "jobAddress",
    "orderNumber",
    "notes",
    "template",
    "terms",
];
/// The name of the field for whether prices include VAT.
const PRICES_INCLUDE_VAT: &str = "pricesIncludeVat";
/// The name of the field for how the job is agreed.
const AGREEMENT: &str = "agreement";
/// The most characters of a job description or of notes.
pub const LONG_TEXT_MAX: usize = 10_000;
/// The most characters of a job's address: five lines, with room to spare.
pub const JOB_ADDRESS_MAX: usize = 1_000;
/// The most characters of terms.
const TERMS_MAX: usize = 20_000;
/// The most characters of a template's name.
const TEMPLATE_MAX: usize = 40;

/// Reads a body and checks it by core's rules.
///
/// # Errors
/// 400 for malformed JSON or an unknown field; 422 for a document that breaks rules. Each names the field.
pub fn parse(kind: DocumentKind, raw: &RawJson) -> Result<DocumentBody, ApiError> {
    parse_as(kind, raw, false)
}

/// The same for a body that may be a variation, whose total may be negative because it omits work.
///
/// # Errors
/// As for [`parse`].
pub fn parse_as(kind: DocumentKind, raw: &RawJson, is_variation: bool) -> Result<DocumentBody, ApiError> {
    let also = [HEADER_FIELDS, &[kind.facts().end_field]].concat();
    parse_with(kind, raw, &also, is_variation)
}

/// The same for a body from which documents are made later: it has no dates, and has the additional fields `beside`,
/// which the caller reads.
///
/// # Errors
/// As for [`parse`].
pub fn parse_undated(kind: DocumentKind, raw: &RawJson, beside: &[&str]) -> Result<DocumentBody, ApiError> {
    let undated = HEADER_FIELDS.iter().filter(|name| **name != "issueDate");
    let also: Vec<&str> = undated.chain(beside).copied().collect();
    let body = parse_with(kind, raw, &also, false)?;
    if !body.document.invoiced.is_empty() {
        let text = "Only a job’s final invoice takes off its earlier invoices.";
        return Err(ApiError::bad_field("invoiced", "unknown_field", text));
    }
    Ok(body)
}

/// The same for a body that isn't for a particular job: it has no customer and no address of a job either.
///
/// # Errors
/// As for [`parse`].
pub fn parse_for_any_job(
    kind: DocumentKind,
    raw: &RawJson,
    beside: &[&str],
) -> Result<DocumentBody, ApiError> {
    let of_a_job = ["contactId", "issueDate", "jobAddress", "orderNumber"];
    let saved = HEADER_FIELDS.iter().filter(|name| !of_a_job.contains(name));
    let also: Vec<&str> = saved.chain(beside).copied().collect();
    parse_with(kind, raw, &also, false)
}

fn parse_with(
    kind: DocumentKind,
    raw: &RawJson,
    also: &[&str],
    is_variation: bool,
) -> Result<DocumentBody, ApiError> {
    let mut value: Value = raw.parse()?;
    refuse_unknown_fields(also, &value)?;
    let wire: RawHeader = raw.parse()?;
    let text = std::str::from_utf8(&raw.0)
        .map_err(|_| ApiError::bad_request("malformed_json", "The body is not valid UTF-8."))?;
    let mut document = Document::from_json(text).map_err(validation::to_api_error)?;
    editable_document::assign_line_ids(&mut document.items);
    // Only the server decides whether a quote is a variation.
    document.variation = is_variation;
    document.variations.clear();
    let says_prices = value.get(PRICES_INCLUDE_VAT).is_some_and(|body| !body.is_null());
    let agreement = value.get(AGREEMENT).cloned();
    Ok(DocumentBody {
        head: wire.validated(kind, &document)?,
        document,
        has_price_mode: says_prices,
        agreement,
        digest: digest_body(&mut value),
    })
}

impl DocumentBody {
    /// The document that replaces `before`: fields that an older client leaves out don't change.
    ///
    /// # Errors
    /// As for [`DocumentBody::document_priced_as`].
    pub fn document_replacing(&self, before: &Document) -> Result<Document, ApiError> {
        let mut document = self.document_priced_as(before)?;
        document.agreement = Agreement::merge_with_stored(
            before.agreement.as_ref(),
            document.agreement.take(),
            self.agreement.as_ref(),
        );
        Ok(document)
    }

    /// The document; if the body doesn't say whether prices include VAT, as in `before`.
    ///
    /// # Errors
    /// 422 if the document then breaks rules.
    pub fn document_priced_as(&self, before: &Document) -> Result<Document, ApiError> {
        let mut document = self.document.clone();
        if !self.has_price_mode && before.prices_include_vat {
            document.prices_include_vat = true;
            validation::check_document(&document)?;
        }
        Ok(document)
    }
}

impl ParsedHeader {
    /// The header in the form in which core edits it; without an order number, with that of `before`.
    #[must_use]
    pub fn to_editable(&self, kind: DocumentKind, before: &EditableHeader) -> EditableHeader {
        let Self {
            id: _,      // of a create
            version: _, // which one the change was made from
            business_profile_id,
            contact_id,
            issue_date,
            due_date,
            job_description,
            job_address,
            order_number,
            notes,
            template,
            terms,
        } = self.clone();
        let (expiry_date, due_date) = kind.split_end_date(due_date);
        EditableHeader {
            business_profile_id: business_profile_id.map(String::from),
            contact_id: contact_id.map(String::from),
            issue_date,
            expiry_date,
            due_date,
            job_description,
            job_address,
            order_number: order_number.unwrap_or_else(|| before.order_number.clone()),
            notes,
            template,
            terms,
        }
    }
}

/// Checks an edited document in the same manner as a save.
///
/// # Errors
/// 422 naming each field that breaks a rule.
pub fn check_edited(kind: DocumentKind, sheet: &EditableDocument) -> Result<ParsedHeader, ApiError> {
    let EditableHeader {
        business_profile_id,
        contact_id,
        issue_date,
        expiry_date,
        due_date,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
    } = sheet.head.clone();
    let wire = RawHeader {
        id: None,
        version: None,
        business_profile_id,
        contact_id,
        issue_date: issue_date.map(SentDate::Date),
        expiry_date: expiry_date.map(SentDate::Date),
        due_date: due_date.map(SentDate::Date),
        job_description: Some(job_description),
        job_address: Some(job_address),
        order_number: Some(order_number),
        notes: Some(notes),
        template,
        terms,
    };
    wire.validated(kind, &sheet.document)
}

/// The digest of a body. An id in upper case counts as the same id.
fn digest_body(body: &mut Value) -> String {
    for name in ["id", "businessProfileId", "contactId"] {
        if let Some(Value::String(id)) = body.get_mut(name) {
            id.make_ascii_lowercase();
        }
    }
    sha256_hex(body.to_string())
}

/// Refuses every field that is neither in the header nor in core's document, with its path. Payments are recorded one
/// by one, so a save has none.
fn refuse_unknown_fields(also: &[&str], value: &Value) -> Result<(), ApiError> {
    let mut unknown: Vec<FieldError> =
        find_unknown_fields(value, also).into_iter().take(ERRORS_MAX).collect();
    if value.get("payments").is_some() {
        unknown.push(FieldError::new(
            "payments",
            "unknown_field",
            "Payments are recorded one by one, not with a save.",
        ));
    }
    match unknown.first() {
        None => Ok(()),
        Some(first) => Err(ApiError::bad_request("unknown_field", first.msg.clone()).with_errors(unknown)),
    }
}

/// [`ParsedHeader`] as received: every text is optional, and null counts as missing.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct RawHeader {
    id: Option<String>,
    version: Option<i64>,
    business_profile_id: Option<String>,
    contact_id: Option<String>,
    issue_date: Option<SentDate>,
    expiry_date: Option<SentDate>,
    due_date: Option<SentDate>,
    job_description: Option<String>,
    job_address: Option<String>,
    order_number: Option<String>,
    notes: Option<String>,
    template: Option<String>,
    terms: Option<String>,
}

/// A date of a header: a text in a save; in an edit a date, because core has read the operations.
#[derive(Deserialize)]
#[serde(from = "String")]
enum SentDate {
    Text(String),
    Date(Date),
}

impl From<String> for SentDate {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl RawHeader {
    /// The header, if it is valid together with this document.
    fn validated(self, kind: DocumentKind, document: &Document) -> Result<ParsedHeader, ApiError> {
        let mut checks = FieldChecks::new();
        let head = self.validate(kind, &mut checks);
        validation::check_texts(document, &mut checks);
        validation::check_price_display(kind, document, &mut checks);
        validation::check_photos(kind, document, &mut checks);
        checks.into_result()?;
        validation::check_document(document)?;
        Ok(head)
    }

    /// The header; its errors are added to the checks.
    fn validate(self, kind: DocumentKind, checks: &mut FieldChecks) -> ParsedHeader {
        let due = kind.pick_end_date(self.expiry_date, self.due_date);
        let own = parse_id("id", self.id, checks);
        let business = parse_id("businessProfileId", self.business_profile_id, checks);
        let contact_id = parse_id("contactId", self.contact_id, checks);
        let issue_date = check_date("issueDate", self.issue_date, checks);
        let due_date = check_date(kind.facts().end_field, due, checks);
        let job = parse_paragraphs("jobDescription", self.job_description, LONG_TEXT_MAX, checks);
        let place = parse_paragraphs("jobAddress", self.job_address, JOB_ADDRESS_MAX, checks);
        let order_number = self.order_number.map(|typed| typed.trim().to_owned());
        if let Some(number) = &order_number {
            checks.check_line("orderNumber", number, REFERENCE_MAX);
        }
        let notes = parse_paragraphs("notes", self.notes, LONG_TEXT_MAX, checks);
        let template = parse_paragraphs("template", self.template, TEMPLATE_MAX, checks);
        let terms = parse_paragraphs("terms", self.terms, TERMS_MAX, checks);
        ParsedHeader {
            id: own,
            version: self.version,
            business_profile_id: business,
            contact_id,
            issue_date,
            due_date,
            job_description: job.unwrap_or_default(),
            job_address: place.unwrap_or_default(),
            order_number,
            notes: notes.unwrap_or_default(),
            template,
            terms,
        }
    }
}

fn parse_id<T: Id>(path: &str, typed: Option<String>, checks: &mut FieldChecks) -> Option<T> {
    let typed = typed.filter(|t| !t.is_empty())?;
    let parsed = typed.parse().ok();
    if parsed.is_none() {
        checks.add(path, "invalid_id", "This is not an id.");
    }
    parsed
}

fn check_date(path: &str, sent: Option<SentDate>, checks: &mut FieldChecks) -> Option<Date> {
    let checked = match sent? {
        SentDate::Text(text) if text.is_empty() => return None,
        SentDate::Text(text) => supplied::parse(&text),
        SentDate::Date(date) => supplied::check(date),
    };
    match checked {
        Ok(date) => Some(date),
        Err(error) => {
            checks.add(path, error.code(), format!("The date {error}."));
            None
        }
    }
}

fn parse_paragraphs(
    path: &str,
    typed: Option<String>,
    most: usize,
    checks: &mut FieldChecks,
) -> Option<String> {
    let typed = typed.filter(|t| !t.is_empty())?;
    checks.check_paragraphs(path, &typed, most);
    Some(typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_date_is_checked_like_a_typed_one() {
        let day = |text: &str| -> Date { text.parse().unwrap() };
        let head = EditableHeader { issue_date: Some(day("2026-11-16")), ..EditableHeader::default() };
        let checked = check_edited(DocumentKind::Quote, &EditableDocument::new(head, Document::default()));
        assert_eq!(checked.unwrap().issue_date, Some(day("2026-11-16")));
        let head = EditableHeader { expiry_date: Some(day("0126-11-16")), ..EditableHeader::default() };
        let edited = check_edited(DocumentKind::Quote, &EditableDocument::new(head, Document::default()));
        let mut checks = FieldChecks::new();
        let typed = Some(SentDate::Text("0126-11-16".to_owned()));
        assert_eq!(check_date("expiryDate", typed, &mut checks), None);
        let (edited, typed) = (edited.unwrap_err(), checks.into_result().unwrap_err());
        assert_eq!(format!("{edited:?}"), format!("{typed:?}"));
    }

    #[test]
    fn a_checked_header_is_what_was_edited() {
        let head = EditableHeader {
            business_profile_id: Some("01930000-0000-7000-8000-000000000031".to_owned()),
            contact_id: Some("01930000-0000-7000-8000-000000000032".to_owned()),
            issue_date: "2026-11-16".parse().ok(),
            expiry_date: "2026-12-09".parse().ok(),
            due_date: None,
            job_description: "Fit a bath".to_owned(),
            job_address: "7 Tap Lane".to_owned(),
            order_number: "PO-4711".to_owned(),
            notes: "Parking at the back".to_owned(),
            template: Some("bold".to_owned()),
            terms: Some("Payment on the day".to_owned()),
        };
        let sheet = EditableDocument::new(head.clone(), Document::default());
        let checked = check_edited(DocumentKind::Quote, &sheet).unwrap();
        assert_eq!(checked.to_editable(DocumentKind::Quote, &EditableHeader::default()), head);
    }
}
