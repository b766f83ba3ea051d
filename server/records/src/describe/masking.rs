//! The private parts of the notes. Amounts of money, addresses, phone numbers and customers' names are replaced by
//! placeholders before the notes are sent, and put back into the response. Replacing something by mistake does no harm,
//! because it is put back; but the model writes better about what it can read.
//!
//! A sort code with slashes, `12/34/56`, may also be a date, `12/03/26`, or the sizes of pipes, `15/22/28 mm`. If it
//! can be either, it is taken for a sort code only next to an account number of eight digits or the words 'sort code'.
//! With any other character between its digits it is always replaced, and so are dates: a job's description needs no
//! date.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};

use super::store::CustomerName;
use crate::contacts::ContactFields;

/// The characters that people put between the parts of a number, for `<dash>` and `<sign>` in the patterns: any dash or
/// space, even one without width, and any other separating character.
const BETWEEN: [(&str, &str); 2] =
    [("<dash>", r"\s\p{Pd}\p{Cf}−_"), ("<sign>", r"\s\p{Pd}\p{Cf}−_./:·•∙|\\")];

/// Patterns that find private texts, in words or digits. An amount, for example, is £12.50, 12 quid, fifty pounds or
/// 450 plus VAT.
const PATTERNS: &[&str] = &[
    // Placeholders that the notes themselves contain.
    r"\[\d+\]",
    // Email addresses, also in spoken form, and web addresses.
    r"[^\s@<>()\[\],;:]+@[^\s@<>()\[\],;:]+",
    r"\b\S+ at \S+ dot (?:com|co|uk|net|org)(?: dot uk)?\b",
    r"\b(?:https?://|www\.)\S+",
    // Amounts.
    r"[£$€]\s*\d(?:[\d,]*\d)?(?:\.\d+)?(?:\s?(?:k|m|grand))?\b",
    r"\b\d(?:[\d,]*\d)?(?:\.\d+)?\s*(?:k|p|quid|squid|pounds?|pence|pennies|gbp|sterling|euros?|eur|dollars?|usd|grand|fivers?|tenners?)\b",
    r"\b(?:gbp|eur|usd)\s*\d(?:[\d,]*\d)?(?:\.\d+)?",
    r"\b(?:(?:a|an|and|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)[\s-]+)+(?:quid|pounds?|pence|grand|euros?|dollars?)\b",
    r"\b(?:price[ds]?|costs?|costed|costing|total(?:s|ling)?|quoted?|estimated?|deposits?|charged?|charges|fees?|rates?|labour|materials|budget|pay|pays|paid|owed?|owes|invoiced?|discount|day ?rate|balance)\b[\s:=@-]*(?:(?:is|of|at|was|about|around|approx\.?|for|to|him|her|them|us|me)\s+)*\d(?:[\d,]*\d)?(?:\.\d+)?",
    r"\b\d(?:[\d,]*\d)?(?:\.\d+)?\s*(?:\+|plus|inc\.?|incl\.?|including|ex\.?|excl\.?|excluding)\s*vat\b",
    r"\b\d(?:[\d,]*\d)?(?:\.\d+)?\s*(?:/|per|an?|each)\s*(?:hour|hr|day|week|visit|job|room|item|m2|m²|metre)\b",
    r"@\s*\d(?:[\d,]*\d)?(?:\.\d+)?",
    r"\b\d{1,3}(?:,\d{3})+(?:\.\d+)?\b",
    r"\b\d+\.\d\d\b",
    // Foreign and UK bank accounts (IBAN), and National Insurance numbers.
    r"\b[a-z]{2}[<sign>]{0,3}\d{2}(?:[<sign>]{0,3}[a-z\d]{4})?(?:[<sign>]{0,3}\d{4}){2,7}(?:(?:[<sign>]{0,3}[a-z]{4})?(?:[<sign>]{0,3}[a-z]{0,3}\d[a-z\d]{0,3}){1,2})?\b",
    r"\b[a-z]{2}[<dash>]{0,3}\d{2}[<dash>]{0,3}\d{2}[<dash>]{0,3}\d{2}(?:[<dash>]{0,3}[a-d])?\b",
    r"\b[a-z]{2}[^\s\w]?\d{2}[^\s\w]?\d{2}[^\s\w]?\d{2}(?:[^\s\w]?[a-d])?\b",
    r"\b\d{6}\b",
    // VAT numbers.
    r"\b(?:gb|xi)[<sign>]{0,3}\d{3}[<sign>]{0,3}\d{4}[<sign>]{0,3}\d{2}\b",
    // Codes of a key safe or alarm, and passwords.
    r"\b(?:key ?safe|key ?box|lock ?box|safe|burglar|alarm|gate|door|entry|access)\b(?:\s+(?:alarm|door|entry|code|pin|number|no\.?|is|for|the))*[<dash>:=#]*\d{3,8}\b",
    r"\b(?:code|pin)\b[<dash>:=#]*(?:(?:is|for|to|the|its|gate|door|alarm|key|safe|number)\s+)*[a-z]?\d{3,8}[a-z]?\b",
    r"\b(?:password|passcode|pass ?word)\b[<dash>:=]*(?:(?:is|for|the|to|wi-?fi)\b[<dash>:=]*)*\S+",
    // Phone numbers, account numbers and sort codes.
    r"\(?(?:\+|\b)\d[\d().<dash>]{5,18}\d\b",
    r"\b\d{2}\s?[:·•∙|\\]\s?\d{2}\s?[:·•∙|\\]\s?\d{2}\b",
    r"\bsort(?:ing)?[<dash>]?code\b\W{0,3}(?:(?:is|no|number)\b\W{0,3})*\d{2}\W{0,3}\d{2}\W{0,3}\d{2}\b",
    r"\b\d{2}\W{0,3}\d{2}\W{0,3}\d{2}\W{1,3}(?:(?:and|acc|acct|account|number|no|a/c)\b\W{0,3})*\d{4}[<dash>]?\d{4}\b",
    r"\b\d{4}[<dash>]?\d{4}\W{1,3}(?:(?:and|sort|code)\b\W{0,3})*\d{2}\W{0,3}\d{2}\W{0,3}\d{2}\b",
    SLASHED,
    // Addresses.
    r"\b(?:gir ?0aa|[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2})\b",
    r"\b(?:flat|apartment|apt|house|plot|unit)\s+(?:no\.?\s*|number\s+)?\d+[a-z]?\b",
    r"\b\d{1,4}[a-z]?,?\s+(?:[\w'’]+\s+){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|close|drive|dr|way|court|crescent|cres|terrace|place|gardens|gdns|grove|square|hill|park|mews|row|walk|green)\b",
    // Mr Okafor, Mrs. O'Brien-Smith.
    r"\b(?:mr|mrs|ms|miss|dr|sir|lady)\.?\s+(?:[a-z]\.?\s+)?[\p{L}'’-]+",
];

/// Two digits three times, with slashes. [`is_other`] leaves dates and sizes of pipes.
const SLASHED: &str = r"\b\d{2}\s?/\s?\d{2}\s?/\s?\d{2}\b";

/// Units that come after sizes.
const UNITS: &[&str] = &["mm", "cm", "m", "inch", "inches", "amp", "amps", "kw", "watt"];

/// A number with fewer digits is a quantity or a measurement, not a phone number or a sort code.
const NUMBER_DIGITS_MIN: usize = 6;
/// Shorter words of a name occur in any sentence.
const NAME_WORD_MIN: usize = 3;
/// Words in customers' names and addresses that identify nobody.
const COMMON_WORDS: &[&str] = &[
    "and", "the", "ltd", "limited", "plc", "llp", "mrs", "miss", "road", "street", "lane", "close", "house",
    "drive", "avenue", "flat",
];

static PATTERN_REGEXES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let find = |pattern: &&str| Regex::new(&written(pattern)).expect("a good pattern");
    PATTERNS.iter().map(find).collect()
});
/// The same patterns as a set, which finds in one pass those that match at all.
static PATTERN_SET: LazyLock<RegexSet> = LazyLock::new(|| {
    let all = PATTERNS.iter().map(|pattern| written(pattern));
    RegexSet::new(all).expect("good patterns")
});

/// The pattern, ignoring case, with the characters between the parts of a number filled in.
fn written(pattern: &str) -> String {
    let [(dash, dashes), (sign, signs)] = BETWEEN;
    let pattern = pattern.replace(dash, dashes).replace(sign, signs);
    format!("(?i){pattern}")
}

/// Notes that may be sent to the model, and the private texts that were replaced in them.
pub(super) struct MaskedNotes {
    /// The notes with placeholders.
    pub text: String,
    /// The texts for the placeholders [1], [2], …
    pub removed: Vec<String>,
}

/// Replaces private texts and customers' names by placeholders. For the `chosen` customer of the job, every word of the
/// name and address is replaced; for the others, their full names.
pub(super) fn mask_notes(
    notes: &str,
    customers: &[CustomerName],
    chosen: Option<&ContactFields>,
) -> MaskedNotes {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for at in PATTERN_SET.matches(notes) {
        for found in PATTERN_REGEXES[at].find_iter(notes) {
            let text = found.as_str();
            let is_figures = text.chars().all(|c| !c.is_alphabetic() && !"£$€@,[".contains(c));
            let digits = text.chars().filter(|c| c.is_numeric()).count();
            let short = is_figures && digits < NUMBER_DIGITS_MIN && !is_pence(text);
            let is_other = PATTERNS[at] == SLASHED && is_other(text, &notes[found.end()..]);
            if !short && !is_other {
                spans.push((found.start(), found.end()));
            }
        }
    }
    spans.extend(find_names(notes, customers, chosen));
    replace_spans(notes, spans)
}

/// Whether three numbers with slashes may be a date, or sizes by what comes `after` them.
fn is_other(text: &str, after: &str) -> bool {
    let mut parts = text.split('/').map(|part| part.trim().parse::<u32>().ok());
    let (day, month) = (parts.next().flatten(), parts.next().flatten());
    let is_date = day.is_some_and(|day| (1..=31).contains(&day))
        && month.is_some_and(|month| (1..=12).contains(&month));
    let unit = after.trim_start().split(|c: char| !c.is_alphabetic()).next();
    let is_size = unit.is_some_and(|unit| UNITS.contains(&unit.to_lowercase().as_str()));
    is_date || is_size
}

/// Whether a number has two decimals, `12.50`, which makes it an amount.
fn is_pence(text: &str) -> bool {
    text.split_once('.').is_some_and(|(_, pence)| pence.len() == 2)
}

/// The places where the notes name a customer.
fn find_names(
    notes: &str,
    customers: &[CustomerName],
    chosen: Option<&ContactFields>,
) -> Vec<(usize, usize)> {
    let folded_words = FoldedWords::from_text(notes);
    let mut spans = Vec::new();
    for text in customers.iter().flat_map(|it| [&it.name, &it.company]) {
        let name = FoldedWords::from_text(text).into_words();
        if name.iter().any(|word| word.chars().count() >= NAME_WORD_MIN) {
            folded_words.find_spans(&name, &mut spans);
        }
    }
    for word in chosen.map(identifying_words).unwrap_or_default() {
        let long = word.chars().count() >= NAME_WORD_MIN;
        if long && !COMMON_WORDS.contains(&word.as_str()) {
            folded_words.find_spans(&[word], &mut spans);
        }
    }
    spans
}

/// Every word of a customer's names and address.
fn identifying_words(customer: &ContactFields) -> Vec<String> {
    let own = [
        &customer.name,
        &customer.company,
        &customer.address_line1,
        &customer.address_line2,
        &customer.city,
        &customer.county,
        &customer.post_code,
        &customer.address,
        &customer.phone,
        &customer.email,
        &customer.vat_number,
    ];
    let sites = customer.sites.iter().flat_map(|site| {
        [&site.address_line1, &site.address_line2, &site.city, &site.county, &site.post_code]
    });
    let texts = own.into_iter().chain(sites);
    texts.flat_map(|text| FoldedWords::from_text(text).into_words()).collect()
}

/// The normalised words of a text, each with its position.
struct FoldedWords(Vec<(String, usize, usize)>);

impl FoldedWords {
    fn from_text(text: &str) -> Self {
        let mut words = Vec::new();
        let mut start = None;
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            match (c.is_alphanumeric(), start) {
                (true, None) => start = Some(at),
                (false, Some(from)) => {
                    words.push((text[from..at].to_lowercase(), from, at));
                    start = None;
                }
                _ => {}
            }
        }
        Self(words)
    }

    fn into_words(self) -> Vec<String> {
        self.0.into_iter().map(|(word, ..)| word).collect()
    }

    fn find_spans(&self, name: &[String], spans: &mut Vec<(usize, usize)>) {
        let Some(first) = name.first() else { return };
        for (at, (word, start, _)) in self.0.iter().enumerate() {
            // 'Holroyds' and "Holroyd's" mean the Holroyds.
            if word != first && word.strip_suffix('s') != Some(first) {
                continue;
            }
            let run = self.0.get(at..at + name.len()).unwrap_or_default();
            let rest = run.iter().skip(1).zip(name.iter().skip(1));
            if let Some((_, _, end)) = run.last()
                && rest.clone().all(|((word, ..), want)| word == want)
            {
                spans.push((*start, *end));
            }
        }
    }
}

/// The notes with a placeholder for each span; adjacent spans are joined.
fn replace_spans(notes: &str, mut spans: Vec<(usize, usize)>) -> MaskedNotes {
    spans.sort_unstable();
    let mut text = String::with_capacity(notes.len());
    let mut saved: Vec<String> = Vec::new();
    let mut from = 0;
    let mut spans = spans.into_iter().peekable();
    while let Some((start, mut end)) = spans.next() {
        while let Some((_, further)) = spans.next_if(|(next, _)| *next <= end) {
            end = end.max(further);
        }
        let secret = &notes[start..end];
        let number = saved.iter().position(|known| known == secret);
        let number = number.unwrap_or_else(|| {
            saved.push(secret.to_owned());
            saved.len() - 1
        });
        text.push_str(&notes[from..start]);
        text.push_str(&format!("[{}]", number + 1));
        from = end;
    }
    text.push_str(&notes[from..]);
    MaskedNotes { text, removed: saved }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(notes: &str) -> String {
        mask_notes(notes, &[], None).text
    }

    #[test]
    fn masks_amounts_and_contact_details() {
        for secret in [
            "£12.50",
            "£1,200",
            "12 quid",
            "450 pounds",
            "fifty pounds",
            "two hundred and fifty quid",
            "1.5k",
            "50p",
            "450 + VAT",
            "450 plus vat",
            "45 an hour",
            "180 per day",
            "12.50",
            "1,200",
            "€30",
            "sam@example.com",
            "sam at example dot co dot uk",
            "07700 900123",
            "+44 7700 900 123",
            "(0113) 496 0000",
            "LS21 1AA",
            "ls211aa",
            "12-34-56 12345678",
            "12-34-56",
            "12–34–56",
            "12‑34‑56",
            "12_34_56",
            "12/34/56",
            "12 / 34 / 56",
            "12:34:56",
            "12·34·56",
            "12.34.56",
            "12 34 56",
            "12‒34‒56",
            "12—34—56",
            "12−34−56",
            "12－34－56",
            "12 — 34 — 56",
            "12\u{ad}34\u{ad}56",
            "12|34|56",
            "12\\34\\56",
            "１２/３４/５６",
            "１２-３４-５６",
            "12/03/26 12345678",
            "12/03/26, account number 1234 5678",
            "12345678 12/03/26",
            "sort code 12/03/26",
            "sort-code: 12 / 03 / 26",
            "Sort code is 120326",
            "123456",
            "GB29 NWBK 6016 1331 9268 19",
            "gb29nwbk60161331926819",
            "DE89 3704 0044 0532 0130 00",
            "QQ 12 34 56 C",
            "QQ–12–34–56–C",
            "QQ123456",
            "QQ/12/34/56/C",
            "QQ.12.34.56.C",
            "QQ:12:34:56:C",
            "QQ·12·34·56·C",
            "QQ — 12 — 34 — 56 — C",
            "QQ12/34/56C",
            "GB29-NWBK-6016-1331-9268-19",
            "GB29/NWBK/6016/1331/9268/19",
            "GB29·NWBK·6016·1331·9268·19",
            "GB29.NWBK.6016.1331.9268.19",
            "GB 29 — NWBK — 6016 — 1331 — 9268 — 19",
            "GB 123-4567-89",
            "alarm – 2580",
            "FR14 2004 1010 0505 0001 3M02 606",
            "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
            "qq123456c",
            "Mrs Holroyd",
            "mr. okafor",
            "14 Quay Street",
            "flat 12a",
            "www.example.com/x",
            "GB 123 4567 89",
            "gb123456789",
            "key safe 4821",
            "keysafe code is 4821",
            "alarm: 2580",
            "gate code #1966",
            "code for the door 7531",
            "PIN C1357Y",
            "password hunter2",
            "password is: Fluffy",
            "[3]",
        ] {
            let text = masked(&format!("fit tap {secret} today"));
            assert_eq!(text, "fit tap [1] today", "{secret}");
        }
        for (notes, left) in [
            ("the price is 450 for it", "the [1] for it"),
            ("day rate 220, deposit of 500", "[1], [2]"),
            ("£5 now, £5 later", "[1] now, [1] later"),
        ] {
            assert_eq!(masked(notes), left);
        }
    }

    #[test]
    fn does_not_mask_sizes_and_materials() {
        for notes in [
            "run 2.5 mm twin and earth to 6 sockets",
            "22mm copper, 600x600 slab, 18 way board, 32 A",
            "fit 12 no. GU10 downlights, 45° bends, 9.5 kW shower",
            "3 new doors and 2 coats of paint",
            "test to BS 7671",
            "key safe by the door, alarm to be serviced, code of practice",
            "gate 3 m wide, 2 door handles, entry phone, GU10 LED lights",
            "start on 12/03/26, finish by 31/12/26",
            "15/22/28 mm copper, mix 1:2:4, 10/12/14 mm board",
            "16/20/32 amp breakers",
        ] {
            assert_eq!(masked(notes), notes);
        }
    }

    #[test]
    fn customers_are_not_named() {
        let named =
            |name: &str, company: &str| CustomerName { name: name.to_owned(), company: company.to_owned() };
        let all = [named("Margaret Holroyd", ""), named("Li Wei", "Kitchen Company")];
        let margaret = ContactFields {
            name: "Margaret Holroyd".to_owned(),
            address_line1: "14 Quay Street".to_owned(),
            city: "Hull".to_owned(),
            ..ContactFields::default()
        };
        let notes = "Margaret wants it, holroyd's key at Quay. Ask li wei, not Wei, kitchen units, hull";
        let text = mask_notes(notes, &all, Some(&margaret)).text;
        assert_eq!(text, "[1] wants it, [2]'s key at [3]. Ask [4], not Wei, kitchen units, [5]");
        let text = mask_notes("for the Kitchen Company", &all, None).text;
        assert_eq!(text, "for the [1]");
    }
}
