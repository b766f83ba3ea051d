//! A quote that its customer signed on the business's device while that had no signal. The device seals what was
//! signed, with the time on its own clock, and sends it when it can: hours or days later, when the quote may have
//! been changed elsewhere. Then the signed version becomes the newest again, and both sides are notified which changes
//! are not part of what was agreed.
//!
//! The browser calculates the same seals (`web/src/documents/accepting/seal.ts`); both are tested with
//! `tests/golden/sealed/cases.json`.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::quotes::on_the_spot::SignInput;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::sha256_hex;

mod content;
mod signed_version;

pub(super) use signed_version::{ChangedSinceSigning, SigningMoment, find_signed_version};

/// The latest instant that is accepted, the end of the year 9999, unix milliseconds.
const INSTANT_MAX: i64 = 253_402_300_799_999;

/// What a device without signal sealed.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfflineSeal {
    /// When it was signed by the device's clock, unix milliseconds.
    pub signed_at: i64,
    /// The terms below the quote as the device showed them; empty if there were none.
    pub terms: String,
    /// SHA-256, in hex, of the canonical JSON (keys sorted, no white space) of `{ chosenChoice, name, selected,
    /// signature, signedAt, terms, termsAccepted, version }`, each as it is sent. `selected` is null if it is left out;
    /// `chosenChoice` is only included if it is sent, and `earlyStart` only if it is true.
    pub seal: String,
}

impl OfflineSeal {
    /// Whether the seal matches what was sent with it.
    ///
    /// # Errors
    /// 422 naming `sealed.seal`, or `sealed.signedAt` for a time that no clock shows.
    pub(super) fn check(&self, input: &SignInput) -> Result<(), ApiError> {
        if !(0..=INSTANT_MAX).contains(&self.signed_at) {
            let text = "This signing time isn’t valid.";
            return Err(field_error("sealed.signedAt", "out_of_range", text));
        }
        if self.seal != calculate_seal(input, self)? {
            let text = "This isn’t what was signed: the seal doesn’t match.";
            return Err(field_error("sealed.seal", "mismatch", text));
        }
        Ok(())
    }
}

/// The seal of what was signed.
fn calculate_seal(input: &SignInput, sealed: &OfflineSeal) -> Result<String, ApiError> {
    let mut body = json!({
        "version": input.version,
        "name": input.name,
        "signature": serde_json::to_value(&input.signature)?,
        "termsAccepted": input.terms_accepted,
        "terms": sealed.terms,
        "selected": input.selected,
        "signedAt": sealed.signed_at,
    });
    // Left out if it was not sent, as in what was sealed before quotes had choices.
    if let Some(chosen) = &input.chosen_choice {
        body["chosenChoice"] = json!(chosen);
    }
    if input.early_start {
        body["earlyStart"] = json!(true);
    }
    Ok(sha256_hex(content::to_canonical_json(&body)))
}

fn field_error(path: &str, code: &'static str, msg: &'static str) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(path, code, msg)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct SealCase {
        name: String,
        input: SignInput,
        canonical: String,
    }

    #[derive(Deserialize)]
    struct SealCases {
        seals: Vec<SealCase>,
    }

    #[test]
    fn the_seals_are_those_of_the_golden_cases() {
        let text = include_str!("../../../../../tests/golden/sealed/cases.json");
        let cases: SealCases = serde_json::from_str(text).unwrap();
        assert!(!cases.seals.is_empty());
        for case in cases.seals {
            let sealed = case.input.sealed.clone().unwrap();
            assert_eq!(sealed.seal, sha256_hex(&case.canonical), "{}", case.name);
            assert_eq!(calculate_seal(&case.input, &sealed).unwrap(), sealed.seal, "{}", case.name);
            assert!(sealed.check(&case.input).is_ok());
            let other = SignInput { name: format!("{} ", case.input.name), ..case.input };
            assert!(sealed.check(&other).is_err());
        }
    }
}
