//! What was filed for a month, stored as it was filed: a later change to the details of the subcontractors on it
//! doesn't change the return.

use serde::{Deserialize, Serialize};

use super::monthly::MonthlyReturn;
use super::statement::{Contractor, Subcontractor};
use crate::money::Pence;

/// A subcontractor on a filed return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FiledCisRow {
    /// The subcontractor's details as reported to HMRC.
    #[serde(flatten)]
    pub subcontractor: Subcontractor,
    /// The sum of the month's payments, rounded down to the pound.
    pub gross: Pence,
    /// The sum of the materials, rounded down to the pound.
    pub materials: Pence,
    /// The sum of the deductions, to the penny.
    pub deducted: Pence,
}

/// A return as it was filed. The statements of its month must agree with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FiledCisReturn {
    /// The contractor.
    pub contractor: Contractor,
    /// The subcontractors on it.
    pub rows: Vec<FiledCisRow>,
}

impl FiledCisReturn {
    /// What is stored of a return when it is filed; `known` returns the details of each subcontractor by id.
    #[must_use]
    pub fn from_return(
        contractor: Contractor,
        made: &MonthlyReturn,
        known: impl Fn(&str) -> Option<Subcontractor>,
    ) -> Self {
        let rows = made.rows.iter().filter_map(|row| {
            Some(FiledCisRow {
                subcontractor: known(&row.subcontractor)?,
                gross: row.gross,
                materials: row.materials,
                deducted: row.deducted,
            })
        });
        Self { rows: rows.collect(), contractor }
    }

    /// The filed row of a subcontractor.
    #[must_use]
    pub fn find_row(&self, id: &str) -> Option<&FiledCisRow> {
        self.rows.iter().find(|row| row.subcontractor.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::cis::{PaidSubcontractor, SubcontractorStatus, build_monthly_return};
    use crate::tax::TaxMonth;

    /// 1,000.90 at 30 %: 1,000.00 on the return, 300.27 deducted. A stored return is read back unchanged.
    #[test]
    fn it_is_kept_as_it_was() {
        let date = "2026-10-01".parse().unwrap();
        let paid = PaidSubcontractor {
            id: "p1".to_owned(),
            date,
            subcontractor: "c1".to_owned(),
            status: SubcontractorStatus::NotRegistered,
            gross: Pence(100_090),
            materials: Pence::ZERO,
            deducted: Pence(30_027),
        };
        let made = build_monthly_return(&[paid], TaxMonth::containing(date));
        let contractor =
            Contractor { name: "Pipe & Daughters".to_owned(), employer_reference: "123/AB456".to_owned() };
        let known = |id: &str| {
            Some(Subcontractor {
                id: id.to_owned(),
                name: "Bloggs Roofing".to_owned(),
                utr: String::new(),
                verification_number: "V0012345678/AB".to_owned(),
            })
        };
        let filed = FiledCisReturn::from_return(contractor, &made, known);
        let text = serde_json::to_string(&filed).unwrap();
        let again: FiledCisReturn = serde_json::from_str(&text).unwrap();
        assert_eq!(again, filed);
        let row = again.find_row("c1").unwrap();
        let sums = [row.gross, row.materials, row.deducted].map(|it| it.0);
        assert_eq!(sums, [100_000, 0, 30_027]);
        assert_eq!(row.subcontractor.verification_number, "V0012345678/AB");
        assert_eq!(again.find_row("c2"), None);
    }
}
