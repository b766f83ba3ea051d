//! A phone number in the form that messengers take.

/// A mobile number in international form, only digits, as `https://wa.me/` expects it; `None` if it isn't a number or
/// can't receive messages. A number without a country code is taken as British.
#[must_use]
pub fn parse_mobile(typed: &str) -> Option<String> {
    let typed = typed.trim();
    // "07700 900123 (Jo)", "… ext 5": ignore everything after the number.
    let end = typed.find(|c: char| !c.is_ascii_digit() && !" +-().".contains(c));
    let typed = &typed[..end.unwrap_or(typed.len())];
    // "+44 (0)7700 …": the zero is dialled only within the UK.
    let bare = typed.replace("(0)", "");
    let digits: String = bare.chars().filter(char::is_ascii_digit).collect();
    let abroad = if bare.trim_start().starts_with('+') {
        digits
    } else if let Some(rest) = digits.strip_prefix("00") {
        rest.to_owned()
    } else if let Some(rest) = digits.strip_prefix('0') {
        format!("44{rest}")
    } else {
        return None;
    };
    can_receive_messages(&abroad).then_some(abroad)
}

/// For British numbers, whether Ofcom assigns the number to mobiles (071 to 075 and 077 to 079; 070 and 076 are
/// forwarded calls and pagers); for others, whether E.164 allows it.
fn can_receive_messages(abroad: &str) -> bool {
    match abroad.strip_prefix("44") {
        Some(home) => {
            home.len() == 10
                && home.starts_with('7')
                && !home.starts_with("70")
                && (!home.starts_with("76") || home.starts_with("7624"))
        }
        None => (8..=15).contains(&abroad.len()) && !abroad.starts_with('0'),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_mobile;

    #[test]
    fn mobiles_are_read_as_people_write_them() {
        for typed in [
            "07700 900123",
            "07700900123",
            "(07700) 900-123",
            "+44 7700 900123",
            "+44 (0)7700 900123",
            "0044 7700 900 123",
            "07700 900123 / 0113 496 0000",
            "07700 900123 ext 5",
        ] {
            assert_eq!(parse_mobile(typed).as_deref(), Some("447700900123"), "{typed}");
        }
        assert_eq!(parse_mobile("+353 87 123 4567").as_deref(), Some("353871234567"));
        assert_eq!(parse_mobile("07624 900123").as_deref(), Some("447624900123"));
    }

    #[test]
    fn what_takes_no_messages_is_left_out() {
        for typed in [
            "",
            "0113 496 0000",
            "+44 20 7946 0000",
            "070 0090 0123",
            "07600 900123",
            "7700 900123",
            "0770 09001",
            "077009001234",
            "+1",
            "call me",
        ] {
            assert_eq!(parse_mobile(typed), None, "{typed}");
        }
    }
}
