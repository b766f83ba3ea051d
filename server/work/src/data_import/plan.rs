//! What is done with each quote and invoice of another program: it is calculated by our rules and compared with its
//! totals there.

use std::collections::HashSet;

use plumbline_core::calculate::balancing_line::add_balancing_line;
use plumbline_core::calculate::totals::calculate;
use plumbline_core::calculate::validate::validate;
use plumbline_core::document::PaymentMethod;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::time::Date;

use super::currencies::currency_note;
use super::parsed::ParsedDocument;
use super::report::{DocumentImportOutcome, DocumentImportRow};
use super::{OnDifferentTotal, OnOtherCurrency};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::table_import::budget::{BudgetExceeded, ReadBudget};
use plumbline_records::documents::drafting::validation;
use plumbline_records::documents::importing::{ImportedStatus, PaymentToImport};
use plumbline_records::documents::store::origins::ImportSource;

/// The most characters of a job's description and of notes, and of terms.
const TEXT_MAX: [usize; 2] = [10_000, 20_000];
/// The most characters of a number.
const NUMBER_MAX: usize = 60;
/// How many days a quote is valid if it doesn't say so.
const QUOTE_DAYS: u32 = 30;

/// The account's data with which the documents are compared.
#[derive(Debug, Default)]
pub(super) struct ExistingDocuments {
    /// The keys of the documents that were imported before.
    pub imported_keys: HashSet<String>,
    /// The numbers that are taken, by kind.
    pub numbers: HashSet<(&'static str, String)>,
    /// Today in London.
    pub today: Option<Date>,
}

/// The decision about a document: its row of the report, and the document to save if it is new.
#[derive(Debug)]
pub(super) struct PlannedDocument {
    /// The key of its customer.
    pub customer: String,
    /// Its row of the report.
    pub row: DocumentImportRow,
    /// The document as it will be saved, if it is new.
    pub document: Option<ParsedDocument>,
}

/// Decides about every document by what the account has and the documents before it.
///
/// # Errors
/// If it takes too much time or memory.
pub(super) fn plan_documents(
    found: Vec<ParsedDocument>,
    mut against: ExistingDocuments,
    source: ImportSource,
    (differing, currency): (OnDifferentTotal, Option<OnOtherCurrency>),
    mut allowance: ReadBudget,
) -> Result<Vec<PlannedDocument>, BudgetExceeded> {
    let judged = found.into_iter().map(|document| {
        let mut row = to_row(&document);
        let customer = document.customer.clone();
        let words = customer.len() + row.customer.len() + 2 * document.number.len();
        allowance.spend(size_of::<PlannedDocument>() + words)?;
        Ok(match plan_document(document, &mut against, (source, currency), &mut row) {
            Ok(document) if row.difference.is_some() && differing == OnDifferentTotal::LeaveOut => {
                row.outcome = DocumentImportOutcome::LeftOut;
                row.says.clear();
                against.numbers.remove(&(document.kind.code(), document.number));
                PlannedDocument { customer, row, document: None }
            }
            Ok(document) => PlannedDocument { customer, row, document: Some(document) },
            Err((outcome, says)) => {
                row.outcome = outcome;
                row.says = says;
                PlannedDocument { customer, row, document: None }
            }
        })
    });
    judged.collect()
}

fn to_row(document: &ParsedDocument) -> DocumentImportRow {
    DocumentImportRow {
        kind: document.kind,
        number: document.number.chars().take(NUMBER_MAX).collect(),
        customer: document.customer_name.chars().take(100).collect(),
        date: document.issue_date.map(|day| day.to_string()),
        outcome: DocumentImportOutcome::New,
        currency: document.currency.clone(),
        theirs: document.total,
        ours: None,
        difference: None,
        says: String::new(),
    }
}

type RejectedRow = (DocumentImportOutcome, String);

fn reject(says: impl Into<String>) -> RejectedRow {
    (DocumentImportOutcome::Refused, says.into())
}

fn plan_document(
    mut it: ParsedDocument,
    against: &mut ExistingDocuments,
    (source, currency): (ImportSource, Option<OnOtherCurrency>),
    row: &mut DocumentImportRow,
) -> Result<ParsedDocument, RejectedRow> {
    if against.imported_keys.contains(&it.key) {
        return Err((DocumentImportOutcome::Same, String::new()));
    }
    if let Some(why) = it.refused.take() {
        return Err(reject(why));
    }
    if let Some(other) = &it.currency {
        row.says = resolve_other_currency(other, currency)?;
    }
    if it.customer.is_empty() {
        return Err(reject("It has no customer."));
    }
    check_number(&mut it, against)?;
    check_dates(&mut it, against.today)?;
    check_texts(&it)?;
    if it.total.is_some_and(|total| total < Pence::ZERO) {
        return Err(reject(
            "Its total is below £0.00, as for a credit note. Only quotes and invoices are imported.",
        ));
    }
    if !it.document.has_counted_line() {
        return Err(reject("It has no lines."));
    }
    if let Some(broken) = validate(&it.document).into_iter().next() {
        return Err(reject(describe_error(&broken.path, &broken.msg)));
    }
    let ours = calculate(&it.document).map_err(|broken| {
        let msg = broken.0.into_iter().next().map(|it| it.msg);
        reject(msg.unwrap_or_default())
    })?;
    let (ours, theirs) = (ours.total_amount, it.total.unwrap_or(ours.total_amount));
    row.ours = Some(ours);
    row.theirs = Some(theirs);
    it.total = Some(theirs);
    if ours != theirs {
        let difference = theirs - ours;
        row.difference = Some(difference);
        let line = format!("Difference from the total in {}", source.label());
        it.document = add_balancing_line(&it.document, theirs, &line)
            .ok_or_else(|| reject("We can’t make up the difference with a line.".to_owned()))?;
        if let Some(broken) = validate(&it.document).into_iter().next() {
            return Err(reject(describe_error(&broken.path, &broken.msg)));
        }
        let line = format!("A line of {} makes up the difference.", format_gbp(difference));
        row.says = format!("{} {line}", row.says).trim_start().to_owned();
    }
    row.says = format!("{} {}", row.says, describe_remarks(&it.remarks)).trim().to_owned();
    add_missing_payment(&mut it, against.today, source);
    if !it.number.is_empty() {
        against.numbers.insert((it.kind.code(), it.number.clone()));
    }
    Ok(it)
}

/// How many remarks on a document's numbers the report has.
const REMARKS_MAX: usize = 3;

/// The sentence about a document's numbers that are imported as others; empty if there are none.
fn describe_remarks(remarks: &[String]) -> String {
    let named = remarks.iter().take(REMARKS_MAX).map(String::as_str).collect::<Vec<_>>().join("; ");
    match remarks.len() {
        0 => String::new(),
        1..=REMARKS_MAX => format!("{named}."),
        many => format!("{named}; and {} more.", many - REMARKS_MAX),
    }
}

/// The sentence about a document in another currency that is imported as pounds.
///
/// # Errors
/// The outcome if it is not imported.
fn resolve_other_currency(
    other: &str,
    on_other_currency: Option<OnOtherCurrency>,
) -> Result<String, RejectedRow> {
    let outcome = match on_other_currency {
        None => DocumentImportOutcome::OtherCurrency,
        Some(OnOtherCurrency::LeaveOut) => DocumentImportOutcome::LeftOut,
        Some(OnOtherCurrency::AsPounds) => {
            return Ok(format!("It is in {other}. Its figures are imported as pounds."));
        }
    };
    Err((outcome, currency_note(other)))
}

fn check_number(it: &mut ParsedDocument, against: &ExistingDocuments) -> Result<(), RejectedRow> {
    if it.standing == ImportedStatus::Draft {
        it.number.clear();
        return Ok(());
    }
    let mut checks = FieldChecks::new();
    checks.check_line("number", &it.number, NUMBER_MAX);
    if let Some(broken) = checks.into_errors().into_iter().next() {
        return Err(reject(broken.msg.into_owned()));
    }
    if it.number.is_empty() {
        return Err(reject("It has no number."));
    }
    let word = it.kind.code();
    if against.numbers.contains(&(word, it.number.clone())) {
        return Err(reject(format!("The {word} number {} is already taken.", it.number)));
    }
    Ok(())
}

/// Sets both dates of a document. If the second is missing, a quote was valid for thirty days, and an invoice was due
/// at once.
fn check_dates(it: &mut ParsedDocument, today: Option<Date>) -> Result<(), RejectedRow> {
    let draft = (it.standing == ImportedStatus::Draft).then_some(today).flatten();
    let Some(day) = it.issue_date.or(draft) else {
        return Err(reject("It has no date."));
    };
    let days = match it.kind {
        DocumentKind::Quote => QUOTE_DAYS,
        DocumentKind::Invoice | DocumentKind::CreditNote => 0,
    };
    it.issue_date = Some(day);
    let end = it.end.filter(|end| *end >= day);
    it.end = end.or_else(|| day.plus_days(days));
    Ok(())
}

fn check_texts(it: &ParsedDocument) -> Result<(), RejectedRow> {
    let mut checks = FieldChecks::new();
    let [long, longer] = TEXT_MAX;
    checks.check_paragraphs("The job", &it.job_description, long);
    checks.check_paragraphs("The notes", &it.notes, long);
    checks.check_paragraphs("The terms", it.terms.as_deref().unwrap_or_default(), longer);
    validation::check_texts(&it.document, &mut checks);
    match checks.into_errors().into_iter().next() {
        None => Ok(()),
        Some(broken) => Err(reject(describe_error(&broken.path, &broken.msg))),
    }
}

/// An error for people to read: which line or text it is about, without the names of fields.
fn describe_error(path: &str, msg: &str) -> String {
    let line = path.strip_prefix("items[").and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
    match line {
        Some(line) => format!("Line {}: {msg}", line + 1),
        // The texts that are checked here have names for people.
        None if path.starts_with("The ") => format!("{path}: {msg}"),
        None => msg.to_owned(),
    }
}

/// Adds a payment for the amount that was paid beyond the payments with known dates: on the date of the last of them,
/// or else of the invoice. No payment is dated in the future.
fn add_missing_payment(it: &mut ParsedDocument, today: Option<Date>, source: ImportSource) {
    let known: Pence = it.payments.iter().map(|payment| payment.amount).sum();
    let last = it.payments.iter().map(|payment| payment.date).max();
    if let (Some(paid), Some(date)) = (it.paid, last.or(it.issue_date))
        && paid > known
    {
        it.payments.push(PaymentToImport {
            amount: paid - known,
            method: PaymentMethod::BankTransfer,
            date,
            notes: format!("Settled in {}", source.label()),
        });
    }
    for payment in &mut it.payments {
        payment.date = today.map_or(payment.date, |today| payment.date.min(today));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planning_an_import_stops_at_its_memory_and_time_limit() {
        let result = |allowance| {
            let found = |n: i32| ParsedDocument::new(DocumentKind::Quote, n.to_string());
            let found = (0..100).map(found).collect();
            let (against, source) = (ExistingDocuments::default(), ImportSource::Tradify);
            let judged = plan_documents(found, against, source, (OnDifferentTotal::Keep, None), allowance);
            judged.map(|it| it.len())
        };
        assert_eq!(result(ReadBudget::new(1 << 20)), Ok(100));
        assert_eq!(result(ReadBudget::new(2_000)), Err(BudgetExceeded::Memory));
        assert_eq!(result(ReadBudget::expired(1 << 20)), Err(BudgetExceeded::Time));
    }

    #[test]
    fn a_refusal_is_written_without_names_of_fields() {
        for (path, msg, text) in [
            ("items[2].price", "The price must be a number.", "Line 3: The price must be a number."),
            (
                "subtotalAmount",
                "The subtotal must not be below £0.00.",
                "The subtotal must not be below £0.00.",
            ),
            ("The job", "Use at most 10,000 characters.", "The job: Use at most 10,000 characters."),
        ] {
            assert_eq!(describe_error(path, msg), text);
        }
    }

    #[test]
    fn names_a_few_numbers_that_were_rounded() {
        let remarks = |count: usize| -> Vec<String> {
            (1..=count).map(|n| format!("Tap {n}: price rounded from 0.0000{n}")).collect()
        };
        assert_eq!(describe_remarks(&[]), "");
        assert_eq!(describe_remarks(&remarks(1)), "Tap 1: price rounded from 0.00001.");
        let text = describe_remarks(&remarks(5));
        assert!(text.ends_with("; Tap 3: price rounded from 0.00003; and 2 more."), "{text}");
    }

    #[test]
    fn a_document_with_a_negative_total_is_refused() {
        let found = ParsedDocument {
            number: "SCN-1".to_owned(),
            customer: "Anita".to_owned(),
            issue_date: "2026-11-14".parse().ok(),
            total: Some(Pence(-6_000)),
            ..ParsedDocument::new(DocumentKind::Invoice, "invoice:SCN-1".to_owned())
        };
        let (against, source) = (ExistingDocuments::default(), ImportSource::Tradify);
        let allowance = ReadBudget::new(1 << 20);
        let planned = plan_documents(vec![found], against, source, (OnDifferentTotal::Keep, None), allowance);
        let planned = planned.expect("a plan");
        assert_eq!(
            planned[0].row.says,
            "Its total is below £0.00, as for a credit note. Only quotes and invoices are imported."
        );
    }
}
