//! Each route that writes is either open or closed to a lapsed account: somebody has decided about it.

use plumbline::plans::gate::{ALWAYS_ALLOWED, PLUS_ROUTES, is_always_allowed, matches_pattern};

/// The routes that a lapsed account may not use. `{kind}` stands for each kind of document.
const BLOCKED_ROUTES: &[(&str, &str)] = &[
    ("POST", "/api/{kind}"),
    ("PUT", "/api/{kind}/{id}"),
    ("PATCH", "/api/{kind}/{id}"),
    ("DELETE", "/api/{kind}/{id}"),
    ("POST", "/api/{kind}/{id}/archive"),
    ("PUT", "/api/{kind}/{id}/chasing"),
    ("POST", "/api/{kind}/{id}/chasing/again"),
    ("POST", "/api/{kind}/{id}/chasing/told"),
    ("POST", "/api/{kind}/{id}/convert"),
    ("POST", "/api/{kind}/{id}/credit-notes"),
    ("POST", "/api/{kind}/{id}/credit-notes/preview"),
    ("POST", "/api/{kind}/{id}/duplicate"),
    ("POST", "/api/{kind}/{id}/emails/{email}/again"),
    ("POST", "/api/{kind}/{id}/emails/{email}/arrived"),
    ("PUT", "/api/{kind}/{id}/instalments"),
    ("PUT", "/api/{kind}/{id}/order-reference"),
    ("POST", "/api/{kind}/{id}/questions/{question}/answered"),
    ("POST", "/api/{kind}/{id}/questions/{question}/reply"),
    ("POST", "/api/{kind}/{id}/restore"),
    ("POST", "/api/{kind}/{id}/send"),
    ("POST", "/api/{kind}/{id}/stages"),
    ("POST", "/api/{kind}/{id}/stages/preview"),
    ("POST", "/api/{kind}/{id}/void"),
    ("POST", "/api/{kind}/bulk"),
    ("POST", "/api/{kind}/preview"),
    ("PUT", "/api/{kind}/batches/{id}"),
    ("POST", "/api/{kind}/batches/{id}/resume"),
    ("POST", "/api/arriving"),
    ("POST", "/api/arriving/preview"),
    ("POST", "/api/business-profiles"),
    ("PUT", "/api/business-profiles/{id}"),
    ("DELETE", "/api/business-profiles/{id}"),
    ("POST", "/api/business-profiles/{id}/card"),
    ("PUT", "/api/business-profiles/{id}/chasing"),
    ("POST", "/api/business-profiles/{id}/chasing/preview"),
    ("PUT", "/api/business-profiles/{id}/numbering"),
    ("PUT", "/api/cis/contractors/{id}"),
    ("POST", "/api/cis/contractors/{id}/filed"),
    ("DELETE", "/api/cis/contractors/{id}/filed"),
    ("POST", "/api/cis/contractors/{id}/statement"),
    ("POST", "/api/cis/contractors/{id}/statement/again"),
    ("POST", "/api/cis/contractors/{id}/statement/arrived"),
    ("POST", "/api/cis/payments"),
    ("POST", "/api/cis/payments/preview"),
    ("PUT", "/api/cis/payments/{id}"),
    ("DELETE", "/api/cis/payments/{id}"),
    ("POST", "/api/cis/statements"),
    ("DELETE", "/api/cis/statements/{id}"),
    ("PUT", "/api/cis/subcontractors/{id}"),
    ("POST", "/api/contacts"),
    ("POST", "/api/contacts/import"),
    ("POST", "/api/contacts/import/preview"),
    ("PUT", "/api/contacts/{id}"),
    ("PUT", "/api/contacts/{id}/chasing"),
    ("POST", "/api/contacts/{id}/merge"),
    ("POST", "/api/contacts/{id}/merge/undo"),
    ("POST", "/api/contacts/{id}/statement"),
    ("POST", "/api/describe"),
    ("POST", "/api/expenses"),
    ("POST", "/api/expenses/import"),
    ("POST", "/api/expenses/import/preview"),
    ("POST", "/api/expenses/preview"),
    ("POST", "/api/expenses/receipts"),
    ("PUT", "/api/expenses/{id}"),
    ("DELETE", "/api/expenses/{id}"),
    ("POST", "/api/files"),
    ("POST", "/api/income-tax/other-income"),
    ("DELETE", "/api/income-tax/other-income/{id}"),
    ("PUT", "/api/income-tax/pot"),
    ("PUT", "/api/income-tax/trades"),
    ("PUT", "/api/income-tax/{year}/choices"),
    ("POST", "/api/items"),
    ("POST", "/api/items/drafts"),
    ("POST", "/api/items/import"),
    ("POST", "/api/items/import/preview"),
    ("PUT", "/api/items/{id}"),
    ("DELETE", "/api/items/{id}"),
    ("POST", "/api/quotes/photos"),
    ("POST", "/api/quotes/{id}/variations"),
    ("POST", "/api/quote-templates"),
    ("PUT", "/api/quote-templates/{id}"),
    ("DELETE", "/api/quote-templates/{id}"),
    ("POST", "/api/recurring"),
    ("POST", "/api/recurring/preview"),
    ("PUT", "/api/recurring/{id}"),
    ("DELETE", "/api/recurring/{id}"),
    ("POST", "/api/recurring/{id}/resume"),
    ("POST", "/api/recurring/{id}/skip"),
    ("POST", "/api/vat/{id}/bad-debts"),
    ("DELETE", "/api/vat/{id}/bad-debts"),
    ("POST", "/api/vat/{id}/filed"),
    ("DELETE", "/api/vat/{id}/filed"),
    ("PUT", "/api/vat/{id}/registration"),
    ("POST", "/api/views"),
    ("PUT", "/api/views/{id}"),
    ("DELETE", "/api/views/{id}"),
];

const KINDS: [&str; 3] = ["quotes", "invoices", "credit-notes"];

/// All routes of the API.
fn list_routes() -> Vec<(String, String)> {
    let openapi = serde_json::to_value(plumbline::app::openapi()).expect("JSON");
    let paths = openapi["paths"].as_object().expect("paths").clone();
    let mut routes = Vec::new();
    for (path, item) in paths {
        for method in ["get", "post", "put", "patch", "delete"] {
            if item.get(method).is_some() {
                routes.push((method.to_uppercase(), path.clone()));
            }
        }
    }
    routes
}

fn is_blocked((on, pattern): &(&str, &str), method: &str, path: &str) -> bool {
    let mut kinds = KINDS.iter();
    *on == method && kinds.any(|kind| matches_pattern(&pattern.replace("{kind}", kind), path))
}

#[test]
fn every_route_that_writes_is_either_blocked_or_allowed() {
    let routes = list_routes();
    let writing = routes.iter().filter(|(method, path)| method != "GET" && path.starts_with("/api/"));
    let forgotten: Vec<_> = writing
        .filter(|(method, path)| {
            let shut = BLOCKED_ROUTES.iter().any(|it| is_blocked(it, method, path));
            shut == is_always_allowed(method, path)
        })
        .collect();
    assert!(
        forgotten.is_empty(),
        "say of each in this test that it is shut, or in plans/gate.rs that it is open, and not both: {forgotten:#?}"
    );
}

#[test]
fn the_lists_contain_only_existing_routes() {
    let routes = list_routes();
    let mut texts: Vec<String> = Vec::new();
    for it in BLOCKED_ROUTES {
        if !routes.iter().any(|(method, path)| is_blocked(it, method, path)) {
            texts.push(format!("{} {}", it.0, it.1));
        }
    }
    let open = ALWAYS_ALLOWED.iter().map(|(on, pattern)| (*on, *pattern));
    let plus = PLUS_ROUTES.iter().map(|(_, on, pattern)| (*on, *pattern));
    for (on, pattern) in open.chain(plus) {
        let is_there =
            routes.iter().any(|(method, path)| (on == "*" || on == method) && matches_pattern(pattern, path));
        if !is_there {
            texts.push(format!("{on} {pattern}"));
        }
    }
    assert!(texts.is_empty(), "{texts:#?}");
}
