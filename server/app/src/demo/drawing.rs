//! A drawn photo for the demo: it shows nobody's home, and no large file has to be stored in the repository.

use std::io::Cursor;

use image::{ImageError, ImageFormat, Rgb, RgbImage};

const WIDTH: u32 = 960;
const HEIGHT: u32 = 720;
/// The side of a tile, and the width of the joint around it, in pixels.
const TILE: u32 = 80;
const JOINT: u32 = 3;
/// The height at which the floor begins, in pixels.
const FLOOR: u32 = 560;

/// A tiled wall with the cut-off pipes of a basin, as a JPEG.
///
/// # Errors
/// If the picture can't be encoded.
pub fn draw_wall() -> Result<Vec<u8>, ImageError> {
    let picture = RgbImage::from_fn(WIDTH, HEIGHT, colour_at);
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Jpeg)?;
    Ok(bytes)
}

fn colour_at(x: u32, y: u32) -> Rgb<u8> {
    let is_pipe = [360, 570].iter().any(|left| (*left..left + 34).contains(&x));
    if is_pipe && (250..330).contains(&y) {
        // A copper pipe, lighter in its middle.
        return shade([184, 115, 51], (x % 34).abs_diff(17));
    }
    if (440..520).contains(&x) && (330..410).contains(&y) {
        // The capped waste pipe.
        return shade([210, 208, 202], x.abs_diff(480) / 2);
    }
    if y >= FLOOR {
        let is_gap = (x + (y - FLOOR) / 2) % 160 < 4;
        return shade([150, 111, 72], if is_gap { 45 } else { (y - FLOOR) / 8 });
    }
    let is_joint = x % TILE < JOINT || y % TILE < JOINT;
    // Each tile has a slightly different shade.
    let own = (x / TILE * 7 + y / TILE * 13) % 9;
    shade([226, 232, 233], if is_joint { 42 } else { own + y / 40 })
}

fn shade(colour: [u8; 3], by: u32) -> Rgb<u8> {
    let by = u8::try_from(by).unwrap_or(u8::MAX);
    Rgb(colour.map(|part| part.saturating_sub(by)))
}
