//! Properties that hold for all records, tested with generated ones.

use proptest::prelude::*;

use super::*;

/// Days of 2026 and 2027.
fn any_day() -> impl Strategy<Value = Date> {
    (0_u32..730).prop_map(|days| day("2026-01-01").plus_days(days).unwrap())
}

fn any_amounts() -> impl Strategy<Value = Vec<VatAmount>> {
    let kinds = prop::sample::subsequence((0_usize..6).collect::<Vec<_>>(), 1..=3);
    (kinds, prop::collection::vec(1_i64..5_000_000, 3)).prop_map(|(kinds, nets)| {
        let one = |(kind, net): (&usize, &i64)| {
            let (treatment, rate) = [
                (Treatment::Taxable, "20"),
                (Treatment::Taxable, "5"),
                (Treatment::Taxable, "0"),
                (Treatment::ReverseCharge, "20"),
                (Treatment::Exempt, "0"),
                (Treatment::OutsideScope, "0"),
            ][*kind];
            let rated = amount(treatment, rate, *net, 0);
            VatAmount { vat: rated.net.percent(rated.rate.0), ..rated }
        };
        kinds.iter().zip(&nets).map(one).collect()
    })
}

/// An invoice that is paid in full, in parts, except for what was credited.
fn any_sale() -> impl Strategy<Value = Sale> {
    let parts = prop::collection::vec((any_day(), 0_i64..100), 0..4);
    (
        (any_amounts(), any_day(), prop::option::of(0_u32..40)),
        (any_day(), parts, prop::option::of((any_day(), any_day()))),
        0_i64..30,
    )
        .prop_map(|((amounts, issued, done), (last, parts, credit), kept_back)| {
            let mut made = sale("", "2026-01-01", amounts);
            made.issued = Some(issued);
            made.supplied = done.map(|days| issued.minus_days(days).unwrap().max(day("2026-01-01")));
            made.payable = made.payable - Pence(made.payable.0 / 100 * kept_back);
            let mut left = made.payable;
            for (date, percent) in parts {
                let amount = Pence(made.payable.0 / 100 * percent).min(left);
                left -= amount;
                let id = format!("{}", made.payments.len());
                made.payments.push(VatPayment { id, date, amount });
            }
            made.payments.push(VatPayment { id: "last".into(), date: last, amount: left });
            if let Some((on, back)) = credit {
                // A tenth of every rate, given back.
                let tenth = |it: &VatAmount| VatAmount {
                    net: Pence(it.net.0 / 10),
                    vat: Pence(it.vat.0 / 10),
                    ..*it
                };
                let payable = Pence(made.payable.0 / 10);
                made.credits.push(Credit {
                    id: "credit".into(),
                    issued: on.max(issued),
                    amounts: made.amounts.iter().map(tenth).collect(),
                    payable,
                    voided: false,
                });
                made.payments.push(VatPayment { id: "back".into(), date: back, amount: -payable });
            }
            made
        })
}

fn any_purchase() -> impl Strategy<Value = Purchase> {
    (any_amounts(), any_day(), any_day(), any::<[bool; 4]>()).prop_map(
        |(amounts, date, paid, [reclaims, capital, acquired, is_refund])| {
            let by = if is_refund { -1 } else { 1 };
            let turned =
                |it: &VatAmount| VatAmount { net: Pence(it.net.0 * by), vat: Pence(it.vat.0 * by), ..*it };
            let mut made = bought("", "2026-01-01", amounts.iter().map(turned).collect());
            made.date = date;
            made.payments[0].date = paid;
            made.relevant_goods = Pence(made.payable.0 / 2);
            (made.reclaims, made.capital) = (reclaims, capital);
            if acquired {
                made.kind = PurchaseKind::Acquisition;
            }
            made
        },
    )
}

fn any_books() -> impl Strategy<Value = TestBooks> {
    let sales = prop::collection::vec(any_sale(), 0..6);
    let purchases = prop::collection::vec(any_purchase(), 0..6);
    (sales, purchases, any::<bool>(), any::<bool>()).prop_map(|(sales, purchases, cash, flat)| {
        let mut test_books = TestBooks::new(cash, flat.then_some(FlatRateSector::Building));
        test_books.registration.from = Some(day("2026-01-01"));
        (test_books.sales, test_books.purchases) = (sales, purchases);
        for (at, sale) in test_books.sales.iter_mut().enumerate() {
            sale.id = format!("s{at}");
        }
        for (at, purchase) in test_books.purchases.iter_mut().enumerate() {
            purchase.id = format!("p{at}");
        }
        test_books
    })
}

fn all_time() -> Period {
    period("2026-01-01", "2027-12-31")
}

fn quarters(test_books: &TestBooks) -> Vec<Period> {
    Stagger::March.list_periods(all_time(), &test_books.registration)
}

fn exact(made: &VatReturn) -> Vec<i64> {
    made.boxes.iter().map(|it| it.exact.0).collect()
}

proptest! {
    #[test]
    fn each_box_is_the_sum_of_its_entries(test_books in any_books()) {
        for period in quarters(&test_books) {
            let made = test_books.build_return(period);
            let amounts = exact(&made);
            prop_assert_eq!(amounts[2], amounts[0] + amounts[1]);
            prop_assert_eq!(amounts[4], (amounts[2] - amounts[3]).abs());
            prop_assert_eq!(made.reclaims, amounts[2] < amounts[3]);
            let of = |number: usize, figure: fn(&VatEntry) -> Pence| -> i64 {
                let behind = made.boxes[number - 1].entries.iter();
                behind.map(|at| figure(&made.entries[*at])).sum::<Pence>().0
            };
            let flat: Pence = made.flat.iter().map(|part| part.vat).sum();
            prop_assert_eq!(amounts[0], of(1, |it| it.amounts.box1) + flat.0);
            prop_assert_eq!(amounts[1], of(2, |it| it.amounts.box2));
            prop_assert_eq!(amounts[3], of(4, |it| it.amounts.box4));
            prop_assert_eq!(amounts[5], of(6, |it| it.amounts.box6));
            prop_assert_eq!(amounts[6], of(7, |it| it.amounts.box7));
            prop_assert_eq!(amounts[8], of(9, |it| it.amounts.box9));
            for it in &made.boxes[5..] {
                prop_assert_eq!(it.amount.0 % 100, 0);
                prop_assert!((it.exact - it.amount).0.abs() < 100);
            }
        }
    }

    #[test]
    fn the_order_of_records_changes_nothing(test_books in any_books(), turn in 0_usize..6) {
        let mut turned = TestBooks {
            registration: test_books.registration.clone(),
            schemes: test_books.schemes.clone(),
            sales: test_books.sales.clone(),
            purchases: test_books.purchases.clone(),
            filed: Vec::new(),
            moved: std::collections::HashMap::new(),
        };
        turned.sales.reverse();
        let len = turned.purchases.len();
        turned.purchases.rotate_left(turn % len.max(1));
        for sale in &mut turned.sales {
            sale.payments.reverse();
            sale.amounts.reverse();
        }
        for period in quarters(&test_books) {
            prop_assert_eq!(test_books.build_return(period), turned.build_return(period));
        }
    }

    /// However money is received and refunded, both methods have counted the same in the end.
    #[test]
    fn the_two_bases_agree_in_the_end(mut test_books in any_books()) {
        // The first year of registration is another percentage of the flat rate by the day.
        test_books.registration.from = Some(day("2020-01-01"));
        test_books.schemes[0].cash = false;
        let by_invoices = exact(&test_books.build_return(all_time()));
        test_books.schemes[0].cash = true;
        prop_assert_eq!(exact(&test_books.build_return(all_time())), by_invoices);
    }

    /// Quarter by quarter, no penny is lost or counted twice. The flat rate is rounded once in each return.
    #[test]
    fn the_quarters_sum_to_the_whole(mut test_books in any_books()) {
        test_books.schemes[0].flat_rate = None;
        let whole = exact(&test_books.build_return(all_time()));
        let mut sum = [0; 9];
        for period in quarters(&test_books) {
            let part = exact(&test_books.build_return(period));
            sum.iter_mut().zip(&part).for_each(|(sum, it)| *sum += it);
        }
        for number in [0, 1, 2, 3, 5, 6, 7, 8] {
            prop_assert_eq!(sum[number], whole[number]);
        }
    }

    /// Whatever is added, voided or removed after filing, all filed returns plus the next one add up to today's
    /// records.
    #[test]
    fn corrections_make_good_what_was_filed(
        mut test_books in any_books(),
        more in prop::collection::vec(any_sale(), 0..3),
        voided in prop::collection::vec(any::<bool>(), 6),
    ) {
        test_books.schemes[0].flat_rate = None;
        let quarters = quarters(&test_books);
        test_books.file_return(quarters[0]);
        for (at, mut sale) in more.into_iter().enumerate() {
            sale.id = format!("more{at}");
            test_books.sales.push(sale);
        }
        test_books.file_return(quarters[1]);
        for (sale, voided) in test_books.sales.iter_mut().zip(&voided) {
            sale.voided = *voided;
        }
        test_books.purchases.pop();
        let mut sum = [0; 9];
        for period in &quarters {
            let part = exact(&test_books.build_return(*period));
            sum.iter_mut().zip(&part).for_each(|(sum, it)| *sum += it);
        }
        test_books.filed.clear();
        let whole = exact(&test_books.build_return(all_time()));
        for number in [0, 1, 2, 3, 5, 6, 7, 8] {
            prop_assert_eq!(sum[number], whole[number]);
        }
    }
}
