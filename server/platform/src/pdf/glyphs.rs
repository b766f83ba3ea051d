//! Typed text, in characters that the fonts have: a character that no font has would be a black box in the PDF.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde_json::Value;
use typst::foundations::Bytes;
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::{is_combining_mark, is_public_assigned};

use crate::compression::decompress;

/// The substitute for a character that no font contains and that has no equivalent.
const UNKNOWN: char = '□';

/// Invisible; the line isn't broken there.
const WORD_JOINER: char = '\u{2060}';

/// The data for a template, with every text in characters that the fonts contain, and the fonts that it needs. Usually
/// the fonts contain all of them already, and the data is returned unchanged.
pub(super) fn prepare_text(data: Vec<u8>) -> (Vec<u8>, &'static FontSet) {
    let data = replace_undrawable(data);
    let fonts = FontSet::for_text(&String::from_utf8_lossy(&data));
    (data, fonts)
}

fn replace_undrawable(data: Vec<u8>) -> Vec<u8> {
    // Control characters are escaped in JSON.
    let is_fine = |text: &str| !text.contains("\\u00") && !needs_replacing(text);
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
    if !needs_replacing(text) {
        return Cow::Borrowed(text);
    }
    let mut drawn = String::with_capacity(text.len() + 8);
    let mut letter = None;
    for character in text.chars() {
        if !is_mark(character) {
            letter = Some(character);
        } else if letter.is_some_and(|letter| is_torn(letter, character)) {
            drawn.push(WORD_JOINER);
        }
        if is_drawable(character) {
            drawn.push(character);
        } else {
            push_replacement(character, &mut drawn);
        }
    }
    Cow::Owned(drawn)
}

fn needs_replacing(text: &str) -> bool {
    text.chars().any(|character| !is_drawable(character) || is_mark(character))
}

/// Whether a character is drawn over the one before it.
fn is_mark(character: char) -> bool {
    is_combining_mark(character) && !is_invisible(character)
}

/// Whether the typesetter would lose a letter under its mark. It looks for a font for both, and if an earlier one has
/// the mark only, it prints the mark without the letter. A word joiner between them keeps the letter.
fn is_torn(letter: char, mark: char) -> bool {
    let sets: [fn() -> &'static FontSet; 3] = [|| &HOUSE, || &USUAL, || &ALL];
    let mut fonts = sets.into_iter().flat_map(|set| &set().fonts);
    let found = fonts.find_map(|font| match (has_glyph(font, letter), has_glyph(font, mark)) {
        (true, true) => Some(false),
        (false, true) => Some(true),
        (_, false) => None,
    });
    found.unwrap_or(false)
}

/// Whether a character is left unchanged.
fn is_drawable(character: char) -> bool {
    match character {
        '\n' | '\t' | ' '..='~' => true,
        // The house font has the letters of a ligature in all its weights, but not the ligature.
        '\u{FB00}'..='\u{FB06}' => false,
        // Some fonts have an empty glyph for it, and the line would not break.
        '\u{2028}' | '\u{2029}' => false,
        _ => !character.is_control() && (HOUSE.can_draw(character) || USUAL.can_draw(character)),
    }
}

/// Appends the equivalent of a character that the usual fonts don't contain; if it has none, the character itself, if a
/// font for rare scripts contains it.
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
        // The fonts for everything contain pictures of private and unassigned characters too.
        let is_known = is_public_assigned(character) && ALL.can_draw(character);
        into.push(if is_known { character } else { UNKNOWN });
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

/// Fonts that few documents need, compressed with brotli; uncompressed they would make the binary megabytes larger.
/// They contain what most phone keyboards can type, and are used in this order, which is that of `sheet.typ`.
const COMPRESSED: [&[u8]; 47] = [
    font!("NotoSansArabic-Regular.ttf.br"),
    font!("NotoSansArabic-Bold.ttf.br"),
    font!("NotoSansHebrew-Regular.ttf.br"),
    font!("DroidSansFallback.ttf.br"),
    font!("NotoSansDevanagari-Regular.ttf.br"),
    font!("NotoSansBengali-Regular.ttf.br"),
    font!("NotoSansGurmukhi-Regular.ttf.br"),
    font!("NotoSansThai-Regular.ttf.br"),
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
    font!("DejaVuSans.ttf.br"),
    font!("NotoSansSymbols-Regular.ttf.br"),
    font!("NotoSansSymbols2-Regular.ttf.br"),
];

/// Fonts for rare scripts and signs. The last ones draw nearly all of Unicode, coarsely.
const RARE: [&[u8]; 61] = [
    font!("NotoSans-Regular.ttf.br"),
    font!("NotoSansMath-Regular.ttf.br"),
    font!("NotoSansBuginese-Regular.ttf.br"),
    font!("NotoSansCham-Regular.ttf.br"),
    font!("NotoSansLimbu-Regular.ttf.br"),
    font!("NotoSansLepcha-Regular.ttf.br"),
    font!("NotoSansTaiLe-Regular.ttf.br"),
    font!("NotoSansNewTaiLue-Regular.ttf.br"),
    font!("NotoSansTaiTham-Regular.ttf.br"),
    font!("NotoSansTaiViet-Regular.ttf.br"),
    font!("NotoSansKayahLi-Regular.ttf.br"),
    font!("NotoSansBatak-Regular.ttf.br"),
    font!("NotoSansRejang-Regular.ttf.br"),
    font!("NotoSansSylotiNagri-Regular.ttf.br"),
    font!("NotoSansSaurashtra-Regular.ttf.br"),
    font!("NotoSansNewa-Regular.ttf.br"),
    font!("NotoSansModi-Regular.ttf.br"),
    font!("NotoSansTakri-Regular.ttf.br"),
    font!("NotoSansSoraSompeng-Regular.ttf.br"),
    font!("NotoSansMandaic-Regular.ttf.br"),
    font!("NotoSansSamaritan-Regular.ttf.br"),
    font!("NotoSansPahawhHmong-Regular.ttf.br"),
    font!("NotoSansBamum-Regular.ttf.br"),
    font!("NotoSansOsmanya-Regular.ttf.br"),
    font!("NotoSansCoptic-Regular.ttf.br"),
    font!("NotoSansGothic-Regular.ttf.br"),
    font!("NotoSansRunic-Regular.ttf.br"),
    font!("NotoSansDeseret-Regular.ttf.br"),
    font!("NotoSansMiao-Regular.ttf.br"),
    font!("NotoSansMro-Regular.ttf.br"),
    font!("NotoSansPauCinHau-Regular.ttf.br"),
    font!("NotoSansBassaVah-Regular.ttf.br"),
    font!("NotoSansMendeKikakui-Regular.ttf.br"),
    font!("NotoSansMedefaidrin-Regular.ttf.br"),
    font!("NotoSansGunjalaGondi-Regular.ttf.br"),
    font!("NotoSansMasaramGondi-Regular.ttf.br"),
    font!("NotoSansHanunoo-Regular.ttf.br"),
    font!("NotoSansBuhid-Regular.ttf.br"),
    font!("NotoSansTagbanwa-Regular.ttf.br"),
    font!("NotoSansGrantha-Regular.ttf.br"),
    font!("NotoSansKhojki-Regular.ttf.br"),
    font!("NotoSansKhudawadi-Regular.ttf.br"),
    font!("NotoSansKaithi-Regular.ttf.br"),
    font!("NotoSansTirhuta-Regular.ttf.br"),
    font!("NotoSansSharada-Regular.ttf.br"),
    font!("NotoSansMultani-Regular.ttf.br"),
    font!("NotoSansMahajani-Regular.ttf.br"),
    font!("NotoSansShavian-Regular.ttf.br"),
    font!("NotoSansPhagsPa-Regular.ttf.br"),
    font!("NotoSansDuployan-Regular.ttf.br"),
    font!("NotoSansOldHungarian-Regular.ttf.br"),
    font!("NotoSansGlagolitic-Regular.ttf.br"),
    font!("NotoSansTamilSupplement-Regular.ttf.br"),
    font!("NotoSerifNyiakengPuachueHmong-Regular.ttf.br"),
    font!("NotoSerifYezidi-Regular.ttf.br"),
    font!("NotoSerifDogra-Regular.ttf.br"),
    font!("NotoSerifAhom-Regular.ttf.br"),
    font!("NotoMusic-Regular.ttf.br"),
    font!("NotoSansCJK-Rare.otf.br"),
    font!("unifont.otf.br"),
    font!("unifont_upper.otf.br"),
];

/// The fonts that a document is typeset with. Unpacking them takes time and memory, so a document is given the smallest
/// set that has all of its characters. Each set contains the one before it, so a character looks the same in all.
pub(super) struct FontSet {
    fonts: Vec<Font>,
    book: LazyHash<FontBook>,
}

static HOUSE: LazyLock<FontSet> = LazyLock::new(|| FontSet::new(parse_fonts(UNCOMPRESSED.map(Bytes::new))));

static USUAL: LazyLock<FontSet> = LazyLock::new(|| HOUSE.extend_with(&COMPRESSED));

static ALL: LazyLock<FontSet> = LazyLock::new(|| USUAL.extend_with(&RARE));

impl FontSet {
    fn new(fonts: Vec<Font>) -> Self {
        let book = LazyHash::new(FontBook::from_fonts(fonts.iter()));
        Self { fonts, book }
    }

    fn extend_with(&self, packed: &[&[u8]]) -> Self {
        // A test checks that each of them is a font.
        let added = parse_fonts(packed.iter().copied().filter_map(decompress).map(Bytes::new));
        Self::new(self.fonts.iter().cloned().chain(added).collect())
    }

    /// The smallest set that contains all characters of a text.
    pub(super) fn for_text(text: &str) -> &'static Self {
        let has = |set: &Self| text.chars().all(|c| c.is_ascii() || is_invisible(c) || set.can_draw(c));
        if has(&HOUSE) {
            &HOUSE
        } else if has(&USUAL) {
            &USUAL
        } else {
            &ALL
        }
    }

    /// The list from which the typesetter chooses a font.
    pub(super) fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    /// The font at a place in that list.
    pub(super) fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    /// Whether one of the fonts contains a character.
    pub(super) fn can_draw(&self, character: char) -> bool {
        self.fonts.iter().any(|font| has_glyph(font, character))
    }
}

fn has_glyph(font: &Font, character: char) -> bool {
    font.info().coverage.contains(u32::from(character))
}

fn parse_fonts(files: impl IntoIterator<Item = Bytes>) -> Vec<Font> {
    files.into_iter().flat_map(Font::iter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Characters that no font here contains: signs of scripts that nobody has written for more than a thousand years,
    /// and Han characters that are only in dictionaries.
    const UNDRAWN: [(&str, u32, u32); 7] = [
        ("Cuneiform", 0x12000, 0x1254F),
        ("Cypro-Minoan", 0x12F90, 0x12FFF),
        ("Egyptian hieroglyphs", 0x13000, 0x143FF),
        ("Anatolian hieroglyphs", 0x14400, 0x1467F),
        ("Bamum, historical", 0x16A39, 0x16A3F),
        ("Tangut", 0x17000, 0x18DFF),
        ("Han", 0x20000, 0x3FFFD),
    ];

    /// Where Unicode has added characters since its version 15, which Unifont draws: scripts that no keyboard has yet.
    const NEWER: [(u32, u32); 34] = [
        (0x105C0, 0x105FF),
        (0x107BF, 0x107BF),
        (0x10940, 0x1095F),
        (0x10D40, 0x10D8F),
        (0x10EC2, 0x10EFF),
        (0x11380, 0x113FF),
        (0x116D0, 0x116FF),
        (0x11B00, 0x11B7F),
        (0x11BC0, 0x11BFF),
        (0x11DB0, 0x11DFF),
        (0x11F5A, 0x11F5A),
        (0x12550, 0x1268F),
        (0x16100, 0x1613F),
        (0x16D40, 0x16D7F),
        (0x16EA0, 0x16EDF),
        (0x16FF2, 0x16FFF),
        (0x18E00, 0x191FF),
        (0x1B127, 0x1B12F),
        (0x1B168, 0x1B168),
        (0x1CC00, 0x1CEFF),
        (0x1D127, 0x1D128),
        (0x1D1EB, 0x1D1FF),
        (0x1D250, 0x1D28F),
        (0x1DB00, 0x1DB1F),
        (0x1DF1F, 0x1DFFF),
        (0x1E5D0, 0x1E5FF),
        (0x1E6C0, 0x1E6FF),
        (0x1F1AE, 0x1F1AE),
        (0x1F777, 0x1F77A),
        (0x1F7DA, 0x1F7DB),
        (0x1F7F1, 0x1F7FF),
        (0x1F8B2, 0x1F8DF),
        (0x1FA54, 0x1FA5F),
        (0x1FBCB, 0x1FBFA),
    ];

    #[test]
    fn draws_or_replaces_every_character() {
        let listed = UNDRAWN.iter().map(|(_, first, last)| (*first, *last)).chain(NEWER);
        let listed: Vec<_> = listed.map(|(first, last)| first..=last).collect();
        let is_listed = |c: char| listed.iter().any(|range| range.contains(&u32::from(c)));
        let lost: Vec<String> = (0..0x40000)
            .filter_map(char::from_u32)
            .filter(|c| is_public_assigned(*c) && *c != UNKNOWN && !is_listed(*c))
            .filter(|c| replace_in_text(c.encode_utf8(&mut [0; 4])).contains(UNKNOWN))
            .map(|c| format!("{:X}", u32::from(c)))
            .collect();
        assert_eq!(lost, [""; 0]);
    }

    #[test]
    fn draws_the_han_characters_of_cantonese_and_of_names() {
        let lost: String = "㗎𠺢𨋢㩒𢱕㓤㐂𠮷𡃁𠝹".chars().filter(|c| !ALL.can_draw(*c)).collect();
        assert_eq!(lost, "");
    }

    #[test]
    fn a_document_gets_the_smallest_set_of_fonts_with_all_of_its_characters() {
        for (text, fonts) in [
            ("Bathroom, £1,234.50 – ½ day", &*HOUSE),
            ("Łukasz Żółć, Олена", &HOUSE),
            ("🔨 محمد", &USUAL),
            ("ᨅᨘᨁᨗ, Bugis", &ALL),
        ] {
            assert!(std::ptr::eq(FontSet::for_text(text), fonts), "{text}");
        }
    }

    /// A template's own characters aren't looked at when the fonts are chosen.
    #[test]
    fn the_house_font_has_the_characters_of_the_templates() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pdf/templates");
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let lost: String = text.chars().filter(|c| !c.is_ascii() && !HOUSE.can_draw(*c)).collect();
            assert_eq!(lost, "", "{}", path.display());
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
            ("\u{20001}", "□"),
            ("\u{10FFFD}", "□"),
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
    fn a_letter_is_kept_apart_from_a_mark_that_an_earlier_font_has() {
        for (typed, drawn) in [
            ("e\u{301} नि ำ", "e\u{301} नि ำ"),
            ("\u{721}\u{308}", "\u{721}\u{2060}\u{308}"),
            ("क\u{336}म", "क\u{2060}\u{336}म"),
            ("ಠ\u{32F}ಠ", "ಠ\u{2060}\u{32F}ಠ"),
        ] {
            assert_eq!(replace_in_text(typed), drawn);
        }
    }

    #[test]
    fn the_template_names_the_family_of_every_font_in_their_order() {
        let template = include_str!("templates/sheet.typ");
        let places: Vec<Option<usize>> =
            ALL.fonts.iter().map(|font| template.find(&format!("\"{}\"", font.info().family))).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
    }

    #[test]
    fn loads_every_font_file() {
        assert_eq!(ALL.fonts.len(), UNCOMPRESSED.len() + COMPRESSED.len() + RARE.len());
    }
}
