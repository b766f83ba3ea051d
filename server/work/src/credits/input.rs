//! How much of an invoice is to be credited: the body of a preview and of a credit note, and core's result.

use plumbline_core::calculate::credit::{
    Credit, CreditRequest, InvoiceToCredit, LineToCredit, calculate_credit_note, parse_labour,
};
use plumbline_core::calculate::totals::Totals;
use plumbline_core::document::Document;
use plumbline_core::error as rules;
use plumbline_core::money::number::Number;
use plumbline_core::status::invoice::InvoiceAction;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_records::documents::drafting::editable_document::assign_line_ids;
use plumbline_records::documents::status::transition_error;
use plumbline_records::documents::stored::StoredDocument;

/// The most lines of one credit note, the same as for any document.
const LINES_MAX: usize = 500;

/// How much of the invoice to credit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "lowercase")]
pub enum CreditScope {
    /// All that is left of it.
    All,
    /// Some of its lines.
    Lines,
    /// An amount.
    Amount,
}

/// A line to credit.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreditLine {
    /// The line's id on the invoice.
    pub id: String,
    /// How much of its quantity; left out: all that is left of the line.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable, type = "string"))]
    pub quantity: Option<Number>,
}

/// What to credit.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreditInput {
    /// How much of the invoice.
    pub of: CreditScope,
    /// For `lines`: which lines.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<CreditLine>>"))]
    pub lines: Vec<CreditLine>,
    /// For `lines`: how many hours or days of the invoice's own labour.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable, type = "string"))]
    pub labour: Option<Number>,
    /// For `amount`: pounds of the total, including VAT.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable, type = "string"))]
    pub amount: Option<Number>,
    /// The reason, on one line, for the customer to read. Not needed for a preview.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub reason: String,
}

impl CreditInput {
    /// The request to core.
    ///
    /// # Errors
    /// 422 naming a field that is not a valid number.
    pub(super) fn to_request(&self) -> Result<CreditRequest, ApiError> {
        let mut checks = FieldChecks::new();
        let wanted = match self.of {
            CreditScope::All => Some(CreditRequest::All),
            CreditScope::Amount => {
                let amount = self.amount.as_ref().and_then(Number::to_pence);
                if amount.is_none() {
                    let msg = "Enter an amount above £0.00 in pounds and pence.";
                    checks.add("amount", "out_of_range", msg);
                }
                amount.map(CreditRequest::Amount)
            }
            CreditScope::Lines => Some(self.parse_lines(&mut checks)),
        };
        checks.into_result()?;
        wanted.ok_or_else(|| ApiError::internal("a credit was judged good without its parts"))
    }

    fn parse_lines(&self, checks: &mut FieldChecks) -> CreditRequest {
        if self.lines.len() > LINES_MAX {
            let msg = format!("At most {LINES_MAX} lines can be credited at once.");
            checks.add("lines", "too_many", msg);
        }
        let lines = self.lines.iter().take(LINES_MAX).enumerate();
        let lines = lines.filter_map(|(at, line)| {
            let typed = LineToCredit::parse(at, line.id.clone(), line.quantity.as_ref());
            typed.map_err(|broken| add_error(checks, broken)).ok()
        });
        let lines = lines.collect();
        let labour = parse_labour(self.labour.as_ref());
        let labour = labour.map_err(|broken| add_error(checks, broken));
        let labour = labour.unwrap_or_default();
        CreditRequest::Lines { lines, labour }
    }
}

/// Adds core's error about a field to the checks.
fn add_error(checks: &mut FieldChecks, broken: rules::FieldError) {
    checks.add(&broken.path, broken.code, broken.msg);
}

/// The invoice's document, with every line named as its readers see it.
pub(super) fn with_named_lines(invoice: &StoredDocument) -> Document {
    let mut document = invoice.document.clone();
    assign_line_ids(&mut document.items);
    document
}

/// Core's credit note for an invoice.
///
/// # Errors
/// 409 if the invoice can't be credited; 422 naming the field that asks for too much.
pub(super) fn credit_invoice(
    invoice: &StoredDocument,
    document: &Document,
    credits: &[(Document, Totals)],
    wanted: &CreditRequest,
) -> Result<Credit, ApiError> {
    let state = invoice.invoice_state();
    state.apply(InvoiceAction::Credit).map_err(transition_error)?;
    let of = InvoiceToCredit {
        number: invoice.row.number.as_deref().unwrap_or_default(),
        document,
        totals: &invoice.totals,
        credits,
    };
    calculate_credit_note(of, wanted).map_err(|error| ApiError::rule_broken(vec![FieldError::from(error)]))
}
