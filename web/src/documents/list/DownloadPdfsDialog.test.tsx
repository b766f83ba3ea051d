// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockResponse } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import { KINDS } from "../kind";
import { DownloadPdfsDialog } from "./DownloadPdfsDialog";

const FILTER = { q: "", status: "", archived: false, from: "", to: "", sort: "", order: "asc" } as const;

const showChosen = (isAll: boolean, ids: string[]) =>
  renderAlone(
    <DownloadPdfsDialog
      kindInfo={KINDS.invoice}
      filter={FILTER}
      chosen={{ isAll, ids: new Set(ids), last: null }}
      onClose={() => {}}
    />,
  );
const show = (count: number) =>
  showChosen(
    false,
    Array.from({ length: count }, (_, at) => `i${at + 1}`),
  );

const files = async () =>
  (await screen.findAllByRole("link")).map((link) => {
    const ids = new URL(link.getAttribute("href") ?? "", location.href).searchParams.get("ids")?.split(",");
    return [link.textContent, ids?.length, ids?.at(0), ids?.at(-1)];
  });

it.each([
  [1, [["Download 1 invoice", 1, "i1", "i1"]]],
  [100, [["Download 100 invoices", 100, "i1", "i100"]]],
  [
    101,
    [
      ["Invoices 1 to 100", 100, "i1", "i100"],
      ["Invoices 101 to 101", 1, "i101", "i101"],
    ],
  ],
])("has the PDFs of %i invoices in files of a hundred", async (count, expected) => {
  await show(count);
  expect(await files()).toEqual(expected);
  expect(screen.queryByText(/^These are the first/)).toBeNull();
});

it("says which are left out if there are too many files", async () => {
  await show(2001);
  expect((await files()).length).toBe(20);
  screen.getByText(/^These are the first 2,000 of 2,001\./);
});

it("leaves unticked rows out of all that match", async () => {
  mockResponse("GET /api/invoices/ids", { ids: ["i1", "i2", "i3", "i4"], nextCursor: null });
  await showChosen(true, ["i1", "i3"]);
  expect(await files()).toEqual([["Download 2 invoices", 2, "i2", "i4"]]);
});
