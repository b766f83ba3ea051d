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

/// Phrases that indicate each reason, in lower case, found as whole words; a hyphen in a line counts as a space. The
/// first match decides.
const PHRASES: &[(NonExpenseReason, &[&str])] = &[
    (
        NonExpenseReason::Tax,
        &[
            "hmrc",
            "h m r c",
            "h.m.r.c",
            "hm revenue",
            "h m revenue",
            "h.m. revenue",
            "h.m.revenue",
            "hm rev",
            "inland revenue",
            "self assessment",
            "hmrc vat",
            "hmrc ndds",
            "hmrc sa",
            "income tax",
            "national insurance",
            "corporation tax",
            "vat payment",
        ],
    ),
    (
        NonExpenseReason::CardBill,
        &[
            "barclaycard",
            "american express",
            "american exp",
            "amex",
            "capital one",
            "capitalone",
            "capital on tap",
            "mbna",
            "newday",
            "vanquis",
            "credit card",
            "charge card",
            "card repayment",
            "creditcard",
            "to credit card",
        ],
    ),
    (
        NonExpenseReason::Drawings,
        &[
            "drawing",
            "drawings",
            "owners draw",
            "owners draws",
            "owner draw",
            "owner draws",
            "directors loan",
            "director loan",
            "dividend",
        ],
    ),
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
            "instant saver",
            "instant access saver",
            "easy saver",
            "everyday saver",
            "business saver",
            "cash isa",
            "personal account",
            "pocket withdrawal",
            "exchanged to",
            "to gbp",
            "stripe payout",
            "sumup payout",
            "zettle payout",
            "square payout",
            "gocardless payout",
            "worldpay payout",
            "paypal payout",
        ],
    ),
    (
        NonExpenseReason::Cash,
        &[
            "cash withdrawal",
            "cash wdl",
            "cash wd",
            "cash machine",
            "cashpoint",
            "cashzone",
            "atm",
            "cash at",
            "lnk",
            "notemachine",
            "link cash",
        ],
    ),
];

/// Banks and brands whose card is paid off, with one of [`CARD_WORDS`] behind the name: `LLOYDS BANK CC`.
const CARD_ISSUERS: &[&str] = &[
    "aqua",
    "barclays",
    "co op",
    "first direct",
    "halifax",
    "hsbc",
    "john lewis",
    "lloyds",
    "m&s",
    "metro",
    "nationwide",
    "natwest",
    "rbs",
    "sainsburys",
    "santander",
    "tesco",
    "tsb",
    "virgin money",
];

/// How the description of a payment to a card's account names the card.
const CARD_WORDS: &[&str] = &["cc", "card", "cards"];

/// Words behind a card with which the line is a payment made with this card.
const PURCHASE_WORDS: &[&str] = &["purchase", "transaction", "payment to"];

/// How a description begins that says where money was moved to.
const TRANSFER_WORDS: &[&str] =
    &["transfer to", "transfer", "tfr to", "tfr", "trf to", "trf", "xfer to", "xfer"];

/// Other words in a line that says that money was moved to an account in the owner's name.
const OWN_TRANSFER_WORDS: &[&str] = &[
    "faster payment to",
    "faster payment",
    "bank transfer to",
    "bank transfer",
    "online transfer to",
    "online transfer",
    "standing order to",
    "standing order",
    "payment to",
    "sent to",
    "to",
    "mr",
    "mrs",
    "ms",
    "miss",
    "dr",
    "ref",
    "fpo",
    "bgc",
    "sto",
    "own account",
    "current account",
    "account",
];

/// How many digits the number of an account has.
const ACCOUNT_NUMBER_LENGTH: usize = 8;

/// Transaction types, as some banks give them in a separate column, that indicate a reason without any other text.
const BANK_TYPES: &[(NonExpenseReason, &[&str])] = &[
    (
        NonExpenseReason::Transfer,
        &[
            "tfr",
            "transfer between own accounts",
            "internal transfer",
            "pot transfer",
            "round up",
            "round ups",
            "roundup",
            "exchange",
            "pocket transfer",
            "payout",
            "general withdrawal",
            "general withdrawal - bank account",
            "user initiated withdrawal",
        ],
    ),
    (NonExpenseReason::Cash, &["cpt", "atm", "cash", "c/l", "cash withdrawal"]),
];

/// Phrases with which a line is an expense after all: PAYE is part of what staff earn, a fee is a charge, also that of a
/// card or a cash machine, and so is what a business pays for taking cards.
const EXCEPTIONS: &[&str] = &[
    "paye",
    "fee",
    "fees",
    "charges",
    "interest",
    "insurance",
    "tax return",
    "merchant",
    "card machine",
    "card reader",
    "card terminal",
    "card processing",
    "amex travel",
    "american express travel",
];

/// Phrases that are also part of a supplier's name or of what was bought, each with the words that show this.
const AMBIGUOUS: &[(&[&str], &[&str])] = &[
    (&["atm"], &["supplies", "supply", "plumbing", "heating", "electrical", "roofing", "joinery", "tools"]),
    (
        &["drawing", "drawings"],
        &[
            "architect",
            "architects",
            "architectural",
            "technical",
            "structural",
            "planning",
            "survey",
            "surveyors",
            "design",
            "building",
            "cad",
            "office",
            "board",
        ],
    ),
];

/// Why an outgoing bank line is not an expense, judged by its text, its transaction type (empty if the bank gives none)
/// and the names of the owner's own accounts; `None` if nothing suggests a reason.
#[must_use]
pub fn detect_non_expense(text: &str, kind: &str, own_names: &[String]) -> Option<NonExpenseReason> {
    let line = normalise(text);
    let has = |line: &str, words: &[&str]| words.iter().any(|word| contains_phrase(line, word));
    // National Insurance is no insurance, and is a tax.
    if has(&line.replace("national insurance", ""), EXCEPTIONS) {
        return None;
    }
    let is_meant = |word: &str| {
        let mut others = AMBIGUOUS.iter().filter(|(phrases, _)| phrases.contains(&word));
        contains_phrase(&line, word) && !others.any(|(_, others)| has(&line, others))
    };
    let by_phrase = PHRASES.iter().find(|(_, words)| words.iter().any(|word| is_meant(word)));
    let result = by_phrase.map(|(reason, _)| *reason);
    let result = result.or_else(|| is_card_bill(&line).then_some(NonExpenseReason::CardBill));
    let result = result.or_else(|| {
        (is_transfer(&line) || is_to_owner(&line, own_names)).then_some(NonExpenseReason::Transfer)
    });
    let kind = kind.trim().to_lowercase().replace('_', " ");
    let of_kind = || BANK_TYPES.iter().find(|(_, kinds)| kinds.contains(&&*kind));
    result.or_else(|| of_kind().map(|(reason, _)| *reason))
}

/// A text in lower case with single spaces and without apostrophes; a hyphen counts as a space.
fn normalise(text: &str) -> String {
    let line = text.to_lowercase().replace(['’', '\''], "").replace('-', " ");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a line says that money was moved to an account in one of these names, and says nothing else but numbers and
/// the words for a transfer. `SAM TAYLOR ROOFING` is somebody else.
fn is_to_owner(line: &str, own_names: &[String]) -> bool {
    own_names.iter().any(|name| {
        let name = normalise(name);
        // A single word, such as a first name, may be anybody's.
        if !name.contains(' ') || !contains_phrase(line, &name) {
            return false;
        }
        // Each word has its own space on both sides, so that phrases next to each other are found.
        let spaced = |text: &str| format!(" {} ", text.replace(' ', "  "));
        let mut rest = spaced(line).replace(&spaced(&name), "");
        for words in OWN_TRANSFER_WORDS.iter().chain(TRANSFER_WORDS) {
            rest = rest.replace(&spaced(words), "");
        }
        rest.split_whitespace().all(|word| word.contains(|c: char| c.is_ascii_digit()))
    })
}

/// Whether a line names a bank's card: `TESCO BANK CC`. In `HALIFAX CARD PURCHASE` it is the card that pays, or a shop in
/// the town of Halifax.
fn is_card_bill(line: &str) -> bool {
    CARD_ISSUERS.iter().any(|issuer| {
        text_after(line, issuer).any(|after| {
            let after = strip_word(after, "bank").unwrap_or(after);
            let mut behind = CARD_WORDS.iter().filter_map(|word| strip_word(after, word));
            behind.any(|rest| PURCHASE_WORDS.iter().all(|word| strip_word(rest, word).is_none()))
        })
    })
}

/// Whether a line says that money was moved to an account of the owner: to savings, or to an account without a name.
/// `TRANSFER TO J SMITH` may be a supplier.
fn is_transfer(line: &str) -> bool {
    TRANSFER_WORDS.iter().any(|begins| {
        text_after(line, begins).any(|to| {
            ["savings", "saver"].iter().any(|word| contains_phrase(to, word)) || is_account_only(to, line)
        })
    })
}

/// Whether a text is an account number, which a sort code may precede, and after it nothing but the line again: the
/// payee and the description are often the same.
fn is_account_only(to: &str, line: &str) -> bool {
    let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit());
    let digits: usize = to.split(' ').take_while(is_number).map(str::len).sum();
    let payee = to.split(' ').find(|word| !is_number(word));
    digits >= ACCOUNT_NUMBER_LENGTH && payee.is_none_or(|word| line.split(' ').next() == Some(word))
}

/// What comes behind each place where a line has this phrase as whole words.
fn text_after<'a>(line: &'a str, phrase: &'a str) -> impl Iterator<Item = &'a str> {
    line.match_indices(phrase).filter_map(move |(at, _)| {
        let is_apart = !line[..at].ends_with(char::is_alphanumeric);
        let after = &line[at + phrase.len()..];
        (is_apart && !after.starts_with(char::is_alphanumeric)).then_some(after.trim_start())
    })
}

/// A text without this phrase at its beginning; `None` if it doesn't begin with it as whole words.
fn strip_word<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(phrase)?;
    (!rest.starts_with(char::is_alphanumeric)).then_some(rest.trim_start())
}

#[cfg(test)]
mod tests;
