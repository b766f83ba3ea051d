//! Costs and margins, which only the business may see: nothing that a customer or Stripe receives contains them.

mod published;
mod stages;

use plumbline_core::calculate::margin;
use plumbline_core::document::Document;
use plumbline_core::money::text as money;
use serde_json::{Value, json};

use super::{CUSTOMER, TestBusiness, id_of, token_of};
use published::PublishedTexts;

/// The cost of one unit of each line.
const COSTS: [&str; 4] = ["137.31", "58.47", "318.89", "9.0275"];
/// The choices of the quote.
const CHOICES: [&str; 2] = ["g", "b"];
/// The fields with amounts that only the business sees.
const FIELDS: [&str; 5] = ["\"cost\"", "\"margin\"", "\"markUp\"", "\"withoutCost\"", "\"sold\""];

/// Lines with costs, in sections, in choices and optional, and one without.
fn with_costs(mut body: Value) -> Value {
    body["sections"] = json!([{ "id": "k", "name": "Kitchen" }]);
    body["items"] = json!([
        { "id": "boiler", "name": "Boiler", "quantity": "3", "price": "191.17", "cost": "137.31",
            "costType": "materials", "section": "k" },
        { "id": "pump", "name": "Pump", "quantity": "2", "price": "83.29", "cost": "58.47" },
        { "id": "smart", "name": "Smart pump", "quantity": "1", "price": "461.03", "cost": "318.89" },
        { "id": "valve", "name": "Valve", "quantity": "4", "price": "12.61", "cost": "9.0275" },
        { "id": "care", "name": "Care", "quantity": "1", "price": "40" },
    ]);
    body
}

fn quote_body(business: &TestBusiness) -> Value {
    let mut body = with_costs(business.quote_body());
    body["choices"] = json!([{ "id": "g", "name": "Good" }, { "id": "b", "name": "Best" }]);
    body["items"][1]["choice"] = json!("g");
    body["items"][2]["choice"] = json!("b");
    body["items"][3]["optional"] = json!(true);
    body["items"][3]["selected"] = json!(false);
    body
}

/// Every amount that only the business sees, as in JSON and as displayed.
fn list_secret_amounts(documents: &[&Value]) -> Vec<String> {
    let mut amounts: Vec<String> = COSTS.map(str::to_owned).into();
    for document in documents {
        // Only the fields that are part of the calculation.
        let input = ["items", "choices", "includeDiscount", "discount", "tax"];
        let input: serde_json::Map<_, _> = input
            .iter()
            .filter_map(|field| Some(((*field).to_owned(), document.get(*field)?.clone())))
            .collect();
        let read: Document =
            plumbline_core::json::parse(&Value::Object(input).to_string()).expect("a document");
        for choice in [None, Some(CHOICES[0]), Some(CHOICES[1])] {
            let result = margin::calculate_margin_with_choice(&read, choice).expect("within its limits");
            let result = result.expect("lines with costs");
            for amount in [result.cost, result.margin] {
                amounts.push(amount.to_string());
                amounts.push(money::format_gbp(amount).replace('£', ""));
            }
            amounts.push(format!("{}%", result.percent.expect("a share")));
        }
        for line in &read.items {
            let Some(cost) = line.cost.as_ref() else {
                continue;
            };
            let mark_up = margin::mark_up_percent(cost.value(), line.price.value()).expect("a mark-up");
            amounts.push(format!("{mark_up}%"));
            let total = cost.value() * line.quantity.value();
            amounts.push(format!("{total:.2}"));
        }
    }
    amounts.sort();
    amounts.dedup();
    amounts
}

/// A business whose customer wants e-invoices.
async fn open_with_einvoices() -> TestBusiness {
    let business = TestBusiness::open().await;
    let path = format!("/api/contacts/{}", business.contact);
    let current = business.client.get(&path).await.expect_status(200);
    let mut body = super::contact_body();
    body["version"] = current["version"].clone();
    for (field, value) in [
        ("wants_einvoices", json!(true)),
        ("vat_number", json!("987654321")),
        ("buyer_reference", json!("SITE-22")),
    ] {
        body[field] = value;
    }
    business.client.put(&path, &body).await.expect_status(200);
    business
}

/// Creates a document and sends it by email.
async fn create_and_send(business: &TestBusiness, kind: &str, body: &Value) -> Value {
    let made = business.client.post(&format!("/api/{kind}"), body).await;
    let send = format!("/api/{kind}/{}/send", id_of(&made.expect_status(201)));
    let by_email = json!({ "via": "email" });
    business.client.post(&send, &by_email).await.expect_status(200)
}

/// Adds every email that the customer has received so far.
async fn add_customer_emails(business: &TestBusiness, published: &mut PublishedTexts) {
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    assert!(!received_emails.is_empty());
    for received_email in &received_emails {
        published.add_email(received_email);
    }
}

#[tokio::test]
async fn a_quote_reveals_no_costs_to_its_customer() {
    let business = open_with_einvoices().await;
    let sent = create_and_send(&business, "quotes", &quote_body(&business)).await;
    let customer = business.app.new_client();
    let mut published = PublishedTexts(Vec::new());
    published.add_public_link(&customer, "quotes", &token_of(&sent), "q").await;
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    for picked in ["choice=b", "choice=g&selected=valve"] {
        published.add_response(&customer, &format!("{link}?with=page&{picked}")).await;
        published.add_pdf(&customer, &format!("/q/{}.pdf?{picked}", token_of(&sent))).await;
    }
    // The customer accepts a choice and an option: the response, the certificate, and the page afterwards.
    let body =
        json!({ "name": "Jo Bloggs", "termsAccepted": true, "chosenChoice": "b", "selected": ["valve"] });
    let accepted = customer.post(&format!("{link}/accept"), &body).await;
    assert_eq!(accepted.status.as_u16(), 200, "{}", accepted.text);
    published.add("the response to the acceptance", accepted.text);
    let certificate = format!("/q/{}/certificate.pdf", token_of(&sent));
    published.add_pdf(&customer, &certificate).await;
    published.add_public_link(&customer, "quotes", &token_of(&sent), "q").await;
    add_customer_emails(&business, &mut published).await;

    // The business itself sees its costs.
    let own = format!("/api/quotes/{}", id_of(&sent));
    let own = business.client.get(&own).await;
    for cost in COSTS {
        let field = format!("\"cost\":\"{cost}\"");
        assert!(own.text.contains(&field), "{cost}: {}", own.text);
    }
    let secrets = list_secret_amounts(&[&sent, &own.json()]);
    assert!(secrets.len() > 15, "{secrets:?}");
    published.assert_none(&secrets);
    assert!(published.0.len() > 15, "only {} places", published.0.len());
    business.app.stop().await;
}

#[tokio::test]
async fn a_variation_and_the_final_invoice_reveal_no_costs() {
    let business = open_with_einvoices().await;
    let quoted = create_and_send(&business, "quotes", &quote_body(&business)).await;
    let customer = business.app.new_client();
    let accept = |quote: &Value| format!("/api/quotes/public/{}/accept", token_of(quote));
    customer.post_empty(&accept(&quoted)).await.expect_status(200);
    // The line that takes something out of the job has a cost, too.
    let job = format!("/api/quotes/{}", id_of(&quoted));
    let path = format!("{job}/variations");
    let variation = business.client.post(&path, &json!({})).await.expect_status(201);
    let line = |name: &str, price: &str, cost: &str| {
        json!({ "op": "insertLine", "after": null, "line": { "id": uuid::Uuid::now_v7().to_string(),
            "name": name, "quantity": "1", "price": price, "cost": cost } })
    };
    let edit = json!({ "baseVersion": variation["version"], "operationId": uuid::Uuid::now_v7().to_string(),
        "operations": [line("Outside tap", "68.33", "41.37"), line("No filter", "-20.11", "0.0719")] });
    let path = format!("/api/quotes/{}", id_of(&variation));
    business.client.patch(&path, &edit).await.expect_status(200);
    let send = json!({ "via": "email" });
    let extra = business.client.post(&format!("{path}/send"), &send).await;
    let extra = extra.expect_status(200);
    let mut published = PublishedTexts(Vec::new());
    published.add_public_link(&customer, "quotes", &token_of(&extra), "q").await;
    let accepted = customer.post_empty(&accept(&extra)).await;
    assert_eq!(accepted.status.as_u16(), 200, "{}", accepted.text);
    published.add("the response to the acceptance", accepted.text);
    published.add_public_link(&customer, "quotes", &token_of(&extra), "q").await;
    published.add_public_link(&customer, "quotes", &token_of(&quoted), "q").await;
    let certificate = format!("/q/{}/certificate.pdf", token_of(&extra));
    published.add_pdf(&customer, &certificate).await;
    let invoice = business.client.post_empty(&format!("{job}/convert")).await;
    let invoice = id_of(&invoice.expect_status(201));
    let path = format!("/api/invoices/{invoice}/send");
    let billed = business.client.post(&path, &send).await.expect_status(200);
    published.add_public_link(&customer, "invoices", &token_of(&billed), "i").await;
    published.add_response(&business.client, &format!("/api/invoices/{invoice}/einvoice")).await;
    add_customer_emails(&business, &mut published).await;

    let own = business.client.get(&format!("/api/invoices/{invoice}")).await;
    let costs = ["41.37", "0.0719", COSTS[0]];
    for cost in costs {
        assert!(own.text.contains(&format!("\"cost\":\"{cost}\"")), "{cost}: {}", own.text);
    }
    // The margin of the tap, and its mark-up.
    let mut secrets: Vec<String> = costs.map(str::to_owned).into();
    secrets.extend(["26.96", "65.2%"].map(str::to_owned));
    published.assert_none(&secrets);
    assert!(published.0.len() > 15, "only {} places", published.0.len());
    business.app.stop().await;
}

#[tokio::test]
async fn an_invoice_for_lines_and_the_final_invoice_reveal_no_costs() {
    let business = open_with_einvoices().await;
    // Without CIS and with it: the deduction is calculated from the costs, so it could reveal the margins.
    for rate in [Value::Null, json!("20")] {
        let mut body = with_costs(business.quote_body());
        body["cisRate"] = rate;
        let quoted = create_and_send(&business, "quotes", &body).await;
        let customer = business.app.new_client();
        let path = format!("/api/quotes/public/{}/accept", token_of(&quoted));
        customer.post_empty(&path).await.expect_status(200);
        let job = format!("/api/quotes/{}", id_of(&quoted));
        let mut published = PublishedTexts(Vec::new());
        let mut secrets: Vec<String> = COSTS.map(str::to_owned).into();
        for (path, body) in [("stages", json!({ "lines": ["boiler"] })), ("convert", json!({}))] {
            let made = business.client.post(&format!("{job}/{path}"), &body).await;
            let made = made.expect_status(201);
            if path == "stages" {
                // Not for the final invoice: the cost of materials is known only for the boiler.
                let base = made["totals"]["cisBase"].as_str().expect("an amount");
                assert_ne!(base, "0.00");
                secrets.push(base.to_owned());
            }
            let billed = business.send_by_link("invoices", &id_of(&made)).await;
            published.add_public_link(&customer, "invoices", &token_of(&billed), "i").await;
            let link = format!("/api/invoices/public/{}?with=page", token_of(&billed));
            let page = customer.get(&link).await.expect_status(200);
            let check = page["page"]["check"]["link"].as_str().expect("a link");
            let (_, code) = check.rsplit_once("/check/").expect("a code");
            published.add_response(&customer, &format!("/api/check/{code}")).await;
            published.add_response(&customer, &format!("/check/{code}")).await;
        }
        published.assert_none(&secrets);
    }
    business.app.stop().await;
}

#[tokio::test]
async fn an_invoice_reveals_no_costs_to_its_customer() {
    let business = open_with_einvoices().await;
    let sent = create_and_send(&business, "invoices", &with_costs(business.invoice_body())).await;
    let customer = business.app.new_client();
    let mut published = PublishedTexts(Vec::new());
    published.add_public_link(&customer, "invoices", &token_of(&sent), "i").await;
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    // The e-invoice, and the check behind the code on the invoice.
    let own = format!("/api/invoices/{}", id_of(&sent));
    published.add_response(&business.client, &format!("{own}/einvoice")).await;
    let page = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    let check = page["page"]["check"]["link"].as_str().expect("a link");
    let (_, code) = check.rsplit_once("/check/").expect("a code");
    published.add_response(&customer, &format!("/api/check/{code}")).await;
    // A payment, its receipt, and the customer's statement.
    let announced = customer.post(&format!("{link}/payment"), &json!({ "method": "cash" })).await;
    assert_eq!(announced.status.as_u16(), 201, "{}", announced.text);
    published.add("the response to the payment", announced.text);
    let paid = json!({ "amount": "100.00", "method": "cash" });
    let paid = business.client.post(&format!("{own}/payments"), &paid).await;
    let paid = paid.expect_status(201);
    let recorded = paid["payments"].as_array().and_then(|all| all.last());
    let receipt = format!("{own}/payments/{}/receipt", id_of(recorded.expect("one")));
    business.client.post_empty(&receipt).await.expect_status(200);
    let statement = format!("/api/contacts/{}/statement", business.contact);
    published.add_response(&business.client, &statement).await;
    published.add_pdf(&business.client, &format!("{statement}?format=pdf")).await;
    // A credit note against it: its link, its PDF, its e-invoice.
    let credit = json!({ "of": "lines", "lines": [{ "id": "pump" }], "reason": "Not fitted" });
    let credit = business.client.post(&format!("{own}/credit-notes"), &credit).await;
    let send = format!("/api/credit-notes/{}/send", id_of(&credit.expect_status(201)));
    let by_email = json!({ "via": "email" });
    let credit = business.client.post(&send, &by_email).await.expect_status(200);
    published.add_public_link(&customer, "credit-notes", &token_of(&credit), "c").await;
    let einvoice = format!("/api/credit-notes/{}/einvoice", id_of(&credit));
    published.add_response(&business.client, &einvoice).await;
    add_customer_emails(&business, &mut published).await;

    let own = business.client.get(&own).await;
    for cost in COSTS {
        let field = format!("\"cost\":\"{cost}\"");
        assert!(own.text.contains(&field), "{cost}: {}", own.text);
    }
    let xml = |(_, text): &&(String, String)| text.contains("<cbc:InvoicedQuantity");
    assert_eq!(published.0.iter().filter(xml).count(), 2, "in the email and in the download");
    published.assert_none(&list_secret_amounts(&[&sent, &own.json()]));
    assert!(published.0.len() > 15, "only {} places", published.0.len());
    business.app.stop().await;
}

#[tokio::test]
async fn a_reminder_and_a_card_payment_reveal_no_costs() {
    let test_business = crate::chasing::open_with_plan().await;
    let body = with_costs(test_business.invoice_body());
    let sent = create_and_send(&test_business, "invoices", &body).await;
    let secrets = list_secret_amounts(&[&sent]);
    let mut published = PublishedTexts(Vec::new());
    let received_emails = crate::chasing::go_to_hour(&test_business.app, "2026-12-10", 12).await;
    assert!(received_emails.len() > 1, "nobody was reminded");
    for received_email in &received_emails {
        published.add_email(received_email);
    }
    published.assert_none(&secrets);
    test_business.app.stop().await;

    let fixture = crate::card::CardFixture::open_connected().await;
    let business = &fixture.business;
    let body = with_costs(business.invoice_body());
    let made = business.client.post("/api/invoices", &body).await.expect_status(201);
    let sent = business.send_by_link("invoices", &id_of(&made)).await;
    let due = sent["totals"]["balanceDue"].as_str().expect("an amount");
    let response = fixture.request_checkout(&sent, due).await;
    assert_eq!(response.status.as_u16(), 200, "{}", response.text);
    let mut published = PublishedTexts(Vec::new());
    published.add("the response with the checkout", response.text);
    let calls = fixture.stripe.calls_to("POST /v1/checkout/sessions");
    assert_eq!(calls.len(), 1);
    published.add("the request to Stripe", format!("{:?}", calls[0].form));
    published.assert_none(&secrets);
}
