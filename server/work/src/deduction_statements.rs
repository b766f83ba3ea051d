//! Emailing a subcontractor's payment and deduction statement: GET and POST
//! /api/cis/contractors/{profile}/statement, and what is done about an email that was lost: …/statement/again and
//! …/statement/arrived

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::document::parties::{BusinessProfile, Contact};
use plumbline_core::money::text::gbp;
use plumbline_core::present::DetailRow;
use plumbline_core::report::cis::{DeductionStatement, lacking, statement};
use plumbline_core::tax::{TaxMonth, TaxYear};
use plumbline_core::time::Date;
use plumbline_core::time::text::date_long;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::letters::posted::again::{lost, settle};
use crate::letters::{About, Enclosed, Paper, send_enclosed, send_enclosed_again};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, ApiQuery, Path, RawJson};
use plumbline_platform::idempotency::{IdempotencyKey, Repeatable};
use plumbline_platform::ids::{ContactId, ProfileId, UserId};
use plumbline_platform::limits::Limit;
use plumbline_platform::limits::quota::{self, Kept};
use plumbline_platform::mail::Attachment;
use plumbline_platform::pdf::{self, DeductionPaper, Letter, Letterhead};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::contacts;
use plumbline_records::documents::parties::business;
use plumbline_records::documents::reading::paper::{self, Pdf};
use plumbline_records::documents::store::mails::{self, About as Posted};
use plumbline_tax::cis::contractor::{self, ContractorBooks};

/// The routes of statements.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read, send))
        .routes(routes!(again))
        .routes(routes!(arrived))
}

/// The subcontractor and month of a statement.
#[derive(Debug, Clone, Serialize, Deserialize, IntoParams, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CisStatementOf {
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
struct Found {
    made: DeductionStatement,
    from: BusinessProfile,
    to: Contact,
    email: String,
}

/// The statement that a subcontractor must get for a month in which something was deducted, as a PDF. 422 if required
/// details are missing.
#[utoipa::path(get, path = "/api/cis/contractors/{id}/statement", operation_id = "deduction_statement", tag = "cis",
    params(ProfileId, CisStatementOf),
    responses((status = 200, content_type = "application/pdf", body = [u8]), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiQuery(of): ApiQuery<CisStatementOf>,
) -> Result<Pdf, ApiError> {
    state.limits.check(Limit::PapersByAccount, &user.id)?;
    let mut tx = state.db.begin_read().await?;
    let found = find(&mut tx, &user.id, &id, &of).await?;
    drop(tx);
    set(&state, &user.id, &found).await
}

/// Emails the statement to the subcontractor's own address.
#[utoipa::path(post, path = "/api/cis/contractors/{id}/statement", operation_id = "send_deduction_statement", tag = "cis",
    params(ProfileId), request_body = CisStatementOf,
    responses((status = 200, body = CisStatementSent), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429)))]
async fn send(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(of): ApiJson<CisStatementOf>,
) -> Result<Json<CisStatementSent>, ApiError> {
    state.limits.check(Limit::PapersByAccount, &user.id)?;
    let mut tx = state.db.begin_read().await?;
    let found = find(&mut tx, &user.id, &id, &of).await?;
    drop(tx);
    if !plumbline_core::credentials::is_email(&found.email) {
        let told = format!(
            "{} has no email address. Add one to their details, or download the statement and hand it over.",
            found.made.subcontractor
        );
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "contactId",
            "no_email",
            told,
        )]));
    }
    // Before the transaction, since nothing inside one should wait for the typesetter.
    let pdf = set(&state, &user.id, &found).await?;
    let made = &found.made;
    let month = date_long(made.month.last());
    let message = format!(
        "Hello {},\n\nyour payment and deduction statement for the tax month ended {month} is attached. Please keep \
         it for your tax return.",
        made.subcontractor
    );
    let mut tx = state.db.begin_write().await?;
    let letter = Enclosed {
        from: &found.from,
        to: &found.email,
        subject: format!(
            "CIS statement for the month ended {month}, {}",
            made.contractor
        ),
        message,
        title: "Payment and deduction statement",
        rows: vec![
            ("Paid, without VAT", gbp(made.gross)),
            ("Materials", gbp(made.materials)),
            ("Deducted", gbp(made.deducted)),
        ],
        file: Attachment::new(&pdf.name, "application/pdf", &pdf.bytes),
        about: About {
            paper: Paper::Cis,
            contact_id: of.contact_id.clone(),
            who: made.subcontractor.clone(),
            of: month.clone(),
            part: part(&id, &of),
        },
    };
    let email = send_enclosed(&state, &mut tx, &user.id, letter).await?;
    let name = format!("{}, {month}", made.subcontractor);
    let data = json!({ "name": name, "email": email });
    let subject = ("contact", of.contact_id.as_str());
    let event = "cis_statement_emailed";
    activities::record(&state, &mut tx, &user.id, event, subject, &data).await?;
    tx.commit().await?;
    Ok(Json(CisStatementSent { to: found.email }))
}

/// The statement of a month as its email is recorded.
fn part(profile_id: &ProfileId, of: &CisStatementOf) -> String {
    let month = TaxMonth::of(of.month).last();
    format!("{}/{month}", profile_id.as_str())
}

/// Sends the last email with a statement again, if it is not known to have arrived: the same message, to the
/// subcontractor's current address.
#[utoipa::path(post, path = "/api/cis/contractors/{id}/statement/again", operation_id = "send_deduction_statement_again",
    tag = "cis", params(ProfileId), request_body = CisStatementOf,
    responses((status = 200, body = CisStatementSent), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 429)))]
async fn again(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    settled(&state, &user.id, &id, (Deed::Again, key, body)).await
}

/// Records that the subcontractor has the statement whose email was lost: nothing more is asked about it.
#[utoipa::path(post, path = "/api/cis/contractors/{id}/statement/arrived", operation_id = "deduction_statement_arrived",
    tag = "cis", params(ProfileId), request_body = CisStatementOf,
    responses((status = 200, body = CisStatementSent), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn arrived(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    settled(&state, &user.id, &id, (Deed::Arrived, key, body)).await
}

/// What is done about a lost email.
#[derive(Clone, Copy)]
enum Deed {
    Again,
    Arrived,
}

async fn settled(
    state: &AppState,
    user_id: &UserId,
    id: &ProfileId,
    (deed, key, body): (Deed, IdempotencyKey, RawJson),
) -> Result<Response, ApiError> {
    let of: CisStatementOf = body.parse()?;
    let (event, word) = match deed {
        Deed::Again => ("cis_statement_again", "again"),
        Deed::Arrived => ("cis_statement_arrived", "arrived"),
    };
    let route = format!("cis/contractors/{}/statement/{word}", id.as_str());
    let repeatable = Repeatable::new(format!("user:{user_id}"), key, route, &body.0);
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, state.clock.now_ms()).await? {
        return Ok(answer);
    }
    let missing = || ApiError::not_found("Statement");
    // If two requests come at the same time, the second finds the result of the first.
    contacts::store::hold_one(&mut tx, user_id, &of.contact_id).await?;
    let contact = contacts::store::find(&mut tx, user_id, &of.contact_id).await?;
    let contact = contact.ok_or_else(missing)?.fields;
    let part = part(id, &of);
    let about = (Posted::CisStatement, of.contact_id.as_str(), part.as_str());
    let row = lost(mails::last_about(&mut tx, user_id, about).await?)?;
    let row = match deed {
        Deed::Again => {
            let from = business(&mut tx, id).await?.ok_or_else(missing)?;
            let now = contact.email.trim();
            let to = match plumbline_core::credentials::is_email(now) {
                true => now.to_owned(),
                false => row.receiver.clone(),
            };
            send_enclosed_again(state, &mut tx, (row, to), from.name.trim()).await?
        }
        Deed::Arrived => settle(state, &mut tx, row).await?,
    };
    let known = contractor::subcontractor(&mut tx, user_id, &of.contact_id).await?;
    let who = known.map_or_else(|| contact.shown_name().to_owned(), |known| known.name);
    let month = date_long(TaxMonth::of(of.month).last());
    let data = json!({ "name": format!("{who}, {month}"), "email": row.id });
    let subject = ("contact", of.contact_id.as_str());
    activities::record(state, &mut tx, user_id, event, subject, &data).await?;
    let answer = CisStatementSent { to: row.receiver };
    let response = repeatable.store(&mut tx, StatusCode::OK, &answer).await?;
    quota::keep(state, &mut tx, user_id, Kept::noted(quota::ACTIVITY)).await?;
    tx.commit().await?;
    Ok(response)
}

async fn find(
    conn: &mut Conn,
    user_id: &str,
    profile_id: &ProfileId,
    of: &CisStatementOf,
) -> Result<Found, ApiError> {
    let missing = || ApiError::not_found("Statement");
    let month = TaxMonth::of(of.month);
    let books = ContractorBooks::read(conn, user_id, profile_id, TaxYear::of(month.last())).await?;
    let known = books.subcontractor(&of.contact_id, month);
    let known = known.ok_or_else(missing)?;
    let made = statement(&books.stated(month), &known, books.paid(), month);
    let made = made.ok_or_else(missing)?;
    if let Some(told) = lacking(&made) {
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "contactId",
            "incomplete",
            told,
        )]));
    }
    let contact = contacts::store::find(conn, user_id, &of.contact_id).await?;
    let contact = contact.ok_or_else(missing)?.fields;
    let email = contact.email.trim().to_owned();
    let from = business(conn, profile_id).await?.ok_or_else(missing)?;
    Ok(Found {
        made,
        from,
        to: contact.into(),
        email,
    })
}

/// Makes the statement's PDF.
async fn set(state: &AppState, user_id: &str, found: &Found) -> Result<Pdf, ApiError> {
    let made = &found.made;
    let row = |label: &str, value: String| DetailRow {
        label: label.to_owned(),
        value,
    };
    let to = Contact {
        name: made.subcontractor.clone(),
        company: String::new(),
        ..found.to.clone()
    };
    let month = made.month.last();
    let heading = format!("Payment and deduction statement, {}", date_long(month));
    let mut head = Letterhead::between(heading, &found.from, &to, state.clock.now_ms());
    "Contractor".clone_into(&mut head.from.label);
    "Subcontractor".clone_into(&mut head.to.label);
    head.logo = paper::logo(state, found.from.logo_url.as_deref()).await;
    let mut numbers = vec![
        row("Employer reference", made.employer_reference.clone()),
        row("UTR", made.utr.clone()),
    ];
    if let Some(number) = &made.verification_number {
        numbers.push(row("Verification number", number.clone()));
    }
    numbers.retain(|it| !it.value.is_empty());
    let body = DeductionPaper {
        month: format!("Tax month ended {}", date_long(month)),
        numbers,
        figures: vec![
            row("Gross amount paid, without VAT (A)", gbp(made.gross)),
            row("Less cost of materials (B)", gbp(made.materials)),
            row(
                "Amount liable to deduction (A \u{2212} B)",
                gbp(made.liable),
            ),
        ],
        deducted: row("Amount deducted", gbp(made.deducted)),
    };
    let letter = Letter {
        head,
        body,
        asked: None,
    };
    let bytes = pdf::letter(&state.typesetter, user_id, &letter).await?;
    let name = paper::file_name(&format!("CIS statement to {month}"), &found.from.name);
    Ok(Pdf { name, bytes })
}
