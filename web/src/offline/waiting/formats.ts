import { FORMAT, type Part, type Waiting } from "./waiting";

/**
 * A record of the log as this app writes them. The format says what is in it:
 * - 1 kept a form's files as `Blob`, which a private window of WebKit's cannot read back;
 * - 2 keeps their bytes.
 *
 * One of a newer app is left as it is: it waits until that app is here again.
 */
export async function upToDate(found: Waiting): Promise<Waiting> {
  if (found.format >= FORMAT) return found;
  const { form } = found.write;
  if (!form) return { ...found, format: FORMAT };
  return { ...found, format: FORMAT, write: { ...found.write, form: await Promise.all(form.map(inBytes)) } };
}

async function inBytes([name, value]: Part | [string, Blob]): Promise<Part> {
  if (!(value instanceof Blob)) return [name, value];
  return [name, { type: value.type, bytes: await value.arrayBuffer() }];
}
