//! Secrets that all servers on one database share: created at the first start, and stored there.

mod store;

use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::db::{Db, DbResult};
use crate::ids::Ids;

pub use store::load_or_create;

/// The secret behind the codes on invoices (`documents/reading/authenticity_code.rs`): nobody without it can make valid
/// codes.
#[derive(Clone)]
pub struct CodeKey(String);

impl CodeKey {
    /// The key in the database; created at the first start.
    pub async fn open(db: &Db, ids: &Ids, now: i64) -> DbResult<Self> {
        let key = load_or_create(db, "invoice_codes", &ids.new_token::<32>(), now).await?;
        Ok(Self(key))
    }

    /// The signature (HMAC-SHA-256) of these bytes.
    ///
    /// # Panics
    /// Never: HMAC takes keys of any length.
    #[must_use]
    pub fn sign(&self, bytes: &[u8]) -> [u8; 32] {
        let mut mac = <Hmac<Sha256> as hmac::Mac>::new_from_slice(self.0.as_bytes())
            .expect("HMAC takes keys of any length");
        mac.update(bytes);
        mac.finalize().into_bytes().into()
    }

    /// A key from its text.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl std::fmt::Debug for CodeKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CodeKey(…)")
    }
}
