//! Properties of an expense that its amount does not show.

use serde::{Deserialize, Serialize};

/// How an expense is treated for VAT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VatKind {
    /// VAT was charged, if there is any.
    #[default]
    Usual,
    /// The domestic reverse charge: the supplier charged no VAT, and the business accounts for it.
    ReverseCharge,
    /// Goods that are used for years, such as a van or a machine.
    Capital,
    /// Exempt, like insurance, postage and interest: without VAT, but still in box 7.
    Exempt,
}

/// Whether an expense is for goods or a service, if somebody has said so: the limited cost test of the flat rate scheme
/// counts only goods (VAT Notice 733, section 4.4 and 4.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum GoodsOrService {
    /// Not said. Then materials count as goods, and nothing else does.
    #[default]
    NotSaid,
    /// Goods, used up in the business.
    Goods,
    /// A service, a hire or a subscription.
    Service,
}
