//! What reading the files of one request, and checking what was read, may cost: memory, cells and time. Each kind of
//! file has limits on rows and columns too; this is for the sum of them.

use std::time::{Duration, Instant};

use crate::error::{ApiError, FieldError};

/// The most time for a request: files with the maximum number of rows or cells take a second or two.
const TIME_MAX: Duration = Duration::from_secs(15);
/// The most cells of all tables of a request: twice as many as the longest table can have. A table is read five times,
/// which takes some 40 ns for each cell.
const CELLS_MAX: usize = 40_000_000;
/// How many cells take the time of an empty row.
const CELLS_PER_ROW: usize = 10;

/// The memory, cells and time that are left for reading files.
#[derive(Debug)]
pub struct ReadBudget {
    bytes: usize,
    cells: usize,
    until: Deadline,
}

/// Why reading a file was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BudgetExceeded {
    /// The data read from the file takes too much memory.
    #[error("There is too much text in this file. Please split it into several files.")]
    Memory,
    /// The tables have too many rows or cells.
    #[error("There are too many rows and columns in these files. Please import one part at a time.")]
    Cells,
    /// Reading the file takes too long.
    #[error("This file takes too long to read. Please split it into several files.")]
    Time,
}

impl BudgetExceeded {
    /// The code of the error.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Memory | Self::Cells => "too_large",
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
    /// An allowance of this many bytes, and the usual cells and time.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self { bytes, cells: CELLS_MAX, until: Deadline(Instant::now() + TIME_MAX) }
    }

    /// Counts the cells of a table before it is read: as many as there could be with any separator, including those of
    /// empty rows.
    ///
    /// # Errors
    /// When no cells or no time are left.
    pub fn spend_table(&mut self, text: &str) -> Result<(), BudgetExceeded> {
        let cost = |byte: &u8| match byte {
            b'\r' | b'\n' => CELLS_PER_ROW,
            b',' | b';' | b'\t' | b'|' => 1,
            _ => 0,
        };
        let cells: usize = text.as_bytes().iter().map(cost).sum();
        self.cells = self.cells.checked_sub(cells).ok_or(BudgetExceeded::Cells)?;
        self.check_time()
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
        Self { until: Deadline(Instant::now() - Duration::from_secs(1)), ..Self::new(bytes) }
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
        assert_eq!(ReadBudget::expired(10).spend_table("a,b"), Err(BudgetExceeded::Time));
    }

    #[test]
    fn the_cells_of_all_tables_are_counted_including_empty_rows() {
        let fitting = |text: &str| {
            let mut allowance = ReadBudget::new(0);
            (0..20).take_while(|_| allowance.spend_table(text).is_ok()).count()
        };
        assert_eq!(fitting("Name;Total\nA;1\n"), 20);
        // Four million cells and rows that count as ten each.
        let mixed = format!("{}{}", ",".repeat(100_000), "\n".repeat(390_000));
        assert_eq!(fitting(&mixed), 10);
        let text = BudgetExceeded::Cells.to_string();
        assert_eq!(
            text,
            "There are too many rows and columns in these files. Please import one part at a time."
        );
    }
}
