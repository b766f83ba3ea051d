//! Questions to the operator of the server. A question is stored, so that the person who asked sees it, and emailed
//! to the operator's address; the reply comes by email and is stored with it. Replies are written in the
//! administration (`admin::queue`), which has all questions in one queue.
//!
//! A question may have pictures (`pictures`). An owner may let support view their account (`access`).

mod access;
mod create;
pub mod emails;
mod list;
mod pictures;
pub mod store;

use std::collections::HashSet;

use axum::extract::DefaultBodyLimit;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::error::ApiError;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::form::FRAME_MAX;
use plumbline_platform::ids::{FileId, SupportAnswerId, SupportMessageId};
use plumbline_platform::state::AppState;
use store::SupportStatus;

/// The most characters in a subject.
const SUBJECT_MAX: usize = 120;
/// The most characters in a message.
const MESSAGE_MAX: usize = 5_000;

/// The most pictures with a message.
const PICTURES_MAX: usize = 5;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    let pictures = OpenApiRouter::new()
        .routes(routes!(pictures::upload))
        .layer(DefaultBodyLimit::max(pictures::FILE_LIMIT.0 + FRAME_MAX));
    OpenApiRouter::new()
        .merge(pictures)
        .routes(routes!(pictures::picture))
        .routes(routes!(list::list, create::create))
        .routes(routes!(access::read, access::give, access::take_back))
}

/// A question to support, as a person writes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "SupportMessageInput"))]
#[schema(as = SupportMessageInput)]
pub struct SupportMessageFields {
    /// The subject, one line.
    pub subject: String,
    /// The question, with lines and paragraphs.
    pub message: String,
    /// Pictures for it, uploaded before; at most five.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    #[cfg_attr(feature = "typescript", ts(type = "Array<string>"))]
    pub pictures: Vec<FileId>,
}

impl SupportMessageFields {
    fn checked(self) -> Result<Self, ApiError> {
        let mut checks = FieldChecks::new();
        let text = "Please enter a subject.";
        checks.check_required_line("subject", &self.subject, SUBJECT_MAX, text);
        if self.message.trim().is_empty() {
            checks.add("message", "required", "Please write your message.");
        }
        checks.check_paragraphs("message", &self.message, MESSAGE_MAX);
        if self.pictures.len() > PICTURES_MAX {
            let output = format!("A message can have at most {PICTURES_MAX} pictures.");
            checks.add("pictures", "too_many", output);
        }
        let mut seen = HashSet::new();
        if !self.pictures.iter().all(|id| seen.insert(id)) {
            checks.add("pictures", "twice", "You’ve added a picture twice.");
        }
        checks.into_result()?;
        Ok(Self {
            subject: self.subject.trim().to_owned(),
            message: self.message.trim().to_owned(),
            pictures: self.pictures,
        })
    }
}

/// A message as it was sent, with the replies. A sent message never changes.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SupportMessage {
    /// UUIDv7.
    pub id: SupportMessageId,
    /// The contents.
    #[serde(flatten)]
    pub fields: SupportMessageFields,
    /// When it was sent, milliseconds since the epoch.
    pub created_at: i64,
    /// Its state: `open`, `answered` or `closed`.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(type = "\"open\" | \"answered\" | \"closed\""))]
    pub status: SupportStatus,
    /// Support's replies, oldest first.
    pub answers: Vec<SupportAnswer>,
}

/// A reply from support.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SupportAnswer {
    /// UUIDv7.
    pub id: SupportAnswerId,
    /// The text.
    pub text: String,
    /// When it was sent, milliseconds since the epoch.
    pub created_at: i64,
}
