// Tests of what a screen displays while it loads, if there is nothing yet, if the server fails, and if its
// subject is gone or refused.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { User } from "../api/generated/User";
import { fillField } from "./each-test";
import { ADA } from "./fixtures";
import {
  type ApiCall,
  type FaultResponse,
  mockFault,
  mockHeldResponse,
  mockResponse,
  respondJson,
} from "./network";
import { openApp } from "./open-app";

type StateResponse<C extends ApiCall> = Parameters<typeof mockResponse<C>>[1];

type TextMatch = string | RegExp;

/** The heading shown instead of the content, and the link that leads on from there. */
interface PlaceholderSpec {
  says: TextMatch;
  /** The link's label and target, if the screen has one. */
  next?: [words: TextMatch, to: string];
}

interface ScreenStatesSpec<C extends ApiCall> {
  path: string;
  /** The signed-in user; Ada by default. */
  user?: User;
  call: C;
  /** A response with content, and text from it that is then displayed. */
  answer: StateResponse<C>;
  shows: TextMatch;
  /** Mocks the screen's other requests. Called last, because an `{id}` would match their paths too. */
  besides?: () => void;
  empty?: PlaceholderSpec & { answer: StateResponse<C> };
  /** The message if the server fails. */
  fails: TextMatch;
  /** The responses that refuse the screen, and what is then displayed. */
  refused?: (PlaceholderSpec & { by: FaultResponse; when: string })[];
}

/** The message for any response with a status of 500 or above. */
const SERVER_ERROR_TEXT = "The server had a problem. Your work is still here: please try again.";

const getMain = () => within(screen.getByRole("main"));

/** Waits for the heading and checks the target of the link beside it. */
async function expectPlaceholder({ says, next }: PlaceholderSpec): Promise<void> {
  await screen.findByRole("heading", { name: says });
  if (!next) return;
  const [linkText, to] = next;
  expect(getMain().getByRole("link", { name: linkText }).getAttribute("href")).toBe(to);
}

/** A 404, as for something that was deleted or belongs to another account. */
export const NOT_FOUND: FaultResponse = respondJson(404, { message: "There is no such thing." });

export const PLUS_REQUIRED: FaultResponse = respondJson(402, {
  code: "needs_plus",
  message: "Reports are part of Plus.",
});

/** Tests each of a screen's states. */
export function describeScreenStates<C extends ApiCall>(name: string, spec: ScreenStatesSpec<C>): void {
  const { path, user: signedIn = ADA, call, answer, shows, besides = () => {}, empty, refused = [] } = spec;
  const findContent = () => screen.findAllByText(shows);

  describe(name, () => {
    it("says that it is loading, and then shows what came", async () => {
      const { release } = mockHeldResponse(call, answer);
      besides();
      const opening = openApp(path, { user: signedIn });
      await screen.findAllByRole("status", { name: "Loading" });
      expect(screen.queryAllByText(shows)).toEqual([]);
      expect(screen.queryByRole("alert")).toBeNull();
      release();
      await opening;
      await findContent();
      await waitFor(() => expect(screen.queryAllByRole("status", { name: "Loading" })).toEqual([]));
    });

    if (empty) {
      it("says what will be there, and what to do first", async () => {
        mockResponse(call, empty.answer);
        besides();
        await openApp(path, { user: signedIn });
        await expectPlaceholder(empty);
        expect(screen.queryByRole("alert")).toBeNull();
      });
    }

    it("says that it failed, and tries again", async () => {
      mockFault(call, respondJson(500, { message: "deadlock detected" }));
      besides();
      const user = await openApp(path, { user: signedIn });
      const alert = within(await screen.findByRole("alert"));
      alert.getByRole("heading", { name: spec.fails });
      alert.getByText(SERVER_ERROR_TEXT);
      const requests = mockResponse(call, answer);
      besides();
      await user.click(alert.getByRole("button", { name: "Try again" }));
      await findContent();
      expect(requests).not.toEqual([]);
      expect(screen.queryByRole("alert")).toBeNull();
    });

    for (const { by, when, ...placeholder } of refused) {
      it(`says so ${when}`, async () => {
        mockFault(call, by);
        besides();
        await openApp(path, { user: signedIn });
        await expectPlaceholder(placeholder);
      });
    }
  });
}

/** Tests what a form that creates something does if the server fails, and if it refuses the values. */
export function describeFormSave<C extends ApiCall>(
  name: string,
  spec: {
    path: string;
    call: C;
    /** The labels of the fields and the text to type. */
    fields: [label: string, text: string][];
    /** One of the fields, with its path on the server. */
    refused: { path: string; label: string };
    button: string;
    /** Mocks the form's other requests. */
    besides?: () => void;
  },
): void {
  const { path, call, fields, refused, button, besides = () => {} } = spec;
  const typeAndSave = async () => {
    besides();
    const user = await openApp(path, { user: ADA });
    await screen.findByRole("button", { name: button });
    for (const [label, text] of fields) await fillField(user, screen.getByLabelText(label), text);
    await user.click(screen.getByRole("button", { name: button }));
    return user;
  };
  const expectTyped = () => {
    for (const [label, text] of fields) {
      expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(text);
    }
    expect(location.pathname).toBe(path);
  };

  describe(name, () => {
    it("says that it was not saved, keeps what was typed, and can be saved again", async () => {
      const sent = mockFault(call, respondJson(500, { message: "deadlock detected" }));
      const user = await typeAndSave();
      within(await screen.findByRole("alert")).getByText(SERVER_ERROR_TEXT);
      expectTyped();
      expect(sent).toHaveLength(1);
      await user.click(screen.getByRole("button", { name: button }));
      await waitFor(() => expect(sent).toHaveLength(2));
    });

    it("says at its field what the server refuses", async () => {
      const msg = "Choose another one.";
      mockFault(
        call,
        respondJson(422, { message: "No", errors: [{ path: refused.path, code: "invalid", msg }] }),
      );
      await typeAndSave();
      await screen.findByText(msg);
      const field = screen.getByLabelText(refused.label);
      expect(field.getAttribute("aria-invalid")).toBe("true");
      expectTyped();
    });
  });
}

/** Tests what an import page does with a file that is refused, and with another one after it. */
export function describeFileImport<C extends ApiCall>(
  name: string,
  spec: { path: string; call: C; input: string; answer: StateResponse<C>; shows: TextMatch },
): void {
  const { path, call, input, answer, shows } = spec;
  const chooseFile = (user: UserEvent) =>
    user.upload(screen.getByLabelText(input), new File(["a;b"], "rows.csv", { type: "text/csv" }));

  describe(name, () => {
    it("says why a file is refused, and takes another", async () => {
      const reason = "This file is a picture. Choose a CSV file.";
      mockFault(call, respondJson(422, { message: reason }));
      const user = await openApp(path, { user: ADA });
      await screen.findByRole("button", { name: "Choose a file" });
      await chooseFile(user);
      within(await screen.findByRole("alert")).getByText(reason);
      expect(screen.queryByRole("button", { name: /^Import / })).toBeNull();
      mockResponse(call, answer);
      await chooseFile(user);
      await screen.findAllByText(shows);
      expect(screen.queryByRole("alert")).toBeNull();
    });

    it("says that it is reading, and that the server failed", async () => {
      const { release } = mockHeldResponse(call, answer);
      const user = await openApp(path, { user: ADA });
      await screen.findByRole("button", { name: "Choose a file" });
      await chooseFile(user);
      await screen.findByRole("button", { name: "Reading…" });
      release();
      await screen.findAllByText(shows);
      mockFault(call, respondJson(500, { message: "deadlock detected" }));
      await chooseFile(user);
      within(await screen.findByRole("alert")).getByText(SERVER_ERROR_TEXT);
      screen.getByRole("button", { name: "Choose another file" });
    });
  });
}
