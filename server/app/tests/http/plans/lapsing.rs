//! A trial that runs out, a card that fails, and what still works then.

use serde_json::json;

use super::Shop;
use crate::documents::{id, token};

#[tokio::test]
async fn a_lapsed_account_reads_exports_and_is_paid_but_creates_nothing() {
    let shop = Shop::open().await;
    let desk = &shop.desk;
    let invoice = desk.sent_invoice().await;
    let quote = desk.sent_quote().await;
    let signed = desk.sent_quote().await;
    shop.later(14).await;
    // The last day is whole.
    shop.write().await.expect(201);
    shop.later(1).await;
    let now = shop.now().await;
    assert_eq!(now["standing"], json!({ "is": "lapsed", "why": "trial" }));
    assert_eq!(
        (&now["sentence"], &now["mayWrite"]),
        (&json!("Your free trial is over."), &json!(false))
    );
    let told = shop.write().await.refused(402, "plan_lapsed", None);
    assert_eq!(
        told["message"],
        "Your free trial is over. Choose a plan to carry on."
    );
    let client = &desk.client;
    let shut = |answer: crate::support::Answer| answer.refused(402, "plan_lapsed", None);
    shut(client.post("/api/invoices", &desk.invoice()).await);
    shut(
        client
            .post_empty(&format!("/api/quotes/{}/convert", id(&quote)))
            .await,
    );
    shut(client.delete(&format!("/api/quotes/{}", id(&quote))).await);
    shut(client.post("/api/expenses", &json!({})).await);

    // Reading, and a copy of everything.
    for path in [
        "/api/invoices",
        "/api/contacts",
        "/api/dashboard",
        "/api/reports/income",
        "/api/auth/me",
    ] {
        client.get(path).await.expect(200);
    }
    crate::leaving::export(&desk.app, client).await;

    // The customer, by the link.
    let customer = desk.app.client();
    let page = format!("/api/quotes/public/{}", token(&quote));
    customer.get(&page).await.expect(200);
    customer
        .post_empty(&format!("{page}/accept"))
        .await
        .expect(200);
    let asked = json!({ "wish": "question", "words": "When can you start?" });
    let door = format!("{page}/question");
    customer.post(&door, &asked).await.expect(201);
    // The business reads what they ask, and calls them.
    let path = format!("/api/quotes/{}", id(&quote));
    let timeline = client.get(&format!("{path}/timeline")).await.expect(200);
    let asked = format!("{path}/questions/{}", id(&timeline["questions"][0]));
    let reply = json!({ "words": "On Tuesday." });
    shut(client.post(&format!("{asked}/reply"), &reply).await);
    let told = format!("/api/invoices/public/{}/payment", token(&invoice));
    let body = json!({ "method": "cash" });
    customer.post(&told, &body).await.expect(201);
    // The customer, on the business's own device.
    let answer = crate::documents::on_the_spot::sign(desk, &signed).await;
    assert_eq!(answer.expect(200)["status"], "accepted");
    // What came in is written down.
    let path = format!("/api/invoices/{}", id(&invoice));
    let waiting = client.get(&path).await.expect(200);
    let payment = format!("{path}/payments/{}", id(&waiting["payments"][0]));
    client
        .post_empty(&format!("{payment}/confirm"))
        .await
        .expect(200);
    assert_eq!(client.get(&path).await.expect(200)["status"], "paid");
    // Help, and the account itself.
    let body = json!({ "subject": "My plan", "message": "How do I pay?" });
    client.post("/api/support", &body).await.expect(201);
    client
        .put("/api/account", &json!({ "name": "Sam T" }))
        .await
        .expect(200);

    // A plan, and all goes on.
    shop.buy("core").await;
    shop.write().await.expect(201);
    shop.close().await;
}

#[tokio::test]
async fn what_is_already_queued_by_a_device_is_refused_and_taken_later() {
    let shop = Shop::open().await;
    let invoice = shop.desk.invoice();
    shop.later(15).await;
    let client = &shop.desk.client;
    client
        .post("/api/invoices", &invoice)
        .await
        .refused(402, "plan_lapsed", None);
    shop.buy("plus").await;
    // The very same create, under its own id.
    client.post("/api/invoices", &invoice).await.expect(201);
    shop.close().await;
}

#[tokio::test]
async fn a_card_that_fails_at_renewal_has_seven_days() {
    let (shop, sub) = Shop::paying("plus").await;
    shop.later(30).await;
    shop.tell_all(&shop.stripe.renew(&sub, false)).await;
    let now = shop.now().await;
    assert_eq!(
        now["standing"],
        json!({ "is": "grace", "to": "2027-01-12" })
    );
    let sentence = "Your last payment failed. Update your card by 12 Jan 2027 to carry on.";
    assert_eq!(now["sentence"], sentence);
    assert_eq!(now["invoices"][0]["paid"], false);
    shop.write().await.expect(201);
    let body = json!({ "plan": "core" });
    shop.post("preview", &body)
        .await
        .refused(409, "unpaid", None);
    // Told once by mail, however often Stripe says it.
    shop.desk.app.clock.advance(120_000);
    shop.tell_all(&[shop.stripe.updated(&sub)]).await;
    let mails = shop.desk.app.mails(crate::documents::OWNER).await;
    let about: Vec<_> = mails
        .iter()
        .filter(|it| it.subject == "Your Plumbline payment failed")
        .collect();
    assert_eq!(about.len(), 1);
    assert!(about[0].text.contains(sentence), "{}", about[0].text);
    assert!(about[0].text.contains("/settings/plan"));

    shop.later(7).await;
    shop.write().await.expect(201);
    shop.later(1).await;
    let now = shop.now().await;
    assert_eq!(now["standing"], json!({ "is": "lapsed", "why": "unpaid" }));
    shop.write().await.refused(402, "plan_lapsed", None);
    // Another card is tried, and everything is as before.
    shop.tell_all(&shop.stripe.renew(&sub, true)).await;
    assert_eq!(shop.now().await["standing"], json!({ "is": "paying" }));
    shop.write().await.expect(201);
    shop.close().await;
}

#[tokio::test]
async fn given_up_by_stripe_it_is_not_paid_for_and_cancelled_while_unpaid_it_ends() {
    let (shop, sub) = Shop::paying("core").await;
    shop.later(30).await;
    shop.tell_all(&shop.stripe.renew(&sub, false)).await;
    shop.desk.app.clock.advance(120_000);
    shop.tell_all(&[shop.stripe.ends(&sub, "payment_failed")])
        .await;
    let now = shop.now().await;
    assert_eq!(now["standing"], json!({ "is": "lapsed", "why": "givenUp" }));
    // No card pays for it any more: a plan is chosen.
    let sentence = "Your plan has ended because it wasn’t paid for.";
    assert_eq!(now["sentence"], sentence);
    let again = shop.buy("core").await;
    shop.later(31).await;
    shop.tell_all(&shop.stripe.renew(&again, false)).await;
    let now = shop.press("cancel").await.expect(200);
    assert_eq!(
        now["standing"],
        json!({ "is": "lapsed", "why": "cancelled" })
    );
    assert_eq!(shop.stripe.subscription(&again)["status"], "canceled");
    shop.close().await;
}

#[tokio::test]
async fn a_series_of_invoices_waits_while_nothing_may_be_written() {
    let shop = Shop::open().await;
    let desk = &shop.desk;
    let body = json!({
        "id": uuid::Uuid::now_v7().to_string(), "name": "Boiler cover",
        "firstDay": "2026-12-02", "repeat": "monthly", "daysDue": 14, "makes": "draft",
        "businessProfileId": desk.profile, "contactId": desk.contact,
        "jobDescription": "Boiler cover", "notes": "",
        "items": [{ "id": "a", "name": "Cover", "quantity": "1", "price": "40.00" }], "tax": "20",
    });
    desk.client.post("/api/recurring", &body).await.expect(201);
    shop.later(18).await;
    assert_eq!(desk.rows("documents").await, 0);
    shop.buy("core").await;
    shop.later(1).await;
    let list = desk.client.get("/api/invoices").await.expect(200);
    assert_eq!(list["total"], 1, "{list}");
    assert_eq!(list["data"][0]["issueDate"], "2026-12-02");
    shop.close().await;
}
