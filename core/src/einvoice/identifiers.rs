//! The numbers that parties are known by: VAT numbers, and addresses in the Peppol network.

/// An electronic address: a scheme of the EAS code list, and an id in that scheme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endpoint {
    /// The scheme: `0088`, `9932` or `0060`.
    pub scheme: &'static str,
    /// The id in that scheme.
    pub id: String,
}

/// Reads a typed Peppol address: `0088:5060012349998`; `None` for an empty text.
///
/// # Errors
/// A sentence that explains what a Peppol address looks like.
pub fn parse_peppol_address(typed: &str) -> Result<Option<Endpoint>, String> {
    let typed = strip_separators(typed);
    if typed.is_empty() {
        return Ok(None);
    }
    if typed.contains('@') {
        return Err(
            "A Peppol address isn’t an email address. It is a scheme and a number, such as 0088:5060012349998."
                .to_owned(),
        );
    }
    let Some((scheme, id)) = typed.split_once(':') else {
        return Err("A Peppol address is a scheme and a number with a colon between them, such as \
                    0088:5060012349998."
            .to_owned());
    };
    let is_digits = |length: usize| id.len() == length && id.bytes().all(|b| b.is_ascii_digit());
    match scheme {
        "0088" if is_digits(13) && is_gln(id) => Ok(build_endpoint("0088", id)),
        "0088" => Err(
            "In a Peppol address 0088 is followed by a GLN of 13 digits. These don’t add up: please check them."
                .to_owned(),
        ),
        "0060" if is_digits(9) => Ok(build_endpoint("0060", id)),
        "0060" => Err(
            "In a Peppol address 0060 is followed by a DUNS number of 9 digits."
                .to_owned(),
        ),
        "9932" => match normalise_british_number(id) {
            Some(number) => Ok(build_endpoint("9932", &number)),
            None => Err("In a Peppol address 9932 is followed by a British VAT number, such as 9932:GB123456789."
                .to_owned()),
        },
        _ => Err("A Peppol address here starts with 0088 (a GLN), 9932 (a VAT number) or 0060 (a DUNS number)."
            .to_owned()),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "every answer of a Peppol address may be none")]
fn build_endpoint(scheme: &'static str, id: &str) -> Option<Endpoint> {
    Some(Endpoint { scheme, id: id.to_owned() })
}

/// The electronic address made from a British VAT number.
pub(super) fn endpoint_for_vat_number(number: &str) -> Option<Endpoint> {
    let number =
        normalise_british_number(&strip_separators(number)).filter(|number| number.starts_with("GB"))?;
    build_endpoint("9932", &number)
}

/// A VAT number in the form of the standard, with the country code in front (BR-CO-09); `None` if it isn't a VAT
/// number.
pub(super) fn normalise_vat_number(typed: &str) -> Option<String> {
    let number = strip_separators(typed);
    if let Some(number) = normalise_british_number(&number) {
        return Some(number);
    }
    let (country, rest) = number.split_at_checked(2)?;
    let is_country = country.bytes().all(|b| b.is_ascii_uppercase()) && country != "GB";
    let is_rest = (2..=12).contains(&rest.len())
        && rest.bytes().all(|b| b.is_ascii_alphanumeric())
        && rest.contains(|c: char| c.is_ascii_digit());
    (is_country && is_rest).then_some(number)
}

/// A British VAT number, with or without the country code: 9 or 12 digits, or that of a public body.
fn normalise_british_number(number: &str) -> Option<String> {
    let (country, rest) = match number.split_at_checked(2) {
        Some((country @ ("GB" | "XI"), rest)) => (country, rest),
        _ => ("GB", number),
    };
    let is_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let is_body = |text: &str| {
        text.len() == 5 && (text.starts_with("GD") || text.starts_with("HA")) && is_digits(&text[2..])
    };
    let is_one = matches!(rest.len(), 9 | 12) && is_digits(rest) || is_body(rest);
    is_one.then(|| format!("{country}{rest}"))
}

/// The text in capitals, without the separators that people type.
fn strip_separators(typed: &str) -> String {
    let signs = typed.chars().filter(|c| !matches!(c, ' ' | '-' | '.' | '\u{a0}'));
    signs.collect::<String>().to_ascii_uppercase()
}

/// Whether the last of 13 digits is the right check digit (GS1: weights 1 and 3 in turn, PEPPOL-COMMON-R040).
fn is_gln(digits: &str) -> bool {
    let weighed = digits.bytes().zip([1_u32, 3].into_iter().cycle());
    let sum: u32 = weighed.map(|(digit, by)| u32::from(digit - b'0') * by).sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_scheme_and_a_number() {
        let read = |typed: &str| {
            let read = parse_peppol_address(typed);
            read.map(|it| it.map_or(String::new(), |it| format!("{} {}", it.scheme, it.id)))
        };
        assert_eq!(read(" "), Ok(String::new()));
        // 4+1+3+5+0+0+4 = 17, and three times 0+2+4+5+0+0 is 33: 50.
        assert_eq!(read("0088:4012345500004"), Ok("0088 4012345500004".into()));
        assert_eq!(read("0060: 12-345-6789"), Ok("0060 123456789".into()));
        assert_eq!(read("9932:gb 123 4567 89"), Ok("9932 GB123456789".into()));
        assert_eq!(read("9932:123456789"), Ok("9932 GB123456789".into()));
        for bad in ["0088:4012345500005", "0060:1234", "9932:DE123", "0192:1", "a@b.example", "123"] {
            let text = read(bad).unwrap_err();
            assert!(text.contains("Peppol address"), "{bad}: {text}");
        }
        assert!(read("a@b.example").unwrap_err().contains("isn’t an email address"));
    }

    #[test]
    fn adds_the_country_to_a_vat_number() {
        assert_eq!(normalise_vat_number("123 4567 89").as_deref(), Some("GB123456789"));
        assert_eq!(normalise_vat_number("gb123456789001").as_deref(), Some("GB123456789001"));
        assert_eq!(normalise_vat_number("GBHA501").as_deref(), Some("GBHA501"));
        assert_eq!(normalise_vat_number("XI123456789").as_deref(), Some("XI123456789"));
        assert_eq!(normalise_vat_number("IE6388047V").as_deref(), Some("IE6388047V"));
        for bad in ["", "GB12", "12345", "IE", "ABCDE"] {
            assert_eq!(normalise_vat_number(bad), None, "{bad}");
        }
        assert_eq!(endpoint_for_vat_number("XI123456789"), None);
        assert_eq!(endpoint_for_vat_number("IE6388047V"), None);
    }
}
