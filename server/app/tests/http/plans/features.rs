//! What Plus adds, and what becomes of it on Core.

use serde_json::{Value, json};

use super::Shop;
use crate::card::session_of;
use crate::documents::token;
use crate::support::stripe::CONNECT_SECRET;

/// Connects a card account, and Stripe says that it is ready.
async fn connect(shop: &Shop) {
    let path = format!("/api/business-profiles/{}/card", shop.desk.profile);
    shop.desk.client.post_empty(&path).await.expect(200);
    let account = {
        let world = shop.stripe.world();
        world.accounts.keys().next().expect("an account").clone()
    };
    let event = shop.stripe.account_turns(&account, true, true);
    tell(shop, &event).await;
}

/// Of a connected account.
async fn tell(shop: &Shop, event: &Value) {
    let body = event.to_string();
    let time = Some(shop.stripe.now());
    let signature = stripe_webhook::Webhook::generate_test_header(&body, CONNECT_SECRET, time);
    let client = shop.desk.app.client();
    let request = client.request(reqwest::Method::POST, "/api/stripe/webhook");
    let request = request.header("stripe-signature", signature).body(body);
    client.send(request).await.expect(200);
}

/// Whether an invoice's page offers cards.
async fn offers(shop: &Shop, invoice: &Value) -> bool {
    let path = format!("/api/invoices/public/{}", token(invoice));
    let page = shop.desk.app.client().get(&path).await.expect(200);
    page["businessProfile"]["stripe_account_id"] == "connected"
}

async fn ask(shop: &Shop, invoice: &Value) -> crate::support::Answer {
    let path = format!("/api/invoices/public/{}/stripe-checkout", token(invoice));
    let body = json!({ "amount": "478.10" });
    shop.desk.app.client().post(&path, &body).await
}

#[tokio::test]
async fn customers_pay_by_card_while_it_is_in_the_plan() {
    let shop = Shop::open().await;
    connect(&shop).await;
    let invoice = shop.desk.sent_invoice().await;
    assert!(offers(&shop, &invoice).await);
    // Somebody is at paying when the plan changes: what is paid counts.
    let session = session_of(&ask(&shop, &invoice).await.expect(200));

    shop.later(15).await;
    assert!(!offers(&shop, &invoice).await);
    ask(&shop, &invoice)
        .await
        .refused(422, "rule_broken", Some("method"));
    let core = shop.buy("core").await;
    assert!(!offers(&shop, &invoice).await);
    let path = format!("/api/business-profiles/{}/card", shop.desk.profile);
    let told = shop
        .desk
        .client
        .post_empty(&path)
        .await
        .refused(402, "needs_plus", None);
    assert_eq!(told["message"], "Card payments are part of Plus.");
    // What Stripe says of the account meanwhile changes nothing of that.
    let account = shop
        .stripe
        .world()
        .accounts
        .keys()
        .next()
        .expect("one")
        .clone();
    shop.desk.app.clock.advance(120_000);
    tell(&shop, &shop.stripe.account_turns(&account, true, true)).await;
    assert!(!offers(&shop, &invoice).await);

    // It is kept: with Plus it is as it was.
    let preview = shop.preview("plus").await;
    shop.change("plus", &preview).await.expect(200);
    assert!(offers(&shop, &invoice).await, "{core}");
    ask(&shop, &invoice).await.expect(200);
    let paid = shop.stripe.session(&session);
    assert_eq!(paid["mode"], "payment");
    shop.close().await;
}

#[tokio::test]
async fn a_start_knows_whose_plan_has_cards() {
    let shop = Shop::open().await;
    connect(&shop).await;
    let invoice = shop.desk.sent_invoice().await;
    shop.later(15).await;
    let url = shop.stripe.url();
    let twin = shop
        .desk
        .app
        .twin(|config| super::sells(config, &url))
        .await;
    assert!(!offers(&shop, &invoice).await);
    twin.stop().await;
    // One that sells nothing lets everybody.
    let free = shop
        .desk
        .app
        .twin(|config| config.stripe = Some(crate::card::keys(&url)))
        .await;
    assert!(offers(&shop, &invoice).await);
    free.stop().await;
    shop.close().await;
}

/// The names of the files in a zip file.
fn names_in(zip: Vec<u8>) -> Vec<String> {
    let zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).expect("a zip");
    zip.file_names()
        .map(|name| name.expect("a name").into_owned())
        .collect()
}

#[tokio::test]
async fn on_core_the_model_writes_nothing_and_reports_are_kept() {
    let (shop, _) = Shop::paying("core").await;
    let client = &shop.desk.client;
    let body = json!({ "notes": "fix tap", "style": "bullets" });
    let told = client
        .post("/api/describe", &body)
        .await
        .refused(402, "needs_plus", None);
    assert_eq!(told["message"], "AI descriptions are part of Plus.");
    for path in [
        "/api/reports/income",
        "/api/reports/expenses",
        "/api/reports/income/records",
        "/api/reports/income/export?as=csv",
        "/api/reports/profit",
    ] {
        client.get(path).await.refused(402, "needs_plus", None);
    }
    // The pack has what they are summed from, and says what it lacks.
    let pack = client.get("/api/year-pack/2026").await.expect(200);
    let told = "Income, expenses and profit are left out. Reports are part of Plus.";
    let missing = pack["missing"].as_array().expect("sentences");
    assert!(missing.iter().any(|it| it == told), "{pack}");
    let names = names_in(client.bytes("/api/year-pack/2026/file").await);
    assert!(
        names
            .iter()
            .any(|name| name.contains("expenses-one-by-one")),
        "{names:?}"
    );
    for summed in ["profit", "income-2026", "expenses-2026"] {
        assert!(!names.iter().any(|name| name.contains(summed)), "{names:?}");
    }
    // What the business has is there.
    for path in ["/api/expenses", "/api/dashboard", "/api/invoices"] {
        client.get(path).await.expect(200);
    }
    shop.close().await;
}

#[tokio::test]
async fn what_was_made_with_plus_is_kept_and_read_only() {
    let (shop, _) = Shop::paying("plus").await;
    let client = &shop.desk.client;
    let pot = "/api/income-tax/pot";
    let body = json!({ "percentage": "27" });
    client.put(pot, &body).await.expect(200);
    let preview = shop.preview("core").await;
    shop.change("core", &preview).await.expect(200);
    assert_eq!(client.get(pot).await.expect(200), body);
    let other = json!({ "percentage": "30" });
    client
        .put(pot, &other)
        .await
        .refused(402, "needs_plus", None);
    let preview = shop.preview("plus").await;
    shop.change("plus", &preview).await.expect(200);
    client.put(pot, &other).await.expect(200);
    shop.close().await;
}

#[tokio::test]
async fn plus_is_answered_before_others() {
    let shop = Shop::open().await;
    let to = shop.desk.app.state().config.support_email.clone();
    let subjects = async || {
        let letters = shop.desk.app.mails(&to).await;
        letters.into_iter().map(|it| it.subject).collect::<Vec<_>>()
    };
    let body = json!({ "subject": "The PDF", "message": "It has no logo." });
    let client = &shop.desk.client;
    client.post("/api/support", &body).await.expect(201);
    assert_eq!(subjects().await, ["Priority support: The PDF"]);
    shop.later(15).await;
    client.post("/api/support", &body).await.expect(201);
    assert_eq!(
        subjects().await.last().map(String::as_str),
        Some("Support: The PDF")
    );
    shop.close().await;
}
