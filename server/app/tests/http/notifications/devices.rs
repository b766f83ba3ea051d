//! Which browsers are told, and for how long.

use serde_json::{Value, json};

use super::{list_devices, open_with_push_service, subscribe_browser};
use crate::documents::{OWNER, id_of};
use crate::support::push::{FakeBrowser, FakePushService};

fn pushed_browser_names(service: &FakePushService) -> Vec<String> {
    service
        .take_posted()
        .into_iter()
        .map(|one| one.to)
        .collect()
}

#[tokio::test]
async fn the_same_browser_again_is_one() {
    let (desk, service) = open_with_push_service().await;
    let phone = FakeBrowser::new(&service, "phone");
    let first = subscribe_browser(&desk.client, &phone).await;
    assert_eq!(first["current"], true);
    let path = "/api/notifications/devices";
    let again = desk.client.post(path, &phone.subscription()).await;
    assert_eq!(again.expect_status(200)["id"], first["id"]);
    // The browser has another address by now: it takes the old one's place.
    let renewed = subscribe_browser(&desk.client, &FakeBrowser::new(&service, "phone2")).await;
    let (told, _) = list_devices(&desk.client).await;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["id"], renewed["id"]);
    desk.client
        .delete(&format!("{path}/{}", id_of(&renewed)))
        .await
        .expect_status(204);
    let gone = format!("{path}/{}", id_of(&renewed));
    let gone = desk.client.delete(&gone).await;
    gone.expect_error(404, "not_found", None);
    desk.accepted_quote().await;
    desk.app.run_jobs().await;
    assert_eq!(pushed_browser_names(&service), [""; 0]);
    desk.app.stop().await;
}

#[tokio::test]
async fn logging_out_ends_it_and_an_idle_session_does_not() {
    let (desk, service) = open_with_push_service().await;
    let (phone, laptop) = (desk.app.new_client(), desk.app.new_client());
    desk.app.log_in(&phone, OWNER).await;
    desk.app.log_in(&laptop, OWNER).await;
    subscribe_browser(&phone, &FakeBrowser::new(&service, "phone")).await;
    subscribe_browser(&laptop, &FakeBrowser::new(&service, "laptop")).await;
    // Half an hour later nobody is signed in any more: that is when being told is of use.
    let quotes = [desk.sent_quote().await, desk.sent_quote().await];
    let accept = async |quote: &Value| {
        let token = quote["publicToken"].as_str().expect("a token");
        let path = format!("/api/quotes/public/{token}/accept");
        desk.app
            .new_client()
            .post_empty(&path)
            .await
            .expect_status(200);
        desk.app.run_jobs().await;
        let mut names = pushed_browser_names(&service);
        names.sort();
        names
    };
    desk.app.clock.advance(30 * 60_000);
    assert_eq!(accept(&quotes[0]).await, ["laptop", "phone"]);
    desk.app.log_in(&phone, OWNER).await;
    phone
        .post_empty("/api/auth/logout")
        .await
        .expect_status(200);
    assert_eq!(accept(&quotes[1]).await, ["laptop"]);
    desk.app.stop().await;
}

#[tokio::test]
async fn a_device_that_is_signed_out_is_told_nothing() {
    let (desk, service) = open_with_push_service().await;
    let phone = desk.app.new_client();
    desk.app.log_in(&phone, OWNER).await;
    subscribe_browser(&phone, &FakeBrowser::new(&service, "phone")).await;
    desk.client
        .delete("/api/account/sessions")
        .await
        .expect_status(204);
    assert_eq!(list_devices(&desk.client).await.0, [Value::Null; 0]);
    desk.app.stop().await;
}

#[tokio::test]
async fn a_browser_is_one_accounts_at_a_time() {
    let (desk, service) = open_with_push_service().await;
    let phone = FakeBrowser::new(&service, "phone");
    subscribe_browser(&desk.client, &phone).await;
    // Told of already, and not sent yet: it is not for whoever has the browser then.
    desk.accepted_quote().await;
    let jo = desk.app.sign_up("jo@other.example").await;
    service.take_posted();
    desk.accepted_quote().await;
    subscribe_browser(&jo, &phone).await;
    assert_eq!(list_devices(&desk.client).await.0, [Value::Null; 0]);
    let (told, _) = list_devices(&jo).await;
    assert_eq!(told.len(), 1);
    desk.app.run_jobs().await;
    assert_eq!(pushed_browser_names(&service), [""; 0]);
    // Nobody ends it for another.
    let path = format!("/api/notifications/devices/{}", id_of(&told[0]));
    let answer = desk.client.delete(&path).await;
    answer.expect_error(404, "not_found", None);
    desk.app.stop().await;
}

#[tokio::test]
async fn an_account_has_ten_at_most() {
    let (desk, service) = open_with_push_service().await;
    for at in 0..11 {
        let client = desk.app.new_client();
        desk.app.log_in(&client, OWNER).await;
        subscribe_browser(
            &client,
            &FakeBrowser::new(&service, &format!("browser{at}")),
        )
        .await;
        desk.app.clock.advance(60_000);
    }
    let client = desk.app.new_client();
    desk.app.log_in(&client, OWNER).await;
    assert_eq!(list_devices(&client).await.0.len(), 10);
    desk.accepted_quote().await;
    desk.app.run_jobs().await;
    let names = pushed_browser_names(&service);
    assert_eq!(names.len(), 10);
    assert!(!names.contains(&"browser0".to_owned()), "{names:?}");
    desk.app.stop().await;
}

#[tokio::test]
async fn what_is_no_subscription_is_refused_by_its_field() {
    let (desk, service) = open_with_push_service().await;
    let good = FakeBrowser::new(&service, "phone").subscription();
    let put = |pointer: &str, value: Value| {
        let mut body = good.clone();
        *body.pointer_mut(pointer).expect("a field") = value;
        body
    };
    let path = "/api/notifications/devices";
    for (body, at) in [
        (put("/endpoint", json!("http://push.example/x")), "endpoint"),
        (
            put("/endpoint", json!("https://169.254.169.254/x")),
            "endpoint",
        ),
        (put("/endpoint", json!("https://localhost/x")), "endpoint"),
        (put("/endpoint", json!("https://[::1]/x")), "endpoint"),
        (put("/keys/p256dh", json!("AAAA")), "keys.p256dh"),
        (put("/keys/auth", json!("AAAA")), "keys.auth"),
    ] {
        let answer = desk.client.post(path, &body).await;
        answer.expect_error(422, "rule_broken", Some(at));
    }
    for (body, at) in [
        (put("/keys", json!("x")), "keys"),
        (put("/endpoint", json!(7)), "endpoint"),
        (json!({ "endpoint": "https://push.example/x" }), "keys"),
        (
            put("/endpoint", json!("https://a.example/\u{0}")),
            "endpoint",
        ),
    ] {
        let answer = desk.client.post(path, &body).await.expect_status(400);
        assert_eq!(answer["errors"][0]["path"], at, "{answer}");
    }
    assert_eq!(desk.count_rows("push_subscriptions").await, 0);
    let stranger = desk.app.new_client();
    let answer = stranger.post(path, &good).await;
    assert_eq!(answer.status.as_u16(), 401);
    desk.app.stop().await;
}
