//! A job description made from rough notes by a language model, if the operator names one. Otherwise, without
//! signal, and whenever the model fails, the browser uses core's tidier.
//!
//! Only the notes are sent to the model. Amounts of money, addresses, phone numbers and customers' names in them
//! are replaced first ([`masking`]) and put back into the response.

mod masking;
mod prompt;
mod store;
mod stream;
mod unmasking;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::ids::ContactId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The most characters in the notes.
const NOTES_MAX: usize = 10_000;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read_source, stream::stream_description))
}

/// The layout of a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum DescriptionStyle {
    /// One paragraph.
    Paragraph,
    /// One bullet per line.
    Bullets,
}

/// Rough notes and the layout of their description.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DescribeRequest {
    /// The notes.
    pub notes: String,
    /// The layout.
    pub style: DescriptionStyle,
    /// The customer of the job, whose name and address are never sent to the model.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub contact_id: Option<ContactId>,
}

/// The next piece of the description, as `event: words`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DescriptionChunk {
    /// The text, which continues the earlier ones.
    pub text: String,
}

/// The whole description, as `event: done`.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Description {
    /// The description.
    pub text: String,
    /// Amounts, names and numbers from the notes that were replaced before the model was asked, and that its
    /// description doesn't contain.
    pub left_out: Vec<String>,
}

/// How descriptions are written on this server.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct DescriptionSource {
    /// Whether there is a model; otherwise notes are tidied up by rules.
    pub by_model: bool,
}

/// How descriptions are written on this server.
#[utoipa::path(get, path = "/api/describe", tag = "describe",
    responses((status = 200, body = DescriptionSource)))]
async fn read_source(State(state): State<AppState>, _user: CurrentUser) -> Json<DescriptionSource> {
    Json(DescriptionSource { by_model: state.ai.is_on() })
}
