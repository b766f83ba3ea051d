//! SQL for an account's export: everything of its documents, payments and issued versions; and for that of a list.

use std::collections::HashMap;

use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use super::DocumentRow;
use crate::documents::store::made::{self, MadeRow};
use crate::documents::store::origins::{self, OriginRow};
use crate::documents::store::payments::{self, PaymentRow};
use crate::documents::store::refunds::{self, RefundRow};
use crate::documents::store::versions::VersionRow;
use plumbline_platform::db::table::Table as _;
use plumbline_platform::db::{Conn, DbResult, many};
use plumbline_platform::ids::DocumentId;

/// The ids of every quote or every invoice of an account, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn ids(conn: &mut Conn, user_id: &str, kind: Kind) -> DbResult<Vec<String>> {
    sqlx::query_scalar(
        "SELECT id FROM documents WHERE user_id = $1 AND kind = $2 ORDER BY created_at, id",
    )
    .bind(user_id)
    .bind(kind.word())
    .fetch_all(conn)
    .await
}

/// Some of them, in their order.
///
/// # Errors
/// When the database fails.
pub async fn documents(conn: &mut Conn, ids: &[String]) -> DbResult<Vec<Value>> {
    let places = many::places(1, ids.len());
    let tail = format!("WHERE id IN {places} ORDER BY created_at, id");
    let mut query = DocumentRow::select(&tail);
    for id in ids {
        query = query.bind(id);
    }
    let rows = query.fetch_all(conn).await?;
    rows.iter().map(document).collect()
}

/// What is stored of a document more than once, by its number.
pub type Numbered = (String, i64);

/// Finds some of a table's rows, by document and number.
fn of_these(count: usize) -> String {
    let one = |at: usize| {
        format!(
            "(document_id = ${} AND version = ${})",
            at * 2 + 1,
            at * 2 + 2
        )
    };
    let each: Vec<String> = (0..count).map(one).collect();
    each.join(" OR ")
}

fn document(row: &DocumentRow) -> DbResult<Value> {
    let mut value = json!({
        "id": row.id,
        "number": row.number,
        "status": row.status,
        "customerName": row.customer_name,
        "contactId": row.contact_id,
        "businessProfileId": row.business_profile_id,
        "issueDate": row.issue_date,
        "sentDate": row.sent_date,
        "acceptedDate": row.accepted_date,
        "declinedDate": row.declined_date,
        "declineReason": row.decline_reason,
        "finishedDate": row.finished_date,
        "goodsArrivedDate": row.goods_arrived_date,
        "cancelledDate": row.cancelled_date,
        "paidDate": row.paid_date,
        "jobDescription": row.job_description,
        "jobAddress": row.job_address,
        "orderNumber": row.order_number,
        "notes": row.notes,
        "terms": row.terms,
        "template": row.template,
        "totalAmount": Pence(row.total_amount),
        "amountPayable": Pence(row.amount_payable),
        "paidAmount": Pence(row.paid_amount),
        "balanceDue": Pence(row.balance_due),
        "archived": row.archived,
        "sourceQuoteId": row.source_quote_id,
        "convertedInvoiceId": row.converted_invoice_id,
        "stageOfId": row.stage_of_id,
        "variationOfId": row.variation_of_id,
        "creditedInvoiceId": row.credited_invoice_id,
        "copiedFromId": row.copied_from_id,
        "createdAt": row.created_at,
        "updatedAt": row.updated_at,
        "document": parsed(&row.input)?,
        "totals": parsed(&row.totals)?,
    });
    if !row.instalments.is_empty() {
        value["instalments"] = parsed(&row.instalments)?;
    }
    let facts = row.kind.facts();
    if facts.end.is_some() {
        value[facts.end_field] = json!(row.due_date);
    }
    Ok(value)
}

/// Where an account's documents came from that were not made here.
///
/// # Errors
/// When the database fails.
pub async fn origins(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = origins::of_account(conn, user_id).await?;
    Ok(rows.iter().map(origin).collect())
}

fn origin(row: &OriginRow) -> Value {
    json!({
        "documentId": row.document_id,
        "source": row.source,
        "sourceKey": row.source_key,
        "total": Pence(row.total),
    })
}

/// Every document that was made by itself.
///
/// # Errors
/// When the database fails.
pub async fn made(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = made::of_account(conn, user_id).await?;
    let value = |row: &MadeRow| {
        json!({
            "documentId": row.document_id,
            "recurringId": row.series_id,
            "name": row.name,
            "day": row.day,
            "outcome": row.outcome,
            "reason": row.reason,
        })
    };
    Ok(rows.iter().map(value).collect())
}

/// Every payment of an account, rejected ones too, by date.
///
/// # Errors
/// When the database fails.
pub async fn payments(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = payments::of_account(conn, user_id).await?;
    let value = |row: &PaymentRow| {
        json!({
            "id": row.id,
            "documentId": row.document_id,
            "amount": Pence(row.amount),
            "method": row.method.name(),
            "date": row.date,
            "notes": row.notes,
            "status": row.status,
            "recordedBy": row.recorded_by,
            "carriedFrom": row.carried_from,
            "createdAt": row.created_at,
            "decidedAt": row.decided_at,
            "withdrawnAt": row.withdrawn_at,
            "removedAt": row.removed_at,
            "removedReason": row.removed_reason,
            "refunded": Pence(row.refunded),
            "disputed": Pence(row.disputed),
            "dispute": row.dispute,
            "byBank": row.by_bank,
            "receiptTo": row.receipt_to,
        })
    };
    Ok(rows.iter().map(value).collect())
}

/// Every refund of card payments that an account asked for, the oldest first.
///
/// # Errors
/// When the database fails.
pub async fn refunds(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = refunds::of_account(conn, user_id).await?;
    let value = |row: &RefundRow| {
        json!({
            "id": row.id,
            "paymentId": row.payment_id,
            "amount": Pence(row.amount),
            "status": row.status,
            "reason": row.reason,
            "createdAt": row.created_at,
            "updatedAt": row.updated_at,
        })
    };
    Ok(rows.iter().map(value).collect())
}

/// The issued versions of an account's documents, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn numbered_versions(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Numbered>> {
    sqlx::query_as(
        "SELECT document_id, version FROM document_versions \
         WHERE document_id IN (SELECT id FROM documents WHERE user_id = $1) \
         ORDER BY issued_at, document_id, version",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}

/// Some of them in their order, as each customer could see it.
///
/// # Errors
/// When the database fails.
pub async fn versions(conn: &mut Conn, these: &[Numbered]) -> DbResult<Vec<Value>> {
    let which = of_these(these.len());
    let tail = format!("WHERE {which} ORDER BY issued_at, document_id, version");
    let mut query = VersionRow::select(&tail);
    for (document_id, version) in these {
        query = query.bind(document_id).bind(*version);
    }
    let rows = query.fetch_all(conn).await?;
    let value = |row: &VersionRow| {
        Ok(json!({
            "documentId": row.document_id,
            "version": row.version,
            "issuedAt": row.issued_at,
            "document": parsed(&row.input)?,
            "totals": parsed(&row.totals)?,
            "contact": parsed(&row.contact)?,
            "businessProfile": parsed(&row.business_profile)?,
            "rulesVersion": row.rules_version,
            "texts": row.texts.as_deref().map(parsed).transpose()?,
            "cancellation": row.cancellation.as_deref().map(parsed).transpose()?,
        }))
    };
    rows.iter().map(value).collect()
}

/// The edits that are kept of an account's documents, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn numbered_edits(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Numbered>> {
    sqlx::query_as(
        "SELECT document_id, version FROM document_edits \
         WHERE document_id IN (SELECT id FROM documents WHERE user_id = $1) \
         ORDER BY created_at, document_id, version",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}

/// Some of them, in their order.
///
/// # Errors
/// When the database fails.
pub async fn edits(conn: &mut Conn, these: &[Numbered]) -> DbResult<Vec<Value>> {
    let which = of_these(these.len());
    let sql = format!(
        "SELECT document_id, version, operation_id, created_at, changes FROM document_edits \
         WHERE {which} ORDER BY created_at, document_id, version"
    );
    let mut query = sqlx::query_as(AssertSqlSafe(sql));
    for (document_id, version) in these {
        query = query.bind(document_id).bind(*version);
    }
    let rows: Vec<(String, i64, Option<String>, i64, String)> = query.fetch_all(conn).await?;
    let value = |(document_id, version, operation_id, created_at, changes): &_| {
        let changes: &String = changes;
        Ok(json!({
            "documentId": document_id,
            "version": version,
            "operationId": operation_id,
            "createdAt": created_at,
            "changes": parsed(changes)?,
        }))
    };
    rows.iter().map(value).collect()
}

/// Forgets the answers kept for customers' repeated requests: their rows name the links only, so
/// they do not go with the account by themselves.
///
/// # Errors
/// When the database fails.
pub async fn forget_answers(conn: &mut Conn, user_id: &str) -> DbResult<()> {
    sqlx::query(
        "DELETE FROM idempotency_keys WHERE scope IN \
         (SELECT 'link:' || public_token FROM documents WHERE user_id = $1)",
    )
    .bind(user_id)
    .execute(conn)
    .await?;
    Ok(())
}

fn parsed(text: &str) -> DbResult<Value> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// When each document's link was opened, by document.
///
/// # Errors
/// When the database fails.
pub async fn openings(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = super::openings::all(conn, user_id).await?;
    let value = |row: &super::openings::OpeningRow| {
        json!({
            "documentId": row.document_id,
            "firstAt": row.first_at,
            "lastAt": row.last_at,
        })
    };
    Ok(rows.iter().map(value).collect())
}

/// The customers' own numbers of their orders, by document, of those documents of a kind that have one: what is written
/// on it, or else the one that was added after it was issued.
///
/// # Errors
/// When the database fails.
pub async fn order_numbers(
    conn: &mut Conn,
    user_id: &str,
    kind: Kind,
) -> DbResult<HashMap<DocumentId, String>> {
    let rows: Vec<(DocumentId, String)> = sqlx::query_as(
        "SELECT d.id, CASE WHEN d.order_number <> '' THEN d.order_number ELSE o.reference END \
         FROM documents d LEFT JOIN order_references o ON o.document_id = d.id \
         WHERE d.user_id = $1 AND d.kind = $2 AND (d.order_number <> '' OR o.reference IS NOT NULL)",
    )
    .bind(user_id)
    .bind(kind.word())
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().collect())
}
