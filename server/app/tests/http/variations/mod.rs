//! Variations: what is agreed of a job after its quote was accepted.

mod agreeing;
mod cancelling;
mod invoicing;
mod racing;

use serde_json::{Value, json};

use crate::documents::{Desk, id, token};
use crate::support::Answer;

/// The example comes to 478.10; each extra here to what its test says.
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

    async fn begin(&self, body: Value) -> Answer {
        let path = format!("{}/variations", self.path());
        self.desk.client.post(&path, &body).await
    }

    /// A draft with one line at a price, VAT aside.
    async fn draft(&self, name: &str, price: &str) -> Value {
        let draft = self.begin(json!({})).await.expect(201);
        self.line(&draft, name, price).await
    }

    /// The draft with one line more.
    async fn line(&self, draft: &Value, name: &str, price: &str) -> Value {
        let path = format!("/api/quotes/{}", id(draft));
        let line = json!({ "id": uuid::Uuid::now_v7().to_string(), "name": name, "quantity": "1", "price": price });
        let edit = json!({ "baseVersion": draft["version"], "operationId": uuid::Uuid::now_v7().to_string(),
            "operations": [{ "op": "insertLine", "after": null, "line": line }] });
        self.desk.client.patch(&path, &edit).await.expect(200)
    }

    async fn sent(&self, name: &str, price: &str) -> Value {
        let draft = self.draft(name, price).await;
        self.desk.send("quotes", &id(&draft)).await
    }

    async fn accept(&self, sent: &Value) -> Answer {
        let path = format!("/api/quotes/public/{}/accept", token(sent));
        self.desk.app.client().post_empty(&path).await
    }

    async fn accepted(&self, name: &str, price: &str) -> Value {
        let sent = self.sent(name, price).await;
        self.accept(&sent).await.expect(200);
        self.read(&sent).await
    }

    async fn read(&self, quote: &Value) -> Value {
        let path = format!("/api/quotes/{}", id(quote));
        self.desk.client.get(&path).await.expect(200)
    }

    async fn job(&self) -> Value {
        let path = format!("{}/stages", self.path());
        self.desk.client.get(&path).await.expect(200)
    }

    async fn stage(&self, ask: Value) -> Answer {
        let path = format!("{}/stages", self.path());
        self.desk.client.post(&path, &ask).await
    }

    async fn convert(&self) -> Answer {
        let path = format!("{}/convert", self.path());
        self.desk.client.post_empty(&path).await
    }
}

/// Accepted, agreed, invoiced, paid and left.
fn figures(job: &Value) -> [&str; 5] {
    ["accepted", "agreed", "invoiced", "paid", "left"]
        .map(|name| job[name].as_str().unwrap_or_default())
}
