//! Lists, the dashboard, debts by age and the customers' balances, day by day while a plan of instalments runs.

use serde_json::{Value, json};

use super::{
    go_to_day, instalment_states, load_page, read_invoice, record_payment, sent_invoice_with_instalments,
};
use crate::documents::TestBusiness;

/// The overdue amount and the number of invoices, which must be the same everywhere.
async fn overdue_amount(business: &TestBusiness) -> (String, usize) {
    let owed = business.client.get("/api/owed").await.expect_status(200);
    let dashboard = business.client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(owed["all"]["overdue"], dashboard["overdue"]);
    assert_eq!(owed["all"]["outstanding"], dashboard["outstanding"]);
    let list = "/api/invoices?status=overdue";
    let list = business.client.get(list).await.expect_status(200);
    assert_eq!(list["outstanding"], dashboard["overdue"]);
    assert_eq!(list["total"], dashboard["overdueInvoices"]);
    let overdue = dashboard["overdue"].as_str().expect("pounds").to_owned();
    (overdue, list["data"].as_array().expect("rows").len())
}

async fn read_listed_invoice(business: &TestBusiness) -> Value {
    let list = business.client.get("/api/invoices").await.expect_status(200);
    list["data"][0].clone()
}

#[tokio::test]
async fn only_late_instalments_are_overdue() {
    let business = TestBusiness::open().await;
    let invoice = sent_invoice_with_instalments(&business).await;
    assert_eq!(overdue_amount(&business).await, ("0.00".to_owned(), 0));
    assert_eq!(read_listed_invoice(&business).await["dueDate"], "2026-11-30");

    // Valid through the end of its day.
    go_to_day(&business, "2026-11-30").await;
    assert_eq!(instalment_states(&read_invoice(&business, &invoice).await), ["due", "later", "later"]);
    assert_eq!(overdue_amount(&business).await, ("0.00".to_owned(), 0));

    go_to_day(&business, "2026-12-01").await;
    let now = read_invoice(&business, &invoice).await;
    assert_eq!(instalment_states(&now), ["overdue", "later", "later"]);
    assert_eq!(now["displayStatus"]["label"], "Overdue");
    assert_eq!(overdue_amount(&business).await, ("159.37".to_owned(), 1));
    let body = load_page(&business, &invoice).await;
    assert_eq!(body["summary"]["amount"], "£478.10");
    assert_eq!(body["summary"]["deposit"], "£159.37 of it is due now");
    assert_eq!(
        body["banners"][0]["text"],
        "£159.37 of this invoice was due on 30/11/2026 and is now overdue. Please arrange payment as soon as \
         possible."
    );
    let owed = business.client.get("/api/owed").await.expect_status(200);
    let all = &owed["all"];
    assert_eq!((&all["to30"], &all["notDue"]), (&json!("159.37"), &json!("318.73")));
    assert_eq!(owed["customers"][0]["oldest"], "2026-11-30");

    // Part of it came: the rest of the first is what is late.
    record_payment(&business, &invoice, "100").await;
    assert_eq!(overdue_amount(&business).await, ("59.37".to_owned(), 1));
    record_payment(&business, &invoice, "59.37").await;
    assert_eq!(overdue_amount(&business).await, ("0.00".to_owned(), 0));
    assert_eq!(read_listed_invoice(&business).await["dueDate"], "2026-12-30");
    let now = read_invoice(&business, &invoice).await;
    assert_eq!(now["displayStatus"]["label"], "Partially Paid");

    // Nobody pays any more: each becomes overdue in turn.
    go_to_day(&business, "2027-02-10").await;
    assert_eq!(instalment_states(&read_invoice(&business, &invoice).await), ["paid", "overdue", "overdue"]);
    assert_eq!(overdue_amount(&business).await, ("318.73".to_owned(), 1));
    let owed = business.client.get("/api/owed").await.expect_status(200);
    let all = &owed["all"];
    assert_eq!((&all["to30"], &all["to60"]), (&json!("159.36"), &json!("159.37")));
    record_payment(&business, &invoice, "318.73").await;
    assert_eq!(overdue_amount(&business).await, ("0.00".to_owned(), 0));
    assert_eq!(business.count_rows("summary_parts").await, 0);
    business.app.stop().await;
}

/// In London, clocks go forward on Sunday 28 March 2027: the last instalment, due on that day, is overdue on Monday,
/// and not an hour earlier.
#[tokio::test]
async fn the_change_to_summer_time_moves_no_due_date() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let rows = json!([
        { "date": "2027-03-21", "amount": "400" },
        { "date": "2027-03-28", "amount": "78.10" }
    ]);
    super::agree_instalments(&business, &invoice, rows).await.expect_status(200);
    record_payment(&business, &invoice, "400").await;
    for (at, expected) in [
        ("2027-03-27T23:30:00Z", "later"),
        ("2027-03-28T00:30:00Z", "due"),
        // 23:30 on the 28th in London.
        ("2027-03-28T22:30:00Z", "due"),
        // 00:30 on the 29th in London.
        ("2027-03-28T23:30:00Z", "overdue"),
    ] {
        let at = chrono::DateTime::parse_from_rfc3339(at).expect("an instant");
        business.app.clock.set(at.timestamp_millis());
        business.app.log_in(&business.client, crate::documents::OWNER).await;
        let now = read_invoice(&business, &invoice).await;
        assert_eq!(instalment_states(&now), ["paid", expected], "{at}");
        let overdue = overdue_amount(&business).await.0;
        assert_eq!(overdue == "78.10", expected == "overdue", "{at}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn a_customers_balance_and_statement_count_late_instalments() {
    let business = TestBusiness::open().await;
    let invoice = sent_invoice_with_instalments(&business).await;
    go_to_day(&business, "2026-12-05").await;
    let balances = business.client.get("/api/contacts/balances").await;
    let balances = balances.expect_status(200).to_string();
    assert!(balances.contains("159.37") && balances.contains("478.10"), "{balances}");
    let path = format!("/api/contacts/{}/statement?from=2026-11-01&to=2026-12-31", business.contact);
    let text = business.client.get(&path).await.expect_status(200).to_string();
    assert!(text.contains("2026-11-30"), "{text}");
    record_payment(&business, &invoice, "159.37").await;
    let text = business.client.get(&path).await.expect_status(200).to_string();
    assert!(text.contains("2026-12-30"), "{text}");
    // An archived invoice is in no amount, and neither are its instalments.
    let step = format!("/api/invoices/{}/archive", crate::documents::id_of(&invoice));
    business.client.post_empty(&step).await.expect_status(200);
    assert_eq!(overdue_amount(&business).await, ("0.00".to_owned(), 0));
    business.app.stop().await;
}
