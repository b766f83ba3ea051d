//! An account with thousands of documents is closed at once, and deleted in portions.

use serde_json::json;

use super::find_traces;
use crate::documents::{OWNER, TestBusiness, id_of, token_of};
use crate::lists::copying::copy_draft;
use crate::support::PASSWORD;

/// More documents than the request itself deletes.
const COPIES: i64 = 2_400;

#[tokio::test]
async fn a_large_account_is_closed_at_once_and_deleted_in_portions() {
    let mut business = TestBusiness::open().await;
    let accepted = business.accepted_quote().await;
    let path = format!("/api/quotes/{}/convert", id_of(&accepted));
    let invoice = business.client.post_empty(&path).await.expect_status(201);
    business.send_by_link("invoices", &id_of(&invoice)).await;
    let sent = business.sent_quote().await;
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let stranger = business.app.new_client();
    stranger.get(&link).await.expect_status(200);
    let draft = business.draft_quote().await;
    copy_draft(&business, &id_of(&draft), COPIES).await;
    let other = business.app.new_client();
    business.app.log_in(&other, OWNER).await;
    let user = id_of(&other.get("/api/auth/me").await.expect_status(200));

    let body = json!({ "currentPassword": PASSWORD });
    let answer = business.client.delete_with("/api/account", &body).await;
    assert_eq!(answer.status.as_u16(), 204, "{}", answer.text);
    let left = business.count_rows("documents").await;
    assert!((1..COPIES).contains(&left), "{left} are left to the job");
    // Nobody can use what is left.
    let me = other.get("/api/auth/me").await;
    me.expect_error(401, "session_expired", None);
    let login = json!({ "username": OWNER, "password": PASSWORD });
    let answer = stranger.post("/api/auth/login", &login).await;
    answer.expect_error(401, "wrong_credentials", None);
    assert_eq!(find_traces(&business.app, OWNER).await.len(), 1, "the last email");

    // A server that stops meanwhile goes on with it.
    business.app.restart().await;
    business.app.run_jobs().await;
    assert_eq!(business.count_rows("documents").await, 0);
    assert_eq!(find_traces(&business.app, &user).await, [""; 0]);
    business.app.stop().await;
}

/// Requested before any of its documents is deleted.
#[tokio::test]
async fn the_links_of_a_closed_account_open_nothing() {
    let mut business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let user = id_of(&business.client.get("/api/auth/me").await.expect_status(200));
    let stranger = business.app.new_client();
    stranger.get(&link).await.expect_status(200);
    let mut tx = business.app.state().db.begin_write().await.expect("a transaction");
    let now = business.app.state().clock.now_ms();
    let user = user.parse().expect("an id");
    let closed = plumbline::accounts::store::close(&mut tx, &user, now).await;
    closed.expect("closed");
    tx.commit().await.expect("committed");
    for what in ["", "/accept", "/decline"] {
        let path = format!("{link}{what}");
        let answer = match what {
            "" => stranger.get(&path).await,
            _ => stranger.post(&path, &json!({})).await,
        };
        assert_eq!(answer.status.as_u16(), 404, "{path}: {}", answer.text);
    }
    let page = stranger.get(&format!("/q/{}", token_of(&sent))).await;
    assert_eq!(page.status.as_u16(), 404, "{}", page.text);
    // Its address is free.
    business.app.restart().await;
    business.app.sign_up(OWNER).await;
    business.app.stop().await;
}
