//! What customers owe, by age.

use std::collections::HashMap;

use plumbline_core::chase::{Age, first_due_days};
use plumbline_core::time::Date;

use super::find::{ColumnValue, DocumentFilter};
use super::open_instalments;
use super::statement_builder::StatementBuilder;
use plumbline_platform::db::{Conn, DbResult, column};

/// The amount that one customer owes, by age.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgedDebt {
    /// The contact's id; empty if it was deleted.
    pub contact_id: String,
    /// If the contact was deleted, the customer's name at issue; otherwise empty.
    pub name: String,
    /// How many invoices are outstanding.
    pub invoices: i64,
    /// The earliest due date among them; the last possible date if they have none.
    pub oldest: Date,
    /// Pence that are outstanding.
    pub outstanding: i64,
    /// Pence by age, in the order of `Age::ALL`.
    pub by_age: [i64; 5],
}

/// The index of an age in that order.
fn age_band_index(due_on: Date, today: Date) -> usize {
    let age = Age::for_due_date(Some(due_on), today);
    Age::ALL.iter().position(|one| *one == age).unwrap_or(0)
}

/// The columns of a customer: contact, name, number of invoices, earliest due date, total, and the amount of each age.
type AgedDebtRow = (String, String, i64, String, i64, i64, i64, i64, i64, i64);
/// How many columns there are.
const COLUMNS: usize = 10;

/// The sums for customers whose contact exists, or for those whose contact was deleted, by the name at issue.
async fn load_sums(
    conn: &mut Conn,
    filter: &DocumentFilter,
    sums: &str,
    is_there: bool,
) -> DbResult<Vec<AgedDebtRow>> {
    // The name of an existing contact is read elsewhere; only for the others are whole rows read.
    let (who, by, condition, index) = if is_there {
        ("s.contact_id, ''", "s.contact_id", "s.contact_id > ''", "document_summaries_sums")
    } else {
        ("'', s.contact_name", "s.contact_name", "s.contact_id = ''", "document_summaries_contact")
    };
    let mut statement = StatementBuilder::for_groups(&format!("{who}, {sums}"));
    statement.add_filter(conn, filter, index).await?;
    statement.add_condition(condition, []);
    statement.add_condition("s.outstanding > ?", [ColumnValue::Integer(0)]);
    statement.add_clause(&format!("GROUP BY {by}"), []);
    statement.fetch_packed(conn, COLUMNS).await
}

fn to_aged_debt(row: AgedDebtRow) -> DbResult<AgedDebt> {
    let (contact_id, name, invoices, oldest, outstanding, a, b, c, d, e) = row;
    let place = format!("document_summaries.lapses_on of contact '{contact_id}'");
    let oldest = column::read_value(oldest, place)?;
    Ok(AgedDebt { contact_id, name, invoices, oldest, outstanding, by_age: [a, b, c, d, e] })
}

/// The outstanding amounts of the documents that match a filter, by customer; if the contact was deleted, by the name
/// at issue.
pub async fn list_aged_debts(conn: &mut Conn, filter: &DocumentFilter) -> DbResult<Vec<AgedDebt>> {
    // These dates come from the server and have ten characters each, so they are safe to put into the query.
    let [first, second, third, fourth] = first_due_days(filter.today);
    let sum = |condition: String| {
        format!("CAST(COALESCE(SUM(CASE WHEN {condition} THEN s.outstanding END), 0) AS BIGINT)")
    };
    let sums = [
        "COUNT(*), MIN(s.lapses_on), CAST(COALESCE(SUM(s.outstanding), 0) AS BIGINT)".to_owned(),
        sum(format!("s.lapses_on >= '{first}'")),
        sum(format!("s.lapses_on < '{first}' AND s.lapses_on >= '{second}'")),
        sum(format!("s.lapses_on < '{second}' AND s.lapses_on >= '{third}'")),
        sum(format!("s.lapses_on < '{third}' AND s.lapses_on >= '{fourth}'")),
        sum(format!("s.lapses_on < '{fourth}'")),
    ];
    let sums = sums.join(", ");
    let known = load_sums(conn, filter, &sums, true).await?;
    let gone = load_sums(conn, filter, &sums, false).await?;
    let mut aged = known.into_iter().chain(gone).map(to_aged_debt).collect::<DbResult<Vec<AgedDebt>>>()?;
    let parts = open_instalments::list_open(conn, filter).await?;
    if parts.is_empty() {
        return Ok(aged);
    }
    // For an existing contact, invoices have the name at the time of issue, which is ignored.
    let who = |contact_id: &str, name: &str| {
        let name = if contact_id.is_empty() { name } else { "" };
        (contact_id.to_owned(), name.to_owned())
    };
    let mut by_customer: HashMap<(String, String), &mut AgedDebt> =
        aged.iter_mut().map(|one| (who(&one.contact_id, &one.name), one)).collect();
    for part in parts {
        let customer = who(&part.contact_id, &part.contact_name);
        if let Some(one) = by_customer.get_mut(&customer) {
            // The sums count every part with its invoice's earliest date; this moves it to the age of its own date.
            one.by_age[age_band_index(part.lapses_on, filter.today)] -= part.outstanding;
            one.by_age[age_band_index(part.due_on, filter.today)] += part.outstanding;
        }
    }
    Ok(aged)
}
