// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { ApiError } from "../../api/errors";
import type { ImportReport } from "../../api/generated/ImportReport";
import { setWriteTransport } from "../../api/requests";
import { renderAlone } from "../../testing/render-alone";
import { ContactsImportPage } from "./ContactsImportPage";

const ASKED: ImportReport = {
  done: false,
  format: "CSV",
  encoding: "UTF-8",
  separator: ",",
  leftOut: ["Who"],
  columns: [
    { heading: "Who", example: "Jo Bloggs", reads: "" },
    { heading: "Home Street", example: "1 Mill Lane", reads: "Home Street" },
  ],
  choices: ["Name", "Company"],
  asks: true,
  new: 0,
  updated: 0,
  same: 0,
  unreadable: 0,
  rows: [],
};

it("asks which column is the name, and imports with the chosen columns", async () => {
  const sent: [path: string, columns: unknown][] = [];
  const before = setWriteTransport(async ({ path, body }) => {
    const columns = (body as FormData).get("columns");
    sent.push([path, columns && JSON.parse(`${columns}`)]);
    const rows: ImportReport["rows"] = [{ row: 2, outcome: "new", name: "Jo Bloggs", says: "" }];
    return columns ? { ...ASKED, asks: false, new: 1, rows, done: !path.endsWith("preview") } : ASKED;
  });
  onTestFinished(() => void setWriteTransport(before));
  const user = await renderAlone(<ContactsImportPage />);
  await user.upload(await screen.findByLabelText("Contacts file"), new File(["a,b"], "contacts.csv"));
  await screen.findByText("Which columns are these?");
  expect(screen.queryByRole("button", { name: /^Import 1/ })).toBeNull();
  await user.selectOptions(screen.getByLabelText("Who"), "Name");
  const said = ["Name", "Home Street"];
  await waitFor(() => expect(sent.at(-1)).toEqual(["/api/contacts/import/preview", said]));
  await user.click(await screen.findByRole("button", { name: "Import 1 contact" }));
  await waitFor(() => expect(sent.at(-1)).toEqual(["/api/contacts/import", said]));
  await screen.findByText("Imported");
});

it("says how many contacts were saved when an import stops early", async () => {
  const told =
    "We saved 500 of 1,200 contacts, and then had to stop. Import the same file again to save the rest.";
  const before = setWriteTransport(async ({ path }) => {
    if (!path.endsWith("preview")) throw new ApiError(503, told, "partly_imported", [], {});
    const rows: ImportReport["rows"] = [{ row: 2, outcome: "new", name: "Jo Bloggs", says: "" }];
    return { ...ASKED, asks: false, columns: [], new: 1, rows };
  });
  onTestFinished(() => void setWriteTransport(before));
  const user = await renderAlone(<ContactsImportPage />);
  await user.upload(await screen.findByLabelText("Contacts file"), new File(["a,b"], "contacts.csv"));
  await user.click(await screen.findByRole("button", { name: "Import 1 contact" }));
  await screen.findByText(told);
});
