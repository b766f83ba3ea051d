//! The code on an issued invoice, by which anybody who has it on paper can check it on this server.
//!
//! The code names the invoice, its version and its link, and is signed with the server's secret: nothing is stored
//! for it, and nobody else can make one. It opens no link, and its page shows little more than the paper does. It
//! is written in Crockford's base 32, which can be read aloud and typed without mistaking one character for
//! another.

use plumbline_core::kind::Kind;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::documents::store::{DocumentRow, Status};
use crate::documents::stored::Stored;
use plumbline_platform::ids::DocumentId;
use plumbline_platform::secrets::CodeKey;
use plumbline_platform::state::AppState;

/// The characters of Crockford's base 32, which has no I, L, O or U.
const SIGNS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Bytes of the content: the id, the version and the mark of the link.
const NAMED: usize = 19;
/// Bytes of the server's authentication code. To guess a code, one would also have to guess an id.
const VOUCHED: usize = 7;
/// Characters of a code: 208 bits, five per character.
const LENGTH: usize = 42;
/// Characters per group when it is displayed.
const GROUP: usize = 6;

/// A code as displayed on a page or a printed invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// The page that the QR code opens.
    pub link: String,
    /// The address at which it can be typed: `plumbline.example/check`.
    pub address: String,
    /// The code, in groups of six.
    pub code: String,
}

/// The content of a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The invoice.
    pub document: DocumentId,
    /// The version that was printed.
    pub version: i64,
    /// A mark by which to see whether the invoice still has the link that it had then.
    link: [u8; 2],
}

impl Named {
    /// Whether the invoice's link has been replaced since.
    #[must_use]
    pub fn is_revoked(&self, row: &DocumentRow) -> bool {
        row.public_token.as_deref().map(mark_of) != Some(self.link)
    }
}

/// The code of a version of an invoice; `None` for drafts, void invoices, other kinds of documents, and versions after
/// the 255th.
#[must_use]
pub fn of(state: &AppState, stored: &Stored, version: i64) -> Option<Code> {
    let row = &stored.row;
    if stored.kind != Kind::Invoice || stored.is_draft() || row.status == Status::Void {
        return None;
    }
    let code = written(&state.code_key, row, version)?;
    let groups: Vec<&str> = (0..LENGTH / GROUP)
        .filter_map(|at| code.get(at * GROUP..(at + 1) * GROUP))
        .collect();
    let address = state.link("/check");
    let bare = address.split_once("://").map(|(_, bare)| bare.to_owned());
    Some(Code {
        link: state.link(&format!("/check/{code}")),
        address: bare.unwrap_or(address),
        code: groups.join(" "),
    })
}

fn written(key: &CodeKey, row: &DocumentRow, version: i64) -> Option<String> {
    let id: Uuid = row.id.parse().ok()?;
    let version = u8::try_from(version).ok().filter(|version| *version > 0)?;
    let link = mark_of(row.public_token.as_deref()?);
    let mut bytes = [0; NAMED + VOUCHED];
    bytes[..16].copy_from_slice(id.as_bytes());
    bytes[16] = version;
    bytes[17..NAMED].copy_from_slice(&link);
    let word = key.vouch(&bytes[..NAMED]);
    bytes[NAMED..].copy_from_slice(&word[..VOUCHED]);
    Some(encoded(&bytes))
}

/// Decodes a scanned or typed code, in upper or lower case and however it is grouped; `None` if this server didn't make
/// it.
#[must_use]
pub fn read(key: &CodeKey, text: &str) -> Option<Named> {
    let bytes = decoded(text)?;
    let (named, vouched) = bytes.split_at(NAMED);
    let word = key.vouch(named);
    let is_ours: bool = subtle::ConstantTimeEq::ct_eq(&word[..VOUCHED], vouched).into();
    if !is_ours {
        return None;
    }
    Some(Named {
        document: Uuid::from_slice(&named[..16]).ok()?.into(),
        version: i64::from(named[16]),
        link: [named[17], named[18]],
    })
}

/// A short mark that differs between links but reveals nothing about them.
fn mark_of(token: &str) -> [u8; 2] {
    let digest = Sha256::digest(token.as_bytes());
    [digest[0], digest[1]]
}

fn encoded(bytes: &[u8; NAMED + VOUCHED]) -> String {
    let mut text = String::with_capacity(LENGTH);
    let (mut held, mut bits) = (0_u32, 0);
    for byte in bytes {
        held = (held << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(sign(held >> bits));
            held &= (1 << bits) - 1;
        }
    }
    text.push(sign(held << (5 - bits)));
    text
}

fn sign(value: u32) -> char {
    let at = usize::try_from(value & 31).unwrap_or_default();
    char::from(SIGNS[at])
}

fn decoded(text: &str) -> Option<[u8; NAMED + VOUCHED]> {
    let mut bytes = [0; NAMED + VOUCHED];
    let (mut held, mut bits, mut signs) = (0_u32, 0, 0);
    let mut places = bytes.iter_mut();
    // A longer text is no code, whatever separates its characters.
    for typed in text.bytes().take(4 * LENGTH) {
        if typed == b' ' || typed == b'-' {
            continue;
        }
        let meant = match typed.to_ascii_uppercase() {
            b'O' => b'0',
            b'I' | b'L' => b'1',
            other => other,
        };
        let value = SIGNS.iter().position(|sign| *sign == meant)?;
        held = (held << 5) | u32::try_from(value).ok()?;
        bits += 5;
        signs += 1;
        if bits >= 8 {
            bits -= 8;
            *places.next()? = u8::try_from((held >> bits) & 0xFF).ok()?;
            held &= (1 << bits) - 1;
        }
    }
    // Every code has exactly one spelling, so the unused bits of the last character must be 0.
    (signs == LENGTH && held == 0).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> DocumentRow {
        let id: Uuid = "019a9b1c-2d3e-7f40-8123-456789abcdef".parse().unwrap();
        let mut row = DocumentRow::draft(id.into(), &Uuid::nil().into(), Kind::Invoice, None, 1);
        row.public_token = Some("AFvQhbl1SK".into());
        row
    }

    #[test]
    fn a_code_names_its_invoice_however_it_is_typed() {
        let key = CodeKey::from_text("secret");
        let row = row();
        let code = written(&key, &row, 3).unwrap();
        assert_eq!(code.len(), LENGTH);
        let spaced: Vec<String> = code
            .to_lowercase()
            .as_bytes()
            .chunks(GROUP)
            .map(|group| String::from_utf8(group.to_vec()).unwrap())
            .collect();
        for typed in [
            code.clone(),
            spaced.join(" "),
            spaced.join("-"),
            code.replace('0', "o"),
        ] {
            let named = read(&key, &typed).unwrap();
            assert_eq!((&named.document, named.version), (&row.id, 3), "{typed}");
            assert!(!named.is_revoked(&row));
        }
    }

    #[test]
    fn a_code_of_another_server_or_with_a_sign_changed_is_none() {
        let key = CodeKey::from_text("secret");
        let code = written(&key, &row(), 1).unwrap();
        assert_eq!(read(&CodeKey::from_text("other"), &code), None);
        for at in 0..LENGTH {
            let mut forged = code.clone().into_bytes();
            forged[at] = if forged[at] == b'7' { b'8' } else { b'7' };
            let forged = String::from_utf8(forged).unwrap();
            assert_eq!(read(&key, &forged), None, "{at}");
        }
        for text in ["", "7", "not a code", &code[1..], &format!("{code}0"), "é"] {
            assert_eq!(read(&key, text), None, "{text}");
        }
    }

    #[test]
    fn another_link_revokes_it() {
        let key = CodeKey::from_text("secret");
        let mut row = row();
        let named = read(&key, &written(&key, &row, 1).unwrap()).unwrap();
        row.public_token = Some("another".into());
        assert!(named.is_revoked(&row));
        assert_eq!(written(&key, &row, 256), None);
        assert_eq!(written(&key, &row, 0), None);
    }
}
