//! Every route × visitor, another account, the account itself, and an administrator. The routes of the API come from
//! its description, the pages besides them from the code: a route that is in no class of `routes.rs` fails the test.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};

use super::AdminFixture;
use super::routes::{ADMINS, ANYBODY, OWN_ACCOUNT, PAGES};
use crate::documents::{id_of, token_of};
use crate::support::{Client, TestResponse};

const KINDS: [&str; 3] = ["quotes", "invoices", "credit-notes"];
/// An id that belongs to nothing.
const UNKNOWN_ID: &str = "01930000-0000-7000-8000-000000000001";

/// Every route of the router: `GET /api/quotes`.
fn list_routes() -> Vec<String> {
    let openapi = serde_json::to_value(plumbline::app::openapi()).expect("JSON");
    let paths = openapi["paths"].as_object().expect("paths");
    let mut routes = Vec::new();
    for (path, item) in paths {
        for method in ["get", "post", "put", "patch", "delete"] {
            if item.get(method).is_some() {
                routes.push(format!("{} {path}", method.to_uppercase()));
            }
        }
    }
    routes
}

/// Whether a pattern matches a route, of any kind of document.
fn matches_pattern(pattern: &str, route: &str) -> bool {
    let mut kinds = KINDS.iter();
    pattern == route || kinds.any(|kind| pattern.replace("{kind}", kind) == route)
}

fn is_in(class: &[&str], route: &str) -> bool {
    class.iter().any(|pattern| matches_pattern(pattern, route))
}

#[test]
fn every_route_is_in_exactly_one_class_and_every_class_entry_exists() {
    let routes = list_routes();
    assert!(routes.len() > 300, "only {} routes", routes.len());
    let classes = [ANYBODY, OWN_ACCOUNT, ADMINS];
    let odd: Vec<_> = routes
        .iter()
        .filter(|route| classes.iter().filter(|class| is_in(class, route)).count() != 1)
        .collect();
    assert!(odd.is_empty(), "say of each in admin/routes.rs who may ask it, once: {odd:#?}");
    let is_there = |pattern: &&&str| routes.iter().any(|route| matches_pattern(pattern, route));
    let gone: Vec<_> =
        classes.iter().flat_map(|class| class.iter()).filter(|pattern| !is_there(pattern)).collect();
    assert!(gone.is_empty(), "no such routes: {gone:#?}");
}

/// Finds each `.route(` below a folder of the code, as its file and its path.
fn find_undescribed_routes(root: &Path, folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            find_undescribed_routes(root, &path, found);
            continue;
        }
        let code = std::fs::read_to_string(&path).expect("text");
        let file = path.strip_prefix(root).expect("below").display().to_string();
        for after in code.split(".route(").skip(1) {
            let called = after.split(',').next().unwrap_or_default().trim();
            found.insert(format!("{file} {called}"));
        }
    }
}

#[test]
fn every_page_besides_the_api_is_listed() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = BTreeSet::new();
    for name in ["platform", "records", "tax", "work", "app"] {
        let root = crates.join(name).join("src");
        find_undescribed_routes(&root, &root, &mut found);
    }
    let named: BTreeSet<String> = PAGES.iter().map(|page| (*page).to_owned()).collect();
    assert_eq!(found, named, "say in admin/routes.rs what it is");
}

/// The ids of the owner's records, by the part of the path that they follow.
struct OwnedIds(BTreeMap<&'static str, String>);

impl OwnedIds {
    /// The method and the path of a route, filled in with the owner's ids where there are any.
    fn fill_path(&self, route: &str) -> (Method, String) {
        let (method, path) = route.split_once(' ').expect("a method");
        let of = |start: &str| self.0.get(start).map_or(UNKNOWN_ID, String::as_str);
        let kind = path.split('/').nth(2).unwrap_or_default();
        let below = match path {
            _ if path.starts_with("/api/admin/support") => "question",
            _ if path.starts_with("/api/admin/users") => "account",
            _ if path.starts_with("/api/support/pictures/") => "",
            _ if path.contains("/batches/") || path.contains("/receipts/") => "",
            _ if path.starts_with("/api/cis/subcontractors") => "contacts",
            _ if path.starts_with("/api/cis/contractors") || path.starts_with("/api/vat/{id}") => {
                "business-profiles"
            }
            _ => kind,
        };
        let filled = path
            .replace("{id}", of(below))
            .replace("{token}", of(&format!("{kind} token")))
            .replace("{year}", "2026")
            .replace("{number}", "1")
            .replace("{of}", "income")
            .replace("{kind}", "quotes")
            .replace("{pid}", UNKNOWN_ID)
            .replace("{picture}", UNKNOWN_ID)
            .replace("{answer}", UNKNOWN_ID)
            .replace("{photo}", UNKNOWN_ID)
            .replace("{payment}", UNKNOWN_ID)
            .replace("{email}", UNKNOWN_ID)
            .replace("{question}", UNKNOWN_ID)
            .replace("{code}", UNKNOWN_ID);
        assert!(!filled.contains('{'), "{filled}");
        (method.parse().expect("a method"), filled)
    }
}

async fn create_owned(office: &AdminFixture) -> OwnedIds {
    let business = &office.business;
    let (quote, invoice) = (business.sent_quote().await, business.sent_invoice().await);
    let item = json!({ "name": "Tap", "description": "", "price": "12.50", "includeLabour": false,
        "labourHours": "", "labourRate": "", "labourUnitType": "hours" });
    let item = business.client.post("/api/items", &item).await.expect_status(201);
    let template = json!({ "name": "Tap swap", "jobDescription": "", "notes": "", "items": [] });
    let path = "/api/quote-templates";
    let template = business.client.post(path, &template).await.expect_status(201);
    let question = json!({ "subject": "A tap", "message": "It drips." });
    let question = business.client.post("/api/support", &question).await.expect_status(201);
    OwnedIds(BTreeMap::from([
        ("contacts", business.contact.clone()),
        ("business-profiles", business.profile.clone()),
        ("items", id_of(&item)),
        ("quote-templates", id_of(&template)),
        ("quotes", id_of(&quote)),
        ("invoices", id_of(&invoice)),
        ("quotes token", token_of(&quote)),
        ("invoices token", token_of(&invoice)),
        ("question", id_of(&question)),
        ("account", office.id.clone()),
    ]))
}

async fn send_request(client: &Client, (method, path): &(Method, String)) -> TestResponse {
    let mut request = client.request(method.clone(), path);
    if *method != Method::GET {
        request = request.json(&json!({}));
    }
    client.send(request).await
}

fn error_code(answer: &TestResponse) -> String {
    let body: Value = serde_json::from_str(&answer.text).unwrap_or_default();
    body["code"].as_str().unwrap_or_default().to_owned()
}

/// Returns what is wrong with a response; `None` if nothing is.
type IsOdd = fn(&str, &TestResponse) -> bool;

async fn find_odd_responses(client: &Client, things: &OwnedIds, class: &[&str], fits: IsOdd) -> Vec<String> {
    let mut odd = Vec::new();
    for route in list_routes().iter().filter(|route| is_in(class, route)) {
        let requested = things.fill_path(route);
        let answer = send_request(client, &requested).await;
        if !fits(route, &answer) {
            odd.push(format!("{route}: {} {}", answer.status, error_code(&answer)));
        }
    }
    odd
}

/// Whether a route reads, or writes to something with an id; a write without an id creates something for the caller.
fn names_an_id(route: &str) -> bool {
    route.contains("{id}") || route.contains("{pid}")
}

#[tokio::test]
async fn asks_a_visitor_to_log_in_on_every_route_that_is_not_public() {
    let office = AdminFixture::open().await;
    let things = create_owned(&office).await;
    let visitor = office.business.app.new_client();
    for class in [OWN_ACCOUNT, ADMINS] {
        let odd = find_odd_responses(&visitor, &things, class, |_, answer| {
            answer.status == 401 && error_code(answer) == "no_session"
        });
        let odd = odd.await;
        assert!(odd.is_empty(), "{odd:#?}");
    }
    let odd = find_odd_responses(&visitor, &things, ANYBODY, |_, answer| {
        let code = error_code(answer);
        code != "no_session" && code != "not_admin" && answer.status != 500
    });
    let odd = odd.await;
    assert!(odd.is_empty(), "{odd:#?}");
}

#[tokio::test]
async fn admin_routes_are_only_for_administrators() {
    let office = AdminFixture::open().await;
    let things = create_owned(&office).await;
    let other = office.business.app.sign_up("jo@example.com").await;
    for account in [&other, &office.business.client] {
        let odd = find_odd_responses(account, &things, ADMINS, |_, answer| {
            answer.status == 403 && error_code(answer) == "not_admin"
        });
        let odd = odd.await;
        assert!(odd.is_empty(), "{odd:#?}");
    }
    let odd = find_odd_responses(&office.admin, &things, ADMINS, |route, answer| match route {
        // Nothing is being looked into.
        "POST /api/admin/leave" => error_code(answer) == "not_admin",
        // There is no such picture, and no such answer.
        _ if route.contains("{picture}") || route.contains("{answer}") => answer.status == 404,
        _ if route.starts_with("GET") => answer.status == 200,
        // An empty body says nothing.
        _ => matches!(answer.status.as_u16(), 400 | 422),
    });
    let odd = odd.await;
    assert!(odd.is_empty(), "{odd:#?}");
}

#[tokio::test]
async fn nobody_reaches_another_accounts_data_not_even_an_administrator() {
    let office = AdminFixture::open().await;
    let things = create_owned(&office).await;
    let other = office.business.app.sign_up("jo@example.com").await;
    for account in [&other, &office.admin] {
        let of_things: Vec<&str> = OWN_ACCOUNT.iter().copied().filter(|it| names_an_id(it)).collect();
        let odd = find_odd_responses(account, &things, &of_things, |_, answer| {
            // What is asked of a thing may be refused before it is looked for, and never after.
            let is_refused = matches!(answer.status.as_u16(), 400 | 404 | 409 | 415 | 422);
            is_refused && error_code(answer) != "no_session" || answer.text == "null"
        });
        let odd = odd.await;
        assert!(odd.is_empty(), "{odd:#?}");
        let lists: Vec<&str> =
            OWN_ACCOUNT.iter().copied().filter(|it| it.starts_with("GET") && !it.contains('{')).collect();
        let odd = find_odd_responses(account, &things, &lists, |_, answer| {
            !answer.text.contains("boiler") && !matches!(answer.status.as_u16(), 401 | 403 | 500)
        });
        let odd = odd.await;
        assert!(odd.is_empty(), "{odd:#?}");
    }
}

#[tokio::test]
async fn an_account_reaches_its_own_data() {
    let office = AdminFixture::open().await;
    let things = create_owned(&office).await;
    let own: Vec<&str> = OWN_ACCOUNT.iter().copied()
        // Typesetting is tried elsewhere, and takes its time.
        .filter(|it| it.starts_with("GET") && !it.contains("pdf") && !it.contains("/file"))
        .collect();
    let odd = find_odd_responses(&office.business.client, &things, &own, |_, answer| {
        !matches!(answer.status.as_u16(), 401 | 403) && !answer.status.is_server_error()
    });
    let odd = odd.await;
    assert!(odd.is_empty(), "{odd:#?}");
    for path in ["quotes", "invoices", "contacts", "items", "quote-templates", "business-profiles"] {
        let id = things.0.get(path).expect("a thing");
        office.business.client.get(&format!("/api/{path}/{id}")).await.expect_status(200);
    }
}
