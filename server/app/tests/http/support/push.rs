//! A push service on this machine, and browsers that it reaches: each opens its messages with its own keys, and checks
//! the signature.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToEncodedPoint as _;
use serde_json::{Value, json};
use url::Url;
use web_push_native::Auth;

/// A message for a browser.
#[derive(Debug, Clone)]
pub struct PushedMessage {
    /// The browser's part of the address.
    pub to: String,
    /// Its headers.
    pub headers: HeaderMap,
    body: Vec<u8>,
}

#[derive(Default)]
struct PushState {
    posted: Vec<PushedMessage>,
    /// The status that is sent instead of 201, and its `Retry-After` or `Location`.
    fault: Option<(u16, Option<&'static str>)>,
}

/// The push service.
#[derive(Clone)]
pub struct FakePushService {
    state: Arc<Mutex<PushState>>,
    /// Its origin.
    pub url: Url,
}

impl FakePushService {
    /// Starts it on a free port.
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let world = Arc::new(Mutex::new(PushState::default()));
        let routes = Router::new().route("/to/{browser}", post(receive)).with_state(Arc::clone(&world));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let url = Url::parse(&format!("http://{address}")).expect("an address");
        Self { state: world, url }
    }

    /// From now on, responds with this status, and this `Retry-After` or `Location`.
    pub fn fail_with(&self, status: u16, with: Option<&'static str>) {
        self.state.lock().expect("whole").fault = Some((status, with));
    }

    /// Accepts everything again.
    pub fn accept_all(&self) {
        self.state.lock().expect("whole").fault = None;
    }

    /// The messages since the last call.
    pub fn take_posted(&self) -> Vec<PushedMessage> {
        std::mem::take(&mut self.state.lock().expect("whole").posted)
    }
}

async fn receive(
    State(world): State<Arc<Mutex<PushState>>>,
    Path(to): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let mut world = world.lock().expect("whole");
    world.posted.push(PushedMessage { to, headers, body: body.to_vec() });
    let (status, with) = world.fault.unwrap_or((201, None));
    let status = StatusCode::from_u16(status).expect("a status");
    match with {
        Some(place) if status.is_redirection() => (status, [("location", place)]).into_response(),
        Some(seconds) => (status, [("retry-after", seconds)]).into_response(),
        None => status.into_response(),
    }
}

/// A browser that can get push notifications.
pub struct FakeBrowser {
    service: FakePushService,
    name: String,
    secret: SecretKey,
    auth: [u8; 16],
}

impl FakeBrowser {
    /// A browser with keys of its own.
    pub fn new(service: &FakePushService, name: &str) -> Self {
        let seed = |place: usize| name.as_bytes()[place % name.len()].max(1);
        let bytes: [u8; 32] = std::array::from_fn(seed);
        Self {
            service: service.clone(),
            name: name.to_owned(),
            secret: SecretKey::from_slice(&bytes).expect("a key"),
            auth: std::array::from_fn(|place| seed(place + 3)),
        }
    }

    /// The contents of its `PushSubscription`.
    pub fn subscription(&self) -> Value {
        let endpoint = self.service.url.join(&format!("/to/{}", self.name));
        let key = self.secret.public_key().to_encoded_point(false);
        json!({
            "endpoint": endpoint.expect("an address").as_str(),
            "keys": {
                "p256dh": URL_SAFE_NO_PAD.encode(key.as_bytes()),
                "auth": URL_SAFE_NO_PAD.encode(self.auth),
            },
        })
    }

    /// Opens a message to this browser: it must be signed with this key, for this service.
    pub fn open_message(&self, posted: &PushedMessage, server_key: &str, now_ms: i64) -> Value {
        assert_eq!(posted.to, self.name);
        let header = |name: &str| posted.headers[name].to_str().expect("text");
        assert_eq!(header("content-encoding"), "aes128gcm");
        let rest = header("authorization").strip_prefix("vapid t=");
        let (token, key) = rest.and_then(|rest| rest.split_once(", k=")).expect("both");
        assert_eq!(key, server_key);
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
        let (signed, signature) = token.rsplit_once('.').expect("three parts");
        let verifying = VerifyingKey::from_sec1_bytes(&decode(key)).expect("a point");
        let signature = Signature::from_slice(&decode(signature)).expect("a signature");
        let fits = verifying.verify(signed.as_bytes(), &signature);
        fits.expect("it is signed by the server");
        let claims = decode(signed.split_once('.').expect("two parts").1);
        let claims: Value = serde_json::from_slice(&claims).expect("JSON");
        assert_eq!(claims["aud"], self.service.url.origin().ascii_serialization());
        let ends = claims["exp"].as_i64().expect("a time") * 1000;
        assert!(ends > now_ms && ends <= now_ms + 24 * 3_600_000, "{claims}");
        assert!(claims["sub"].as_str().is_some_and(|sub| sub.starts_with("mailto:")));
        let auth = Auth::from(self.auth);
        let opened = web_push_native::decrypt(posted.body.clone(), &self.secret, &auth);
        serde_json::from_slice(&opened.expect("it is for this browser")).expect("JSON")
    }
}
