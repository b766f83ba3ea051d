// A form on a record: each field shows the record's own value under its own label, is sent by its own name, and says what
// the server says of it. No two values of the record of such a test are equal.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { type ApiCall, mockFault, respondJson } from "./network";
import { openSignedIn } from "./open-app";

interface FormFieldsSpec<C extends ApiCall> {
  path: string;
  /** Answers the form's own requests. */
  besides: () => void;
  call: C;
  button: string;
  /** The fields by their labels: what each is called at the server, and what it shows. 'Job address 1 > County' is in a group. */
  fields: Record<string, [path: string, shown: string]>;
  /** What is ticked or chosen where the server refuses nothing: 'on', 'off', or the choice's words. */
  choices?: Record<string, string>;
  /** Opens the form where the page only leads to it, and waits for what it reads apart from its record. */
  ready?: (user: UserEvent) => Promise<unknown>;
  /** What is sent where nothing is changed. */
  sends: object;
  /** Changes what has to be changed before the form can be saved. */
  change?: (user: UserEvent) => Promise<void>;
}

function findField(label: string): HTMLElement {
  const [group, name] = label.includes(" > ") ? label.split(" > ") : [null, label];
  const place = group === null ? screen : within(screen.getByRole("group", { name: group }));
  return place.getAllByLabelText(name ?? "")[0] as HTMLElement;
}

/** What a field shows: its text, the words of its choice, or whether it is on. */
function readField(field: HTMLElement): string {
  const ticked = field.getAttribute("aria-checked");
  if (ticked !== null) return ticked === "true" ? "on" : "off";
  if (field instanceof HTMLSelectElement) return field.options[field.selectedIndex]?.textContent ?? "";
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  return field.querySelector('[aria-checked="true"]')?.textContent ?? "";
}

/** What is said under a field, for who sees it and who hears it. */
const readDescriptions = (field: HTMLElement) =>
  (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "");

/** Asks of a form whether each of its fields is the record's own. */
export function describeFormFields<C extends ApiCall>(name: string, spec: FormFieldsSpec<C>): void {
  const { fields, choices = {}, call } = spec;

  it(`${name}: each has its own value, name and error`, async () => {
    const errors = Object.values(fields).map(([path]) => ({
      path,
      code: "invalid",
      msg: `Not like this: ${path}`,
    }));
    const sent = mockFault(call, respondJson(422, { message: "Some of it is wrong.", errors }));
    spec.besides();
    const user = await openSignedIn(spec.path);
    await spec.ready?.(user);
    const button = await screen.findByRole("button", { name: spec.button });

    const expected = Object.fromEntries(Object.entries(fields).map(([label, [, text]]) => [label, text]));
    const found = Object.keys({ ...expected, ...choices }).map((label) => [
      label,
      readField(findField(label)),
    ]);
    expect(Object.fromEntries(found)).toEqual({ ...expected, ...choices });

    await spec.change?.(user);
    await user.click(button);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject(spec.sends);
    await screen.findByText(errors[0]?.msg ?? "");
    for (const [label, [path]] of Object.entries(fields)) {
      const field = findField(label);
      expect([label, field.getAttribute("aria-invalid")]).toEqual([label, "true"]);
      expect([label, readDescriptions(field)]).toEqual([
        label,
        expect.arrayContaining([`Not like this: ${path}`]),
      ]);
    }
  });
}
