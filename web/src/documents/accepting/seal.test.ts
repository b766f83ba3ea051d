import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { SignInput } from "../../api/generated/SignInput";
import { toDocumentDraft, toRequestBody } from "../editor/draft/draft";
import { hashContent, sealSignature, toCanonicalJson, toContentText } from "./seal";

// The server runs the same cases (server/work/src/quotes/offline_signature).
const golden = resolve(import.meta.dirname, "../../../../tests/golden/sealed/cases.json");
const cases = JSON.parse(readFileSync(golden, "utf8")) as {
  seals: { name: string; input: SignInput }[];
  contents: {
    name: string;
    kind: DocumentKind;
    wire: Record<string, unknown>;
    canonical: string;
    hash: string;
  }[];
};

test.each(cases.seals)("the seal $name", async ({ input }) => {
  const { sealed: kept, ...signed } = input;
  if (!kept) throw new Error("nothing is sealed");
  expect(await sealSignature(signed, kept.terms, kept.signedAt)).toEqual(input);
  const later = await sealSignature(signed, kept.terms, kept.signedAt + 1);
  expect(later.sealed?.seal).not.toBe(kept.seal);
});

test.each(cases.contents)("the content of $name", async ({ kind, wire, canonical: text, hash }) => {
  expect(toContentText(kind, wire)).toBe(text);
  expect(await hashContent(kind, wire)).toBe(hash);
  expect(await hashContent(kind, { ...wire, id: "7", version: 3 })).toBe(hash);
  expect(await hashContent(kind, { ...wire, notes: "More" })).not.toBe(hash);
  // As the editor reads it and sends it again.
  const again = toRequestBody(
    kind,
    toDocumentDraft(kind, wire as Parameters<typeof toDocumentDraft>[1], () => "new"),
  );
  expect(await hashContent(kind, again)).toBe(hash);
});

test("the names are sorted, and there is no white space", () => {
  expect(toCanonicalJson({ b: [1, { z: null, a: 'é\n\u0001"/' }], a: true })).toBe(
    '{"a":true,"b":[1,{"a":"é\\n\\u0001\\"/","z":null}]}',
  );
});

test("prices that include VAT change the content hash, prices without VAT do not", async () => {
  const wire = { items: [], tax: "20" };
  const without = await hashContent("quote", wire);
  expect(await hashContent("quote", { ...wire, pricesIncludeVat: false })).toBe(without);
  expect(await hashContent("quote", { ...wire, pricesIncludeVat: true })).not.toBe(without);
  expect(toContentText("quote", { ...wire, pricesIncludeVat: true })).toBe(
    '{"kind":"quote","pricesIncludeVat":true,"tax":"20"}',
  );
});
