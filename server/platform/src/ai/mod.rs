//! A language model with OpenAI's chat completions API: a company's, or Ollama on this machine. It is not trusted:
//! its response is limited in time and size and contains no control characters, and every failure becomes one of
//! the sentences of [`AiError`].

mod answer_stream;

use std::sync::Arc;

use reqwest::StatusCode;
use reqwest::header::CONTENT_TYPE;
use serde_json::json;
use tokio::time::{Instant, timeout_at};

use crate::config::AiConfig;
use crate::error::BoxError;
use crate::http::connections::{Slot, Slots};

pub use answer_stream::AnswerStream;

/// How many responses may be in progress at a time: in total, and for one account.
const CONCURRENT_MAX: usize = 16;
const PER_ACCOUNT_MAX: usize = 2;
/// The most tokens that the model may produce; no response needs more.
const TOKENS_MAX: u32 = 3_000;

/// The client of the model, if one is configured.
pub struct Ai {
    endpoint: Option<Endpoint>,
    slots: Arc<Slots>,
}

struct Endpoint {
    config: AiConfig,
    client: reqwest::Client,
}

/// Why there is no response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AiError {
    /// No model is configured.
    #[error("This server has no writing assistant.")]
    Off,
    /// Too many requests are in progress.
    #[error("The writing assistant is busy. Try again in a minute.")]
    Crowded,
    /// The model took too long.
    #[error("The writing assistant took too long.")]
    Slow,
    /// The model's address can't be reached.
    #[error("The writing assistant could not be reached.")]
    Down,
    /// The model refused our key.
    #[error("The writing assistant refused us. The people who run this site need to look into it.")]
    Refused,
    /// The model limits the number of requests and we reached the limit.
    #[error("The writing assistant has too much to do. Try again in a few minutes.")]
    Busy,
    /// The model failed, or its response can't be read.
    #[error("We couldn’t read the writing assistant’s reply.")]
    Garbled,
    /// The response stopped halfway.
    #[error("The writing assistant stopped halfway.")]
    Stopped,
    /// The response is too long.
    #[error("The writing assistant wrote far too much.")]
    TooLong,
    /// The response is empty.
    #[error("The writing assistant had nothing to say.")]
    Silent,
}

impl AiError {
    /// The stable code of this fault.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Off => "ai_off",
            Self::Crowded => "ai_crowded",
            Self::Slow => "ai_slow",
            Self::Down => "ai_down",
            Self::Refused => "ai_refused",
            Self::Busy => "ai_busy",
            Self::Garbled => "ai_garbled",
            Self::Stopped => "ai_stopped",
            Self::TooLong => "ai_too_long",
            Self::Silent => "ai_silent",
        }
    }
}

impl Ai {
    /// The client for this configuration; `None` makes one that is off.
    ///
    /// # Errors
    /// When the HTTP client cannot be built.
    pub fn new(config: Option<&AiConfig>) -> Result<Self, BoxError> {
        let endpoint = config.map(|config| {
            // Following a redirect would send the key and the notes to somebody else.
            let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build()?;
            let config = config.clone();
            Ok::<_, reqwest::Error>(Endpoint { config, client })
        });
        Ok(Self { endpoint: endpoint.transpose()?, slots: Slots::new(CONCURRENT_MAX) })
    }

    /// Whether a model is configured.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.endpoint.is_some()
    }

    /// Reserves a place for one response, which is released when it is dropped.
    ///
    /// # Errors
    /// [`AiError::Off`] if no model is configured, [`AiError::Crowded`] if too many requests are in progress.
    pub fn acquire_slot(&self, account: &str) -> Result<Slot, AiError> {
        if !self.is_on() {
            return Err(AiError::Off);
        }
        let keys = vec![(account.to_owned(), PER_ACCOUNT_MAX)];
        self.slots.acquire(keys).map_err(|_| AiError::Crowded)
    }

    /// Sends the request and returns the response as it arrives. Dropping the future or the response closes the
    /// connection.
    ///
    /// # Errors
    /// A [`AiError`] if the model can't be reached or refuses.
    pub async fn ask(&self, system: &str, text: &str) -> Result<AnswerStream, AiError> {
        let Endpoint { config, client } = self.endpoint.as_ref().ok_or(AiError::Off)?;
        let started = Instant::now();
        let url = config.base_url.join("chat/completions").map_err(|_| AiError::Down)?;
        let mut request = client.post(url).json(&json!({
            "model": config.model,
            "stream": true,
            "temperature": 0.2,
            "max_tokens": TOKENS_MAX,
            "messages": [
                { "role": "system", "content": system },
                { "role": "user", "content": text },
            ],
        }));
        if let Some(key) = &config.api_key {
            request = request.bearer_auth(key);
        }
        let answer = timeout_at(started + config.silence_timeout(), request.send()).await;
        let response = match answer {
            Err(_) => return Err(log_error(AiError::Slow, &"no answer in time")),
            Ok(Err(error)) => return Err(log_error(AiError::Down, &error.without_url())),
            Ok(Ok(response)) => response,
        };
        let status = response.status();
        if status != StatusCode::OK {
            let fault = match status {
                StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => AiError::Refused,
                StatusCode::TOO_MANY_REQUESTS => AiError::Busy,
                StatusCode::REQUEST_TIMEOUT | StatusCode::GATEWAY_TIMEOUT => AiError::Slow,
                _ => AiError::Garbled,
            };
            return Err(log_error(fault, &status));
        }
        let kind = response.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let is_stream = match kind.split(';').next().unwrap_or_default().trim() {
            "text/event-stream" => true,
            "application/json" => false,
            other => return Err(log_error(AiError::Garbled, &format!("{other:.60}"))),
        };
        let end = started + config.time;
        Ok(AnswerStream::new(response, is_stream, config.silence_timeout(), end))
    }
}

/// Logs the fault for the operator, without the request or the response.
fn log_error(fault: AiError, cause: &dyn std::fmt::Display) -> AiError {
    tracing::warn!(code = fault.code(), %cause, "the model gave no answer");
    fault
}
