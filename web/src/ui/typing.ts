// Whether anything unsaved is typed in any window of this browser. An update of the app reloads its windows, so it
// waits until that is not the case: unsaved forms, requests without a response, the text of a dialog and the keys
// of the last seconds each hold a share of one Web Lock, and the update needs the whole lock.

/** The lock that every window with unsaved typing holds a share of; an update of the app takes it whole. */
const LOCK = "plumbline-typing";
/** How long after the last key somebody is still typing, in milliseconds. */
export const PAUSE = 5_000;
/** After this long another window is asked again whether somebody types there, in milliseconds. */
export const RETRY = 2_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Whether something is typed that would be lost if this window went, and whether that is so in any window of the
 * browser. Windows know of each other by a shared Web Lock; a browser without them looks at this window alone.
 */
export class Typing {
  private marks = 0;
  private release: (() => void) | null = null;
  private waiting: (() => void)[] = [];

  constructor(private readonly locks: LockManager | undefined = globalThis.navigator?.locks) {}

  get isUnderWay(): boolean {
    return this.marks > 0;
  }

  /** Something is typed and not saved, until the answer is called. */
  begin(): () => void {
    this.marks += 1;
    if (this.marks === 1) this.hold();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.marks -= 1;
      if (this.marks === 0) this.rest();
    };
  }

  /** Waits until nothing unsaved is typed in this window. */
  async over(): Promise<void> {
    while (this.isUnderWay) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Does it once nothing unsaved is typed in any window; whoever begins to type meanwhile is noted when it is done. */
  async whenNobodyTypes(deed: () => Promise<void>): Promise<void> {
    for (;;) {
      await this.over();
      if (await this.alone(deed)) return;
      await pause(RETRY);
    }
  }

  private async alone(deed: () => Promise<void>): Promise<boolean> {
    if (!this.locks) {
      await deed();
      return true;
    }
    // Never waited for in the lock's queue: behind one who waits, a window that begins to type would get no share.
    return await this.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (!lock || this.isUnderWay) return false;
      await deed();
      return true;
    });
  }

  private hold(): void {
    const held = new Promise<void>((resolve) => {
      this.release = resolve;
    });
    // A browser may forbid it, as where it keeps nothing: then this window speaks for itself alone.
    this.locks?.request(LOCK, { mode: "shared" }, () => held).catch(() => {});
  }

  private rest(): void {
    this.release?.();
    this.release = null;
    const waiting = this.waiting;
    this.waiting = [];
    for (const tell of waiting) tell();
  }
}

/** This window's. */
export const typing = new Typing();

/** Whether a field that was typed into stands in a dialog with its text: nothing saves that but the dialog's button. */
const isKept = (field: Element) =>
  field.isConnected && field.closest('[role="dialog"]') !== null && "value" in field && field.value !== "";

/** Marks keys: somebody who has just pressed one presses another, and a dialog's words are lost with it. */
export function markKeys(page: EventTarget = document, of: Typing = typing): void {
  const fields = new Set<Element>();
  let end: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    for (const field of fields) if (!isKept(field)) fields.delete(field);
    if (fields.size > 0) {
      timer = setTimeout(look, PAUSE);
      return;
    }
    end?.();
    end = null;
  };
  const note = ({ target }: Event) => {
    if (target instanceof Element) fields.add(target);
    end ??= of.begin();
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  };
  page.addEventListener("input", note, { capture: true });
}
