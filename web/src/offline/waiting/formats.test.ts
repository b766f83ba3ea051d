import { describe, expect, it } from "vitest";
import { type FormPart, upgradeWaitingChange, WAITING_FORMAT, type WaitingChange } from "./waiting-change";

const record: WaitingChange = {
  order: 1,
  account: "ada",
  key: "key",
  format: 1,
  write: { method: "POST", path: "/api/expenses" },
  thing: { sort: "expense", id: "e" },
  label: "New expense: Cutter's Yard",
  at: 1,
  problem: null,
};

describe("upgradeWaitingChange", () => {
  it("keeps the photo of a receipt that an older app wrote down", async () => {
    const photo = new Blob(["a receipt"], { type: "image/jpeg" });
    const form = [["photo", photo] as unknown as FormPart, ["place", "1"] as FormPart];
    const now = await upgradeWaitingChange({ ...record, write: { ...record.write, form } });
    expect(now.format).toBe(WAITING_FORMAT);
    const [[name, file], place] = now.write.form as [FormPart, FormPart];
    expect(name).toBe("photo");
    if (typeof file === "string") throw new Error("a file became words");
    expect([file.type, new TextDecoder().decode(file.bytes)]).toEqual(["image/jpeg", "a receipt"]);
    expect(place).toEqual(["place", "1"]);
  });

  it("changes only the format of a change without a file", async () => {
    expect(await upgradeWaitingChange(record)).toEqual({ ...record, format: WAITING_FORMAT });
  });

  it("leaves what a newer app wrote", async () => {
    const newer = { ...record, format: WAITING_FORMAT + 1 };
    expect(await upgradeWaitingChange(newer)).toBe(newer);
  });
});
