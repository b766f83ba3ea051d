//! The quotes and invoices of a backup. Invoice Ninja rounds VAT per line or per document, depending on its
//! version; it stores its totals too, and every difference is listed.

use std::collections::HashMap;

use plumbline_core::document::{DiscountType, Document, Line, PaymentMethod, Treatment, Vat};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::number::Number;
use plumbline_core::money::{Pence, round2};
use rust_decimal::Decimal;

use super::backup::{Item, Paper, Payment, ScalarText};
use super::reader::Backup;
use super::{NumberReader, foreign_currency_name, record_key};
use crate::data_import::parsed::{ParsedDocument, build_line, split_name, to_decimals, vat_at};
use plumbline_platform::http::field_checks::REFERENCE_MAX;
use plumbline_platform::table_import::to_one_line;
use plumbline_records::documents::importing::{ImportedStatus, PaymentToImport};

/// The most characters of the notes on a payment.
const NOTE_MAX: usize = 500;

/// A quote or an invoice of the backup, with the ids that connect it with others.
#[derive(Debug)]
pub(super) struct BackupDocument {
    /// The document.
    pub document: ParsedDocument,
    /// The id by which payments and quotes name it.
    id: String,
    /// The id of the invoice to which a quote was converted.
    invoice_id: String,
}

/// Reads a document of the backup.
pub(super) fn read_document(kind: DocumentKind, printed: &Paper) -> BackupDocument {
    let id = record_key(&printed.hashed_id, &printed.id);
    BackupDocument {
        document: to_parsed(kind, id, printed),
        id: id.to_owned(),
        invoice_id: printed.invoice_id.0.clone(),
    }
}

/// Returns the quotes and then the invoices, because an invoice may be made from a quote; each sorted by date.
pub(super) fn collect_documents(backup: &mut Backup) -> Vec<ParsedDocument> {
    let mut refused = HashMap::new();
    let mut payments = payments_by_invoice(&backup.payments, &mut refused);
    let own = &backup.company.settings.currency_id.0;
    let currencies: HashMap<&str, &str> = backup
        .clients
        .iter()
        .map(|it| (record_key(&it.hashed_id, &it.id), it.settings.currency_id.0.as_str()))
        .collect();
    let mut made_from = HashMap::new();
    let mut all = Vec::new();
    for backup_documents in [&mut backup.quotes, &mut backup.invoices] {
        let documents = std::mem::take(backup_documents).into_iter();
        let mut found: Vec<_> = documents
            .map(|BackupDocument { document: mut one, id, invoice_id }| {
                if one.kind == DocumentKind::Quote && !invoice_id.is_empty() {
                    made_from.insert(invoice_id, one.key.clone());
                }
                if one.kind == DocumentKind::Invoice {
                    // Removed from the map, so that no other invoice gets them too.
                    one.payments = payments.remove(id.as_str()).unwrap_or_default();
                    let of_payment = refused.remove(id.as_str());
                    one.refused = one.refused.take().or(of_payment);
                    one.quote = made_from.remove(&id);
                }
                let theirs = currencies.get(one.customer.as_str());
                let theirs = theirs.filter(|it| !it.is_empty()).copied();
                one.currency = foreign_currency_name(theirs.unwrap_or(own));
                one
            })
            .collect();
        found.sort_by_key(|document| document.issue_date);
        all.extend(found);
    }
    all
}

/// The payments of each invoice, by the invoice's id. If a payment's amount or date can't be read, `refused` gets the
/// reason for its invoice.
fn payments_by_invoice<'a>(
    all: &'a [Payment],
    refused: &mut HashMap<&'a str, String>,
) -> HashMap<&'a str, Vec<PaymentToImport>> {
    let mut found: HashMap<&'a str, Vec<PaymentToImport>> = HashMap::new();
    for payment in all {
        let mut of_payment = NumberReader::default();
        let Some(date) = of_payment.day(&payment.date, "date of a payment") else {
            for part in &payment.paymentables.0 {
                if let Some(why) = of_payment.unread.clone() {
                    refused.entry(&part.paymentable_id.0).or_insert(why);
                }
            }
            continue;
        };
        let (method, text) = payment_method(&payment.type_id.0);
        let notes = [text, payment.transaction_reference.0.trim()];
        let notes: Vec<_> = notes.into_iter().filter(|it| !it.is_empty()).collect();
        let notes: String = notes.join(": ").chars().take(NOTE_MAX).collect();
        for part in &payment.paymentables.0 {
            let is_of_invoice = part.paymentable_type.0.to_lowercase().contains("invoice");
            let mut number_reader = NumberReader::default();
            let of_day = |what: &str| format!("{what} of the payment of {date}");
            let amount = number_reader.read_number(&part.amount, &of_day("amount"));
            let refunded = number_reader.read_number(&part.refunded, &of_day("refund"));
            let amount = round2(amount - refunded);
            if let (true, Some(why)) = (is_of_invoice, number_reader.unread) {
                refused.entry(&part.paymentable_id.0).or_insert(why);
            } else if is_of_invoice && amount > Pence::ZERO {
                let to = found.entry(&part.paymentable_id.0).or_default();
                to.push(PaymentToImport { amount, method, date, notes: notes.clone() });
            }
        }
    }
    found
}

/// The payment method for a number of Invoice Ninja, and a note for a method that we don't have.
fn payment_method(id: &str) -> (PaymentMethod, &'static str) {
    match id {
        "2" => (PaymentMethod::Cash, ""),
        "3" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "16" | "17" | "18" | "19" | "20" | "21"
        | "22" => (PaymentMethod::Stripe, ""),
        "13" => (PaymentMethod::Paypal, ""),
        "15" => (PaymentMethod::Cheque, ""),
        _ => (PaymentMethod::BankTransfer, ""),
    }
}

fn to_parsed(kind: DocumentKind, id: &str, printed: &Paper) -> ParsedDocument {
    let imported_status = match (kind, printed.status_id.0.as_str()) {
        (_, "1") => ImportedStatus::Draft,
        (DocumentKind::Quote, "3" | "4") => ImportedStatus::Accepted,
        (DocumentKind::Quote, "5") => ImportedStatus::Declined,
        (DocumentKind::Invoice, "5" | "6") => ImportedStatus::Void,
        _ => ImportedStatus::Issued,
    };
    let mut read = NumberReader::default();
    let document = to_document(printed, &mut read);
    let (issue_date, end) = (read.day(&printed.date, "date"), read.day(&printed.due_date, "due date"));
    let total = round2(read.read_number(&printed.amount, "amount"));
    let paid = total - round2(read.read_number(&printed.balance, "balance"));
    let order = to_one_line(&printed.po_number.0);
    let text = printed.public_notes.0.trim().replace("\r\n", "\n");
    // An order number that is too long for its field becomes part of the notes.
    let (order, long) = match order.chars().count() > REFERENCE_MAX {
        true => (String::new(), Some(format!("Order number: {order}"))),
        false => (order, None),
    };
    let notes: Vec<_> = [Some(text), long].into_iter().flatten().collect();
    let terms = printed.terms.0.trim().replace("\r\n", "\n");
    ParsedDocument {
        number: to_one_line(&printed.number.0),
        customer: printed.client_id.0.clone(),
        issue_date,
        end,
        order_number: order,
        notes: notes.join("\n\n").trim().to_owned(),
        terms: (!terms.is_empty()).then_some(terms),
        document,
        total: Some(total),
        refused: read.unread,
        remarks: read.rounded,
        standing: imported_status,
        archived: !printed.deleted_at.0.is_empty(),
        paid: (kind == DocumentKind::Invoice && imported_status == ImportedStatus::Issued).then_some(paid),
        ..ParsedDocument::new(kind, format!("{}:{id}", kind.code()))
    }
}

/// The rates of the taxes with a name, added up; `None` if no tax has a name.
fn total_tax_rate(
    taxes: [(&ScalarText, &ScalarText); 3],
    number_reader: &mut NumberReader,
) -> Option<Decimal> {
    let named = taxes.into_iter().filter(|(name, _)| name.0.trim().len() > 1);
    named.map(|(_, rate)| number_reader.read_number(rate, "tax rate")).reduce(|a, b| a + b)
}

fn to_document(printed: &Paper, number_reader: &mut NumberReader) -> Document {
    let taxes = [
        (&printed.tax_name1, &printed.tax_rate1),
        (&printed.tax_name2, &printed.tax_rate2),
        (&printed.tax_name3, &printed.tax_rate3),
    ];
    let whole = total_tax_rate(taxes, number_reader);
    let mut items: Vec<Line> =
        printed.line_items.0.iter().map(|item| to_line(item, whole, number_reader)).collect();
    let surcharges = [
        &printed.custom_surcharge1,
        &printed.custom_surcharge2,
        &printed.custom_surcharge3,
        &printed.custom_surcharge4,
    ];
    for surcharge in surcharges {
        let amount = round2(number_reader.read_number(surcharge, "surcharge"));
        if !amount.is_zero() {
            items.push(Line {
                name: "Surcharge".to_owned(),
                quantity: Number::from(1),
                price: Number::from(amount),
                vat: Some(Vat { treatment: Treatment::OutsideScope, rate: Number::Empty }),
                ..Line::default()
            });
        }
    }
    let discount = number_reader.read_number(&printed.discount, "discount");
    Document {
        items,
        include_discount: discount > Decimal::ZERO,
        discount: to_decimals(discount, 2, "discount", &mut number_reader.rounded),
        discount_type: if printed.is_amount_discount.is_on() {
            DiscountType::Other
        } else {
            DiscountType::Percentage
        },
        vat_treatment: if whole.is_some() { Treatment::Taxable } else { Treatment::OutsideScope },
        tax: whole
            .map(|rate| to_decimals(rate, 2, "VAT rate", &mut number_reader.rounded))
            .unwrap_or_default(),
        prices_include_vat: printed.uses_inclusive_taxes.is_on(),
        ..Document::default()
    }
}

fn to_line(item: &Item, whole: Option<Decimal>, number_reader: &mut NumberReader) -> Line {
    let taxes = [
        (&item.tax_name1, &item.tax_rate1),
        (&item.tax_name2, &item.tax_rate2),
        (&item.tax_name3, &item.tax_rate3),
    ];
    let own = total_tax_rate(taxes, number_reader);
    let quantity = number_reader.read_number(&item.quantity, "quantity of a line");
    let cost = number_reader.read_number(&item.cost, "price of a line");
    let total = match item.line_total.0.as_str() {
        "" => quantity * cost,
        _ => number_reader.read_number(&item.line_total, "total of a line"),
    };
    let (first, more) = split_name(&item.notes.0.replace("\r\n", "\n"));
    let (name, description) = match to_one_line(&item.product_key.0) {
        key if key.is_empty() => (first, more),
        key => (key, item.notes.0.trim().replace("\r\n", "\n")),
    };
    let vat = own.map(|own| vat_at(own + whole.unwrap_or_default()));
    let line = build_line(name, description, (quantity, cost), round2(total), &mut number_reader.rounded);
    Line { vat, ..line }
}
