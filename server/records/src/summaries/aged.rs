//! What customers owe, by age.

use std::collections::HashMap;

use plumbline_core::chase::{Age, begins};
use plumbline_core::time::Date;

use super::find::Filter;
use super::order::Value;
use super::parts;
use super::statement::Statement;
use plumbline_platform::db::{Conn, DbResult};

/// What one customer owes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aged {
    /// The contact; empty where it is gone.
    pub contact_id: String,
    /// Of a contact that is gone, the customer's name as it was issued; else empty.
    pub name: String,
    /// How many invoices bring it in.
    pub invoices: i64,
    /// The earliest last day among them, YYYY-MM-DD.
    pub oldest: String,
    /// Pence that they still bring in.
    pub outstanding: i64,
    /// Pence of it by age, in the order of `Age::ALL`.
    pub by_age: [i64; 5],
}

/// The place of an age among all.
fn place(due_on: &str, today: Date) -> usize {
    let age = Age::of(due_on.parse().ok(), today);
    Age::ALL.iter().position(|one| *one == age).unwrap_or(0)
}

/// Who, how many, since when, how much, and how much of each age.
type Row = (String, String, i64, String, i64, i64, i64, i64, i64, i64);
/// How many columns that are.
const COLUMNS: usize = 10;

/// The sums of the customers whose contact is there, or of those whose contact is gone, by the name that they were
/// issued to.
async fn sums_of(
    conn: &mut Conn,
    filter: &Filter,
    sums: &str,
    is_there: bool,
) -> DbResult<Vec<Row>> {
    // The name of a contact that is there is its own to say: only of the others are whole rows read.
    let (who, by, condition, index) = if is_there {
        (
            "s.contact_id, ''",
            "s.contact_id",
            "s.contact_id > ''",
            "document_summaries_sums",
        )
    } else {
        (
            "'', s.contact_name",
            "s.contact_name",
            "s.contact_id = ''",
            "document_summaries_contact",
        )
    };
    let mut statement = Statement::of_groups(&format!("{who}, {sums}"));
    statement.filter(conn, filter, index).await?;
    statement.and(condition, []);
    statement.and("s.outstanding > ?", [Value::Whole(0)]);
    statement.end(&format!("GROUP BY {by}"), []);
    statement.packed(conn, COLUMNS).await
}

/// What the documents that a filter lets through still bring in, customer by customer: those whose
/// contact is gone by the name that they were issued to.
pub async fn by_age(conn: &mut Conn, filter: &Filter) -> DbResult<Vec<Aged>> {
    // The days are ours, ten signs of a date.
    let [first, second, third, fourth] = begins(filter.today);
    let sum = |condition: String| {
        format!("CAST(COALESCE(SUM(CASE WHEN {condition} THEN s.outstanding END), 0) AS BIGINT)")
    };
    let sums = [
        "COUNT(*), MIN(s.lapses_on), CAST(COALESCE(SUM(s.outstanding), 0) AS BIGINT)".to_owned(),
        sum(format!("s.lapses_on >= '{first}'")),
        sum(format!(
            "s.lapses_on < '{first}' AND s.lapses_on >= '{second}'"
        )),
        sum(format!(
            "s.lapses_on < '{second}' AND s.lapses_on >= '{third}'"
        )),
        sum(format!(
            "s.lapses_on < '{third}' AND s.lapses_on >= '{fourth}'"
        )),
        sum(format!("s.lapses_on < '{fourth}'")),
    ];
    let sums = sums.join(", ");
    let known = sums_of(conn, filter, &sums, true).await?;
    let gone = sums_of(conn, filter, &sums, false).await?;
    let of = |(contact_id, name, invoices, oldest, outstanding, a, b, c, d, e): Row| Aged {
        contact_id,
        name,
        invoices,
        oldest,
        outstanding,
        by_age: [a, b, c, d, e],
    };
    let mut aged: Vec<Aged> = known.into_iter().chain(gone).map(of).collect();
    let parts = parts::open(conn, filter).await?;
    if parts.is_empty() {
        return Ok(aged);
    }
    // Of a contact that is there, invoices bear the names that it had.
    let who = |contact_id: &str, name: &str| {
        let name = if contact_id.is_empty() { name } else { "" };
        (contact_id.to_owned(), name.to_owned())
    };
    let mut by_customer: HashMap<(String, String), &mut Aged> = aged
        .iter_mut()
        .map(|one| (who(&one.contact_id, &one.name), one))
        .collect();
    for part in parts {
        let customer = who(&part.contact_id, &part.contact_name);
        if let Some(one) = by_customer.get_mut(&customer) {
            // Counted with its invoice's earliest, and as old as it is itself.
            one.by_age[place(&part.lapses_on, filter.today)] -= part.outstanding;
            one.by_age[place(&part.due_on, filter.today)] += part.outstanding;
        }
    }
    Ok(aged)
}
