//! Rows of a bank statement that are not expenses: transfers, the owner's tax, and what the owner takes out (Income
//! Tax (Trading and Other Income) Act 2005, ss. 34 and 54; HMRC's manual BIM37970 on tax).

use super::suggest::contains_phrase;

/// Why an outgoing payment is not an expense of the business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NonExpenseReason {
    /// A transfer to another account of the owner.
    Transfer,
    /// The bill of a card: what was bought with the card is the expense.
    CardBill,
    /// Tax, National Insurance or VAT.
    Tax,
    /// Money that the owner took for themselves.
    Drawings,
    /// Cash, which is not an expense until something is bought with it.
    Cash,
}

impl NonExpenseReason {
    /// The text shown next to the bank line.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Transfer => "A transfer between your own accounts",
            Self::CardBill => "A card being paid off: what you bought with it is the expense",
            Self::Tax => "A tax payment, which is not an expense",
            Self::Drawings => "Money you took out for yourself",
            Self::Cash => "Cash taken out: enter what you bought with it",
        }
    }
}

/// Phrases that indicate each reason, in lower case, found as whole words. The first match decides.
const PHRASES: &[(NonExpenseReason, &[&str])] = &[
    (
        NonExpenseReason::Tax,
        &[
            "hmrc",
            "h m r c",
            "hm revenue",
            "inland revenue",
            "self assessment",
            "hmrc vat",
            "hmrc ndds",
            "hmrc sa",
            "corporation tax",
            "vat payment",
        ],
    ),
    (
        NonExpenseReason::CardBill,
        &[
            "barclaycard",
            "american express",
            "amex",
            "capital one",
            "mbna",
            "vanquis",
            "aqua card",
            "m&s bank card",
            "credit card",
            "card repayment",
            "creditcard",
            "tesco bank card",
            "lloyds card",
            "halifax card",
            "nationwide cc",
            "hsbc card",
            "santander card",
            "to credit card",
        ],
    ),
    (NonExpenseReason::Drawings, &["drawings", "owners draw", "owner draw", "directors loan", "dividend"]),
    (
        NonExpenseReason::Transfer,
        &[
            "to a/c",
            "transfer to savings",
            "own account",
            "between accounts",
            "internal transfer",
            "account transfer",
            "pot transfer",
            "to pot",
            "to savings",
            "savings account",
            "savings pot",
            "tax pot",
            "saving space",
            "pocket withdrawal",
            "exchanged to",
            "to gbp",
        ],
    ),
    (
        NonExpenseReason::Cash,
        &["cash withdrawal", "cash machine", "cashpoint", "atm", "cash at", "notemachine", "link cash"],
    ),
];

/// Transaction types, as some banks give them in a separate column, that indicate a reason without any other text.
const BANK_TYPES: &[(NonExpenseReason, &[&str])] = &[
    (
        NonExpenseReason::Transfer,
        &[
            "tfr",
            "transfer between own accounts",
            "internal transfer",
            "pot transfer",
            "exchange",
            "pocket transfer",
            "general withdrawal",
            "general withdrawal - bank account",
            "user initiated withdrawal",
        ],
    ),
    (NonExpenseReason::Cash, &["cpt", "atm", "cash", "c/l", "cash withdrawal"]),
];

/// Phrases with which a line is an expense after all: PAYE is part of what staff earn, and a card fee is a charge.
const EXCEPTIONS: &[&str] = &["paye", "annual fee", "card fee", "interest", "monthly fee"];

/// Why an outgoing bank line is not an expense, judged by its text and its transaction type (empty if the bank gives
/// none); `None` if nothing suggests a reason.
#[must_use]
pub fn detect_non_expense(text: &str, kind: &str) -> Option<NonExpenseReason> {
    let line = text.to_lowercase().replace(['’', '\''], "");
    if EXCEPTIONS.iter().any(|word| contains_phrase(&line, word)) {
        return None;
    }
    let result = PHRASES.iter().find(|(_, words)| words.iter().any(|word| contains_phrase(&line, word)));
    let kind = kind.trim().to_lowercase().replace('_', " ");
    let of_kind = || BANK_TYPES.iter().find(|(_, kinds)| kinds.contains(&&*kind));
    result.or_else(of_kind).map(|(aside, _)| *aside)
}

#[cfg(test)]
mod tests {
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
            assert_eq!(detect_non_expense(line, kind), non_expense_reason, "{line} {kind}");
        }
    }

    #[test]
    fn every_phrase_is_lower_case_without_spaces_or_apostrophes() {
        let every = PHRASES.iter().chain(BANK_TYPES).flat_map(|(_, words)| *words);
        for word in every.chain(EXCEPTIONS) {
            assert_eq!(*word, word.to_lowercase().trim());
            assert!(!word.contains('\''), "{word}");
        }
    }
}
