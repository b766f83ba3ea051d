//! Names under which no business sends: those of public bodies and of banks, which people trust and
//! cheats borrow.
//!
//! Names are compared by their words, folded: small letters without accents and signs, letters of
//! other scripts that look like Latin ones taken for those. Some names are nobody else's and are
//! refused wherever they stand. Others are also a town, a family or a word (Halifax, Lloyds,
//! Nationwide): they are refused only where nothing else is said but what a bank or an office adds.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The code of the error.
pub const CODE: &str = "borrowed_name";
/// Its sentence.
pub const MESSAGE: &str = "This is the name of a public body or a bank, and nobody sends in it here. \
    Please enter your business's own name.";

/// Refused wherever these words follow each other.
const ANYWHERE: &[&str] = &[
    "hmrc",
    "hm revenue",
    "hm customs",
    "inland revenue",
    "revenue and customs",
    "revenue customs",
    "hm treasury",
    "hm government",
    "hm courts",
    "hm prison",
    "his majestys",
    "her majestys",
    "uk government",
    "british government",
    "gov uk",
    "govuk",
    "nhs",
    "national health service",
    "dvla",
    "dvsa",
    "dwp",
    "driver and vehicle licensing",
    "work and pensions",
    "department for",
    "department of",
    "ministry of",
    "cabinet office",
    "companies house",
    "land registry",
    "crown prosecution",
    "national crime agency",
    "financial conduct authority",
    "action fraud",
    "border force",
    "uk visas and immigration",
    "student loans company",
    "tv licensing",
    "royal mail",
    "police service",
    "police force",
    "police constabulary",
    "city council",
    "county council",
    "borough council",
    "district council",
    "parish council",
    "town council",
    "bank of england",
    "bank of scotland",
    "bank of ireland",
    "natwest",
    "nat west",
    "hsbc",
    "santander",
    "monzo",
    "revolut",
    "virgin money",
    "clydesdale bank",
    "yorkshire bank",
    "cooperative bank",
    "co operative bank",
    "ulster bank",
    "metro bank",
    "starling bank",
    "lloyds bank",
    "barclays bank",
    "tsb bank",
    "halifax bank",
    "nationwide building society",
    "yorkshire building society",
    "skipton building society",
    "coventry building society",
    "leeds building society",
];

/// Refused where only words of [`FILLING`] stand beside them.
const ALONE: &[&str] = &[
    "hm",
    "government",
    "home office",
    "treasury",
    "police",
    "met police",
    "metropolitan police",
    "tax office",
    "council",
    "council tax",
    "post office",
    "barclays",
    "barclaycard",
    "lloyds",
    "halifax",
    "nationwide",
    "tsb",
    "rbs",
    "royal bank scotland",
    "starling",
    "first direct",
    "chase",
    "coutts",
    "the bank",
    "bank",
    "paypal",
];

/// What a bank or an office adds to its name.
const FILLING: &[&str] = &[
    "the",
    "a",
    "of",
    "and",
    "for",
    "uk",
    "gb",
    "your",
    "my",
    "ltd",
    "limited",
    "plc",
    "official",
    "bank",
    "banking",
    "online",
    "mobile",
    "team",
    "department",
    "dept",
    "fraud",
    "alert",
    "alerts",
    "refund",
    "refunds",
    "support",
    "customer",
    "customers",
    "helpdesk",
    "tax",
    "payments",
    "cards",
    "loans",
    "mortgages",
    "account",
    "accounts",
    "verification",
    "notice",
    "notices",
];

/// Whether a name is that of a public body or a bank, or pretends to be.
#[must_use]
pub fn is_borrowed(name: &str) -> bool {
    let words = words(name);
    // 'H M R C' is read as one word; where more is said, letters may be somebody's initials.
    let joined: String = words.concat();
    let spelled = words.iter().all(|word| word.chars().count() == 1);
    if spelled && ANYWHERE.iter().chain(ALONE).any(|known| *known == joined) {
        return true;
    }
    let text = format!(" {} ", words.join(" "));
    if ANYWHERE
        .iter()
        .any(|known| text.contains(&format!(" {known} ")))
    {
        return true;
    }
    // 'Metropolitan Police', 'Leeds Council': whatever comes before.
    let last = words.last().map(String::as_str);
    if words.len() > 1 && matches!(last, Some("police" | "constabulary" | "council")) {
        return true;
    }
    ALONE.iter().any(|known| {
        let known: Vec<&str> = known.split(' ').collect();
        let mut rest = words.as_slice();
        let mut left = known.as_slice();
        while let Some((word, more)) = rest.split_first() {
            match left.split_first() {
                Some((wanted, others)) if wanted == word => left = others,
                _ if FILLING.contains(&word.as_str()) => {}
                _ => return false,
            }
            rest = more;
        }
        left.is_empty()
    })
}

/// The words of a name: runs of letters and digits, folded. An apostrophe joins.
fn words(name: &str) -> Vec<String> {
    let folded: String = name
        .nfkd()
        .filter(|c| !is_combining_mark(*c) && !is_invisible(*c))
        .flat_map(char::to_lowercase)
        .map(latin)
        .collect();
    let plain = folded.replace(['\'', '’', '‘', '`', '´', 'ʼ'], "");
    let plain = plain.replace('&', " and ");
    plain
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Signs that nobody sees, put between letters to break a word up.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// The Latin letter that a small letter of another script looks like, in small or as a capital.
fn latin(c: char) -> char {
    match c {
        'а' | 'α' => 'a',
        'в' | 'β' | 'ь' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'н' | 'η' | 'һ' => 'h',
        'і' | 'ι' | 'ı' | 'ӏ' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'ⅼ' => 'l',
        'м' | 'μ' => 'm',
        'ո' | 'ν' => 'n',
        'о' | 'ο' | 'օ' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ѵ' => 'v',
        'ԝ' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        'ζ' => 'z',
        other => other,
    }
}

#[cfg(test)]
mod tests;
