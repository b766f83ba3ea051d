//! A stage of a job under CIS: its deduction is calculated from the cost of materials, while its lines show the selling
//! prices.

use serde_json::{Value, json};

use super::{
    PublishedTexts, TestBusiness, add_customer_emails, create_and_send, id_of, open_with_einvoices, token_of,
};
use crate::documents::with_cis;

/// The cost of the boiler, half of it rounded either way, and the margins on these.
const COSTS: [&str; 6] = ["611.07", "305.53", "305.54", "388.93", "194.46", "194.47"];

/// A boiler for 1,000.00 that costs 611.07, and 500.00 of labour.
fn quote_body(business: &TestBusiness) -> Value {
    let items = json!([
        { "id": "labour", "name": "Labour", "quantity": "1", "price": "500" },
        { "id": "boiler", "name": "Boiler", "quantity": "1", "price": "1000", "cost": "611.07",
            "costType": "materials" },
    ]);
    with_cis(business.quote_body(), items)
}

#[tokio::test]
async fn a_stage_under_cis_shows_materials_at_their_selling_price() {
    let business = open_with_einvoices().await;
    let agreed = create_and_send(&business, "quotes", &quote_body(&business)).await;
    let customer = business.app.new_client();
    let accept = format!("/api/quotes/public/{}/accept", token_of(&agreed));
    customer.post_empty(&accept).await.expect_status(200);

    let stages = format!("/api/quotes/{}/stages", id_of(&agreed));
    let half = json!({ "percentage": "50" });
    let draft = business.client.post(&stages, &half).await.expect_status(201);
    let send = format!("/api/invoices/{}/send", id_of(&draft));
    let by_mail = json!({ "via": "email" });
    let stage = business.client.post(&send, &by_mail).await.expect_status(200);
    // Half of 888.93, which is 1,500.00 without what the boiler cost.
    assert_eq!(stage["totals"]["cisBase"], "444.47");

    let mut published = PublishedTexts(Vec::new());
    published.add_public_link(&customer, "invoices", &token_of(&stage), "i").await;
    add_customer_emails(&business, &mut published).await;
    published.assert_none(&COSTS.map(str::to_owned));
    // The selling prices are shown, as on the quote.
    let (_, printed) = published.0.iter().find(|(place, _)| place.ends_with(".pdf")).expect("a PDF");
    assert!(printed.contains("500.00") && printed.contains("250.00"), "{printed}");
}
