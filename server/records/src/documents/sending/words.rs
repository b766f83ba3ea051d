//! The texts with which a document is sent: by email, and in a message with its link. Every amount in them comes
//! from core.

use plumbline_core::kind::Asks;
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::present::about::WITH_VAT;
use plumbline_core::time::text::date_short;
use serde::Serialize;
use utoipa::ToSchema;

use super::phone;
use crate::documents::parties::Parties;
use crate::documents::reading::answer::link;
use crate::documents::stored::Stored;
use crate::profiles;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;

/// The placeholder for the customer's name in a business's default message.
const NAME: &str = "{name}";

/// The default email, which the business may change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct LetterWords {
    /// The customer's address; empty if it isn't known.
    pub to: String,
    /// The subject.
    pub subject: String,
    /// The message above the totals.
    pub message: String,
}

/// The text that goes with the link of an issued document when the business passes it on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ShareWords {
    /// `Quote Q-0012`
    pub title: String,
    /// A message that includes the link.
    pub text: String,
    /// The link.
    pub url: String,
    /// `£478.10`
    pub amount: String,
    /// The label of the amount: `Total including VAT`, `Balance due`.
    pub amount_label: String,
    /// The customer's mobile number in international form, only digits: `447700900123`. Null if they have no number
    /// that can receive messages.
    pub phone: Option<String>,
}

/// The email as it would be sent now.
pub async fn letter(
    conn: &mut Conn,
    stored: &Stored,
    parties: &Parties,
) -> Result<LetterWords, ApiError> {
    let business = parties.profile.name.trim();
    let title = match &stored.row.number {
        Some(number) => format!("{} {number}", stored.title()),
        None => stored.title().to_owned(),
    };
    let contact = parties.contact.as_ref();
    let name = contact.map_or("", |contact| contact.name.trim());
    Ok(LetterWords {
        to: contact
            .map_or("", |contact| contact.email.trim())
            .to_owned(),
        subject: format!("{title} from {business}"),
        message: message(own_words(conn, stored).await?.trim(), stored, name),
    })
}

/// The business's default message; empty if it has no message of its own.
async fn own_words(conn: &mut Conn, stored: &Stored) -> Result<String, ApiError> {
    let Some(id) = &stored.row.business_profile_id else {
        return Ok(String::new());
    };
    let profile = profiles::store::find_any(conn, &stored.row.user_id, id).await?;
    let fields = profile.map(|profile| profile.fields).unwrap_or_default();
    Ok(fields.message_for(stored.kind).to_owned())
}

fn message(own: &str, stored: &Stored, name: &str) -> String {
    if own.is_empty() {
        let greeting = greeting(name);
        let words = match &stored.row.varied_number {
            Some(quote) => format!(
                "Here is a variation to quote {quote}. Open the link to see what it adds, and to accept or decline \
                 it."
            ),
            None => stored.kind.facts().mail_words.to_owned(),
        };
        return format!("{greeting},\n\n{words}");
    }
    if name.is_empty() {
        // Without a name, "Hello {name}," becomes "Hello,".
        return own.replace(&format!(" {NAME}"), "").replace(NAME, "");
    }
    own.replace(NAME, name)
}

fn greeting(name: &str) -> String {
    match name {
        "" => "Hello".to_owned(),
        name => format!("Hello {name}"),
    }
}

/// The text for sharing the link; `None` for a draft, which has no link.
#[must_use]
pub fn share(state: &AppState, stored: &Stored, parties: &Parties) -> Option<ShareWords> {
    let (token, number) = (
        stored.row.public_token.as_ref()?,
        stored.row.number.as_ref()?,
    );
    let url = link(state, stored.kind, token);
    let facts = stored.kind.facts();
    let due = stored.totals.balance_due;
    let is_owed = facts.asks == Asks::Balance && due > Pence::ZERO;
    let (amount_label, amount) = match is_owed {
        true => ("Balance due", gbp(due)),
        false => ("Total", gbp(stored.totals.total_amount)),
    };
    let vat = match stored.totals.vat_amount {
        Pence::ZERO => String::new(),
        _ => format!(" {WITH_VAT}"),
    };
    let contact = parties.contact.as_ref();
    let greeting = greeting(contact.map_or("", |contact| contact.name.trim()));
    let business = parties.profile.name.trim();
    let day = stored.due_date().filter(|_| is_owed);
    let figure = match day {
        Some(day) if !stored.instalments.is_empty() => format!(
            ": {amount}{vat} in {} instalments, the next due {}.",
            stored.instalments.len(),
            date_short(day)
        ),
        Some(day) => format!(": {amount}{vat}, due {}.", date_short(day)),
        None => format!(" for {amount}{vat}."),
    };
    let from = match business {
        "" => String::new(),
        business => format!(" from {business}"),
    };
    let (word, look) = (stored.name(), facts.link_words);
    Some(ShareWords {
        title: format!("{} {number}", stored.title()),
        text: format!("{greeting}, here is {word} {number}{from}{figure} {look}\n{url}"),
        url,
        amount,
        amount_label: format!("{amount_label}{vat}"),
        phone: contact.and_then(|contact| phone::mobile(&contact.phone)),
    })
}
