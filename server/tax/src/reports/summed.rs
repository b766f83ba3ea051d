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
    /// Money that moved.
    struct Money: "reported_takings", by payment_id {
        /// The payment.
        payment_id: String,
        /// Which of its movements, from 1.
        n: i64,
        /// The day.
        date: Date,
        /// How much.
        amount: Pence,
        /// The document that it was for.
        id: String,
        /// The customer; empty where the contact is gone.
        contact_id: String,
        /// Their name as it was issued.
        contact_name: String,
        /// The business.
        profile_id: Option<String>,
        /// What the document asks for, with VAT.
        total: Pence,
        /// The VAT of it.
        vat: Pence,
        /// The total less what a contractor keeps back.
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
        /// What is issued has a day.
        issue_date: Option<Date>,
        /// The customer; empty where the contact is gone.
        contact_id: String,
        /// Their name as it was issued.
        contact_name: String,
        /// The business.
        profile_id: Option<String>,
        /// With VAT.
        total: Pence,
        /// The VAT of it.
        vat: Pence,
        /// The total less what a contractor keeps back.
        payable: Pence,
    }
}

/// Income of a period, for its sums: the records of [`records::earned`], and where a business is or was under the flat
/// rate scheme of VAT, by which what counts depends on the document, read as they are there.
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

/// Of all money of the documents what came in, or went back, from a day on, and what credit notes changed of it.
fn received(money: Vec<Money>, credits: &[CreditNote], from: Date) -> Vec<Income> {
    let moved = money.into_iter().map(|it| {
        let moved = Moved {
            id: format!("{}-{}", it.payment_id, it.n),
            date: it.date,
            amount: it.amount,
        };
        let asked = DocumentAsked {
            net: it.total - it.vat,
            // Which part of it was materials is the CIS ledger's to say.
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
