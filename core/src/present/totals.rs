//! The rows of the totals, top down (docs/rules.md, section 3, in its order).

use super::actions::cancelled;
use super::{TotalKind as Row, TotalRow, View, lines};
use crate::calculate::vat::VatGroup;
use crate::document::Treatment;
use crate::document::{DepositType, DiscountType};
use crate::kind::Kind;
use crate::money::Pence;
use crate::money::number::Number;
use crate::money::text::{gbp, percent};
use crate::present::public::{PublicCredit, PublicFields};

/// The text that a reverse-charge invoice must contain (HMRC, VAT: domestic reverse charge for building and
/// construction services).
pub(super) const REVERSE_CHARGE: &str = "Reverse charge: customer to pay the VAT to HMRC";

/// The label of the total of a VAT invoice without VAT.
const WITHOUT_VAT: &str = "Total excluding VAT";

/// The rows of this document, apart from payments.
pub(super) fn rows(view: &View) -> Vec<TotalRow> {
    let fields = view.fields;
    let mut rows = Vec::new();
    if lines::has_labour(view) && lines::is_told(view) {
        // The synthetic line is left out, but its amount is in the subtotal.
        let labour = fields.labour_total.unwrap_or_default();
        let labour = row(Row::Labour, "Labour", labour);
        rows.push(labour.noted(lines::labour_words(view)));
    }
    rows.push(row(Row::Subtotal, "Subtotal", fields.subtotal_amount));
    if fields.include_discount && !fields.discount_amount.is_zero() {
        let percentage = fields.discount_type == DiscountType::Percentage;
        let label = with_percent("Discount", percentage.then_some(&fields.discount));
        let discount = row(Row::Discount, &label, -fields.discount_amount);
        rows.push(discount.noted(fields.discount_reason.clone()));
    }
    for earlier in &fields.invoiced {
        let label = format!("Less invoice {}", earlier.number);
        let amount = earlier.amount(fields.prices_include_vat);
        rows.push(row(Row::Invoiced, label.trim_end(), -amount));
    }
    let groups = fields.vat_groups.iter();
    let total = row(Row::Total, "Total", fields.total_amount);
    if fields.prices_include_vat {
        // A modified VAT invoice: the VAT in the total is shown below it (VAT Notice 700, 16.6.3).
        rows.push(total);
        let vat: Vec<_> = groups.filter_map(|group| included(view, group)).collect();
        // If there is only one group, its row already states the total without VAT.
        let is_net_told = vat.len() > 1 && tells_net(view);
        rows.extend(vat);
        if is_net_told {
            tell_net(fields, &mut rows);
        }
    } else {
        let vat: Vec<_> = groups.filter_map(|group| vat(view, group)).collect();
        if tells_net(view) && !vat.is_empty() {
            tell_net(fields, &mut rows);
        }
        rows.extend(vat);
        rows.push(total);
    }
    if fields.include_deposit && fields.deposit_amount > Pence::ZERO {
        let percentage = fields.deposit_type == DepositType::Percentage;
        let label = with_percent("Deposit", percentage.then_some(&fields.deposit));
        let deposit = row(Row::Deposit, &label, fields.deposit_amount);
        rows.push(deposit.noted(fields.deposit_reason.clone()));
        let rest = fields.balance_after_deposit;
        rows.push(row(Row::BalanceAfterDeposit, "Balance after deposit", rest));
    }
    if !fields.cis_deduction.is_zero() {
        let label = with_percent("CIS deduction", fields.cis_rate.as_ref());
        rows.push(row(Row::Cis, &label, -fields.cis_deduction));
        rows.push(row(Row::Payable, "Amount payable", fields.amount_payable));
    }
    rows
}

/// Whether the document states its total without VAT.
fn tells_net(view: &View) -> bool {
    view.is_of_account() && !view.is_from_before
}

/// States the total without VAT in the rows, as every VAT invoice must (VAT Regulations 1995, reg. 14(1)(h)): the
/// subtotal is that total or, if something is taken off it, a separate row is added.
fn tell_net(fields: &PublicFields, rows: &mut Vec<TotalRow>) {
    let taxable = fields.vat_groups.iter().map(|group| group.taxable);
    let net = taxable.fold(Pence::ZERO, |sum, taxable| sum + taxable);
    let is_subtotal = net == fields.subtotal_amount;
    match rows.iter_mut().find(|row| row.kind == Row::Subtotal) {
        Some(subtotal) if is_subtotal => subtotal.note = Some(WITHOUT_VAT.into()),
        _ => rows.push(row(Row::Net, WITHOUT_VAT, net)),
    }
}

/// The rows that credit notes and payments add, and the amount refunded against a credit note.
pub(super) fn paid_rows(view: &View) -> Vec<TotalRow> {
    let fields = view.fields;
    let has_payments = !view.document.payments.is_empty();
    if view.kind == Kind::CreditNote {
        let given = has_payments.then(|| row(Row::Refunded, "Refunded", fields.paid_amount));
        return given.into_iter().collect();
    }
    let credit = |note: &PublicCredit| {
        let label = format!("Credit note {}", note.number);
        row(Row::Credited, &label, -note.amount)
    };
    let mut rows: Vec<TotalRow> = fields.credit_notes.iter().map(credit).collect();
    if rows.is_empty() && !has_payments {
        return rows;
    }
    if has_payments {
        rows.push(row(Row::Paid, "Paid", fields.paid_amount));
    }
    if fields.refunded_amount > Pence::ZERO {
        rows.push(row(Row::Refunded, "Refunded", fields.refunded_amount));
    }
    if fields.pending_amount > Pence::ZERO {
        rows.push(row(Row::Pending, "Pending", fields.pending_amount));
    }
    // What may be owed for a cancelled job is not part of its price.
    if cancelled(view).is_none() {
        rows.push(row(Row::BalanceDue, "Balance Due", fields.balance_due));
    }
    rows
}

/// The row of a VAT group; `None` for a group that cannot have VAT. A single group at 0% is shown only if the business
/// has a VAT number: without one it doesn't charge VAT.
fn vat(view: &View, group: &VatGroup) -> Option<TotalRow> {
    let mixed = lines::is_mixed(view);
    let rate = percent(group.rate.0);
    let base = format!("on {}", gbp(group.taxable));
    match group.treatment {
        Treatment::Taxable => {
            let registered = !view.document.business_profile.tax_number.trim().is_empty();
            if group.rate.0.is_zero() && !mixed && !registered {
                return None;
            }
            let vat = row(Row::Vat, &format!("VAT @ {rate}"), group.vat);
            Some(if mixed { vat.noted(base) } else { vat })
        }
        Treatment::ReverseCharge => {
            let vat = row(Row::ReverseCharge, REVERSE_CHARGE, group.vat);
            Some(vat.noted(format!("@ {rate} {base}")))
        }
        Treatment::Exempt | Treatment::OutsideScope => None,
    }
}

/// The row of a VAT group for prices that include VAT, below the total: the value with VAT, the VAT and the value
/// without. `None` if there is only one group and it contains no VAT.
fn included(view: &View, group: &VatGroup) -> Option<TotalRow> {
    let mixed = lines::is_mixed(view);
    let (with, without) = (gbp(group.gross()), gbp(group.taxable));
    let rate = percent(group.rate.0);
    let exempt = |label: &str| {
        let told = row(Row::Vat, label, Pence::ZERO);
        mixed.then(|| told.noted(format!("in {with}")))
    };
    match group.treatment {
        Treatment::Taxable => {
            // A single group at 0 % is shown in the same cases as for prices without VAT; also if rounding leaves some
            // VAT in it.
            vat(view, group)?;
            let label = format!("Including VAT @ {rate}");
            let note = format!("{with} with VAT, {without} without");
            Some(row(Row::Vat, &label, group.vat).noted(note))
        }
        // Only in a draft, which cannot be saved like this.
        Treatment::ReverseCharge => vat(view, group),
        Treatment::Exempt => exempt("VAT exempt"),
        Treatment::OutsideScope => exempt("Outside the scope of VAT"),
    }
}

fn row(kind: Row, label: &str, amount: Pence) -> TotalRow {
    TotalRow {
        kind,
        label: label.into(),
        note: None,
        amount: gbp(amount),
    }
}

impl TotalRow {
    /// Adds a note next to the label, if it isn't blank.
    fn noted(self, note: String) -> Self {
        let note = Some(note).filter(|note| !note.trim().is_empty());
        TotalRow { note, ..self }
    }
}

/// `Discount (10%)`, or `Discount` if it is an amount.
pub(super) fn with_percent(label: &str, percentage: Option<&Number>) -> String {
    match percentage {
        Some(number) => format!("{label} ({})", percent(number.value())),
        None => label.into(),
    }
}
