//! The last minute in which a quote can be accepted, in London's summer and winter.

use serde_json::json;

use super::{TestBusiness, id_of, token_of, with_field};

/// Whether a quote that expires on a day can be accepted at an instant.
async fn can_accept_at(day: &str, at_ms: i64) -> bool {
    let business = TestBusiness::open().await;
    business.app.clock.set(at_ms - 60_000);
    let client = &business.client;
    // The session has expired.
    business.app.log_in(client, super::OWNER).await;
    let body = with_field(business.quote_body(), "issueDate", json!("2026-01-01"));
    let body = with_field(body, "expiryDate", json!(day));
    let draft = client.post("/api/quotes", &body).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    business.app.clock.set(at_ms);
    let path = format!("/api/quotes/public/{}/accept", token_of(&sent));
    let answer = business.app.new_client().post(&path, &json!({ "termsAccepted": true })).await;
    match answer.status.as_u16() {
        200 => true,
        _ => {
            answer.expect_error(409, "expired", None);
            assert_eq!(business.count_rows("acceptances").await, 0);
            false
        }
    }
}

#[tokio::test]
async fn a_day_in_summer_time_ends_an_hour_before_the_utc_day() {
    // 2026-06-30T22:59Z and 23:00Z: 23:59 on 30 June and 00:00 on 1 July in London.
    assert!(can_accept_at("2026-06-30", 1_782_860_340_000).await);
    assert!(!can_accept_at("2026-06-30", 1_782_860_400_000).await);
}

#[tokio::test]
async fn a_winter_day_ends_with_the_utc_day() {
    // 2026-12-31T23:59Z and 2027-01-01T00:00Z.
    assert!(can_accept_at("2026-12-31", 1_798_761_540_000).await);
    assert!(!can_accept_at("2026-12-31", 1_798_761_600_000).await);
}

#[tokio::test]
async fn days_on_which_the_clocks_change_end_at_london_midnight() {
    // 29 March 2026, 23 hours long, ends at 23:00Z; 25 October, 25 hours long, at 24:00Z.
    assert!(can_accept_at("2026-03-29", 1_774_825_140_000).await);
    assert!(!can_accept_at("2026-03-29", 1_774_825_200_000).await);
    assert!(can_accept_at("2026-10-25", 1_792_972_740_000).await);
    assert!(!can_accept_at("2026-10-25", 1_792_972_800_000).await);
}
