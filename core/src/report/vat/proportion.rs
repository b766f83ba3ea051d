//! How much of a document's VAT belongs to a part of its money.

use super::record::VatAmount;
use crate::calculate::discount::allocate_discount;
use crate::money::Pence;

/// The part of some amounts for which a part of the payment is; everything for the whole payment.
///
/// `total × part / whole`, rounded once, is shared among the net amounts and the VAT of every treatment and rate in
/// proportion by largest remainder, so that no penny is lost: a fair and reasonable apportionment (Notice 731).
#[must_use]
pub fn take_proportion(amounts: &[VatAmount], part: Pence, whole: Pence) -> Vec<VatAmount> {
    if part == whole {
        return amounts.to_vec();
    }
    let pieces: Vec<Pence> = amounts.iter().flat_map(|it| [it.net, it.vat]).collect();
    let total: Pence = pieces.iter().copied().sum();
    let share = total.in_proportion(part, whole);
    let shared = if total == Pence::ZERO {
        // Amounts that cancel each other out have no proportion of their sum.
        let each = pieces.iter().map(|piece| piece.in_proportion(part, whole));
        each.collect()
    } else if total < Pence::ZERO {
        let turned: Vec<Pence> = pieces.iter().map(|piece| -*piece).collect();
        let shared = allocate_discount(-share, &turned, -total);
        shared.into_iter().map(|it| -it).collect()
    } else {
        allocate_discount(share, &pieces, total)
    };
    let mut amounts = amounts.to_vec();
    for (amount, pair) in amounts.iter_mut().zip(shared.chunks_exact(2)) {
        (amount.net, amount.vat) = (pair[0], pair[1]);
    }
    amounts
}

/// Adds amounts by treatment and rate, in a fixed order; `by` is 1 to add or -1 to subtract.
pub fn add_amounts(to: &mut Vec<VatAmount>, amounts: &[VatAmount], by: i64) {
    for amount in amounts {
        let key = (amount.treatment, amount.rate);
        let at = to.partition_point(|it| (it.treatment, it.rate) < key);
        if to.get(at).is_none_or(|it| (it.treatment, it.rate) != key) {
            let none = VatAmount { net: Pence::ZERO, vat: Pence::ZERO, ..*amount };
            to.insert(at, none);
        }
        to[at].net += Pence(amount.net.0.saturating_mul(by));
        to[at].vat += Pence(amount.vat.0.saturating_mul(by));
    }
}

/// The amount, limited to the range between 0 and `limit`, which may be negative.
pub fn clamp_between_zero_and(amount: Pence, limit: Pence) -> Pence {
    if limit < Pence::ZERO { amount.clamp(limit, Pence::ZERO) } else { amount.clamp(Pence::ZERO, limit) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Rate, Treatment};

    fn vat_amount(rate: &str, net: i64, vat: i64) -> VatAmount {
        VatAmount {
            treatment: Treatment::Taxable,
            rate: Rate(rate.parse().unwrap()),
            net: Pence(net),
            vat: Pence(vat),
        }
    }

    fn figures(amounts: &[VatAmount]) -> Vec<(i64, i64)> {
        amounts.iter().map(|it| (it.net.0, it.vat.0)).collect()
    }

    #[test]
    fn a_part_payment_is_for_every_rate_in_proportion() {
        // £1,000.00 at 20 % and £200.00 at 5 %: £1,410.00. £500.00 of it is 50/141:
        // 35460.99 + 7092.20 + 7092.20 + 354.61 p = 35461 + 7092 + 7092 + 355.
        let amounts = [vat_amount("20", 100_000, 20_000), vat_amount("5", 20_000, 1_000)];
        let part = take_proportion(&amounts, Pence(50_000), Pence(141_000));
        assert_eq!(figures(&part), [(35_461, 7_092), (7_092, 355)]);
        let sum: i64 = figures(&part).iter().map(|(net, vat)| net + vat).sum();
        assert_eq!(sum, 50_000);
        let whole = take_proportion(&amounts, Pence(141_000), Pence(141_000));
        assert_eq!(whole, amounts);
        // Under CIS £1,210.00 pays the whole: half of that is for half.
        let half = take_proportion(&amounts, Pence(60_500), Pence(121_000));
        assert_eq!(figures(&half), [(50_000, 10_000), (10_000, 500)]);
    }

    #[test]
    fn what_goes_back_is_shared_as_what_came() {
        let amounts = [vat_amount("20", -100_000, -20_000), vat_amount("5", -20_000, -1_000)];
        let part = take_proportion(&amounts, Pence(-50_000), Pence(-141_000));
        assert_eq!(figures(&part), [(-35_461, -7_092), (-7_092, -355)]);
        let cancel = [vat_amount("20", 100, 20), vat_amount("0", -120, 0)];
        let half = take_proportion(&cancel, Pence(1), Pence(2));
        assert_eq!(figures(&half), [(50, 10), (-60, 0)]);
        assert_eq!(clamp_between_zero_and(Pence(5), Pence(-3)), Pence(0));
        assert_eq!(clamp_between_zero_and(Pence(-5), Pence(-3)), Pence(-3));
        assert_eq!(clamp_between_zero_and(Pence(5), Pence(3)), Pence(3));
    }
}
