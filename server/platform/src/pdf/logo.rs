//! The logo of a document, and how large a picture is in a PDF.

use std::io::Cursor;

use axum::body::Bytes;
use image::{ImageFormat, ImageReader};
use serde::Serialize;

use super::PdfError;
use super::job::PdfJob;
use super::typesetter::Typesetter;

/// The largest width and height in print, in millimetres.
const SIZE_MAX: (f64, f64) = (58.0, 22.0);
/// The largest size of a pixel in print, in millimetres, so that a small logo isn't enlarged.
const PIXEL_SIZE: f64 = 25.4 / 96.0;

/// The size of a picture in print, in hundredths of a millimetre. Whole numbers, because the typesetter's JSON reader
/// accepts no fractions from a `serde_json` that preserves the text of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct PictureSize {
    width: u32,
    height: u32,
}

/// The size of a logo that the typesetter can read; `None` for anything else.
pub(super) fn logo_size(bytes: &[u8]) -> Option<PictureSize> {
    fit_picture(bytes, SIZE_MAX, PIXEL_SIZE)
}

/// The size of a picture that the typesetter can read, within an area in millimetres and with pixels no larger than
/// `pixel` millimetres; `None` for anything else.
pub(super) fn fit_picture(bytes: &[u8], area: (f64, f64), pixel: f64) -> Option<PictureSize> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let known = matches!(reader.format()?, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP);
    let (width, height) = known.then(|| reader.into_dimensions().ok())??;
    let (width, height) = (f64::from(width), f64::from(height));
    let scale = (area.0 / width).min(area.1 / height).min(pixel);
    // At most the width of a page, so it fits into the type.
    let hundredths = |length: f64| (length * scale * 100.0).round() as u32;
    scale.is_finite().then(|| PictureSize { width: hundredths(width), height: hundredths(height) })
}

/// Typesets with the logo, and if that fails, without it: a document without its logo is better than none.
pub(super) async fn render_with_or_without_logo(
    typesetter: &Typesetter,
    account: &str,
    size: Option<PictureSize>,
    job: impl Fn(Option<PictureSize>) -> Result<PdfJob, PdfError>,
) -> Result<Bytes, PdfError> {
    if size.is_some() {
        match typesetter.typeset(account, job(size)?).await {
            Ok(bytes) => return Ok(bytes),
            Err(error @ (PdfError::Busy | PdfError::OutOfBounds)) => return Err(error),
            // The header of a picture may be valid while the rest is damaged.
            Err(error) => tracing::warn!(%error, "typesetting again without the logo"),
        }
    }
    typesetter.typeset(account, job(None)?).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        image::DynamicImage::new_rgb8(width, height)
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
            .unwrap();
        bytes
    }

    #[test]
    fn scales_a_large_logo_in_proportion() {
        let wide = logo_size(&png(1000, 100)).unwrap();
        assert_eq!((wide.width, wide.height), (5800, 580));
        let high = logo_size(&png(100, 1000)).unwrap();
        assert_eq!((high.width, high.height), (220, 2200));
    }

    #[test]
    fn does_not_enlarge_a_small_logo() {
        let small = logo_size(&png(48, 24)).unwrap();
        assert_eq!((small.width, small.height), (1270, 635));
    }

    #[test]
    fn ignores_a_logo_that_is_not_a_picture() {
        assert_eq!(logo_size(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), None);
        assert_eq!(logo_size(b""), None);
        assert_eq!(logo_size(&png(10, 10)[..12]), None);
    }
}
