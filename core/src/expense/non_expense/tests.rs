//! What the lines of bank statements are taken for.

use super::*;

#[test]
fn recognises_transfers_tax_card_bills_drawings_and_cash() {
    for (line, kind, non_expense_reason) in [
        ("TO A/C 12345678", "", Some(NonExpenseReason::Transfer)),
        ("SAM SMITH", "TFR", Some(NonExpenseReason::Transfer)),
        ("Savings Pot", "Pot transfer", Some(NonExpenseReason::Transfer)),
        ("HMRC NDDS", "DD", Some(NonExpenseReason::Tax)),
        ("HMRC VAT 123456789", "", Some(NonExpenseReason::Tax)),
        ("HM REVENUE & CUSTOMS", "", Some(NonExpenseReason::Tax)),
        ("BARCLAYCARD", "DD", Some(NonExpenseReason::CardBill)),
        ("AMERICAN EXPRESS 3773", "", Some(NonExpenseReason::CardBill)),
        ("S SMITH DRAWINGS", "FPO", Some(NonExpenseReason::Drawings)),
        ("LNK HULL", "CPT", Some(NonExpenseReason::Cash)),
        ("CASH WITHDRAWAL AT HSBC", "", Some(NonExpenseReason::Cash)),
        ("HMRC PAYE 120PA00012345", "", None),
        ("AMEX ANNUAL FEE", "", None),
        ("SCREWFIX", "DEB", None),
        ("CASHMERE CLOTHS", "POS", None),
        ("TREATMENT WORKS", "", None),
        ("", "", None),
    ] {
        assert_eq!(detect_non_expense(line, kind, &[]), non_expense_reason, "{line} {kind}");
    }
}

#[test]
fn recognises_the_many_ways_banks_write_what_is_not_an_expense() {
    use NonExpenseReason::{CardBill, Cash, Drawings, Tax, Transfer};
    for (reason, lines) in [
        (
            Tax,
            &[
                "H.M. REVENUE & CUSTOMS",
                "HM REV & CUSTOMS",
                "SELF-ASSESSMENT TAX",
                "INCOME TAX",
                "NATIONAL INSURANCE CONTRIBUTIONS",
            ][..],
        ),
        (
            CardBill,
            &[
                "TSB CC",
                "LLOYDS BANK CC",
                "TESCO BANK CC",
                "NATWEST CARD",
                "NEWDAY LTD",
                "AMERICAN EXP 3773",
                "VIRGIN MONEY CARD",
                "SANTANDER CARDS UK",
                "CAPITALONE",
                "M&S BANK CARD",
                "CO-OP BANK CC",
                "AQUA CARD",
            ],
        ),
        (
            Transfer,
            &[
                "TRANSFER TO S SMITH SAVINGS",
                "TFR 20-00-00 12345678",
                "INSTANT SAVER",
                "TO PERSONAL ACCOUNT",
                "STRIPE PAYOUT",
            ],
        ),
        (
            Drawings,
            &["S SMITH DRAWING", "OWNERS DRAWS", "DIRECTOR LOAN", "DIRECTOR’S LOAN", "S SMITH DRAWINGS"],
        ),
        (Cash, &["CASH WDL 12NOV", "LNK CO-OP HULL", "CASHZONE", "ATM HSBC HULL"]),
    ] {
        for line in lines {
            // The payee and the description are often the same.
            for text in [(*line).to_owned(), format!("{line} {line}")] {
                assert_eq!(detect_non_expense(&text, "", &[]), Some(reason), "{text}");
            }
        }
    }
    for kind in ["Round up", "ROUND_UP", "payout"] {
        assert_eq!(detect_non_expense("SAVINGS", kind, &[]), Some(Transfer), "{kind}");
    }
}

#[test]
fn an_expense_whose_text_names_a_card_or_cash_machine_is_an_expense() {
    for line in [
        "CREDIT CARD PROCESSING FEE",
        "CREDIT CARD MACHINE RENTAL",
        "ATM FEE",
        "CASH WITHDRAWAL CHARGES",
        "STRIPE",
        "STRIPE FEES",
        "STRIPE PAYOUT FEE",
        "BARCLAYCARD MERCHANT SERVICES",
        "AMEX TRAVEL INSURANCE",
        "ATM PLUMBING SUPPLIES",
        "ARCHITECTURAL DRAWINGS",
        "DRAWING OFFICE SUPPLIES",
        "INCOME TAX RETURN J BLOGGS",
        "HALIFAX CARD PURCHASE SCREWFIX",
        "LEEDS CC PARKING",
        "TRANSFER TO J SMITH ROOFING",
        "TFR 20-00-00 12345678 J SMITH ROOFING",
        "COUNCIL TAX",
        "PUBLIC LIABILITY INSURANCE",
    ] {
        assert_eq!(detect_non_expense(line, "", &[]), None, "{line}");
    }
}

#[test]
fn a_transfer_to_the_owner_s_own_name_is_not_an_expense() {
    let own = ["Sam Taylor", "Taylor Plumbing Ltd", "Kate O’Neill-Smith", "Sam", ""].map(str::to_owned);
    for (line, is_own) in [
        ("TRANSFER SAM TAYLOR", true),
        ("TRANSFER TO SAM TAYLOR", true),
        ("TRANSFER 20-00-00 12345678 SAM TAYLOR", true),
        ("TFR MR SAM TAYLOR REF 12NOV26", true),
        ("TRANSFER SAM TAYLOR TRANSFER SAM TAYLOR", true),
        ("SAM TAYLOR SAM TAYLOR", true),
        ("FASTER PAYMENT TO TAYLOR PLUMBING LTD", true),
        ("STANDING ORDER KATE ONEILL SMITH", true),
        ("TRANSFER SAM TAYLOR ROOFING", false),
        ("TRANSFER SAM TAYLORS", false),
        ("SAM TAYLOR INVOICE 12", false),
        ("TRANSFER SAM", false),
        ("TRANSFER S JONES", false),
    ] {
        let expected = is_own.then_some(NonExpenseReason::Transfer);
        assert_eq!(detect_non_expense(line, "", &own), expected, "{line}");
    }
    assert_eq!(detect_non_expense("TRANSFER SAM TAYLOR", "", &[]), None);
}

#[test]
fn every_phrase_is_lower_case_without_spaces_or_apostrophes() {
    let every = PHRASES.iter().chain(BANK_TYPES).flat_map(|(_, words)| *words);
    let others = AMBIGUOUS.iter().flat_map(|(phrases, others)| phrases.iter().chain(*others));
    let of_cards = CARD_ISSUERS
        .iter()
        .chain(CARD_WORDS)
        .chain(PURCHASE_WORDS)
        .chain(TRANSFER_WORDS)
        .chain(OWN_TRANSFER_WORDS);
    for word in every.chain(EXCEPTIONS).chain(others).chain(of_cards) {
        assert_eq!(*word, word.to_lowercase().trim());
        assert!(!word.contains('\''), "{word}");
    }
}
