//! What reading one file, and checking what was read, may cost: memory and time. Each kind of file has limits on
//! rows and columns too; this is for the sum of them.

use std::time::{Duration, Instant};

use crate::error::{ApiError, FieldError};

/// The most time: what is within the bounds of rows takes a second or two.
const TIME: Duration = Duration::from_secs(30);

/// What is left.
#[derive(Debug)]
pub struct Allowance {
    bytes: usize,
    until: Deadline,
}

/// Why a file is not read on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Spent {
    /// What is kept of it takes too much memory.
    #[error("There is too much text in this file. Please split it into several files.")]
    Memory,
    /// It takes too long.
    #[error("This file takes too long to read. Please split it into several files.")]
    Time,
}

impl Spent {
    /// The code of the refusal.
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

/// Until when a file is worked on, for who does not count its bytes.
#[derive(Debug, Clone, Copy)]
pub struct Deadline(Instant);

impl Deadline {
    /// Whether there is time to go on.
    ///
    /// # Errors
    /// When there is not.
    pub fn on(self) -> Result<(), Spent> {
        if Instant::now() > self.0 {
            return Err(Spent::Time);
        }
        Ok(())
    }
}

impl Allowance {
    /// So many bytes, and the time that every file has.
    #[must_use]
    pub fn of(bytes: usize) -> Self {
        Self {
            bytes,
            until: Deadline(Instant::now() + TIME),
        }
    }

    /// Takes so many bytes of it.
    ///
    /// # Errors
    /// When it is spent.
    pub fn take(&mut self, bytes: usize) -> Result<(), Spent> {
        self.bytes = self.bytes.checked_sub(bytes).ok_or(Spent::Memory)?;
        self.on()
    }

    /// Whether there is time to go on.
    ///
    /// # Errors
    /// When there is not.
    pub fn on(&self) -> Result<(), Spent> {
        self.until.on()
    }

    /// Until when.
    #[must_use]
    pub fn deadline(&self) -> Deadline {
        self.until
    }

    /// So many bytes, and no time left: for tests of what reads files.
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
