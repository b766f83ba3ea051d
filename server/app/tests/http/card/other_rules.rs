//! Cards are charged what was issued, whatever the rules say since.

use super::{Till, session_of};
use crate::documents::other_rules::by_other_rules;

#[tokio::test]
async fn a_card_is_charged_what_was_issued() {
    let till = Till::open().await;
    let invoice = till.desk.sent_invoice().await;
    by_other_rules(&till.desk, &invoice, true).await;
    // What today's rules would give.
    till.ask(&invoice, "478.10")
        .await
        .refused(409, "amount_changed", None);
    let session = session_of(&till.ask(&invoice, "478.12").await.expect(200));
    assert_eq!(till.stripe.session(&session)["amount_total"], 47_812);
    till.tell(&till.stripe.pay(&session)).await.expect(200);
    let now = till.invoice(&invoice).await;
    assert_eq!(now["status"], "paid");
    assert_eq!(now["totals"]["paidAmount"], "478.12");

    // What goes back is due again, to the same penny.
    let back = till.stripe.refunded(&session, 47_812);
    till.tell(&back).await.expect(200);
    let now = till.invoice(&invoice).await;
    assert_eq!(now["status"], "sent");
    assert_eq!(now["totals"]["totalAmount"], "478.12");
    assert_eq!(now["totals"]["balanceDue"], "478.12");
    assert_eq!(till.page(&invoice).await["invoice"]["balanceDue"], "478.12");
    till.ask(&invoice, "478.12").await.expect(200);
    till.desk.app.stop().await;
}

#[tokio::test]
async fn a_card_is_charged_the_deposit_that_was_agreed() {
    let till = Till::open().await;
    let quote = till.desk.sent_quote().await;
    by_other_rules(&till.desk, &quote, true).await;
    let token = crate::documents::token(&quote);
    let accept = format!("/api/quotes/public/{token}/accept");
    let customer = till.desk.app.client();
    customer.post_empty(&accept).await.expect(200);
    till.ask_deposit(&quote, "119.53")
        .await
        .refused(409, "amount_changed", None);
    till.ask_deposit(&quote, "120.00").await.expect(200);
    till.desk.app.stop().await;
}
