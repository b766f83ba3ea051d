//! The rows from which reports are made.

use plumbline_core::expense::Category;
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::report::Period;
use plumbline_core::report::books::Bought;
use plumbline_core::tax::Vehicle;
use plumbline_core::time::Date;

use plumbline_platform::db::table::{Table, table};
use plumbline_platform::db::{Conn, DbResult, packed};
use plumbline_records::expenses::fields::{GoodsOrService, VatKind};

table! {
    /// What a report needs to know of a document.
    pub struct Document: "reported_documents", by id {
        /// UUIDv7.
        pub id: String,
        /// Its kind.
        pub kind: Kind,
        /// Empty of a draft.
        pub number: String,
        /// A draft that was paid may have none.
        pub issue_date: Option<Date>,
        /// The customer; empty where the contact is gone.
        pub contact_id: String,
        /// Their name as it was issued.
        pub contact_name: String,
        /// The business.
        pub profile_id: Option<String>,
        /// With VAT.
        pub total: Pence,
        /// The VAT of it.
        pub vat: Pence,
        /// The total less what a contractor keeps back.
        pub payable: Pence,
        /// What a contractor's deduction is worked out from.
        pub cis_base: Pence,
    }
}

/// The invoices and credit notes issued from one day to another that count, as rows of `reported_documents`.
pub async fn issued<D: Table>(
    conn: &mut Conn,
    user_id: &str,
    from: Date,
    to: Date,
) -> DbResult<Vec<D>> {
    let condition = "user_id = $1 AND kind IN ('invoice', 'credit_note') AND number > '' \
         AND status <> 'void' AND issued >= $2 AND issued <= $3";
    let days = [from, to].map(|day| day.to_string());
    packed::all(conn, condition, &[user_id, &days[0], &days[1]]).await
}

table! {
    /// Money that came in for a document by a day, or went back: then below zero.
    pub struct Taken: "reported_takings", by payment_id {
        /// The payment.
        payment_id: String,
        /// Which of its movements, from 1.
        n: i64,
        /// The day.
        pub date: Date,
        /// How much.
        pub amount: Pence,
    }
    within {
        /// What it was for: a quote's deposit for the invoice that was made of it, what was given back against a credit
        /// note for the invoice that it credits.
        pub document: Document {
            id,
            kind,
            number,
            issue_date,
            contact_id,
            contact_name,
            profile_id,
            total,
            vat,
            payable,
            cis_base,
        }
    }
}

table! {
    /// A credit note that was issued and counts.
    pub struct CreditNote: "reported_credits", by id {
        /// The invoice that it credits.
        pub credits: String,
    }
    within {
        /// Itself: its amounts are what it takes off, above zero.
        pub document: Document {
            id,
            kind,
            number,
            issue_date,
            contact_id,
            contact_name,
            profile_id,
            total,
            vat,
            payable,
            cis_base,
        }
    }
}

/// The credit notes of an account that were issued by a day, and count.
pub async fn credits(conn: &mut Conn, user_id: &str, to: Date) -> DbResult<Vec<CreditNote>> {
    let to = to.to_string();
    packed::all(conn, "user_id = $1 AND issued <= $2", &[user_id, &to]).await
}

impl Taken {
    /// Unique among all.
    pub fn id(&self) -> String {
        format!("{}-{}", self.payment_id, self.n)
    }
}

/// All money of the documents of which some came in or went back in some days, or which were credited then, to the last of
/// those, however long ago: what each was for depends on what came before it. They are rows of `reported_takings`.
pub async fn taken<M: Table>(conn: &mut Conn, user_id: &str, days: Period) -> DbResult<Vec<M>> {
    taken_of(conn, user_id, days, "").await
}

/// The same of documents under CIS alone.
pub async fn taken_under_cis(conn: &mut Conn, user_id: &str, days: Period) -> DbResult<Vec<Taken>> {
    taken_of(conn, user_id, days, " AND under_cis > 0").await
}

/// Of more years than these most documents have money in them, and to look which have costs more than it spares.
const LOOKED_AT: u16 = 2;

async fn taken_of<M: Table>(
    conn: &mut Conn,
    user_id: &str,
    days: Period,
    more: &str,
) -> DbResult<Vec<M>> {
    let is_long = days.to.year().saturating_sub(days.from.year()) > LOOKED_AT;
    let days = [days.to, days.from].map(|day| day.to_string());
    let all = format!("user_id = $1 AND date <= $2{more}");
    if is_long {
        return packed::all(conn, &all, &[user_id, &days[0]]).await;
    }
    let some = format!(
        "{all} AND id IN (SELECT id FROM reported_takings \
         WHERE user_id = $1 AND date >= $3 AND date <= $2{more} \
         UNION ALL SELECT credits FROM reported_credits \
         WHERE user_id = $1 AND issued >= $3 AND issued <= $2)"
    );
    packed::all(conn, &some, &[user_id, &days[0], &days[1]]).await
}

table! {
    /// What a report needs to know of an expense.
    pub struct Spent: "expenses", by id {
        /// UUIDv7.
        pub id: String,
        /// When it was paid, or driven.
        pub date: Date,
        /// Whom it was paid to, or empty.
        pub supplier: String,
        /// What for, or empty.
        pub description: String,
        /// Its category.
        pub category: Category,
        /// With VAT.
        pub amount: Pence,
        /// A percentage; empty: none, or not known.
        pub vat_rate: Number,
        /// The customer whose job it was for.
        pub contact_id: Option<String>,
        /// What a journey was driven with.
        pub vehicle: Option<Vehicle>,
        /// Tenths of a mile.
        pub tenths: i64,
        /// A percentage.
        pub private_share: Number,
        /// Whether it is of keeping or driving a vehicle.
        pub vehicle_cost: bool,
        /// How its VAT stands.
        pub vat_kind: VatKind,
        /// Whether it is goods.
        pub goods_or_service: GoodsOrService,
    }
    read {
        /// The VAT of it.
        pub vat: Pence = "vat_amount",
        /// The business; none: the account's first.
        pub profile_id: Option<String> = "business_profile_id",
    }
}

impl Spent {
    /// As core takes it, for VAT and for Income Tax.
    pub fn bought(&self) -> Bought {
        Bought {
            id: self.id.clone(),
            date: self.date,
            category: self.category,
            amount: self.amount,
            vat: self.vat,
            rate: (!self.vat_rate.is_empty()).then(|| self.vat_rate.value()),
            kind: self.vat_kind.into(),
            goods: self.goods_or_service.into(),
            private: self.private_share.value(),
        }
    }

    /// Whom it was paid to, or what for; without either its category.
    pub fn title(&self) -> &str {
        let texts = [&*self.supplier, &*self.description];
        let said = texts.into_iter().find(|text| !text.trim().is_empty());
        said.unwrap_or(self.category.info().name)
    }
}

/// What was spent from one day to another.
pub async fn spent(conn: &mut Conn, user_id: &str, from: Date, to: Date) -> DbResult<Vec<Spent>> {
    let days = [from, to].map(|day| day.to_string());
    let condition = "user_id = $1 AND date >= $2 AND date <= $3";
    packed::all(conn, condition, &[user_id, &days[0], &days[1]]).await
}
