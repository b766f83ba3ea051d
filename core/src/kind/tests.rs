use super::*;

#[test]
fn each_kind_finds_its_own_row() {
    for kind in DocumentKind::ALL {
        assert_eq!(kind.facts().kind, kind);
        assert_eq!(DocumentKind::parse(kind.code()), Some(kind));
        let json = serde_json::to_string(&kind).unwrap();
        assert_eq!(json, format!("\"{}\"", kind.code()));
    }
    assert_eq!(DocumentKind::parse("receipt"), None);
}

#[test]
fn no_two_kinds_share_a_name() {
    let names: [fn(&KindFacts) -> &str; 6] = [
        |facts| facts.word,
        |facts| facts.name,
        |facts| facts.plural,
        |facts| facts.letter,
        |facts| facts.number_prefix,
        |facts| facts.number_field,
    ];
    for name in names {
        let mut all: Vec<&str> = KINDS.iter().map(name).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), KINDS.len(), "{all:?}");
    }
}

#[test]
fn numbers_have_four_digits_at_least() {
    assert_eq!(DocumentKind::Quote.format_number("", 1), "Q-0001");
    assert_eq!(DocumentKind::Invoice.format_number("", 12_345), "INV-12345");
    assert_eq!(DocumentKind::Invoice.format_number("AP/", 7), "AP/0007");
    assert_eq!(DocumentKind::CreditNote.format_number("", 3), "CN-0003");
}

#[test]
fn the_rules_know_every_status_of_each_kind() {
    use crate::status::{credit_note::CreditNoteStatus, invoice::InvoiceStatus, quote::QuoteStatus};
    for word in DocumentKind::Quote.facts().statuses {
        let status = QuoteStatus::parse(word);
        assert!(!matches!(status, QuoteStatus::Other(_)), "{word}");
    }
    for word in DocumentKind::Invoice.facts().statuses {
        let status = InvoiceStatus::parse(word);
        assert!(!matches!(status, InvoiceStatus::Other(_)), "{word}");
    }
    for word in DocumentKind::CreditNote.facts().statuses {
        let status = CreditNoteStatus::parse(word);
        assert!(!matches!(status, CreditNoteStatus::Other(_)), "{word}");
    }
}

#[test]
fn each_kind_finds_only_its_own_lists() {
    assert_eq!(DocumentKind::Invoice.find_list("overdue").map(|f| f.name), Some("overdue"));
    assert_eq!(DocumentKind::Quote.find_list("overdue"), None);
}

#[test]
fn refuses_an_end_date_before_the_issue_date() {
    let day = |text: &str| text.parse().ok();
    for kind in DocumentKind::ALL {
        let early = kind.check_dates(day("2026-03-05"), day("2026-03-04"));
        let Some(early) = early else {
            assert_eq!(kind.facts().end, None);
            continue;
        };
        assert_eq!(early.path, kind.facts().end_field);
        assert_eq!(early.code, "before_issue");
        assert_eq!(kind.check_dates(day("2026-03-05"), day("2026-03-05")), None);
        assert_eq!(kind.check_dates(day("2026-03-05"), None), None);
        assert_eq!(kind.check_dates(None, day("2026-03-05")), None);
    }
}

#[test]
fn the_end_date_is_the_expiry_date_or_the_due_date() {
    for kind in DocumentKind::ALL {
        let field = match kind.facts().end {
            Some(EndDateKind::Expiry) => "expiryDate",
            Some(EndDateKind::Due) => "dueDate",
            None => "",
        };
        assert_eq!(kind.facts().end_field, field);
        let (expiry, due) = kind.split_end_date(Some(1));
        if field.is_empty() {
            assert_eq!((expiry, due), (None, None));
            continue;
        }
        assert_eq!(expiry.xor(due), Some(1));
        assert_eq!(kind.pick_end_date(expiry, due), Some(1));
        assert_eq!(kind.pick_end_date(due, expiry), None);
    }
}

#[test]
fn paypal_is_for_invoices_only() {
    for kind in DocumentKind::ALL {
        let paypal = kind.facts().payment_methods.contains(&PaymentMethod::Paypal);
        assert_eq!(paypal, kind == DocumentKind::Invoice);
        let asks = kind.facts().asks != RequestedPayment::Nothing;
        assert_eq!(kind.facts().payment_methods.contains(&PaymentMethod::Cash), asks);
    }
}

#[test]
fn each_kind_has_only_its_own_steps() {
    assert!(DocumentKind::Quote.has_step(KindStep::Convert) && !DocumentKind::Quote.has_step(KindStep::Void));
    assert!(
        DocumentKind::Invoice.has_step(KindStep::Void) && !DocumentKind::Invoice.has_step(KindStep::Accept)
    );
    assert!(
        DocumentKind::CreditNote.has_step(KindStep::Void)
            && !DocumentKind::CreditNote.has_step(KindStep::Accept)
    );
}

#[test]
fn each_kind_has_a_text_to_display_while_loading() {
    let texts = DocumentKind::ALL.map(|kind| kind.facts().loading);
    assert_eq!(texts, ["Loading your quote...", "Loading your invoice...", "Loading your credit note..."]);
}
