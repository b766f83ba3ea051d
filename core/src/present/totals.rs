//! The rows of the totals, from top to bottom (docs/rules.md, section 3, in its order).

use super::actions::cancelled_date;
use super::{TotalKind as Row, TotalRow, View, lines};
use crate::calculate::vat::VatGroup;
use crate::document::Treatment;
use crate::document::{DepositType, DiscountType};
use crate::kind::DocumentKind;
use crate::money::Pence;
use crate::money::number::Number;
use crate::money::text::{format_gbp, format_percent};
use crate::present::public::{PublicCreditNote, PublicFields};

/// The text that a reverse-charge invoice must contain (HMRC, VAT: domestic reverse charge for building and
/// construction services).
pub(super) const REVERSE_CHARGE: &str = "Reverse charge: customer to pay the VAT to HMRC";

/// The label of the total of a VAT invoice without VAT.
const WITHOUT_VAT: &str = "Total excluding VAT";

/// The rows of this document, apart from payments.
pub(super) fn build_rows(view: &View) -> Vec<TotalRow> {
    let fields = view.fields;
    let mut rows = Vec::new();
    if lines::has_labour(view) && lines::has_labour_line(view) {
        // The synthetic line is left out, but its amount is in the subtotal.
        let labour = fields.labour_total.unwrap_or_default();
        let labour = build_row(Row::Labour, "Labour", labour);
        rows.push(labour.with_note(lines::labour_label(view)));
    }
    rows.push(build_row(Row::Subtotal, "Subtotal", fields.subtotal_amount));
    if fields.include_discount && !fields.discount_amount.is_zero() {
        let percentage = fields.discount_type == DiscountType::Percentage;
        let label = label_with_percent("Discount", percentage.then_some(&fields.discount));
        let discount = build_row(Row::Discount, &label, -fields.discount_amount);
        rows.push(discount.with_note(fields.discount_reason.clone()));
    }
    for earlier in &fields.invoiced {
        let label = format!("Less invoice {}", earlier.number);
        let amount = earlier.amount(fields.prices_include_vat);
        rows.push(build_row(Row::Invoiced, label.trim_end(), -amount));
    }
    let groups = fields.vat_groups.iter();
    let total = build_row(Row::Total, "Total", fields.total_amount);
    if fields.prices_include_vat {
        // A modified VAT invoice: the VAT in the total is shown below it (VAT Notice 700, 16.6.3).
        rows.push(total);
        let vat: Vec<_> = groups.filter_map(|group| included_vat_row(view, group)).collect();
        // If there is only one group, its row already states the total without VAT.
        let is_net_told = vat.len() > 1 && has_net_row(view);
        rows.extend(vat);
        if is_net_told {
            add_net_row(fields, &mut rows);
        }
    } else {
        let vat: Vec<_> = groups.filter_map(|group| vat_row(view, group)).collect();
        if has_net_row(view) && !vat.is_empty() {
            add_net_row(fields, &mut rows);
        }
        rows.extend(vat);
        rows.push(total);
    }
    if fields.include_deposit && fields.deposit_amount > Pence::ZERO {
        let percentage = fields.deposit_type == DepositType::Percentage;
        let label = label_with_percent("Deposit", percentage.then_some(&fields.deposit));
        let deposit = build_row(Row::Deposit, &label, fields.deposit_amount);
        rows.push(deposit.with_note(fields.deposit_reason.clone()));
        let rest = fields.balance_after_deposit;
        rows.push(build_row(Row::BalanceAfterDeposit, "Balance after deposit", rest));
    }
    if !fields.cis_deduction.is_zero() {
        let label = label_with_percent("CIS deduction", fields.cis_rate.as_ref());
        rows.push(build_row(Row::Cis, &label, -fields.cis_deduction));
        rows.push(build_row(Row::Payable, "Amount payable", fields.amount_payable));
    }
    rows
}

/// Whether the document states its total without VAT.
fn has_net_row(view: &View) -> bool {
    view.is_account_document() && !view.is_legacy
}

/// States the total without VAT in the rows, as every VAT invoice must (VAT Regulations 1995, reg. 14(1)(h)): the
/// subtotal is that total or, if something is taken off it, a separate row is added.
fn add_net_row(fields: &PublicFields, rows: &mut Vec<TotalRow>) {
    let taxable = fields.vat_groups.iter().map(|group| group.taxable);
    let net = taxable.fold(Pence::ZERO, |sum, taxable| sum + taxable);
    let is_subtotal = net == fields.subtotal_amount;
    match rows.iter_mut().find(|row| row.kind == Row::Subtotal) {
        Some(subtotal) if is_subtotal => subtotal.note = Some(WITHOUT_VAT.into()),
        _ => rows.push(build_row(Row::Net, WITHOUT_VAT, net)),
    }
}

/// The rows that credit notes and payments add, and the amount refunded against a credit note.
pub(super) fn build_paid_rows(view: &View) -> Vec<TotalRow> {
    let fields = view.fields;
    let has_payments = !view.document.payments.is_empty();
    if view.kind == DocumentKind::CreditNote {
        let given = has_payments.then(|| build_row(Row::Refunded, "Refunded", fields.paid_amount));
        return given.into_iter().collect();
    }
    let credit = |note: &PublicCreditNote| {
        let label = format!("Credit note {}", note.number);
        build_row(Row::Credited, &label, -note.amount)
    };
    let mut rows: Vec<TotalRow> = fields.credit_notes.iter().map(credit).collect();
    if rows.is_empty() && !has_payments {
        return rows;
    }
    if has_payments {
        rows.push(build_row(Row::Paid, "Paid", fields.paid_amount));
    }
    if fields.refunded_amount > Pence::ZERO {
        rows.push(build_row(Row::Refunded, "Refunded", fields.refunded_amount));
    }
    if fields.pending_amount > Pence::ZERO {
        rows.push(build_row(Row::Pending, "Pending", fields.pending_amount));
    }
    // What may be owed for a cancelled job is not part of its price.
    if cancelled_date(view).is_none() {
        rows.push(build_row(Row::BalanceDue, "Balance Due", fields.balance_due));
    }
    rows
}

/// The row of a VAT group; `None` for a group that cannot have VAT. A single group at 0% is shown only if the business
/// has a VAT number: without one it doesn't charge VAT.
fn vat_row(view: &View, group: &VatGroup) -> Option<TotalRow> {
    let mixed = lines::is_mixed(view);
    let rate = format_percent(group.rate.0);
    let base = format!("on {}", format_gbp(group.taxable));
    match group.treatment {
        Treatment::Taxable => {
            let registered = !view.document.business_profile.tax_number.trim().is_empty();
            if group.rate.0.is_zero() && !mixed && !registered {
                return None;
            }
            let vat = build_row(Row::Vat, &format!("VAT @ {rate}"), group.vat);
            Some(if mixed { vat.with_note(base) } else { vat })
        }
        Treatment::ReverseCharge => {
            let vat = build_row(Row::ReverseCharge, REVERSE_CHARGE, group.vat);
            Some(vat.with_note(format!("@ {rate} {base}")))
        }
        Treatment::Exempt | Treatment::OutsideScope => None,
    }
}

/// The row of a VAT group for prices that include VAT, below the total: the value with VAT, the VAT and the value
/// without. `None` if there is only one group and it contains no VAT.
fn included_vat_row(view: &View, group: &VatGroup) -> Option<TotalRow> {
    let mixed = lines::is_mixed(view);
    let (with, without) = (format_gbp(group.gross()), format_gbp(group.taxable));
    let rate = format_percent(group.rate.0);
    let exempt = |label: &str| {
        let total_row = build_row(Row::Vat, label, Pence::ZERO);
        mixed.then(|| total_row.with_note(format!("in {with}")))
    };
    match group.treatment {
        Treatment::Taxable => {
            // A single group at 0 % is shown in the same cases as for prices without VAT; also if rounding leaves some
            // VAT in it.
            vat_row(view, group)?;
            let label = format!("Including VAT @ {rate}");
            let note = format!("{with} with VAT, {without} without");
            Some(build_row(Row::Vat, &label, group.vat).with_note(note))
        }
        // Only in a draft, which cannot be saved like this.
        Treatment::ReverseCharge => vat_row(view, group),
        Treatment::Exempt => exempt("VAT exempt"),
        Treatment::OutsideScope => exempt("Outside the scope of VAT"),
    }
}

fn build_row(kind: Row, label: &str, amount: Pence) -> TotalRow {
    TotalRow { kind, label: label.into(), note: None, amount: format_gbp(amount) }
}

impl TotalRow {
    /// Adds a note next to the label, if it isn't blank.
    fn with_note(self, note: String) -> Self {
        let note = Some(note).filter(|note| !note.trim().is_empty());
        TotalRow { note, ..self }
    }
}

/// `Discount (10%)`, or `Discount` if it is an amount.
pub(super) fn label_with_percent(label: &str, percentage: Option<&Number>) -> String {
    match percentage {
        Some(number) => format!("{label} ({})", format_percent(number.value())),
        None => label.into(),
    }
}
