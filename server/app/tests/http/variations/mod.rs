//! Variations: what is agreed for a job after its quote was accepted.

mod agreeing;
mod cancelling;
mod invoicing;
mod racing;

use serde_json::{Value, json};

use crate::documents::{TestBusiness, id_of, token_of};
use crate::support::TestResponse;

/// A quote of 478.10; each test adds variations of its own.
struct VariationsFixture {
    business: TestBusiness,
    quote: Value,
}

impl VariationsFixture {
    async fn open() -> Self {
        let test_business = TestBusiness::open().await;
        let quote = test_business.accepted_quote().await;
        Self { business: test_business, quote }
    }

    fn variations_path(&self) -> String {
        format!("/api/quotes/{}", id_of(&self.quote))
    }

    async fn create_variation(&self, body: Value) -> TestResponse {
        let path = format!("{}/variations", self.variations_path());
        self.business.client.post(&path, &body).await
    }

    /// A draft variation with one line at a price without VAT.
    async fn create_draft(&self, name: &str, price: &str) -> Value {
        let draft = self.create_variation(json!({})).await.expect_status(201);
        self.add_line(&draft, name, price).await
    }

    /// Adds a line to the draft.
    async fn add_line(&self, draft: &Value, name: &str, price: &str) -> Value {
        let path = format!("/api/quotes/{}", id_of(draft));
        let line =
            json!({ "id": uuid::Uuid::now_v7().to_string(), "name": name, "quantity": "1", "price": price });
        let edit = json!({ "baseVersion": draft["version"], "operationId": uuid::Uuid::now_v7().to_string(),
            "operations": [{ "op": "insertLine", "after": null, "line": line }] });
        self.business.client.patch(&path, &edit).await.expect_status(200)
    }

    async fn create_sent(&self, name: &str, price: &str) -> Value {
        let draft = self.create_draft(name, price).await;
        self.business.send_by_link("quotes", &id_of(&draft)).await
    }

    async fn accept_variation(&self, sent: &Value) -> TestResponse {
        let path = format!("/api/quotes/public/{}/accept", token_of(sent));
        self.business.app.new_client().post_empty(&path).await
    }

    async fn create_accepted(&self, name: &str, price: &str) -> Value {
        let sent = self.create_sent(name, price).await;
        self.accept_variation(&sent).await.expect_status(200);
        self.read_quote(&sent).await
    }

    async fn read_quote(&self, quote: &Value) -> Value {
        let path = format!("/api/quotes/{}", id_of(quote));
        self.business.client.get(&path).await.expect_status(200)
    }

    async fn read_job(&self) -> Value {
        let path = format!("{}/stages", self.variations_path());
        self.business.client.get(&path).await.expect_status(200)
    }

    async fn create_stage(&self, ask: Value) -> TestResponse {
        let path = format!("{}/stages", self.variations_path());
        self.business.client.post(&path, &ask).await
    }

    async fn convert_to_invoice(&self) -> TestResponse {
        let path = format!("{}/convert", self.variations_path());
        self.business.client.post_empty(&path).await
    }
}

/// The accepted, agreed, invoiced, paid and remaining amounts.
fn job_amounts(job: &Value) -> [&str; 5] {
    ["accepted", "agreed", "invoiced", "paid", "left"].map(|name| job[name].as_str().unwrap_or_default())
}
