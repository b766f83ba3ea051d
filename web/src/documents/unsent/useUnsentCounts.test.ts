// @vitest-environment window
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { WaitingChange } from "../../offline/waiting/waiting-change";
import { useNeedsAttentionCount } from "./useUnsentCounts";

const here = vi.hoisted(() => ({
  waiting: [] as unknown[],
  unsent: [] as unknown[],
  standings: {} as Record<string, unknown>,
  open: new Set<string>(),
}));

vi.mock("../../offline/waiting/waiting-hooks", () => ({ useWaitingChanges: () => here.waiting }));
vi.mock("./useUnsentDocuments", () => ({ useUnsentDocuments: () => here.unsent }));
vi.mock("../offline/unsentProblems", () => ({ useUnsentProblems: () => here.standings }));
vi.mock("../offline/open-editors", () => ({ getOpenEditor: (id: string) => here.open.has(id) }));

const waits = (id: string, problem: unknown) => ({ thing: { sort: "quote", id }, problem }) as WaitingChange;

it("counts what was refused and the documents in conflict, each once", () => {
  here.waiting = [waits("refused", { status: 422 }), waits("on its way", null)];
  here.unsent = ["refused", "conflict", "open", "unsent"].map((id) => ({ kind: "quote", id }));
  here.standings = { refused: {}, conflict: {}, open: {} };
  // An open editor displays its document's conflict itself.
  here.open = new Set(["open"]);
  expect(renderHook(() => useNeedsAttentionCount()).result.current).toBe(2);
});
