//! An update in HMRC's format.

use std::fmt::Write;

use super::{QuarterlyUpdate, UpdateField};

impl QuarterlyUpdate<'_> {
    /// The request body for HMRC: JSON whose amounts are numbers with two decimals. It is written as text, because a
    /// number that passes through a float may change, and the amounts sent must be those that were shown.
    ///
    /// Income and expenses are sent even if they are 0; the object of disallowable expenses is then omitted, because
    /// HMRC refuses empty ones.
    #[must_use]
    pub fn to_json(&self) -> String {
        let period = self.days.period;
        let dates = format!(
            "\"periodDates\":{{\"periodStartDate\":\"{}\",\"periodEndDate\":\"{}\"}}",
            period.from, period.to
        );
        let objects = [
            ("periodIncome", &self.income),
            ("periodExpenses", &self.expenses),
            ("periodDisallowableExpenses", &self.disallowable),
        ];
        let mut text = format!("{{{dates}");
        for (name, fields) in objects.into_iter().filter(|(_, fields)| !fields.is_empty()) {
            // Writing to a string cannot fail.
            let _ = write!(text, ",\"{name}\":{{{}}}", join_fields(fields));
        }
        text.push('}');
        text
    }
}

fn join_fields(fields: &[UpdateField<'_>]) -> String {
    let fields = fields.iter();
    let fields: Vec<String> = fields.map(|it| format!("\"{}\":{}", it.name, it.amount)).collect();
    fields.join(",")
}
