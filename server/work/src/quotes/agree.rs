//! Accepting a quote: on the customer's page, by signing on the business's own device, or by telling the business,
//! which records it.
//!
//! The request names the hash of the version that was read. For a variation it also names the total that had been
//! agreed before, and is refused if another variation was accepted meanwhile: nobody accepts a total that they have
//! not seen.

use std::net::IpAddr;

use plumbline_core::consumer::Pack;
use plumbline_core::money::Pence;
use plumbline_core::status::quote::QuoteAction;
use plumbline_core::time::Date;
use plumbline_core::time::text::date_short;

use crate::quotes::cancelling::Cancelling;
use crate::quotes::certify::{self, Brought, Recorded, Signed, Told};
use crate::quotes::choice::{self, Choice};
use crate::quotes::sealed::{self, Sealed};
use crate::quotes::{changed, copy};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::text::{Checks, NAME_MAX};
use plumbline_platform::state::AppState;
use plumbline_records::documents::issuing::{fingerprint, issue, vary};
use plumbline_records::documents::reading::signature::Signature;
use plumbline_records::documents::reading::view;
use plumbline_records::documents::status::illegal;
use plumbline_records::documents::store;
use plumbline_records::documents::store::versions::{self, VersionRow};
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::events;
use plumbline_records::documents::telling::live::{Event, announce};

/// What the customer sent.
pub(super) struct Said {
    /// Their name, typed.
    pub name: Option<String>,
    /// Their signature, drawn.
    pub signature: Option<Signature>,
    /// Whether the terms were ticked.
    pub terms_accepted: bool,
    /// Whether they must be ticked, if the quote has terms.
    pub must_tick: bool,
    /// Whether the customer ticked a start before their days for cancelling are over.
    pub early_start: bool,
    /// The picked choice and optional lines; `None`: as the business set them.
    pub choice: Option<Choice>,
    /// The hash of the version that was read.
    pub version: Option<String>,
    /// For a variation: what had been agreed for its job, as it was read.
    pub agreed: Option<Pence>,
    /// What a device without signal sealed.
    pub sealed: Option<Sealed>,
}

/// Where, and in whose presence, they accept.
pub(super) struct Scene {
    /// The address from which the request came.
    pub address: IpAddr,
    /// The browser's user agent.
    pub user_agent: String,
    /// Who was there for the business, if it was signed on the business's device.
    pub witness: Option<String>,
    /// What the business records if the customer accepted by telling it.
    pub recorded: Option<Recorded>,
}

/// Trims a name, and adds what is wrong with it and with a signature to the checks.
pub(super) fn check(name: Option<&mut String>, signature: Option<&Signature>, checks: &mut Checks) {
    if let Some(name) = name {
        *name = name.trim().to_owned();
        checks.required_line("name", name, NAME_MAX, "Type your name.");
    }
    if let Some(signature) = signature {
        signature.check("signature", checks);
    }
}

/// Accepts a locked quote that is not accepted yet, with its certificate and the customer's copy of it. Another choice
/// or other options than the business had set make a new version. The caller notifies the business.
///
/// # Errors
/// 409 if the transition is not legal, the version that was read is not the newest, or another total has been agreed
/// for the job that the quote varies; 422 for terms that were not ticked, and for an unknown choice or option.
pub(super) async fn take(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &mut Stored,
    (said, scene): (Said, Scene),
    today: Date,
) -> Result<Told, ApiError> {
    let brought = match &said.sealed {
        Some(sealed) => Some(bring(state, tx, quote, (sealed, &said), today).await?),
        None => None,
    };
    let today = match &brought {
        Some(brought) => brought.moment.day()?,
        None => today,
    };
    quote.quote_step(QuoteAction::Accept, today)?;
    let mut version = versions::latest(tx, &quote.row).await?;
    let mut hash = fingerprint::of(quote.kind, &quote.row, &version)?;
    // What was signed without signal has just been made the newest version.
    let seen = said.version.filter(|_| brought.is_none());
    if let Some(seen) = seen.filter(|seen| *seen != hash) {
        return Err(changed::since(tx, quote, &seen, version, today).await?);
    }
    let agreed = said.agreed.filter(|_| brought.is_none());
    if let Some(agreed) = agreed
        && quote.row.varied_total.is_some_and(|now| now != agreed.0)
    {
        return Err(ApiError::conflict(
            "agreed_changed",
            "The agreed total has changed since you opened this. Check it before you accept.",
        ));
    }
    let page = view::of_version(tx, quote, version.clone()).await?;
    let terms = page.answer.business_profile.quote_terms;
    if said
        .sealed
        .is_some_and(|sealed| sealed.terms.trim() != terms.trim())
    {
        return Err(ApiError::conflict(
            "document_changed",
            "The terms on this quote aren’t the ones that were signed. Have the quote signed again.",
        ));
    }
    if said.must_tick && !said.terms_accepted && !terms.trim().is_empty() {
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "termsAccepted",
            "required",
            "Accept the terms and conditions first.",
        )]));
    }
    if let Some(choice) = &said.choice
        && choice::take(quote, choice)?
    {
        version = issue::reissue_chosen(state, tx, quote, version).await?;
        hash = fingerprint::of(quote.kind, &quote.row, &version)?;
    }
    if let Some(job) = quote.row.variation_of_id.clone() {
        let job = vary::chain(tx, quote, &job, today).await?;
        vary_job(state, tx, &job, quote).await?;
    }
    quote.row.accepted_date = Some(today.to_string());
    quote.row.accepted_version = Some(version.version);
    quote.row.early_start = asked_early(&version, said.early_start)?;
    let signed = Signed {
        hash,
        name: said.name,
        signature: said.signature.filter(|drawn| !drawn.is_empty()),
        terms,
        terms_accepted: said.terms_accepted,
        early_start: quote.row.early_start,
        address: scene.address,
        user_agent: scene.user_agent,
        witness: scene.witness.clone(),
        sealed: brought,
        recorded: scene.recorded.clone(),
    };
    let mut told = certify::keep(state, tx, quote, signed).await?;
    told.cancelling = Cancelling::of(&quote.row, &version)?;
    quote.write(state, tx, state.clock.now_ms()).await?;
    announce(tx, quote, Event::Status).await?;
    events::record(state, tx, "quote_accepted", quote, &told.words()).await?;
    let cancelling = told.cancelling.as_ref().map(Cancelling::sentence);
    let recorded = scene.recorded.map(|Recorded { way, on, .. }| {
        let (way, on) = (way.said(), date_short(on));
        format!("You told us {way} on {on}, and we have recorded that. If it isn’t right, please tell us.")
    });
    let brought = told.brought.iter().cloned();
    let said: Vec<String> = recorded
        .into_iter()
        .chain(brought)
        .chain(cancelling)
        .collect();
    copy::later(state, tx, quote, (scene.witness.as_deref(), &said)).await?;
    Ok(told)
}

/// Records and announces that what was agreed for a job has changed.
async fn vary_job(
    state: &AppState,
    tx: &mut WriteTx,
    job: &Stored,
    variation: &Stored,
) -> Result<(), ApiError> {
    let before = Pence(variation.row.varied_total.unwrap_or_default());
    let total = (before + variation.totals.total_amount).to_string();
    let number = variation.row.number.as_deref().unwrap_or_default();
    let words = [("variation", number), ("amount", &*total)];
    events::record(state, tx, "job_varied", job, &words).await?;
    store::touch(tx, &job.row.id, state.clock.now_ms()).await?;
    announce(tx, job, Event::Updated).await?;
    Ok(())
}

/// Whether the customer asked for an early start; `None` if the version gives them no right to cancel, so that they
/// were not asked.
fn asked_early(version: &VersionRow, ticked: bool) -> Result<Option<bool>, ApiError> {
    let Some(given) = version.cancellation.as_deref() else {
        return Ok(None);
    };
    let pack: Pack = serde_json::from_str(given)?;
    Ok(pack.right.then_some(ticked))
}

/// Restores what was signed without signal, if the quote has been changed since, and checks the time of the signature.
///
/// # Errors
/// 409 if the quote can't be accepted on any day, and for an unknown version.
async fn bring(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &mut Stored,
    (sealed, said): (&Sealed, &Said),
    today: Date,
) -> Result<Brought, ApiError> {
    // The first day of all: whether the quote had expired is checked for the time when it was signed, and as the quote
    // was then.
    let state_now = quote.quote_state();
    state_now
        .apply(QuoteAction::Accept, Date::FIRST)
        .map_err(illegal)?;
    let now = state.clock.now_ms();
    let seen = said.version.as_deref().unwrap_or_default();
    let Some(signed) = sealed::find(tx, quote, seen, now).await? else {
        let newest = versions::latest(tx, &quote.row).await?;
        return Err(changed::since(tx, quote, seen, newest, today).await?);
    };
    let moment = signed.moment(sealed.signed_at, now);
    let late = signed.late;
    if late.is_some() {
        issue::reissue_signed(state, tx, quote, signed.version).await?;
    }
    Ok(Brought {
        seal: sealed.seal.clone(),
        moment,
        late,
    })
}
