//! A bucket on this machine that supports as much of S3 as backups use, over HTTP.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use sha2::{Digest as _, Sha256};
use url::Url;

/// The key that it accepts.
pub const KEY: &str = "AKIAPLUMBLINE";

const NAMESPACE: &str = "http://s3.amazonaws.com/doc/2006-03-01/";
/// How many names it lists at once: so few that a list has several pages.
const PAGE: usize = 3;

#[derive(Default)]
struct BucketState {
    objects: BTreeMap<String, Vec<u8>>,
    uploads: BTreeMap<String, BTreeMap<u16, Vec<u8>>>,
    /// Whether every upload is refused.
    is_full: bool,
    /// How many parts were uploaded.
    parts: usize,
}

/// The bucket `spare`.
#[derive(Clone)]
pub struct FakeBucket {
    state: Arc<Mutex<BucketState>>,
    /// Its origin.
    pub url: Url,
}

impl FakeBucket {
    /// Starts it on a free port.
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let world = Arc::new(Mutex::new(BucketState::default()));
        let routes = Router::new()
            .route("/spare", any(list_objects))
            .route("/spare/{*key}", any(handle_object))
            .layer(axum::extract::DefaultBodyLimit::disable())
            .with_state(Arc::clone(&world));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let url = Url::parse(&format!("http://{address}")).expect("an address");
        Self { state: world, url }
    }

    /// The names of its files.
    pub fn names(&self) -> Vec<String> {
        self.state.lock().expect("the world").objects.keys().cloned().collect()
    }

    /// Stores an empty file.
    pub fn add_file(&self, name: &str) {
        self.state.lock().expect("the world").objects.insert(name.to_owned(), Vec::new());
    }

    /// How many parts of large files were uploaded.
    pub fn count_parts(&self) -> usize {
        self.state.lock().expect("the world").parts
    }

    /// From now on, refuses every upload.
    pub fn make_full(&self) {
        self.state.lock().expect("the world").is_full = true;
    }

    /// Changes one character of a file.
    pub fn damage_file(&self, name: &str) {
        let mut world = self.state.lock().expect("the world");
        let bytes = world.objects.get_mut(name).expect("a file");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
    }
}

type RequestQuery = BTreeMap<String, String>;

/// Whether a request was signed with the key, with its time and its body. (The signature itself is not calculated.)
fn is_signed(headers: &HeaderMap, body: &[u8]) -> bool {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let authorization = header("authorization");
    authorization.starts_with(&format!("AWS4-HMAC-SHA256 Credential={KEY}/"))
        && authorization.split_once("Signature=").is_some_and(|(_, it)| it.len() == 64)
        && !header("x-amz-date").is_empty()
        && header("x-amz-content-sha256") == hex::encode(Sha256::digest(body))
}

fn error_response(status: StatusCode, code: &str) -> Response {
    let text = format!("<Error><Code>{code}</Code><Message>It is so.</Message></Error>");
    (status, text).into_response()
}

async fn list_objects(
    State(world): State<Arc<Mutex<BucketState>>>,
    Query(requested): Query<RequestQuery>,
    headers: HeaderMap,
) -> Response {
    if !is_signed(&headers, &[]) {
        return error_response(StatusCode::FORBIDDEN, "AccessDenied");
    }
    let world = world.lock().expect("the world");
    let prefix = requested.get("prefix").map(String::as_str).unwrap_or_default();
    let after = requested.get("continuation-token").map(String::as_str).unwrap_or_default();
    let delimiter = requested.get("delimiter").map(String::as_str);
    // What is further below is listed as one name, which ends with the delimiter.
    let listed = |key| {
        let rest = str::strip_prefix(key, prefix)?;
        let end = delimiter.and_then(|delimiter| Some(rest.find(delimiter)? + delimiter.len()));
        Some((&key[..prefix.len() + end.unwrap_or(rest.len())], end.is_some()))
    };
    let mut found: Vec<(&str, bool)> = world.objects.keys().filter_map(|key| listed(key)).collect();
    found.retain(|(name, _)| *name > after);
    found.dedup();
    let mut text = format!("<ListBucketResult xmlns=\"{NAMESPACE}\"><MaxKeys>{PAGE}</MaxKeys>");
    let is_more = found.len() > PAGE;
    let _ = write!(text, "<IsTruncated>{is_more}</IsTruncated>");
    if is_more {
        let (last, _) = found[PAGE - 1];
        let _ = write!(text, "<NextContinuationToken>{last}</NextContinuationToken>");
    }
    for (name, is_below) in found.into_iter().take(PAGE) {
        let _ = if is_below {
            write!(text, "<CommonPrefixes><Prefix>{name}</Prefix></CommonPrefixes>")
        } else {
            let time = "<LastModified>2026-11-26T03:00:00.000Z</LastModified>";
            write!(text, "<Contents><Key>{name}</Key>{time}<Size>1</Size></Contents>")
        };
    }
    text.push_str("</ListBucketResult>");
    text.into_response()
}

async fn handle_object(
    State(world): State<Arc<Mutex<BucketState>>>,
    Path(key): Path<String>,
    Query(requested): Query<RequestQuery>,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !is_signed(&headers, &body) {
        return error_response(StatusCode::FORBIDDEN, "AccessDenied");
    }
    let mut world = world.lock().expect("the world");
    if world.is_full && method != Method::GET && method != Method::DELETE {
        return error_response(StatusCode::INSUFFICIENT_STORAGE, "QuotaExceeded");
    }
    let upload = requested.get("uploadId");
    match (method.as_str(), upload) {
        ("POST", None) => {
            world.uploads.insert(key.clone(), BTreeMap::new());
            format!(
                "<InitiateMultipartUploadResult xmlns=\"{NAMESPACE}\"><UploadId>{key}</UploadId>\
                 </InitiateMultipartUploadResult>"
            )
            .into_response()
        }
        ("PUT", Some(upload)) => {
            let number: u16 = requested["partNumber"].parse().expect("a number");
            world.parts += 1;
            let parts = world.uploads.get_mut(upload).expect("an upload");
            parts.insert(number, body.to_vec());
            ([("etag", format!("\"{number}\""))], "").into_response()
        }
        ("POST", Some(upload)) => {
            let parts = world.uploads.remove(upload).expect("an upload");
            let text = String::from_utf8_lossy(&body).into_owned();
            assert_eq!(text.matches("<Part>").count(), parts.len(), "{text}");
            let whole = parts.into_values().flatten().collect();
            world.objects.insert(key, whole);
            format!("<CompleteMultipartUploadResult xmlns=\"{NAMESPACE}\"><ETag>x</ETag></CompleteMultipartUploadResult>")
                .into_response()
        }
        ("PUT", None) => {
            world.objects.insert(key, body.to_vec());
            ([("etag", "\"whole\"")], "").into_response()
        }
        ("DELETE", _) => {
            world.objects.remove(&key);
            StatusCode::NO_CONTENT.into_response()
        }
        _ => match world.objects.get(&key) {
            Some(bytes) => bytes.clone().into_response(),
            None => error_response(StatusCode::NOT_FOUND, "NoSuchKey"),
        },
    }
}
