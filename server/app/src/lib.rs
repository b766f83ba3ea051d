//! The Plumbline server: one process that serves the web app and the HTTP interface.
//!
//! This crate joins the layers below it: accounts, the routes, the command line, the background jobs. A capability
//! (`quotes`, `contacts`, …) is a folder with its router, one file per operation and a `store.rs` with all of its
//! SQL.

pub mod accounts;
pub mod admin;
pub mod app;
pub mod calc;
pub mod cli;
pub mod demo;
pub mod doctor;
pub mod first_start;
pub mod server;
pub mod socket;
pub mod system;
#[cfg(all(test, feature = "typescript"))]
mod typescript;

pub use plumbline_platform::{
    ai, attempts, audit, captcha, clock, compression, config, csv, data_folder, db, error, files, hooks,
    http, idempotency, ids, jobs, limits, live, mail, metrics, passwords, pdf, push, request_id,
    response_cache, secrets, sessions, state, stripe, table_import, web_build, workbook, worker_pool,
    zip_stream,
};

pub use plumbline_records::{
    activities, ad_conversions, contacts, describe, documents, expenses, items, notifications, numbers,
    plans, profiles, summaries, support,
};

pub use plumbline_tax::{cis, income_tax, late_payment, reports, vat};

pub use plumbline_work::{
    authenticity, backup, batches, cancellation, card, chasing, credits, customers, dashboard, data_import,
    deduction_statements, einvoice, emails, instalments, invoices, offline_documents, owed, payments, public,
    questions, quote_templates, quotes, recurring, search, site, stages, variations, views, year_pack,
};
