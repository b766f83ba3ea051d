//! Reading documents: one, a list, a PDF; as the business has them and as their customers see them.

pub mod answer;
pub mod list;
pub mod paper;
pub mod query;
pub mod view;
