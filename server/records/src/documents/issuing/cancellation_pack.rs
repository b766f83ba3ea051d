//! What the customer of a quote is given about their right to cancel, with the version that they read.

use plumbline_core::calculate::choices;
use plumbline_core::consumer::{CancellationPack, CancellationSituation, ContractParties, Particulars};
use plumbline_core::document::{AgreedAt, BuysAs, Supplies};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;

use crate::contacts::store as contacts;
use crate::contacts::{CustomerType, VatRegistered};
use crate::documents::parties::Parties;
use crate::documents::stored::StoredDocument;
use crate::profiles::store::{self as profiles, ProfileRow};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

/// The facts by which core decides whether a quote's customer may cancel: those entered for the job, and the present
/// customer and business.
pub async fn load_situation(
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<CancellationSituation, ApiError> {
    let row = &stored.row;
    let contact = match &row.contact_id {
        Some(id) => contacts::find(conn, &row.user_id, id).await?,
        None => None,
    };
    let contact = contact.map(|contact| contact.fields).unwrap_or_default();
    let profile = find_profile(conn, stored).await?;
    Ok(CancellationSituation {
        agreement: stored.document.agreement.clone().unwrap_or_default(),
        said: match contact.customer_type {
            CustomerType::Business => Some(BuysAs::Business),
            CustomerType::Consumer => Some(BuysAs::Consumer),
            CustomerType::Unknown => None,
        },
        in_trade: contact.cis_contractor
            || contact.vat_registered == VatRegistered::Yes
            || stored.document.is_business_only(),
        company: contact.company,
        vat_number: contact.vat_number,
        usual: profile.and_then(|profile| AgreedAt::parse(&profile.agreed_at)),
        goods: Supplies::from_lines(&stored.document.items) == Supplies::Goods,
        total: Number::from_text(&max_payable(stored).to_string()),
    })
}

/// The present business profile of a document; `None` if it has no profile.
async fn find_profile(conn: &mut Conn, stored: &StoredDocument) -> Result<Option<ProfileRow>, ApiError> {
    Ok(match &stored.row.business_profile_id {
        Some(id) => profiles::find_by_id(conn, id).await?,
        None => None,
    })
}

/// The business's usual details about its jobs, with the working time entered for this job if there is one.
async fn load_particulars(conn: &mut Conn, stored: &StoredDocument) -> Result<Particulars, ApiError> {
    let profile = find_profile(conn, stored).await?;
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

/// The pre-contract information for a quote that is issued now, in the form that is stored with the version: core's
/// [`CancellationPack`] as JSON. `None` if there is nothing to give; the version then reads and hashes as if this
/// information didn't exist.
pub async fn build_pack(
    conn: &mut Conn,
    stored: &StoredDocument,
    parties: &Parties,
) -> Result<Option<String>, ApiError> {
    if stored.kind != DocumentKind::Quote {
        return Ok(None);
    }
    let decision = load_situation(conn, stored).await?.decide();
    let number = stored.row.number.as_deref().unwrap_or_default();
    let heading = format!("{} {number}", stored.title());
    let contact = parties.contact.as_ref();
    let named = (heading.trim(), stored.row.variation_of_id.is_some());
    let says = load_particulars(conn, stored).await?;
    let pack = CancellationPack::for_decision(
        &decision,
        &ContractParties::new(&parties.profile, contact),
        &says,
        named,
    );
    Ok(pack.as_ref().map(serde_json::to_string).transpose()?)
}

/// The most that may be payable under what the customer agrees to: core's sum or, if that can't be calculated, the
/// total.
fn max_payable(stored: &StoredDocument) -> Pence {
    let varied = stored.row.variation_of_id.as_ref();
    let agreed = varied.and(stored.row.varied_total).unwrap_or_default();
    choices::max_payable(&stored.document, Pence(agreed)).unwrap_or(stored.totals.total_amount)
}
