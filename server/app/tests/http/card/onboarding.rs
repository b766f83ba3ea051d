//! Connecting an account, and how it stands.

use plumbline::card::store::accounts;
use serde_json::{Value, json};

use super::{Till, session_of, status};
use crate::documents::{Desk, id};
use crate::support::{PASSWORD, TestApp};

async fn state(till: &Till) -> String {
    let answer = till.client().get(&till.card()).await.expect(200);
    answer["state"].as_str().unwrap_or_default().to_owned()
}

async fn profile(till: &Till) -> Value {
    let path = format!("/api/business-profiles/{}", till.desk.profile);
    till.client().get(&path).await.expect(200)
}

#[tokio::test]
async fn an_account_is_connected_and_kept_fresh() {
    let till = Till::unconnected().await;
    assert_eq!(state(&till).await, "notConnected");
    let link = till.client().post_empty(&till.card()).await.expect(200);
    assert!(
        link["url"]
            .as_str()
            .unwrap_or_default()
            .contains("/onboard/acct_"),
        "{link}"
    );
    let made = till
        .stripe
        .calls("POST /v1/accounts")
        .pop()
        .expect("an account");
    assert_eq!(made.field("type"), "standard");
    assert_eq!(made.field("country"), "GB");
    assert_eq!(made.field("email"), "office@taylor.example");
    let asked = till
        .stripe
        .calls("POST /v1/account_links")
        .pop()
        .expect("a link");
    let page = till.desk.app.url(&format!(
        "/settings/business-profiles/{}",
        till.desk.profile
    ));
    assert_eq!(asked.field("return_url"), format!("{page}?card=return"));
    assert_eq!(asked.field("refresh_url"), format!("{page}?card=again"));
    assert_eq!(state(&till).await, "finishing");
    assert_eq!(profile(&till).await["stripe_account_id"], Value::Null);

    let till = till.connect().await;
    let answer = till.client().get(&till.card()).await.expect(200);
    let ready = json!({
        "state": "connected", "connected": true, "chargesEnabled": true, "detailsSubmitted": true,
    });
    assert_eq!(answer, ready);
    let profile_now = profile(&till).await;
    assert_eq!(profile_now["stripe_account_id"], till.account.as_str());
    assert_eq!(profile_now["accepts_card"], true);
    let invoice = till.desk.sent_invoice().await;
    let page = till.page(&invoice).await;
    assert_eq!(page["businessProfile"]["stripe_account_id"], "connected");

    // Stripe stops the account: an older word, and one from another account, change nothing.
    till.desk.app.clock.advance(60_000);
    let late = till.stripe.account_turns(&till.account, true, true);
    till.desk.app.clock.advance(60_000);
    let stopped = till.stripe.account_turns(&till.account, false, true);
    till.tell(&stopped).await.expect(200);
    till.tell(&late).await.expect(200);
    let mut foreign = till.stripe.account_turns(&till.account, true, true);
    foreign["account"] = json!("acct_other");
    till.stripe.account_turns(&till.account, false, true);
    till.tell(&foreign).await.expect(200);
    assert_eq!(state(&till).await, "restricted");
    assert_eq!(profile(&till).await["stripe_account_id"], Value::Null);

    // Let in again, it is as the owner left it: they have switched cards off.
    let mut fields = profile(&till).await;
    for name in ["id", "stripe_account_id", "createdAt", "updatedAt"] {
        crate::documents::remove(&mut fields, name);
    }
    fields["accepts_card"] = json!(false);
    let path = format!("/api/business-profiles/{}", till.desk.profile);
    till.client().put(&path, &fields).await.expect(200);
    till.desk.app.clock.advance(60_000);
    let allowed = till.stripe.account_turns(&till.account, true, true);
    till.tell(&allowed).await.expect(200);
    assert_eq!(state(&till).await, "connected");
    assert_eq!(profile(&till).await["accepts_card"], false);
    till.ask(&invoice, "478.10")
        .await
        .refused(422, "rule_broken", Some("method"));
    till.desk.app.stop().await;
}

#[tokio::test]
async fn connecting_asks_for_the_password() {
    let till = Till::unconnected().await;
    till.desk.app.clock.advance(6 * 60_000);
    till.client()
        .post_empty(&till.card())
        .await
        .refused(403, "password_required", None);
    till.client()
        .delete(&till.card())
        .await
        .refused(403, "password_required", None);
    assert!(till.accounts().is_empty());
    let body = json!({ "password": PASSWORD });
    till.client()
        .post("/api/auth/confirm-password", &body)
        .await
        .expect(204);
    till.client().post_empty(&till.card()).await.expect(200);

    // A double click makes one account.
    let (client, card) = (till.client(), till.card());
    let (a, b) = tokio::join!(client.post_empty(&card), client.post_empty(&card));
    a.expect(200);
    b.expect(200);
    assert_eq!(till.accounts().len(), 1);

    let other = till.desk.app.sign_up("other@business.example").await;
    other
        .get(&till.card())
        .await
        .refused(404, "not_found", None);
    other
        .post_empty(&till.card())
        .await
        .refused(404, "not_found", None);
    other
        .delete(&till.card())
        .await
        .refused(404, "not_found", None);
    till.desk.app.stop().await;
}

#[tokio::test]
async fn coming_back_from_stripe_asks_it() {
    let till = Till::unconnected().await;
    till.client().post_empty(&till.card()).await.expect(200);
    let account = till.accounts().pop().expect("an account");
    // Its event has not come yet.
    till.stripe.account_turns(&account, true, true);
    assert_eq!(state(&till).await, "connected");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn what_was_disconnected_goes_on_with_the_same_account() {
    let till = Till::open().await;
    let (invoice, session) = till.asked().await;
    let answer = till.client().delete(&till.card()).await.expect(200);
    assert_eq!(answer["state"], "notConnected");
    assert_eq!(profile(&till).await["stripe_account_id"], Value::Null);
    till.desk.app.run_jobs().await;
    assert_eq!(status(&till, &session), "expired");
    till.ask(&invoice, "478.10")
        .await
        .refused(422, "rule_broken", Some("method"));

    till.client().post_empty(&till.card()).await.expect(200);
    assert_eq!(till.accounts().len(), 1);
    assert_eq!(state(&till).await, "connected");
    till.ask(&invoice, "478.10").await.expect(200);
    till.desk.app.stop().await;
}

#[tokio::test]
async fn an_account_that_took_its_permission_back_is_gone() {
    let till = Till::open().await;
    let (invoice, session) = till.asked().await;
    let application = json!({ "id": "ca_1", "object": "application", "name": "Plumbline" });
    let kind = "account.application.deauthorized";
    let event = till.stripe.event(kind, &till.account, &application);
    till.tell(&event).await.expect(200);
    assert_eq!(state(&till).await, "notConnected");
    till.ask(&invoice, "478.10")
        .await
        .refused(422, "rule_broken", Some("method"));

    // What was paid before is told after: it counts.
    let event = till.stripe.pay(&session);
    till.tell(&event).await.expect(200);
    assert_eq!(till.invoice(&invoice).await["status"], "paid");

    till.stripe.world().accounts.clear();
    let till = till.connect().await;
    assert_eq!(state(&till).await, "connected");
    let again = till.desk.sent_invoice().await;
    let answer = till.ask(&again, "478.10").await.expect(200);
    let opened = till
        .stripe
        .calls("POST /v1/checkout/sessions")
        .pop()
        .expect("a call");
    assert_eq!(opened.account, till.account);
    assert_eq!(status(&till, &session_of(&answer)), "open");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn without_keys_there_are_no_cards() {
    let desk = Desk::open_at(TestApp::start().await).await;
    let card = format!("/api/business-profiles/{}/card", desk.profile);
    let answer = desk.client.get(&card).await.expect(200);
    assert_eq!(answer["state"], "off");
    desk.client
        .post_empty(&card)
        .await
        .refused(503, "card_off", None);
    let hook = "/api/stripe/webhook";
    desk.app
        .client()
        .post(hook, &json!({}))
        .await
        .refused(503, "card_off", None);
    let invoice = desk.sent_invoice().await;
    let path = format!(
        "/api/invoices/public/{}/stripe-checkout",
        crate::documents::token(&invoice)
    );
    let body = json!({ "amount": "478.10" });
    desk.app
        .client()
        .post(&path, &body)
        .await
        .refused(422, "rule_broken", Some("method"));
    assert!(!id(&invoice).is_empty());
    desk.app.stop().await;
}

#[tokio::test]
async fn keys_that_are_taken_away_take_the_cards_with_them() {
    let till = Till::open().await;
    let invoice = till.desk.sent_invoice().await;
    for (is_on, shown) in [(false, Value::Null), (true, json!("connected"))] {
        // What every start does.
        let db = &till.desk.app.state().db;
        let mut tx = db.begin_write().await.expect("a transaction");
        accounts::put_all_in_use(&mut tx, is_on)
            .await
            .expect("done");
        tx.commit().await.expect("kept");
        let page = till.page(&invoice).await;
        assert_eq!(page["businessProfile"]["stripe_account_id"], shown);
    }
    till.desk.app.stop().await;
}

#[tokio::test]
async fn an_account_that_is_deleted_leaves_nothing_to_pay() {
    let till = Till::open().await;
    let (_, session) = till.asked().await;
    let body = json!({ "currentPassword": PASSWORD });
    till.client()
        .delete_with("/api/account", &body)
        .await
        .expect(204);
    till.desk.app.run_jobs().await;
    assert_eq!(status(&till, &session), "expired");
    till.desk.app.stop().await;
}
