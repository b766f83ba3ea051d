//! A browser with cookies and JSON, whose responses are printed when a test fails.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, header};
use reqwest::cookie::{CookieStore as _, Jar};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde::Serialize;
use serde_json::Value;
use tower::ServiceExt as _;
use url::Position;

use super::statements::DatabaseUse;

/// A browser with its own cookies. It calls the router directly; the few tests that are about connections send a
/// [`RequestBuilder`] themselves.
#[derive(Clone)]
pub struct Client {
    base: String,
    router: Router,
    cookies: Arc<Jar>,
    inner: reqwest::Client,
}

/// The server's response.
#[derive(Debug)]
pub struct TestResponse {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: reqwest::header::HeaderMap,
    /// The body.
    pub text: String,
}

impl Client {
    pub(super) fn new(base: String, router: Router) -> Self {
        let cookies = Arc::new(Jar::default());
        let inner = reqwest::Client::builder()
            .cookie_provider(cookies.clone())
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("a client");
        Self { base, router, cookies, inner }
    }

    /// A request to build upon; `path` begins with `/`.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.inner.request(method, format!("{}{path}", self.base))
    }

    /// GET.
    pub async fn get(&self, path: &str) -> TestResponse {
        self.send(self.request(Method::GET, path)).await
    }

    /// POST with a JSON body.
    pub async fn post(&self, path: &str, body: &impl Serialize) -> TestResponse {
        self.send(self.request(Method::POST, path).json(body)).await
    }

    /// POST without a body.
    pub async fn post_empty(&self, path: &str) -> TestResponse {
        self.send(self.request(Method::POST, path)).await
    }

    /// POST with a JSON body and an `Idempotency-Key`.
    pub async fn post_with_key(&self, path: &str, key: &str, body: &impl Serialize) -> TestResponse {
        self.send(self.request(Method::POST, path).header("idempotency-key", key).json(body)).await
    }

    /// POST of a text, unchanged, with the content type of JSON.
    pub async fn post_text(&self, path: &str, text: impl Into<String>) -> TestResponse {
        let request = self.request(Method::POST, path).header("content-type", "application/json");
        self.send(request.body(text.into())).await
    }

    /// PUT with a JSON body.
    pub async fn put(&self, path: &str, body: &impl Serialize) -> TestResponse {
        self.send(self.request(Method::PUT, path).json(body)).await
    }

    /// PATCH with a JSON body.
    pub async fn patch(&self, path: &str, body: &impl Serialize) -> TestResponse {
        self.send(self.request(Method::PATCH, path).json(body)).await
    }

    /// DELETE.
    pub async fn delete(&self, path: &str) -> TestResponse {
        self.send(self.request(Method::DELETE, path)).await
    }

    /// DELETE with a JSON body.
    pub async fn delete_with(&self, path: &str, body: &impl Serialize) -> TestResponse {
        self.send(self.request(Method::DELETE, path).json(body)).await
    }

    /// The file at a path, which must exist.
    pub async fn get_bytes(&self, path: &str) -> Vec<u8> {
        let (status, _, bytes) = self.execute(self.request(Method::GET, path)).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        bytes
    }

    /// Solves the human check as the widget would, and returns the value of `recaptchaToken`.
    pub async fn solve_captcha(&self) -> String {
        let challenge = self.get("/api/auth/captcha").await.expect_status(200);
        plumbline::captcha::altcha::solve(&challenge).expect("a solution")
    }

    /// Sends a request that was built by hand.
    pub async fn send(&self, request: RequestBuilder) -> TestResponse {
        let (status, headers, bytes) = self.execute(request).await;
        TestResponse { status, headers, text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    async fn execute(&self, request: RequestBuilder) -> (StatusCode, header::HeaderMap, Vec<u8>) {
        let request = request.build().expect("a request");
        let _under_way = match request.method() == Method::GET {
            true => DatabaseUse::begin_read(),
            false => DatabaseUse::begin_write(),
        };
        let url = request.url().clone();
        let request: Request<reqwest::Body> = request.try_into().expect("a request");
        let mut request = request.map(Body::new);
        // The header that a client sends with every request over a connection.
        let length = request.body().size_hint().exact();
        let headers = request.headers_mut();
        let host = url[Position::BeforeHost..Position::AfterPort].parse();
        headers.insert(header::HOST, host.expect("a host"));
        headers.entry(header::ACCEPT).or_insert(HeaderValue::from_static("*/*"));
        if let Some(length) = length.filter(|length| *length > 0) {
            headers.insert(header::CONTENT_LENGTH, length.into());
        }
        if let Some(cookies) = self.cookies.cookies(&url)
            && !headers.contains_key(header::COOKIE)
        {
            headers.insert(header::COOKIE, cookies);
        }
        let path = &url[Position::BeforePath..Position::AfterQuery];
        *request.uri_mut() = path.parse().expect("a path");
        let peer = SocketAddr::from((Ipv4Addr::LOCALHOST, 50_000));
        request.extensions_mut().insert(ConnectInfo(peer));

        let response = match self.router.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        let (head, body) = response.into_parts();
        let mut given = head.headers.get_all(header::SET_COOKIE).iter();
        self.cookies.set_cookies(&mut given, &url);
        let body = to_bytes(body, usize::MAX).await.expect("a body");
        (head.status, head.headers, body.to_vec())
    }
}

impl TestResponse {
    /// The body, if the response has the expected status.
    #[track_caller]
    pub fn expect_status(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.json()
    }

    /// The body; null if it is empty.
    #[track_caller]
    pub fn json(&self) -> Value {
        if self.text.is_empty() {
            return Value::Null;
        }
        serde_json::from_str(&self.text).unwrap_or_else(|_| Value::String(self.text.clone()))
    }

    /// Checks the status, the code and, if given, the path of the first field at fault.
    #[track_caller]
    pub fn expect_error(self, status: u16, code: &str, path: Option<&str>) -> Value {
        let body = self.expect_status(status);
        assert_eq!(body["code"], code, "{body}");
        assert!(body["message"].as_str().is_some_and(|text| !text.is_empty()), "{body}");
        if let Some(path) = path {
            assert_eq!(body["errors"][0]["path"], path, "{body}");
        }
        body
    }

    /// The text of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}
