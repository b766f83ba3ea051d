//! Typed text, in characters that the fonts have: a character that no font has would be a black box in the PDF.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde_json::Value;
use typst::foundations::Bytes;
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use unicode_normalization::UnicodeNormalization as _;

use crate::compression::decompress;

/// The substitute for a character that no font contains and that has no equivalent.
const UNKNOWN: char = '□';

/// The data for a template, with every text in characters that the fonts contain. Usually all of them are already, and
/// the data is returned unchanged.
pub(super) fn replace_undrawable(data: Vec<u8>) -> Vec<u8> {
    // Control characters are escaped in JSON.
    let is_fine = |text: &str| !text.contains("\\u00") && text.chars().all(is_drawable);
    if std::str::from_utf8(&data).is_ok_and(is_fine) {
        return data;
    }
    let Ok(mut value) = serde_json::from_slice::<Value>(&data) else {
        return data;
    };
    replace_in_value(&mut value);
    serde_json::to_vec(&value).unwrap_or(data)
}

fn replace_in_value(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(drawn) = replace_in_text(text) {
                *text = drawn;
            }
        }
        Value::Array(values) => values.iter_mut().for_each(replace_in_value),
        Value::Object(fields) => fields.values_mut().for_each(replace_in_value),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A text with only characters that the fonts contain.
fn replace_in_text(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_drawable) {
        return Cow::Borrowed(text);
    }
    let mut drawn = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_drawable(character) {
            drawn.push(character);
        } else {
            push_replacement(character, &mut drawn);
        }
    }
    Cow::Owned(drawn)
}

/// Whether a character is left unchanged.
fn is_drawable(character: char) -> bool {
    match character {
        '\n' | '\t' | ' '..='~' => true,
        // The house font has the letters of a ligature in all its weights, but not the ligature.
        '\u{FB00}'..='\u{FB06}' => false,
        // Some fonts have an empty glyph for it, and the line would not break.
        '\u{2028}' | '\u{2029}' => false,
        _ => !character.is_control() && can_draw(character),
    }
}

/// Appends the equivalent of a character that the fonts don't contain.
fn push_replacement(character: char, into: &mut String) {
    if let Some(same) = find_equivalent(character) {
        into.push(same);
        return;
    }
    if is_invisible(character) {
        return;
    }
    let plain: String = std::iter::once(character).nfkc().collect();
    let is_itself = plain.chars().eq([character]);
    if is_itself || !plain.chars().all(is_drawable) {
        into.push(UNKNOWN);
        return;
    }
    // A number must not merge with the digits beside it, so an equivalent of several characters with a digit is
    // separated by spaces.
    let is_apart = plain.chars().count() > 1 && plain.chars().any(|c| c.is_ascii_digit());
    if is_apart {
        into.push(' ');
    }
    into.push_str(&plain);
    if is_apart {
        into.push(' ');
    }
}

/// The usual character for a private one of a word processor (pasted text has bullets of this kind), or for a rare
/// character that looks the same.
fn find_equivalent(character: char) -> Option<char> {
    Some(match character {
        '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
        '\u{F0B7}' | '\u{F06C}' | '\u{F09F}' => '•',
        '\u{F0A7}' | '\u{F06E}' => '▪',
        '\u{F0A8}' | '\u{F06F}' | '\u{F071}' => '☐',
        '\u{F0FE}' | '\u{F052}' => '☑',
        '\u{F0FC}' => '✓',
        '\u{F0FB}' => '✗',
        '\u{F0D8}' => '➢',
        '\u{F0E0}' => '→',
        // A bear's nose and mouth, as in ʕ•ᴥ•ʔ.
        'ᴥ' => 'ω',
        '\u{3008}' => '⟨',
        '\u{3009}' => '⟩',
        _ => return None,
    })
}

/// Whether the character is invisible and only controls how others are displayed.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{AD}'
                | '\u{34F}'
                | '\u{61C}'
                | '\u{180B}'..='\u{180F}'
                | '\u{200B}'..='\u{200F}'
                | '\u{202A}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FE00}'..='\u{FE0F}'
                | '\u{FEFF}'
                | '\u{FFF9}'..='\u{FFFC}'
                | '\u{E0000}'..='\u{E01EF}'
        )
}

// The fonts in the binary; `server/platform/fonts/README.md` says where they come from.

macro_rules! font {
    ($name:literal) => {
        include_bytes!(concat!("../../fonts/", $name)) as &[u8]
    };
}

/// The fonts of nearly every document.
const UNCOMPRESSED: [&[u8]; 3] =
    [font!("Inter-Regular.otf"), font!("Inter-SemiBold.otf"), font!("Inter-Bold.otf")];

/// Fonts that few documents need, compressed with brotli; uncompressed they would make the binary seven megabytes larger.
/// A typesetter unpacks them once, when it starts. They contain what phone keyboards can type; `sheet.typ` defines the
/// order in which they are used.
const COMPRESSED: [&[u8]; 47] = [
    font!("NotoSansArabic-Regular.ttf.br"),
    font!("NotoSansArabic-Bold.ttf.br"),
    font!("NotoSansHebrew-Regular.ttf.br"),
    font!("NotoSansDevanagari-Regular.ttf.br"),
    font!("NotoSansBengali-Regular.ttf.br"),
    font!("NotoSansGurmukhi-Regular.ttf.br"),
    font!("NotoSansThai-Regular.ttf.br"),
    font!("DroidSansFallback.ttf.br"),
    font!("NotoEmoji-Regular.ttf.br"),
    font!("NotoSansGujarati-Regular.ttf.br"),
    font!("NotoSansTamil-Regular.ttf.br"),
    font!("NotoSansTelugu-Regular.ttf.br"),
    font!("NotoSansKannada-Regular.ttf.br"),
    font!("NotoSansMalayalam-Regular.ttf.br"),
    font!("NotoSansSinhala-Regular.ttf.br"),
    font!("NotoSansOriya-Regular.ttf.br"),
    font!("NotoSansLao-Regular.ttf.br"),
    font!("NotoSansMyanmar-Regular.ttf.br"),
    font!("NotoSansKhmer-Regular.ttf.br"),
    font!("NotoSansGeorgian-Regular.ttf.br"),
    font!("NotoSansArmenian-Regular.ttf.br"),
    font!("NotoSansEthiopic-Regular.ttf.br"),
    font!("NotoSansSymbols-Regular.ttf.br"),
    font!("NotoSansSymbols2-Regular.ttf.br"),
    font!("DejaVuSans.ttf.br"),
    font!("NotoSansThaana-Regular.ttf.br"),
    font!("NotoSansAdlam-Regular.ttf.br"),
    font!("NotoSansCherokee-Regular.ttf.br"),
    font!("NotoSansOsage-Regular.ttf.br"),
    font!("NotoSansOlChiki-Regular.ttf.br"),
    font!("NotoSansMeeteiMayek-Regular.ttf.br"),
    font!("NotoSansSyriac-Regular.ttf.br"),
    font!("NotoSansMongolian-Regular.ttf.br"),
    font!("NotoSansYi-Regular.ttf.br"),
    font!("NotoSansHanifiRohingya-Regular.ttf.br"),
    font!("NotoSerifTibetan-Regular.ttf.br"),
    font!("NotoSansJavanese-Regular.ttf.br"),
    font!("NotoSansTifinagh-Regular.ttf.br"),
    font!("NotoSansNKo-Regular.ttf.br"),
    font!("NotoSansCanadianAboriginal-Regular.ttf.br"),
    font!("NotoSansChakma-Regular.ttf.br"),
    font!("NotoSansSundanese-Regular.ttf.br"),
    font!("NotoSansBalinese-Regular.ttf.br"),
    font!("NotoSansVai-Regular.ttf.br"),
    font!("NotoSansWarangCiti-Regular.ttf.br"),
    font!("NotoSansWancho-Regular.ttf.br"),
    font!("NotoSansTagalog-Regular.ttf.br"),
];

/// All fonts, parsed once.
pub(super) static FONTS: LazyLock<Vec<Font>> = LazyLock::new(|| {
    let plain = UNCOMPRESSED.into_iter().map(Bytes::new);
    // A test checks that each of them is a font.
    let packed = COMPRESSED.into_iter().filter_map(decompress).map(Bytes::new);
    plain.chain(packed).flat_map(Font::iter).collect()
});

/// The list from which the typesetter chooses a font.
pub(super) static BOOK: LazyLock<LazyHash<FontBook>> =
    LazyLock::new(|| LazyHash::new(FontBook::from_fonts(FONTS.iter())));

/// Whether one of the fonts contains a character.
pub(super) fn can_draw(character: char) -> bool {
    let code = u32::from(character);
    FONTS.iter().any(|font| font.info().coverage.contains(code))
}

#[cfg(test)]
mod tests {
    use unicode_normalization::char::is_public_assigned;

    use super::*;

    /// What phone keyboards can type (Gboard and iOS, English and the scripts in `fonts/README.md`), what
    /// autocorrection turns it into, and what is pasted from a word processor, by the blocks of Unicode. Letters that
    /// no keyboard has any more are left out: those of Lao for Pali, and Han characters found only in dictionaries.
    const TYPED: [(&str, u32, u32); 94] = [
        ("Latin", 0x20, 0x24F),
        ("phonetic letters", 0x250, 0x2FF),
        ("accents", 0x300, 0x36F),
        ("Greek", 0x370, 0x3FF),
        ("Cyrillic", 0x400, 0x525),
        ("Armenian", 0x530, 0x58F),
        ("Hebrew", 0x590, 0x5C7),
        ("Hebrew", 0x5D0, 0x5EA),
        ("Arabic, Persian, Urdu", 0x600, 0x61C),
        ("Arabic, Persian, Urdu", 0x61E, 0x6FF),
        ("Syriac", 0x700, 0x74F),
        ("Thaana", 0x780, 0x7BF),
        ("N’Ko", 0x7C0, 0x7FF),
        ("Devanagari", 0x900, 0x97F),
        ("Bengali", 0x980, 0x9FF),
        ("Gurmukhi", 0xA00, 0xA7F),
        ("Gujarati", 0xA80, 0xAFF),
        ("Oriya", 0xB00, 0xB4D),
        ("Oriya", 0xB56, 0xB7F),
        ("Tamil", 0xB80, 0xBFF),
        ("Telugu", 0xC00, 0xC3B),
        ("Telugu", 0xC3D, 0xC5B),
        ("Kannada", 0xC80, 0xCDB),
        ("Malayalam", 0xD00, 0xD7F),
        ("Sinhala", 0xD80, 0xDFF),
        ("Thai", 0xE00, 0xE7F),
        ("Lao", 0xE94, 0xE97),
        ("Tibetan", 0xF00, 0xFFF),
        ("Myanmar", 0x1000, 0x109F),
        ("Georgian", 0x10A0, 0x10FF),
        ("Ethiopic", 0x1200, 0x139F),
        ("Cherokee", 0x13A0, 0x13FF),
        ("Inuktitut and Cree: ᕙ ᐛ", 0x1400, 0x167F),
        ("Tagalog", 0x1700, 0x170C),
        ("Tagalog", 0x170E, 0x1714),
        ("Khmer", 0x1780, 0x17FF),
        ("Mongolian", 0x1800, 0x18AF),
        ("Cree", 0x18B0, 0x18FF),
        ("Balinese", 0x1B00, 0x1B4B),
        ("Balinese", 0x1B50, 0x1B7C),
        ("Sundanese", 0x1B80, 0x1BBF),
        ("Ol Chiki", 0x1C50, 0x1C7F),
        ("faces: ᴗ ᴖ", 0x1D16, 0x1D23),
        ("faces: ᴥ", 0x1D25, 0x1D25),
        ("Vietnamese", 0x1E00, 0x1EFF),
        ("Greek with accents", 0x1F00, 0x1FFF),
        ("punctuation", 0x2000, 0x206F),
        ("small figures", 0x2070, 0x208E),
        ("currencies", 0x20A0, 0x20BF),
        ("keycaps", 0x20E3, 0x20E3),
        ("letterlike: № ™ ℓ", 0x2100, 0x2149),
        ("fractions: ⅓ ⅔ ⅛", 0x2150, 0x218F),
        ("arrows", 0x2190, 0x21FF),
        ("mathematics", 0x2200, 0x22FF),
        ("technical: ⌀ ⌘ ⌚", 0x2300, 0x2335),
        ("technical: ⎔ ⏎ ⏱", 0x2380, 0x2394),
        ("technical: ⏏", 0x23CF, 0x23DB),
        ("technical: ⏩ ⏱", 0x23E2, 0x23FF),
        ("circled", 0x2460, 0x24FF),
        ("boxes", 0x2500, 0x259F),
        ("shapes: ■ ▢ ◯", 0x25A0, 0x25FF),
        ("symbols: ☐ ☑ ☎ ♻", 0x2600, 0x26FF),
        ("dingbats: ✓ ✗ ➢ ➜", 0x2700, 0x27BF),
        ("large arrows and stars", 0x2B00, 0x2B2F),
        ("large arrows and stars", 0x2B4D, 0x2B95),
        ("Tifinagh", 0x2D30, 0x2D7F),
        ("faces: ⸜ ⸝", 0x2E1C, 0x2E1D),
        ("Japanese punctuation", 0x3005, 0x3019),
        ("kana", 0x3040, 0x3094),
        ("kana", 0x3097, 0x30F6),
        ("Chinese", 0x4E00, 0x9FA5),
        ("Yi: ꒰ ꒱ ꈍ", 0xA000, 0xA4CF),
        ("Lisu", 0xA4D0, 0xA4FF),
        ("Vai", 0xA500, 0xA63F),
        ("Javanese: ꧁ ꧂", 0xA980, 0xA9DF),
        ("Meetei", 0xAAE0, 0xAAFF),
        ("Cherokee", 0xAB70, 0xABBF),
        ("Meetei", 0xABC0, 0xABFF),
        ("Korean", 0xAC00, 0xD7A3),
        ("ligatures", 0xFB00, 0xFB06),
        ("Arabic, joined", 0xFE70, 0xFEFC),
        ("wide letters", 0xFF00, 0xFF5E),
        ("Osage", 0x104B0, 0x104FF),
        ("Hanifi Rohingya", 0x10D00, 0x10D3F),
        ("Chakma", 0x11100, 0x11146),
        ("Warang Citi", 0x118A0, 0x118FF),
        ("letters in bold and script", 0x1D400, 0x1D7FF),
        ("Wancho", 0x1E2C0, 0x1E2FF),
        ("Adlam", 0x1E900, 0x1E95F),
        ("letters in squares", 0x1F110, 0x1F16C),
        ("emoji", 0x1F1E6, 0x1F1FF),
        ("emoji", 0x1F300, 0x1F6FF),
        ("emoji", 0x1F90C, 0x1F9FF),
        ("emoji", 0x1FA60, 0x1FAFF),
    ];

    #[test]
    fn draws_or_replaces_every_character_a_phone_can_type() {
        for (name, first, last) in TYPED {
            let typed = (first..=last).filter_map(char::from_u32);
            let lost: String = typed
                .filter(|c| is_public_assigned(*c) && *c != UNKNOWN)
                .filter(|c| replace_in_text(c.encode_utf8(&mut [0; 4])).contains(UNKNOWN))
                .collect();
            assert_eq!(lost, "", "{name}");
        }
    }

    #[test]
    fn draws_characters_that_are_common_on_quotes() {
        let signs = "£€½⅓⅔¼¾⅛⅜⅝⅞°±×÷≤≥≈√∅⌀²³№™®©•–—…“”‘’☐☑☒✓✔✗→←↑↓■□▪●○★☆☎①⑩⑳🔨🔧🏠🚽🧱🇬🇧";
        let lost: String = signs.chars().filter(|c| !is_drawable(*c)).collect();
        assert_eq!(lost, "");
    }

    #[test]
    fn replaces_characters_that_cannot_be_drawn() {
        let cases = [
            ("Of\u{FB01}ce \u{FB02}oor, e\u{FB03}cient", "Office floor, efficient"),
            ("\u{F0B7} Skip", "• Skip"),
            ("one\u{2028}two", "one\ntwo"),
            ("a\u{2066}b\u{2069}c", "abc"),
            ("\u{1D400}\u{1D7CE}", "A0"),
            ("x\u{7}y\u{9F}z", "xyz"),
            ("ʕ•ᴥ•ʔ", "ʕ•ω•ʔ"),
            ("\u{10000}", "□"),
        ];
        for (typed, displayed) in cases {
            assert_eq!(replace_in_text(typed), displayed, "{typed}");
        }
        assert!(matches!(replace_in_text("£1,234.50 – ½ day"), Cow::Borrowed(_)));
    }

    #[test]
    fn replaces_characters_only_in_strings_of_the_data() {
        let data = "{\"a\":[\"\u{FB01}x\",2,null,true],\"spread\":100,\"b\":\"bell\\u0007\"}";
        let drawn = replace_undrawable(data.as_bytes().to_vec());
        let value: Value = serde_json::from_slice(&drawn).expect("JSON");
        let wanted = serde_json::json!({ "a": ["fix", 2, null, true], "spread": 100, "b": "bell" });
        assert_eq!(value, wanted);
        let plain = br#"{"b":1,"a":"as it is"}"#.to_vec();
        assert_eq!(replace_undrawable(plain.clone()), plain);
    }

    #[test]
    fn the_template_names_the_family_of_every_font() {
        let template = include_str!("templates/sheet.typ");
        let missing = FONTS.iter().map(|font| &*font.info().family);
        let missing: Vec<&str> =
            missing.filter(|family| !template.contains(&format!("\"{family}\""))).collect();
        assert_eq!(missing, [""; 0]);
    }

    #[test]
    fn loads_every_font_file() {
        assert_eq!(FONTS.len(), UNCOMPRESSED.len() + COMPRESSED.len());
    }
}
