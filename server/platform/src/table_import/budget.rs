//! What reading one file, and checking what was read, may cost: memory and time. Each kind of file has limits on
//! rows and columns too; this is for the sum of them.

use std::time::{Duration, Instant};

use crate::error::{ApiError, FieldError};

/// The most time for a file: one with the maximum number of rows takes a second or two.
const TIME_MAX: Duration = Duration::from_secs(30);

/// The memory and time that are left for reading a file.
#[derive(Debug)]
pub struct ReadBudget {
    bytes: usize,
    until: Deadline,
}

/// Why reading a file was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BudgetExceeded {
    /// The data read from the file takes too much memory.
    #[error("There is too much text in this file. Please split it into several files.")]
    Memory,
    /// Reading the file takes too long.
    #[error("This file takes too long to read. Please split it into several files.")]
    Time,
}

impl BudgetExceeded {
    /// The code of the error.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Memory => "too_large",
            Self::Time => "too_slow",
        }
    }
}

impl From<BudgetExceeded> for ApiError {
    fn from(spent: BudgetExceeded) -> Self {
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
    pub fn check(self) -> Result<(), BudgetExceeded> {
        if Instant::now() > self.0 {
            return Err(BudgetExceeded::Time);
        }
        Ok(())
    }
}

impl ReadBudget {
    /// An allowance of this many bytes, and the usual time.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self { bytes, until: Deadline(Instant::now() + TIME_MAX) }
    }

    /// Counts this many bytes.
    ///
    /// # Errors
    /// When no bytes or no time are left.
    pub fn spend(&mut self, bytes: usize) -> Result<(), BudgetExceeded> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or(BudgetExceeded::Memory)?;
        self.check_time()
    }

    /// Checks that there is time left.
    ///
    /// # Errors
    /// When there isn't.
    pub fn check_time(&self) -> Result<(), BudgetExceeded> {
        self.until.check()
    }

    /// The time limit.
    #[must_use]
    pub fn deadline(&self) -> Deadline {
        self.until
    }

    /// An allowance of this many bytes without any time left, for tests.
    #[must_use]
    pub fn expired(bytes: usize) -> Self {
        Self { bytes, until: Deadline(Instant::now() - Duration::from_secs(1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_ends_by_bytes_or_by_time() {
        let mut allowance = ReadBudget::new(10);
        assert_eq!(allowance.spend(4), Ok(()));
        assert_eq!(allowance.spend(6), Ok(()));
        assert_eq!(allowance.spend(1), Err(BudgetExceeded::Memory));
        assert_eq!(ReadBudget::expired(10).spend(1), Err(BudgetExceeded::Time));
    }
}
