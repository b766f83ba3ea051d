//! The same documents without any list: each is read in full, and core decides what it is.

use std::collections::HashMap;

use plumbline::db::words::{split_indexed_words, split_search_words};
use plumbline::documents::store;
use plumbline::documents::stored::StoredDocument;
use plumbline::ids::DocumentId;
use plumbline::state::AppState;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::status::invoice::InvoiceStatus;
use plumbline_core::time::Date;

/// A document, and its contact's current name and company.
pub struct ModelDocument {
    pub stored: StoredDocument,
    contact: [String; 2],
}

/// Every document of every account.
pub async fn load_documents(state: &AppState) -> Vec<ModelDocument> {
    let mut conn = state.db.read().await.expect("a connection");
    let ids: Vec<DocumentId> = sqlx::query_scalar("SELECT id FROM documents ORDER BY created_at, id")
        .fetch_all(&mut *conn)
        .await
        .expect("documents");
    let mut entries = Vec::new();
    for id in ids {
        let row = store::find_by_id(&mut conn, &id).await.expect("a look");
        let row = row.expect("a document");
        let contact: Option<(String, String)> =
            sqlx::query_as("SELECT name, company FROM contacts WHERE id = $1")
                .bind(row.contact_id.clone())
                .fetch_optional(&mut *conn)
                .await
                .expect("a contact");
        let stored = StoredDocument::load(&mut conn, row).await;
        entries.push(ModelDocument {
            stored: stored.expect("a document"),
            contact: contact.map(|(a, b)| [a, b]).unwrap_or_default(),
        });
    }
    entries
}

impl ModelDocument {
    /// Whether the list with this name contains it today.
    pub fn is_listed_as(&self, name: &str, today: Date) -> bool {
        let label = self.stored.badge(today).label;
        match (self.stored.kind, name) {
            (_, "") => true,
            (_, "to_confirm") => self.to_confirm() > 0,
            (DocumentKind::Quote, "sent") => label == "Pending",
            (DocumentKind::Quote, "expiring") => {
                let days = self.stored.row.due_date.map(|day| today.days_until(day));
                label == "Pending" && days.is_some_and(|days| days <= 7)
            }
            (DocumentKind::Invoice, "outstanding") => self.is_owed(),
            (DocumentKind::Invoice, "overdue") => {
                self.is_owed() && self.stored.invoice_state().is_overdue(today)
            }
            (_, name) => label.to_lowercase().replace(' ', "_") == name,
        }
    }

    /// Pence to confirm; 0 for an invoiced quote, because they are on its invoice.
    pub fn to_confirm(&self) -> i64 {
        match self.stored.row.converted_invoice_id {
            Some(_) => 0,
            None => self.stored.totals.pending_amount.0,
        }
    }

    fn is_owed(&self) -> bool {
        let state = self.stored.invoice_state();
        self.stored.kind == DocumentKind::Invoice && state.status != InvoiceStatus::Draft && state.is_owed()
    }

    /// Pence that are still outstanding.
    pub fn outstanding(&self) -> i64 {
        if self.is_owed() { self.stored.invoice_state().balance().0 } else { 0 }
    }

    /// Pence that count in a list: for the overdue list, only what is overdue.
    pub fn outstanding_as(&self, name: &str, today: Date) -> i64 {
        match self.stored.instalment_schedule(today) {
            Some(instalment_schedule) if name == "overdue" && self.is_owed() => instalment_schedule.overdue.0,
            _ => self.outstanding(),
        }
    }

    /// The customer's name as a list shows it.
    pub fn customer(&self) -> &str {
        let [name, company] = &self.contact;
        let now = if name.is_empty() { company } else { name };
        self.stored.row.customer_name.as_ref().unwrap_or(now)
    }

    /// Whether a search finds it: every typed word is the beginning of one of its words.
    pub fn is_found_by(&self, typed: &str) -> bool {
        let row = &self.stored.row;
        let number = row.number.clone().unwrap_or_default();
        let mut texts = vec![
            number.replace('-', ""),
            number,
            self.customer().to_owned(),
            row.job_description.clone(),
            format_gbp(Pence(row.total_amount)),
        ];
        texts.extend(self.contact.clone());
        let lines = &self.stored.document.items;
        texts.extend(lines.iter().map(|line| line.name.clone()));
        let mut own: Vec<String> = texts.iter().flat_map(|text| split_indexed_words(text)).collect();
        let bare = own.iter().map(|word| word.trim_start_matches('0').to_owned());
        own.extend(bare.collect::<Vec<_>>());
        let typed = split_search_words(typed);
        let found = |query: &String| own.iter().any(|word| word.starts_with(query.as_str()));
        !typed.is_empty() && typed.iter().all(found)
    }
}

/// The counted amount of each payment, with its day: a deposit that was carried over counts on its quote alone.
pub fn counted_payments(entries: &[ModelDocument]) -> HashMap<String, (String, i64)> {
    let payments = entries.iter().flat_map(|entry| &entry.stored.payments);
    payments
        .filter(|payment| payment.status.code() == "confirmed" && payment.carried_from.is_none())
        .map(|payment| (payment.id.to_string(), (payment.date.to_string(), payment.remaining())))
        .collect()
}
