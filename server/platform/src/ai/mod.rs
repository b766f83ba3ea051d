//! A language model with OpenAI's chat completions API: a company's, or Ollama on this machine. It is not trusted:
//! its response is limited in time and size and contains no control characters, and every failure becomes one of
//! the sentences of [`Fault`].

mod answer;

use std::sync::Arc;

use reqwest::StatusCode;
use reqwest::header::CONTENT_TYPE;
use serde_json::json;
use tokio::time::{Instant, timeout_at};

use crate::config::AiConfig;
use crate::error::BoxError;
use crate::http::connections::{Seat, Seats};

pub use answer::Words;

/// How many answers are waited for at a time, in all and by one account.
const AT_A_TIME: usize = 16;
const BY_ACCOUNT: usize = 2;
/// An answer has no use for more tokens than this.
const MOST_TOKENS: u32 = 3_000;

/// The model, where there is one.
pub struct Ai {
    endpoint: Option<Endpoint>,
    seats: Arc<Seats>,
}

struct Endpoint {
    config: AiConfig,
    client: reqwest::Client,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is none configured.
    #[error("This server has no writing assistant.")]
    Off,
    /// Everybody asks at once.
    #[error("The writing assistant is busy. Try again in a minute.")]
    Crowded,
    /// It took too long.
    #[error("The writing assistant took too long.")]
    Slow,
    /// Nobody is at its address.
    #[error("The writing assistant could not be reached.")]
    Down,
    /// It does not know us.
    #[error("The writing assistant refused us. The people who run this site need to look into it.")]
    Refused,
    /// It has had enough for now.
    #[error("The writing assistant has too much to do. Try again in a few minutes.")]
    Busy,
    /// It failed, or said what nobody can read.
    #[error("We couldn’t read the writing assistant’s reply.")]
    Garbled,
    /// It stopped in the middle.
    #[error("The writing assistant stopped halfway.")]
    Stopped,
    /// It says too much.
    #[error("The writing assistant wrote far too much.")]
    TooLong,
    /// It says nothing.
    #[error("The writing assistant had nothing to say.")]
    Silent,
}

impl Fault {
    /// Its stable code.
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
    /// The model of the configuration.
    ///
    /// # Errors
    /// When the client cannot be built.
    pub fn new(config: Option<&AiConfig>) -> Result<Self, BoxError> {
        let endpoint = config.map(|config| {
            // A redirect would take the key and the notes to somebody else.
            let client = reqwest::Client::builder()
                .redirect(reqwest::redirect::Policy::none())
                .build()?;
            let config = config.clone();
            Ok::<_, reqwest::Error>(Endpoint { config, client })
        });
        Ok(Self {
            endpoint: endpoint.transpose()?,
            seats: Seats::new(AT_A_TIME),
        })
    }

    /// Whether there is one.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.endpoint.is_some()
    }

    /// A place for one answer; it is free again when it is dropped.
    ///
    /// # Errors
    /// [`Fault::Off`] and [`Fault::Crowded`].
    pub fn seat(&self, account: &str) -> Result<Seat, Fault> {
        if !self.is_on() {
            return Err(Fault::Off);
        }
        let keys = vec![(account.to_owned(), BY_ACCOUNT)];
        self.seats.take(keys).map_err(|_| Fault::Crowded)
    }

    /// Asks it. Whoever drops the future, or the words, hangs up.
    ///
    /// # Errors
    /// [`Fault`].
    pub async fn ask(&self, system: &str, text: &str) -> Result<Words, Fault> {
        let Endpoint { config, client } = self.endpoint.as_ref().ok_or(Fault::Off)?;
        let started = Instant::now();
        let url = config
            .base_url
            .join("chat/completions")
            .map_err(|_| Fault::Down)?;
        let mut request = client.post(url).json(&json!({
            "model": config.model,
            "stream": true,
            "temperature": 0.2,
            "max_tokens": MOST_TOKENS,
            "messages": [
                { "role": "system", "content": system },
                { "role": "user", "content": text },
            ],
        }));
        if let Some(key) = &config.api_key {
            request = request.bearer_auth(key);
        }
        let answer = timeout_at(started + config.patience(), request.send()).await;
        let response = match answer {
            Err(_) => return Err(noted(Fault::Slow, &"no answer in time")),
            Ok(Err(error)) => return Err(noted(Fault::Down, &error.without_url())),
            Ok(Ok(response)) => response,
        };
        let status = response.status();
        if status != StatusCode::OK {
            let fault = match status {
                StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Fault::Refused,
                StatusCode::TOO_MANY_REQUESTS => Fault::Busy,
                StatusCode::REQUEST_TIMEOUT | StatusCode::GATEWAY_TIMEOUT => Fault::Slow,
                _ => Fault::Garbled,
            };
            return Err(noted(fault, &status));
        }
        let kind = response.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let is_stream = match kind.split(';').next().unwrap_or_default().trim() {
            "text/event-stream" => true,
            "application/json" => false,
            other => return Err(noted(Fault::Garbled, &format!("{other:.60}"))),
        };
        let end = started + config.time;
        Ok(Words::of(response, is_stream, config.patience(), end))
    }
}

/// Tells the operator, and nobody what was asked or answered.
fn noted(fault: Fault, cause: &dyn std::fmt::Display) -> Fault {
    tracing::warn!(code = fault.code(), %cause, "the model gave no answer");
    fault
}
