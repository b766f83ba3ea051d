//! Issuing: the number, the link, the version that is stored, and its hash. All of it is written in one transaction
//! with the job of the email.

pub mod fingerprint;
pub mod issue;
pub mod pack;
pub mod vary;
