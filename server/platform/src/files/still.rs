//! The parts of a WebP that are decoded: the pixels of one picture and its orientation, written as a file of their own.
//!
//! The decoder believes sizes that a file only claims: it reserves as many bytes as a part of the file says it has, and
//! as many pixels as the picture itself says, before it compares them with the head of the file. So a part that is not
//! complete isn't passed on, and the head is written from the picture. Only the first frame of a moving picture is
//! used: combining its frames would take several times the memory of one.

use std::borrow::Cow;

/// The bytes before the data of a part: its name and its length.
const HEAD: usize = 8;
/// The bytes of a frame of a moving picture before its parts: its place, size and time.
const FRAME: usize = 16;

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
/// before that, the decoder reports the error. A file that is no WebP is returned unchanged.
pub(super) fn pixels_only(file: &[u8]) -> Cow<'_, [u8]> {
    let body = file.strip_prefix(b"RIFF").and_then(|rest| rest.get(4..)?.strip_prefix(b"WEBP"));
    body.map_or(Cow::Borrowed(file), |body| {
        let mut parts = Parts::default();
        parts.find(body, false);
        Cow::Owned(parts.written().unwrap_or_else(|| around(&[])))
    })
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

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{DynamicImage, GenericImageView as _, ImageFormat, Rgba, RgbaImage};

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

    #[test]
    fn the_picture_stays_as_it_is() {
        for alpha in [255, 90] {
            let file = lossless(alpha);
            let read = |file: &[u8]| image::load_from_memory(file).expect("a picture");
            let (before, after) = (read(&file), read(&pixels_only(&file)));
            assert_eq!(before.to_rgba8(), after.to_rgba8());
            assert_eq!(after.dimensions(), (4, 2));
        }
    }

    #[test]
    fn of_a_moving_picture_the_first_frame_is_kept() {
        let file = lossless(255);
        let frame = |data: &[u8]| part(b"ANMF", &[&[0; FRAME], &*part(b"VP8L", data)].concat());
        let parts = [
            part(b"VP8X", &[0x02, 0, 0, 0, 255, 255, 0, 255, 255, 0]),
            part(b"ANIM", &[0; 6]),
            frame(pixels(&file)),
            frame(b"another"),
        ];
        assert_eq!(*pixels_only(&around(&parts.concat())), *pixels_only(&file));
    }

    #[test]
    fn a_part_that_only_says_that_it_is_large_is_left_out() {
        let file = lossless(255);
        let saved = pixels_only(&file);
        let endless = |name: &[u8]| [name, &[0xFF, 0xFF, 0xFF, 0x7F]].concat();
        let head = part(b"VP8X", &[0x2C, 0, 0, 0, 3, 0, 0, 1, 0, 0]);
        let picture = part(b"VP8L", pixels(&file));
        for name in [b"EXIF", b"XMP ", b"ICCP", b"ALPH"] {
            let parts = [head.clone(), picture.clone(), endless(name)].concat();
            assert_eq!(*pixels_only(&around(&parts)), *saved);
            let parts = [head.clone(), endless(name), picture.clone()].concat();
            assert_eq!(*pixels_only(&around(&parts)), *around(&[]));
        }
        // Also within a frame.
        let frame = [vec![0; FRAME], picture, endless(b"EXIF")].concat();
        let parts = [head, part(b"ANMF", &frame)].concat();
        assert_eq!(*pixels_only(&around(&parts)), *saved);
    }

    #[test]
    fn the_head_has_the_size_of_the_picture() {
        // A lossy picture of 16,383 pixels a side in a file that says 4 by 2.
        let lossy = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F];
        let parts = [part(b"VP8X", &[0, 0, 0, 0, 3, 0, 0, 1, 0, 0]), part(b"VP8 ", &lossy)];
        let saved = pixels_only(&around(&parts.concat())).into_owned();
        assert_eq!(saved[24..30], [0xFE, 0x3F, 0, 0xFE, 0x3F, 0]);
    }

    #[test]
    fn what_is_no_webp_stays_as_it_is() {
        for file in [b"".as_slice(), b"RIFF", b"RIFF\0\0\0\0WAVEdata", b"\xff\xd8\xff"] {
            assert_eq!(*pixels_only(file), *file);
        }
        for cut in [12, 15, 20, 30] {
            assert_eq!(*pixels_only(&lossless(255)[..cut]), *around(&[]));
        }
    }
}
