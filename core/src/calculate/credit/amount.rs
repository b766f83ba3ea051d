//! Crediting an amount with VAT in it.

use super::left::Group;
use super::{Credit, Invoice, Left, all, by_group, too_much};
use crate::calculate::discount;
use crate::document::Treatment;
use crate::error::FieldError;
use crate::money::{Pence, divide_rounded, power_of_ten};

/// How many pence of a group's taxable amount are tried on either side if the nearest amounts of the groups do not add
/// up to the amount.
const TRIED: i64 = 3;
/// How many groups are tried together.
const GROUPS: usize = 12;

/// The amount shared among the groups in proportion to what is left of each including VAT, with the taxable amount of
/// each group that comes nearest to its share.
pub(super) fn credit(
    invoice: Invoice<'_>,
    left: &Left,
    amount: Pence,
) -> Result<Credit, FieldError> {
    if amount <= Pence::ZERO {
        let msg = "Enter an amount above £0.00 in pounds and pence.";
        return Err(FieldError::new("amount", "out_of_range", msg));
    }
    let whole = left.total();
    if amount > whole {
        return Err(too_much("amount", left));
    }
    if amount == whole {
        return Ok(all(invoice, left));
    }
    let with_vat = invoice.document.prices_include_vat;
    let parts = split(&left.groups, amount, whole, with_vat);
    let total: Pence = parts.iter().map(Group::gross).sum();
    let net: Pence = parts.iter().map(|part| part.taxable).sum();
    let of: Pence = left.groups.iter().map(|group| group.taxable).sum();
    let base = left.cis_base.in_proportion(net, of);
    let deduction = left.cis_deduction.in_proportion(net, of);
    let parts = parts
        .into_iter()
        .filter(|part| !part.is_nothing())
        .collect();
    let name = format!("Credit against invoice {}", invoice.number);
    Ok(Credit {
        is_exact: total == amount,
        ..by_group(invoice, &name, parts, (base, deduction))
    })
}

/// A part of each group, together as near to the amount as possible; exactly the amount if prices include VAT.
fn split(groups: &[Group], amount: Pence, whole: Pence, with_vat: bool) -> Vec<Group> {
    let grosses: Vec<Pence> = groups.iter().map(Group::gross).collect();
    let shares = discount::shares(amount, &grosses, whole);
    if with_vat {
        let parts = groups.iter().zip(shares);
        return parts
            .map(|(group, share)| group.part_with_vat(share))
            .collect();
    }
    let mut parts: Vec<Group> = groups
        .iter()
        .zip(shares)
        .map(|(group, share)| nearest(group, share))
        .collect();
    let sum: Pence = parts.iter().map(Group::gross).sum();
    let missing = amount - sum;
    if missing != Pence::ZERO
        && let Some(better) = bring(groups, &parts, missing)
    {
        for (at, part) in better {
            parts[at] = part;
        }
    }
    parts
}

/// The part of a group that comes nearest to its share.
fn nearest(group: &Group, share: Pence) -> Group {
    let taxable = match group.treatment {
        Treatment::Taxable => {
            let hundred = 100 * power_of_ten(group.rate.0.scale());
            let exact = i128::from(share.0) * hundred;
            Pence::nearest(divide_rounded(exact, hundred + group.rate.0.mantissa()))
        }
        _ => share,
    };
    let near = (-1..=1).map(|by| taxable + Pence(by));
    let parts = near.filter(|it| group.has(*it)).map(|it| group.part(it));
    let parts = parts.chain([group.part(Pence::ZERO), group.part(group.taxable)]);
    let far = |part: &Group| (part.gross() - share).0.abs();
    parts
        .min_by_key(far)
        .unwrap_or_else(|| group.part(Pence::ZERO))
}

/// Adjusted parts of one group or two that bring the sum nearer to the amount, given the difference that is `missing`.
fn bring(groups: &[Group], parts: &[Group], missing: Pence) -> Option<Vec<(usize, Group)>> {
    let moved = |at: usize| {
        let (group, part) = (&groups[at], &parts[at]);
        (-TRIED..=TRIED)
            .map(move |by| part.taxable + Pence(by))
            .filter(move |taxable| group.has(*taxable))
            .map(move |taxable| (at, group.part(taxable)))
    };
    let gained = |(at, part): &(usize, Group)| part.gross() - parts[*at].gross();
    let far = |gain: Pence| (missing - gain).0.abs();
    let tried = groups.len().min(GROUPS);
    let mut best: Option<(i64, Vec<(usize, Group)>)> = None;
    let mut take = |by: i64, moves: Vec<(usize, Group)>| {
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
