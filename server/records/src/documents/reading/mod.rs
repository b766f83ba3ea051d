//! Reading documents: one, a list, a PDF; as the business sees them and as their customers see them.

pub mod authenticity_code;
pub mod certificate;
pub mod counts;
pub mod customer_email;
pub mod emails;
pub mod get;
pub mod ids;
pub mod late_acceptance;
pub mod list;
pub mod payment;
pub mod pdf;
pub mod printable;
pub mod query;
pub mod questions;
pub mod refund_due;
pub mod replacement;
pub mod response;
pub mod selection;
pub mod settlement;
pub mod signature;
pub mod timeline;
pub mod view;
