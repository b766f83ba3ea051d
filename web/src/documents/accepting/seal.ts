import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { SignInput } from "../../api/generated/SignInput";

/** What was signed on this device, before it is sealed. */
export type UnsealedSignature = Omit<SignInput, "sealed">;

/**
 * What was signed without signal, sealed: the seal is over all of it, the terms that stood under it and the time by
 * this device's clock. The server reckons the same (`server/work/src/quotes/offline_signature`); `tests/golden/sealed` holds both to it.
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
    // Left out where nothing is chosen, as of every seal from before there was anything to choose.
    ...(chosenChoice !== undefined && { chosenChoice }),
    ...(earlyStart && { earlyStart }),
  };
  return { ...input, sealed: { signedAt, terms, seal: await hashSha256(toCanonicalJson(sealedFields)) } };
}

/**
 * What tells what a quote says that was never issued: `content:` and the hash of what was typed. `body` is the body
 * that the server is sent, or the sheet that operations make of it; its `id` and `version` are no part of it.
 */
export async function hashContent(kind: DocumentKind, body: object): Promise<string> {
  return `content:${await hashSha256(toContentText(kind, body))}`;
}

/** The text that the hash is of. */
export function toContentText(kind: DocumentKind, body: object): string {
  const { id: _id, version: _version, payments: _payments, ...typed } = body as Record<string, unknown>;
  // That each line shows its price, and that prices are without VAT, goes without saying, and is written nowhere.
  const priceDisplay = typed.priceDisplay === "lines" ? undefined : typed.priceDisplay;
  const pricesIncludeVat = typed.pricesIncludeVat === true ? true : undefined;
  return toCanonicalJson(normalize("", { ...typed, priceDisplay, pricesIncludeVat, kind }));
}

/** JSON in the one way in which it is sealed: the names of every object in order, no blanks. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${toCanonicalJson(field)}`).join(",")}}`;
}

/** Fields that hold a number as text, of a document and of its lines. */
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

/** A value as it is hashed: numbers without zeros that say nothing, what is empty left out. */
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

/** A decimal without zeros before and behind it; what is none stays. */
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
