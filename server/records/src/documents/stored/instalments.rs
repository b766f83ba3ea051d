//! The instalments of a loaded document, and their state as core calculates it.

use plumbline_core::calculate::instalments::{Instalment, Standing, filled, standing, standing_of};
use plumbline_core::money::Pence;
use plumbline_core::time::Date;

use super::Stored;
use plumbline_platform::error::ApiError;

impl Stored {
    /// The present sum of its instalments, and how much of it is paid.
    pub fn to_instalments(&self) -> (Pence, Pence) {
        let totals = &self.totals;
        standing_of(totals.amount_payable, self.credited(), totals.paid_amount)
    }

    /// The state of its instalments on a day; `None` if there are no instalments.
    pub fn standing(&self, today: Date) -> Option<Standing> {
        let is_agreed = !self.instalments.is_empty();
        is_agreed.then(|| standing(&self.instalments, self.to_instalments(), today))
    }

    /// The dates of the instalments that aren't fully paid, earliest first.
    pub fn open_days(&self) -> Vec<Date> {
        let (whole, paid) = self.to_instalments();
        let each = filled(&self.instalments, whole, paid).into_iter();
        let open = each.filter(|(row, paid)| row.amount > *paid);
        open.map(|(row, _)| row.date).collect()
    }

    /// The position of the instalment on this date, `instalment 2 of 4`; `None` if there is no such instalment.
    pub fn instalment_of(&self, day: Option<Date>) -> Option<String> {
        let day = day?;
        let at = self.instalments.iter().position(|row| row.date == day)?;
        Some(format!(
            "instalment {} of {}",
            at + 1,
            self.instalments.len()
        ))
    }

    /// Sets the agreed instalments; an empty list removes them.
    pub fn agree(&mut self, instalments: Vec<Instalment>) -> Result<(), ApiError> {
        self.row.instalments = match instalments.is_empty() {
            true => String::new(),
            false => serde_json::to_string(&instalments)?,
        };
        self.instalments = instalments;
        Ok(())
    }
}
