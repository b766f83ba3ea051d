//! Tradify's quotes and invoices: one row per document with its totals, or one row per line with the document's own
//! columns repeated ([`super::grouping`]).

use csv::StringRecord;
use plumbline_core::document::{Document, Line, PaymentMethod, Treatment, Vat};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::number::Number;
use plumbline_core::money::text::format_gbp;
use plumbline_core::money::{Pence, round2};
use plumbline_core::time::date_parser::{self, DateOrder, DetectedOrder};
use plumbline_core::time::{Date, DateError};
use rust_decimal::Decimal;

use super::columns::{
    BALANCE, CURRENCY, CUSTOMER, DATE, DISCOUNT, EITHER, END, INVOICE, ITEM, JOB, LINE_TAX, LINE_TOTAL, NET,
    PAID, PAID_ON, QUANTITY, QUOTE, RATE, STATUS, TAX, TEXT, TOTAL, TYPE, UNIT_PRICE, WITH_TAX, is_inclusive,
};
use crate::data_import::TABLE_ROWS_MAX;
use crate::data_import::parsed::{ParsedDocument, build_line, plausible, split_name, to_decimals, vat_at};
use plumbline_platform::table_import::table::Headings;
use plumbline_platform::table_import::{TableRow, cells, currency, to_one_line};
use plumbline_records::documents::importing::{ImportedStatus, PaymentToImport};

/// The fewest digits of a date written in digits: `1/1/2026`.
const FEWEST_DIGITS: usize = 6;

/// Whether a table lists documents.
pub(super) fn is_document_table(table: &Headings) -> bool {
    let numbered = table.has_column(INVOICE) || table.has_column(QUOTE) || table.has_column(EITHER);
    numbered
        && table.has_column(CUSTOMER)
        && (table.has_column(DATE) || table.has_column(TOTAL) || table.has_column(NET))
}

/// Whether a table of documents has a row for each line.
pub(super) fn has_line_rows(table: &Headings) -> bool {
    table.has_column(QUANTITY) || table.has_column(UNIT_PRICE)
}

/// The types of documents that are neither quotes nor invoices of the business, as tables name them. Credit notes are
/// recognised separately.
const OTHER_KINDS: [&str; 12] = [
    "bill",
    "purchase",
    "purchase invoice",
    "supplier invoice",
    "expense",
    "payment",
    "payment received",
    "receipt",
    "customer receipt",
    "sales receipt",
    "refund",
    "journal",
];

/// The columns with dates.
const DATES: [&[&str]; 3] = [DATE, END, PAID_ON];

/// Decides from all dates of a table whether the day or the month comes first, and whether that is a guess.
pub(super) fn detect_date_order(table: &Headings, rows: impl Iterator<Item = TableRow>) -> DetectedOrder {
    let rows: Vec<[String; 3]> = rows
        .take(TABLE_ROWS_MAX)
        .map(|row| DATES.map(|names| table.cell(&row.cells, names).to_owned()))
        .collect();
    let column = |at: usize| rows.iter().map(move |row| row[at].as_str());
    let by = |columns: usize| date_parser::decide_all((0..columns).map(|at| (column(at), None)));
    // Documents are paid in any order, so the dates of payments are only used if the other dates don't decide it.
    let decided = Some(by(2)).filter(|it| !it.is_guess).unwrap_or_else(|| by(3));
    // No document is due before it is issued, so an order that has such documents is wrong.
    let count_due_before_issue = |order| {
        let read = |cell: &str| date_parser::parse_date(cell, order).ok();
        let is_due_before_issue = |[date, end, _]: &&[String; 3]| {
            let both = read(date).zip(read(end));
            both.is_some_and(|(date, end)| end < date)
        };
        rows.iter().filter(is_due_before_issue).count()
    };
    let by_due_dates = match [DateOrder::DayFirst, DateOrder::MonthFirst].map(count_due_before_issue) {
        [0, 0] => None,
        [0, _] => Some(DateOrder::DayFirst),
        [_, 0] => Some(DateOrder::MonthFirst),
        _ => None,
    };
    match by_due_dates {
        Some(order) if decided.is_guess => DetectedOrder { order, is_guess: false },
        _ => decided,
    }
}

/// The rows of one document.
pub(super) struct DocumentRows<'a> {
    /// The table's headings.
    pub table: &'a Headings,
    /// Whether the day or the month comes first in its dates.
    pub dates: DetectedOrder,
    /// The rows.
    pub rows: Vec<StringRecord>,
}

impl DocumentRows<'_> {
    /// The first value of a column among the document's rows that is not empty.
    fn first_value(&self, names: &[&str]) -> &str {
        let cells = self.rows.iter().map(|row| self.table.cell(row, names));
        cells.into_iter().find(|cell| !cell.is_empty()).unwrap_or_default()
    }

    /// A date of the document.
    fn date(&self, names: &[&str]) -> Option<Date> {
        date_parser::parse_date(self.first_value(names), self.dates.order).ok()
    }

    /// The first date of the document that can be read as two different days, such as 3/4/2026, if nothing in the table
    /// shows which of them is meant.
    fn either_date(&self) -> Option<String> {
        let is_ambiguous = |cell: &&str| {
            let [day_first, month_first] =
                [DateOrder::DayFirst, DateOrder::MonthFirst].map(|it| date_parser::parse_date(cell, it));
            day_first.is_ok() && month_first.is_ok() && day_first != month_first
        };
        let mut cells = DATES.into_iter().map(|names| self.first_value(names));
        let found = cells.find(is_ambiguous).filter(|_| self.dates.is_guess);
        found.map(str::to_owned)
    }

    /// An amount of the document. Either each of its rows repeats the amount, or each has a part of it. If all rows
    /// have the same value, this returns the value or the sum of the rows, whichever is nearer to `near`.
    fn amount(&self, names: &[&str], near: Option<Pence>) -> Option<Pence> {
        let cells = self.rows.iter().filter_map(|row| parse_pence(self.table.cell(row, names)));
        let all: Vec<Pence> = cells.collect();
        let (first, sum) = (*all.first()?, all.iter().copied().sum::<Pence>());
        let repeats = all.iter().all(|it| *it == first);
        let distance = |it: Pence| near.map_or(0, |near| (near - it).0.unsigned_abs());
        Some(if repeats && distance(first) <= distance(sum) { first } else { sum })
    }

    /// The paid or outstanding amount of the document, which is a part of its total. If the rows repeat the total, they
    /// repeat this amount too; otherwise it is read like any other amount.
    fn part_of_total(&self, total: Pence, names: &[&str]) -> Option<Pence> {
        let all = |names: &[&str]| -> Vec<Pence> {
            let cells = self.rows.iter().map(|row| self.table.cell(row, names));
            cells.filter_map(parse_pence).collect()
        };
        let (totals, parts) = (all(TOTAL), all(names));
        let is_repeated = |all: &[Pence]| all.iter().all(|it| Some(it) == all.first());
        if totals.first() == Some(&total) && is_repeated(&totals) && is_repeated(&parts) {
            return parts.first().copied();
        }
        self.amount(names, Some(total))
    }

    /// Converts these rows to a document. `number` names the columns with its number.
    pub fn to_parsed(&self, kind: DocumentKind, number: &[&str]) -> ParsedDocument {
        let number = to_one_line(self.first_value(number));
        let (lines, remarks) = self.read_lines();
        let near = lines.iter().map(goods_total).sum();
        let has_lines = !lines.is_empty();
        let near = has_lines.then_some(near);
        let (net, tax) = (self.amount(NET, near), self.amount(TAX, None));
        let total = self.amount(TOTAL, near);
        // In Zoho's files prices may include VAT, although the totals of the lines don't.
        let is_net = near.is_some() && net == near && total > near;
        let total = total.or_else(|| Some(net? + tax.unwrap_or_default()));
        let total = total.or_else(|| self.line_totals());
        let net = net.or_else(|| Some(total? - tax.unwrap_or_default()));
        let job = self.first_value(JOB).trim().replace("\r\n", "\n");
        let items = if has_lines {
            lines
        } else {
            net.map(|net| summary_line(self.first_value(TEXT), &job, net, tax)).into_iter().collect()
        };
        let status = self.first_value(STATUS).to_lowercase();
        let imported_status = parse_status(kind, &status);
        let customer = to_one_line(self.first_value(CUSTOMER));
        let mut found = ParsedDocument {
            number: number.clone(),
            customer: customer.clone(),
            customer_name: customer,
            issue_date: self.date(DATE),
            end: self.date(END),
            job_description: job,
            document: Document {
                items,
                vat_treatment: Treatment::OutsideScope,
                // The price of a line that is made from the totals doesn't include VAT.
                prices_include_vat: has_lines && !is_net && is_inclusive(self.first_value(WITH_TAX)),
                ..Document::default()
            },
            total,
            standing: imported_status,
            currency: self.currency(),
            either_date: self.either_date(),
            refused: self
                .find_kind_error()
                .or_else(|| self.find_number_error())
                .or_else(|| self.find_date_error(kind)),
            remarks,
            ..ParsedDocument::new(kind, format!("{}:{number}", kind.code()))
        };
        if kind == DocumentKind::Invoice && imported_status == ImportedStatus::Issued {
            self.read_payment(&mut found, &status);
        }
        found
    }

    /// The sum of the lines including VAT, if the table has both a total and a subtotal for each line.
    fn line_totals(&self) -> Option<Pence> {
        let with_tax = &["linetotal"][..];
        if !(self.table.has_column(&["linesubtotal"]) && self.table.has_column(with_tax)) {
            return None;
        }
        let cells = self.rows.iter().map(|row| self.table.cell(row, with_tax));
        cells.map(parse_pence).sum()
    }

    /// Reads what was paid for an invoice: all of it if the status says so, otherwise the amount paid, otherwise the
    /// total less the balance.
    fn read_payment(&self, found: &mut ParsedDocument, status: &str) {
        let total = found.total.unwrap_or_default();
        let by_balance = self.part_of_total(total, BALANCE).map(|owed| total - owed);
        let by_status = (status == "paid" || status.contains("fully paid")).then_some(total);
        let by_amount = self.part_of_total(total, PAID);
        let paid = by_status.or(by_amount).or(by_balance);
        // First, because the report names only a few.
        let remark = self.remark_on_paid(by_amount, paid.unwrap_or_default(), total);
        found.remarks.splice(..0, remark);
        let date = self.date(PAID_ON).or(found.issue_date);
        if let (Some(amount), Some(date)) = (paid.filter(|it| *it > Pence::ZERO), date) {
            found.payments.push(PaymentToImport {
                amount,
                method: PaymentMethod::BankTransfer,
                date,
                notes: String::new(),
            });
        }
    }

    /// A remark for the report if the file gives another amount paid than is imported, or more than the total.
    fn remark_on_paid(&self, by_amount: Option<Pence>, paid: Pence, total: Pence) -> Option<String> {
        let cells = self.rows.iter().map(|row| self.table.cell(row, PAID).trim());
        let typed = cells.into_iter().find(|cell| cell.contains(char::is_numeric))?;
        let imported = paid.max(Pence::ZERO);
        let is_rounded = parse_pounds(typed).is_some_and(|amount| amount.normalize().scale() > 2);
        if by_amount != Some(imported) {
            Some(format!("amount paid {typed} is imported as {}", format_gbp(imported)))
        } else if is_rounded {
            Some(format!("amount paid rounded from {typed}"))
        } else {
            (paid > total).then(|| format!("amount paid {typed} is more than the total"))
        }
    }

    fn has_line_rows(&self) -> bool {
        has_line_rows(self.table)
    }

    /// The cell with a line's VAT rate. If the table has no column for the rate, the tax column may contain it: `20%`.
    fn vat_rate_cell<'r>(&self, row: &'r StringRecord) -> &'r str {
        if self.table.has_column(RATE) {
            return self.table.cell(row, RATE);
        }
        let tax = self.table.cell(row, TAX);
        if tax.contains('%') { tax } else { "" }
    }

    /// The currency of the document, if it is not pounds, so that its amounts are not silently read as pounds.
    fn currency(&self) -> Option<String> {
        let mut rows = self.rows.iter();
        let by_column = rows.find_map(|row| currency::find_foreign_currency(self.table.cell(row, CURRENCY)));
        by_column.or_else(|| {
            self.rows.iter().find_map(|row| {
                let read = self.amount_columns(row);
                read.into_iter().find_map(|(names, _)| self.table.currency(row, names))
            })
        })
    }

    /// The columns of numbers that are read in a row, each with its name for messages.
    fn amount_columns(&self, row: &StringRecord) -> Vec<(&'static [&'static str], &'static str)> {
        let is_of_lines = self.has_line_rows();
        let has_rate = is_of_lines && !self.vat_rate_cell(row).is_empty() && !self.table.has_column(RATE);
        let all = [
            (is_of_lines, QUANTITY, "quantity"),
            (is_of_lines, UNIT_PRICE, "price"),
            (is_of_lines, LINE_TOTAL, "total of a line"),
            (true, NET, "total without VAT"),
            (is_of_lines, LINE_TAX, "VAT of a line"),
            (!has_rate, TAX, "VAT"),
            (true, TOTAL, "total"),
            (true, PAID, "amount paid"),
            (true, BALANCE, "balance"),
        ];
        let read = all.into_iter().filter(|(is_read, ..)| *is_read);
        read.map(|(_, names, what)| (names, what)).collect()
    }

    /// The error if the table says that the document is neither a quote nor an invoice.
    fn find_kind_error(&self) -> Option<String> {
        let cell = self.first_value(TYPE).trim();
        let kind = cell.to_lowercase();
        if kind.contains("credit") {
            return Some("It is a credit note. Only quotes and invoices are imported.".to_owned());
        }
        let cell: String = cell.chars().take(40).collect();
        let text = || format!("It is of the type “{cell}”. Only quotes and invoices are imported.");
        OTHER_KINDS.contains(&&*kind).then(text)
    }

    /// The error about the first date that can't be read. If it were ignored, the document or its payment would get
    /// another date. Texts such as `On receipt`, and zeros, aren't dates and cause no error.
    fn find_date_error(&self, kind: DocumentKind) -> Option<String> {
        let end = match kind {
            DocumentKind::Quote => "expiry date",
            DocumentKind::Invoice | DocumentKind::CreditNote => "due date",
        };
        let dates = [(DATE, "date"), (END, end), (PAID_ON, "date it was paid")];
        let (cell, what) = dates.into_iter().find_map(|(names, what)| {
            let cell = self.first_value(names);
            let digits = || cell.bytes().filter(u8::is_ascii_digit);
            let is_wrong = match date_parser::parse_date(cell, self.dates.order) {
                Ok(_) => false,
                Err(DateError::Form) => digits().count() >= FEWEST_DIGITS,
                Err(_) => digits().any(|digit| digit != b'0'),
            };
            is_wrong.then_some((cell, what))
        })?;
        let cell: String = cell.chars().take(40).collect();
        Some(format!("We can’t read the {what}: “{cell}”."))
    }

    /// The error about the first number that can't be read. If it were ignored, the document would have another total.
    fn find_number_error(&self) -> Option<String> {
        let is_of_lines = self.has_line_rows();
        for row in &self.rows {
            let read_cell = |names: &[&str]| self.table.cell(row, names);
            let mut amounts = self.amount_columns(row).into_iter();
            let is_money_as_quantity =
                |names: &[&str]| names == QUANTITY && cells::is_money(read_cell(names));
            let amount =
                amounts.find(|(names, _)| is_unreadable(read_cell(names)) || is_money_as_quantity(names));
            let is_discount = is_of_lines && is_unreadable_percentage(read_cell(DISCOUNT));
            let rate = self.vat_rate_cell(row);
            let parsed_rate = parse_vat(rate).map(|vat| vat.rate);
            let is_rate = is_of_lines && matches!(parsed_rate, Some(Number::NotANumber(_)));
            let unread = match amount {
                Some((names, what)) => Some((read_cell(names), what)),
                None if is_discount => Some((read_cell(DISCOUNT), "discount")),
                None => is_rate.then_some((rate, "VAT rate")),
            };
            if let Some((cell, what)) = unread {
                let cell: String = cell.chars().take(40).collect();
                return Some(format!("We can’t read the {what}: “{cell}”."));
            }
        }
        None
    }

    /// The lines of a document that has a row for each of them, and a remark on each of their numbers that was rounded.
    fn read_lines(&self) -> (Vec<Line>, Vec<String>) {
        let mut rounded = Vec::new();
        if !self.has_line_rows() {
            return (Vec::new(), rounded);
        }
        let lines = self.rows.iter().filter_map(|row| {
            let read_cell = |names: &[&str]| self.table.cell(row, names);
            let total = parse_pounds(read_cell(LINE_TOTAL));
            let quantity = parse_pounds(read_cell(QUANTITY)).unwrap_or(Decimal::ONE);
            let price = parse_pounds(read_cell(UNIT_PRICE)).or(total)?;
            let total = total.unwrap_or_else(|| {
                let percent = cells::parse_number(read_cell(DISCOUNT)).value();
                let percent = plausible(percent).unwrap_or_default();
                let left = Decimal::ONE_HUNDRED - percent;
                quantity * price * left / Decimal::ONE_HUNDRED
            });
            let (item, text) = (read_cell(ITEM), read_cell(TEXT).replace("\r\n", "\n"));
            let (name, more) = if item.is_empty() || item == text {
                split_name(&text)
            } else {
                split_name(format!("{}\n{text}", to_one_line(item)).trim())
            };
            let vat = parse_vat(self.vat_rate_cell(row)).or_else(|| {
                let tax = parse_pence(read_cell(LINE_TAX))?;
                vat_from_amounts(round2(total), tax)
            });
            let line = build_line(name, more, (quantity, price), round2(total), &mut rounded);
            Some(Line { vat, ..line })
        });
        (lines.collect(), rounded)
    }
}

/// The amount of a line's goods.
fn goods_total(line: &Line) -> Pence {
    plumbline_core::money::round2_product(line.quantity.value(), line.price.value())
}

/// The single line of a document of which only the totals are known. Its VAT rate is calculated from the net amount and
/// the VAT; if the original lines had different rates, it isn't one of the usual rates.
fn summary_line(text: &str, job: &str, net: Pence, tax: Option<Pence>) -> Line {
    let (first, more) = split_name(if text.is_empty() { job } else { text });
    let name = if first.is_empty() { "As invoiced".to_owned() } else { first };
    Line {
        name: name.chars().take(300).collect(),
        description: more,
        quantity: Number::from(1),
        price: Number::from(net),
        vat: tax.and_then(|tax| vat_from_amounts(net, tax)),
        ..Line::default()
    }
}

/// The rate at which a net amount has this much VAT: one of the usual rates if the VAT at that rate is the same to the
/// penny. `None` if there is no VAT.
fn vat_from_amounts(net: Pence, tax: Pence) -> Option<Vat> {
    if tax.is_zero() || net.is_zero() {
        return None;
    }
    let known = [20, 5].map(Decimal::from).into_iter();
    let mut fits = known.filter(|known| net.percent(*known) == tax);
    let calculated = || tax.to_decimal() * Decimal::ONE_HUNDRED / net.to_decimal();
    let rate = fits.next().unwrap_or_else(calculated);
    // The rate is calculated, not typed, so its rounding isn't reported.
    Some(Vat { rate: to_decimals(rate, 2, "VAT rate", &mut Vec::new()), ..vat_at(rate) })
}

fn parse_status(kind: DocumentKind, status: &str) -> ImportedStatus {
    let says = |words: &[&str]| words.iter().any(|word| status.contains(word));
    match kind {
        _ if says(&["draft", "in progress"]) => ImportedStatus::Draft,
        DocumentKind::Quote if says(&["accept", "won", "invoiced", "converted"]) => ImportedStatus::Accepted,
        DocumentKind::Quote if says(&["declin", "reject", "lost"]) => ImportedStatus::Declined,
        DocumentKind::Invoice if says(&["void", "delet", "cancel"]) => ImportedStatus::Void,
        _ => ImportedStatus::Issued,
    }
}

/// The VAT rate with a name such as `20% (VAT on Income)`, `Zero Rated Income` or `No VAT`; `None` if the name is
/// unknown.
fn parse_vat(cell: &str) -> Option<Vat> {
    let text = cell.to_lowercase();
    let without = |treatment| Some(Vat { treatment, rate: Number::Empty });
    if text.contains("reverse") {
        let rate = cells::parse_vat_rate(cell).unwrap_or_else(|| Number::from(20));
        return Some(Vat { treatment: Treatment::ReverseCharge, rate });
    }
    if text.contains("exempt") {
        return without(Treatment::Exempt);
    }
    if text.contains("zero") {
        return Some(vat_at(Decimal::ZERO));
    }
    if text.contains("no vat") || text.contains("no tax") || text == "none" {
        return without(Treatment::OutsideScope);
    }
    cells::parse_vat_rate(cell).map(|rate| Vat { treatment: Treatment::Taxable, rate })
}

fn parse_pence(cell: &str) -> Option<Pence> {
    parse_pounds(cell).map(round2)
}

/// An amount with all its decimals: `1,234.5`, `£12.3456`, `-3`, and `3` for `$3`, whose currency is handled elsewhere.
/// `None` if the cell is empty or is not an amount, such as `20%`.
pub(super) fn parse_pounds(cell: &str) -> Option<Decimal> {
    let signed = currency::split_currency_sign(cell);
    match cells::parse_number(signed.as_ref().map_or(cell, |(amount, _)| amount)) {
        Number::Value(amount) if !cell.contains('%') => plausible(amount),
        _ => None,
    }
}

/// Whether a cell contains something that can't be read as an amount. `Yes` and `no`, which occur under headings such
/// as `Paid`, are no error.
fn is_unreadable(cell: &str) -> bool {
    let word = cell.trim().to_lowercase();
    let is_yes_or_no = matches!(word.as_str(), "yes" | "no" | "y" | "n" | "true" | "false");
    let is_blank = cells::parse_number(cell).is_empty() && !cell.contains('%');
    !is_yes_or_no && !is_blank && parse_pounds(cell).is_none()
}

/// Whether a cell contains something that can't be read as a percentage.
fn is_unreadable_percentage(cell: &str) -> bool {
    is_unreadable(cell.strip_suffix('%').unwrap_or(cell))
}
