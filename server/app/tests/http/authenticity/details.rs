//! A changed bank account: what customers see during the cooling-off period and afterwards.

use serde_json::{Value, json};

use super::{
    COOLING_OFF, advance_and_run, change_account, checked_account_number, code_from_link, load_page,
    public_account_number,
};
use crate::documents::{OWNER, TestBusiness, id_of, token_of, with_field};

/// The texts of an invoice's PDFs: the business's, and the one behind the link.
async fn pdf_texts(business: &TestBusiness, invoice: &Value) -> [String; 2] {
    let own = format!("/api/invoices/{}/pdf", id_of(invoice));
    let public = format!("/i/{}.pdf", token_of(invoice));
    let own = business.client.get_bytes(&own).await;
    let public = business.app.new_client().get_bytes(&public).await;
    [own, public].map(|printed| crate::pdf::pdf_text(&printed))
}

#[tokio::test]
async fn an_open_invoice_shows_the_old_bank_details_for_48_hours() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let code = code_from_link(&business, &sent).await;
    assert_eq!(public_account_number(&business, &sent).await, "12345678");
    let profile = change_account(&business, "87654321").await;
    // The business has what it typed, and reads from when it counts.
    assert_eq!(profile["accountNumber"], "87654321");
    let [waiting] = &profile["waiting"].as_array().expect("a list")[..] else {
        panic!("{profile}");
    };
    assert_eq!(waiting["way"], "bank");
    assert_eq!(waiting["from"], "18/11/2026 09:00");
    assert_eq!(waiting["bank"]["accountNumber"], "12345678");
    assert_eq!(waiting["isFirst"], false);
    let list = business.client.get("/api/business-profiles").await.expect_status(200);
    assert_eq!(list, json!([profile]));

    let until = "These bank details are valid until 18/11/2026 09:00. Paying later? Check here again first.";
    // On what was sent before, and on what is sent meanwhile.
    let meanwhile = business.sent_invoice().await;
    for invoice in [&sent, &meanwhile] {
        assert_eq!(public_account_number(&business, invoice).await, "12345678");
        assert_eq!(load_page(&business, invoice).await["bankNotes"], json!([until]));
    }
    let on_paper = "These bank details are valid until 18/11/2026 09:00. Paying later? Check the invoice online \
                    first.";
    for printed in pdf_texts(&business, &sent).await {
        assert!(printed.contains(on_paper), "{printed}");
    }
    assert_eq!(checked_account_number(&business, &code).await.as_deref(), Some("12345678"));

    advance_and_run(&business, COOLING_OFF - 1).await;
    assert_eq!(public_account_number(&business, &sent).await, "12345678");
    advance_and_run(&business, 1).await;
    let changed = "Bank details changed on 16/11/2026.";
    for invoice in [&sent, &meanwhile] {
        assert_eq!(public_account_number(&business, invoice).await, "87654321");
        assert_eq!(load_page(&business, invoice).await["bankNotes"], json!([changed]));
    }
    for printed in pdf_texts(&business, &sent).await {
        assert!(printed.contains("87654321") && printed.contains(changed), "{printed}");
    }
    assert_eq!(checked_account_number(&business, &code).await.as_deref(), Some("87654321"));
    let path = format!("/api/business-profiles/{}", business.profile);
    let known = business.client.get(&path).await.expect_status(200);
    assert_eq!(known.get("waiting"), None);
    // The change is shown for 30 days.
    advance_and_run(&business, 30 * 24 * 60 * 60 * 1_000).await;
    assert_eq!(load_page(&business, &sent).await["bankNotes"], json!([changed]));
    advance_and_run(&business, 24 * 60 * 60 * 1_000).await;
    assert_eq!(load_page(&business, &sent).await.get("bankNotes"), None);
}

#[tokio::test]
async fn the_owner_is_notified_and_can_undo_the_change_at_once() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    change_account(&business, "87654321").await;
    let received_emails = business.app.receive_emails(OWNER).await;
    let received_email = received_emails.last().expect("a mail");
    assert_eq!(received_email.subject, "Your bank details on Plumbline were changed");
    for text in ["until 18/11/2026 09:00", "undo it there", &business.profile] {
        assert!(received_email.text.contains(text), "{text}: {}", received_email.text);
    }
    let path = format!("/api/business-profiles/{}/take-back-details", business.profile);
    let stranger = business.app.sign_up("eve@example.com").await;
    stranger.post_empty(&path).await.expect_error(404, "not_found", None);
    let back = business.client.post_empty(&path).await.expect_status(200);
    assert_eq!(back["accountNumber"], "12345678");
    assert_eq!(back.get("waiting"), None);
    // Again is nothing.
    assert_eq!(business.client.post_empty(&path).await.expect_status(200), back);
    assert_eq!(business.count_rows("bank_changes").await, 0);
    advance_and_run(&business, COOLING_OFF).await;
    assert_eq!(public_account_number(&business, &sent).await, "12345678");
    assert_eq!(load_page(&business, &sent).await.get("bankNotes"), None);
}

#[tokio::test]
async fn entering_the_old_details_again_also_undoes_the_change() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    change_account(&business, "87654321").await;
    let back = change_account(&business, "12345678").await;
    assert_eq!(back.get("waiting"), None);
    assert_eq!(public_account_number(&business, &sent).await, "12345678");
}

#[tokio::test]
async fn a_second_change_restarts_the_48_hours() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    change_account(&business, "87654321").await;
    advance_and_run(&business, COOLING_OFF - 60_000).await;
    change_account(&business, "11112222").await;
    advance_and_run(&business, COOLING_OFF - 1).await;
    assert_eq!(public_account_number(&business, &sent).await, "12345678");
    advance_and_run(&business, 1).await;
    assert_eq!(public_account_number(&business, &sent).await, "11112222");
}

#[tokio::test]
async fn removed_details_disappear_immediately_and_new_ones_still_wait() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    // No money follows a bank's name alone.
    let gone = change_account(&business, "").await;
    assert_eq!(gone.get("waiting"), None);
    assert_eq!(public_account_number(&business, &sent).await, "");
    change_account(&business, "87654321").await;
    assert_eq!(public_account_number(&business, &sent).await, "12345678");
}

#[tokio::test]
async fn a_paypal_address_has_its_own_cooling_off_period() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let body = with_field(crate::documents::profile_body(), "version", json!(1));
    let body = with_field(body, "paypal", json!("eve@paypal.example"));
    business.client.put(&path, &body).await.expect_status(200);
    let paypal = async || {
        let page = load_page(&business, &sent).await;
        page["presentation"]["actions"]["pay"]["paypal"].clone()
    };
    assert_eq!(paypal().await, "taylor@paypal.example");
    advance_and_run(&business, COOLING_OFF).await;
    assert_eq!(paypal().await, "eve@paypal.example");
}

#[tokio::test]
async fn switching_bank_transfers_off_takes_effect_immediately() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let body = with_field(crate::documents::profile_body(), "version", json!(1));
    let body = with_field(body, "accepts_bank_transfer", json!(false));
    business.client.put(&path, &body).await.expect_status(200);
    assert_eq!(public_account_number(&business, &sent).await, "");
}

#[tokio::test]
async fn a_change_before_anything_is_sent_takes_effect_immediately() {
    let business = TestBusiness::open().await;
    let changed = change_account(&business, "87654321").await;
    assert_eq!(changed.get("waiting"), None);
    let sent = business.sent_invoice().await;
    assert_eq!(public_account_number(&business, &sent).await, "87654321");
}

#[tokio::test]
async fn a_late_worker_prolongs_the_48_hours_but_never_shortens_them() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    change_account(&business, "87654321").await;
    business.app.clock.advance(COOLING_OFF + 60_000);
    assert_eq!(public_account_number(&business, &sent).await, "12345678");
    // A change is valid after 48 hours, no matter who signs in first after that.
    business.app.log_in(&business.client, OWNER).await;
    change_account(&business, "11112222").await;
    assert_eq!(public_account_number(&business, &sent).await, "87654321");
}

#[tokio::test]
async fn every_change_is_exported() {
    let business = TestBusiness::open().await;
    business.sent_invoice().await;
    change_account(&business, "87654321").await;
    let mut conn = business.app.state().db.read().await.expect("a connection");
    let user = business.client.get("/api/auth/me").await.expect_status(200);
    let user_id = id_of(&user).parse().expect("an id");
    let rows = plumbline::profiles::bank::store::export(&mut conn, &user_id).await.expect("rows");
    let [row] = &rows[..] else {
        panic!("{rows:?}");
    };
    assert_eq!(row["businessProfileId"], json!(business.profile));
    assert!(row["before"].as_str().expect("JSON").contains("12345678"));
    assert_eq!(row["counts"], Value::Bool(false));
}

#[tokio::test]
async fn the_pdf_and_the_email_show_the_same_bank_details() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    change_account(&business, "87654321").await;
    let pdf = format!("/i/{}.pdf", token_of(&sent));
    let text = crate::pdf::pdf_text(&business.app.new_client().get_bytes(&pdf).await);
    assert!(text.contains("12345678") && !text.contains("87654321"), "{text}");
    let path = format!("/api/invoices/{}/send", id_of(&sent));
    let mailed = json!({ "via": "email", "to": "jo@customer.example" });
    business.client.post(&path, &mailed).await.expect_status(200);
    let received_emails = business.app.receive_emails("jo@customer.example").await;
    let received_email = received_emails.last().expect("a mail");
    assert!(received_email.text.contains("12345678"), "{}", received_email.text);
    assert!(!received_email.text.contains("87654321"), "{}", received_email.text);
}
