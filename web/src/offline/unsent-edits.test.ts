import { describe, expect, it } from "vitest";
import { type DocumentKey, type UnsentEdit, UnsentEditLog, type UnsentEditStore } from "./unsent-edits";

/** An in-memory store with the same keys as a device's. */
class FakeStore implements UnsentEditStore {
  readonly edits = new Map<string, UnsentEdit>();
  full = false;
  private name = ({ account, kind, document }: DocumentKey, operationId: string) =>
    [account, kind, document, operationId].join(" ");
  async read({ account, kind, document }: DocumentKey) {
    const own = [...this.edits].filter(([name]) => name.startsWith(`${account} ${kind} ${document} `));
    return own.map(([, edit]) => edit);
  }
  async change(key: DocumentKey, gone: readonly string[], edits: readonly UnsentEdit[]) {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    for (const name of gone) this.edits.delete(this.name(key, name));
    for (const edit of edits) this.edits.set(this.name(key, edit.operationId), edit);
  }
}

const key: DocumentKey = { account: "ada", kind: "quote", document: "q" };
const createEdit = (operationId: string, value = "x") => ({
  baseVersion: 3,
  operationId,
  operations: [{ op: "set" as const, field: "notes", value }],
});
const listIds = (edits: { operationId: string }[]) => edits.map(({ operationId }) => operationId);

describe("UnsentEditLog", () => {
  it("writes each edit with its account, document, order and time", async () => {
    const device = new FakeStore();
    const log = new UnsentEditLog(device, key, () => 5);
    await log.write([createEdit("one"), createEdit("two")]);
    expect([...device.edits.values()]).toEqual([
      { ...key, ...createEdit("one"), order: 0, time: 5 },
      { ...key, ...createEdit("two"), order: 1, time: 5 },
    ]);
    expect(await new UnsentEditLog(device, key).read()).toEqual([createEdit("one"), createEdit("two")]);
  });

  it("takes out what is acknowledged", async () => {
    const device = new FakeStore();
    const log = new UnsentEditLog(device, key);
    await log.write([createEdit("one"), createEdit("two")]);
    await log.write([createEdit("two", "more")]);
    expect(await log.read()).toEqual([createEdit("two", "more")]);
    await log.write([]);
    expect(device.edits.size).toBe(0);
  });

  it("takes out what it found when it was opened", async () => {
    const device = new FakeStore();
    await new UnsentEditLog(device, key).write([createEdit("one")]);
    const again = new UnsentEditLog(device, key);
    expect(listIds(await again.read())).toEqual(["one"]);
    await again.write([]);
    expect(device.edits.size).toBe(0);
  });

  it("does not remove an edit that another editor has read since and will resend", async () => {
    const device = new FakeStore();
    const left = new UnsentEditLog(device, key);
    await left.write([createEdit("on its way")]);
    const opened = new UnsentEditLog(device, key);
    await opened.read();
    await opened.write([createEdit("on its way"), createEdit("typed upon it")]);
    // The response arrives at the editor that was closed.
    await left.write([]);
    expect(listIds(await new UnsentEditLog(device, key).read())).toEqual(["on its way", "typed upon it"]);
  });

  it("leaves another window's edits of the same document alone", async () => {
    const device = new FakeStore();
    const [firstLog, secondLog] = [new UnsentEditLog(device, key), new UnsentEditLog(device, key)];
    await firstLog.read();
    await secondLog.write([createEdit("theirs")]);
    await firstLog.write([createEdit("mine")]);
    await firstLog.write([]);
    expect(listIds(await firstLog.read())).toEqual(["theirs"]);
  });

  it("shows an account only its own edits, of one document", async () => {
    const device = new FakeStore();
    await new UnsentEditLog(device, key).write([createEdit("one")]);
    for (const other of [{ account: "bob" }, { kind: "invoice" as const }, { document: "r" }]) {
      expect(await new UnsentEditLog(device, { ...key, ...other }).read()).toEqual([]);
    }
  });

  it("reports that the device stores nothing, and tries again", async () => {
    const device = new FakeStore();
    const log = new UnsentEditLog(device, key);
    device.full = true;
    await expect(log.write([createEdit("one")])).rejects.toThrow("full");
    device.full = false;
    await log.write([createEdit("one")]);
    expect(device.edits.size).toBe(1);
  });
});
