//! What the golden cases (`tests/golden/rules-lists.json`) can't express: how lists and counts must agree.

use super::documents::{DocumentListRequest, HeldDocumentRow, count_documents, list_documents};
use super::expenses;
use super::{documents, is_within};
use crate::kind::DocumentKind;
use crate::money::Pence;
use crate::time::Date;

fn today() -> Date {
    "2026-11-16".parse().unwrap()
}

/// Rows of every status, each with no end date and with one that has passed, is today, is soon and is later.
fn rows(kind: DocumentKind) -> Vec<HeldDocumentRow> {
    let ends = ["", "2026-11-15", "2026-11-16", "2026-11-23", "2026-11-24"];
    let statuses = kind.facts().statuses.iter();
    let rows = statuses.flat_map(|status| {
        ends.map(|end| HeldDocumentRow {
            id: format!("{status} {end}"),
            status: (*status).to_owned(),
            code: match (kind, *status) {
                (DocumentKind::Invoice, "sent") => "outstanding".to_owned(),
                _ => (*status).to_owned(),
            },
            end_date: end.to_owned(),
            total_amount: Pence(100),
            balance_due: Pence(60),
            archived: end == "2026-11-24",
            ..HeldDocumentRow::default()
        })
    });
    rows.collect()
}

#[test]
fn each_list_has_as_many_documents_as_its_count() {
    for kind in DocumentKind::ALL {
        for archived in ["", "true", "all"] {
            let mut request = DocumentListRequest {
                archived: archived.to_owned(),
                rows: rows(kind),
                ..DocumentListRequest::default()
            };
            let counts = count_documents(kind, &request, today());
            assert_eq!(counts.len(), kind.facts().lists.len() + 1);
            for count in counts {
                request.status = count.status.to_owned();
                let list = list_documents(kind, &request, today());
                assert_eq!(list.documents.len(), count.documents, "{kind:?} {count:?}");
                let amount = Pence(100 * i64::try_from(count.documents).unwrap());
                assert_eq!(list.total_amount, amount, "{kind:?} {count:?}");
            }
        }
    }
}

#[test]
fn gives_a_badge_only_if_the_day_may_have_changed_it() {
    for kind in DocumentKind::ALL {
        let request = DocumentListRequest {
            archived: "all".to_owned(),
            rows: rows(kind),
            ..DocumentListRequest::default()
        };
        for document in list_documents(kind, &request, today()).documents {
            let waits = kind != DocumentKind::CreditNote && document.id.starts_with("sent");
            assert_eq!(document.display_status.is_some(), waits, "{document:?}");
        }
    }
}

#[test]
fn the_outstanding_amount_counts_only_issued_invoices() {
    let request = DocumentListRequest {
        archived: "all".to_owned(),
        rows: rows(DocumentKind::Invoice),
        ..DocumentListRequest::default()
    };
    let list = list_documents(DocumentKind::Invoice, &request, today());
    // Five that were sent and five that are partly paid.
    assert_eq!(list.outstanding, Pence(600));
    let request = DocumentListRequest { rows: rows(DocumentKind::Quote), ..request };
    let quotes = list_documents(DocumentKind::Quote, &request, today());
    assert_eq!(quotes.outstanding, Pence::ZERO);
}

#[test]
fn parses_sort_orders_by_name() {
    let order = documents::parse_sorting("").unwrap();
    assert_eq!(order, documents::parse_sorting(documents::USUAL).unwrap());
    assert!(order.descending && order.key == documents::DocumentSortKey::CreatedAt);
    assert_eq!(documents::parse_sorting("colour"), None);
    let order = expenses::parse_sorting("").unwrap();
    assert!(order.descending && order.key == expenses::ExpenseSortKey::Date);
    assert_eq!(expenses::parse_sorting("number"), None);
}

#[test]
fn a_period_includes_both_ends_and_excludes_missing_dates() {
    for (day, from, to, is) in [
        ("", "", "", true),
        ("", "2026-01-01", "", false),
        ("", "", "2026-01-01", false),
        ("2026-01-01", "2026-01-01", "2026-01-01", true),
        ("2026-01-01", "2026-01-02", "", false),
        ("2026-01-02", "", "2026-01-01", false),
    ] {
        assert_eq!(is_within(day, from, to), is, "{day} {from} {to}");
    }
}
