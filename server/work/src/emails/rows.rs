//! The rows of amounts in emails. Every amount comes from core.

use plumbline_core::calculate::choices;
use plumbline_core::calculate::instalments::allocate_paid;
use plumbline_core::calculate::stage::is_stage_line;
use plumbline_core::document::Line;
use plumbline_core::kind::{DocumentKind, RequestedPayment};
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::present::texts::{INCLUDING_VAT, format_job_line, format_stage_line};
use plumbline_core::present::{DetailRow, Presentation};
use plumbline_core::time::Date;
use plumbline_core::time::text::format_short_date;

use plumbline_records::documents::store::DocumentStatus;
use plumbline_records::documents::store::payments::PaymentRow;
use plumbline_records::documents::stored::StoredDocument;

/// How many characters of the job's text an email shows: one line.
const JOB_MAX: usize = 90;

/// How many optional lines an email lists.
const OPTIONS_MAX: usize = 6;

/// A label and its value.
pub(super) struct EmailTableRow {
    pub label: String,
    pub value: String,
    pub strong: bool,
}

impl EmailTableRow {
    /// An ordinary row.
    pub fn new(label: &str, value: impl Into<String>) -> Self {
        Self { label: label.to_owned(), value: value.into(), strong: false }
    }

    /// A highlighted row.
    pub fn strong(label: &str, value: impl Into<String>) -> Self {
        Self { strong: true, ..Self::new(label, value) }
    }
}

/// The summary at the top of an email with a document: what it is about, the amount and the date.
pub(super) struct EmailSummary {
    /// The job and the stage of it; `None` if the document names neither.
    pub about: Option<String>,
    /// `Total including VAT`, `Balance due`.
    pub label: String,
    /// `£478.10`
    pub amount: String,
    /// `Due 16/12/2026`, `Due today, 16/12/2026`, `Accepted 16/11/2026`; `None` if the document has no such date, or
    /// nothing is due any more.
    pub date: Option<String>,
}

/// The summary of a document in its current state on the day `today`. Its date is always written out, since the email
/// may be read on another day.
pub(super) fn summarise(stored: &StoredDocument, today: Date) -> EmailSummary {
    let totals = &stored.totals;
    let facts = stored.kind.facts();
    let is_owed = facts.asks == RequestedPayment::Balance && totals.balance_due > Pence::ZERO;
    let (label, amount) = match facts.asks {
        RequestedPayment::Nothing => ("Taken off your invoice".to_owned(), totals.amount_payable),
        RequestedPayment::Balance if is_owed => ("Balance due".to_owned(), totals.balance_due),
        _ if stored.row.varied_number.is_some() => ("This variation".to_owned(), totals.total_amount),
        _ => {
            let choice = stored.document.counted_choice();
            let label =
                choice.map_or("Total".to_owned(), |choice| format!("Total with {}", choice.name.trim()));
            (label, totals.total_amount)
        }
    };
    let label = match totals.vat_amount == Pence::ZERO {
        true => label,
        false => format!("{label} {INCLUDING_VAT}"),
    };
    let is_open = matches!(stored.row.status, DocumentStatus::Draft | DocumentStatus::Sent);
    let has_deadline = is_owed || stored.kind == DocumentKind::Quote && is_open;
    let date = stored.due_date().filter(|_| has_deadline).map(|day| {
        let day = match day == today {
            true => format!("today, {}", format_short_date(day)),
            false => format_short_date(day),
        };
        match stored.instalments.is_empty() {
            true => format!("{} {day}", facts.end_short),
            false => format!("Next instalment due {day}"),
        }
    });
    EmailSummary { about: about_text(stored), label, amount: format_gbp(amount), date }
}

/// The summary of what a customer accepted, with the day and the deposit that is due now.
pub(super) fn summarise_acceptance(stored: &StoredDocument, today: Date) -> EmailSummary {
    let accepted = stored.quote_state().accepted_date.unwrap_or(today);
    let accepted = format!("Accepted {}", format_short_date(accepted));
    let date = match stored.amount_requested() {
        Some(deposit) => format!("{accepted}. Deposit of {} due now", format_gbp(deposit)),
        None => accepted,
    };
    EmailSummary { date: Some(date), ..summarise(stored, today) }
}

/// The summary of a payment that was received.
pub(super) fn summarise_receipt(stored: &StoredDocument, payment: &PaymentRow) -> EmailSummary {
    EmailSummary {
        about: about_text(stored),
        label: "Received".to_owned(),
        amount: format_gbp(Pence(payment.amount)),
        date: Some(format!("On {}", payment_date(payment))),
    }
}

/// The summary of an invoice that was voided on the day `today`.
pub(super) fn summarise_voided(stored: &StoredDocument, today: Date) -> EmailSummary {
    EmailSummary {
        about: about_text(stored),
        label: "To pay".to_owned(),
        amount: format_gbp(Pence::ZERO),
        date: Some(format!("Voided {}", format_short_date(today))),
    }
}

/// The day of a payment.
pub(super) fn payment_date(payment: &PaymentRow) -> String {
    format_short_date(payment.date)
}

/// The job and the stage of it; `None` if the document names neither.
fn about_text(stored: &StoredDocument) -> Option<String> {
    let about: Vec<String> = [job_text(stored), stage_text(stored)].into_iter().flatten().collect();
    (!about.is_empty()).then(|| about.join(". "))
}

/// What the document is about: the job on one line, the stage of it, and the customer's own order number. Empty ones
/// are left out.
pub(super) fn subject_rows(stored: &StoredDocument) -> Vec<EmailTableRow> {
    let number = stored.row.order_number.trim();
    let order = (!number.is_empty()).then(|| EmailTableRow::new("Order number", number));
    [job_row(stored), stage_row(stored), order].into_iter().flatten().collect()
}

/// The job, or the reason for a credit note, on one line; `None` if it is empty.
fn job_row(stored: &StoredDocument) -> Option<EmailTableRow> {
    let label = if stored.kind.facts().is_written { "Job" } else { "Reason" };
    Some(EmailTableRow::new(label, job_text(stored)?))
}

/// The stage of the job that an invoice is for; `None` for any other document.
fn stage_row(stored: &StoredDocument) -> Option<EmailTableRow> {
    Some(EmailTableRow::new("Stage", stage_text(stored)?))
}

fn job_text(stored: &StoredDocument) -> Option<String> {
    let document = &stored.document;
    let chosen = document.counted_choice_id();
    let is_named =
        |line: &&Line| stored.kind.facts().is_written && line.is_counted(chosen) && !is_stage_line(&line.id);
    let names = document.items.iter().filter(is_named);
    let line = format_job_line(&stored.row.job_description, names.map(|line| &*line.name));
    let mut short: String = line.chars().take(JOB_MAX).collect();
    if short.len() < line.len() {
        short.truncate(short.trim_end().len());
        short.push('…');
    }
    (!short.is_empty()).then_some(short)
}

fn stage_text(stored: &StoredDocument) -> Option<String> {
    let first = stored.document.items.first();
    let first = first.filter(|_| stored.kind == DocumentKind::Invoice)?;
    format_stage_line(&first.id, &first.name, &first.description)
}

/// The amounts of a document that an email shows.
pub(super) fn amount_rows(stored: &StoredDocument) -> Vec<EmailTableRow> {
    let totals = &stored.totals;
    let amount = |label: &str, amount: Pence| EmailTableRow::new(label, format_gbp(amount));
    let mut rows = Vec::new();
    if let Some(number) = &stored.row.credited_number {
        rows.push(EmailTableRow::new("For invoice", number));
    }
    rows.extend(choice_rows(stored));
    let agreed = stored.row.varied_total.map(Pence);
    let label = agreed.map_or("Total", |_| "This variation");
    // A cancelled document no longer has an agreed total.
    let agreed = agreed.filter(|_| stored.row.cancelled_date.is_none());
    rows.extend(agreed.map(|agreed| amount("Agreed so far", agreed)));
    rows.push(EmailTableRow::strong(label, format_gbp(totals.total_amount)));
    // Directly below the amount that includes it: for a variation that is its own amount, not the whole job's.
    if totals.vat_amount != Pence::ZERO {
        rows.push(amount("VAT included", totals.vat_amount));
    }
    rows.extend(agreed.map(|agreed| {
        let whole = agreed + totals.total_amount;
        let label = match totals.vat_amount {
            Pence::ZERO => "New agreed total".to_owned(),
            _ => format!("New agreed total {INCLUDING_VAT}"),
        };
        EmailTableRow::strong(&label, format_gbp(whole))
    }));
    if totals.cis_deduction != Pence::ZERO {
        rows.push(amount("CIS deduction", totals.cis_deduction));
        let label = match stored.kind.facts().asks {
            RequestedPayment::Nothing => "Credited to the invoice",
            _ => "Amount payable",
        };
        rows.push(amount(label, totals.amount_payable));
    }
    let asks = stored.kind.facts().asks;
    let deposit = stored.document.include_deposit && totals.deposit_amount > Pence::ZERO;
    if asks == RequestedPayment::Deposit {
        match stored.amount_requested() {
            Some(due) => rows.push(EmailTableRow::strong("Deposit due now", format_gbp(due))),
            None if deposit => rows.push(amount("Deposit", totals.deposit_amount)),
            None => {}
        }
    }
    if totals.credited_amount > Pence::ZERO {
        rows.push(amount("Credited", totals.credited_amount));
    }
    if totals.paid_amount > Pence::ZERO {
        let label = match asks {
            RequestedPayment::Nothing => "Refunded",
            _ => "Paid",
        };
        rows.push(amount(label, totals.paid_amount));
    }
    if totals.pending_amount > Pence::ZERO {
        rows.push(amount("Recorded, not yet confirmed", totals.pending_amount));
    }
    if asks == RequestedPayment::Balance {
        rows.push(EmailTableRow::strong("Balance due", format_gbp(totals.balance_due)));
    }
    // A quote that was accepted, or has become an invoice, no longer expires.
    let has_deadline = asks == RequestedPayment::Balance
        || matches!(stored.row.status, DocumentStatus::Draft | DocumentStatus::Sent);
    if asks == RequestedPayment::Balance && !stored.instalments.is_empty() {
        rows.extend(instalment_rows(stored));
    } else if let Some(due) = stored.due_date().filter(|_| has_deadline) {
        rows.push(EmailTableRow::new(stored.kind.facts().end_label, format_short_date(due)));
    }
    rows
}

/// What a quote costs with each of its choices, while its customer may still take any of them.
fn choice_rows(stored: &StoredDocument) -> Vec<EmailTableRow> {
    if !matches!(stored.row.status, DocumentStatus::Draft | DocumentStatus::Sent) {
        return Vec::new();
    }
    let recommended = stored.document.chosen_choice.as_deref();
    let each = choices::calculate_choice_totals(&stored.document).into_iter().map(|choice| {
        let recommended = match recommended == Some(choice.id.as_str()) {
            true => " (recommended)",
            false => "",
        };
        let total = format_gbp(choice.total_amount);
        let vat = match choice.vat_amount {
            Pence::ZERO => String::new(),
            _ => format!(" {INCLUDING_VAT}"),
        };
        EmailTableRow::new("Choice", format!("{}, {total}{vat}{recommended}", choice.name))
    });
    each.collect()
}

/// What the customer can add to a quote, and what each costs, as far as the quote's page shows it. The page lists the
/// rest of a long list.
pub(super) fn option_rows(presentation: &Presentation) -> Vec<EmailTableRow> {
    if !presentation.actions.accept {
        return Vec::new();
    }
    let options: Vec<_> = presentation.lines.iter().filter(|line| line.optional && !line.counted).collect();
    let (listed, rest) = options.split_at(options.len().min(OPTIONS_MAX));
    let rows = listed.iter().map(|line| {
        let price = line.adds.as_deref().unwrap_or(&line.amount);
        let text = [&*line.name, price].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        EmailTableRow::new("Optional", text.join(", "))
    });
    let more = (!rest.is_empty())
        .then(|| EmailTableRow::new("Optional", format!("{} more on the quote’s page", rest.len())));
    rows.chain(more).collect()
}

/// The choice that the customer took; `None` for a quote without choices.
pub(super) fn choice_row(stored: &StoredDocument) -> Option<EmailTableRow> {
    let taken = stored.document.counted_choice()?;
    Some(EmailTableRow::new("Choice", &*taken.name))
}

/// The instalments in which an invoice is paid.
fn instalment_rows(stored: &StoredDocument) -> impl Iterator<Item = EmailTableRow> {
    let many = stored.instalments.len();
    let (whole, paid) = stored.instalment_sums();
    let each = allocate_paid(&stored.instalments, whole, paid).into_iter();
    each.enumerate().map(move |(at, (row, paid))| {
        let (amount, day) = (format_gbp(row.amount), format_short_date(row.date));
        let value = match paid {
            _ if row.amount == Pence::ZERO => "nothing to pay".to_owned(),
            paid if paid == row.amount => format!("{amount}, paid"),
            Pence::ZERO => format!("{amount} by {day}"),
            paid => format!("{amount} by {day}, {} of it paid", format_gbp(paid)),
        };
        EmailTableRow::new(&format!("Instalment {} of {many}", at + 1), value)
    })
}

/// The bank details for a transfer, and the reference to give.
pub(super) fn bank_rows(rows: Vec<DetailRow>) -> impl Iterator<Item = EmailTableRow> {
    rows.into_iter().map(|row| EmailTableRow::new(&row.label, row.value))
}
