//! The requests to a bucket. The server's own HTTP client sends them, so that there is one TLS library. What a bucket
//! refuses is read here, because `object_store` gives its answers only as text, with addresses.

use std::error::Error;
use std::iter::successors;
use std::time::Duration;

use async_trait::async_trait;
use axum::http::Response;
use http_body_util::BodyExt as _;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody,
    HttpService,
};
use reqwest::{Body, Method, StatusCode};

use plumbline_platform::error::BoxError;

/// How long connecting to a bucket may take, and how long a bucket may pause.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const READ_TIMEOUT: Duration = Duration::from_secs(120);
/// How many characters of a bucket's error message are used.
const ERROR_TEXT_MAX: usize = 300;

/// Sends the requests of `object_store`.
#[derive(Debug, Clone)]
pub(super) struct Requests(reqwest::Client);

impl Requests {
    pub(super) fn new() -> Result<Self, BoxError> {
        let client = reqwest::Client::builder().connect_timeout(CONNECT_TIMEOUT).read_timeout(READ_TIMEOUT);
        Ok(Self(client.build()?))
    }
}

impl HttpConnector for Requests {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

#[async_trait]
impl HttpService for Requests {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let is_post = request.method() == Method::POST;
        let request = reqwest::Request::try_from(request.map(Body::wrap)).map_err(http_error)?;
        let response = self.0.execute(request).await.map_err(http_error)?;
        let (head, body) = Response::<Body>::from(response).into_parts();
        let body = HttpResponseBody::new(body.map_err(http_error));
        let is_success = head.status.is_success();
        if is_success && !is_post {
            return Ok(HttpResponse::from_parts(head, body));
        }
        let bytes = match body.bytes().await {
            Err(error) if is_success => return Err(error),
            bytes => bytes.unwrap_or_default(),
        };
        match Refusal::read(head.status, &String::from_utf8_lossy(&bytes)) {
            Some(refusal) => Err(HttpError::new(HttpErrorKind::Unknown, refusal)),
            None => Ok(HttpResponse::from_parts(head, bytes.into())),
        }
    }
}

/// An error without the address.
fn http_error(error: reqwest::Error) -> HttpError {
    HttpError::new(HttpErrorKind::Unknown, error.without_url())
}

/// A bucket's error response.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    text: String,
}

impl Refusal {
    /// `None` if the response is not an error. One with status 200 may still be, at the end of an upload in parts.
    fn read(status: StatusCode, text: &str) -> Option<Self> {
        let short = short_error(text);
        let text = match status.is_success() {
            true if !text.contains("<Error>") => return None,
            true => short,
            false => format!("the bucket says {status} {short}"),
        };
        Some(Self { status, text })
    }
}

/// A bucket's error message: its code and text, if there are any.
fn short_error(text: &str) -> String {
    let part = |name: &str| {
        let (_, rest) = text.split_once(&format!("<{name}>"))?;
        Some(rest.split_once('<')?.0.to_owned())
    };
    let texts: Vec<String> = [part("Code"), part("Message")].into_iter().flatten().collect();
    texts.join(": ").chars().take(ERROR_TEXT_MAX).collect()
}

/// The bucket's error response, if that is the cause of an error.
pub(super) fn find_refusal(error: &object_store::Error) -> Option<&Refusal> {
    causes(error).find_map(|cause| cause.downcast_ref())
}

/// The cause of an error, without what `object_store` puts before it: the address, and how long it took.
pub(super) fn plain_error(error: object_store::Error) -> BoxError {
    let sent = causes(&error).find_map(|cause| cause.downcast_ref::<HttpError>());
    match sent.and_then(Error::source) {
        Some(cause) => cause.to_string().into(),
        None => error.into(),
    }
}

fn causes(error: &object_store::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    successors(Some(error as &(dyn Error + 'static)), |&cause| cause.source())
}

#[cfg(test)]
mod tests {
    use object_store::client::{HttpError, HttpErrorKind};
    use reqwest::StatusCode;

    use super::{Refusal, find_refusal, plain_error};

    const ERROR: &str = "<Error><Code>QuotaExceeded</Code><Message>It is full.</Message><Key>x</Key></Error>";

    fn read(status: StatusCode, text: &str) -> Option<String> {
        Refusal::read(status, text).map(|refusal| refusal.to_string())
    }

    #[test]
    fn says_what_a_bucket_refused() {
        let full = read(StatusCode::INSUFFICIENT_STORAGE, ERROR).expect("a refusal");
        assert_eq!(full, "the bucket says 507 Insufficient Storage QuotaExceeded: It is full.");
        assert_eq!(read(StatusCode::OK, ERROR).expect("a refusal"), "QuotaExceeded: It is full.");
        assert_eq!(read(StatusCode::OK, "<CompleteMultipartUploadResult/>"), None);
        assert_eq!(read(StatusCode::BAD_GATEWAY, "<html>").expect("one"), "the bucket says 502 Bad Gateway ");
        let long = format!("<Code>{}</Code>", "x".repeat(1_000));
        assert!(read(StatusCode::BAD_REQUEST, &long).expect("a refusal").len() < 350);
    }

    #[test]
    fn an_error_is_shown_without_what_is_put_before_it() {
        let refusal = Refusal::read(StatusCode::NOT_FOUND, "").expect("a refusal");
        let source = HttpError::new(HttpErrorKind::Unknown, refusal).into();
        let error = object_store::Error::Generic { store: "at https://s3.example", source };
        assert_eq!(find_refusal(&error).map(|refusal| refusal.status), Some(StatusCode::NOT_FOUND));
        assert_eq!(plain_error(error).to_string(), "the bucket says 404 Not Found ");
    }
}
