//! A trial that ends, a card that fails, and what still works then.

use serde_json::json;

use super::PlanFixture;
use crate::documents::{id_of, token_of};

#[tokio::test]
async fn a_lapsed_account_reads_exports_and_is_paid_but_creates_nothing() {
    let shop = PlanFixture::start_trial().await;
    let business = &shop.business;
    let invoice = business.sent_invoice().await;
    let quote = business.sent_quote().await;
    let signed = business.sent_quote().await;
    shop.advance_days(14).await;
    // The last day is whole.
    shop.create_contact().await.expect_status(201);
    shop.advance_days(1).await;
    let now = shop.read_subscription().await;
    assert_eq!(now["standing"], json!({ "is": "lapsed", "why": "trial" }));
    assert_eq!((&now["sentence"], &now["mayWrite"]), (&json!("Your free trial is over."), &json!(false)));
    let read = shop.create_contact().await.expect_error(402, "plan_lapsed", None);
    assert_eq!(read["message"], "Your free trial is over. Choose a plan to carry on.");
    let client = &business.client;
    let shut = |answer: crate::support::TestResponse| answer.expect_error(402, "plan_lapsed", None);
    shut(client.post("/api/invoices", &business.invoice_body()).await);
    shut(client.post_empty(&format!("/api/quotes/{}/convert", id_of(&quote))).await);
    shut(client.delete(&format!("/api/quotes/{}", id_of(&quote))).await);
    shut(client.post("/api/expenses", &json!({})).await);

    // Reading, and a copy of everything.
    for path in ["/api/invoices", "/api/contacts", "/api/dashboard", "/api/reports/income", "/api/auth/me"] {
        client.get(path).await.expect_status(200);
    }
    crate::export_and_deletion::export_account(&business.app, client).await;

    // The customer, by the link.
    let customer = business.app.new_client();
    let page = format!("/api/quotes/public/{}", token_of(&quote));
    customer.get(&page).await.expect_status(200);
    customer.post_empty(&format!("{page}/accept")).await.expect_status(200);
    let response = json!({ "wish": "question", "words": "When can you start?" });
    let route = format!("{page}/question");
    customer.post(&route, &response).await.expect_status(201);
    // The business reads what they ask, and calls them.
    let path = format!("/api/quotes/{}", id_of(&quote));
    let timeline = client.get(&format!("{path}/timeline")).await.expect_status(200);
    let response = format!("{path}/questions/{}", id_of(&timeline["questions"][0]));
    let reply = json!({ "words": "On Tuesday." });
    shut(client.post(&format!("{response}/reply"), &reply).await);
    let text = format!("/api/invoices/public/{}/payment", token_of(&invoice));
    let body = json!({ "method": "cash" });
    customer.post(&text, &body).await.expect_status(201);
    // The customer, on the business's own device.
    let answer = crate::documents::on_the_spot::sign_on_device(business, &signed).await;
    assert_eq!(answer.expect_status(200)["status"], "accepted");
    // What came in is written down.
    let path = format!("/api/invoices/{}", id_of(&invoice));
    let waiting = client.get(&path).await.expect_status(200);
    let payment = format!("{path}/payments/{}", id_of(&waiting["payments"][0]));
    client.post_empty(&format!("{payment}/confirm")).await.expect_status(200);
    assert_eq!(client.get(&path).await.expect_status(200)["status"], "paid");
    // Help, and the account itself.
    let body = json!({ "subject": "My plan", "message": "How do I pay?" });
    client.post("/api/support", &body).await.expect_status(201);
    client.put("/api/account", &json!({ "name": "Sam T" })).await.expect_status(200);

    // A plan, and all goes on.
    shop.buy_plan("core").await;
    shop.create_contact().await.expect_status(201);
    shop.stop().await;
}

#[tokio::test]
async fn a_queued_change_is_refused_while_lapsed_and_accepted_later() {
    let shop = PlanFixture::start_trial().await;
    let invoice = shop.business.invoice_body();
    shop.advance_days(15).await;
    let client = &shop.business.client;
    client.post("/api/invoices", &invoice).await.expect_error(402, "plan_lapsed", None);
    shop.buy_plan("plus").await;
    // The very same create, under its own id.
    client.post("/api/invoices", &invoice).await.expect_status(201);
    shop.stop().await;
}

#[tokio::test]
async fn a_failed_renewal_has_a_grace_period_of_seven_days() {
    let (shop, sub) = PlanFixture::open_paying("plus").await;
    shop.advance_days(30).await;
    shop.send_events(&shop.stripe.renew_subscription(&sub, false)).await;
    let now = shop.read_subscription().await;
    assert_eq!(now["standing"], json!({ "is": "grace", "to": "2027-01-12" }));
    let sentence = "Your last payment failed. Update your card by 12 Jan 2027 to carry on.";
    assert_eq!(now["sentence"], sentence);
    assert_eq!(now["invoices"][0]["paid"], false);
    shop.create_contact().await.expect_status(201);
    let body = json!({ "plan": "core" });
    shop.post_subscription("preview", &body).await.expect_error(409, "unpaid", None);
    // Told once by mail, however often Stripe says it.
    shop.business.app.clock.advance(120_000);
    shop.send_events(&[shop.stripe.subscription_updated_event(&sub)]).await;
    let mails = shop.business.app.receive_emails(crate::documents::OWNER).await;
    let about: Vec<_> = mails.iter().filter(|it| it.subject == "Your Plumbline payment failed").collect();
    assert_eq!(about.len(), 1);
    assert!(about[0].text.contains(sentence), "{}", about[0].text);
    assert!(about[0].text.contains("/settings/plan"));

    shop.advance_days(7).await;
    shop.create_contact().await.expect_status(201);
    shop.advance_days(1).await;
    let now = shop.read_subscription().await;
    assert_eq!(now["standing"], json!({ "is": "lapsed", "why": "unpaid" }));
    shop.create_contact().await.expect_error(402, "plan_lapsed", None);
    // Another card is tried, and everything is as before.
    shop.send_events(&shop.stripe.renew_subscription(&sub, true)).await;
    assert_eq!(shop.read_subscription().await["standing"], json!({ "is": "paying" }));
    shop.create_contact().await.expect_status(201);
    shop.stop().await;
}

#[tokio::test]
async fn a_plan_ends_if_stripe_gives_up_or_if_it_is_cancelled_while_unpaid() {
    let (shop, sub) = PlanFixture::open_paying("core").await;
    shop.advance_days(30).await;
    shop.send_events(&shop.stripe.renew_subscription(&sub, false)).await;
    shop.business.app.clock.advance(120_000);
    shop.send_events(&[shop.stripe.end_subscription(&sub, "payment_failed")]).await;
    let now = shop.read_subscription().await;
    assert_eq!(now["standing"], json!({ "is": "lapsed", "why": "givenUp" }));
    // No card pays for it any more: a plan is chosen.
    let sentence = "Your plan has ended because it wasn’t paid for.";
    assert_eq!(now["sentence"], sentence);
    let again = shop.buy_plan("core").await;
    shop.advance_days(31).await;
    shop.send_events(&shop.stripe.renew_subscription(&again, false)).await;
    let now = shop.post_empty("cancel").await.expect_status(200);
    assert_eq!(now["standing"], json!({ "is": "lapsed", "why": "cancelled" }));
    assert_eq!(shop.stripe.find_subscription(&again)["status"], "canceled");
    shop.stop().await;
}

#[tokio::test]
async fn a_recurring_invoice_waits_while_the_account_is_lapsed() {
    let shop = PlanFixture::start_trial().await;
    let business = &shop.business;
    let body = json!({
        "id": uuid::Uuid::now_v7().to_string(), "name": "Boiler cover",
        "firstDay": "2026-12-02", "repeat": "monthly", "daysDue": 14, "makes": "draft",
        "businessProfileId": business.profile, "contactId": business.contact,
        "jobDescription": "Boiler cover", "notes": "",
        "items": [{ "id": "a", "name": "Cover", "quantity": "1", "price": "40.00" }], "tax": "20",
    });
    business.client.post("/api/recurring", &body).await.expect_status(201);
    shop.advance_days(18).await;
    assert_eq!(business.count_rows("documents").await, 0);
    shop.buy_plan("core").await;
    shop.advance_days(1).await;
    let list = business.client.get("/api/invoices").await.expect_status(200);
    assert_eq!(list["total"], 1, "{list}");
    assert_eq!(list["data"][0]["issueDate"], "2026-12-02");
    shop.stop().await;
}
