//! Connecting an account, and its state.

use plumbline::card::store::accounts;
use serde_json::{Value, json};

use super::{CardFixture, session_id, session_status};
use crate::documents::{TestBusiness, id_of};
use crate::support::{PASSWORD, TestApp};

async fn card_state(till: &CardFixture) -> String {
    let answer = till
        .client()
        .get(&till.card_path())
        .await
        .expect_status(200);
    answer["state"].as_str().unwrap_or_default().to_owned()
}

async fn read_profile(till: &CardFixture) -> Value {
    let path = format!("/api/business-profiles/{}", till.business.profile);
    till.client().get(&path).await.expect_status(200)
}

#[tokio::test]
async fn an_account_is_connected_and_kept_fresh() {
    let till = CardFixture::open_unconnected().await;
    assert_eq!(card_state(&till).await, "notConnected");
    let link = till
        .client()
        .post_empty(&till.card_path())
        .await
        .expect_status(200);
    assert!(
        link["url"]
            .as_str()
            .unwrap_or_default()
            .contains("/onboard/acct_"),
        "{link}"
    );
    let made = till
        .stripe
        .calls_to("POST /v1/accounts")
        .pop()
        .expect("an account");
    assert_eq!(made.field("type"), "standard");
    assert_eq!(made.field("country"), "GB");
    assert_eq!(made.field("email"), "office@taylor.example");
    let stripe_call = till
        .stripe
        .calls_to("POST /v1/account_links")
        .pop()
        .expect("a link");
    let page = till.business.app.url(&format!(
        "/settings/business-profiles/{}",
        till.business.profile
    ));
    assert_eq!(
        stripe_call.field("return_url"),
        format!("{page}?card=return")
    );
    assert_eq!(
        stripe_call.field("refresh_url"),
        format!("{page}?card=again")
    );
    assert_eq!(card_state(&till).await, "finishing");
    assert_eq!(read_profile(&till).await["stripe_account_id"], Value::Null);

    let till = till.connect_account().await;
    let answer = till
        .client()
        .get(&till.card_path())
        .await
        .expect_status(200);
    let ready = json!({
        "state": "connected", "connected": true, "chargesEnabled": true, "detailsSubmitted": true,
    });
    assert_eq!(answer, ready);
    let profile_now = read_profile(&till).await;
    assert_eq!(profile_now["stripe_account_id"], till.account.as_str());
    assert_eq!(profile_now["accepts_card"], true);
    let invoice = till.business.sent_invoice().await;
    let page = till.read_public_invoice(&invoice).await;
    assert_eq!(page["businessProfile"]["stripe_account_id"], "connected");

    // Stripe stops the account: an older word, and one from another account, change nothing.
    till.business.app.clock.advance(60_000);
    let late = till.stripe.set_account_state(&till.account, true, true);
    till.business.app.clock.advance(60_000);
    let stopped = till.stripe.set_account_state(&till.account, false, true);
    till.send_event(&stopped).await.expect_status(200);
    till.send_event(&late).await.expect_status(200);
    let mut foreign = till.stripe.set_account_state(&till.account, true, true);
    foreign["account"] = json!("acct_other");
    till.stripe.set_account_state(&till.account, false, true);
    till.send_event(&foreign).await.expect_status(200);
    assert_eq!(card_state(&till).await, "restricted");
    assert_eq!(read_profile(&till).await["stripe_account_id"], Value::Null);

    // Let in again, it is as the owner left it: they have switched cards off.
    let mut fields = read_profile(&till).await;
    for name in ["id", "stripe_account_id", "createdAt", "updatedAt"] {
        crate::documents::remove_field(&mut fields, name);
    }
    fields["accepts_card"] = json!(false);
    let path = format!("/api/business-profiles/{}", till.business.profile);
    till.client().put(&path, &fields).await.expect_status(200);
    till.business.app.clock.advance(60_000);
    let allowed = till.stripe.set_account_state(&till.account, true, true);
    till.send_event(&allowed).await.expect_status(200);
    assert_eq!(card_state(&till).await, "connected");
    assert_eq!(read_profile(&till).await["accepts_card"], false);
    till.request_checkout(&invoice, "478.10")
        .await
        .expect_error(422, "rule_broken", Some("method"));
    till.business.app.stop().await;
}

#[tokio::test]
async fn connecting_asks_for_the_password() {
    let till = CardFixture::open_unconnected().await;
    till.business.app.clock.advance(6 * 60_000);
    till.client()
        .post_empty(&till.card_path())
        .await
        .expect_error(403, "password_required", None);
    till.client()
        .delete(&till.card_path())
        .await
        .expect_error(403, "password_required", None);
    assert!(till.list_accounts().is_empty());
    let body = json!({ "password": PASSWORD });
    till.client()
        .post("/api/auth/confirm-password", &body)
        .await
        .expect_status(204);
    till.client()
        .post_empty(&till.card_path())
        .await
        .expect_status(200);

    // A double click makes one account.
    let (client, card) = (till.client(), till.card_path());
    let (a, b) = tokio::join!(client.post_empty(&card), client.post_empty(&card));
    a.expect_status(200);
    b.expect_status(200);
    assert_eq!(till.list_accounts().len(), 1);

    let other = till.business.app.sign_up("other@business.example").await;
    other
        .get(&till.card_path())
        .await
        .expect_error(404, "not_found", None);
    other
        .post_empty(&till.card_path())
        .await
        .expect_error(404, "not_found", None);
    other
        .delete(&till.card_path())
        .await
        .expect_error(404, "not_found", None);
    till.business.app.stop().await;
}

#[tokio::test]
async fn coming_back_from_stripe_asks_it() {
    let till = CardFixture::open_unconnected().await;
    till.client()
        .post_empty(&till.card_path())
        .await
        .expect_status(200);
    let account = till.list_accounts().pop().expect("an account");
    // Its event has not come yet.
    till.stripe.set_account_state(&account, true, true);
    assert_eq!(card_state(&till).await, "connected");
    till.business.app.stop().await;
}

#[tokio::test]
async fn what_was_disconnected_goes_on_with_the_same_account() {
    let till = CardFixture::open_connected().await;
    let (invoice, session) = till.open_checkout().await;
    let answer = till
        .client()
        .delete(&till.card_path())
        .await
        .expect_status(200);
    assert_eq!(answer["state"], "notConnected");
    assert_eq!(read_profile(&till).await["stripe_account_id"], Value::Null);
    till.business.app.run_jobs().await;
    assert_eq!(session_status(&till, &session), "expired");
    till.request_checkout(&invoice, "478.10")
        .await
        .expect_error(422, "rule_broken", Some("method"));

    till.client()
        .post_empty(&till.card_path())
        .await
        .expect_status(200);
    assert_eq!(till.list_accounts().len(), 1);
    assert_eq!(card_state(&till).await, "connected");
    till.request_checkout(&invoice, "478.10")
        .await
        .expect_status(200);
    till.business.app.stop().await;
}

#[tokio::test]
async fn an_account_that_took_its_permission_back_is_gone() {
    let till = CardFixture::open_connected().await;
    let (invoice, session) = till.open_checkout().await;
    let application = json!({ "id": "ca_1", "object": "application", "name": "Plumbline" });
    let kind = "account.application.deauthorized";
    let event = till.stripe.event_json(kind, &till.account, &application);
    till.send_event(&event).await.expect_status(200);
    assert_eq!(card_state(&till).await, "notConnected");
    till.request_checkout(&invoice, "478.10")
        .await
        .expect_error(422, "rule_broken", Some("method"));

    // The event of an earlier payment comes afterwards, and counts.
    let event = till.stripe.pay_session(&session);
    till.send_event(&event).await.expect_status(200);
    assert_eq!(till.read_invoice(&invoice).await["status"], "paid");

    till.stripe.lock_state().accounts.clear();
    let till = till.connect_account().await;
    assert_eq!(card_state(&till).await, "connected");
    let again = till.business.sent_invoice().await;
    let answer = till
        .request_checkout(&again, "478.10")
        .await
        .expect_status(200);
    let opened = till
        .stripe
        .calls_to("POST /v1/checkout/sessions")
        .pop()
        .expect("a call");
    assert_eq!(opened.account, till.account);
    assert_eq!(session_status(&till, &session_id(&answer)), "open");
    till.business.app.stop().await;
}

#[tokio::test]
async fn without_keys_there_are_no_cards() {
    let business = TestBusiness::open_at(TestApp::start().await).await;
    let card = format!("/api/business-profiles/{}/card", business.profile);
    let answer = business.client.get(&card).await.expect_status(200);
    assert_eq!(answer["state"], "off");
    business
        .client
        .post_empty(&card)
        .await
        .expect_error(503, "card_off", None);
    let hook = "/api/stripe/webhook";
    business
        .app
        .new_client()
        .post(hook, &json!({}))
        .await
        .expect_error(503, "card_off", None);
    let invoice = business.sent_invoice().await;
    let path = format!(
        "/api/invoices/public/{}/stripe-checkout",
        crate::documents::token_of(&invoice)
    );
    let body = json!({ "amount": "478.10" });
    business
        .app
        .new_client()
        .post(&path, &body)
        .await
        .expect_error(422, "rule_broken", Some("method"));
    assert!(!id_of(&invoice).is_empty());
    business.app.stop().await;
}

#[tokio::test]
async fn keys_that_are_taken_away_take_the_cards_with_them() {
    let till = CardFixture::open_connected().await;
    let invoice = till.business.sent_invoice().await;
    for (is_on, body) in [(false, Value::Null), (true, json!("connected"))] {
        // What every start does.
        let db = &till.business.app.state().db;
        let mut tx = db.begin_write().await.expect("a transaction");
        accounts::update_all_profiles(&mut tx, is_on)
            .await
            .expect("done");
        tx.commit().await.expect("kept");
        let page = till.read_public_invoice(&invoice).await;
        assert_eq!(page["businessProfile"]["stripe_account_id"], body);
    }
    till.business.app.stop().await;
}

#[tokio::test]
async fn an_account_that_is_deleted_leaves_nothing_to_pay() {
    let till = CardFixture::open_connected().await;
    let (_, session) = till.open_checkout().await;
    let body = json!({ "currentPassword": PASSWORD });
    till.client()
        .delete_with("/api/account", &body)
        .await
        .expect_status(204);
    till.business.app.run_jobs().await;
    assert_eq!(session_status(&till, &session), "expired");
    till.business.app.stop().await;
}
