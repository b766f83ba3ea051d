//! Crediting some of an invoice's lines.

use rust_decimal::{Decimal, RoundingStrategy};

use super::remaining::{RemainingGroup, clamp_between_zero_and};
use super::{
    Credit, CreditedAmounts, InvoiceToCredit, LineToCredit, RemainingCredit, build_credit_note,
    cis_for_lines, refusal, strip_invoice_fields,
};
use crate::calculate::line::{self, LineTotals};
use crate::calculate::totals::Totals;
use crate::calculate::vat::{self, VatGroup};
use crate::document::{Document, Line};
use crate::error::FieldError;
use crate::money::Pence;
use crate::money::number::Number;
use crate::money::text::format_quantity;

/// A credit note for the chosen lines. Each has the same share of its labour as of its quantity, and its share of its
/// group's discount.
pub(super) fn credit_lines(
    invoice: InvoiceToCredit<'_>,
    left: &RemainingCredit,
    wanted: &[LineToCredit],
    labour: Option<Decimal>,
) -> Result<Credit, FieldError> {
    let bare = strip_invoice_fields(invoice.document);
    let mut items = Vec::with_capacity(wanted.len());
    let mut lines = Vec::with_capacity(wanted.len());
    for (at, one) in wanted.iter().enumerate() {
        if wanted[..at].iter().any(|other| other.id == one.id) {
            let msg = "This line is chosen twice.";
            return Err(FieldError::new(format!("lines[{at}].id"), "twice", msg));
        }
        let item = credit_part_of_line(&bare, invoice.credits, one, at)?;
        lines.push(credited_line_total(&item, invoice));
        items.push(item);
    }
    let own = check_document_labour(&bare, invoice.credits, labour)?;
    if items.is_empty() && own.is_none() {
        let msg = "Choose at least one line to credit.";
        return Err(FieldError::new("lines", "required", msg));
    }
    let amounts = CreditedAmounts {
        lines,
        labour: own.map_or(Pence::ZERO, |some| credited_labour_total(some, &bare, invoice)),
    };
    let document = Document {
        items,
        include_labour: own.is_some(),
        labour_hours: own.map_or(Number::Empty, Number::from),
        // Lines of variations are credited together with the others.
        variations: Vec::new(),
        ..bare
    };
    let groups = group_credited_amounts(&document, &amounts, invoice, left)?;
    let displayed = document.clone();
    Ok(build_credit_note(document, amounts, &groups, |totals| cis_for_lines(&displayed, totals, left)))
}

/// The taxable amount and the VAT to credit in each group of these lines.
fn group_credited_amounts(
    document: &Document,
    amounts: &CreditedAmounts,
    invoice: InvoiceToCredit<'_>,
    left: &RemainingCredit,
) -> Result<Vec<RemainingGroup>, FieldError> {
    let nets = vat::group_lines(document, &amounts.lines, amounts.labour);
    // Each line of each credit note was rounded separately.
    let pence = invoice.credits.len() + document.items.len() + 1;
    let slack = i64::try_from(pence).unwrap_or(i64::MAX);
    let of_group = |group: &VatGroup| {
        let whole = invoice.totals.vat_groups.iter();
        let whole = whole.clone().find(|it| (it.treatment, it.rate) == (group.treatment, group.rate));
        let rest = left.groups.iter().find(|it| it.matches_group(group));
        let (Some(whole), Some(rest)) = (whole, rest) else {
            return Err(refusal::exceeds_total_error("lines", left.total()));
        };
        // Crediting the last of its lines takes everything that is left of the group.
        let with_vat = document.prices_include_vat;
        // In the invoice's prices: without VAT, or with it if they include it.
        let priced = |taxable: Pence| match with_vat {
            true => rest.has_gross(taxable).then(|| rest.take_gross(taxable)),
            false => rest.has_taxable(taxable).then(|| rest.take_taxable(taxable)),
        };
        let all = if with_vat { rest.gross() } else { rest.taxable };
        let taken = if group.net == rest.net {
            all
        } else {
            // What earlier invoices of the job asked for is not deducted line by line.
            let (net, before) = taken_before(invoice, group);
            let so_far = (whole.net - whole.discount).in_proportion(net + group.net, whole.net);
            clamp_between_zero_and(so_far - before, group.net)
        };
        if let Some(part) = priced(taken) {
            Ok(part)
        } else if (taken - all).0.abs() <= slack {
            Ok(rest.take_taxable(rest.taxable))
        } else {
            Err(refusal::exceeds_group_error(left, rest))
        }
    };
    nets.iter().map(of_group).collect()
}

/// What earlier credit notes took off a group by its lines: the amount before discount, and the amount after discount
/// in the invoice's prices. Together with this credit note they add up to the lines' part of the group to the penny; if
/// each were calculated alone, the discount would be rounded every time. Credit notes for an amount have other lines
/// and don't count.
fn taken_before(invoice: InvoiceToCredit<'_>, group: &VatGroup) -> (Pence, Pence) {
    let is_own = |line: &Line| invoice.document.items.iter().any(|own| own.id == line.id);
    let credits = invoice.credits.iter();
    let by_lines = credits.filter(|(credit, _)| credit.items.iter().all(is_own));
    let groups = by_lines.flat_map(|(_, totals)| &totals.vat_groups);
    let groups = groups.filter(|it| (it.treatment, it.rate) == (group.treatment, group.rate));
    groups.fold((Pence::ZERO, Pence::ZERO), |(net, priced), it| {
        let own = it.amount(invoice.document.prices_include_vat);
        (net + it.net, priced + own)
    })
}

/// A line of which something can still be credited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemainingLine {
    /// The line's id on the invoice.
    pub id: String,
    /// The line's name.
    pub name: String,
    /// The quantity that is left; `None` for a line without a quantity.
    pub quantity: Option<Decimal>,
}

/// What can still be credited line by line, and how much of the document's own labour.
#[must_use]
pub fn find_remaining_lines(
    invoice: &Document,
    credits: &[(Document, Totals)],
) -> (Vec<RemainingLine>, Decimal) {
    let bare = strip_invoice_fields(invoice);
    let lines = bare.items.iter().filter_map(|line| {
        let left = remaining_quantity(line, credits)?;
        Some(RemainingLine {
            id: line.id.clone(),
            name: line.name.clone(),
            quantity: (!line.quantity.value().is_zero()).then(|| left.normalize()),
        })
    });
    (lines.collect(), remaining_labour(&bare, credits).normalize())
}

/// The lines of earlier credit notes that credit a part of this line.
fn earlier_credit_lines<'a>(
    line: &Line,
    credits: &'a [(Document, Totals)],
) -> impl Iterator<Item = &'a Line> {
    let all = credits.iter().flat_map(|(credit, _)| &credit.items);
    let id = line.id.clone();
    all.filter(move |it| it.id == id)
}

/// The quantity that is left of a line; `None` if all of it was credited.
fn remaining_quantity(line: &Line, credits: &[(Document, Totals)]) -> Option<Decimal> {
    let is_new = earlier_credit_lines(line, credits).next().is_none();
    let gone: Decimal = earlier_credit_lines(line, credits).map(|it| it.quantity.value()).sum();
    let left = line.quantity.value() - gone;
    (is_new || left > Decimal::ZERO).then_some(left)
}

/// How much of the document's own labour is left, in hours or days.
fn remaining_labour(invoice: &Document, credits: &[(Document, Totals)]) -> Decimal {
    if line::document_labour_total(invoice) == Pence::ZERO {
        return Decimal::ZERO;
    }
    let credited = credits.iter().filter(|(credit, _)| credit.include_labour);
    let gone: Decimal = credited.map(|(it, _)| it.labour_hours.value()).sum();
    invoice.labour_hours.value() - gone
}

/// The line with the wanted quantity and the labour that belongs to it.
fn credit_part_of_line(
    invoice: &Document,
    credits: &[(Document, Totals)],
    wanted: &LineToCredit,
    at: usize,
) -> Result<Line, FieldError> {
    let line = invoice.items.iter().find(|line| line.id == wanted.id);
    let Some(line) = line else {
        let msg = "This line is not on the invoice.";
        return Err(FieldError::new(format!("lines[{at}].id"), "unknown", msg));
    };
    let whole = line.quantity.value();
    let path = format!("lines[{at}].quantity");
    let Some(left) = remaining_quantity(line, credits) else {
        let msg = format!("All of “{}” has been credited already.", line.name);
        return Err(FieldError::new(path, "exceeds_left", msg));
    };
    if whole.is_zero() {
        // The line is labour alone: it has no quantity to divide.
        return Ok(line.clone());
    }
    let some = wanted.quantity.unwrap_or(left);
    if some <= Decimal::ZERO {
        let msg = "Enter how many to credit, above 0.";
        return Err(FieldError::new(path, "out_of_range", msg));
    }
    if some > left {
        let msg = format!("{} of “{}” can still be credited.", format_quantity(left), line.name);
        return Err(FieldError::new(path, "exceeds_left", msg));
    }
    // As with money, the share of labour credited so far, this one included, is rounded, and what earlier credit notes
    // took is subtracted. So the rest never falls below 0.
    let so_far = (whole - left + some).checked_mul(line.labour_hours.value());
    let so_far = so_far.unwrap_or_default() / whole;
    let so_far = so_far.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero);
    let gone = earlier_credit_lines(line, credits).map(|it| it.labour_hours.value());
    let hours = (so_far - gone.sum::<Decimal>()).max(Decimal::ZERO);
    Ok(Line {
        quantity: Number::from(some.normalize()),
        labour_hours: if line.include_labour {
            Number::from(hours.normalize())
        } else {
            line.labour_hours.clone()
        },
        ..line.clone()
    })
}

/// The totals of a part of a line. The share of the invoice's line that is credited so far, this part included, is
/// rounded, and what was credited before is subtracted. So the last part takes exactly what is left, however the
/// earlier ones were rounded.
fn credited_line_total(some: &Line, invoice: InvoiceToCredit<'_>) -> LineTotals {
    let credited = invoice.credits.iter().flat_map(|(_, totals)| &totals.items);
    let credited = credited.filter(|it| it.id == some.id);
    let credited = |figure: fn(&LineTotals) -> Pence| credited.clone().map(figure).sum::<Pence>();
    let items = invoice.totals.items.iter();
    let whole = items.clone().find(|it| it.id == some.id);
    let lines = invoice.document.items.iter();
    let line = lines.clone().find(|line| line.id == some.id);
    let (Some(whole), Some(line)) = (whole, line) else {
        return line::calculate_line(some, None);
    };
    let of = line.quantity.value();
    let gone = earlier_credit_lines(line, invoice.credits).map(|it| it.quantity.value());
    let part = gone.sum::<Decimal>() + some.quantity.value();
    let goods = remaining_share(whole.goods, credited(|it| it.goods), part, of);
    let labour_total = remaining_share(whole.labour_total, credited(|it| it.labour_total), part, of);
    LineTotals { id: some.id.clone(), goods, labour_total, total: goods + labour_total, counted: true }
}

/// The same for hours or days of the document's own labour.
fn credited_labour_total(some: Decimal, document: &Document, invoice: InvoiceToCredit<'_>) -> Pence {
    let of = document.labour_hours.value();
    let part = of - remaining_labour(document, invoice.credits) + some;
    let credited = invoice.credits.iter().map(|(_, totals)| totals.labour_total);
    remaining_share(invoice.totals.labour_total, credited.sum(), part, of)
}

/// `part ÷ of` of an amount, less what was credited before; the whole amount if there is no quantity to divide by.
fn remaining_share(whole: Pence, before: Pence, part: Decimal, of: Decimal) -> Pence {
    let so_far = if of.is_zero() { whole } else { whole.in_decimal_proportion(part, of) };
    let left = whole - before;
    (so_far - before).clamp(left.min(Pence::ZERO), left.max(Pence::ZERO))
}

/// How much of the document's own labour to credit; `None` if no labour is wanted.
fn check_document_labour(
    invoice: &Document,
    credits: &[(Document, Totals)],
    wanted: Option<Decimal>,
) -> Result<Option<Decimal>, FieldError> {
    let Some(some) = wanted.filter(|some| !some.is_zero()) else {
        return Ok(None);
    };
    let left = remaining_labour(invoice, credits);
    if some < Decimal::ZERO || some > left {
        let msg = format!("{} of the labour can still be credited.", format_quantity(left));
        return Err(FieldError::new("labour", "exceeds_left", msg));
    }
    Ok(Some(some.normalize()))
}
