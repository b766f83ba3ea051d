//! What reading one file, and checking what was read, may cost: memory and time. Each kind of file has limits on
//! rows and columns too; this is for the sum of them.

use std::time::{Duration, Instant};

use crate::error::{ApiError, FieldError};

/// The most time for a file: one with the maximum number of rows takes a second or two.
const TIME: Duration = Duration::from_secs(30);

/// The memory and time that are left for reading a file.
#[derive(Debug)]
pub struct Allowance {
    bytes: usize,
    until: Deadline,
}

/// Why reading a file was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Spent {
    /// The data read from the file takes too much memory.
    #[error("There is too much text in this file. Please split it into several files.")]
    Memory,
    /// Reading the file takes too long.
    #[error("This file takes too long to read. Please split it into several files.")]
    Time,
}

impl Spent {
    /// The code of the error.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Memory => "too_large",
            Self::Time => "too_slow",
        }
    }
}

impl From<Spent> for ApiError {
    fn from(spent: Spent) -> Self {
        let error = FieldError::new("file", spent.code(), spent.to_string());
        Self::rule_broken(vec![error])
    }
}

/// The time limit alone, for code that doesn't count bytes.
#[derive(Debug, Clone, Copy)]
pub struct Deadline(Instant);

impl Deadline {
    /// Checks that there is time left.
    ///
    /// # Errors
    /// When there isn't.
    pub fn on(self) -> Result<(), Spent> {
        if Instant::now() > self.0 {
            return Err(Spent::Time);
        }
        Ok(())
    }
}

impl Allowance {
    /// An allowance of this many bytes, and the usual time.
    #[must_use]
    pub fn of(bytes: usize) -> Self {
        Self {
            bytes,
            until: Deadline(Instant::now() + TIME),
        }
    }

    /// Counts this many bytes.
    ///
    /// # Errors
    /// When no bytes or no time are left.
    pub fn take(&mut self, bytes: usize) -> Result<(), Spent> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or(Spent::Memory)?;
        self.on()
    }

    /// Checks that there is time left.
    ///
    /// # Errors
    /// When there isn't.
    pub fn on(&self) -> Result<(), Spent> {
        self.until.on()
    }

    /// The time limit.
    #[must_use]
    pub fn deadline(&self) -> Deadline {
        self.until
    }

    /// An allowance of this many bytes without any time left, for tests.
    #[must_use]
    pub fn late(bytes: usize) -> Self {
        Self {
            bytes,
            until: Deadline(Instant::now() - Duration::from_secs(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_spent_by_bytes_and_by_time() {
        let mut allowance = Allowance::of(10);
        assert_eq!(allowance.take(4), Ok(()));
        assert_eq!(allowance.take(6), Ok(()));
        assert_eq!(allowance.take(1), Err(Spent::Memory));
        assert_eq!(Allowance::late(10).take(1), Err(Spent::Time));
    }
}
