//! The issued amount is charged to cards, even if the rules have changed since.

use super::{CardFixture, session_id};
use crate::documents::other_rules::store_as_by_other_rules;

#[tokio::test]
async fn a_card_is_charged_the_issued_amount() {
    let fixture = CardFixture::open_connected().await;
    let invoice = fixture.business.sent_invoice().await;
    store_as_by_other_rules(&fixture.business, &invoice, true).await;
    // What today's rules would give.
    fixture.request_checkout(&invoice, "478.10").await.expect_error(409, "amount_changed", None);
    let session = session_id(&fixture.request_checkout(&invoice, "478.12").await.expect_status(200));
    assert_eq!(fixture.stripe.find_session(&session)["amount_total"], 47_812);
    fixture.send_event(&fixture.stripe.pay_session(&session)).await.expect_status(200);
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["status"], "paid");
    assert_eq!(now["totals"]["paidAmount"], "478.12");

    // What goes back is due again, to the same penny.
    let back = fixture.stripe.refund_session(&session, 47_812);
    fixture.send_event(&back).await.expect_status(200);
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["status"], "sent");
    assert_eq!(now["totals"]["totalAmount"], "478.12");
    assert_eq!(now["totals"]["balanceDue"], "478.12");
    assert_eq!(fixture.read_public_invoice(&invoice).await["invoice"]["balanceDue"], "478.12");
    fixture.request_checkout(&invoice, "478.12").await.expect_status(200);
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_card_is_charged_the_deposit_that_was_agreed() {
    let fixture = CardFixture::open_connected().await;
    let quote = fixture.business.sent_quote().await;
    store_as_by_other_rules(&fixture.business, &quote, true).await;
    let token = crate::documents::token_of(&quote);
    let accept = format!("/api/quotes/public/{token}/accept");
    let customer = fixture.business.app.new_client();
    customer.post_empty(&accept).await.expect_status(200);
    fixture.request_deposit_checkout(&quote, "119.53").await.expect_error(409, "amount_changed", None);
    fixture.request_deposit_checkout(&quote, "120.00").await.expect_status(200);
    fixture.business.app.stop().await;
}
