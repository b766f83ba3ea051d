import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { SignInput } from "../../api/generated/SignInput";

/** A signature made on this device before it is sealed. */
export type UnsealedSignature = Omit<SignInput, "sealed">;

/**
 * Seals a signature that was made offline: the seal covers all of it, the terms shown and the time by this
 * device's clock. The server calculates the same seal (`server/work/src/quotes/offline_signature`);
 * `tests/golden/sealed` checks both.
 */
export async function sealSignature(
  input: UnsealedSignature,
  terms: string,
  signedAt: number,
): Promise<SignInput> {
  const { version, name, signature, termsAccepted, selected, chosenChoice, earlyStart } = input;
  const sealedFields = {
    version,
    name,
    signature,
    termsAccepted,
    terms,
    selected: selected ?? null,
    signedAt,
    // Omitted if there is no choice, as in every seal from before choices existed.
    ...(chosenChoice !== undefined && { chosenChoice }),
    ...(earlyStart && { earlyStart }),
  };
  return { ...input, sealed: { signedAt, terms, seal: await hashSha256(toCanonicalJson(sealedFields)) } };
}

/**
 * Identifies the content of a quote that was never issued: `content:` and the hash of what was typed. `body`
 * is the request body, or the document that operations produce; its `id` and `version` aren't included.
 */
export async function hashContent(kind: DocumentKind, body: object): Promise<string> {
  return `content:${await hashSha256(toContentText(kind, body))}`;
}

/** The text that is hashed. */
export function toContentText(kind: DocumentKind, body: object): string {
  const { id: _id, version: _version, payments: _payments, ...typed } = body as Record<string, unknown>;
  // The defaults, a price for each line and prices without VAT, are omitted.
  const priceDisplay = typed.priceDisplay === "lines" ? undefined : typed.priceDisplay;
  const pricesIncludeVat = typed.pricesIncludeVat === true ? true : undefined;
  return toCanonicalJson(normalize("", { ...typed, priceDisplay, pricesIncludeVat, kind }));
}

/** JSON in the canonical form for sealing: the keys of every object sorted, no spaces. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${toCanonicalJson(field)}`).join(",")}}`;
}

/** The fields of a document and its lines that contain numbers as text. */
const NUMBER_FIELDS: ReadonlySet<string> = new Set([
  "cisRate",
  "cost",
  "deposit",
  "discount",
  "labourHours",
  "labourRate",
  "price",
  "quantity",
  "rate",
  "tax",
]);

/** A value as it is hashed: numbers without insignificant zeros, and empty values omitted. */
function normalize(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => normalize("", item));
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(
      ([field, fieldValue]) => [field, normalize(field, fieldValue)] as const,
    );
    return Object.fromEntries(fields.filter(([, fieldValue]) => !isEmpty(fieldValue)));
  }
  if (!NUMBER_FIELDS.has(name)) return value;
  return typeof value === "string" || typeof value === "number" ? shortenDecimal(String(value)) : value;
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

/** A decimal without leading and trailing zeros; other text is unchanged. */
function shortenDecimal(text: string): string {
  const found = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text);
  if (!found) return text;
  const [, sign = "", whole = "", fraction = ""] = found;
  if (fraction !== "") return `${sign}${whole}.${fraction}`;
  return whole === "0" ? "0" : `${sign}${whole}`;
}

async function hashSha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
