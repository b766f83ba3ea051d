//! The certificate of an acceptance, written in its transaction.

use std::net::IpAddr;

use plumbline_core::money::Pence;
use plumbline_core::time::Date;

use crate::quotes::cancellation_right::CancellationRight;
use crate::quotes::offline_signature::{ChangedSinceSigning, SigningMoment};
use plumbline_platform::clock::{format_london_time, london_date};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::certificate::{ChosenChoice, ChosenOption, Signature};
use plumbline_records::documents::reading::late_acceptance;
use plumbline_records::documents::store::acceptances::{self, AcceptanceMethod, AcceptanceRow};
use plumbline_records::documents::stored::StoredDocument;

/// What the accepted quote itself does not contain.
pub struct NewAcceptance {
    /// The accepted version's hash.
    pub hash: String,
    /// The typed name.
    pub name: Option<String>,
    /// The drawn signature.
    pub signature: Option<Signature>,
    /// The terms under the quote.
    pub terms: String,
    /// Whether the terms were ticked.
    pub terms_accepted: bool,
    /// Whether the customer asked for an early start; `None` if they were not asked.
    pub early_start: Option<bool>,
    /// The address from which the request came.
    pub address: IpAddr,
    /// The browser's user agent.
    pub user_agent: String,
    /// Who was there for the business, if it was signed on the business's device.
    pub witness: Option<String>,
    /// What the business's device sealed, if it was signed without signal.
    pub sealed: Option<OfflineSignature>,
    /// What the business recorded, if its customer accepted by telling it.
    pub recorded: Option<RecordedAcceptance>,
}

/// What the business records about a customer who accepted by phone, in person or in a message.
#[derive(Debug, Clone)]
pub struct RecordedAcceptance {
    /// How the customer accepted.
    pub way: AcceptanceMethod,
    /// The day on which they did, in London.
    pub on: Date,
    /// Who recorded it.
    pub by: String,
}

/// A signature that a device sent later.
pub struct OfflineSignature {
    /// The device's seal.
    pub seal: String,
    /// When it was signed.
    pub moment: SigningMoment,
    /// What had been changed meanwhile.
    pub late: Option<ChangedSinceSigning>,
}

/// What the business's message about an acceptance says: who accepted, which choice, and with which options.
pub struct AcceptanceSummary {
    name: Option<String>,
    /// `None` if the quote has no choices.
    choice: Option<String>,
    /// `None` if the quote has no options.
    options: Option<String>,
    /// `None` if the customer accepted through their link.
    witness: Option<String>,
    /// `None` if the customer accepted it themselves.
    way: Option<AcceptanceMethod>,
    /// The sentences about a signature without signal, and about which version was signed; empty if it was signed
    /// online.
    pub offline_notes: Vec<String>,
    /// The customer's right to cancel; `None` if there is none.
    pub cancellation_right: Option<CancellationRight>,
}

/// Stores the certificate of a quote whose accepted version is set.
pub async fn save(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &StoredDocument,
    signed: NewAcceptance,
) -> Result<AcceptanceSummary, ApiError> {
    let (moment, late) = match &signed.sealed {
        Some(brought) => (Some(brought.moment), brought.late),
        None => (None, None),
    };
    let now = moment.map_or_else(|| state.clock.now_ms(), |moment| moment.at);
    let signature = signed.signature.as_ref().map(serde_json::to_string);
    let options = chosen_options(quote);
    let choice = chosen_choice(quote);
    let row = AcceptanceRow {
        document_id: quote.row.id.clone(),
        version: quote.row.accepted_version.unwrap_or_default(),
        hash: signed.hash,
        name: signed.name,
        signature: signature.transpose()?,
        options: serde_json::to_string(&options)?,
        total: quote.totals.total_amount.0,
        choice: choice.as_ref().map(serde_json::to_string).transpose()?,
        terms: signed.terms,
        terms_accepted: signed.terms_accepted,
        accepted_at: now,
        london_time: match &signed.recorded {
            Some(recorded) => recorded.on.to_string(),
            None => format!("{}T{}", london_date(now), format_london_time(now)),
        },
        address: signed.address.to_string(),
        user_agent: signed.user_agent,
        witness: signed.witness,
        signed_at: moment.map(|moment| moment.by_device),
        received_at: moment.map(|moment| moment.received),
        seal: signed.sealed.map(|brought| brought.seal),
        signed_version_at: late.map(|late| late.signed_version_at),
        changed_at: late.map(|late| late.changed_at),
        changes: late.map(|late| late.changes),
        early_start: signed.early_start,
        way: signed.recorded.as_ref().map(|recorded| recorded.way),
        recorded_by: signed.recorded.map(|recorded| recorded.by),
        varied_number: None,
        chained_quote: None,
        chained_before: None,
    };
    acceptances::insert(tx, &row).await?;
    let brought = [late_acceptance::without_signal_text(&row), late_acceptance::earlier_version_text(&row)];
    let has_options = quote.document.items.iter().any(|line| line.optional);
    Ok(AcceptanceSummary {
        name: row.name,
        choice: choice.map(|choice| choice.name),
        options: has_options.then(|| option_names(&options)),
        witness: row.witness,
        way: row.way,
        offline_notes: brought.into_iter().flatten().collect(),
        cancellation_right: None,
    })
}

/// The choice that was taken.
fn chosen_choice(quote: &StoredDocument) -> Option<ChosenChoice> {
    let choice = quote.document.counted_choice()?;
    Some(ChosenChoice { id: choice.id.clone(), name: choice.name.clone(), total: quote.totals.total_amount })
}

/// The optional lines that were taken.
fn chosen_options(quote: &StoredDocument) -> Vec<ChosenOption> {
    let lines = quote.document.items.iter().zip(&quote.totals.items);
    lines
        .filter(|(line, totals)| line.optional && totals.counted)
        .map(|(line, totals)| ChosenOption {
            id: line.id.clone(),
            name: line.name.clone(),
            amount: Pence(totals.total.0),
        })
        .collect()
}

fn option_names(options: &[ChosenOption]) -> String {
    if options.is_empty() {
        return "None".to_owned();
    }
    let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
    names.join(", ")
}

impl AcceptanceSummary {
    /// The message as rows of the email.
    #[must_use]
    pub fn email_rows(&self) -> Vec<(&'static str, String)> {
        let name = self.name.clone().map(|name| ("Accepted by", name));
        let choice = self.choice.clone().map(|choice| ("Choice", choice));
        let options = self.options.clone().map(|options| ("Options", options));
        let cancelling = self.cancellation_right.iter().flat_map(CancellationRight::email_rows);
        let taken = name.into_iter().chain(choice).chain(options);
        taken.chain(cancelling).collect()
    }

    /// The message as fields of the activity.
    #[must_use]
    pub fn activity_data(&self) -> Vec<(&str, &str)> {
        let name = self.name.as_deref().map(|name| ("name", name));
        let choice = self.choice.as_deref().map(|choice| ("choice", choice));
        let options = self.options.as_deref().map(|options| ("options", options));
        let witness = self.witness.as_deref().map(|who| ("witness", who));
        let given = name.into_iter().chain(choice);
        let method = self.way.map(|acceptance_method| ("way", acceptance_method.text()));
        given.chain(options).chain(witness).chain(method).collect()
    }
}
