//! The ISO 3166-1 code of a typed country.

/// The names of countries that users are likely to type, with their codes.
const COUNTRY_CODES: [(&str, &str); 30] = [
    ("united kingdom", "GB"),
    ("uk", "GB"),
    ("u.k.", "GB"),
    ("gb", "GB"),
    ("great britain", "GB"),
    ("britain", "GB"),
    ("england", "GB"),
    ("scotland", "GB"),
    ("wales", "GB"),
    ("cymru", "GB"),
    ("northern ireland", "GB"),
    ("ireland", "IE"),
    ("republic of ireland", "IE"),
    ("eire", "IE"),
    ("isle of man", "IM"),
    ("jersey", "JE"),
    ("guernsey", "GG"),
    ("france", "FR"),
    ("germany", "DE"),
    ("spain", "ES"),
    ("portugal", "PT"),
    ("italy", "IT"),
    ("netherlands", "NL"),
    ("the netherlands", "NL"),
    ("belgium", "BE"),
    ("denmark", "DK"),
    ("sweden", "SE"),
    ("norway", "NO"),
    ("poland", "PL"),
    ("united states", "US"),
];

/// The code of a country; an empty text means the United Kingdom. `None` for an unknown name.
pub(super) fn find_country_code(country: &str) -> Option<&'static str> {
    let country = country.trim().to_lowercase();
    if country.is_empty() {
        return Some("GB");
    }
    let known = COUNTRY_CODES.iter();
    let mut known = known.filter(|(name, code)| *name == country || code.eq_ignore_ascii_case(&country));
    known.next().map(|(_, code)| *code)
}
