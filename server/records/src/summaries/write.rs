//! Writing a document's row.

use plumbline_core::calculate::RULES_VERSION;
use plumbline_core::document::VatGroup;
use plumbline_core::kind::DocumentKind;
use plumbline_core::status::display_status::DisplayStatus;

use super::customer;
use super::status::DocumentStatus;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, search, sql, words};
use plumbline_platform::ids::{ContactId, DocumentId, ProfileId, UserId};

/// Incremented when the contents of the rows change.
const LAYOUT_VERSION: i64 = 6;

/// The present version of the summaries. If it is higher than the stored one, all summaries are rewritten at the next
/// start. It includes the version of the rules, by which a draft's totals may change.
fn filling_version() -> i64 {
    i64::from(RULES_VERSION) * 1_000 + LAYOUT_VERSION
}

/// The most characters of a job's description in a list.
const JOB_DESCRIPTION_MAX: usize = 300;

/// The data for a document's summary.
#[derive(Debug, Clone)]
pub struct SummaryInput<'a> {
    /// The document.
    pub id: &'a DocumentId,
    /// The account.
    pub user_id: &'a UserId,
    /// The kind.
    pub kind: DocumentKind,
    /// Whether it is archived.
    pub archived: bool,
    /// The stored status.
    pub status: DocumentStatus,
    /// Core's display status, and what still counts.
    pub shown: DisplayStatus,
    /// `None` for a draft.
    pub number: Option<&'a str>,
    /// YYYY-MM-DD.
    pub issue_date: Option<&'a str>,
    /// The supply date, YYYY-MM-DD.
    pub supply_date: Option<&'a str>,
    /// The expiry or due date.
    pub due_date: Option<&'a str>,
    /// The customer's contact, while it exists.
    pub contact_id: Option<&'a ContactId>,
    /// The customer's name at issue; `None` for a draft, which displays the contact's.
    pub issued_to: Option<&'a str>,
    /// The contact's present name and company.
    pub contact_now: [&'a str; 2],
    /// The business profile.
    pub business_profile_id: Option<&'a ProfileId>,
    /// For a credit note, the invoice that it credits.
    pub credited_invoice_id: Option<&'a DocumentId>,
    /// Pence.
    pub total_amount: i64,
    /// Pence of VAT in the total.
    pub vat_amount: i64,
    /// The VAT groups, in core's order.
    pub vat_groups: &'a [VatGroup],
    /// Whether it has a CIS rate, even 0 %.
    pub under_cis: bool,
    /// Pence that the CIS deduction is calculated from.
    pub cis_base: i64,
    /// Pence: the total less the CIS deduction.
    pub amount_payable: i64,
    /// Pence that credit notes deduct.
    pub credited_amount: i64,
    /// Pence: the confirmed payments.
    pub paid_amount: i64,
    /// Pence.
    pub balance_due: i64,
    /// Pence that the business has to confirm.
    pub to_confirm: i64,
    /// Unix milliseconds.
    pub created_at: i64,
    /// Unix milliseconds.
    pub updated_at: i64,
    /// A description of the job.
    pub job_description: &'a str,
    /// Further texts by which a search finds it.
    pub search_texts: Vec<&'a str>,
}

table! {
    /// The summary row. Missing texts are stored as empty ones, so that an index can sort by them.
    struct SummaryRow: "document_summaries", by document_id,
    immutable [search_row, user_id, kind, credited_invoice_id, created_at] {
        /// The document.
        document_id: DocumentId,
        /// The version of the summaries with which it was written.
        filled_by: i64,
        /// Its row in the full-text index.
        search_row: i64,
        /// The account.
        user_id: UserId,
        /// The kind.
        kind: DocumentKind,
        /// Whether it is archived.
        archived: bool,
        /// The stored status.
        status: DocumentStatus,
        /// Core's display status.
        shown: String,
        /// The last day of the display status, YYYY-MM-DD.
        lapses_on: String,
        /// Empty for a draft.
        number: String,
        /// YYYY-MM-DD, or empty.
        issue_date: String,
        /// The supply date, YYYY-MM-DD, or empty.
        supply_date: String,
        /// The expiry or due date, or empty.
        due_date: String,
        /// The customer's contact, or empty.
        contact_id: String,
        /// The customer's name at issue; for a draft, the contact's present name.
        contact_name: String,
        /// The sort key of the name.
        contact_key: String,
        /// The business profile, or empty.
        business_profile_id: String,
        /// For a credit note, the invoice that it credits; otherwise empty.
        credited_invoice_id: String,
        /// Pence.
        total_amount: i64,
        /// Pence of VAT in the total.
        vat_amount: i64,
        /// The VAT groups.
        vat_groups: Vec<VatGroup>,
        /// Whether it names a CIS rate.
        under_cis: bool,
        /// Pence that the CIS deduction is calculated from.
        cis_base: i64,
        /// Pence: the total less the CIS deduction.
        amount_payable: i64,
        /// Pence that credit notes deduct.
        credited_amount: i64,
        /// Pence: the confirmed payments.
        paid_amount: i64,
        /// Pence.
        balance_due: i64,
        /// Pence that are outstanding.
        outstanding: i64,
        /// Pence that need confirmation.
        to_confirm: i64,
        /// Unix milliseconds.
        created_at: i64,
        /// Unix milliseconds.
        updated_at: i64,
        /// The beginning of the job's description.
        job_description: String,
        /// The words by which a search finds it.
        words: String,
        /// The words of the contact's present names.
        customer_words: String,
    }
}

/// Inserts or replaces a document's summary.
pub async fn save(conn: &mut Conn, summary: &SummaryInput<'_>) -> DbResult<()> {
    let number = summary.number.unwrap_or_default();
    // People type a number with or without its hyphen.
    let joined = number.replace('-', "");
    let mut texts = vec![number, &joined, summary.job_description];
    texts.extend(summary.issued_to);
    texts.extend(&summary.search_texts);
    let [person, company] = summary.contact_now;
    let contact_name = summary.issued_to.unwrap_or(customer::display_name(person, company));
    let kind = summary.kind.code();
    let lapses_on = summary.shown.lapses_on.map(|day| day.to_string());
    let job: String = summary.job_description.chars().take(JOB_DESCRIPTION_MAX).collect();
    let row = SummaryRow {
        document_id: summary.id.clone(),
        filled_by: filling_version(),
        search_row: search::find_index_row(conn, summary.id).await?,
        user_id: summary.user_id.clone(),
        kind: summary.kind,
        archived: summary.archived,
        status: summary.status,
        shown: summary.shown.code.clone(),
        lapses_on: lapses_on.unwrap_or_else(|| super::NEVER_LAPSES.to_owned()),
        number: number.to_owned(),
        issue_date: summary.issue_date.unwrap_or_default().to_owned(),
        supply_date: summary.supply_date.unwrap_or_default().to_owned(),
        due_date: summary.due_date.unwrap_or_default().to_owned(),
        contact_id: summary.contact_id.map(ToString::to_string).unwrap_or_default(),
        contact_name: contact_name.to_owned(),
        contact_key: words::sort_key(contact_name),
        business_profile_id: summary.business_profile_id.map(ToString::to_string).unwrap_or_default(),
        credited_invoice_id: summary.credited_invoice_id.map(ToString::to_string).unwrap_or_default(),
        total_amount: summary.total_amount,
        vat_amount: summary.vat_amount,
        vat_groups: summary.vat_groups.to_vec(),
        under_cis: summary.under_cis,
        cis_base: summary.cis_base,
        amount_payable: summary.amount_payable,
        credited_amount: summary.credited_amount,
        paid_amount: summary.paid_amount,
        balance_due: summary.balance_due,
        outstanding: summary.shown.outstanding.0,
        to_confirm: summary.to_confirm,
        created_at: summary.created_at,
        updated_at: summary.updated_at,
        job_description: job,
        words: search::to_stored_words(summary.user_id, kind, texts),
        customer_words: search::to_stored_words(summary.user_id, kind, summary.contact_now),
    };
    row.upsert().execute(conn).await?;
    Ok(())
}

/// The amounts of a document's summary in pence: total, payable, credited, paid, due. `None` if it is missing or was
/// written by an older version.
pub async fn find_totals(conn: &mut Conn, id: &DocumentId) -> DbResult<Option<[i64; 5]>> {
    let row: Option<(i64, i64, i64, i64, i64)> = sql::query_as(
        "SELECT total_amount, amount_payable, credited_amount, paid_amount, balance_due \
         FROM document_summaries WHERE document_id = $1 AND filled_by >= $2",
    )
    .bind(id)
    .bind(filling_version())
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|(total, payable, credited, paid, due)| [total, payable, credited, paid, due]))
}

/// Marks every summary for rewriting at the next start.
pub async fn mark_all_unfilled(conn: &mut Conn) -> DbResult<()> {
    sql::query("UPDATE document_summaries SET filled_by = 0").execute(&mut *conn).await?;
    sql::query("DELETE FROM fillings WHERE name = 'document_summaries'").execute(conn).await?;
    Ok(())
}

/// Sets whether a document's summary is archived.
pub async fn set_archived(conn: &mut Conn, id: &DocumentId, archived: bool, now: i64) -> DbResult<()> {
    sql::query("UPDATE document_summaries SET archived = $1, updated_at = $2 WHERE document_id = $3")
        .bind(i64::from(archived))
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// The ids, after the given one, of documents whose summary is missing or was written by an older version.
pub async fn list_unfilled(conn: &mut Conn, after: &str, limit: i64) -> DbResult<Vec<DocumentId>> {
    sql::query_scalar(
        "SELECT d.id FROM documents d LEFT JOIN document_summaries s ON s.document_id = d.id \
         WHERE d.id > $1 AND (s.filled_by IS NULL OR s.filled_by < $2) ORDER BY d.id LIMIT $3",
    )
    .bind(after)
    .bind(filling_version())
    .bind(limit)
    .fetch_all(conn)
    .await
}

/// Whether every summary was written by this version or a newer one.
pub async fn is_filled(conn: &mut Conn) -> DbResult<bool> {
    let version: Option<i64> =
        sql::query_scalar("SELECT version FROM fillings WHERE name = 'document_summaries'")
            .fetch_optional(conn)
            .await?;
    Ok(version.is_some_and(|version| version >= filling_version()))
}

/// Records that every summary was written by this version.
pub async fn mark_all_filled(conn: &mut Conn) -> DbResult<()> {
    sql::query(
        "INSERT INTO fillings (name, version) VALUES ('document_summaries', $1) \
         ON CONFLICT (name) DO UPDATE SET version = excluded.version",
    )
    .bind(filling_version())
    .execute(conn)
    .await?;
    Ok(())
}

// A document's number as people type it in a hurry: `q11`, `inv 31`, `12`.

/// The most digits that are read as a number of a sequence.
const DIGITS_MAX: usize = 9;

/// A typed text as a number of the kind's default sequence; `None` if it isn't one. Only the kind's own prefix is known
/// here; a number with a business's own prefix must be typed exactly.
pub(super) fn parse_number(kind: DocumentKind, typed: &str) -> Option<String> {
    let typed = typed.trim();
    let characters = typed.find(|c: char| !c.is_ascii_alphabetic())?;
    let (prefix, rest) = typed.split_at(characters);
    let digits = rest.trim_start_matches([' ', '-', '/', '#']);
    let is_whole = digits.len() <= DIGITS_MAX && digits.bytes().all(|c| c.is_ascii_digit());
    let own = kind.number_prefix("").trim_end_matches('-');
    let is_of_kind = prefix.is_empty() || prefix.eq_ignore_ascii_case(own);
    let number = digits.parse().ok().filter(|_| is_whole && is_of_kind)?;
    Some(kind.format_number("", number))
}

/// Like [`parse_number`], but only if the text has the kind's letters and no leading zeros: digits alone are searched
/// for everywhere, and leading zeros make it the beginning of a number.
pub(super) fn parse_named_number(kind: DocumentKind, typed: &str) -> Option<String> {
    let characters = typed.trim().find(|c: char| !c.is_ascii_alphabetic())?;
    let begins = typed.find(|c: char| c.is_ascii_digit())?;
    let is_short = characters > 0 && !typed[begins..].starts_with('0');
    parse_number(kind, typed).filter(|_| is_short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_known_however_it_is_typed() {
        for typed in ["q11", "Q-11", "q 0011", "11", "0011", "#11", " Q11 "] {
            assert_eq!(parse_number(DocumentKind::Quote, typed).as_deref(), Some("Q-0011"), "{typed}");
        }
        assert_eq!(parse_number(DocumentKind::Invoice, "inv31").as_deref(), Some("INV-0031"));
        assert_eq!(parse_number(DocumentKind::Invoice, "INV-12345").as_deref(), Some("INV-12345"));
        for typed in ["", "q", "q11a", "inv31", "quote 11", "q1.5", "-", "é11", "q1234567890", "478.10"] {
            assert_eq!(parse_number(DocumentKind::Quote, typed), None, "{typed}");
        }
        for typed in ["11", "q-00", "q0011"] {
            assert_eq!(parse_named_number(DocumentKind::Quote, typed), None, "{typed}");
        }
        assert_eq!(parse_named_number(DocumentKind::Quote, "q11").as_deref(), Some("Q-0011"));
    }
}
