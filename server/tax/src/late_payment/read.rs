//! GET /api/invoices/{id}/late-payment

use axum::Json;
use axum::extract::{Path, State};
use plumbline_core::money::Pence;
use plumbline_core::report::interest::{InterestPeriod, LatePayment, NoCharge, format_rate};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::claim::{self, ChargedInvoice};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::payments::PaymentRow;
use plumbline_records::documents::today;

/// What a customer owes today for paying an invoice late.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub(super) struct LatePaymentResponse {
    /// The invoice's number; null for a draft.
    pub number: Option<String>,
    /// The customer's name.
    pub customer: String,
    /// The customer's contact; null if it was deleted.
    pub contact_id: Option<String>,
    /// The day up to whose end the charge is calculated.
    #[schema(value_type = String)]
    pub today: Date,
    /// The charge; null if nothing can be charged.
    pub charge: Option<LateCharge>,
    /// Why nothing can be charged; null if something can.
    pub refusal: Option<NoLateCharge>,
}

/// Why nothing can be charged.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub(super) struct NoLateCharge {
    /// A stable code: `consumer`, `unknown_customer`, `not_late`, …
    pub code: String,
    /// A sentence for the person.
    pub message: String,
}

/// The interest and the fixed sum, and how they are calculated.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub(super) struct LateCharge {
    /// The due date.
    #[schema(value_type = String)]
    pub due: Date,
    /// Whether that date was agreed; otherwise it is the one set by the Act.
    pub was_agreed: bool,
    /// Days of interest.
    pub days: i64,
    /// The day whose reference rate applies.
    pub reference_day: String,
    /// The reference rate: `3.75%`.
    pub reference: String,
    /// Whether the reference rate was read on an official page.
    pub reference_confirmed: bool,
    /// The total interest rate: `11.75%`.
    pub rate: String,
    /// The periods with the same amount owed, in order.
    pub stretches: Vec<LateStretch>,
    /// Pounds of interest.
    #[schema(value_type = String)]
    pub interest: Pence,
    /// Whether all of its sources were read on an official page.
    pub interest_confirmed: bool,
    /// Whether interest is charged on VAT too.
    pub on_vat: bool,
    /// Pounds of interest for each further day.
    #[schema(value_type = String)]
    pub a_day: Pence,
    /// The fixed sum.
    #[schema(value_type = String)]
    pub fixed_sum: Pence,
    /// The interest and the fixed sum together.
    #[schema(value_type = String)]
    pub total: Pence,
    /// Pounds of the invoice that are still unpaid.
    #[schema(value_type = String)]
    pub owed: Pence,
    /// The unpaid amount, the interest and the fixed sum together.
    #[schema(value_type = String)]
    pub to_pay: Pence,
}

/// Consecutive days on which the same amount was owed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub(super) struct LateStretch {
    /// The first day.
    #[schema(value_type = String)]
    pub from: Date,
    /// The last day.
    #[schema(value_type = String)]
    pub to: Date,
    /// The number of days.
    pub days: i64,
    /// The amount owed.
    #[schema(value_type = String)]
    pub owed: Pence,
    /// The interest on it.
    #[schema(value_type = String)]
    pub interest: Pence,
    /// The payment on the first day, which left this amount owed; zero in the first period.
    #[schema(value_type = String)]
    pub paid: Pence,
}

/// What a customer owes today for paying an invoice late, or why nothing can be charged.
#[utoipa::path(get, path = "/{id}/late-payment", tag = "documents", responses(
    (status = 200, body = LatePaymentResponse), (status = 404, body = ErrorBody)))]
pub(super) async fn late_payment(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<LatePaymentResponse>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let ChargedInvoice { stored, outcome } =
        claim::load_charged_invoice(&mut tx, &user.id, &id, today).await?;
    drop(tx);
    let on_vat = !stored.totals.vat_amount.is_zero();
    let (charge, refusal) = match outcome {
        Ok(result) => (Some(to_late_charge(&result, on_vat, &stored.payments)), None),
        Err(why) => (None, Some(to_refusal(why))),
    };
    Ok(Json(LatePaymentResponse {
        number: stored.row.number,
        customer: stored.row.customer_name.unwrap_or_default(),
        contact_id: stored.row.contact_id.map(String::from),
        today,
        charge,
        refusal,
    }))
}

fn to_refusal(why: NoCharge) -> NoLateCharge {
    NoLateCharge { code: why.code().to_owned(), message: why.to_string() }
}

fn to_late_charge(late_payment: &LatePayment, on_vat: bool, payments: &[PaymentRow]) -> LateCharge {
    LateCharge {
        due: late_payment.due,
        was_agreed: late_payment.was_agreed,
        days: late_payment.days,
        reference_day: late_payment.reference_day.to_owned(),
        reference: format_rate(late_payment.reference),
        reference_confirmed: late_payment.reference_confirmed,
        rate: format_rate(late_payment.rate),
        stretches: late_payment.stretches.iter().map(|it| to_stretch(it, payments)).collect(),
        interest: late_payment.interest,
        interest_confirmed: late_payment.interest_confirmed,
        on_vat,
        a_day: late_payment.a_day,
        fixed_sum: late_payment.fixed_sum,
        total: late_payment.total,
        owed: late_payment.owed,
        to_pay: late_payment.total_due(),
    }
}

fn to_stretch(stretch: &InterestPeriod, payments: &[PaymentRow]) -> LateStretch {
    let of_day = payments.iter().filter(|row| stretch.payments.iter().any(|id| *id == row.id.as_str()));
    LateStretch {
        from: stretch.days.from,
        to: stretch.days.to,
        days: stretch.count,
        owed: stretch.owed,
        interest: stretch.interest,
        paid: of_day.map(|row| Pence(row.amount)).sum(),
    }
}
