// @vitest-environment window
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Waiting } from "../../offline/waiting/waiting";
import { useNeedYou } from "./useNeedYou";

const here = vi.hoisted(() => ({
  waiting: [] as unknown[],
  unsent: [] as unknown[],
  standings: {} as Record<string, unknown>,
  open: new Set<string>(),
}));

vi.mock("../../offline/waiting/useWaiting", () => ({ useWaiting: () => here.waiting }));
vi.mock("./useUnsentDocuments", () => ({ useUnsentDocuments: () => here.unsent }));
vi.mock("../offline/standing", () => ({ useStandings: () => here.standings }));
vi.mock("../offline/open-editors", () => ({ openHere: (id: string) => here.open.has(id) }));

const waits = (id: string, problem: unknown) => ({ thing: { sort: "quote", id }, problem }) as Waiting;

it("counts what was refused and the documents in conflict, each once", () => {
  here.waiting = [waits("refused", { status: 422 }), waits("on its way", null)];
  here.unsent = ["refused", "conflict", "open", "unsent"].map((id) => ({ kind: "quote", id }));
  here.standings = { refused: {}, conflict: {}, open: {} };
  // An editor that is open asks about its document itself.
  here.open = new Set(["open"]);
  expect(renderHook(() => useNeedYou()).result.current).toBe(2);
});
