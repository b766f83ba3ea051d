//! Questions to whoever runs the server. A message is kept, so that its writer sees what they asked,
//! and goes to the operator's address; the answer comes by e-mail.

mod create;
mod letter;
mod list;
pub mod store;

use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::ApiError;
use crate::http::text::Checks;
use crate::ids::SupportMessageId;
use crate::state::AppState;

/// Most letters of a subject.
const SUBJECT_MAX: usize = 120;
/// Most letters of a message.
const MESSAGE_MAX: usize = 5_000;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::list, create::create))
}

/// What a person writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "SupportMessageInput")
)]
#[schema(as = SupportMessageInput)]
pub struct SupportMessageFields {
    /// What it is about, one line.
    pub subject: String,
    /// The question, in lines and paragraphs.
    pub message: String,
}

impl SupportMessageFields {
    fn checked(self) -> Result<Self, ApiError> {
        let mut checks = Checks::new();
        let told = "Please say what it is about.";
        checks.required_line("subject", &self.subject, SUBJECT_MAX, told);
        if self.message.trim().is_empty() {
            checks.add("message", "required", "Please write your message.");
        }
        checks.paragraphs("message", &self.message, MESSAGE_MAX);
        checks.finish()?;
        Ok(Self {
            subject: self.subject.trim().to_owned(),
            message: self.message.trim().to_owned(),
        })
    }
}

/// A message as it was sent. It is never changed.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SupportMessage {
    /// UUIDv7.
    pub id: SupportMessageId,
    /// What was written.
    #[serde(flatten)]
    pub fields: SupportMessageFields,
    /// When it was sent, milliseconds since the epoch.
    pub created_at: i64,
}
