//! What cannot be read off a finished PDF: which glyphs it is made of.

use plumbline_core::doors;
use serde_json::json;
use typst::layout::{Frame, FrameItem};
use typst_layout::PagedDocument;

use super::desk::Desk;

const TEMPLATES: [&str; 5] = ["classic", "modern", "colored", "bold", "minimal"];

/// Names of customers.
const NAMES: [&str; 12] = [
    "محمد الأحمد",
    "فاطمہ بی بی",
    "יעל כהן",
    "王小明",
    "山田 太郎 サクラ",
    "김철수",
    "Олена Шевченко",
    "Παναγιώτης",
    "प्रिया रमन",
    "আনিসুর রহমান",
    "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "Łukasz Żółć, Nguyễn Thị Ánh, Ștefan, Şükrü",
];

/// The glyphs of a document that stand for a letter that no font has.
fn missing(names: &[&str], template: &str) -> usize {
    let public = json!({
        "quote": { "quoteNumber": "Q-1", "jobDescription": names.join("\n") },
        "items": [{ "name": names.join(" "), "quantity": "1" }],
        "businessProfile": { "name": names[0], "template": template },
    });
    let shown = doors::present(&public.to_string(), "2026-11-16").unwrap();
    let mut sheet: serde_json::Value = serde_json::from_str(&shown).unwrap();
    sheet["logo"] = json!(null);
    sheet["mark"] = json!(null);
    sheet["pay"] = json!(null);
    let desk = Desk::new("document.typ", serde_json::to_vec(&sheet).unwrap(), None);
    let document = typst::compile::<PagedDocument>(&desk).output.unwrap();
    document
        .pages()
        .iter()
        .map(|page| missing_in(&page.frame))
        .sum()
}

fn missing_in(frame: &Frame) -> usize {
    frame
        .items()
        .map(|(_, item)| match item {
            FrameItem::Group(group) => missing_in(&group.frame),
            FrameItem::Text(text) => text.glyphs.iter().filter(|glyph| glyph.id == 0).count(),
            _ => 0,
        })
        .sum()
}

#[test]
fn no_letter_of_a_name_is_missing_in_any_template() {
    for template in TEMPLATES {
        assert_eq!(missing(&NAMES, template), 0, "{template}");
    }
}

#[test]
fn signs_that_people_type_are_there() {
    let signs = ["£1 €2 ₹3 ½ ² ³ m² 90° ± × ÷ ≤ – — … “ ” ‘ ’ • ✓ ✅ ❌ ⚠ 🔨 🏠 📞 😀 №"];
    assert_eq!(missing(&signs, "classic"), 0);
}

#[test]
fn the_count_counts() {
    // Linear B is in none of the fonts.
    assert!(missing(&["\u{10000}"], "classic") > 0);
}
