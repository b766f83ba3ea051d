//! What was issued and what was spent in a tax year, row by row.

use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::tax::TaxYear;
use plumbline_core::time::text::format_long_date;

use super::gather::PackReceipt;
use plumbline_platform::ids::ProfileId;
use plumbline_platform::workbook::{IndexedReport, Workbook, WorkbookCell, WorkbookColumn, WorkbookTable};
use plumbline_records::expenses::Expense;
use plumbline_tax::reports::names::Names;
use plumbline_tax::reports::records::customer_key;
use plumbline_tax::reports::store::ReportedDocument;

fn new_workbook(name: &str, title: &str, year: TaxYear, list: WorkbookTable) -> Workbook {
    Workbook {
        name: format!("{name}-{}", year.label().replace('/', "-")),
        title: format!("{title} {}", year.label()),
        days: format!("{} to {}", format_long_date(year.first_day()), format_long_date(year.last_day())),
        lists: vec![list],
        records: None,
    }
}

/// The invoices and credit notes by date; credit notes are negative.
pub(super) fn list_documents(documents: &[ReportedDocument], names: &Names, year: TaxYear) -> IndexedReport {
    let mut list = WorkbookTable::new(
        "Invoices and credit notes",
        &[
            WorkbookColumn::text("Number"),
            WorkbookColumn::day("Date"),
            WorkbookColumn::text("What"),
            WorkbookColumn::text("Customer"),
            WorkbookColumn::text("Business"),
            WorkbookColumn::money("Without VAT"),
            WorkbookColumn::money("VAT"),
            WorkbookColumn::money("Total"),
            WorkbookColumn::money("CIS deducted"),
        ],
    );
    let mut sums = [Pence::ZERO; 4];
    for it in documents {
        let (what, sign) = match it.kind {
            DocumentKind::CreditNote => ("Credit note", -1),
            DocumentKind::Invoice | DocumentKind::Quote => ("Invoice", 1),
        };
        let amounts = [it.total - it.vat, it.vat, it.total, it.total - it.payable];
        let amounts = amounts.map(|amount| Pence(amount.0 * sign));
        for (sum, amount) in sums.iter_mut().zip(amounts) {
            *sum += amount;
        }
        let day = it.issue_date.map_or_else(|| WorkbookCell::text(""), WorkbookCell::Day);
        let first = [
            WorkbookCell::text(&it.number),
            day,
            WorkbookCell::text(what),
            WorkbookCell::text(&names.customer_name(customer_key(it).as_deref())),
            WorkbookCell::text(&names.profile_name(it.profile_id.as_deref())),
        ];
        list.add_row(first.into_iter().chain(amounts.map(WorkbookCell::Money)).collect());
    }
    let first = ["All", "", "", "", ""].map(WorkbookCell::text);
    list.add_row(first.into_iter().chain(sums.map(WorkbookCell::Money)).collect());
    let what = "Every invoice and credit note that was issued in the year, by day";
    IndexedReport::new(
        what,
        new_workbook("invoices", "Invoices and credit notes", year, list),
        &[("Without VAT", sums[0]), ("VAT", sums[1]), ("Total", sums[2])],
    )
}

/// The expenses by date, each with the names of its receipts in the pack.
pub(super) fn list_expenses(
    spent: &[Expense],
    receipts: &[Vec<PackReceipt>],
    (names, year): (&Names, TaxYear),
) -> IndexedReport {
    let mut list = WorkbookTable::new(
        "Expenses",
        &[
            WorkbookColumn::day("Date"),
            WorkbookColumn::text("Supplier"),
            WorkbookColumn::text("What for"),
            WorkbookColumn::text("Category"),
            WorkbookColumn::text("Business"),
            WorkbookColumn::money("Amount"),
            WorkbookColumn::money("VAT included"),
            WorkbookColumn::text("Receipts"),
        ],
    );
    let mut sums = [Pence::ZERO; 2];
    for (it, own) in spent.iter().zip(receipts) {
        let files: Vec<&str> = own.iter().map(|one| one.name.as_str()).collect();
        sums[0] += it.amount;
        sums[1] += it.vat_amount;
        list.add_row(vec![
            WorkbookCell::Day(it.date),
            WorkbookCell::text(&it.supplier),
            WorkbookCell::text(&it.description.replace('\n', " ")),
            WorkbookCell::text(it.category.info().name),
            WorkbookCell::text(&names.business_name(it.business_profile_id.as_ref().map(ProfileId::as_str))),
            WorkbookCell::Money(it.amount),
            WorkbookCell::Money(it.vat_amount),
            WorkbookCell::text(&files.join(", ")),
        ]);
    }
    let first = ["All", "", "", "", ""].map(WorkbookCell::text);
    let last = [WorkbookCell::text("")];
    let cells = first.into_iter().chain(sums.map(WorkbookCell::Money)).chain(last);
    list.add_row(cells.collect());
    let what = "Every expense of the year as it was entered, by day, with its receipts";
    IndexedReport::new(
        what,
        new_workbook("expenses-one-by-one", "Expenses", year, list),
        &[("Amount including VAT", sums[0]), ("VAT included", sums[1])],
    )
}
