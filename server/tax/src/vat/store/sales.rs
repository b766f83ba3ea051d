//! The rows of sales: documents and payments.

use plumbline_core::document::VatGroup;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::report::Period;
use plumbline_core::report::vat::tax_point::Deposit;
use plumbline_core::time::Date;

use plumbline_platform::db::table::table;
use plumbline_platform::db::{Conn, DbResult, column, packed_rows, sql};
use plumbline_platform::ids::{DocumentId, ProfileId, UserId};

/// The documents that count from $2 to $3. A debt that was written off before it could be claimed counts on a later
/// day, so all such debts are read.
const COUNTED_DOCUMENTS: &str = "\
     SELECT CASE credited_invoice_id WHEN '' THEN document_id ELSE credited_invoice_id END AS id \
     FROM document_summaries \
     WHERE user_id = $1 AND kind IN ('invoice', 'credit_note') AND number > '' \
     AND issue_date >= $2 AND issue_date <= $3 \
     UNION ALL SELECT document_id FROM document_summaries \
     WHERE user_id = $1 AND kind = 'invoice' AND number > '' \
     AND supply_date > '' AND supply_date >= $2 AND supply_date <= $3 \
     UNION ALL SELECT id FROM reported_takings WHERE user_id = $1 AND date >= $2 AND date <= $3 \
     UNION ALL SELECT document_id FROM vat_bad_debts WHERE user_id = $1 AND written_off <= $3";

table! {
    /// A document as read from the database.
    pub(in crate::vat) struct SaleRow: "document_summaries", by document_id {
        /// The document.
        pub document_id: String,
        /// Its kind.
        pub kind: DocumentKind,
        /// Empty for a draft.
        pub number: String,
        /// The stored status.
        pub status: String,
        /// The contact's id; empty if it was deleted.
        pub contact_id: String,
        /// The contact's name at issue.
        pub contact_name: String,
        /// The amount payable.
        pub amount_payable: Pence,
        /// The VAT groups.
        pub vat_groups: Vec<VatGroup>,
    }
    read {
        /// For a credit note, the invoice that it credits.
        pub credits: Option<String> = "NULLIF(credited_invoice_id, '')",
        /// When it was issued.
        pub issued: Option<Date> = "NULLIF(issue_date, '')",
        /// The supply date, if one was given.
        pub supplied: Option<Date> = "NULLIF(supply_date, '')",
        /// The due date; for a quote, the expiry date.
        pub due: Option<Date> = "NULLIF(due_date, '')",
    }
}

/// A business's documents of which something counts in a span of days, and the credit notes for them.
pub(in crate::vat) async fn list_sales(
    conn: &mut Conn,
    user_id: &UserId,
    profile_id: &ProfileId,
    days: Period,
) -> DbResult<Vec<SaleRow>> {
    let condition = format!(
        "business_profile_id = $4 AND document_id IN (\
         WITH counted AS ({COUNTED_DOCUMENTS}) SELECT id FROM counted UNION ALL \
         SELECT id FROM documents WHERE credited_invoice_id IN (SELECT id FROM counted))"
    );
    let days = [days.from, days.to].map(|day| day.to_string());
    packed_rows::find_all(conn, &condition, &[user_id.as_str(), &days[0], &days[1], profile_id.as_str()])
        .await
}

/// The payments for a document, in order, including those from when it was a quote.
pub(in crate::vat) async fn list_deposits(
    conn: &mut Conn,
    user_id: &UserId,
    document_id: &DocumentId,
) -> DbResult<Vec<Deposit>> {
    let rows: Vec<(String, i64)> = sql::query_as(
        "SELECT t.date, t.amount FROM payments p \
         JOIN takings t ON t.payment_id = COALESCE(p.carried_from, p.id) \
         LEFT JOIN payments c ON c.carried_from = p.id AND c.status = 'confirmed' \
         WHERE t.user_id = $1 AND p.document_id = $2 AND c.id IS NULL \
         AND (p.carried_from IS NULL OR p.status = 'confirmed') ORDER BY t.date, t.payment_id, t.n",
    )
    .bind(user_id)
    .bind(document_id)
    .fetch_all(conn)
    .await?;
    rows.into_iter()
        .map(|(date, amount)| Ok(Deposit { date: parse_date(&date)?, amount: Pence(amount) }))
        .collect()
}

fn parse_date(text: &str) -> DbResult<Date> {
    text.parse().map_err(|_| sqlx::Error::Decode("no day".into()))
}

table! {
    /// Money received or paid back.
    pub(in crate::vat) struct MovementRow: "reported_takings", by payment_id {
        /// The payment.
        pub payment_id: String,
        /// The number of this movement of the payment, from 1.
        pub n: i64,
        /// The day.
        pub date: Date,
        /// The amount.
        pub amount: Pence,
        /// The document that it is for.
        pub id: String,
    }
}

/// All payments of the documents of which something counts in a span of days, however old.
pub(in crate::vat) async fn list_movements(
    conn: &mut Conn,
    user_id: &UserId,
    days: Period,
) -> DbResult<Vec<MovementRow>> {
    let condition = format!("user_id = $1 AND id IN ({COUNTED_DOCUMENTS})");
    let days = [days.from, days.to].map(|day| day.to_string());
    packed_rows::find_all(conn, &condition, &[user_id.as_str(), &days[0], &days[1]]).await
}

/// The span from the first to the last day on which a document with VAT was issued.
pub(in crate::vat) async fn find_days_with_vat(
    conn: &mut Conn,
    user_id: &UserId,
    profile_id: &ProfileId,
    days: Period,
) -> DbResult<Option<Period>> {
    let (first, last): (Option<String>, Option<String>) = sql::query_as(
        "SELECT MIN(issue_date), MAX(issue_date) FROM document_summaries \
         WHERE user_id = $1 AND kind IN ($5, $6) AND issue_date >= $3 AND issue_date <= $4 \
         AND business_profile_id = $2 AND number > '' AND status <> 'void' AND vat_amount <> 0",
    )
    .bind(user_id)
    .bind(profile_id)
    .bind(days.from.to_string())
    .bind(days.to.to_string())
    .bind(DocumentKind::Invoice.code())
    .bind(DocumentKind::CreditNote.code())
    .fetch_one(conn)
    .await?;
    let place = format!("document_summaries.issue_date of business_profile_id '{profile_id}'");
    let day =
        |text: Option<String>| text.map(|text| column::read_value::<Date>(text, place.as_str())).transpose();
    let found = day(first)?.zip(day(last)?);
    Ok(found.and_then(|(first, last)| Period::new(first, last)))
}

table! {
    /// The fields of a document that the threshold depends on.
    pub(in crate::vat) struct ThresholdDocument: "document_summaries", by document_id {
        /// The document.
        pub document_id: String,
        /// Its kind.
        pub kind: DocumentKind,
        /// The VAT groups.
        pub vat_groups: Vec<VatGroup>,
    }
    read {
        /// The business.
        pub profile: Option<String> = "NULLIF(business_profile_id, '')",
        /// When it was issued.
        pub issued: Option<Date> = "NULLIF(issue_date, '')",
        /// The supply date, if one was given.
        pub supplied: Option<Date> = "NULLIF(supply_date, '')",
    }
}

/// Documents that were issued from a day on, and quotes that were accepted and not invoiced.
pub(in crate::vat) async fn list_turnovers(
    conn: &mut Conn,
    user_id: &UserId,
    from: Date,
) -> DbResult<Vec<ThresholdDocument>> {
    let condition = "user_id = $1 AND number > '' AND status <> 'void' AND issue_date >= $2 \
         AND (kind IN ('invoice', 'credit_note') OR kind = 'quote' AND shown = 'accepted')";
    packed_rows::find_all(conn, condition, &[user_id.as_str(), &from.to_string()]).await
}
