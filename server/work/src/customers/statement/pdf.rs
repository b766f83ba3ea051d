//! A statement as a PDF, from the business of the customer's latest invoice.

use plumbline_core::calculate::statement::{StatementRow, StatementRowKind};
use plumbline_core::document::parties::{BusinessProfile, Contact};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::present::{DetailRow, build_transfer_details};
use plumbline_core::time::text::{format_long_date, format_short_date};

use super::AccountStatement;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::pdf::{
    self, LetterPayment, Letterhead, PdfLetter, PrintedStatement, PrintedStatementRow,
};
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::printable::{self, PdfFile};
use plumbline_records::documents::store;

/// The business that the statement is from.
pub(super) async fn find_sender(
    conn: &mut Conn,
    user_id: &str,
    latest: Option<&str>,
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
pub(super) async fn render_pdf(
    state: &AppState,
    user_id: &str,
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
    let bytes = pdf::render_letter(&state.typesetter, user_id, &pdf_letter).await?;
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
