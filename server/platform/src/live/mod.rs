//! Live updates: open pages learn what has changed and read it again (`docs/product.md`, section 7, 'Live socket').
//!
//! A write announces its change in its transaction. Once that is committed, every server that shares the database
//! sends it to the sockets concerned: the pages opened by the document's link, and the business's own windows. The
//! socket itself is `socket`, in the crate `app`.

mod hub;
mod message;

pub use hub::{Hub, Messages, Topic};
pub use message::{Announcement, LiveDocument, SESSION_ENDED, announce};
