// @vitest-environment window
import { describe, expect, it } from "vitest";
import { addressed, embedded } from "./embedded";

describe("which document the page is about", () => {
  it("is in the page", () => {
    document.body.innerHTML =
      '<script type="application/json" id="page-data">{"kind":"quote","token":"\\u003ca","answer":null}</script>';
    expect(embedded(document)).toEqual({ kind: "quote", token: "<a", answer: null });
    document.body.innerHTML = "";
    expect(embedded(document)).toBeNull();
  });

  it("is in the address, where the page does not say it", () => {
    expect(addressed("/q/abc-_1")).toEqual({ kind: "quote", token: "abc-_1" });
    expect(addressed("/i/abc")).toEqual({ kind: "invoice", token: "abc" });
    expect(addressed("/invoices/abc")).toBeNull();
  });
});
