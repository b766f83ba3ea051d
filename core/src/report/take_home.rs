//! How much of a document's total the business is left with, while the document is typed: less what a contractor
//! deducts, the VAT that goes to HMRC, and a share to set aside for tax.

use rust_decimal::Decimal;
use serde::Serialize;

use crate::document::{Invoiced, Treatment};
use crate::money::Pence;
use crate::money::number::Number;

/// The reason for a deduction from the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum TakeHomeRule {
    /// The Construction Industry Scheme: the contractor deducts it and pays it to HMRC (Finance Act 2004, s. 61).
    Cis,
    /// The VAT that the customer is charged goes to HMRC (Value Added Tax Act 1994, s. 25), or the flat rate of the
    /// total if the business uses that scheme (VAT Notice 733). What is reclaimed on purchases is not known here.
    Vat,
    /// What the materials cost the business, as far as the lines contain it: this is paid out of the total.
    Materials,
    /// The tax pot: what the person sets aside for Income Tax and National Insurance, beyond the CIS deduction, which
    /// counts towards the same tax (Income Tax (Construction Industry Scheme) Regulations 2005, reg. 56). The
    /// percentage is their choice and not a rule of law.
    TaxPot,
}

/// A deduction from the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TakeHomeRow {
    /// The reason.
    pub rule: TakeHomeRule,
    /// The amount of the deduction.
    pub amount: Pence,
}

/// How much of a document's total the business is left with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TakeHome {
    /// The document's total, including VAT and before CIS.
    pub total: Pence,
    /// CIS, VAT, materials and the tax pot, in this order, even if the amount is 0.
    pub rows: [TakeHomeRow; 4],
    /// The total less all of them, to the penny.
    pub kept: Pence,
}

/// The percentage that is set aside by default: the basic rate of Income Tax. It is a starting point and not advice.
#[must_use]
pub fn default_pot_percentage() -> Number {
    Number::from(20)
}

/// Reads the percentage to set aside; `None` if it is not a number from 0 to 100 with at most 2 decimals.
#[must_use]
pub fn parse_pot_percentage(typed: &Number) -> Option<Number> {
    let Number::Value(percentage) = typed else {
        return None;
    };
    let percentage = percentage.normalize();
    let fits = (Decimal::ZERO..=Decimal::ONE_HUNDRED).contains(&percentage) && percentage.scale() <= 2;
    fits.then_some(Number::Value(percentage))
}

/// The amounts of a document from which it is calculated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakeHomeInput {
    /// The total, including VAT and before CIS.
    pub total: Pence,
    /// The CIS deduction.
    pub cis: Pence,
    /// The VAT that is charged.
    pub vat: Pence,
    /// What the materials cost the business, without VAT.
    pub materials: Pence,
}

impl TakeHomeInput {
    /// The same for the whole job, from its final invoice: that has all lines of the job with their cost, but its
    /// totals are only what earlier invoices left.
    #[must_use]
    pub fn of_whole_job(self, invoiced: &[Invoiced]) -> Self {
        let groups = || invoiced.iter().flat_map(|one| &one.groups);
        let net: Pence = groups().map(|group| group.taxable).sum();
        let taxable = groups().filter(|group| group.treatment == Treatment::Taxable);
        let charged: Pence = taxable.map(|group| group.vat).sum();
        let deducted: Pence = invoiced.iter().map(|one| one.cis_deduction).sum();
        Self {
            total: self.total + net + charged,
            cis: self.cis + deducted,
            vat: self.vat + charged,
            materials: self.materials,
        }
    }
}

/// How much of a document's total the business is left with. `flat` is the percentage of the flat rate scheme, if the
/// business is in it. `pot` is the percentage from 0 to 100 of the profit (the total without VAT, less the materials)
/// to set aside, rounded half away from zero. The CIS deduction counts towards it; if that is larger, nothing more is
/// set aside.
#[must_use]
pub fn calculate_take_home(sums: TakeHomeInput, flat: Option<Decimal>, pot: Decimal) -> TakeHome {
    let TakeHomeInput { total, cis, vat, materials } = sums;
    // A document that charges no VAT is mostly outside the scheme: a reverse charge, or outside the scope.
    let flat = flat.filter(|_| vat != Pence::ZERO);
    let vat = flat.map_or(vat, |percent| total.percent(percent));
    let left = total - cis - vat - materials;
    let profit = (total - vat - materials).max(Pence::ZERO);
    let aside = profit.percent(pot.clamp(Decimal::ZERO, Decimal::ONE_HUNDRED));
    let pot = (aside - cis).max(Pence::ZERO);
    let row = |rule, amount| TakeHomeRow { rule, amount };
    TakeHome {
        total,
        rows: [
            row(TakeHomeRule::Cis, cis),
            row(TakeHomeRule::Vat, vat),
            row(TakeHomeRule::Materials, materials),
            row(TakeHomeRule::TaxPot, pot),
        ],
        kept: left - pot,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_final_invoice_is_calculated_for_the_whole_job() {
        let invoiced = |of: serde_json::Value| serde_json::from_value::<Invoiced>(of).unwrap();
        let before = invoiced(serde_json::json!({
            "id": "1", "number": "INV-1", "cisBase": "0.00", "cisDeduction": "100.00",
            "groups": [
                { "treatment": "taxable", "rate": "20", "net": "1000.00", "discount": "0.00",
                  "taxable": "1000.00", "vat": "200.00" },
                { "treatment": "reverseCharge", "rate": "20", "net": "500.00", "discount": "0.00",
                  "taxable": "500.00", "vat": "100.00" },
            ],
        }));
        let own = TakeHomeInput {
            total: Pence(120_000),
            cis: Pence(5_000),
            vat: Pence(20_000),
            materials: Pence(30_000),
        };
        let whole = TakeHomeInput {
            total: Pence(290_000),
            cis: Pence(15_000),
            vat: Pence(40_000),
            materials: Pence(30_000),
        };
        assert_eq!(own.of_whole_job(&[before]), whole);
        assert_eq!(own.of_whole_job(&[]), own);
    }

    fn amounts(it: &TakeHome) -> ([i64; 4], i64) {
        (it.rows.map(|row| row.amount.0), it.kept.0)
    }

    fn percent(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn sums([total, cis, vat, materials]: [i64; 4]) -> TakeHomeInput {
        TakeHomeInput { total: Pence(total), cis: Pence(cis), vat: Pence(vat), materials: Pence(materials) }
    }

    fn calculate(figures: [i64; 4], flat: Option<&str>, pot: &str) -> ([i64; 4], i64) {
        amounts(&calculate_take_home(sums(figures), flat.map(percent), percent(pot)))
    }

    /// Labour 2,000 and materials 800 with VAT of 560 and CIS of 400: 25 % of 2,800 is 700, of which CIS took 400;
    /// 3,360 − 400 − 560 − 300 = 2,100.
    #[test]
    fn calculates_what_is_left_after_cis_vat_and_tax() {
        let job = [336_000, 40_000, 56_000, 0];
        assert_eq!(calculate(job, None, "25"), ([40_000, 56_000, 0, 30_000], 210_000));
        // 10 % would be 280, and CIS took more.
        assert_eq!(calculate(job, None, "10"), ([40_000, 56_000, 0, 0], 240_000));
        // At a flat rate of 9.5 %, of 2,000 and 400 of VAT: 228; 20 % of the other 2,172 is 434.40.
        let flat = Some("9.5");
        let job = [240_000, 0, 40_000, 0];
        assert_eq!(calculate(job, flat, "20"), ([0, 22_800, 0, 43_440], 173_760));
        let without_vat = [240_000, 0, 0, 0];
        assert_eq!(calculate(without_vat, flat, "20"), ([0, 0, 0, 48_000], 192_000));
        // 17.5 % of 0.50 is 8.75p.
        assert_eq!(calculate([50, 0, 0, 0], None, "17.5"), ([0, 0, 0, 9], 41));
        // A percentage beyond its limits stops at them.
        assert_eq!(calculate([50, 0, 0, 0], None, "120").1, 0);
        assert_eq!(calculate([50, 0, 0, 0], None, "-1").1, 50);
        let json =
            serde_json::to_value(calculate_take_home(sums([50, 0, 0, 0]), None, percent("17.5"))).unwrap();
        assert_eq!(json["rows"][3]["rule"], "taxPot");
        assert_eq!(json["kept"], "0.41");
    }

    /// 1,200 with VAT of 200, of materials that cost 600: 20 % is put aside of 400, and 320 is kept.
    #[test]
    fn materials_are_deducted_and_not_taxed() {
        let job = [120_000, 0, 20_000, 60_000];
        assert_eq!(calculate(job, None, "20"), ([0, 20_000, 60_000, 8_000], 32_000));
        // Under the reverse charge, with CIS of 20 % of 2,000: 20 % of 2,000 is what CIS took.
        let job = [280_000, 40_000, 0, 80_000];
        assert_eq!(calculate(job, None, "20"), ([40_000, 0, 80_000, 0], 160_000));
        // A job that costs more than it brings is not taxed.
        let job = [50_000, 0, 0, 60_000];
        assert_eq!(calculate(job, None, "20"), ([0, 0, 60_000, 0], -10_000));
    }

    proptest! {
        #[test]
        fn the_rows_and_what_is_left_add_up_to_the_total(
            total in 0_i64..10_000_000_000,
            shares in (0_i64..=100, 0_i64..=100, 0_i64..=100),
            pot in 0_u32..=10_000,
        ) {
            let part = |share: i64| total / 100 * share / 3;
            let (cis, vat, materials) = (part(shares.0), part(shares.1), part(shares.2));
            let take_home = calculate_take_home(sums([total, cis, vat, materials]), None, Decimal::new(pot.into(), 2));
            let off: Pence = take_home.rows.iter().map(|it| it.amount).sum();
            prop_assert_eq!(off + take_home.kept, Pence(total));
            prop_assert!(take_home.kept >= Pence::ZERO);
        }
    }
}
