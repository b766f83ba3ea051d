//! Stages that are made one after another: nothing is invoiced twice.

use serde_json::{Value, json};

use super::{StagesFixture, job_amounts, to_pence};
use crate::documents::{TestBusiness, id_of, token_of};

#[tokio::test]
async fn the_stages_and_the_final_invoice_add_up_to_the_agreed_total() {
    let site = StagesFixture::open().await;
    let job = site.read_job().await;
    assert_eq!(job_amounts(&job), ["478.10", "0.00", "0.00", "478.10"]);
    assert_eq!(job["deposit"], "119.53");

    let preview = format!("{}/stages/preview", site.stages_path());
    let body = site.business.client.post(&preview, &json!({ "percentage": "30" })).await.expect_status(200);
    assert_eq!((&body["asked"], &body["left"]), (&json!("143.43"), &json!("334.66")));
    // No whole pence with 20 % on them come to 143.43: 143.42 and 143.44 do.
    assert_eq!((&body["totals"]["totalAmount"], &body["exact"]), (&json!("143.44"), &json!(false)));
    assert_eq!(site.read_job().await["invoices"], json!([]), "nothing was written");

    let deposit = site.create_sent_stage(json!({ "deposit": true })).await;
    assert_eq!(deposit["totals"]["totalAmount"], "119.53");
    assert_eq!(deposit["items"][0]["name"], "Deposit for quote Q-0001");
    assert_eq!(deposit["items"][0]["description"], "25% of the agreed £478.10");
    assert_eq!(deposit["stageOfId"], site.quote["id"]);
    let again = site.create_stage(json!({ "deposit": true })).await;
    again.expect_error(409, "deposit_invoiced", None);
    let second = site.create_sent_stage(json!({ "percentage": "30" })).await;
    assert_eq!(second["items"][0]["name"], "Stage 1 of quote Q-0001");
    let lines = site.create_sent_stage(json!({ "lines": ["b"] })).await;
    assert_eq!(lines["items"][0]["name"], "Copper pipe");
    // 14.70 less 10 %, and VAT of 13.23.
    assert_eq!(lines["totals"]["totalAmount"], "15.88");

    let last = site.convert_to_invoice().await.expect_status(201);
    let totals = &last["totals"];
    let all = [&deposit, &second, &lines, &last].map(|one| to_pence(&one["totals"]["totalAmount"]));
    assert_eq!(all.iter().sum::<i64>(), 47_810);
    let vat = [&deposit, &second, &lines, &last].map(|one| to_pence(&one["totals"]["vatAmount"]));
    assert_eq!(vat.iter().sum::<i64>(), 7_968);
    assert_eq!(totals["subtotalAmount"], "442.69", "the whole work is on it");
    assert_eq!(last["invoiced"].as_array().expect("a list").len(), 3);
    let job = site.read_job().await;
    assert_eq!(job_amounts(&job), ["478.10", "478.10", "0.00", "0.00"]);
    let responses: Vec<_> =
        job["invoices"].as_array().expect("a list").iter().map(|one| &one["asked"]).collect();
    assert_eq!(responses, ["deposit", "percentage", "lines", "final"]);

    // Its customer reads what was taken off.
    let sent = site.business.send_by_link("invoices", &id_of(&last)).await;
    let link = format!("/api/invoices/public/{}?with=page", token_of(&sent));
    let page = site.business.app.new_client().get(&link).await.expect_status(200);
    let rows = page["page"]["presentation"]["totals"].as_array().expect("rows");
    let labels: Vec<_> = rows.iter().filter_map(|row| row["label"].as_str()).collect();
    assert_eq!(
        labels,
        [
            "Subtotal",
            "Discount (10%)",
            "Less invoice INV-0001",
            "Less invoice INV-0002",
            "Less invoice INV-0003",
            "Total excluding VAT",
            "VAT @ 20%",
            "Total"
        ]
    );
    assert_eq!(rows[2]["amount"], "-£99.61");
    // The total without VAT is what the earlier stages leave of the work, also in the PDF.
    let of = |row: &Value| -> i64 {
        let displayed = row["amount"].as_str().expect("an amount");
        let signs = displayed.chars().filter(|c| c.is_ascii_digit() || *c == '-');
        signs.collect::<String>().parse().expect("pence")
    };
    assert_eq!(rows[..5].iter().map(of).sum::<i64>(), of(&rows[5]));
    let path = format!("/api/invoices/{}/pdf", id_of(&sent));
    let printed = crate::pdf::pdf_text(&site.business.client.get_bytes(&path).await);
    let net = rows[5]["amount"].as_str().expect("an amount");
    assert!(printed.contains(&format!("Total excluding VAT {net}")), "{printed}");
}

#[tokio::test]
async fn nothing_is_invoiced_twice() {
    let site = StagesFixture::open().await;
    site.create_stage(json!({ "percentage": "70" })).await.expect_status(201);
    let refused = site.create_stage(json!({ "percentage": "30.01" })).await;
    let body = refused.expect_error(422, "rule_broken", Some("ask"));
    assert_eq!(body["errors"][0]["code"], "exceeds_left");
    let body = body["errors"][0]["msg"].as_str().expect("a sentence");
    assert!(body.contains("£143.43 in total"), "{body}");
    let all = site.create_stage(json!({ "amount": "143.43" })).await;
    let all = all.expect_error(422, "rule_broken", Some("ask"));
    assert_eq!(all["errors"][0]["code"], "all_that_is_left");
    let lines = json!({ "lines": ["a", "b", "c"], "labour": true });
    site.create_stage(lines).await.expect_error(422, "rule_broken", Some("ask"));
    for (ask, path) in [
        (json!({}), "ask"),
        (json!({ "percentage": "5", "amount": "5" }), "ask"),
        (json!({ "percentage": "101" }), "percentage"),
        (json!({ "amount": "-1" }), "amount"),
        (json!({ "amount": "0.001" }), "amount"),
        (json!({ "lines": ["nobody"] }), "ask"),
    ] {
        site.create_stage(ask).await.expect_error(422, "rule_broken", Some(path));
    }
    let unknown = site.create_stage(json!({ "share": "5" })).await;
    assert_eq!(unknown.status, 400);
    assert_eq!(site.read_job().await["invoices"].as_array().expect("a list").len(), 1);
}

#[tokio::test]
async fn two_requests_at_once_make_one_stage() {
    let site = StagesFixture::open().await;
    let asks = (0..4).map(|_| site.create_stage(json!({ "percentage": "60" })));
    let answers = futures::future::join_all(asks).await;
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    let refused = answers.iter().filter(|answer| answer.status == 422).count();
    assert_eq!((made, refused), (1, 3));
    // The same click again is the same stage.
    let path = format!("{}/stages", site.stages_path());
    let ask = json!({ "percentage": "10" });
    let first = site.business.client.post_with_key(&path, "tap-1", &ask).await.expect_status(201);
    let again = site.business.client.post_with_key(&path, "tap-1", &ask).await.expect_status(201);
    assert_eq!(first["id"], again["id"]);
    assert_eq!(site.read_job().await["invoices"].as_array().expect("a list").len(), 2);
}

#[tokio::test]
async fn only_an_accepted_quote_is_invoiced_in_stages() {
    let test_business = TestBusiness::open().await;
    for (quote, code) in
        [(test_business.draft_quote().await, "not_sent"), (test_business.sent_quote().await, "not_accepted")]
    {
        let path = format!("/api/quotes/{}/stages", id_of(&quote));
        let ask = json!({ "percentage": "30" });
        test_business.client.post(&path, &ask).await.expect_error(409, code, None);
        let preview = format!("{path}/preview");
        test_business.client.post(&preview, &ask).await.expect_error(409, code, None);
        assert_eq!(quote["allowed"]["stage"], false);
    }
    let site = StagesFixture { quote: test_business.accepted_quote().await, business: test_business };
    assert_eq!(site.quote["allowed"]["stage"], true);
    site.convert_to_invoice().await.expect_status(201);
    site.create_stage(json!({ "percentage": "30" })).await.expect_error(409, "already_invoiced", None);
}
