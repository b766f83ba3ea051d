//! The instalments of a loaded document, and their state as core calculates it.

use plumbline_core::calculate::instalments::{Instalment, Standing, filled, standing, standing_of};
use plumbline_core::money::Pence;
use plumbline_core::time::Date;

use super::Stored;
use plumbline_platform::error::ApiError;

impl Stored {
    /// What its instalments sum to now, and what of that is paid.
    pub fn to_instalments(&self) -> (Pence, Pence) {
        let totals = &self.totals;
        standing_of(totals.amount_payable, self.credited(), totals.paid_amount)
    }

    /// How its instalments stand on a day; none where none were agreed.
    pub fn standing(&self, today: Date) -> Option<Standing> {
        let is_agreed = !self.instalments.is_empty();
        is_agreed.then(|| standing(&self.instalments, self.to_instalments(), today))
    }

    /// The days of the instalments of which something is open, the earliest first.
    pub fn open_days(&self) -> Vec<Date> {
        let (whole, paid) = self.to_instalments();
        let each = filled(&self.instalments, whole, paid).into_iter();
        let open = each.filter(|(row, paid)| row.amount > *paid);
        open.map(|(row, _)| row.date).collect()
    }

    /// `instalment 2 of 4` of the one of this day; none where there is none.
    pub fn instalment_of(&self, day: Option<Date>) -> Option<String> {
        let day = day?;
        let at = self.instalments.iter().position(|row| row.date == day)?;
        Some(format!(
            "instalment {} of {}",
            at + 1,
            self.instalments.len()
        ))
    }

    /// Agrees these instalments, or none any more.
    pub fn agree(&mut self, instalments: Vec<Instalment>) -> Result<(), ApiError> {
        self.row.instalments = match instalments.is_empty() {
            true => String::new(),
            false => serde_json::to_string(&instalments)?,
        };
        self.instalments = instalments;
        Ok(())
    }
}
