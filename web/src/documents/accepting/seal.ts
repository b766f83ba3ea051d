import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { SignInput } from "../../api/generated/SignInput";

/** What was signed on this device, before it is sealed. */
export type Signed = Omit<SignInput, "sealed">;

/**
 * What was signed without signal, sealed: the seal is over all of it, the terms that stood under it and the time by
 * this device's clock. The server reckons the same (`server/work/src/quotes/offline_signature`); `tests/golden/sealed` holds both to it.
 */
export async function sealed(signed: Signed, terms: string, signedAt: number): Promise<SignInput> {
  const { version, name, signature, termsAccepted, selected, chosenChoice, earlyStart } = signed;
  const said = {
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
  return { ...signed, sealed: { signedAt, terms, seal: await sha256(canonical(said)) } };
}

/**
 * What tells what a quote says that was never issued: `content:` and the hash of what was typed. `wire` is the body
 * that the server is sent, or the sheet that operations make of it; its `id` and `version` are no part of it.
 */
export async function contentHash(kind: DocumentKind, wire: object): Promise<string> {
  return `content:${await sha256(contentText(kind, wire))}`;
}

/** The text that the hash is of. */
export function contentText(kind: DocumentKind, wire: object): string {
  const { id: _id, version: _version, payments: _payments, ...typed } = wire as Record<string, unknown>;
  // That each line shows its price, and that prices are without VAT, goes without saying, and is written nowhere.
  const priceDisplay = typed.priceDisplay === "lines" ? undefined : typed.priceDisplay;
  const pricesIncludeVat = typed.pricesIncludeVat === true ? true : undefined;
  return canonical(plain("", { ...typed, priceDisplay, pricesIncludeVat, kind }));
}

/** JSON in the one way in which it is sealed: the names of every object in order, no blanks. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}

/** Fields that hold a number as text, of a document and of its lines. */
const NUMBERS: ReadonlySet<string> = new Set([
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
function plain(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => plain("", item));
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(([field, of]) => [field, plain(field, of)] as const);
    return Object.fromEntries(fields.filter(([, of]) => !isEmpty(of)));
  }
  if (!NUMBERS.has(name)) return value;
  return typeof value === "string" || typeof value === "number" ? shortest(String(value)) : value;
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

/** A decimal without zeros before and behind it; what is none stays. */
function shortest(text: string): string {
  const found = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text);
  if (!found) return text;
  const [, sign = "", whole = "", part = ""] = found;
  if (part !== "") return `${sign}${whole}.${part}`;
  return whole === "0" ? "0" : `${sign}${whole}`;
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
