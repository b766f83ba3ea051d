//! The return of a tax month, what filing it locks, and the statement for a subcontractor.

use serde_json::{Value, json};

use super::{
    PAYMENTS, create_payment, filing_path, find_month, open_contractor, payment_body, read_returns,
    registration_body, subcontractor_body, sums, verify_subcontractor,
};
use crate::documents::{CUSTOMER, OWNER, id_of, with_field};

/// Two payments of 500.60 with 100.70 of materials: 1,001.20 and 201.40 in the month are 1,001 and 201 on the return;
/// 20 % of 399.90 is 79.98, twice 159.96.
#[tokio::test]
async fn a_return_is_in_whole_pounds_rounded_down_and_its_tax_in_pence() {
    let business = open_contractor().await;
    verify_subcontractor(&business, &subcontractor_body(20)).await;
    for _ in 0..2 {
        let body = with_field(payment_body(&business, "2026-09-10"), "gross", json!("500.60"));
        create_payment(&business, &with_field(body, "materials", json!("100.70"))).await;
    }
    let response = read_returns(&business).await;
    let october = find_month(&response, "2026-10-05");
    assert_eq!(sums(&october["rows"][0]), ["1001.00", "201.00", "159.96"]);
    assert_eq!(sums(&october), ["1001.00", "201.00", "159.96"]);
    assert_eq!((&october["isNil"], &october["mustBeSent"]), (&json!(false), &json!(true)));
    assert_eq!(october["declarations"].as_array().map(Vec::len), Some(3));
    // Nobody was paid in the month before: a nil return.
    let nil = find_month(&response, "2026-09-05");
    assert_eq!((sums(&nil), &nil["rows"]), (["0.00"; 3], &json!([])));
    assert_eq!(
        (&nil["isNil"], &nil["mustBeSent"], &nil["dutyConfirmed"]),
        (&json!(true), &json!(true), &json!(true))
    );
    let path = format!("/api/cis/contractors/{}/returns", business.profile);
    // Before it was a contractor there are no returns.
    let before = business.client.get(&format!("{path}/2025")).await.expect_status(200);
    assert_eq!(before["months"], json!([]));
    let csv = business.client.get(&format!("{path}/2026/file")).await;
    for row in [
        "2026-10-05,Bloggs Roofing,1234567890,,1001.00,201.00,159.96,\"due by 19 Oct 2026\"",
        "2026-09-05,Nobody was paid,,,0.00,0.00,0.00,\"nil return, due by 19 Sept 2026\"",
        "All,,,,1001.00,201.00,159.96,",
    ] {
        assert!(csv.text.replace('"', "").contains(&row.replace('"', "")), "{row}\n{}", csv.text);
    }
    for kind in ["xlsx", "pdf"] {
        let file = business.client.get(&format!("{path}/2026/file?as={kind}&month=2026-10-01")).await;
        let name = file.header("content-disposition").expect("a name").to_owned();
        assert!(name.contains(&format!("cis-return-to-2026-10-05.{kind}")), "{name}");
    }
    business.client.get(&format!("{path}/2026/file?month=2026-12-10")).await.expect_status(404);
    business.app.stop().await;
}

#[tokio::test]
async fn a_filed_month_is_locked_until_it_is_opened() {
    let business = open_contractor().await;
    verify_subcontractor(&business, &subcontractor_body(20)).await;
    let made = create_payment(&business, &payment_body(&business, "2026-10-05")).await;
    let path = format!("{PAYMENTS}/{}", id_of(&made));
    // Typed wrong, and put right while it is open; what was added to it as an expense stays.
    let expense_path = format!("/api/expenses/{}", id_of(&made));
    let expense = business.client.get(&expense_path).await.expect_status(200);
    let input = json!({
        "version": 1, "date": "2026-10-05", "supplier": "Bloggs Roofing", "description": "Roof and gutter", "category": "paymentsToSubcontractors",
        "amount": "2800.00", "job": "9 Quay Street"
    });
    assert_eq!(expense["version"], 1);
    let noted = business.client.put(&expense_path, &input).await.expect_status(200);
    assert_eq!(noted["job"], "9 Quay Street");
    for (field, value) in [
        ("amount", json!("2700")),
        ("date", json!("2026-10-04")),
        ("category", json!("costOfGoods")),
        ("vatRate", json!("20")),
    ] {
        let input = with_field(with_field(input.clone(), "version", json!(2)), field, value);
        let refused = business.client.put(&expense_path, &input).await.expect_status(422);
        assert_eq!(refused["errors"][0]["code"], "under_cis", "{refused}");
    }
    business.client.delete(&expense_path).await.expect_status(409);
    let changed = with_field(
        with_field(payment_body(&business, "2026-10-04"), "version", json!(2)),
        "materials",
        json!("300"),
    );
    let changed = business.client.put(&path, &changed).await.expect_status(200);
    assert_eq!((sums(&changed), &changed["version"]), (["2800.00", "300.00", "500.00"], &json!(3)));
    let expense = business.client.get(&expense_path).await.expect_status(200);
    assert_eq!((&expense["date"], &expense["job"]), (&json!("2026-10-04"), &json!("9 Quay Street")));
    let stale = with_field(payment_body(&business, "2026-10-04"), "version", json!(2));
    business.client.put(&path, &stale).await.expect_status(409);

    let file = filing_path(&business);
    for (month, on, named) in [
        ("2026-10-04", "2026-10-19", "month"),
        ("2026-12-05", "2026-11-16", "month"),
        ("2026-10-05", "2026-11-17", "filedOn"),
        ("2026-10-05", "2026-10-05", "filedOn"),
    ] {
        let refused =
            business.client.post(&file, &json!({ "month": month, "filedOn": on })).await.expect_status(422);
        assert_eq!(refused["errors"][0]["path"], named);
    }
    let october = json!({ "month": "2026-10-05", "filedOn": "2026-10-18" });
    let body = business.client.post(&file, &october).await.expect_status(201);
    assert_eq!(find_month(&body, "2026-10-05")["filedOn"], "2026-10-18");
    assert_eq!(business.client.post(&file, &october).await.expect_status(201), body);
    // Neither changed, nor removed, nor added to; nor is one moved into it.
    let again = with_field(payment_body(&business, "2026-10-04"), "version", json!(3));
    let refused = business.client.put(&path, &again).await.expect_status(422);
    assert_eq!(
        (&refused["errors"][0]["path"], &refused["errors"][0]["code"]),
        (&json!("date"), &json!("return_filed"))
    );
    let refused = business.client.delete(&path).await.expect_status(409);
    assert!(
        refused["message"]
            .as_str()
            .is_some_and(|text| text.contains("5 Oct 2026") && text.contains("18 Oct 2026")),
        "{refused}"
    );
    business.client.post(PAYMENTS, &payment_body(&business, "2026-09-06")).await.expect_status(422);
    let later = create_payment(&business, &payment_body(&business, "2026-10-06")).await;
    let into = with_field(payment_body(&business, "2026-10-05"), "version", json!(1));
    business.client.put(&format!("{PAYMENTS}/{}", id_of(&later)), &into).await.expect_status(422);
    // A nil month is filed all the same.
    business
        .client
        .post(&file, &json!({ "month": "2026-09-05", "filedOn": "2026-11-16" }))
        .await
        .expect_status(201);
    let body = business.client.delete_with(&file, &json!({ "month": "2026-10-05" })).await.expect_status(200);
    assert_eq!(find_month(&body, "2026-10-05")["filedOn"], Value::Null);
    business.client.delete_with(&file, &json!({ "month": "2026-10-05" })).await.expect_status(422);
    business.client.delete(&path).await.expect_status(204);
    business.client.get(&expense_path).await.expect_status(404);
    assert_eq!(business.client.get(&path).await.expect_status(200), Value::Null);
    let body = read_returns(&business).await;
    assert_eq!(find_month(&body, "2026-10-05")["isNil"], true);
    business.app.stop().await;
}

#[tokio::test]
async fn a_subcontractor_gets_a_statement_for_each_month_with_payments() {
    let business = open_contractor().await;
    let mut body = subcontractor_body(30);
    body["utr"] = json!("");
    verify_subcontractor(&business, &body).await;
    create_payment(&business, &payment_body(&business, "2026-10-05")).await;
    let path = format!("/api/cis/contractors/{}/statement", business.profile);
    let of = format!("{path}?contactId={}&month=2026-10-05", business.contact);
    // At 30 % the verification number has to stand on it.
    let lacks = find_month(&read_returns(&business).await, "2026-10-05")["rows"][0]["statementLacks"].clone();
    let refused = business.client.get(&of).await.expect_status(422);
    assert_eq!(refused["errors"][0]["msg"], lacks);
    assert!(lacks.as_str().is_some_and(|text| text.contains("verification number")), "{lacks}");
    body["version"] = json!(1);
    body["verificationNumber"] = json!("V0012345678/AB");
    verify_subcontractor(&business, &body).await;
    let pdf = business.client.get_bytes(&of).await;
    let printed = crate::pdf::pdf_text(&pdf);
    for figures in [
        "Tax month ended 5 Oct 2026",
        "Verification number V0012345678/AB",
        "Gross amount paid, without VAT (A) £2,800.00 Less cost of materials (B) £800.00",
        "Amount liable to deduction (A − B) £2,000.00 Amount deducted £600.00",
    ] {
        assert!(printed.contains(figures), "{figures}: {printed}");
    }
    // There is no statement for a month without a payment, or for another account's business.
    business.client.get(&of.replace("10-05", "09-05")).await.expect_status(404);
    let stranger = business.app.sign_up("else@example.com").await;
    stranger.get(&of).await.expect_status(404);
    for path in [format!("/api/cis/contractors/{}/returns/2026", business.profile)] {
        stranger.get(&path).await.expect_status(404);
    }
    let body = json!({ "contactId": business.contact, "month": "2026-10-05" });
    let sent = business.client.post(&path, &body).await.expect_status(200);
    assert_eq!(sent["to"], CUSTOMER);
    // It was sent once the mail server said so, and not before.
    let happened = async || {
        let happened = business.client.get("/api/activities?limit=1").await.expect_status(200);
        happened[0]["sentence"].as_str().expect("a sentence").to_owned()
    };
    let email = async || {
        let row = find_month(&read_returns(&business).await, "2026-10-05")["rows"][0].clone();
        row["statementEmail"]["state"].clone()
    };
    let of = "the contact Bloggs Roofing, 5 Oct 2026";
    let query = format!("You asked to email the CIS statement for {of}: it is being sent");
    assert_eq!((happened().await, email().await), (query, json!("waiting")));
    business.app.run_jobs().await;
    let sent = format!("You sent the CIS statement for {of} by email");
    assert_eq!((happened().await, email().await), (sent, json!("sent")));
    let again = format!("{path}/again");
    let refused = business.client.post(&again, &body).await;
    refused.expect_error(409, "not_lost", None);
    stranger.post(&again, &body).await.expect_status(404);
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    let received_email = received_emails.last().expect("a mail");
    assert_eq!(received_email.subject, "CIS statement for the month ended 5 Oct 2026, Taylor Plumbing");
    for row in
        ["Hello Bloggs Roofing", "Paid, without VAT: £2,800.00", "Materials: £800.00", "Deducted: £600.00"]
    {
        assert!(received_email.text.contains(row), "{row}: {}", received_email.text);
    }
    assert!(
        received_email.raw.contains("CIS statement to 2026-10-05 from Taylor Plumbing.pdf"),
        "no attachment"
    );
    assert!(business.app.receive_emails(OWNER).await.iter().all(|it| !it.subject.contains("CIS")));
    business.app.stop().await;
}

/// 2,000.00 of labour at 30 %: what was reported to HMRC is unchanged, even if more is known of the subcontractor
/// later.
#[tokio::test]
async fn a_filed_month_says_what_was_filed() {
    let business = open_contractor().await;
    let unregistered = with_field(subcontractor_body(30), "verificationNumber", json!("V0012345678/AB"));
    verify_subcontractor(&business, &unregistered).await;
    create_payment(&business, &payment_body(&business, "2026-10-05")).await;
    let october = json!({ "month": "2026-10-05", "filedOn": "2026-10-18" });
    business.client.post(&filing_path(&business), &october).await.expect_status(201);
    let mut changed = with_field(subcontractor_body(30), "name", json!("Bloggs & Co"));
    changed["version"] = json!(1);
    changed["utr"] = json!("");
    verify_subcontractor(&business, &changed).await;
    create_payment(&business, &payment_body(&business, "2026-10-06")).await;
    let body = read_returns(&business).await;
    let of = |response: &Value, to: &str| {
        let row = find_month(response, to)["rows"][0].clone();
        ["name", "utr", "verificationNumber", "statementLacks", "deducted"].map(|it| row[it].clone())
    };
    let filed =
        [json!("Bloggs Roofing"), json!("1234567890"), json!("V0012345678/AB"), Value::Null, json!("600.00")];
    assert_eq!(of(&body, "2026-10-05"), filed);
    // The month that is open says what is known now.
    let open = of(&body, "2026-11-05");
    assert_eq!((&open[0], &open[1]), (&json!("Bloggs & Co"), &json!("")));
    assert!(open[3].as_str().is_some_and(|text| text.contains("verification number")));
    let path = format!("/api/cis/contractors/{}", business.profile);
    let csv = business.client.get(&format!("{path}/returns/2026/file?month=2026-10-05")).await;
    assert!(csv.text.contains("Bloggs Roofing"), "{}", csv.text);
    assert!(csv.text.contains("V0012345678/AB"), "{}", csv.text);
    let statement = |month: &str| format!("{path}/statement?contactId={}&month={month}", business.contact);
    let pdf = business.client.get(&statement("2026-10-05")).await;
    assert_eq!(pdf.header("content-type"), Some("application/pdf"));
    business.client.get(&statement("2026-11-05")).await.expect_status(422);
    business.app.stop().await;
}

/// A month in which nobody is paid can be reported as nil, also before it ends; a month with payments can't.
#[tokio::test]
async fn a_month_without_payments_needs_no_return_if_hmrc_was_notified() {
    let business = open_contractor().await;
    verify_subcontractor(&business, &subcontractor_body(20)).await;
    create_payment(&business, &payment_body(&business, "2026-10-01")).await;
    let not_needed = |month: &str, day: &str| json!({ "month": month, "filedOn": day, "notNeeded": true });
    let refused =
        business.client.post(&filing_path(&business), &not_needed("2026-10-05", "2026-10-10")).await;
    refused.expect_error(422, "rule_broken", Some("notNeeded"));
    let refused =
        business.client.post(&filing_path(&business), &not_needed("2026-09-05", "2026-09-20")).await;
    refused.expect_error(422, "rule_broken", Some("filedOn"));
    let response =
        business.client.post(&filing_path(&business), &not_needed("2026-09-05", "2026-08-20")).await;
    let nil = find_month(&response.expect_status(201), "2026-09-05");
    // Told on the day on which the return is due is in time.
    let response =
        business.client.post(&filing_path(&business), &not_needed("2026-08-05", "2026-08-19")).await;
    response.expect_status(201);
    assert_eq!(
        (&nil["notNeeded"], &nil["mustBeSent"], &nil["filedOn"]),
        (&json!(true), &json!(false), &json!("2026-08-20"))
    );
    // Today is 16 November, in the month to 5 December: nobody is paid in it, and then somebody is.
    let response =
        business.client.post(&filing_path(&business), &not_needed("2026-12-05", "2026-11-16")).await;
    response.expect_status(201);
    let refused = business.client.post(PAYMENTS, &payment_body(&business, "2026-11-16")).await;
    refused.expect_error(422, "rule_broken", Some("date"));
    let open = json!({ "month": "2026-12-05" });
    business.client.delete_with(&filing_path(&business), &open).await.expect_status(200);
    create_payment(&business, &payment_body(&business, "2026-11-16")).await;
    business.app.stop().await;
}

/// From 5 September, the last day of its month, to 6 November, the first of another: four months have returns, the last
/// of them before it ends.
#[tokio::test]
async fn a_contractor_has_returns_from_the_first_to_the_last_registered_day() {
    let business = open_contractor().await;
    let days = with_field(registration_body(), "version", json!(1));
    let days = with_field(with_field(days, "from", json!("2026-09-05")), "until", json!("2026-11-06"));
    let path = format!("/api/cis/contractors/{}", business.profile);
    business.client.put(&path, &days).await.expect_status(200);
    let body = read_returns(&business).await;
    let months = body["months"].as_array().expect("months").iter();
    let months: Vec<_> = months.map(|month| month["to"].clone()).collect();
    assert_eq!(months, ["2026-09-05", "2026-10-05", "2026-11-05", "2026-12-05"]);
    for (days, is_over) in [(19, false), (1, true)] {
        business.app.clock.advance(days * plumbline::clock::DAY);
        business.app.log_in(&business.client, OWNER).await;
        let last = find_month(&read_returns(&business).await, "2026-12-05");
        assert_eq!(last["isOver"], is_over);
    }
    business.app.stop().await;
}

#[tokio::test]
async fn the_current_rate_is_the_latest_that_has_started() {
    let business = open_contractor().await;
    let rates = json!([
        { "from": "2027-01-01", "rate": 0 },
        { "from": "2026-11-16", "rate": 30 },
        { "from": "2026-04-06", "rate": 20 },
    ]);
    let body = verify_subcontractor(&business, &with_field(subcontractor_body(20), "rates", rates)).await;
    assert_eq!(body["rate"], 30);
    let from = body["rates"].as_array().expect("rates").iter();
    let from: Vec<_> = from.map(|rate| rate["from"].clone()).collect();
    assert_eq!(from, ["2026-04-06", "2026-11-16", "2027-01-01"]);
    // All that they ask for can be materials: nothing is deducted.
    let materials = with_field(payment_body(&business, "2026-11-16"), "materials", json!("2800"));
    let paid = create_payment(&business, &materials).await;
    assert_eq!(sums(&paid), ["2800.00", "2800.00", "0.00"]);
    business.app.stop().await;
}
