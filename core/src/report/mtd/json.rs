//! An update in HMRC's format.

use std::fmt::Write;

use super::{Field, Update};

impl Update<'_> {
    /// The body that HMRC takes: JSON whose amounts are numbers with two decimals. Written as text, because a number
    /// that passes through a float is another one, and the one that was shown is the one that is sent.
    ///
    /// Income and expenses are sent even where they are nothing; of what is not allowed there is no object then, as HMRC
    /// refuses empty ones.
    #[must_use]
    pub fn json(&self) -> String {
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
            // A string takes all that is written to it.
            let _ = write!(text, ",\"{name}\":{{{}}}", joined(fields));
        }
        text.push('}');
        text
    }
}

fn joined(fields: &[Field<'_>]) -> String {
    let fields = fields.iter();
    let fields: Vec<String> = fields
        .map(|it| format!("\"{}\":{}", it.name, it.amount))
        .collect();
    fields.join(",")
}
