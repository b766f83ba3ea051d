import { describe, expect, it } from "vitest";
import { type DocumentKey, type UnsentEdit, UnsentLog, type UnsentStore } from "./unsent";

/** A device's store, as its keys make it. */
class Device implements UnsentStore {
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
const edit = (operationId: string, value = "x") => ({
  baseVersion: 3,
  operationId,
  operations: [{ op: "set" as const, field: "notes", value }],
});
const names = (edits: { operationId: string }[]) => edits.map(({ operationId }) => operationId);

describe("UnsentLog", () => {
  it("writes each edit with whose it is, its place and the time", async () => {
    const device = new Device();
    const log = new UnsentLog(device, key, () => 5);
    await log.write([edit("one"), edit("two")]);
    expect([...device.edits.values()]).toEqual([
      { ...key, ...edit("one"), order: 0, time: 5 },
      { ...key, ...edit("two"), order: 1, time: 5 },
    ]);
    expect(await new UnsentLog(device, key).read()).toEqual([edit("one"), edit("two")]);
  });

  it("takes out what is acknowledged", async () => {
    const device = new Device();
    const log = new UnsentLog(device, key);
    await log.write([edit("one"), edit("two")]);
    await log.write([edit("two", "more")]);
    expect(await log.read()).toEqual([edit("two", "more")]);
    await log.write([]);
    expect(device.edits.size).toBe(0);
  });

  it("takes out what it found when it was opened", async () => {
    const device = new Device();
    await new UnsentLog(device, key).write([edit("one")]);
    const again = new UnsentLog(device, key);
    expect(names(await again.read())).toEqual(["one"]);
    await again.write([]);
    expect(device.edits.size).toBe(0);
  });

  it("takes out nothing that was read anew since: it is that editor's to repeat", async () => {
    const device = new Device();
    const left = new UnsentLog(device, key);
    await left.write([edit("on its way")]);
    const opened = new UnsentLog(device, key);
    await opened.read();
    await opened.write([edit("on its way"), edit("typed upon it")]);
    // The answer comes to the one that was left.
    await left.write([]);
    expect(names(await new UnsentLog(device, key).read())).toEqual(["on its way", "typed upon it"]);
  });

  it("leaves another window's edits of the same document alone", async () => {
    const device = new Device();
    const [here, there] = [new UnsentLog(device, key), new UnsentLog(device, key)];
    await here.read();
    await there.write([edit("theirs")]);
    await here.write([edit("mine")]);
    await here.write([]);
    expect(names(await here.read())).toEqual(["theirs"]);
  });

  it("shows an account its own, of one document", async () => {
    const device = new Device();
    await new UnsentLog(device, key).write([edit("one")]);
    for (const other of [{ account: "bob" }, { kind: "invoice" as const }, { document: "r" }]) {
      expect(await new UnsentLog(device, { ...key, ...other }).read()).toEqual([]);
    }
  });

  it("says that the device keeps nothing, and tries again", async () => {
    const device = new Device();
    const log = new UnsentLog(device, key);
    device.full = true;
    await expect(log.write([edit("one")])).rejects.toThrow("full");
    device.full = false;
    await log.write([edit("one")]);
    expect(device.edits.size).toBe(1);
  });
});
