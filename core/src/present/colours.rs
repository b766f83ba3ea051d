//! The colours of the templates that use the business's own.

use serde::{Deserialize, Serialize};

use crate::colour::Colour;

/// The colours of the templates Coloured and Bold for a business with its own colour. Each is `#rrggbb`. All text in or
/// on them can be read: a colour that is too light is darkened rather than refused, by as much as its place needs. The
/// colours are stored with an issued version, so that a document never changes its colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct TemplateColours {
    /// The background of white text: the header and the footer. Coloured also uses it for small labels.
    pub accent: String,
    /// The text colour of headings and names.
    pub ink: String,
    /// The background of the details and of the table's header.
    pub tint: String,
    /// The rules between the lines.
    pub line: String,
    /// The background of the total, and the rule below the header.
    pub mark: String,
    /// The text colour on the mark.
    pub on_mark: String,
}

/// The black that Bold uses by default.
const BLACK: Colour = Colour::new(0x14, 0x14, 0x14);
/// The rules of Bold.
const GREY: Colour = Colour::new(0xd8, 0xd6, 0xcf);

/// The colours of a template for a business's own colour; `None` if the template doesn't use one, or the business has
/// none.
pub(super) fn find_template_colours(template: &str, brand: Option<&str>) -> Option<TemplateColours> {
    let brand: Colour = brand?.parse().ok()?;
    let deep = brand.darkened();
    let colours = |accent: Colour, ink: Colour, line: Colour, mark: Colour| TemplateColours {
        accent: accent.to_string(),
        ink: ink.to_string(),
        tint: accent.tint().to_string(),
        line: line.to_string(),
        mark: mark.to_string(),
        on_mark: mark.text_colour().to_string(),
    };
    match template {
        "colored" => {
            let ink = deep.mixed_with(Colour::BLACK, 20);
            Some(colours(deep, ink, deep.mixed_with(Colour::WHITE, 80), deep))
        }
        // A dark colour fills the blocks; a light one is used as the mark on black blocks.
        "bold" if deep == brand => Some(colours(brand, BLACK, GREY, brand)),
        "bold" => Some(colours(BLACK, BLACK, GREY, brand)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(text: &str) -> Colour {
        text.parse().unwrap()
    }

    #[test]
    fn only_two_templates_take_a_colour() {
        for template in ["classic", "modern", "minimal"] {
            assert_eq!(find_template_colours(template, Some("#1a5fb4")), None, "{template}");
        }
        for template in ["colored", "bold"] {
            assert!(find_template_colours(template, Some("#1a5fb4")).is_some(), "{template}");
            assert_eq!(find_template_colours(template, None), None, "{template}");
            assert_eq!(find_template_colours(template, Some("blue")), None, "{template}");
        }
    }

    #[test]
    fn dark_colours_fill_blocks_and_light_ones_are_accents_on_black() {
        let dark = find_template_colours("bold", Some("#1a3a5f")).unwrap();
        assert_eq!([dark.accent, dark.mark, dark.on_mark], ["#1a3a5f", "#1a3a5f", "#ffffff"]);
        let light = find_template_colours("bold", Some("#ff9500")).unwrap();
        assert_eq!([light.accent, light.mark, light.on_mark], ["#141414", "#ff9500", "#000000"]);
    }

    #[test]
    fn text_is_readable_with_every_brand_colour() {
        let every = (0..=255u8).step_by(15);
        for (red, green) in every.clone().flat_map(|red| every.clone().map(move |green| (red, green))) {
            for blue in [0, 60, 128, 200, 255] {
                let brand = Colour::new(red, green, blue).to_string();
                for template in ["colored", "bold"] {
                    let TemplateColours { accent, ink, tint, mark, on_mark, .. } =
                        find_template_colours(template, Some(&brand)).unwrap();
                    let read = [
                        (Colour::WHITE, colour(&accent)),
                        (colour(&ink), Colour::WHITE),
                        (colour(&ink), colour(&tint)),
                        (colour(&accent), colour(&tint)),
                        (colour(&on_mark), colour(&mark)),
                    ];
                    for (words, behind) in read {
                        assert!(words.is_readable_on(behind), "{template} {brand}: {words} {behind}");
                    }
                }
            }
        }
    }
}
