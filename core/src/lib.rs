//! Plumbline's rules: the calculation of quotes and invoices, the same for every caller.
//!
//! The crate is pure: it has no clock, no randomness and no I/O. The same functions run natively in the server and
//! as WebAssembly in the browser, so that an amount is the same to the penny wherever it is typed, stored, shown or
//! paid. `docs/rules.md` is the definition; each module names the section that it follows.
//!
//! Imports run one way, through the layers that `tests/imports.rs` lists and checks.

// Values and documents.
pub mod colour;
pub mod document;
pub mod error;
pub mod money;
mod text;
pub mod time;

// The calculation (docs/rules.md, sections 1 to 3 and 7), and its text interface (section 6).
pub mod calculate;
pub mod json;
pub mod ndjson;
pub mod preview;

// Editing (docs/design.md, Edits).
pub mod edit;

// Whether a consumer may cancel a job, and what follows.
pub mod consumer;

// Reminders, and debts by age.
pub mod chase;

// Names, statuses and presentation (docs/rules.md, section 4).
pub mod credentials;
pub mod kind;
pub mod present;
pub mod status;
pub mod text_api;

// Which documents a list holds, and in which order.
pub mod list;

// Expenses.
pub mod expense;

// Rates of tax with their dates.
pub mod tax;

// Reports and tax returns.
pub mod report;

// Documents as e-invoices.
pub mod einvoice;

// The plans that an operator sells.
pub mod plan;

// Rough notes made readable.
pub mod tidy;
