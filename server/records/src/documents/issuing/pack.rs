//! What the customer of a quote is given about their right to cancel, with the version that they read.

use plumbline_core::calculate::choices;
use plumbline_core::consumer::{Pack, Particulars, Sides, Situation};
use plumbline_core::document::{AgreedAt, BuysAs, Supplies};
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;

use crate::contacts::store as contacts;
use crate::contacts::{CustomerType, VatRegistered};
use crate::documents::parties::Parties;
use crate::documents::stored::Stored;
use crate::profiles::store::{self as profiles, ProfileRow};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

/// What core decides by whether a quote's customer may cancel: what was said of the job, and its customer
/// and its business as they are now.
pub async fn situation(conn: &mut Conn, stored: &Stored) -> Result<Situation, ApiError> {
    let row = &stored.row;
    let contact = match &row.contact_id {
        Some(id) => contacts::find(conn, &row.user_id, id).await?,
        None => None,
    };
    let contact = contact.map(|contact| contact.fields).unwrap_or_default();
    let profile = profile(conn, stored).await?;
    Ok(Situation {
        agreement: stored.document.agreement.clone().unwrap_or_default(),
        said: match contact.customer_type {
            CustomerType::Business => Some(BuysAs::Business),
            CustomerType::Consumer => Some(BuysAs::Consumer),
            CustomerType::Unknown => None,
        },
        in_trade: contact.cis_contractor
            || contact.vat_registered == VatRegistered::Yes
            || stored.document.is_for_the_trade(),
        company: contact.company,
        vat_number: contact.vat_number,
        usual: profile.and_then(|profile| AgreedAt::of(&profile.agreed_at)),
        goods: Supplies::by(&stored.document.items) == Supplies::Goods,
        total: Number::from_text(&paid_under(stored).to_string()),
    })
}

/// The profile of a document as it is now; none where it has none.
async fn profile(conn: &mut Conn, stored: &Stored) -> Result<Option<ProfileRow>, ApiError> {
    Ok(match &stored.row.business_profile_id {
        Some(id) => profiles::of_document(conn, id).await?,
        None => None,
    })
}

/// What the business says of the job, and where it says nothing of that, of all its jobs.
async fn particulars(conn: &mut Conn, stored: &Stored) -> Result<Particulars, ApiError> {
    let profile = profile(conn, stored).await?;
    let usual = profile.map_or_else(Particulars::default, |profile| Particulars {
        work_time: profile.work_time,
        complaints: profile.complaints,
        returns: profile.returns,
    });
    let agreement = stored.document.agreement.as_ref();
    Ok(match agreement.and_then(|it| it.work_time.clone()) {
        Some(work_time) => Particulars { work_time, ..usual },
        None => usual,
    })
}

/// What goes with a quote that is issued now, as it is kept with the version: JSON of core's [`Pack`].
/// None where there is nothing to give, so that the version reads and hashes as if there had never been
/// any.
pub async fn of(
    conn: &mut Conn,
    stored: &Stored,
    parties: &Parties,
) -> Result<Option<String>, ApiError> {
    if stored.kind != Kind::Quote {
        return Ok(None);
    }
    let decision = situation(conn, stored).await?.decide();
    let number = stored.row.number.as_deref().unwrap_or_default();
    let heading = format!("{} {number}", stored.title());
    let contact = parties.contact.as_ref();
    let named = (heading.trim(), stored.row.variation_of_id.is_some());
    let says = particulars(conn, stored).await?;
    let pack = Pack::of(
        &decision,
        &Sides::of(&parties.profile, contact),
        &says,
        named,
    );
    Ok(pack.as_ref().map(serde_json::to_string).transpose()?)
}

/// The most that may be paid under what a customer agrees to: core's sum, of what can be calculated.
fn paid_under(stored: &Stored) -> Pence {
    let varied = stored.row.variation_of_id.as_ref();
    let agreed = varied.and(stored.row.varied_total).unwrap_or_default();
    choices::most_paid(&stored.document, Pence(agreed)).unwrap_or(stored.totals.total_amount)
}
