//! The browsers that get push notifications, and for how long.

use serde_json::{Value, json};

use super::{list_devices, open_with_push_service, subscribe_browser};
use crate::documents::{OWNER, id_of};
use crate::support::push::{FakeBrowser, FakePushService};

fn pushed_browser_names(service: &FakePushService) -> Vec<String> {
    service.take_posted().into_iter().map(|one| one.to).collect()
}

#[tokio::test]
async fn subscribing_the_same_browser_again_adds_no_device() {
    let (business, service) = open_with_push_service().await;
    let phone = FakeBrowser::new(&service, "phone");
    let first = subscribe_browser(&business.client, &phone).await;
    assert_eq!(first["current"], true);
    let path = "/api/notifications/devices";
    let again = business.client.post(path, &phone.subscription()).await;
    assert_eq!(again.expect_status(200)["id"], first["id"]);
    // The browser has another address by now: it takes the old one's place.
    let renewed = subscribe_browser(&business.client, &FakeBrowser::new(&service, "phone2")).await;
    let (bodies, _) = list_devices(&business.client).await;
    assert_eq!(bodies.len(), 1);
    assert_eq!(bodies[0]["id"], renewed["id"]);
    business.client.delete(&format!("{path}/{}", id_of(&renewed))).await.expect_status(204);
    let gone = format!("{path}/{}", id_of(&renewed));
    let gone = business.client.delete(&gone).await;
    gone.expect_error(404, "not_found", None);
    business.accepted_quote().await;
    business.app.run_jobs().await;
    assert_eq!(pushed_browser_names(&service), [""; 0]);
    business.app.stop().await;
}

#[tokio::test]
async fn logging_out_ends_push_notifications_but_an_idle_session_does_not() {
    let (business, service) = open_with_push_service().await;
    let (phone, laptop) = (business.app.new_client(), business.app.new_client());
    business.app.log_in(&phone, OWNER).await;
    business.app.log_in(&laptop, OWNER).await;
    subscribe_browser(&phone, &FakeBrowser::new(&service, "phone")).await;
    subscribe_browser(&laptop, &FakeBrowser::new(&service, "laptop")).await;
    // Half an hour later nobody is signed in any more, which is when push notifications are of use.
    let quotes = [business.sent_quote().await, business.sent_quote().await];
    let accept = async |quote: &Value| {
        let token = quote["publicToken"].as_str().expect("a token");
        let path = format!("/api/quotes/public/{token}/accept");
        business.app.new_client().post_empty(&path).await.expect_status(200);
        business.app.run_jobs().await;
        let mut names = pushed_browser_names(&service);
        names.sort();
        names
    };
    business.app.clock.advance(30 * 60_000);
    assert_eq!(accept(&quotes[0]).await, ["laptop", "phone"]);
    business.app.log_in(&phone, OWNER).await;
    phone.post_empty("/api/auth/logout").await.expect_status(200);
    assert_eq!(accept(&quotes[1]).await, ["laptop"]);
    business.app.stop().await;
}

#[tokio::test]
async fn a_signed_out_device_gets_no_notifications() {
    let (business, service) = open_with_push_service().await;
    let phone = business.app.new_client();
    business.app.log_in(&phone, OWNER).await;
    subscribe_browser(&phone, &FakeBrowser::new(&service, "phone")).await;
    business.client.delete("/api/account/sessions").await.expect_status(204);
    assert_eq!(list_devices(&business.client).await.0, [Value::Null; 0]);
    business.app.stop().await;
}

#[tokio::test]
async fn a_browser_is_one_accounts_at_a_time() {
    let (business, service) = open_with_push_service().await;
    let phone = FakeBrowser::new(&service, "phone");
    subscribe_browser(&business.client, &phone).await;
    // A notification that is queued but not sent is not for the next person who uses the browser.
    business.accepted_quote().await;
    let jo = business.app.sign_up("jo@other.example").await;
    service.take_posted();
    business.accepted_quote().await;
    subscribe_browser(&jo, &phone).await;
    assert_eq!(list_devices(&business.client).await.0, [Value::Null; 0]);
    let (bodies, _) = list_devices(&jo).await;
    assert_eq!(bodies.len(), 1);
    business.app.run_jobs().await;
    assert_eq!(pushed_browser_names(&service), [""; 0]);
    // Nobody ends it for another.
    let path = format!("/api/notifications/devices/{}", id_of(&bodies[0]));
    let answer = business.client.delete(&path).await;
    answer.expect_error(404, "not_found", None);
    business.app.stop().await;
}

#[tokio::test]
async fn an_account_has_at_most_ten_browsers() {
    let (business, service) = open_with_push_service().await;
    for at in 0..11 {
        let client = business.app.new_client();
        business.app.log_in(&client, OWNER).await;
        subscribe_browser(&client, &FakeBrowser::new(&service, &format!("browser{at}"))).await;
        business.app.clock.advance(60_000);
    }
    let client = business.app.new_client();
    business.app.log_in(&client, OWNER).await;
    assert_eq!(list_devices(&client).await.0.len(), 10);
    business.accepted_quote().await;
    business.app.run_jobs().await;
    let names = pushed_browser_names(&service);
    assert_eq!(names.len(), 10);
    assert!(!names.contains(&"browser0".to_owned()), "{names:?}");
    business.app.stop().await;
}

#[tokio::test]
async fn an_invalid_subscription_is_refused_with_its_field() {
    let (business, service) = open_with_push_service().await;
    let good = FakeBrowser::new(&service, "phone").subscription();
    let put = |pointer: &str, value: Value| {
        let mut body = good.clone();
        *body.pointer_mut(pointer).expect("a field") = value;
        body
    };
    let path = "/api/notifications/devices";
    for (body, at) in [
        (put("/endpoint", json!("http://push.example/x")), "endpoint"),
        (put("/endpoint", json!("https://169.254.169.254/x")), "endpoint"),
        (put("/endpoint", json!("https://localhost/x")), "endpoint"),
        (put("/endpoint", json!("https://[::1]/x")), "endpoint"),
        (put("/keys/p256dh", json!("AAAA")), "keys.p256dh"),
        (put("/keys/auth", json!("AAAA")), "keys.auth"),
    ] {
        let answer = business.client.post(path, &body).await;
        answer.expect_error(422, "rule_broken", Some(at));
    }
    for (body, at) in [
        (put("/keys", json!("x")), "keys"),
        (put("/endpoint", json!(7)), "endpoint"),
        (json!({ "endpoint": "https://push.example/x" }), "keys"),
        (put("/endpoint", json!("https://a.example/\u{0}")), "endpoint"),
    ] {
        let answer = business.client.post(path, &body).await.expect_status(400);
        assert_eq!(answer["errors"][0]["path"], at, "{answer}");
    }
    assert_eq!(business.count_rows("push_subscriptions").await, 0);
    let stranger = business.app.new_client();
    let answer = stranger.post(path, &good).await;
    assert_eq!(answer.status.as_u16(), 401);
    business.app.stop().await;
}
