//! A preview of a reminder, of a made-up document: put together like any other.

use plumbline_core::chase::Occasion;
use plumbline_core::document::{Document, Line};
use plumbline_core::kind::{DocumentKind, RequestedPayment};
use plumbline_core::money::number::Number;
use plumbline_core::present::present;
use plumbline_core::present::public::{self, DocumentHeader, assemble_public_document};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::{ReminderFocus, deliver, texts};
use crate::emails::rows::{self, EmailTableRow};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::store::DocumentRow;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;
use plumbline_records::profiles::Profile;

/// A preview of a reminder as it would be sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReminderSample {
    /// Its subject.
    pub subject: String,
    /// Its plain text.
    pub text: String,
    /// Its HTML, which most people see.
    pub html: String,
}

/// A reminder of a business as it would be sent on an occasion, with this text; empty for the usual text.
pub async fn compose_sample(
    state: &AppState,
    conn: &mut Conn,
    (user_id, profile): (&UserId, &Profile),
    (occasion, own): (Occasion, &str),
) -> Result<ReminderSample, ApiError> {
    let today = today(state)?;
    let row = sample_row(state, (user_id, profile), occasion, today)?;
    let stored = StoredDocument::load(conn, row).await?;
    let parties = Parties {
        contact: Some(plumbline_core::document::parties::Contact {
            name: "Jo Bloggs".to_owned(),
            email: "jo@customer.example".to_owned(),
            ..Default::default()
        }),
        ..Parties::current(conn, &stored.row).await?
    };
    let own = match own.trim() {
        "" => texts::profile_text(&profile.fields, occasion),
        own => own,
    };
    let focus = ReminderFocus::for_document(&stored, None, today);
    let reminder_text = texts::compose_own_text(state, (&stored, &parties), (occasion, &focus), own);
    let bank = bank_rows(&stored, &parties, today);
    let report = state.link_to("/report/example");
    let to = "jo@customer.example".to_owned();
    let mail = deliver::compose_mail(state, (&stored, &parties), reminder_text, (to, &report), bank)?;
    Ok(ReminderSample { subject: mail.subject, text: mail.text, html: mail.html })
}

/// A made-up document for such an occasion.
fn sample_row(
    state: &AppState,
    (user_id, profile): (&UserId, &Profile),
    occasion: Occasion,
    today: Date,
) -> Result<DocumentRow, ApiError> {
    let end = match occasion {
        Occasion::BeforeDue => today.plus_days(3),
        Occasion::OnDue => Some(today),
        Occasion::AfterDue => today.minus_days(7),
        Occasion::Unanswered => today.plus_days(21),
        Occasion::Expiring => today.plus_days(2),
    };
    let kind = occasion.kind();
    let number = match kind {
        DocumentKind::Quote => 12,
        DocumentKind::Invoice | DocumentKind::CreditNote => 31,
    };
    let document = Document {
        items: vec![Line {
            id: "a".to_owned(),
            name: "Boiler service".to_owned(),
            quantity: Number::from_text("1"),
            price: Number::from_text("400"),
            ..Line::default()
        }],
        tax: Number::from_text("20"),
        ..Document::default()
    };
    let now = state.clock.now_ms();
    let id = state.ids.new_id();
    Ok(DocumentRow {
        number: Some(kind.format_number("", number)),
        public_token: Some("example".to_owned()),
        issue_date: today.minus_days(14),
        due_date: end,
        job_description: "Boiler service".to_owned(),
        customer_name: Some("Jo Bloggs".to_owned()),
        input: serde_json::to_string(&document)?,
        totals: "{}".to_owned(),
        ..DocumentRow::new_draft(id, user_id, kind, Some(&profile.id), now)
    })
}

fn bank_rows(stored: &StoredDocument, parties: &Parties, today: Date) -> Vec<EmailTableRow> {
    if stored.kind.facts().asks != RequestedPayment::Balance {
        return Vec::new();
    }
    let header = DocumentHeader {
        invoice_number: stored.row.number.clone(),
        status: "sent".to_owned(),
        issue_date: stored.issue_date(),
        due_date: stored.due_date(),
        ..DocumentHeader::new(stored.kind)
    };
    let parties = public::Parties {
        contact: parties.contact.clone(),
        business: parties.business.clone(),
        business_profile: Some(parties.profile.clone()),
    };
    let answer = assemble_public_document(&header, &stored.document, &stored.totals, &parties);
    let pay = present(&answer, today).and_then(|presentation| presentation.actions.pay);
    rows::bank_rows(pay.map(|pay| pay.bank).unwrap_or_default()).collect()
}
