//! The business is reminded of the end of its trial in time.

use super::{DAY, PlanFixture};
use crate::documents::OWNER;
use crate::documents::live::{LivePage, wait_for_listeners};

#[tokio::test]
async fn emails_remind_three_days_and_one_day_before_and_on_the_last_day_once() {
    let shop = PlanFixture::start_trial().await;
    let app = &shop.business.app;
    let mut result = Vec::new();
    for _ in 0..18 {
        app.clock.advance(DAY);
        // Looked at twice a day, and by two servers, it is once.
        app.run_jobs().await;
        app.run_jobs().await;
        result.push(shop.email_subjects().await.len());
    }
    // Begun on the 16th; the 27th, the 29th and the 30th.
    assert_eq!(result, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 3, 3, 3, 3]);
    let subjects = shop.email_subjects().await;
    let wanted = [
        "3 days of your Plumbline trial are left",
        "1 day of your Plumbline trial is left",
        "The last day of your Plumbline trial",
    ];
    assert_eq!(subjects, wanted);
    let received_emails = app.receive_emails(OWNER).await;
    let first = received_emails.iter().find(|it| it.subject == wanted[0]).expect("one");
    for text in [
        "Hello Sam Taylor",
        "3 days of your free trial are left. It ends on 30 Nov 2026.",
        "Core is £15.00 a month, Plus is £20.00 a month",
        "you can still read, share and export everything",
        &app.url("/settings/plan"),
    ] {
        assert!(first.text.contains(text), "{text}: {}", first.text);
    }
    assert!(first.html.contains("Choose a plan"));
    shop.stop().await;
}

#[tokio::test]
async fn a_chosen_plan_gets_no_reminder_and_a_missed_one_is_not_made_up_for() {
    let shop = PlanFixture::start_trial().await;
    shop.buy_plan("core").await;
    for _ in 0..16 {
        shop.business.app.clock.advance(DAY);
        shop.business.app.run_jobs().await;
    }
    assert!(shop.email_subjects().await.is_empty());
    shop.stop().await;

    // A server that was down on the 27th says nothing of it on the 28th.
    let shop = PlanFixture::start_trial().await;
    shop.advance_days(12).await;
    assert!(shop.email_subjects().await.is_empty());
    shop.advance_days(1).await;
    assert_eq!(shop.email_subjects().await, ["1 day of your Plumbline trial is left"]);
    shop.stop().await;
}

#[tokio::test]
async fn open_windows_are_notified_that_a_trial_is_over() {
    let shop = PlanFixture::start_trial().await;
    let app = &shop.business.app;
    shop.advance_days(14).await;
    app.clock.advance(DAY);
    let mut window = LivePage::open_for_business(app, &shop.business.new_session_cookie().await).await;
    wait_for_listeners(app, 1).await;
    app.run_jobs().await;
    let body = serde_json::json!({
        "type": "subscription_event", "kind": "subscription", "action": "lapsed",
        "data": { "plan": "trial" },
    });
    assert_eq!(window.next_message().await, Ok(body));
    shop.stop().await;
}

#[tokio::test]
async fn open_windows_are_notified_of_a_failed_renewal_and_its_later_payment() {
    let (shop, sub) = PlanFixture::open_paying("plus").await;
    let app = &shop.business.app;
    shop.advance_days(30).await;
    let mut window = LivePage::open_for_business(app, &shop.business.new_session_cookie().await).await;
    wait_for_listeners(app, 1).await;
    // Each with the events of its invoice and of its subscription, and said once.
    shop.send_events(&shop.stripe.renew_subscription(&sub, false)).await;
    app.clock.advance(120_000);
    shop.send_events(&shop.stripe.renew_subscription(&sub, true)).await;
    for action in ["payment_failed", "paid"] {
        let body = serde_json::json!({
            "type": "subscription_event", "kind": "subscription", "action": action,
            "data": { "plan": "plus" },
        });
        assert_eq!(window.next_message().await, Ok(body));
    }
    shop.stop().await;
}
