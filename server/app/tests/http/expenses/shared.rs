//! Photos that are shared with the app when its service worker is not running.

use reqwest::Method;

use crate::support::TestApp;

const PATH: &str = "/expenses/shared";

#[tokio::test]
async fn the_form_opens_and_says_that_no_photo_was_saved() {
    let app = TestApp::start().await;
    let client = app.new_client();
    for size in [0, 3_000_000, 30_000_000] {
        let body = vec![b'x'; size];
        let answer = client.send(client.request(Method::POST, PATH).body(body)).await;
        assert_eq!(answer.status, 303, "{size} bytes");
        assert_eq!(answer.header("location"), Some("/expenses/create?shared=not-kept"));
    }
    let by_hand = client.get(PATH).await;
    assert_eq!(by_hand.status, 303);
    assert_eq!(by_hand.header("location"), Some("/expenses/create"));
    app.stop().await;
}

#[tokio::test]
async fn a_page_of_another_site_shares_nothing() {
    let app = TestApp::start().await;
    let client = app.new_client();
    let request = client.request(Method::POST, PATH).header("sec-fetch-site", "cross-site").body("photos");
    client.send(request).await.expect_error(403, "cross_origin", None);
    app.stop().await;
}
