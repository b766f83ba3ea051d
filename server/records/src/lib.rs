//! What a business stores: contacts, items, documents, expenses, profiles.

pub mod activities;
pub mod ad_conversions;
pub mod contacts;
pub mod describe;
pub mod documents;
pub mod expenses;
pub mod items;
pub mod notifications;
pub mod numbers;
pub mod plans;
pub mod profiles;
pub mod summaries;
pub mod support;
