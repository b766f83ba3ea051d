//! Connecting an account, and its state.

use plumbline::card::store::accounts;
use serde_json::{Value, json};

use super::{CardFixture, session_id, session_status};
use crate::documents::{TestBusiness, id_of};
use crate::support::{PASSWORD, TestApp};

async fn card_state(fixture: &CardFixture) -> String {
    let answer = fixture.client().get(&fixture.card_path()).await.expect_status(200);
    answer["state"].as_str().unwrap_or_default().to_owned()
}

async fn read_profile(fixture: &CardFixture) -> Value {
    let path = format!("/api/business-profiles/{}", fixture.business.profile);
    fixture.client().get(&path).await.expect_status(200)
}

#[tokio::test]
async fn an_account_is_connected_and_its_state_updated_by_events() {
    let fixture = CardFixture::open_unconnected().await;
    assert_eq!(card_state(&fixture).await, "notConnected");
    let link = fixture.client().post_empty(&fixture.card_path()).await.expect_status(200);
    assert!(link["url"].as_str().unwrap_or_default().contains("/onboard/acct_"), "{link}");
    let made = fixture.stripe.calls_to("POST /v1/accounts").pop().expect("an account");
    assert_eq!(made.field("type"), "standard");
    assert_eq!(made.field("country"), "GB");
    assert_eq!(made.field("email"), "office@taylor.example");
    let stripe_call = fixture.stripe.calls_to("POST /v1/account_links").pop().expect("a link");
    let page = fixture.business.app.url(&format!("/settings/business-profiles/{}", fixture.business.profile));
    assert_eq!(stripe_call.field("return_url"), format!("{page}?card=return"));
    assert_eq!(stripe_call.field("refresh_url"), format!("{page}?card=again"));
    assert_eq!(card_state(&fixture).await, "finishing");
    assert_eq!(read_profile(&fixture).await["stripe_account_id"], Value::Null);

    let fixture = fixture.connect_account().await;
    let answer = fixture.client().get(&fixture.card_path()).await.expect_status(200);
    let ready = json!({
        "state": "connected", "connected": true, "chargesEnabled": true, "detailsSubmitted": true,
    });
    assert_eq!(answer, ready);
    let profile_now = read_profile(&fixture).await;
    assert_eq!(profile_now["stripe_account_id"], fixture.account.as_str());
    assert_eq!(profile_now["accepts_card"], true);
    let invoice = fixture.business.sent_invoice().await;
    let page = fixture.read_public_invoice(&invoice).await;
    assert_eq!(page["businessProfile"]["stripe_account_id"], "connected");

    // Stripe stops the account: an older word, and one from another account, change nothing.
    fixture.business.app.clock.advance(60_000);
    let late = fixture.stripe.set_account_state(&fixture.account, true, true);
    fixture.business.app.clock.advance(60_000);
    let stopped = fixture.stripe.set_account_state(&fixture.account, false, true);
    fixture.send_event(&stopped).await.expect_status(200);
    fixture.send_event(&late).await.expect_status(200);
    let mut foreign = fixture.stripe.set_account_state(&fixture.account, true, true);
    foreign["account"] = json!("acct_other");
    fixture.stripe.set_account_state(&fixture.account, false, true);
    fixture.send_event(&foreign).await.expect_status(200);
    assert_eq!(card_state(&fixture).await, "restricted");
    assert_eq!(read_profile(&fixture).await["stripe_account_id"], Value::Null);

    // Let in again, it is as the owner left it: they have switched cards off.
    let mut fields = read_profile(&fixture).await;
    for name in ["id", "stripe_account_id", "createdAt", "updatedAt"] {
        crate::documents::remove_field(&mut fields, name);
    }
    fields["accepts_card"] = json!(false);
    let path = format!("/api/business-profiles/{}", fixture.business.profile);
    fixture.client().put(&path, &fields).await.expect_status(200);
    fixture.business.app.clock.advance(60_000);
    let allowed = fixture.stripe.set_account_state(&fixture.account, true, true);
    fixture.send_event(&allowed).await.expect_status(200);
    assert_eq!(card_state(&fixture).await, "connected");
    assert_eq!(read_profile(&fixture).await["accepts_card"], false);
    fixture.request_checkout(&invoice, "478.10").await.expect_error(422, "rule_broken", Some("method"));
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn connecting_asks_for_the_password() {
    let fixture = CardFixture::open_unconnected().await;
    fixture.business.app.clock.advance(6 * 60_000);
    fixture.client().post_empty(&fixture.card_path()).await.expect_error(403, "password_required", None);
    fixture.client().delete(&fixture.card_path()).await.expect_error(403, "password_required", None);
    assert!(fixture.list_accounts().is_empty());
    let body = json!({ "password": PASSWORD });
    fixture.client().post("/api/auth/confirm-password", &body).await.expect_status(204);
    fixture.client().post_empty(&fixture.card_path()).await.expect_status(200);

    // A double click makes one account.
    let (client, card) = (fixture.client(), fixture.card_path());
    let (a, b) = tokio::join!(client.post_empty(&card), client.post_empty(&card));
    a.expect_status(200);
    b.expect_status(200);
    assert_eq!(fixture.list_accounts().len(), 1);

    let other = fixture.business.app.sign_up("other@business.example").await;
    other.get(&fixture.card_path()).await.expect_error(404, "not_found", None);
    other.post_empty(&fixture.card_path()).await.expect_error(404, "not_found", None);
    other.delete(&fixture.card_path()).await.expect_error(404, "not_found", None);
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn returning_from_stripe_reads_the_state_of_the_account() {
    let fixture = CardFixture::open_unconnected().await;
    fixture.client().post_empty(&fixture.card_path()).await.expect_status(200);
    let account = fixture.list_accounts().pop().expect("an account");
    // Its event has not come yet.
    fixture.stripe.set_account_state(&account, true, true);
    assert_eq!(card_state(&fixture).await, "connected");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn reconnecting_uses_the_same_stripe_account() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    let answer = fixture.client().delete(&fixture.card_path()).await.expect_status(200);
    assert_eq!(answer["state"], "notConnected");
    assert_eq!(read_profile(&fixture).await["stripe_account_id"], Value::Null);
    fixture.business.app.run_jobs().await;
    assert_eq!(session_status(&fixture, &session), "expired");
    fixture.request_checkout(&invoice, "478.10").await.expect_error(422, "rule_broken", Some("method"));

    fixture.client().post_empty(&fixture.card_path()).await.expect_status(200);
    assert_eq!(fixture.list_accounts().len(), 1);
    assert_eq!(card_state(&fixture).await, "connected");
    fixture.request_checkout(&invoice, "478.10").await.expect_status(200);
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn an_account_that_withdraws_its_permission_is_disconnected() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    let application = json!({ "id": "ca_1", "object": "application", "name": "Plumbline" });
    let kind = "account.application.deauthorized";
    let event = fixture.stripe.event_json(kind, &fixture.account, &application);
    fixture.send_event(&event).await.expect_status(200);
    assert_eq!(card_state(&fixture).await, "notConnected");
    fixture.request_checkout(&invoice, "478.10").await.expect_error(422, "rule_broken", Some("method"));

    // The event of an earlier payment comes afterwards, and counts.
    let event = fixture.stripe.pay_session(&session);
    fixture.send_event(&event).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "paid");

    fixture.stripe.lock_state().accounts.clear();
    let fixture = fixture.connect_account().await;
    assert_eq!(card_state(&fixture).await, "connected");
    let again = fixture.business.sent_invoice().await;
    let answer = fixture.request_checkout(&again, "478.10").await.expect_status(200);
    let opened = fixture.stripe.calls_to("POST /v1/checkout/sessions").pop().expect("a call");
    assert_eq!(opened.account, fixture.account);
    assert_eq!(session_status(&fixture, &session_id(&answer)), "open");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn card_payments_are_off_without_stripe_keys() {
    let business = TestBusiness::open_at(TestApp::start().await).await;
    let card = format!("/api/business-profiles/{}/card", business.profile);
    let answer = business.client.get(&card).await.expect_status(200);
    assert_eq!(answer["state"], "off");
    business.client.post_empty(&card).await.expect_error(503, "card_off", None);
    let hook = "/api/stripe/webhook";
    business.app.new_client().post(hook, &json!({})).await.expect_error(503, "card_off", None);
    let invoice = business.sent_invoice().await;
    let path = format!("/api/invoices/public/{}/stripe-checkout", crate::documents::token_of(&invoice));
    let body = json!({ "amount": "478.10" });
    business.app.new_client().post(&path, &body).await.expect_error(422, "rule_broken", Some("method"));
    assert!(!id_of(&invoice).is_empty());
    business.app.stop().await;
}

#[tokio::test]
async fn removing_the_stripe_keys_turns_card_payments_off() {
    let fixture = CardFixture::open_connected().await;
    let invoice = fixture.business.sent_invoice().await;
    for (is_on, body) in [(false, Value::Null), (true, json!("connected"))] {
        // What every start does.
        let db = &fixture.business.app.state().db;
        let mut tx = db.begin_write().await.expect("a transaction");
        accounts::update_all_profiles(&mut tx, is_on).await.expect("done");
        tx.commit().await.expect("a commit");
        let page = fixture.read_public_invoice(&invoice).await;
        assert_eq!(page["businessProfile"]["stripe_account_id"], body);
    }
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn deleting_an_account_closes_its_checkouts() {
    let fixture = CardFixture::open_connected().await;
    let (_, session) = fixture.open_checkout().await;
    let body = json!({ "currentPassword": PASSWORD });
    fixture.client().delete_with("/api/account", &body).await.expect_status(204);
    fixture.business.app.run_jobs().await;
    assert_eq!(session_status(&fixture, &session), "expired");
    fixture.business.app.stop().await;
}
