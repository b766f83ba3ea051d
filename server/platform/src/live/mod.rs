//! Live updates: telling open pages what changed, so that they read it again (`docs/product.md`, section
//! 7, 'Live socket').
//!
//! A write announces in its transaction; once that is committed, every server on the database
//! hands it to the sockets concerned: the pages behind the document's link, and the business's
//! own windows. The door to it is `socket`, in the crate of the app.

mod hub;
mod message;

pub use hub::{Hub, Messages, Topic};
pub use message::{Announcement, Document, SESSION_ENDED, announce};
