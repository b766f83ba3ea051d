//! What Plus adds, and what happens to it on Core.

use serde_json::{Value, json};

use super::PlanFixture;
use crate::card::session_id;
use crate::documents::token_of;
use crate::support::stripe::CONNECT_SECRET;

/// Connects a card account; Stripe reports that it is ready.
async fn connect_card_account(shop: &PlanFixture) {
    let path = format!("/api/business-profiles/{}/card", shop.business.profile);
    shop.business.client.post_empty(&path).await.expect_status(200);
    let account = {
        let world = shop.stripe.lock_state();
        world.accounts.keys().next().expect("an account").clone()
    };
    let event = shop.stripe.set_account_state(&account, true, true);
    send_connect_event(shop, &event).await;
}

/// Sends an event about a connected account.
async fn send_connect_event(shop: &PlanFixture, event: &Value) {
    let body = event.to_string();
    let time = Some(shop.stripe.now());
    let signature = stripe_webhook::Webhook::generate_test_header(&body, CONNECT_SECRET, time);
    let client = shop.business.app.new_client();
    let request = client.request(reqwest::Method::POST, "/api/stripe/webhook");
    let request = request.header("stripe-signature", signature).body(body);
    client.send(request).await.expect_status(200);
}

/// Whether an invoice's page offers payment by card.
async fn offers_card(shop: &PlanFixture, invoice: &Value) -> bool {
    let path = format!("/api/invoices/public/{}", token_of(invoice));
    let page = shop.business.app.new_client().get(&path).await.expect_status(200);
    page["businessProfile"]["stripe_account_id"] == "connected"
}

async fn request_checkout(shop: &PlanFixture, invoice: &Value) -> crate::support::TestResponse {
    let path = format!("/api/invoices/public/{}/stripe-checkout", token_of(invoice));
    let body = json!({ "amount": "478.10" });
    shop.business.app.new_client().post(&path, &body).await
}

#[tokio::test]
async fn customers_can_pay_by_card_while_the_plan_includes_it() {
    let shop = PlanFixture::start_trial().await;
    connect_card_account(&shop).await;
    let invoice = shop.business.sent_invoice().await;
    assert!(offers_card(&shop, &invoice).await);
    // Somebody is at paying when the plan changes: what is paid counts.
    let session = session_id(&request_checkout(&shop, &invoice).await.expect_status(200));

    shop.advance_days(15).await;
    assert!(!offers_card(&shop, &invoice).await);
    request_checkout(&shop, &invoice).await.expect_error(422, "rule_broken", Some("method"));
    let core = shop.buy_plan("core").await;
    assert!(!offers_card(&shop, &invoice).await);
    let path = format!("/api/business-profiles/{}/card", shop.business.profile);
    let body = shop.business.client.post_empty(&path).await.expect_error(402, "needs_plus", None);
    assert_eq!(body["message"], "Card payments are part of Plus.");
    // What Stripe says of the account meanwhile changes nothing of that.
    let account = shop.stripe.lock_state().accounts.keys().next().expect("one").clone();
    shop.business.app.clock.advance(120_000);
    send_connect_event(&shop, &shop.stripe.set_account_state(&account, true, true)).await;
    assert!(!offers_card(&shop, &invoice).await);

    // The setting is stored, and applies again with Plus.
    let preview = shop.preview_change("plus").await;
    shop.change_plan("plus", &preview).await.expect_status(200);
    assert!(offers_card(&shop, &invoice).await, "{core}");
    request_checkout(&shop, &invoice).await.expect_status(200);
    let paid = shop.stripe.find_session(&session);
    assert_eq!(paid["mode"], "payment");
    shop.stop().await;
}

#[tokio::test]
async fn a_starting_server_knows_which_plans_include_cards() {
    let shop = PlanFixture::start_trial().await;
    connect_card_account(&shop).await;
    let invoice = shop.business.sent_invoice().await;
    shop.advance_days(15).await;
    let url = shop.stripe.url();
    let twin = shop.business.app.start_twin(|config| super::sell_plans(config, &url)).await;
    assert!(!offers_card(&shop, &invoice).await);
    twin.stop().await;
    // One that sells nothing lets everybody.
    let free =
        shop.business.app.start_twin(|config| config.stripe = Some(crate::card::stripe_config(&url))).await;
    assert!(offers_card(&shop, &invoice).await);
    free.stop().await;
    shop.stop().await;
}

/// The names of the files in a zip file.
fn zip_names(zip: Vec<u8>) -> Vec<String> {
    let zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).expect("a zip");
    zip.file_names().map(|name| name.expect("a name").into_owned()).collect()
}

#[tokio::test]
async fn the_core_plan_has_no_ai_descriptions_or_reports_but_all_records() {
    let (shop, _) = PlanFixture::open_paying("core").await;
    let client = &shop.business.client;
    let body = json!({ "notes": "fix tap", "style": "bullets" });
    let response = client.post("/api/describe", &body).await.expect_error(402, "needs_plus", None);
    assert_eq!(response["message"], "AI descriptions are part of Plus.");
    for path in [
        "/api/reports/income",
        "/api/reports/expenses",
        "/api/reports/income/records",
        "/api/reports/income/export?as=csv",
        "/api/reports/profit",
    ] {
        client.get(path).await.expect_error(402, "needs_plus", None);
    }
    // The pack has what they are summed from, and says what it lacks.
    let pack = client.get("/api/year-pack/2026").await.expect_status(200);
    let text = "Income, expenses and profit are left out. Reports are part of Plus.";
    let missing = pack["missing"].as_array().expect("sentences");
    assert!(missing.iter().any(|it| it == text), "{pack}");
    let names = zip_names(client.get_bytes("/api/year-pack/2026/file").await);
    assert!(names.iter().any(|name| name.contains("expenses-one-by-one")), "{names:?}");
    for summed in ["profit", "income-2026", "expenses-2026"] {
        assert!(!names.iter().any(|name| name.contains(summed)), "{names:?}");
    }
    // What the business has is there.
    for path in ["/api/expenses", "/api/dashboard", "/api/invoices"] {
        client.get(path).await.expect_status(200);
    }
    shop.stop().await;
}

#[tokio::test]
async fn data_entered_with_plus_is_stored_and_read_only_on_the_core_plan() {
    let (shop, _) = PlanFixture::open_paying("plus").await;
    let client = &shop.business.client;
    let pot = "/api/income-tax/pot";
    let body = json!({ "percentage": "27" });
    client.put(pot, &body).await.expect_status(200);
    let preview = shop.preview_change("core").await;
    shop.change_plan("core", &preview).await.expect_status(200);
    assert_eq!(client.get(pot).await.expect_status(200), body);
    let other = json!({ "percentage": "30" });
    client.put(pot, &other).await.expect_error(402, "needs_plus", None);
    let preview = shop.preview_change("plus").await;
    shop.change_plan("plus", &preview).await.expect_status(200);
    client.put(pot, &other).await.expect_status(200);
    shop.stop().await;
}

#[tokio::test]
async fn support_questions_from_plus_are_marked_as_priority() {
    let shop = PlanFixture::start_trial().await;
    let to = shop.business.app.state().config.support_email.clone();
    let subjects = async || {
        let received_emails = shop.business.app.receive_emails(&to).await;
        received_emails.into_iter().map(|it| it.subject).collect::<Vec<_>>()
    };
    let body = json!({ "subject": "The PDF", "message": "It has no logo." });
    let client = &shop.business.client;
    client.post("/api/support", &body).await.expect_status(201);
    assert_eq!(subjects().await, ["Priority support: The PDF"]);
    shop.advance_days(15).await;
    client.post("/api/support", &body).await.expect_status(201);
    assert_eq!(subjects().await.last().map(String::as_str), Some("Support: The PDF"));
    shop.stop().await;
}
