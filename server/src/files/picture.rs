//! Reading a picture that a stranger sent, and writing it anew.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits};

/// The longest side taken, in pixels.
const SIDE_MAX: u32 = 4096;
/// The longest side kept, in pixels: a logo is never shown larger.
const SIDE_KEPT: u32 = 1024;
/// How much memory a decoder may take.
const MEMORY_MAX: u64 = 256 * 1024 * 1024;
const JPEG_QUALITY: u8 = 88;

/// A picture as it is kept.
pub(super) struct Picture {
    pub bytes: Vec<u8>,
    pub content_type: &'static str,
    pub width: u32,
    pub height: u32,
}

/// Why a picture was not taken.
#[derive(Debug, thiserror::Error)]
pub(super) enum PictureError {
    #[error("Please choose a PNG, JPEG or WebP picture.")]
    NotAPicture,
    #[error("This picture is too large: at most 4096 by 4096 pixels.")]
    TooManyPixels,
    #[error("This picture is damaged and cannot be read.")]
    Damaged,
    #[error("the picture could not be written: {0}")]
    Write(image::ImageError),
}

/// Decodes a PNG, JPEG or WebP picture, turns it upright, scales it down and encodes it anew:
/// JPEG stays JPEG, the others become PNG, which every mail program shows.
pub(super) fn renew(bytes: &[u8]) -> Result<Picture, PictureError> {
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|_| PictureError::NotAPicture)?;
    let format = reader.format().ok_or(PictureError::NotAPicture)?;
    if !matches!(
        format,
        ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP
    ) {
        return Err(PictureError::NotAPicture);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY_MAX);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| PictureError::Damaged)?;
    let (width, height) = decoder.dimensions();
    if width > SIDE_MAX || height > SIDE_MAX {
        return Err(PictureError::TooManyPixels);
    }
    let orientation = decoder.orientation().map_err(|_| PictureError::Damaged)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|_| PictureError::Damaged)?;
    picture.apply_orientation(orientation);
    if picture.width().max(picture.height()) > SIDE_KEPT {
        picture = picture.resize(SIDE_KEPT, SIDE_KEPT, FilterType::Lanczos3);
    }
    write(&picture, format == ImageFormat::Jpeg).map_err(PictureError::Write)
}

fn write(picture: &DynamicImage, jpeg: bool) -> Result<Picture, image::ImageError> {
    let mut bytes = Vec::new();
    let content_type = if jpeg {
        let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
        picture.to_rgb8().write_with_encoder(encoder)?;
        "image/jpeg"
    } else {
        let picture = if picture.color().has_alpha() {
            DynamicImage::from(picture.to_rgba8())
        } else {
            DynamicImage::from(picture.to_rgb8())
        };
        picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)?;
        "image/png"
    };
    Ok(Picture {
        bytes,
        content_type,
        width: picture.width(),
        height: picture.height(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let picture = DynamicImage::new_rgba8(width, height);
        picture
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
            .expect("written");
        bytes
    }

    #[test]
    fn only_pixels_survive() {
        let mut bytes = png(10, 20);
        bytes.extend_from_slice(b"<script>alert(1)</script>");
        let picture = renew(&bytes).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            (picture.width, picture.height, picture.content_type),
            (10, 20, "image/png")
        );
        assert!(!picture.bytes.windows(8).any(|window| window == b"<script>"));
    }

    #[test]
    fn large_ones_shrink_and_larger_ones_are_refused() {
        let picture = renew(&png(2048, 1024)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((picture.width, picture.height), (1024, 512));
        assert!(matches!(
            renew(&png(4097, 1)),
            Err(PictureError::TooManyPixels)
        ));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert!(matches!(
            renew(b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
            Err(PictureError::NotAPicture)
        ));
        assert!(matches!(renew(b""), Err(PictureError::NotAPicture)));
        assert!(matches!(
            renew(&png(10, 10)[..40]),
            Err(PictureError::Damaged)
        ));
    }
}
