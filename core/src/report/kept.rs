//! What someone keeps of a document, as it is typed: what the customer is asked for, less what a contractor deducts,
//! the VAT that is HMRC's, and a share to put aside for tax.

use rust_decimal::Decimal;
use serde::Serialize;

use crate::calculate::totals::Totals;
use crate::money::Pence;
use crate::money::number::Number;

/// Which rule takes something off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum KeptRule {
    /// The Construction Industry Scheme: the contractor deducts it and pays it to HMRC (Finance Act 2004, s. 61).
    Cis,
    /// The VAT that the customer is charged goes to HMRC (Value Added Tax Act 1994, s. 25), or the flat rate of the total
    /// where the business accounts so (VAT Notice 733). What is claimed back on purchases is not known here.
    Vat,
    /// The tax pot: what the person puts aside for Income Tax and National Insurance, beyond what CIS took: that counts
    /// towards the same tax (Income Tax (Construction Industry Scheme) Regulations 2005, reg. 56). How much is their
    /// choice and no rule of law.
    TaxPot,
}

/// A row between the total and what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct KeptRow {
    /// Why.
    pub rule: KeptRule,
    /// What is taken off.
    pub amount: Pence,
}

/// What is kept of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// The document's total, with VAT and before CIS.
    pub total: Pence,
    /// CIS, VAT and the tax pot, in this order, each also where it is nothing.
    pub rows: [KeptRow; 3],
    /// The total less all of them, to the penny.
    pub kept: Pence,
}

/// What is put aside until somebody says otherwise: the basic rate of Income Tax. It is a start and no advice.
#[must_use]
pub fn usual_pot() -> Number {
    Number::from(20)
}

/// A percentage to put aside as it is kept; none where it is no percentage from 0 to 100 with 2 decimals at most.
#[must_use]
pub fn checked_pot(typed: &Number) -> Option<Number> {
    let Number::Value(percentage) = typed else {
        return None;
    };
    let percentage = percentage.normalize();
    let fits =
        (Decimal::ZERO..=Decimal::ONE_HUNDRED).contains(&percentage) && percentage.scale() <= 2;
    fits.then_some(Number::Value(percentage))
}

/// What is kept of a total; `flat` is the percentage of the flat rate scheme, where the business is in it; `pot` is a percentage from 0 to 100 of the total without VAT, rounded half away from zero.
/// What CIS took is part of it, and where CIS took more nothing is put aside.
#[must_use]
pub fn kept(total: Pence, cis: Pence, vat: Pence, flat: Option<Decimal>, pot: Decimal) -> Kept {
    // What charges no VAT is mostly outside the scheme: a reverse charge, or outside the scope.
    let flat = flat.filter(|_| vat != Pence::ZERO);
    let vat = flat.map_or(vat, |percent| total.percent(percent));
    let left = total - cis - vat;
    let aside = (total - vat).percent(pot.clamp(Decimal::ZERO, Decimal::ONE_HUNDRED));
    let pot = (aside - cis).max(Pence::ZERO);
    let row = |rule, amount| KeptRow { rule, amount };
    Kept {
        total,
        rows: [
            row(KeptRule::Cis, cis),
            row(KeptRule::Vat, vat),
            row(KeptRule::TaxPot, pot),
        ],
        kept: left - pot,
    }
}

/// What is kept of a document with these figures. VAT under the reverse charge is the customer's to pay, and so no part
/// of the total.
#[must_use]
pub fn kept_of(totals: &Totals, pot: Decimal) -> Kept {
    kept(
        totals.total_amount,
        totals.cis_deduction,
        totals.vat_amount,
        None,
        pot,
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::calculate::totals::calculate;

    fn amounts(it: &Kept) -> ([i64; 3], i64) {
        (it.rows.map(|row| row.amount.0), it.kept.0)
    }

    fn percent(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    /// Labour 2,000 and materials 800 with VAT of 560 and CIS of 400: 25 % of 2,800 is 700, of which CIS took 400;
    /// 3,360 − 400 − 560 − 300 = 2,100.
    #[test]
    fn worked_by_hand() {
        let told = kept(
            Pence(336_000),
            Pence(40_000),
            Pence(56_000),
            None,
            percent("25"),
        );
        assert_eq!(amounts(&told), ([40_000, 56_000, 30_000], 210_000));
        // 10 % would be 280, and CIS took more.
        let told = kept(
            Pence(336_000),
            Pence(40_000),
            Pence(56_000),
            None,
            percent("10"),
        );
        assert_eq!(amounts(&told), ([40_000, 56_000, 0], 240_000));
        // At a flat rate of 9.5 %, of 2,000 and 400 of VAT: 228; 20 % of the other 2,172 is 434.40.
        let flat = Some(percent("9.5"));
        let told = kept(Pence(240_000), Pence(0), Pence(40_000), flat, percent("20"));
        assert_eq!(amounts(&told), ([0, 22_800, 43_440], 173_760));
        let told = kept(Pence(240_000), Pence(0), Pence(0), flat, percent("20"));
        assert_eq!(amounts(&told), ([0, 0, 48_000], 192_000));
        // 17.5 % of 0.50 is 8.75p.
        let told = kept(Pence(50), Pence(0), Pence(0), None, percent("17.5"));
        assert_eq!(amounts(&told), ([0, 0, 9], 41));
        // A percentage beyond its limits stops at them.
        assert_eq!(
            kept(Pence(50), Pence(0), Pence(0), None, percent("120")).kept,
            Pence::ZERO
        );
        assert_eq!(
            kept(Pence(50), Pence(0), Pence(0), None, percent("-1")).kept,
            Pence(50)
        );
        let json = serde_json::to_value(told).unwrap();
        assert_eq!(json["rows"][2]["rule"], "taxPot");
        assert_eq!(json["kept"], "0.41");
    }

    /// rules.md's construction case: the VAT of a reverse charge is no part of it: 20 % of 2,800 is
    /// 560, of which CIS took 400.
    #[test]
    fn a_document_as_it_is_typed() {
        let document = serde_json::from_value(serde_json::json!({
            "items": [
                { "id": "a", "name": "Labour", "quantity": "1", "price": "2000", "costType": "labour" },
                { "id": "b", "name": "Pipe", "quantity": "1", "price": "800", "cost": "800", "costType": "materials" }
            ],
            "vatTreatment": "reverseCharge", "tax": "20", "cisRate": "20"
        }));
        let totals = calculate(&document.unwrap()).unwrap();
        let told = kept_of(&totals, percent("20"));
        assert_eq!(
            (told.total, amounts(&told)),
            (Pence(280_000), ([40_000, 0, 16_000], 224_000))
        );
    }

    proptest! {
        #[test]
        fn the_rows_and_what_is_kept_sum_to_the_total(
            total in 0_i64..10_000_000_000,
            shares in (0_i64..=100, 0_i64..=100),
            pot in 0_u32..=10_000,
        ) {
            let cis = total / 100 * shares.0 / 2;
            let vat = total / 100 * shares.1 / 2;
            let told = kept(Pence(total), Pence(cis), Pence(vat), None, Decimal::new(pot.into(), 2));
            let off: Pence = told.rows.iter().map(|it| it.amount).sum();
            prop_assert_eq!(off + told.kept, Pence(total));
            prop_assert!(told.kept >= Pence::ZERO);
        }
    }
}
