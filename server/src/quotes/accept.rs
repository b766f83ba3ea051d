//! Accepting a quote.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::present::public::PublicDocument;
use plumbline_core::status::quote::QuoteAction;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::documents;
use crate::documents::issuing::{fingerprint, issue};
use crate::documents::reading::signature::Signature;
use crate::documents::reading::view;
use crate::documents::store::versions;
use crate::documents::telling::events;
use crate::documents::telling::live::{Event, announce};
use crate::documents::telling::news;
use crate::error::{ApiError, ErrorBody, FieldError};
use crate::http::text::{Checks, NAME_MAX};
use crate::http::{ClientAddress, RawJson};
use crate::letters;
use crate::limits::Limit;
use crate::notifications;
use crate::public::answer::PublicAnswer;
use crate::public::link::Link;
use crate::public::{count_act, lock, respond};
use crate::quotes::certify::{self, Signed};
use crate::quotes::choice::{self, Choice};
use crate::quotes::copy;
use crate::sessions::agent;
use crate::state::AppState;

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
    /// The ids of the optional lines that are taken; left out: as the business set them.
    pub selected: Option<Vec<String>>,
    /// The hash of the version that was shown.
    pub version: Option<String>,
}

/// Accepts the quote as its customer sees it: that version is kept as the accepted one, with a
/// certificate. Taking other options than the business had set makes a version of its own. Again
/// is no error and changes nothing. Of an accept and a decline at once, the first counts and the
/// other is told.
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
    let choice = input.selected.take().map(Choice::read).transpose()?;
    let today = documents::today(&state)?;
    count_act(&state, Kind::Quote, &link.token).await?;
    let mut tx = state.db.begin_write().await?;
    let mut quote = lock(&mut tx, Kind::Quote, &link.token).await?;
    if quote.quote_state().is_accepted() {
        drop(tx);
        return respond(&state, &quote).await;
    }
    quote.quote_step(QuoteAction::Accept, today)?;
    let mut version = versions::latest(&mut tx, &quote.row).await?;
    let mut hash = fingerprint::of(Kind::Quote, &quote.row, &version)?;
    if input.version.as_ref().is_some_and(|seen| *seen != hash) {
        return Err(changed());
    }
    let page = view::of_version(&mut tx, &quote, version.clone()).await?;
    let terms = page.answer.business_profile.quote_terms;
    if !body.0.is_empty() && !input.terms_accepted && !terms.trim().is_empty() {
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "termsAccepted",
            "required",
            "Accept the terms and conditions first.",
        )]));
    }
    if let Some(choice) = &choice
        && choice::take(&mut quote, choice)?
    {
        version = issue::reissue_chosen(&state, &mut tx, &mut quote, version).await?;
        hash = fingerprint::of(Kind::Quote, &quote.row, &version)?;
    }
    quote.row.accepted_date = Some(today.to_string());
    quote.row.accepted_version = Some(version.version);
    let signed = Signed {
        hash,
        name: input.name,
        signature: input.signature.filter(|drawn| !drawn.is_empty()),
        terms,
        terms_accepted: input.terms_accepted,
        address: address.0,
        user_agent: agent::of(&headers),
    };
    let told = certify::keep(&state, &mut tx, &quote, signed).await?;
    quote.write(&state, &mut tx, state.clock.now_ms()).await?;
    announce(&mut tx, &quote, Event::Status).await?;
    events::record(&state, &mut tx, "quote_accepted", &quote, &told.words()).await?;
    let accepted = (
        notifications::Kind::QuoteAccepted,
        Pence(quote.row.total_amount),
    );
    news::tell(&state, &mut tx, &quote, accepted).await?;
    let sentence = crate::public::told(&quote, "accepted");
    letters::to_business(&state, &mut tx, &quote, &sentence, &told.rows()).await?;
    copy::later(&state, &mut tx, &quote).await?;
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
    if let Some(name) = &mut input.name {
        *name = name.trim().to_owned();
        checks.required_line("name", name, NAME_MAX, "Type your name.");
    }
    if let Some(signature) = &input.signature {
        signature.check("signature", &mut checks);
    }
    checks.finish()?;
    Ok(input)
}

fn changed() -> ApiError {
    ApiError::conflict(
        "document_changed",
        "The quote has changed since you opened it. Look at it again before you accept.",
    )
}
