//! Issuing: the number, the link, the version that is kept, and what tells one version from another.

pub mod fingerprint;
pub mod issue;
pub mod pack;
pub mod vary;
