//! Decoding a picture that a stranger sent, and encoding it again.

use std::io::Cursor;

use axum::body::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbImage, Rgba, RgbaImage};

use super::still::{self, shrunk};
use super::store::PictureType;
use super::{jpeg, png_chunks};

/// The most memory that a decoder may use in addition to the picture, in bytes.
const MEMORY_MAX: u64 = 128 * 1024 * 1024;
/// The most pixels of a picture that takes three times as much memory as others while it is decoded: a progressive
/// JPEG, of which every scan is in memory; a WebP; and 16 bits per colour.
const HEAVY_MAX: u64 = 13_000_000;
/// The limit as text.
const HEAVY_MAX_TEXT: &str =
    "13 megapixels for a progressive JPEG, a WebP picture or a PNG with 16 bits per colour";
/// How much heavier they are.
const HEAVY: u64 = 3;
/// A picture with more pixels than this, or a third of them if it is heavy, is large: only one at a time is decoded.
const LARGE: u64 = 8_000_000;
/// The most scans of a progressive JPEG. It usually has ten; each takes the time of the whole picture, however few
/// bytes it has.
const SCANS_MAX: usize = 100;

/// Which pictures are accepted for a purpose, and how they are stored.
#[derive(Debug, Clone, Copy)]
pub struct PictureSettings {
    /// The longest side accepted, in pixels.
    pub side_max: u32,
    /// The most pixels accepted, judged by the file's header before anything is decoded.
    pub pixels_max: u64,
    /// The limit as text, for messages.
    pub pixels_max_text: &'static str,
    /// The longest side stored, in pixels.
    pub stored_side_max: u32,
    /// The quality of a JPEG, out of 100.
    pub quality: u8,
    /// Whether every picture is stored as a JPEG, with transparent areas on white.
    pub always_jpeg: bool,
}

/// The limits of a logo, which is never displayed larger than 1024 pixels.
pub(super) const LOGO: PictureSettings = PictureSettings {
    side_max: 4096,
    pixels_max: 4096 * 4096,
    pixels_max_text: "4096 by 4096 pixels",
    stored_side_max: 1024,
    quality: 88,
    always_jpeg: false,
};

/// The limits of a receipt, which is readable at 2,000 pixels. Phones send large photos scaled down already. While they
/// are decoded and scaled down, 24 megapixels take 110 MB at most as a JPEG and 142 MB with transparency, and 13
/// megapixels of a progressive JPEG without colour subsampling 120 MB, each about 0.6 to 0.9 s (release build).
pub(super) const RECEIPT: PictureSettings = PictureSettings {
    side_max: 12_000,
    pixels_max: 24_000_000,
    pixels_max_text: "24 megapixels",
    stored_side_max: 2_000,
    quality: 85,
    always_jpeg: true,
};

/// The limits of a photo on a quote, which is looked at and enlarged on a screen.
pub(super) const PHOTO: PictureSettings = PictureSettings { stored_side_max: 1_600, quality: 80, ..RECEIPT };

/// A picture in its stored form.
pub(super) struct Picture {
    pub bytes: Vec<u8>,
    pub content_type: PictureType,
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
    #[error(
        "We can’t read this progressive JPEG: it has more than {SCANS_MAX} scans. Please save it again as an ordinary \
         JPEG, or choose a screenshot of it."
    )]
    TooManyScans,
    /// The format, and the most parts that a picture of it may have.
    #[error(
        "We can’t read this {0}: it has more than {1} parts. Please save it again, or choose a screenshot of it."
    )]
    TooManyParts(&'static str, &'static str),
    #[error(
        "We can’t read this WebP picture: it is saved without loss and takes more than {max}. Please save it as a JPEG \
         or PNG.", max = still::LOSSLESS_MAX_TEXT
    )]
    TooMuchLossless,
    #[error("This picture is damaged and we can’t read it.")]
    Damaged,
    #[error("the picture could not be written: {0}")]
    Write(image::ImageError),
}

/// A picture whose size is known and accepted, and which isn't decoded yet.
pub(super) struct Opened {
    bytes: Bytes,
    format: ImageFormat,
    pixels: u64,
    frame: &'static PictureSettings,
}

/// Looks at the head of a PNG, JPEG or WebP picture.
pub(super) fn open(bytes: Bytes, frame: &'static PictureSettings) -> Result<Opened, PictureError> {
    let format = image::guess_format(&bytes).map_err(|_| classify_unreadable(&bytes))?;
    let mut plan = None;
    let bytes: Bytes = match format {
        ImageFormat::Jpeg => {
            let (bytes, of_scans) = jpeg::read(&bytes)?;
            plan = Some(of_scans);
            bytes.into()
        }
        ImageFormat::Png => {
            let saved = png_chunks::strip_metadata(&bytes);
            saved.ok_or(PictureError::TooManyParts("PNG", png_chunks::CHUNKS_MAX_TEXT))?.into_owned().into()
        }
        ImageFormat::WebP => {
            still::pixels_only(&bytes).ok_or(PictureError::TooMuchLossless)?.into_owned().into()
        }
        _ => return Err(classify_unreadable(&bytes)),
    };
    let decoder = decoder(&bytes, format)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if width.max(height) > frame.side_max || pixels > frame.pixels_max {
        return Err(PictureError::TooManyPixels(frame.pixels_max_text));
    }
    let color = decoder.color_type();
    let mut is_heavy = format == ImageFormat::WebP || color.bytes_per_pixel() > color.channel_count();
    if let Some(plan) = plan {
        is_heavy |= plan.is_layered;
        if plan.scans > SCANS_MAX {
            return Err(PictureError::TooManyScans);
        }
    }
    if is_heavy && pixels > HEAVY_MAX {
        return Err(PictureError::TooManyPixels(HEAVY_MAX_TEXT));
    }
    drop(decoder);
    Ok(Opened { bytes, format, pixels: if is_heavy { pixels * HEAVY } else { pixels }, frame })
}

fn decoder(bytes: &[u8], format: ImageFormat) -> Result<impl ImageDecoder, PictureError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY_MAX);
    reader.limits(limits);
    reader.into_decoder().map_err(|_| PictureError::Damaged)
}

impl Opened {
    /// Whether it takes much memory while it is decoded.
    pub fn is_large(&self) -> bool {
        self.pixels > LARGE
    }

    /// Decodes the picture, scales it down, rotates it upright and encodes it again: a JPEG stays a JPEG, others become
    /// PNG, which every mail program displays, or JPEG if the frame says so.
    pub fn renewed(self) -> Result<Picture, PictureError> {
        let mut decoder = decoder(&self.bytes, self.format)?;
        let orientation = decoder.orientation().map_err(|_| PictureError::Damaged)?;
        let picture = DynamicImage::from_decoder(decoder).map_err(|_| PictureError::Damaged)?;
        let mut picture = shrunk(picture, self.frame.stored_side_max);
        picture.apply_orientation(orientation);
        let is_jpeg = self.frame.always_jpeg || self.format == ImageFormat::Jpeg;
        let quality = is_jpeg.then_some(self.frame.quality);
        encode(&picture, quality).map_err(PictureError::Write)
    }
}

/// The error for a file that isn't a supported picture, by its first bytes and not by its name.
fn classify_unreadable(bytes: &[u8]) -> PictureError {
    const HEIC: [&[u8]; 7] = [b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"];
    let is_heic =
        bytes.get(4..8) == Some(b"ftyp") && bytes.get(8..12).is_some_and(|brand| HEIC.contains(&brand));
    if is_heic {
        PictureError::Heic
    } else if bytes.starts_with(b"%PDF") {
        PictureError::Pdf
    } else {
        PictureError::NotAPicture
    }
}

/// Encodes a JPEG of this quality, or a PNG without one.
fn encode(picture: &DynamicImage, quality: Option<u8>) -> Result<Picture, image::ImageError> {
    let mut bytes = Vec::new();
    let content_type = if let Some(quality) = quality {
        let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
        flatten_on_white(picture).write_with_encoder(encoder)?;
        PictureType::Jpeg
    } else {
        let picture = if picture.color().has_alpha() {
            DynamicImage::from(picture.to_rgba8())
        } else {
            DynamicImage::from(picture.to_rgb8())
        };
        picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)?;
        PictureType::Png
    };
    Ok(Picture { bytes, content_type, width: picture.width(), height: picture.height() })
}

/// The picture on white if it has transparent areas: a receipt with a cut-out background would be black on black.
fn flatten_on_white(picture: &DynamicImage) -> RgbImage {
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

    fn re_encode(bytes: &[u8], frame: &'static PictureSettings) -> Result<Picture, PictureError> {
        open(Bytes::copy_from_slice(bytes), frame)?.renewed()
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let picture = DynamicImage::new_rgba8(width, height);
        picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).expect("written");
        bytes
    }

    #[test]
    fn only_pixels_survive() {
        let mut bytes = png(10, 20);
        bytes.extend_from_slice(b"<script>alert(1)</script>");
        let picture = re_encode(&bytes, &LOGO).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((picture.width, picture.height, picture.content_type.code()), (10, 20, "image/png"));
        assert!(!picture.bytes.windows(8).any(|window| window == b"<script>"));
    }

    #[test]
    fn large_ones_shrink_and_larger_ones_are_refused() {
        let picture = re_encode(&png(2048, 1024), &LOGO).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((picture.width, picture.height), (1024, 512));
        assert!(matches!(re_encode(&png(4097, 1), &LOGO), Err(PictureError::TooManyPixels(_))));
    }

    #[test]
    fn refuses_files_that_are_not_pictures() {
        assert!(matches!(
            re_encode(b"<svg xmlns='http://www.w3.org/2000/svg'/>", &LOGO),
            Err(PictureError::NotAPicture)
        ));
        assert!(matches!(re_encode(b"", &LOGO), Err(PictureError::NotAPicture)));
        assert!(matches!(re_encode(&png(10, 10)[..40], &LOGO), Err(PictureError::Damaged)));
    }

    #[test]
    fn refuses_a_truncated_jpeg() {
        let whole = re_encode(&png(64, 48), &RECEIPT).unwrap_or_else(|error| panic!("{error}"));
        let whole = whole.bytes;
        assert!(re_encode(&whole, &LOGO).is_ok());
        let with_more = [whole.as_slice(), b"\xFF\xD8\xFF\xE1\x00"].concat();
        assert!(re_encode(&with_more, &LOGO).is_ok());
        for cut in [2, 3, whole.len() / 4] {
            let cut = re_encode(&whole[..whole.len() - cut], &LOGO);
            assert!(matches!(cut, Err(PictureError::Damaged)));
        }
    }

    #[test]
    fn a_receipt_is_a_jpeg_of_2000_pixels_on_white() {
        let picture = re_encode(&png(3000, 1500), &RECEIPT).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((picture.width, picture.height, picture.content_type.code()), (2000, 1000, "image/jpeg"));
        let read = image::load_from_memory(&picture.bytes).expect("a picture");
        // The transparent picture is white, not black.
        assert!(read.to_rgb8().pixels().all(|pixel| pixel.0[0] > 250));
    }

    /// A PNG with this size and this many bits per colour in its header.
    fn sized(width: u32, height: u32, bits: u8) -> Vec<u8> {
        let mut bytes = png(1, 1);
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        bytes[24] = bits;
        let crc = crc32(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&crc.to_be_bytes());
        bytes
    }

    #[test]
    fn forty_megapixels_are_refused_before_they_are_decoded() {
        let bytes = sized(8000, 5000, 8);
        let refused = re_encode(&bytes, &RECEIPT).err().expect("an error");
        assert_eq!(refused.to_string(), "This picture is too large: at most 24 megapixels.");
    }

    /// A progressive JPEG with this size in its header.
    fn progressive(width: u16, height: u16) -> Vec<u8> {
        let mut bytes = re_encode(&png(64, 48), &RECEIPT).map(|it| it.bytes).expect("a JPEG");
        let frame = bytes.windows(2).position(|it| it == [0xFF, 0xC0]).expect("a frame");
        bytes[frame + 1] = 0xC2;
        bytes[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
        bytes[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
        bytes
    }

    #[test]
    fn refuses_costly_formats_at_a_lower_limit_and_states_it() {
        let opened = |bytes: Vec<u8>| open(bytes.into(), &RECEIPT);
        for heavy in [progressive(4000, 3250), sized(4000, 3250, 16)] {
            assert!(opened(heavy).is_ok_and(|it| it.is_large()));
        }
        for heavy in [progressive(4001, 3250), sized(4001, 3250, 16)] {
            let refused = opened(heavy).err().expect("an error");
            assert_eq!(
                refused.to_string(),
                "This picture is too large: at most 13 megapixels for a progressive JPEG, a WebP picture or a PNG \
                 with 16 bits per colour."
            );
        }
    }

    #[test]
    fn recognises_pictures_that_are_large_to_decode() {
        let is_large = |bytes: Vec<u8>| open(bytes.into(), &RECEIPT).is_ok_and(|it| it.is_large());
        assert!(!is_large(sized(4000, 2000, 8)));
        assert!(is_large(sized(4001, 2000, 8)));
        assert!(!is_large(progressive(2000, 1333)));
        assert!(is_large(progressive(2001, 1333)));
    }

    #[test]
    fn refuses_a_jpeg_with_too_many_scans() {
        let mut bytes = progressive(64, 48);
        let end = bytes.split_off(bytes.len() - 2);
        let scan = bytes.windows(2).position(|it| it == [0xFF, 0xDA]).expect("a scan");
        let scan = bytes[scan..scan + 14].to_vec();
        for _ in 0..SCANS_MAX {
            bytes.extend_from_slice(&scan);
        }
        bytes.extend_from_slice(&end);
        let refused = open(bytes.into(), &RECEIPT).err();
        assert!(matches!(refused, Some(PictureError::TooManyScans)));
    }

    #[test]
    fn ignores_empty_pixel_chunks_and_refuses_a_png_with_too_many_chunks() {
        let plain = png(8, 8);
        let with = |chunk: &[u8], times: usize| [&plain[..33], &chunk.repeat(times), &plain[33..]].concat();
        let empty = [&[0; 4], b"IDAT".as_slice(), &crc32(b"IDAT").to_be_bytes()].concat();
        let opened = open(with(&empty, 100_000).into(), &LOGO).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(*opened.bytes, *plain);
        let one = [&[0, 0, 0, 1], b"IDATx".as_slice(), &crc32(b"IDATx").to_be_bytes()].concat();
        let refused = open(with(&one, 100_000).into(), &LOGO).err().expect("an error");
        assert_eq!(
            refused.to_string(),
            "We can’t read this PNG: it has more than 20,000 parts. Please save it again, or choose a screenshot of it."
        );
    }

    #[test]
    fn omits_a_text_in_many_parts_before_decoding() {
        let whole = re_encode(&png(64, 48), &RECEIPT).map(|it| it.bytes).expect("a JPEG");
        // Each is a part of an XMP text; the decoder sorts and compares all of them after each.
        let name = b"http://ns.adobe.com/xmp/extension/\0".as_slice();
        let text = [&[0xFF, 0xE1, 0, 80], name, &[b'A'; 32], &[0xFF; 4], &[0; 7]].concat();
        let bytes = [&whole[..2], &text.repeat(50_000), &whole[2..]].concat();
        let opened = open(bytes.into(), &RECEIPT).unwrap_or_else(|error| panic!("{error}"));
        assert!(opened.bytes.len() <= whole.len());
    }

    #[test]
    fn reads_a_webp_without_a_part_of_false_length() {
        let mut bytes = Vec::new();
        DynamicImage::new_rgb8(40, 20)
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::WebP)
            .expect("written");
        let picture = re_encode(&bytes, &LOGO).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((picture.width, picture.height), (40, 20));
        // An orientation of 2 GB that is not there.
        bytes.extend_from_slice(b"EXIF\xFF\xFF\xFF\x7F");
        assert!(re_encode(&bytes, &LOGO).is_ok());
        assert!(matches!(re_encode(&bytes[..30], &LOGO), Err(PictureError::Damaged)));
    }

    #[test]
    fn does_not_decompress_a_colour_profile() {
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
        assert_eq!(*png_chunks::strip_metadata(&bytes).expect("few chunks"), *plain);
        let picture = re_encode(&bytes, &LOGO).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((picture.width, picture.height), (10, 20));
        // Cut off in its last chunk, it has no end, and no profile either.
        for cut in 1..12 {
            let cut = &bytes[..bytes.len() - cut];
            assert!(
                !png_chunks::strip_metadata(cut).expect("few chunks").windows(4).any(|name| name == b"iCCP")
            );
        }
    }

    #[test]
    fn recognises_heic_and_pdf_files_by_their_bytes() {
        let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic";
        assert!(matches!(re_encode(heic, &RECEIPT), Err(PictureError::Heic)));
        let pdf = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";
        assert!(matches!(re_encode(pdf, &RECEIPT), Err(PictureError::Pdf)));
    }

    /// The checksum of a PNG chunk (RFC 2083, appendix 15).
    fn crc32(bytes: &[u8]) -> u32 {
        let step = |crc: u32, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
        !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
    }
}
