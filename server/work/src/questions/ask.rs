//! POST /api/{kind}/public/{token}/question: the customer asks, or requests changes. Questions have limits of their
//! own, so that somebody who uses them up can still accept or pay.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::status::{QUESTION_MAX, QUESTIONS_MAX};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::emails;
use crate::public::link::Link;
use crate::public::{count_question, describe_action, lock};
use plumbline_platform::clock::DAY;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ClientAddress, RawJson};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::reading::emails::{find_customer_email, parse_email};
use plumbline_records::documents::store::questions as store;
use plumbline_records::documents::store::questions::{QuestionKind, QuestionRow};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::notifications;

/// The longest email address (RFC 5321).
const EMAIL_MAX: usize = 254;
/// How many characters of a question the list of activities shows. The document's page shows all of it.
const ACTIVITY_TEXT_MAX: usize = 200;

/// What a customer asks about a document.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuestionInput {
    /// `question`, or `changes` for a request to change an offer.
    pub wish: QuestionKind,
    /// Plain text, up to 2,000 characters.
    pub words: String,
    /// The address for the reply. Only used if the business knows no address of the customer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub email: Option<String>,
}

/// The response once a question has arrived.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct QuestionAsked {
    /// Whether the business knows an address for its reply.
    pub has_email: bool,
}

/// Asks the business something about a document, or requests changes to an offer. The business is notified at once, and
/// the document does not change. The same text again within a day is not an error and sends nothing.
#[utoipa::path(post, path = "/public/{token}/question", tag = "public",
    params(("token" = String, Path)), request_body = QuestionInput, responses(
    (status = 201, body = QuestionAsked), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn ask(
    State(state): State<AppState>,
    address: ClientAddress,
    Extension(kind): Extension<DocumentKind>,
    link: Link,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    let valid_question = ValidQuestion::from_input(body.parse()?)?;
    let route = format!("public/{}/question", kind.code());
    let repeatable = IdempotentRequest::new(format!("link:{}", link.token), key, route, &body.0);
    count_question(&state, kind, &link.token).await?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let stored = lock(&mut tx, kind, &link.token).await?;
    check_may_ask(&stored, valid_question.wish)?;
    let known = find_customer_email(&mut tx, &stored.row).await?;
    let given = valid_question.email.filter(|_| known.is_none());
    let has_email = known.is_some() || given.is_some();
    let before = store::list_for_document(&mut tx, &stored.row.id).await?;
    let row = QuestionRow {
        id: state.ids.new_id(),
        user_id: stored.row.user_id.clone(),
        document_id: stored.row.id.clone(),
        wish: valid_question.wish,
        words: valid_question.text,
        email: given.unwrap_or_default(),
        asked_at: now,
        answered_at: None,
    };
    let is_again = before.last().is_some_and(|last| is_repeat(&row, last));
    if !is_again {
        check_question_limit(&before)?;
        store::insert(&mut tx, &row).await?;
        notify_business(&state, &mut tx, &stored, &row, known.as_deref()).await?;
    }
    let answer = QuestionAsked { has_email };
    let response = repeatable.store_response(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// The validated question.
struct ValidQuestion {
    wish: QuestionKind,
    text: String,
    email: Option<String>,
}

impl ValidQuestion {
    /// # Errors
    /// 422 that names the field.
    fn from_input(input: QuestionInput) -> Result<Self, ApiError> {
        let texts = input.words.trim().to_owned();
        let email = input.email.unwrap_or_default().trim().to_owned();
        let mut checks = FieldChecks::new();
        if texts.is_empty() {
            let msg = match input.wish {
                QuestionKind::Question => "Please write your question.",
                QuestionKind::Changes => "Please write what you would like changed.",
            };
            checks.add("words", "required", msg);
        } else {
            checks.check_paragraphs("words", &texts, QUESTION_MAX);
        }
        checks.check_line("email", &email, EMAIL_MAX);
        let typed = parse_email(&email);
        if !email.is_empty() && typed.is_none() {
            checks.add("email", "invalid_email", "Please enter a valid email address.");
        }
        checks.into_result()?;
        Ok(Self { wish: input.wish, text: texts, email: typed })
    }
}

/// # Errors
/// 409 if this cannot be asked about the document, by core's rules.
fn check_may_ask(stored: &StoredDocument, wish: QuestionKind) -> Result<(), ApiError> {
    let asking = stored.allowed_questions();
    if wish == QuestionKind::Changes && !asking.changes {
        let name = stored.name();
        let msg =
            format!("You can no longer request changes to this {name}. Ask the business a question instead.");
        return Err(ApiError::conflict("no_changes", msg));
    }
    if !asking.question {
        return Err(crate::public::not_found(stored.kind));
    }
    Ok(())
}

/// Whether a question is the last one sent again.
fn is_repeat(row: &QuestionRow, last: &QuestionRow) -> bool {
    let is_same = last.wish == row.wish && last.words == row.words && last.email == row.email;
    is_same && last.answered_at.is_none() && (row.asked_at - last.asked_at).abs() < DAY
}

/// # Errors
/// 409 if the document already has the most questions that it may have.
fn check_question_limit(before: &[QuestionRow]) -> Result<(), ApiError> {
    if i64::try_from(before.len()).is_ok_and(|many| many < QUESTIONS_MAX) {
        return Ok(());
    }
    let msg =
        "You can’t send any more questions from this page. Please contact the business by phone or email.";
    Err(ApiError::conflict("too_many_questions", msg))
}

/// Notifies the business: on its screens, in the bell and by email.
async fn notify_business(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    row: &QuestionRow,
    known: Option<&str>,
) -> Result<(), ApiError> {
    announce_event(tx, stored, DocumentEvent::Question).await?;
    let (event, kind, did) = match row.wish {
        QuestionKind::Question => {
            ("question_asked", notifications::NotificationKind::QuestionAsked, "asked a question about")
        }
        QuestionKind::Changes => {
            ("changes_requested", notifications::NotificationKind::ChangesRequested, "requested changes to")
        }
    };
    let words = [("reason", &*first_line(&row.words))];
    notifying::record(state, tx, event, stored, &words).await?;
    notifying::notify_business(state, tx, stored, (kind, Pence(stored.row.total_amount))).await?;
    let gave = Some(row.email.as_str()).filter(|given| !given.is_empty());
    let task = match (known, gave) {
        (Some(_), _) => "Reply in Plumbline, or reply to this email.".to_owned(),
        (None, Some(gave)) => {
            format!("Reply in Plumbline, or reply to this email. They would like the reply to go to {gave}.")
        }
        (None, None) => {
            "They left no email address. Call them, or add an address to their details to reply by email."
                .to_owned()
        }
    };
    let input = (&*describe_action(stored, did), row.words.as_str(), task.as_str());
    emails::forward_to_business(state, tx, stored, input, gave).await
}

/// The beginning of a question, on one line.
fn first_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut short: String = line.chars().take(ACTIVITY_TEXT_MAX).collect();
    if short.len() < line.len() {
        short.truncate(short.trim_end().len());
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::first_line;

    #[test]
    fn the_activity_shows_the_start_of_a_question_on_one_line() {
        assert_eq!(first_line("Can you come\n\non  Tuesday?"), "Can you come on Tuesday?");
        let long = "é ".repeat(300);
        let short = first_line(&long);
        assert!(short.ends_with("é…"), "{short}");
        assert_eq!(short.chars().count(), 200);
    }
}
