//! The model's response, read from the lines of its stream.

use std::collections::VecDeque;
use std::time::Duration;

use reqwest::Response;
use serde::Deserialize;
use tokio::time::{Instant, timeout_at};

use super::{AiError, log_error};

/// The most characters of a response.
const CHARACTERS_MAX: usize = 10_000;
/// The most bytes that are read for a response: each piece of text comes in an envelope of JSON.
const BYTES_MAX: usize = 4 * 1024 * 1024;
/// The longest line of the stream, in bytes.
const LINE_MAX: usize = 128 * 1024;

/// The text of a response, piece by piece as it arrives.
pub struct AnswerStream {
    response: Response,
    is_stream: bool,
    /// How long the model may send nothing.
    silence_timeout: Duration,
    /// When the whole response must have arrived.
    end: Instant,
    read: usize,
    text_length: usize,
    line: Vec<u8>,
    ready: VecDeque<String>,
    is_done: bool,
}

/// One event of the stream, or a whole response; only the fields that are needed.
#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Vec<Choice>,
    #[serde(default)]
    error: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default, alias = "message")]
    delta: Option<MessageContent>,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct MessageContent {
    #[serde(default)]
    content: Option<String>,
}

impl AnswerStream {
    pub(super) fn new(response: Response, is_stream: bool, patience: Duration, end: Instant) -> Self {
        Self {
            response,
            is_stream,
            silence_timeout: patience,
            end,
            read: 0,
            text_length: 0,
            line: Vec::new(),
            ready: VecDeque::new(),
            is_done: false,
        }
    }

    /// The next piece of text; `None` at the end of the response.
    ///
    /// # Errors
    /// A [`AiError`], after which nothing more comes.
    pub async fn next_text(&mut self) -> Result<Option<String>, AiError> {
        loop {
            if let Some(text) = self.ready.pop_front() {
                return Ok(Some(text));
            }
            if self.is_done {
                return Ok(None);
            }
            let until = self.end.min(Instant::now() + self.silence_timeout);
            let chunk = timeout_at(until, self.response.chunk()).await;
            let chunk = match chunk {
                Err(_) => return Err(log_error(AiError::Slow, &"it fell silent")),
                Ok(Err(error)) => return Err(log_error(AiError::Stopped, &error.without_url())),
                Ok(Ok(chunk)) => chunk,
            };
            match chunk {
                Some(bytes) => self.push_bytes(&bytes)?,
                None => self.finish()?,
            }
        }
    }

    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), AiError> {
        self.read += bytes.len();
        if self.read > BYTES_MAX {
            return Err(log_error(AiError::TooLong, &"too many bytes"));
        }
        if !self.is_stream {
            self.line.extend_from_slice(bytes);
            return Ok(());
        }
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            if self.line.len() + part.len() > LINE_MAX {
                return Err(log_error(AiError::TooLong, &"a line without an end"));
            }
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                self.read_line(&line)?;
            }
        }
        Ok(())
    }

    /// Handles the end of the stream, which is an error unless the response was complete.
    fn finish(&mut self) -> Result<(), AiError> {
        let line = std::mem::take(&mut self.line);
        if self.is_stream {
            self.read_line(&line)?;
        } else {
            self.handle_event(&line)?;
        }
        if self.is_done {
            return Ok(());
        }
        Err(log_error(AiError::Stopped, &"the stream ended too soon"))
    }

    fn read_line(&mut self, line: &[u8]) -> Result<(), AiError> {
        let line = line.trim_ascii();
        // Only lines with this prefix count: comments, event names and text that is no event stream are skipped.
        let Some(data) = line.strip_prefix(b"data:") else {
            return Ok(());
        };
        let data = data.trim_ascii();
        if data == b"[DONE]" {
            self.is_done = true;
            return Ok(());
        }
        if self.is_done || data.is_empty() {
            return Ok(());
        }
        self.handle_event(data)
    }

    fn handle_event(&mut self, data: &[u8]) -> Result<(), AiError> {
        let chunk: Chunk =
            serde_json::from_slice(data).map_err(|error| log_error(AiError::Garbled, &error))?;
        if chunk.error.is_some() {
            return Err(log_error(AiError::Garbled, &"an error in its stream"));
        }
        let Some(choice) = chunk.choices.into_iter().next() else {
            return Ok(());
        };
        let text = choice.delta.and_then(|message_content| message_content.content);
        if let Some(message) = text {
            let plain = strip_control_characters(&message);
            self.text_length += plain.chars().count();
            if self.text_length > CHARACTERS_MAX {
                return Err(log_error(AiError::TooLong, &"too many characters"));
            }
            if !plain.is_empty() {
                self.ready.push_back(plain);
            }
        }
        match choice.finish_reason.as_deref() {
            None | Some("") => Ok(()),
            Some("stop") => {
                self.is_done = true;
                Ok(())
            }
            Some(_) => Err(log_error(AiError::Stopped, &"it was cut off")),
        }
    }
}

/// The text without control characters and without characters that change the direction of text.
fn strip_control_characters(text: &str) -> String {
    let is_plain = |c: &char| {
        let turns = matches!(*c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        (!c.is_control() || *c == '\n') && !turns
    };
    text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(is_plain).collect()
}
