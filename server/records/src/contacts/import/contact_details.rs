//! Telephone numbers and email addresses as programs write them: several in a cell, as links, with extensions.

use plumbline_core::credentials::is_email;

use crate::contacts::fields::ContactFields;
use crate::contacts::join::add_note;
use plumbline_platform::table_import::to_one_line;

/// The most further phone numbers, and the most further email addresses, that are added to a contact's notes.
const FURTHER_MAX: usize = 20;

/// The parts of a cell: Google separates several values by three colons.
pub(super) fn split_cell(cell: &str) -> impl Iterator<Item = &str> {
    let parts = cell.split(":::").map(str::trim);
    parts.filter(|part| !part.is_empty())
}

/// A phone number; the extension in `tel:+44-113-496-0000;ext=12` (RFC 3966) is written as people write it.
pub(super) fn parse_phone(text: &str) -> String {
    let line = to_one_line(text);
    let number = ["tel:", "TEL:", "Tel:"].iter().find_map(|scheme| line.strip_prefix(scheme));
    let Some(link) = number else {
        return line;
    };
    let mut parts = link.split(';');
    let number = parts.next().unwrap_or_default().trim().to_owned();
    let extension = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        name.trim().eq_ignore_ascii_case("ext").then_some(value.trim())
    });
    match extension {
        Some(extension) if !extension.is_empty() => format!("{number} ext. {extension}"),
        _ => number,
    }
}

/// The email addresses in a cell. A text that isn't an address is returned unchanged and reported later.
pub(super) fn parse_emails(cell: &str) -> Vec<String> {
    let line = to_one_line(cell);
    let mut all = Vec::new();
    for part in split_cell(&line) {
        let several = part.split([';', ',']).map(str::trim);
        let several: Vec<&str> = several.filter(|it| !it.is_empty()).collect();
        if several.len() > 1 && several.iter().all(|it| is_email(bare_email_address(it))) {
            all.extend(several.into_iter().map(|it| bare_email_address(it).to_owned()));
        } else {
            all.push(bare_email_address(part).to_owned());
        }
    }
    all
}

/// The address in `mailto:jo@example.com` and `Jo Bloggs <jo@example.com>`.
fn bare_email_address(text: &str) -> &str {
    let text = text.trim();
    let text = text.strip_prefix("mailto:").unwrap_or(text);
    let inner = text.rsplit_once('<').and_then(|(_, rest)| rest.strip_suffix('>'));
    inner.filter(|inner| is_email(inner)).unwrap_or(text)
}

/// Sets the first phone number and the first email address; further ones are added to the notes, so that they aren't
/// lost.
pub(super) fn fill(fields: &mut ContactFields, phones: Vec<String>, emails: Vec<String>) {
    // The first valid one; an invalid text is reported only if there is no valid address.
    let first = emails.iter().position(|it| is_email(it)).unwrap_or(0);
    for (at, (label, all)) in [("Phone", phones), ("Email", emails)].into_iter().enumerate() {
        let is_email = at == 1;
        let chosen = all.get(if is_email { first } else { 0 }).cloned().unwrap_or_default();
        let others = all.into_iter().filter(|it| !it.is_empty() && *it != chosen);
        let mut noted: Vec<String> = Vec::new();
        for other in others.take(FURTHER_MAX) {
            if !noted.contains(&other) {
                add_note(fields, &format!("{label}: {other}"));
                noted.push(other);
            }
        }
        if is_email {
            fields.email = chosen;
        } else {
            fields.phone = chosen;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_addresses_are_read_as_programs_write_them() {
        for (text, read) in [
            ("tel:+44-113-496-0000;ext=12", "+44-113-496-0000 ext. 12"),
            ("tel:0113;phone-context=+44", "0113"),
            ("0113 496 0000 x12", "0113 496 0000 x12"),
        ] {
            assert_eq!(parse_phone(text), read);
        }
        for (cell, read) in [
            ("jo@a.uk ::: jo@b.uk", &["jo@a.uk", "jo@b.uk"][..]),
            ("jo@a.uk; jo@b.uk", &["jo@a.uk", "jo@b.uk"]),
            ("mailto:jo@a.uk", &["jo@a.uk"]),
            ("Jo Bloggs <jo@a.uk>", &["jo@a.uk"]),
            ("not, an address", &["not, an address"]),
            ("", &[]),
        ] {
            assert_eq!(parse_emails(cell), read, "{cell}");
        }
    }
}
