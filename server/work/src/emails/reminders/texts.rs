//! The text of a reminder. The number, the amount and the date are the document's; the wording is the business's,
//! or ours. Before the date, nothing is called overdue.

use plumbline_core::chase::Occasion;
use plumbline_core::document::parties::BusinessProfile;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::text::format_gbp;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_short_date;

use super::{ReminderFocus, store};
use crate::emails::copies::contact_phrase;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::response::customer_link;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::profiles;

/// The text of a reminder above its amounts.
pub(super) struct ReminderText {
    /// The subject of its email.
    pub subject: String,
    /// The message.
    pub message: String,
    /// Whether the message begins with our greeting.
    pub has_greeting: bool,
}

/// The document's values for the placeholders.
struct Placeholders<'a> {
    name: &'a str,
    number: String,
    amount: String,
    date: String,
    link: String,
    reach: &'a str,
}

impl<'a> Placeholders<'a> {
    fn for_document(
        state: &AppState,
        (stored, parties): (&'a StoredDocument, &'a Parties),
        focus: &ReminderFocus,
    ) -> Self {
        let contact = parties.contact.as_ref();
        let token = stored.row.public_token.as_deref().unwrap_or_default();
        Self {
            name: contact.map_or("", |contact| contact.name.trim()),
            number: numbered_label(stored, focus),
            amount: format_gbp(focus.amount),
            date: focus.date.map(format_short_date).unwrap_or_default(),
            link: customer_link(state, stored.kind, token),
            reach: contact_phrase(&parties.profile),
        }
    }

    fn get(&self, place: &str) -> Option<&str> {
        Some(match place {
            "name" => self.name,
            "number" => &self.number,
            "amount" => &self.amount,
            "date" => &self.date,
            "link" => &self.link,
            "reach" => self.reach,
            _ => return None,
        })
    }

    /// The text with each placeholder filled in once, so that no name is read as a placeholder.
    fn fill(&self, texts: &str) -> String {
        let mut text = String::new();
        let mut rest = texts;
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let place = after.split_once('}');
            match place.and_then(|(place, after)| Some((self.get(place)?, after))) {
                Some((value, after)) => {
                    if value.is_empty() {
                        // "Hello {name}," without a name is "Hello,".
                        text.truncate(text.trim_end_matches(' ').len());
                    }
                    text.push_str(value);
                    rest = after;
                }
                None => {
                    text.push('{');
                    rest = after;
                }
            }
        }
        text + rest
    }
}

/// `INV-0007`, `INV-0007 (instalment 2 of 4)`.
fn numbered_label(stored: &StoredDocument, focus: &ReminderFocus) -> String {
    let number = stored.row.number.as_deref().unwrap_or_default();
    match focus.instalment.as_str() {
        "" => number.to_owned(),
        instalment => format!("{number} ({instalment})"),
    }
}

/// The text of a reminder on an occasion: the business's own if there is one.
pub(super) async fn compose_text(
    state: &AppState,
    conn: &mut Conn,
    (stored, parties): (&StoredDocument, &Parties),
    (occasion, focus): (Occasion, &ReminderFocus),
) -> Result<ReminderText, ApiError> {
    let own = load_own_text(conn, stored, occasion).await?;
    Ok(compose_own_text(state, (stored, parties), (occasion, focus), &own))
}

/// The same with this text; empty for the usual text.
pub(super) fn compose_own_text(
    state: &AppState,
    (stored, parties): (&StoredDocument, &Parties),
    (occasion, focus): (Occasion, &ReminderFocus),
    own: &str,
) -> ReminderText {
    let values = Placeholders::for_document(state, (stored, parties), focus);
    let text = match own.trim() {
        "" => stored.name_itself(default_text(occasion, !values.date.is_empty())),
        own => own.to_owned(),
    };
    ReminderText {
        subject: subject((stored, parties), occasion, &values),
        message: values.fill(&text),
        has_greeting: !text.contains("{name}"),
    }
}

/// The business's own text; empty for ours.
async fn load_own_text(
    conn: &mut Conn,
    stored: &StoredDocument,
    occasion: Occasion,
) -> Result<String, ApiError> {
    let Some(id) = &stored.row.business_profile_id else {
        return Ok(String::new());
    };
    if let Some(text) = store::load_texts(conn, id).await?.remove(&occasion) {
        return Ok(text);
    }
    let profile = profiles::store::find_any(conn, &stored.row.user_id, id).await?;
    let fields = profile.map(|profile| profile.fields).unwrap_or_default();
    Ok(profile_text(&fields, occasion).to_owned())
}

/// The profile's text for an occasion: the one for reminders by hand.
pub(super) fn profile_text(fields: &profiles::ProfileFields, occasion: Occasion) -> &str {
    match occasion {
        Occasion::AfterDue => fields.reminder_for(DocumentKind::Invoice),
        Occasion::Unanswered => fields.reminder_for(DocumentKind::Quote),
        Occasion::BeforeDue | Occasion::OnDue | Occasion::Expiring => "",
    }
}

fn subject(
    (stored, parties): (&StoredDocument, &Parties),
    occasion: Occasion,
    Placeholders { number, date, .. }: &Placeholders,
) -> String {
    let (title, word) = (stored.title(), stored.name());
    let business = parties.profile.name.trim();
    match occasion {
        Occasion::BeforeDue => format!("{title} {number} from {business} is due on {date}"),
        Occasion::OnDue => format!("{title} {number} from {business} is due today"),
        Occasion::Expiring if !date.is_empty() => {
            format!("{title} {number} from {business} is valid until {date}")
        }
        Occasion::AfterDue | Occasion::Unanswered | Occasion::Expiring => {
            format!("Reminder: {word} {number} from {business}")
        }
    }
}

/// The usual text, with placeholders for the document's values.
#[must_use]
fn default_text(occasion: Occasion, has_date: bool) -> &'static str {
    match (occasion, has_date) {
        (Occasion::BeforeDue, _) => {
            "Just a quick reminder that invoice {number} for {amount} is due on {date}. You can see it, and how to \
             pay, with the button above. If you’ve already paid it, thank you, and please ignore this email. If something isn’t right, {reach}."
        }
        (Occasion::OnDue, _) => {
            "Invoice {number} for {amount} is due today, {date}. You can see it, and how to pay, with the button \
             above. If you’ve paid it in the last few days, thank you, and please ignore this email. If something isn’t right, {reach}."
        }
        (Occasion::AfterDue, true) => {
            "This is a friendly reminder that invoice {number} for {amount} was due on {date} and hasn’t been paid \
             yet. If you’ve paid it in the last few days, thank you, and please ignore this email. If something isn’t right, {reach}."
        }
        (Occasion::AfterDue, false) => {
            "This is a friendly reminder that invoice {number} for {amount} hasn’t been paid yet. If you’ve paid it \
             in the last few days, thank you, and please ignore this email. If something isn’t right, {reach}."
        }
        (Occasion::Unanswered, true) => {
            "We sent you quote {number} for {amount} and would love to know what you think. It \
             is valid until {date}. You can accept or decline it with the button above. If you have a \
             question, {reach}."
        }
        (Occasion::Unanswered, false) => {
            "We sent you quote {number} for {amount} and would love to know what you think. You \
             can accept or decline it with the button above. If you have a question, {reach}."
        }
        (Occasion::Expiring, _) => {
            "Our quote {number} for {amount} is valid until {date}. If you would like to go ahead, you \
             can accept it until then with the button above. If you have a question, {reach}."
        }
    }
}

/// The text of a business's reminders on an occasion for which its plan has no text: the profile's, else ours.
#[must_use]
pub fn default_text_for_profile(fields: &profiles::ProfileFields, occasion: Occasion) -> String {
    match profile_text(fields, occasion).trim() {
        "" => {
            let profile = BusinessProfile { phone: fields.phone.clone(), ..BusinessProfile::default() };
            default_text(occasion, true).replace("{reach}", contact_phrase(&profile))
        }
        own => own.to_owned(),
    }
}

/// A message with the link, for a person who sends the reminder on their own.
#[must_use]
pub fn share_message(
    state: &AppState,
    (stored, parties): (&StoredDocument, &Parties),
    today: Date,
) -> String {
    let focus = ReminderFocus::for_document(stored, None, today);
    let occasion = Occasion::for_day(stored.kind, None, focus.date, today);
    let values = Placeholders::for_document(state, (stored, parties), &focus);
    let from = match parties.profile.name.trim() {
        "" => String::new(),
        business => format!(" from {business}"),
    };
    let has_date = !values.date.is_empty();
    let says = match (occasion, has_date) {
        (Occasion::BeforeDue, _) => ": {amount} is due on {date}. You can see it and pay here:",
        (Occasion::OnDue, _) => ": {amount} is due today. You can see it and pay here:",
        (Occasion::AfterDue, true) => {
            ": {amount} was due on {date} and hasn’t been paid yet. You can see it and pay here:"
        }
        (Occasion::AfterDue, false) => ": {amount} hasn’t been paid yet. You can see it and pay here:",
        (Occasion::Unanswered | Occasion::Expiring, true) => {
            " for {amount}, valid until {date}. You can accept or decline it here:"
        }
        (Occasion::Unanswered | Occasion::Expiring, false) => {
            " for {amount}. You can accept or decline it here:"
        }
    };
    let (word, says) = (stored.name(), values.fill(says));
    // Not filled in through placeholders: a name may contain anything.
    let (greeting, number, link) = (greeting(values.name), &values.number, &values.link);
    format!("{greeting}, a friendly reminder about {word} {number}{from}{says}\n{link}")
}

fn greeting(name: &str) -> String {
    match name {
        "" => "Hello".to_owned(),
        name => format!("Hello {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_each_placeholder_once() {
        let values = Placeholders {
            name: "Jo {number}",
            number: "INV-0001".to_owned(),
            amount: "£1.00".to_owned(),
            date: String::new(),
            link: "https://q.example/i/x".to_owned(),
            reach: "call us",
        };
        let filled = |text: &str| values.fill(text);
        assert_eq!(filled("Hi {name}, {amount}"), "Hi Jo {number}, £1.00");
        assert_eq!(filled("until {date}, see {link}"), "until, see https://q.example/i/x");
        assert_eq!(filled("{ {who} {number"), "{ {who} {number");
        for occasion in Occasion::ALL {
            for has_date in [true, false] {
                let text = filled(default_text(occasion, has_date));
                assert!(!text.contains('{') && text.contains("INV-0001"), "{text}");
                let was = text.contains("was due");
                assert_eq!(was, occasion == Occasion::AfterDue && has_date);
            }
        }
    }
}
