//! Emailing a subcontractor's payment and deduction statement: GET and POST
//! /api/cis/contractors/{profile}/statement, and what is done about an email that was lost: …/statement/again and
//! …/statement/arrived

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::document::parties::{BusinessProfile, Contact};
use plumbline_core::money::text::format_gbp;
use plumbline_core::present::DetailRow;
use plumbline_core::report::cis::{DeductionStatement, build_statement, describe_missing};
use plumbline_core::tax::{TaxMonth, TaxYear};
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::emails::tracking::resend::{require_lost, set_arrived};
use crate::emails::{EnclosedAbout, EnclosedEmail, EnclosedKind, queue_enclosed, requeue_enclosed};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, ApiQuery, Path, RawJson};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::ids::{ContactId, ProfileId, UserId};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::mail::Attachment;
use plumbline_platform::pdf::{self, Letterhead, PdfLetter, PrintedDeduction};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::contacts;
use plumbline_records::documents::parties::find_business;
use plumbline_records::documents::reading::printable::{self, PdfFile};
use plumbline_records::documents::store::posted_emails::{self, EmailTopic as Posted};
use plumbline_tax::cis::contractor::{self, ContractorBooks};

/// The routes of statements.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read_statement, send_statement))
        .routes(routes!(resend_statement))
        .routes(routes!(mark_statement_arrived))
}

/// The subcontractor and month of a statement.
#[derive(Debug, Clone, Serialize, Deserialize, IntoParams, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CisStatementRequest {
    /// The subcontractor.
    #[schema(value_type = String)]
    #[param(value_type = String)]
    pub contact_id: ContactId,
    /// A day of the tax month, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    #[param(value_type = String)]
    pub month: Date,
}

/// Where a statement was sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CisStatementSent {
    /// The address.
    pub to: String,
}

/// A statement with its sender and recipient.
struct StatementToSend {
    statement: DeductionStatement,
    from: BusinessProfile,
    to: Contact,
    email: String,
}

/// The statement that a subcontractor must get for a month in which something was deducted, as a PDF. 422 if required
/// details are missing.
#[utoipa::path(get, path = "/api/cis/contractors/{id}/statement", operation_id = "deduction_statement", tag = "cis",
    params(ProfileId, CisStatementRequest),
    responses((status = 200, content_type = "application/pdf", body = [u8]), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
async fn read_statement(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiQuery(of): ApiQuery<CisStatementRequest>,
) -> Result<PdfFile, ApiError> {
    state.limits.check(ProcessLimit::DocumentFilesByAccount, &user.id)?;
    let mut tx = state.db.begin_read().await?;
    let found = find_statement(&mut tx, &user.id, &id, &of).await?;
    drop(tx);
    render_pdf(&state, &user.id, &found).await
}

/// Emails the statement to the subcontractor's own address.
#[utoipa::path(post, path = "/api/cis/contractors/{id}/statement", operation_id = "send_deduction_statement", tag = "cis",
    params(ProfileId), request_body = CisStatementRequest,
    responses((status = 200, body = CisStatementSent), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429)))]
async fn send_statement(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(of): ApiJson<CisStatementRequest>,
) -> Result<Json<CisStatementSent>, ApiError> {
    state.limits.check(ProcessLimit::DocumentFilesByAccount, &user.id)?;
    let mut tx = state.db.begin_read().await?;
    let found = find_statement(&mut tx, &user.id, &id, &of).await?;
    drop(tx);
    if !plumbline_core::credentials::is_email(&found.email) {
        let text = format!(
            "{} has no email address. Add one to their details, or download the statement and hand it over.",
            found.statement.subcontractor
        );
        return Err(ApiError::rule_broken(vec![FieldError::new("contactId", "no_email", text)]));
    }
    // Before the transaction, since nothing inside one should wait for the typesetter.
    let pdf = render_pdf(&state, &user.id, &found).await?;
    let made = &found.statement;
    let month = format_long_date(made.month.last_day());
    let message = format!(
        "Hello {},\n\nyour payment and deduction statement for the tax month ended {month} is attached. Please keep \
         it for your tax return.",
        made.subcontractor
    );
    let mut tx = state.db.begin_write().await?;
    let enclosed_email = EnclosedEmail {
        from: &found.from,
        to: &found.email,
        subject: format!("CIS statement for the month ended {month}, {}", made.contractor),
        message,
        title: "Payment and deduction statement",
        rows: vec![
            ("Paid, without VAT", format_gbp(made.gross)),
            ("Materials", format_gbp(made.materials)),
            ("Deducted", format_gbp(made.deducted)),
        ],
        file: Attachment::new(&pdf.name, "application/pdf", &pdf.bytes),
        about: EnclosedAbout {
            paper: EnclosedKind::Cis,
            contact_id: of.contact_id.clone(),
            who: made.subcontractor.clone(),
            of: month.clone(),
            part: email_part(&id, &of),
        },
    };
    let email = queue_enclosed(&state, &mut tx, &user.id, enclosed_email).await?;
    let name = format!("{}, {month}", made.subcontractor);
    let data = json!({ "name": name, "email": email });
    let subject = ("contact", of.contact_id.as_str());
    let event = "cis_statement_emailed";
    activities::record(&state, &mut tx, &user.id, event, subject, &data).await?;
    tx.commit().await?;
    Ok(Json(CisStatementSent { to: found.email }))
}

/// The statement of a month as its email is recorded.
fn email_part(profile_id: &ProfileId, of: &CisStatementRequest) -> String {
    let month = TaxMonth::containing(of.month).last_day();
    format!("{}/{month}", profile_id.as_str())
}

/// Sends the last email with a statement again, if it is not known to have arrived: the same message, to the
/// subcontractor's current address.
#[utoipa::path(post, path = "/api/cis/contractors/{id}/statement/again", operation_id = "send_deduction_statement_again",
    tag = "cis", params(ProfileId), request_body = CisStatementRequest,
    responses((status = 200, body = CisStatementSent), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 429)))]
async fn resend_statement(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    handle_lost_email(&state, &user.id, &id, (LostEmailAction::Resend, key, body)).await
}

/// Records that the subcontractor has the statement whose email was lost: nothing more is asked about it.
#[utoipa::path(post, path = "/api/cis/contractors/{id}/statement/arrived", operation_id = "deduction_statement_arrived",
    tag = "cis", params(ProfileId), request_body = CisStatementRequest,
    responses((status = 200, body = CisStatementSent), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn mark_statement_arrived(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    handle_lost_email(&state, &user.id, &id, (LostEmailAction::MarkArrived, key, body)).await
}

/// What is done about a lost email.
#[derive(Clone, Copy)]
enum LostEmailAction {
    Resend,
    MarkArrived,
}

async fn handle_lost_email(
    state: &AppState,
    user_id: &UserId,
    id: &ProfileId,
    (lost_email_action, key, body): (LostEmailAction, IdempotencyKey, RawJson),
) -> Result<Response, ApiError> {
    let of: CisStatementRequest = body.parse()?;
    let (event, word) = match lost_email_action {
        LostEmailAction::Resend => ("cis_statement_again", "again"),
        LostEmailAction::MarkArrived => ("cis_statement_arrived", "arrived"),
    };
    let route = format!("cis/contractors/{}/statement/{word}", id.as_str());
    let repeatable = IdempotentRequest::new(format!("user:{user_id}"), key, route, &body.0);
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, state.clock.now_ms()).await? {
        return Ok(answer);
    }
    let missing = || ApiError::not_found("Statement");
    // If two requests come at the same time, the second finds the result of the first.
    contacts::store::lock(&mut tx, user_id, &of.contact_id).await?;
    let contact = contacts::store::find(&mut tx, user_id, &of.contact_id).await?;
    let contact = contact.ok_or_else(missing)?.fields;
    let part = email_part(id, &of);
    let about = (Posted::CisStatement, of.contact_id.as_str(), part.as_str());
    let row = require_lost(posted_emails::find_last_by_topic(&mut tx, user_id, about).await?)?;
    let row = match lost_email_action {
        LostEmailAction::Resend => {
            let from = find_business(&mut tx, id).await?.ok_or_else(missing)?;
            let now = contact.email.trim();
            let to = match plumbline_core::credentials::is_email(now) {
                true => now.to_owned(),
                false => row.receiver.clone(),
            };
            requeue_enclosed(state, &mut tx, (row, to), from.name.trim()).await?
        }
        LostEmailAction::MarkArrived => set_arrived(state, &mut tx, row).await?,
    };
    let known = contractor::find_subcontractor(&mut tx, user_id, &of.contact_id).await?;
    let who = known.map_or_else(|| contact.display_name().to_owned(), |known| known.name);
    let month = format_long_date(TaxMonth::containing(of.month).last_day());
    let data = json!({ "name": format!("{who}, {month}"), "email": row.id });
    let subject = ("contact", of.contact_id.as_str());
    activities::record(state, &mut tx, user_id, event, subject, &data).await?;
    let answer = CisStatementSent { to: row.receiver };
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &answer).await?;
    quota::count_storage(state, &mut tx, user_id, StorageUse::noted(quota::ACTIVITY)).await?;
    tx.commit().await?;
    Ok(response)
}

async fn find_statement(
    conn: &mut Conn,
    user_id: &UserId,
    profile_id: &ProfileId,
    of: &CisStatementRequest,
) -> Result<StatementToSend, ApiError> {
    let missing = || ApiError::not_found("Statement");
    let month = TaxMonth::containing(of.month);
    let books =
        ContractorBooks::load(conn, user_id, profile_id, TaxYear::containing(month.last_day())).await?;
    let known = books.subcontractor_for_month(of.contact_id.as_str(), month);
    let known = known.ok_or_else(missing)?;
    let made = build_statement(&books.contractor_for_month(month), &known, books.payments(), month);
    let made = made.ok_or_else(missing)?;
    if let Some(text) = describe_missing(&made) {
        return Err(ApiError::rule_broken(vec![FieldError::new("contactId", "incomplete", text)]));
    }
    let contact = contacts::store::find(conn, user_id, &of.contact_id).await?;
    let contact = contact.ok_or_else(missing)?.fields;
    let email = contact.email.trim().to_owned();
    let from = find_business(conn, profile_id).await?.ok_or_else(missing)?;
    Ok(StatementToSend { statement: made, from, to: contact.into(), email })
}

/// Makes the statement's PDF.
async fn render_pdf(
    state: &AppState,
    user_id: &UserId,
    found: &StatementToSend,
) -> Result<PdfFile, ApiError> {
    let made = &found.statement;
    let row = |label: &str, value: String| DetailRow { label: label.to_owned(), value };
    let to = Contact { name: made.subcontractor.clone(), company: String::new(), ..found.to.clone() };
    let month = made.month.last_day();
    let heading = format!("Payment and deduction statement, {}", format_long_date(month));
    let mut head = Letterhead::new(heading, &found.from, &to, state.clock.now_ms());
    "Contractor".clone_into(&mut head.from.label);
    "Subcontractor".clone_into(&mut head.to.label);
    head.logo = printable::load_logo(state, found.from.logo_url.as_deref()).await;
    let mut numbers =
        vec![row("Employer reference", made.employer_reference.clone()), row("UTR", made.utr.clone())];
    if let Some(number) = &made.verification_number {
        numbers.push(row("Verification number", number.clone()));
    }
    numbers.retain(|it| !it.value.is_empty());
    let body = PrintedDeduction {
        month: format!("Tax month ended {}", format_long_date(month)),
        numbers,
        figures: vec![
            row("Gross amount paid, without VAT (A)", format_gbp(made.gross)),
            row("Less cost of materials (B)", format_gbp(made.materials)),
            row("Amount liable to deduction (A \u{2212} B)", format_gbp(made.liable)),
        ],
        deducted: row("Amount deducted", format_gbp(made.deducted)),
    };
    let pdf_letter = PdfLetter { head, body, payment: None };
    let bytes = pdf::render_letter(&state.typesetter, user_id.as_str(), &pdf_letter).await?;
    let name = printable::pdf_file_name(&format!("CIS statement to {month}"), &found.from.name);
    Ok(PdfFile { name, bytes })
}
