//! A job that is invoiced in stages, from its accepted quote to the last penny of its final invoice.

mod changing;
mod making;
mod paying;
mod replacing;

use serde_json::Value;

use crate::documents::{TestBusiness, id_of};

/// A quote of 478.10: 398.42 and 79.68 of VAT, with a deposit of 119.53.
struct StagesFixture {
    business: TestBusiness,
    quote: Value,
}

impl StagesFixture {
    async fn open() -> Self {
        let test_business = TestBusiness::open().await;
        let quote = test_business.accepted_quote().await;
        Self { business: test_business, quote }
    }

    fn stages_path(&self) -> String {
        format!("/api/quotes/{}", id_of(&self.quote))
    }

    async fn create_stage(&self, ask: Value) -> crate::support::TestResponse {
        let path = format!("{}/stages", self.stages_path());
        self.business.client.post(&path, &ask).await
    }

    /// Creates a stage and sends it.
    async fn create_sent_stage(&self, ask: Value) -> Value {
        let draft = self.create_stage(ask).await.expect_status(201);
        self.business.send_by_link("invoices", &id_of(&draft)).await
    }

    async fn read_job(&self) -> Value {
        let path = format!("{}/stages", self.stages_path());
        self.business.client.get(&path).await.expect_status(200)
    }

    async fn convert_to_invoice(&self) -> crate::support::TestResponse {
        let path = format!("{}/convert", self.stages_path());
        self.business.client.post_empty(&path).await
    }
}

/// The agreed, invoiced, paid and remaining amounts.
fn job_amounts(job: &Value) -> [&str; 4] {
    ["agreed", "invoiced", "paid", "left"].map(|name| job[name].as_str().unwrap_or_default())
}

fn to_pence(amount: &Value) -> i64 {
    let text = amount.as_str().expect("an amount").replace('.', "");
    text.parse().expect("pence")
}
