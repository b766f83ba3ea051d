//! The texts with which a document is sent: by email, and in a message with its link. Every amount in them comes
//! from core.

use plumbline_core::kind::RequestedPayment;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::present::texts::INCLUDING_VAT;
use plumbline_core::time::text::format_short_date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::documents::parties::Parties;
use crate::documents::reading::response::customer_link;
use crate::documents::stored::StoredDocument;
use crate::profiles;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;

/// The placeholder for the customer's name in a business's default message.
const NAME_PLACEHOLDER: &str = "{name}";

/// The default email, which the business may change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct EmailTexts {
    /// The customer's address; empty if it isn't known.
    pub to: String,
    /// The subject.
    pub subject: String,
    /// The message above the totals.
    pub message: String,
}

/// The texts with which the business shares the link of an issued document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ShareTexts {
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
pub async fn compose_email_texts(
    conn: &mut Conn,
    stored: &StoredDocument,
    parties: &Parties,
) -> Result<EmailTexts, ApiError> {
    let business = parties.profile.name.trim();
    let title = match &stored.row.number {
        Some(number) => format!("{} {number}", stored.title()),
        None => stored.title().to_owned(),
    };
    let contact = parties.contact.as_ref();
    let name = contact.map_or("", |contact| contact.name.trim());
    Ok(EmailTexts {
        to: contact.map_or("", |contact| contact.email.trim()).to_owned(),
        subject: format!("{title} from {business}"),
        message: write_message(find_default_message(conn, stored).await?.trim(), stored, name),
    })
}

/// The business's default message; empty if it has no message of its own.
async fn find_default_message(conn: &mut Conn, stored: &StoredDocument) -> Result<String, ApiError> {
    let Some(id) = &stored.row.business_profile_id else {
        return Ok(String::new());
    };
    let profile = profiles::store::find_any(conn, &stored.row.user_id, id).await?;
    let fields = profile.map(|profile| profile.fields).unwrap_or_default();
    Ok(fields.message_for(stored.kind).to_owned())
}

fn write_message(default_message: &str, stored: &StoredDocument, name: &str) -> String {
    if default_message.is_empty() {
        let greeting = write_greeting(name);
        let text = match &stored.row.varied_number {
            Some(quote) => format!(
                "Here is a variation to quote {quote}. Open the link to see what it adds, and to accept or decline \
                 it."
            ),
            None => stored.kind.facts().email_text.to_owned(),
        };
        return format!("{greeting},\n\n{text}");
    }
    if name.is_empty() {
        // Without a name, "Hello {name}," becomes "Hello,".
        return default_message.replace(&format!(" {NAME_PLACEHOLDER}"), "").replace(NAME_PLACEHOLDER, "");
    }
    default_message.replace(NAME_PLACEHOLDER, name)
}

fn write_greeting(name: &str) -> String {
    match name {
        "" => "Hello".to_owned(),
        name => format!("Hello {name}"),
    }
}

/// The texts for sharing the link; `None` for a draft, which has no link.
#[must_use]
pub fn compose_share_texts(
    state: &AppState,
    stored: &StoredDocument,
    parties: &Parties,
) -> Option<ShareTexts> {
    let (token, number) = (stored.row.public_token.as_ref()?, stored.row.number.as_ref()?);
    let url = customer_link(state, stored.kind, token);
    let facts = stored.kind.facts();
    let due = stored.totals.balance_due;
    let is_owed = facts.asks == RequestedPayment::Balance && due > Pence::ZERO;
    let (amount_label, amount) = match is_owed {
        true => ("Balance due", format_gbp(due)),
        false => ("Total", format_gbp(stored.totals.total_amount)),
    };
    let vat = match stored.totals.vat_amount {
        Pence::ZERO => String::new(),
        _ => format!(" {INCLUDING_VAT}"),
    };
    let contact = parties.contact.as_ref();
    let greeting = write_greeting(contact.map_or("", |contact| contact.name.trim()));
    let business = parties.profile.name.trim();
    let day = stored.due_date().filter(|_| is_owed);
    let amount_text = match day {
        Some(day) if !stored.instalments.is_empty() => format!(
            ": {amount}{vat} in {} instalments, the next due {}.",
            stored.instalments.len(),
            format_short_date(day)
        ),
        Some(day) => format!(": {amount}{vat}, due {}.", format_short_date(day)),
        None => format!(" for {amount}{vat}."),
    };
    let from = match business {
        "" => String::new(),
        business => format!(" from {business}"),
    };
    let (name, invitation) = (stored.name(), stored.name_itself(facts.link_text));
    Some(ShareTexts {
        title: format!("{} {number}", stored.title()),
        text: format!("{greeting}, here is {name} {number}{from}{amount_text} {invitation}\n{url}"),
        url,
        amount,
        amount_label: format!("{amount_label}{vat}"),
        phone: contact.and_then(|contact| super::parse_mobile(&contact.phone)),
    })
}
