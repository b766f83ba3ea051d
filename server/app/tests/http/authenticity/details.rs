//! Another bank account: what customers see while it cools off, and after.

use serde_json::{Value, json};

use super::{
    COOLING_OFF, advance_and_run, change_account, checked_account_number, code_from_link,
    load_page, public_account_number,
};
use crate::documents::{OWNER, TestBusiness, id_of, token_of, with_field};

/// What stands on an invoice's paper: the business's, and the one behind the link.
async fn pdf_texts(desk: &TestBusiness, invoice: &Value) -> [String; 2] {
    let own = format!("/api/invoices/{}/pdf", id_of(invoice));
    let public = format!("/i/{}.pdf", token_of(invoice));
    let own = desk.client.get_bytes(&own).await;
    let public = desk.app.new_client().get_bytes(&public).await;
    [own, public].map(|paper| crate::pdf::pdf_text(&paper))
}

#[tokio::test]
async fn an_open_invoice_keeps_what_was_on_file_for_48_hours() {
    let desk = TestBusiness::open().await;
    let sent = desk.sent_invoice().await;
    let code = code_from_link(&desk, &sent).await;
    assert_eq!(public_account_number(&desk, &sent).await, "12345678");
    let profile = change_account(&desk, "87654321").await;
    // The business has what it typed, and reads from when it counts.
    assert_eq!(profile["accountNumber"], "87654321");
    let [waiting] = &profile["waiting"].as_array().expect("a list")[..] else {
        panic!("{profile}");
    };
    assert_eq!(waiting["way"], "bank");
    assert_eq!(waiting["from"], "18/11/2026 09:00");
    assert_eq!(waiting["bank"]["accountNumber"], "12345678");
    assert_eq!(waiting["isFirst"], false);
    let list = desk
        .client
        .get("/api/business-profiles")
        .await
        .expect_status(200);
    assert_eq!(list, json!([profile]));

    let until = "These bank details are valid until 18/11/2026 09:00. Paying later? Check here again first.";
    // On what was sent before, and on what is sent meanwhile.
    let meanwhile = desk.sent_invoice().await;
    for invoice in [&sent, &meanwhile] {
        assert_eq!(public_account_number(&desk, invoice).await, "12345678");
        assert_eq!(load_page(&desk, invoice).await["bankNotes"], json!([until]));
    }
    let on_paper = "These bank details are valid until 18/11/2026 09:00. Paying later? Check the invoice online \
                    first.";
    for paper in pdf_texts(&desk, &sent).await {
        assert!(paper.contains(on_paper), "{paper}");
    }
    assert_eq!(
        checked_account_number(&desk, &code).await.as_deref(),
        Some("12345678")
    );

    advance_and_run(&desk, COOLING_OFF - 1).await;
    assert_eq!(public_account_number(&desk, &sent).await, "12345678");
    advance_and_run(&desk, 1).await;
    let changed = "Bank details changed on 16/11/2026.";
    for invoice in [&sent, &meanwhile] {
        assert_eq!(public_account_number(&desk, invoice).await, "87654321");
        assert_eq!(
            load_page(&desk, invoice).await["bankNotes"],
            json!([changed])
        );
    }
    for paper in pdf_texts(&desk, &sent).await {
        assert!(
            paper.contains("87654321") && paper.contains(changed),
            "{paper}"
        );
    }
    assert_eq!(
        checked_account_number(&desk, &code).await.as_deref(),
        Some("87654321")
    );
    let path = format!("/api/business-profiles/{}", desk.profile);
    let known = desk.client.get(&path).await.expect_status(200);
    assert_eq!(known.get("waiting"), None);
    // It is told for 30 days.
    advance_and_run(&desk, 30 * 24 * 60 * 60 * 1_000).await;
    assert_eq!(load_page(&desk, &sent).await["bankNotes"], json!([changed]));
    advance_and_run(&desk, 24 * 60 * 60 * 1_000).await;
    assert_eq!(load_page(&desk, &sent).await.get("bankNotes"), None);
}

#[tokio::test]
async fn the_owner_is_told_and_takes_it_back_at_once() {
    let desk = TestBusiness::open().await;
    let sent = desk.sent_invoice().await;
    change_account(&desk, "87654321").await;
    let letters = desk.app.receive_emails(OWNER).await;
    let told = letters.last().expect("a mail");
    assert_eq!(told.subject, "Your bank details on Plumbline were changed");
    for words in ["until 18/11/2026 09:00", "undo it there", &desk.profile] {
        assert!(told.text.contains(words), "{words}: {}", told.text);
    }
    let path = format!("/api/business-profiles/{}/take-back-details", desk.profile);
    let stranger = desk.app.sign_up("eve@example.com").await;
    stranger
        .post_empty(&path)
        .await
        .expect_error(404, "not_found", None);
    let back = desk.client.post_empty(&path).await.expect_status(200);
    assert_eq!(back["accountNumber"], "12345678");
    assert_eq!(back.get("waiting"), None);
    // Again is nothing.
    assert_eq!(desk.client.post_empty(&path).await.expect_status(200), back);
    assert_eq!(desk.count_rows("bank_changes").await, 0);
    advance_and_run(&desk, COOLING_OFF).await;
    assert_eq!(public_account_number(&desk, &sent).await, "12345678");
    assert_eq!(load_page(&desk, &sent).await.get("bankNotes"), None);
}

#[tokio::test]
async fn typing_the_old_details_again_takes_it_back_too() {
    let desk = TestBusiness::open().await;
    let sent = desk.sent_invoice().await;
    change_account(&desk, "87654321").await;
    let back = change_account(&desk, "12345678").await;
    assert_eq!(back.get("waiting"), None);
    assert_eq!(public_account_number(&desk, &sent).await, "12345678");
}

#[tokio::test]
async fn a_second_change_begins_the_48_hours_anew() {
    let desk = TestBusiness::open().await;
    let sent = desk.sent_invoice().await;
    change_account(&desk, "87654321").await;
    advance_and_run(&desk, COOLING_OFF - 60_000).await;
    change_account(&desk, "11112222").await;
    advance_and_run(&desk, COOLING_OFF - 1).await;
    assert_eq!(public_account_number(&desk, &sent).await, "12345678");
    advance_and_run(&desk, 1).await;
    assert_eq!(public_account_number(&desk, &sent).await, "11112222");
}

#[tokio::test]
async fn what_is_taken_away_is_named_no_more_and_nothing_comes_in_its_place() {
    let desk = TestBusiness::open().await;
    let sent = desk.sent_invoice().await;
    // No money follows a bank's name alone.
    let gone = change_account(&desk, "").await;
    assert_eq!(gone.get("waiting"), None);
    assert_eq!(public_account_number(&desk, &sent).await, "");
    change_account(&desk, "87654321").await;
    assert_eq!(public_account_number(&desk, &sent).await, "12345678");
}

#[tokio::test]
async fn paypal_cools_off_by_itself() {
    let desk = TestBusiness::open().await;
    let sent = desk.sent_invoice().await;
    let path = format!("/api/business-profiles/{}", desk.profile);
    let body = with_field(crate::documents::profile_body(), "version", json!(1));
    let body = with_field(body, "paypal", json!("eve@paypal.example"));
    desk.client.put(&path, &body).await.expect_status(200);
    let paypal = async || {
        let page = load_page(&desk, &sent).await;
        page["presentation"]["actions"]["pay"]["paypal"].clone()
    };
    assert_eq!(paypal().await, "taylor@paypal.example");
    advance_and_run(&desk, COOLING_OFF).await;
    assert_eq!(paypal().await, "eve@paypal.example");
}

#[tokio::test]
async fn switching_transfers_off_needs_no_time() {
    let desk = TestBusiness::open().await;
    let sent = desk.sent_invoice().await;
    let path = format!("/api/business-profiles/{}", desk.profile);
    let body = with_field(crate::documents::profile_body(), "version", json!(1));
    let body = with_field(body, "accepts_bank_transfer", json!(false));
    desk.client.put(&path, &body).await.expect_status(200);
    assert_eq!(public_account_number(&desk, &sent).await, "");
}

#[tokio::test]
async fn before_anything_is_sent_nothing_waits() {
    let desk = TestBusiness::open().await;
    let changed = change_account(&desk, "87654321").await;
    assert_eq!(changed.get("waiting"), None);
    let sent = desk.sent_invoice().await;
    assert_eq!(public_account_number(&desk, &sent).await, "87654321");
}

#[tokio::test]
async fn a_late_worker_keeps_the_old_details_longer_and_never_shorter() {
    let desk = TestBusiness::open().await;
    let sent = desk.sent_invoice().await;
    change_account(&desk, "87654321").await;
    desk.app.clock.advance(COOLING_OFF + 60_000);
    assert_eq!(public_account_number(&desk, &sent).await, "12345678");
    // A change that stood its 48 hours counts, whoever comes to say so first.
    desk.app.log_in(&desk.client, OWNER).await;
    change_account(&desk, "11112222").await;
    assert_eq!(public_account_number(&desk, &sent).await, "87654321");
}

#[tokio::test]
async fn every_change_is_exported() {
    let desk = TestBusiness::open().await;
    desk.sent_invoice().await;
    change_account(&desk, "87654321").await;
    let mut conn = desk.app.state().db.read().await.expect("a connection");
    let user = desk.client.get("/api/auth/me").await.expect_status(200);
    let rows = plumbline::profiles::bank::store::export(&mut conn, &id_of(&user))
        .await
        .expect("rows");
    let [row] = &rows[..] else {
        panic!("{rows:?}");
    };
    assert_eq!(row["businessProfileId"], json!(desk.profile));
    assert!(row["before"].as_str().expect("JSON").contains("12345678"));
    assert_eq!(row["counts"], Value::Bool(false));
}

#[tokio::test]
async fn the_pdf_and_the_mail_name_the_same() {
    let desk = TestBusiness::open().await;
    let sent = desk.sent_invoice().await;
    change_account(&desk, "87654321").await;
    let pdf = format!("/i/{}.pdf", token_of(&sent));
    let text = crate::pdf::pdf_text(&desk.app.new_client().get_bytes(&pdf).await);
    assert!(
        text.contains("12345678") && !text.contains("87654321"),
        "{text}"
    );
    let path = format!("/api/invoices/{}/send", id_of(&sent));
    let mailed = json!({ "via": "email", "to": "jo@customer.example" });
    desk.client.post(&path, &mailed).await.expect_status(200);
    let letters = desk.app.receive_emails("jo@customer.example").await;
    let letter = letters.last().expect("a mail");
    assert!(letter.text.contains("12345678"), "{}", letter.text);
    assert!(!letter.text.contains("87654321"), "{}", letter.text);
}
