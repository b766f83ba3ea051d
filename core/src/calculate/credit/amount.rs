//! Crediting an amount with VAT in it.

use super::remaining::RemainingGroup;
use super::{Credit, InvoiceToCredit, RemainingCredit, credit_all, credit_by_group, refusal};
use crate::calculate::partial_amount;
use crate::document::Treatment;
use crate::error::FieldError;
use crate::money::{Pence, divide_rounded, power_of_ten};

/// How many pence of a group's taxable amount are tried on either side if the nearest amounts of the groups do not add
/// up to the amount.
const SEARCH_RADIUS: i64 = 3;
/// How many groups are tried together.
const GROUPS_MAX: usize = 12;

/// The amount shared among the groups in proportion to what is left of each including VAT, with the taxable amount of
/// each group that comes nearest to its share.
pub(super) fn credit_amount(
    invoice: InvoiceToCredit<'_>,
    left: &RemainingCredit,
    amount: Pence,
) -> Result<Credit, FieldError> {
    if amount <= Pence::ZERO {
        let msg = "Enter an amount above £0.00 in pounds and pence.";
        return Err(FieldError::new("amount", "out_of_range", msg));
    }
    let whole = left.total();
    if amount > whole {
        return Err(refusal::exceeds_total_error("amount", left.total()));
    }
    if amount == whole {
        return Ok(credit_all(invoice, left));
    }
    let with_vat = invoice.document.prices_include_vat;
    let parts = split_amount(&left.groups, amount, whole, with_vat);
    let total: Pence = parts.iter().map(RemainingGroup::gross).sum();
    let net: Pence = parts.iter().map(|part| part.taxable).sum();
    let of: Pence = left.groups.iter().map(|group| group.taxable).sum();
    let base = left.cis_base.in_proportion(net, of);
    let deduction = left.cis_deduction.in_proportion(net, of);
    let parts = parts.into_iter().filter(|part| !part.is_zero()).collect();
    let name = format!("Credit against invoice {}", invoice.number);
    Ok(Credit { is_exact: total == amount, ..credit_by_group(invoice, &name, parts, (base, deduction)) })
}

/// A part of each group, together as near to the amount as possible; exactly the amount if prices include VAT.
fn split_amount(
    groups: &[RemainingGroup],
    amount: Pence,
    whole: Pence,
    with_vat: bool,
) -> Vec<RemainingGroup> {
    let grosses: Vec<Pence> = groups.iter().map(RemainingGroup::gross).collect();
    let shares = partial_amount::allocate_discount(amount, &grosses, whole);
    if with_vat {
        let parts = groups.iter().zip(shares);
        return parts.map(|(group, share)| group.take_gross(share)).collect();
    }
    let mut parts: Vec<RemainingGroup> =
        groups.iter().zip(shares).map(|(group, share)| nearest_part(group, share)).collect();
    let sum: Pence = parts.iter().map(RemainingGroup::gross).sum();
    let missing = amount - sum;
    if missing != Pence::ZERO
        && let Some(better) = adjust_parts(groups, &parts, missing)
    {
        for (at, part) in better {
            parts[at] = part;
        }
    }
    parts
}

/// The part of a group that comes nearest to its share.
fn nearest_part(group: &RemainingGroup, share: Pence) -> RemainingGroup {
    let taxable = match group.treatment {
        Treatment::Taxable => {
            let hundred = 100 * power_of_ten(group.rate.0.scale());
            let exact = i128::from(share.0) * hundred;
            Pence::saturating_from(divide_rounded(exact, hundred + group.rate.0.mantissa()))
        }
        _ => share,
    };
    let near = (-1..=1).map(|by| taxable + Pence(by));
    let parts = near.filter(|it| group.has_taxable(*it)).map(|it| group.take_taxable(it));
    let parts = parts.chain([group.take_taxable(Pence::ZERO), group.take_taxable(group.taxable)]);
    let far = |part: &RemainingGroup| (part.gross() - share).0.abs();
    parts.min_by_key(far).unwrap_or_else(|| group.take_taxable(Pence::ZERO))
}

/// Adjusted parts of one group or two that bring the sum nearer to the amount, given the difference that is `missing`.
fn adjust_parts(
    groups: &[RemainingGroup],
    parts: &[RemainingGroup],
    missing: Pence,
) -> Option<Vec<(usize, RemainingGroup)>> {
    let moved = |at: usize| {
        let (group, part) = (&groups[at], &parts[at]);
        (-SEARCH_RADIUS..=SEARCH_RADIUS)
            .map(move |by| part.taxable + Pence(by))
            .filter(move |taxable| group.has_taxable(*taxable))
            .map(move |taxable| (at, group.take_taxable(taxable)))
    };
    let gained = |(at, part): &(usize, RemainingGroup)| part.gross() - parts[*at].gross();
    let far = |gain: Pence| (missing - gain).0.abs();
    let tried = groups.len().min(GROUPS_MAX);
    let mut best: Option<(i64, Vec<(usize, RemainingGroup)>)> = None;
    let mut take = |by: i64, moves: Vec<(usize, RemainingGroup)>| {
        let before = best.as_ref().map_or(missing.0.abs(), |(by, _)| *by);
        if by < before {
            best = Some((by, moves));
        }
    };
    for one in (0..tried).flat_map(moved) {
        let gain = gained(&one);
        take(far(gain), vec![one.clone()]);
        for other in (one.0 + 1..tried).flat_map(moved) {
            take(far(gain + gained(&other)), vec![one.clone(), other]);
        }
    }
    best.map(|(_, moves)| moves)
}
