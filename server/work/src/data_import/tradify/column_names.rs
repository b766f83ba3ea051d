//! The names that programs give the columns of quotes and invoices, in lower-case letters and digits only.

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
/// Whether the prices of the lines include VAT.
pub(super) const WITH_TAX: &[&str] = &[
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
    UNIT_PRICE, LINE_TOTAL, RATE, NET, TAX, TOTAL, WITH_TAX, PAID, BALANCE, DISCOUNT, PAID_ON,
];
