//! Push services that are busy, broken, rude or gone.

use plumbline::clock::{Clock as _, HOUR, MINUTE};
use serde_json::Value;

use super::{list_devices, open_with_push_service, subscribe_browser};
use crate::documents::TestBusiness;
use crate::support::push::{FakeBrowser, FakePushService};

/// A business whose phone gets push notifications, and has got one about a quote.
async fn open_with_pushed_phone() -> (TestBusiness, FakePushService) {
    let (business, service) = open_with_push_service().await;
    subscribe_browser(&business.client, &FakeBrowser::new(&service, "phone")).await;
    business.accepted_quote().await;
    (business, service)
}

async fn count_attempts(business: &TestBusiness, service: &FakePushService) -> usize {
    business.app.run_jobs().await;
    service.take_posted().len()
}

#[tokio::test]
async fn a_subscription_that_no_longer_exists_is_deleted() {
    for status in [404, 410] {
        let (business, service) = open_with_pushed_phone().await;
        service.fail_with(status, None);
        assert_eq!(count_attempts(&business, &service).await, 1);
        assert_eq!(list_devices(&business.client).await.0, [Value::Null; 0]);
        business.accepted_quote().await;
        business.app.clock.advance(HOUR);
        assert_eq!(count_attempts(&business, &service).await, 0);
        business.app.stop().await;
    }
}

#[tokio::test]
async fn a_busy_push_service_is_not_contacted_before_its_retry_time() {
    let (business, service) = open_with_pushed_phone().await;
    service.fail_with(429, Some("600"));
    assert_eq!(count_attempts(&business, &service).await, 1);
    business.app.clock.advance(9 * MINUTE);
    assert_eq!(count_attempts(&business, &service).await, 0);
    service.accept_all();
    business.app.clock.advance(2 * MINUTE);
    assert_eq!(count_attempts(&business, &service).await, 1);
    business.app.clock.advance(HOUR);
    assert_eq!(count_attempts(&business, &service).await, 0, "once it is taken");
    business.app.stop().await;
}

#[tokio::test]
async fn a_broken_push_service_is_tried_again_for_a_day() {
    let (business, service) = open_with_pushed_phone().await;
    service.fail_with(503, None);
    let start = business.app.clock.now_ms();
    let mut tries = count_attempts(&business, &service).await;
    while business.app.clock.now_ms() - start < 23 * HOUR {
        business.app.clock.advance(HOUR);
        tries += count_attempts(&business, &service).await;
    }
    assert!((8..=20).contains(&tries), "{tries}");
    // A day later it is no news.
    service.accept_all();
    business.app.clock.advance(12 * HOUR);
    assert_eq!(count_attempts(&business, &service).await, 0);
    assert_eq!(business.count_rows("jobs").await, 0);
    assert_eq!(business.count_rows("push_subscriptions").await, 1);
    business.app.stop().await;
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let (business, service) = open_with_pushed_phone().await;
    service.fail_with(307, Some("/to/elsewhere"));
    assert_eq!(count_attempts(&business, &service).await, 1);
    business.app.stop().await;
}

#[tokio::test]
async fn a_subscription_refused_ten_times_in_a_row_is_deleted() {
    let (business, service) = open_with_pushed_phone().await;
    service.fail_with(403, None);
    for _ in 0..8 {
        assert_eq!(count_attempts(&business, &service).await, 1);
        business.accepted_quote().await;
    }
    // One that is taken makes up for all of them.
    service.accept_all();
    assert_eq!(count_attempts(&business, &service).await, 1);
    service.fail_with(403, None);
    for left in (0..10).rev() {
        business.accepted_quote().await;
        assert_eq!(count_attempts(&business, &service).await, 1);
        let known = usize::from(left > 0);
        assert_eq!(count_devices(&business).await, known);
    }
    business.app.stop().await;
}

async fn count_devices(business: &TestBusiness) -> usize {
    list_devices(&business.client).await.0.len()
}

#[tokio::test]
async fn subscriptions_of_a_service_that_is_no_longer_configured_are_deleted() {
    let (business, service) = open_with_pushed_phone().await;
    // Another server on the same database that knows no service on this machine.
    let other = business.app.start_twin(|_| {}).await;
    other.run_jobs().await;
    assert_eq!(service.take_posted().len(), 0);
    assert_eq!(count_devices(&business).await, 0);
    other.stop().await;
    business.app.stop().await;
}

#[tokio::test]
async fn an_account_sends_at_most_120_push_messages_an_hour() {
    let (business, service) = open_with_push_service().await;
    subscribe_browser(&business.client, &FakeBrowser::new(&service, "phone")).await;
    let state = business.app.state();
    let mut tx = state.db.begin_write().await.expect("a transaction");
    let user = business.client.get("/api/auth/me").await.expect_status(200);
    let user = user["id"].as_str().expect("an id").parse().expect("an id");
    let message = plumbline::push::PushMessage {
        title: "Quote Q-0001 was accepted".to_owned(),
        path: "/notifications".to_owned(),
        tag: "one".to_owned(),
    };
    for _ in 0..130 {
        plumbline::push::enqueue(state, &mut tx, &user, &message).await.expect("queued");
    }
    tx.commit().await.expect("committed");
    assert_eq!(count_attempts(&business, &service).await, 120);
    business.app.clock.advance(HOUR);
    assert_eq!(count_attempts(&business, &service).await, 0, "they are not made up for");
    business.app.stop().await;
}
