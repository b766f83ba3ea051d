// @vitest-environment window
import { describe, expect, it } from "vitest";
import { parsePublicPath, readEmbeddedPageData } from "./page-data";

describe("the document that a page is about", () => {
  it("is read from the data in the page", () => {
    document.body.innerHTML =
      '<script type="application/json" id="page-data">{"kind":"quote","token":"\\u003ca","answer":null}</script>';
    expect(readEmbeddedPageData(document)).toEqual({ kind: "quote", token: "<a", answer: null });
    document.body.innerHTML = "";
    expect(readEmbeddedPageData(document)).toBeNull();
  });

  it("is read from the address", () => {
    expect(parsePublicPath("/q/abc-_1")).toEqual({ kind: "quote", token: "abc-_1" });
    expect(parsePublicPath("/i/abc")).toEqual({ kind: "invoice", token: "abc" });
    expect(parsePublicPath("/invoices/abc")).toBeNull();
  });
});
