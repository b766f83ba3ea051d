//! Tradify's quotes and invoices: a row a document with what it came to, or a row a line with the
//! document's own columns repeated.

use csv::StringRecord;
use plumbline_core::calculate::validate::MOST_LINES;
use plumbline_core::document::{Document, Line, Method, Treatment, Vat};
use plumbline_core::kind::Kind;
use plumbline_core::money::number::Number;
use plumbline_core::money::{Pence, round2};
use rust_decimal::Decimal;

use crate::arriving::found::{FoundDocument, line, name_and_more, plausible, to_decimals, vat_at};
use crate::documents::bringing::{Received, Standing};
use crate::sheets::cells::{self, day};
use crate::sheets::table::Headings;
use crate::sheets::{is_yes, one_line};

const INVOICE: &[&str] = &["invoicenumber", "invoiceno", "invoiceid", "invoice"];
const QUOTE: &[&str] = &[
    "quotenumber",
    "quoteno",
    "quoteid",
    "quote",
    "estimatenumber",
];
const EITHER: &[&str] = &["number", "no", "documentnumber"];
const CUSTOMER: &[&str] = &[
    "customername",
    "customer",
    "contactname",
    "client",
    "clientname",
    "name",
];
const DATE: &[&str] = &[
    "invoicedate",
    "quotedate",
    "date",
    "issuedate",
    "dateissued",
    "createddate",
    "created",
];
const END: &[&str] = &[
    "duedate",
    "invoiceduedate",
    "paymentdue",
    "expirydate",
    "quoteexpirydate",
    "validuntil",
    "expires",
];
const JOB: &[&str] = &[
    "jobdescription",
    "jobname",
    "title",
    "jobtitle",
    "job",
    "reference",
    "subject",
];
const STATUS: &[&str] = &["status", "invoicestatus", "quotestatus"];
const TEXT: &[&str] = &[
    "description",
    "itemdescription",
    "linedescription",
    "lineitemdescription",
    "item",
];
const QUANTITY: &[&str] = &["quantity", "qty"];
const EACH: &[&str] = &["unitprice", "unitamount", "price", "sellprice", "rate"];
const LINE_TOTAL: &[&str] = &[
    "linetotal",
    "lineamount",
    "linetotalexcltax",
    "linesubtotal",
];
const RATE: &[&str] = &[
    "taxrate",
    "vatrate",
    "taxpercent",
    "taxtype",
    "salestaxrate",
];
const NET: &[&str] = &[
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
];
const TAX: &[&str] = &[
    "taxtotal",
    "totaltax",
    "tax",
    "vat",
    "vattotal",
    "totalvat",
    "salestax",
    "vatamount",
    "taxamount",
];
const TOTAL: &[&str] = &[
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
/// Whether the prices of the lines are with VAT.
const WITH_TAX: &[&str] = &[
    "includestax",
    "taxinclusive",
    "amountsincludetax",
    "pricesincludetax",
    "pricesincludevat",
    "includesvat",
    "vatinclusive",
];
const PAID: &[&str] = &[
    "amountpaid",
    "paid",
    "paidamount",
    "totalpaid",
    "paymentsreceived",
];
const OWED: &[&str] = &[
    "amountdue",
    "balance",
    "balancedue",
    "outstanding",
    "amountoutstanding",
];
const PAID_ON: &[&str] = &["paiddate", "datepaid", "paymentdate", "fullypaidon"];

/// Whether a table is one of documents.
pub(super) fn is(table: &Headings) -> bool {
    let numbered = table.has(INVOICE) || table.has(QUOTE) || table.has(EITHER);
    numbered && table.has(CUSTOMER) && (table.has(DATE) || table.has(TOTAL) || table.has(NET))
}

/// The documents of a table. Rows of one number that follow each other are lines of one.
pub(super) struct Papers<'a> {
    table: &'a Headings,
    kind: Kind,
    number: Vec<&'static str>,
    /// The rows of the document that is being read: one more than a document has lines, where there are more.
    rows: Vec<StringRecord>,
}

impl<'a> Papers<'a> {
    /// Those of a file of this name.
    pub(super) fn of(table: &'a Headings, file: &str) -> Self {
        let is_quotes = table.has(QUOTE) && !table.has(INVOICE);
        let is_called_so =
            !table.has(INVOICE) && ["quote", "estimate"].iter().any(|it| file.contains(it));
        let (kind, number) = if is_quotes || is_called_so {
            (Kind::Quote, [QUOTE, EITHER].concat())
        } else {
            (Kind::Invoice, [INVOICE, EITHER].concat())
        };
        Self {
            table,
            kind,
            number,
            rows: Vec::new(),
        }
    }

    /// Takes the next row: the document before it, where it is one of another.
    pub(super) fn add(&mut self, row: StringRecord) -> Option<FoundDocument> {
        let number_of = |row| self.table.cell(row, &self.number);
        // A row without a number goes on with the one before.
        let next = number_of(&row);
        let is_same = next.is_empty() || self.rows.first().is_some_and(|it| number_of(it) == next);
        let before = if is_same { None } else { self.end() };
        if self.rows.len() <= MOST_LINES {
            self.rows.push(row);
        }
        before
    }

    /// The last document.
    pub(super) fn end(&mut self) -> Option<FoundDocument> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return None;
        }
        let table = self.table;
        Some(Sheet { table, rows }.document(self.kind, &self.number))
    }
}

/// The rows of one document.
struct Sheet<'a> {
    table: &'a Headings,
    rows: Vec<StringRecord>,
}

impl Sheet<'_> {
    /// What a column of the document says in the first of its rows that says it.
    fn of(&self, names: &[&str]) -> &str {
        let cells = self.rows.iter().map(|row| self.table.cell(row, names));
        cells
            .into_iter()
            .find(|cell| !cell.is_empty())
            .unwrap_or_default()
    }

    /// An amount of the document: each row repeats it, or has its part of it. Of the two, that which
    /// is nearer to what the lines come to.
    fn amount(&self, names: &[&str], near: Option<Pence>) -> Option<Pence> {
        let cells = self
            .rows
            .iter()
            .filter_map(|row| pence(self.table.cell(row, names)));
        let all: Vec<Pence> = cells.collect();
        let (first, sum) = (*all.first()?, all.iter().copied().sum::<Pence>());
        let repeats = all.iter().all(|it| *it == first);
        let far = |it: Pence| near.map_or(0, |near| (near - it).0.unsigned_abs());
        Some(if repeats && far(first) <= far(sum) {
            first
        } else {
            sum
        })
    }

    fn document(&self, kind: Kind, number: &[&str]) -> FoundDocument {
        let number = one_line(self.of(number));
        let lines = self.lines();
        let near = lines.iter().map(goods).sum();
        let has_lines = !lines.is_empty();
        let near = has_lines.then_some(near);
        let (net, tax) = (self.amount(NET, near), self.amount(TAX, None));
        let total = self
            .amount(TOTAL, near)
            .or_else(|| Some(net? + tax.unwrap_or_default()));
        let net = net.or_else(|| Some(total? - tax.unwrap_or_default()));
        let job = self.of(JOB).trim().replace("\r\n", "\n");
        let items = if has_lines {
            lines
        } else {
            net.map(|net| whole(self.of(TEXT), &job, net, tax))
                .into_iter()
                .collect()
        };
        let status = self.of(STATUS).to_lowercase();
        let standing = standing(kind, &status);
        let customer = one_line(self.of(CUSTOMER));
        let mut found = FoundDocument {
            number: number.clone(),
            customer: customer.clone(),
            customer_name: customer,
            issue_date: day(self.of(DATE)),
            end: day(self.of(END)),
            job_description: job,
            document: Document {
                items,
                vat_treatment: Treatment::OutsideScope,
                // Of sums alone the line is worked out without it.
                prices_include_vat: has_lines && is_yes(self.of(WITH_TAX)),
                ..Document::default()
            },
            total,
            standing,
            ..FoundDocument::new(kind, format!("{}:{number}", kind.word()))
        };
        if kind == Kind::Invoice && standing == Standing::Issued {
            self.pay(&mut found, &status);
        }
        found
    }

    /// What was paid of an invoice: it says so, says what is owed, or is called paid.
    fn pay(&self, found: &mut FoundDocument, status: &str) {
        let total = found.total.unwrap_or_default();
        let owed = self.amount(OWED, Some(total)).map(|owed| total - owed);
        let called = (status == "paid" || status.contains("fully paid")).then_some(total);
        let paid = called.or_else(|| self.amount(PAID, Some(total))).or(owed);
        let date = day(self.of(PAID_ON)).or(found.issue_date);
        if let (Some(amount), Some(date)) = (paid.filter(|it| *it > Pence::ZERO), date) {
            found.payments.push(Received {
                amount,
                method: Method::BankTransfer,
                date,
                notes: String::new(),
            });
        }
    }

    /// The lines of a document that has a row for each.
    fn lines(&self) -> Vec<Line> {
        if !self.table.has(QUANTITY) && !self.table.has(EACH) {
            return Vec::new();
        }
        let lines = self.rows.iter().filter_map(|row| {
            let of = |names: &[&str]| self.table.cell(row, names);
            let each = pounds(of(EACH));
            let total = pounds(of(LINE_TOTAL));
            let quantity = pounds(of(QUANTITY)).unwrap_or(Decimal::ONE);
            // What a line comes to says enough. Without it, a figure that is not understood is refused, and is not one.
            let unread = |names: &[&str]| {
                let said = cells::number(of(names));
                let is_unread = total.is_none() && matches!(said, Number::NotANumber(_));
                is_unread.then_some(said)
            };
            let (unread_price, unread_quantity) = (unread(EACH), unread(QUANTITY));
            let price = each
                .or(total)
                .or_else(|| unread_price.as_ref().map(|_| Decimal::ZERO))?;
            let total = total.or_else(|| {
                let percent = pounds(of(&["discount", "discountpercent", "discountrate"]));
                let left = Decimal::ONE_HUNDRED - percent.unwrap_or_default();
                Some(quantity * price * left / Decimal::ONE_HUNDRED)
            })?;
            let (name, more) = name_and_more(&of(TEXT).replace("\r\n", "\n"));
            let of_line = line(name, more, (quantity, price), round2(total));
            Some(Line {
                vat: vat(of(RATE)),
                quantity: unread_quantity.unwrap_or_else(|| of_line.quantity.clone()),
                price: unread_price.unwrap_or_else(|| of_line.price.clone()),
                ..of_line
            })
        });
        lines.collect()
    }
}

/// What the goods of a line come to.
fn goods(line: &Line) -> Pence {
    plumbline_core::money::round2_product(line.quantity.value(), line.price.value())
}

/// A document of which only the sums are known: one line. Its rate is what VAT is of the net, which is
/// none of the rates of the day where there were several.
fn whole(text: &str, job: &str, net: Pence, tax: Option<Pence>) -> Line {
    let (first, more) = name_and_more(if text.is_empty() { job } else { text });
    let name = if first.is_empty() {
        "As invoiced".to_owned()
    } else {
        first
    };
    let rate = tax
        .filter(|tax| !tax.is_zero() && !net.is_zero())
        .map(|tax| {
            let rate = tax.to_decimal() * Decimal::ONE_HUNDRED / net.to_decimal();
            let known = [20, 5].map(Decimal::from).into_iter();
            let mut fits = known.filter(|known| net.percent(*known) == tax);
            fits.next().unwrap_or(rate)
        });
    Line {
        name: name.chars().take(300).collect(),
        description: more,
        quantity: Number::from(1),
        price: Number::from(net),
        vat: rate.map(|rate| Vat {
            rate: to_decimals(rate, 2),
            ..vat_at(rate)
        }),
        ..Line::default()
    }
}

fn standing(kind: Kind, status: &str) -> Standing {
    let says = |words: &[&str]| words.iter().any(|word| status.contains(word));
    match kind {
        _ if says(&["draft", "in progress"]) => Standing::Draft,
        Kind::Quote if says(&["accept", "won", "invoiced", "converted"]) => Standing::Accepted,
        Kind::Quote if says(&["declin", "reject", "lost"]) => Standing::Declined,
        Kind::Invoice if says(&["void", "delet", "cancel"]) => Standing::Void,
        _ => Standing::Issued,
    }
}

/// A rate of VAT by its name: `20% (VAT on Income)`, `Zero Rated Income`, `No VAT`. None where it says
/// nothing that is known.
fn vat(cell: &str) -> Option<Vat> {
    let words = cell.to_lowercase();
    let without = |treatment| {
        Some(Vat {
            treatment,
            rate: Number::Empty,
        })
    };
    if words.contains("reverse") {
        let rate = percent_in(cell).unwrap_or_else(|| Decimal::from(20));
        return Some(Vat {
            treatment: Treatment::ReverseCharge,
            ..vat_at(rate)
        });
    }
    if words.contains("exempt") {
        return without(Treatment::Exempt);
    }
    if words.contains("zero") {
        return Some(vat_at(Decimal::ZERO));
    }
    if words.contains("no vat") || words.contains("no tax") || words == "none" {
        return without(Treatment::OutsideScope);
    }
    percent_in(cell).map(vat_at)
}

/// The rate in its name: `20`, `20%`, `20% (VAT on Income)`, `VAT 20%`, `0.2`.
pub(super) fn percent_in(cell: &str) -> Option<Decimal> {
    let digits = |c: char| c.is_ascii_digit() || c == '.';
    let start = cell.find(|c: char| c.is_ascii_digit())?;
    let number: String = cell[start..].chars().take_while(|c| digits(*c)).collect();
    let rate: Decimal = number.trim_end_matches('.').parse().ok()?;
    let is_share = rate > Decimal::ZERO && rate < Decimal::ONE && !cell.contains('%');
    let rate = if is_share {
        rate * Decimal::ONE_HUNDRED
    } else {
        rate
    };
    (rate <= Decimal::ONE_HUNDRED).then_some(rate)
}

fn pence(cell: &str) -> Option<Pence> {
    pounds(cell).map(round2)
}

/// A figure with as many decimals as it has: `1,234.5`, `£12.3456`, `-3`.
pub(super) fn pounds(cell: &str) -> Option<Decimal> {
    match cells::number(cell) {
        Number::Value(figure) => plausible(figure),
        _ => None,
    }
}
