//! Who learns of a change to a document: open pages, the list of activities, the business's notifications, and the
//! modules with hooks.

pub mod business;
pub mod events;
pub mod hooks;
pub mod live;
