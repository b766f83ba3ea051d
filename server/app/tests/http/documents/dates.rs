//! A document that ends before it begins can't be sent.

use serde_json::{Value, json};

use super::{TestBusiness, id_of, with_field};

/// The fields of both kinds' second dates.
const END_DATE_FIELDS: [(&str, &str); 2] = [("quotes", "expiryDate"), ("invoices", "dueDate")];

fn document_body(business: &TestBusiness, kind: &str) -> Value {
    match kind {
        "quotes" => business.quote_body(),
        _ => business.invoice_body(),
    }
}

#[tokio::test]
async fn a_document_that_ends_before_it_begins_is_saved_but_not_sent() {
    let business = TestBusiness::open().await;
    for (kind, end) in END_DATE_FIELDS {
        let early = with_field(document_body(&business, kind), end, json!("2026-11-15"));
        let path = format!("/api/{kind}");
        let made = business.client.post(&path, &early).await.expect_status(201);
        let path = format!("{path}/{}", id_of(&made));
        let send = format!("{path}/send");
        for via in ["link", "email"] {
            let refused = business.client.post(&send, &json!({ "via": via })).await;
            assert!(refused.text.contains("is before the"), "{}", refused.text);
            refused.expect_error(422, "rule_broken", Some(end));
        }
        let stands = business.client.get(&path).await.expect_status(200);
        assert_eq!(stands["status"], "draft");
        assert_eq!(stands["publicToken"], Value::Null);

        // Of one day it may be.
        let mut of_a_day = with_field(early, end, json!("2026-11-16"));
        of_a_day["version"] = stands["version"].clone();
        business.client.put(&path, &of_a_day).await.expect_status(200);
        let sent = business.send_by_link(kind, &id_of(&made)).await;
        assert_eq!(sent["status"], "sent");
        assert!(business.app.receive_emails(super::CUSTOMER).await.is_empty());

        // And what was sent is not changed to end before it begins.
        let mut early = with_field(of_a_day, end, json!("2026-11-15"));
        early["version"] = sent["version"].clone();
        let refused = business.client.put(&path, &early).await;
        refused.expect_error(422, "rule_broken", Some(end));
        let set = json!({ "baseVersion": sent["version"], "operationId": uuid::Uuid::now_v7(),
            "operations": [{ "op": "set", "field": end, "value": "2026-11-15" }] });
        let refused = business.client.patch(&path, &set).await;
        refused.expect_error(422, "rule_broken", Some(end));
    }
    business.app.stop().await;
}

/// A browser's date field reads a typed `201126` as the year 126.
#[tokio::test]
async fn a_date_outside_this_century_is_refused_with_its_field() {
    let business = TestBusiness::open().await;
    for (kind, end) in END_DATE_FIELDS {
        let path = format!("/api/{kind}");
        let made = business.client.post(&path, &document_body(&business, kind)).await.expect_status(201);
        let own = format!("{path}/{}", id_of(&made));
        for field in ["issueDate", end, "supplyDate"] {
            for date in ["0126-11-20", "1999-12-31", "2100-01-01", "9999-12-31"] {
                let wrong = with_field(document_body(&business, kind), field, json!(date));
                let refused = business.client.post(&path, &wrong).await;
                let sentence = "must be between 1 January 2000 and 31 December 2099.";
                assert!(refused.text.contains(sentence), "{}", refused.text);
                refused.expect_error(422, "rule_broken", Some(field));
                let set = json!({ "baseVersion": made["version"], "operationId": uuid::Uuid::now_v7(),
                    "operations": [{ "op": "set", "field": field, "value": date }] });
                let refused = business.client.patch(&own, &set).await;
                refused.expect_error(422, "rule_broken", Some(field));
            }
        }
        let stands = business.client.get(&own).await.expect_status(200);
        assert_eq!(stands["version"], made["version"]);
    }
    business.app.stop().await;
}

/// Nothing has such a date, so that an empty list would look as if there were no documents.
#[tokio::test]
async fn a_date_outside_this_century_is_refused_in_a_query() {
    let business = TestBusiness::open().await;
    for query in [
        "quotes?from=",
        "quotes?to=",
        "invoices?from=",
        "invoices/export?to=",
        "activities?from=",
        "activities/export?to=",
        "expenses?from=",
        "reports/profit?to=",
        "held/documents?kind=invoice&from=",
    ] {
        for day in ["0126-11-20", "1999-12-31", "2100-01-01"] {
            let refused = business.client.get(&format!("/api/{query}{day}")).await;
            let sentence = "must be between 1 January 2000 and 31 December 2099.";
            assert!(refused.text.contains(sentence), "{query}: {}", refused.text);
            refused.expect_error(400, "bad_query", None);
        }
        for day in ["2000-01-01", "2099-12-31"] {
            business.client.get(&format!("/api/{query}{day}")).await.expect_status(200);
        }
    }
    business.app.stop().await;
}

#[tokio::test]
async fn a_sent_document_with_impossible_dates_is_not_sent_again() {
    let business = TestBusiness::open().await;
    for (kind, end) in END_DATE_FIELDS {
        let sent = match kind {
            "quotes" => business.sent_quote().await,
            _ => business.sent_invoice().await,
        };
        let mut tx = business.app.state().db.begin_write().await.expect("held");
        sqlx::query("UPDATE documents SET issue_date = '2027-06-01' WHERE id = $1")
            .bind(id_of(&sent))
            .execute(&mut *tx)
            .await
            .expect("written");
        tx.commit().await.expect("a commit");
        let path = format!("/api/{kind}/{}/send", id_of(&sent));
        for via in ["link", "email"] {
            let refused = business.client.post(&path, &json!({ "via": via })).await;
            refused.expect_error(422, "rule_broken", Some(end));
        }
    }
    assert!(business.app.receive_emails(super::CUSTOMER).await.is_empty());
    business.app.stop().await;
}
