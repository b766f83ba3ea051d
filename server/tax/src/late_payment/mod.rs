//! What a business customer owes for paying an invoice late: interest and a fixed sum, how they are calculated, and the
//! printable letter that asks for them. It is calculated on request and not stored; core decides whether anything is
//! owed, and every amount and text (`plumbline_core::report::interest`).

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::present::{DetailRow, build_transfer_details};
use plumbline_core::report::interest::{
    CustomerKind, InterestPeriod, LatePayment, LatePaymentClaim, NoCharge, calculate_charge, format_rate,
};
use plumbline_core::time::Date;
use plumbline_core::time::text::{format_long_date, format_short_date};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::pdf::{
    self, LateInterestRow, LetterPayment, Letterhead, PdfLetter, PrintedLatePayment,
};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::contacts::{CustomerType, store as contacts};
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::printable::{self, PdfFile};
use plumbline_records::documents::store::DocumentStatus;
use plumbline_records::documents::store::payments::PaymentRow;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

/// The routes, which are below the path of invoices.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(late_payment)).routes(routes!(late_payment_letter))
}

/// What a customer owes today for paying an invoice late.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
struct LatePaymentResponse {
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
struct NoLateCharge {
    /// A stable code: `consumer`, `unknown_customer`, `not_late`, …
    pub code: String,
    /// A sentence for the person.
    pub message: String,
}

/// The interest and the fixed sum, and how they are calculated.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
struct LateCharge {
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
struct LateStretch {
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
#[utoipa::path(get, path = "/{id}/late-payment", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, body = LatePaymentResponse), (status = 404, body = ErrorBody)))]
async fn late_payment(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
) -> Result<Json<LatePaymentResponse>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let ChargedInvoice { stored, outcome } = load_charged_invoice(&mut tx, &user.id, &id, today).await?;
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

// The input for core's decision, from the stored data of an invoice.

/// An invoice, and what can be charged for its late payment as of a day.
struct ChargedInvoice {
    pub stored: StoredDocument,
    pub outcome: Result<LatePayment, NoCharge>,
}

/// Calculates what can be charged for the late payment of an invoice by the end of a day.
///
/// # Errors
/// 404 if the account has no such invoice.
async fn load_charged_invoice(
    conn: &mut Conn,
    user_id: &UserId,
    id: &DocumentId,
    today: Date,
) -> Result<ChargedInvoice, ApiError> {
    let stored = StoredDocument::find(conn, user_id, DocumentKind::Invoice, id).await?;
    let contact = match &stored.row.contact_id {
        Some(id) => contacts::find(conn, user_id, id).await?,
        None => None,
    };
    let customer = contact.and_then(|row| match row.fields.customer_type {
        CustomerType::Business => Some(CustomerKind::Business),
        CustomerType::Consumer => Some(CustomerKind::Consumer),
        CustomerType::Unknown => None,
    });
    // The customer has had the invoice since the day on which it was first sent, whatever date is on it.
    let sent = stored.row.sent_date;
    let date = stored.issue_date().max(sent).unwrap_or(today);
    let (amount, _) = stored.instalment_sums();
    let claim = LatePaymentClaim {
        is_issued: !stored.is_draft(),
        is_void: stored.row.status == DocumentStatus::Void,
        in_instalments: !stored.instalments.is_empty(),
        customer,
        amount,
        vat: stored.totals.vat_amount,
        due: stored.written_due_date(),
        notified_on: date,
        payments: &stored.document.payments,
    };
    let outcome = calculate_charge(&claim, today);
    Ok(ChargedInvoice { stored, outcome })
}

/// The PDF letter that asks a business customer for statutory interest and the fixed sum; 422 if nothing can be
/// charged.
#[utoipa::path(get, path = "/{id}/late-payment/letter", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, content_type = "application/pdf"), (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
async fn late_payment_letter(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
) -> Result<PdfFile, ApiError> {
    state.limits.check(ProcessLimit::PdfByAccount, &user.id)?;
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let charged = load_charged_invoice(&mut tx, &user.id, &id, today).await?;
    let late_payment = charged.outcome.map_err(|why| {
        let error = FieldError::new("invoice", why.code(), why.to_string());
        ApiError::rule_broken(vec![error])
    })?;
    let row = &charged.stored.row;
    let parties = Parties::for_document(&mut tx, row).await?;
    drop(tx);
    let profile = parties.profile;
    let contact = parties.contact.unwrap_or_default();
    let number = row.number.clone().unwrap_or_default();
    let late_payment_email = late_payment.build_email(&number, charged.stored.issue_date(), today);
    let figure = |label: &str, value: String| DetailRow { label: label.to_owned(), value };
    let rows = late_payment.stretches.iter().map(|it| LateInterestRow {
        days: format!("{} to {}", format_short_date(it.days.from), format_short_date(it.days.to)),
        count: it.count.to_string(),
        owed: format_gbp(it.owed),
        interest: format_gbp(it.interest),
    });
    let now = state.clock.now_ms();
    let mut head = Letterhead::new(late_payment_email.subject.clone(), &profile, &contact, now);
    head.logo = printable::load_logo(&state, profile.logo_url.as_deref()).await;
    let body = PrintedLatePayment {
        subject: late_payment_email.subject,
        date: format_long_date(today),
        before: late_payment_email.before,
        rows: rows.collect(),
        figures: vec![
            figure("Interest", format_gbp(late_payment.interest)),
            figure("Fixed sum", format_gbp(late_payment.fixed_sum)),
            figure("Invoice still owed", format_gbp(late_payment.owed)),
            figure("To pay", format_gbp(late_payment.total_due())),
        ],
        after: late_payment_email.after,
    };
    // Without an account number, a payment reference is useless.
    let letter_payment = (!profile.account_number.trim().is_empty()).then(|| LetterPayment {
        title: format!("Pay {}", format_gbp(late_payment.total_due())),
        transfer: build_transfer_details(&profile, &number),
    });
    let pdf_letter = PdfLetter { head, body, payment: letter_payment };
    let bytes = pdf::render_letter(&state.typesetter, user.id.as_str(), &pdf_letter).await?;
    let name = printable::pdf_file_name(&format!("Late payment {number}"), &profile.name);
    Ok(PdfFile { name, bytes })
}
