//! The input of a statement: a customer's invoices that count, and the payments and refunds of each.

use std::collections::HashMap;

use plumbline_core::calculate::statement::{
    Statement, StatementCreditNote, StatementInvoice, StatementPayment, build_statement,
};
use plumbline_core::money::Pence;
use plumbline_core::time::Date;

use super::ROWS_MAX;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::DocumentId;
use plumbline_records::documents::store::{credits, takings};
use plumbline_records::summaries::account::{self, IssuedInvoice};

/// A customer's account.
pub(super) struct CustomerAccount {
    charges: Vec<StatementInvoice>,
    latest: Option<DocumentId>,
    /// The outstanding amount of all invoices now.
    pub owed_now: Pence,
}

impl CustomerAccount {
    pub(super) async fn load(conn: &mut Conn, user_id: &str, contact_id: &str) -> Result<Self, ApiError> {
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
    pub(super) fn latest(&self) -> Option<&str> {
        self.latest.as_deref()
    }

    /// The statement for a period, including both days.
    pub(super) fn to_statement(&self, from: Date, to: Date) -> Result<Statement, ApiError> {
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
    user_id: &str,
    contact_id: &str,
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
        date: parse_date(&row.issue_date)?,
        due_date: row.due_date.parse().ok(),
        number: row.number,
        payable: Pence(row.amount_payable),
        payments,
        credits,
    })
}

fn parse_date(date: &str) -> Result<Date, ApiError> {
    date.parse().map_err(ApiError::internal)
}
