//! The fonts inside the binary; `server/fonts/README.md` says where they come from.

use std::sync::LazyLock;

use typst::foundations::Bytes;
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;

macro_rules! font {
    ($name:literal) => {
        include_bytes!(concat!("../../fonts/", $name)) as &[u8]
    };
}

const FILES: [&[u8]; 12] = [
    font!("Inter-Regular.otf"),
    font!("Inter-SemiBold.otf"),
    font!("Inter-Bold.otf"),
    font!("NotoSansArabic-Regular.ttf"),
    font!("NotoSansArabic-Bold.ttf"),
    font!("NotoSansHebrew-Regular.ttf"),
    font!("NotoSansDevanagari-Regular.ttf"),
    font!("NotoSansBengali-Regular.ttf"),
    font!("NotoSansGurmukhi-Regular.ttf"),
    font!("NotoSansThai-Regular.ttf"),
    font!("DroidSansFallback.ttf"),
    font!("NotoEmoji-Regular.ttf"),
];

/// Every font, read once.
pub(super) static FONTS: LazyLock<Vec<Font>> = LazyLock::new(|| {
    FILES
        .iter()
        .flat_map(|file| Font::iter(Bytes::new(*file)))
        .collect()
});

/// What the typesetter chooses from.
pub(super) static BOOK: LazyLock<LazyHash<FontBook>> =
    LazyLock::new(|| LazyHash::new(FontBook::from_fonts(FONTS.iter())));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_font() {
        assert_eq!(FONTS.len(), FILES.len());
    }
}
