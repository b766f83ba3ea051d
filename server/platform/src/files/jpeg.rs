//! The plan of a JPEG, from its markers, before anything is decoded.

use std::iter;

/// The markers of a frame; C4, C8 and CC among them mean something else.
const FRAMES: std::ops::RangeInclusive<u8> = 0xC0..=0xCF;
const NO_FRAMES: [u8; 3] = [0xC4, 0xC8, 0xCC];
/// A frame that is decoded from top to bottom.
const BASELINE: [u8; 2] = [0xC0, 0xC1];
const SCAN: u8 = 0xDA;
const END: u8 = 0xD9;

/// What the markers say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plan {
    /// How often the whole picture is gone through.
    pub scans: usize,
    /// Whether all of the picture is in memory, in another form, until the last scan: a progressive one, or one colour
    /// after another.
    pub is_layered: bool,
}

/// The plan of a complete JPEG; `None` if it was cut off during the upload: for such a file, the decoder fills the
/// missing part with grey. Data that a camera adds after the end, or a thumbnail before it, doesn't matter.
pub(super) fn plan(bytes: &[u8]) -> Option<Plan> {
    let mut plan = Plan {
        scans: 0,
        is_layered: false,
    };
    let mut colours = 0;
    for (marker, data) in markers(bytes) {
        let data = data?;
        match marker {
            END => return Some(plan),
            SCAN => {
                plan.scans += 1;
                plan.is_layered |= data.first() != Some(&colours);
            }
            _ if FRAMES.contains(&marker) && !NO_FRAMES.contains(&marker) => {
                plan.is_layered |= !BASELINE.contains(&marker);
                // After the precision, the height and the width.
                colours = *data.get(5)?;
            }
            _ => {}
        }
    }
    None
}

/// The markers with their data; no data if it isn't complete.
fn markers(bytes: &[u8]) -> impl Iterator<Item = (u8, Option<&[u8]>)> {
    let mut rest = bytes;
    iter::from_fn(move || {
        // In a scan, an FF byte is followed by a 0 or a restart marker, so the next other marker ends the scan.
        loop {
            let found = rest.iter().position(|byte| *byte == 0xFF)?;
            let (marker, after) = rest[found + 1..].split_first()?;
            match marker {
                // Several FF bytes may precede a marker.
                0xFF => rest = &rest[found + 1..],
                // These have no data.
                0x00 | 0x01 | 0xD0..=0xD8 => rest = after,
                &END => return Some((END, Some(&[][..]))),
                marker => {
                    let length = after.first_chunk().map(|it| u16::from_be_bytes(*it));
                    let whole = length.and_then(|it| after.split_at_checked(it.into()));
                    rest = whole.map_or(&[], |(_, after)| after);
                    return Some((*marker, whole.and_then(|(data, _)| data.get(2..))));
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(data.len() + 2).expect("short").to_be_bytes();
        [&[0xFF, marker], length.as_slice(), data].concat()
    }

    fn frame(marker: u8, colours: u8) -> Vec<u8> {
        segment(marker, &[8, 0, 1, 0, 1, colours])
    }

    fn file(parts: &[Vec<u8>]) -> Vec<u8> {
        [&[0xFF, 0xD8], parts.concat().as_slice(), &[0xFF, END]].concat()
    }

    #[test]
    fn scans_and_layers_are_counted() {
        let pixels = vec![1, 0xFF, 0, 2, 0xFF, 0xD3, 3];
        let scan = |colours| [segment(SCAN, &[colours, 9]), pixels.clone()].concat();
        let [once, layered] =
            [false, true].map(|is_layered| move |scans| Plan { scans, is_layered });
        for (parts, expected) in [
            (vec![frame(0xC0, 3), scan(3)], once(1)),
            (vec![frame(0xC1, 1), scan(1)], once(1)),
            (vec![frame(0xC2, 3), scan(3)], layered(1)),
            (vec![frame(0xC2, 3), scan(3), scan(1), scan(1)], layered(3)),
            (vec![frame(0xC0, 3), scan(1), scan(1), scan(1)], layered(3)),
            (vec![frame(0xC0, 3), scan(1)], layered(1)),
            // A thumbnail and tables are no frames.
            (
                vec![
                    segment(0xE1, &file(&[frame(0xC2, 3), scan(3)])),
                    segment(0xC4, &[1, 2, 3]),
                    frame(0xC0, 3),
                    vec![0xFF, 0xFF],
                    scan(3),
                ],
                once(1),
            ),
        ] {
            assert_eq!(plan(&file(&parts)), Some(expected), "{parts:?}");
        }
    }

    #[test]
    fn what_was_cut_off_has_no_plan() {
        let whole = file(&[frame(0xC0, 3), segment(SCAN, &[3, 9]), vec![1, 2]]);
        assert!(plan(&whole).is_some());
        for cut in 0..whole.len() {
            assert_eq!(plan(&whole[..cut]), None, "{cut}");
        }
        for odd in [
            b"\xFF\xD8\xFF\xE0\0\0\xFF\xD9".as_slice(),
            b"\xFF\xD8\xFF\xE0\0\x01",
        ] {
            assert_eq!(plan(odd), None);
        }
        assert_eq!(plan(&file(&[segment(0xC0, &[8, 0])])), None);
    }
}
