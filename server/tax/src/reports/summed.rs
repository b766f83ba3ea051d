//! Income added up by day, customer and business, without the documents and payments behind it, which are not read.

use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::report::books::{Asked as DocumentAsked, Basis, Income, Moved};
use plumbline_core::time::Date;

use super::flat_rate::FlatRates;
use super::query::Asked;
use super::records;
use super::store::{self, CreditNote};
use plumbline_platform::db::table::table;
use plumbline_platform::db::{Conn, DbResult};

table! {
    /// A payment or refund.
    struct Money: "reported_takings", by payment_id {
        /// The payment.
        payment_id: String,
        /// The number of this movement of the payment, from 1.
        n: i64,
        /// The day.
        date: Date,
        /// The amount.
        amount: Pence,
        /// The document that it was for.
        id: String,
        /// The contact's id; empty if it was deleted.
        contact_id: String,
        /// The contact's name at issue.
        contact_name: String,
        /// The business.
        profile_id: Option<String>,
        /// The document's total, including VAT.
        total: Pence,
        /// The VAT in the total.
        vat: Pence,
        /// The total less the CIS deduction.
        payable: Pence,
    }
}

table! {
    /// A document that was issued.
    struct Issued: "reported_documents", by id {
        /// UUIDv7.
        id: String,
        /// Its kind.
        kind: Kind,
        /// Every issued document has an issue date.
        issue_date: Option<Date>,
        /// The contact's id; empty if it was deleted.
        contact_id: String,
        /// The contact's name at issue.
        contact_name: String,
        /// The business.
        profile_id: Option<String>,
        /// Including VAT.
        total: Pence,
        /// The VAT in the total.
        vat: Pence,
        /// The total less the CIS deduction.
        payable: Pence,
    }
}

/// The income of a period, only for sums: the same records as [`records::earned`], with less data. If any business is
/// or was under VAT's flat rate scheme, that function is used instead, because then what counts depends on the
/// document.
pub async fn income(conn: &mut Conn, user_id: &str, asked: Asked) -> DbResult<Vec<Income>> {
    if !FlatRates::read(conn, user_id).await?.is_empty() {
        return Ok(records::earned(conn, user_id, asked).await?.records);
    }
    let Asked { period, basis } = asked;
    let found = match basis {
        Basis::Accruals => {
            let rows: Vec<Issued> = store::issued(conn, user_id, period.from, period.to).await?;
            rows.into_iter().filter_map(Issued::earned).collect()
        }
        Basis::Cash => {
            let money = store::taken(conn, user_id, period).await?;
            let credits = store::credits(conn, user_id, period.to).await?;
            received(money, &credits, period.from)
        }
    };
    Ok(found)
}

impl Issued {
    fn earned(self) -> Option<Income> {
        Some(Income {
            date: self.issue_date?,
            kind: records::kind_issued(self.kind),
            customer: records::whose(&self.contact_id, &self.contact_name),
            profile: self.profile_id,
            net: self.total - self.vat,
            vat: self.vat,
            cis: self.total - self.payable,
            confirmed: true,
            id: self.id,
        })
    }
}

/// The payments and refunds from a day on, and what credit notes changed of them, from all payments of the documents.
fn received(money: Vec<Money>, credits: &[CreditNote], from: Date) -> Vec<Income> {
    let moved = money.into_iter().map(|it| {
        let moved = Moved {
            id: format!("{}-{}", it.payment_id, it.n),
            date: it.date,
            amount: it.amount,
        };
        let asked = DocumentAsked {
            net: it.total - it.vat,
            // The part for materials matters only in the CIS ledger.
            materials: Pence::ZERO,
            deducted: it.total - it.payable,
            payable: it.payable,
        };
        let whose = (it.contact_id, it.contact_name, it.profile_id);
        (it.id, (asked, whose), moved)
    });
    let mut income = Vec::new();
    let credits = records::credited(credits, |_| Pence::ZERO);
    for ((_, (contact_id, name, profile)), parts) in
        records::by_document(moved, &credits, |(asked, _)| *asked)
    {
        let customer = records::whose(&contact_id, &name);
        let parts = parts.into_iter().filter(|part| part.date >= from);
        income
            .extend(parts.map(|part| records::earned_by(part, customer.clone(), profile.clone())));
    }
    income
}
