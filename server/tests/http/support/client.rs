//! A browser: cookies, JSON, and answers that say what they are when a test fails.

use reqwest::{Method, RequestBuilder, StatusCode};
use serde::Serialize;
use serde_json::Value;

/// A browser with its own cookies.
#[derive(Clone)]
pub struct Client {
    base: String,
    inner: reqwest::Client,
}

/// What the server answered.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: reqwest::header::HeaderMap,
    /// The body.
    pub text: String,
}

impl Client {
    pub(super) fn new(base: String) -> Self {
        let inner = reqwest::Client::builder()
            .cookie_store(true)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("a client");
        Self { base, inner }
    }

    /// A request to build upon; `path` begins with `/`.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.inner.request(method, format!("{}{path}", self.base))
    }

    /// GET.
    pub async fn get(&self, path: &str) -> Answer {
        send(self.request(Method::GET, path)).await
    }

    /// POST with a JSON body.
    pub async fn post(&self, path: &str, body: &impl Serialize) -> Answer {
        send(self.request(Method::POST, path).json(body)).await
    }

    /// POST without a body.
    pub async fn post_empty(&self, path: &str) -> Answer {
        send(self.request(Method::POST, path)).await
    }

    /// POST with a JSON body and an `Idempotency-Key`.
    pub async fn post_once(&self, path: &str, key: &str, body: &impl Serialize) -> Answer {
        send(
            self.request(Method::POST, path)
                .header("idempotency-key", key)
                .json(body),
        )
        .await
    }

    /// POST of a text as it stands, called JSON.
    pub async fn post_text(&self, path: &str, text: impl Into<String>) -> Answer {
        let request = self
            .request(Method::POST, path)
            .header("content-type", "application/json");
        send(request.body(text.into())).await
    }

    /// PUT with a JSON body.
    pub async fn put(&self, path: &str, body: &impl Serialize) -> Answer {
        send(self.request(Method::PUT, path).json(body)).await
    }

    /// PATCH with a JSON body.
    pub async fn patch(&self, path: &str, body: &impl Serialize) -> Answer {
        send(self.request(Method::PATCH, path).json(body)).await
    }

    /// DELETE.
    pub async fn delete(&self, path: &str) -> Answer {
        send(self.request(Method::DELETE, path)).await
    }

    /// DELETE with a JSON body.
    pub async fn delete_with(&self, path: &str, body: &impl Serialize) -> Answer {
        send(self.request(Method::DELETE, path).json(body)).await
    }

    /// The file behind a path, which must be there.
    pub async fn bytes(&self, path: &str) -> Vec<u8> {
        let response = self.request(Method::GET, path).send().await;
        let response = response.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        response.bytes().await.expect("a body").to_vec()
    }

    /// Does the human check as the widget would: what goes into `recaptchaToken`.
    pub async fn human(&self) -> String {
        let challenge = self.get("/api/auth/captcha").await.expect(200);
        plumbline::captcha::altcha::solve(&challenge).expect("a solution")
    }

    /// Sends a request that was built by hand.
    pub async fn send(&self, request: RequestBuilder) -> Answer {
        send(request).await
    }
}

async fn send(request: RequestBuilder) -> Answer {
    let response = request.send().await.expect("an answer");
    let status = response.status();
    let headers = response.headers().clone();
    let text = response.text().await.expect("a body");
    Answer {
        status,
        headers,
        text,
    }
}

impl Answer {
    /// The body, when the status is the expected one.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.json()
    }

    /// The body; null when it is empty.
    #[track_caller]
    pub fn json(&self) -> Value {
        if self.text.is_empty() {
            return Value::Null;
        }
        serde_json::from_str(&self.text).unwrap_or_else(|_| Value::String(self.text.clone()))
    }

    /// Checks status, code and, when there is one, the path of the first field at fault.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str, path: Option<&str>) -> Value {
        let body = self.expect(status);
        assert_eq!(body["code"], code, "{body}");
        assert!(
            body["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{body}"
        );
        if let Some(path) = path {
            assert_eq!(body["errors"][0]["path"], path, "{body}");
        }
        body
    }

    /// A header's text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}
