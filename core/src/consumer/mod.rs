//! Whether a consumer may cancel a job, until when, and what follows: the Consumer Contracts (Information,
//! Cancellation and Additional Charges) Regulations 2013 (SI 2013/3134), called the Regulations here.
//!
//! With goods, the 14 days start when the last of them arrive; for labour alone, when the contract is made. If the
//! quote does not say which it is, its lines decide: a price that is not labour counts as goods, so that a customer is
//! never given a shorter period than the law allows.
//!
//! A fact that was read in the Regulations is `confirmed`. One written from memory is not, and the screen says 'check'
//! next to it.
//! Read: reg. 5 and 30(3) (goods that are supplied with work make a sales contract, whose 14 days end 14 days after the
//! last of the goods arrive; official guidance names the supply and fitting of a patio), reg. 30(2) (for labour alone,
//! 14 days from the contract), reg. 10 with Schedule 2 (what a consumer is given before an off-premises contract) and
//! reg. 36 (no start within the days without an express request, payment in proportion, and that the right to cancel a
//! service contract is lost on full performance only if the customer acknowledged this). The rest is from memory.

pub mod information;
pub mod owed;
pub mod pack;
pub mod period;
pub mod right;
pub mod state;
mod texts;

pub use information::Particulars;
pub use owed::CancellationOwed;
pub use pack::{CancellationFormRow, CancellationPack, ContractParties, join_non_empty};
pub use right::{CancellationDecision, CancellationSituation, CancellationVerdict, SourcedSentence};
pub use state::{CancellationRefusal, CancellationState};

/// The name of the Regulations in references.
pub const REGULATIONS: &str = "Consumer Contracts Regulations 2013";
