//! A job that is invoiced in stages, from its accepted quote to the last penny of its final invoice.

mod changing;
mod making;
mod paying;
mod replacing;

use serde_json::Value;

use crate::documents::{Desk, id};

/// The example comes to 478.10: 398.42 and 79.68 of VAT; its deposit to 119.53.
struct Site {
    desk: Desk,
    quote: Value,
}

impl Site {
    async fn open() -> Self {
        let desk = Desk::open().await;
        let quote = desk.accepted_quote().await;
        Self { desk, quote }
    }

    fn path(&self) -> String {
        format!("/api/quotes/{}", id(&self.quote))
    }

    async fn ask(&self, ask: Value) -> crate::support::Answer {
        let path = format!("{}/stages", self.path());
        self.desk.client.post(&path, &ask).await
    }

    /// A stage that is made and sent.
    async fn sent(&self, ask: Value) -> Value {
        let draft = self.ask(ask).await.expect(201);
        self.desk.send("invoices", &id(&draft)).await
    }

    async fn job(&self) -> Value {
        let path = format!("{}/stages", self.path());
        self.desk.client.get(&path).await.expect(200)
    }

    async fn convert(&self) -> crate::support::Answer {
        let path = format!("{}/convert", self.path());
        self.desk.client.post_empty(&path).await
    }
}

/// Agreed, invoiced, paid and left.
fn figures(job: &Value) -> [&str; 4] {
    ["agreed", "invoiced", "paid", "left"].map(|name| job[name].as_str().unwrap_or_default())
}

fn pence(amount: &Value) -> i64 {
    let text = amount.as_str().expect("an amount").replace('.', "");
    text.parse().expect("pence")
}
