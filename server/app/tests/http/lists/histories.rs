//! Random histories: after every step, the lists, their counts and sums, the dashboard and a search give the same
//! results as core for every document.

use plumbline::documents::reading::list::{DocumentList, list_documents};
use plumbline::documents::reading::query::DocumentListQuery;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use serde_json::json;

use super::model::{ModelDocument, counted_payments, load_documents};
use super::steps::RandomHistory;
use crate::card::{CardFixture, start_with_config};

const STEP_COUNT: usize = 90;

#[tokio::test]
async fn lists_and_sums_are_correct_during_a_random_history() {
    run_history(1).await;
}

#[tokio::test]
async fn lists_and_sums_are_correct_during_a_second_random_history() {
    run_history(2).await;
}

#[tokio::test]
async fn lists_and_sums_are_correct_during_a_third_random_history() {
    run_history(3).await;
}

async fn run_history(seed: u64) {
    let (app, stripe) = start_with_config(|config| config.limit_factor = 1000).await;
    let fixture = CardFixture {
        business: crate::documents::TestBusiness::open_at(app).await,
        stripe,
        account: String::new(),
    };
    let mut history = RandomHistory::open(fixture.connect_account().await, seed).await;
    let mut done = Vec::new();
    // Payments and refunds, with their days.
    let mut takings: Vec<(String, i64)> = Vec::new();
    let mut before = load_documents(history.card.business.app.state()).await;
    let mut seen = HistoryCoverage::default();
    for step in 0..STEP_COUNT + 2 {
        done.push(match step {
            0..STEP_COUNT => history.take_step(&before).await,
            STEP_COUNT => history.finish().await,
            _ => history.give_back_later().await,
        });
        let after = load_documents(history.card.business.app.state()).await;
        let today = plumbline::documents::today(history.card.business.app.state()).expect("a day");
        let (was, is) = (counted_payments(&before), counted_payments(&after));
        // A payment that was confirmed by mistake was never received.
        for (_, mistake) in was.iter().filter(|(id, _)| !is.contains_key(*id)) {
            let at = takings.iter().position(|taking| taking == mistake);
            takings.remove(at.expect("a payment that came in"));
        }
        for (id, (day, now)) in is {
            match was.get(&id) {
                None => takings.push((day, now)),
                Some((_, then)) if *then != now => takings.push((today.to_string(), now - then)),
                Some(_) => {}
            }
        }
        let report = || format!("seed {seed}: {done:#?}");
        check_lists(&mut history, &after, &takings, today, &report).await;
        seen.record(&after, today);
        before = after;
    }
    seen.check(&takings);
    assert_search_index(history.card.business.app.state()).await;
    history.card.business.app.stop().await;
}

/// Checks that SQLite's full text index has the words of the rows and no others; PostgreSQL's indexes can't differ from
/// the rows.
async fn assert_search_index(state: &plumbline::state::AppState) {
    if state.db.dialect() == plumbline::db::Dialect::Sqlite {
        let mut tx = state.db.begin_write().await.expect("a transaction");
        sqlx::query("INSERT INTO document_search (document_search, rank) VALUES ('integrity-check', 1)")
            .execute(&mut *tx)
            .await
            .expect("an index that is sound");
    }
}

/// The situations that a history must reach: without them it would prove little.
#[derive(Debug, Default)]
struct HistoryCoverage {
    partly_paid_and_late: bool,
    late_in_part: bool,
    expired: bool,
    archived: bool,
    most: usize,
}

impl HistoryCoverage {
    fn record(&mut self, entries: &[ModelDocument], today: Date) {
        self.most = self.most.max(entries.len());
        for entry in entries {
            let is = |name| entry.is_listed_as(name, today);
            self.expired |= entry.stored.kind == DocumentKind::Quote && is("expired");
            self.partly_paid_and_late |=
                entry.stored.kind == DocumentKind::Invoice && is("overdue") && is("partially_paid");
            let instalment_schedule = entry.stored.instalment_schedule(today);
            self.late_in_part |= instalment_schedule
                .is_some_and(|state| is("overdue") && state.overdue.0 < entry.outstanding());
            self.archived |= entry.stored.row.archived && entry.outstanding() > 0;
        }
    }

    fn check(&self, takings: &[(String, i64)]) {
        let came_to = self.partly_paid_and_late && self.late_in_part && self.expired && self.archived;
        assert!(came_to && self.most > 10, "{self:?}");
        assert!(takings.iter().any(|(_, amount)| *amount < 0), "no refund");
    }
}

async fn check_lists(
    history: &mut RandomHistory,
    entries: &[ModelDocument],
    takings: &[(String, i64)],
    today: Date,
    report: &impl Fn() -> String,
) {
    let user = history.card.client().get("/api/auth/me").await.expect_status(200);
    let user = user["id"].as_str().expect("an id").parse().expect("an id");
    let state = history.card.business.app.state().clone();
    let ask = async |kind, query| list_documents(&state, &user, kind, query).await.expect("a list");
    // Payments to confirm are shown for archived documents too.
    let is_visible = |entry: &ModelDocument, name: &str| !entry.stored.row.archived || name == "to_confirm";
    let sum_as = |kind, name: &str| -> (usize, i64) {
        let listed = entries
            .iter()
            .filter(|e| e.stored.kind == kind && is_visible(e, name) && e.is_listed_as(name, today));
        let pence: Vec<i64> = listed.map(|e| e.outstanding_as(name, today)).collect();
        (pence.len(), pence.iter().sum())
    };
    for kind in DocumentKind::ALL {
        for filter in kind.facts().lists {
            let query = DocumentListQuery {
                status: Some(filter.name.to_owned()),
                limit: Some("100".to_owned()),
                ..DocumentListQuery::default()
            };
            let answer = ask(kind, query).await;
            let (total, outstanding) = sum_as(kind, filter.name);
            let listed: i64 = answer.data.iter().map(|row| row.balance_due.0).sum();
            let amount: i64 = answer.data.iter().map(|row| row.total_amount.0).sum();
            let name = filter.name;
            assert_eq!(answer.total as usize, total, "{kind:?} {name}\n{}", report());
            assert_eq!(answer.data.len(), total, "{kind:?} {name}\n{}", report());
            assert_eq!(answer.outstanding, Pence(outstanding), "{name}\n{}", report());
            assert_eq!(answer.total_amount, Pence(amount), "{name}\n{}", report());
            if name == "outstanding" {
                assert_eq!(listed, outstanding, "{name}\n{}", report());
            }
            for row in &answer.data {
                let entry = entries.iter().find(|e| e.stored.row.id.as_str() == row.id);
                let entry = entry.expect("the document");
                assert!(entry.is_listed_as(name, today), "{name}\n{}", report());
                assert_eq!(row.display_status, entry.stored.badge(today));
                assert_eq!(row.contact_name, entry.customer());
            }
        }
    }
    let month = &today.to_string()[..7];
    let this_month = takings.iter().filter(|(day, _)| day.starts_with(month));
    let dashboard = history.card.client().get("/api/dashboard").await.expect_status(200);
    let figures = json!([
        dashboard["outstanding"],
        dashboard["overdue"],
        dashboard["paidThisMonth"],
        dashboard["quotesAwaiting"],
        dashboard["draftQuotes"],
        dashboard["draftInvoices"],
        dashboard["quotesExpiring"],
        dashboard["overdueInvoices"],
        dashboard["toConfirm"]["quotes"],
        dashboard["toConfirm"]["invoices"],
        dashboard["toConfirm"]["amount"],
    ]);
    let to_confirm = entries.iter().map(ModelDocument::to_confirm);
    let expected = json!([
        Pence(sum_as(DocumentKind::Invoice, "outstanding").1),
        Pence(sum_as(DocumentKind::Invoice, "overdue").1),
        Pence(this_month.map(|(_, amount)| amount).sum()),
        sum_as(DocumentKind::Quote, "sent").0,
        sum_as(DocumentKind::Quote, "draft").0,
        sum_as(DocumentKind::Invoice, "draft").0,
        sum_as(DocumentKind::Quote, "expiring").0,
        sum_as(DocumentKind::Invoice, "overdue").0,
        sum_as(DocumentKind::Quote, "to_confirm").0,
        sum_as(DocumentKind::Invoice, "to_confirm").0,
        Pence(to_confirm.sum()),
    ]);
    assert_eq!(figures, expected, "{}", report());
    // The months of the year, compared with the payments of their days.
    let months = dashboard["year"]["months"].as_array().expect("months");
    assert_eq!(months.len(), 12);
    for body in months {
        let name = body["month"].as_str().expect("a month");
        let taken = takings.iter().filter(|(day, _)| day.starts_with(name));
        let taken = Pence(taken.map(|(_, amount)| amount).sum());
        assert_eq!(body["income"], json!(taken), "{name}\n{}", report());
    }
    check_some_list(history, entries, today, &ask, report).await;
}

const SEARCHES: [&str; 17] = [
    "écl",
    "ECLAIR bak",
    "bo",
    "jo b",
    "σοφια",
    "ΟΔΟΣ",
    "елк",
    "obrien",
    "inv-000",
    "q-1",
    "1",
    "£4",
    "kuche",
    "замена КР",
    "zzz",
    "2.5",
    "–",
];

/// Checks a list with random filters, page by page.
async fn check_some_list(
    history: &mut RandomHistory,
    entries: &[ModelDocument],
    today: Date,
    ask: &impl AsyncFn(DocumentKind, DocumentListQuery) -> DocumentList,
    report: &impl Fn() -> String,
) {
    let dice = &mut history.dice;
    let kind = if dice.next_below(2) == 0 { DocumentKind::Quote } else { DocumentKind::Invoice };
    let mut some = |chance: u64| dice.next_below(chance) == 0;
    // The results of a search alone are summed from rows of their own.
    let (by_status, by_contact, by_from, by_to, by_word) = if some(4) {
        (false, false, false, false, true)
    } else {
        (some(2), some(3), some(3), some(3), some(2))
    };
    let status = by_status.then(|| dice.pick(kind.facts().lists).expect("a filter").name);
    let contact = by_contact.then(|| dice.pick(&history.contacts).expect("a contact").clone());
    let date = |dice: &mut super::steps::RandomNumbers| {
        dice.pick(entries).and_then(|entry| entry.stored.row.issue_date.map(|day| day.to_string()))
    };
    let from = by_from.then(|| date(dice)).flatten();
    let to = by_to.then(|| date(dice)).flatten();
    let typed = by_word.then(|| *dice.pick(&SEARCHES).expect("a word"));
    let archived = *dice.pick(&["false", "true", "all"]).expect("a word");
    let sort = *dice
        .pick(&[
            "createdAt",
            "updatedAt",
            "issueDate",
            "dueDate",
            "totalAmount",
            "balanceDue",
            "number",
            "contactName",
        ])
        .expect("an order");
    let descending = dice.next_below(2) == 0;

    let passes = |entry: &&ModelDocument| {
        let row = &entry.stored.row;
        let issued = row.issue_date.map(|day| day.to_string());
        let issued = issued.as_deref();
        entry.stored.kind == kind
            && status.is_none_or(|name| entry.is_listed_as(name, today))
            && contact
                .as_deref()
                .is_none_or(|id| row.contact_id.as_ref().is_some_and(|own| own.as_str() == id))
            && from.as_deref().is_none_or(|from| issued.is_some_and(|day| day >= from))
            && to.as_deref().is_none_or(|to| issued.is_some_and(|day| day <= to))
            && typed.is_none_or(|typed| entry.is_found_by(typed))
            && (archived == "all" || (archived == "true") == row.archived)
    };
    let mut expected: Vec<&ModelDocument> = entries.iter().filter(passes).collect();
    let key = |entry: &ModelDocument| {
        let row = &entry.stored.row;
        let text = |text: &Option<String>| (0, text.clone().unwrap_or_default());
        let key = match sort {
            "createdAt" => (row.created_at, String::new()),
            "updatedAt" => (row.updated_at, String::new()),
            "totalAmount" => (row.total_amount, String::new()),
            "balanceDue" => (row.balance_due, String::new()),
            "issueDate" => text(&row.issue_date.map(|day| day.to_string())),
            "dueDate" => text(&entry.stored.due_date().map(|day| day.to_string())),
            "number" => text(&row.number),
            _ => (0, plumbline::db::words::sort_key(entry.customer())),
        };
        (key, row.id.clone())
    };
    expected.sort_by_key(|entry| key(entry));
    if descending {
        expected.reverse();
    }
    let as_listed = status.unwrap_or_default();
    let outstanding = expected.iter().map(|entry| entry.outstanding_as(as_listed, today));
    let outstanding = Pence(outstanding.sum());
    let amount = Pence(expected.iter().map(|e| e.stored.row.total_amount).sum());
    let expected: Vec<&str> = expected.iter().map(|e| e.stored.row.id.as_str()).collect();
    let what =
        format!("{kind:?} {status:?} {contact:?} {from:?} {to:?} {typed:?} {archived} {sort} {descending}");

    let mut found = Vec::new();
    let mut cursor = None;
    loop {
        let page = ask(
            kind,
            DocumentListQuery {
                status: status.map(str::to_owned),
                q: typed.map(str::to_owned),
                contact_id: contact.clone(),
                from: from.clone(),
                to: to.clone(),
                archived: Some(archived.to_owned()),
                sort: Some(format!("{}{sort}", if descending { "-" } else { "" })),
                cursor,
                limit: Some("3".to_owned()),
            },
        )
        .await;
        assert_eq!(page.total as usize, expected.len(), "{what}\n{}", report());
        assert_eq!(page.outstanding, outstanding, "{what}\n{}", report());
        assert_eq!(page.total_amount, amount, "{what}\n{}", report());
        found.extend(page.data.into_iter().map(|row| row.id));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, expected, "{what}\n{}", report());
}
