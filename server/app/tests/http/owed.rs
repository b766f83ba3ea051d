//! Who owes, and how late it is: the dashboard's totals, by customer.

use serde_json::{Value, json};

use crate::documents::{OWNER, TestBusiness, contact_body, id_of, token_of, with_field};

fn to_pence(amount: &Value) -> i64 {
    let text = amount.as_str().expect("an amount").replace('.', "");
    text.parse().expect("pence")
}

/// The report. Checks that all of its sums agree.
async fn load_owed(business: &TestBusiness, sort: &str) -> Value {
    let body = business.client.get(&format!("/api/owed?sort={sort}")).await.expect_status(200);
    let dashboard = business.client.get("/api/dashboard").await.expect_status(200);
    let all = &body["all"];
    assert_eq!(all["outstanding"], dashboard["outstanding"]);
    assert_eq!(all["overdue"], dashboard["overdue"]);
    let ages = ["notDue", "to30", "to60", "to90", "over90"];
    let customers = body["customers"].as_array().expect("a list");
    for name in ages.iter().chain(&["outstanding", "overdue"]) {
        let sum: i64 = customers.iter().map(|one| to_pence(&one[name])).sum();
        assert_eq!(sum, to_pence(&all[name]), "{name}");
    }
    for one in customers.iter().chain([all]) {
        let sum: i64 = ages.iter().map(|age| to_pence(&one[age])).sum();
        assert_eq!(sum, to_pence(&one["outstanding"]));
        let late: i64 = ages[1..].iter().map(|age| to_pence(&one[age])).sum();
        assert_eq!(late, to_pence(&one["overdue"]));
    }
    body
}

async fn create_invoice(business: &TestBusiness, customer: &str, due: Option<&str>) -> Value {
    let body = with_field(business.invoice_body(), "contactId", json!(customer));
    let body = with_field(body, "issueDate", json!("2026-01-05"));
    let body = with_field(body, "dueDate", json!(due));
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    business.send_by_link("invoices", &id_of(&draft)).await
}

#[tokio::test]
async fn outstanding_amounts_are_grouped_by_age_to_the_penny() {
    let business = TestBusiness::open().await;
    let none = load_owed(&business, "oldest").await;
    assert_eq!(none["customers"], json!([]));
    let kim = with_field(contact_body(), "name", json!("=Kim"));
    let kim = id_of(&business.client.post("/api/contacts", &kim).await.expect_status(201));
    let lee = with_field(contact_body(), "name", json!("Lee"));
    let lee = id_of(&business.client.post("/api/contacts", &lee).await.expect_status(201));
    // Today is 16 November 2026.
    for due in [
        "2026-11-16",
        "2026-11-15",
        "2026-10-17",
        "2026-10-16",
        "2026-09-17",
        "2026-09-16",
        "2026-08-18",
        "2026-08-17",
    ] {
        create_invoice(&business, &kim, Some(due)).await;
    }
    let part = create_invoice(&business, &lee, Some("2026-01-10")).await;
    let body = json!({ "amount": "400.01", "method": "cash" });
    let path = format!("/api/invoices/{}/payments", id_of(&part));
    business.client.post(&path, &body).await.expect_status(201);
    // What waits to be confirmed is owed still, as on the first screen; what is paid, withdrawn or put
    // away is not.
    let response = create_invoice(&business, &business.contact, Some("2026-11-20")).await;
    let public = format!("/api/invoices/public/{}/payment", token_of(&response));
    let cash = json!({ "method": "cash" });
    business.app.new_client().post(&public, &cash).await.expect_status(201);
    for step in ["void", "archive"] {
        let gone = create_invoice(&business, &lee, Some("2026-02-01")).await;
        let path = format!("/api/invoices/{}/{step}", id_of(&gone));
        business.client.post_empty(&path).await.expect_status(200);
    }
    let reply = load_owed(&business, "oldest").await;
    let names = |read: &Value| -> Vec<String> {
        let all = read["customers"].as_array().expect("a list").iter();
        all.map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names(&reply), ["Lee", "=Kim", "Jo Bloggs"]);
    let kims = &reply["customers"][1];
    let ages = ["notDue", "to30", "to60", "to90", "over90"].map(|age| kims[age].clone());
    let one = json!("478.10");
    let two = json!("956.20");
    assert_eq!(ages, [one.clone(), two.clone(), two.clone(), two, one]);
    assert_eq!((&kims["invoices"], &kims["oldest"]), (&json!(8), &json!("2026-08-17")));
    assert_eq!(reply["customers"][0]["over90"], "78.09");
    assert_eq!(reply["customers"][0]["age"], "over90");
    assert_eq!(names(&load_owed(&business, "most").await), ["=Kim", "Jo Bloggs", "Lee"]);
    // Renamed, the new name; gone, the one that it was issued to.
    let path = format!("/api/contacts/{lee}");
    let renamed = with_field(with_field(contact_body(), "name", json!("Lee Ash")), "version", json!(1));
    business.client.put(&path, &renamed).await.expect_status(200);
    assert_eq!(names(&load_owed(&business, "oldest").await)[0], "Lee Ash");
    // As a file.
    let file = business.client.get("/api/owed/export?sort=oldest").await;
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    let lines: Vec<&str> = file.text.lines().collect();
    assert_eq!(lines[1], "Lee Ash,1,2026-01-10,0.00,0.00,0.00,0.00,78.09,78.09");
    assert!(lines[2].starts_with("'=Kim,8,2026-08-17,478.10,956.20"), "{}", lines[2]);
    assert!(lines[4].starts_with("All,10,,956.20"), "{}", lines[4]);
    // A day later what was due yesterday is late.
    business.app.clock.set(plumbline::clock::london_instant("2026-11-17".parse().expect("a day"), 0));
    business.app.log_in(&business.client, OWNER).await;
    let reply = load_owed(&business, "oldest").await;
    assert_eq!(reply["all"]["notDue"], "478.10");
    business.app.stop().await;
}

#[tokio::test]
async fn another_account_sees_none_of_what_is_owed() {
    let business = TestBusiness::open().await;
    business.sent_invoice().await;
    let stranger = business.app.sign_up("lee@other.example").await;
    assert_eq!(stranger.get("/api/owed").await.expect_status(200)["customers"], json!([]));
    let nobody = business.app.new_client();
    for path in ["/api/owed", "/api/owed/export"] {
        nobody.get(path).await.expect_error(401, "no_session", None);
        let wrong = business.client.get(&format!("{path}?sort=colour")).await;
        assert_eq!(wrong.status, 400);
    }
    business.app.stop().await;
}
