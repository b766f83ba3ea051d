//! Links as messengers, prefix programs and people pass them on.

use super::{TestBusiness, token_of};

#[tokio::test]
async fn what_comes_after_a_link_in_a_message_does_not_break_it() {
    let business = TestBusiness::open().await;
    let quote = token_of(&business.sent_quote().await);
    let invoice = token_of(&business.sent_invoice().await);
    let customer = business.app.new_client();
    for (prefix, upper, token) in [("q", "Q", &quote), ("i", "I", &invoice)] {
        let page = format!("/{prefix}/{token}");
        for (odd, leads) in [
            (format!("/{upper}/{token}"), page.clone()),
            (format!("{page}/"), page.clone()),
            (format!("{page}."), page.clone()),
            (format!("{page},"), page.clone()),
            (format!("{page})"), page.clone()),
            (format!("{page}%20"), page.clone()),
            (format!("{page}%20%F0%9F%91%8D"), page.clone()),
            (format!("/{prefix}/%20{token}"), page.clone()),
            (format!("/{prefix}/%0A{token}"), page.clone()),
            (format!("{page}%0D%0A"), page.clone()),
            (format!("/{prefix}/=3D{token}"), page.clone()),
            (format!("{page}=3D"), page.clone()),
            (format!("/{prefix}//{token}"), page.clone()),
            (format!("/{upper}/{token}/."), page.clone()),
            (format!("{page}_"), page.clone()),
            (format!("{page}/?payment=success"), format!("{page}?payment=success")),
            (format!("{page}.pdf."), format!("{page}.pdf")),
        ] {
            let answer = customer.get(&odd).await;
            assert_eq!(answer.status, 307, "{odd}");
            assert_eq!(answer.header("location"), Some(leads.as_str()), "{odd}");
            assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{odd}");
        }
        assert_eq!(customer.get(&page).await.status, 200);
    }
}

#[tokio::test]
async fn unknown_links_show_a_not_found_page_instead_of_the_app() {
    let business = TestBusiness::open().await;
    let customer = business.app.new_client();
    for (path, title) in [
        ("/q", "Quote Not Found"),
        ("/q/", "Quote Not Found"),
        ("/Q/", "Quote Not Found"),
        ("/I", "Invoice Not Found"),
        ("/i/.", "Invoice Not Found"),
        ("/q/nothing", "Quote Not Found"),
    ] {
        let answer = customer.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        let page = &answer.text;
        assert!(page.contains(&format!("<title>{title}</title>")), "{path}: {page:.300}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
    }
    let odd = customer.get("/i/nothing/at/all").await;
    assert_eq!(odd.header("location"), Some("/i/nothing"), "it leads to the page of that link");
    // Other paths that begin with the letter are the app's.
    assert_eq!(customer.get("/quotes").await.status, 200);
}

#[tokio::test]
async fn a_link_begins_and_ends_with_a_letter_or_digit() {
    let business = TestBusiness::open().await;
    for _ in 0..20 {
        let token = token_of(&business.sent_quote().await);
        let ends = [token.chars().next(), token.chars().next_back()];
        let plain = ends.into_iter().flatten().all(|sign| sign.is_ascii_alphanumeric());
        assert!(plain, "{token}");
    }
}
