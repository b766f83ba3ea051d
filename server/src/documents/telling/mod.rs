//! Who is told of what happens to a document: open pages, the list of activities, and the rooms that
//! hang something on it.

pub mod events;
pub mod hooks;
pub mod live;
