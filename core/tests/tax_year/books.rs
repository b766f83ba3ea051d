//! The plumber's records of the year.

use plumbline_core::document::{Rate, Treatment};
use plumbline_core::expense::{ExpenseCategory, GoodsOrService, VatKind};
use plumbline_core::money::Pence;
use plumbline_core::report::books::{
    CreditNoteAmounts, DocumentAmounts, Income, IncomeKind, MoneyMovement, ReceivedAmounts, RecordedExpense,
    Spending, VehicleCost, allocate_movements,
};
use plumbline_core::report::vat::{Credit, Purchase, ReclaimScope, Sale, VatAmount, VatPayment};
use plumbline_core::tax::Vehicle;
use plumbline_core::time::Date;
use rust_decimal::Decimal;

pub fn day(text: &str) -> Date {
    text.parse().expect("a date")
}

/// The part of a document with one VAT treatment and rate: treatment, rate and net amount.
pub type Part = (Treatment, i64, i64);

/// An invoice, or a credit note with positive amounts.
#[derive(Clone)]
pub struct BookedDocument {
    id: &'static str,
    issued: &'static str,
    due: &'static str,
    parts: Vec<Part>,
    /// The materials in the net amount under CIS at 20 %; `None` outside the scheme.
    pub materials: Option<i64>,
    payments: Vec<(&'static str, i64)>,
    credits: Vec<BookedDocument>,
    written_off: Option<&'static str>,
}

pub fn booked_document(id: &'static str, issued: &'static str, parts: &[Part]) -> BookedDocument {
    BookedDocument {
        id,
        issued,
        due: issued,
        parts: parts.to_vec(),
        materials: None,
        payments: Vec::new(),
        credits: Vec::new(),
        written_off: None,
    }
}

impl BookedDocument {
    fn paid(mut self, payments: &[(&'static str, i64)]) -> Self {
        self.payments = payments.to_vec();
        self
    }

    fn credited(mut self, credit: BookedDocument) -> Self {
        self.credits.push(credit);
        self
    }

    fn under_cis(mut self, materials: i64) -> Self {
        self.materials = Some(materials);
        self
    }

    fn amounts(&self) -> Vec<VatAmount> {
        let amount = |(treatment, rate, net): &Part| VatAmount {
            treatment: *treatment,
            rate: Rate(Decimal::from(*rate)),
            net: Pence(*net),
            vat: Pence(net * rate / 100),
        };
        self.parts.iter().map(amount).collect()
    }

    /// Its amounts for Income Tax and CIS.
    fn billed_amounts(&self) -> DocumentAmounts {
        let amounts = self.amounts();
        let net: Pence = amounts.iter().map(|it| it.net).sum();
        let charged = amounts.iter().filter(|it| it.treatment == Treatment::Taxable);
        let vat: Pence = charged.map(|it| it.vat).sum();
        let materials = Pence(self.materials.unwrap_or_default());
        let deducted = match self.materials {
            Some(_) => (net - materials).percent(Decimal::from(20)),
            None => Pence::ZERO,
        };
        DocumentAmounts { net, materials, deducted, payable: net + vat - deducted }
    }

    fn moved(&self) -> Vec<MoneyMovement> {
        let payments = self.payments.iter().enumerate();
        let each = payments.map(|(at, (date, amount))| MoneyMovement {
            id: format!("{}-{at}", self.id),
            date: day(date),
            amount: Pence(*amount),
        });
        each.collect()
    }

    /// The sale for VAT.
    pub fn sale(&self) -> Sale {
        let payments =
            self.moved().into_iter().map(|it| VatPayment { id: it.id, date: it.date, amount: it.amount });
        let credits = self.credits.iter().map(|it| Credit {
            id: it.id.to_owned(),
            issued: day(it.issued),
            amounts: it.amounts(),
            payable: it.billed_amounts().payable,
            voided: false,
        });
        Sale {
            id: self.id.to_owned(),
            supplied: Some(day(self.issued)),
            issued: Some(day(self.issued)),
            amounts: self.amounts(),
            payable: self.billed_amounts().payable,
            payments: payments.collect(),
            credits: credits.collect(),
            due: Some(day(self.due)),
            written_off: self.written_off.map(day),
            dispatched: false,
            voided: false,
        }
    }

    pub fn received(&self) -> Vec<ReceivedAmounts> {
        let credits: Vec<CreditNoteAmounts> = self
            .credits
            .iter()
            .map(|it| CreditNoteAmounts {
                id: it.id.to_owned(),
                date: day(it.issued),
                amounts: it.billed_amounts(),
            })
            .collect();
        allocate_movements(self.billed_amounts(), &credits, &self.moved())
    }

    /// The income for Income Tax: the document, its credit notes and the payments.
    fn income(&self) -> Vec<Income> {
        let record = |id: &str, date: Date, kind, net, cis| Income {
            id: id.to_owned(),
            date,
            kind,
            customer: None,
            profile: Some("b1".to_owned()),
            net,
            vat: Pence::ZERO,
            cis,
            confirmed: true,
        };
        let issued =
            record(self.id, day(self.issued), IncomeKind::Invoice, self.billed_amounts().net, Pence::ZERO);
        let mut all = vec![issued];
        for it in &self.credits {
            let net = it.billed_amounts().net;
            all.push(record(it.id, day(it.issued), IncomeKind::CreditNote, net, Pence::ZERO));
        }
        for it in self.received() {
            let kind = match it.gross < Pence::ZERO {
                true => IncomeKind::Refund,
                false => IncomeKind::Payment,
            };
            all.push(record(&it.id, it.date, kind, it.gross, it.deducted));
        }
        all
    }
}

pub const STANDARD: Treatment = Treatment::Taxable;

/// Eleven invoices, three credit notes and fifteen payments.
pub fn invoices() -> Vec<BookedDocument> {
    vec![
        booked_document("i1", "2026-04-10", &[(STANDARD, 20, 100_000)]).paid(&[("2026-04-20", 120_000)]),
        // 1,000 at 20 % and 1,000 at 0 %, the second credited: 1,200 pay the rest.
        booked_document("i2", "2026-05-01", &[(STANDARD, 20, 100_000), (STANDARD, 0, 100_000)])
            .credited(booked_document("c2", "2026-05-10", &[(STANDARD, 0, 100_000)]))
            .paid(&[("2026-05-20", 120_000)]),
        booked_document("i3", "2026-05-05", &[(STANDARD, 5, 50_000)]).paid(&[("2026-06-01", 52_500)]),
        // Labour 1,000 and materials 500 under the reverse charge, the materials credited: 200 are deducted of 1,000.
        booked_document("i4", "2026-05-20", &[(Treatment::ReverseCharge, 20, 150_000)])
            .under_cis(50_000)
            .credited(
                booked_document("c4", "2026-05-25", &[(Treatment::ReverseCharge, 20, 50_000)])
                    .under_cis(50_000),
            )
            .paid(&[("2026-06-10", 80_000)]),
        // 600 of 2,400 paid, the rest written off; 900 are received later.
        BookedDocument {
            due: "2026-07-15",
            written_off: Some("2027-01-20"),
            ..booked_document("i5", "2026-06-15", &[(STANDARD, 20, 200_000)])
                .paid(&[("2026-08-01", 60_000), ("2027-03-10", 90_000)])
        },
        booked_document("i6", "2026-07-10", &[(STANDARD, 20, 300_000)])
            .paid(&[("2026-08-01", 180_000), ("2026-10-01", 180_000)]),
        // Paid in full, then 240 credited and refunded.
        booked_document("i7", "2026-09-01", &[(STANDARD, 20, 80_000)])
            .credited(booked_document("c7", "2026-10-05", &[(STANDARD, 20, 20_000)]))
            .paid(&[("2026-09-10", 96_000), ("2026-10-12", -24_000)]),
        booked_document("i8", "2026-10-15", &[(Treatment::Exempt, 0, 30_000)])
            .paid(&[("2026-10-20", 30_000)]),
        booked_document("i9", "2026-11-20", &[(STANDARD, 20, 400_000)]).paid(&[("2026-12-20", 480_000)]),
        booked_document("i10", "2027-01-10", &[(STANDARD, 20, 150_000)]).paid(&[("2027-04-04", 180_000)]),
        // Paid in the next tax year.
        booked_document("i11", "2027-03-20", &[(STANDARD, 20, 60_000)]).paid(&[("2027-04-10", 72_000)]),
    ]
}

pub fn bought(
    id: &str,
    date: &str,
    category: ExpenseCategory,
    amount: i64,
    rate: Option<i64>,
) -> RecordedExpense {
    let rate = rate.map(Decimal::from);
    let vat =
        rate.map_or(Pence::ZERO, |rate| plumbline_core::expense::calculate_included_vat(Pence(amount), rate));
    RecordedExpense {
        id: id.to_owned(),
        date: day(date),
        category,
        amount: Pence(amount),
        vat,
        rate,
        kind: VatKind::Usual,
        goods: GoodsOrService::NotSaid,
        private: Decimal::ZERO,
    }
}

/// The expense under the reverse charge: its amount is without VAT, and the supplier charged none.
pub fn under_reverse_charge(it: RecordedExpense, private: i64) -> RecordedExpense {
    RecordedExpense { vat: Pence::ZERO, kind: VatKind::ReverseCharge, private: Decimal::from(private), ..it }
}

/// Twelve expenses, and two journeys.
pub fn expenses() -> Vec<(RecordedExpense, VehicleCost)> {
    use ExpenseCategory::{
        AdminCosts, BusinessEntertainmentCosts, CarVanTravelExpenses, CostOfGoods, IrrecoverableDebts,
        OtherExpenses, PaymentsToSubcontractors, PremisesRunningCosts, WagesAndStaffCosts,
    };
    let ordinary = |it| (it, VehicleCost::Ordinary);
    let sub = PaymentsToSubcontractors;
    let mut hire = bought("hire", "2026-05-01", CostOfGoods, 12_000, Some(20));
    hire.goods = GoodsOrService::Service;
    let mut insurance = bought("insurance", "2026-05-03", PremisesRunningCosts, 36_000, None);
    insurance.kind = VatKind::Exempt;
    let mut van = bought("van", "2026-07-01", OtherExpenses, 1_200_000, Some(20));
    van.kind = VatKind::Capital;
    let mut phone = bought("phone", "2026-09-01", AdminCosts, 6_000, Some(20));
    phone.private = Decimal::from(20);
    let journey = |id, date, vehicle, tenths| {
        let it = bought(id, date, CarVanTravelExpenses, 0, None);
        (it, VehicleCost::Journey { vehicle, tenths })
    };
    vec![
        ordinary(bought("pipe", "2026-04-12", CostOfGoods, 24_000, Some(20))),
        ordinary(hire),
        ordinary(insurance),
        // A quarter of the work was at home.
        ordinary(under_reverse_charge(bought("sub20", "2026-05-10", sub, 100_000, Some(20)), 25)),
        ordinary(under_reverse_charge(bought("sub5", "2026-05-20", sub, 40_000, Some(5)), 0)),
        ordinary(bought("meal", "2026-06-01", BusinessEntertainmentCosts, 6_000, Some(20))),
        ordinary(van),
        (bought("fuel", "2026-08-05", CarVanTravelExpenses, 7_200, Some(20)), VehicleCost::Running),
        journey("trip", "2026-08-06", Vehicle::Car, 1_000),
        journey("ride", "2026-08-07", Vehicle::Bicycle, 100),
        ordinary(phone),
        ordinary(bought("lost", "2026-11-10", IrrecoverableDebts, 10_000, None)),
        ordinary(bought("paper", "2027-01-15", AdminCosts, 2_400, Some(20))),
        ordinary(bought("mate", "2027-02-20", WagesAndStaffCosts, 50_000, None)),
    ]
}

pub fn purchases() -> Vec<Purchase> {
    let all = expenses();
    let with_vat = all.iter().filter(|(_, cost)| !matches!(cost, VehicleCost::Journey { .. }));
    with_vat.map(|(it, _)| it.to_purchase()).collect()
}

pub fn spending(reclaims: ReclaimScope) -> Vec<Spending> {
    let all = expenses().into_iter();
    let each =
        all.map(|(it, cost)| Spending { profile: Some("b1".to_owned()), ..it.to_spending(reclaims, cost) });
    each.collect()
}

pub fn income() -> Vec<Income> {
    invoices().iter().flat_map(BookedDocument::income).collect()
}
