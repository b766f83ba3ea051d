//! The Plumbline server: one process that serves the web build and the HTTP interface.
//!
//! A capability (`accounts`, `contacts`, …) has a folder with its router, one file per operation
//! and a `store.rs` with all of its SQL. Services (`mail`, `files`, `jobs`, …) are what
//! capabilities use. Imports run one way: capability → service → `db`.

pub mod accounts;
pub mod activities;
pub mod ai;
pub mod app;
pub mod arriving;
pub mod attempts;
pub mod background;
pub mod batches;
pub mod calc;
pub mod captcha;
pub mod card;
pub mod chasing;
pub mod cli;
pub mod clock;
pub mod config;
pub mod contacts;
pub mod credits;
pub mod csv;
pub mod customers;
pub mod dashboard;
pub mod data_folder;
pub mod db;
pub mod demo;
pub mod describe;
pub mod documents;
pub mod error;
pub mod expenses;
pub mod files;
pub mod held;
pub mod hooks;
pub mod http;
pub mod idempotency;
pub mod ids;
pub mod instalments;
pub mod invoices;
pub mod items;
pub mod jobs;
pub mod letters;
pub mod limits;
pub mod live;
pub mod mail;
pub mod memory;
pub mod notifications;
pub mod numbers;
pub mod owed;
pub mod passwords;
pub mod payments;
pub mod pdf;
pub mod profiles;
pub mod public;
pub mod push;
pub mod quotes;
pub mod ready;
pub mod recurring;
pub mod reports;
pub mod request_id;
pub mod search;
pub mod secrets;
pub mod server;
pub mod sessions;
pub mod sheets;
pub mod socket;
pub mod stages;
pub mod state;
pub mod stripe;
pub mod summaries;
pub mod support;
pub mod system;
#[cfg(all(test, feature = "typescript"))]
mod typescript;
pub mod views;
pub mod web_build;
pub mod workbook;
