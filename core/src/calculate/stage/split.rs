//! A stage of an amount: shared among the treatments and rates in proportion to what is left of each, in whole pence,
//! so that net and VAT together come to the amount, or as near to it as whole pence allow. If the job's prices include
//! VAT, so do those of the stage, and it comes to exactly the amount.

use super::{LINE_ID_PREFIX, RemainingToInvoice, StageText};
use crate::calculate::cis::{self, MaterialsTotal};
use crate::calculate::partial_amount::allocate_discount;
use crate::calculate::totals::{Totals, calculate};
use crate::calculate::vat::{self, VatGroup};
use crate::document::{CostType, Document, Line, Treatment, Vat};
use crate::money::Pence;
use crate::money::number::Number;

/// How far from its share, in pence, the net amount of a group is looked for.
const SEARCH_RADIUS: i64 = 6;

/// The document of a stage that asks for `asked`, which is less than everything that is left.
pub(super) fn split_document(
    agreed: &Document,
    left: &RemainingToInvoice,
    amount: Pence,
    stage_text: &StageText,
) -> Document {
    let totals = calculate(agreed).ok();
    let with_vat = left.prices_include_vat;
    let nets = split_nets(left, amount, with_vat);
    let net: Pence = nets.iter().copied().sum();
    let labour = labour_parts(agreed, totals.as_ref(), left, &nets, net);
    let is_cost_known = is_cost_known(agreed);
    let mut items = Vec::new();
    for ((group, net), labour) in left.groups.iter().zip(&nets).zip(labour) {
        // The customer must not learn what materials cost the business. If the cost is known, the line for materials
        // has the selling price of the quote and stores the cost separately, so that the base of the deduction is the
        // same.
        let materials = *net - labour;
        let cost = (is_cost_known && materials > Pence::ZERO).then_some(materials);
        let pence = match cost {
            Some(_) => materials_price(agreed, totals.as_ref(), group, *net),
            None => materials,
        };
        let parts =
            [(CostType::Labour, *net - pence, None), (CostType::Materials, pence, cost.map(Number::from))];
        let split = parts.iter().all(|(_, part, _)| *part != Pence::ZERO);
        for (cost_type, part, cost) in parts {
            if part == Pence::ZERO {
                continue;
            }
            let mut name = stage_text.name.clone();
            if split {
                name.push_str(match cost_type {
                    CostType::Labour => ": labour",
                    CostType::Materials => ": materials",
                });
            }
            items.push(Line {
                id: format!("{LINE_ID_PREFIX}{}", items.len() + 1),
                name,
                description: if items.is_empty() { stage_text.description.clone() } else { String::new() },
                quantity: Number::from(1),
                price: Number::from(part),
                vat: Some(Vat { treatment: group.treatment, rate: Number::Value(group.rate.0) }),
                cost_type,
                cost,
                ..Line::default()
            });
        }
    }
    // Every field is named, so that a new one doesn't compile until somebody decides whether a stage of an amount has
    // it.
    let Document {
        items: _, // one line for each group
        document_labour_unit_type,
        include_labour: _, // in the lines
        labour_hours: _,
        labour_rate: _,
        labour_unit_type: _,
        include_discount: _, // the prices are what is asked for
        discount: _,
        discount_type: _,
        discount_reason: _,
        vat_treatment,
        tax,
        prices_include_vat: _, // as what is left
        supply_date: _,        // a stage has no day of supply of its own (VAT Regulations 1995, reg. 93)
        vat_answers,
        sections: _,        // its lines are of all of them
        price_display: _,   // an invoice shows each price
        agreement: _,       // it was agreed with the quote
        photos: _,          // an invoice shows none
        choices: _,         // what counts is chosen
        chosen_choice: _,   // likewise
        include_deposit: _, // it is itself a part of the job
        deposit: _,
        deposit_type: _,
        deposit_reason: _,
        cis_rate,
        invoiced: _,   // the final invoice takes them off
        variation: _,  // it is none
        variations: _, // it is one sum on one invoice
        payments: _,   // of another document
    } = agreed;
    Document {
        items,
        document_labour_unit_type: *document_labour_unit_type,
        vat_treatment: *vat_treatment,
        tax: tax.clone(),
        prices_include_vat: with_vat,
        cis_rate: cis_rate.clone(),
        vat_answers: vat_answers.clone(),
        ..Document::default()
    }
}

/// Whether the business has entered a cost for any materials of the job.
fn is_cost_known(agreed: &Document) -> bool {
    let known = |line: &Line| line.cost.as_ref().is_some_and(|cost| !cost.is_empty());
    let mut lines = agreed.items.iter();
    lines.any(|line| line.cost_type == CostType::Materials && known(line))
}

/// How much of a group's net amount is materials at their selling price, in the same proportion as in the whole job. If
/// that would be nothing, all of it, because the cost of materials needs a line.
fn materials_price(agreed: &Document, totals: Option<&Totals>, group: &VatGroup, net: Pence) -> Pence {
    let Some(totals) = totals else {
        return net;
    };
    let lines = agreed.items.iter().zip(&totals.items);
    let materials: Pence = lines
        .filter(|(line, totals)| totals.counted && line.cost_type == CostType::Materials)
        .filter(|(line, _)| vat::line_vat(line, agreed) == (group.treatment, group.rate))
        .map(|(_, totals)| totals.goods)
        .sum();
    let mut groups = totals.vat_groups.iter();
    let whole = groups.find(|one| (one.treatment, one.rate) == (group.treatment, group.rate));
    let part = whole.map_or(net, |whole| materials.in_proportion(net, whole.net));
    if part <= Pence::ZERO || part > net { net } else { part }
}

/// The price of each group, with or without VAT like the job's prices: its share, adjusted by a few pence if that comes
/// closer to the amount.
fn split_nets(left: &RemainingToInvoice, amount: Pence, with_vat: bool) -> Vec<Pence> {
    let shares: Vec<Pence> = left
        .groups
        .iter()
        .map(|group| {
            let whole = group.amount(with_vat);
            clamp_to_group(group, amount.in_proportion(whole, left.total), with_vat)
        })
        .collect();
    let mut largest: Vec<usize> = (0..shares.len()).collect();
    largest.sort_by_key(|&at| (-left.groups[at].taxable.0.abs(), at));
    let moves: Vec<i64> = (-SEARCH_RADIUS..=SEARCH_RADIUS).collect();
    let second = if largest.len() > 1 { &*moves } else { &[0][..] };
    let mut best = (i64::MAX, i64::MAX, shares.clone());
    for first in &moves {
        for second in second {
            let mut nets = shares.clone();
            for (at, by) in largest.iter().zip([first, second]) {
                nets[*at] = clamp_to_group(&left.groups[*at], nets[*at] + Pence(*by), with_vat);
            }
            let off = (total_with_vat(left, &nets, with_vat) - amount).0.abs();
            let moved = first.abs() + second.abs();
            if (off, moved) < (best.0, best.1) {
                best = (off, moved, nets);
            }
        }
    }
    best.2
}

/// The price, limited to what is left of the group.
fn clamp_to_group(group: &VatGroup, price: Pence, with_vat: bool) -> Pence {
    let limit = group.amount(with_vat);
    let (least, most) = if limit < Pence::ZERO { (limit, Pence::ZERO) } else { (Pence::ZERO, limit) };
    price.clamp(least, most)
}

/// The total of these prices, including the VAT that is charged on them.
fn total_with_vat(left: &RemainingToInvoice, nets: &[Pence], with_vat: bool) -> Pence {
    if with_vat {
        return nets.iter().copied().sum();
    }
    let groups = left.groups.iter().zip(nets);
    groups
        .map(|(group, net)| match group.treatment {
            Treatment::Taxable => *net + net.percent(group.rate.0),
            _ => *net,
        })
        .sum()
}

/// How much of each net amount is labour, from which CIS is deducted: in proportion to the base of the deduction in
/// each group of the whole job, and never more than the net amount. Outside the scheme, all of it, because the
/// difference doesn't matter.
fn labour_parts(
    agreed: &Document,
    totals: Option<&Totals>,
    left: &RemainingToInvoice,
    nets: &[Pence],
    net: Pence,
) -> Vec<Pence> {
    if !agreed.is_under_cis() || net <= Pence::ZERO {
        return nets.to_vec();
    }
    let base = left.cis_base.in_proportion(net, left.net);
    let base = base.clamp(Pence::ZERO, net);
    let own = labour_by_group(agreed, totals, left);
    let mut parts = allocate_discount(base, &own, own.iter().copied().sum());
    let mut over = base - parts.iter().copied().sum();
    for (part, net) in parts.iter_mut().zip(nets) {
        let fits = (*part).clamp(Pence::ZERO, (*net).max(Pence::ZERO));
        over += *part - fits;
        *part = fits;
    }
    // What is too much for one group goes to another.
    for (part, net) in parts.iter_mut().zip(nets) {
        let more = over.min(*net - *part).max(Pence::ZERO);
        *part += more;
        over -= more;
    }
    parts
}

/// The base of the deduction in each group of the job.
fn labour_by_group(agreed: &Document, totals: Option<&Totals>, left: &RemainingToInvoice) -> Vec<Pence> {
    let Some(totals) = totals else {
        return vec![Pence::ZERO; left.groups.len()];
    };
    let of = |group: &VatGroup| {
        let mut materials = MaterialsTotal::default();
        for (line, line_totals) in agreed.items.iter().zip(&totals.items) {
            if vat::line_vat(line, agreed) == (group.treatment, group.rate) {
                materials += MaterialsTotal::for_line(line, line_totals);
            }
        }
        let same = |one: &&VatGroup| (one.treatment, one.rate) == (group.treatment, group.rate);
        let group = totals.vat_groups.iter().find(same);
        group.map_or(Pence::ZERO, |group| cis::calculate_base(group.net, group.discount, materials))
    };
    left.groups.iter().map(of).collect()
}
