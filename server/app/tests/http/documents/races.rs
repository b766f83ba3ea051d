//! Two people at once.

use serde_json::json;

use super::{TestBusiness, id_of, token_of, with_field};

#[tokio::test]
async fn of_an_accept_and_a_decline_at_once_one_wins_and_the_other_is_refused() {
    let business = TestBusiness::open().await;
    for _ in 0..8 {
        let sent = business.sent_quote().await;
        let link = format!("/api/quotes/public/{}", token_of(&sent));
        let (one, two) = (business.app.new_client(), business.app.new_client());
        let (accept, decline) = (format!("{link}/accept"), format!("{link}/decline"));
        let (accepted, declined) = tokio::join!(one.post_empty(&accept), two.post_empty(&decline));
        let page = business.app.new_client().get(&link).await.expect_status(200);
        if accepted.status == 200 {
            declined.expect_error(409, "already_accepted", None);
            assert_eq!(page["quote"]["status"], "accepted");
            // The winner's gesture again is no error; the loser's still is.
            one.post_empty(&accept).await.expect_status(200);
            two.post_empty(&decline).await.expect_error(409, "already_accepted", None);
        } else {
            accepted.expect_error(409, "already_declined", None);
            declined.expect_status(200);
            assert_eq!(page["quote"]["status"], "declined");
            two.post_empty(&decline).await.expect_status(200);
            one.post_empty(&accept).await.expect_error(409, "already_declined", None);
        }
    }
    // The business got one email for each decision.
    assert_eq!(business.app.receive_emails(super::OWNER).await.len(), 1 + 8);
}

#[tokio::test]
async fn a_quote_is_invoiced_once() {
    let business = TestBusiness::open().await;
    let quote = business.accepted_quote().await;
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    let converts: Vec<_> = (0..8)
        .map(|_| {
            let (client, path) = (business.client.clone(), path.clone());
            tokio::spawn(async move { client.post_empty(&path).await })
        })
        .collect();
    let mut made = 0;
    for convert in converts {
        let answer = convert.await.expect("an answer");
        if answer.status == 201 {
            made += 1;
        } else {
            answer.expect_error(409, "already_invoiced", None);
        }
    }
    assert_eq!(made, 1);
    assert_eq!(business.count_rows("documents").await, 2);
    // With a key the repeated convert is answered with the invoice.
    let quote = business.sent_quote().await;
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    let first = business.client.post_with_key(&path, "once", &json!({})).await.expect_status(201);
    assert_eq!(business.client.post_with_key(&path, "once", &json!({})).await.expect_status(201), first);
}

#[tokio::test]
async fn of_many_customers_paying_at_once_one_payment_is_recorded() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/invoices/public/{}/payment", token_of(&sent));
    let pays: Vec<_> = (0..8)
        .map(|_| {
            let (client, path) = (business.app.new_client(), path.clone());
            tokio::spawn(async move { client.post(&path, &json!({ "method": "cash" })).await })
        })
        .collect();
    let mut recorded = 0;
    for pay in pays {
        let answer = pay.await.expect("an answer");
        if answer.status == 201 {
            recorded += 1;
        } else {
            answer.expect_error(409, "payment_pending", None);
        }
    }
    assert_eq!((recorded, business.count_rows("payments").await), (1, 1));
}

#[tokio::test]
async fn an_accept_and_an_edit_at_once_never_mix() {
    let business = TestBusiness::open().await;
    for _ in 0..6 {
        let sent = business.sent_quote().await;
        let path = format!("/api/quotes/{}", id_of(&sent));
        let accept = format!("/api/quotes/public/{}/accept", token_of(&sent));
        let body = with_field(
            with_field(business.quote_body(), "version", sent["version"].clone()),
            "tax",
            json!("0"),
        );
        let customer = business.app.new_client();
        let (accepted, edited) =
            tokio::join!(customer.post_empty(&accept), business.client.put(&path, &body));
        let page = accepted.expect_status(200);
        let quote = business.client.get(&path).await.expect_status(200);
        // Whatever came first, the customer accepted what the quote says now.
        assert_eq!(page["quote"]["totalAmount"], quote["totals"]["totalAmount"]);
        assert_eq!(quote["status"], "accepted");
        match edited.status.as_u16() {
            200 => assert_eq!(quote["totals"]["vatAmount"], "0.00"),
            409 => assert_eq!(quote["totals"]["vatAmount"], "79.68"),
            other => panic!("{other}"),
        }
    }
}

#[tokio::test]
async fn many_payments_at_once_never_pay_too_much() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/payments", id_of(&sent));
    let pays: Vec<_> = (0..8)
        .map(|_| {
            let (client, path) = (business.client.clone(), path.clone());
            let body = json!({ "amount": "200.00", "method": "cash" });
            tokio::spawn(async move { client.post(&path, &body).await.status.as_u16() })
        })
        .collect();
    let mut taken = 0;
    for pay in pays {
        taken += i32::from(pay.await.expect("an answer") == 201);
    }
    assert_eq!(taken, 2, "478.10 has room for two of 200.00");
    let invoice = business.client.get(&format!("/api/invoices/{}", id_of(&sent))).await.expect_status(200);
    assert_eq!(invoice["totals"]["balanceDue"], "78.10");
    assert_eq!(invoice["status"], "partially_paid");
}
