//! The live updates that open pages get (`docs/product.md`, section 7, 'Live socket').

use std::time::Duration;

use futures::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::{OWNER, TestBusiness, id_of, token_of};
use crate::support::TestApp;

/// How long a test waits for something that should happen; it is only reached if the test fails.
const TIMEOUT: Duration = Duration::from_secs(60);

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// An open page.
#[derive(Debug)]
pub struct LivePage(Stream);

impl LivePage {
    /// A window with this session cookie.
    pub async fn open_for_business(app: &TestApp, cookie: &str) -> Self {
        Self(connect_socket(app, &[("cookie", cookie)]).await.expect("opens"))
    }

    /// A customer's page at a link.
    pub async fn open_for_customer(app: &TestApp, token: &str) -> Self {
        let mut page = Self(connect_socket(app, &[]).await.expect("opens"));
        page.send(&json!({ "type": "authenticate_public", "token": token })).await;
        page
    }

    async fn send(&mut self, message: &Value) {
        let text = Message::text(message.to_string());
        self.0.send(text).await.expect("is heard");
    }

    /// Waits until everything sent so far has been received: a ping is answered after what came before it.
    pub async fn wait_until_received(&mut self) {
        let ping = Message::Ping("heard".into());
        self.0.send(ping).await.expect("is sent");
        loop {
            let heard = tokio::time::timeout(TIMEOUT, self.0.next()).await;
            let heard = heard.expect("in time").expect("not cut off");
            if matches!(heard, Ok(Message::Pong(given)) if given.as_ref() == b"heard") {
                return;
            }
        }
    }

    /// The next message of this type. If several servers share a PostgreSQL, messages pass through it, so that a page
    /// may also get one from just before it was opened: other types are skipped.
    pub async fn next_of_type(&mut self, event: &str) -> Value {
        loop {
            let body = self.next_message().await.expect("a message");
            if body["type"] == event {
                return body;
            }
        }
    }

    /// The next message, or the code of the close.
    pub async fn next_message(&mut self) -> Result<Value, u16> {
        // One timeout for everything, because the server's pings would otherwise postpone it forever.
        let heard = tokio::time::timeout(TIMEOUT, self.message()).await;
        heard.expect("something in time")
    }

    async fn message(&mut self) -> Result<Value, u16> {
        loop {
            match self.0.next().await.expect("not cut off") {
                Ok(Message::Text(text)) => {
                    return Ok(serde_json::from_str(text.as_str()).expect("JSON"));
                }
                Ok(Message::Close(frame)) => return Err(frame.expect("a reason").code.into()),
                Ok(_) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
}

async fn connect_socket(app: &TestApp, headers: &[(&'static str, &str)]) -> tungstenite::Result<Stream> {
    let url = app.url("/ws").replace("http://", "ws://");
    let mut request = url.into_client_request().expect("an address");
    for (name, value) in headers {
        let value = value.parse().expect("a header");
        request.headers_mut().insert(*name, value);
    }
    connect_async(request).await.map(|(stream, _)| stream)
}

/// A socket of a window with this cookie, or of a customer's page; the status if it is refused.
pub async fn try_open(app: &TestApp, cookie: Option<&str>) -> Result<LivePage, u16> {
    let headers: Vec<_> = cookie.map(|cookie| ("cookie", cookie)).into_iter().collect();
    match connect_socket(app, &headers).await {
        Ok(stream) => Ok(LivePage(stream)),
        Err(tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

/// The message to the business's windows that the list of notifications has grown.
pub fn notifications_message() -> Value {
    json!({ "type": "notification", "kind": "notification" })
}

/// A page gets messages once the server has looked up its link; messages before that are lost.
pub async fn wait_for_listeners(app: &TestApp, topics: usize) {
    let wait = async {
        while app.state().live.listener_count() < topics {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, wait).await.expect("listens");
}

#[tokio::test]
async fn both_sides_are_notified_of_an_acceptance_and_a_payment() {
    let test_business = TestBusiness::open().await;
    let quote = test_business.sent_quote().await;
    let mut business =
        LivePage::open_for_business(&test_business.app, &test_business.new_session_cookie().await).await;
    let mut customer = LivePage::open_for_customer(&test_business.app, &token_of(&quote)).await;
    wait_for_listeners(&test_business.app, 2).await;
    let path = format!("/api/quotes/public/{}", token_of(&quote));
    let other = test_business.app.new_client();
    other.post_empty(&format!("{path}/accept")).await.expect_status(200);
    // The link's holder learns no id.
    assert_eq!(customer.next_message().await, Ok(json!({ "type": "status_update" })));
    let result = |event: &str| json!({ "type": event, "kind": "quote", "id": id_of(&quote) });
    assert_eq!(business.next_message().await, Ok(result("status_update")));
    assert_eq!(business.next_message().await, Ok(notifications_message()));
    let paid = json!({ "method": "cash" });
    let page = other.post(&format!("{path}/payment"), &paid).await.expect_status(201);
    assert_eq!(customer.next_message().await, Ok(json!({ "type": "payment_received" })));
    assert_eq!(business.next_message().await, Ok(result("payment_received")));
    assert_eq!(business.next_message().await, Ok(notifications_message()));
    let payment = page["payments"][0]["id"].as_str().expect("an id");
    let confirm = format!("/api/quotes/{}/payments/{payment}/confirm", id_of(&quote));
    test_business.client.post_empty(&confirm).await.expect_status(200);
    assert_eq!(customer.next_message().await, Ok(json!({ "type": "payment_confirmed" })));
    assert_eq!(business.next_message().await, Ok(result("payment_confirmed")));
}

#[tokio::test]
async fn refused_requests_and_other_documents_cause_no_message() {
    let business = TestBusiness::open().await;
    let (first, second) = (business.sent_quote().await, business.sent_quote().await);
    let mut customer = LivePage::open_for_customer(&business.app, &token_of(&first)).await;
    wait_for_listeners(&business.app, 1).await;
    let other = business.app.new_client();
    let decline = |quote: &Value| format!("/api/quotes/public/{}/decline", token_of(quote));
    other.post_empty(&decline(&second)).await.expect_status(200);
    let early = format!("/api/quotes/public/{}/payment", token_of(&first));
    other.post(&early, &json!({ "method": "cash" })).await.expect_error(409, "not_accepted", None);
    other.post_empty(&decline(&first)).await.expect_status(200);
    // The first thing heard is the only thing that happened here.
    assert_eq!(customer.next_message().await, Ok(json!({ "type": "status_update" })));
}

#[tokio::test]
async fn a_socket_with_an_unknown_link_is_closed() {
    let business = TestBusiness::open().await;
    let mut guess = LivePage::open_for_customer(&business.app, "AAAAAAAAAAAAAAAAAAAAAA").await;
    assert_eq!(guess.next_message().await, Err(4404));
    let draft = business.draft_quote().await;
    let mut by_id = LivePage::open_for_customer(&business.app, &id_of(&draft)).await;
    assert_eq!(by_id.next_message().await, Err(4404));
}

/// A customer may have an account of their own, or may be the business itself.
#[tokio::test]
async fn a_signed_in_browser_at_a_link_gets_only_messages_of_that_document() {
    let business = TestBusiness::open().await;
    business.app.sign_up("other@example.com").await;
    let body = json!({ "username": "other@example.com", "password": crate::support::PASSWORD });
    let answer = business.app.new_client().post("/api/auth/login", &body).await;
    let cookie = answer.header("set-cookie").expect("a cookie");
    let other = cookie.split(';').next().unwrap_or_default().to_owned();
    for cookie in [other, business.new_session_cookie().await] {
        let (here, elsewhere) = (business.sent_quote().await, business.sent_quote().await);
        let mut page = LivePage::open_for_business(&business.app, &cookie).await;
        page.send(&json!({ "type": "authenticate_public", "token": token_of(&here) })).await;
        page.wait_until_received().await;
        for quote in [&elsewhere, &here] {
            let path = format!("/api/quotes/public/{}/decline", token_of(quote));
            business.app.new_client().post_empty(&path).await.expect_status(200);
        }
        // The first thing heard is what happened here, in the words for a customer.
        assert_eq!(page.next_message().await, Ok(json!({ "type": "status_update" })));
    }
    let mut page = LivePage::open_for_business(&business.app, &business.new_session_cookie().await).await;
    page.send(&json!({ "type": "authenticate_public", "token": "AAAAAAAAAAAAAAAAAAAAAA" })).await;
    assert_eq!(page.next_message().await, Err(4404));
}

#[tokio::test]
async fn unknown_first_messages_are_ignored() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let mut page = LivePage(connect_socket(&business.app, &[]).await.expect("opens"));
    for odd in [json!({}), json!({ "type": "ping" }), json!([1]), json!(7)] {
        page.send(&odd).await;
    }
    page.send(&json!({ "type": "authenticate_public", "token": token_of(&quote), "more": 1 })).await;
    wait_for_listeners(&business.app, 1).await;
    let decline = format!("/api/quotes/public/{}/decline", token_of(&quote));
    business.app.new_client().post_empty(&decline).await.expect_status(200);
    assert_eq!(page.next_message().await, Ok(json!({ "type": "status_update" })));
}

#[tokio::test]
async fn another_site_opens_no_socket() {
    let business = TestBusiness::open().await;
    let cookie = business.new_session_cookie().await;
    let headers = [("cookie", cookie.as_str()), ("origin", "https://elsewhere.example")];
    match connect_socket(&business.app, &headers).await {
        Err(tungstenite::Error::Http(answer)) => assert_eq!(answer.status(), 403),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_socket_closes_as_soon_as_its_session_ends() {
    let business = TestBusiness::open().await;
    let elsewhere = business.app.new_client();
    business.app.log_in(&elsewhere, OWNER).await;
    let mut ended = LivePage::open_for_business(&business.app, &business.new_session_cookie().await).await;
    ended.wait_until_received().await;
    elsewhere.delete("/api/account/sessions").await;
    // Nothing was said meanwhile, and the next look of its own would be half a minute later.
    assert_eq!(ended.next_message().await, Err(4401));
}

#[tokio::test]
async fn a_signed_out_window_gets_no_more_messages() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let cookie = business.new_session_cookie().await;
    let mut window = LivePage::open_for_business(&business.app, &cookie).await;
    wait_for_listeners(&business.app, 1).await;
    let request = business
        .app
        .new_client()
        .request(reqwest::Method::POST, "/api/auth/logout")
        .header("cookie", &cookie);
    business.client.send(request).await.expect_status(200);
    let decline = format!("/api/quotes/public/{}/decline", token_of(&quote));
    business.app.new_client().post_empty(&decline).await.expect_status(200);
    assert_eq!(window.next_message().await, Err(4401));
}

#[tokio::test]
async fn a_stopping_server_closes_its_sockets() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let mut customer = LivePage::open_for_customer(&business.app, &token_of(&quote)).await;
    wait_for_listeners(&business.app, 1).await;
    let heard = tokio::spawn(async move { customer.next_message().await });
    business.app.stop().await;
    assert_eq!(heard.await.expect("ends"), Err(1012));
}

/// Two servers on one PostgreSQL database; SQLite has only one server.
#[tokio::test]
async fn a_second_server_sends_messages_about_what_the_first_commits() {
    let business = TestBusiness::open().await;
    let Some(beside) = business.app.start_second().await else {
        return;
    };
    let quote = business.sent_quote().await;
    let mut customer = LivePage::open_for_customer(&beside, &token_of(&quote)).await;
    wait_for_listeners(&beside, 1).await;
    let decline = format!("/api/quotes/public/{}/decline", token_of(&quote));
    business.app.new_client().post_empty(&decline).await.expect_status(200);
    assert_eq!(customer.next_message().await, Ok(json!({ "type": "status_update" })));
    beside.stop().await;
}

#[tokio::test]
async fn open_windows_are_notified_of_archiving_restoring_and_a_new_link() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let mut window = LivePage::open_for_business(&business.app, &business.new_session_cookie().await).await;
    wait_for_listeners(&business.app, 1).await;
    for action in ["archive", "restore", "revoke-link"] {
        let path = format!("/api/quotes/{}/{action}", id_of(&quote));
        business.client.post_empty(&path).await.expect_status(200);
        let heard = window.next_of_type("quote_updated").await;
        assert_eq!(heard["id"], quote["id"], "{action}: {heard}");
    }
    business.app.stop().await;
}
