//! What a business owes, is owed and must show: sums over the records of a period, each worked out from a
//! list of records that the caller has read.
//!
//! A record is what a document, a payment or an expense says of itself; nothing here asks a document anew. The
//! order of the records never changes a sum.

pub mod books;
pub mod period;

pub use period::Period;
