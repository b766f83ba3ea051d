//! What each record adds to the boxes, on which day.

use super::bad_debt::{BadDebtRelief, calculate_relief};
use super::basis::{AccountedDocument, AccountingStep, AccountingStepKind};
use super::entry::{BoxAmounts, EntryKind, VatEntry};
use super::record::{Purchase, PurchaseKind, Sale, VatAmount, VatBooks};
use super::supply_lines::add_amounts;
use crate::document::Treatment;
use crate::money::Pence;
use crate::tax::vat_flat_rate::FlatRateSector;
use crate::tax::vat_thresholds::VatThreshold;
use crate::time::Date;

/// What a record adds, with the sector of the flat rate scheme if it is part of the scheme's turnover.
pub(super) struct VatMovement {
    pub entry: VatEntry,
    pub sector: Option<FlatRateSector>,
}

/// What the records of the books add on the wanted days on which the business is registered.
pub(super) fn list_movements(books: &VatBooks<'_>, wanted: impl Fn(Date) -> bool) -> Vec<VatMovement> {
    let is_wanted = |day: Date| wanted(day) && books.registration.is_registered_on(day);
    let mut found = Vec::new();
    for sale in books.sales.iter().filter(|sale| !sale.voided) {
        add_sale(books, sale, &is_wanted, &mut found);
    }
    for purchase in books.purchases.iter().filter(|it| !it.voided) {
        add_purchase(books, purchase, &is_wanted, &mut found);
    }
    found
}

/// Adds the entries of a sale. The reverse charge is outside cash accounting and the flat rate scheme (VATREVCON35200,
/// VATREVCON35100): the part of a sale under it counts by invoices, whatever applies to the rest.
fn add_sale(
    books: &VatBooks<'_>,
    sale: &Sale,
    is_wanted: &impl Fn(Date) -> bool,
    found: &mut Vec<VatMovement>,
) {
    let point = books.find_tax_point(sale);
    // A period contains only a few of thousands of documents: for the others, a look at their days must be enough.
    let paid = sale.payments.iter().map(|payment| payment.date);
    let credited = sale.credits.iter().map(|credit| credit.issued);
    let claimed = books.claim_day(sale);
    let days = point.into_iter().chain(paid).chain(credited).chain(claimed);
    if !days.into_iter().any(is_wanted) {
        return;
    }
    let first = sale.payments.iter().map(|payment| payment.date).min();
    let decides = point.or(first).filter(|day| books.registration.is_registered_on(*day));
    let Some(day) = decides else { return };
    let scheme = books.find_scheme(day);
    for is_reverse in [false, true] {
        let of_it = |amounts: &[VatAmount]| filter_reverse_charge(amounts, is_reverse);
        let amounts = of_it(&sale.amounts);
        if amounts.is_empty() {
            continue;
        }
        let credits = sale.credits.iter().filter(|credit| !credit.voided);
        let account = AccountedDocument {
            id: &sale.id,
            tax_point: point,
            amounts: &amounts,
            payable: sale.payable,
            payments: sale.payments.iter().collect(),
            credits: credits.map(|it| (it, of_it(&it.amounts))).collect(),
        };
        let steps = if scheme.cash && !is_reverse {
            account.steps_by_payments()
        } else {
            account.steps_by_invoice(|day| sale.is_deposit_on(day))
        };
        let sector = scheme.flat_rate.filter(|_| !is_reverse);
        // Under cash accounting, VAT on unpaid amounts was never accounted for, and the flat rate scheme has its own
        // relief.
        let is_claimed = !is_reverse && !scheme.cash && sector.is_none() && sale.issued.is_some();
        for step in claimed
            .filter(|_| is_claimed)
            .map_or_else(Vec::new, |on| calculate_relief(sale, &account, on))
            .into_iter()
            .filter(|step| is_wanted(step.date))
        {
            found.push(build_relief_movement(&sale.id, step));
        }
        for step in steps.into_iter().filter(|step| is_wanted(step.date)) {
            let kind = match step.kind {
                AccountingStepKind::Credit => EntryKind::CreditNote,
                AccountingStepKind::Document | AccountingStepKind::Payment if is_reverse => {
                    EntryKind::ReverseChargeSale
                }
                AccountingStepKind::Document => EntryKind::Sale,
                AccountingStepKind::Payment => payment_entry_kind(&step, scheme.cash),
            };
            let amounts = sale_amounts(&step.amounts, sector.is_some(), sale.dispatched);
            push_movement(found, &sale.id, &step, kind, amounts, sector);
        }
    }
}

/// The entry for bad debt relief: claimed in box 4, repaid in box 1 (VAT Regulations 1995, reg. 171).
fn build_relief_movement(document: &str, step: BadDebtRelief) -> VatMovement {
    let is_claimed = step.vat > Pence::ZERO;
    let amounts = match is_claimed {
        true => BoxAmounts { box4: step.vat, ..BoxAmounts::default() },
        false => BoxAmounts { box1: -step.vat, ..BoxAmounts::default() },
    };
    VatMovement {
        entry: VatEntry {
            document: document.to_owned(),
            record: step.record,
            kind: match is_claimed {
                true => EntryKind::BadDebtRelief,
                false => EntryKind::BadDebtRepaid,
            },
            date: step.date,
            amounts,
            flat: None,
            note: None,
        },
        sector: None,
    }
}

/// The amounts that are (or are not) under the reverse charge, in a fixed order, because the distribution of odd pence
/// depends on the order.
fn filter_reverse_charge(amounts: &[VatAmount], is_reverse: bool) -> Vec<VatAmount> {
    let is_of = |it: &&VatAmount| (it.treatment == Treatment::ReverseCharge) == is_reverse;
    let mut found = Vec::with_capacity(amounts.len());
    for amount in amounts.iter().filter(is_of) {
        add_amounts(&mut found, std::slice::from_ref(amount), 1);
    }
    found
}

fn payment_entry_kind(step: &AccountingStep<'_>, is_cash: bool) -> EntryKind {
    let sum: Pence = step.amounts.iter().map(|it| it.net + it.vat).sum();
    if sum < Pence::ZERO {
        EntryKind::Refund
    } else if is_cash {
        EntryKind::Receipt
    } else {
        EntryKind::Deposit
    }
}

/// What a sale adds: box 6 includes exempt sales but nothing outside the scope, and under the flat rate scheme it
/// includes VAT (Notice 733; Notice 700/12).
fn sale_amounts(amounts: &[VatAmount], is_flat: bool, dispatched: bool) -> BoxAmounts {
    let mut boxes = BoxAmounts::default();
    for amount in amounts {
        match amount.treatment {
            Treatment::OutsideScope => continue,
            Treatment::Taxable if is_flat => boxes.box6 += amount.net + amount.vat,
            Treatment::Taxable => {
                boxes.box1 += amount.vat;
                boxes.box6 += amount.net;
            }
            Treatment::Exempt | Treatment::ReverseCharge => boxes.box6 += amount.net,
        }
        if dispatched {
            boxes.box8 += amount.net;
        }
    }
    boxes
}

fn add_purchase(
    books: &VatBooks<'_>,
    purchase: &Purchase,
    is_wanted: &impl Fn(Date) -> bool,
    found: &mut Vec<VatMovement>,
) {
    if !books.registration.is_registered_on(purchase.date) {
        return;
    }
    let paid = purchase.payments.iter().map(|payment| payment.date);
    if !std::iter::once(purchase.date).chain(paid).any(is_wanted) {
        return;
    }
    let scheme = books.find_scheme(purchase.date);
    let is_flat = scheme.flat_rate.is_some();
    for is_reverse in [false, true] {
        let amounts = filter_reverse_charge(&purchase.amounts, is_reverse);
        let is_acquired = purchase.kind == PurchaseKind::Acquisition;
        let kind = match (is_reverse, is_acquired) {
            (true, _) => EntryKind::ReverseChargePurchase,
            (_, true) => EntryKind::Acquisition,
            _ if is_flat => EntryKind::CapitalGoods,
            _ => EntryKind::Purchase,
        };
        let is_out = kind == EntryKind::CapitalGoods && !is_counted_under_flat_rate(purchase);
        if amounts.is_empty() || is_out {
            continue;
        }
        let account = AccountedDocument {
            id: &purchase.id,
            tax_point: Some(purchase.date),
            amounts: &amounts,
            payable: purchase.payable,
            payments: purchase.payments.iter().collect(),
            credits: Vec::new(),
        };
        let steps = if scheme.cash && kind == EntryKind::Purchase {
            account.steps_by_payments()
        } else {
            account.steps_by_invoice(|_| false)
        };
        for step in steps.into_iter().filter(|step| is_wanted(step.date)) {
            let mut amounts = purchase_amounts(&step.amounts, kind, purchase.reclaims, is_flat);
            if is_reverse && step.kind == AccountingStepKind::Document {
                amounts.box1 += purchase.private_vat;
            }
            let kind = match step.kind {
                AccountingStepKind::Payment => EntryKind::PurchasePayment,
                _ => kind,
            };
            push_movement(found, &purchase.id, &step, kind, amounts, None);
        }
    }
}

/// Whether the VAT of a purchase can be reclaimed under the flat rate scheme: only that of a single purchase of capital
/// goods of £2,000 or more including VAT (Notice 733).
#[must_use]
pub fn is_counted_under_flat_rate(purchase: &Purchase) -> bool {
    let least = VatThreshold::FlatRateCapitalGoods.find_amount(purchase.date);
    let is_enough = |least: Pence| purchase.gross().0.unsigned_abs() >= least.0.unsigned_abs();
    purchase.capital && least.is_some_and(|least| is_enough(least.value))
}

/// What a purchase adds. Under the reverse charge it fills the customer's boxes 1, 4 and 7, never 6; an exempt purchase
/// is in box 7 (hmrc/vat-api issue 192); goods acquired by Northern Ireland are in boxes 2 and 9, and their VAT is not
/// reclaimed under the flat rate scheme (Notice 733, 2.4).
fn purchase_amounts(amounts: &[VatAmount], kind: EntryKind, reclaims: bool, is_flat: bool) -> BoxAmounts {
    let mut boxes = BoxAmounts::default();
    let is_acquired = kind == EntryKind::Acquisition;
    for amount in amounts {
        if amount.treatment == Treatment::OutsideScope {
            continue;
        }
        boxes.box7 += amount.net;
        match kind {
            EntryKind::ReverseChargePurchase => boxes.box1 += amount.vat,
            EntryKind::Acquisition => {
                boxes.box2 += amount.vat;
                boxes.box9 += amount.net;
            }
            _ => {}
        }
        if reclaims && !(is_acquired && is_flat) {
            boxes.box4 += amount.vat;
        }
    }
    boxes
}

fn push_movement(
    found: &mut Vec<VatMovement>,
    document: &str,
    step: &AccountingStep<'_>,
    kind: EntryKind,
    amounts: BoxAmounts,
    sector: Option<FlatRateSector>,
) {
    if amounts.is_zero() {
        return;
    }
    let entry = VatEntry {
        document: document.to_owned(),
        record: step.record.to_owned(),
        kind,
        date: step.date,
        amounts,
        flat: None,
        note: None,
    };
    found.push(VatMovement { entry, sector });
}
