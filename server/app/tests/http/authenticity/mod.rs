//! Whether an invoice is genuine: the codes on invoices, and the cooling-off period of bank details.

mod attacks;
mod codes;
mod details;

use serde_json::{Value, json};

use crate::documents::{OWNER, TestBusiness, profile_body, token_of, with_field};

/// 48 hours in milliseconds.
const COOLING_OFF: i64 = 48 * 60 * 60 * 1_000;

/// The customer's page of an invoice, as its data.
async fn load_page(business: &TestBusiness, invoice: &Value) -> Value {
    let path = format!("/api/invoices/public/{}?with=page", token_of(invoice));
    business.app.new_client().get(&path).await.expect_status(200)["page"].clone()
}

/// The code on an invoice, from its link.
async fn code_from_link(business: &TestBusiness, invoice: &Value) -> String {
    let page = load_page(business, invoice).await;
    let link = page["check"]["link"].as_str().expect("a link");
    let (_, code) = link.rsplit_once("/check/").expect("a code");
    code.to_owned()
}

/// The result of checking a code.
async fn check_code(business: &TestBusiness, code: &str) -> Value {
    let path = format!("/api/check/{code}");
    business.app.new_client().get(&path).await.expect_status(200)
}

/// The account number that the check of a code shows; `None` if it shows none.
async fn checked_account_number(business: &TestBusiness, code: &str) -> Option<String> {
    let body = check_code(business, code).await;
    let rows = body["invoice"]["bank"].as_array().cloned();
    let row = rows.unwrap_or_default().into_iter().find(|row| row["label"] == "Account number")?;
    row["value"].as_str().map(str::to_owned)
}

/// The account number on the customer's page.
async fn public_account_number(business: &TestBusiness, invoice: &Value) -> String {
    let path = format!("/api/invoices/public/{}", token_of(invoice));
    let response = business.app.new_client().get(&path).await.expect_status(200);
    let number = &response["businessProfile"]["accountNumber"];
    number.as_str().expect("a text").to_owned()
}

/// Changes the business's bank account, and returns the changed profile.
async fn change_account(business: &TestBusiness, number: &str) -> Value {
    let path = format!("/api/business-profiles/{}", business.profile);
    let current = business.client.get(&path).await.expect_status(200);
    let body = with_field(profile_body(), "accountNumber", json!(number));
    let body = with_field(body, "version", current["version"].clone());
    business.client.put(&path, &body).await.expect_status(200)
}

/// Advances the clock, runs the due jobs, and signs the owner in again.
async fn advance_and_run(business: &TestBusiness, ms: i64) {
    business.app.clock.advance(ms);
    business.app.run_jobs().await;
    business.app.log_in(&business.client, OWNER).await;
}
