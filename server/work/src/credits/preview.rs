//! The totals of a credit note that is being typed, and what can still be credited.

use axum::Json;
use axum::extract::{Path, State};
use plumbline_core::calculate::credit::{RemainingCredit, find_remaining_lines};
use plumbline_core::calculate::payments::{Credits, calculate_balance, calculate_refund_due};
use plumbline_core::calculate::totals::Totals;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use serde::Serialize;
use utoipa::ToSchema;

use super::input::{CreditInput, credit_invoice, with_named_lines};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::RawJson;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::credits;
use plumbline_records::documents::stored::StoredDocument;

/// The result of a preview.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CreditPreview {
    /// The totals of the credit note, as calculated by core.
    #[schema(value_type = Object)]
    pub totals: Totals,
    /// Whether they are exactly what was requested: not every amount can be split into a net amount and its VAT.
    pub is_exact: bool,
    /// Pounds of the total that can be credited before it.
    #[schema(value_type = String)]
    pub left: Pence,
    /// Pounds that would be left to pay for the invoice after it.
    #[schema(value_type = String)]
    pub balance_after: Pence,
    /// Pounds that would have to be refunded after it.
    #[schema(value_type = String)]
    pub to_give_back: Pence,
    /// The lines that can be credited, fully or in part, before it.
    pub lines: Vec<CreditableLine>,
    /// Hours or days of the invoice's own labour that can be credited; 0 if there are none.
    #[schema(value_type = String)]
    pub labour: Number,
}

/// A line that can still be credited, fully or in part.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CreditableLine {
    /// Its id on the invoice.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How much of its quantity can be credited; `None` for a line without a quantity.
    #[schema(value_type = Option<String>)]
    pub quantity: Option<Number>,
}

/// Calculates a credit note for this invoice. Nothing is stored.
#[utoipa::path(post, path = "/{id}/credit-notes/preview", tag = "documents", request_body = CreditInput, responses(
    (status = 200, body = CreditPreview), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn preview_credit_note(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    body: RawJson,
) -> Result<Json<CreditPreview>, ApiError> {
    let input: CreditInput = body.parse()?;
    let wanted = input.to_request()?;
    let mut tx = state.db.begin_read().await?;
    let invoice = StoredDocument::find(&mut tx, &user.id, DocumentKind::Invoice, &id).await?;
    let spoken_for = credits::list_documents(&mut tx, &invoice.row.id).await?;
    drop(tx);
    let document = with_named_lines(&invoice);
    let made = credit_invoice(&invoice, &document, &spoken_for, &wanted)?;
    let left = RemainingCredit::from_totals(&invoice.totals, spoken_for.iter().map(|(_, totals)| totals));
    let before = invoice.credit_sums();
    let after = Credits { credited: before.credited + made.totals.amount_payable, ..before };
    let (payable, paid) = (invoice.totals.amount_payable, invoice.totals.paid_amount);
    let (lines, labour) = find_remaining_lines(&document, &spoken_for);
    let lines = lines.into_iter().map(|line| CreditableLine {
        id: line.id,
        name: line.name,
        quantity: line.quantity.map(Number::from),
    });
    Ok(Json(CreditPreview {
        is_exact: made.is_exact,
        totals: made.totals,
        left: left.total(),
        balance_after: calculate_balance(payable, after, paid),
        to_give_back: calculate_refund_due(payable, after, paid),
        lines: lines.collect(),
        labour: Number::from(labour),
    }))
}
