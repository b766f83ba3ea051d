//! POST /api/contacts/{id}/statement: emails a customer their statement of account.

use axum::Json;
use axum::extract::State;
use plumbline_core::credentials::is_email;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::time::text::{format_long_date, format_short_date};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{AccountStatement, StatementQuery, load_statement, parse_period};
use crate::emails::{EnclosedAbout, EnclosedEmail, EnclosedKind, queue_enclosed};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::ContactId;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::mail::Attachment;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::{activities, documents};

/// The period of a statement that is emailed.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct StatementInput {
    /// The first day, YYYY-MM-DD; by default a year before the last.
    pub from: Option<String>,
    /// The last day, YYYY-MM-DD; by default today.
    pub to: Option<String>,
}

/// Where the statement was sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct StatementSent {
    /// The address.
    pub to: String,
}

/// Emails the statement of a period, as a PDF, to the customer's own address.
#[utoipa::path(post, path = "/api/contacts/{id}/statement", operation_id = "send_statement", tag = "contacts",
    params(ContactId), request_body = StatementInput,
    responses((status = 200, body = StatementSent), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429)))]
pub(in crate::customers) async fn send_statement(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
    ApiJson(input): ApiJson<StatementInput>,
) -> Result<Json<StatementSent>, ApiError> {
    state.limits.check(ProcessLimit::DocumentFilesByAccount, &user.id)?;
    let query = StatementQuery { from: input.from, to: input.to, ..StatementQuery::default() };
    let today = documents::today(&state)?;
    let days = parse_period(&query, today)?;
    let mut tx = state.db.begin_read().await?;
    let (account_statement, contact, latest) = load_statement(&mut tx, &user.id, &id, (days, today)).await?;
    let from = super::find_sender(&mut tx, &user.id, latest.as_ref()).await?;
    drop(tx);
    if !is_email(&account_statement.email) {
        let msg = format!(
            "{} has no email address. Add one to their details, or download the statement.",
            account_statement.customer
        );
        let error = FieldError::new("email", "no_email", msg);
        return Err(ApiError::rule_broken(vec![error]));
    }
    // Before the transaction, since nothing inside one should wait for the typesetter.
    let pdf = super::render_pdf(&state, &user.id, &account_statement, contact, from.clone()).await?;
    let between = format!(
        "{} to {}",
        format_short_date(account_statement.from),
        format_short_date(account_statement.to)
    );
    let business = from.name.trim();
    let account = &account_statement.statement;
    let enclosed_email = EnclosedEmail {
        from: &from,
        to: &account_statement.email,
        subject: match business {
            "" => format!("Statement, {between}"),
            business => format!("Statement from {business}, {between}"),
        },
        message: email_text(&account_statement),
        title: "Statement of account",
        rows: vec![
            ("Balance brought forward", format_gbp(account.opening)),
            ("Invoiced", format_gbp(account.invoiced)),
            ("Paid", format_gbp(account.paid)),
            ("Balance", format_gbp(account.closing)),
        ],
        file: Attachment::new(&pdf.name, "application/pdf", &pdf.bytes),
        about: EnclosedAbout {
            paper: EnclosedKind::Account,
            contact_id: id.clone(),
            who: account_statement.customer.clone(),
            of: between.clone(),
            part: format!("{}/{}", account_statement.from, account_statement.to),
        },
    };
    let mut tx = state.db.begin_write().await?;
    let email = queue_enclosed(&state, &mut tx, &user.id, enclosed_email).await?;
    let data = json!({ "name": format!("{}, {between}", account_statement.customer), "email": email });
    let subject = ("contact", id.as_str());
    let event = "account_statement_emailed";
    activities::record(&state, &mut tx, &user.id, event, subject, &data).await?;
    tx.commit().await?;
    Ok(Json(StatementSent { to: account_statement.email }))
}

/// The text above the amounts.
fn email_text(account_statement: &AccountStatement) -> String {
    let (from, to) = (format_long_date(account_statement.from), format_long_date(account_statement.to));
    let owed = match account_statement.owed_now {
        Pence::ZERO => "There is nothing to pay.".to_owned(),
        owed => format!("As of today, {} is outstanding.", format_gbp(owed)),
    };
    format!(
        "Hello {},\n\nYour statement from {from} to {to} is attached. {owed}\n\nIf something isn’t right, or you have \
         paid in the last few days, please let us know.",
        account_statement.customer
    )
}
