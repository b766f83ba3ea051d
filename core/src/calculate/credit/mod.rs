//! A credit note: what is taken off an issued invoice, as a document of its own with positive amounts.
//!
//! What is left of an invoice is counted by VAT group, as it was issued, less every credit note against it, drafts
//! included ([`RemainingCredit`]). A credit note takes everything that is left, some lines, or an amount including VAT,
//! and never more of a group than is left of it. One that takes everything leaves exactly 0 of each group's taxable
//! amount and VAT, of the CIS deduction and of the total. So its totals are stored as they were calculated here and not
//! recalculated from its lines: what is left of a group's VAT may differ by a penny from its rate, because VAT was
//! rounded for each earlier credit note.

mod amount;
mod lines;
mod refusal;
mod remaining;

use rust_decimal::Decimal;

pub use self::lines::{RemainingLine, find_remaining_lines};
pub use self::remaining::RemainingCredit;
use self::remaining::RemainingGroup;
use super::cis::{self, MaterialsTotal};
use super::line::{self, LineTotals};
use super::sections;
use super::totals::Totals;
use super::{validate, vat};
use crate::document::{DiscountType, Document, Line, Treatment, Vat};
use crate::error::FieldError;
use crate::money::Pence;
use crate::money::number::Number;

/// What is to be credited of an invoice.
#[derive(Clone, Debug, PartialEq)]
pub enum CreditRequest {
    /// Everything that is left.
    All,
    /// Some of its lines, and of its own labour.
    Lines {
        /// The lines.
        lines: Vec<LineToCredit>,
        /// Hours or days of the document's own labour.
        labour: Option<Decimal>,
    },
    /// An amount of its total, including VAT and before the CIS deduction.
    Amount(Pence),
}

/// A line to credit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineToCredit {
    /// The line's id on the invoice.
    pub id: String,
    /// The quantity to credit; `None` for everything that is left of the line.
    pub quantity: Option<Decimal>,
}

impl LineToCredit {
    /// Reads a line as typed, at index `at` of the list. Without a quantity, everything that is left of the line is
    /// credited.
    ///
    /// # Errors
    /// The quantity is not a valid quantity of a line.
    pub fn parse(at: usize, id: String, quantity: Option<&Number>) -> Result<Self, FieldError> {
        let path = format!("lines[{at}].quantity");
        let quantity = validate::parse_quantity(&path, quantity.unwrap_or(&Number::Empty))?;
        Ok(Self { id, quantity })
    }
}

/// Reads how much of the document's own labour is to be credited; `None` if nothing was typed.
///
/// # Errors
/// The text is not a valid amount of labour.
pub fn parse_labour(labour: Option<&Number>) -> Result<Option<Decimal>, FieldError> {
    validate::parse_labour_time("labour", labour.unwrap_or(&Number::Empty))
}

/// The invoice as it was issued, and what was credited of it.
#[derive(Clone, Copy, Debug)]
pub struct InvoiceToCredit<'a> {
    /// The invoice's number, for the text of a line that isn't one of its own.
    pub number: &'a str,
    /// The invoice's document.
    pub document: &'a Document,
    /// The invoice's totals.
    pub totals: &'a Totals,
    /// The credit notes against it that are not void, drafts included.
    pub credits: &'a [(Document, Totals)],
}

/// A calculated credit note.
#[derive(Clone, Debug, PartialEq)]
pub struct Credit {
    /// The credit note's document.
    pub document: Document,
    /// The credit note's totals; those of [`super::totals::calculate`] may differ by a few pence.
    pub totals: Totals,
    /// Whether it comes to what was wanted: for some amounts there is no taxable amount in whole pence that gives them
    /// with its VAT.
    pub is_exact: bool,
}

/// Calculates a credit note.
///
/// # Errors
/// The field that requests something that can't be credited: more than is left, nothing, or a line that doesn't exist.
pub fn calculate_credit_note(
    invoice: InvoiceToCredit<'_>,
    wanted: &CreditRequest,
) -> Result<Credit, FieldError> {
    let left = RemainingCredit::from_totals(invoice.totals, invoice.credits.iter().map(|(_, totals)| totals));
    if left.is_zero() {
        let msg = "All of this invoice has been credited already.";
        return Err(FieldError::new(field_path(wanted), "nothing_left", msg));
    }
    let made = try_credit(invoice, &left, wanted);
    match wanted {
        CreditRequest::Lines { lines, labour } => {
            made.map_err(|error| refusal::name_lines_to_add(invoice, &left, (lines, *labour), error))
        }
        CreditRequest::All | CreditRequest::Amount(_) => made,
    }
}

/// Calculates a credit note of what is left, and checks that it leaves something that another one can take.
fn try_credit(
    invoice: InvoiceToCredit<'_>,
    left: &RemainingCredit,
    wanted: &CreditRequest,
) -> Result<Credit, FieldError> {
    let made = match wanted {
        CreditRequest::All => credit_all(invoice, left),
        CreditRequest::Lines { lines, labour } => lines::credit_lines(invoice, left, lines, *labour)?,
        CreditRequest::Amount(amount) => amount::credit_amount(invoice, left, *amount)?,
    };
    let totals = &made.totals;
    if !left.can_credit(totals) {
        return Err(refusal::exceeds_remaining_error(field_path(wanted), left, totals));
    }
    if totals.total_amount <= Pence::ZERO && *wanted != CreditRequest::All {
        let msg = "This wouldn’t credit anything.";
        return Err(FieldError::new(field_path(wanted), "nothing", msg));
    }
    Ok(made)
}

/// The field that contains the request.
fn field_path(wanted: &CreditRequest) -> &'static str {
    match wanted {
        CreditRequest::All => "of",
        CreditRequest::Lines { .. } => "lines",
        CreditRequest::Amount(_) => "amount",
    }
}

/// Why a line of a final invoice is credited with less than its price: nobody gave a discount.
const ON_EARLIER_INVOICES: &str = "Already on earlier invoices";

/// Credits everything that is left: with the invoice's own lines if they come to that, otherwise with one line for each
/// group. The lines of a final invoice also contain what the earlier invoices of its job asked for.
fn credit_all(invoice: InvoiceToCredit<'_>, left: &RemainingCredit) -> Credit {
    if invoice.credits.is_empty() && invoice.document.invoiced.is_empty() {
        return Credit {
            document: strip_invoice_fields(invoice.document),
            totals: Totals {
                items: counted_lines(invoice.totals),
                ..credit_totals(invoice.totals.clone(), (left.cis_base, left.cis_deduction))
            },
            is_exact: true,
        };
    }
    let name = format!("Rest of invoice {}", invoice.number);
    let groups: Vec<RemainingGroup> = left.groups.iter().filter(|it| !it.is_zero()).cloned().collect();
    credit_by_group(invoice, &name, groups, (left.cis_base, left.cis_deduction))
}

/// The invoice without what doesn't belong in a credit note: lines that don't count, its deposit and its payments.
fn strip_invoice_fields(invoice: &Document) -> Document {
    let chosen = invoice.counted_choice_id();
    let items = invoice.items.iter().filter(|line| line.is_counted(chosen));
    let plain = |line: &Line| Line { optional: false, selected: true, choice: None, ..line.clone() };
    // Every field is named, so that a new one doesn't compile until somebody decides whether a credit note has it.
    let Document {
        items: _, // above
        document_labour_unit_type,
        include_labour,
        labour_hours,
        labour_rate,
        labour_unit_type,
        include_discount,
        discount,
        discount_type,
        discount_reason,
        vat_treatment,
        tax,
        prices_include_vat,
        supply_date: _, // for VAT it is treated as its invoice was
        vat_answers: _, // likewise
        sections,
        price_display,
        agreement: _, // nothing is agreed by it
        photos,
        choices: _,         // what counts is chosen
        chosen_choice: _,   // likewise
        include_deposit: _, // nothing is put down for it
        deposit: _,
        deposit_type,
        deposit_reason: _,
        cis_rate,
        invoiced, // of the earlier invoices it credits nothing
        variation,
        variations,
        payments: _, // nobody pays it
    } = invoice.clone();
    Document {
        items: items.map(plain).collect(),
        document_labour_unit_type,
        include_labour,
        labour_hours,
        labour_rate,
        labour_unit_type,
        include_discount,
        discount,
        discount_type,
        discount_reason: match invoiced.is_empty() || include_discount {
            true => discount_reason,
            false => ON_EARLIER_INVOICES.to_owned(),
        },
        vat_treatment,
        tax,
        prices_include_vat,
        supply_date: None,
        vat_answers: None,
        sections,
        price_display,
        agreement: None,
        photos,
        choices: Vec::new(),
        chosen_choice: None,
        include_deposit: false,
        deposit: Number::Empty,
        deposit_type,
        deposit_reason: String::new(),
        cis_rate,
        invoiced: Vec::new(),
        variation,
        variations,
        payments: Vec::new(),
    }
}

fn counted_lines(totals: &Totals) -> Vec<LineTotals> {
    let items = totals.items.iter();
    items.filter(|line| line.counted).cloned().collect()
}

/// A credit note with one line for each group, at a price that includes VAT if the invoice's prices do.
fn credit_by_group(
    invoice: InvoiceToCredit<'_>,
    name: &str,
    groups: Vec<RemainingGroup>,
    cis: (Pence, Pence),
) -> Credit {
    let with_vat = invoice.document.prices_include_vat;
    let line = |(at, group): (usize, &RemainingGroup)| Line {
        id: format!("credit-{}", at + 1),
        name: name.to_owned(),
        quantity: Number::from(1),
        price: Number::from(if with_vat { group.gross() } else { group.taxable }),
        vat: Some(Vat { treatment: group.treatment, rate: group.rate.0.normalize().into() }),
        ..Line::default()
    };
    let document = Document {
        items: groups.iter().enumerate().map(line).collect(),
        // There is one line per VAT group, so sections don't apply.
        sections: Vec::new(),
        variations: Vec::new(),
        include_labour: false,
        labour_hours: Number::Empty,
        labour_rate: Number::Empty,
        include_discount: false,
        discount: Number::Empty,
        discount_reason: String::new(),
        ..strip_invoice_fields(invoice.document)
    };
    let amounts = CreditedAmounts {
        lines: document.items.iter().map(|it| line::calculate_line(it, None)).collect(),
        labour: Pence::ZERO,
    };
    build_credit_note(document, amounts, &groups, |_| cis)
}

/// The totals of a credit note's lines and of its own labour.
struct CreditedAmounts {
    /// The totals of the lines, in order.
    lines: Vec<LineTotals>,
    labour: Pence,
}

/// A credit note from a document and the taxable amount and VAT of each group; `cis` calculates the base and the
/// deduction from the totals without them.
fn build_credit_note(
    mut document: Document,
    amounts: CreditedAmounts,
    groups: &[RemainingGroup],
    cis: impl FnOnce(&Totals) -> (Pence, Pence),
) -> Credit {
    let CreditedAmounts { lines: items, labour: labour_total } = amounts;
    let mut vat_groups = vat::group_lines(&document, &items, labour_total);
    for group in &mut vat_groups {
        let given = groups.iter().find(|it| it.matches_group(group));
        group.taxable = given.map_or(Pence::ZERO, |it| it.taxable);
        group.vat = given.map_or(Pence::ZERO, |it| it.vat);
        group.discount = group.net - group.amount(document.prices_include_vat);
    }
    let subtotal_amount = items.iter().map(|it| it.total).sum::<Pence>() + labour_total;
    let discount_amount: Pence = vat_groups.iter().map(|it| it.discount).sum();
    if discount_amount > Pence::ZERO {
        document.include_discount = true;
        document.discount_type = DiscountType::Other;
        document.discount = Number::from(discount_amount);
    } else {
        document.include_discount = false;
        document.discount = Number::Empty;
    }
    let vat_amount = vat::sum_vat(&vat_groups, Treatment::Taxable);
    let amount = subtotal_amount - discount_amount;
    let totals = Totals {
        sections: sections::calculate_section_totals(&document, &items),
        items,
        labour_total,
        subtotal_amount,
        discount_amount,
        reverse_charge_vat: vat::sum_vat(&vat_groups, Treatment::ReverseCharge),
        vat_groups,
        vat_amount,
        total_amount: if document.prices_include_vat { amount } else { amount + vat_amount },
        ..Totals::default()
    };
    let cis = cis(&totals);
    Credit { document, totals: credit_totals(totals, cis), is_exact: true }
}

/// The totals of a credit note: without deposit and payments, and with this CIS base and deduction.
fn credit_totals(totals: Totals, (cis_base, cis_deduction): (Pence, Pence)) -> Totals {
    let amount_payable = totals.total_amount - cis_deduction;
    Totals {
        cis_base,
        cis_deduction,
        amount_payable,
        balance_due: Pence::ZERO,
        deposit_amount: Pence::ZERO,
        balance_after_deposit: totals.total_amount,
        paid_amount: Pence::ZERO,
        pending_amount: Pence::ZERO,
        credited_amount: Pence::ZERO,
        refunded_amount: Pence::ZERO,
        cis_payments: Vec::new(),
        ..totals
    }
}

/// The base and the deduction for chosen lines: at most what is left of them, and all of it with the last line.
fn cis_for_lines(document: &Document, totals: &Totals, left: &RemainingCredit) -> (Pence, Pence) {
    if left.equals_groups(&totals.vat_groups) {
        return (left.cis_base, left.cis_deduction);
    }
    let materials = MaterialsTotal::for_lines(&document.items, &totals.items);
    let base = cis::calculate_base(totals.subtotal_amount, totals.discount_amount, materials);
    let base = base.min(left.cis_base);
    let deduction = cis::calculate_deduction(document, base).min(left.cis_deduction);
    (base, deduction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::sample;

    #[test]
    fn a_credit_note_copies_its_invoice_without_agreement_and_payments() {
        let invoice = sample::every_field();
        let mut expected = invoice.clone();
        expected.items.retain(|line| line.id == "counted");
        for line in &mut expected.items {
            (line.choice, line.optional, line.selected) = (None, false, true);
        }
        expected.choices.clear();
        expected.chosen_choice = None;
        expected.include_deposit = false;
        expected.deposit = Number::Empty;
        expected.deposit_reason.clear();
        expected.supply_date = None;
        expected.vat_answers = None;
        expected.agreement = None;
        expected.invoiced.clear();
        expected.payments.clear();
        assert_eq!(strip_invoice_fields(&invoice), expected);
    }
}
