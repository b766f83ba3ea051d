//! The patterns of private texts, for [`NormalisedNotes`](super::normalised_notes::NormalisedNotes), whose digits and
//! punctuation are ASCII.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};

/// The characters that people put between the parts of a number, for `<dash>`, `<sign>` and `<mark>` in the patterns:
/// a dash or a space, any punctuation or a space, and any punctuation.
const BETWEEN: [(&str, &str); 3] =
    [("<dash>", r"\s\-"), ("<sign>", r"\s!-/:-@\[-\x60{-~"), ("<mark>", r"!-/:-@\[-\x60{-~")];

/// Private texts that contain words: an amount, for example, is £12.50, 12 quid, fifty pounds or 450 plus VAT.
const TEXTS: &[&str] = &[
    // Placeholders that the notes themselves contain.
    r"\[\d+\]",
    // Email addresses, also in spoken form, and web addresses.
    r"[^\s@<>()\[\],;:]+@[^\s@<>()\[\],;:]+",
    r"\b\S+(?: (?:dot|dash|underscore|plus) \S+)* at \S+ dot (?:com|co|uk|net|org)(?: dot uk)?\b",
    r"\b\S+ at (?:gmail|googlemail|hotmail|outlook|yahoo|icloud|btinternet|aol|live|sky|talktalk|protonmail)\b(?:\.[\w.]+)?",
    r"\b\S+ at [\w-]+(?:\.[\w-]+)*\.(?:com|uk|net|org|eu|io|biz|info)\b",
    r"[\w.+-]+\s?[(\[{<]\s?at\s?[)\]}>]\s?[\w-]+(?:\s?(?:\.|[(\[{<]\s?dot\s?[)\]}>]|\bdot\b)\s?[\w-]+)*",
    r"[\w.+-]+\s*@\s*[\w-]+(?:\.[\w-]+)+",
    r"\b(?:https?://|www\.)\S+",
    // Amounts.
    r"[£$€]\s*\d(?:[\d,]*\d)?(?:\.\d+)?(?:\s?(?:k|m|grand))?\b",
    r"\b\d(?:[\d,]*\d)?(?:\.\d+)?\s*(?:p|quid|squid|pounds?|pence|pennies|gbp|sterling|euros?|eur|dollars?|usd|grand|fivers?|tenners?)\b",
    // 4000K is the colour of a lamp.
    r"\b\d{1,3}(?:\.\d+)?\s*k\b",
    r"\b(?:gbp|eur|usd)\s*\d(?:[\d,]*\d)?(?:\.\d+)?",
    r"\b(?:(?:a|an|and|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)[\s-]+)+(?:quid|pounds?|pence|grand|euros?|dollars?)\b",
    r"\b(?:price[ds]?|costs?|costed|costing|total(?:s|ling)?|quoted?|estimated?|deposits?|charged?|charges|fees?|rates?|labour|materials|budget|pay|pays|paid|owed?|owes|invoiced?|discount|day ?rate|balance)\b[\s:=@-]*(?:(?:is|of|at|was|about|around|approx\.?|for|to|him|her|them|us|me)\s+)*\d(?:[\d,]*\d)?(?:\.\d+)?",
    r"\b\d(?:[\d,]*\d)?(?:\.\d+)?\s*(?:\+|plus|inc\.?|incl\.?|including|ex\.?|excl\.?|excluding)\s*vat\b",
    r"\b\d(?:[\d,]*\d)?(?:\.\d+)?\s*(?:/|per|an?|each)\s*(?:hour|hr|day|week|visit|job|room|item|m2|m²|metre)\b",
    r"@\s*\d(?:[\d,]*\d)?(?:\.\d+)?",
    r"\b\d{1,3}(?:,\d{3})+(?:\.\d+)?\b",
    r"\b\d+\.\d\d\b",
    // Addresses.
    r"\b(?:gir ?0aa|[a-z]{1,2}\d[a-z\d]?[<sign>]{0,2}\d[abd-hjlnp-uw-z]{2})\b",
    r"\b[a-z]\s[a-z]?\s?\d\s(?:[a-z\d]\s)?\d\s[abd-hjlnp-uw-z]\s[abd-hjlnp-uw-z]\b",
    r"\b(?:flat|apartment|apt|house|plot)\s+(?:no\.?\s*|number\s+)?\d{1,4}[a-z]?\b",
    r"\bunit\s+(?:no\.?\s*|number\s+)?\d{1,2}[a-z]?\b",
    r"\b(?:flat|apartment|apt)\s+(?-i:[A-H])\b",
    // Houses and roads by their names, which are capitalised, and what comes before a postcode.
    r"\b(?:the\s+)?(?-i:(?:[A-Z][A-Za-z'’]+\s+){1,3}(?:Cottages?|Farm|Farmhouse|Barn|Lodge|Manor|Villas?|Bungalow|Grange|Rectory|Vicarage|Croft|House|Hall|Court|Mews|Mill))\b",
    r"(?-i:\bThe\s+(?:Old\s+|New\s+)?(?:Cottages?|Farm|Farmhouse|Barn|Lodge|Manor|Villas?|Bungalow|Grange|Rectory|Vicarage|Croft|Hall|Court|Mews|Mill|Chapel|Forge|Stables|School House|Coach House|Gatehouse|Priory|Mount|Firs|Elms|Oaks|Laurels|Willows|Beeches|Limes|Pines|Hollies))\b",
    r"(?-i:\b(?:[A-Z][A-Za-z'’]+\s+){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Close|Drive|Crescent|Terrace|Gardens|Grove|Mews|Way|Place|Square|Hill|Park|Row|Walk))\b(?:\s+\d{1,4}[a-z]?\b)?",
    r"(?-i:\b[A-Z][A-Za-z'’-]*(?:,?\s+[A-Z][A-Za-z'’-]*){0,7},?\s+)[a-z]{1,2}\d[a-z\d]?\s*\d[abd-hjlnp-uw-z]{2}\b",
    r"\b\d{1,4}[a-z]?(?:\s?[/&-]\s?\d{1,4}[a-z]?)?,?\s+(?:[\w'’]+\s+){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|close|drive|dr|way|court|crescent|cres|terrace|place|gardens|gdns|grove|square|hill|park|mews|row|walk|green)\b",
    // Mr Okafor, Mrs. O'Brien-Smith.
    r"\b(?:mr|mrs|ms|miss|mx|dr|prof|professor|rev|reverend|cllr|sir|lady)\.?\s+(?:[a-z]\.?\s+)?[\p{L}'’-]+",
];

/// Private numbers. A word may be joined to them: `sortcode601613`.
const NUMBERS: &[&str] = &[
    // Foreign and UK bank accounts (IBAN).
    r"\b(?:iban)?[a-z]{2}[<sign>]{0,3}\d{2}(?:[<sign>]{0,3}[a-z\d]{4})?(?:[<sign>]{0,3}\d{4}){2,7}(?:(?:[<sign>]{0,3}[a-z]{4})?(?:[<sign>]{0,3}[a-z]{0,3}\d[a-z\d]{0,3}){1,2})?\b",
    r"[a-z]{2}\d{2}[<sign>]{0,3}(?:[a-z]{4}[<sign>]{0,3})?\d(?:[<sign>]{0,3}\d){9,25}",
    r"\b(?:iban)?[a-z]{2}[<sign>]{0,3}\d{2}[<sign>]{0,3}[a-z]{4}[<sign>]{0,3}\d(?:[<sign>]{0,3}\d){9,25}",
    // National Insurance numbers.
    r"\b(?:nino|ni|no)?[a-z]{2}[<dash>]{0,3}\d{2}[<dash>]{0,3}\d{2}[<dash>]{0,3}\d{2}(?:[<dash>]{0,3}[a-d])?\b",
    r"\b(?:nino|ni|no)?[a-z]{2}[<mark>]?\d{2}[<mark>]?\d{2}[<mark>]?\d{2}(?:[<mark>]?[a-d])?\b",
    r"[a-z]{2}\d{2}[<mark>]?\d{2}[<mark>]?\d{2}[<mark>]?[a-d]\b",
    r"\b\d{6}\b",
    // Banks (BIC) and building societies.
    r"\b(?:bic|swift)\b[<sign>]{0,3}(?:(?:code|is|no|number)\b[<sign>]{0,3})*[a-z]{6}[a-z\d]{2}(?:[a-z\d]{3})?\b",
    r"\broll\b[<sign>]{0,3}(?:(?:no|num|number|is)\b[<sign>]{0,3})*[a-z]{0,2}\d[\d<sign>]{3,14}\d\b",
    // The last digits of a card or an account, and when a card ends.
    r"\b(?:acc|acct|account|a/c|card|visa|amex|mastercard)\b[<sign>]{0,3}(?:(?:no|number|that|ends?|ending|in|with|last|four|digits|are|is|exp|expiry|expires)\b[<sign>]{0,3})*\d{3,4}\b",
    r"\b(?:exp|expiry|expires|valid (?:to|thru|until|from))\b[<sign>]{0,3}(?:date\b[<sign>]{0,3})?\d{2}\s?[/.\s-]\s?\d{2,4}\b",
    // Tax references, licences and dates of birth.
    r"\b(?:paye|tax|employer|employers)\b[<sign>]{0,3}(?:(?:ref|reference|no|number|code|is|office)\b[<sign>]{0,3})*\d{3}[<sign>]{0,2}[a-z]{1,2}[<sign>]?[a-z\d]{1,8}\b",
    r"\b\d{3}[<sign>]?p[a-z][<sign>]?\d{8}\b",
    r"\bv\d{10}(?:/[a-z]{1,2})?\b",
    r"\b[a-z9]{5}[<dash>]?\d{6}[<dash>]?[a-z9]{2}\d?[a-z\d]{2}\b",
    r"\b(?:d\.?o\.?b|date of birth|born)\b[<sign>]{0,3}(?:(?:on|is|was)\b[<sign>]{0,3})*\d{1,4}[<sign>]{1,3}(?:\d{1,2}|[a-z]{3,9})[<sign>]{1,3}\d{1,4}\b",
    // Long names of accounts and keys.
    r"\b[a-z]*\d[a-z\d]{23,}\b",
    // VAT numbers.
    r"\bgb[<sign>]?(?:gd|ha)[<sign>]?\d{3}\b",
    r"\b(?:vat)?(?:gb|xi)[<sign>]{0,3}\d{3}[<sign>]{0,3}\d{4}[<sign>]{0,3}\d{2}\b",
    // Codes of a key safe or alarm, and passwords.
    r"\b(?:key ?safe|key ?box|lock ?box|safe|burglar|alarm|gate|door|entry|access)\b(?:\s+(?:alarm|door|entry|code|pin|number|no\.?|is|for|the))*[<dash>:=#*]*\d{3,8}\b",
    r"\b(?:key ?safe|key ?box|lock ?box|alarm code|gate code|door code|entry code|access code|pin)\b[<dash>:=#*]*(?:(?:is|number|code)\s+)?(?:[a-z]?\d(?:[<sign>]\d){2,7}|[a-z]{0,2}\d{2,8}[a-z]{0,2})\b",
    r"\b(?:key|safe|alarm|gate|door|entry|access)?(?:codes?|pin(?:'s)?|cvv2?|cvc2?)\b[<dash>:=#*]*(?:(?:is|for|to|the|its|gate|door|alarm|key|safe|number)\s+)*[a-z]?\d{3,8}[a-z]?\b",
    r"\b(?:password|passcode|pass ?word|pass ?phrase|passwd|pwd|pw|wi-?fi (?:key|pass|code))\b[<dash>:=]*(?:(?:is|for|the|to|wi-?fi)\b[<dash>:=]*)*\S+",
    // Phone numbers, account numbers and sort codes.
    r"\(?(?:\+|\b)\d[\d().<dash>]{5,18}\d\b",
    r"\b\d(?:\s\d){5,}\b",
    r"\b0\d{2,4}(?:[<sign>]{0,3}\d){6,8}\b",
    r"\b(?:acc|acct|account|a/c|tel|phone|mob|mobile|whatsapp)\b[<sign>]{0,3}(?:(?:is|no|num|number|on)\b[<sign>]{0,3})*\d(?:[<sign>]{0,3}\d){5,13}\b",
    r"\b(?:sort(?:ing)?[<dash>]?code|s[/.]?c)\b[<sign>]{0,3}(?:(?:is|no|number)\b[<sign>]{0,3})*\d{2}[^\d\n]{0,8}\d{2}[^\d\n]{0,8}\d{2}\b",
    r"\b\d{2}[<sign>]{0,3}\d{2}[<sign>]{0,3}\d{2}[<sign>]{1,3}(?:(?:and|acc|acct|account|number|no|a/c)\b[<sign>]{0,3})*\d{4}[<dash>]?\d{4}\b",
    r"\b\d{4}[<dash>]?\d{4}[<sign>]{1,3}(?:(?:and|sort|code)\b[<sign>]{0,3})*\d{2}[<sign>]{0,3}\d{2}[<sign>]{0,3}\d{2}\b",
    r"\b\d{2}[<sign>]{0,3}(?:dash|hyphen|minus|stroke|slash|dot|point|comma|colon|space|then)[<sign>]{0,3}\d{2}[<sign>]{0,3}(?:dash|hyphen|minus|stroke|slash|dot|point|comma|colon|space|then)[<sign>]{0,3}\d{2}\b",
    r"\b(?:(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|double|triple|treble)[<sign>]{1,3}){5,}(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine)\b",
];

/// Numbers that may also be dates, times or sizes.
const DOUBTFUL_NUMBERS: &[&str] = &[
    r"\b\d{2}\s?/\s?\d{2}\s?/\s?\d{2}\b",
    // The same sign twice.
    r"\b(?:<pairs>)\b",
    // Any signs without spaces, and the same groups with spaces.
    r"\b\d+(?:[<mark>]\d+)+\b",
    r"\b\d{3,}(?:\s?[<mark>]{1,2}\s?\d{3,})+\b",
    r"\b\d{4}(?:[<sign>]{1,3}\d{4}){2,4}\b",
];

/// Words and numbers that belong to a bank account.
static ACCOUNT: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"\b(?:sort(?:ing)?[<dash>]?code|s[/.]c|account|acct|acc|a/c|iban)\b|\b\d{4}[<sign>]?\d{4}\b|\b\d{8}\b",
    )
});

/// Patterns of the same kind.
pub(super) struct Patterns {
    /// Finds in one pass which patterns match at all.
    set: RegexSet,
    each: Vec<Regex>,
}

/// Private texts that contain words.
pub(super) static PRIVATE_TEXTS: LazyLock<Patterns> = LazyLock::new(|| Patterns::compile(TEXTS));
/// Private numbers.
pub(super) static PRIVATE_NUMBERS: LazyLock<Patterns> = LazyLock::new(|| Patterns::compile(NUMBERS));
/// Numbers that may also be dates, times or sizes.
pub(super) static MAYBE_PRIVATE: LazyLock<Patterns> = LazyLock::new(|| Patterns::compile(DOUBTFUL_NUMBERS));

impl Patterns {
    fn compile(patterns: &[&str]) -> Self {
        let set = RegexSet::new(patterns.iter().map(|pattern| expand_pattern(pattern)));
        let each = patterns.iter().map(|pattern| compile(pattern)).collect();
        Self { set: set.expect("good patterns"), each }
    }

    /// The start and end of each match.
    pub(super) fn find(&self, text: &str) -> Vec<(usize, usize)> {
        let matching = self.set.matches(text).into_iter().map(|at| &self.each[at]);
        matching.flat_map(|pattern| pattern.find_iter(text).map(|it| (it.start(), it.end()))).collect()
    }
}

/// Whether the notes are about a bank account.
pub(super) fn is_about_account(text: &str) -> bool {
    ACCOUNT.is_match(text)
}

fn compile(pattern: &str) -> Regex {
    Regex::new(&expand_pattern(pattern)).expect("a good pattern")
}

/// The pattern, ignoring case, with the characters between the parts of a number filled in.
fn expand_pattern(pattern: &str) -> String {
    let pairs = || {
        let signs = ('!'..='~').filter(|c| c.is_ascii_punctuation() && *c != '/');
        let signs = signs.map(|sign| regex::escape(&sign.to_string()));
        let pairs = signs.map(|sign| format!(r"\d{{2}}\s?{sign}{{1,2}}\s?\d{{2}}\s?{sign}{{1,2}}\s?\d{{2}}"));
        pairs.collect::<Vec<_>>().join("|")
    };
    let pattern =
        if pattern.contains("<pairs>") { pattern.replace("<pairs>", &pairs()) } else { pattern.to_owned() };
    let filled = BETWEEN.iter().fold(pattern, |pattern, (name, class)| pattern.replace(name, class));
    format!("(?i){filled}")
}
