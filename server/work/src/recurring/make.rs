//! Makes an invoice from a recurring one, in the transaction that moves the recurring one to its next date.

use plumbline_core::calculate::totals::calculate;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use plumbline_core::time::date_placeholders::replace_date_placeholders;

use super::due;
use super::store::{self, RecurringRow};
use crate::sending;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::row::EnteredFields;
use plumbline_records::documents::store::DocumentRow;
use plumbline_records::documents::store::recurring_documents::{
    self, RecurringDocumentRow, RecurringOutcome,
};
use plumbline_records::documents::stored::{StoredDocument, fill_columns};
use plumbline_records::notifications::{self, NewNotification, NotificationKind};

/// What happens to the invoice.
pub(super) enum InvoiceDelivery {
    /// The invoice is issued and emailed to its customer.
    Send,
    /// The invoice is a draft, as the business chose.
    Draft,
    /// The invoice is a draft, because its date has passed.
    Late,
    /// The invoice is a draft, because it could not be sent.
    NotSent {
        /// The reason, in a sentence.
        reason: String,
        /// The notification for the business.
        notification_kind: NotificationKind,
    },
}

impl InvoiceDelivery {
    fn outcome(&self) -> (RecurringOutcome, &str) {
        match self {
            Self::Send => (RecurringOutcome::Sent, ""),
            Self::Draft => (RecurringOutcome::Draft, ""),
            Self::Late => (RecurringOutcome::Late, ""),
            Self::NotSent { reason, .. } => (RecurringOutcome::NotSent, reason),
        }
    }

    fn notification_kind(&self) -> NotificationKind {
        match self {
            Self::Send => NotificationKind::RecurringSent,
            Self::Draft => NotificationKind::RecurringDraft,
            Self::Late => NotificationKind::RecurringLate,
            Self::NotSent { notification_kind: result, .. } => *result,
        }
    }
}

/// Makes the invoice of a date for a recurring invoice that the caller has locked, advances that to its next date, and
/// notifies the business.
///
/// # Errors
/// 422 if the account's storage is full, or today's rules refuse the document; if the invoice is to be sent, also the
/// errors of issuing and emailing it.
pub(super) async fn make_invoice(
    state: &AppState,
    tx: &mut WriteTx,
    (row, day): (&RecurringRow, Date),
    invoice_delivery: &InvoiceDelivery,
) -> Result<(), ApiError> {
    let next = row.series().next_after(day);
    if !store::advance(tx, &row.id, day, next).await? {
        return Err(ApiError::internal("a held row changed under its holder"));
    }
    let draft = new_draft(state, row, day)?;
    let stored = StoredDocument::insert_uncounted(tx, &draft).await?;
    let mut stored = stored.ok_or_else(|| ApiError::internal("a new id was taken"))?;
    let (outcome, reason) = invoice_delivery.outcome();
    let made = RecurringDocumentRow {
        document_id: stored.row.id.clone(),
        user_id: row.user_id.clone(),
        series_id: Some(row.id.clone()),
        name: row.name.clone(),
        day,
        outcome,
        reason: reason.to_owned(),
    };
    recurring_documents::insert(tx, &made).await?;
    let of = [("reason", row.name.as_str())];
    notifying::record(state, tx, "made_by_itself", &stored, &of).await?;
    announce_event(tx, &stored, DocumentEvent::Updated).await?;
    let mut more = StorageUse::of_document(draft.stored_size());
    if matches!(invoice_delivery, InvoiceDelivery::Send) {
        more = more.plus(sending::send_automatically(state, tx, &mut stored).await?);
    }
    let customer = Parties::current(tx, &stored.row).await?.customer_name();
    let news = NewNotification {
        kind: invoice_delivery.notification_kind(),
        subject: (stored.kind.code(), stored.row.id.as_str()),
        number: stored.row.number.as_deref().unwrap_or_default(),
        who: &customer,
        amount: Pence(stored.row.total_amount),
    };
    notifications::notify(state, tx, &row.user_id, news).await?;
    let moved = RecurringRow { next_day: next, ..row.clone() };
    due::schedule(state, tx, &moved).await?;
    quota::count_storage(state, tx, &row.user_id, more).await
}

/// The draft for a date, with the placeholders filled in.
fn new_draft(state: &AppState, row: &RecurringRow, day: Date) -> Result<DocumentRow, ApiError> {
    let id = state.ids.new_id();
    let profile = row.business_profile_id.as_ref();
    let now = state.clock.now_ms();
    let mut made = DocumentRow::new_draft(id, &row.user_id, DocumentKind::Invoice, profile, now);
    made.set_entered_fields(to_entered_fields(row, day));
    let document = row.document()?.replace_date_placeholders(day);
    let totals = calculate(&document)?;
    fill_columns(&mut made, &document, &totals)?;
    Ok(made)
}

/// The fields of the invoice for a date. Every column is named, so that a new column doesn't compile until somebody
/// decides whether each invoice has it.
fn to_entered_fields(row: &RecurringRow, day: Date) -> EnteredFields {
    let due = row.due_date(day);
    let RecurringRow {
        id: _,      // stored in `RecurringDocumentRow`
        user_id: _, // set by `new_draft`
        version: _,
        created_from: _,
        name: _, // the name of the recurring invoice
        business_profile_id,
        contact_id,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
        input: _,  // copied by `new_draft`, which fills in the placeholders
        totals: _, // calculated by `new_draft`
        total_amount: _,
        days_due: _, // in `due`
        due_unit: _,
        first_day: _, // when it repeats
        repeats: _,
        last_day: _,
        times: _,
        makes: _,
        paused: _,
        trouble: _,
        done_day: _,
        next_day: _,
        created_at: _,
        updated_at: _,
    } = row.clone();
    EnteredFields {
        business_profile_id,
        contact_id,
        issue_date: Some(day),
        due_date: due,
        job_description: replace_date_placeholders(&job_description, day),
        job_address,
        order_number,
        notes: replace_date_placeholders(&notes, day),
        template,
        terms,
    }
}

/// Notifies the business that a recurring invoice was paused automatically.
pub(super) async fn notify_stopped(
    state: &AppState,
    tx: &mut WriteTx,
    row: &RecurringRow,
) -> Result<(), ApiError> {
    let customer = customer_name(tx, row).await?;
    let news = NewNotification {
        kind: NotificationKind::RecurringStopped,
        subject: ("recurring_invoice", row.id.as_str()),
        number: "",
        who: &customer,
        amount: row.total_amount,
    };
    notifications::notify(state, tx, &row.user_id, news).await
}

async fn customer_name(conn: &mut Conn, row: &RecurringRow) -> Result<String, ApiError> {
    let Some(id) = &row.contact_id else {
        return Ok(String::new());
    };
    let found = plumbline_records::contacts::store::find(conn, &row.user_id, id).await?;
    Ok(found.map_or_else(String::new, |row| row.fields.display_name().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invoice_made_on_a_date_copies_the_recurring_invoice() {
        let row = RecurringRow::every_field();
        let day: Date = "2027-02-01".parse().unwrap();
        let expected = EnteredFields {
            business_profile_id: row.business_profile_id.clone(),
            contact_id: row.contact_id.clone(),
            issue_date: Some(day),
            // Three months later.
            due_date: "2027-05-01".parse().ok(),
            job_description: "Cover for February".to_owned(),
            job_address: row.job_address.clone(),
            order_number: row.order_number.clone(),
            notes: "Until 1 Feb 2027".to_owned(),
            template: row.template.clone(),
            terms: row.terms.clone(),
        };
        assert_eq!(to_entered_fields(&row, day), expected);
    }
}
