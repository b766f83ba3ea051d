//! Quotes and invoices from the draft to the last penny.

mod accept;
mod allowed;
mod bad_input;
mod broken_links;
mod choices;
mod colours;
mod copies;
mod copies_of_payments;
mod customer;
mod customer_pays;
mod dates;
mod deadline;
mod decline;
mod deposits;
pub mod edit;
mod edit_input;
mod edit_log;
mod exports;
mod faults;
mod flow;
mod hidden_prices;
mod issued;
mod job_address;
mod links;
mod lists;
pub mod live;
mod logos;
mod mark_accepted;
mod numbers;
mod offline_signature;
pub mod on_the_spot;
mod options;
mod order_number;
pub mod other_rules;
mod owner;
mod page;
mod payments;
pub mod photos;
mod photos_of_lines;
mod preview;
mod prices_with_vat;
mod quiet_edits;
mod races;
mod receipts;
mod refused_since;
mod saves;
mod secret_costs;
mod sections;
mod sending;
mod strangers;
mod to_confirm;
mod undone_payments;
mod versions;
mod withdraw;
mod without_locks;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Client, TestApp};

/// A business with one profile and one customer.
pub struct TestBusiness {
    pub app: TestApp,
    pub client: Client,
    pub profile: String,
    pub contact: String,
}

/// The customer's address.
pub const CUSTOMER: &str = "jo@customer.example";
/// The business's address.
pub const OWNER: &str = "sam@taylor.example";

impl TestBusiness {
    pub async fn open() -> Self {
        Self::open_at(TestApp::start().await).await
    }

    /// A business on a server that was already started.
    pub async fn open_at(app: TestApp) -> Self {
        let client = app.sign_up(OWNER).await;
        Self::with_client(app, client).await
    }

    /// A business in a browser that is already signed in.
    pub async fn with_client(app: TestApp, client: Client) -> Self {
        let profile = client.post("/api/business-profiles", &profile_body()).await.expect_status(201);
        let contact = client.post("/api/contacts", &contact_body()).await.expect_status(201);
        Self { app, client, profile: id_of(&profile), contact: id_of(&contact) }
    }

    /// The body of a complete quote: three lines, labour, discount, VAT and deposit; 478.10.
    pub fn quote_body(&self) -> Value {
        let mut body = document_body();
        body["id"] = json!(Uuid::now_v7().to_string());
        body["businessProfileId"] = json!(self.profile);
        body["contactId"] = json!(self.contact);
        body["issueDate"] = json!("2026-11-16");
        body["expiryDate"] = json!("2026-12-16");
        body["jobDescription"] = json!("Replace the boiler's valve");
        body["notes"] = json!("Parking at the back");
        body
    }

    /// The same as an invoice.
    pub fn invoice_body(&self) -> Value {
        let mut body = self.quote_body();
        remove_field(&mut body, "expiryDate");
        body["dueDate"] = json!("2026-11-30");
        body["includeDeposit"] = json!(false);
        body
    }

    /// A draft quote.
    pub async fn draft_quote(&self) -> Value {
        self.client.post("/api/quotes", &self.quote_body()).await.expect_status(201)
    }

    /// A quote sent by link.
    pub async fn sent_quote(&self) -> Value {
        let draft = self.draft_quote().await;
        self.send_by_link("quotes", &id_of(&draft)).await
    }

    /// An invoice sent by link.
    pub async fn sent_invoice(&self) -> Value {
        let draft = self.client.post("/api/invoices", &self.invoice_body()).await.expect_status(201);
        self.send_by_link("invoices", &id_of(&draft)).await
    }

    /// A quote that its customer accepted.
    pub async fn accepted_quote(&self) -> Value {
        let sent = self.sent_quote().await;
        let path = format!("/api/quotes/public/{}/accept", token_of(&sent));
        self.app.new_client().post_empty(&path).await.expect_status(200);
        self.client.get(&format!("/api/quotes/{}", id_of(&sent))).await.expect_status(200)
    }

    pub async fn send_by_link(&self, kind: &str, id: &str) -> Value {
        let path = format!("/api/{kind}/{id}/send");
        self.client.post(&path, &json!({ "via": "link" })).await.expect_status(200)
    }

    /// The cookie of a new session, for requests that are written by hand.
    pub async fn new_session_cookie(&self) -> String {
        let body = json!({ "username": OWNER, "password": crate::support::PASSWORD });
        let answer = self.app.new_client().post("/api/auth/login", &body).await;
        let cookie = answer.header("set-cookie").expect("a cookie");
        cookie.split(';').next().unwrap_or_default().to_owned()
    }

    /// How many rows a table has.
    pub async fn count_rows(&self, table: &'static str) -> i64 {
        let mut conn = self.app.state().db.read().await.expect("a connection");
        let sql = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        sqlx::query_scalar(sql).fetch_one(&mut *conn).await.expect("a count")
    }
}

/// The arithmetic of the example: subtotal 442.69, discount 44.27, VAT 79.68, total 478.10,
/// deposit 119.53.
pub fn document_body() -> Value {
    json!({
        "items": [
            { "id": "a", "name": "Boiler service", "quantity": "1", "price": "120.00" },
            { "id": "b", "name": "Copper pipe", "description": "15 mm", "quantity": "3.5", "price": "4.20" },
            { "id": "c", "name": "Valve", "quantity": "2", "price": "18.995" }
        ],
        "includeLabour": true, "labourHours": "6", "labourRate": "45", "labourUnitType": "hours",
        "includeDiscount": true, "discount": "10", "discountType": "percentage",
        "discountReason": "Returning customer", "tax": "20",
        "includeDeposit": true, "deposit": "25", "depositType": "percentage", "depositReason": "Parts"
    })
}

pub fn profile_body() -> Value {
    json!({
        "name": "Taylor Plumbing", "email": "office@taylor.example", "phone": "0113 496 0123",
        "address_line1": "1 High Street", "city": "Leeds", "post_code": "LS1 1AA", "country": "uk",
        // Required on an invoice that charges VAT.
        "taxNumber": "GB 980 7806 84",
        "template": "classic", "quoteTerms": "Valid for 30 days.", "invoiceTerms": "14 days.",
        "accepts_cash": true, "accepts_bank_transfer": true, "accepts_paypal": true,
        "paypal": "taylor@paypal.example",
        "bankName": "Example Bank", "accountName": "Taylor Plumbing",
        "accountNumber": "12345678", "sortCode": "12-34-56"
    })
}

pub fn contact_body() -> Value {
    json!({
        "name": "Jo Bloggs", "company": "", "address_line1": "2 Mill Lane", "city": "York",
        "post_code": "YO1 1AA", "country": "uk", "phone": "01904 496 0000", "email": CUSTOMER
    })
}

/// The id in a response.
#[track_caller]
pub fn id_of(value: &Value) -> String {
    value["id"].as_str().expect("an id").to_owned()
}

/// The token of the link in a response.
#[track_caller]
pub fn token_of(value: &Value) -> String {
    value["publicToken"].as_str().expect("a token").to_owned()
}

/// A document's body under CIS at 20 %, with only these lines.
pub fn with_cis(mut body: Value, items: Value) -> Value {
    for (field, value) in [
        ("items", items),
        ("includeLabour", json!(false)),
        ("includeDiscount", json!(false)),
        ("includeDeposit", json!(false)),
        ("vatTreatment", json!("reverseCharge")),
        ("cisRate", json!("20")),
    ] {
        body[field] = value;
    }
    body
}

/// The document's body with one field set.
pub fn with_field(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

pub fn remove_field(body: &mut Value, field: &str) {
    body.as_object_mut().expect("an object").remove(field);
}
