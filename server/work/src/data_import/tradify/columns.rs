//! Which list a table is, by its headings, and what its columns may be read as.

use std::collections::HashSet;
use std::sync::LazyLock;

use csv::StringRecord;

use super::{customers, documents, items};
use plumbline_platform::table_import::columns::to_single_line;
use plumbline_platform::table_import::table::{Headings, list_spellings};
use plumbline_platform::table_import::{is_yes, normalise_heading};

/// What the rows of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableKind {
    /// Quotes or invoices, or their lines.
    Documents,
    /// The price list.
    Items,
    /// Customers.
    Customers,
}

const TABLE_KINDS: [TableKind; 3] = [TableKind::Documents, TableKind::Items, TableKind::Customers];

/// The headings that can be chosen for a column of quotes or invoices, as they are shown. Each of them is recognised.
const DOCUMENT_COLUMNS: &[&str] = &[
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
const ITEM_COLUMNS: &[&str] = &[
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
const CUSTOMER_COLUMNS: &[&str] = &[
    "Customer",
    "Contact name",
    "Email",
    "Phone",
    "Mobile",
    "Address",
    "Address line 2",
    "Address line 3",
    "Town",
    "County",
    "Postcode",
    "Postal address",
    "Postal address line 2",
    "Postal address line 3",
    "Postal town",
    "Postal county",
    "Postal postcode",
    "VAT number",
    "Notes",
];

impl TableKind {
    fn names(self) -> &'static HashSet<String> {
        static NAMES: LazyLock<[HashSet<String>; 3]> = LazyLock::new(|| {
            let all = |names: &[&[&str]]| names.concat().into_iter().map(str::to_owned).collect();
            [all(self::NAMES), all(items::NAMES), customers::column_names()]
        });
        let [documents, items, customers] = &*NAMES;
        match self {
            Self::Documents => documents,
            Self::Items => items,
            Self::Customers => customers,
        }
    }

    /// Whether a column with this heading is read.
    fn recognises(self, heading: &str) -> bool {
        list_spellings(heading).iter().any(|name| self.names().contains(name))
    }

    const fn choices(self) -> &'static [&'static str] {
        match self {
            Self::Documents => DOCUMENT_COLUMNS,
            Self::Items => ITEM_COLUMNS,
            Self::Customers => CUSTOMER_COLUMNS,
        }
    }
}

/// What a table is, by its headings.
pub(super) fn detect_kind(headings: &Headings) -> Option<TableKind> {
    if !headings.has_several() {
        None
    } else if documents::is_document_table(headings) {
        Some(TableKind::Documents)
    } else if items::is_item_table(headings) {
        Some(TableKind::Items)
    } else if customers::is_customer_table(headings) {
        Some(TableKind::Customers)
    } else {
        None
    }
}

/// How many headings of a row are recognised; 0 if they don’t say what the table is.
pub(super) fn count_recognised(row: &StringRecord) -> usize {
    let cells: Vec<&str> = row.iter().collect();
    let list = detect_kind(&Headings::from_written(&cells, &cells));
    list.map_or(0, |list| cells.iter().filter(|cell| list.recognises(cell)).count())
}

/// The heading under which each column is read; empty if it is not read. If somebody renamed a column, the new name
/// remains even if only another list has it: the next column that they rename may make the table that list.
pub(super) fn resolve_columns(list: Option<TableKind>, written: &[&str], names: &[String]) -> Vec<String> {
    let is_known = |name: &str, is_said: bool| match list {
        Some(list) if !is_said => list.recognises(name),
        _ => TABLE_KINDS.iter().any(|list| list.recognises(name)),
    };
    let each = names.iter().zip(written);
    each.map(
        |(name, written)| {
            if is_known(name, name != written) { choice_label(name) } else { String::new() }
        },
    )
    .collect()
}

/// The wording of a heading among the choices, or else as it is written.
fn choice_label(heading: &str) -> String {
    let name = normalise_heading(heading);
    let mut all = TABLE_KINDS.into_iter().flat_map(TableKind::choices);
    let same = all.find(|choice| normalise_heading(choice) == name);
    same.map_or_else(|| to_single_line(heading), |choice| (*choice).to_owned())
}

/// The headings that can be chosen for a column, those of its list first.
pub(super) fn list_choices(list: Option<TableKind>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for list in list.into_iter().chain(TABLE_KINDS) {
        for choice in list.choices() {
            if !all.iter().any(|it| it == choice) {
                all.push((*choice).to_owned());
            }
        }
    }
    all
}

// The names that programs give the columns of quotes and invoices, in lower-case letters and digits only.

pub(super) const INVOICE: &[&str] = &["invoicenumber", "invoiceno", "invoiceid", "invoice"];

pub(super) const QUOTE: &[&str] = &["quotenumber", "quoteno", "quoteid", "quote", "estimatenumber"];

pub(super) const EITHER: &[&str] = &["number", "no", "documentnumber"];

pub(super) const CUSTOMER: &[&str] =
    &["customername", "customer", "contactname", "client", "clientname", "name"];

pub(super) const DATE: &[&str] =
    &["invoicedate", "quotedate", "date", "issuedate", "dateissued", "createddate", "created"];

pub(super) const END: &[&str] =
    &["duedate", "invoiceduedate", "paymentdue", "expirydate", "quoteexpirydate", "validuntil", "expires"];

pub(super) const JOB: &[&str] =
    &["jobdescription", "jobname", "title", "jobtitle", "job", "reference", "subject"];

pub(super) const STATUS: &[&str] = &["status", "invoicestatus", "quotestatus"];

pub(super) const TEXT: &[&str] =
    &["description", "itemdescription", "linedescription", "lineitemdescription", "itemdesc", "item"];

/// The name of an item that has its description in another column.
pub(super) const ITEM: &[&str] = &["itemname", "lineitemname", "productname", "lineitem"];

/// FreshBooks has the tax of a line as an amount.
pub(super) const LINE_TAX: &[&str] = &["tax1amount", "linevat"];

pub(super) const CURRENCY: &[&str] = &["currency", "currencycode", "invoicecurrency", "clientcurrency"];

pub(super) const QUANTITY: &[&str] = &["quantity", "qty"];

pub(super) const UNIT_PRICE: &[&str] =
    &["unitprice", "unitamount", "itemprice", "price", "sellprice", "rate", "unitcost"];

pub(super) const LINE_TOTAL: &[&str] = &[
    // FreshBooks has the total of a line with its tax in another column.
    "linesubtotal",
    "linetotalexcltax",
    "linetotal",
    "lineamount",
    "itemtotal",
];

pub(super) const RATE: &[&str] =
    &["itemtaxpercent", "itemtaxrate", "taxrate", "vatrate", "taxpercent", "taxtype", "salestaxrate"];

pub(super) const NET: &[&str] = &[
    "subtotal",
    "subtotalexcltax",
    "amountexcludingtax",
    "amountexcltax",
    "amountextax",
    "totalexcludingtax",
    "totalexcltax",
    "totalextax",
    "nettotal",
    "netamount",
    "net",
    "totalexvat",
    "totalexcvat",
    "totalexcludingvat",
    "totalwithoutvat",
];

pub(super) const TAX: &[&str] = &[
    "taxtotal",
    "totaltax",
    "tax",
    "vat",
    "vattotal",
    "totalvat",
    "salestax",
    "vatamount",
    "taxamount",
    "tax1amount",
];

pub(super) const TOTAL: &[&str] = &[
    "total",
    "invoicetotal",
    "quotetotal",
    "totalamount",
    "totalincludingtax",
    "totalincltax",
    "totalinctax",
    "totalincvat",
    "totalincludingvat",
    "amountincludingtax",
    "amountincltax",
    "grosstotal",
    "gross",
    "amount",
];

/// What kind of document a row is, if the table has several.
pub(super) const TYPE: &[&str] = &["type", "invoicetype", "documenttype", "transactiontype"];

/// Whether the prices of the lines include VAT.
pub(super) const WITH_TAX: &[&str] = &[
    // Zoho.
    "isinclusivetax",
    "inclusivetax",
    "istaxinclusive",
    // Xero: `Inclusive` or `Exclusive`.
    "lineamounttypes",
    "amountsare",
    "includestax",
    "taxinclusive",
    "amountsincludetax",
    "pricesincludetax",
    "pricesincludevat",
    "includesvat",
    "vatinclusive",
];

pub(super) const PAID: &[&str] =
    &["amountpaid", "invoiceamountpaid", "paid", "paidamount", "totalpaid", "paymentsreceived"];

pub(super) const BALANCE: &[&str] =
    &["amountdue", "invoiceamountdue", "balance", "balancedue", "outstanding", "amountoutstanding"];

pub(super) const DISCOUNT: &[&str] = &["discount", "discountpercent", "discountrate"];

pub(super) const PAID_ON: &[&str] = &["paiddate", "datepaid", "paymentdate", "fullypaidon"];

/// All columns that are read in a table of documents.
pub(super) const NAMES: &[&[&str]] = &[
    INVOICE, QUOTE, EITHER, CUSTOMER, DATE, END, JOB, STATUS, TEXT, ITEM, LINE_TAX, CURRENCY, QUANTITY,
    UNIT_PRICE, LINE_TOTAL, RATE, NET, TAX, TOTAL, WITH_TAX, PAID, BALANCE, DISCOUNT, PAID_ON, TYPE,
];

/// Whether a cell of [`WITH_TAX`] says that prices include VAT.
pub(super) fn is_inclusive(cell: &str) -> bool {
    let cell = cell.trim().to_lowercase();
    is_yes(&cell) || ["inclusive", "tax inclusive", "taxinclusive", "vat inclusive"].contains(&&*cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_each_column_choice_as_a_heading() {
        for list in TABLE_KINDS {
            for choice in list.choices() {
                assert!(list.recognises(choice), "{list:?} {choice}");
                assert_eq!(choice_label(choice), *choice);
            }
        }
        let all = list_choices(Some(TableKind::Customers));
        assert_eq!(all[0], "Customer");
        assert!(all.contains(&"Invoice number".to_owned()));
    }

    #[test]
    fn shows_how_each_column_is_read() {
        let written = ["invoice number", "Client", "Total (USD)", "Colour"];
        let names = written.map(str::to_owned);
        assert_eq!(
            resolve_columns(Some(TableKind::Documents), &written, &names),
            ["Invoice number", "Client", "Total (USD)", ""]
        );
        // A customer's status is not read, unless somebody chooses it.
        let written = ["Name", "Status", "Mail"];
        let names = ["Name", "Status", "Total"].map(str::to_owned);
        assert_eq!(resolve_columns(Some(TableKind::Customers), &written, &names), ["Name", "", "Total"]);
    }
}
