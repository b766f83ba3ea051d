//! Reading documents: one, a list, a PDF; as the business sees them and as their customers see them.

pub mod answer;
pub mod certificate;
pub mod chosen;
pub mod code;
pub mod counts;
pub mod emails;
pub mod get;
pub mod give_back;
pub mod ids;
pub mod late;
pub mod list;
pub mod paper;
pub mod payment;
pub mod pdf;
pub mod query;
pub mod questions;
pub mod reached;
pub mod replacement;
pub mod settled;
pub mod signature;
pub mod timeline;
pub mod view;
