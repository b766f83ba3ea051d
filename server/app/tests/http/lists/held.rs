//! A device without signal lists its cached documents with core's functions (`core/src/list`): with the same result as
//! the server's lists, on the day on which the device read them and on a later one.

use plumbline::db::words;
use plumbline_core::kind::DocumentKind;
use plumbline_core::list::documents::{
    DocumentListRequest, HeldDocumentRow, count_documents, list_documents,
};
use plumbline_core::list::expenses::{ExpenseListRequest, HeldExpenseRow, list_expenses};
use serde_json::{Value, json};

use crate::credits;
use crate::documents::{self, TestBusiness, id_of, token_of, with_field};
use crate::support::TestApp;

const DOCUMENT_SORTS: [&str; 10] = [
    "",
    "createdAt",
    "updatedAt",
    "issueDate",
    "expiryDate",
    "dueDate",
    "number",
    "totalAmount",
    "balanceDue",
    "contactName",
];
const ARCHIVED: [&str; 4] = ["", "false", "true", "all"];

#[tokio::test]
async fn a_device_lists_documents_as_the_server_does() {
    let app = TestApp::start_with(|config| config.limit_factor = 1000).await;
    let business = TestBusiness::open_at(app).await;
    let other = json!({ "name": "Émile O’Hara", "company": "" });
    let other = id_of(&business.client.post("/api/contacts", &other).await.expect_status(201));
    write_quotes(&business, &other).await;
    write_invoices(&business, &other).await;

    let mut cached = Vec::new();
    for kind in DocumentKind::ALL {
        let list = get_list(&business, kind, "", "archived=all").await;
        let rows = list_rows(&list);
        assert!(rows.len() >= 2, "{kind:?}");
        let row =
            |row: &Value| held_document(row, &[("Jo Bloggs", &business.contact), ("Émile O’Hara", &other)]);
        cached.push((kind, rows.iter().map(row).collect::<Vec<_>>()));
    }
    compare_documents(&business, &cached, &other).await;
    // Three weeks later, without having read any of it again.
    business.app.clock.advance(21 * plumbline::clock::DAY);
    business.app.log_in(&business.client, documents::OWNER).await;
    compare_documents(&business, &cached, &other).await;
    business.app.stop().await;
}

/// Creates quotes of every status, with and without a customer, expiring today, soon, later and never.
async fn write_quotes(business: &TestBusiness, other: &str) {
    let nobody = with_field(business.quote_body(), "contactId", Value::Null);
    business.client.post("/api/quotes", &nobody).await.expect_status(201);
    business.draft_quote().await;
    for (end, contact) in [
        ("2026-11-16", &business.contact[..]),
        ("2026-11-23", other),
        ("2026-11-24", &business.contact),
        ("2027-01-31", other),
    ] {
        business.app.clock.advance(1_000);
        let body = with_field(business.quote_body(), "expiryDate", json!(end));
        let body = with_field(body, "contactId", json!(contact));
        let body = with_field(body, "labourHours", json!(end.len() + end.matches('1').count()));
        let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
        business.send_by_link("quotes", &id_of(&draft)).await;
    }
    let accepted = business.accepted_quote().await;
    business.accepted_quote().await;
    archive(business, "quotes", &accepted).await;
    let declined = business.sent_quote().await;
    let path = format!("/api/quotes/public/{}/decline", token_of(&declined));
    business.app.new_client().post(&path, &json!({})).await.expect_status(200);
}

/// Creates invoices of every status, due long ago, today and later, and credit notes.
async fn write_invoices(business: &TestBusiness, other: &str) {
    business.client.post("/api/invoices", &business.invoice_body()).await.expect_status(201);
    let mut sent = Vec::new();
    for (issued, due) in [
        ("2026-10-01", "2026-10-15"),
        ("2026-11-16", "2026-11-16"),
        ("2026-11-16", "2026-11-30"),
        ("2026-11-10", "2026-12-31"),
        ("2026-11-11", "2026-11-15"),
    ] {
        business.app.clock.advance(1_000);
        let body = with_field(business.invoice_body(), "issueDate", json!(issued));
        let body = with_field(body, "dueDate", json!(due));
        let body =
            with_field(body, "contactId", json!(if due.ends_with('5') { other } else { &business.contact }));
        let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
        sent.push(business.send_by_link("invoices", &id_of(&draft)).await);
    }
    pay(business, &sent[0], "100.00").await;
    pay(business, &sent[2], "0.10").await;
    let whole = sent[1]["totals"]["totalAmount"].as_str().expect("a total");
    pay(business, &sent[1], whole).await;
    archive(business, "invoices", &sent[3]).await;
    let withdrawn = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/void", id_of(&withdrawn));
    business.client.post_empty(&path).await.expect_status(200);
    let credited = business.sent_invoice().await;
    credits::create_sent(business, &credited, &credits::credit_all_body()).await;
    credits::create_draft(business, &sent[4], &credits::credit_amount_body("5.00")).await;
}

async fn pay(business: &TestBusiness, invoice: &Value, amount: &str) {
    let path = format!("/api/invoices/{}/payments", id_of(invoice));
    let body = json!({ "amount": amount, "method": "cash", "date": "2026-11-16" });
    business.client.post(&path, &body).await.expect_status(201);
}

async fn archive(business: &TestBusiness, plural: &str, document: &Value) {
    let path = format!("/api/{plural}/{}/archive", id_of(document));
    business.client.post_empty(&path).await.expect_status(200);
}

/// The response of a list, or another path below it, to a query.
async fn get_list(business: &TestBusiness, kind: DocumentKind, below: &str, query: &str) -> Value {
    let plural = kind.facts().plural;
    let path = format!("/api/{plural}{below}?{query}&limit=100");
    business.client.get(&path).await.expect_status(200)
}

fn list_rows(list: &Value) -> &Vec<Value> {
    list["data"].as_array().expect("rows")
}

/// A row as a device caches it; its contact is found by name.
fn held_document(row: &Value, contacts: &[(&str, &str)]) -> HeldDocumentRow {
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let pounds = |name: &str| serde_json::from_value(row[name].clone()).expect("pounds");
    let contact = contacts.iter().find(|(name, _)| row["contactName"] == *name);
    HeldDocumentRow {
        id: text("id"),
        status: text("status"),
        code: row["displayStatus"]["code"].as_str().expect("a code").to_owned(),
        number: text("number"),
        contact_id: contact.map(|(_, id)| (*id).to_owned()).unwrap_or_default(),
        contact_key: words::sort_key(&text("contactName")),
        issue_date: text("issueDate"),
        end_date: text("expiryDate") + &text("dueDate"),
        total_amount: pounds("totalAmount"),
        balance_due: pounds("balanceDue"),
        to_confirm: pounds("toConfirm"),
        archived: row["archived"] == true,
        updated_at: row["updatedAt"].as_i64().expect("a time"),
    }
}

/// Compares every list, every order and some periods of each kind.
async fn compare_documents(
    business: &TestBusiness,
    cached: &[(DocumentKind, Vec<HeldDocumentRow>)],
    other: &str,
) {
    for (kind, rows) in cached {
        let request = DocumentListRequest { rows: rows.clone(), ..DocumentListRequest::default() };
        let lists = kind.facts().lists.iter().map(|filter| filter.name);
        for status in lists.chain([""]) {
            for archived in ARCHIVED {
                let request = DocumentListRequest {
                    status: status.to_owned(),
                    archived: archived.to_owned(),
                    ..request.clone()
                };
                compare(business, *kind, &request).await;
            }
        }
        for sort in DOCUMENT_SORTS {
            for sort in [sort.to_owned(), format!("-{sort}")] {
                let request = DocumentListRequest {
                    archived: "all".to_owned(),
                    sort: if sort == "-" { String::new() } else { sort },
                    ..request.clone()
                };
                compare(business, *kind, &request).await;
            }
        }
        for (from, to, contact) in [
            ("2026-11-16", "", ""),
            ("", "2026-11-11", ""),
            ("2026-11-10", "2026-11-11", ""),
            ("", "", other),
        ] {
            let request = DocumentListRequest {
                from: from.to_owned(),
                to: to.to_owned(),
                contact_id: contact.to_owned(),
                ..request.clone()
            };
            compare(business, *kind, &request).await;
        }
    }
}

/// Compares one list, and the counts of its tabs.
async fn compare(business: &TestBusiness, kind: DocumentKind, request: &DocumentListRequest) {
    let today = plumbline::documents::today(business.app.state()).expect("a day");
    let DocumentListRequest { status, contact_id, from, to, archived, sort, rows } = request;
    let narrowed = format!("contactId={contact_id}&from={from}&to={to}&archived={archived}");
    let query = format!("{narrowed}&status={status}&sort={sort}");
    let server = get_list(business, kind, "", &query).await;
    let here = list_documents(kind, request, today);

    let displayed = |id: &str, code: &Value| json!([id, code]);
    let theirs: Vec<Value> =
        list_rows(&server).iter().map(|row| displayed(&id_of(row), &row["displayStatus"]["code"])).collect();
    let ours: Vec<Value> = here
        .documents
        .iter()
        .map(|document| {
            let read = rows.iter().find(|row| row.id == document.id).expect("a row");
            let badge = document.display_status.as_ref();
            displayed(&document.id, &json!(badge.map_or(&read.code, |badge| &badge.code)))
        })
        .collect();
    assert_eq!(json!(ours), json!(theirs), "{kind:?} {query} on {today}");
    assert_eq!(json!(here.total_amount), server["totalAmount"], "{kind:?} {query}");
    assert_eq!(json!(here.outstanding), server["outstanding"], "{kind:?} {query} on {today}");

    let counts = get_list(business, kind, "/counts", &narrowed).await;
    let here = count_documents(kind, request, today);
    assert_eq!(json!(here), counts, "{kind:?} {query} on {today}");
}

#[tokio::test]
async fn a_device_lists_expenses_as_the_server_does() {
    let app = TestApp::start_with(|config| config.limit_factor = 1000).await;
    let client = app.sign_up("sam@example.com").await;
    let receipt = crate::expenses::receipts::saved_receipt(&client).await;
    let spent = |date: &str, supplier: &str, category: &str, amount: &str, receipts: Value| {
        json!({ "date": date, "supplier": supplier, "description": "Bought", "category": category, "amount": amount,
            "vatRate": "20", "receipts": receipts })
    };
    let journey = json!({ "date": "2026-04-06", "description": "To the merchant", "category": "carVanTravelExpenses",
        "mileage": { "vehicle": "car", "miles": "12.5" } });
    for body in [
        spent("2026-11-12", "Screwfix", "costOfGoods", "43.20", json!([receipt])),
        spent("2026-11-12", "b&q", "costOfGoods", "100.10", json!([])),
        journey,
        spent("2026-04-05", "Élan", "adminCosts", "-12.00", json!([])),
        spent("2026-11-13", "", "adminCosts", "9.99", json!([])),
    ] {
        app.clock.advance(1_000);
        client.post("/api/expenses", &body).await.expect_status(201);
    }
    let all: Value = client.get("/api/expenses?limit=100").await.expect_status(200);
    let held_expense_rows: Vec<HeldExpenseRow> = list_rows(&all).iter().map(held_expense).collect();
    assert_eq!(held_expense_rows.len(), 5);

    let sorts =
        ["", "date", "-date", "amount", "-amount", "supplier", "-supplier", "createdAt", "-createdAt"];
    let by_sort = sorts.map(|sort| ["", "", "", "", sort]);
    let narrowed = [
        ["costOfGoods", "", "", "", ""],
        ["", "with", "", "", ""],
        ["", "without", "", "", ""],
        ["", "", "2026-04-06", "", ""],
        ["", "", "", "2026-04-06", ""],
        ["adminCosts", "without", "2026-04-06", "2027-04-05", "amount"],
    ];
    for [category, receipt, from, to, sort] in by_sort.into_iter().chain(narrowed) {
        let query = format!("category={category}&receipt={receipt}&from={from}&to={to}&sort={sort}");
        let server = client.get(&format!("/api/expenses?{query}&limit=100")).await.expect_status(200);
        let here = list_expenses(&ExpenseListRequest {
            category: category.to_owned(),
            receipt: receipt.to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
            sort: sort.to_owned(),
            rows: held_expense_rows.clone(),
        });
        let ids: Vec<String> = list_rows(&server).iter().map(id_of).collect();
        assert_eq!(here.ids, ids, "{query}");
        assert_eq!(json!(here.total_amount), server["totalAmount"], "{query}");
        assert_eq!(json!(here.total_vat), server["totalVat"], "{query}");
    }
    app.stop().await;
}

fn held_expense(row: &Value) -> HeldExpenseRow {
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let pounds = |name: &str| serde_json::from_value(row[name].clone()).expect("pounds");
    HeldExpenseRow {
        id: text("id"),
        date: text("date"),
        supplier_key: words::sort_key(&text("supplier")),
        category: text("category"),
        amount: pounds("amount"),
        vat_amount: pounds("vatAmount"),
        receipts: serde_json::from_value(row["receiptCount"].clone()).expect("a number"),
        is_journey: !row["mileage"].is_null(),
    }
}
