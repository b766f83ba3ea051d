//! The instalments of a loaded document, and their state as core calculates it.

use plumbline_core::calculate::instalments::{
    Instalment, InstalmentSchedule, allocate_paid, build_schedule, schedule_amounts,
};
use plumbline_core::money::Pence;
use plumbline_core::time::Date;

use super::StoredDocument;
use plumbline_platform::error::ApiError;

impl StoredDocument {
    /// The present sum of its instalments, and how much of it is paid.
    pub fn instalment_sums(&self) -> (Pence, Pence) {
        let totals = &self.totals;
        schedule_amounts(totals.amount_payable, self.credit_sums(), totals.paid_amount)
    }

    /// The state of its instalments on a day; `None` if there are no instalments.
    pub fn instalment_schedule(&self, today: Date) -> Option<InstalmentSchedule> {
        let is_agreed = !self.instalments.is_empty();
        is_agreed.then(|| build_schedule(&self.instalments, self.instalment_sums(), today))
    }

    /// The dates of the instalments that aren't fully paid, earliest first.
    pub fn open_instalment_days(&self) -> Vec<Date> {
        let (whole, paid) = self.instalment_sums();
        let each = allocate_paid(&self.instalments, whole, paid).into_iter();
        let open = each.filter(|(row, paid)| row.amount > *paid);
        open.map(|(row, _)| row.date).collect()
    }

    /// The position of the instalment on this date, `instalment 2 of 4`; `None` if there is no such instalment.
    pub fn instalment_label(&self, day: Option<Date>) -> Option<String> {
        let day = day?;
        let at = self.instalments.iter().position(|row| row.date == day)?;
        Some(format!("instalment {} of {}", at + 1, self.instalments.len()))
    }

    /// Sets the agreed instalments; an empty list removes them.
    pub fn set_instalments(&mut self, instalments: Vec<Instalment>) -> Result<(), ApiError> {
        self.row.instalments = match instalments.is_empty() {
            true => String::new(),
            false => serde_json::to_string(&instalments)?,
        };
        self.instalments = instalments;
        Ok(())
    }
}
