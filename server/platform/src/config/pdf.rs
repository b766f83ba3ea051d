//! The limits of the processes that typeset PDFs.

use std::path::PathBuf;
use std::time::Duration;

use super::{ConfigError, parse};

/// What one PDF may take, and who sets it.
#[derive(Debug, Clone)]
pub struct PdfConfig {
    /// Time: `PLUMBLINE_PDF_SECONDS`.
    pub time: Duration,
    /// Bytes of memory, where the system tells them: `PLUMBLINE_PDF_MEGABYTES`.
    pub memory: u64,
    /// The program whose command `typeset` sets them; `None`: the one that runs. Tests, which are
    /// another program, name ours.
    pub program: Option<PathBuf>,
}

impl PdfConfig {
    /// Reads the variables.
    pub(super) fn read(get: &impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigError> {
        let seconds = parse(
            get("PLUMBLINE_PDF_SECONDS"),
            "PLUMBLINE_PDF_SECONDS",
            "a whole number from 1 to 600",
            |v| v.parse().ok().filter(|n| (1..=600).contains(n)),
        )?;
        let megabytes: Option<u64> = parse(
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
