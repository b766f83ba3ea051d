use super::{Style, tidy};

fn paragraph(notes: &str) -> String {
    tidy(notes, Style::Paragraph)
}

fn bullets(notes: &str) -> String {
    tidy(notes, Style::Bullets)
}

#[test]
fn notes_become_sentences_or_bullets() {
    let notes = "fit new 22mm pipe then test rcd\n- um tidy up the the site";
    assert_eq!(
        paragraph(notes),
        "Fit new 22 mm pipe. Test RCD. Tidy up the site."
    );
    assert_eq!(
        bullets(notes),
        "• Fit new 22 mm pipe\n• Test RCD\n• Tidy up the site"
    );
    assert_eq!(paragraph(" \n\t "), "");
    assert_eq!(bullets("• \n-"), "");
}
