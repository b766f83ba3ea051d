import { type FormPart, WAITING_FORMAT, type WaitingChange } from "./waiting-change";

/**
 * A record of the log as this app writes them. The format says what is in it:
 * - 1 kept a form's files as `Blob`, which a private window of WebKit's cannot read back;
 * - 2 keeps their bytes.
 *
 * One of a newer app is left as it is: it waits until that app is here again.
 */
export async function upgradeWaitingChange(found: WaitingChange): Promise<WaitingChange> {
  if (found.format >= WAITING_FORMAT) return found;
  const { form } = found.write;
  if (!form) return { ...found, format: WAITING_FORMAT };
  return {
    ...found,
    format: WAITING_FORMAT,
    write: { ...found.write, form: await Promise.all(form.map(toFormPart)) },
  };
}

async function toFormPart([name, value]: FormPart | [string, Blob]): Promise<FormPart> {
  if (!(value instanceof Blob)) return [name, value];
  return [name, { type: value.type, bytes: await value.arrayBuffer() }];
}
