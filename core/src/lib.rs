//! Plumbline's rules: the arithmetic of quotes and invoices, once, for every door.
//!
//! The crate is pure: it has no clock, no randomness and no I/O. The same functions run natively
//! in the server and as WebAssembly in the browser, so that what is typed, stored, shown and paid
//! is the same penny. `docs/rules.md` is the definition; each module names the section it follows.
//!
//! Imports run one way: [`money`], [`time`] and [`colour`] ← [`document`] ← [`calculate`] ← [`edit`],
//! [`status`] ← [`present`], [`chase`] ← [`doors`]; [`tax`] ← [`expense`]; [`calculate`] and [`expense`] ←
//! [`report`]; [`calculate`] and [`kind`] ← [`einvoice`]; [`document`] ← [`consumer`] ← [`present`]; [`money`]
//! and [`time`] ← [`plan`]. [`json`] reads the one, [`credentials`] and [`tidy`] stand alone.

// What things are.
pub mod colour;
pub mod document;
pub mod error;
pub mod money;
mod text;
pub mod time;

// What they come to (docs/rules.md, sections 1 to 3 and 7), and the text doors to it (section 6).
pub mod calculate;
pub mod json;
pub mod ndjson;
pub mod preview;

// How they are edited (docs/design.md, Edits).
pub mod edit;

// Whether a consumer may cancel a job, and what follows.
pub mod consumer;

// When their customers are reminded of them, and how old is what is owed.
pub mod chase;

// What they are called and shown as (docs/rules.md, section 4).
pub mod credentials;
pub mod doors;
pub mod kind;
pub mod present;
pub mod status;

// What a business spends.
pub mod expense;

// Rates with their dates.
pub mod tax;

// What a business owes, is owed and must show.
pub mod report;

// What a document says as an e-invoice.
pub mod einvoice;

// What the service sells, and how an account stands to it.
pub mod plan;

// Rough notes made readable.
pub mod tidy;
