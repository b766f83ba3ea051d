//! The limits of the processes that typeset PDFs.

use std::path::PathBuf;
use std::time::Duration;

use super::{ConfigError, parse_variable};

/// The limits for one PDF, and the program that typesets it.
#[derive(Debug, Clone)]
pub struct PdfConfig {
    /// The time limit: `PLUMBLINE_PDF_SECONDS`.
    pub time: Duration,
    /// The memory limit in bytes, on systems that report memory use: `PLUMBLINE_PDF_MEGABYTES`.
    pub memory: u64,
    /// The program whose command `typeset` makes PDFs; `None`: the running program. Tests are a different program, so
    /// they name ours.
    pub program: Option<PathBuf>,
}

impl PdfConfig {
    /// Reads the variables.
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigError> {
        let seconds = parse_variable(
            get("PLUMBLINE_PDF_SECONDS"),
            "PLUMBLINE_PDF_SECONDS",
            "a whole number from 1 to 600",
            |v| v.parse().ok().filter(|n| (1..=600).contains(n)),
        )?;
        let megabytes: Option<u64> = parse_variable(
            get("PLUMBLINE_PDF_MEGABYTES"),
            "PLUMBLINE_PDF_MEGABYTES",
            "a whole number from 64 to 65536",
            |v| v.parse().ok().filter(|n| (64..=65536).contains(n)),
        )?;
        Ok(Self {
            time: Duration::from_secs(seconds.unwrap_or(15)),
            memory: megabytes.unwrap_or(512) * 1024 * 1024,
            program: None,
        })
    }
}
