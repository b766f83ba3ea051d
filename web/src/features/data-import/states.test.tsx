// @vitest-environment window
// The page begins with a choice of its own: nothing loads before a file is chosen, and nothing can be empty.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { DataImport } from "../../api/generated/DataImport";
import { mockFault, mockHeldResponse, mockResponse, respondJson } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";

const NONE = { new: 0, updated: 0, same: 0, unreadable: 0, rows: [] };
const PAPERS = { quotes: 0, invoices: 0, same: 0, differing: 0, refused: 0, asked: 0, left: 0, rows: [] };
const FOUND: DataImport = {
  done: false,
  customers: { ...NONE, new: 2 },
  items: NONE,
  documents: { ...PAPERS, invoices: 3 },
  leftOut: [],
  otherCurrency: null,
  eitherDates: null,
  tables: [],
};
const FAILED = "The server had a problem. Your work is still here: please try again.";

const choose = async (user: UserEvent) =>
  user.upload(await screen.findByLabelText("Files from Tradify"), new File(["a,b"], "invoices.csv"));
const importButton = () => screen.queryByRole("button", { name: "Import everything" });

describe("importing from another program", () => {
  it("says that it is reading the files, and then what will be imported", async () => {
    const { release } = mockHeldResponse("POST /api/arriving/preview", FOUND);
    const user = await openSignedIn("/arriving");
    await choose(user);
    await screen.findByRole("button", { name: "Reading…" });
    expect(importButton()).toBeNull();
    release();
    await screen.findByText("This imports 2 customers and 3 invoices.");
    expect(screen.queryByRole("button", { name: "Reading…" })).toBeNull();
    expect(importButton()).not.toBeNull();
  });

  it("says that the files contain nothing new, and offers no import", async () => {
    mockResponse("POST /api/arriving/preview", {
      ...FOUND,
      customers: NONE,
      documents: { ...PAPERS, same: 3 },
    });
    const user = await openSignedIn("/arriving");
    await choose(user);
    await screen.findByText("This imports nothing new.");
    screen.getByText("3 documents were imported before and won’t change.");
    expect(importButton()).toBeNull();
  });

  it("says why a file is refused, and accepts another one", async () => {
    const why = "This is no export of Tradify.";
    mockFault("POST /api/arriving/preview", respondJson(422, { message: why }));
    const user = await openSignedIn("/arriving");
    await choose(user);
    within(await screen.findByRole("alert")).getByText(why);
    expect(importButton()).toBeNull();
    mockResponse("POST /api/arriving/preview", FOUND);
    await choose(user);
    await screen.findByText("This imports 2 customers and 3 invoices.");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says that the server failed, and offers to choose other files", async () => {
    mockFault("POST /api/arriving/preview", respondJson(500, { message: "deadlock detected" }));
    const user = await openSignedIn("/arriving");
    await choose(user);
    within(await screen.findByRole("alert")).getByText(FAILED);
    screen.getByRole("button", { name: "Choose other files" });
  });

  it("carries on with an import that failed half-way", async () => {
    mockResponse("POST /api/arriving/preview", FOUND);
    const user = await openSignedIn("/arriving");
    await choose(user);
    const sent = mockFault("POST /api/arriving", respondJson(500, { message: "deadlock detected" }));
    await user.click(await screen.findByRole("button", { name: "Import everything" }));
    within(await screen.findByRole("alert")).getByText(FAILED);
    expect(sent).toHaveLength(1);
    mockResponse("POST /api/arriving", { ...FOUND, done: true });
    await user.click(await screen.findByRole("button", { name: "Carry on" }));
    await screen.findByText("Import finished");
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect(screen.getByRole("link", { name: "See invoices" }).getAttribute("href")).toBe("/invoices");
  });
});
