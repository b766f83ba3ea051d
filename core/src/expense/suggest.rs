//! What a row of a bank statement is likely to be, judged by its text.

use super::ExpenseCategory;

use ExpenseCategory::{
    AdminCosts, AdvertisingCosts, CarVanTravelExpenses, CostOfGoods, FinanceCharges,
    InterestOnBankOtherLoans, MaintenanceCosts, OtherExpenses, PremisesRunningCosts, ProfessionalFees,
    WagesAndStaffCosts,
};

/// Phrases that indicate each category, in lower case. A phrase is found as whole words; if two are found, the longer
/// one decides, so that 'van insurance' doesn't count as insurance.
const CATEGORY_PHRASES: &[(ExpenseCategory, &[&str])] = &[
    (
        CostOfGoods,
        &[
            "screwfix",
            "toolstation",
            "travis perkins",
            "jewson",
            "wickes",
            "b&q",
            "b & q",
            "b and q",
            "howdens",
            "plumb center",
            "plumbcenter",
            "plumbase",
            "wolseley",
            "city plumbing",
            "plumbfix",
            "selco",
            "mkm",
            "buildbase",
            "huws gray",
            "bradfords",
            "city electrical",
            "cef",
            "edmundson",
            "rexel",
            "denmans",
            "electricfix",
            "tlc direct",
            "builders merchant",
            "builders merchants",
            "timber",
            "topps tiles",
            "tile giant",
            "johnstones",
            "dulux",
            "crown decorating",
            "brewers",
            "graham plumbers",
            "bss",
            "williams trade",
            "james hargreaves",
            "beggs",
            "victorian plumbing",
            "victoria plum",
            "roofing superstore",
            "burton roofing",
            "sig roofing",
            "encon",
            "ccf",
            "minster",
            "magnet",
            "benchmarx",
            "homebase",
            "wilko",
            "skip hire",
            "skips",
            "tool hire",
            "plant hire",
            "hss hire",
            "speedy hire",
            "brandon hire",
            "jewson tool hire",
        ],
    ),
    (WagesAndStaffCosts, &["wages", "salary", "payroll", "hmrc paye", "nest pension", "agency workers"]),
    (
        CarVanTravelExpenses,
        &[
            "petrol",
            "diesel",
            "fuel",
            "shell",
            "bp",
            "esso",
            "texaco",
            "gulf",
            "jet petrol",
            "tesco pfs",
            "tesco petrol",
            "sainsburys petrol",
            "asda petrol",
            "morrisons petrol",
            "pfs",
            "mfg",
            "rontec",
            "applegreen",
            "euro garages",
            "allstar",
            "fuelgenie",
            "parking",
            "ringgo",
            "paybyphone",
            "justpark",
            "ncp",
            "dart charge",
            "dartford",
            "congestion charge",
            "ulez",
            "tfl",
            "trainline",
            "lner",
            "gwr",
            "northern rail",
            "avanti",
            "uber",
            "dvla",
            "mot",
            "kwik fit",
            "kwikfit",
            "halfords",
            "ats euromaster",
            "euro car parts",
            "tyres",
            "garage",
            "van insurance",
            "car insurance",
            "motor insurance",
            "aa membership",
            "rac",
            "breakdown",
            "toll",
            "premier inn",
            "travelodge",
        ],
    ),
    (
        PremisesRunningCosts,
        &[
            "rent",
            "business rates",
            "council",
            "british gas",
            "octopus energy",
            "edf",
            "eon",
            "e.on",
            "ovo energy",
            "scottish power",
            "scottishpower",
            "sse",
            "bulb",
            "water",
            "insurance",
            "public liability",
            "simply business",
            "axa",
            "aviva",
            "hiscox",
            "zurich",
            "tradesman insurance",
            "big yellow",
            "safestore",
            "storage",
            "lok n store",
        ],
    ),
    (MaintenanceCosts, &["repair", "repairs", "servicing", "calibration", "pat testing"]),
    (
        AdminCosts,
        &[
            "vodafone",
            "o2",
            "ee",
            "ee limited",
            "bt group",
            "british telecom",
            "giffgaff",
            "three",
            "sky mobile",
            "tesco mobile",
            "virgin media",
            "talktalk",
            "plusnet",
            "royal mail",
            "post office",
            "staples",
            "ryman",
            "viking",
            "stationery",
            "microsoft",
            "google workspace",
            "google one",
            "adobe",
            "dropbox",
            "apple.com/bill",
            "icloud",
            "xero",
            "quickbooks",
            "intuit",
            "freeagent",
            "sage",
            "tradify",
            "powered now",
            "plumbline",
            "zoom",
            "software",
            "currys",
            "amazon web services",
            "godaddy",
            "ionos",
        ],
    ),
    (
        AdvertisingCosts,
        &[
            "checkatrade",
            "mybuilder",
            "rated people",
            "trustatrader",
            "bark.com",
            "bark",
            "which trusted traders",
            "yell",
            "google ads",
            "googleads",
            "facebook",
            "facebk",
            "meta ads",
            "instagram",
            "vistaprint",
            "leaflets",
            "signs express",
            "wix",
            "squarespace",
            "advertising",
        ],
    ),
    (
        InterestOnBankOtherLoans,
        &["interest", "loan interest", "interest charged", "overdraft interest", "debit interest"],
    ),
    (
        FinanceCharges,
        &[
            "bank charge",
            "bank charges",
            "bank fee",
            "account fee",
            "monthly fee",
            "monthly account fee",
            "service charge",
            "commission charges",
            "overdraft fee",
            "unpaid item",
            "non-sterling",
            "foreign transaction fee",
            "sumup",
            "zettle",
            "stripe",
            "square fee",
            "worldpay",
            "paypal fee",
            "gocardless",
            "tide fee",
            "card fee",
        ],
    ),
    (
        ProfessionalFees,
        &[
            "accountant",
            "accountants",
            "accountancy",
            "solicitor",
            "solicitors",
            "gas safe",
            "niceic",
            "napit",
            "elecsa",
            "oftec",
            "hetas",
            "ciphe",
            "fmb",
            "citb",
            "cscs",
            "federation of small businesses",
            "fsb",
            "trustmark",
            "companies house",
            "ico.org.uk",
        ],
    ),
    (
        OtherExpenses,
        &["workwear", "snickers workwear", "dickies", "screwfix workwear", "training", "first aid"],
    ),
];

/// The category that a line's text suggests; `None` if it suggests nothing.
#[must_use]
pub fn suggest_category(text: &str) -> Option<ExpenseCategory> {
    let line = text.to_lowercase().replace(['’', '\''], "");
    let every = CATEGORY_PHRASES
        .iter()
        .flat_map(|(category, words)| words.iter().map(move |word| (*category, *word)));
    let result = every.filter(|(_, word)| contains_phrase(&line, word));
    // Of two phrases of the same length, the first in the table.
    let longest = result.reduce(|best, one| if one.1.len() > best.1.len() { one } else { best });
    longest.map(|(category, _)| category)
}

/// Whether a line's text mentions hire or skips, which are services and not goods (VAT Notice 733, section 4.6).
#[must_use]
pub fn is_hire(text: &str) -> bool {
    let line = text.to_lowercase();
    let phrases = ["hire", "skip", "skips", "rental"];
    phrases.iter().any(|phrase| contains_phrase(&line, phrase))
}

/// Whether a line contains a phrase as whole words.
pub(super) fn contains_phrase(line: &str, phrase: &str) -> bool {
    line.match_indices(phrase).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + phrase.len()..].chars().next();
        let is_apart = |sign: Option<char>| sign.is_none_or(|c| !c.is_alphanumeric());
        is_apart(before) && is_apart(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_hire() {
        for line in ["HSS HIRE LEEDS", "Brandon Tool Hire", "J. Smith skips, 12 Mill Lane", "Van rental"] {
            assert!(is_hire(line), "{line}");
        }
        for line in ["SCREWFIX DIR LTD", "Yorkshire Timber", "Skipton Plumbing", "New hires Ltd"] {
            assert!(!is_hire(line), "{line}");
        }
    }

    #[test]
    fn suggests_a_category_for_real_bank_lines() {
        for (line, category) in [
            ("SCREWFIX DIR LTD YEOVIL GB", Some(CostOfGoods)),
            ("B&Q 1234 HULL", Some(CostOfGoods)),
            ("CARD PAYMENT TO SHELL HEDON RD,45.20 GBP", Some(CarVanTravelExpenses)),
            ("TESCO PFS 3340", Some(CarVanTravelExpenses)),
            ("DVLA VEHICLE TAX", Some(CarVanTravelExpenses)),
            ("Simply Business DD", Some(PremisesRunningCosts)),
            ("DIRECT LINE VAN INSURANCE", Some(CarVanTravelExpenses)),
            ("VODAFONE LTD 0123", Some(AdminCosts)),
            ("GOOGLE ADS 8839", Some(AdvertisingCosts)),
            ("Checkatrade.com", Some(AdvertisingCosts)),
            ("MONTHLY ACCOUNT FEE", Some(FinanceCharges)),
            ("DEBIT INTEREST CHARGED", Some(InterestOnBankOtherLoans)),
            ("Gas Safe Register", Some(ProfessionalFees)),
            ("J SMITH WAGES WK 32", Some(WagesAndStaffCosts)),
            ("HULL CITY COUNCIL", Some(PremisesRunningCosts)),
            ("Parents’ evening", None),
            ("TO A/C 12345678", None),
            ("", None),
        ] {
            assert_eq!(suggest_category(line), category, "{line}");
        }
    }

    #[test]
    fn a_phrase_within_a_longer_word_does_not_count() {
        // 'rent' in 'Trent', 'mot' in 'motel', 'bp' in 'bpm'.
        for line in ["TRENT VALLEY", "MOTEL ONE", "BPM STUDIO", "ẞee éeo"] {
            assert_eq!(suggest_category(line), None, "{line}");
        }
    }

    #[test]
    fn every_phrase_is_normalised_and_belongs_to_one_category() {
        let mut seen = std::collections::HashSet::new();
        for (_, words) in CATEGORY_PHRASES {
            for word in *words {
                assert_eq!(*word, word.to_lowercase().trim());
                assert!(!word.contains('\''), "{word}");
                assert!(seen.insert(*word), "{word} stands twice");
            }
        }
    }
}
