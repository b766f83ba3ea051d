//! GET /api/invoices/{id}/late-payment/letter

use axum::extract::{Path, State};
use plumbline_core::money::text::gbp;
use plumbline_core::present::{DetailRow, transfer_to};
use plumbline_core::time::text::{date_long, date_short};

use super::claim;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::limits::Limit;
use plumbline_platform::pdf::{self, Asked, LatePaymentPaper, LateRow, Letter, Letterhead};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::paper::{self, Pdf};
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
) -> Result<Pdf, ApiError> {
    state.limits.check(Limit::PdfByAccount, &user.id)?;
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let charged = claim::of(&mut tx, &user.id, &id, today).await?;
    let told = charged.outcome.map_err(|why| {
        let error = FieldError::new("invoice", why.code(), why.to_string());
        ApiError::rule_broken(vec![error])
    })?;
    let row = &charged.stored.row;
    let parties = Parties::shown(&mut tx, row).await?;
    drop(tx);
    let profile = parties.profile;
    let contact = parties.contact.unwrap_or_default();
    let number = row.number.clone().unwrap_or_default();
    let words = told.letter(&number, charged.stored.issue_date(), today);
    let figure = |label: &str, value: String| DetailRow {
        label: label.to_owned(),
        value,
    };
    let rows = told.stretches.iter().map(|it| LateRow {
        days: format!("{} to {}", date_short(it.days.from), date_short(it.days.to)),
        count: it.count.to_string(),
        owed: gbp(it.owed),
        interest: gbp(it.interest),
    });
    let now = state.clock.now_ms();
    let mut head = Letterhead::between(words.subject.clone(), &profile, &contact, now);
    head.logo = paper::logo(&state, profile.logo_url.as_deref()).await;
    let body = LatePaymentPaper {
        subject: words.subject,
        date: date_long(today),
        before: words.before,
        rows: rows.collect(),
        figures: vec![
            figure("Interest", gbp(told.interest)),
            figure("Fixed sum", gbp(told.fixed_sum)),
            figure("Invoice still owed", gbp(told.owed)),
            figure("To pay", gbp(told.to_pay())),
        ],
        after: words.after,
    };
    // Without an account number, a payment reference is useless.
    let asked = (!profile.account_number.trim().is_empty()).then(|| Asked {
        title: format!("Pay {}", gbp(told.to_pay())),
        transfer: transfer_to(&profile, &number),
    });
    let letter = Letter { head, body, asked };
    let bytes = pdf::letter(&state.typesetter, &user.id, &letter).await?;
    let name = paper::file_name(&format!("Late payment {number}"), &profile.name);
    Ok(Pdf { name, bytes })
}
