//! POST /api/describe

use std::convert::Infallible;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::Stream;
use futures::channel::mpsc;
use futures::stream::{self, StreamExt as _};
use serde::Serialize;

use super::masking::{self, MaskedNotes};
use super::unmasking::Unmasker;
use super::{DescribeRequest, DescriptionChunk, DescriptionStyle, NOTES_MAX, prompt, store};
use crate::contacts;
use plumbline_platform::ai::AiError;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiJson;
use plumbline_platform::http::connections::Slot;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Writes a job description from rough notes. The response is a stream: `words` events as the text arrives, then either
/// one `done` event with the whole text or one `fault` event with a message and a code. Closing the connection stops
/// it. Nothing is stored.
#[utoipa::path(post, path = "/api/describe", tag = "describe", request_body = DescribeRequest,
    responses((status = 200, content_type = "text/event-stream", body = String),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn stream_description(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<DescribeRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let mut checks = FieldChecks::new();
    if request.notes.trim().is_empty() {
        checks.add("notes", "required", "Please write or say a few words first.");
    }
    checks.check_paragraphs("notes", &request.notes, NOTES_MAX);
    checks.into_result()?;
    let seat = state.ai.acquire_slot(&user.id).map_err(to_api_error)?;
    state.limits.check_account(AccountLimit::DescribeByAccount, &user.id).await?;
    let (customers, chosen) = {
        let mut conn = state.db.read().await?;
        let chosen = match &request.contact_id {
            Some(id) => contacts::store::find(&mut conn, &user.id, id).await?,
            None => None,
        };
        (store::list_customers(&mut conn, &user.id).await?, chosen)
    };
    let chosen = chosen.as_ref().map(|row| &row.fields);
    let masked = masking::mask_notes(&request.notes, &customers, chosen);
    // The text is generated while the response is being read; if the response is dropped, so is the request to the
    // model.
    let (events, made) = mpsc::channel(8);
    let making = write_events(state, masked, request.style, events, seat);
    let making = stream::once(making).filter_map(async |()| None);
    Ok(Sse::new(stream::select(made.map(Ok), making)).keep_alive(KeepAlive::default()))
}

async fn write_events(
    state: AppState,
    masked: MaskedNotes,
    style: DescriptionStyle,
    mut events: mpsc::Sender<Event>,
    seat: Slot,
) {
    if let Err(fault) = ask_model(&state, &masked, style, &mut events).await {
        let body = ErrorBody {
            message: fault.to_string().into(),
            code: fault.code().into(),
            request_id: None,
            errors: Vec::new(),
            current: None,
        };
        send_event(&mut events, "fault", &body).await;
    }
    drop(seat);
}

async fn ask_model(
    state: &AppState,
    masked: &MaskedNotes,
    style: DescriptionStyle,
    events: &mut mpsc::Sender<Event>,
) -> Result<(), AiError> {
    let mut answer_stream = state.ai.ask(&prompt::prompt_for_style(style), &masked.text).await?;
    let mut written = Unmasker::new(&masked.removed);
    while let Some(message) = answer_stream.next_text().await? {
        let text = written.push(&message);
        if !text.is_empty() {
            send_event(events, "words", &DescriptionChunk { text }).await;
        }
    }
    let done = written.finish(style).ok_or(AiError::Silent)?;
    send_event(events, "done", &done).await;
    Ok(())
}

async fn send_event(events: &mut mpsc::Sender<Event>, name: &str, data: &impl Serialize) {
    use futures::SinkExt as _;
    if let Ok(event) = Event::default().event(name).json_data(data) {
        // An error means that the client is gone; this future is dropped soon.
        let _ = events.send(event).await;
    }
}

/// The error response if the model can't be asked at all.
fn to_api_error(fault: AiError) -> ApiError {
    match fault {
        AiError::Off => ApiError::new(StatusCode::NOT_FOUND, fault.code(), fault.to_string()),
        _ => ApiError::too_many("", 30).with_message(fault.code(), fault.to_string()),
    }
}
