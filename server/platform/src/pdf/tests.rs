//! What can't be read from a finished PDF: which glyphs it consists of.

use plumbline_core::text_api;
use serde_json::json;
use typst::layout::{Frame, FrameItem, Point};
use typst::text::TextItem;
use typst_layout::PagedDocument;
use unicode_normalization::UnicodeNormalization as _;

use super::glyphs::{FontSet, prepare_text};
use super::world::TypstWorld;

const TEMPLATES: [&str; 5] = ["classic", "modern", "colored", "bold", "minimal"];

/// Names of customers.
const NAMES: [&str; 23] = [
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
    "પ્રિયા પટેલ",
    "தமிழ்ச்செல்வன்",
    "శ్రీనివాస్",
    "ಶ್ರೀನಿವಾಸ್",
    "ശ്രീനിവാസൻ",
    "සිංහල පෙරේරා",
    "ສົມຊາຍ",
    "အောင်ဆန်း សុខា",
    "გიორგი Արմեն",
    "አበበ ቢቂላ",
    "ᨅᨘᨁᨗ ꨀꨇꩌ ᤕᤰᤌᤢ ᨲᩫ᩠ᩅ ᥖᥭᥰ ꤊꤢ ᯅᯖᯂ᯲ 𑐎𑐵 𝄞 ⟂",
    "Łukasz Żółć, Nguyễn Thị Ánh, Ștefan, Şükrü",
];

/// The number of glyphs in a document that stand for a character that no font contains.
fn missing(names: &[&str], template: &str) -> usize {
    missing_of(&typeset(names, template))
}

fn missing_of(document: &PagedDocument) -> usize {
    document.pages().iter().map(|page| missing_in(&page.frame)).sum()
}

/// A quote with these names in it; the first is the business's.
fn typeset(names: &[&str], template: &str) -> PagedDocument {
    lay_out_data(&document_data(names, template))
}

/// The data of that quote for the template.
fn document_data(names: &[&str], template: &str) -> serde_json::Value {
    let public = json!({
        "quote": { "quoteNumber": "Q-1", "jobDescription": names.join("\n") },
        "items": [{ "name": names.join(" "), "quantity": "1" }],
        "businessProfile": { "name": names[0], "template": template },
    });
    public_document_data(public)
}

/// A public response as a printable document.
fn typeset_public(public: serde_json::Value) -> PagedDocument {
    lay_out_data(&public_document_data(public))
}

fn public_document_data(public: serde_json::Value) -> serde_json::Value {
    let public = serde_json::from_value(public).unwrap();
    let presentation = text_api::present(&public, "2026-11-16").unwrap();
    let mut sheet = serde_json::to_value(presentation).unwrap();
    sheet["spread"] = json!(100);
    sheet["logo"] = json!(null);
    sheet["mark"] = json!(null);
    sheet["pay"] = json!(null);
    sheet
}

fn lay_out_data(sheet: &serde_json::Value) -> PagedDocument {
    lay_out_bytes(prepare_text(serde_json::to_vec(sheet).unwrap()))
}

/// The document without substitutes for characters that no font contains.
fn lay_out_bytes(data: (Vec<u8>, &'static FontSet)) -> PagedDocument {
    let typst_world = TypstWorld::new("document.typ", data, None, Vec::new());
    typst::compile::<PagedDocument>(&typst_world).output.unwrap()
}

/// The runs of text on the first page, and where each begins.
fn text_runs(document: &PagedDocument) -> Vec<(Point, TextItem)> {
    fn gather(frame: &Frame, at: Point, into: &mut Vec<(Point, TextItem)>) {
        for (place, item) in frame.items() {
            match item {
                FrameItem::Group(group) => gather(&group.frame, at + *place, into),
                FrameItem::Text(text) => into.push((at + *place, text.clone())),
                _ => {}
            }
        }
    }
    let mut all = Vec::new();
    gather(&document.pages()[0].frame, Point::zero(), &mut all);
    all
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
fn no_character_of_a_name_is_missing_in_any_template() {
    for template in TEMPLATES {
        assert_eq!(missing(&NAMES, template), 0, "{template}");
    }
}

/// A quote with a section of two lines; `display` says which prices are displayed.
fn with_section(template: &str, display: &str) -> PagedDocument {
    let public = json!({
        "quote": {
            "sections": [{ "id": "k", "name": "Kitchen" }],
            "sectionSums": [{ "id": "k", "name": "Kitchen", "subtotal": "1240.54" }],
            "priceDisplay": display,
        },
        "items": [
            { "name": "Skip", "quantity": "1", "price": "9.00", "total": "9.00" },
            { "name": "Units", "quantity": "1", "section": "k", "price": "1000.00", "total": "1000.00" },
            { "name": "Hob", "quantity": "2", "section": "k", "price": "120.27", "total": "240.54" },
        ],
        "businessProfile": { "name": "Pipe", "template": template },
    });
    typeset_public(public)
}

#[test]
fn a_sections_subtotal_is_right_aligned_above_its_lines() {
    for template in TEMPLATES {
        let runs = text_runs(&with_section(template, "lines"));
        let find = |word: &str| runs.iter().find(|(_, run)| run.text == word).unwrap();
        let (heading, _) = find("Kitchen");
        let (line, _) = find("Units");
        let (sum, sum_run) = find("1,240.54");
        let (amount, amount_run) = find("240.54");
        assert!(heading.y < line.y && line.x == heading.x, "{template}");
        assert!((heading.y - sum.y).abs().to_pt() < 0.1, "{template}: on one line");
        let edges = (sum.x + sum_run.width(), amount.x + amount_run.width());
        assert!((edges.0 - edges.1).abs().to_pt() < 0.1, "{template}: {edges:?}");
    }
}

#[test]
fn omits_empty_columns() {
    for template in TEMPLATES {
        let names = |display| {
            let runs = text_runs(&with_section(template, display));
            let heads = ["Description", "Qty", "Rate", "Amount"].into_iter();
            heads.filter(|head| runs.iter().any(|(_, run)| run.text == *head)).collect::<Vec<_>>()
        };
        assert_eq!(names("lines"), ["Description", "Qty", "Rate", "Amount"], "{template}");
        assert_eq!(names("one"), ["Description", "Qty"], "{template}");
    }
}

#[test]
fn no_character_that_people_type_is_missing() {
    let signs = [
        "£1 €2 ₹3 ½ ⅓ ⅔ ² ³ m² 90° ± × ÷ ≤ – — … “ ” ‘ ’ • ✓ ✅ ❌ ⚠ 🔨 🏠 📞 😀 № ⌀22 ☐ ☑ → ■",
        "1⅔ day, ⅛ turn, ①②, \u{1D400}\u{FB01}x o\u{FB03}ce \u{F0B7} \u{2066}a\u{2069}",
        "\u{1F477}\u{1F3FD}\u{200D}\u{2640}\u{FE0F} \u{2764}\u{FE0F} \u{1F1EC}\u{1F1E7} 3\u{FE0F}\u{20E3}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    ];
    assert_eq!(missing(&signs, "classic"), 0);
}

#[test]
fn missing_characters_are_counted() {
    // No font contains this Han character, so it is printed as an empty box, which one of them has.
    let sheet = document_data(&["\u{20001}"], "classic");
    let data = serde_json::to_vec(&sheet).unwrap();
    let fonts = FontSet::for_text(std::str::from_utf8(&data).unwrap());
    assert!(missing_of(&lay_out_bytes((data, fonts))) > 0);
    assert_eq!(missing(&["\u{20001}"], "classic"), 0);
}

#[test]
fn no_letter_is_lost_under_a_mark_of_another_font() {
    let names = ["ܡ̈ܠܟܐ", "क̶म̶ल̶", "山̲田̲", "🔨̶", "ب̶", "ಠ̯ಠ", "ა̈", "א̈", "A⃣", "é ạ́ नि กำ"];
    for name in names {
        let runs = text_runs(&typeset(&[name], "classic"));
        let drawn: String = runs.iter().map(|(_, run)| run.text.as_str()).collect();
        let lost: String = name.nfd().filter(|c| !drawn.nfd().any(|d| d == *c)).collect();
        assert_eq!(lost, "", "{name}");
    }
}

#[test]
fn a_long_name_keeps_clear_of_the_title() {
    let name = "Pipe, Daughters, Granddaughters & Company, Plumbers and Heating Engineers (Leeds)";
    for template in TEMPLATES {
        let runs = text_runs(&typeset(&[name], template));
        let (at, title) = runs.iter().find(|(_, run)| run.text == "QUOTE").unwrap();
        let height = |run: &TextItem| run.size * 0.7;
        for (place, run) in runs.iter().filter(|(_, run)| run.text != "QUOTE") {
            let beside = place.x >= at.x + title.width() || place.x + run.width() <= at.x;
            let apart = place.y - height(run) >= at.y || place.y <= at.y - height(title);
            assert!(beside || apart, "{template}: {:?} on the title", run.text);
        }
    }
}

#[test]
fn the_certificates_sentence_runs_left_to_right_for_any_name() {
    let certificate = json!({
        "title": "Certificate of acceptance", "heading": "Quote Q-1", "businessName": "Pipe", "sentence": "محمد accepted quote Q-1 of Pipe.",
        "customer": { "label": "Customer", "lines": [] }, "business": { "label": "Business", "lines": [] },
        "figures": [], "choices": [], "options": [], "signedTitle": "Signature", "signature": null, "signedBy": "", "signedHow": "",
        "record": [], "terms": [],
    });
    let data = serde_json::to_vec(&certificate).unwrap();
    let typst_world = TypstWorld::new("certificate.typ", prepare_text(data), None, Vec::new());
    let runs = text_runs(&typst::compile::<PagedDocument>(&typst_world).output.unwrap());
    let left = |word: &str| {
        let run = runs.iter().find(|(_, run)| run.text.contains(word));
        run.unwrap().0.x
    };
    assert!(left("محمد") < left("accepted"));
}

/// A page with only the thanks on it is useless, so some other part of the document must be on it as well.
#[test]
fn no_page_contains_only_the_thanks() {
    let printed = |template: &str, count: usize, terms: &str| {
        let items: Vec<_> =
            (0..count).map(|at| json!({ "name": format!("Line {at}"), "quantity": "1" })).collect();
        typeset_public(json!({
            "invoice": { "invoiceNumber": "INV-1" },
            "items": items,
            "businessProfile": {
                "name": "Pipe", "template": template, "website": "pipe.example", "invoiceTerms": terms,
            },
        }))
    };
    let mut parted = 0;
    for template in ["classic", "colored"] {
        for terms in ["", "Pay within 14 days.\nMaterials stay ours until they are paid for."] {
            for count in 15..27 {
                let document = printed(template, count, terms);
                let pages = document.pages();
                let last = pages.last().unwrap();
                let words = texts_in(&last.frame);
                assert!(words.iter().any(|word| word.starts_with("Thank you")));
                let of_document = |word: &&String| {
                    word.starts_with("Line ") || word.starts_with("Total") || word.contains("paid for")
                };
                let result = words.iter().filter(of_document).count();
                assert!(result > 0, "{template} {count}: {words:?}");
                parted += usize::from(pages.len() > 1);
            }
        }
    }
    // Some of them must need a second page, or nothing was tested.
    assert!(parted > 0);
}

/// Every run of text in a frame.
fn texts_in(frame: &Frame) -> Vec<String> {
    let items = frame.items().flat_map(|(_, item)| match item {
        FrameItem::Group(group) => texts_in(&group.frame),
        FrameItem::Text(text) => vec![text.text.to_string()],
        _ => Vec::new(),
    });
    items.collect()
}

/// The notice of a right to cancel is a page of its own, whatever the template; without a form it is the last text of
/// the document.
#[test]
fn prints_the_right_to_cancel_with_its_form_on_a_separate_page() {
    for template in TEMPLATES {
        let pages = |form: serde_json::Value| {
            let mut sheet = document_data(&["Jo Bloggs"], template);
            sheet["right"] = json!({ "rows": [], "notice": ["You may cancel."], "form": form });
            lay_out_data(&sheet).pages().len()
        };
        let row = |label: &str, value: &str| json!({ "label": label, "value": value });
        assert_eq!(pages(json!([row("To", "Taylor Plumbing"), row("Date", "")])), 2, "{template}");
        assert_eq!(pages(json!([])), 1, "{template}");
    }
}
