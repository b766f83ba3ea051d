//! Accepting a quote by its link.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::present::public::PublicDocument;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::letters;
use crate::public::answer::PublicAnswer;
use crate::public::link::Link;
use crate::public::{count_act, lock, respond};
use crate::quotes::agree::{self, Said, Scene};
use crate::quotes::choice::Choice;
use crate::quotes::otherwise;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::text::Checks;
use plumbline_platform::http::{ClientAddress, RawJson};
use plumbline_platform::limits::Limit;
use plumbline_platform::sessions::agent;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::reading::signature::Signature;
use plumbline_records::documents::telling::news;
use plumbline_records::notifications;

/// What a customer may say when they accept. Everything is optional, the body too.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct AcceptInput {
    /// The name, typed.
    pub name: Option<String>,
    /// The signature, drawn.
    pub signature: Option<Signature>,
    /// Whether the terms were ticked: in a body it must be so where the quote has terms.
    #[cfg_attr(feature = "typescript", ts(optional = false))]
    pub terms_accepted: bool,
    /// Whether 'Please start before the 14 days end' was ticked: an express request, and the acknowledgement
    /// that what was done is then paid for. It counts for nothing where the customer may not cancel.
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub early_start: bool,
    /// The ids of the optional lines that are taken; left out: as the business set them.
    pub selected: Option<Vec<String>>,
    /// The id of the choice that is taken, of a quote that has some; left out: the one that the
    /// business recommends.
    pub chosen_choice: Option<String>,
    /// The hash of the version that was shown.
    pub version: Option<String>,
    /// What had been agreed of the job that a variation varies, as it was shown: where another total is by
    /// now, it is to be read again. Left out, nobody asks.
    #[schema(value_type = Option<String>)]
    pub agreed: Option<Pence>,
}

/// Accepts the quote as its customer sees it: that version is kept as the accepted one, with a
/// certificate. Taking another choice or other options than the business had set makes a version of
/// its own. The same again is no error and changes nothing. Of an accept and a decline at once, and of two
/// accepts that take something different, the first counts and the other is refused.
#[utoipa::path(post, path = "/public/{token}/accept", tag = "public",
    params(("token" = String, Path)), request_body = Option<AcceptInput>, responses(
    (status = 200, body = PublicAnswer, description = "As the GET"), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn accept(
    State(state): State<AppState>,
    address: ClientAddress,
    link: Link,
    headers: HeaderMap,
    body: RawJson,
) -> Result<Json<PublicDocument>, ApiError> {
    state.limits.check(Limit::PublicByAddress, address.0)?;
    let mut input = read(&body)?;
    let choice = Choice::read(input.selected.take(), input.chosen_choice.take())?;
    let today = documents::today(&state)?;
    count_act(&state, Kind::Quote, &link.token).await?;
    let mut tx = state.db.begin_write().await?;
    let mut quote = lock(&mut tx, Kind::Quote, &link.token).await?;
    if quote.quote_state().is_accepted() {
        otherwise::refuse(&mut tx, &quote, choice.as_ref(), input.version.as_deref()).await?;
        drop(tx);
        return respond(&state, &quote).await;
    }
    let said = Said {
        name: input.name,
        signature: input.signature,
        terms_accepted: input.terms_accepted,
        must_tick: !body.0.is_empty(),
        early_start: input.early_start,
        choice,
        version: input.version,
        agreed: input.agreed,
        sealed: None,
    };
    let scene = Scene {
        address: address.0,
        user_agent: agent::of(&headers),
        witness: None,
        recorded: None,
    };
    let told = agree::take(&state, &mut tx, &mut quote, (said, scene), today).await?;
    let accepted = (
        notifications::Kind::QuoteAccepted,
        Pence(quote.row.total_amount),
    );
    news::tell(&state, &mut tx, &quote, accepted).await?;
    let sentence = crate::public::told(&quote, "accepted");
    letters::to_business(&state, &mut tx, &quote, &sentence, &told.rows()).await?;
    tx.commit().await?;
    respond(&state, &quote).await
}

/// The body, checked as far as it can be without the quote; nothing for none.
fn read(body: &RawJson) -> Result<AcceptInput, ApiError> {
    if body.0.is_empty() {
        return Ok(AcceptInput::default());
    }
    let mut input: AcceptInput = body.parse()?;
    let mut checks = Checks::new();
    agree::check(input.name.as_mut(), input.signature.as_ref(), &mut checks);
    checks.finish()?;
    Ok(input)
}
