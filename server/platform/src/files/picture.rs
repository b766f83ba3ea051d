//! Decoding a picture that a stranger sent, and encoding it again.

use std::io::Cursor;

use super::chunks::pixels_only;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{
    DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, RgbImage, Rgba, RgbaImage,
};

/// The most memory that a decoder may use in addition to the picture, in bytes.
const MEMORY_MAX: u64 = 128 * 1024 * 1024;
/// The most bytes per pixel: red, green, blue and alpha, 8 bits each.
const PIXEL_MAX: u64 = 4;

/// Which pictures are accepted for a purpose, and how they are stored.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// The longest side accepted, in pixels.
    pub side_max: u32,
    /// The most pixels accepted, judged by the file's header before anything is decoded.
    pub pixels_max: u64,
    /// The limit in words, for messages.
    pub most: &'static str,
    /// The longest side stored, in pixels.
    pub side_kept: u32,
    /// The quality of a JPEG, out of 100.
    pub quality: u8,
    /// Whether every picture is stored as a JPEG, with transparent areas on white.
    pub always_jpeg: bool,
}

/// The limits of a logo, which is never displayed larger than 1024 pixels.
pub(super) const LOGO: Frame = Frame {
    side_max: 4096,
    pixels_max: 4096 * 4096,
    most: "4096 by 4096 pixels",
    side_kept: 1024,
    quality: 88,
    always_jpeg: false,
};

/// The limits of a receipt, which is readable at 2,000 pixels. Phones send large photos scaled down already; 24
/// megapixels take 72 MB while they are decoded.
pub(super) const RECEIPT: Frame = Frame {
    side_max: 12_000,
    pixels_max: 24_000_000,
    most: "24 megapixels",
    side_kept: 2_000,
    quality: 85,
    always_jpeg: true,
};

/// The limits of a photo on a quote, which is looked at and enlarged on a screen.
pub(super) const PHOTO: Frame = Frame {
    side_kept: 1_600,
    quality: 80,
    ..RECEIPT
};

/// A picture in its stored form.
pub(super) struct Picture {
    pub bytes: Vec<u8>,
    pub content_type: &'static str,
    pub width: u32,
    pub height: u32,
}

/// Why a picture was refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum PictureError {
    #[error("Please choose a PNG, JPEG or WebP picture.")]
    NotAPicture,
    #[error(
        "We can’t read HEIC pictures. Take the photo on this page, or set the camera to ‘Most compatible’ and take \
         it again."
    )]
    Heic,
    #[error("You can’t add PDFs here. Please take a photo or a screenshot of it instead.")]
    Pdf,
    #[error("This picture is too large: at most {0}.")]
    TooManyPixels(&'static str),
    #[error("This picture is damaged and we can’t read it.")]
    Damaged,
    #[error("the picture could not be written: {0}")]
    Write(image::ImageError),
}

/// Decodes a PNG, JPEG or WebP picture, rotates it upright, scales it down and encodes it again: a JPEG stays a JPEG,
/// others become PNG, which every mail program displays, or JPEG if the frame says so.
pub(super) fn renew(bytes: &[u8], frame: &Frame) -> Result<Picture, PictureError> {
    let bytes = pixels_only(bytes);
    let bytes = &*bytes;
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|_| PictureError::NotAPicture)?;
    let format = reader.format().ok_or_else(|| named(bytes))?;
    if !matches!(
        format,
        ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP
    ) {
        return Err(named(bytes));
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY_MAX);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| PictureError::Damaged)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    // Pictures with 16 bits per channel take the memory of twice as many pixels.
    let is_large =
        pixels > frame.pixels_max || decoder.total_bytes() > frame.pixels_max * PIXEL_MAX;
    if width.max(height) > frame.side_max || is_large {
        return Err(PictureError::TooManyPixels(frame.most));
    }
    if format == ImageFormat::Jpeg && !reaches_its_end(bytes) {
        return Err(PictureError::Damaged);
    }
    let orientation = decoder.orientation().map_err(|_| PictureError::Damaged)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|_| PictureError::Damaged)?;
    picture.apply_orientation(orientation);
    let side = frame.side_kept;
    if picture.width().max(picture.height()) > side {
        picture = picture.resize(side, side, FilterType::Lanczos3);
    }
    let quality = (frame.always_jpeg || format == ImageFormat::Jpeg).then_some(frame.quality);
    write(&picture, quality).map_err(PictureError::Write)
}

/// Whether a JPEG is complete: for one that was cut off during the upload, the decoder fills the missing part with
/// grey. Data that a camera adds after the end, or a thumbnail before it, doesn't matter.
fn reaches_its_end(bytes: &[u8]) -> bool {
    const END: u8 = 0xD9;
    let mut at = 0;
    // In a scan, an FF byte is followed by a 0 or a restart marker, so the next other marker ends the scan.
    while let Some(found) = bytes[at..].iter().position(|byte| *byte == 0xFF) {
        at += found + 1;
        match bytes.get(at) {
            None => return false,
            Some(&END) => return true,
            // These markers have no data; several FF bytes may precede a marker.
            Some(0x00 | 0x01 | 0xD0..=0xD8) => at += 1,
            Some(0xFF) => {}
            Some(_) => {
                let Some([high, low]) = bytes.get(at + 1..at + 3) else {
                    return false;
                };
                at += 1 + usize::from(u16::from_be_bytes([*high, *low]));
                if at > bytes.len() {
                    return false;
                }
            }
        }
    }
    false
}

/// The error for a file that isn't a supported picture, by its first bytes and not by its name.
fn named(bytes: &[u8]) -> PictureError {
    const HEIC: [&[u8]; 7] = [
        b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1",
    ];
    let is_heic = bytes.get(4..8) == Some(b"ftyp")
        && bytes.get(8..12).is_some_and(|brand| HEIC.contains(&brand));
    if is_heic {
        PictureError::Heic
    } else if bytes.starts_with(b"%PDF") {
        PictureError::Pdf
    } else {
        PictureError::NotAPicture
    }
}

/// Encodes a JPEG of this quality, or a PNG without one.
fn write(picture: &DynamicImage, quality: Option<u8>) -> Result<Picture, image::ImageError> {
    let mut bytes = Vec::new();
    let content_type = if let Some(quality) = quality {
        let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
        on_white(picture).write_with_encoder(encoder)?;
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

/// The picture on white if it has transparent areas: a receipt with a cut-out background would be black on black.
fn on_white(picture: &DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.to_rgb8();
    }
    let mut white = RgbaImage::from_pixel(picture.width(), picture.height(), Rgba([255; 4]));
    image::imageops::overlay(&mut white, &picture.to_rgba8(), 0, 0);
    DynamicImage::from(white).to_rgb8()
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
        let picture = renew(&bytes, &LOGO).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            (picture.width, picture.height, picture.content_type),
            (10, 20, "image/png")
        );
        assert!(!picture.bytes.windows(8).any(|window| window == b"<script>"));
    }

    #[test]
    fn large_ones_shrink_and_larger_ones_are_refused() {
        let picture = renew(&png(2048, 1024), &LOGO).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((picture.width, picture.height), (1024, 512));
        assert!(matches!(
            renew(&png(4097, 1), &LOGO),
            Err(PictureError::TooManyPixels(_))
        ));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert!(matches!(
            renew(b"<svg xmlns='http://www.w3.org/2000/svg'/>", &LOGO),
            Err(PictureError::NotAPicture)
        ));
        assert!(matches!(renew(b"", &LOGO), Err(PictureError::NotAPicture)));
        assert!(matches!(
            renew(&png(10, 10)[..40], &LOGO),
            Err(PictureError::Damaged)
        ));
    }

    #[test]
    fn a_jpeg_that_broke_off_on_its_way_is_refused() {
        let whole = renew(&png(64, 48), &RECEIPT).unwrap_or_else(|error| panic!("{error}"));
        let whole = whole.bytes;
        assert!(renew(&whole, &LOGO).is_ok());
        let with_more = [whole.as_slice(), b"\xFF\xD8\xFF\xE1\x00"].concat();
        assert!(renew(&with_more, &LOGO).is_ok());
        for cut in [2, 3, whole.len() / 4] {
            let cut = renew(&whole[..whole.len() - cut], &LOGO);
            assert!(matches!(cut, Err(PictureError::Damaged)));
        }
    }

    #[test]
    fn a_receipt_is_a_jpeg_of_2000_pixels_on_white() {
        let picture = renew(&png(3000, 1500), &RECEIPT).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            (picture.width, picture.height, picture.content_type),
            (2000, 1000, "image/jpeg")
        );
        let read = image::load_from_memory(&picture.bytes).expect("a picture");
        // The transparent picture is white, not black.
        assert!(read.to_rgb8().pixels().all(|pixel| pixel.0[0] > 250));
    }

    #[test]
    fn forty_megapixels_are_refused_before_they_are_decoded() {
        // A PNG whose header says 8000 by 5000 pixels, cut off after it.
        let mut bytes = png(1, 1);
        bytes[16..20].copy_from_slice(&8000_u32.to_be_bytes());
        bytes[20..24].copy_from_slice(&5000_u32.to_be_bytes());
        let crc = crc32(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&crc.to_be_bytes());
        let refused = renew(&bytes, &RECEIPT).err().expect("an error");
        assert_eq!(
            refused.to_string(),
            "This picture is too large: at most 24 megapixels."
        );
    }

    #[test]
    fn fine_ones_are_refused_where_they_take_the_memory_of_too_many() {
        let mut bytes = Vec::new();
        image::DynamicImage::new_rgba16(64, 64)
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
            .expect("written");
        let frame = |pixels_max| Frame {
            pixels_max,
            ..RECEIPT
        };
        assert!(renew(&bytes, &frame(2 * 64 * 64)).is_ok());
        assert!(matches!(
            renew(&bytes, &frame(2 * 64 * 64 - 1)),
            Err(PictureError::TooManyPixels(_))
        ));
    }

    #[test]
    fn a_profile_that_unpacks_without_end_is_not_unpacked() {
        let plain = png(10, 20);
        // The profile is no valid zlib data: a decoder that unpacked it would report an error or fail.
        let profile = [b"profile\0\0".as_slice(), &[0xFF; 64]].concat();
        let mut chunk = Vec::new();
        chunk.extend_from_slice(&u32::try_from(profile.len()).expect("short").to_be_bytes());
        chunk.extend_from_slice(b"iCCP");
        chunk.extend_from_slice(&profile);
        chunk.extend_from_slice(&crc32(&chunk[4..]).to_be_bytes());
        // After the signature and the header chunk.
        let bytes = [&plain[..33], &chunk, &plain[33..]].concat();
        assert_eq!(*pixels_only(&bytes), *plain);
        let picture = renew(&bytes, &LOGO).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((picture.width, picture.height), (10, 20));
    }

    #[test]
    fn what_only_its_name_calls_a_picture_is_told_by_its_bytes() {
        let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic";
        assert!(matches!(renew(heic, &RECEIPT), Err(PictureError::Heic)));
        let pdf = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";
        assert!(matches!(renew(pdf, &RECEIPT), Err(PictureError::Pdf)));
    }

    /// The checksum of a PNG chunk (RFC 2083, appendix 15).
    fn crc32(bytes: &[u8]) -> u32 {
        let step = |crc: u32, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
        !bytes
            .iter()
            .fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
    }
}
