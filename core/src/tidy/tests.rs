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
    assert_eq!(
        paragraph("rip out old boiler fit new combi and flush, allow 2hrs plus 1 hr testing"),
        "Rip out old boiler. Fit new combi and flush, allow 2 hours plus 1 hour testing."
    );
    for kept in [
        "Supply and fit new boiler with push fit elbows.",
        "Remove tiles to fit new basin.",
        "Test the boiler we install.",
        "Cut worktop and remove waste.",
    ] {
        assert_eq!(paragraph(kept), kept);
    }
    assert_eq!(paragraph(" \n\t "), "");
    assert_eq!(bullets("• \n-"), "");
}
