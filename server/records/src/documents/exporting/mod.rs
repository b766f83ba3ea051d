//! Documents for export: a list as a spreadsheet, or several PDFs in one file.

pub mod pdfs;
pub mod table;
