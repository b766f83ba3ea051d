//! A business that pays subcontractors under the Construction Industry Scheme, worked by hand.

mod returns;

use serde_json::{Value, json};

use crate::documents::{TestBusiness, id_of, with_field};
use crate::expenses::receipts::saved_receipt;

const PAYMENTS: &str = "/api/cis/payments";

/// A business that is a contractor from 6 April 2026 on.
async fn open_contractor() -> TestBusiness {
    let business = TestBusiness::open().await;
    let path = format!("/api/cis/contractors/{}", business.profile);
    business.client.put(&path, &registration_body()).await.expect_status(200);
    business
}

fn registration_body() -> Value {
    json!({
        "version": 0, "employerReference": "123/ab456", "accountsOfficeReference": "", "from": "2026-04-06", "until": null
    })
}

fn subcontractor_body(rate: u32) -> Value {
    json!({
        "version": 0, "name": "Bloggs Roofing", "utr": "12345 67890", "verificationNumber": "", "vatRegistered": true,
        "rates": [{ "from": "2026-04-06", "rate": rate }]
    })
}

/// Stores the contact's verification by HMRC.
async fn verify_subcontractor(business: &TestBusiness, body: &Value) -> Value {
    let path = format!("/api/cis/subcontractors/{}", business.contact);
    business.client.put(&path, body).await.expect_status(200)
}

/// Labour of 2,000.00 and materials of 800.00.
fn payment_body(business: &TestBusiness, date: &str) -> Value {
    json!({
        "profileId": business.profile, "contactId": business.contact, "date": date, "gross": "2800", "materials": "800",
        "vat": "", "description": "Roof"
    })
}

async fn create_payment(business: &TestBusiness, body: &Value) -> Value {
    business.client.post(PAYMENTS, body).await.expect_status(201)
}

async fn read_returns(business: &TestBusiness) -> Value {
    let path = format!("/api/cis/contractors/{}/returns/2026", business.profile);
    business.client.get(&path).await.expect_status(200)
}

/// Records that the contact's statement of a month was sent.
async fn mark_statement_emailed(business: &TestBusiness, month: &str) {
    let user = business.client.get("/api/auth/me").await.expect_status(200);
    let mut tx = business.app.state().db.begin_write().await.expect("held");
    let sql = "INSERT INTO posted_mails (id, user_id, about, document_id, about_id, part, receiver, subject, state, \
        problem, unsettled, created_at, changed_at) \
        VALUES ($1, $2, 'cis_statement', NULL, $3, $4, 'jo@bloggs.example', 'Your statement', 'sent', '', 0, 1, 1)";
    let written = sqlx::query(sql)
        .bind(uuid::Uuid::now_v7().to_string())
        .bind(id_of(&user))
        .bind(&business.contact)
        .bind(format!("{}/{month}", business.profile))
        .execute(&mut *tx)
        .await;
    written.expect("written");
    tx.commit().await.expect("a commit");
}

/// The month that ends on this day.
fn find_month(returns: &Value, to: &str) -> Value {
    let months = returns["months"].as_array().expect("months");
    let found = months.iter().find(|it| it["to"] == to);
    found.expect("the month").clone()
}

fn sums(row: &Value) -> [&str; 3] {
    ["gross", "materials", "deducted"].map(|sum| row[sum].as_str().expect("an amount"))
}

fn filing_path(business: &TestBusiness) -> String {
    format!("/api/cis/contractors/{}/filed", business.profile)
}

/// 20 % of 2,000.00: the payment is an expense of 2,800.00, 400.00 is owed to HMRC and 2,400.00 is paid.
#[tokio::test]
async fn a_payment_is_an_expense_and_on_the_return_of_its_month() {
    let business = open_contractor().await;
    verify_subcontractor(&business, &subcontractor_body(20)).await;
    let body = with_field(
        payment_body(&business, "2026-10-05"),
        "id",
        json!("019be5a0-0000-7000-8000-000000000001"),
    );
    let preview = payment_body(&business, "2026-10-05");
    let page = business.client.post(&format!("{PAYMENTS}/preview"), &preview).await.expect_status(200);
    assert_eq!(
        (&page["deducted"], &page["pay"], &page["liable"]),
        (&json!("400.00"), &json!("2400.00"), &json!("2000.00"))
    );
    let first = create_payment(&business, &body).await;
    assert_eq!(sums(&first), ["2800.00", "800.00", "400.00"]);
    assert_eq!(
        (&first["pay"], &first["rate"], &first["name"]),
        (&json!("2400.00"), &json!(20), &json!("Bloggs Roofing"))
    );
    // The same sent again is the same, and another under its id is refused.
    assert_eq!(create_payment(&business, &body).await, first);
    business
        .client
        .post(PAYMENTS, &with_field(body.clone(), "gross", json!("2801")))
        .await
        .expect_status(409);
    // 5 October ends a tax month and 6 October begins one.
    create_payment(&business, &payment_body(&business, "2026-10-06")).await;
    let response = read_returns(&business).await;
    assert_eq!(sums(&response), ["5600.00", "1600.00", "800.00"]);
    let october = find_month(&response, "2026-10-05");
    assert_eq!((sums(&october), &october["from"]), (["2800.00", "800.00", "400.00"], &json!("2026-09-06")));
    assert_eq!((&october["due"], &october["payBy"]), (&json!("2026-10-19"), &json!("2026-10-22")));
    assert_eq!(october["rows"][0]["payments"][0]["id"], id_of(&first));
    assert_eq!(sums(&find_month(&response, "2026-11-05"))[2], "400.00");
    // The months from April on that have begun: the last ends on 5 December.
    let ends: Vec<&str> =
        response["months"].as_array().expect("months").iter().filter_map(|it| it["to"].as_str()).collect();
    assert_eq!((ends.len(), ends[0], ends[7]), (8, "2026-05-05", "2026-12-05"));

    // The expense is there with all that it cost, and so are profit and the tax return, once.
    let expense = business.client.get(&format!("/api/expenses/{}", id_of(&first))).await.expect_status(200);
    assert_eq!(
        (&expense["amount"], &expense["category"], &expense["supplier"]),
        (&json!("2800.00"), &json!("paymentsToSubcontractors"), &json!("Bloggs Roofing"))
    );
    let year = "from=2026-04-06&to=2027-04-05";
    let spent = business.client.get(&format!("/api/reports/expenses?{year}")).await.expect_status(200);
    assert_eq!(spent["total"]["net"], "5600.00");
    let taxed = business.client.get("/api/income-tax/2026/return/records?box=18").await.expect_status(200);
    assert_eq!(taxed["amount"], "5600.00");
    // The deduction from the business's own invoices is separate.
    let own = business.client.get("/api/cis/2026").await.expect_status(200);
    assert_eq!(own["deducted"], "0.00");
    let entries = business.client.get("/api/expenses").await.expect_status(200);
    assert_eq!(entries["total"], 2);
    business.app.stop().await;
}

/// The job, the receipts and whether it is goods belong to the expense: a change of the payment leaves them unchanged,
/// and the list counts them.
#[tokio::test]
async fn changing_a_payment_keeps_the_job_and_receipts_of_its_expense() {
    let business = open_contractor().await;
    verify_subcontractor(&business, &subcontractor_body(20)).await;
    let made = create_payment(&business, &payment_body(&business, "2026-10-05")).await;
    let path = format!("/api/expenses/{}", id_of(&made));
    let photo = saved_receipt(&business.client).await;
    let mut expense = business.client.get(&path).await.expect_status(200);
    expense["receipts"] = json!([photo]);
    expense["job"] = json!("9 Quay Street");
    assert_eq!(expense["goodsOrService"], "service");
    expense["goodsOrService"] = json!("goods");
    let known = [
        "version",
        "date",
        "supplier",
        "description",
        "category",
        "amount",
        "vatRate",
        "job",
        "receipts",
        "goodsOrService",
    ];
    let fields = expense.as_object().expect("fields").iter();
    let fields = fields.filter(|(name, _)| known.contains(&name.as_str()));
    let body: serde_json::Map<_, _> = fields.map(|(k, v)| (k.clone(), v.clone())).collect();
    business.client.put(&path, &Value::Object(body)).await.expect_status(200);
    let body = with_field(payment_body(&business, "2026-10-05"), "gross", json!("2900"));
    let body = with_field(body, "version", json!(2));
    let changed = format!("{PAYMENTS}/{}", id_of(&made));
    business.client.put(&changed, &body).await.expect_status(200);
    let expense = business.client.get(&path).await.expect_status(200);
    assert_eq!(
        (&expense["amount"], &expense["job"], &expense["receipts"]),
        (&json!("2900.00"), &json!("9 Quay Street"), &json!([photo]))
    );
    assert_eq!(expense["goodsOrService"], "goods");
    let without = business.client.get("/api/expenses?receipt=without").await;
    assert_eq!(without.expect_status(200)["total"], 0);
    business.app.stop().await;
}

#[tokio::test]
async fn a_rate_applies_from_its_date_and_vat_is_paid_in_full() {
    let business = open_contractor().await;
    // Not found by HMRC at first: 30 %, with the number that it gave.
    let mut body = subcontractor_body(30);
    body["utr"] = json!("");
    body["verificationNumber"] = json!("v0012345678ab");
    let made = verify_subcontractor(&business, &body).await;
    assert_eq!((&made["verificationNumber"], &made["rate"]), (&json!("V0012345678/AB"), &json!(30)));
    let with_vat = with_field(payment_body(&business, "2026-06-05"), "vat", json!("560"));
    let unverified = create_payment(&business, &with_vat).await;
    assert_eq!((sums(&unverified)[2], &unverified["pay"]), ("600.00", &json!("2760.00")));
    // From 6 June on they are registered; what was deducted before stays.
    let mut body = subcontractor_body(30);
    body["version"] = json!(1);
    body["verificationNumber"] = json!("V0012345678/AB");
    body["rates"] = json!([{ "from": "2026-06-06", "rate": 20 }, { "from": "2026-04-06", "rate": 30 }]);
    verify_subcontractor(&business, &body).await;
    let registered = create_payment(&business, &payment_body(&business, "2026-06-06")).await;
    assert_eq!((&registered["rate"], sums(&registered)[2]), (&json!(20), "400.00"));
    let response = read_returns(&business).await;
    let (june, july) = (find_month(&response, "2026-06-05"), find_month(&response, "2026-07-05"));
    assert_eq!(june["rows"][0]["verificationNumber"], "V0012345678/AB");
    assert_eq!(
        (&july["rows"][0]["verificationNumber"], &july["rows"][0]["utr"]),
        (&Value::Null, &json!("1234567890"))
    );
    // The gross amount without VAT is on the return, the VAT in the expense.
    assert_eq!(sums(&june), ["2800.00", "800.00", "600.00"]);
    let expense =
        business.client.get(&format!("/api/expenses/{}", id_of(&unverified))).await.expect_status(200);
    assert_eq!(
        (&expense["amount"], &expense["vatAmount"], &expense["vatRate"]),
        (&json!("3360.00"), &json!("560.00"), &json!("20"))
    );
    // Gross payment status: nothing is deducted, and no statement is owed.
    body["version"] = json!(2);
    body["rates"] = json!([{ "from": "2026-07-06", "rate": 0 }]);
    verify_subcontractor(&business, &body).await;
    let gross = create_payment(&business, &payment_body(&business, "2026-07-06")).await;
    assert_eq!((sums(&gross)[2], &gross["pay"]), ("0.00", &json!("2800.00")));
    let response = read_returns(&business).await;
    assert_eq!(find_month(&response, "2026-08-05")["rows"][0]["hasStatement"], false);
    business.app.stop().await;
}

/// If unreadable materials counted as nothing, 20 % of 1,000.00 would be 200.00 too much.
#[tokio::test]
async fn a_preview_refuses_amounts_that_it_cannot_read() {
    let business = open_contractor().await;
    verify_subcontractor(&business, &subcontractor_body(20)).await;
    let path = format!("{PAYMENTS}/preview");
    let body = payment_body(&business, "2026-10-05");
    for (field, typed) in [
        ("materials", "abc"),
        ("materials", "2 x 45"),
        ("materials", "?6:20"),
        ("materials", "-1"),
        ("materials", "1.005"),
        ("gross", "?6:20"),
        ("gross", "10000000.01"),
        ("vat", "six"),
    ] {
        let response = with_field(body.clone(), field, json!(typed));
        let refused = business.client.post(&path, &response).await.expect_status(422);
        assert_eq!(refused["errors"][0]["path"], field, "{typed}: {refused}");
    }
    // What is not typed yet counts as nothing.
    let nothing = with_field(with_field(body, "gross", json!("")), "materials", json!(""));
    let page = business.client.post(&path, &nothing).await.expect_status(200);
    assert_eq!((&page["deducted"], &page["pay"]), (&json!("0.00"), &json!("0.00")));
    business.app.stop().await;
}

#[tokio::test]
async fn a_payment_that_cannot_be_saved_names_the_field() {
    let business = TestBusiness::open().await;
    let refuse = async |body: &Value, path: &str| {
        let refused = business.client.post(PAYMENTS, body).await.expect_status(422);
        assert_eq!(refused["errors"][0]["path"], path, "{refused}");
        refused["errors"][0]["msg"].as_str().unwrap_or_default().to_owned()
    };
    let body = payment_body(&business, "2026-10-05");
    assert!(refuse(&body, "profileId").await.contains("employer reference"));
    let path = format!("/api/cis/contractors/{}", business.profile);
    for (field, value) in [
        ("employerReference", json!("")),
        ("employerReference", json!("12/AB")),
        ("accountsOfficeReference", json!("12")),
        ("from", json!("1999-01-01")),
        ("until", json!("2026-04-05")),
    ] {
        let refused = business
            .client
            .put(&path, &with_field(registration_body(), field, value))
            .await
            .expect_status(422);
        assert_eq!(refused["errors"][0]["path"], field);
    }
    business.client.put(&path, &registration_body()).await.expect_status(200);
    business.client.put(&path, &registration_body()).await.expect_status(409);
    assert!(refuse(&body, "contactId").await.contains("UTR"));
    let known_path = format!("/api/cis/subcontractors/{}", business.contact);
    for (field, value, named) in [
        ("name", json!(" "), "name"),
        ("utr", json!("123456789"), "utr"),
        ("utr", json!(""), "utr"),
        ("verificationNumber", json!("V123"), "verificationNumber"),
        ("rates", json!([]), "rates"),
        ("rates", json!([{ "from": "2026-04-06", "rate": 25 }]), "rates[0].rate"),
        (
            "rates",
            json!([{ "from": "2026-04-06", "rate": 20 }, { "from": "2026-04-06", "rate": 30 }]),
            "rates[1].from",
        ),
        ("rates", json!([{ "from": "0126-04-06", "rate": 20 }]), "rates[0].from"),
    ] {
        let refused = business
            .client
            .put(&known_path, &with_field(subcontractor_body(20), field, value))
            .await
            .expect_status(422);
        assert_eq!(refused["errors"][0]["path"], named);
    }
    verify_subcontractor(&business, &with_field(subcontractor_body(20), "vatRegistered", json!(false))).await;
    for (field, value, named) in [
        ("date", json!("2026-11-17"), "date"),
        ("date", json!("2026-04-05"), "date"),
        ("date", json!("1999-04-05"), "date"),
        ("gross", json!("0"), "gross"),
        ("gross", json!("x"), "gross"),
        ("materials", json!("2800.01"), "materials"),
        ("materials", json!("-1"), "materials"),
        // They are not registered for VAT.
        ("vat", json!("560"), "vat"),
    ] {
        refuse(&with_field(body.clone(), field, value), named).await;
    }
    // Nothing of a refused payment was written.
    let entries = business.client.get("/api/expenses").await.expect_status(200);
    assert_eq!(entries["total"], 0);
    assert_eq!(business.count_rows("cis_payments").await, 0);
    business.app.stop().await;
}

#[tokio::test]
async fn a_contact_with_payments_is_not_deleted_and_merging_moves_them() {
    let business = open_contractor().await;
    verify_subcontractor(&business, &subcontractor_body(20)).await;
    create_payment(&business, &payment_body(&business, "2026-10-05")).await;
    let refused =
        business.client.delete(&format!("/api/contacts/{}", business.contact)).await.expect_status(409);
    assert_eq!(refused["code"], "has_payments");
    mark_statement_emailed(&business, "2026-10-05").await;
    let other = json!({ "name": "Jo Bloggs (roofs)" });
    let other = business.client.post("/api/contacts", &other).await.expect_status(201);
    let was = business.client.get(&format!("/api/contacts/{}", business.contact)).await.expect_status(200);
    let merge = json!({ "other": was["id"], "version": other["version"], "otherVersion": was["version"] });
    business.client.post(&format!("/api/contacts/{}/merge", id_of(&other)), &merge).await.expect_status(200);
    let body = read_returns(&business).await;
    let row = &find_month(&body, "2026-10-05")["rows"][0];
    assert_eq!(
        (&row["contactId"], &row["name"], &row["utr"]),
        (&json!(id_of(&other)), &json!("Bloggs Roofing"), &json!("1234567890"))
    );
    assert_eq!(row["statementEmail"]["subject"], "Your statement");
    // What an account has leaves with it, whatever names what.
    let password = json!({ "currentPassword": crate::support::PASSWORD });
    business.client.delete_with("/api/account", &password).await.expect_status(204);
    for table in ["cis_payments", "cis_subcontractors", "cis_contractors"] {
        assert_eq!(business.count_rows(table).await, 0, "{table}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn undoing_a_merge_restores_the_subcontractor_of_a_filed_month() {
    let business = open_contractor().await;
    verify_subcontractor(&business, &subcontractor_body(20)).await;
    create_payment(&business, &payment_body(&business, "2026-10-05")).await;
    let october = json!({ "month": "2026-10-05", "filedOn": "2026-10-18" });
    business.client.post(&filing_path(&business), &october).await.expect_status(201);
    let filed = find_month(&read_returns(&business).await, "2026-10-05");
    let other = json!({ "name": "Jo Bloggs (roofs)" });
    let other = business.client.post("/api/contacts", &other).await.expect_status(201);
    let was = business.client.get(&format!("/api/contacts/{}", business.contact)).await.expect_status(200);
    let path = format!("/api/contacts/{}/merge", id_of(&other));
    let merge = json!({ "other": was["id"], "version": other["version"], "otherVersion": was["version"] });
    let merged = business.client.post(&path, &merge).await.expect_status(200);
    let moved = find_month(&read_returns(&business).await, "2026-10-05");
    assert_eq!(moved["rows"][0]["contactId"], id_of(&other));
    let undo = json!({ "version": merged["version"], "other": business.contact });
    business.client.post(&format!("{path}/undo"), &undo).await.expect_status(200);
    let restored = find_month(&read_returns(&business).await, "2026-10-05");
    assert_eq!(restored["rows"][0]["contactId"], json!(business.contact));
    for field in ["name", "utr", "gross", "materials", "deducted", "hasStatement"] {
        assert_eq!(restored["rows"][0][field], filed["rows"][0][field], "{field}");
    }
    assert_eq!(restored["filedOn"], "2026-10-18");
    business.app.stop().await;
}

#[tokio::test]
async fn under_the_reverse_charge_the_business_accounts_for_the_vat() {
    let business = open_contractor().await;
    verify_subcontractor(&business, &subcontractor_body(20)).await;
    let register = format!("/api/vat/{}/registration", business.profile);
    let body = json!({ "version": 0, "from": "2026-04-01", "until": null, "periods": "march",
        "annualEndsIn": 0, "schemes": [] });
    business.client.put(&register, &body).await.expect_status(200);
    let reverse = with_field(payment_body(&business, "2026-11-03"), "reverseCharge", json!(true));
    let paid = create_payment(&business, &reverse).await;
    // Labour 2,000 and materials 800: 400 is deducted, 2,400 paid, and 560 of VAT accounted for.
    assert_eq!(
        [&paid["deducted"], &paid["pay"], &paid["vat"], &paid["reverseCharge"]],
        [&json!("400.00"), &json!("2400.00"), &json!("0.00"), &json!(true)]
    );
    let path = format!("/api/vat/{}/return?on=2026-11-03", business.profile);
    let response = business.client.get(&path).await.expect_status(200);
    let boxes = response["boxes"].as_array().expect("boxes").iter();
    let amounts: Vec<&str> = boxes.map(|it| it["amount"].as_str().expect("pounds")).collect();
    assert_eq!(amounts[..4], ["560.00", "0.00", "560.00", "560.00"]);
    // The same work at 5 %: another 140.
    let reduced = with_field(reverse.clone(), "reverseRate", json!("5"));
    let paid = create_payment(&business, &reduced).await;
    assert_eq!(paid["reverseRate"], "5");
    let response = business.client.get(&path).await.expect_status(200);
    assert_eq!(response["boxes"][0]["amount"], "700.00");
    let none = with_field(reverse.clone(), "reverseRate", json!("0"));
    let refused = business.client.post(PAYMENTS, &none).await;
    refused.expect_error(422, "rule_broken", Some("reverseRate"));
    let charged = with_field(reverse, "vat", json!("560"));
    let refused = business.client.post(PAYMENTS, &charged).await;
    refused.expect_error(422, "rule_broken", Some("reverseCharge"));
    business.app.stop().await;
}
