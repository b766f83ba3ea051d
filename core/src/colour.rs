//! Colours, and whether text in them is readable: the contrast of WCAG 2.2, success criterion 1.4.3 (AA, 4.5:1 for
//! text).

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The luminance of a channel at full brightness.
const FULL_LIGHT: u64 = 1 << 24;
/// The luminance of each value of a channel, calculated in whole numbers, so that every caller gets exactly the same
/// colour.
const LINEAR_LIGHT: [u64; 256] = {
    let mut light = [0; 256];
    let mut value = 0;
    while value < 256 {
        light[value] = linear(value as u64);
        value += 1;
    }
    light
};

/// sRGB's curve (WCAG 2.2, "relative luminance"), in parts of [`FULL_LIGHT`].
const fn linear(value: u64) -> u64 {
    if value <= 10 {
        return value * FULL_LIGHT * 100 / (255 * 1292);
    }
    // ((c + 0.055) / 1.055) to the power of 2.4: its square times the fifth root of that.
    let base = (1000 * value + 14_025) * FULL_LIGHT / 269_025;
    let square = base * base / FULL_LIGHT;
    let (mut low, mut high) = (0, FULL_LIGHT);
    while high - low > 1 {
        let middle = (low + high) / 2;
        let fourth = (middle as u128) * (middle as u128) * (middle as u128) * (middle as u128);
        if fourth * (middle as u128) <= (square as u128) << 96 {
            low = middle;
        } else {
            high = middle;
        }
    }
    square * low / FULL_LIGHT
}

/// An sRGB colour, written `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour([u8; 3]);

/// The error for a text that is not a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("Enter a colour as # and six digits or letters from A to F, such as #1a5fb4.")]
pub struct ColourError;

impl ColourError {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        "invalid_colour"
    }
}

impl Colour {
    /// White, the colour of the page.
    pub const WHITE: Self = Self([255; 3]);
    /// Black, the darkest colour.
    pub const BLACK: Self = Self([0; 3]);

    /// The colour with these three channels.
    #[must_use]
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self([red, green, blue])
    }

    /// Whether text in one of the two colours can be read on the other, which takes a contrast of 4.5:1.
    #[must_use]
    pub fn is_readable_on(self, other: Self) -> bool {
        let (one, other) = (self.luminance(), other.luminance());
        // (lighter + 0.05) / (darker + 0.05) in whole numbers.
        let light = |luminance: u64| 20 * luminance + FULL_LIGHT;
        2 * light(one.max(other)) >= 9 * light(one.min(other))
    }

    /// The text colour on a background of this colour: white if it can be read there, otherwise black, which then can.
    #[must_use]
    pub fn text_colour(self) -> Self {
        if Self::WHITE.is_readable_on(self) { Self::WHITE } else { Self::BLACK }
    }

    /// The colour, darkened just enough that text in it can be read on white and on its own tint, and white text on it.
    #[must_use]
    pub fn darkened(self) -> Self {
        let darker = (0..100).map(|percent| self.mixed_with(Self::BLACK, percent));
        let mut readable = darker.filter(|deep| deep.is_readable_on(deep.tint()));
        readable.next().unwrap_or(Self::BLACK)
    }

    /// A very light tint of the colour for backgrounds behind text, just visible on white.
    #[must_use]
    pub fn tint(self) -> Self {
        self.mixed_with(Self::WHITE, 92)
    }

    /// This colour with `percent` per cent of another one mixed in.
    #[must_use]
    pub fn mixed_with(self, other: Self, percent: u8) -> Self {
        let part = u16::from(percent.min(100));
        let mix = |(one, other): (u8, u8)| {
            let sum = u16::from(one) * (100 - part) + u16::from(other) * part;
            u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX)
        };
        let Self([red, green, blue]) = self;
        let Self([other_red, other_green, other_blue]) = other;
        Self([(red, other_red), (green, other_green), (blue, other_blue)].map(mix))
    }

    /// The relative luminance, in parts of [`FULL_LIGHT`].
    fn luminance(self) -> u64 {
        let [red, green, blue] = self.0.map(|value| LINEAR_LIGHT[usize::from(value)]);
        (2126 * red + 7152 * green + 722 * blue) / 10_000
    }
}

impl FromStr for Colour {
    type Err = ColourError;

    /// Reads `#1A5FB4`, with or without the number sign.
    fn from_str(text: &str) -> Result<Self, ColourError> {
        let text = text.trim();
        let digits = text.strip_prefix('#').unwrap_or(text);
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(ColourError);
        }
        let channel = |at| u8::from_str_radix(&digits[at..at + 2], 16).map_err(|_| ColourError);
        Ok(Self([channel(0)?, channel(2)?, channel(4)?]))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([red, green, blue]) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(text: &str) -> Colour {
        text.parse().unwrap()
    }

    /// The contrast as the WCAG define it, in floating point.
    fn contrast(one: Colour, other: Colour) -> f64 {
        let light = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let luminance = |Colour([red, green, blue])| {
            0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue) + 0.05
        };
        let (one, other) = (luminance(one), luminance(other));
        one.max(other) / one.min(other)
    }

    /// Every seventeenth value of each channel.
    fn sample_colours() -> impl Iterator<Item = Colour> {
        let step = || (0..=255u8).step_by(17);
        step().flat_map(move |red| {
            step().flat_map(move |green| step().map(move |blue| Colour([red, green, blue])))
        })
    }

    #[test]
    fn the_table_of_linear_light_matches_the_srgb_formula() {
        for (value, light) in LINEAR_LIGHT.iter().enumerate() {
            let c = f64::from(u8::try_from(value).unwrap()) / 255.0;
            let wanted = if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
            let found = f64::from(u32::try_from(*light).unwrap()) / f64::from(1 << 24);
            assert!((found - wanted).abs() < 1e-6, "{value}: {found}, {wanted}");
        }
    }

    #[test]
    fn an_invalid_colour_has_the_code_invalid_colour() {
        assert_eq!("blue".parse::<Colour>().unwrap_err().code(), "invalid_colour");
    }

    #[test]
    fn text_is_readable_from_a_contrast_of_4_5() {
        // The greys on either side of the known limit: #767676 is the lightest that can be read on white.
        assert!(colour("#767676").is_readable_on(Colour::WHITE));
        assert!(!colour("#777777").is_readable_on(Colour::WHITE));
        for one in sample_colours() {
            for other in [Colour::WHITE, Colour::BLACK, one.tint()] {
                let exact = contrast(one, other);
                if (exact - 4.5).abs() > 1e-4 {
                    assert_eq!(one.is_readable_on(other), exact > 4.5, "{one} {other} {exact}");
                }
            }
        }
    }

    #[test]
    fn text_is_readable_in_and_on_every_colour() {
        for one in sample_colours() {
            let deep = one.darkened();
            assert!(deep.is_readable_on(Colour::WHITE), "{one} {deep}");
            assert!(deep.is_readable_on(deep.tint()), "{one} {deep}");
            assert!(one.text_colour().is_readable_on(one), "{one}");
        }
    }

    #[test]
    fn a_colour_that_is_dark_enough_stays_as_it_is() {
        for dark in ["#14213d", "#0f5c63", "#7a1f1f"] {
            assert_eq!(colour(dark).darkened().to_string(), dark);
        }
        assert_ne!(colour("#ffd23f").darkened(), colour("#ffd23f"));
    }

    #[test]
    fn reads_a_colour_in_any_usual_form_and_writes_it_in_one() {
        for text in ["#1A5FB4", "1a5fb4", " #1a5fb4 "] {
            assert_eq!(colour(text).to_string(), "#1a5fb4");
        }
        for text in ["", "#", "#fff", "blue", "#1a5fb", "#1a5fb4ff", "##1a5fb", "#1a5fé", "+1a5fb"] {
            assert_eq!(text.parse::<Colour>(), Err(ColourError), "{text}");
        }
    }
}
