//! `plumbline einvoice`: a golden case on standard input, its XML on standard output.

use std::io::{self, Read as _, Write as _};

use plumbline_core::einvoice::{EinvoiceSource, create};

/// Writes the e-invoice of the JSON on standard input, which is core's `EinvoiceSource` or a case with one as its
/// `einvoice`.
///
/// # Errors
/// What prevents the e-invoice, one sentence per line.
pub fn run() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    io::stdout().write_all(&to_xml(&text).map_err(io::Error::other)?)
}

pub(super) fn to_xml(text: &str) -> Result<Vec<u8>, String> {
    let mut value: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let inner = value.get_mut("einvoice").map(serde_json::Value::take);
    let source = EinvoiceSource::from_json(&inner.unwrap_or(value).to_string())?;
    let made = create(&source).map_err(|found| {
        let texts: Vec<String> = found.into_iter().map(|it| it.message).collect();
        texts.join("\n")
    })?;
    super::xml::write_xml(&made).map_err(|error| error.to_string())
}
