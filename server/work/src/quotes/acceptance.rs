//! Accepting a quote: on the customer's page, by signing on the business's own device, or in another way, which the
//! business records.
//!
//! The request names the hash of the version that was read. For a variation it also names the total that had been
//! agreed before, and is refused if another variation was accepted meanwhile: nobody accepts a total that they have
//! not seen.

use std::net::IpAddr;

use plumbline_core::consumer::CancellationPack;
use plumbline_core::document::Document;
use plumbline_core::money::Pence;
use plumbline_core::status::quote::QuoteAction;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_short_date;

use crate::quotes::acceptance_record::{
    self, AcceptanceSummary, NewAcceptance, OfflineSignature, RecordedAcceptance,
};
use crate::quotes::cancellation_right::CancellationRight;
use crate::quotes::differences;
use crate::quotes::offline_signature::{self, OfflineSeal};
use crate::quotes::selection::{self, QuoteSelection};
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::field_checks::{FieldChecks, NAME_MAX};
use plumbline_platform::state::AppState;
use plumbline_records::documents::issuing::{self, issue, variation};
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::reading::certificate::{self, Acceptance, Signature};
use plumbline_records::documents::reading::view;
use plumbline_records::documents::status::transition_error;
use plumbline_records::documents::store;
use plumbline_records::documents::store::versions::{self, VersionRow};
use plumbline_records::documents::stored::StoredDocument;

/// What the customer sent.
pub(super) struct AcceptanceRequest {
    /// Their name, typed.
    pub name: Option<String>,
    /// Their signature, drawn.
    pub signature: Option<Signature>,
    /// Whether the terms were ticked.
    pub terms_accepted: bool,
    /// Whether they must be ticked, if the quote has terms.
    pub must_accept_terms: bool,
    /// Whether the customer ticked a start before their days for cancelling are over.
    pub early_start: bool,
    /// The picked choice and optional lines; `None`: as the business set them.
    pub choice: Option<QuoteSelection>,
    /// The hash of the version that was read.
    pub version: Option<String>,
    /// For a variation: what had been agreed for its job, as it was read.
    pub agreed_before: Option<Pence>,
    /// What a device without signal sealed.
    pub sealed: Option<OfflineSeal>,
}

/// Where, and in whose presence, they accept.
pub(super) struct AcceptanceContext {
    /// The address from which the request came.
    pub address: IpAddr,
    /// The browser's user agent.
    pub user_agent: String,
    /// Who was there for the business, if it was signed on the business's device.
    pub witness: Option<String>,
    /// What the business recorded, if the customer accepted outside the app.
    pub recorded: Option<RecordedAcceptance>,
}

/// Trims a name, and adds what is wrong with it and with a signature to the checks.
pub(super) fn check_signer(
    name: Option<&mut String>,
    signature: Option<&Signature>,
    checks: &mut FieldChecks,
) {
    if let Some(name) = name {
        *name = name.trim().to_owned();
        checks.check_required_line("name", name, NAME_MAX, "Type your name.");
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
pub(super) async fn accept_quote(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &mut StoredDocument,
    (acceptance_request, scene): (AcceptanceRequest, AcceptanceContext),
    today: Date,
) -> Result<AcceptanceSummary, ApiError> {
    // Everything that can refuse it. Nothing is written before all of it was checked.
    let (brought, restored) = match &acceptance_request.sealed {
        Some(sealed) => {
            let (signature, restored) =
                apply_offline_signature(state, tx, quote, (sealed, &acceptance_request), today).await?;
            (Some(signature), restored)
        }
        None => (None, None),
    };
    let today = match &brought {
        Some(brought) => brought.moment.day()?,
        None => today,
    };
    quote.take_quote_step(QuoteAction::Accept, today)?;
    let mut version = match &restored {
        Some(restored) => restored.clone(),
        None => versions::load_latest(tx, &quote.row).await?,
    };
    let mut hash = issuing::hash_version(quote.kind, &quote.row, &version)?;
    // What was signed without signal becomes the newest version.
    let seen = acceptance_request.version.filter(|_| brought.is_none());
    if let Some(seen) = seen.filter(|seen| *seen != hash) {
        return Err(differences::document_changed(tx, quote, &seen, version, today).await?);
    }
    let agreed = acceptance_request.agreed_before.filter(|_| brought.is_none());
    if let Some(agreed) = agreed
        && quote.row.varied_total.is_some_and(|now| now != agreed.0)
    {
        return Err(ApiError::conflict(
            "agreed_changed",
            "The agreed total has changed since you opened this. Check it before you accept.",
        ));
    }
    let page = view::display_version(tx, quote, version.clone()).await?;
    let terms = page.answer.business_profile.quote_terms;
    if acceptance_request.sealed.is_some_and(|sealed| sealed.terms.trim() != terms.trim()) {
        return Err(ApiError::conflict(
            "document_changed",
            "The terms on this quote aren’t the ones that were signed. Have the quote signed again.",
        ));
    }
    if acceptance_request.must_accept_terms && !acceptance_request.terms_accepted && !terms.trim().is_empty()
    {
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "termsAccepted",
            "required",
            "Accept the terms and conditions first.",
        )]));
    }
    let is_other = match &acceptance_request.choice {
        Some(choice) => selection::apply_selection(quote, choice)?,
        None => false,
    };
    let job = match &quote.row.variation_of_id {
        Some(job) => Some(variation::check_acceptance(tx, quote, job, today).await?),
        None => None,
    };

    // The versions, the acceptance with its certificate, and the job of a variation.
    if let Some(restored) = &restored {
        issue::insert_restored(tx, quote, restored).await?;
    }
    if is_other {
        version = issue::reissue_with_choice(state, tx, quote, version).await?;
        hash = issuing::hash_version(quote.kind, &quote.row, &version)?;
    }
    if let Some(job) = &job {
        variation::chain_acceptance(tx, quote, job).await?;
        record_job_varied(state, tx, job, quote).await?;
    }
    quote.row.accepted_date = Some(today);
    quote.row.accepted_version = Some(version.version);
    quote.row.early_start = early_start_requested(&version, acceptance_request.early_start)?;
    let signed = NewAcceptance {
        hash,
        name: acceptance_request.name,
        signature: acceptance_request.signature.filter(|drawn| !drawn.is_empty()),
        terms,
        terms_accepted: acceptance_request.terms_accepted,
        early_start: quote.row.early_start,
        address: scene.address,
        user_agent: scene.user_agent,
        witness: scene.witness.clone(),
        sealed: brought,
        recorded: scene.recorded.clone(),
    };
    let mut acceptance_summary = acceptance_record::save(state, tx, quote, signed).await?;
    acceptance_summary.cancellation_right = CancellationRight::from_version(&quote.row, &version)?;
    quote.write(state, tx, state.clock.now_ms()).await?;
    announce_event(tx, quote, DocumentEvent::Status).await?;
    notifying::record(state, tx, "quote_accepted", quote, &acceptance_summary.activity_data()).await?;
    let cancelling = acceptance_summary.cancellation_right.as_ref().map(CancellationRight::to_sentence);
    let recorded = scene.recorded.map(|RecordedAcceptance { way: acceptance_method, on, .. }| {
        let (acceptance_method, on) = (acceptance_method.text(), format_short_date(on));
        format!("You told us {acceptance_method} on {on}, and we have recorded that. If it isn’t right, please tell us.")
    });
    let brought = acceptance_summary.offline_notes.iter().cloned();
    let texts: Vec<String> = recorded.into_iter().chain(brought).chain(cancelling).collect();
    super::certificate::queue(state, tx, quote, (scene.witness.as_deref(), &texts)).await?;
    Ok(acceptance_summary)
}

/// Records and announces that what was agreed for a job has changed.
async fn record_job_varied(
    state: &AppState,
    tx: &mut WriteTx,
    job: &StoredDocument,
    variation: &StoredDocument,
) -> Result<(), ApiError> {
    let before = Pence(variation.row.varied_total.unwrap_or_default());
    let total = (before + variation.totals.total_amount).to_string();
    let number = variation.row.number.as_deref().unwrap_or_default();
    let words = [("variation", number), ("amount", &*total)];
    notifying::record(state, tx, "job_varied", job, &words).await?;
    store::touch(tx, &job.row.id, state.clock.now_ms()).await?;
    announce_event(tx, job, DocumentEvent::Updated).await?;
    Ok(())
}

/// Whether the customer asked for an early start; `None` if the version gives them no right to cancel, so that they
/// were not asked.
fn early_start_requested(version: &VersionRow, ticked: bool) -> Result<Option<bool>, ApiError> {
    let Some(given) = version.cancellation.as_deref() else {
        return Ok(None);
    };
    let pack: CancellationPack = serde_json::from_str(given)?;
    Ok(pack.right.then_some(ticked))
}

/// Restores what was signed without signal, if the quote has been changed since, and checks the time of the signature.
/// Returns the restored version too, which the caller inserts. Nothing is written.
///
/// # Errors
/// 409 if the quote can't be accepted on any day, and for an unknown version.
async fn apply_offline_signature(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &mut StoredDocument,
    (sealed, acceptance_request): (&OfflineSeal, &AcceptanceRequest),
    today: Date,
) -> Result<(OfflineSignature, Option<VersionRow>), ApiError> {
    // The first day of all: whether the quote had expired is checked for the time when it was signed, and as the quote
    // was then.
    let state_now = quote.quote_state();
    state_now.apply(QuoteAction::Accept, Date::FIRST).map_err(transition_error)?;
    let now = state.clock.now_ms();
    let seen = acceptance_request.version.as_deref().unwrap_or_default();
    let Some(signed) = offline_signature::find_signed_version(tx, quote, seen, now).await? else {
        let newest = versions::load_latest(tx, &quote.row).await?;
        return Err(differences::document_changed(tx, quote, seen, newest, today).await?);
    };
    let moment = signed.signing_moment(sealed.signed_at, now);
    let late = signed.late;
    let restored = match late {
        Some(_) => Some(issue::restore_signed(state, tx, quote, signed.version).await?),
        None => None,
    };
    Ok((OfflineSignature { seal: sealed.seal.clone(), moment, late }, restored))
}

// A quote that is accepted a second time: by the same customer, whose browser lost the response, or by somebody
// else with the link, who may want something else of it.

/// How many of the accepted options are named.
const NAMED_MAX: usize = 3;

/// Passes an accept that asks for what was already accepted, which changes nothing. `choice` is what it takes of the
/// version with the hash `seen`; without them it is for the quote in its current state.
///
/// # Errors
/// 409 `accepted_otherwise`, saying what was accepted, if the accept asks for something else.
pub(super) async fn check_same_selection(
    conn: &mut Conn,
    quote: &StoredDocument,
    choice: Option<&QuoteSelection>,
    seen: Option<&str>,
) -> Result<(), ApiError> {
    let number = quote.row.accepted_version.unwrap_or_default();
    // A quote from another program has no version that was accepted here.
    let Some(accepted) = versions::find(conn, &quote.row.id, number).await? else {
        return Ok(());
    };
    let read = match seen {
        Some(seen) if issuing::hash_version(quote.kind, &quote.row, &accepted)? != seen => {
            differences::find_earlier(conn, quote, seen, number).await?
        }
        _ => None,
    };
    let mut wanted = parse_document(read.as_ref().unwrap_or(&accepted))?;
    if let Some(choice) = choice {
        choice.apply_to(&mut wanted);
    }
    if agreed_content(&wanted)? == agreed_content(&parse_document(&accepted)?)? {
        return Ok(());
    }
    let certificate = certificate::find_certificate(conn, &quote.row.id).await?;
    let what = certificate.map_or_else(String::new, |it| describe_acceptance(&it.acceptance));
    let name = quote.name();
    Err(ApiError::conflict(
        "accepted_otherwise",
        format!(
            "Someone else accepted this {name} first{what}. Your choice wasn’t accepted. If that’s wrong, please \
             contact us."
        ),
    ))
}

fn parse_document(version: &VersionRow) -> Result<Document, ApiError> {
    Ok(serde_json::from_str(&version.input)?)
}

/// What would be agreed with a document, for an exact comparison: the choice, and the lines that count.
fn agreed_content(document: &Document) -> Result<String, ApiError> {
    let chosen = document.counted_choice_id();
    let lines = document.items.iter().filter(|line| line.is_counted(chosen));
    Ok(serde_json::to_string(&(chosen, lines.collect::<Vec<_>>()))?)
}

/// `: “Better” with “Cover”, £1,020.00 in total`.
pub(super) fn describe_acceptance(accepted: &Acceptance) -> String {
    let quoted = |name: &String| format!("“{name}”");
    let options = &accepted.options;
    let named: Vec<String> = options.iter().take(NAMED_MAX).map(quoted).collect();
    let more = match options.len().saturating_sub(NAMED_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let with = format!("with {}{more}", named.join(", "));
    let taken = match (&accepted.choice, options.is_empty()) {
        (Some(choice), true) => format!("{}, ", quoted(choice)),
        (Some(choice), false) => format!("{} {with}, ", quoted(choice)),
        (None, true) => String::new(),
        (None, false) => format!("{with}, "),
    };
    format!(": {taken}{} in total", accepted.total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acceptance_with(choice: Option<&str>, options: &[&str]) -> Acceptance {
        Acceptance {
            name: None,
            accepted_at: String::new(),
            total: "£600.00".to_owned(),
            version: String::new(),
            options: options.iter().map(|name| (*name).to_owned()).collect(),
            choice: choice.map(str::to_owned),
            witness: None,
            without_signal: None,
            earlier_version: None,
            recorded: None,
        }
    }

    #[test]
    fn what_was_accepted_is_named() {
        for (choice, options, text) in [
            (None, &[][..], ": £600.00 in total"),
            (Some("Better"), &[], ": “Better”, £600.00 in total"),
            (Some("Better"), &["Cover"], ": “Better” with “Cover”, £600.00 in total"),
            (None, &["A", "B", "C", "D", "E"], ": with “A”, “B”, “C” and 2 more, £600.00 in total"),
        ] {
            assert_eq!(describe_acceptance(&acceptance_with(choice, options)), text);
        }
    }
}
