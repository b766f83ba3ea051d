import { expect, it } from "vitest";
import { toContactHref } from "./PrintableDocument";

it("recognises a phone number, an email address and a website", () => {
  expect(toContactHref("0113 496 0142")).toBe("tel:01134960142");
  expect(toContactHref("+44 (0)113 496-0142")).toBe("tel:+441134960142");
  expect(toContactHref("hello@pipe.example")).toBe("mailto:hello@pipe.example");
  expect(toContactHref("pipe.example")).toBe("https://pipe.example/");
  expect(toContactHref("http://www.pipe.example/boilers")).toBe("http://www.pipe.example/boilers");
});

it("links nothing else", () => {
  for (const text of [
    "",
    "javascript:alert(1)",
    "data:text/html,x",
    "pipe",
    "ask at the yard",
    "https://a:b@pipe.example",
  ]) {
    expect(toContactHref(text), text).toBeNull();
  }
});
