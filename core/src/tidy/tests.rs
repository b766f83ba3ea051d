use super::{DescriptionStyle, tidy_notes};

fn paragraph(notes: &str) -> String {
    tidy_notes(notes, DescriptionStyle::Paragraph)
}

fn bullets(notes: &str) -> String {
    tidy_notes(notes, DescriptionStyle::Bullets)
}

#[test]
fn notes_become_sentences_or_bullets() {
    let notes = "fit new 22mm pipe then test rcd\n- um tidy up the the site";
    assert_eq!(paragraph(notes), "Fit new 22 mm pipe. Test RCD. Tidy up the site.");
    assert_eq!(bullets(notes), "• Fit new 22 mm pipe\n• Test RCD\n• Tidy up the site");
    assert_eq!(
        paragraph("rip out old boiler fit new combi and flush, allow 2hrs plus 1 hr testing"),
        "Rip out old boiler. Fit new combi and flush, allow 2 hours plus 1 hour testing."
    );
    assert_eq!(
        paragraph("found leak on cylinder replaced ptv valve tested ok left site tidy"),
        "Found leak on cylinder. Replaced ptv valve. Tested OK. Left site tidy."
    );
    assert_eq!(
        paragraph("rip out old boiler - fit new combi - test the system - 2no rads in hall"),
        "Rip out old boiler. Fit new combi. Test the system - 2 no. rads in hall."
    );
    assert_eq!(
        paragraph("rip out old boiler - fit new combi - test rcd"),
        "Rip out old boiler. Fit new combi. Test RCD."
    );
    assert_eq!(
        paragraph("fit new combi flush the system test all circuits"),
        "Fit new combi. Flush the system. Test all circuits."
    );
    assert_eq!(
        paragraph("REMOVE OLD SUITE, FIT NEW BATH AND 2NO. RCD SOCKETS"),
        "Remove old suite. Fit new bath and 2 no. RCD sockets."
    );
    for saved in [
        "Replaced the valve fitted last year.",
        "Repair left hand tap.",
        "Replaced seals checked last year.",
        "Fit power flush the customer has.",
        "Paint hall - two coats.",
        "Supply and fit new boiler with push fit elbows.",
        "Remove tiles to fit new basin.",
        "Test the boiler we install.",
        "Cut worktop and remove waste.",
    ] {
        assert_eq!(paragraph(saved), saved);
    }
    assert_eq!(
        paragraph("allow 1hr, 10hrs, 1.5hrs, 1mins and 15mins"),
        "Allow 1 hour, 10 hours, 1.5 hours, 1 minute and 15 minutes."
    );
    assert_eq!(paragraph(" \n\t "), "");
    assert_eq!(bullets("• \n-"), "");
}
