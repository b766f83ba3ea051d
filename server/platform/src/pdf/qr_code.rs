//! A link as a QR code.

use qrcode::{Color, EcLevel, QrCode};

/// The light margin that a reader needs around a QR code, in modules (ISO/IEC 18004).
const QUIET_ZONE: usize = 4;

/// A QR code to be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkCode {
    /// The number of modules per side, including the margin.
    pub size: usize,
    /// The dark modules, as the path of an SVG whose unit is a module.
    pub path: String,
}

impl LinkCode {
    /// The QR code of a link; `None` if the link is too long for a code.
    #[must_use]
    pub fn from_link(link: &str) -> Option<Self> {
        let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
        let width = code.width();
        let colours = code.into_colors();
        let mut path = String::new();
        for (y, row) in colours.chunks(width).enumerate() {
            let mut x = 0;
            // A run of dark modules is one shape, so that no gaps appear between them in print.
            for run in row.chunk_by(|one, other| one == other) {
                if run.first() == Some(&Color::Dark) {
                    let (left, top, wide) = (x + QUIET_ZONE, y + QUIET_ZONE, run.len());
                    path.push_str(&format!("M{left} {top}h{wide}v1h-{wide}z"));
                }
                x += run.len();
            }
        }
        Some(Self { size: width + 2 * QUIET_ZONE, path })
    }

    /// The code as an SVG picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let Self { size, path } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\">\
             <path d=\"{path}\" fill=\"#000\"/></svg>"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a reader reads from the modules, drawn with four pixels per side.
    fn read(scan: &LinkCode) -> String {
        const SCALE: usize = 4;
        let mut dark = vec![false; scan.size * scan.size];
        for piece in scan.path.split('z').filter(|piece| !piece.is_empty()) {
            let numbers: Vec<usize> = piece
                .split(|sign: char| !sign.is_ascii_digit())
                .filter_map(|text| text.parse().ok())
                .collect();
            let [x, y, wide, ..] = numbers[..] else {
                panic!("{piece}");
            };
            dark[y * scan.size + x..][..wide].fill(true);
        }
        let side = scan.size * SCALE;
        let mut picture = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| {
            let is_dark = dark[(y / SCALE) * scan.size + x / SCALE];
            if is_dark { 0 } else { 255 }
        });
        let codes = picture.detect_grids();
        let [code] = codes.as_slice() else {
            panic!("{} codes", codes.len());
        };
        code.decode().expect("a code that can be read").1
    }

    #[test]
    fn the_qr_code_decodes_to_its_link() {
        for link in
            ["https://quotes.example/i/AFvQhbl1SK_FnHy_kpZ-utrSdu07_VZA#pay", "http://127.0.0.1:8080/q/x#pay"]
        {
            let scan = LinkCode::from_link(link).expect("a code");
            assert_eq!(read(&scan), link);
        }
        assert_eq!(LinkCode::from_link(&"x".repeat(5_000)), None);
    }
}
