//! The HTTP interface through its public door. On SQLite by default; with
//! `TEST_DATABASE_URL=postgres://…` every test gets its own database on that server.

mod support;

mod accounts;
mod bodies;
mod contacts;
mod documents;
mod items;
mod profiles;
mod services;
mod system;
