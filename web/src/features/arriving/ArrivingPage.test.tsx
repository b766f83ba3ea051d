// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import type { Arrival } from "../../api/generated/Arrival";
import { setWriteTransport } from "../../api/writes";
import { showAlone } from "../../testing/alone";
import { ArrivingPage } from "./ArrivingPage";

const NONE = { new: 0, updated: 0, same: 0, unreadable: 0, rows: [] };
const FOUND: Arrival = {
  done: false,
  customers: NONE,
  items: NONE,
  documents: { quotes: 0, invoices: 3, same: 0, differing: 2, refused: 0, left: 0, rows: [] },
  leftOut: [],
};

it("looks again with what is to become of documents that come to another total, and brings them so", async () => {
  const sent: [path: string, differing: unknown][] = [];
  const before = setWriteTransport(async ({ path, body }) => {
    sent.push([path, (body as FormData).get("differing")]);
    return FOUND;
  });
  onTestFinished(() => void setWriteTransport(before));
  const user = await showAlone(<ArrivingPage />);
  await user.upload(await screen.findByLabelText("Files of Tradify"), new File(["a,b"], "invoices.csv"));
  const isKept = () => screen.getByRole("checkbox", { name: /^Keep the 2 documents/ });
  await waitFor(() => expect(isKept().getAttribute("aria-checked")).toBe("true"));
  for (const [checked, differing] of [
    ["false", "leave"],
    ["true", "keep"],
    ["false", "leave"],
  ]) {
    await user.click(isKept());
    await waitFor(() => {
      expect(isKept().getAttribute("aria-checked")).toBe(checked);
      expect(sent.at(-1)).toEqual(["/api/arriving/preview", differing]);
    });
  }
  await user.click(await screen.findByRole("button", { name: "Bring it all over" }));
  await waitFor(() => expect(sent.at(-1)).toEqual(["/api/arriving", "leave"]));
  expect(sent.map(([, differing]) => differing)).toEqual(["keep", "leave", "keep", "leave", "leave"]);
});
