//! The parts of a WebP that are decoded: the pixels of one picture and its orientation, written as a file of their own.
//!
//! The decoder believes sizes that a file only claims: it reserves as many bytes as a part of the file says it has, and
//! as many pixels as the picture itself says, before it compares them with the head of the file. So a part that is not
//! complete isn't passed on, and the head is written from the picture. Only the first frame of a moving picture is
//! used: combining its frames would take several times the memory of one.

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::body::Bytes;
use image::imageops::FilterType;
use image::{DynamicImage, RgbImage, RgbaImage};

use super::picture::{self, PictureSettings};
use crate::ids::{FileId, UserId};
use crate::response_cache::ResponseCache;
use crate::state::AppState;

/// The bytes before the data of a part: its name and its length.
const HEAD: usize = 8;

/// The bytes of a frame of a moving picture before its parts: its place, size and time.
const FRAME: usize = 16;

/// The most bytes that may be compressed without loss. A code table takes 12 bytes of them and 4 kB of memory, and there
/// may be 300,000: so they take 130 MB at most.
const LOSSLESS_MAX: usize = 400_000;

pub(super) const LOSSLESS_MAX_TEXT: &str = "400 kB";

/// What the head of a file says: that some pixels are transparent, and that the orientation is in it.
const TRANSPARENT: u8 = 0x10;

const ORIENTED: u8 = 0x08;

/// The parts of one picture.
#[derive(Default)]
struct Parts<'a> {
    orientation: Option<&'a [u8]>,
    transparency: Option<&'a [u8]>,
    pixels: Option<(&'a [u8], &'a [u8])>,
}

/// The file with one picture and its orientation only, up to the first part that isn't complete: if the pixels are not
/// before that, the decoder reports the error. A file that is no WebP is returned unchanged. `None`: more than
/// [`LOSSLESS_MAX`] bytes of it are compressed without loss.
pub(super) fn pixels_only(file: &[u8]) -> Option<Cow<'_, [u8]>> {
    let body = file.strip_prefix(b"RIFF").and_then(|rest| rest.get(4..)?.strip_prefix(b"WEBP"));
    let Some(body) = body else {
        return Some(Cow::Borrowed(file));
    };
    let mut parts = Parts::default();
    parts.find(body, false);
    let lossless = match parts.pixels {
        Some((b"VP8L", data)) => data.len(),
        _ => parts.transparency.map_or(0, <[u8]>::len),
    };
    (lossless <= LOSSLESS_MAX).then(|| Cow::Owned(parts.written().unwrap_or_else(|| around(&[]))))
}

impl<'a> Parts<'a> {
    fn find(&mut self, mut rest: &'a [u8], is_frame: bool) {
        while let Some((name, data, after)) = first_of(rest) {
            match name {
                b"VP8 " | b"VP8L" if self.pixels.is_none() => self.pixels = Some((name, data)),
                b"ALPH" if self.pixels.is_none() => self.transparency = Some(data),
                b"ANMF" if !is_frame && self.pixels.is_none() => {
                    self.find(data.get(FRAME..).unwrap_or(&[]), true);
                }
                b"EXIF" => self.orientation = Some(data),
                _ => {}
            }
            rest = after;
        }
    }

    /// The parts as a file; `None` if there are no pixels.
    fn written(&self) -> Option<Vec<u8>> {
        let (name, data) = self.pixels?;
        let is_lossy = name == b"VP8 ";
        let (width, height, mut is_transparent) = match is_lossy {
            true => lossy_size(data)?,
            false => lossless_size(data)?,
        };
        is_transparent |= is_lossy && self.transparency.is_some();
        let mut head = vec![0; 4];
        head[0] |= if is_transparent { TRANSPARENT } else { 0 };
        head[0] |= self.orientation.map_or(0, |_| ORIENTED);
        for side in [width, height] {
            // 24 bits each, of the size less one.
            head.extend_from_slice(&side.checked_sub(1)?.to_le_bytes()[..3]);
        }
        let mut parts = part(b"VP8X", &head);
        if let (true, Some(transparency)) = (is_lossy, self.transparency) {
            parts.extend(part(b"ALPH", transparency));
        }
        parts.extend(part(name, data));
        if let Some(orientation) = self.orientation {
            parts.extend(part(b"EXIF", orientation));
        }
        Some(around(&parts))
    }
}

/// The name and the data of the first part, and what comes after it; `None` if it isn't complete. A last byte that only
/// makes the length even may be missing.
fn first_of(rest: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (head, rest) = rest.split_at_checked(HEAD)?;
    let (name, length) = head.split_at(4);
    let length = usize::try_from(u32::from_le_bytes(*length.first_chunk()?)).ok()?;
    let (data, after) = rest.split_at_checked(length)?;
    Some((name, data, after.get(length % 2..).unwrap_or(&[])))
}

/// The width and height of a lossy picture (RFC 6386, section 9.1).
fn lossy_size(data: &[u8]) -> Option<(u32, u32, bool)> {
    let side = |at: usize| {
        let bytes = data.get(at..)?.first_chunk()?;
        Some(u32::from(u16::from_le_bytes(*bytes) & 0x3FFF))
    };
    Some((side(6)?, side(8)?, false))
}

/// The width and height of a lossless picture, and whether some of it is transparent (RFC 9649, section 3.4).
fn lossless_size(data: &[u8]) -> Option<(u32, u32, bool)> {
    let bits = u32::from_le_bytes(*data.get(1..)?.first_chunk()?);
    let side = |bits: u32| (bits & 0x3FFF) + 1;
    Some((side(bits), side(bits >> 14), (bits >> 28) & 1 == 1))
}

fn part(name: &[u8], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap_or(u32::MAX).to_le_bytes();
    let even = &[0][..data.len() % 2];
    [name, &length, data, even].concat()
}

/// The file of these parts.
fn around(parts: &[u8]) -> Vec<u8> {
    part(b"RIFF", &[b"WEBP", parts].concat())
}

// Photos for PDFs: smaller than on a screen, where they can be enlarged. A quote with twenty large photos could
// not be emailed.

/// A third of the page's width, at some 300 dots per inch in width and less in height.
const PRINT_SETTINGS: PictureSettings =
    PictureSettings { stored_side_max: 720, quality: 78, ..picture::PHOTO };

/// The size of the cache in bytes, for each of its two halves: the same quote is requested by its customer, by the
/// business and for emails.
const CACHE_BYTES: usize = 8 * 1024 * 1024;

/// The cached photos, by their ids: a photo's bytes never change.
static CACHE: LazyLock<ResponseCache<()>> = LazyLock::new(|| ResponseCache::with_capacity(CACHE_BYTES));

/// A photo as it is placed in a PDF, as JPEG; `None` if it is missing or can't be read, because a PDF without it is
/// better than no PDF. The work counts towards the account that owns the document, and accounts take turns.
pub async fn load_for_print(state: &AppState, user_id: &UserId, id: &FileId) -> Option<Bytes> {
    if let Some(made) = CACHE.get(id.as_str(), &()) {
        return Some(made);
    }
    let bytes = match state.files.get(id.as_str()).await {
        Ok(found) => found?,
        Err(error) => {
            tracing::warn!(%error, file = %id, "a photo could not be read");
            return None;
        }
    };
    let renew = move || picture::open(bytes, &PRINT_SETTINGS)?.renewed();
    match state.pictures.run(user_id.as_str(), renew).await {
        Ok(Ok(picture)) => {
            let made = Bytes::from(picture.bytes);
            CACHE.put(id.as_str(), (), made.clone());
            Some(made)
        }
        Ok(Err(error)) => {
            tracing::warn!(%error, file = %id, "a photo could not be made small");
            None
        }
        Err(error) => {
            tracing::warn!(?error, file = %id, "making a photo small broke off");
            None
        }
    }
}

// Making a picture smaller with little memory.
//
// The filter needs 16 bytes for each pixel of the picture's height and of the new width, so for a picture of 24
// megapixels 130 MB. So a picture that is much too large is first made smaller by averaging neighbouring pixels, and
// the filter works on bands of rows: once for the width and, with the picture turned on its side, once for the height.

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
    use std::io::Cursor;

    use image::{DynamicImage, GenericImageView as _, ImageFormat, Rgb, Rgba, RgbaImage};

    use super::*;

    /// A lossless picture with the orientation 'as it is' in it, of 4 by 2 pixels.
    fn lossless(alpha: u8) -> Vec<u8> {
        let picture = RgbaImage::from_fn(4, 2, |x, _| Rgba([if x > 1 { 60 } else { 200 }, 7, 9, alpha]));
        let mut bytes = Vec::new();
        DynamicImage::from(picture)
            .write_to(&mut Cursor::new(&mut bytes), ImageFormat::WebP)
            .expect("written");
        bytes
    }

    fn pixels(file: &[u8]) -> &[u8] {
        let (name, data, _) = first_of(&file[12..]).expect("a part");
        assert_eq!(name, b"VP8L");
        data
    }

    fn written(file: &[u8]) -> Cow<'_, [u8]> {
        pixels_only(file).expect("small")
    }

    #[test]
    fn refuses_more_without_loss_than_the_decoder_has_memory_for() {
        let head = [0x2F, 3, 0x40, 0, 0];
        let lossless = |length: usize| [&head[..], &vec![0; length - head.len()]].concat();
        let file = |parts: &[u8]| part(b"RIFF", &[b"WEBP", parts].concat());
        let lossy = part(b"VP8 ", &[0, 0, 0, 0x9D, 1, 0x2A, 4, 0, 2, 0]);
        for (length, is_read) in [(LOSSLESS_MAX, true), (LOSSLESS_MAX + 1, false)] {
            let pixels = part(b"VP8L", &lossless(length));
            let frame = part(b"ANMF", &[&[0; FRAME], &*pixels].concat());
            let transparency = [part(b"ALPH", &lossless(length)), lossy.clone()].concat();
            for parts in [pixels, frame, transparency] {
                assert_eq!(pixels_only(&file(&parts)).is_some(), is_read, "{length}");
            }
        }
        // What a camera takes is lossy, and may be as large as any picture.
        let photo = file(&part(b"VP8 ", &[&lossy[8..], &vec![0; 2 * LOSSLESS_MAX]].concat()));
        assert!(pixels_only(&photo).is_some());
    }

    #[test]
    fn does_not_change_the_pixels_of_a_webp() {
        for alpha in [255, 90] {
            let file = lossless(alpha);
            let read = |file: &[u8]| image::load_from_memory(file).expect("a picture");
            let (before, after) = (read(&file), read(&written(&file)));
            assert_eq!(before.to_rgba8(), after.to_rgba8());
            assert_eq!(after.dimensions(), (4, 2));
        }
    }

    #[test]
    fn keeps_the_first_frame_of_an_animation() {
        let file = lossless(255);
        let frame = |data: &[u8]| part(b"ANMF", &[&[0; FRAME], &*part(b"VP8L", data)].concat());
        let parts = [
            part(b"VP8X", &[0x02, 0, 0, 0, 255, 255, 0, 255, 255, 0]),
            part(b"ANIM", &[0; 6]),
            frame(pixels(&file)),
            frame(b"another"),
        ];
        assert_eq!(*written(&around(&parts.concat())), *written(&file));
    }

    #[test]
    fn omits_a_part_of_false_length() {
        let file = lossless(255);
        let saved = written(&file);
        let endless = |name: &[u8]| [name, &[0xFF, 0xFF, 0xFF, 0x7F]].concat();
        let head = part(b"VP8X", &[0x2C, 0, 0, 0, 3, 0, 0, 1, 0, 0]);
        let picture = part(b"VP8L", pixels(&file));
        for name in [b"EXIF", b"XMP ", b"ICCP", b"ALPH"] {
            let parts = [head.clone(), picture.clone(), endless(name)].concat();
            assert_eq!(*written(&around(&parts)), *saved);
            let parts = [head.clone(), endless(name), picture.clone()].concat();
            assert_eq!(*written(&around(&parts)), *around(&[]));
        }
        // Also within a frame.
        let frame = [vec![0; FRAME], picture, endless(b"EXIF")].concat();
        let parts = [head, part(b"ANMF", &frame)].concat();
        assert_eq!(*written(&around(&parts)), *saved);
    }

    #[test]
    fn the_header_has_the_size_of_the_picture() {
        // A lossy picture of 16,383 pixels a side in a file that says 4 by 2.
        let lossy = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F];
        let parts = [part(b"VP8X", &[0, 0, 0, 0, 3, 0, 0, 1, 0, 0]), part(b"VP8 ", &lossy)];
        let saved = written(&around(&parts.concat())).into_owned();
        assert_eq!(saved[24..30], [0xFE, 0x3F, 0, 0xFE, 0x3F, 0]);
    }

    #[test]
    fn leaves_other_files_than_webp_unchanged() {
        for file in [b"".as_slice(), b"RIFF", b"RIFF\0\0\0\0WAVEdata", b"\xff\xd8\xff"] {
            assert_eq!(*written(file), *file);
        }
        for cut in [12, 15, 20, 30] {
            assert_eq!(*written(&lossless(255)[..cut]), *around(&[]));
        }
    }

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
    fn shrinking_keeps_proportions_and_transparency_of_every_format() {
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
