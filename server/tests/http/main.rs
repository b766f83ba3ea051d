//! The HTTP interface through its public door. On SQLite by default; with
//! `TEST_DATABASE_URL=postgres://…` every test gets its own database on that server.

mod support;

mod accounts;
mod activities;
mod at_rest;
mod batches;
mod bodies;
mod captcha;
mod card;
mod clocks;
mod connections;
mod contacts;
mod dashboard;
mod describe;
mod devices;
mod documents;
mod expenses;
mod items;
mod items_import;
mod jobs;
mod leaving;
mod limits;
mod lists;
mod notifications;
mod numbering;
mod owners;
mod passkeys;
mod passwords;
mod pdf;
mod pictures;
mod pins;
mod profiles;
mod quotas;
mod relay;
mod search;
mod services;
mod settings;
mod shared_limits;
mod signing_in;
mod smtp;
mod support_desk;
mod system;
mod unverified;
mod upgrade;
mod views;
