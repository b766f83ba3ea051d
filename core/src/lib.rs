//! Plumbline's rules: the arithmetic of quotes and invoices, once, for every door.
//!
//! The crate is pure: it has no clock, no randomness and no I/O. The same functions run natively
//! in the server and as WebAssembly in the browser, so that what is typed, stored, shown and paid
//! is the same penny. `rules.md` is the definition; each module names the section it follows.

// The arithmetic (rules.md, sections 1 to 3) and its text doors (section 6).
pub mod cis;
pub mod deposit;
pub mod discount;
pub mod document;
pub mod draft;
pub mod error;
pub mod json;
pub mod labour;
pub mod line;
pub mod money;
pub mod ndjson;
pub mod number;
pub mod payments;
pub mod reader;
pub mod shape;
pub mod totals;
pub mod validate;
pub mod vat;
mod writer;

// Credentials, dates, formats and statuses (rules.md, section 4).
pub mod credentials;
pub mod dates;
pub mod doors;
pub mod format;
pub mod invoice;
pub mod kind;
pub mod labour_text;
pub mod parties;
pub mod present;
pub mod public;
pub mod quote;
pub mod status;
mod tree;
pub mod wall_clock;
