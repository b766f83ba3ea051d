//! The boxes of the VAT return: their labels, their names in HMRC's software, and their units.

use serde::{Deserialize, Serialize};

/// The unit in which a box is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BoxUnit {
    /// Pounds and pence, exact.
    Pence,
    /// Whole pounds: the pence are dropped, rounding towards zero.
    WholePounds,
}

/// The facts about a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct VatBoxInfo {
    /// The number, 1 to 9.
    #[serde(rename = "box")]
    pub number: u8,
    /// The field of HMRC's VAT (MTD) API 1.0.
    pub field: &'static str,
    /// The label on the return.
    pub label: &'static str,
    /// The unit of its amount.
    pub unit: BoxUnit,
}

const fn info(number: u8, unit: BoxUnit, field: &'static str, label: &'static str) -> VatBoxInfo {
    VatBoxInfo { number, field, label, unit }
}

/// The boxes in the order of the return, with the labels in use since 1 January 2021, when boxes 2, 8 and 9 became
/// those of Northern Ireland. Source: Notice 700/12.
pub const VAT_BOXES: [VatBoxInfo; 9] = [
    info(1, BoxUnit::Pence, "vatDueSales", "VAT due in the period on sales and other outputs"),
    info(
        2,
        BoxUnit::Pence,
        "vatDueAcquisitions",
        "VAT due in the period on acquisitions of goods made in Northern Ireland from EU Member States",
    ),
    info(3, BoxUnit::Pence, "totalVatDue", "Total VAT due (the sum of boxes 1 and 2)"),
    info(
        4,
        BoxUnit::Pence,
        "vatReclaimedCurrPeriod",
        "VAT reclaimed in the period on purchases and other inputs (including acquisitions in Northern Ireland \
         from EU Member States)",
    ),
    info(
        5,
        BoxUnit::Pence,
        "netVatDue",
        "Net VAT to pay to HMRC or reclaim (the difference between boxes 3 and 4)",
    ),
    info(
        6,
        BoxUnit::WholePounds,
        "totalValueSalesExVAT",
        "Total value of sales and all other outputs excluding any VAT",
    ),
    info(
        7,
        BoxUnit::WholePounds,
        "totalValuePurchasesExVAT",
        "Total value of purchases and all other inputs excluding any VAT",
    ),
    info(
        8,
        BoxUnit::WholePounds,
        "totalValueGoodsSuppliedExVAT",
        "Total value of dispatches of goods and related costs (excluding VAT) from Northern Ireland to EU \
         Member States",
    ),
    info(
        9,
        BoxUnit::WholePounds,
        "totalAcquisitionsExVAT",
        "Total value of acquisitions of goods and related costs (excluding VAT) made in Northern Ireland from \
         EU Member States",
    ),
];

/// Whether the rounding of boxes 6 to 9 was read in a source: the pence are dropped, also for a negative value (HMRC's
/// answer in hmrc/vat-api issue 685).
pub const WHOLE_POUNDS_CONFIRMED: bool = true;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_boxes_1_to_9_with_pence_in_the_first_five() {
        let numbers: Vec<u8> = VAT_BOXES.iter().map(|info| info.number).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let has_pence = |info: &VatBoxInfo| (info.unit == BoxUnit::Pence) == (info.number <= 5);
        assert!(VAT_BOXES.iter().all(has_pence));
    }
}
