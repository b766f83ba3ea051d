// Whether anything unsaved is typed in any window of this browser. An update of the app reloads its windows, so it
// waits until that is not the case: unsaved forms, requests without a response, the text of a dialog and the keys
// of the last seconds each hold a share of one Web Lock, and the update needs the whole lock.

/** The lock that every window with unsaved typing holds a share of; an update of the app takes it whole. */
const TYPING_LOCK = "plumbline-typing";
/** How long after the last key somebody is still typing, in milliseconds. */
export const TYPING_PAUSE = 5_000;
/** After this long another window is asked again whether somebody types there, in milliseconds. */
export const TYPING_RETRY = 2_000;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Whether something is typed that would be lost if this window went, and whether that is so in any window of the
 * browser. Windows know of each other by a shared Web Lock; a browser without them looks at this window alone.
 */
export class TypingTracker {
  private marks = 0;
  private release: (() => void) | null = null;
  private waiters: (() => void)[] = [];

  constructor(private readonly locks: LockManager | undefined = globalThis.navigator?.locks) {}

  get isUnderWay(): boolean {
    return this.marks > 0;
  }

  /** Something is typed and not saved, until the answer is called. */
  begin(): () => void {
    this.marks += 1;
    if (this.marks === 1) this.acquireLock();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.marks -= 1;
      if (this.marks === 0) this.releaseLock();
    };
  }

  /** Waits until nothing unsaved is typed in this window. */
  async waitUntilSaved(): Promise<void> {
    while (this.isUnderWay) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  /** Does it once nothing unsaved is typed in any window; whoever begins to type meanwhile is noted when it is done. */
  async runWhenNobodyTypes(action: () => Promise<void>): Promise<void> {
    for (;;) {
      await this.waitUntilSaved();
      if (await this.runExclusively(action)) return;
      await sleep(TYPING_RETRY);
    }
  }

  private async runExclusively(action: () => Promise<void>): Promise<boolean> {
    if (!this.locks) {
      await action();
      return true;
    }
    // Never waited for in the lock's queue: behind one who waits, a window that begins to type would get no share.
    return await this.locks.request(TYPING_LOCK, { ifAvailable: true }, async (lock) => {
      if (!lock || this.isUnderWay) return false;
      await action();
      return true;
    });
  }

  private acquireLock(): void {
    const lockHeld = new Promise<void>((resolve) => {
      this.release = resolve;
    });
    // A browser may forbid it, as where it keeps nothing: then this window speaks for itself alone.
    this.locks?.request(TYPING_LOCK, { mode: "shared" }, () => lockHeld).catch(() => {});
  }

  private releaseLock(): void {
    this.release?.();
    this.release = null;
    const waiters = this.waiters;
    this.waiters = [];
    for (const tell of waiters) tell();
  }
}

/** This window's. */
export const typingTracker = new TypingTracker();

/** Whether a field that was typed into stands in a dialog with its text: nothing saves that but the dialog's button. */
const isUnsavedDialogField = (field: Element) =>
  field.isConnected && field.closest('[role="dialog"]') !== null && "value" in field && field.value !== "";

/** Marks keys: somebody who has just pressed one presses another, and a dialog's words are lost with it. */
export function trackKeys(page: EventTarget = document, tracker: TypingTracker = typingTracker): void {
  const fields = new Set<Element>();
  let end: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const checkFields = () => {
    for (const field of fields) if (!isUnsavedDialogField(field)) fields.delete(field);
    if (fields.size > 0) {
      timer = setTimeout(checkFields, TYPING_PAUSE);
      return;
    }
    end?.();
    end = null;
  };
  const handleInput = ({ target }: Event) => {
    if (target instanceof Element) fields.add(target);
    end ??= tracker.begin();
    clearTimeout(timer);
    timer = setTimeout(checkFields, TYPING_PAUSE);
  };
  page.addEventListener("input", handleInput, { capture: true });
}
