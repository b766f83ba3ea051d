//! GET /api/invoices/{id}/late-payment/letter

use axum::extract::{Path, State};
use plumbline_core::money::text::format_gbp;
use plumbline_core::present::{DetailRow, build_transfer_details};
use plumbline_core::time::text::{format_long_date, format_short_date};

use super::claim;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::pdf::{
    self, LateInterestRow, LetterPayment, Letterhead, PdfLetter, PrintedLatePayment,
};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::printable::{self, PdfFile};
use plumbline_records::documents::today;

/// The PDF letter that asks a business customer for statutory interest and the fixed sum; 422 if nothing can be
/// charged.
#[utoipa::path(get, path = "/{id}/late-payment/letter", tag = "documents", responses(
    (status = 200, content_type = "application/pdf"), (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn late_payment_letter(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<PdfFile, ApiError> {
    state.limits.check(ProcessLimit::PdfByAccount, &user.id)?;
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let charged = claim::load_charged_invoice(&mut tx, &user.id, &id, today).await?;
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
    let bytes = pdf::render_letter(&state.typesetter, &user.id, &pdf_letter).await?;
    let name = printable::pdf_file_name(&format!("Late payment {number}"), &profile.name);
    Ok(PdfFile { name, bytes })
}
