//! The line that a photo belongs to.

use serde_json::{Value, json};

use super::edit::document_path;
use super::photos::saved_photo;
use super::{TestBusiness, with_field};
use crate::support::TestResponse;

#[tokio::test]
async fn a_photo_can_only_belong_to_an_existing_line() {
    let business = TestBusiness::open().await;
    let of_line = saved_photo(&business.client, Some("a"), "").await;
    let astray = saved_photo(&business.client, Some("zz"), "").await;
    let unknown = |answer: TestResponse, field: &str| {
        let response = answer.expect_error(422, "rule_broken", Some(field));
        assert_eq!(response["errors"][0]["code"], "unknown_line");
    };
    let mut body = with_field(business.quote_body(), "photos", json!([of_line, astray]));
    let made = business.client.post("/api/quotes", &body).await;
    unknown(made, "photos[1].line");
    body["photos"] = json!([of_line]);
    let made = business.client.post("/api/quotes", &body).await.expect_status(201);
    let save = |photos: Value, version: &Value| {
        let body = with_field(business.quote_body(), "photos", photos);
        with_field(body, "version", version.clone())
    };
    let saved = save(json!([of_line, astray]), &made["version"]);
    let saved = business.client.put(&document_path(&made), &saved).await;
    unknown(saved, "photos[1].line");
    // A line that goes leaves its photo to the job, in this save and in later ones.
    let mut without = save(json!([of_line]), &made["version"]);
    without["items"].as_array_mut().expect("lines").remove(0);
    let saved = business.client.put(&document_path(&made), &without).await.expect_status(200);
    let again = with_field(without, "notes", json!("Without the service."));
    let again = with_field(again, "version", saved["version"].clone());
    let saved = business.client.put(&document_path(&made), &again).await.expect_status(200);
    assert_eq!(saved["photos"][0]["line"], "a");
}

#[tokio::test]
async fn a_variation_shows_photos_of_its_own_account() {
    let business = TestBusiness::open().await;
    let job = business.accepted_quote().await;
    let stranger = business.app.sign_up("kim@other.example").await;
    let begin = format!("{}/variations", document_path(&job));
    let vary = async |photo: &Value| {
        let line = json!({ "id": "v", "name": "Rail", "quantity": "1", "price": "60.00" });
        let body = json!({ "items": [line], "photos": [photo] });
        business.client.post(&begin, &body).await
    };
    let theirs = saved_photo(&stranger, Some("v"), "").await;
    let refused = vary(&theirs).await;
    refused.expect_error(422, "rule_broken", Some("photos[0].id"));
    let astray = saved_photo(&business.client, Some("a"), "").await;
    let refused = vary(&astray).await;
    refused.expect_error(422, "rule_broken", Some("photos[0].line"));
    let own = saved_photo(&business.client, Some("v"), "").await;
    let made = vary(&own).await.expect_status(201);
    assert_eq!(made["photos"][0]["id"], own["id"]);
}
