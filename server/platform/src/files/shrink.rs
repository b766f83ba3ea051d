//! Making a picture smaller with little memory.
//!
//! The filter needs 16 bytes for each pixel of the picture's height and of the new width, so for a picture of 24
//! megapixels 130 MB. So a picture that is much too large is first made smaller by averaging neighbouring pixels, and
//! the filter works on bands of rows: once for the width and, with the picture turned on its side, once for the height.

use image::imageops::FilterType;
use image::{DynamicImage, RgbImage, RgbaImage};

/// The rows of a band.
const BAND: u32 = 64;

/// The picture with its longer side at most this long, with 8 bits per colour; a smaller picture stays as it is.
pub(super) fn shrunk(picture: DynamicImage, side: u32) -> DynamicImage {
    let (width, height) = (picture.width(), picture.height());
    let longer = width.max(height);
    if longer <= side {
        return picture;
    }
    // The filter is left with at least a quarter of the length to remove.
    let factor = u64::from(longer) * 4 / (u64::from(side) * 5);
    let near = match u32::try_from(factor) {
        Ok(factor @ 2..) => {
            let [width, height] = [width, height].map(|length| (length / factor).max(1));
            picture.thumbnail_exact(width, height)
        }
        _ => picture,
    };
    let new = |old: u32| {
        let rounded = (u64::from(old) * u64::from(side) + u64::from(longer / 2)) / u64::from(longer);
        u32::try_from(rounded).unwrap_or(side).max(1)
    };
    let narrow = narrowed(near, new(width)).rotate90();
    narrowed(narrow, new(height)).rotate270()
}

/// The picture with this width and the same height.
fn narrowed(picture: DynamicImage, width: u32) -> DynamicImage {
    let height = picture.height();
    let has_alpha = picture.color().has_alpha();
    let channels = if has_alpha { 4 } else { 3 };
    let mut bytes = Vec::with_capacity(width as usize * height as usize * channels);
    for from in (0..height).step_by(BAND as usize) {
        let rows = BAND.min(height - from);
        let band = picture.crop_imm(0, from, picture.width(), rows);
        let band = band.resize_exact(width, rows, FilterType::Lanczos3);
        bytes.extend(match has_alpha {
            true => band.into_rgba8().into_raw(),
            false => band.into_rgb8().into_raw(),
        });
    }
    let narrow = match has_alpha {
        true => RgbaImage::from_raw(width, height, bytes).map(DynamicImage::from),
        false => RgbImage::from_raw(width, height, bytes).map(DynamicImage::from),
    };
    narrow.expect("each band has its rows")
}

#[cfg(test)]
mod tests {
    use image::{GenericImageView as _, Rgb};

    use super::*;

    #[test]
    fn bands_leave_no_seams() {
        // Brighter to the right and redder downwards, in several bands and a rest.
        let wide = RgbImage::from_fn(300, 203, |x, y| Rgb([y as u8, (x / 2) as u8, 40]));
        let wide = DynamicImage::from(wide);
        let whole = wide.resize_exact(200, 135, FilterType::Lanczos3);
        let (whole, bands) = (whole.to_rgb8(), shrunk(wide.clone(), 200).to_rgb8());
        assert_eq!(bands.dimensions(), (200, 135));
        for (bands, whole) in bands.pixels().zip(whole.pixels()) {
            let near = |at: usize| bands.0[at].abs_diff(whole.0[at]) <= 1;
            assert!((0..3).all(near), "{bands:?} {whole:?}");
        }
        // Much smaller, it is as bright in its parts.
        let small = shrunk(wide.rotate90(), 60).rotate270().to_rgb8();
        assert_eq!(small.dimensions(), (60, 41));
        for (x, y, small) in small.enumerate_pixels() {
            let like = whole.get_pixel(x * 200 / 60 + 1, y * 135 / 41 + 1);
            assert!(small.0[0].abs_diff(like.0[0]) <= 6, "{small:?} {like:?}");
        }
    }

    #[test]
    fn every_kind_of_pixel_keeps_its_shape() {
        for (picture, has_alpha) in [
            (DynamicImage::new_luma8(500, 3), false),
            (DynamicImage::new_luma_a8(500, 3), true),
            (DynamicImage::new_rgba8(500, 3), true),
            (DynamicImage::new_rgb16(500, 3), false),
            (DynamicImage::new_rgba16(500, 3), true),
        ] {
            let small = shrunk(picture, 100);
            assert_eq!(small.dimensions(), (100, 1));
            assert_eq!(small.color().has_alpha(), has_alpha);
        }
        let small = shrunk(DynamicImage::new_rgb8(100, 40), 100);
        assert_eq!(small.dimensions(), (100, 40));
    }
}
