//! POST /api/{kind}/public/{token}/question: the customer asks, or requests changes. Questions have limits of their
//! own, so that somebody who uses them up can still accept or pay.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::status::asking::{QUESTION_MAX, QUESTIONS_MAX};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::letters;
use crate::public::link::Link;
use crate::public::{count_question, lock, told};
use plumbline_platform::clock::DAY;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::text::Checks;
use plumbline_platform::http::{ClientAddress, RawJson};
use plumbline_platform::idempotency::{IdempotencyKey, Repeatable};
use plumbline_platform::limits::Limit;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::reached::{address, address_of};
use plumbline_records::documents::store::questions::{self as store, QuestionRow, Wish};
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::live::{Event, announce};
use plumbline_records::documents::telling::{events, news};
use plumbline_records::notifications;

/// The longest email address (RFC 5321).
const EMAIL_MAX: usize = 254;
/// How many characters of a question the list of activities shows. The document's page shows all of it.
const SAID_MAX: usize = 200;

/// What a customer asks about a document.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuestionInput {
    /// `question`, or `changes` for a request to change an offer.
    pub wish: Wish,
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
    Extension(kind): Extension<Kind>,
    link: Link,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    state.limits.check(Limit::PublicByAddress, address.0)?;
    let asked = Asked::of(body.parse()?)?;
    let route = format!("public/{}/question", kind.word());
    let repeatable = Repeatable::new(format!("link:{}", link.token), key, route, &body.0);
    count_question(&state, kind, &link.token).await?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let stored = lock(&mut tx, kind, &link.token).await?;
    may_ask(&stored, asked.wish)?;
    let known = address_of(&mut tx, &stored.row).await?;
    let given = asked.email.filter(|_| known.is_none());
    let has_email = known.is_some() || given.is_some();
    let before = store::of_document(&mut tx, &stored.row.id).await?;
    let row = QuestionRow {
        id: state.ids.new_id(),
        user_id: stored.row.user_id.clone(),
        document_id: stored.row.id.clone(),
        wish: asked.wish,
        words: asked.words,
        email: given.unwrap_or_default(),
        asked_at: now,
        answered_at: None,
    };
    let is_again = before.last().is_some_and(|last| repeats(&row, last));
    if !is_again {
        has_room(&before)?;
        store::insert(&mut tx, &row).await?;
        tell(&state, &mut tx, &stored, &row, known.as_deref()).await?;
    }
    let answer = QuestionAsked { has_email };
    let response = repeatable
        .store(&mut tx, StatusCode::CREATED, &answer)
        .await?;
    tx.commit().await?;
    Ok(response)
}

/// The validated question.
struct Asked {
    wish: Wish,
    words: String,
    email: Option<String>,
}

impl Asked {
    /// # Errors
    /// 422 that names the field.
    fn of(input: QuestionInput) -> Result<Self, ApiError> {
        let words = input.words.trim().to_owned();
        let email = input.email.unwrap_or_default().trim().to_owned();
        let mut checks = Checks::new();
        if words.is_empty() {
            let msg = match input.wish {
                Wish::Question => "Please write your question.",
                Wish::Changes => "Please write what you would like changed.",
            };
            checks.add("words", "required", msg);
        } else {
            checks.paragraphs("words", &words, QUESTION_MAX);
        }
        checks.line("email", &email, EMAIL_MAX);
        let typed = address(&email);
        if !email.is_empty() && typed.is_none() {
            checks.add(
                "email",
                "invalid_email",
                "Please enter a valid email address.",
            );
        }
        checks.finish()?;
        Ok(Self {
            wish: input.wish,
            words,
            email: typed,
        })
    }
}

/// # Errors
/// 409 if this cannot be asked about the document, by core's rules.
fn may_ask(stored: &Stored, wish: Wish) -> Result<(), ApiError> {
    let asking = stored.asking();
    if wish == Wish::Changes && !asking.changes {
        let name = stored.name();
        let msg = format!(
            "You can no longer request changes to this {name}. Ask the business a question instead."
        );
        return Err(ApiError::conflict("no_changes", msg));
    }
    if !asking.question {
        return Err(crate::public::not_found(stored.kind));
    }
    Ok(())
}

/// Whether a question is the last one sent again.
fn repeats(row: &QuestionRow, last: &QuestionRow) -> bool {
    let is_same = last.wish == row.wish && last.words == row.words && last.email == row.email;
    is_same && last.answered_at.is_none() && (row.asked_at - last.asked_at).abs() < DAY
}

/// # Errors
/// 409 if the document already has the most questions that it may have.
fn has_room(before: &[QuestionRow]) -> Result<(), ApiError> {
    if i64::try_from(before.len()).is_ok_and(|many| many < QUESTIONS_MAX) {
        return Ok(());
    }
    let msg = "You can’t send any more questions from this page. Please contact the business by phone or email.";
    Err(ApiError::conflict("too_many_questions", msg))
}

/// Notifies the business: on its screens, in the bell and by email.
async fn tell(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    row: &QuestionRow,
    known: Option<&str>,
) -> Result<(), ApiError> {
    announce(tx, stored, Event::Question).await?;
    let (event, kind, did) = match row.wish {
        Wish::Question => (
            "question_asked",
            notifications::Kind::QuestionAsked,
            "asked a question about",
        ),
        Wish::Changes => (
            "changes_requested",
            notifications::Kind::ChangesRequested,
            "requested changes to",
        ),
    };
    let words = [("reason", &*one_line(&row.words))];
    events::record(state, tx, event, stored, &words).await?;
    news::tell(state, tx, stored, (kind, Pence(stored.row.total_amount))).await?;
    let gave = Some(row.email.as_str()).filter(|given| !given.is_empty());
    let task = match (known, gave) {
        (Some(_), _) => "Reply in Plumbline, or reply to this email.".to_owned(),
        (None, Some(gave)) => format!(
            "Reply in Plumbline, or reply to this email. They would like the reply to go to {gave}."
        ),
        (None, None) => {
            "They left no email address. Call them, or add an address to their details to reply by email."
                .to_owned()
        }
    };
    let said = (&*told(stored, did), row.words.as_str(), task.as_str());
    letters::pass_on(state, tx, stored, said, gave).await
}

/// The beginning of a question, on one line.
fn one_line(words: &str) -> String {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut short: String = line.chars().take(SAID_MAX).collect();
    if short.len() < line.len() {
        short.truncate(short.trim_end().len());
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn the_list_of_activities_has_the_beginning_in_one_line() {
        assert_eq!(
            one_line("Can you come\n\non  Tuesday?"),
            "Can you come on Tuesday?"
        );
        let long = "é ".repeat(300);
        let short = one_line(&long);
        assert!(short.ends_with("é…"), "{short}");
        assert_eq!(short.chars().count(), 200);
    }
}
