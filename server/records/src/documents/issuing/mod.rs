//! Issuing: the number, the link, the version that is stored, and its hash. All of it is written in one transaction
//! with the job of the email.

pub mod cancellation_pack;
pub mod issue;
pub mod variation;
pub mod version_hash;
