//! SQL for an account's export (all of its documents, payments and issued versions), and for the export of a list.

use std::collections::HashMap;

use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use super::DocumentRow;
use crate::documents::store::openings::{self, OpeningRow};
use crate::documents::store::origins::{self, OriginRow};
use crate::documents::store::payments::{self, PaymentRow};
use crate::documents::store::recurring_documents::{self, RecurringDocumentRow};
use crate::documents::store::refunds::{self, RefundRow};
use crate::documents::store::versions::VersionRow;
use plumbline_platform::db::table::Table as _;
use plumbline_platform::db::{Conn, DbResult, bulk_write, sql};
use plumbline_platform::ids::{DocumentId, UserId};

/// The ids of every quote or every invoice of an account, oldest first.
pub async fn list_ids(conn: &mut Conn, user_id: &UserId, kind: DocumentKind) -> DbResult<Vec<String>> {
    sql::query_scalar("SELECT id FROM documents WHERE user_id = $1 AND kind = $2 ORDER BY created_at, id")
        .bind(user_id)
        .bind(kind.code())
        .fetch_all(conn)
        .await
}

/// The documents with these ids, in order.
pub async fn export_documents(conn: &mut Conn, ids: &[String]) -> DbResult<Vec<Value>> {
    let places = bulk_write::placeholders(1, ids.len());
    let tail = format!("WHERE id IN {places} ORDER BY created_at, id");
    let mut query = DocumentRow::select(&tail);
    for id in ids {
        query = query.bind(id);
    }
    let rows = query.fetch_all(conn).await?;
    rows.iter().map(document_json).collect()
}

/// The key of a record that a document has several of: the document's id, and a number.
pub type NumberedKey = (String, i64);

/// A condition that finds rows by document and number.
fn numbered_condition(count: usize) -> String {
    let one = |at: usize| format!("(document_id = ${} AND version = ${})", at * 2 + 1, at * 2 + 2);
    let each: Vec<String> = (0..count).map(one).collect();
    each.join(" OR ")
}

/// The exported fields of a document. Every column is named, so that a new one doesn't compile until it is exported, or
/// somebody decides that it needn't be.
fn document_json(row: &DocumentRow) -> DbResult<Value> {
    let DocumentRow {
        id,
        user_id: _, // whose export it is
        kind,
        status,
        version,
        created_from: _, // a digest, by which a create that is sent twice is known
        business_profile_id,
        contact_id,
        customer_name,
        number,
        public_token: _, // a secret: who has it opens the document
        issue_date,
        due_date,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
        input,
        totals,
        total_amount,
        amount_payable,
        paid_amount,
        balance_due,
        instalments,
        issued_version,
        accepted_version,
        accepted_date,
        declined_date,
        decline_reason,
        finished_date,
        goods_arrived_date,
        cancelled_date,
        paid_date,
        sent_date,
        archived,
        source_quote_id,
        credited_invoice_id,
        copied_from_id,
        created_at,
        updated_at,
        converted_invoice_id,
        stage_of_id,
        early_start: _, // in its acceptance
        variation_of_id,
        // The other document, which is exported too, contains this.
        stages: _,
        paid_on_id: _,
        pays_quote_id: _,
        credited_number: _,
        credited_date: _,
        varied_number: _,
        varied_status: _,
        varied_cancelled: _,
        varied_total: _,
        variations: _,
    } = row;
    let mut value = json!({
        "id": id,
        "number": number,
        "status": status,
        "customerName": customer_name,
        "contactId": contact_id,
        "businessProfileId": business_profile_id,
        "issueDate": issue_date,
        "sentDate": sent_date,
        "acceptedDate": accepted_date,
        "declinedDate": declined_date,
        "declineReason": decline_reason,
        "finishedDate": finished_date,
        "goodsArrivedDate": goods_arrived_date,
        "cancelledDate": cancelled_date,
        "paidDate": paid_date,
        "jobDescription": job_description,
        "jobAddress": job_address,
        "orderNumber": order_number,
        "notes": notes,
        "terms": terms,
        "template": template,
        "totalAmount": Pence(*total_amount),
        "amountPayable": Pence(*amount_payable),
        "paidAmount": Pence(*paid_amount),
        "balanceDue": Pence(*balance_due),
        "archived": archived,
        "sourceQuoteId": source_quote_id,
        "convertedInvoiceId": converted_invoice_id,
        "stageOfId": stage_of_id,
        "variationOfId": variation_of_id,
        "creditedInvoiceId": credited_invoice_id,
        "copiedFromId": copied_from_id,
        "version": version,
        "issuedVersion": issued_version,
        "acceptedVersion": accepted_version,
        "createdAt": created_at,
        "updatedAt": updated_at,
        "document": parse_json(input)?,
        "totals": parse_json(totals)?,
    });
    if !instalments.is_empty() {
        value["instalments"] = parse_json(instalments)?;
    }
    let facts = kind.facts();
    if facts.end.is_some() {
        value[facts.end_field] = json!(due_date);
    }
    Ok(value)
}

/// The origins of an account's imported documents.
pub async fn export_origins(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = origins::list_for_account(conn, user_id).await?;
    Ok(rows.iter().map(origin_json).collect())
}

fn origin_json(row: &OriginRow) -> Value {
    let OriginRow {
        document_id,
        user_id: _, // whose export it is
        source,
        source_key,
        total,
    } = row;
    json!({
        "documentId": document_id,
        "source": source,
        "sourceKey": source_key,
        "total": Pence(*total),
    })
}

/// Every document that was made automatically.
pub async fn export_recurring_documents(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = recurring_documents::list_for_account(conn, user_id).await?;
    Ok(rows.iter().map(made_by_itself).collect())
}

fn made_by_itself(row: &RecurringDocumentRow) -> Value {
    let RecurringDocumentRow {
        document_id,
        user_id: _, // whose export it is
        series_id,
        name,
        day,
        outcome,
        reason,
    } = row;
    json!({
        "documentId": document_id,
        "recurringId": series_id,
        "name": name,
        "day": day,
        "outcome": outcome,
        "reason": reason,
    })
}

/// Every payment of an account, including rejected ones, by date.
pub async fn export_payments(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = payments::list_for_account(conn, user_id).await?;
    Ok(rows.iter().map(payment).collect())
}

fn payment(row: &PaymentRow) -> Value {
    let PaymentRow {
        id,
        document_id,
        amount,
        method,
        date,
        notes,
        status,
        recorded_by,
        carried_from,
        created_at,
        decided_at,
        withdrawn_at,
        removed_at,
        removed_reason,
        refunded,
        disputed,
        dispute,
        by_bank,
        receipt_to,
    } = row;
    json!({
        "id": id,
        "documentId": document_id,
        "amount": Pence(*amount),
        "method": method.code(),
        "date": date,
        "notes": notes,
        "status": status,
        "recordedBy": recorded_by,
        "carriedFrom": carried_from,
        "createdAt": created_at,
        "decidedAt": decided_at,
        "withdrawnAt": withdrawn_at,
        "removedAt": removed_at,
        "removedReason": removed_reason,
        "refunded": Pence(*refunded),
        "disputed": Pence(*disputed),
        "dispute": dispute,
        "byBank": by_bank,
        "receiptTo": receipt_to,
    })
}

/// Every refund of a card payment that an account requested, oldest first.
pub async fn export_refunds(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = refunds::list_for_account(conn, user_id).await?;
    Ok(rows.iter().map(refund).collect())
}

fn refund(row: &RefundRow) -> Value {
    let RefundRow {
        id,
        payment_id,
        amount,
        status,
        had_gone: _, // by which an answer of Stripe's is matched
        reason,
        created_at,
        updated_at,
    } = row;
    json!({
        "id": id,
        "paymentId": payment_id,
        "amount": Pence(*amount),
        "status": status,
        "reason": reason,
        "createdAt": created_at,
        "updatedAt": updated_at,
    })
}

/// The keys of the issued versions of an account's documents, oldest first.
pub async fn list_version_keys(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<NumberedKey>> {
    sql::query_as(
        "SELECT document_id, version FROM document_versions \
         WHERE document_id IN (SELECT id FROM documents WHERE user_id = $1) \
         ORDER BY issued_at, document_id, version",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}

/// The versions with these keys, in order, as each customer could see them.
pub async fn export_versions(conn: &mut Conn, these: &[NumberedKey]) -> DbResult<Vec<Value>> {
    let which = numbered_condition(these.len());
    let tail = format!("WHERE {which} ORDER BY issued_at, document_id, version");
    let mut query = VersionRow::select(&tail);
    for (document_id, version) in these {
        query = query.bind(document_id).bind(*version);
    }
    let rows = query.fetch_all(conn).await?;
    rows.iter().map(version).collect()
}

fn version(row: &VersionRow) -> DbResult<Value> {
    let VersionRow {
        document_id,
        version,
        issue_date,
        due_date,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
        input,
        totals,
        contact,
        business,
        business_profile,
        issued_at,
        rules_version,
        texts,
        contact_id,
        cancellation,
    } = row;
    Ok(json!({
        "documentId": document_id,
        "version": version,
        "issuedAt": issued_at,
        "issueDate": issue_date,
        // A quote's expiry date, an invoice's due date.
        "endDate": due_date,
        "jobDescription": job_description,
        "jobAddress": job_address,
        "orderNumber": order_number,
        "notes": notes,
        "template": template,
        "terms": terms,
        "document": parse_json(input)?,
        "totals": parse_json(totals)?,
        "contactId": contact_id,
        "contact": parse_json(contact)?,
        "business": parse_json(business)?,
        "businessProfile": parse_json(business_profile)?,
        "rulesVersion": rules_version,
        "texts": texts.as_deref().map(parse_json).transpose()?,
        "cancellation": cancellation.as_deref().map(parse_json).transpose()?,
    }))
}

/// The keys of the stored edits of an account's documents, oldest first.
pub async fn list_edit_keys(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<NumberedKey>> {
    sql::query_as(
        "SELECT document_id, version FROM document_edits \
         WHERE document_id IN (SELECT id FROM documents WHERE user_id = $1) \
         ORDER BY created_at, document_id, version",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}

/// The edits with these keys, in order.
pub async fn export_edits(conn: &mut Conn, these: &[NumberedKey]) -> DbResult<Vec<Value>> {
    let which = numbered_condition(these.len());
    let sql = format!(
        "SELECT document_id, version, operation_id, created_at, changes FROM document_edits \
         WHERE {which} ORDER BY created_at, document_id, version"
    );
    let mut query = sql::query_as(AssertSqlSafe(sql));
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
            "changes": parse_json(changes)?,
        }))
    };
    rows.iter().map(value).collect()
}

/// Deletes the stored responses to customers' repeated requests. Their rows refer only to links, so they aren't deleted
/// automatically with the account.
pub async fn delete_public_responses(conn: &mut Conn, user_id: &UserId) -> DbResult<()> {
    sql::query(
        "DELETE FROM idempotency_keys WHERE scope IN \
         (SELECT 'link:' || public_token FROM documents WHERE user_id = $1)",
    )
    .bind(user_id)
    .execute(conn)
    .await?;
    Ok(())
}

fn parse_json(text: &str) -> DbResult<Value> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// When each document's link was opened, by document.
pub async fn export_openings(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = openings::list_for_account(conn, user_id).await?;
    let value = |row: &OpeningRow| {
        let OpeningRow { document_id, first_at, last_at } = row;
        json!({ "documentId": document_id, "firstAt": first_at, "lastAt": last_at })
    };
    Ok(rows.iter().map(value).collect())
}

/// The customers' own order numbers of an account's documents of one kind, by document: the one on the document,
/// otherwise the one that was added after it was issued. Documents without one are left out.
pub async fn find_order_numbers(
    conn: &mut Conn,
    user_id: &UserId,
    kind: DocumentKind,
) -> DbResult<HashMap<DocumentId, String>> {
    let rows: Vec<(DocumentId, String)> = sql::query_as(
        "SELECT d.id, CASE WHEN d.order_number <> '' THEN d.order_number ELSE o.reference END \
         FROM documents d LEFT JOIN order_references o ON o.document_id = d.id \
         WHERE d.user_id = $1 AND d.kind = $2 AND (d.order_number <> '' OR o.reference IS NOT NULL)",
    )
    .bind(user_id)
    .bind(kind.code())
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use plumbline_core::document::sample;
    use uuid::Uuid;

    use plumbline_platform::db::column::DateOrEmpty;

    use super::*;
    use crate::documents::row::EnteredFields;
    use crate::documents::store::DocumentStatus;
    use crate::documents::store::origins::ImportSource;
    use crate::documents::store::recurring_documents::RecurringOutcome;
    use crate::documents::store::refunds::RefundStatus;

    fn id<T: From<Uuid>>(last: u8) -> T {
        Uuid::from_bytes([1, 147, 0, 0, 0, 0, 112, 0, 128, 0, 0, 0, 0, 0, 0, last]).into()
    }

    /// A row in which every column has a different value.
    fn full_document_row(kind: DocumentKind) -> DocumentRow {
        let text = |text: &str| Some(text.to_owned());
        let EnteredFields {
            business_profile_id,
            contact_id,
            issue_date,
            due_date,
            job_description,
            job_address,
            order_number,
            notes,
            template,
            terms,
        } = EnteredFields::every_field();
        DocumentRow {
            id: id(1),
            user_id: id(2),
            kind,
            status: DocumentStatus::Draft,
            version: 3,
            created_from: "a digest".to_owned(),
            business_profile_id,
            contact_id,
            customer_name: text("Jo Bloggs"),
            number: text("Q-0012"),
            public_token: text("a secret"),
            issue_date,
            due_date,
            job_description,
            job_address,
            order_number,
            notes,
            template,
            terms,
            input: serde_json::to_string(&sample::every_field()).unwrap(),
            totals: r#"{"totalAmount":"4.00"}"#.to_owned(),
            total_amount: 400,
            amount_payable: 500,
            paid_amount: 600,
            balance_due: 700,
            instalments: r#"[{"amount":"1.00"}]"#.to_owned(),
            issued_version: 4,
            accepted_version: Some(5),
            accepted_date: "2026-11-17".parse().ok(),
            declined_date: "2026-11-18".parse().ok(),
            decline_reason: text("Too dear"),
            finished_date: "2026-11-19".parse().ok(),
            goods_arrived_date: "2026-11-20".parse().ok(),
            cancelled_date: "2026-11-21".parse().ok(),
            paid_date: "2026-11-22".parse().ok(),
            sent_date: "2026-11-23".parse().ok(),
            archived: true,
            source_quote_id: Some(id(6)),
            credited_invoice_id: Some(id(7)),
            copied_from_id: Some(id(8)),
            created_at: 9,
            updated_at: 10,
            converted_invoice_id: Some(id(11)),
            stages: 12,
            stage_of_id: Some(id(13)),
            paid_on_id: Some(id(14)),
            pays_quote_id: Some(id(15)),
            credited_number: text("INV-0016"),
            credited_date: "2026-11-24".parse().ok(),
            early_start: Some(true),
            variation_of_id: Some(id(18)),
            varied_number: text("Q-0019"),
            varied_status: Some(DocumentStatus::Sent),
            varied_cancelled: "2026-11-25".parse().ok(),
            varied_total: Some(20),
            variations: 21,
        }
    }

    #[test]
    fn exports_every_column_of_a_document_except_secrets() {
        for (kind, end) in [(DocumentKind::Quote, "expiryDate"), (DocumentKind::Invoice, "dueDate")] {
            let row = full_document_row(kind);
            let mut expected = json!({
                "id": row.id,
                "number": "Q-0012",
                "status": "draft",
                "customerName": "Jo Bloggs",
                "contactId": row.contact_id,
                "businessProfileId": row.business_profile_id,
                "issueDate": "2026-11-16",
                "sentDate": "2026-11-23",
                "acceptedDate": "2026-11-17",
                "declinedDate": "2026-11-18",
                "declineReason": "Too dear",
                "finishedDate": "2026-11-19",
                "goodsArrivedDate": "2026-11-20",
                "cancelledDate": "2026-11-21",
                "paidDate": "2026-11-22",
                "jobDescription": "Fit a bath",
                "jobAddress": "7 Tap Lane",
                "orderNumber": "PO-4711",
                "notes": "Parking at the back",
                "terms": "Payment on the day",
                "template": "bold",
                "totalAmount": "4.00",
                "amountPayable": "5.00",
                "paidAmount": "6.00",
                "balanceDue": "7.00",
                "archived": true,
                "sourceQuoteId": row.source_quote_id,
                "convertedInvoiceId": row.converted_invoice_id,
                "stageOfId": row.stage_of_id,
                "variationOfId": row.variation_of_id,
                "creditedInvoiceId": row.credited_invoice_id,
                "copiedFromId": row.copied_from_id,
                "version": 3,
                "issuedVersion": 4,
                "acceptedVersion": 5,
                "createdAt": 9,
                "updatedAt": 10,
            });
            expected["document"] = json!(sample::every_field());
            expected["totals"] = json!({ "totalAmount": "4.00" });
            expected["instalments"] = json!([{ "amount": "1.00" }]);
            expected[end] = json!("2026-12-09");
            assert_eq!(document_json(&row).unwrap(), expected);
        }
    }

    #[test]
    fn a_version_has_every_column() {
        let row = VersionRow {
            document_id: id(1),
            version: 2,
            issue_date: DateOrEmpty("2026-11-16".parse().ok()),
            due_date: DateOrEmpty("2026-12-09".parse().ok()),
            job_description: "Fit a bath".to_owned(),
            job_address: "7 Tap Lane".to_owned(),
            order_number: "PO-4711".to_owned(),
            notes: "Parking at the back".to_owned(),
            template: Some("bold".to_owned()),
            terms: Some("Payment on the day".to_owned()),
            input: r#"{"tax":"20"}"#.to_owned(),
            totals: r#"{"totalAmount":"4.00"}"#.to_owned(),
            contact: r#"{"name":"Jo"}"#.to_owned(),
            business: r#"{"firstName":"Sam"}"#.to_owned(),
            business_profile: r#"{"name":"Taps"}"#.to_owned(),
            issued_at: 3,
            rules_version: 4,
            texts: Some(r#"{"title":"QUOTE"}"#.to_owned()),
            contact_id: Some(id(5)),
            cancellation: Some(r#"{"right":true}"#.to_owned()),
        };
        let expected = json!({
            "documentId": row.document_id,
            "version": 2,
            "issuedAt": 3,
            "issueDate": "2026-11-16",
            "endDate": "2026-12-09",
            "jobDescription": "Fit a bath",
            "jobAddress": "7 Tap Lane",
            "orderNumber": "PO-4711",
            "notes": "Parking at the back",
            "template": "bold",
            "terms": "Payment on the day",
            "document": { "tax": "20" },
            "totals": { "totalAmount": "4.00" },
            "contactId": row.contact_id,
            "contact": { "name": "Jo" },
            "business": { "firstName": "Sam" },
            "businessProfile": { "name": "Taps" },
            "rulesVersion": 4,
            "texts": { "title": "QUOTE" },
            "cancellation": { "right": true },
        });
        assert_eq!(super::version(&row).unwrap(), expected);
    }

    #[test]
    fn a_payment_has_every_column() {
        let row = PaymentRow::every_field();
        let expected = json!({
            "id": row.id,
            "documentId": row.document_id,
            "amount": "123.45",
            "method": row.method.code(),
            "date": "2026-11-18",
            "notes": "By post",
            "status": "rejected",
            "recordedBy": "customer",
            "carriedFrom": row.carried_from,
            "createdAt": 4,
            "decidedAt": 5,
            "withdrawnAt": 6,
            "removedAt": 7,
            "removedReason": "Entered twice",
            "refunded": "8.00",
            "disputed": "9.00",
            "dispute": "lost",
            "byBank": true,
            "receiptTo": "jo@example.com",
        });
        assert_eq!(payment(&row), expected);
    }

    #[test]
    fn exports_every_column_of_refunds_origins_and_recurring_invoices() {
        let row = RefundRow {
            id: id(1),
            payment_id: id(2),
            amount: 300,
            status: RefundStatus::Failed,
            had_gone: 400,
            reason: Some("No account".to_owned()),
            created_at: 5,
            updated_at: 6,
        };
        let expected = json!({ "id": row.id, "paymentId": row.payment_id, "amount": "3.00",
            "status": "failed", "reason": "No account", "createdAt": 5, "updatedAt": 6 });
        assert_eq!(refund(&row), expected);
        let row = OriginRow {
            document_id: id(1),
            user_id: id(2),
            source: ImportSource::InvoiceNinja,
            source_key: "quote:7".to_owned(),
            total: 300,
        };
        let expected = json!({ "documentId": row.document_id, "source": "invoice_ninja",
            "sourceKey": "quote:7", "total": "3.00" });
        assert_eq!(origin_json(&row), expected);
        let row = RecurringDocumentRow {
            document_id: id(1),
            user_id: id(2),
            series_id: Some(id(3)),
            name: "Boiler cover".to_owned(),
            day: "2026-11-17".parse().unwrap(),
            outcome: RecurringOutcome::NotSent,
            reason: "No email".to_owned(),
        };
        let expected = json!({ "documentId": row.document_id, "recurringId": row.series_id,
            "name": "Boiler cover", "day": "2026-11-17", "outcome": row.outcome, "reason": "No email" });
        assert_eq!(made_by_itself(&row), expected);
    }
}
