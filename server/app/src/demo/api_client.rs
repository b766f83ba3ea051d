//! A client of the API within the process: the demo passes every check that a browser's requests would.

use std::fmt;
use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, header};
use serde_json::{Value, json};
use tower::ServiceExt as _;

/// The largest response, in bytes: larger than any that the demo's requests get.
const RESPONSE_LIMIT: usize = 4 * 1024 * 1024;

/// The boundary between the parts of a form.
const BOUNDARY: &str = "plumbline-demo";

/// Why the demo could not be made, as a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct DemoError(String);

impl DemoError {
    /// An error with its sentence.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

/// A signed-in client of the API.
pub struct ApiClient {
    router: Router,
    email: String,
    password: String,
    cookie: String,
}

impl ApiClient {
    /// A client of `router` for an account, which [`Self::sign_in`] signs in.
    pub fn new(router: Router, email: &str, password: &str) -> Self {
        let (email, password) = (email.to_owned(), password.to_owned());
        Self { router, email, password, cookie: String::new() }
    }

    /// Signs in at the clock's time, because a session of an earlier day has ended.
    pub async fn sign_in(&mut self) -> Result<(), DemoError> {
        let body = json!({ "username": self.email, "password": self.password });
        let (_, cookie) = self.send(Method::POST, "/api/auth/login", Some(body)).await?;
        let cookie = cookie.ok_or_else(|| DemoError::new("signing in gave no session"))?;
        // A known device keeps its cookie.
        let device = self.cookie.split_once("; ").map(|(_, device)| device);
        self.cookie = match device {
            Some(device) if !cookie.contains("; ") => format!("{cookie}; {device}"),
            _ => cookie,
        };
        Ok(())
    }

    /// Sends a GET request.
    pub async fn get(&self, path: &str) -> Result<Value, DemoError> {
        self.send(Method::GET, path, None).await.map(|(answer, _)| answer)
    }

    /// Sends a POST request.
    pub async fn post(&self, path: &str, body: Value) -> Result<Value, DemoError> {
        self.send(Method::POST, path, Some(body)).await.map(|(answer, _)| answer)
    }

    /// Sends a PUT request.
    pub async fn put(&self, path: &str, body: Value) -> Result<Value, DemoError> {
        self.send(Method::PUT, path, Some(body)).await.map(|(answer, _)| answer)
    }

    /// Sends a file as a form.
    pub async fn upload(&self, path: &str, file: &[u8]) -> Result<Value, DemoError> {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"photo.jpg\"\r\n\r\n"
        );
        let end = format!("\r\n--{BOUNDARY}--\r\n");
        let form = [head.as_bytes(), file, end.as_bytes()].concat();
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let sent = self.send_as(Method::POST, path, &kind, Body::from(form));
        sent.await.map(|(answer, _)| answer)
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<(Value, Option<String>), DemoError> {
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        self.send_as(method, path, "application/json", body).await
    }

    async fn send_as(
        &self,
        method: Method,
        path: &str,
        kind: &str,
        body: Body,
    ) -> Result<(Value, Option<String>), DemoError> {
        let failed = |what: &dyn fmt::Display| DemoError::new(format!("{method} {path}: {what}"));
        let mut request = Request::builder()
            .method(&method)
            .uri(path)
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, kind)
            .header(header::COOKIE, &self.cookie)
            .body(body)
            .map_err(|e| failed(&e))?;
        let local = SocketAddr::from(([127, 0, 0, 1], 0));
        request.extensions_mut().insert(ConnectInfo(local));

        // A router never fails; it always responds.
        let answer = self.router.clone().oneshot(request).await.map_err(|e| failed(&e))?;
        let status = answer.status();
        // The cookies of the session and of the device, so that it stays the same browser.
        let cookies: Vec<&str> = answer
            .headers()
            .get_all(header::SET_COOKIE)
            .iter()
            .filter_map(|cookie| cookie.to_str().ok()?.split(';').next())
            .collect();
        let cookie = (!cookies.is_empty()).then(|| cookies.join("; "));
        let body = to_bytes(answer.into_body(), RESPONSE_LIMIT).await.map_err(|e| failed(&e))?;
        if !status.is_success() {
            return Err(failed(&format!("{status} {}", String::from_utf8_lossy(&body))));
        }
        let answer = if body.is_empty() {
            Value::Null
        } else {
            serde_json::from_slice(&body).map_err(|e| failed(&e))?
        };
        Ok((answer, cookie))
    }
}
