//! Files that are small to send, and made to be large or slow to read: each is refused with a sentence while it is
//! read, or is no more work than any other.

use serde_json::{Value, json};

use super::{send_files, zip_file};
use crate::documents::TestBusiness;
use crate::support::TestResponse;

const NINJA: [(&str, &str); 1] = [("source", "invoice_ninja")];
const TRADIFY: [(&str, &str); 1] = [("source", "tradify")];

async fn preview(
    business: &TestBusiness,
    fields: &[(&'static str, &str)],
    name: &str,
    text: &str,
) -> TestResponse {
    let zip = ("a.zip", zip_file(name, text.as_bytes()));
    send_files(&business.client, "/preview", fields, &[zip]).await
}

#[tokio::test]
async fn an_endless_file_is_refused_while_it_is_read() {
    let business = TestBusiness::open().await;
    let many = |part: &str| part.repeat(2_000_000);
    let lines = format!("{{\"line_items\":[{}{{}}]}},", "{},".repeat(499));
    for (fields, name, text, code) in [
        (NINJA, "backup.json", format!("{{\"clients\":[{}", many("{},")), "too_many"),
        (NINJA, "backup.json", format!("{{\"client_contacts\":[{}", many("{},")), "too_many"),
        (NINJA, "backup.json", format!("{{\"invoices\":[{}", lines.repeat(2_000)), "too_large"),
        (NINJA, "backup.json", format!("{{\"clients\":{}", many("[")), "too_large"),
        (NINJA, "backup.json", format!("{{\"x\":\"{}", many("x")), "too_large"),
        (TRADIFY, "customers.csv", format!("Customer Name,Email\n{}", many("a,\n")), "too_many"),
        (TRADIFY, "invoices.csv", format!("Invoice No,Customer,Total\n{}", many("1,a,1\n")), "too_many"),
        (TRADIFY, "customers.csv", format!("Customer Name,Email\na,b\n{}", many(",")), "too_wide"),
        (TRADIFY, "customers.csv", format!("Customer Name,Email\na,\"{}", many("x")), "too_long"),
    ] {
        let body = preview(&business, &fields, name, &text).await.expect_status(422);
        assert_eq!(body["errors"][0]["path"], "file", "{body}");
        assert_eq!(body["errors"][0]["code"], code, "{} {body}", &text[..30]);
    }
}

#[tokio::test]
async fn thousands_of_people_and_payments_with_one_name_are_matched_quickly() {
    let business = TestBusiness::open().await;
    // As many of each as are taken, all by one name: every pair of them would be forty million.
    let clients = vec![json!({ "name": "Harbour Homes" }); 4_900];
    let people = vec![json!({ "email": "jo@harbour.example", "first_name": "Jo" }); 8_000];
    let backup = json!({ "clients": clients, "client_contacts": people });
    let response = preview(&business, &NINJA, "backup.json", &backup.to_string()).await;
    let body = response.expect_status(200);
    // The first of them has the people; the others are known by the company alone.
    assert_eq!(body["customers"]["new"], 2, "{:#}", body["customers"]["rows"][0]);
    assert_eq!(body["customers"]["same"], 4_898);

    let invoice = |number: &str| {
        json!({
            "id": "i1", "client_id": "c1", "number": number, "status_id": 2, "date": "2025-03-04",
            "amount": "120.00", "balance": "0.00",
            "line_items": [{ "quantity": 1, "cost": 120, "product_key": "Work", "line_total": 120 }],
        })
    };
    let part = json!({ "paymentable_id": "i1", "paymentable_type": "invoices", "amount": 120 });
    let backup = json!({
        "clients": [{ "hashed_id": "c1", "name": "Harbour Homes" }],
        "invoices": [invoice("1"), invoice("2")],
        "payments": [{ "date": "2025-03-05", "paymentables": [part] }],
    });
    let response = preview(&business, &NINJA, "backup.json", &backup.to_string()).await;
    let rows = response.expect_status(200)["documents"]["rows"].clone();
    let outcomes: Vec<&Value> = rows.as_array().expect("rows").iter().collect();
    assert_eq!(outcomes.len(), 2, "{rows:#}");
}

#[tokio::test]
async fn an_account_reads_one_file_at_a_time_and_few_may_wait() {
    let business = TestBusiness::open().await;
    let file = [("backup.json", br#"{"clients":[{"name":"Jo"}]}"#.to_vec())];
    let many = (0..12).map(|_| send_files(&business.client, "/preview", &NINJA, &file));
    let answers = futures::future::join_all(many).await;
    let (read, put_off): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.status.as_u16() == 200);
    assert!(!read.is_empty());
    for answer in put_off {
        answer.expect_error(429, "too_many_requests", None);
    }
}

#[tokio::test]
async fn extreme_numbers_cause_no_overflow() {
    let business = TestBusiness::open().await;
    let most = "79228162514264337593543950335";
    let mut invoice = json!({
        "id": "i1", "client_id": "c1", "number": "1", "status_id": 2, "date": "2025-03-04",
        "amount": most, "balance": format!("-{most}"), "discount": most, "custom_surcharge1": most,
        "uses_inclusive_taxes": true, "tax_name1": "VAT", "tax_rate1": -100,
        "line_items": [
            { "quantity": most, "cost": most, "product_key": "Work" },
            { "quantity": 1e9, "cost": "1000000000.123456789", "product_key": "Work", "discount": most },
        ],
    });
    for rate in [json!(-100), json!(most), json!(1e300), json!("0.0000000000000000000000000001")] {
        invoice["tax_rate1"] = rate;
        let backup = json!({ "clients": [{ "hashed_id": "c1", "name": "Jo" }], "invoices": [invoice] });
        let response = preview(&business, &NINJA, "backup.json", &backup.to_string()).await;
        response.expect_status(200);
    }
    let text = format!(
        "Invoice No,Customer,Date,Total,Quantity,Unit Price,Discount,Tax Rate,Amount Paid\n\
         1,Jo,04/03/2025,{most},{most},{most},{most},{most}%,{most}\n\
         2,Jo,04/03/2025,1,1000000000,-1000000000,-1000000000,100%,1\n"
    );
    preview(&business, &TRADIFY, "invoices.csv", &text).await.expect_status(200);
}
