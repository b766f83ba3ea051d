//! The contents of the pack of a tax year, and what is missing.

use std::collections::{HashMap, HashSet};

use plumbline_core::kind::DocumentKind;
use plumbline_core::plan::{Feature, Subscription};
use plumbline_core::report::Period;
use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;

use super::{lists, store};
use crate::owed;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::files::store as files;
use plumbline_platform::ids::{FileId, ProfileId, UserId};
use plumbline_platform::workbook::IndexedReport;
use plumbline_platform::zip_stream::ascii_name;
use plumbline_records::expenses::{Expense, store as expenses};
use plumbline_records::profiles;
use plumbline_tax::cis;
use plumbline_tax::income_tax;
use plumbline_tax::reports;
use plumbline_tax::reports::store::{ReportedDocument, ReportedTaking, list_issued, list_takings};
use plumbline_tax::vat;

/// The most invoices and credit notes that are included as PDFs, since each takes the typesetter's time. If there are
/// more, they are only listed.
const DOCUMENTS_MAX: usize = 200;
/// The most names in a sentence about what is missing.
const NAMES_MAX: usize = 10;

/// Everything that a pack contains.
pub(super) struct PackContents {
    /// The tax year.
    pub year: TaxYear,
    /// The name of the business; `None` for all of them.
    pub business: Option<String>,
    /// The day on which the pack is made.
    pub today: Date,
    /// Its reports; the lists of documents and expenses come last.
    pub reports: Vec<IndexedReport>,
    /// Its invoices and credit notes, by date, including those of earlier years that were paid in it.
    pub documents: Vec<ReportedDocument>,
    /// Its receipts.
    pub receipts: Vec<PackReceipt>,
    /// What is missing, a sentence each.
    pub missing: Vec<String>,
    expenses: usize,
    has_income: bool,
}

/// A picture of a receipt.
pub(super) struct PackReceipt {
    /// The id of the picture.
    pub id: FileId,
    /// Its name in the pack: `receipts/2026-10-05 Screwfix 1.jpg`.
    pub name: String,
    /// Its description.
    pub what: String,
}

impl PackContents {
    /// Whether nothing happened in the year.
    pub(super) fn is_empty(&self) -> bool {
        self.documents.is_empty() && self.expenses == 0 && !self.has_income
    }

    /// Whether there are too many documents to include them as PDFs.
    pub(super) fn are_documents_listed(&self) -> bool {
        self.documents.len() > DOCUMENTS_MAX
    }
}

/// Gathers the contents in one transaction. Reports on income, expenses and profit are included only if the plan has
/// the reports section; the data behind them is always included.
pub(super) async fn gather(
    conn: &mut Conn,
    user_id: &UserId,
    (year, today): (TaxYear, Date),
    business: Option<ProfileId>,
    plan: &Subscription,
) -> Result<PackContents, ApiError> {
    let named = match &business {
        Some(id) => {
            let found = profiles::store::find_any(conn, user_id, id).await?;
            Some(found.ok_or_else(profiles::not_found)?.fields.name)
        }
        None => None,
    };
    let profile = business.as_ref().map(ProfileId::as_str);
    let mut all = reports::export::build_reports(conn, user_id, year, profile).await?;
    let is_earned = all.iter().any(|it| it.totals.iter().any(|(_, sum)| sum.0 != 0));
    let mut missing = describe_unconfirmed(conn, user_id, year, profile).await?;
    if !plan.has_feature(Feature::Reports, today) {
        all.clear();
        let needs = Feature::Reports.plus_sentence();
        missing.push(format!("Income, expenses and profit are left out. {needs}"));
    }
    let (taxed, lacks) = income_tax::year_pack::build_reports(conn, user_id, year, today).await?;
    all.extend(taxed.into_iter().map(|it| for_all_businesses(it, profile)));
    missing.extend(lacks);
    for (more, lacks) in [
        vat::year_pack::build_reports(conn, user_id, (year, today), profile).await?,
        cis::year_pack::build_reports(conn, user_id, (year, today), profile).await?,
    ] {
        all.extend(more);
        missing.extend(lacks);
    }
    all.push(for_all_businesses(owed::report_on(conn, user_id, today).await?, profile));
    let mut documents: Vec<ReportedDocument> =
        list_issued(conn, user_id, year.first_day(), year.last_day()).await?;
    documents.retain(|it| profile.is_none_or(|id| it.profile_id.as_deref() == Some(id)));
    documents.sort_by(|a, b| (a.issue_date, &a.number).cmp(&(b.issue_date, &b.number)));
    let mut spent = expenses::list_between(conn, user_id, (year.first_day(), year.last_day())).await?;
    let names = reports::names::Names::load(conn, user_id).await?;
    spent.retain(|it| names.is_for_profile(it.business_profile_id.as_ref().map(ProfileId::as_str), profile));
    all.push(lists::list_documents(&documents, &names, year));
    // Reports that count by payments also need invoices of earlier years.
    let before = list_paid_in(conn, user_id, year, profile).await?;
    documents.splice(0..0, before);
    let receipts = load_receipts(conn, user_id, &spent).await?;
    all.push(lists::list_expenses(&spent, &receipts, (&names, year)));
    missing.extend(describe_without_receipt(&spent));
    let mut gathered = PackContents {
        year,
        business: named,
        today,
        reports: all,
        documents,
        receipts: receipts.into_iter().flatten().collect(),
        missing,
        expenses: spent.len(),
        has_income: is_earned,
    };
    if gathered.are_documents_listed() {
        gathered.missing.push(format!(
            "There are too many invoices and credit notes ({}) to include as PDFs, so the pack only lists them. \
             Download them from the list of invoices, up to 100 at once.",
            gathered.documents.len()
        ));
    }
    if !year.last_day().has_passed(today) {
        let last = format_long_date(year.last_day());
        let text = format!("The tax year isn’t over: it runs to {last}, and these are today’s figures.");
        gathered.missing.insert(0, text);
    }
    Ok(gathered)
}

/// A report on the whole account, which is described as such in the pack of one business: a person has one tax return.
fn for_all_businesses(report: IndexedReport, profile: Option<&str>) -> IndexedReport {
    let what = match profile {
        Some(_) => format!("{}, of all your businesses together", report.what),
        None => report.what,
    };
    IndexedReport { what, ..report }
}

/// The invoices that were issued before the year and paid in it, by date.
async fn list_paid_in(
    conn: &mut Conn,
    user_id: &UserId,
    year: TaxYear,
    profile: Option<&str>,
) -> Result<Vec<ReportedDocument>, ApiError> {
    let taken: Vec<ReportedTaking> = list_takings(conn, user_id, Period::for_tax_year(year)).await?;
    let of_year = taken.into_iter().filter(|it| it.date >= year.first_day());
    let mut seen = HashSet::new();
    let mut documents: Vec<ReportedDocument> = of_year
        .map(|it| it.document)
        .filter(|it| it.kind == DocumentKind::Invoice && !it.number.is_empty())
        .filter(|it| it.issue_date.is_some_and(|day| day < year.first_day()))
        .filter(|it| profile.is_none_or(|id| it.profile_id.as_deref() == Some(id)))
        .filter(|it| seen.insert(it.id.clone()))
        .collect();
    documents.sort_by(|a, b| (a.issue_date, &a.number).cmp(&(b.issue_date, &b.number)));
    Ok(documents)
}

/// The sentence about payments that customers recorded and nobody has confirmed: they do not count yet.
async fn describe_unconfirmed(
    conn: &mut Conn,
    user_id: &UserId,
    year: TaxYear,
    profile: Option<&str>,
) -> Result<Vec<String>, ApiError> {
    let rows = store::list_unconfirmed(conn, user_id, year).await?;
    let numbers: Vec<String> = rows
        .into_iter()
        .filter(|(_, of)| profile.is_none_or(|id| of.as_deref() == Some(id)))
        .map(|(number, _)| number)
        .collect();
    let text = count_and_name(&numbers, "payment waits", "payments wait")
        .map(|(count, named)| format!("{count} for you to confirm and do not count yet: {named}."));
    Ok(text.into_iter().collect())
}

/// The sentence about expenses without a receipt; journeys don't need one.
fn describe_without_receipt(spent: &[Expense]) -> Option<String> {
    let names: Vec<String> = spent
        .iter()
        .filter(|it| it.receipts.is_empty() && it.mileage.is_none())
        .map(|it| format!("{} on {}", it.display_name(), format_long_date(it.date)))
        .collect();
    let (count, named) = count_and_name(&names, "expense has", "expenses have")?;
    Some(format!("{count} no receipt: {named}."))
}

/// The count with its noun and verb, such as `3 expenses have`, and the first names.
fn count_and_name(names: &[String], one: &str, many: &str) -> Option<(String, String)> {
    let count = match names.len() {
        0 => return None,
        1 => format!("1 {one}"),
        more => format!("{more} {many}"),
    };
    let mut named = names[..names.len().min(NAMES_MAX)].join(", ");
    if names.len() > NAMES_MAX {
        named.push_str(&format!(" and {} more", names.len() - NAMES_MAX));
    }
    Some((count, named))
}

/// The receipts of each expense, in the order of the expenses, each picture with its name in the pack.
async fn load_receipts(
    conn: &mut Conn,
    user_id: &UserId,
    spent: &[Expense],
) -> Result<Vec<Vec<PackReceipt>>, ApiError> {
    let file_rows = files::list(conn, user_id).await?;
    let saved: HashMap<_, _> = file_rows.iter().map(|file| (&file.id, file)).collect();
    let mut taken = HashSet::new();
    let mut all = Vec::new();
    for expense in spent {
        let mut own = Vec::new();
        for id in &expense.receipts {
            let Some(file) = saved.get(id) else {
                continue;
            };
            let ending = file.content_type.extension();
            let name = format!("{}-{}", expense.date, ascii_name(expense.display_name()));
            let name = plumbline_platform::zip_stream::unique_name(name, &mut taken);
            own.push(PackReceipt {
                id: id.clone(),
                name: format!("receipts/{name}.{ending}"),
                what: format!(
                    "Receipt: {}, {}, {}",
                    expense.display_name(),
                    format_long_date(expense.date),
                    plumbline_core::money::text::format_gbp(expense.amount)
                ),
            });
        }
        all.push(own);
    }
    Ok(all)
}

/// The name of a document in the pack: `documents/invoice-INV-0001-jo-bloggs`.
pub(super) fn document_path(document: &ReportedDocument, customer: &str) -> String {
    let kind = match document.kind {
        DocumentKind::CreditNote => "credit-note",
        DocumentKind::Invoice | DocumentKind::Quote => "invoice",
    };
    let number = plumbline_platform::zip_stream::safe_name(&document.number);
    format!("documents/{kind}-{number}-{}", ascii_name(customer))
}
