//! What is displayed and when: each row, box and card is tested on both sides of its condition.

use crate::document::Document;
use serde_json::{Value, json};

use super::TotalKind::{BalanceDue, Net, Paid, ReverseCharge, Subtotal, Total, Vat};
use super::{Presentation, format_for_renderer, present};
use crate::json;

/// The document as shown on 5 March 2026.
fn present_document(document: &Value) -> Presentation {
    let document = json::parse(&document.to_string()).unwrap();
    present(&document, "2026-03-05".parse().unwrap()).unwrap()
}

fn invoice(fields: &Value) -> Presentation {
    present_document(&json!({"invoice": fields}))
}

/// The totals as `label: amount`, with their notes.
fn totals(presentation: &Presentation) -> Vec<String> {
    let words = |row: &super::TotalRow| match &row.note {
        Some(note) => format!("{} ({note}): {}", row.label, row.amount),
        None => format!("{}: {}", row.label, row.amount),
    };
    presentation.totals.iter().map(words).collect()
}

#[test]
fn the_renderer_writes_dates_out() {
    let fields = json!({"invoice": {
        "invoiceNumber": "INV-0001", "issueDate": "2026-03-05", "dueDate": "2026-09-30"}});
    let document = json::parse(&fields.to_string()).unwrap();
    let values = |displayed: &Presentation| -> Vec<String> {
        let rows = displayed.details.rows.iter();
        rows.map(|row| row.value.clone()).collect()
    };
    let page = present(&document, "2026-03-05".parse().unwrap()).unwrap();
    assert_eq!(values(&page), ["INV-0001", "05/03/2026", "30/09/2026", "£0.00"]);
    let rendered = format_for_renderer(page.clone(), &document);
    assert_eq!(values(&rendered), ["INV-0001", "5 Mar 2026", "30 Sept 2026", "£0.00"]);
    // What was kept in other words stays as it was kept.
    let mut presentation = page;
    presentation.details.rows[1].value = "5th March 2026".into();
    let rendered = format_for_renderer(presentation, &document);
    assert_eq!(values(&rendered)[1..3], ["5th March 2026", "30 Sept 2026"]);
}

#[test]
fn an_answer_without_a_document_is_not_shown() {
    let none = json::parse("{}").unwrap();
    assert_eq!(present(&none, "2026-03-05".parse().unwrap()), None);
}

#[test]
fn shows_a_discount_if_it_is_included_and_above_zero() {
    for (included, amount, shows) in
        [(true, "0.01", true), (true, "0.00", false), (false, "0.01", false), (false, "0.00", false)]
    {
        let fields = json!({"includeDiscount": included, "discountAmount": amount, "discount": "10"});
        let mut rows = vec!["Subtotal: £0.00"];
        if shows {
            rows.push("Discount (10%): -£0.01");
        }
        rows.push("Total: £0.00");
        assert_eq!(totals(&invoice(&fields)), rows, "{included} {amount}");
    }
}

#[test]
fn deducts_earlier_invoices_of_the_job() {
    let group = |taxable: &str, vat: &str| json!({"treatment": "taxable", "rate": "20", "net": "1000", "taxable": taxable, "vat": vat});
    let fields = json!({
        "subtotalAmount": "1000.00", "totalAmount": "900.00", "vatGroups": [group("750", "150")],
        "invoiced": [{"id": "s", "number": "INV-0001", "groups": [group("250", "50")]}],
    });
    let rows = [
        "Subtotal: £1,000.00",
        "Less invoice INV-0001: -£250.00",
        "Total excluding VAT: £750.00",
        "VAT @ 20%: £150.00",
        "Total: £900.00",
    ];
    assert_eq!(totals(&invoice(&fields)), rows);
}

#[test]
fn labels_prices_that_include_vat_and_states_the_vat_in_the_total() {
    let group = |treatment: &str, rate: &str, taxable: &str, vat: &str| json!({"treatment": treatment, "rate": rate, "taxable": taxable, "vat": vat});
    let mut fields = json!({
        "pricesIncludeVat": true, "subtotalAmount": "275.00", "totalAmount": "247.50", "vatAmount": "22.50",
        "includeDiscount": true, "discount": "27.50", "discountAmount": "27.50", "discountType": "other",
        "vatGroups": [
            group("taxable", "20", "90.00", "18.00"), group("taxable", "5", "90.00", "4.50"),
            group("exempt", "0", "45.00", "0.00"),
        ],
    });
    let page = invoice(&fields);
    assert_eq!(page.columns, ["Description", "Qty", "Rate inc. VAT", "Amount inc. VAT"]);
    let rows = [
        "Subtotal: £275.00",
        "Discount: -£27.50",
        "Total: £247.50",
        "Including VAT @ 20% (£108.00 with VAT, £90.00 without): £18.00",
        "Including VAT @ 5% (£94.50 with VAT, £90.00 without): £4.50",
        "VAT exempt (in £45.00): £0.00",
        "Total excluding VAT: £225.00",
    ];
    assert_eq!(totals(&page), rows);
    // A final invoice takes earlier ones off with their VAT.
    fields["invoiced"] =
        json!([{"id": "s", "number": "INV-0001", "groups": [group("taxable", "20", "83.33", "16.67")]}]);
    assert_eq!(totals(&invoice(&fields))[2], "Less invoice INV-0001: -£100.00");
    // Who charges no VAT says nothing of it.
    let none = json!({
        "pricesIncludeVat": true, "subtotalAmount": "9.00", "totalAmount": "9.00",
        "vatGroups": [group("taxable", "0", "9.00", "0.00")],
    });
    let page = invoice(&none);
    assert_eq!(page.columns[3], "Amount");
    assert_eq!(totals(&page), ["Subtotal: £9.00", "Total: £9.00"]);
}

#[test]
fn shows_a_deposit_if_it_is_included_and_above_zero() {
    for (included, amount, shows) in
        [(true, "0.01", true), (true, "0.00", false), (false, "0.01", false), (false, "0.00", false)]
    {
        let fields = json!({
            "includeDeposit": included, "depositAmount": amount, "depositType": "fixed",
            "depositReason": "Timber", "balanceAfterDeposit": "9.99",
        });
        let mut rows = vec!["Subtotal: £0.00", "Total: £0.00"];
        if shows {
            rows.extend(["Deposit (Timber): £0.01", "Balance after deposit: £9.99"]);
        }
        assert_eq!(totals(&invoice(&fields)), rows, "{included} {amount}");
    }
}

#[test]
fn shows_a_cis_deduction_if_it_is_above_zero() {
    let fields = |deduction| json!({"cisRate": "20", "cisDeduction": deduction, "amountPayable": "8"});
    let without = ["Subtotal: £0.00", "Total: £0.00"];
    assert_eq!(totals(&invoice(&fields("0.00"))), without);
    let with = ["Subtotal: £0.00", "Total: £0.00", "CIS deduction (20%): -£0.01", "Amount payable: £8.00"];
    assert_eq!(totals(&invoice(&fields("0.01"))), with);
}

#[test]
fn shows_the_paid_amount_and_balance_once_there_is_a_payment() {
    let document = |pending: &str, payments: Value| {
        let fields = json!({"paidAmount": "1", "pendingAmount": pending, "balanceDue": "2"});
        present_document(&json!({"invoice": fields, "payments": payments}))
    };
    let none = document("3", json!([]));
    assert_eq!(totals(&none), ["Subtotal: £0.00", "Total: £0.00"]);
    assert_eq!(none.details.rows.len(), 1);
    let paid = document("0", json!([{"amount": "1"}]));
    let rows = ["Paid: £1.00", "Balance Due: £2.00"];
    assert_eq!(totals(&paid)[2..], rows);
    assert_eq!(paid.details.rows.len(), 3);
    let pending = document("0.01", json!([{"amount": "1"}]));
    let rows = ["Paid: £1.00", "Pending: £0.01", "Balance Due: £2.00"];
    assert_eq!(totals(&pending)[2..], rows);
}

/// A VAT invoice states its total without VAT, whatever is taken off before (VAT Regulations 1995, reg. 14).
#[test]
fn a_vat_invoice_says_its_total_without_vat() {
    let draft = |kind: &str, more: &Value| {
        let mut document = json!({
            "kind": kind, "tax": "20", "vatTreatment": "taxable",
            "items": [
                {"id": "a", "name": "Boiler", "quantity": "1", "price": "1000"},
                {"id": "b", "name": "Insulation", "quantity": "1", "price": "200",
                 "vat": {"treatment": "taxable", "rate": "5"}},
            ],
        });
        for (name, value) in more.as_object().unwrap() {
            document[name] = value.clone();
        }
        let text = document.to_string();
        let (header, document) = (json::parse(&text).unwrap(), Document::from_json(&text).unwrap());
        crate::text_api::present_draft(&header, &document, &json::parse("{}").unwrap(), "2026-03-05").unwrap()
    };
    let none = json!({});
    let discounted = json!({"includeDiscount": true, "discount": "10", "discountType": "percentage"});
    let plain = totals(&draft("invoice", &none));
    assert_eq!(plain[0], "Subtotal (Total excluding VAT): £1,200.00");
    // 1,200.00 less 120.00; VAT of 900.00 at 20 % and of 180.00 at 5 %.
    let less = totals(&draft("invoice", &discounted));
    assert_eq!(
        less,
        [
            "Subtotal: £1,200.00",
            "Discount (10%): -£120.00",
            "Total excluding VAT: £1,080.00",
            "VAT @ 20% (on £900.00): £180.00",
            "VAT @ 5% (on £180.00): £9.00",
            "Total: £1,269.00",
        ]
    );
    // A quote is no invoice, and who charges no VAT has nothing to leave out.
    let quote = totals(&draft("quote", &discounted));
    assert!(!quote.iter().any(|row| row.contains("excluding")), "{quote:?}");
    let no_vat = json!({"vatTreatment": "outsideScope", "items": [
        {"id": "a", "name": "Boiler", "quantity": "1", "price": "1000"},
    ]});
    assert_eq!(totals(&draft("invoice", &no_vat)), ["Subtotal: £1,000.00", "Total: £1,000.00"]);
    let vats = |presentation: &Presentation| -> Vec<Option<String>> {
        presentation.lines.iter().map(|line| line.vat.clone()).collect()
    };
    // Each line tells its rate, the document's own too.
    let each = [Some("VAT @ 20%".into()), Some("VAT @ 5%".into())];
    assert_eq!(vats(&draft("invoice", &none)), each);
    let one = json!({"items": [{"id": "a", "name": "Boiler", "quantity": "1", "price": "1000"}]});
    assert_eq!(vats(&draft("invoice", &one)), [None]);
}

/// Each line shows its rate if the rates differ, and the total without VAT is shown below the earlier invoices of the
/// job: 1,000.00 + 90.00 of labour at 20 %, 200.00 at 5 %, 50.00 exempt, less 250.00 at 20 %.
#[test]
fn every_line_says_its_rate_also_after_earlier_invoices() {
    let text = json!({
        "kind": "invoice", "tax": "20", "vatTreatment": "taxable",
        "includeLabour": true, "labourHours": "2", "labourRate": "45",
        "items": [
            {"id": "a", "name": "Boiler", "quantity": "1", "price": "1000"},
            {"id": "b", "name": "Insulation", "quantity": "1", "price": "200",
             "vat": {"treatment": "taxable", "rate": "5"}},
            {"id": "c", "name": "Survey", "quantity": "1", "price": "50", "vat": {"treatment": "exempt"}},
            {"id": "d", "name": "Ramp", "quantity": "1", "price": "10", "optional": true, "selected": false,
             "vat": {"treatment": "taxable", "rate": "0"}},
        ],
        "invoiced": [{"id": "s", "number": "INV-0001", "groups": [
            {"treatment": "taxable", "rate": "20", "net": "250", "taxable": "250", "vat": "50"}]}],
    })
    .to_string();
    let (header, document) = (json::parse(&text).unwrap(), Document::from_json(&text).unwrap());
    let parties = json::parse("{}").unwrap();
    let presentation = crate::text_api::present_draft(&header, &document, &parties, "2026-03-05").unwrap();
    let vats = presentation.lines.iter().map(|line| line.vat.as_deref());
    assert_eq!(
        vats.collect::<Vec<_>>(),
        [Some("VAT @ 20%"), Some("VAT @ 5%"), Some("VAT exempt"), Some("VAT @ 0%"), Some("VAT @ 20%"),]
    );
    assert_eq!(
        totals(&presentation),
        [
            "Subtotal: £1,340.00",
            "Less invoice INV-0001: -£250.00",
            "Total excluding VAT: £1,090.00",
            "VAT @ 20% (on £840.00): £168.00",
            "VAT @ 5% (on £200.00): £10.00",
            "Total: £1,268.00",
        ]
    );
}

/// A sole trader under a business name must state their own name and an address for service (Companies Act 2006, s.
/// 1202).
#[test]
fn a_sole_trader_is_named_with_an_address_for_service() {
    let from = |profile: Value| {
        let presentation = present_document(&json!({"invoice": {}, "businessProfile": profile}));
        let lines = presentation.from.lines.into_iter().map(|line| line.text);
        lines.collect::<Vec<_>>()
    };
    let address = json!({"name": "Aire Plumbing", "address_line1": "Unit 1", "city": "Leeds"});
    let with = |name: &str, service: &str| {
        let mut profile = address.clone();
        profile["ownerName"] = json!(name);
        profile["serviceAddress"] = json!(service);
        from(profile)
    };
    assert_eq!(
        with("Kev Stubbs", "1 Home Road\nLeeds LS2 2BB"),
        [
            "Aire Plumbing",
            "Owner: Kev Stubbs",
            "Unit 1",
            "Leeds",
            "Address for service: 1 Home Road, Leeds LS2 2BB",
        ]
    );
    assert_eq!(with("Kev Stubbs", " "), ["Aire Plumbing", "Owner: Kev Stubbs", "Unit 1", "Leeds"]);
    // Under the own name, and at the business's own address, there is nothing to add.
    let bare = ["Aire Plumbing", "Unit 1", "Leeds"];
    assert_eq!(with(" aire plumbing ", "Unit 1\nLeeds"), bare);
    assert_eq!(from(address), bare);
}

#[test]
fn shows_vat_of_0_percent_with_a_vat_number_or_other_rates() {
    let group = |treatment: &str, rate: &str| json!({"treatment": treatment, "rate": rate, "taxable": "5"});
    let vat = |number: &str, groups: Value| {
        let document = json!({
            "invoice": {"vatGroups": groups}, "businessProfile": {"taxNumber": number},
        });
        let rows = totals(&present_document(&document)).into_iter().skip(1);
        rows.filter(|row| !row.starts_with("Total")).collect::<Vec<_>>()
    };
    let nothing = || json!([group("taxable", "0")]);
    assert_eq!(vat(" ", nothing()), [""; 0]);
    assert_eq!(vat("GB1", nothing()), ["VAT @ 0%: £0.00"]);
    assert_eq!(vat("", json!([group("taxable", "5")])), ["VAT @ 5%: £0.00"]);
    let groups = json!([group("taxable", "0"), group("exempt", "0"), group("outsideScope", "0")]);
    assert_eq!(vat("", groups), ["VAT @ 0% (on £5.00): £0.00"]);
    let reverse = vat("", json!([group("reverseCharge", "20")]));
    assert_eq!(reverse, ["Reverse charge: customer to pay the VAT to HMRC (@ 20% on £5.00): £0.00"]);
}

#[test]
fn shows_reverse_charge_vat_after_the_balance() {
    let groups = json!([
        {"treatment": "taxable", "rate": "20", "taxable": "5", "vat": "1"},
        {"treatment": "reverseCharge", "rate": "20", "taxable": "5", "vat": "1"},
    ]);
    let document = json!({
        "invoice": {"vatGroups": groups, "paidAmount": "1"}, "payments": [{"amount": "1"}],
    });
    let kinds: Vec<_> = present_document(&document).totals.iter().map(|row| row.kind).collect();
    assert_eq!(kinds, [Subtotal, Net, Vat, Total, Paid, BalanceDue, ReverseCharge]);
}

#[test]
fn a_line_shows_what_its_labour_comes_to() {
    let line = |included: bool| {
        let item = json!({
            "includeLabour": included, "labourHours": "8", "labourRate": "31.50",
            "labourTotal": "252.00", "total": "535.50",
        });
        let presentation = present_document(&json!({"quote": {}, "items": [item]}));
        (presentation.lines[0].labour.clone(), presentation.lines[0].labour_amount.clone())
    };
    let labour = "Labour: 8 hours at £31.50 per hour".to_owned();
    assert_eq!(line(true), (Some(labour), Some("£252.00".to_owned())));
    assert_eq!(line(false), (None, None));
}

#[test]
fn shows_a_line_of_only_labour_as_quantity_1_at_its_amount() {
    let line = |quantity: &str, labour: &str| {
        let item = json!({
            "quantity": quantity, "price": "10", "includeLabour": true, "labourHours": "3",
            "labourRate": "21.11", "labourTotal": labour, "total": "63.33",
        });
        let presentation = present_document(&json!({"quote": {}, "items": [item]}));
        let line = &presentation.lines[0];
        [&line.quantity, &line.rate, &line.amount].map(Clone::clone)
    };
    assert_eq!(line("0", "63.33"), ["1", "£63.33", "£63.33"]);
    assert_eq!(line("0", "0"), ["0", "£10.00", "£63.33"]);
    assert_eq!(line("2", "43.33"), ["2", "£10.00", "£63.33"]);
}

#[test]
fn the_summary_states_whether_the_deposit_is_due_pending_or_paid() {
    let summary = |status: &str, more: Value| {
        let mut fields = json!({
            "status": status, "includeDeposit": true, "depositAmount": "977.28",
            "totalAmount": "3909.11", "balanceDue": "3909.11",
        });
        for (field, value) in more.as_object().unwrap() {
            fields[field] = value.clone();
        }
        present_document(&json!({"quote": fields})).summary.deposit
    };
    assert_eq!(summary("sent", json!({})), "Deposit £977.28 on acceptance");
    assert_eq!(summary("accepted", json!({})), "Deposit £977.28 to pay now");
    let pending = json!({"pendingAmount": "977.28"});
    assert_eq!(summary("accepted", pending), "Deposit £977.28 awaiting confirmation");
    let part = json!({"paidAmount": "50.00"});
    assert_eq!(summary("accepted", part), "Deposit £977.28, £50.00 of it paid");
    let paid = json!({"depositPaid": true, "balanceDue": "2931.83"});
    assert_eq!(summary("accepted", paid), "Deposit paid, £2,931.83 to pay");
    assert_eq!(summary("declined", json!({})), "");
    assert_eq!(summary("sent", json!({"expiryDate": "2026-03-04"})), "");
    assert_eq!(summary("sent", json!({"includeDeposit": false})), "");
    let fields = json!({"includeDeposit": true, "depositAmount": "977.28"});
    assert_eq!(invoice(&fields).summary.deposit, "");
}

#[test]
fn a_line_of_a_choice_says_whether_the_total_counts_it() {
    let item = |choice: Value, counted: bool| json!({"choice": choice, "counted": counted});
    let lines = present_document(&json!({
        "quote": {
            "choices": [{"id": "g", "name": "Good"}, {"id": "b", "name": "Better"}],
            "chosenChoice": "b",
        },
        "items": [
            item(Value::Null, true),
            item("g".into(), false),
            item("b".into(), true),
            item("b".into(), false),
            item("gone".into(), false),
        ],
    }))
    .lines;
    let texts: Vec<_> = lines.iter().map(|line| line.choice.as_deref()).collect();
    let [chosen, other] = ["Better, in the total", "Good, not in the total"];
    assert_eq!(texts, [None, Some(other), Some(chosen), Some("Better"), None]);
}

#[test]
fn shows_labour_if_it_is_included_and_above_zero() {
    for (included, total, shows) in [(true, "0.01", true), (true, "0.00", false), (false, "0.01", false)] {
        let fields = json!({"includeLabour": included, "labourTotal": total});
        let lines = invoice(&fields).lines;
        assert_eq!(lines.len(), usize::from(shows), "{included} {total}");
        let item = json!({"includeLabour": included, "labourTotal": total});
        let lines = present_document(&json!({"quote": {}, "items": [item]})).lines;
        assert_eq!(lines[0].labour.is_some(), shows, "{included} {total}");
    }
}

#[test]
fn shows_labour_in_an_invoices_totals_if_a_line_is_named_labour() {
    let document = |kind: &str, name: &str| {
        let fields = json!({
            "includeLabour": true, "labourHours": "8", "labourRate": "45", "labourTotal": "360",
        });
        present_document(&json!({kind: fields, "items": [{"name": "Sand"}, {"name": name}]}))
    };
    for (kind, name, result) in [
        ("invoice", "Labour", true),
        ("invoice", "The Overall Job Labour", true),
        ("invoice", "Labourer", false),
        ("quote", "Labour", false),
    ] {
        let presentation = document(kind, name);
        assert_eq!(presentation.lines.len(), if result { 2 } else { 3 }, "{kind} {name}");
        let row = "Labour (8 hours at £45.00/hour): £360.00";
        assert_eq!(totals(&presentation)[0] == row, result, "{kind} {name}");
    }
}

#[test]
fn help_shows_with_a_phone_or_an_email() {
    for (phone, email, shows) in
        [("", " ", false), ("1", "", true), ("", "a@b.c", true), ("1", "a@b.c", true)]
    {
        let profile = json!({"phone": phone, "email": email});
        let fields = json!({"quoteNumber": "Q-1"});
        let presentation = present_document(&json!({"quote": fields, "businessProfile": profile}));
        assert_eq!(presentation.help.is_some(), shows, "{phone} {email}");
        let filled = usize::from(!phone.is_empty()) + usize::from(email.len() > 1);
        assert_eq!(presentation.footer.len(), filled);
        let subject = presentation.help.map(|help| help.subject);
        assert_eq!(subject.as_deref(), shows.then_some("Re: Quote Q-1"));
    }
}

#[test]
fn shows_bank_details_if_transfers_are_accepted() {
    let pay = |accepted: bool| {
        let profile = json!({
            "accepts_cash": true, "accepts_bank_transfer": accepted,
        });
        let fields = json!({
            "status": "sent", "invoiceNumber": "INV-1", "amountPayable": "9", "balanceDue": "9",
        });
        let pay =
            present_document(&json!({"invoice": fields, "businessProfile": profile})).actions.pay.unwrap();
        assert_eq!(pay.title, "Pay £9.00");
        let options: Vec<_> = pay.options.into_iter().map(|pay_option| pay_option.label).collect();
        let bank: Vec<_> = pay.bank.into_iter().map(|row| row.value).collect();
        (options.join(", "), bank.join(", "))
    };
    assert_eq!(pay(false), ("Cash".into(), String::new()));
    assert_eq!(pay(true), ("Bank transfer, Cash".into(), "INV-1".into()));
}

#[test]
fn shows_a_payments_method_and_status_as_labels_if_known() {
    let payment = |kind: &str, date: &str, method: &str, status: &str| {
        let payments = json!([{
            "date": date, "method": method, "amount": "5", "confirmationStatus": status,
        }]);
        let row = present_document(&json!({kind: {}, "payments": payments})).payments.remove(0);
        [row.date, row.method, row.badge.label].join(", ")
    };
    let at = "2026-03-05T14:07";
    assert_eq!(payment("invoice", at, "cash", "pending"), "05/03/2026 14:07, Cash, Pending");
    assert_eq!(payment("quote", at, "stripe", "confirmed"), "05/03/2026, Card, Confirmed");
    assert_eq!(payment("invoice", at, "cheque", "confirmed"), "05/03/2026 14:07, Cheque, Confirmed");
    assert_eq!(payment("quote", "soon", "barter", "confirmed"), "soon, barter, Confirmed");
}

#[test]
fn shows_the_job_address_among_the_details() {
    let place = |address: &str| {
        let document = json!({
            "invoice": {"issueDate": "2026-11-16", "totalAmount": "5.00", "jobAddress": address},
            "businessProfile": {"name": "B"},
        });
        let rows = present_document(&document).details.rows;
        rows.into_iter().map(|row| format!("{}: {}", row.label, row.value)).collect::<Vec<_>>()
    };
    assert_eq!(
        place(" The Barn \n\nOtley\nLS21 1AA"),
        ["Issue Date: 16/11/2026", "Job Address: The Barn, Otley, LS21 1AA", "Total: £5.00"]
    );
    assert_eq!(place(" \n "), ["Issue Date: 16/11/2026", "Total: £5.00"]);
}

#[test]
fn shows_the_customers_order_number_among_the_details() {
    let rows = |kind: &str, number: &str| {
        let document = json!({
            kind: {"issueDate": "2026-11-16", "totalAmount": "5.00", "orderNumber": number},
            "businessProfile": {"name": "B"},
        });
        let rows = present_document(&document).details.rows.into_iter();
        rows.filter(|row| row.label == "Order Number").map(|row| row.value).collect::<Vec<_>>()
    };
    assert_eq!(rows("invoice", "PO-4711"), ["PO-4711"]);
    assert_eq!(rows("quote", "PO-4711"), ["PO-4711"]);
    assert!(rows("invoice", " ").is_empty());
}

#[test]
fn empty_lines_are_left_out() {
    let document = json!({
        "quote": {"notes": " a \n\n \nb", "jobDescription": " "},
        "businessProfile": {"name": " B ", "taxNumber": " ", "registrationNumber": "7", "logoUrl": ""},
        "contact": {"name": "C", "company": "", "email": " "},
    });
    let presentation = present_document(&document);
    assert_eq!(presentation.notes, ["a", "b"]);
    assert_eq!(presentation.job_description, [""; 0]);
    assert_eq!(presentation.logo_url, None);
    let texts = |block: &super::PartyBlock| -> Vec<String> {
        block.lines.iter().map(|line| line.text.clone()).collect()
    };
    assert_eq!(texts(&presentation.from), ["B", "Company Reg: 7"]);
    assert_eq!(texts(&presentation.to), ["C"]);
    assert_eq!((presentation.heading.as_str(), presentation.template.as_str()), ("Quote", "classic"));
}

#[test]
fn the_summary_shows_the_balance_of_an_open_invoice_else_the_total() {
    let summary = |kind: &str, status: &str| {
        let fields = json!({
            "status": status, "totalAmount": "9", "amountPayable": "9", "balanceDue": "4",
            "dueDate": "2026-03-06", "expiryDate": "2026-03-07",
        });
        let summary = present_document(&json!({kind: fields})).summary;
        [summary.label, summary.amount, summary.date].join(", ")
    };
    let due = "Balance Due, £4.00, Due 06/03/2026";
    assert_eq!(summary("invoice", "sent"), due);
    let quote = "Total, £9.00, Valid until 07/03/2026";
    assert_eq!(summary("quote", "sent"), quote);
    // Nothing waits for a day any more.
    for (kind, status) in [
        ("invoice", "void"),
        ("invoice", "paid"),
        ("quote", "accepted"),
        ("quote", "declined"),
        ("quote", "expired"),
    ] {
        assert_eq!(summary(kind, status), "Total, £9.00, ", "{kind} {status}");
    }
}

#[test]
fn the_summary_names_the_job_the_vat_and_a_last_day_that_is_today() {
    let fields = json!({
        "status": "sent", "totalAmount": "240", "vatAmount": "40", "expiryDate": "2026-03-05",
        "jobDescription": "",
    });
    let items = json!([
        {"id": "a", "name": "New boiler", "total": "200", "counted": true, "vat": {"treatment": "taxable", "rate": "20"}},
        {"id": "b", "name": "Filter", "total": "168", "counted": false, "optional": true, "adds": "201.60",
         "vat": {"treatment": "taxable", "rate": "20"}},
    ]);
    let presentation = present_document(&json!({"quote": fields, "items": items}));
    let summary = &presentation.summary;
    assert_eq!(summary.vat, "including VAT");
    assert_eq!(summary.about, "New boiler");
    assert_eq!(summary.stage, "");
    assert_eq!(summary.date, "Valid until today");
    let adds: Vec<_> = presentation.lines.iter().map(|line| line.adds.as_deref()).collect();
    assert_eq!(adds, [None, Some("£201.60 including VAT")]);
    // Nobody charges VAT on it.
    let plain = super::tests::present_document(&json!({"quote": {"status": "sent", "totalAmount": "9"}}));
    assert_eq!(plain.summary.vat, "");
}

#[test]
fn a_payments_badge_states_refunds_and_disputes() {
    for (facts, label) in [
        (json!({}), "Confirmed"),
        (json!({"refunded": "0.00", "disputed": false}), "Confirmed"),
        (json!({"refunded": "3.50"}), "Refunded £3.50"),
        (json!({"refunded": "3.50", "disputed": true}), "Disputed"),
    ] {
        let mut payment = json!({"amount": "10", "method": "stripe"});
        payment.as_object_mut().unwrap().extend(facts.as_object().unwrap().clone());
        let presentation = present_document(&json!({"invoice": {}, "payments": [payment]}));
        assert_eq!(presentation.payments[0].badge.label, label);
        assert_eq!(presentation.payments[0].amount, "£10.00");
    }
}

#[test]
fn requests_a_deposit_again_once_it_is_fully_refunded() {
    for (refunded, requested) in [("0.00", false), ("9.99", false), ("10.00", true)] {
        let fields = json!({"status": "accepted", "includeDeposit": true, "depositAmount": "10"});
        let payments = json!([{"amount": "10", "refunded": refunded}]);
        let presentation = present_document(&json!({"quote": fields, "payments": payments}));
        assert_eq!(presentation.actions.pay.is_some(), requested, "{refunded}");
    }
}
