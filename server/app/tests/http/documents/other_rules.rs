//! What was issued by other rules than today's is unchanged, to the byte.
//!
//! The rules cannot be changed while a test runs, so the test writes to the database what other rules would have left
//! there: right after its issue, a document gets amounts that today's rules don't calculate, texts that they don't
//! write, and an input that they refuse. Code that calculated any of it again would show another amount, or fail.

use serde_json::{Value, json};
use sqlx::Row as _;

use super::{CUSTOMER, OWNER, TestBusiness, id_of, token_of, with_field};
use crate::pdf;

/// Texts of today's rules, and their replacements.
const OTHER_TEXTS: [(&str, &str); 3] = [
    ("VAT @ 20%", "Value added tax, 20 in 100"),
    ("6 hours at £45.00/hour", "six hours of work"),
    ("16/11/2026", "16th November 2026"),
];
/// Amounts of the totals as other rules would have calculated them.
const OTHER_AMOUNTS: [(&str, &str); 5] = [
    ("vatAmount", "79.70"),
    ("totalAmount", "478.12"),
    ("depositAmount", "120.00"),
    ("balanceAfterDeposit", "358.12"),
    ("amountPayable", "478.12"),
];

/// Stores what other rules would have stored for a document that was just issued; if `refused`, with an input that
/// today's rules refuse.
pub async fn store_as_by_other_rules(business: &TestBusiness, document: &Value, refused: bool) {
    let id = id_of(document);
    let mut tx = business.app.state().db.begin_write().await.expect("held");
    let sql = "SELECT input, totals, texts FROM document_versions WHERE document_id = $1";
    let row = sqlx::query(sql).bind(&id).fetch_one(&mut *tx).await;
    let row = row.expect("one version");
    let mut input: Value = serde_json::from_str(row.get("input")).expect("JSON");
    let mut totals: Value = serde_json::from_str(row.get("totals")).expect("JSON");
    let mut texts: String = row.get("texts");
    for (field, amount) in OTHER_AMOUNTS {
        // An invoice has no deposit.
        if field.contains("eposit") && totals["depositAmount"] == "0.00" {
            continue;
        }
        let before = totals[field].as_str().expect("an amount").to_owned();
        let displayed = (format!("\"£{before}\""), format!("\"£{amount}\""));
        texts = texts.replace(&displayed.0, &displayed.1);
        totals[field] = json!(amount);
    }
    totals["vatGroups"][0]["vat"] = json!("79.70");
    totals["balanceDue"] = json!("478.12");
    for (today, other) in OTHER_TEXTS {
        assert!(texts.contains(today), "{today} is not in {texts}");
        texts = texts.replace(today, other);
    }
    if refused {
        input["labourHours"] = json!("a whole morning");
    }
    let (input, totals) = (input.to_string(), totals.to_string());
    let sql = "UPDATE document_versions SET input = $1, totals = $2, texts = $3, rules_version = 0 \
        WHERE document_id = $4";
    let written = sqlx::query(sql).bind(&input).bind(&totals).bind(&texts);
    written.bind(&id).execute(&mut *tx).await.expect("written");
    let sql = "UPDATE documents SET input = $1, totals = $2, total_amount = 47812, \
        amount_payable = 47812, balance_due = 47812, version = version + 1 WHERE id = $3";
    let written = sqlx::query(sql).bind(&input).bind(&totals).bind(&id);
    written.execute(&mut *tx).await.expect("written");
    let sql = "UPDATE document_summaries SET total_amount = 47812, amount_payable = 47812, \
        balance_due = 47812, outstanding = CASE WHEN kind = 'invoice' THEN 47812 ELSE 0 END \
        WHERE document_id = $1";
    let written = sqlx::query(sql).bind(&id).execute(&mut *tx).await;
    assert_eq!(written.expect("written").rows_affected(), 1);
    tx.commit().await.expect("a commit");
}

/// An amount of a response's totals.
fn total_field<'a>(answer: &'a Value, field: &str) -> &'a str {
    answer["totals"][field].as_str().expect("an amount")
}

/// Everything of a document that anybody can read, as it is sent.
async fn collect_everything(business: &TestBusiness, kind: &str, document: &Value) -> Vec<(String, Vec<u8>)> {
    let (id, token) = (id_of(document), token_of(document));
    let prefix = &kind[..1];
    let customer = business.app.new_client();
    let mut paths = vec![
        (&customer, format!("/api/{kind}/public/{token}")),
        (&customer, format!("/api/{kind}/public/{token}?with=page")),
        (&customer, format!("/{prefix}/{token}.pdf")),
        (&business.client, format!("/api/{kind}/{id}/pdf")),
        (&business.client, format!("/api/{kind}/{id}/presentation")),
    ];
    if document["acceptance"].is_object() {
        paths.push((&customer, format!("/{prefix}/{token}/certificate.pdf")));
        paths.push((&business.client, format!("/api/{kind}/{id}/certificate.pdf")));
    }
    let mut read = Vec::new();
    for (client, path) in paths {
        let bytes = client.get_bytes(&path).await;
        read.push((path, bytes));
    }
    // The page itself, if the web pages are part of the build.
    let page = format!("/{prefix}/{token}");
    let html = customer.get(&page).await;
    read.push((page, html.text.into_bytes()));
    read
}

/// Checks that everything is the same as before.
#[track_caller]
fn assert_same(now: &[(String, Vec<u8>)], before: &[(String, Vec<u8>)]) {
    assert_eq!(now.len(), before.len());
    for ((path, now), (_, before)) in now.iter().zip(before) {
        assert!(
            now == before,
            "{path} has changed:\n{}\nwas\n{}",
            String::from_utf8_lossy(now),
            String::from_utf8_lossy(before)
        );
    }
}

async fn read_document(business: &TestBusiness, kind: &str, document: &Value) -> Value {
    let path = format!("/api/{kind}/{}", id_of(document));
    business.client.get(&path).await.expect_status(200)
}

/// The presentation on the page.
async fn read_presentation(business: &TestBusiness, kind: &str, document: &Value) -> Value {
    let path = format!("/api/{kind}/public/{}?with=page", token_of(document));
    let answer = business.app.new_client().get(&path).await.expect_status(200);
    answer["page"]["presentation"].clone()
}

/// The totals as `label: amount`.
fn total_rows(body: &Value) -> Vec<String> {
    let rows = body["totals"].as_array().expect("rows").iter();
    rows.map(|row| {
        let text = |field: &str| row[field].as_str().unwrap_or_default();
        format!("{}: {}", text("label"), text("amount"))
    })
    .collect()
}

const ISSUED: [&str; 5] = [
    "Subtotal: £442.69",
    "Discount (10%): -£44.27",
    "Total excluding VAT: £398.42",
    "Value added tax, 20 in 100: £79.70",
    "Total: £478.12",
];

#[tokio::test]
async fn an_issued_invoice_shows_the_issued_amounts_everywhere() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    assert_eq!(total_field(&invoice, "totalAmount"), "478.10", "by today's rules");
    store_as_by_other_rules(&business, &invoice, true).await;

    let detail = read_document(&business, "invoices", &invoice).await;
    for (field, amount) in [
        ("subtotalAmount", "442.69"),
        ("vatAmount", "79.70"),
        ("totalAmount", "478.12"),
        ("balanceDue", "478.12"),
    ] {
        assert_eq!(total_field(&detail, field), amount, "{field}");
    }
    let page = read_presentation(&business, "invoices", &invoice).await;
    assert_eq!(total_rows(&page), ISSUED);
    assert_eq!(page["summary"]["amount"], "£478.12");
    assert_eq!(page["actions"]["pay"]["title"], "Pay £478.12");
    assert_eq!(page["lines"][3]["description"][0], "six hours of work");
    assert_eq!(page["details"]["rows"][1]["value"], "16th November 2026");
    let own = format!("/api/invoices/{}/presentation", id_of(&invoice));
    let mut own = business.client.get(&own).await.expect_status(200);
    // In the app a date is written out, unless it was stored with another text.
    let due = &mut own["details"]["rows"][2]["value"];
    assert_eq!(*due, "30 Nov 2026");
    *due = page["details"]["rows"][2]["value"].clone();
    assert_eq!(own, page);
    let list = business.client.get("/api/invoices").await.expect_status(200);
    assert_eq!(list["data"][0]["totalAmount"], "478.12");
    assert_eq!(list["data"][0]["balanceDue"], "478.12");

    let before = collect_everything(&business, "invoices", &invoice).await;
    let printed = pdf::pdf_text(&before[2].1);
    for text in ["Value added tax, 20 in 100 £79.70", "£478.12", "six hours of work"] {
        assert!(printed.contains(text), "{text} is not in {printed}");
    }
    assert!(!printed.contains("478.10") && !printed.contains("VAT @"), "{printed}");
    let html = String::from_utf8_lossy(&before[5].1).into_owned();
    if html.contains("<title>Invoice") {
        assert!(html.contains("£478.12"), "{html}");
        assert!(!html.contains("£478.10"), "{html}");
    }

    // Putting it away and back writes it, and moves nothing.
    let path = format!("/api/invoices/{}", id_of(&invoice));
    for step in ["archive", "restore"] {
        let answer = business.client.post_empty(&format!("{path}/{step}")).await;
        assert_eq!(total_field(&answer.expect_status(200), "totalAmount"), "478.12");
    }
    assert_same(&collect_everything(&business, "invoices", &invoice).await, &before);

    // The mail says the same, and carries the same PDF.
    let send = json!({ "via": "email" });
    let path = format!("{path}/send");
    business.client.post(&path, &send).await.expect_status(200);
    let received_email = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
    assert!(received_email.text.contains("£478.12"), "{}", received_email.text);
    assert!(received_email.html.contains("£79.70") && !received_email.html.contains("478.10"));
    assert_eq!(pdf::attached_pdf(&received_email).1, before[2].1);
}

#[tokio::test]
async fn payments_are_subtracted_from_the_issued_total() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    store_as_by_other_rules(&business, &invoice, true).await;
    let before = collect_everything(&business, "invoices", &invoice).await;
    let path = format!("/api/invoices/{}", id_of(&invoice));

    // A customer's, which is first pending, then taken back, so that all is as before.
    let pay = format!("/api/invoices/public/{}/payment", token_of(&invoice));
    let cash = json!({ "method": "cash" });
    let answer = business.app.new_client().post(&pay, &cash).await.expect_status(201);
    assert_eq!(answer["payments"][0]["amount"], "478.12");
    let pid = answer["payments"][0]["id"].as_str().expect("an id");
    let withdraw = format!("{pay}/{pid}/withdraw");
    business.app.new_client().post_empty(&withdraw).await.expect_status(200);
    let answer = business.client.get(&path).await.expect_status(200);
    assert_eq!(total_field(&answer, "balanceDue"), "478.12");
    assert_same(&collect_everything(&business, "invoices", &invoice).await, &before);

    // The business's own.
    let pay = format!("{path}/payments");
    let part = json!({ "amount": "100.00", "method": "cash" });
    let answer = business.client.post(&pay, &part).await.expect_status(201);
    assert_eq!(total_field(&answer, "balanceDue"), "378.12");
    assert_eq!(total_field(&answer, "totalAmount"), "478.12");
    let paid = ["Paid: £100.00", "Balance Due: £378.12"];
    let page = read_presentation(&business, "invoices", &invoice).await;
    assert_eq!(total_rows(&page), [&ISSUED[..], &paid[..]].concat());
    assert_eq!(page["lines"][3]["description"][0], "six hours of work");
    let more = json!({ "amount": "378.13", "method": "cash" });
    business.client.post(&pay, &more).await.expect_error(422, "rule_broken", Some("amount"));
    let rest = json!({ "amount": "378.12", "method": "cash" });
    let answer = business.client.post(&pay, &rest).await.expect_status(201);
    assert_eq!((&answer["status"], total_field(&answer, "balanceDue")), (&json!("paid"), "0.00"));
    let list = business.client.get("/api/invoices").await.expect_status(200);
    assert_eq!(list["data"][0]["balanceDue"], "0.00");
}

#[tokio::test]
async fn an_accepted_quote_keeps_its_totals_texts_hash_and_certificate() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    store_as_by_other_rules(&business, &quote, true).await;
    let link = format!("/api/quotes/public/{}", token_of(&quote));
    let customer = business.app.new_client();
    let page = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    let hash = page["page"]["version"].clone();
    let accept = json!({ "name": "Jo Bloggs", "termsAccepted": true, "version": hash });
    let path = format!("{link}/accept");
    let answer = customer.post(&path, &accept).await.expect_status(200);
    assert_eq!(answer["quote"]["totalAmount"], "478.12");
    assert_eq!(answer["quote"]["depositAmount"], "120.00");
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert!(received_email.text.contains("£478.12"), "{}", received_email.text);

    let quote = read_document(&business, "quotes", &quote).await;
    assert_eq!(quote["acceptance"]["total"], "£478.12");
    assert_eq!(quote["acceptance"]["version"], hash);
    let before = collect_everything(&business, "quotes", &quote).await;
    let certificate = pdf::pdf_text(&before[5].1);
    assert!(certificate.contains("£478.12"), "{certificate}");
    assert!(certificate.contains(hash.as_str().expect("a hash")));
    let page = read_presentation(&business, "quotes", &quote).await;
    assert_eq!(page["actions"]["pay"]["title"], "Pay Deposit (£120.00)");

    let path = format!("/api/quotes/{}", id_of(&quote));
    for step in ["archive", "restore"] {
        let answer = business.client.post_empty(&format!("{path}/{step}")).await;
        assert_eq!(total_field(&answer.expect_status(200), "depositAmount"), "120.00");
    }
    assert_same(&collect_everything(&business, "quotes", &quote).await, &before);
    // The deposit that is paid is the one that was agreed.
    let cash = json!({ "method": "cash" });
    let answer = customer.post(&format!("{link}/payment"), &cash).await;
    assert_eq!(answer.expect_status(201)["payments"][0]["amount"], "120.00");
    let page = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    assert_eq!(page["page"]["version"], hash);
}

#[tokio::test]
async fn an_invoice_whose_total_differs_from_its_quote_is_reported() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    store_as_by_other_rules(&business, &quote, false).await;
    let before = collect_everything(&business, "quotes", &quote).await;
    let convert = format!("/api/quotes/{}/convert", id_of(&quote));
    let invoice = business.client.post_empty(&convert).await.expect_status(201);
    assert_eq!(total_field(&invoice, "totalAmount"), "478.10");

    let happened = business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(happened[0]["kind"], "invoice_total_differs");
    assert_eq!(happened[0]["data"]["amount"], "478.12");
    assert_eq!(happened[0]["data"]["invoiceAmount"], "478.10");
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    let sentence = "The invoice from quote Q-0001 comes to £478.10, not £478.12";
    assert!(received_email.text.contains(sentence), "{}", received_email.text);

    // The quote itself is unchanged: its texts and its PDFs, not only its total.
    let quote = read_document(&business, "quotes", &quote).await;
    assert_eq!(total_field(&quote, "totalAmount"), "478.12");
    // A quote is no VAT invoice: it need not say what it comes to without VAT.
    let without_net = [&ISSUED[..2], &ISSUED[3..]].concat();
    let page = read_presentation(&business, "quotes", &quote).await;
    assert_eq!(total_rows(&page)[..4], without_net);
    let now = collect_everything(&business, "quotes", &quote).await;
    assert_same(&now[2..4], &before[2..4]);

    // With the same rules there is nothing to report.
    let quote = business.sent_quote().await;
    let convert = format!("/api/quotes/{}/convert", id_of(&quote));
    business.client.post_empty(&convert).await.expect_status(201);
    let later = business.client.get("/api/activities").await.expect_status(200);
    let result = |list: &Value| {
        let rows = list.as_array().expect("a list").iter();
        rows.filter(|row| row["kind"] == "invoice_total_differs").count()
    };
    assert_eq!((result(&happened), result(&later)), (1, 1));
}

#[tokio::test]
async fn an_edit_makes_a_version_by_the_current_rules() {
    let business = TestBusiness::open().await;
    let body = business.quote_body();
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let quote = business.send_by_link("quotes", &id_of(&draft)).await;
    store_as_by_other_rules(&business, &quote, false).await;
    let quote = read_document(&business, "quotes", &quote).await;
    let path = format!("/api/quotes/{}", id_of(&quote));
    let body = with_field(body, "version", quote["version"].clone());
    // Saving the same is no edit.
    let same = business.client.put(&path, &body).await.expect_status(200);
    assert_eq!(total_field(&same, "totalAmount"), "478.12");
    assert_eq!(business.count_rows("document_versions").await, 1);

    let edit = with_field(body, "notes", json!("Ring first"));
    let edited = business.client.put(&path, &edit).await.expect_status(200);
    assert_eq!(total_field(&edited, "totalAmount"), "478.10");
    assert_eq!(business.count_rows("document_versions").await, 2);
    let page = read_presentation(&business, "quotes", &quote).await;
    assert_eq!(total_rows(&page)[2..4], ["VAT @ 20%: £79.68", "Total: £478.10"]);
    assert_eq!(list_rules_versions(&business).await, [0, RULES_VERSION]);
}

#[tokio::test]
async fn a_version_without_stored_texts_shows_its_stored_totals() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    assert_eq!(list_rules_versions(&business).await, [RULES_VERSION]);
    store_as_by_other_rules(&business, &invoice, true).await;
    let mut tx = business.app.state().db.begin_write().await.expect("held");
    let sql = "UPDATE document_versions SET texts = NULL, rules_version = 1";
    sqlx::query(sql).execute(&mut *tx).await.expect("written");
    tx.commit().await.expect("a commit");
    let page = read_presentation(&business, "invoices", &invoice).await;
    // Neither a row nor a note says what it comes to without VAT: nothing did then.
    assert_eq!(total_rows(&page)[2..], ["VAT @ 20%: £79.70", "Total: £478.12"]);
    let totals = page["totals"].as_array().expect("totals");
    assert!(totals.iter().all(|row| row["note"] != "Total excluding VAT"));
    let before = collect_everything(&business, "invoices", &invoice).await;
    assert!(pdf::pdf_text(&before[2].1).contains("£478.12"));
    let path = format!("/api/invoices/{}/archive", id_of(&invoice));
    business.client.post_empty(&path).await.expect_status(200);
    assert_same(&collect_everything(&business, "invoices", &invoice).await, &before);
}

const RULES_VERSION: i64 = plumbline_core::calculate::RULES_VERSION as i64;

/// The versions of the rules by which each version was issued.
async fn list_rules_versions(business: &TestBusiness) -> Vec<i64> {
    let mut conn = business.app.state().db.read().await.expect("a connection");
    let sql = "SELECT rules_version FROM document_versions ORDER BY version";
    let read = sqlx::query_scalar(sql).fetch_all(&mut *conn).await;
    read.expect("read")
}
