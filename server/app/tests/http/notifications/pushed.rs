//! The messages to devices, opened with the browser's own keys.

use plumbline::clock::Clock as _;
use serde_json::{Value, json};

use super::{list_devices, list_sentences, open_with_push_service, subscribe_browser};
use crate::documents::{TestBusiness, id_of};
use crate::support::push::{FakeBrowser, FakePushService};

/// The messages that a browser got since the last call, opened.
async fn read_pushed(
    business: &TestBusiness,
    service: &FakePushService,
    browser: &FakeBrowser,
) -> Vec<Value> {
    business.app.run_jobs().await;
    let (_, key) = list_devices(&business.client).await;
    let posted = service.take_posted();
    let now = business.app.clock.now_ms();
    posted.iter().map(|one| browser.open_message(one, &key, now)).collect()
}

#[tokio::test]
async fn a_push_message_contains_no_names_or_amounts_by_default() {
    let (business, service) = open_with_push_service().await;
    let phone = FakeBrowser::new(&service, "phone");
    subscribe_browser(&business.client, &phone).await;
    let quote = business.accepted_quote().await;
    business.app.run_jobs().await;
    let (bodies, key) = list_devices(&business.client).await;
    let posted = service.take_posted();
    assert_eq!(posted.len(), 1);
    let header = |name: &str| posted[0].headers[name].to_str().expect("text");
    assert_eq!(header("urgency"), "high");
    assert_eq!(header("ttl"), "86400");
    let message = phone.open_message(&posted[0], &key, business.app.clock.now_ms());
    let list = business.client.get("/api/notifications").await.expect_status(200);
    let number = quote["quoteNumber"].as_str().expect("a number");
    let expected = json!({
        "title": format!("Quote {number} was accepted"),
        "path": format!("/notifications/{}", id_of(&list[0])),
        "tag": list[0]["id"],
    });
    assert_eq!(message, expected);
    assert!(bodies[0]["lastSentAt"].is_i64());
    business.app.stop().await;
}

#[tokio::test]
async fn details_and_topics_can_be_switched_on_and_off() {
    let (business, service) = open_with_push_service().await;
    let phone = FakeBrowser::new(&service, "phone");
    subscribe_browser(&business.client, &phone).await;
    let path = "/api/notifications/settings";
    let first = business.client.get(path).await.expect_status(200);
    assert_eq!(first["showDetails"], false);
    let topics = first["topics"].as_array().expect("a list");
    assert!(topics.iter().all(|topic| topic["on"] == true));
    let input = json!({ "showDetails": true, "off": ["quotes_declined", "quotes_declined"] });
    let set = business.client.put(path, &input).await.expect_status(200);
    assert_eq!(business.client.get(path).await.expect_status(200), set);
    assert_eq!(set["topics"][1]["topic"], "quotes_declined");
    assert_eq!(set["topics"][1]["on"], false);

    let quote = business.accepted_quote().await;
    let number = quote["quoteNumber"].as_str().expect("a number");
    let bodies = read_pushed(&business, &service, &phone).await;
    let expected = format!("Quote {number} was accepted by Jo Bloggs: £478.10");
    assert_eq!(bodies[0]["title"], expected);

    let declined = business.sent_quote().await;
    let token = declined["publicToken"].as_str().expect("a token");
    let path = format!("/api/quotes/public/{token}/decline");
    business.app.new_client().post_empty(&path).await.expect_status(200);
    assert_eq!(read_pushed(&business, &service, &phone).await, [Value::Null; 0]);
    assert_eq!(list_sentences(&business.client).await.len(), 2, "the list has it");
    business.app.stop().await;
}

#[tokio::test]
async fn errors_in_the_settings_name_the_field() {
    let (business, _) = open_with_push_service().await;
    let path = "/api/notifications/settings";
    for (body, at) in [
        (json!({ "showDetails": true }), "off"),
        (json!({ "showDetails": "yes", "off": [] }), "showDetails"),
        (json!({ "showDetails": true, "off": ["rain"] }), "off[0]"),
        (json!({ "showDetails": true, "off": [], "on": [] }), "on"),
    ] {
        let answer = business.client.put(path, &body).await.expect_status(400);
        assert_eq!(answer["errors"][0]["path"], at, "{answer}");
    }
    assert_eq!(business.count_rows("notification_settings").await, 0);
    let stranger = business.app.new_client();
    assert_eq!(stranger.get(path).await.status.as_u16(), 401);
    business.app.stop().await;
}

#[tokio::test]
async fn the_push_key_is_made_once_and_shared_by_all_servers() {
    let (mut business, service) = open_with_push_service().await;
    let phone = FakeBrowser::new(&service, "phone");
    let (_, key) = list_devices(&business.client).await;
    let beside = business.app.start_twin(|_| {}).await;
    assert_eq!(beside.state().push.public_key(), key);
    beside.stop().await;
    subscribe_browser(&business.client, &phone).await;
    business.accepted_quote().await;
    business.app.restart().await;
    business.client = business.app.new_client();
    business.app.log_in(&business.client, crate::documents::OWNER).await;
    // What was queued before goes out after, under the same key.
    assert_eq!(read_pushed(&business, &service, &phone).await.len(), 1);
    assert_eq!(list_devices(&business.client).await.1, key);
    business.app.stop().await;
}
