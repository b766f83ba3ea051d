//! Properties of an expense that its amount does not show.

use serde::{Deserialize, Serialize};

/// How the VAT of what was spent stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VatKind {
    /// It was charged, where there is any.
    #[default]
    Usual,
    /// The domestic reverse charge: the supplier charged none, and the business accounts for it.
    ReverseCharge,
    /// It is of goods that are kept for years, such as a van or a machine.
    Capital,
    /// It is exempt, as insurance, postage and interest are: without VAT, and in box 7 all the same.
    Exempt,
}

/// Whether something bought is goods, as far as somebody said so: the flat rate scheme's test of limited cost counts goods
/// alone (VAT Notice 733, section 4.4 and 4.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum GoodsOrService {
    /// Nobody said. Materials count as goods then, and nothing else does.
    #[default]
    NotSaid,
    /// Goods, used up in the business.
    Goods,
    /// A service, hire or a subscription.
    Service,
}
