//! The code on an issued invoice, by which anybody who has a printed copy can check it on this server.
//!
//! The code contains the invoice, its version and its link, and is signed with the server's secret: nothing is stored
//! for it, and nobody else can make one. It opens no link, and its page shows little more than the printed copy does.
//! It is written in Crockford's base 32, which can be read aloud and typed without mistaking one character for another.

use plumbline_core::kind::DocumentKind;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::documents::store::{DocumentRow, DocumentStatus};
use crate::documents::stored::StoredDocument;
use plumbline_platform::ids::DocumentId;
use plumbline_platform::secrets::CodeKey;
use plumbline_platform::state::AppState;

/// The characters of Crockford's base 32, which has no I, L, O or U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Bytes of the content: the id, the version and the mark of the link.
const PAYLOAD_BYTES: usize = 19;
/// Bytes of the server's authentication code. To guess a code, one would also have to guess an id.
const MAC_BYTES: usize = 7;
/// Characters of a code: 208 bits, five per character.
const CODE_LENGTH: usize = 42;
/// Characters per group when it is displayed.
const GROUP_LENGTH: usize = 6;

/// A code as displayed on a page or a printed invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthenticityCode {
    /// The page that the QR code opens.
    pub link: String,
    /// The address at which it can be typed: `plumbline.example/check`.
    pub address: String,
    /// The code, in groups of six.
    pub code: String,
}

/// The content of a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodePayload {
    /// The invoice.
    pub document: DocumentId,
    /// The version that was printed.
    pub version: i64,
    /// A mark by which to see whether the invoice still has the link that it had then.
    link: [u8; 2],
}

impl CodePayload {
    /// Whether the invoice's link has been replaced since.
    #[must_use]
    pub fn is_revoked(&self, row: &DocumentRow) -> bool {
        row.public_token.as_deref().map(link_mark) != Some(self.link)
    }
}

/// The code of a version of an invoice; `None` for drafts, void invoices, other kinds of documents, and versions after
/// the 255th.
#[must_use]
pub fn code_for_version(state: &AppState, stored: &StoredDocument, version: i64) -> Option<AuthenticityCode> {
    let row = &stored.row;
    if stored.kind != DocumentKind::Invoice || stored.is_draft() || row.status == DocumentStatus::Void {
        return None;
    }
    let code = write_code(&state.code_key, row, version)?;
    let groups: Vec<&str> = (0..CODE_LENGTH / GROUP_LENGTH)
        .filter_map(|at| code.get(at * GROUP_LENGTH..(at + 1) * GROUP_LENGTH))
        .collect();
    let address = state.link_to("/check");
    let bare = address.split_once("://").map(|(_, bare)| bare.to_owned());
    Some(AuthenticityCode {
        link: state.link_to(&format!("/check/{code}")),
        address: bare.unwrap_or(address),
        code: groups.join(" "),
    })
}

fn write_code(key: &CodeKey, row: &DocumentRow, version: i64) -> Option<String> {
    let id: Uuid = row.id.as_str().parse().ok()?;
    let version = u8::try_from(version).ok().filter(|version| *version > 0)?;
    let link = link_mark(row.public_token.as_deref()?);
    let mut bytes = [0; PAYLOAD_BYTES + MAC_BYTES];
    bytes[..16].copy_from_slice(id.as_bytes());
    bytes[16] = version;
    bytes[17..PAYLOAD_BYTES].copy_from_slice(&link);
    let word = key.sign(&bytes[..PAYLOAD_BYTES]);
    bytes[PAYLOAD_BYTES..].copy_from_slice(&word[..MAC_BYTES]);
    Some(encode(&bytes))
}

/// Decodes a scanned or typed code, in upper or lower case and however it is grouped; `None` if this server didn't make
/// it.
#[must_use]
pub fn parse_code(key: &CodeKey, text: &str) -> Option<CodePayload> {
    let bytes = decode(text)?;
    let (named, vouched) = bytes.split_at(PAYLOAD_BYTES);
    let word = key.sign(named);
    let is_ours: bool = subtle::ConstantTimeEq::ct_eq(&word[..MAC_BYTES], vouched).into();
    if !is_ours {
        return None;
    }
    Some(CodePayload {
        document: Uuid::from_slice(&named[..16]).ok()?.into(),
        version: i64::from(named[16]),
        link: [named[17], named[18]],
    })
}

/// A short mark that differs between links but reveals nothing about them.
fn link_mark(token: &str) -> [u8; 2] {
    let digest = Sha256::digest(token.as_bytes());
    [digest[0], digest[1]]
}

fn encode(bytes: &[u8; PAYLOAD_BYTES + MAC_BYTES]) -> String {
    let mut text = String::with_capacity(CODE_LENGTH);
    let (mut cached, mut bits) = (0_u32, 0);
    for byte in bytes {
        cached = (cached << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(character_for(cached >> bits));
            cached &= (1 << bits) - 1;
        }
    }
    text.push(character_for(cached << (5 - bits)));
    text
}

fn character_for(value: u32) -> char {
    let at = usize::try_from(value & 31).unwrap_or_default();
    char::from(ALPHABET[at])
}

fn decode(text: &str) -> Option<[u8; PAYLOAD_BYTES + MAC_BYTES]> {
    let mut bytes = [0; PAYLOAD_BYTES + MAC_BYTES];
    let (mut cached, mut bits, mut signs) = (0_u32, 0, 0);
    let mut places = bytes.iter_mut();
    // A longer text is no code, whatever separates its characters.
    for typed in text.bytes().take(4 * CODE_LENGTH) {
        if typed == b' ' || typed == b'-' {
            continue;
        }
        let expected = match typed.to_ascii_uppercase() {
            b'O' => b'0',
            b'I' | b'L' => b'1',
            other => other,
        };
        let value = ALPHABET.iter().position(|sign| *sign == expected)?;
        cached = (cached << 5) | u32::try_from(value).ok()?;
        bits += 5;
        signs += 1;
        if bits >= 8 {
            bits -= 8;
            *places.next()? = u8::try_from((cached >> bits) & 0xFF).ok()?;
            cached &= (1 << bits) - 1;
        }
    }
    // Every code has exactly one spelling, so the unused bits of the last character must be 0.
    (signs == CODE_LENGTH && cached == 0).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> DocumentRow {
        let id: Uuid = "019a9b1c-2d3e-7f40-8123-456789abcdef".parse().unwrap();
        let mut row = DocumentRow::new_draft(id.into(), &Uuid::nil().into(), DocumentKind::Invoice, None, 1);
        row.public_token = Some("AFvQhbl1SK".into());
        row
    }

    #[test]
    fn a_code_names_its_invoice_however_it_is_typed() {
        let key = CodeKey::from_text("secret");
        let row = row();
        let code = write_code(&key, &row, 3).unwrap();
        assert_eq!(code.len(), CODE_LENGTH);
        let spaced: Vec<String> = code
            .to_lowercase()
            .as_bytes()
            .chunks(GROUP_LENGTH)
            .map(|group| String::from_utf8(group.to_vec()).unwrap())
            .collect();
        for typed in [code.clone(), spaced.join(" "), spaced.join("-"), code.replace('0', "o")] {
            let named = parse_code(&key, &typed).unwrap();
            assert_eq!((&named.document, named.version), (&row.id, 3), "{typed}");
            assert!(!named.is_revoked(&row));
        }
    }

    #[test]
    fn refuses_codes_of_other_servers_and_changed_codes() {
        let key = CodeKey::from_text("secret");
        let code = write_code(&key, &row(), 1).unwrap();
        assert_eq!(parse_code(&CodeKey::from_text("other"), &code), None);
        for at in 0..CODE_LENGTH {
            let mut forged = code.clone().into_bytes();
            forged[at] = if forged[at] == b'7' { b'8' } else { b'7' };
            let forged = String::from_utf8(forged).unwrap();
            assert_eq!(parse_code(&key, &forged), None, "{at}");
        }
        for text in ["", "7", "not a code", &code[1..], &format!("{code}0"), "é"] {
            assert_eq!(parse_code(&key, text), None, "{text}");
        }
    }

    #[test]
    fn a_new_link_revokes_the_code() {
        let key = CodeKey::from_text("secret");
        let mut row = row();
        let named = parse_code(&key, &write_code(&key, &row, 1).unwrap()).unwrap();
        row.public_token = Some("another".into());
        assert!(named.is_revoked(&row));
        assert_eq!(write_code(&key, &row, 256), None);
        assert_eq!(write_code(&key, &row, 0), None);
    }
}
