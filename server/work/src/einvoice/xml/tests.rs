//! The XML of the golden cases, checked against the rules.

use std::path::Path;

use super::rules::find_violations;
use crate::einvoice::to_xml;

fn cases() -> Vec<(String, String)> {
    let folder = Path::new("../../tests/golden/einvoice");
    let files = std::fs::read_dir(folder).unwrap();
    let case = |file: std::io::Result<std::fs::DirEntry>| {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let xml = to_xml(&std::fs::read_to_string(&path).unwrap());
        (name, String::from_utf8(xml.unwrap()).unwrap())
    };
    files.map(case).collect()
}

fn case(name: &str) -> String {
    let found = cases().into_iter().find(|(it, _)| it == name);
    found.unwrap().1
}

#[test]
fn no_golden_case_breaks_a_rule() {
    let cases = cases();
    assert!(cases.len() >= 9);
    for (name, xml) in cases {
        assert_eq!(find_violations(&xml), [""; 0], "{name}:\n{xml}");
    }
}

#[test]
fn each_rule_can_be_broken() {
    let breaks = |name: &str, from: &str, to: &str| {
        let xml = case(name);
        assert!(xml.contains(from), "{name} has no {from}:\n{xml}");
        find_violations(&xml.replace(from, to)).join(" ")
    };
    let gone = |name: &str, from: &str| breaks(name, from, "");
    assert_eq!(gone("cis", "<cbc:BuyerReference>SITE-22</cbc:BuyerReference>"), "PEPPOL-EN16931-R003");
    assert_eq!(
        breaks("cis", "schemeID=\"9932\">GB987654321", "schemeID=\"EM\">a@b.example"),
        "PEPPOL-EN16931-R010"
    );
    assert_eq!(breaks("cis", "VATEX-EU-AE", "VATEX-EU-O"), "VATEX-EU-AE");
    assert_eq!(gone("cis", "<cbc:CompanyID>GB987654321</cbc:CompanyID>"), "BR-AE-02");
    assert_eq!(
        breaks("cis", "PayableAmount currencyID=\"GBP\">2800.00", "PayableAmount currencyID=\"GBP\">2400.00"),
        "BR-CO-16"
    );
    assert_eq!(breaks("negative-price", "unitCode=\"C62\">-1", "unitCode=\"C62\">1"), "PEPPOL-EN16931-R120");
    assert_eq!(breaks("negative-price", "GBP\">25<", "GBP\">-25<"), "BR-27 PEPPOL-EN16931-R120");
    assert_eq!(breaks("mixed-rates", "GBP\">4.50", "GBP\">4.49"), "BR-CO-14 a penny");
    assert_eq!(breaks("mixed-rates", "GBP\">100.00", "GBP\">100.01"), "BR-CO-11 BR-CO-13 BR-S-08");
    assert_eq!(
        breaks("not-registered", "<cbc:ID>O</cbc:ID>", "<cbc:ID>O</cbc:ID><cbc:Percent>0</cbc:Percent>"),
        "BR-O-05"
    );
    assert_eq!(breaks("not-registered", "schemeID=\"0088\"", "schemeID=\"\""), "PEPPOL-EN16931-R020");
    assert_eq!(gone("exempt", "<cbc:TaxExemptionReason>Exempt from VAT</cbc:TaxExemptionReason>"), "BR-E-10");
    assert_eq!(
        gone("credit-note", "<cbc:Note>Taken off invoice INV-0007.</cbc:Note>"),
        "BR-CO-25 PEPPOL-EN16931-R008"
    );
}

#[test]
fn the_cis_example_contains_the_expected_elements() {
    let xml = case("cis");
    for part in [
        "<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>",
        "<cbc:DueDate>2026-12-16</cbc:DueDate>",
        "<cbc:EndpointID schemeID=\"9932\">GB123456789</cbc:EndpointID>",
        "<cbc:Note>CIS: please deduct £400.00 (20% of £2,000.00) and pay it to HMRC. £2,400.00 is then left to pay to us.</cbc:Note>",
        "<cbc:PayableAmount currencyID=\"GBP\">2800.00</cbc:PayableAmount>",
        "<cbc:InvoicedQuantity unitCode=\"C62\">1</cbc:InvoicedQuantity>",
    ] {
        assert!(xml.contains(part), "{part} is not in\n{xml}");
    }
    assert!(!xml.contains("PrepaidAmount"), "{xml}");
}

#[test]
fn writes_tax_point_and_delivery_date_in_the_right_places() {
    let xml = case("mixed-rates");
    for part in [
        "<cbc:TaxPointDate>2026-11-01</cbc:TaxPointDate>\n  <cbc:DocumentCurrencyCode>",
        "<cac:Delivery>\n    <cbc:ActualDeliveryDate>2026-11-01</cbc:ActualDeliveryDate>\n  </cac:Delivery>\n  <cac:Pay",
    ] {
        assert!(xml.contains(part), "{part} is not in\n{xml}");
    }
}

#[test]
fn omits_characters_invalid_in_xml_and_escapes_others() {
    let case = std::fs::read_to_string("../../tests/golden/einvoice/cis.json");
    let odd = case.unwrap().replace("Bricks", r"Bricks \u0007 <&> \u000b");
    let xml = String::from_utf8(to_xml(&odd).unwrap()).unwrap();
    assert!(xml.contains("Bricks  &lt;&amp;&gt;"), "{xml}");
    assert_eq!(find_violations(&xml), [""; 0]);
}

#[test]
fn states_why_an_einvoice_is_not_possible() {
    let text = to_xml(r#"{"kind":"invoice","document":{},"seller":{}}"#).unwrap_err();
    assert!(text.starts_with("This invoice is a draft."), "{text}");
    assert!(text.contains("Your customer’s reference is missing."), "{text}");
}
