//! GET /api/contacts/{id}/statement: what was invoiced to a customer and paid by them between two
//! days, as JSON for the page and as a PDF; and its POST, which emails that (`send`).

pub(super) mod send;

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::{Days, NaiveDate};
use plumbline_core::calculate::statement::{
    Statement, StatementCreditNote, StatementInvoice, StatementPayment, StatementRow, StatementRowKind,
    build_statement,
};
use plumbline_core::document::parties::{BusinessProfile, Contact};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::present::{DetailRow, build_transfer_details};
use plumbline_core::time::Date;
use plumbline_core::time::text::{format_long_date, format_short_date};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::query::parse_query_day;
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::ids::{ContactId, DocumentId, UserId};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::pdf::{
    self, LetterPayment, Letterhead, PdfLetter, PrintedStatement, PrintedStatementRow,
};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::contacts::store as contacts;
use plumbline_records::documents;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::printable::{self, PdfFile};
use plumbline_records::documents::store::{self, credits, takings};
use plumbline_records::summaries::account::{self, IssuedInvoice};

/// The default period of a statement.
const DEFAULT_PERIOD: Days = Days::new(365);

/// The most rows of one statement. Nobody reads more; a shorter period has fewer.
const ROWS_MAX: usize = 2_000;

/// The query of a statement.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct StatementQuery {
    /// The first day, YYYY-MM-DD; by default a year before the last.
    from: Option<String>,
    /// The last day, YYYY-MM-DD; by default today.
    to: Option<String>,
    /// `json` (the default) or `pdf`.
    #[param(inline)]
    format: StatementFormat,
}

/// The format of the response.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum StatementFormat {
    /// JSON, for the page.
    #[default]
    Json,
    /// PDF, to send.
    Pdf,
}

/// A customer's statement of account.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct AccountStatement {
    /// The customer's name.
    pub customer: String,
    /// The customer's address, to which it can be emailed; empty if there is none.
    pub email: String,
    /// The first day.
    #[schema(value_type = String)]
    pub from: Date,
    /// The last day.
    #[schema(value_type = String)]
    pub to: Date,
    /// What happened in the period, as calculated by core.
    #[schema(value_type = Object)]
    pub statement: Statement,
    /// Pounds that are owed today, whatever the period: the customer's balance.
    #[schema(value_type = String)]
    pub owed_now: Pence,
    /// Today in London.
    #[schema(value_type = String)]
    pub today: Date,
}

/// What was invoiced to a customer and what they paid in a period.
#[utoipa::path(get, path = "/api/contacts/{id}/statement", tag = "contacts",
    params(ContactId, StatementQuery),
    responses((status = 200, body = AccountStatement), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 404, body = plumbline_platform::error::ErrorBody), (status = 422, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn read_statement(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
    ApiQuery(query): ApiQuery<StatementQuery>,
) -> Result<Response, ApiError> {
    let today = documents::today(&state)?;
    let (from, to) = parse_period(&query, today)?;
    if query.format == StatementFormat::Pdf {
        state.limits.check(ProcessLimit::PdfByAccount, &user.id)?;
    }
    let mut tx = state.db.begin_read().await?;
    let (account_statement, contact, latest) =
        load_statement(&mut tx, &user.id, &id, ((from, to), today)).await?;
    if query.format == StatementFormat::Json {
        return Ok(Json(account_statement).into_response());
    }
    let from = find_sender(&mut tx, &user.id, latest.as_ref()).await?;
    drop(tx);
    let pdf = render_pdf(&state, &user.id, &account_statement, contact, from).await?;
    Ok(pdf.into_response())
}

/// The statement of a period, the customer, and the id of their latest invoice, if there is one.
async fn load_statement(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ContactId,
    ((from, to), today): ((Date, Date), Date),
) -> Result<(AccountStatement, Contact, Option<DocumentId>), ApiError> {
    let contact = contacts::find(conn, user_id, id).await?;
    let contact = contact.ok_or_else(|| ApiError::not_found("Contact"))?;
    let account = CustomerAccount::load(conn, user_id, id).await?;
    let account_statement = AccountStatement {
        customer: contact.fields.display_name().to_owned(),
        email: contact.fields.email.trim().to_owned(),
        from,
        to,
        statement: account.to_statement(from, to)?,
        owed_now: account.owed_now,
        today,
    };
    let latest = account.latest().cloned();
    Ok((account_statement, contact.fields.into(), latest))
}

/// The first and the last day.
fn parse_period(query: &StatementQuery, today: Date) -> Result<(Date, Date), ApiError> {
    let to = parse_query_day("to", query.to.as_deref())?.unwrap_or(today);
    let from = match parse_query_day("from", query.from.as_deref())? {
        Some(from) => from,
        None => year_before(to)?,
    };
    if to < from {
        return Err(field_error("to", "Choose an end date that isn’t before the start date."));
    }
    Ok((from, to))
}

fn year_before(day: Date) -> Result<Date, ApiError> {
    let day: NaiveDate = day.to_string().parse().map_err(ApiError::internal)?;
    let before = day.checked_sub_days(DEFAULT_PERIOD).unwrap_or(day);
    Ok(before.to_string().parse().unwrap_or(Date::FIRST))
}

fn field_error(path: &'static str, msg: &'static str) -> ApiError {
    ApiError::bad_request("bad_query", msg).with_errors(vec![FieldError::new(path, "invalid", msg)])
}

// The input of a statement: a customer's invoices that count, and the payments and refunds of each.

/// A customer's account.
struct CustomerAccount {
    charges: Vec<StatementInvoice>,
    latest: Option<DocumentId>,
    /// The outstanding amount of all invoices now.
    pub owed_now: Pence,
}

impl CustomerAccount {
    async fn load(conn: &mut Conn, user_id: &UserId, contact_id: &ContactId) -> Result<Self, ApiError> {
        let issued = account::list_issued(conn, user_id, contact_id).await?;
        let mut moved: HashMap<String, Vec<StatementPayment>> = HashMap::new();
        for (document, date, amount) in takings::list_for_customer(conn, user_id, contact_id).await? {
            moved
                .entry(document)
                .or_default()
                .push(StatementPayment { date: parse_date(&date)?, amount: Pence(amount) });
        }
        let mut credits = credits_by_invoice(conn, user_id, contact_id).await?;
        let owed_now = issued.iter().map(|row| Pence(row.outstanding)).sum();
        let latest = issued.last().map(|row| row.document_id.clone());
        let charges = issued.into_iter().map(|row| {
            let payments = moved.remove(row.document_id.as_str()).unwrap_or_default();
            let credits = credits.remove(row.document_id.as_str()).unwrap_or_default();
            to_charge(row, payments, credits)
        });
        Ok(Self { charges: charges.collect::<Result<_, _>>()?, latest, owed_now })
    }

    /// The invoice that was issued last.
    fn latest(&self) -> Option<&DocumentId> {
        self.latest.as_ref()
    }

    /// The statement for a period, including both days.
    fn to_statement(&self, from: Date, to: Date) -> Result<Statement, ApiError> {
        let statement = build_statement(&self.charges, from, to);
        if statement.rows.len() > ROWS_MAX {
            let msg = format!(
                "There are too many entries between these dates for a statement: {}. Choose a shorter period.",
                statement.rows.len()
            );
            let error = FieldError::new("from", "too_long", msg);
            return Err(ApiError::rule_broken(vec![error]));
        }
        Ok(statement)
    }
}

/// The credits of each of the customer's invoices, and the refunds of them.
async fn credits_by_invoice(
    conn: &mut Conn,
    user_id: &UserId,
    contact_id: &ContactId,
) -> Result<HashMap<String, Vec<StatementCreditNote>>, ApiError> {
    let mut refunds: HashMap<String, Vec<StatementPayment>> = HashMap::new();
    for (note, date, amount) in takings::list_refunds_for_customer(conn, user_id, contact_id).await? {
        refunds
            .entry(note)
            .or_default()
            .push(StatementPayment { date: parse_date(&date)?, amount: Pence(amount) });
    }
    let mut credits: HashMap<String, Vec<StatementCreditNote>> = HashMap::new();
    for note in credits::list_for_customer(conn, user_id, contact_id).await? {
        let credited = StatementCreditNote {
            date: parse_date(&note.issue_date)?,
            amount: Pence(note.amount_payable),
            refunds: refunds.remove(&note.id).unwrap_or_default(),
            number: note.number,
        };
        credits.entry(note.invoice_id).or_default().push(credited);
    }
    Ok(credits)
}

fn to_charge(
    row: IssuedInvoice,
    payments: Vec<StatementPayment>,
    credits: Vec<StatementCreditNote>,
) -> Result<StatementInvoice, ApiError> {
    Ok(StatementInvoice {
        date: row.issue_date,
        due_date: row.due_date.0,
        number: row.number,
        payable: Pence(row.amount_payable),
        payments,
        credits,
    })
}

fn parse_date(date: &str) -> Result<Date, ApiError> {
    date.parse().map_err(ApiError::internal)
}

// A statement as a PDF, from the business of the customer's latest invoice.

/// The business that the statement is from.
async fn find_sender(
    conn: &mut Conn,
    user_id: &UserId,
    latest: Option<&DocumentId>,
) -> Result<BusinessProfile, ApiError> {
    let row = match latest {
        Some(id) => store::find(conn, user_id, DocumentKind::Invoice, id).await?,
        None => None,
    };
    let Some(row) = row else {
        let msg = "There is nothing to print: you haven’t sent this customer an invoice yet.";
        let error = FieldError::new("format", "no_invoices", msg);
        return Err(ApiError::rule_broken(vec![error]));
    };
    Ok(Parties::for_document(conn, &row).await?.profile)
}

/// The statement as a PDF.
async fn render_pdf(
    state: &AppState,
    user_id: &UserId,
    account_statement: &AccountStatement,
    contact: Contact,
    profile: BusinessProfile,
) -> Result<PdfFile, ApiError> {
    let figure = |label: &str, amount| DetailRow { label: label.to_owned(), value: format_gbp(amount) };
    let days =
        format!("{} to {}", format_long_date(account_statement.from), format_long_date(account_statement.to));
    let (account, opening) = (&account_statement.statement, account_statement.statement.opening);
    let now = state.clock.now_ms();
    let mut head = Letterhead::new(format!("Statement, {days}"), &profile, &contact, now);
    head.logo = printable::load_logo(state, profile.logo_url.as_deref()).await;
    let body = PrintedStatement {
        days,
        figures: [
            Some(figure("Balance brought forward", opening)),
            Some(figure("Invoiced", account.invoiced)),
            (account.credited != Pence::ZERO).then(|| figure("Credited", account.credited)),
            Some(figure("Paid", account.paid)),
            Some(figure(&format!("Balance on {}", format_short_date(account_statement.to)), account.closing)),
        ]
        .into_iter()
        .flatten()
        .collect(),
        rows: account.rows.iter().map(to_row).collect(),
        owed_now: (account_statement.to < account_statement.today).then(|| {
            let (today, owed) =
                (format_long_date(account_statement.today), format_gbp(account_statement.owed_now));
            format!("As of today, {today}, {owed} is outstanding.")
        }),
    };
    let letter_payment = (account_statement.owed_now > Pence::ZERO).then(|| LetterPayment {
        title: format!("Pay {}", format_gbp(account_statement.owed_now)),
        transfer: build_transfer_details(&profile, &account_statement.customer),
    });
    let pdf_letter = PdfLetter { head, body, payment: letter_payment };
    let bytes = pdf::render_letter(&state.typesetter, user_id.as_str(), &pdf_letter).await?;
    let name = printable::pdf_file_name(
        &format!("Statement {} to {}", account_statement.from, account_statement.to),
        &profile.name,
    );
    Ok(PdfFile { name, bytes })
}

fn to_row(row: &StatementRow) -> PrintedStatementRow {
    let (of, due) = (&row.number, row.due_date);
    let what = match (row.kind, due) {
        (StatementRowKind::Invoice, Some(due)) => {
            format!("Invoice {of}, due {}", format_short_date(due))
        }
        (StatementRowKind::Invoice, None) => format!("Invoice {of}"),
        (StatementRowKind::Credit, _) => format!("Credit note {of}"),
        (StatementRowKind::Payment, _) => format!("Payment for {of}"),
        (StatementRowKind::Refund, _) => format!("Refund, {of}"),
    };
    let (invoiced, paid) = match row.kind {
        StatementRowKind::Invoice => (format_gbp(row.amount), String::new()),
        // In the column of invoices, since a credit reduces what was invoiced.
        StatementRowKind::Credit => (format_gbp(row.amount), String::new()),
        StatementRowKind::Payment | StatementRowKind::Refund => {
            (String::new(), format_gbp(Pence::ZERO - row.amount))
        }
    };
    PrintedStatementRow {
        date: format_short_date(row.date),
        what,
        invoiced,
        paid,
        balance: format_gbp(row.balance),
    }
}
