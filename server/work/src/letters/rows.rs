//! The rows of amounts in emails. Every amount comes from core.

use plumbline_core::calculate::choices;
use plumbline_core::calculate::instalments::filled;
use plumbline_core::calculate::stage::is_of_stage;
use plumbline_core::document::Line;
use plumbline_core::kind::{Asks, Kind};
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::present::DetailRow;
use plumbline_core::present::about::{WITH_VAT, job_line, stage_line};
use plumbline_core::time::text::date_short;

use plumbline_records::documents::store::Status;
use plumbline_records::documents::stored::Stored;

/// How many characters of the job's text an email shows: one line.
const JOB_MAX: usize = 90;

/// A label and its value.
pub(super) struct Row {
    pub label: String,
    pub value: String,
    pub strong: bool,
}

impl Row {
    /// An ordinary row.
    pub fn new(label: &str, value: impl Into<String>) -> Self {
        Self {
            label: label.to_owned(),
            value: value.into(),
            strong: false,
        }
    }

    /// A highlighted row.
    pub fn strong(label: &str, value: impl Into<String>) -> Self {
        Self {
            strong: true,
            ..Self::new(label, value)
        }
    }
}

/// The summary at the top of an email with a document: what it is for, how much it is and until when.
pub(super) struct Lead {
    /// The job, and which stage of it; `None` if nothing was said about it.
    pub about: Option<String>,
    /// `Total including VAT`, `Balance due`.
    pub label: String,
    /// `£478.10`
    pub amount: String,
    /// `Due 16/12/2026`; `None` if the document has no such day, or nothing is due any more.
    pub date: Option<String>,
}

/// The summary of a document in its current state. Its date is written out, since the email may be read on another day.
pub(super) fn lead(stored: &Stored) -> Lead {
    let totals = &stored.totals;
    let facts = stored.kind.facts();
    let is_owed = facts.asks == Asks::Balance && totals.balance_due > Pence::ZERO;
    let (label, amount) = match facts.asks {
        Asks::Nothing => ("Taken off your invoice".to_owned(), totals.amount_payable),
        Asks::Balance if is_owed => ("Balance due".to_owned(), totals.balance_due),
        _ if stored.row.varied_number.is_some() => {
            ("This variation".to_owned(), totals.total_amount)
        }
        _ => {
            let choice = stored.document.counted_choice();
            let label = choice.map_or("Total".to_owned(), |choice| {
                format!("Total with {}", choice.name.trim())
            });
            (label, totals.total_amount)
        }
    };
    let label = match totals.vat_amount == Pence::ZERO {
        true => label,
        false => format!("{label} {WITH_VAT}"),
    };
    let is_open = matches!(stored.row.status, Status::Draft | Status::Sent);
    let waits = is_owed || stored.kind == Kind::Quote && is_open;
    let date = stored.due_date().filter(|_| waits).map(|day| {
        let day = date_short(day);
        match stored.instalments.is_empty() {
            true => format!("{} {day}", facts.end_short),
            false => format!("Next instalment due {day}"),
        }
    });
    let about = [job_words(stored), stage_words(stored)];
    let about: Vec<String> = about.into_iter().flatten().collect();
    Lead {
        about: (!about.is_empty()).then(|| about.join(". ")),
        label,
        amount: gbp(amount),
        date,
    }
}

/// What the document is about: the job, on one line, which stage of it, and the customer's own order number. What is
/// not set is left out.
pub(super) fn about(stored: &Stored) -> Vec<Row> {
    let number = stored.row.order_number.trim();
    let order = (!number.is_empty()).then(|| Row::new("Order number", number));
    [job(stored), stage(stored), order]
        .into_iter()
        .flatten()
        .collect()
}

/// The job, on one line; `None` if nothing was said about it.
fn job(stored: &Stored) -> Option<Row> {
    let label = if stored.kind.facts().is_written {
        "Job"
    } else {
        "Reason"
    };
    Some(Row::new(label, job_words(stored)?))
}

/// Which stage of the job an invoice asks for; `None` for any other document.
fn stage(stored: &Stored) -> Option<Row> {
    Some(Row::new("Stage", stage_words(stored)?))
}

fn job_words(stored: &Stored) -> Option<String> {
    let document = &stored.document;
    let chosen = document.chosen();
    let is_named = |line: &&Line| {
        stored.kind.facts().is_written && line.is_counted(chosen) && !is_of_stage(&line.id)
    };
    let names = document.items.iter().filter(is_named);
    let line = job_line(&stored.row.job_description, names.map(|line| &*line.name));
    let mut short: String = line.chars().take(JOB_MAX).collect();
    if short.len() < line.len() {
        short.truncate(short.trim_end().len());
        short.push('…');
    }
    (!short.is_empty()).then_some(short)
}

fn stage_words(stored: &Stored) -> Option<String> {
    let first = stored.document.items.first();
    let first = first.filter(|_| stored.kind == Kind::Invoice)?;
    stage_line(&first.id, &first.name, &first.description)
}

/// The amounts of a document that an email shows.
pub(super) fn figures(stored: &Stored) -> Vec<Row> {
    let totals = &stored.totals;
    let amount = |label: &str, amount: Pence| Row::new(label, gbp(amount));
    let mut rows = Vec::new();
    if let Some(number) = &stored.row.credited_number {
        rows.push(Row::new("For invoice", number));
    }
    rows.extend(choices(stored));
    let agreed = stored.row.varied_total.map(Pence);
    let label = agreed.map_or("Total", |_| "This variation");
    // Nothing is agreed any more with a cancelled document.
    let agreed = agreed.filter(|_| stored.row.cancelled_date.is_none());
    rows.extend(agreed.map(|agreed| amount("Agreed so far", agreed)));
    rows.push(Row::strong(label, gbp(totals.total_amount)));
    // Below the amount that it is part of: for a variation, that is not the whole job's.
    if totals.vat_amount != Pence::ZERO {
        rows.push(amount("VAT included", totals.vat_amount));
    }
    rows.extend(agreed.map(|agreed| {
        let whole = agreed + totals.total_amount;
        let label = match totals.vat_amount {
            Pence::ZERO => "New agreed total".to_owned(),
            _ => format!("New agreed total {WITH_VAT}"),
        };
        Row::strong(&label, gbp(whole))
    }));
    if totals.cis_deduction != Pence::ZERO {
        rows.push(amount("CIS deduction", totals.cis_deduction));
        let label = match stored.kind.facts().asks {
            Asks::Nothing => "Credited to the invoice",
            _ => "Amount payable",
        };
        rows.push(amount(label, totals.amount_payable));
    }
    let asks = stored.kind.facts().asks;
    let deposit = stored.document.include_deposit && totals.deposit_amount > Pence::ZERO;
    if asks == Asks::Deposit {
        match stored.asked() {
            Some(due) => rows.push(Row::strong("Deposit due now", gbp(due))),
            None if deposit => rows.push(amount("Deposit", totals.deposit_amount)),
            None => {}
        }
    }
    if totals.credited_amount > Pence::ZERO {
        rows.push(amount("Credited", totals.credited_amount));
    }
    if totals.paid_amount > Pence::ZERO {
        let label = match asks {
            Asks::Nothing => "Refunded",
            _ => "Paid",
        };
        rows.push(amount(label, totals.paid_amount));
    }
    if totals.pending_amount > Pence::ZERO {
        rows.push(amount("Recorded, not yet confirmed", totals.pending_amount));
    }
    if asks == Asks::Balance {
        rows.push(Row::strong("Balance due", gbp(totals.balance_due)));
    }
    // A quote that was accepted, or has become an invoice, no longer expires.
    let runs = asks == Asks::Balance || matches!(stored.row.status, Status::Draft | Status::Sent);
    if asks == Asks::Balance && !stored.instalments.is_empty() {
        rows.extend(instalments(stored));
    } else if let Some(due) = stored.due_date().filter(|_| runs) {
        rows.push(Row::new(stored.kind.facts().end_label, date_short(due)));
    }
    rows
}

/// What a quote costs with each of its choices, while its customer may still take any of them.
fn choices(stored: &Stored) -> Vec<Row> {
    if !matches!(stored.row.status, Status::Draft | Status::Sent) {
        return Vec::new();
    }
    let counted = stored.document.chosen();
    let each = choices::of(&stored.document).into_iter().map(|choice| {
        let recommended = match counted == Some(choice.id.as_str()) {
            true => ", recommended",
            false => "",
        };
        let total = gbp(choice.total_amount);
        Row::new("Choice", format!("{}: {total}{recommended}", choice.name))
    });
    each.collect()
}

/// Which of the quote's choices was taken; `None` for a quote without choices.
pub(super) fn choice(stored: &Stored) -> Option<Row> {
    let taken = stored.document.counted_choice()?;
    Some(Row::new("Choice", &*taken.name))
}

/// The instalments in which an invoice is paid.
fn instalments(stored: &Stored) -> impl Iterator<Item = Row> {
    let many = stored.instalments.len();
    let (whole, paid) = stored.to_instalments();
    let each = filled(&stored.instalments, whole, paid).into_iter();
    each.enumerate().map(move |(at, (row, paid))| {
        let (amount, day) = (gbp(row.amount), date_short(row.date));
        let value = match paid {
            _ if row.amount == Pence::ZERO => "nothing to pay".to_owned(),
            paid if paid == row.amount => format!("{amount}, paid"),
            Pence::ZERO => format!("{amount} by {day}"),
            paid => format!("{amount} by {day}, {} of it paid", gbp(paid)),
        };
        Row::new(&format!("Instalment {} of {many}", at + 1), value)
    })
}

/// The bank details for a transfer, and the reference to give.
pub(super) fn bank(rows: Vec<DetailRow>) -> impl Iterator<Item = Row> {
    rows.into_iter().map(|row| Row::new(&row.label, row.value))
}
