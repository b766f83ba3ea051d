//! What each payment was for: how much of it was earned, VAT, and taken by a contractor (rules.md, section
//! 7, whose figures these are for a document under CIS, taken on to VAT and to money that goes back).

use serde::Serialize;

use crate::money::Pence;
use crate::time::Date;

/// What a document comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Without VAT and before the deduction: subtotal less discount.
    pub net: Pence,
    /// How much of that is materials.
    pub materials: Pence,
    /// What a contractor deducts.
    pub deducted: Pence,
    /// What is to be paid: with VAT, less the deduction.
    pub payable: Pence,
}

/// Money that came in for a document, or went back: then below zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Its id.
    pub id: String,
    /// The day.
    pub date: Date,
    /// How much.
    pub amount: Pence,
}

/// What one movement was for; all below zero where money went back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Received {
    /// The movement's id.
    pub id: String,
    /// The day.
    pub date: Date,
    /// What was earned by it, without VAT and before the deduction.
    pub gross: Pence,
    /// How much of that was materials.
    pub materials: Pence,
    /// What the contractor kept back for HMRC.
    pub deducted: Pence,
    /// The VAT of it.
    pub vat: Pence,
}

/// What each movement was for, in order of day, then id: each figure is rounded once of all money so far, and
/// a movement's own is the difference to the one before, so that they sum to the document's to the penny.
/// Money above what is to be paid earns nothing: it is the customer's to have back. Empty where nothing is to
/// be paid.
///
/// `gross + vat - deducted` is the money that moved, of what the document asks for.
#[must_use]
pub fn received(asked: Asked, moved: &[Moved]) -> Vec<Received> {
    if asked.payable.is_zero() {
        return Vec::new();
    }
    let mut moved: Vec<&Moved> = moved.iter().collect();
    moved.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
    let mut sum = Pence::ZERO;
    let mut before = [Pence::ZERO; 4];
    let each = moved.into_iter().map(|movement| {
        sum += movement.amount;
        let part = sum.min(asked.payable).max(Pence::ZERO);
        let [gross, materials, deducted] = [asked.net, asked.materials, asked.deducted]
            .map(|whole| whole.in_proportion(part, asked.payable));
        let now = [gross, materials, deducted, part - gross + deducted];
        let own = |figure: usize| now[figure] - before[figure];
        let received = Received {
            id: movement.id.clone(),
            date: movement.date,
            gross: own(0),
            materials: own(1),
            deducted: own(2),
            vat: own(3),
        };
        before = now;
        received
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn moved(rows: &[(&str, &str, i64)]) -> Vec<Moved> {
        let row = |(id, date, amount): &(&str, &str, i64)| Moved {
            id: (*id).to_owned(),
            date: date.parse().unwrap(),
            amount: Pence(*amount),
        };
        rows.iter().map(row).collect()
    }

    fn figures(received: &Received) -> [i64; 4] {
        [
            received.gross.0,
            received.materials.0,
            received.deducted.0,
            received.vat.0,
        ]
    }

    /// rules.md, section 7: labour 2,000 and materials 800 under reverse charge at 20 %: a deduction of 400,
    /// 2,400 to pay. Of 1,200.00 received, half of each: 1,400.00, 400.00, 200.00.
    #[test]
    fn the_worked_example() {
        let asked = Asked {
            net: Pence(280_000),
            materials: Pence(80_000),
            deducted: Pence(40_000),
            payable: Pence(240_000),
        };
        let told = received(asked, &moved(&[("p1", "2026-05-01", 120_000)]));
        assert_eq!(figures(&told[0]), [140_000, 40_000, 20_000, 0]);
    }

    /// Of a document's confirmed payments it says what the document does.
    #[test]
    fn the_document_says_the_same() {
        let document = serde_json::from_value(serde_json::json!({
            "items": [
                { "id": "a", "name": "Labour", "quantity": "1", "price": "2000.01" },
                { "id": "b", "name": "Pipe", "quantity": "1", "price": "800", "costType": "materials" }
            ],
            "tax": "20", "cisRate": "20",
            "payments": [
                { "id": "p2", "amount": "777.77", "date": "2026-05-02" },
                { "id": "p1", "amount": "333.33", "date": "2026-05-01" },
                { "id": "p3", "amount": "5000", "date": "2026-05-03" }
            ]
        }));
        let totals = crate::calculate::totals::calculate(&document.unwrap()).unwrap();
        let net = totals.subtotal_amount - totals.discount_amount;
        let asked = Asked {
            net,
            materials: net - totals.cis_base,
            deducted: totals.cis_deduction,
            payable: totals.amount_payable,
        };
        let rows = [
            ("p3", "2026-05-03", 500_000),
            ("p1", "2026-05-01", 33_333),
            ("p2", "2026-05-02", 77_777),
        ];
        let told = received(asked, &moved(&rows)).into_iter();
        let told: Vec<_> = told
            .map(|it| (it.id, it.gross, it.materials, it.deducted))
            .collect();
        let theirs = totals.cis_payments.into_iter();
        let theirs: Vec<_> = theirs
            .map(|it| (it.id, it.gross, it.materials, it.deducted))
            .collect();
        assert_eq!(told.len(), 3);
        assert_eq!(told, theirs);
    }

    /// £1,000 and £200 of VAT: of 400.00 a third of each, of the rest the rest; 300.00 that went back were 250.00
    /// and 50.00.
    #[test]
    fn vat_and_what_goes_back() {
        let asked = Asked {
            net: Pence(100_000),
            materials: Pence::ZERO,
            deducted: Pence::ZERO,
            payable: Pence(120_000),
        };
        let rows = [
            ("p2", "2026-06-01", 80_000),
            ("p1", "2026-05-01", 40_000),
            ("r1", "2026-07-01", -30_000),
        ];
        let told = received(asked, &moved(&rows));
        let all: Vec<_> = told.iter().map(figures).collect();
        let expected = [
            // 1,000.00 × 400 / 1,200 = 333.33….
            [33_333, 0, 0, 6_667],
            [66_667, 0, 0, 13_333],
            [-25_000, 0, 0, -5_000],
        ];
        assert_eq!(all, expected);
        // 50.00 too much, and back again: nobody earned it.
        let rows = [("p1", "2026-05-01", 125_000), ("r1", "2026-05-02", -5_000)];
        let told = received(asked, &moved(&rows));
        let all: Vec<_> = told.iter().map(figures).collect();
        assert_eq!(all, [[100_000, 0, 0, 20_000], [0, 0, 0, 0]]);
        let nothing = Asked {
            payable: Pence::ZERO,
            ..asked
        };
        assert!(received(nothing, &moved(&rows)).is_empty());
    }

    proptest! {
        #[test]
        fn they_sum_to_the_document_in_any_order(
            net in 1_i64..10_000_000,
            shares in (0_i64..=100, 0_i64..=30, 0_i64..=20),
            parts in prop::collection::vec(1_i64..100, 1..8),
        ) {
            let materials = net * shares.0 / 100;
            let deducted = (net - materials) * shares.1 / 100;
            let vat = net * shares.2 / 100;
            let asked = Asked {
                net: Pence(net),
                materials: Pence(materials),
                deducted: Pence(deducted),
                payable: Pence(net + vat - deducted),
            };
            let whole: i64 = parts.iter().sum();
            let mut left = asked.payable.0;
            let mut rows = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                let last = at + 1 == parts.len();
                let amount = if last { left } else { asked.payable.0 * part / whole };
                left -= amount;
                let day = "2026-05-01".parse::<Date>().unwrap().plus_days(at as u32 / 2).unwrap();
                rows.push(Moved { id: format!("p{at}"), date: day, amount: Pence(amount) });
            }
            let told = received(asked, &rows);
            let sum = |of: fn(&Received) -> Pence| told.iter().map(of).sum::<Pence>();
            prop_assert_eq!(sum(|it| it.gross), asked.net);
            prop_assert_eq!(sum(|it| it.materials), asked.materials);
            prop_assert_eq!(sum(|it| it.deducted), asked.deducted);
            prop_assert_eq!(sum(|it| it.vat), Pence(vat));
            for (received, moved) in told.iter().zip(&rows) {
                prop_assert_eq!(received.gross + received.vat - received.deducted, moved.amount);
            }
            rows.reverse();
            prop_assert_eq!(received(asked, &rows), told);
        }
    }
}
