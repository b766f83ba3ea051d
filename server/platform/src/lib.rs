//! Services that every capability uses: the database, HTTP, email, files, PDFs, jobs, limits, card payments.
//!
//! They don't depend on documents or customers. Imports run one way: app → work → tax → records → platform.

pub mod ai;
pub mod attempts;
pub mod audit;
pub mod captcha;
pub mod clock;
pub mod compression;
pub mod config;
pub mod csv;
pub mod data_folder;
pub mod db;
pub mod error;
mod fair_queue;
pub mod files;
pub mod hooks;
pub mod http;
pub mod idempotency;
pub mod ids;
pub mod jobs;
pub mod limits;
pub mod live;
pub mod mail;
pub mod metrics;
pub mod passwords;
pub mod pdf;
pub mod push;
pub mod request_id;
pub mod response_cache;
pub mod secrets;
pub mod sessions;
pub mod state;
pub mod stripe;
pub mod table_import;
pub mod web_build;
pub mod workbook;
pub mod worker_pool;
pub mod zip_stream;
