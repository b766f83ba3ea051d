import type { FieldError } from "../../api/generated/FieldError";
import type { Kind } from "../../api/generated/Kind";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import type { Totals } from "../../api/generated/Totals";
import type { Rules } from "../../rules/rules";
import { type Draft, headerToWire, type LineDraft, lineToWire, writtenLines } from "./draft";

/** What the rules make of a draft. */
export interface Answer {
  /** null while a field is beyond its limits. */
  totals: Totals | null;
  broken: FieldError[];
}

/** A draft as the rules hold it. */
interface Held {
  draft: InstanceType<Rules["Draft"]>;
  header: string;
  lines: readonly LineDraft[];
}

/**
 * The draft under the pen, held where the rules are: at each keystroke only the line that changed crosses.
 * Lines are told apart by identity, which the reducer keeps for those that it does not touch.
 */
export class ResidentDraft {
  private held: Held | null = null;

  constructor(private readonly rules: Rules) {}

  /** Brings what is held to this draft, and answers for it. The same draft again sends nothing. */
  answer(kind: Kind, draft: Draft, payments: readonly PaymentRecord[]): Answer {
    const header = { ...headerToWire(kind, draft), payments };
    try {
      const held = this.bring(JSON.stringify(header), writtenLines(draft));
      return { totals: totalsOf(held.draft), broken: JSON.parse(held.draft.validate()) as FieldError[] };
    } catch {
      // A field that cannot even be read (a draft kept by an older version, say): the whole names it.
      this.close();
      const whole = JSON.stringify({ ...header, items: writtenLines(draft).map(lineToWire) });
      return { totals: null, broken: JSON.parse(this.rules.validate(whole)) as FieldError[] };
    }
  }

  /** Gives the memory back; the next answer starts anew. */
  close(): void {
    this.held?.draft.free();
    this.held = null;
  }

  private bring(header: string, lines: readonly LineDraft[]): Held {
    const held = this.held ?? { draft: new this.rules.Draft(header), header, lines: [] };
    this.held = held;
    if (held.header !== header) held.draft.setHeader(header);
    sendLines(held, lines);
    held.header = header;
    held.lines = lines;
    return held;
  }
}

function totalsOf(draft: Held["draft"]): Totals | null {
  try {
    return JSON.parse(draft.totals()) as Totals;
  } catch {
    return null;
  }
}

/** Sends what lies between the lines that both begin with and those that both end with. */
function sendLines({ draft, lines: before }: Held, after: readonly LineDraft[]): void {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const was = before.slice(start, before.length - end);
  const is = after.slice(start, after.length - end);

  const last = was.length - 1;
  if (last > 0 && was.length === is.length) {
    if (is[last] === was[0] && same(was.slice(1), is.slice(0, -1))) {
      draft.moveLine(start, start + last);
      return;
    }
    if (is[0] === was[last] && same(was.slice(0, -1), is.slice(1))) {
      draft.moveLine(start + last, start);
      return;
    }
  }
  is.forEach((line, at) => {
    const text = JSON.stringify(lineToWire(line));
    if (at < was.length) draft.setLine(start + at, text);
    else draft.insertLine(start + at, text);
  });
  for (let extra = was.length; extra > is.length; extra -= 1) draft.removeLine(start + extra - 1);
}

function same(a: readonly LineDraft[], b: readonly LineDraft[]): boolean {
  return a.every((line, at) => line === b[at]);
}
