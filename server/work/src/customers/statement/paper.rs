//! A statement as a PDF, from the business of the customer's latest invoice.

use plumbline_core::calculate::statement::{Row, RowKind};
use plumbline_core::document::parties::{BusinessProfile, Contact};
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::present::{DetailRow, transfer_to};
use plumbline_core::time::text::{date_long, date_short};

use super::AccountStatement;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::pdf::{self, Asked, Letter, Letterhead, StatementPaper, StatementRow};
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::paper::{self, Pdf};
use plumbline_records::documents::store;

/// The business that the statement is from.
pub(super) async fn sender(
    conn: &mut Conn,
    user_id: &str,
    latest: Option<&str>,
) -> Result<BusinessProfile, ApiError> {
    let row = match latest {
        Some(id) => store::find(conn, user_id, Kind::Invoice, id).await?,
        None => None,
    };
    let Some(row) = row else {
        let msg = "There is nothing to print: you haven’t sent this customer an invoice yet.";
        let error = FieldError::new("format", "no_invoices", msg);
        return Err(ApiError::rule_broken(vec![error]));
    };
    Ok(Parties::shown(conn, &row).await?.profile)
}

/// The statement as a PDF.
pub(super) async fn pdf(
    state: &AppState,
    user_id: &str,
    told: &AccountStatement,
    contact: Contact,
    profile: BusinessProfile,
) -> Result<Pdf, ApiError> {
    let figure = |label: &str, amount| DetailRow {
        label: label.to_owned(),
        value: gbp(amount),
    };
    let days = format!("{} to {}", date_long(told.from), date_long(told.to));
    let (account, opening) = (&told.statement, told.statement.opening);
    let now = state.clock.now_ms();
    let mut head = Letterhead::between(format!("Statement, {days}"), &profile, &contact, now);
    head.logo = paper::logo(state, profile.logo_url.as_deref()).await;
    let body = StatementPaper {
        days,
        figures: [
            Some(figure("Balance brought forward", opening)),
            Some(figure("Invoiced", account.invoiced)),
            (account.credited != Pence::ZERO).then(|| figure("Credited", account.credited)),
            Some(figure("Paid", account.paid)),
            Some(figure(
                &format!("Balance on {}", date_short(told.to)),
                account.closing,
            )),
        ]
        .into_iter()
        .flatten()
        .collect(),
        rows: account.rows.iter().map(row).collect(),
        owed_now: (told.to < told.today).then(|| {
            let (today, owed) = (date_long(told.today), gbp(told.owed_now));
            format!("As of today, {today}, {owed} is outstanding.")
        }),
    };
    let asked = (told.owed_now > Pence::ZERO).then(|| Asked {
        title: format!("Pay {}", gbp(told.owed_now)),
        transfer: transfer_to(&profile, &told.customer),
    });
    let letter = Letter { head, body, asked };
    let bytes = pdf::letter(&state.typesetter, user_id, &letter).await?;
    let name = paper::file_name(
        &format!("Statement {} to {}", told.from, told.to),
        &profile.name,
    );
    Ok(Pdf { name, bytes })
}

fn row(row: &Row) -> StatementRow {
    let (of, due) = (&row.number, row.due_date);
    let what = match (row.kind, due) {
        (RowKind::Invoice, Some(due)) => format!("Invoice {of}, due {}", date_short(due)),
        (RowKind::Invoice, None) => format!("Invoice {of}"),
        (RowKind::Credit, _) => format!("Credit note {of}"),
        (RowKind::Payment, _) => format!("Payment for {of}"),
        (RowKind::Refund, _) => format!("Refund, {of}"),
    };
    let (invoiced, paid) = match row.kind {
        RowKind::Invoice => (gbp(row.amount), String::new()),
        // In the column of invoices, since a credit reduces what was invoiced.
        RowKind::Credit => (gbp(row.amount), String::new()),
        RowKind::Payment | RowKind::Refund => (String::new(), gbp(Pence::ZERO - row.amount)),
    };
    StatementRow {
        date: date_short(row.date),
        what,
        invoiced,
        paid,
        balance: gbp(row.balance),
    }
}
