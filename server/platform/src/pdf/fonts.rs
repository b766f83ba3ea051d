//! The fonts in the binary; `server/platform/fonts/README.md` says where they come from.

use std::sync::LazyLock;

use typst::foundations::Bytes;
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;

use crate::compression::decompress;

macro_rules! font {
    ($name:literal) => {
        include_bytes!(concat!("../../fonts/", $name)) as &[u8]
    };
}

/// The fonts of nearly every document.
const UNCOMPRESSED: [&[u8]; 3] =
    [font!("Inter-Regular.otf"), font!("Inter-SemiBold.otf"), font!("Inter-Bold.otf")];

/// Fonts that few documents need, compressed with brotli; uncompressed they would make the binary six megabytes larger.
/// A typesetter unpacks them once, when it starts. They contain what phone keyboards can type; `sheet.typ` defines the
/// order in which they are used.
const COMPRESSED: [&[u8]; 25] = [
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
    use super::*;

    #[test]
    fn every_file_is_a_font() {
        assert_eq!(FONTS.len(), UNCOMPRESSED.len() + COMPRESSED.len());
    }
}
