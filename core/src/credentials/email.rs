//! E-mail addresses (docs/product.md, section 5: 'E-mail valid').

/// The longest address that email allows (RFC 5321, section 4.5.3.1.3).
const ADDRESS_MAX: usize = 254;
/// The longest part before the `@` (RFC 5321, section 4.5.3.1.1).
const LOCAL_MAX: usize = 64;
/// The longest part between two dots of a domain (RFC 1035, section 2.3.4).
const LABEL_MAX: usize = 63;

/// Whether `text` is an email address: a plain mailbox name of RFC 5322 (letters, digits and ``!#$%&'*+-/=?^_`{|}~``
/// with single dots between), an `@`, and a domain of two or more parts, the last of which has two letters or more.
/// Surrounding spaces, quoted names and plain host names are not accepted.
#[must_use]
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    text.len() <= ADDRESS_MAX
        && local.len() <= LOCAL_MAX
        && local.split('.').all(|part| !part.is_empty() && part.bytes().all(is_atom))
        && is_domain(domain)
}

/// Whether a mailbox name may contain this byte (RFC 5322, section 3.2.3, atext).
fn is_atom(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b)
}

fn is_domain(domain: &str) -> bool {
    let Some((_, last)) = domain.rsplit_once('.') else {
        return false;
    };
    // An internationalised top-level domain is encoded as `xn--…`.
    let ending = last.bytes().all(|b| b.is_ascii_alphabetic()) || last.starts_with("xn--");
    ending && last.len() >= 2 && domain.split('.').all(is_label)
}

fn is_label(label: &str) -> bool {
    !label.is_empty()
        && label.len() <= LABEL_MAX
        && label.trim_matches('-') == label
        && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// The form in which accounts are looked up: trimmed, in lower case.
#[must_use]
pub fn normalise_email(text: &str) -> String {
    text.trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_ordinary_addresses() {
        for text in [
            "a@b.co",
            "sam.taylor@example.com",
            "o'brien@example.co.uk",
            "x+tag@sub.example.org",
            "user_1-2@ex-ample.com",
            "UPPER@EXAMPLE.COM",
            "a@1and1.com",
            "q@xn--bcher-kva.example",
            "q@example.xn--p1ai",
            "!#$%&'*+-/=?^_`{|}~@example.com",
        ] {
            assert!(is_email(text), "{text}");
        }
    }

    #[test]
    fn refuses_invalid_addresses() {
        for text in [
            "",
            "@",
            "a",
            "a@",
            "@b.co",
            "a@b",
            "a@b.",
            "a@.co",
            "a@b..co",
            "a@b.c",
            "a@b.c0",
            ".a@b.co",
            "a.@b.co",
            "a..b@b.co",
            "a b@b.co",
            " a@b.co",
            "a@b.co ",
            "a@@b.co",
            "a@b@c.co",
            "a@-b.co",
            "a@b-.co",
            "a@b_c.co",
            "a@127.0.0.1",
            "a@[127.0.0.1]",
            "\"a b\"@b.co",
            "a,b@c.co",
            "a\0@b.co",
            "a@b.co\n",
            "ä@b.co",
            "a@bücher.de",
            "Sam <a@b.co>",
            "a;b@c.co",
            "a:b@c.co",
        ] {
            assert!(!is_email(text), "{text:?}");
        }
    }

    #[test]
    fn limits_the_length_of_each_part_and_of_the_whole_address() {
        let local = |n: usize| format!("{}@b.co", "a".repeat(n));
        assert!(is_email(&local(64)));
        assert!(!is_email(&local(65)));
        let label = |n: usize| format!("a@{}.co", "b".repeat(n));
        assert!(is_email(&label(63)));
        assert!(!is_email(&label(64)));
        // "a@" + 5 × 50 + ".co"-like ending: 254 and 255 characters.
        let whole = |n: usize| format!("{}@{}co", "a".repeat(n), format!("{}.", "b".repeat(49)).repeat(4));
        assert_eq!((whole(51).len(), whole(52).len()), (254, 255));
        assert!(is_email(&whole(51)));
        assert!(!is_email(&whole(52)));
    }

    #[test]
    fn an_account_is_found_whatever_the_case_and_the_spaces() {
        assert_eq!(normalise_email("  Sam@Example.COM "), "sam@example.com");
    }
}
