//! A job that is invoiced in stages, from its accepted quote to the last penny of its final invoice.

use serde_json::{Value, json};

use crate::documents::{Desk, id, token, with};

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

#[tokio::test]
async fn the_stages_and_the_final_invoice_come_to_what_was_agreed() {
    let site = Site::open().await;
    let job = site.job().await;
    assert_eq!(figures(&job), ["478.10", "0.00", "0.00", "478.10"]);
    assert_eq!(job["deposit"], "119.53");

    let preview = format!("{}/stages/preview", site.path());
    let shown = site
        .desk
        .client
        .post(&preview, &json!({ "percentage": "30" }))
        .await
        .expect(200);
    assert_eq!(
        (&shown["asked"], &shown["left"]),
        (&json!("143.43"), &json!("334.66"))
    );
    // No whole pence with 20 % on them come to 143.43: 143.42 and 143.44 do.
    assert_eq!(
        (&shown["totals"]["totalAmount"], &shown["exact"]),
        (&json!("143.44"), &json!(false))
    );
    assert_eq!(
        site.job().await["invoices"],
        json!([]),
        "nothing was written"
    );

    let deposit = site.sent(json!({ "deposit": true })).await;
    assert_eq!(deposit["totals"]["totalAmount"], "119.53");
    assert_eq!(deposit["items"][0]["name"], "Deposit for quote Q-0001");
    assert_eq!(
        deposit["items"][0]["description"],
        "25% of the agreed £478.10"
    );
    assert_eq!(deposit["stageOfId"], site.quote["id"]);
    let again = site.ask(json!({ "deposit": true })).await;
    again.refused(409, "deposit_invoiced", None);
    let second = site.sent(json!({ "percentage": "30" })).await;
    assert_eq!(second["items"][0]["name"], "Stage 1 of quote Q-0001");
    let lines = site.sent(json!({ "lines": ["b"] })).await;
    assert_eq!(lines["items"][0]["name"], "Copper pipe");
    // 14.70 less 10 %, and VAT of 13.23.
    assert_eq!(lines["totals"]["totalAmount"], "15.88");

    let last = site.convert().await.expect(201);
    let totals = &last["totals"];
    let all = [&deposit, &second, &lines, &last].map(|one| pence(&one["totals"]["totalAmount"]));
    assert_eq!(all.iter().sum::<i64>(), 47_810);
    let vat = [&deposit, &second, &lines, &last].map(|one| pence(&one["totals"]["vatAmount"]));
    assert_eq!(vat.iter().sum::<i64>(), 7_968);
    assert_eq!(
        totals["subtotalAmount"], "442.69",
        "the whole work is on it"
    );
    assert_eq!(last["invoiced"].as_array().expect("a list").len(), 3);
    let job = site.job().await;
    assert_eq!(figures(&job), ["478.10", "478.10", "0.00", "0.00"]);
    let asked: Vec<_> = job["invoices"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["asked"])
        .collect();
    assert_eq!(asked, ["deposit", "percentage", "lines", "final"]);

    // Its customer reads what was taken off.
    let sent = site.desk.send("invoices", &id(&last)).await;
    let link = format!("/api/invoices/public/{}?with=page", token(&sent));
    let page = site.desk.app.client().get(&link).await.expect(200);
    let rows = page["page"]["presentation"]["totals"]
        .as_array()
        .expect("rows");
    let labels: Vec<_> = rows
        .iter()
        .filter_map(|row| row["label"].as_str())
        .collect();
    assert_eq!(
        labels,
        [
            "Subtotal",
            "Discount (10%)",
            "Less invoice INV-0001",
            "Less invoice INV-0002",
            "Less invoice INV-0003",
            "VAT @ 20%",
            "Total"
        ]
    );
    assert_eq!(rows[2]["amount"], "-£99.61");
}

#[tokio::test]
async fn nothing_is_invoiced_twice() {
    let site = Site::open().await;
    site.ask(json!({ "percentage": "70" })).await.expect(201);
    let refused = site.ask(json!({ "percentage": "30.01" })).await;
    let told = refused.refused(422, "rule_broken", Some("ask"));
    assert_eq!(told["errors"][0]["code"], "exceeds_left");
    let told = told["errors"][0]["msg"].as_str().expect("a sentence");
    assert!(told.contains("£143.43 in all"), "{told}");
    let all = site.ask(json!({ "amount": "143.43" })).await;
    let all = all.refused(422, "rule_broken", Some("ask"));
    assert_eq!(all["errors"][0]["code"], "all_that_is_left");
    let lines = json!({ "lines": ["a", "b", "c"], "labour": true });
    site.ask(lines)
        .await
        .refused(422, "rule_broken", Some("ask"));
    for (ask, path) in [
        (json!({}), "ask"),
        (json!({ "percentage": "5", "amount": "5" }), "ask"),
        (json!({ "percentage": "101" }), "percentage"),
        (json!({ "amount": "-1" }), "amount"),
        (json!({ "amount": "0.001" }), "amount"),
        (json!({ "lines": ["nobody"] }), "ask"),
    ] {
        site.ask(ask).await.refused(422, "rule_broken", Some(path));
    }
    let unknown = site.ask(json!({ "share": "5" })).await;
    assert_eq!(unknown.status, 400);
    assert_eq!(
        site.job().await["invoices"]
            .as_array()
            .expect("a list")
            .len(),
        1
    );
}

#[tokio::test]
async fn two_windows_at_once_make_one_stage() {
    let site = Site::open().await;
    let asks = (0..4).map(|_| site.ask(json!({ "percentage": "60" })));
    let answers = futures::future::join_all(asks).await;
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    let refused = answers.iter().filter(|answer| answer.status == 422).count();
    assert_eq!((made, refused), (1, 3));
    // The same click again is the same stage.
    let path = format!("{}/stages", site.path());
    let ask = json!({ "percentage": "10" });
    let first = site
        .desk
        .client
        .post_once(&path, "tap-1", &ask)
        .await
        .expect(201);
    let again = site
        .desk
        .client
        .post_once(&path, "tap-1", &ask)
        .await
        .expect(201);
    assert_eq!(first["id"], again["id"]);
    assert_eq!(
        site.job().await["invoices"]
            .as_array()
            .expect("a list")
            .len(),
        2
    );
}

#[tokio::test]
async fn what_is_deleted_or_withdrawn_is_left_to_invoice_again() {
    let site = Site::open().await;
    let draft = site.ask(json!({ "percentage": "50" })).await.expect(201);
    site.convert().await.refused(409, "stage_is_draft", None);
    let path = format!("/api/invoices/{}", id(&draft));
    site.desk.client.delete(&path).await.expect(204);
    assert_eq!(
        figures(&site.job().await),
        ["478.10", "0.00", "0.00", "478.10"]
    );
    let sent = site.sent(json!({ "percentage": "50" })).await;
    let void = format!("/api/invoices/{}/void", id(&sent));
    site.desk.client.post_empty(&void).await.expect(200);
    assert_eq!(figures(&site.job().await)[3], "478.10");
    // Of the final one it is no part.
    let last = site.convert().await.expect(201);
    assert_eq!(last["totals"]["totalAmount"], "478.10");
    assert!(last.get("invoiced").is_none());
}

#[tokio::test]
async fn a_stage_is_edited_within_what_is_left_until_it_is_taken_off() {
    let site = Site::open().await;
    let draft = site.ask(json!({ "percentage": "50" })).await.expect(201);
    let path = format!("/api/invoices/{}", id(&draft));
    let price = |version: &Value, price: &str| {
        json!({
            "baseVersion": version, "operationId": uuid::Uuid::now_v7(),
            "operations": [{ "op": "setLine", "line": draft["items"][0]["id"], "field": "price", "value": price }]
        })
    };
    let client = &site.desk.client;
    let refused = client
        .patch(&path, &price(&draft["version"], "398.43"))
        .await;
    refused.refused(422, "rule_broken", Some("items"));
    let less = client
        .patch(&path, &price(&draft["version"], "100.00"))
        .await
        .expect(200);
    assert_eq!(
        figures(&site.job().await),
        ["478.10", "120.00", "0.00", "358.10"]
    );
    let sent = site.desk.send("invoices", &id(&less)).await;
    let last = site.convert().await.expect(201);
    assert_eq!(last["totals"]["totalAmount"], "358.10");
    let changed = client.patch(&path, &price(&sent["version"], "90.00")).await;
    changed.refused(409, "taken_off", None);
    let void = format!("{path}/void");
    client
        .post_empty(&void)
        .await
        .refused(409, "taken_off", None);
    // Its words may still be mended.
    let words = json!({
        "baseVersion": sent["version"], "operationId": uuid::Uuid::now_v7(),
        "operations": [{ "op": "set", "field": "notes", "value": "With thanks" }]
    });
    client.patch(&path, &words).await.expect(200);
    // A save of the whole final invoice takes the same off.
    let mut body = site.desk.invoice();
    for field in [
        "items",
        "includeLabour",
        "labourHours",
        "labourRate",
        "includeDiscount",
        "discount",
    ] {
        body[field] = last[field].clone();
    }
    let path = format!("/api/invoices/{}", id(&last));
    let body = with(body, "version", last["version"].clone());
    let saved = client.put(&path, &body).await.expect(200);
    assert_eq!(saved["totals"]["totalAmount"], "358.10");
    let own = with(body, "invoiced", json!([]));
    client
        .put(&path, &own)
        .await
        .refused(400, "unknown_field", Some("invoiced"));
}

#[tokio::test]
async fn what_was_paid_of_the_quote_counts_on_its_first_stage() {
    let site = Site::open().await;
    let client = &site.desk.client;
    let paid = json!({ "amount": "119.53", "method": "cash" });
    let payments = format!("{}/payments", site.path());
    client.post(&payments, &paid).await.expect(201);
    let refused = site.ask(json!({ "amount": "100" })).await;
    let told = refused.refused(422, "rule_broken", Some("ask"));
    assert_eq!(told["errors"][0]["code"], "below_paid");
    let deposit = site.sent(json!({ "deposit": true })).await;
    assert_eq!(deposit["status"], "paid");
    assert_eq!(
        figures(&site.job().await),
        ["478.10", "119.53", "119.53", "358.57"]
    );
    // From now on it is the invoices that are paid.
    client
        .post(&payments, &paid)
        .await
        .refused(409, "staged", None);
    let link = format!("/api/quotes/public/{}?with=page", token(&site.quote));
    let page = site.desk.app.client().get(&link).await.expect(200);
    assert_eq!(
        page["page"]["presentation"]["actions"].get("pay"),
        Some(&Value::Null)
    );
    let last = site.convert().await.expect(201);
    assert_eq!(
        last["payments"],
        json!([]),
        "it stands on the deposit's invoice alone"
    );
    assert_eq!(last["totals"]["balanceDue"], "358.57");
    let dashboard = client.get("/api/dashboard").await.expect(200);
    assert_eq!(dashboard["paidThisMonth"], "119.53", "it came in once");
    // Taken back on the invoice it is taken back on the quote.
    let path = format!("/api/invoices/{}", id(&deposit));
    let now = client.get(&path).await.expect(200);
    let payment = id(&now["payments"][0]);
    let remove = format!("{path}/payments/{payment}/remove");
    client
        .post(&remove, &json!({ "reason": "Bounced" }))
        .await
        .expect(200);
    let quote = client.get(&site.path()).await.expect(200);
    assert_eq!(quote["payments"], json!([]));
}

#[tokio::test]
async fn the_deposit_is_asked_for_by_its_invoice_and_no_more_by_the_quote() {
    let site = Site::open().await;
    let link = format!("/api/quotes/public/{}?with=page", token(&site.quote));
    let customer = site.desk.app.client();
    let pay = |page: &Value| page["page"]["presentation"]["actions"]["pay"]["amount"].clone();
    let before = customer.get(&link).await.expect(200);
    assert_eq!(pay(&before), "£119.53");
    let draft = site.ask(json!({ "deposit": true })).await.expect(201);
    let after = customer.get(&link).await.expect(200);
    assert_eq!(pay(&after), Value::Null);
    let path = format!("/api/invoices/{}", id(&draft));
    site.desk.client.delete(&path).await.expect(204);
    let again = customer.get(&link).await.expect(200);
    assert_eq!(pay(&again), "£119.53");
}

#[tokio::test]
async fn only_an_accepted_quote_is_invoiced_in_stages() {
    let desk = Desk::open().await;
    for (quote, code) in [
        (desk.draft_quote().await, "not_sent"),
        (desk.sent_quote().await, "not_accepted"),
    ] {
        let path = format!("/api/quotes/{}/stages", id(&quote));
        let ask = json!({ "percentage": "30" });
        desk.client.post(&path, &ask).await.refused(409, code, None);
        let preview = format!("{path}/preview");
        desk.client
            .post(&preview, &ask)
            .await
            .refused(409, code, None);
        assert_eq!(quote["allowed"]["stage"], false);
    }
    let site = Site {
        quote: desk.accepted_quote().await,
        desk,
    };
    assert_eq!(site.quote["allowed"]["stage"], true);
    site.convert().await.expect(201);
    site.ask(json!({ "percentage": "30" }))
        .await
        .refused(409, "already_invoiced", None);
}

/// rules.md's construction case by halves, and what each payment was for.
#[tokio::test]
async fn cis_is_deducted_of_each_stage() {
    let desk = Desk::open().await;
    let mut body = desk.quote();
    for (field, value) in [
        (
            "items",
            json!([
                { "id": "l", "name": "Labour", "quantity": "1", "price": "2000" },
                { "id": "m", "name": "Pipe", "quantity": "1", "price": "800", "cost": "800", "costType": "materials" }
            ]),
        ),
        ("includeLabour", json!(false)),
        ("includeDiscount", json!(false)),
        ("includeDeposit", json!(false)),
        ("vatTreatment", json!("reverseCharge")),
        ("cisRate", json!("20")),
    ] {
        body[field] = value;
    }
    let draft = desk.client.post("/api/quotes", &body).await.expect(201);
    let sent = desk.send("quotes", &id(&draft)).await;
    let accept = format!("/api/quotes/public/{}/accept", token(&sent));
    desk.app.client().post_empty(&accept).await.expect(200);
    let site = Site { desk, quote: sent };
    let half = site.sent(json!({ "percentage": "50" })).await;
    assert_eq!(half["totals"]["cisDeduction"], "200.00");
    assert_eq!(half["totals"]["amountPayable"], "1200.00");
    let last = site.convert().await.expect(201);
    assert_eq!(last["totals"]["cisBase"], "1000.00");
    assert_eq!(last["totals"]["amountPayable"], "1200.00");
    let last = site.desk.send("invoices", &id(&last)).await;
    let path = format!("/api/invoices/{}/payments", id(&last));
    let paid = json!({ "amount": "1200.00", "method": "bank_transfer" });
    let paid = site.desk.client.post(&path, &paid).await.expect(201);
    let part = &paid["totals"]["cisPayments"][0];
    assert_eq!(
        [&part["gross"], &part["materials"], &part["deducted"]],
        ["1400.00", "400.00", "200.00"]
    );
}

/// What is credited of a stage is left to invoice again, and its payments still count once the final one
/// has taken it off.
#[tokio::test]
async fn what_is_credited_of_a_stage_is_left_to_invoice() {
    let site = Site::open().await;
    let client = &site.desk.client;
    let sent = site.sent(json!({ "percentage": "50" })).await;
    assert_eq!(sent["totals"]["totalAmount"], "239.05");
    let path = format!("/api/invoices/{}/credit-notes", id(&sent));
    let credit = json!({ "of": "amount", "amount": "120.00", "reason": "Half was not done" });
    let note = client.post(&path, &credit).await.expect(201);
    let send = format!("/api/credit-notes/{}/send", id(&note));
    let by_link = json!({ "via": "link" });
    client.post(&send, &by_link).await.expect(200);
    assert_eq!(
        figures(&site.job().await),
        ["478.10", "119.05", "0.00", "359.05"]
    );
    let last = site.convert().await.expect(201);
    assert_eq!(last["totals"]["totalAmount"], "359.05");
    let payments = format!("/api/invoices/{}/payments", id(&sent));
    let paid = json!({ "amount": "50.00", "method": "cash" });
    client.post(&payments, &paid).await.expect(201);
    // A credit of it afterwards is the customer's, and moves nothing that was taken off.
    let credit = json!({ "of": "amount", "amount": "12.00", "reason": "For the wait" });
    let note = client.post(&path, &credit).await.expect(201);
    let send = format!("/api/credit-notes/{}/send", id(&note));
    client.post(&send, &by_link).await.expect(200);
    client.post(&payments, &paid).await.expect(201);
}
