//! The lists, searches and screens that are measured.

use crate::account::Account;

/// How long a list may take, in yardsticks: 10 ms on the machine of `docs/figures.md`, where a yardstick takes 2.7 ms.
const LIST_YARDSTICKS_MAX: f64 = 4.0;
/// How long a report over all documents may take: 50 ms there.
const REPORT_YARDSTICKS_MAX: f64 = 20.0;
/// How long a page of 20 complete documents may take, which a device caches while nobody waits: 40 ms there.
const CACHED_YARDSTICKS_MAX: f64 = 16.0;

/// The requests of a kind of screen.
pub struct Screen {
    /// The name of the group.
    pub name: &'static str,
    /// How long the median response to a request may take, in yardsticks, on SQLite.
    pub most: f64,
    /// The name and the path of each request.
    pub paths: Vec<(String, String)>,
}

/// All requests that are measured.
pub async fn screens(account: &Account) -> Vec<Screen> {
    let list = |name: &str, path: &str| (name.to_owned(), format!("/api/{path}"));
    let mut lists = vec![
        list("quotes", "quotes?"),
        list("invoices", "invoices?"),
        list("invoices, the tenth page", &account.page("invoices", 10).await),
    ];
    for sort in ["-updatedAt", "issueDate", "dueDate", "number", "-totalAmount", "contactName"] {
        lists.push(list(&format!("invoices by {sort}"), &format!("invoices?sort={sort}")));
    }
    for status in ["draft", "outstanding", "overdue", "partially_paid", "paid", "void"] {
        lists.push(list(&format!("invoices {status}"), &format!("invoices?status={status}")));
    }
    for status in ["draft", "sent", "expired", "accepted", "declined"] {
        lists.push(list(&format!("quotes {status}"), &format!("quotes?status={status}")));
    }
    let path = format!("invoices?contactId={}", account.contact());
    lists.push(list("invoices of a customer", &path));
    lists.push(list("invoices of a quarter", &format!("invoices?{}", account.quarter())));
    lists.push(list("invoices, overdue by amount", "invoices?status=overdue&sort=-totalAmount"));
    lists.push(list("invoices out of sight", "invoices?archived=true"));
    lists.push(list("invoices, all", "invoices?archived=all"));
    lists.push(list("quotes by expiryDate", "quotes?sort=expiryDate"));
    lists.push(list("quotes by -totalAmount", "quotes?sort=-totalAmount"));
    lists.push(list("quotes out of sight", "quotes?archived=true"));
    let mut searches = Vec::new();
    for typed in [
        "b",
        "bo",
        "boi",
        "boiler",
        "kitchen ta",
        "j",
        "jo",
        "jo smi",
        "écl",
        "INV-0123",
        "q-1",
        "1",
        "£1,2",
        "copper pipe 15",
        "zzz",
    ] {
        let path = format!("invoices?q={typed}");
        searches.push(list(&format!("'{typed}' in invoices"), &path));
    }
    searches.push(list("'boiler' in quotes by amount", "quotes?q=boiler&sort=-totalAmount"));
    searches.push(list("'b' in invoices overdue", "invoices?q=b&status=overdue"));
    for typed in ["b", "jo smi", "boiler", "INV-0123", "£1,2", "screwfix", "P01", "zzz"] {
        let path = format!("search?q={typed}");
        searches.push(list(&format!("'{typed}' in everything"), &path));
    }
    for typed in ["s", "screw", "120", "zzz"] {
        searches.push(list(&format!("'{typed}' in expenses"), &format!("expenses?q={typed}")));
    }
    let contact = account.contact();
    let others = vec![
        list("contacts", "contacts"),
        list("balances of contacts", "contacts/balances"),
        list("who owes, by age", "owed"),
        list("a contact", &format!("contacts/{contact}")),
        list("statement of a contact", &format!("contacts/{contact}/statement")),
        list("items", "items"),
        list("expenses", "expenses"),
        list("expenses by amount", "expenses?sort=-amount"),
        list("expenses by supplier", "expenses?sort=supplier"),
        list("expenses without a receipt", "expenses?receipt=without"),
        list("expenses of a category", "expenses?category=maintenanceCosts"),
        list("expenses of a quarter", &format!("expenses?{}", account.quarter())),
        list("expenses for a customer", &format!("expenses?contactId={contact}")),
        list("suppliers", "expenses/suppliers"),
        list("activities", "activities"),
        list("activities of customers", "activities?actor=customer"),
        list("activities about contacts", "activities?about=contact"),
        list("notifications", "notifications"),
        list("notifications, unseen", "notifications/unread"),
        list("saved views", "views"),
        list("business profiles", "business-profiles"),
        list("support", "support"),
    ];
    let first = vec![("dashboard".to_owned(), "/api/dashboard".to_owned())];
    let cached = [
        ("held quotes", "kind=quote"),
        ("held invoices", "kind=invoice"),
        ("held quotes since", "kind=quote&changedSince=1&from=2026-01-01"),
    ];
    let stored = cached.map(|(name, query)| {
        let path = format!("/api/held/documents?limit=20&{query}");
        (name.to_owned(), path)
    });
    let (year, profile) = (account.tax_year(), account.profile());
    let reports = vec![
        list("income by payments", "reports/income"),
        list("income by invoices", "reports/income?basis=accruals"),
        list("income of ten years by payments", "reports/income?from=2017-04-06&to=2027-04-05&basis=cash"),
        list(
            "income of ten years by invoices",
            "reports/income?from=2017-04-06&to=2027-04-05&basis=accruals",
        ),
        list("expenses, summed", "reports/expenses"),
        list("profit", "reports/profit"),
        list("tax year", &format!("income-tax/{year}")),
        list("tax return", &format!("income-tax/{year}/return")),
        list("quarterly update", &format!("income-tax/{year}/updates/4")),
        list("CIS ledger", &format!("cis/{year}")),
        list("VAT return", &format!("vat/{profile}/return")),
    ];
    vec![
        Screen { name: "lists", most: LIST_YARDSTICKS_MAX, paths: lists },
        Screen { name: "other lists", most: LIST_YARDSTICKS_MAX, paths: others },
        Screen { name: "searches", most: LIST_YARDSTICKS_MAX, paths: searches },
        Screen { name: "first screen", most: LIST_YARDSTICKS_MAX, paths: first },
        Screen { name: "reports", most: REPORT_YARDSTICKS_MAX, paths: reports },
        Screen { name: "reading ahead", most: CACHED_YARDSTICKS_MAX, paths: stored.into() },
    ]
}
