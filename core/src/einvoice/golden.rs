//! Cases worked by hand (`tests/golden/einvoice`), and what is refused.

use std::path::PathBuf;

use super::*;
use crate::money::text::format_quantity;

fn folder() -> PathBuf {
    PathBuf::from("../tests/golden/einvoice")
}

/// The input and the expected content of a case.
fn case(name: &str) -> (EinvoiceSource, Vec<String>) {
    let text = std::fs::read_to_string(folder().join(format!("{name}.json"))).unwrap();
    let case: serde_json::Value = serde_json::from_str(&text).unwrap();
    let source = EinvoiceSource::from_json(&case["einvoice"].to_string()).unwrap();
    (source, serde_json::from_value(case["says"].clone()).unwrap())
}

fn place(category: VatCategory, rate: crate::document::Rate) -> String {
    let rate = category.has_rate().then(|| rate.to_string());
    format!("{} {}", category.code(), rate.unwrap_or_else(|| "-".into()))
}

fn describe(made: &Einvoice) -> Vec<String> {
    let lines = made.lines.iter().map(|it| {
        format!(
            "{}: {} {} x {:.2} = {} {} {}",
            it.id,
            format_quantity(it.quantity),
            it.unit.code(),
            it.price,
            it.net,
            place(it.category, it.rate),
            it.name
        )
    });
    let allowances = made.allowances.iter().map(|it| {
        let word = if it.is_charge { "charge" } else { "allowance" };
        format!("{word} {} {} {}", it.amount, place(it.category, it.rate), it.reason)
    });
    let groups = made
        .groups
        .iter()
        .map(|it| format!("group {}: {} and {}", place(it.category, it.rate), it.taxable, it.vat));
    let totals = format!(
        "lines {}, off {}, on {}, net {}, VAT {}, total {}, prepaid {}, payable {}",
        made.line_extension,
        made.allowance_total(),
        made.charge_total(),
        made.tax_exclusive,
        made.vat,
        made.tax_inclusive,
        made.prepaid,
        made.payable
    );
    let mut says: Vec<String> = lines.chain(allowances).chain(groups).collect();
    says.push(totals);
    if !made.payment_terms.is_empty() {
        says.push(format!("terms {}", made.payment_terms));
    }
    if !made.note.is_empty() {
        says.push(format!("note {}", made.note.replace('\n', " / ")));
    }
    if let Some(supplied) = made.supplied {
        let point = made.tax_point.unwrap_or(made.issue_date);
        says.push(format!("supplied {supplied}, VAT due {point}"));
    }
    says
}

#[test]
fn each_golden_case_gives_the_expected_einvoice() {
    let mut seen = 0;
    for file in std::fs::read_dir(folder()).unwrap() {
        let name = file.unwrap().path();
        let name = name.file_stem().unwrap().to_str().unwrap().to_owned();
        let (source, expected) = case(&name);
        let made = create(&source).unwrap_or_else(|found| panic!("{name}: {found:?}"));
        assert_eq!(describe(&made), expected, "{name}");
        assert_eq!(check(&source), [], "{name}");
        seen += 1;
    }
    assert!(seen >= 9, "{seen} cases were found");
}

#[test]
fn parties_are_named_by_their_numbers() {
    let made = create(&case("cis").0).unwrap();
    assert_eq!((made.seller.endpoint.scheme, &*made.seller.endpoint.id), ("9932", "GB123456789"));
    assert_eq!((made.buyer.endpoint.scheme, &*made.buyer.vat_number), ("9932", "GB987654321"));
    assert_eq!((&*made.buyer.name, &*made.buyer.person), ("Northern Homes Ltd", "Jo Brown"));
    assert_eq!(made.seller.identifier, None);
    assert_eq!(made.account.unwrap().sort_code, "12-34-56");
    let made = create(&case("not-registered").0).unwrap();
    assert_eq!((&*made.seller.vat_number, &*made.buyer.vat_number), ("", ""));
    assert_eq!(made.seller.identifier, Some(made.seller.endpoint.clone()));
    assert_eq!(made.account, None, "its business takes no transfers");
    let mut source = case("cis").0;
    source.seller.profile.accepts_bank_transfer = false;
    let made = create(&source).unwrap();
    assert_eq!(made.account, None, "its account is not for this customer");
    let made = create(&case("credit-note").0).unwrap();
    assert!(made.is_credit && made.due_date.is_none() && made.account.is_none());
    assert_eq!(made.preceding.unwrap().number, "INV-0007");
}

/// The codes of the problems in a case after a change.
fn find_codes(name: &str, change: impl FnOnce(&mut EinvoiceSource)) -> Vec<&'static str> {
    let mut source = case(name).0;
    change(&mut source);
    source.totals = crate::calculate::totals::calculate(&source.document).unwrap();
    check(&source).into_iter().map(|it| it.code).collect()
}

fn set_outside_scope(source: &mut EinvoiceSource, at: usize) {
    source.document.items[at].vat = Some(crate::document::Vat {
        treatment: crate::document::Treatment::OutsideScope,
        rate: Number::Empty,
    });
}

#[test]
fn reports_what_an_einvoice_lacks() {
    let name = "cis";
    assert_eq!(find_codes(name, |it| it.buyer.reference.clear()), ["reference_missing"]);
    let either = find_codes(name, |it| {
        it.buyer.reference.clear();
        it.order_reference = "PO 1".into();
    });
    assert_eq!(either, [""; 0]);
    let nameless = find_codes(name, |it| it.buyer.vat_number.clear());
    assert_eq!(nameless, ["buyer_vat_number", "peppol_id"]);
    let known = find_codes(name, |it| {
        it.buyer.vat_number.clear();
        it.buyer.peppol_id = "0060:123456789".into();
    });
    assert_eq!(known, ["buyer_vat_number"], "the reverse charge needs it all the same");
    assert_eq!(find_codes(name, |it| it.buyer.contact = None), ["customer"]);
    assert_eq!(find_codes(name, |it| it.due_date = None), ["due_date"]);
    assert_eq!(find_codes(name, |it| it.document.items[0].name.clear()), ["line_name"]);
    assert_eq!(find_codes(name, |it| it.document.items.clear()), ["no_lines"]);
    let unregistered = find_codes(name, |it| {
        it.seller.profile.tax_number.clear();
        it.seller.peppol_id = "0060:123456789".into();
    });
    assert_eq!(unregistered, ["vat_number"]);
    let by_address = find_codes("not-registered", |it| it.seller.peppol_id = "9932:123456789".into());
    assert_eq!(by_address, ["vat_number_as_address"]);
    let bad = find_codes(name, |it| {
        it.seller.profile.tax_number = "12".into();
        it.buyer.peppol_id = "jo@example.com".into();
        it.buyer.contact.as_mut().unwrap().country = "Ruritania".into();
    });
    let bad_codes = ["vat_number_unreadable", "peppol_id", "peppol_id_unreadable", "country"];
    assert_eq!(bad, bad_codes);
    let draft = EinvoiceSource { number: String::new(), ..case(name).0 };
    assert_eq!(check(&draft), []);
    assert_eq!(create(&draft).unwrap_err()[0].code, "not_issued");
}

#[test]
fn refuses_lines_outside_the_scope_of_vat_together_with_others() {
    assert_eq!(find_codes("mixed-rates", |it| set_outside_scope(it, 0)), ["outside_scope_mixed"]);
    let all = |it: &mut EinvoiceSource| {
        set_outside_scope(it, 0);
        set_outside_scope(it, 1);
    };
    assert_eq!(find_codes("negative-price", all), ["outside_scope"]);
    let unregistered = find_codes("negative-price", |it| {
        all(it);
        it.seller.profile.tax_number.clear();
        it.seller.peppol_id = "0088:5060012349998".into();
    });
    assert_eq!(unregistered, [""; 0]);
    // A document named 'an invoice', and one named 'a credit note'.
    let mut note = case("credit-note").0;
    note.document.items.push(note.document.items[0].clone());
    set_outside_scope(&mut note, 1);
    note.totals = crate::calculate::totals::calculate(&note.document).unwrap();
    assert!(check(&note)[0].message.ends_with("put them on a separate credit note."));
}

/// With goods, the description is beside them, and not a second time beside their labour.
#[test]
fn a_line_is_described_once_whatever_it_is_made_of() {
    let mut source = case("goods-and-labour").0;
    let find_descriptions = |source: &EinvoiceSource| -> Vec<String> {
        create(source).unwrap().lines.into_iter().map(|line| line.description).collect()
    };
    let line = crate::json::parse::<crate::document::Document>(
        r#"{"items":[{"id":"a","name":"Rewire","description":"Both floors","quantity":"1","price":"50",
            "includeLabour":true,"labourHours":"2","labourRate":"40"}]}"#,
    );
    source.document.items = line.unwrap().items;
    source.document.include_labour = false;
    source.totals = crate::calculate::totals::calculate(&source.document).unwrap();
    assert_eq!(find_descriptions(&source), ["Both floors", ""]);
    source.document.items[0].price = Number::Empty;
    source.totals = crate::calculate::totals::calculate(&source.document).unwrap();
    assert_eq!(find_descriptions(&source), ["Both floors"]);
}

/// BT-113: a deposit counts until the end of the day of issue.
#[test]
fn payments_up_to_the_issue_date_are_prepaid() {
    let find_prepaid = |day: &str| {
        let mut source = case("cis").0;
        source.issue_date = Some("2026-04-10".parse().unwrap());
        let payment = format!(
            r#"{{"payments":[{{"id":"p","amount":"20","date":"{day}","confirmationStatus":"confirmed"}}]}}"#
        );
        source.document.payments =
            crate::json::parse::<crate::document::Document>(&payment).unwrap().payments;
        create(&source).unwrap().prepaid
    };
    assert_eq!(find_prepaid("2026-04-09"), Pence(2_000));
    assert_eq!(find_prepaid("2026-04-10"), Pence(2_000));
    assert_eq!(find_prepaid("2026-04-10T23:59:59.000Z"), Pence(2_000));
    assert_eq!(find_prepaid("2026-04-11"), Pence::ZERO);
}

#[test]
fn a_credit_of_an_amount_adds_up() {
    // Of 100.00 at 20 % a credit of 33.33 with VAT: 27.78 and 5.55, where 20 % would be 5.56.
    use crate::calculate::credit::{CreditRequest, InvoiceToCredit, calculate_credit_note};
    let invoice = case("negative-price").0;
    let made = calculate_credit_note(
        InvoiceToCredit {
            number: "INV-0002",
            document: &invoice.document,
            totals: &invoice.totals,
            credits: &[],
        },
        &CreditRequest::Amount(Pence(3_333)),
    )
    .unwrap();
    let note =
        EinvoiceSource { document: made.document, totals: made.totals.clone(), ..case("credit-note").0 };
    let einvoice = create(&note).unwrap();
    assert_eq!(einvoice.payable, made.totals.total_amount);
    assert_eq!(einvoice.line_extension - einvoice.allowance_total(), einvoice.groups[0].taxable);
}

/// A line of 12 at 0.8333 each, credited one at a time: 0.83 at first, and 0.84 when the pence so far require it. And a
/// line of 8 with 0.05 hours at 40.00 each: 0.25, for which 0.01 hours is reported, and 0 hours.
#[test]
fn credited_line_amounts_equal_quantity_times_price() {
    use crate::calculate::credit::{CreditRequest, InvoiceToCredit, LineToCredit, calculate_credit_note};
    let credited_prices = |line: &str, with_vat: bool| {
        let text = format!(
            r#"{{"tax":"20","pricesIncludeVat":{with_vat},"items":[{{"id":"a","name":"Clip",{line}}}]}}"#
        );
        let document: crate::document::Document = crate::json::parse(&text).unwrap();
        let totals = crate::calculate::totals::calculate(&document).unwrap();
        let mut credits = Vec::new();
        let wanted = CreditRequest::Lines {
            lines: vec![LineToCredit { id: "a".into(), quantity: Some(1.into()) }],
            labour: None,
        };
        let mut prices = Vec::new();
        loop {
            let invoice = InvoiceToCredit {
                number: "INV-0002",
                document: &document,
                totals: &totals,
                credits: &credits,
            };
            let Ok(made) = calculate_credit_note(invoice, &wanted) else {
                return prices;
            };
            let note = EinvoiceSource {
                document: made.document.clone(),
                totals: made.totals.clone(),
                ..case("credit-note").0
            };
            let einvoice = super::create(&note).unwrap();
            for line in &einvoice.lines {
                let worth = crate::money::round2_product(line.quantity, line.price);
                assert_eq!(worth, line.net, "{line:?}");
                assert!(!line.price.is_sign_negative());
                prices.push(format!("{} x {} = {}", line.quantity, line.price, line.net));
            }
            assert_eq!(einvoice.line_extension - einvoice.allowance_total(), einvoice.tax_exclusive);
            credits.push((made.document, made.totals));
        }
    };
    // So far 0.8333, 1.6666 and 2.4999: 0.83, 1.67 and 2.50.
    let found = credited_prices(r#""quantity":"12","price":"0.8333""#, false);
    let first = ["1 x 0.8333 = 0.83", "1 x 0.84 = 0.84", "1 x 0.8333 = 0.83"];
    assert_eq!(found[..3], first);
    assert_eq!(found.len(), 12);
    let hours = r#""quantity":"8","price":"0","includeLabour":true,"labourHours":"0.05","labourRate":"40""#;
    let found = credited_prices(hours, false);
    let first = ["0.01 x 25.00 = 0.25", "1 x 0.25 = 0.25"];
    assert_eq!(found[..2], first);
    assert_eq!(credited_prices(hours, true).len(), 8);
}
