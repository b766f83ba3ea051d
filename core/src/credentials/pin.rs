//! The four-digit PIN (docs/product.md, section 5, PIN setup).

use super::FormError;

/// The number of digits of a PIN (docs/product.md, section 9).
pub const PIN_DIGITS: usize = 4;

/// The rules of any PIN: exactly 4 digits, and digits only.
#[must_use]
pub fn check_pin(pin: &str) -> Vec<FormError> {
    let length = FormError::new("pin", "wrong_length", "PIN must be 4 digits");
    let digits = FormError::new("pin", "not_digits", "PIN must contain only numbers");
    let rules = [
        length.when(super::count_characters(pin) != PIN_DIGITS),
        digits.when(!pin.bytes().all(|b| b.is_ascii_digit())),
    ];
    rules.into_iter().flatten().collect()
}

/// The rules for setting a PIN: 4 digits, the same PIN again if there is a confirmation, and not one of the PINs that a
/// thief tries first.
#[must_use]
pub fn check_pin_setup(pin: &str, confirm: Option<&str>) -> Vec<FormError> {
    let mut broken = check_pin(pin);
    let msg = "This PIN is too easy to guess. Please choose another one";
    let weak = FormError::new("pin", "weak_pin", msg);
    broken.extend(weak.when(broken.is_empty() && is_weak_pin(pin)));
    let msg = "Please make sure both PINs are the same";
    let other = FormError::new("confirmPin", "mismatch", msg).with_title("PINs don't match");
    broken.extend(other.when(confirm.is_some_and(|confirm| confirm != pin)));
    broken
}

/// Popular PINs that don't match any of the patterns below.
const POPULAR: [&[u8; 4]; 6] = [b"2580", b"0852", b"1004", b"1342", b"0007", b"1379"];

/// Whether a thief would try this PIN among the first: the same digit four times, a run up or down (also across the 0
/// of a keypad: 7890), a repeated pair (1212, 1122), a year of birth (1920 to 2029), or one of a few others that
/// surveys keep finding.
fn is_weak_pin(pin: &str) -> bool {
    let &[a, b, c, d] = pin.as_bytes() else {
        return false;
    };
    let run = |step: u8| {
        let next = |from: u8, to: u8| (from - b'0' + step) % 10 == to - b'0';
        next(a, b) && next(b, c) && next(c, d)
    };
    let year = match (a, b) {
        (b'1', b'9') => c >= b'2',
        (b'2', b'0') => c <= b'2',
        _ => false,
    };
    // The repeated pair includes the same digit four times.
    let pairs = (a == c && b == d) || (a == b && c == d);
    run(1) || run(9) || pairs || year || POPULAR.contains(&&[a, b, c, d])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(broken: &[FormError]) -> Vec<(&str, &str, Option<&str>, &str)> {
        broken.iter().map(|b| (b.path, b.code, b.title, b.msg)).collect()
    }

    const LENGTH: (&str, &str, Option<&str>, &str) = ("pin", "wrong_length", None, "PIN must be 4 digits");
    const DIGITS: (&str, &str, Option<&str>, &str) =
        ("pin", "not_digits", None, "PIN must contain only numbers");
    const DIFFER: (&str, &str, Option<&str>, &str) =
        ("confirmPin", "mismatch", Some("PINs don't match"), "Please make sure both PINs are the same");
    const WEAK: (&str, &str, Option<&str>, &str) =
        ("pin", "weak_pin", None, "This PIN is too easy to guess. Please choose another one");

    #[test]
    fn a_pin_is_four_digits() {
        assert_eq!(texts(&check_pin("8305")), []);
        assert_eq!(texts(&check_pin("1111")), []);
        assert_eq!(texts(&check_pin("830")), [LENGTH]);
        assert_eq!(texts(&check_pin("83051")), [LENGTH]);
        assert_eq!(texts(&check_pin("")), [LENGTH]);
        assert_eq!(texts(&check_pin("83a5")), [DIGITS]);
        assert_eq!(texts(&check_pin("8३05")), [DIGITS]);
        assert_eq!(texts(&check_pin("8 05x")), [LENGTH, DIGITS]);
    }

    #[test]
    fn set_up_wants_the_same_pin_twice() {
        assert_eq!(texts(&check_pin_setup("8305", None)), []);
        assert_eq!(texts(&check_pin_setup("8305", Some("8305"))), []);
        assert_eq!(texts(&check_pin_setup("8305", Some("8306"))), [DIFFER]);
        assert_eq!(texts(&check_pin_setup("12", Some("1234"))), [LENGTH, DIFFER]);
        assert_eq!(texts(&check_pin_setup("1234", Some("1235"))), [WEAK, DIFFER]);
    }

    #[test]
    fn the_first_guesses_are_refused() {
        for pin in [
            "0000", "1111", "9999", "0123", "1234", "6789", "7890", "8901", "9876", "4321", "3210", "2109",
            "1212", "9090", "1122", "0099", "1920", "1987", "1999", "2000", "2015", "2029", "2580", "0852",
            "1004", "1342", "0007", "1379",
        ] {
            assert_eq!(texts(&check_pin_setup(pin, None)), [WEAK], "{pin}");
        }
    }

    #[test]
    fn other_pins_are_taken() {
        for pin in [
            "8305", "1235", "1243", "2134", "1221", "1123", "1223", "2468", "1910", "2030", "2130", "3020",
            "1820", "2920", "2581", "1324", "9870", "3211",
        ] {
            assert_eq!(texts(&check_pin_setup(pin, None)), [], "{pin}");
        }
    }

    #[test]
    fn what_is_not_four_digits_is_never_called_weak() {
        assert!(!is_weak_pin("111"));
        assert!(!is_weak_pin("11111"));
    }
}
