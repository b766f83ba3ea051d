//! Who is told of what happens to a document: open pages, the list of activities, the business's
//! notifications, and the rooms that hang something on it.

pub mod events;
pub mod hooks;
pub mod live;
pub mod news;
