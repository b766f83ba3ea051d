//! What HMRC reported about a subcontractor, and the formats of the numbers by which HMRC identifies both sides.

use serde::{Deserialize, Serialize};

use super::contractor::SubcontractorStatus;
use crate::time::Date;

/// A status and the day from which it applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusFrom {
    /// The first day.
    pub from: Date,
    /// The status.
    pub status: SubcontractorStatus,
}

/// The status on a day: a payment is taxed by the status on the day on which it is made (HMRC CISR15120). `None` before
/// the first verification.
#[must_use]
pub fn find_status(holdings: &[StatusFrom], day: Date) -> Option<SubcontractorStatus> {
    let begun = holdings.iter().filter(|it| it.from <= day);
    begun.max_by_key(|it| it.from).map(|it| it.status)
}

/// Letters and digits only, in capitals: the normal form of a number, however it was spaced.
fn strip_separators(typed: &str) -> String {
    let signs = typed.chars().filter(char::is_ascii_alphanumeric);
    signs.map(|it| it.to_ascii_uppercase()).collect()
}

/// Whether a text contains only letters, digits and the separators that people put between digits.
fn has_only_separators(typed: &str) -> bool {
    typed.chars().all(|it| it.is_ascii_alphanumeric() || " -/".contains(it))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|it| it.is_ascii_digit())
}

/// Reads a Unique Taxpayer Reference: ten digits, without the spaces between them. `None` for any other text.
#[must_use]
pub fn parse_utr(typed: &str) -> Option<String> {
    let bare = strip_separators(typed);
    (has_only_separators(typed) && bare.len() == 10 && is_digits(&bare)).then_some(bare)
}

/// Reads a verification number: V, ten digits, and up to two letters if it was given at 30 %: `V0012345678/AB`. `None`
/// for any other text.
#[must_use]
pub fn parse_verification_number(typed: &str) -> Option<String> {
    let bare = strip_separators(typed);
    let rest = bare.strip_prefix('V').filter(|_| has_only_separators(typed))?;
    let (digits, suffix) = rest.split_at_checked(10)?;
    let fits = is_digits(digits) && suffix.len() <= 2 && suffix.bytes().all(|it| it.is_ascii_uppercase());
    let slash = if suffix.is_empty() { "" } else { "/" };
    fits.then(|| format!("V{digits}{slash}{suffix}"))
}

/// Reads an employer's PAYE reference: the three digits of its tax office and its own reference: `123/AB456`. `None`
/// for any other text.
#[must_use]
pub fn parse_employer_reference(typed: &str) -> Option<String> {
    let (office, own) = typed.trim().split_once('/')?;
    let (office, own) = (office.trim(), own.trim().to_ascii_uppercase());
    let fits = office.len() == 3
        && is_digits(office)
        && (1..=10).contains(&own.len())
        && own.bytes().all(|it| it.is_ascii_alphanumeric());
    fits.then(|| format!("{office}/{own}"))
}

/// Reads an Accounts Office reference: three digits, P, a letter, and eight digits of which the last may be an X:
/// `123PA00045678`. `None` for any other text.
#[must_use]
pub fn parse_accounts_office_reference(typed: &str) -> Option<String> {
    let bare = strip_separators(typed);
    let signs: Vec<char> = bare.chars().collect();
    let fits = has_only_separators(typed)
        && signs.len() == 13
        && signs.iter().enumerate().all(|(at, sign)| match at {
            3 => *sign == 'P',
            4 => sign.is_ascii_uppercase(),
            12 => sign.is_ascii_digit() || *sign == 'X',
            _ => sign.is_ascii_digit(),
        });
    fits.then_some(bare)
}
