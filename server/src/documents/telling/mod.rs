//! Who is told of what happens to a document: open pages, and the list of activities.

pub mod events;
pub mod live;
