//! The issued amount is charged to cards, even if the rules have changed since.

use super::{CardFixture, session_id};
use crate::documents::other_rules::store_as_by_other_rules;

#[tokio::test]
async fn a_card_is_charged_what_was_issued() {
    let till = CardFixture::open_connected().await;
    let invoice = till.business.sent_invoice().await;
    store_as_by_other_rules(&till.business, &invoice, true).await;
    // What today's rules would give.
    till.request_checkout(&invoice, "478.10")
        .await
        .expect_error(409, "amount_changed", None);
    let session = session_id(
        &till
            .request_checkout(&invoice, "478.12")
            .await
            .expect_status(200),
    );
    assert_eq!(till.stripe.find_session(&session)["amount_total"], 47_812);
    till.send_event(&till.stripe.pay_session(&session))
        .await
        .expect_status(200);
    let now = till.read_invoice(&invoice).await;
    assert_eq!(now["status"], "paid");
    assert_eq!(now["totals"]["paidAmount"], "478.12");

    // What goes back is due again, to the same penny.
    let back = till.stripe.refund_session(&session, 47_812);
    till.send_event(&back).await.expect_status(200);
    let now = till.read_invoice(&invoice).await;
    assert_eq!(now["status"], "sent");
    assert_eq!(now["totals"]["totalAmount"], "478.12");
    assert_eq!(now["totals"]["balanceDue"], "478.12");
    assert_eq!(
        till.read_public_invoice(&invoice).await["invoice"]["balanceDue"],
        "478.12"
    );
    till.request_checkout(&invoice, "478.12")
        .await
        .expect_status(200);
    till.business.app.stop().await;
}

#[tokio::test]
async fn a_card_is_charged_the_deposit_that_was_agreed() {
    let till = CardFixture::open_connected().await;
    let quote = till.business.sent_quote().await;
    store_as_by_other_rules(&till.business, &quote, true).await;
    let token = crate::documents::token_of(&quote);
    let accept = format!("/api/quotes/public/{token}/accept");
    let customer = till.business.app.new_client();
    customer.post_empty(&accept).await.expect_status(200);
    till.request_deposit_checkout(&quote, "119.53")
        .await
        .expect_error(409, "amount_changed", None);
    till.request_deposit_checkout(&quote, "120.00")
        .await
        .expect_status(200);
    till.business.app.stop().await;
}
