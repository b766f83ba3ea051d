//! What the check of a document's code reports.

use super::*;
use crate::present::present;
use crate::present::public::PublicDocument;

const TODAY: &str = "2026-11-26";

fn invoice(status: &str, balance: &str, number: &str) -> (PublicDocument, Presentation) {
    let bank = format!(
        r#""accepts_bank_transfer":true,"accountName":"Taylor","accountNumber":"{number}","sortCode":"12-34-56""#
    );
    invoice_paid_by(status, balance, &bank)
}

fn invoice_paid_by(status: &str, balance: &str, method: &str) -> (PublicDocument, Presentation) {
    let text = format!(
        r#"{{"invoice":{{"invoiceNumber":"INV-7","status":"{status}","issueDate":"2026-11-16",
            "dueDate":"2026-12-16","totalAmount":"478.10","amountPayable":"478.10",
            "balanceDue":"{balance}","jobDescription":"Secret job","customerName":"Secret Jo",
            "customerAddress":"Secret Street"}},
            "items":[{{"id":"a","name":"Secret tap"}}],
            "contact":{{"name":"Secret Jo"}},"business":{{}},
            "businessProfile":{{"name":"Taylor Plumbing",{method}}},"payments":[]}}"#
    );
    let answer: PublicDocument = crate::json::parse(&text).unwrap();
    let presentation = present(&answer, TODAY.parse().unwrap()).unwrap();
    (answer, presentation)
}

fn check_known(
    status: &str,
    balance: &str,
    number: &str,
    on_paper: Option<PrintedVersion>,
    notes: &[&str],
) -> AuthenticityCheck {
    let (answer, presentation) = invoice(status, balance, number);
    let notes = notes.iter().map(|note| String::from(*note)).collect();
    AuthenticityCheck::for_invoice(&presentation, &answer, on_paper, notes, None).unwrap()
}

#[test]
fn shows_an_open_invoice_with_bank_details_but_without_its_customer() {
    let authenticity_check = check_known("sent", "478.10", "12345678", None, &["A note."]);
    assert_eq!(authenticity_check.outcome, CodeOutcome::Known);
    assert_eq!(authenticity_check.title, "Invoice INV-7 from Taylor Plumbing");
    let invoice = authenticity_check.invoice.clone().unwrap();
    let values: Vec<&str> = invoice.rows.iter().map(|row| &*row.value).collect();
    assert_eq!(values, ["INV-7", "16 Nov 2026", "£478.10", "£478.10"]);
    let bank: Vec<&str> = invoice.bank.iter().map(|row| &*row.value).collect();
    assert_eq!(bank, ["Taylor", "12345678", "12-34-56", "INV-7"]);
    assert_eq!(invoice.notes, ["A note."]);
    assert!(authenticity_check.words[0].contains("the bank details too"));
    let json = serde_json::to_string(&authenticity_check).unwrap();
    assert!(!json.contains("Secret"), "{json}");
}

#[test]
fn shows_the_cis_deduction_between_the_total_and_the_balance() {
    let (mut answer, presentation) = invoice("sent", "398.10", "12345678");
    let fields = answer.invoice.as_mut().unwrap();
    fields.cis_deduction = Pence(8_000);
    fields.cis_rate = Some("20".into());
    fields.amount_payable = Pence(39_810);
    let authenticity_check =
        AuthenticityCheck::for_invoice(&presentation, &answer, None, Vec::new(), None).unwrap();
    let rows = authenticity_check.invoice.unwrap().rows;
    let rows: Vec<String> = rows.iter().map(|row| format!("{} {}", row.label, row.value)).collect();
    assert_eq!(
        rows[2..],
        ["Total £478.10", "CIS deduction (20%) -£80.00", "Amount payable £398.10", "Balance due £398.10"]
    );
}

#[test]
fn shows_no_bank_details_of_a_paid_invoice() {
    let authenticity_check = check_known("paid", "0.00", "12345678", None, &["A note."]);
    assert!(!authenticity_check.words[0].contains("bank"), "{:?}", authenticity_check.words);
    let invoice = authenticity_check.invoice.unwrap();
    assert!(invoice.bank.is_empty() && invoice.paypal.is_empty());
    assert_eq!(invoice.notes, ["There is nothing to pay for this invoice at the moment."]);
}

#[test]
fn warns_if_no_bank_details_are_on_file() {
    let authenticity_check = check_known("sent", "478.10", "", None, &[]);
    let notes = authenticity_check.invoice.unwrap().notes;
    assert!(notes[0].starts_with("No bank details are on file"), "{notes:?}");
}

#[test]
fn a_business_that_is_paid_by_paypal_needs_no_bank_details() {
    let method = r#""accepts_paypal":true,"paypal":"paypal.me/taylor""#;
    let (answer, presentation) = invoice_paid_by("sent", "478.10", method);
    let check = AuthenticityCheck::for_invoice(&presentation, &answer, None, Vec::new(), None).unwrap();
    let notes = check.invoice.unwrap().notes;
    assert!(notes.iter().all(|note| !note.contains("No bank details")), "{notes:?}");
}

#[test]
fn shows_the_old_and_the_new_total_of_an_earlier_printout() {
    let printed_version = PrintedVersion { total: Pence(40_000), changed: "2026-11-20".parse().unwrap() };
    let authenticity_check = check_known("sent", "478.10", "12345678", Some(printed_version), &[]);
    assert_eq!(authenticity_check.outcome, CodeOutcome::Changed);
    assert!(authenticity_check.words[0].contains("changed on 20/11/2026"));
    assert!(
        authenticity_check.words[0].contains("£400.00") && authenticity_check.words[0].contains("£478.10")
    );
}

#[test]
fn says_what_to_do_if_the_code_leads_to_no_valid_invoice() {
    let (_, presentation) = invoice("void", "0.00", "");
    for authenticity_check in [
        AuthenticityCheck::for_unknown(),
        AuthenticityCheck::for_revoked(),
        AuthenticityCheck::for_suspended(),
        AuthenticityCheck::for_void(&presentation),
    ] {
        assert!(authenticity_check.invoice.is_none());
        let text = authenticity_check.words.join(" ");
        assert!(text.contains("a number you know"), "{text}");
    }
    assert_eq!(AuthenticityCheck::for_unknown().title, "We don’t recognise this code.");
    let void = AuthenticityCheck::for_void(&presentation);
    assert_eq!(void.title, "Invoice INV-7 was voided");
}

#[test]
fn mentions_a_payment_that_awaits_confirmation() {
    let (mut answer, _) = invoice("sent", "478.10", "12345678");
    let fields = answer.invoice.as_mut().unwrap();
    fields.pending_amount = Pence(20_000);
    answer.payments = crate::json::parse(
        r#"[{"id":"p","amount":"200.00","method":"cash","confirmationStatus":"pending"}]"#,
    )
    .unwrap();
    let presentation = present(&answer, TODAY.parse().unwrap()).unwrap();
    let authenticity_check =
        AuthenticityCheck::for_invoice(&presentation, &answer, None, Vec::new(), None).unwrap();
    let invoice = authenticity_check.invoice.unwrap();
    let rows: Vec<String> = invoice.rows.iter().map(|row| format!("{} {}", row.label, row.value)).collect();
    assert_eq!(rows[3..], ["Balance due £478.10", "Recorded, not yet confirmed £200.00"]);
    assert_eq!(
        invoice.notes,
        [
            "A payment of £200.00 has been recorded and is waiting for the business to confirm it. There is no need to \
             pay again while it is waiting."
        ]
    );
}
