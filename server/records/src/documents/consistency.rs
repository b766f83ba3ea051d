//! Whether a stored document agrees with the rules: core calculates it again, and the result is compared with what is
//! stored, to the penny. For a document that was issued under earlier rules only the sums are checked, since its
//! amounts come from those rules.

use plumbline_core::calculate::RULES_VERSION;
use plumbline_core::calculate::totals::{Totals, calculate};
use plumbline_core::document::Document;
use plumbline_core::money::text::format_gbp;

use super::store::DocumentRow;
use super::store::versions::{self, VersionRow};
use super::stored::{StoredDocument, parse_issued_totals, with_credits, with_payments, without_costs};
use crate::summaries::write;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

/// A sentence with what is wrong with a document; `None` if it is correct.
pub async fn find_fault(conn: &mut Conn, document: DocumentRow) -> Result<Option<String>, ApiError> {
    let name = document_label(&document);
    let columns =
        [document.total_amount, document.amount_payable, document.paid_amount, document.balance_due];
    let stored = match StoredDocument::load(conn, document).await {
        Ok(stored) => stored,
        Err(error) => return Ok(Some(format!("{name} cannot be read: {error:?}"))),
    };
    let issued = match find_version_fault(conn, &stored).await {
        Ok(fault) => fault,
        Err(error) => Some(format!("what was issued cannot be read: {error:?}")),
    };
    let found =
        issued.or_else(|| find_column_fault(&stored, columns)).or(find_summary_fault(conn, &stored).await?);
    Ok(found.map(|fault| format!("{name}: {fault}")))
}

fn document_label(document: &DocumentRow) -> String {
    let title = document.kind.facts().title;
    match &document.number {
        Some(number) => format!("{title} {number} ({})", document.id.as_str()),
        None => format!("{title} without a number ({})", document.id.as_str()),
    }
}

/// Checks that every version that was issued under today's rules still gives the totals that were stored with it.
async fn find_version_fault(conn: &mut Conn, stored: &StoredDocument) -> Result<Option<String>, ApiError> {
    let of = &stored.row;
    // A credit note deducts what was left when it was made, which can't be calculated from its input alone.
    if of.issued_version == 0 || !stored.kind.facts().is_written {
        return Ok(None);
    }
    let Some(newest) = versions::find(conn, &of.id, of.issued_version).await? else {
        return Ok(Some(format!("version {} is missing", of.issued_version)));
    };
    if let Some(fault) = find_row_fault(stored, &newest)? {
        return Ok(Some(fault));
    }
    // One by one, because each may have a megabyte.
    for number in versions::list_numbers(conn, &of.id, i64::from(RULES_VERSION)).await? {
        let Some(row) = versions::find(conn, &of.id, number).await? else {
            continue;
        };
        let document = with_payments(serde_json::from_str(&row.input)?, &stored.payments);
        let saved = with_credits(stored.kind, parse_issued_totals(&row.totals, &document)?, &stored.credits);
        let again = match calculate(&document) {
            Ok(totals) => with_credits(stored.kind, totals, &stored.credits),
            Err(_) => return Ok(Some(format!("core refuses version {}", row.version))),
        };
        if again != saved {
            return Ok(Some(format!(
                "version {} comes to {} and is stored as {}",
                row.version,
                describe_totals(&again),
                describe_totals(&saved)
            )));
        }
    }
    Ok(None)
}

/// Checks the document's own row, which is what is displayed and invoiced, against its newest version. They must agree
/// to the penny, except for the costs of lines, which only the business sees and which make no new version.
fn find_row_fault(stored: &StoredDocument, newest: &VersionRow) -> Result<Option<String>, ApiError> {
    let number = newest.version;
    let issued: Document = serde_json::from_str(&newest.input)?;
    let issued = with_payments(issued, &stored.payments);
    if without_costs(&stored.document) != without_costs(&issued) {
        return Ok(Some(format!("it does not say what version {number} says")));
    }
    // Other rules may have calculated the stored cost of a line.
    if newest.rules_version != i64::from(RULES_VERSION) {
        return Ok(None);
    }
    let totals = parse_issued_totals(&newest.totals, &issued)?;
    let totals = with_credits(stored.kind, totals, &stored.credits);
    Ok((stored.totals != totals).then(|| {
        format!(
            "it is stored as {}, and version {number} as {}",
            describe_totals(&stored.totals),
            describe_totals(&totals)
        )
    }))
}

/// Checks that the columns of an issued document agree with its totals; a draft's are from its last save.
fn find_column_fault(stored: &StoredDocument, columns: [i64; 4]) -> Option<String> {
    let totals = &stored.totals;
    let expected =
        [totals.total_amount.0, totals.amount_payable.0, totals.paid_amount.0, totals.balance_due.0];
    let is_off = stored.row.issued_version > 0 && columns != expected;
    is_off.then(|| format!("it comes to {expected:?} pence and its row says {columns:?}"))
}

/// Checks that its row in the lists agrees with its totals.
async fn find_summary_fault(conn: &mut Conn, stored: &StoredDocument) -> Result<Option<String>, ApiError> {
    let Some(listed) = write::find_totals(conn, &stored.row.id).await? else {
        return Ok(None);
    };
    let totals = &stored.totals;
    let expected = [
        totals.total_amount.0,
        totals.amount_payable.0,
        totals.credited_amount.0,
        totals.paid_amount.0,
        totals.balance_due.0,
    ];
    let is_off = listed != expected;
    Ok(is_off.then(|| format!("it comes to {expected:?} pence and the lists say {listed:?}")))
}

fn describe_totals(totals: &Totals) -> String {
    let (total, due) = (format_gbp(totals.total_amount), format_gbp(totals.balance_due));
    format!("{total} with {due} to pay")
}
