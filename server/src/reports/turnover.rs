//! What was earned in some years, for its sum alone: whose it was, and of which document, is not read.

use plumbline_core::money::Pence;
use plumbline_core::report::books::{Asked as DocumentAsked, Basis, Income, IncomeKind, Moved};
use plumbline_core::time::Date;

use super::flat_rate::FlatRates;
use super::query::Asked;
use super::records;
use crate::db::table::table;
use crate::db::{Conn, DbResult, packed};

table! {
    /// What the sum needs to know of money that moved.
    struct Sum: "reported_takings", by payment_id {
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
        /// What that asks for, with VAT.
        total: Pence,
        /// The VAT of it.
        vat: Pence,
        /// The total less what a contractor keeps back.
        payable: Pence,
    }
}

/// Records of which core tells the turnover, and nothing else. Under the flat rate scheme of VAT, where what counts
/// depends on the document, they are those of [`records::earned`].
///
/// # Errors
/// When the database fails.
pub(crate) async fn records(conn: &mut Conn, user_id: &str, asked: Asked) -> DbResult<Vec<Income>> {
    let Asked { period, basis } = asked;
    if basis == Basis::Accruals || !FlatRates::read(conn, user_id).await?.is_empty() {
        return Ok(records::earned(conn, user_id, asked).await?.records);
    }
    // What an early movement was for depends on those before it, of years that nobody asks for.
    let last = period.to.to_string();
    let sums: Vec<Sum> =
        packed::all(conn, "user_id = $1 AND date <= $2", &[user_id, &last]).await?;
    let moved = sums.into_iter().map(|it| {
        let asked = DocumentAsked {
            net: it.total - it.vat,
            // No part of the sum: they are for the CIS ledger to tell.
            materials: Pence::ZERO,
            deducted: it.total - it.payable,
            payable: it.payable,
        };
        let moved = Moved {
            id: format!("{}-{}", it.payment_id, it.n),
            date: it.date,
            amount: it.amount,
        };
        (it.id, asked, moved)
    });
    let received = records::by_document(moved, |asked| *asked);
    let received = received.into_iter().flat_map(|(_, parts)| parts);
    let of_period = received.filter(|part| part.date >= period.from);
    let income = of_period.map(|part| Income {
        id: part.id,
        date: part.date,
        kind: IncomeKind::Payment,
        customer: None,
        profile: None,
        net: part.gross,
        vat: part.vat,
        cis: part.deducted,
        confirmed: true,
    });
    Ok(income.collect())
}
