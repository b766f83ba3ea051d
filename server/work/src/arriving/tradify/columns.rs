//! Which list a table is, by its headings, and what its columns may be read as.

use std::collections::HashSet;
use std::sync::LazyLock;

use csv::StringRecord;

use super::{customers, items, names, papers};
use plumbline_platform::sheets::bare;
use plumbline_platform::sheets::columns::shown;
use plumbline_platform::sheets::table::{Headings, spellings};

/// What the rows of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    /// Quotes or invoices, or the lines of them.
    Papers,
    /// The price list.
    Items,
    /// Customers.
    Customers,
}

const LISTS: [List; 3] = [List::Papers, List::Items, List::Customers];

/// The headings that can be chosen for a column of quotes or invoices, as they are shown. Each of them is recognised.
const OF_PAPERS: &[&str] = &[
    "Invoice number",
    "Quote number",
    "Customer",
    "Date",
    "Due date",
    "Expiry date",
    "Job",
    "Status",
    "Item name",
    "Description",
    "Quantity",
    "Unit price",
    "Line total",
    "Line VAT",
    "VAT rate",
    "Discount",
    "Prices include VAT",
    "Total without VAT",
    "VAT",
    "Total",
    "Amount paid",
    "Date paid",
    "Balance due",
    "Currency",
];

/// The same for a price list.
const OF_ITEMS: &[&str] = &[
    "Item code",
    "Description",
    "Unit",
    "Cost",
    "Price",
    "VAT rate",
    "Prices include VAT",
    "Category",
    "Archived",
    "Currency",
];

/// The same for customers.
const OF_CUSTOMERS: &[&str] = &[
    "Customer",
    "Contact name",
    "Email",
    "Phone",
    "Mobile",
    "Address",
    "Address line 2",
    "Town",
    "County",
    "Postcode",
    "Postal address",
    "Postal address line 2",
    "Postal town",
    "Postal county",
    "Postal postcode",
    "VAT number",
    "Notes",
];

impl List {
    fn names(self) -> &'static HashSet<String> {
        static NAMES: LazyLock<[HashSet<String>; 3]> = LazyLock::new(|| {
            let all = |names: &[&[&str]]| names.concat().into_iter().map(str::to_owned).collect();
            [all(names::NAMES), all(items::NAMES), customers::names()]
        });
        let [papers, items, customers] = &*NAMES;
        match self {
            Self::Papers => papers,
            Self::Items => items,
            Self::Customers => customers,
        }
    }

    /// Whether a column with this heading is read.
    fn knows(self, heading: &str) -> bool {
        spellings(heading)
            .iter()
            .any(|name| self.names().contains(name))
    }

    const fn choices(self) -> &'static [&'static str] {
        match self {
            Self::Papers => OF_PAPERS,
            Self::Items => OF_ITEMS,
            Self::Customers => OF_CUSTOMERS,
        }
    }
}

/// What a table is, by its headings.
pub(super) fn list(headings: &Headings) -> Option<List> {
    if !headings.are_wide() {
        None
    } else if papers::is(headings) {
        Some(List::Papers)
    } else if items::is(headings) {
        Some(List::Items)
    } else if customers::is(headings) {
        Some(List::Customers)
    } else {
        None
    }
}

/// How many headings of a row are recognised; 0 if they don’t say what the table is.
pub(super) fn known(row: &StringRecord) -> usize {
    let cells: Vec<&str> = row.iter().collect();
    let list = list(&Headings::of(&cells, &cells));
    list.map_or(0, |list| {
        cells.iter().filter(|cell| list.knows(cell)).count()
    })
}

/// The heading under which each column is read; empty if it is not read. If somebody renamed a column, the new name
/// remains even if only another list has it: the next column that they rename may make the table that list.
pub(super) fn reads(list: Option<List>, written: &[&str], names: &[String]) -> Vec<String> {
    let is_known = |name: &str, is_said: bool| match list {
        Some(list) if !is_said => list.knows(name),
        _ => LISTS.iter().any(|list| list.knows(name)),
    };
    let each = names.iter().zip(written);
    each.map(|(name, written)| {
        if is_known(name, name != written) {
            label(name)
        } else {
            String::new()
        }
    })
    .collect()
}

/// The wording of a heading among the choices, or else as it is written.
fn label(heading: &str) -> String {
    let name = bare(heading);
    let mut all = LISTS.into_iter().flat_map(List::choices);
    let same = all.find(|choice| bare(choice) == name);
    same.map_or_else(|| shown(heading), |choice| (*choice).to_owned())
}

/// The headings that can be chosen for a column, those of its list first.
pub(super) fn choices(list: Option<List>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for list in list.into_iter().chain(LISTS) {
        for choice in list.choices() {
            if !all.iter().any(|it| it == choice) {
                all.push((*choice).to_owned());
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_choice_is_a_heading_that_is_known() {
        for list in LISTS {
            for choice in list.choices() {
                assert!(list.knows(choice), "{list:?} {choice}");
                assert_eq!(label(choice), *choice);
            }
        }
        let all = choices(Some(List::Customers));
        assert_eq!(all[0], "Customer");
        assert!(all.contains(&"Invoice number".to_owned()));
    }

    #[test]
    fn a_column_is_shown_as_it_is_read() {
        let written = ["invoice number", "Client", "Total (USD)", "Colour"];
        let names = written.map(str::to_owned);
        assert_eq!(
            reads(Some(List::Papers), &written, &names),
            ["Invoice number", "Client", "Total (USD)", ""]
        );
        // A customer's status is not read, unless somebody chooses it.
        let written = ["Name", "Status", "Mail"];
        let names = ["Name", "Status", "Total"].map(str::to_owned);
        assert_eq!(
            reads(Some(List::Customers), &written, &names),
            ["Name", "", "Total"]
        );
    }
}
