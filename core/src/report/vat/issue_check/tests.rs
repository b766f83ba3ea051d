//! The warnings about a document before it is issued. Days and rates were worked out by hand, from the sources of the
//! rules.

use super::*;
use crate::calculate::totals::calculate;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn registered() -> VatRegistration {
    VatRegistration { number: "GB980780684".into(), from: Some(day("2026-01-01")), until: None }
}

struct Case {
    paper: VatDocumentKind,
    issued: &'static str,
    document: String,
    registration: VatRegistration,
    standing: CustomerVatStatus,
    customer: Contact,
    deposits: Vec<Deposit>,
}

fn contact() -> Contact {
    Contact { name: "Mrs Oak".into(), address_line1: "1 High Street".into(), ..Contact::default() }
}

fn case(document: &str) -> Case {
    Case {
        paper: VatDocumentKind::Invoice,
        issued: "2026-11-25",
        document: document.into(),
        registration: registered(),
        standing: CustomerVatStatus::default(),
        customer: contact(),
        deposits: Vec::new(),
    }
}

impl Case {
    fn findings(&self) -> Vec<Finding> {
        let document: Document = crate::json::parse(&self.document).unwrap();
        let totals = calculate(&document).unwrap();
        let supplier = BusinessProfile {
            name: "Ash Plumbing".into(),
            address_line1: "2 Low Road".into(),
            ..BusinessProfile::default()
        };
        DocumentToIssue {
            kind: self.paper,
            issued: day(self.issued),
            document: &document,
            totals: &totals,
            supplier: &supplier,
            registration: &self.registration,
            customer: &self.customer,
            customer_status: self.standing,
            deposits: &self.deposits,
        }
        .check()
    }

    fn codes(&self) -> Vec<(&'static str, Severity)> {
        let found = self.findings().into_iter();
        found.map(|it| (it.code, it.weight)).collect()
    }
}

/// A line of £1,000 in a document with these fields.
fn document_json(fields: &str) -> String {
    format!(r#"{{"items":[{{"id":"a","name":"Work","quantity":"1","price":"1000"}}]{fields}}}"#)
}

#[test]
fn refuses_vat_without_a_registration() {
    let mut it = case(&document_json(r#","tax":"20""#));
    assert_eq!(it.codes(), []);
    it.registration = VatRegistration::default();
    assert_eq!(it.codes(), [("vat_not_registered", Severity::Refuse)]);
    it.paper = VatDocumentKind::Quote;
    assert_eq!(it.codes(), [("vat_not_registered", Severity::Ask)]);
    // By a number alone the days are not known: then it is taken as registered.
    it.paper = VatDocumentKind::Invoice;
    it.registration = VatRegistration::from_number("GB 980 7806 84");
    assert_eq!(it.codes(), []);
    it.registration = VatRegistration::from_number(" ");
    it.document = document_json(r#","vatTreatment":"outsideScope""#);
    assert_eq!(it.codes(), []);
}

#[test]
fn without_a_vat_number_refuses_an_invoice_and_asks_for_a_quote() {
    let mut it = case(&document_json(r#","tax":"20""#));
    it.registration.number.clear();
    assert_eq!(it.codes(), [("vat_number_missing", Severity::Refuse)]);
    it.paper = VatDocumentKind::Quote;
    assert_eq!(it.codes(), [("vat_number_missing", Severity::Ask)]);
}

#[test]
fn work_done_before_the_registration_asks() {
    let mut it = case(&document_json(r#","tax":"20","supplyDate":"2025-12-20""#));
    it.issued = "2026-01-02";
    // 13 days after: the invoice makes the tax point, and the work was done all the same.
    assert_eq!(it.codes(), [("vat_before_registration", Severity::Ask)]);
    it.issued = "2026-01-04";
    assert_eq!(it.codes(), [("vat_before_registration", Severity::Ask)]);
}

#[test]
fn a_missing_address_is_refused_or_asked_about_by_customer_type() {
    let mut it = case(&document_json(r#","tax":"20""#));
    it.customer.address_line1.clear();
    let missing = |weight| [("missing_customer_address", weight)];
    assert_eq!(it.codes(), missing(Severity::Ask));
    it.standing.buyer = BuyerKind::Business;
    assert_eq!(it.codes(), missing(Severity::Refuse));
    it.standing.buyer = BuyerKind::Consumer;
    assert_eq!(it.codes(), []);
    // £208.33 and £41.67 are £250.00: simplified. A penny more is not.
    let priced = |price: &str| {
        format!(r#"{{"tax":"20","items":[{{"id":"a","name":"Work","quantity":"1","price":"{price}"}}]}}"#)
    };
    it.standing.buyer = BuyerKind::Business;
    it.document = priced("208.33");
    assert_eq!(it.codes(), []);
    it.document = priced("208.34");
    assert_eq!(it.codes(), missing(Severity::Refuse));
    // Labour of the document's own is a line.
    it.customer = contact();
    it.document = r#"{"tax":"20","includeLabour":true,"labourHours":"10","labourRate":"40"}"#.into();
    assert_eq!(it.codes(), []);
}

#[test]
fn the_questions_of_the_reverse_charge_are_asked_of_a_contractor() {
    let mut it = case(&document_json(r#","tax":"20""#));
    it.standing.contractor = true;
    let open = it.findings();
    assert_eq!(open.len(), 1);
    assert_eq!(open[0].code, "reverse_charge_open");
    assert!(open[0].msg.ends_with("Is your customer registered for VAT?"));
    // Answered of the job, all but the last, which the customer's notice answers.
    let answers = r#","vatAnswers":{"customerRegistered":true,"staff":false"#;
    it.document = document_json(&format!(r#","tax":"20"{answers},"endUserNotice":false}}"#));
    assert_eq!(it.codes(), [("reverse_charge_applies", Severity::Ask)]);
    it.document = document_json(&format!(r#","tax":"20"{answers}}}"#));
    assert_eq!(it.codes(), [("reverse_charge_open", Severity::Ask)]);
    it.standing.end_user_notice = true;
    assert_eq!(it.codes(), []);
    let reverse = r#","tax":"20","vatTreatment":"reverseCharge""#;
    it.document = document_json(&format!("{reverse}{answers}}}"));
    assert_eq!(it.codes(), [("reverse_charge_not", Severity::Ask)]);
    it.document = document_json(&format!(r#"{reverse}{answers},"endUserNotice":false}}"#));
    assert_eq!(it.codes(), [("reverse_charge_notice", Severity::Ask)]);
    // A consumer is neither in the scheme nor registered.
    it.standing = CustomerVatStatus { buyer: BuyerKind::Consumer, ..CustomerVatStatus::default() };
    it.document = document_json(reverse);
    assert_eq!(it.codes(), [("reverse_charge_not", Severity::Ask)]);
}

/// 1,900.00 of tiles that are only supplied and 100.00 of fitting: 5 % is disregarded, a penny more is not.
#[test]
fn a_little_construction_work_is_disregarded() {
    let with = |fitting: &str, not: &str| {
        let mut it = case(&format!(
            r#"{{"tax":"20","vatTreatment":"reverseCharge","cisRate":"20","items":[
                {{"id":"a","name":"Tiles","quantity":"1","price":"1900"}},
                {{"id":"b","name":"Fitting","quantity":"1","price":"{fitting}"}}],
                "vatAnswers":{{"customerRegistered":true,"staff":false,"endUserNotice":false{not}}}}}"#
        ));
        it.standing.buyer = BuyerKind::Business;
        it.codes()
    };
    let tiles = r#","notConstruction":["a"]"#;
    assert_eq!(with("100", tiles), [("reverse_charge_not", Severity::Ask)]);
    assert_eq!(with("100.01", tiles), []);
    // All of it is construction work unless somebody says otherwise.
    assert_eq!(with("100", ""), []);
}

/// 1,900.00 of tiles at 0 % and 120.00 of fitting at 20 %, including VAT: without VAT it is 100.00 of 2,000.00, which
/// is 5 %. Including VAT it would be 120.00 of 2,020.00.
#[test]
fn measures_the_5_percent_without_vat() {
    let asks = |fitting: &str| {
        let mut it = case(&format!(
            r#"{{"tax":"20","pricesIncludeVat":true,"items":[
                {{"id":"a","name":"Tiles","quantity":"1","price":"1900","vat":{{"treatment":"taxable","rate":"0"}}}},
                {{"id":"b","name":"Fitting","quantity":"1","price":"{fitting}"}}],
                "vatAnswers":{{"inCis":true,"customerRegistered":true,"staff":false,"endUserNotice":false,
                    "notConstruction":["a"]}}}}"#
        ));
        it.standing.buyer = BuyerKind::Business;
        let mut codes = it.codes().into_iter();
        codes.any(|(code, _)| code == "reverse_charge_applies")
    };
    assert!(!asks("120"));
    assert!(asks("120.02"));
}

#[test]
fn asks_about_lines_with_and_without_reverse_charge_on_one_invoice() {
    let line =
        r#"{"id":"b","quantity":"1","price":"10","name":"Key","vat":{"treatment":"taxable","rate":"20"}}"#;
    let mut it = case(&format!(
        r#"{{"tax":"20","vatTreatment":"reverseCharge","cisRate":"20","items":[
            {{"id":"a","name":"Work","quantity":"1","price":"1000"}},{line}],
            "vatAnswers":{{"customerRegistered":true,"staff":false,"endUserNotice":false}}}}"#
    ));
    it.standing.buyer = BuyerKind::Business;
    assert_eq!(it.codes(), [("reverse_charge_mixed", Severity::Ask)]);
}

#[test]
fn a_reduced_rate_needs_a_relief_that_applies_on_the_day() {
    let with = |rate: &str, supplied: &str, reliefs: &str| {
        let mut it = case(&document_json(&format!(
            r#","tax":"{rate}","supplyDate":"{supplied}","vatAnswers":{{"reliefs":[{reliefs}]}}"#
        )));
        it.issued = "2027-05-01";
        it.codes()
    };
    let energy = r#""energySaving""#;
    let asks = |code| vec![(code, Severity::Ask)];
    assert_eq!(with("0", "2027-03-31", energy), []);
    assert_eq!(with("0", "2027-04-01", energy), asks("relief_rate"));
    assert_eq!(with("5", "2027-04-01", energy), []);
    assert_eq!(with("5", "2027-03-31", energy), asks("relief_rate"));
    assert_eq!(with("0", "2027-03-31", ""), asks("relief_open"));
    assert_eq!(with("5", "2027-03-31", r#""emptyHome""#), []);
    assert_eq!(with("0", "2027-04-30", r#""newDwelling""#), []);
    assert_eq!(with("20", "2027-03-31", ""), []);
    assert_eq!(with("17.5", "2027-03-31", ""), asks("vat_rate_unknown"));
}

/// A consumer is not under the scheme, whatever was answered for the job's previous customer.
#[test]
fn a_consumer_is_never_under_the_reverse_charge() {
    let fields = r#","tax":"20","vatTreatment":"reverseCharge","vatAnswers":{"inCis":true,"customerRegistered":true,"staff":false,
        "endUserNotice":false}"#;
    let mut it = case(&document_json(fields));
    assert_eq!(it.codes(), []);
    it.standing.buyer = BuyerKind::Consumer;
    assert_eq!(it.codes(), [("reverse_charge_not", Severity::Ask)]);
    it.standing = CustomerVatStatus { end_user_notice: true, ..CustomerVatStatus::default() };
    assert_eq!(it.codes(), [("reverse_charge_notice", Severity::Ask)]);
}

/// The rate of energy-saving materials was 5 % to 31 March 2022 and 0 % from then on: £262.50 received on 20 March
/// includes 12.50 of VAT, whatever the invoice of April charges.
#[test]
fn a_deposit_has_the_rate_of_its_own_day() {
    let mut it = case(&document_json(r#","tax":"0","vatAnswers":{"reliefs":["energySaving"]}"#));
    it.registration.from = Some(day("2020-01-01"));
    it.issued = "2022-04-10";
    let paid = |date| Deposit { date: day(date), amount: Pence(26_250) };
    it.deposits = vec![paid("2022-04-01")];
    assert_eq!(it.codes(), []);
    it.deposits = vec![paid("2022-03-20")];
    // Of an invoice that charges nothing but a rate of 0 it is asked too.
    assert_eq!(it.codes(), [("deposit_rate", Severity::Ask)]);
    let text = it.findings().remove(0).msg;
    assert!(text.contains("£262.50 was paid on 20 Mar 2022, when the rate was 5%, and it is 0%"), "{text}");
}

#[test]
fn asks_about_deposits_paid_before_the_registration() {
    let mut it = case(&document_json(r#","tax":"20""#));
    it.registration.from = Some(day("2026-11-10"));
    it.deposits = vec![Deposit { date: day("2026-11-05"), amount: Pence(30_000) }];
    assert_eq!(it.codes(), [("deposit_before_registration", Severity::Ask)]);
    it.deposits[0].date = day("2026-11-10");
    assert_eq!(it.codes(), []);
}

#[test]
fn asks_about_an_unknown_vat_rate() {
    let rate = |rate: &str| case(&document_json(&format!(r#","tax":"{rate}""#))).codes();
    assert_eq!(rate("17.5"), [("vat_rate_unknown", Severity::Ask)]);
    assert_eq!(rate("20"), []);
}

/// Done on 31 March 2027 at 0 %, invoiced on 10 April, when the rate is 5 %: either may be charged (VATA 1994, s. 88).
#[test]
fn the_rate_of_the_day_of_work_may_be_charged() {
    let charged = |rate: &str, done: &str| {
        let fields =
            format!(r#","tax":"{rate}","supplyDate":"{done}","vatAnswers":{{"reliefs":["energySaving"]}}"#);
        let mut it = case(&document_json(&fields));
        it.issued = "2027-04-10";
        it.codes()
    };
    assert_eq!(charged("0", "2027-03-31"), []);
    assert_eq!(charged("5", "2027-03-31"), []);
    assert_eq!(charged("0", "2027-04-01"), [("relief_rate", Severity::Ask)]);
}
