//! Is this invoice genuine? The codes on invoices, and bank details that cool off.

mod codes;
mod details;
mod passed;

use serde_json::{Value, json};

use crate::documents::{Desk, OWNER, profile, token, with};

/// 48 hours in milliseconds.
const COOLS: i64 = 48 * 60 * 60 * 1_000;

/// What the customer's page is given of an invoice.
async fn page(desk: &Desk, invoice: &Value) -> Value {
    let path = format!("/api/invoices/public/{}?with=page", token(invoice));
    desk.app.client().get(&path).await.expect(200)["page"].clone()
}

/// The code on an invoice, as it stands in its link.
async fn code(desk: &Desk, invoice: &Value) -> String {
    let page = page(desk, invoice).await;
    let link = page["check"]["link"].as_str().expect("a link");
    let (_, code) = link.rsplit_once("/check/").expect("a code");
    code.to_owned()
}

/// What a code says.
async fn said(desk: &Desk, code: &str) -> Value {
    let path = format!("/api/check/{code}");
    desk.app.client().get(&path).await.expect(200)
}

/// The account number that a code names; nothing where it names none.
async fn named(desk: &Desk, code: &str) -> Option<String> {
    let told = said(desk, code).await;
    let rows = told["invoice"]["bank"].as_array().cloned();
    let row = rows
        .unwrap_or_default()
        .into_iter()
        .find(|row| row["label"] == "Account number")?;
    row["value"].as_str().map(str::to_owned)
}

/// The account number on the customer's page.
async fn shown(desk: &Desk, invoice: &Value) -> String {
    let path = format!("/api/invoices/public/{}", token(invoice));
    let answer = desk.app.client().get(&path).await.expect(200);
    let number = &answer["businessProfile"]["accountNumber"];
    number.as_str().expect("a text").to_owned()
}

/// Has the business paid into another account: the profile that comes of it.
async fn pay_into(desk: &Desk, number: &str) -> Value {
    let path = format!("/api/business-profiles/{}", desk.profile);
    let known = desk.client.get(&path).await.expect(200);
    let body = with(profile(), "accountNumber", json!(number));
    let body = with(body, "version", known["version"].clone());
    desk.client.put(&path, &body).await.expect(200)
}

/// Lets so much time pass; whoever waits for it does what is due, and the owner signs in again.
async fn pass(desk: &Desk, ms: i64) {
    desk.app.clock.advance(ms);
    desk.app.run_jobs().await;
    desk.app.log_in(&desk.client, OWNER).await;
}
