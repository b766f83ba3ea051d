//! Which version was signed without signal, and when. The device's clock counts if it is plausible: not before the
//! version existed and not after it arrived here, give or take some minutes. Otherwise the time of arrival counts.

use plumbline_core::document::Document;
use plumbline_core::edit::{EditableDocument, EditableHeader};
use plumbline_core::time::Date;

use super::content;
use plumbline_platform::clock::{DAY, DEVICE_LEEWAY, london_date};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_records::documents::issuing;
use plumbline_records::documents::store::versions::{self, VersionRow};
use plumbline_records::documents::stored::StoredDocument;

/// How many versions back the signed one is searched for.
const LOOK_BACK: i64 = 500;
/// How long before its arrival a quote can have been signed that had not been issued yet, in ms: as far ahead as a
/// device caches. A longer time means that the device's clock is wrong.
const OFFLINE_MAX: i64 = 90 * DAY;

/// When a quote was signed on a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::quotes) struct SigningMoment {
    /// The time that counts, unix milliseconds.
    pub at: i64,
    /// The time by the device's clock, unix milliseconds.
    pub by_device: i64,
    /// When the signature arrived, unix milliseconds.
    pub received: i64,
}

/// How a quote was changed between its signing and the arrival of the signature.
#[derive(Debug, Clone, Copy)]
pub(in crate::quotes) struct ChangedSinceSigning {
    /// When the signed version was issued, unix milliseconds.
    pub signed_version_at: i64,
    /// When the quote was last changed, unix milliseconds.
    pub changed_at: i64,
    /// How many times it was changed.
    pub changes: i64,
}

/// The version that was signed.
#[derive(Debug)]
pub(in crate::quotes) struct SignedVersion {
    /// The version as it was issued.
    pub version: VersionRow,
    /// What was changed since; `None` if nothing was.
    pub late: Option<ChangedSinceSigning>,
    /// The first instant at which it can have been signed, unix milliseconds.
    earliest: i64,
}

impl SigningMoment {
    /// Corrects the device's time of signing: a clock that is a few minutes wrong is corrected to the nearest possible
    /// time, and one that is further out is ignored.
    fn new(by_device: i64, earliest: i64, received: i64) -> Self {
        let believed = earliest.saturating_sub(DEVICE_LEEWAY)..=received.saturating_add(DEVICE_LEEWAY);
        let at = match believed.contains(&by_device) {
            true => by_device.clamp(earliest.min(received), received),
            false => received,
        };
        Self { at, by_device, received }
    }

    /// The day in London for which the quote's expiry is checked.
    ///
    /// # Errors
    /// 500 when it is outside the calendar.
    pub fn day(&self) -> Result<Date, ApiError> {
        let day = london_date(self.at).to_string();
        day.parse().map_err(ApiError::internal)
    }
}

impl SignedVersion {
    /// When the version was signed, from the device's clock and the time of arrival.
    pub fn signing_moment(&self, by_device: i64, received: i64) -> SigningMoment {
        SigningMoment::new(by_device, self.earliest, received)
    }
}

/// The version that a device signed, the newest or an earlier one, found by its hash or by the hash of its content.
/// `None` if there is no such version.
pub(in crate::quotes) async fn find_signed_version(
    conn: &mut Conn,
    quote: &StoredDocument,
    seen: &str,
    now: i64,
) -> Result<Option<SignedVersion>, ApiError> {
    let by_content = seen.starts_with(content::PREFIX);
    let newest = quote.row.issued_version;
    let mut found: Option<SignedVersion> = None;
    let mut changed_at = None;
    let back = usize::try_from(LOOK_BACK).unwrap_or_default();
    for number in (1..=newest).rev().take(back) {
        let Some(version) = versions::find(conn, &quote.row.id, number).await? else {
            continue;
        };
        let hash = match by_content {
            true => content::hash_content(quote.kind, &to_sheet(quote, &version)?)?,
            false => issuing::hash_version(quote.kind, &quote.row, &version)?,
        };
        let changed_at = *changed_at.get_or_insert(version.issued_at);
        if hash != seen {
            continue;
        }
        let earliest = match by_content {
            true => now - OFFLINE_MAX,
            false => version.issued_at,
        };
        match &mut found {
            // An earlier version has the same content.
            Some(found) => found.earliest = earliest,
            None => {
                let late = (number < newest).then(|| ChangedSinceSigning {
                    signed_version_at: version.issued_at,
                    changed_at,
                    changes: newest - number,
                });
                found = Some(SignedVersion { version, late, earliest });
            }
        }
    }
    Ok(found)
}

/// What a person typed for a version. Older versions don't record whom they are for.
fn to_sheet(quote: &StoredDocument, version: &VersionRow) -> Result<EditableDocument, ApiError> {
    // Every field is named, so that a new field doesn't compile until somebody decides whether it is typed.
    let VersionRow {
        document_id: _, // which document and which of its versions it is
        version: _,
        issued_at: _,
        issue_date,
        due_date,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
        input,
        contact_id,
        totals: _, // follow from what is typed
        contact: _,
        business: _,
        business_profile: _,
        rules_version: _,
        texts: _,
        cancellation: _,
    } = version.clone();
    let document = Document {
        // Nobody types that a quote is a variation.
        variation: false,
        ..serde_json::from_str(&input)?
    };
    let (expiry_date, due_date) = quote.kind.split_end_date(due_date.0);
    let contact = contact_id.or_else(|| quote.row.contact_id.clone());
    let head = EditableHeader {
        business_profile_id: quote.row.business_profile_id.clone().map(String::from),
        contact_id: contact.map(String::from),
        issue_date: issue_date.0,
        expiry_date,
        due_date,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
    };
    Ok(EditableDocument::new(head, document))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_platform::clock::MINUTE;

    fn signed_at(by_device: i64) -> i64 {
        let (issued, received) = (100 * DAY, 104 * DAY);
        SigningMoment::new(by_device, issued, received).at - issued
    }

    #[test]
    fn a_device_is_believed_between_the_issue_and_the_arrival() {
        assert_eq!(signed_at(101 * DAY), DAY);
        assert_eq!(signed_at(100 * DAY), 0);
        assert_eq!(signed_at(104 * DAY), 4 * DAY);
    }

    #[test]
    fn a_clock_that_is_a_few_minutes_out_is_put_right() {
        assert_eq!(signed_at(100 * DAY - 9 * MINUTE), 0);
        assert_eq!(signed_at(104 * DAY + 9 * MINUTE), 4 * DAY);
    }

    #[test]
    fn uses_the_arrival_time_if_the_device_clock_is_wrong() {
        assert_eq!(signed_at(100 * DAY - 11 * MINUTE), 4 * DAY);
        assert_eq!(signed_at(104 * DAY + 11 * MINUTE), 4 * DAY);
        assert_eq!(signed_at(469 * DAY), 4 * DAY);
        assert_eq!(signed_at(0), 4 * DAY);
    }
}
