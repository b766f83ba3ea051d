//! Addresses to which no business may have its replies sent: ours, and those of payment providers, banks and the
//! government.

use super::domains::{BARE_DOMAINS, DOMAINS, ORDINARY_LABELS, PUBLIC_MAIL, WORD_LABELS};
use super::is_borrowed;
use super::known_names::COINED;

/// The message about an address that belongs to somebody else.
pub const ADDRESS_MESSAGE: &str = "This address belongs to Plumbline, a payment provider, a bank or the tax office. \
    Please enter your business's own.";

/// Top-level domains for examples and tests, where nobody has a domain.
const RESERVED: &[&str] = &["example", "test", "invalid", "localhost", "local"];

/// Second levels below which countries register domains: `co.uk`, `com.au`.
const SECOND_LEVELS: &[&str] = &["co", "com", "org", "net", "gov", "ltd", "plc", "me", "or", "ne", "gob"];

/// Names of mailboxes that speak for the owner of a domain.
const ROLES: &[&str] =
    &["abuse", "admin", "contact", "hello", "help", "info", "security", "support", "team", "webmaster"];

/// Whether an address is one of `ours` (which may include a name), speaks for our domain, or is an address of a
/// payment provider, a bank or the government.
#[must_use]
pub fn is_borrowed_address(address: &str, ours: &[&str]) -> bool {
    let address = Mailbox::parse(address);
    let is_ours = ours.iter().any(|own| match (&address, Mailbox::parse(own)) {
        (Some(address), Some(own)) => address.speaks_for(&own),
        _ => false,
    });
    is_ours || address.is_some_and(|address| is_of_institution(&address.domain))
}

/// An address without its name and its tag: `help+x@plumbline.test` arrives at `help`.
struct Mailbox {
    local: String,
    domain: String,
}

impl Mailbox {
    fn parse(text: &str) -> Option<Self> {
        let text = text.rsplit_once('<').map_or(text, |(_, rest)| rest);
        let text = text.trim_end_matches('>').trim().to_lowercase();
        let (local, domain) = text.rsplit_once('@')?;
        let local = local.split_once('+').map_or(local, |(local, _)| local);
        Some(Self { local: local.to_owned(), domain: domain.trim_end_matches('.').to_owned() })
    }

    /// Whether it is the `own` address, a role or a name that speaks for its domain, or anything at a subdomain. Other
    /// mailboxes at our domain may be the business's own: a server may be run by a single business.
    fn speaks_for(&self, own: &Self) -> bool {
        let is_public = PUBLIC_MAIL.contains(&own.domain.as_str());
        if self.domain == own.domain {
            let bare = |local: &str| if is_public { local.replace('.', "") } else { local.to_owned() };
            let is_role = || ROLES.contains(&self.local.as_str()) || is_borrowed(&self.local);
            return bare(&self.local) == bare(&own.local) || !is_public && is_role();
        }
        !is_public && is_at(&self.domain, &own.domain)
    }
}

/// Whether a domain is the `known` one or below it.
fn is_at(domain: &str, known: &str) -> bool {
    domain.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Whether a domain belongs to a payment provider, a bank or the government. The name of a provider directly below a
/// public suffix is the provider's: `paypal.com`, `paypal.de`.
fn is_of_institution(domain: &str) -> bool {
    if BARE_DOMAINS.contains(&domain) || DOMAINS.iter().any(|known| is_at(domain, known)) {
        return true;
    }
    let labels: Vec<&str> = domain.split('.').collect();
    (0..labels.len()).any(|at| {
        let suffix = &labels[at + 1..];
        is_public_suffix(suffix)
            && is_label_of_institution(labels[at], suffix.last().is_some_and(|top| top.len() > 3))
    })
}

fn is_public_suffix(labels: &[&str]) -> bool {
    match labels {
        [top] => !RESERVED.contains(top),
        [second, country] => country.len() == 2 && SECOND_LEVELS.contains(second),
        _ => false,
    }
}

/// Whether a provider has a domain with this label. Below a new suffix, one that is an ordinary word may be a trade's.
fn is_label_of_institution(label: &str, is_new_suffix: bool) -> bool {
    let is_theirs = |known: &&str| {
        let (own, suffix) = known.split_once('.').unwrap_or((known, ""));
        own == label && is_public_suffix(&suffix.split('.').collect::<Vec<_>>())
    };
    let is_word = ORDINARY_LABELS.contains(&label) || is_new_suffix && WORD_LABELS.contains(&label);
    !is_word && DOMAINS.iter().any(is_theirs)
        || label.contains('-') && label.split('-').any(is_only_of_institution)
}

/// Whether a part of a label, as in `secure-paypal.com`, is a provider's name and no ordinary word.
fn is_only_of_institution(part: &str) -> bool {
    let is_word = ORDINARY_LABELS.contains(&part) || WORD_LABELS.contains(&part);
    !is_word && COINED.iter().any(|name| name.replace(' ', "") == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_addresses_that_speak_for_the_domain_of_this_server() {
        let ours = ["Plumbline <post@plumbline.test>", "help@plumbline.test"];
        for borrowed in [
            "help+x@plumbline.test",
            "billing@plumbline.test",
            "accounts@Plumbline.test",
            "info@plumbline.test.",
            "no-reply@plumbline.test",
            "plumbline@plumbline.test",
            "stripe@plumbline.test",
            "noreply@mail.plumbline.test",
            "sam@mail.plumbline.test",
        ] {
            assert!(is_borrowed_address(borrowed, &ours), "{borrowed}");
        }
        for own in ["sam@plumbline.test", "billing@notplumbline.test", "billing@taylor.example"] {
            assert!(!is_borrowed_address(own, &ours), "{own}");
        }
    }

    #[test]
    fn refuses_only_the_own_address_at_a_public_mail_provider() {
        let ours = ["Plumbline <quotes.plumbline@gmail.com>"];
        for borrowed in ["quotes.plumbline@gmail.com", "quotesplumbline+x@gmail.com"] {
            assert!(is_borrowed_address(borrowed, &ours), "{borrowed}");
        }
        for own in ["accounts@gmail.com", "taylor.plumbing@gmail.com"] {
            assert!(!is_borrowed_address(own, &ours), "{own}");
        }
    }

    #[test]
    fn refuses_addresses_of_providers_under_any_public_suffix() {
        for borrowed in [
            "help@paypal.de",
            "help@paypal.fr",
            "help@klarna.de",
            "help@sumup.de",
            "help@sumup.ie",
            "help@squareup.com.au",
            "help@visa.de",
            "help@stripe.co.uk",
            "help@stripe.dev",
            "help@mail.paypal.support",
            "help@link.com",
            "help@tax.service.gov.uk",
            "help@gov.uk",
            "service@secure-paypal.com",
            "help@evri.com",
        ] {
            assert!(is_borrowed_address(borrowed, &[]), "{borrowed}");
        }
        for own in [
            "sam@halifax.builders",
            "sam@wise.plumbing",
            "sam@wise-plumbing.co.uk",
            "sam@tide-electrical.co.uk",
            "sam@shop.co.uk",
            "sam@leeds.gov.uk",
            "sam@stripes.co.uk",
            "sam@paypal.example",
        ] {
            assert!(!is_borrowed_address(own, &[]), "{own}");
        }
    }

    #[test]
    fn refuses_addresses_of_this_server_and_payment_providers() {
        let ours = ["Plumbline <hello@quotes.example>", "help@quotes.example"];
        for borrowed in [
            "service@paypal.com",
            "help@izettle.com",
            "help@zettle.com",
            "help@teya.com",
            "help@messaging.squareup.com",
            "help@square.com",
            "help@wise.com",
            "help@americanexpress.co.uk",
            "help@mastercard.co.uk",
            "help@visa.co.uk",
            "help@paypal.me",
            "help@dojo.tech",
            "refunds@hmrc.gov.uk",
            "alerts@secure.barclays.co.uk",
            "Billing@Mail.Stripe.com",
            "HELLO@quotes.example",
            "help@quotes.example",
        ] {
            assert!(is_borrowed_address(borrowed, &ours), "{borrowed}");
        }
        for own in [
            "sam@quotes.example",
            "paypal.com@taylor.example",
            "sam@otherwise.com",
            "sam@leeds.gov.uk",
            "sam@notpaypal.com",
            "",
        ] {
            assert!(!is_borrowed_address(own, &ours), "{own}");
        }
    }
}
