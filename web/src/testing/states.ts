// What a screen that reads from the server says while it waits, where there is nothing yet, where the server fails, and
// where what it is about is gone or refused.
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { User } from "../api/generated/User";
import { ADA } from "./basics";
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
  /** Where nothing says to those who do not see it that it is loading. */
  waits?: "silently";
  empty?: Said & { answer: AnswerTo<C> };
  /** What is said where the server fails. */
  fails: Words;
  /** The status with which it can be refused, and what is then said. */
  refused?: (Said & { by: Fault; when: string })[];
}

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
      const { sent, release } = holds(call, answer);
      besides();
      const opening = open(path, { user: who });
      if (of.waits === "silently") await waitFor(() => expect(sent).not.toEqual([]));
      else await screen.findAllByRole("status", { name: "Loading" });
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
      alert.getByText("The server had a problem. Your work is still here: please try again.");
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
