// What a screen that reads from the server says while it waits, where there is nothing yet, where the server fails, and
// where what it is about is gone or refused.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { User } from "../api/generated/User";
import { ADA } from "./basics";
import { fill } from "./each";
import { answers, type Call, type Fault, fails, holds, json } from "./network";
import { open } from "./open";

type AnswerTo<C extends Call> = Parameters<typeof answers<C>>[1];

type Words = string | RegExp;

/** The heading of what stands in the place of the figures, and the link that leads on from there. */
interface Said {
  says: Words;
  /** The link's words, and where it goes. Left out where the screen has none. */
  next?: [words: Words, to: string];
}

interface Screen<C extends Call> {
  path: string;
  /** Ada, unless it is somebody else's. */
  user?: User;
  call: C;
  /** An answer with something in it, and words of it that are then seen. */
  answer: AnswerTo<C>;
  shows: Words;
  /** What else the screen asks for, answered as it should be. It comes last: an `{id}` would match their names too. */
  besides?: () => void;
  empty?: Said & { answer: AnswerTo<C> };
  /** What is said where the server fails. */
  fails: Words;
  /** The status with which it can be refused, and what is then said. */
  refused?: (Said & { by: Fault; when: string })[];
}

/** What is said of any answer of 500 and above. */
const FAILED = "The server had a problem. Your work is still here: please try again.";

const main = () => within(screen.getByRole("main"));

/** Waits for the heading, and reads where the link beside it goes. */
async function findSaid({ says, next }: Said): Promise<void> {
  await screen.findByRole("heading", { name: says });
  if (!next) return;
  const [words, to] = next;
  expect(main().getByRole("link", { name: words }).getAttribute("href")).toBe(to);
}

/** A 404, as for what was deleted and for what is another account's. */
export const GONE: Fault = json(404, { message: "There is no such thing." });

export const NO_PLUS: Fault = json(402, { code: "needs_plus", message: "Reports are part of Plus." });

/** Asks for each of a screen's states. */
export function describeStates<C extends Call>(name: string, of: Screen<C>): void {
  const { path, user: who = ADA, call, answer, shows, besides = () => {}, empty, refused = [] } = of;
  const findShown = () => screen.findAllByText(shows);

  describe(name, () => {
    it("says that it is loading, and then shows what came", async () => {
      const { release } = holds(call, answer);
      besides();
      const opening = open(path, { user: who });
      await screen.findAllByRole("status", { name: "Loading" });
      expect(screen.queryAllByText(shows)).toEqual([]);
      expect(screen.queryByRole("alert")).toBeNull();
      release();
      await opening;
      await findShown();
      await waitFor(() => expect(screen.queryAllByRole("status", { name: "Loading" })).toEqual([]));
    });

    if (empty) {
      it("says what will be there, and what to do first", async () => {
        answers(call, empty.answer);
        besides();
        await open(path, { user: who });
        await findSaid(empty);
        expect(screen.queryByRole("alert")).toBeNull();
      });
    }

    it("says that it failed, and tries again", async () => {
      fails(call, json(500, { message: "deadlock detected" }));
      besides();
      const user = await open(path, { user: who });
      const alert = within(await screen.findByRole("alert"));
      alert.getByRole("heading", { name: of.fails });
      alert.getByText(FAILED);
      const asked = answers(call, answer);
      besides();
      await user.click(alert.getByRole("button", { name: "Try again" }));
      await findShown();
      expect(asked).not.toEqual([]);
      expect(screen.queryByRole("alert")).toBeNull();
    });

    for (const { by, when, ...said } of refused) {
      it(`says so ${when}`, async () => {
        fails(call, by);
        besides();
        await open(path, { user: who });
        await findSaid(said);
      });
    }
  });
}

/** Asks of a form that makes something what it does where the server fails, and where it refuses what was typed. */
export function describeSave<C extends Call>(
  name: string,
  of: {
    path: string;
    call: C;
    /** What is typed into which field. */
    fields: [label: string, text: string][];
    /** One of the fields, by its name at the server too. */
    refused: { path: string; label: string };
    button: string;
    /** What else the form asks for. */
    besides?: () => void;
  },
): void {
  const { path, call, fields, refused, button, besides = () => {} } = of;
  const typeAndSave = async () => {
    besides();
    const user = await open(path, { user: ADA });
    await screen.findByRole("button", { name: button });
    for (const [label, text] of fields) await fill(user, screen.getByLabelText(label), text);
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
      const sent = fails(call, json(500, { message: "deadlock detected" }));
      const user = await typeAndSave();
      within(await screen.findByRole("alert")).getByText(FAILED);
      expectTyped();
      expect(sent).toHaveLength(1);
      await user.click(screen.getByRole("button", { name: button }));
      await waitFor(() => expect(sent).toHaveLength(2));
    });

    it("says at its field what the server refuses", async () => {
      const msg = "Choose another one.";
      fails(call, json(422, { message: "No", errors: [{ path: refused.path, code: "invalid", msg }] }));
      await typeAndSave();
      await screen.findByText(msg);
      const field = screen.getByLabelText(refused.label);
      expect(field.getAttribute("aria-invalid")).toBe("true");
      expectTyped();
    });
  });
}

/** Asks of a page that reads a file what it does with one that is refused, and with another after it. */
export function describeImport<C extends Call>(
  name: string,
  of: { path: string; call: C; input: string; answer: AnswerTo<C>; shows: Words },
): void {
  const { path, call, input, answer, shows } = of;
  const choose = (user: UserEvent) =>
    user.upload(screen.getByLabelText(input), new File(["a;b"], "rows.csv", { type: "text/csv" }));

  describe(name, () => {
    it("says why a file is refused, and takes another", async () => {
      const why = "This file is a picture. Choose a CSV file.";
      fails(call, json(422, { message: why }));
      const user = await open(path, { user: ADA });
      await screen.findByRole("button", { name: "Choose a file" });
      await choose(user);
      within(await screen.findByRole("alert")).getByText(why);
      expect(screen.queryByRole("button", { name: /^Import / })).toBeNull();
      answers(call, answer);
      await choose(user);
      await screen.findAllByText(shows);
      expect(screen.queryByRole("alert")).toBeNull();
    });

    it("says that it is reading, and that the server failed", async () => {
      const { release } = holds(call, answer);
      const user = await open(path, { user: ADA });
      await screen.findByRole("button", { name: "Choose a file" });
      await choose(user);
      await screen.findByRole("button", { name: "Reading…" });
      release();
      await screen.findAllByText(shows);
      fails(call, json(500, { message: "deadlock detected" }));
      await choose(user);
      within(await screen.findByRole("alert")).getByText(FAILED);
      screen.getByRole("button", { name: "Choose another file" });
    });
  });
}
