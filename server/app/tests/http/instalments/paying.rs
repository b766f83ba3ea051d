//! What the customer pays: what is due, or all; by card, by bank and by their word.

use serde_json::{Value, json};

use super::{agree, agreed, came, on, page, read, states, three};
use crate::card::{Till, session_of};
use crate::documents::{Desk, id, token};
use crate::support::Answer;

/// A customer says that they paid.
async fn says(desk: &Desk, invoice: &Value, body: Value) -> Answer {
    let path = format!("/api/invoices/public/{}/payment", token(invoice));
    desk.app.client().post(&path, &body).await
}

async fn confirm(desk: &Desk, invoice: &Value) -> Value {
    let now = read(desk, invoice).await;
    let payment = now["payments"]
        .as_array()
        .expect("payments")
        .last()
        .cloned();
    let payment = payment.expect("a payment");
    let path = format!(
        "/api/invoices/{}/payments/{}/confirm",
        id(invoice),
        id(&payment)
    );
    desk.client.post_empty(&path).await.expect(200)
}

#[tokio::test]
async fn a_customer_pays_the_next_what_is_due_or_all() {
    let desk = Desk::open().await;
    let invoice = agreed(&desk).await;
    // Nothing is due yet: the next one is asked for.
    let pay = page(&desk, &invoice).await["actions"]["pay"].clone();
    assert_eq!(
        (&pay["value"], &pay["instalment"]),
        (&json!("159.37"), &json!("instalment 1 of 3"))
    );
    says(&desk, &invoice, json!({ "method": "cash" }))
        .await
        .expect(201);
    // While it waits nobody is asked for another.
    let waits = json!({ "method": "cash", "amount": "159.37" });
    says(&desk, &invoice, waits)
        .await
        .refused(409, "payment_pending", None);
    let paid = confirm(&desk, &invoice).await;
    assert_eq!(states(&paid), ["paid", "later", "later"]);

    // A second telephone has shown the page since before: it would pay the second instalment, which is as much.
    let old = json!({ "method": "cash", "amount": "159.37", "left": "478.10" });
    says(&desk, &invoice, old)
        .await
        .refused(409, "amount_changed", None);
    let wrong = json!({ "method": "cash", "amount": "100" });
    says(&desk, &invoice, wrong)
        .await
        .refused(409, "amount_changed", None);

    // Two are due by now.
    on(&desk, "2027-01-30").await;
    let pay = page(&desk, &invoice).await["actions"]["pay"].clone();
    assert_eq!(
        (&pay["value"], &pay["instalment"], &pay["all"]),
        (
            &json!("318.73"),
            &json!("instalments 2 and 3 of 3"),
            &json!(null)
        )
    );
    desk.app.stop().await;

    let desk = Desk::open().await;
    let invoice = agreed(&desk).await;
    let all = json!({ "method": "bank_transfer", "amount": "478.10", "left": "478.10" });
    says(&desk, &invoice, all).await.expect(201);
    let paid = confirm(&desk, &invoice).await;
    assert_eq!(
        (&paid["status"], states(&paid)),
        (&json!("paid"), vec!["paid"; 3])
    );
    desk.app.stop().await;
}

#[tokio::test]
async fn a_card_is_charged_with_what_is_due_or_with_all() {
    let till = Till::open().await;
    let desk = &till.desk;
    let invoice = desk.sent_invoice().await;
    agree(desk, &invoice, three()).await.expect(200);
    till.ask(&invoice, "100.00")
        .await
        .refused(409, "amount_changed", None);
    let first = till.ask(&invoice, "159.37").await.expect(200);
    // Asked for all instead, the first session is closed and another opened.
    let all = till.ask(&invoice, "478.10").await.expect(200);
    assert_ne!(first["url"], all["url"]);
    assert_eq!(crate::card::status(&till, &session_of(&first)), "expired");
    let again = till.ask(&invoice, "159.37").await.expect(200);
    // What came meanwhile in cash is as much as is asked for next: what was opened is closed all the same.
    came(desk, &invoice, "159.37").await;
    desk.app.run_jobs().await;
    assert_eq!(crate::card::status(&till, &session_of(&again)), "expired");
    let second = till.ask(&invoice, "159.37").await.expect(200);
    let event = till.stripe.pay(&session_of(&second));
    till.tell(&event).await.expect(200);
    let now = read(desk, &invoice).await;
    assert_eq!(states(&now), ["paid", "paid", "later"]);
    assert_eq!(now["totals"]["balanceDue"], "159.36");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn taken_back_money_is_open_again_the_earliest_last() {
    let desk = Desk::open().await;
    let invoice = agreed(&desk).await;
    let paid = came(&desk, &invoice, "200").await;
    assert_eq!(states(&paid), ["paid", "partPaid", "later"]);
    let payment = id(&paid["payments"][0]);
    let path = format!("/api/invoices/{}/payments/{payment}/remove", id(&invoice));
    let reason = json!({ "reason": "It was for another job" });
    let back = desk.client.post(&path, &reason).await.expect(200);
    assert_eq!(states(&back), ["later"; 3]);
    assert_eq!(desk.rows("summary_parts").await, 3);
    desk.app.stop().await;
}
