//! Lists: filters, order, pages, and one action on many.

use serde_json::{Value, json};

use super::{TestBusiness, id_of, token_of, with_field};

fn field_values(list: &Value, field: &str) -> Vec<String> {
    let rows = list["data"].as_array().expect("rows").iter();
    rows.map(|row| row[field].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn pages_are_complete_in_every_sort_order() {
    let business = TestBusiness::open().await;
    for n in 0..7 {
        business.app.clock.advance(1000);
        let body = with_field(business.quote_body(), "jobDescription", json!(format!("Job {n}")));
        let body = with_field(body, "issueDate", json!(format!("2026-11-{:02}", 10 + n % 3)));
        business.client.post("/api/quotes", &body).await.expect_status(201);
    }
    for sort in [
        "-createdAt",
        "createdAt",
        "-updatedAt",
        "issueDate",
        "-issueDate",
        "expiryDate",
        "number",
        "-totalAmount",
        "totalAmount",
        "contactName",
    ] {
        let mut seen = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = business
                .client
                .get(&format!("/api/quotes?limit=3&sort={sort}{cursor}"))
                .await
                .expect_status(200);
            assert_eq!(page["total"], 7);
            seen.extend(field_values(&page, "id"));
            match page["nextCursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        let whole = business.client.get(&format!("/api/quotes?sort={sort}")).await.expect_status(200);
        assert_eq!(seen, field_values(&whole, "id"), "{sort}");
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 7, "{sort}");
    }
    // A part that is left empty is as one left out.
    let empty = "/api/quotes?status=&q=&contactId=&from=&to=&archived=&sort=&cursor=&limit=";
    assert_eq!(business.client.get(empty).await.expect_status(200)["total"], 7);
    let first = business.client.get("/api/quotes?limit=1").await.expect_status(200);
    let cursor = first["nextCursor"].as_str().expect("a cursor");
    for query in [
        format!("cursor={cursor}&sort=number"),
        "cursor=nonsense".to_owned(),
        "sort=secret".to_owned(),
        "limit=0".to_owned(),
        "limit=101".to_owned(),
        "status=paid".to_owned(),
        "from=yesterday".to_owned(),
        "archived=maybe".to_owned(),
        "colour=red".to_owned(),
    ] {
        business.client.get(&format!("/api/quotes?{query}")).await.expect_error(400, "bad_query", None);
    }
}

#[tokio::test]
async fn filters_find_the_matching_documents() {
    let business = TestBusiness::open().await;
    let other = business
        .client
        .post("/api/contacts", &json!({ "company": "50% Homes_Ltd" }))
        .await
        .expect_status(201);
    let body = with_field(business.quote_body(), "contactId", json!(id_of(&other)));
    let body = with_field(body, "jobDescription", json!("Roof"));
    business.client.post("/api/quotes", &body).await.expect_status(201);
    let sent = business.sent_quote().await;
    let late = with_field(business.quote_body(), "expiryDate", json!("2026-11-16"));
    let late = business.client.post("/api/quotes", &late).await.expect_status(201);
    business.send_by_link("quotes", &id_of(&late)).await;
    business.app.clock.advance(plumbline::clock::DAY);
    business.app.log_in(&business.client, super::OWNER).await;
    let accepted = business.accepted_quote().await;

    for (query, expected) in [
        ("status=draft".to_owned(), vec!["Roof"]),
        ("status=expired".to_owned(), vec!["Replace the boiler's valve"]),
        ("q=roof".to_owned(), vec!["Roof"]),
        ("q=50%25".to_owned(), vec!["Roof"]),
        ("q=homes_l".to_owned(), vec!["Roof"]),
        ("q=omes".to_owned(), vec![]),
        (format!("contactId={}", id_of(&other)), vec!["Roof"]),
        ("from=2026-11-17".to_owned(), vec![]),
        ("archived=true".to_owned(), vec![]),
    ] {
        let list = business.client.get(&format!("/api/quotes?{query}")).await.expect_status(200);
        assert_eq!(field_values(&list, "jobDescription"), expected, "{query}");
        assert_eq!(list["total"], json!(expected.len()), "{query}");
    }
    // What the filter calls a status is what the row shows.
    for (status, label) in
        [("sent", "Pending"), ("expired", "Expired"), ("accepted", "Accepted"), ("draft", "Draft")]
    {
        let list = business.client.get(&format!("/api/quotes?status={status}")).await.expect_status(200);
        assert_eq!(list["total"], 1, "{status}");
        assert_eq!(list["data"][0]["displayStatus"]["label"], label);
    }
    let list = business.client.get("/api/quotes?q=q-0001").await.expect_status(200);
    assert_eq!(list["data"][0]["id"], sent["id"]);
    assert_eq!(list["data"][0]["totalAmount"], "478.10");
    assert_eq!(list["data"][0]["contactName"], "Jo Bloggs");
    assert_eq!(list["data"][0]["expiryDate"], "2026-12-16");
    business.client.post_empty(&format!("/api/quotes/{}/archive", id_of(&accepted))).await.expect_status(200);
    let all = business.client.get("/api/quotes?archived=all").await.expect_status(200);
    assert_eq!(all["total"], 4);
    assert_eq!(business.client.get("/api/quotes").await.expect_status(200)["total"], 3);
}

#[tokio::test]
async fn invoices_are_listed_by_what_is_still_owed() {
    let business = TestBusiness::open().await;
    let due = |day: &str| with_field(business.invoice_body(), "dueDate", json!(day));
    let mut ids = Vec::new();
    for day in ["2026-11-16", "2026-11-30", "2026-11-30", "2026-11-30"] {
        let draft = business.client.post("/api/invoices", &due(day)).await.expect_status(201);
        business.send_by_link("invoices", &id_of(&draft)).await;
        ids.push(id_of(&draft));
    }
    let pay = |amount: &str| json!({ "amount": amount, "method": "cash" });
    let path = |n: usize, action: &str| format!("/api/invoices/{}/{action}", ids[n]);
    business.client.post(&path(1, "payments"), &pay("100")).await.expect_status(201);
    business.client.post(&path(2, "payments"), &pay("478.10")).await.expect_status(201);
    business.app.clock.advance(plumbline::clock::DAY);
    business.app.log_in(&business.client, super::OWNER).await;
    let list = async |status: &str| {
        let path = format!("/api/invoices?status={status}&sort=createdAt");
        business.client.get(&path).await.expect_status(200)
    };
    for (status, label, n) in
        [("overdue", "Overdue", 0), ("partially_paid", "Partially Paid", 1), ("paid", "Paid", 2)]
    {
        let list = list(status).await;
        assert_eq!((&list["total"], &list["data"][0]["id"]), (&json!(1), &json!(ids[n])), "{status}");
        assert_eq!(list["data"][0]["displayStatus"]["label"], label);
    }
    // Outstanding is all that is not paid, late or not.
    let outstanding = list("outstanding").await;
    assert_eq!(field_values(&outstanding, "id"), [&*ids[0], &ids[1], &ids[3]]);
    let dashboard = business.client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(dashboard["outstanding"], "1334.30");
    assert_eq!(outstanding["outstanding"], "1334.30");
    assert_eq!(dashboard["overdue"], "478.10");
    assert_eq!(dashboard["paidThisMonth"], "578.10");

    // What is partly paid and late is overdue with what is left of it; what is out of sight is in
    // neither the figure nor the list.
    business.app.clock.advance(15 * plumbline::clock::DAY);
    business.app.log_in(&business.client, super::OWNER).await;
    business.client.post_empty(&path(3, "archive")).await.expect_status(200);
    let dashboard = business.client.get("/api/dashboard").await.expect_status(200);
    let overdue = list("overdue").await;
    assert_eq!(field_values(&overdue, "id"), [&*ids[0], &ids[1]]);
    assert_eq!(overdue["data"][1]["displayStatus"]["label"], "Partially Paid");
    assert_eq!(dashboard["overdue"], "856.20");
    assert_eq!(overdue["outstanding"], "856.20");
    assert_eq!(dashboard["outstanding"], "856.20");
    assert_eq!(dashboard["paidThisMonth"], "0.00");
}

#[tokio::test]
async fn one_action_on_many_is_all_or_nothing() {
    let business = TestBusiness::open().await;
    let (draft, sent) = (business.draft_quote().await, business.sent_quote().await);
    let both = json!([id_of(&draft), id_of(&sent)]);
    let bulk = |ids: &Value, action: &str| json!({ "ids": ids, "action": action });
    let path = "/api/quotes/bulk";
    business.client.post(path, &bulk(&both, "delete-drafts")).await.expect_error(
        409,
        "issued",
        Some("ids[1]"),
    );
    assert_eq!(business.count_rows("documents").await, 2);
    assert_eq!(business.client.post(path, &bulk(&both, "archive")).await.expect_status(200)["done"], 2);
    assert_eq!(business.client.get("/api/quotes?archived=true").await.expect_status(200)["total"], 2);
    business.client.post(path, &bulk(&both, "restore")).await.expect_status(200);
    let stranger = business.app.sign_up("lee@other.example").await;
    stranger.post(path, &bulk(&both, "archive")).await.expect_error(404, "not_found", None);
    business.client.post(path, &bulk(&json!([]), "archive")).await.expect_error(
        422,
        "rule_broken",
        Some("ids"),
    );
    business.client.post(path, &bulk(&json!(["x"]), "archive")).await.expect_error(
        422,
        "rule_broken",
        Some("ids[0]"),
    );
    business.client.post(path, &bulk(&both, "burn")).await.expect_error(400, "invalid_type", Some("action"));
    business.client.post(path, &bulk(&json!([id_of(&draft)]), "delete-drafts")).await.expect_status(200);
    assert_eq!(business.count_rows("documents").await, 1);
    assert!(!token_of(&sent).is_empty());
}
