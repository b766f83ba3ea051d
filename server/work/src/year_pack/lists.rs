//! What was issued and what was spent in a tax year, row by row.

use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::tax::TaxYear;
use plumbline_core::time::text::date_long;

use super::gather::Receipt;
use plumbline_platform::workbook::{Cell, Column, List, Reported, Workbook};
use plumbline_records::expenses::Expense;
use plumbline_tax::reports::names::Names;
use plumbline_tax::reports::records::customer;
use plumbline_tax::reports::store::Document;

fn workbook(name: &str, title: &str, year: TaxYear, list: List) -> Workbook {
    Workbook {
        name: format!("{name}-{}", year.text().replace('/', "-")),
        title: format!("{title} {}", year.text()),
        days: format!("{} to {}", date_long(year.first()), date_long(year.last())),
        lists: vec![list],
        records: None,
    }
}

/// The invoices and credit notes by date; credit notes are negative.
pub(super) fn of_documents(documents: &[Document], names: &Names, year: TaxYear) -> Reported {
    let mut list = List::of(
        "Invoices and credit notes",
        &[
            Column::text("Number"),
            Column::day("Date"),
            Column::text("What"),
            Column::text("Customer"),
            Column::text("Business"),
            Column::money("Without VAT"),
            Column::money("VAT"),
            Column::money("Total"),
            Column::money("CIS deducted"),
        ],
    );
    let mut sums = [Pence::ZERO; 4];
    for it in documents {
        let (what, sign) = match it.kind {
            Kind::CreditNote => ("Credit note", -1),
            Kind::Invoice | Kind::Quote => ("Invoice", 1),
        };
        let amounts = [it.total - it.vat, it.vat, it.total, it.total - it.payable];
        let amounts = amounts.map(|amount| Pence(amount.0 * sign));
        for (sum, amount) in sums.iter_mut().zip(amounts) {
            *sum += amount;
        }
        let day = it.issue_date.map_or_else(|| Cell::text(""), Cell::Day);
        let first = [
            Cell::text(&it.number),
            day,
            Cell::text(what),
            Cell::text(&names.customer(customer(it).as_deref())),
            Cell::text(&names.profile(it.profile_id.as_deref())),
        ];
        list.row(first.into_iter().chain(amounts.map(Cell::Money)).collect());
    }
    let first = ["All", "", "", "", ""].map(Cell::text);
    list.row(first.into_iter().chain(sums.map(Cell::Money)).collect());
    let what = "Every invoice and credit note that was issued in the year, by day";
    Reported::of(
        what,
        workbook("invoices", "Invoices and credit notes", year, list),
        &[
            ("Without VAT", sums[0]),
            ("VAT", sums[1]),
            ("Total", sums[2]),
        ],
    )
}

/// The expenses by date, each with the names of its receipts in the pack.
pub(super) fn of_expenses(
    spent: &[Expense],
    receipts: &[Vec<Receipt>],
    (names, year): (&Names, TaxYear),
) -> Reported {
    let mut list = List::of(
        "Expenses",
        &[
            Column::day("Date"),
            Column::text("Supplier"),
            Column::text("What for"),
            Column::text("Category"),
            Column::text("Business"),
            Column::money("Amount"),
            Column::money("VAT included"),
            Column::text("Receipts"),
        ],
    );
    let mut sums = [Pence::ZERO; 2];
    for (it, own) in spent.iter().zip(receipts) {
        let files: Vec<&str> = own.iter().map(|one| one.name.as_str()).collect();
        sums[0] += it.amount;
        sums[1] += it.vat_amount;
        list.row(vec![
            Cell::Day(it.date),
            Cell::text(&it.supplier),
            Cell::text(&it.description.replace('\n', " ")),
            Cell::text(it.category.info().name),
            Cell::text(&names.business(it.business_profile_id.as_deref())),
            Cell::Money(it.amount),
            Cell::Money(it.vat_amount),
            Cell::text(&files.join(", ")),
        ]);
    }
    let first = ["All", "", "", "", ""].map(Cell::text);
    let last = [Cell::text("")];
    let cells = first.into_iter().chain(sums.map(Cell::Money)).chain(last);
    list.row(cells.collect());
    let what = "Every expense of the year as it was entered, by day, with its receipts";
    Reported::of(
        what,
        workbook("expenses-one-by-one", "Expenses", year, list),
        &[("Amount including VAT", sums[0]), ("VAT included", sums[1])],
    )
}
