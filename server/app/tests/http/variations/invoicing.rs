//! Stages and the final invoice are calculated from what was agreed.

use serde_json::json;

use super::{VariationsFixture, job_amounts};
use crate::documents::{id_of, token_of};

#[tokio::test]
async fn stages_and_the_final_invoice_add_up_to_the_agreed_total() {
    let site = VariationsFixture::open().await;
    site.create_accepted("Second radiator", "100").await;
    let stage = site.create_stage(json!({ "percentage": "50" })).await.expect_status(201);
    // Half of 598.10.
    assert_eq!(stage["totals"]["totalAmount"], "299.05");
    assert_eq!(stage["items"][0]["description"], "50% of the agreed £598.10");
    site.business.send_by_link("invoices", &id_of(&stage)).await;
    // After a stage the next follows what is agreed by then.
    let less = site.create_accepted("Without the valve", "-10").await;
    assert_eq!(less["totals"]["totalAmount"], "-12.00");
    assert_eq!(job_amounts(&site.read_job().await), ["478.10", "586.10", "299.05", "0.00", "287.05"]);
    // No more is left out than is not invoiced yet.
    let more = site.create_draft("Everything", "-240").await;
    let send = format!("/api/quotes/{}/send", id_of(&more));
    let refused = site.business.client.post(&send, &json!({ "via": "link" })).await;
    refused.expect_error(422, "rule_broken", Some("totalAmount"));

    let last = site.convert_to_invoice().await.expect_status(201);
    assert_eq!(last["totals"]["totalAmount"], "287.05");
    let names: Vec<_> = last["sections"]
        .as_array()
        .expect("sections")
        .iter()
        .map(|section| section["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["Variation Q-0001-V1", "Variation Q-0001-V2"]);
    assert_eq!(last["variations"].as_array().expect("a list").len(), 2);
    assert_eq!(site.read_quote(&less).await["status"], "invoiced");
    assert_eq!(job_amounts(&site.read_job().await), ["478.10", "586.10", "586.10", "0.00", "0.00"]);
    // Its draft is edited like any other: what it comes to stays the sum of its parts.
    let path = format!("/api/invoices/{}", id_of(&last));
    let edit = json!({ "baseVersion": last["version"], "operationId": uuid::Uuid::now_v7().to_string(), "operations": [
        { "op": "set", "field": "notes", "value": "Thank you" } ] });
    let edited = site.business.client.patch(&path, &edit).await.expect_status(200);
    assert_eq!(edited["totals"], last["totals"]);
    assert_eq!(edited["variations"], last["variations"]);
    let sent = site.business.send_by_link("invoices", &id_of(&last)).await;
    let page = format!("/api/invoices/public/{}?with=page", token_of(&sent));
    let page = site.business.app.new_client().get(&page).await.expect_status(200);
    let labels: Vec<_> = page["page"]["presentation"]["totals"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["label"].as_str().expect("a label").to_owned())
        .collect();
    assert_eq!(
        labels,
        [
            "Subtotal",
            // Ten per cent of the quote's part alone.
            "Discount",
            "Less invoice INV-0001",
            "Total excluding VAT",
            "VAT @ 20%",
            "Total"
        ]
    );
}

#[tokio::test]
async fn a_fully_invoiced_job_cannot_be_varied() {
    let site = VariationsFixture::open().await;
    let (draft, sent) = (site.create_draft("Tap", "10").await, site.create_sent("Tap", "20").await);
    let last = site.convert_to_invoice().await.expect_status(201);
    assert_eq!(last["totals"]["totalAmount"], "478.10", "nobody has agreed to more");
    // The customer gets the message before they try.
    let page = format!("/api/quotes/public/{}?with=page", token_of(&sent));
    let page = site.business.app.new_client().get(&page).await.expect_status(200);
    let body = &page["page"]["presentation"];
    assert_eq!(body["actions"]["accept"], false);
    assert_eq!(
        body["banners"][0]["text"],
        "The job this variation belongs to is closed. Please contact us for a new quote."
    );
    let refused = site.accept_variation(&sent).await;
    let response = refused.expect_error(409, "job_invoiced", None);
    assert!(response["message"].to_string().contains("ask for a new quote"), "{response}");
    // So is the business, which cannot send it again.
    let read = site.read_quote(&sent).await;
    let closed = read["variationOf"]["closed"].as_str().expect("a sentence");
    assert!(closed.contains("can no longer be accepted"), "{closed}");
    let allowed = &read["allowed"];
    assert_eq!((&allowed["send"], &allowed["edit"]), (&json!(false), &json!(false)));
    let again = format!("/api/quotes/{}/send", id_of(&sent));
    let again = site.business.client.post(&again, &json!({ "via": "link" })).await;
    again.expect_error(409, "job_invoiced", None);
    let send = format!("/api/quotes/{}/send", id_of(&draft));
    let refused = site.business.client.post(&send, &json!({ "via": "link" })).await;
    refused.expect_error(409, "job_invoiced", None);
    // While the final invoice is a draft, it can be changed instead.
    let response = site.create_variation(json!({})).await;
    let response = response.expect_error(409, "job_invoiced", None);
    let message = response["message"].to_string();
    assert!(message.contains("Change that draft before you send it"), "{response}");
    let path = format!("/api/invoices/{}", id_of(&last));
    let line =
        json!({ "id": uuid::Uuid::now_v7().to_string(), "name": "Tap", "quantity": "1", "price": "10" });
    let edit = json!({ "baseVersion": last["version"], "operationId": uuid::Uuid::now_v7().to_string(), "operations": [
        { "op": "insertLine", "after": null, "line": line } ] });
    site.business.client.patch(&path, &edit).await.expect_status(200);
    site.business.send_by_link("invoices", &id_of(&last)).await;
    let response = site.create_variation(json!({})).await;
    let response = response.expect_error(409, "job_invoiced", None);
    assert!(response["message"].to_string().contains("has been invoiced in full"), "{response}");
    assert_eq!(job_amounts(&site.read_job().await)[1], "478.10");
}

#[tokio::test]
async fn an_accepted_variation_counts_once_in_the_list_of_accepted_quotes() {
    let site = VariationsFixture::open().await;
    site.create_accepted("Tap", "100").await;
    let exported = site.business.client.get("/api/quotes?status=accepted").await.expect_status(200);
    assert_eq!(exported["total"], 2);
    let sum: f64 = exported["data"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["totalAmount"].as_str().expect("an amount").parse::<f64>().expect("a number"))
        .sum();
    assert!((sum - 598.10).abs() < 0.001, "{exported}");
}

#[tokio::test]
async fn cancelling_a_variation_after_a_stage_leaves_an_amount_to_credit() {
    let site = VariationsFixture::open().await;
    let extra = site.create_accepted("Second radiator", "100").await;
    let stage = site.create_stage(json!({ "percentage": "90" })).await.expect_status(201);
    site.business.send_by_link("invoices", &id_of(&stage)).await;
    assert_eq!(site.read_job().await["over"], "0.00");
    let waiting = format!("/api/quotes/public/{}", token_of(&site.create_sent("Tap", "10").await));
    let customer = site.business.app.new_client();
    let read = customer.get(&waiting).await.expect_status(200);
    assert_eq!(read["quote"]["variation"]["agreed"], "598.10");
    let cancel = format!("/api/quotes/public/{}/cancel", token_of(&extra));
    customer.post_empty(&cancel).await.expect_status(200);
    let read = customer.get(&waiting).await.expect_status(200);
    assert_eq!(read["quote"]["variation"]["agreed"], "478.10");
    let job = site.read_job().await;
    // 90 % of 598.10 is 538.29, which no net comes to with 20 % VAT: 448.58 and 89.72 are the nearest.
    assert_eq!(job_amounts(&job), ["478.10", "478.10", "538.30", "0.00", "0.00"]);
    assert_eq!(job["over"], "60.20");
    // A final invoice would ask for less than nothing: what is too much is credited first.
    let convert = format!("/api/quotes/{}/convert", id_of(&site.quote));
    let mut responses = vec![site.business.client.post_empty(&convert).await];
    // Neither does a part of it, or what that would come to, have anything left to ask for.
    let part = json!({ "percentage": "10" });
    responses.push(site.create_stage(part.clone()).await);
    let preview = format!("/api/quotes/{}/stages/preview", id_of(&site.quote));
    responses.push(site.business.client.post(&preview, &part).await);
    for answer in responses {
        let over = answer.expect_error(409, "over_invoiced", None);
        assert_eq!(
            over["message"],
            "£60.20 more was invoiced than is agreed now. Make a credit note for it first."
        );
    }
    // The stage itself is sent again, credited and paid although it asks for more than is agreed now.
    let client = &site.business.client;
    site.business.send_by_link("invoices", &id_of(&stage)).await;
    let stage = format!("/api/invoices/{}", id_of(&stage));
    let credit = json!({ "of": "amount", "amount": "60.20", "reason": "You cancelled the second radiator" });
    let note = client.post(&format!("{stage}/credit-notes"), &credit).await.expect_status(201);
    site.business.send_by_link("credit-notes", &id_of(&note)).await;
    let paid = json!({ "amount": "478.10", "method": "cash" });
    client.post(&format!("{stage}/payments"), &paid).await.expect_status(201);
    assert_eq!(client.get(&stage).await.expect_status(200)["status"], "paid");
    let job = site.read_job().await;
    assert_eq!(job_amounts(&job), ["478.10", "478.10", "478.10", "478.10", "0.00"]);
    assert_eq!(job["over"], "0.00");
}

#[tokio::test]
async fn the_customer_reads_what_to_do_if_the_omitted_work_is_invoiced() {
    let site = VariationsFixture::open().await;
    let sent = site.create_sent("Half of it", "-200").await;
    site.create_stage(json!({ "percentage": "70" })).await.expect_status(201);
    let body = site.accept_variation(&sent).await.expect_error(409, "job_changed", None);
    assert_eq!(
        body["message"],
        "Part of what this leaves out has now been invoiced. Please ask Taylor Plumbing for a new variation."
    );
    // The business reads it in its own words, before it sends it again.
    let again = format!("/api/quotes/{}/send", id_of(&sent));
    let again = site.business.client.post(&again, &json!({ "via": "link" })).await;
    again.expect_error(422, "rule_broken", Some("totalAmount"));
}

#[tokio::test]
async fn the_second_of_two_equal_omissions_is_refused_with_the_reason() {
    let site = VariationsFixture::open().await;
    let (first, second) = (site.create_sent("All", "-300").await, site.create_sent("All", "-300").await);
    site.accept_variation(&first).await.expect_status(200);
    let body = site.accept_variation(&second).await.expect_error(409, "job_changed", None);
    let message = body["message"].to_string();
    assert!(message.contains("has already been left out. Please ask"), "{body}");
}
