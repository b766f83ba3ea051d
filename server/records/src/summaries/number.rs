//! A document's number as people type it in a hurry: `q11`, `inv 31`, `12`.

use plumbline_core::kind::DocumentKind;

/// The most digits that are read as a number of a sequence.
const DIGITS_MAX: usize = 9;

/// A typed text as a number of the kind's default sequence; `None` if it isn't one. Only the kind's own prefix is known
/// here; a number with a business's own prefix must be typed exactly.
pub(super) fn parse_number(kind: DocumentKind, typed: &str) -> Option<String> {
    let typed = typed.trim();
    let characters = typed.find(|c: char| !c.is_ascii_alphabetic())?;
    let (prefix, rest) = typed.split_at(characters);
    let digits = rest.trim_start_matches([' ', '-', '/', '#']);
    let is_whole = digits.len() <= DIGITS_MAX && digits.bytes().all(|c| c.is_ascii_digit());
    let own = kind.number_prefix("").trim_end_matches('-');
    let is_of_kind = prefix.is_empty() || prefix.eq_ignore_ascii_case(own);
    let number = digits.parse().ok().filter(|_| is_whole && is_of_kind)?;
    Some(kind.format_number("", number))
}

/// Like [`parse_number`], but only if the text has the kind's letters and no leading zeros: digits alone are searched
/// for everywhere, and leading zeros make it the beginning of a number.
pub(super) fn parse_named_number(kind: DocumentKind, typed: &str) -> Option<String> {
    let characters = typed.trim().find(|c: char| !c.is_ascii_alphabetic())?;
    let begins = typed.find(|c: char| c.is_ascii_digit())?;
    let is_short = characters > 0 && !typed[begins..].starts_with('0');
    parse_number(kind, typed).filter(|_| is_short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_known_however_it_is_typed() {
        for typed in ["q11", "Q-11", "q 0011", "11", "0011", "#11", " Q11 "] {
            assert_eq!(parse_number(DocumentKind::Quote, typed).as_deref(), Some("Q-0011"), "{typed}");
        }
        assert_eq!(parse_number(DocumentKind::Invoice, "inv31").as_deref(), Some("INV-0031"));
        assert_eq!(parse_number(DocumentKind::Invoice, "INV-12345").as_deref(), Some("INV-12345"));
        for typed in ["", "q", "q11a", "inv31", "quote 11", "q1.5", "-", "é11", "q1234567890", "478.10"] {
            assert_eq!(parse_number(DocumentKind::Quote, typed), None, "{typed}");
        }
        for typed in ["11", "q-00", "q0011"] {
            assert_eq!(parse_named_number(DocumentKind::Quote, typed), None, "{typed}");
        }
        assert_eq!(parse_named_number(DocumentKind::Quote, "q11").as_deref(), Some("Q-0011"));
    }
}
