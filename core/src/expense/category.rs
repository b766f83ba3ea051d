//! The categories of what a sole trader spends, as the tax return has them.
//!
//! Sources: form SA103F (self-employment, full), boxes 17 to 30, 'Business expenses'; the stored names are the fields
//! of `periodExpenses` in HMRC's self-employment business API 5.0, by which a quarterly update names them.

use serde::{Deserialize, Serialize};

/// An expense category of the tax return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum ExpenseCategory {
    /// Materials, and goods for resale.
    CostOfGoods,
    /// Subcontractors in construction.
    PaymentsToSubcontractors,
    /// Wages, salaries and other staff costs.
    WagesAndStaffCosts,
    /// Car, van and travel.
    CarVanTravelExpenses,
    /// Rent, rates, power and insurance.
    PremisesRunningCosts,
    /// Repairs of property and equipment.
    MaintenanceCosts,
    /// Telephone, stationery and other office costs.
    AdminCosts,
    /// Advertising.
    AdvertisingCosts,
    /// Entertaining customers.
    BusinessEntertainmentCosts,
    /// Interest on loans.
    InterestOnBankOtherLoans,
    /// Bank and card charges.
    FinanceCharges,
    /// Debts that nobody will pay.
    IrrecoverableDebts,
    /// Accountants, solicitors, trade bodies.
    ProfessionalFees,
    /// The loss in value of tools and vans.
    Depreciation,
    /// Everything else.
    OtherExpenses,
}

/// The facts about a category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ExpenseCategoryInfo {
    /// The category.
    #[serde(rename = "word")]
    pub category: ExpenseCategory,
    /// The name that tradespeople use.
    pub name: &'static str,
    /// The name on the tax return.
    pub label: &'static str,
    /// What belongs in the category, in a few words.
    pub hint: &'static str,
    /// The box of form SA103F.
    #[serde(rename = "box")]
    pub number: u8,
}

const fn info(
    category: ExpenseCategory,
    number: u8,
    name: &'static str,
    label: &'static str,
    hint: &'static str,
) -> ExpenseCategoryInfo {
    ExpenseCategoryInfo { category, name, label, hint, number }
}

/// The table of categories, in the order of the form.
pub const CATEGORIES: [ExpenseCategoryInfo; 15] = [
    info(
        ExpenseCategory::CostOfGoods,
        17,
        "Materials and goods",
        "Cost of goods bought for resale or goods used",
        "Pipe, timber, fittings; also skips and hire for a job, which are services",
    ),
    info(
        ExpenseCategory::PaymentsToSubcontractors,
        18,
        "Subcontractors",
        "Construction industry – payments to subcontractors",
        "The whole payment, before CIS is taken off",
    ),
    info(
        ExpenseCategory::WagesAndStaffCosts,
        19,
        "Wages and staff",
        "Wages, salaries and other staff costs",
        "Pay, employer’s National Insurance, pensions, agency workers",
    ),
    info(
        ExpenseCategory::CarVanTravelExpenses,
        20,
        "Car, van and travel",
        "Car, van and travel expenses",
        "Fuel, servicing, van insurance and tax, parking, trains, mileage",
    ),
    info(
        ExpenseCategory::PremisesRunningCosts,
        21,
        "Premises",
        "Rent, rates, power and insurance costs",
        "Workshop rent, heat and light, public liability insurance",
    ),
    info(
        ExpenseCategory::MaintenanceCosts,
        22,
        "Repairs",
        "Repairs and maintenance of property and equipment",
        "Repairing tools, machines and the workshop",
    ),
    info(
        ExpenseCategory::AdminCosts,
        23,
        "Phone and office",
        "Phone, fax, stationery and other office costs",
        "Phone, internet, software, postage, stationery",
    ),
    info(
        ExpenseCategory::AdvertisingCosts,
        24,
        "Advertising",
        "Advertising and business entertainment costs",
        "Website, leaflets, van lettering, Checkatrade",
    ),
    info(
        ExpenseCategory::BusinessEntertainmentCosts,
        24,
        "Entertainment",
        "Advertising and business entertainment costs",
        "Meals and gifts for customers: not allowed against tax",
    ),
    info(
        ExpenseCategory::InterestOnBankOtherLoans,
        25,
        "Loan interest",
        "Interest on bank and other loans",
        "Interest on a business loan or overdraft",
    ),
    info(
        ExpenseCategory::FinanceCharges,
        26,
        "Bank charges",
        "Bank, credit card and other financial charges",
        "Account fees, card fees, leasing charges",
    ),
    info(
        ExpenseCategory::IrrecoverableDebts,
        27,
        "Bad debts",
        "Irrecoverable debts written off",
        "Invoices you counted as income that will never be paid",
    ),
    info(
        ExpenseCategory::ProfessionalFees,
        28,
        "Professional fees",
        "Accountancy, legal and other professional fees",
        "Accountant, solicitor, Gas Safe, NICEIC, trade bodies",
    ),
    info(
        ExpenseCategory::Depreciation,
        29,
        "Depreciation",
        "Depreciation and loss or profit on sale of assets",
        "The value tools and vans lose: not allowed against tax",
    ),
    info(
        ExpenseCategory::OtherExpenses,
        30,
        "Other",
        "Other business expenses",
        "Anything that doesn’t fit elsewhere: workwear, training, small tools",
    ),
];

impl ExpenseCategory {
    /// The facts about this category.
    #[must_use]
    pub fn info(self) -> &'static ExpenseCategoryInfo {
        let found = CATEGORIES.iter().find(|info| info.category == self);
        found.unwrap_or(&CATEGORIES[CATEGORIES.len() - 1])
    }

    /// Whether goods in this category may be relevant goods in the limited cost test of the flat rate scheme: not food
    /// and drink, vehicles with their parts and fuel, or anything that isn't goods by nature (VAT Notice 733, section
    /// 4.6).
    #[must_use]
    pub const fn has_relevant_goods(self) -> bool {
        matches!(
            self,
            Self::CostOfGoods
                | Self::PremisesRunningCosts
                | Self::MaintenanceCosts
                | Self::AdminCosts
                | Self::OtherExpenses
        )
    }

    /// The name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::CostOfGoods => "costOfGoods",
            Self::PaymentsToSubcontractors => "paymentsToSubcontractors",
            Self::WagesAndStaffCosts => "wagesAndStaffCosts",
            Self::CarVanTravelExpenses => "carVanTravelExpenses",
            Self::PremisesRunningCosts => "premisesRunningCosts",
            Self::MaintenanceCosts => "maintenanceCosts",
            Self::AdminCosts => "adminCosts",
            Self::AdvertisingCosts => "advertisingCosts",
            Self::BusinessEntertainmentCosts => "businessEntertainmentCosts",
            Self::InterestOnBankOtherLoans => "interestOnBankOtherLoans",
            Self::FinanceCharges => "financeCharges",
            Self::IrrecoverableDebts => "irrecoverableDebts",
            Self::ProfessionalFees => "professionalFees",
            Self::Depreciation => "depreciation",
            Self::OtherExpenses => "otherExpenses",
        }
    }

    /// The category with this name; `None` for any other text.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let mut all = CATEGORIES.iter().map(|info| info.category);
        all.find(|category| category.code() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_lists_each_category_once_under_its_json_code() {
        let mut seen = std::collections::HashSet::new();
        for info in &CATEGORIES {
            let word = info.category.code();
            assert!(seen.insert(word), "{word}");
            let json = serde_json::to_string(&info.category).unwrap();
            assert_eq!(json, format!("\"{word}\""));
            assert_eq!(ExpenseCategory::parse(word), Some(info.category));
            assert_eq!(info.category.info(), info);
        }
        assert!(CATEGORIES.is_sorted_by_key(|info| info.number));
        assert_eq!(ExpenseCategory::parse("wages"), None);
    }
}

/// Writes the table as a TypeScript file for the browser, next to the types that ts-rs generates.
#[cfg(all(test, feature = "typescript"))]
mod export {
    use std::path::PathBuf;

    use super::CATEGORIES;

    #[test]
    fn export_bindings_categories() {
        let rows = CATEGORIES.map(|info| {
            let row = serde_json::to_string(&info).unwrap();
            format!("  {row},\n")
        });
        let text = format!(
            "// This file was generated from core/src/expense/category.rs. Do not edit this file manually.\n\n\
             /** The categories of expenses, in the order of the tax return. */\n\
             export const EXPENSE_CATEGORIES = [\n{}] as const;\n",
            rows.concat(),
        );
        let folder = std::env::var("TS_RS_EXPORT_DIR").unwrap_or_else(|_| "./bindings".into());
        let folder = PathBuf::from(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("expense-categories.ts"), text).unwrap();
    }
}
