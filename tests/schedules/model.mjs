// What two people did on their devices, and what must be stored in the end on the server and on both devices.

/** One field of one record: all values that were entered, in order. */
class Field {
  entries = [];
  /** An older app's copy asked about it, so that any value may have been chosen. */
  isOpen = false;

  constructor(initial) {
    this.initial = initial;
  }
}

export class Model {
  #fields = new Map();
  #asked = new Set();
  lines = new Map();
  documents = new Map();
  contacts = new Map();
  payments = [];
  #last = 0;

  /** A value that was never entered before. */
  fresh() {
    this.#last += 1;
    return this.#last;
  }

  /** A field in its first state, for both. */
  field(path, initial = null) {
    let field = this.#fields.get(path);
    if (!field) {
      field = new Field(initial);
      this.#fields.set(path, field);
    }
    return field;
  }

  /**
   * Records that a device entered a value into a field in which it displayed `saw`. `state`: sure, perhaps (it may or
   * may not be there), not.
   */
  put(path, by, value, saw, state = "sure") {
    const entry = { by, value: String(value), saw: String(saw ?? ""), state };
    this.field(path).entries.push(entry);
    return entry;
  }

  asked(paths, document = "") {
    for (const path of paths) this.#asked.add(document ? `${document}.${path}` : path);
  }

  /** What a device entered into the fields of one record may be lost, because somebody discarded it. */
  letGo(by, thing) {
    for (const [path, field] of this.#fields) {
      if (!path.startsWith(thing)) continue;
      for (const entry of field.entries) if (entry.by === by && entry.state === "sure") entry.state = "perhaps";
    }
    for (const line of this.lines.values()) {
      if (line.document === thing && line.by === by) line.state = "perhaps";
      if (line.document === thing) for (const removal of line.removed) if (removal.by === by) removal.state = "perhaps";
    }
  }

  /** An older app's copy of a record is on this device: somebody who chooses sees all differences. */
  loosen(thing) {
    for (const [path, field] of this.#fields) if (path.startsWith(thing)) field.isOpen = true;
  }

  #isLineAsked(path) {
    const line = lineOf(path);
    if (line === path) return false;
    if (this.#asked.has(line)) return true;
    const [, document, id] = /^(.*?)\.items\[(.*)\]$/.exec(line);
    const isRemoved = this.lines.get(`${document} ${id}`)?.removed.some(({ state }) => state !== "not");
    return isRemoved && [...this.#asked].some((asked) => asked.startsWith(line));
  }

  paths() {
    return [...this.#fields.keys()];
  }

  /** What is wrong with this value of a field; null if nothing is. */
  judge(path, found) {
    const field = this.field(path);
    const value = String(found ?? "");
    const entries = field.entries.filter(({ state }) => state !== "not");
    const lasts = ["A", "B"].map((by) => lastOf(entries, by));
    const allowed = new Set(lasts.flatMap(({ values }) => values));
    if (lasts.every(({ sure }) => !sure)) allowed.add(String(field.initial ?? ""));
    if (field.isOpen) {
      allowed.add(String(field.initial ?? ""));
      for (const entry of entries) allowed.add(entry.value);
    }
    const isAsked = this.#asked.has(path) || this.#isLineAsked(path);
    // If it is unknown who changed a field, the first value is one of both.
    if (isAsked) {
      allowed.add(String(field.initial ?? ""));
      // What a closed window had sent may have arrived, and be the other side of the question.
      for (const { state, value: sent } of entries) if (state === "perhaps") allowed.add(sent);
    }
    // If one device removed a line, the question is about all of it, and the line is restored as the other has it.
    if (this.#isLineAsked(path)) allowed.add(value);
    const told = () => entries.map((e) => `${e.by}:${e.value}(${e.state}, saw ${e.saw})`).join(" ");
    if (!allowed.has(value)) return `${path} is "${value}" and may be ${[...allowed].map((v) => `"${v}"`).join(" or ")}: ${told()}`;
    // If a device's value is lost, somebody must have been asked, or have overwritten it after seeing it.
    for (const [at, by] of ["A", "B"].entries()) {
      const { sure } = lasts[at];
      if (!sure || lasts[at].values.includes(value) || field.isOpen || isAsked) continue;
      // What a closed window displayed is unknown.
      const isSeen = entries.some((entry) => entry.by !== by && (entry.saw === sure.value || entry.state === "perhaps"));
      if (!isSeen) return `${path} is "${value}", and what ${by} put there went without a question: ${told()}`;
    }
    return null;
  }

  /** What is wrong with the lines of a document. */
  judgeLines(document, found) {
    const wrong = [];
    const ids = found.map(({ id }) => id);
    if (new Set(ids).size !== ids.length) wrong.push(`${document} has a line twice: ${ids}`);
    for (const line of this.lines.values()) {
      if (line.document !== document) continue;
      const { id } = line;
      const isThere = ids.includes(id);
      const removed = line.removed.filter(({ state }) => state !== "not");
      const isTouched = this.paths().some(
        (path) =>
          path.startsWith(`${document}.items[${id}]`) &&
          this.field(path).entries.some(({ by }) => removed.some((removal) => removal.by !== by)),
      );
      const isLoose = line.isOpen || this.#asked.has(`${document}.items[${id}]`) || line.state === "perhaps" || removed.some(({ state }) => state === "perhaps");
      if (isLoose) continue;
      if (isThere && removed.length > 0 && !isTouched) wrong.push(`${document} still has line ${id}, which was removed`);
      if (!isThere && removed.length === 0) wrong.push(`${document} has lost line ${id}`);
    }
    for (const id of ids) if (!this.lines.has(`${document} ${id}`)) wrong.push(`${document} has a line ${id} that nobody wrote`);
    return wrong;
  }
}

const lineOf = (path) => path.replace(/\]\.[a-z]+$/i, "]");

/** A device's last sure value, and all of its own values that may be stored. */
function lastOf(entries, by) {
  const own = entries.filter((entry) => entry.by === by);
  const at = own.findLastIndex(({ state }) => state === "sure");
  return { sure: own[at] ?? null, values: own.slice(Math.max(at, 0)).map(({ value }) => value) };
}
