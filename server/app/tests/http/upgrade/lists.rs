//! Lists, searches and totals, whose rows the start wrote for older documents.

use reqwest::Method;
use serde_json::Value;

use super::{UpgradedServer, assert_unchanged, text_of};
use crate::documents::id_of;
use crate::lists::model;
use crate::support::Client;

/// The day of the earlier database, in London.
const TODAY: &str = "2026-11-16";

/// Compares everything that one business sees in lists.
pub async fn compare_lists(house: &UpgradedServer, account: &str, client: &Client) {
    compare_rows(house, account, client).await;
    compare_sums(house, account, client).await;
    search_for_documents(house, account, client).await;
}

/// Compares each row of the lists, and which rows each status finds.
async fn compare_rows(house: &UpgradedServer, account: &str, client: &Client) {
    for kind in ["quotes", "invoices"] {
        let path = format!("/api/{kind}?limit=100&archived=all");
        let list = client.get(&path).await.expect_status(200);
        let rows = list["data"].as_array().expect("rows");
        let mine = |it: &&Value| it["account"] == account && it["kind"] == kind;
        assert_eq!(rows.len(), house.all_documents().filter(mine).count());
        for row in rows {
            let then = &house.answers["documents"][id_of(row)]["row"];
            assert_unchanged(then, row, &format!("the row of {}", id_of(row)));
        }
        let by_status = house.answers["accounts"][account][kind].as_object();
        for status in by_status.expect("statuses").keys() {
            let list = client.get(&format!("{path}&status={status}")).await;
            let list = list.expect_status(200);
            let found = matched_status_then(house, account, kind, status);
            let expected: Vec<String> = rows.iter().map(id_of).filter(|id| found(id)).collect();
            let now: Vec<String> = list["data"].as_array().expect("rows").iter().map(id_of).collect();
            assert_eq!(now, expected, "{kind} {status}");
        }
    }
}

/// The documents that a status found then, in today's meaning: `outstanding` is everything that is owed, and `overdue`
/// all of that which is late; then, each left out partly paid documents.
fn matched_status_then<'a>(
    house: &'a UpgradedServer,
    account: &str,
    kind: &str,
    status: &str,
) -> impl Fn(&str) -> bool + 'a {
    let by_status = &house.answers["accounts"][account][kind];
    let found = move |status: &str, id: &str| {
        let ids = by_status[status].as_array().expect("ids");
        ids.iter().any(|found| found == id)
    };
    let is_invoice = kind == "invoices";
    let status = status.to_owned();
    move |id| match status.as_str() {
        "outstanding" if is_invoice => {
            ["outstanding", "overdue", "partially_paid"].iter().any(|status| found(status, id))
        }
        "overdue" if is_invoice => {
            let due = house.answers["documents"][id]["row"]["dueDate"].as_str();
            let is_late = due.is_some_and(|due| due < TODAY);
            found("overdue", id) || (found("partially_paid", id) && is_late)
        }
        status => found(status, id),
    }
}

/// Checks that the sums of the lists and of the dashboard are those of the old documents.
async fn compare_sums(house: &UpgradedServer, account: &str, client: &Client) {
    let dashboard = client.get("/api/dashboard").await.expect_status(200);
    for status in ["outstanding", "overdue"] {
        let found = matched_status_then(house, account, "invoices", status);
        let of_account = house.all_documents().filter(|it| it["account"] == account);
        let rows = of_account
            .map(|document| &document["row"])
            .filter(|row| row["archived"] == false && found(text_of(&row["id"])));
        let owed: i64 = rows.map(|row| to_pence(&row["balanceDue"])).sum();
        assert!(owed > 0, "{account} is owed something that is {status}");
        let path = format!("/api/invoices?status={status}");
        let list = client.get(&path).await.expect_status(200);
        assert_eq!(to_pence(&list["outstanding"]), owed, "{account} {status}");
        assert_eq!(to_pence(&dashboard[status]), owed, "{account} {status}");
    }
    // The counted amount of each payment, less what was refunded by then.
    let me = client.get("/api/auth/me").await.expect_status(200);
    let entries = model::load_documents(house.app.state()).await;
    let mine = entries.into_iter().filter(|e| e.stored.row.user_id.as_str() == id_of(&me));
    let counted = model::counted_payments(&mine.collect::<Vec<_>>());
    let this_month = counted.values().filter(|(day, _)| day[..7] == TODAY[..7]);
    let paid: i64 = this_month.map(|(_, pence)| pence).sum();
    assert_eq!(to_pence(&dashboard["paidThisMonth"]), paid, "{account}");
}

/// The pence of an amount in a response.
fn to_pence(amount: &Value) -> i64 {
    let digits = text_of(amount).replace('.', "");
    digits.parse().expect("an amount")
}

/// Checks that each document is found by its customer and by its job.
async fn search_for_documents(house: &UpgradedServer, account: &str, client: &Client) {
    for then in house.all_documents().filter(|it| it["account"] == account) {
        let row = &then["row"];
        let typed = format!("{} {}", text_of(&row["contactName"]), text_of(&row["jobDescription"]));
        let path = format!("/api/{}", text_of(&then["kind"]));
        let query = [("q", typed.as_str()), ("archived", "all"), ("limit", "100")];
        let request = client.request(Method::GET, &path).query(&query);
        let list = client.send(request).await.expect_status(200);
        let rows = list["data"].as_array().expect("rows");
        assert!(rows.iter().any(|found| found["id"] == row["id"]), "{typed}");
    }
}
