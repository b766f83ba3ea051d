//! What is done with each quote and invoice of another program: it is calculated by our rules and compared with its
//! totals there.

use std::collections::HashSet;

use plumbline_core::calculate::agree::agree;
use plumbline_core::calculate::totals::calculate;
use plumbline_core::calculate::validate::validate;
use plumbline_core::document::Method;
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::time::Date;

use super::currencies::in_currency;
use super::found::FoundDocument;
use super::report::{PaperOutcome, PaperRow};
use super::{Differing, InOtherCurrency};
use plumbline_platform::http::text::Checks;
use plumbline_platform::sheets::allowance::{Allowance, Spent};
use plumbline_records::documents::bringing::{Received, Standing};
use plumbline_records::documents::drafting::judge;
use plumbline_records::documents::store::origins::Source;

/// The most characters of a job's description and of notes, and of terms.
const WORDS_MAX: [usize; 2] = [10_000, 20_000];
/// The most characters of a number.
const NUMBER_MAX: usize = 60;
/// How many days a quote is valid if it doesn't say so.
const QUOTE_DAYS: u32 = 30;

/// The account's data with which the documents are compared.
#[derive(Debug, Default)]
pub(super) struct Against {
    /// The keys of the documents that were imported before.
    pub brought: HashSet<String>,
    /// The numbers that are taken, by kind.
    pub numbers: HashSet<(&'static str, String)>,
    /// Today in London.
    pub today: Option<Date>,
}

/// The decision about a document: its row of the report, and the document to save if it is new.
#[derive(Debug)]
pub(super) struct Judged {
    /// The key of its customer.
    pub customer: String,
    /// Its row of the report.
    pub row: PaperRow,
    /// The document as it will be saved, if it is new.
    pub keep: Option<FoundDocument>,
}

/// Decides about every document by what the account has and the documents before it.
///
/// # Errors
/// If it takes too much time or memory.
pub(super) fn plan(
    found: Vec<FoundDocument>,
    mut against: Against,
    source: Source,
    (differing, currency): (Differing, Option<InOtherCurrency>),
    mut allowance: Allowance,
) -> Result<Vec<Judged>, Spent> {
    let judged = found.into_iter().map(|document| {
        let mut row = told(&document);
        let customer = document.customer.clone();
        let words = customer.len() + row.customer.len() + 2 * document.number.len();
        allowance.take(size_of::<Judged>() + words)?;
        Ok(
            match judge(document, &mut against, (source, currency), &mut row) {
                Ok(document) if row.difference.is_some() && differing == Differing::LeftOut => {
                    row.outcome = PaperOutcome::LeftOut;
                    row.says.clear();
                    against
                        .numbers
                        .remove(&(document.kind.word(), document.number));
                    Judged {
                        customer,
                        row,
                        keep: None,
                    }
                }
                Ok(document) => Judged {
                    customer,
                    row,
                    keep: Some(document),
                },
                Err((outcome, says)) => {
                    row.outcome = outcome;
                    row.says = says;
                    Judged {
                        customer,
                        row,
                        keep: None,
                    }
                }
            },
        )
    });
    judged.collect()
}

fn told(document: &FoundDocument) -> PaperRow {
    PaperRow {
        kind: document.kind,
        number: document.number.chars().take(NUMBER_MAX).collect(),
        customer: document.customer_name.chars().take(100).collect(),
        date: document.issue_date.map(|day| day.to_string()),
        outcome: PaperOutcome::New,
        currency: document.currency.clone(),
        theirs: document.total,
        ours: None,
        difference: None,
        says: String::new(),
    }
}

type Refused = (PaperOutcome, String);

fn refused(says: impl Into<String>) -> Refused {
    (PaperOutcome::Refused, says.into())
}

fn judge(
    mut it: FoundDocument,
    against: &mut Against,
    (source, currency): (Source, Option<InOtherCurrency>),
    row: &mut PaperRow,
) -> Result<FoundDocument, Refused> {
    if against.brought.contains(&it.key) {
        return Err((PaperOutcome::Same, String::new()));
    }
    if let Some(why) = it.refused.take() {
        return Err(refused(why));
    }
    if let Some(other) = &it.currency {
        row.says = in_other_currency(other, currency)?;
    }
    if it.customer.is_empty() {
        return Err(refused("It has no customer."));
    }
    judge_number(&mut it, against)?;
    judge_days(&mut it, against.today)?;
    judge_words(&it)?;
    if !it.document.has_counted_line() {
        return Err(refused("It has no lines."));
    }
    if let Some(broken) = validate(&it.document).into_iter().next() {
        return Err(refused(format!("{}: {}", broken.path, broken.msg)));
    }
    let ours = calculate(&it.document).map_err(|broken| {
        let msg = broken.0.into_iter().next().map(|it| it.msg);
        refused(msg.unwrap_or_default())
    })?;
    let (ours, theirs) = (ours.total_amount, it.total.unwrap_or(ours.total_amount));
    row.ours = Some(ours);
    row.theirs = Some(theirs);
    it.total = Some(theirs);
    if ours != theirs {
        let difference = theirs - ours;
        row.difference = Some(difference);
        let line = format!("Difference from the total in {}", source.title());
        it.document = agree(&it.document, theirs, &line)
            .ok_or_else(|| refused("We can’t make up the difference with a line.".to_owned()))?;
        if let Some(broken) = validate(&it.document).into_iter().next() {
            return Err(refused(format!("{}: {}", broken.path, broken.msg)));
        }
        let line = format!("A line of {} makes up the difference.", gbp(difference));
        row.says = format!("{} {line}", row.says).trim_start().to_owned();
    }
    settle(&mut it, against.today, source);
    if !it.number.is_empty() {
        against.numbers.insert((it.kind.word(), it.number.clone()));
    }
    Ok(it)
}

/// The sentence about a document in another currency that is imported as pounds.
///
/// # Errors
/// The outcome if it is not imported.
fn in_other_currency(other: &str, said: Option<InOtherCurrency>) -> Result<String, Refused> {
    let outcome = match said {
        None => PaperOutcome::OtherCurrency,
        Some(InOtherCurrency::LeftOut) => PaperOutcome::LeftOut,
        Some(InOtherCurrency::AsPounds) => {
            return Ok(format!(
                "It is in {other}. Its figures are imported as pounds."
            ));
        }
    };
    Err((outcome, in_currency(other)))
}

fn judge_number(it: &mut FoundDocument, against: &Against) -> Result<(), Refused> {
    if it.standing == Standing::Draft {
        it.number.clear();
        return Ok(());
    }
    let mut checks = Checks::new();
    checks.line("number", &it.number, NUMBER_MAX);
    if let Some(broken) = checks.into_errors().into_iter().next() {
        return Err(refused(broken.msg.into_owned()));
    }
    if it.number.is_empty() {
        return Err(refused("It has no number."));
    }
    let word = it.kind.word();
    if against.numbers.contains(&(word, it.number.clone())) {
        return Err(refused(format!(
            "The {word} number {} is already taken.",
            it.number
        )));
    }
    Ok(())
}

/// Sets both dates of a document. If the second is missing, a quote was valid for thirty days, and an invoice was due
/// at once.
fn judge_days(it: &mut FoundDocument, today: Option<Date>) -> Result<(), Refused> {
    let draft = (it.standing == Standing::Draft).then_some(today).flatten();
    let Some(day) = it.issue_date.or(draft) else {
        return Err(refused("It has no date."));
    };
    let days = match it.kind {
        Kind::Quote => QUOTE_DAYS,
        Kind::Invoice | Kind::CreditNote => 0,
    };
    it.issue_date = Some(day);
    let end = it.end.filter(|end| *end >= day);
    it.end = end.or_else(|| day.plus_days(days));
    Ok(())
}

fn judge_words(it: &FoundDocument) -> Result<(), Refused> {
    let mut checks = Checks::new();
    let [long, longer] = WORDS_MAX;
    checks.paragraphs("The job", &it.job_description, long);
    checks.paragraphs("The notes", &it.notes, long);
    checks.paragraphs("The terms", it.terms.as_deref().unwrap_or_default(), longer);
    judge::texts(&it.document, &mut checks);
    match checks.into_errors().into_iter().next() {
        None => Ok(()),
        Some(broken) => Err(refused(format!("{}: {}", broken.path, broken.msg))),
    }
}

/// Adds a payment for the amount that was paid beyond the payments with known dates: on the date of the last of them,
/// or else of the invoice. No payment is dated in the future.
fn settle(it: &mut FoundDocument, today: Option<Date>, source: Source) {
    let known: Pence = it.payments.iter().map(|payment| payment.amount).sum();
    let last = it.payments.iter().map(|payment| payment.date).max();
    if let (Some(paid), Some(date)) = (it.paid, last.or(it.issue_date))
        && paid > known
    {
        it.payments.push(Received {
            amount: paid - known,
            method: Method::BankTransfer,
            date,
            notes: format!("Settled in {}", source.title()),
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
    fn judging_takes_no_more_than_it_is_given() {
        let told = |allowance| {
            let found = |n: i32| FoundDocument::new(Kind::Quote, n.to_string());
            let found = (0..100).map(found).collect();
            let (against, source) = (Against::default(), Source::Tradify);
            let judged = plan(found, against, source, (Differing::Kept, None), allowance);
            judged.map(|it| it.len())
        };
        assert_eq!(told(Allowance::of(1 << 20)), Ok(100));
        assert_eq!(told(Allowance::of(2_000)), Err(Spent::Memory));
        assert_eq!(told(Allowance::late(1 << 20)), Err(Spent::Time));
    }
}
