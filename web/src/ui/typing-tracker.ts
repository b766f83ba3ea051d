// Tracks whether any window of this browser has unsaved typing. An update of the app reloads its windows, so
// it waits until there is none: unsaved forms, requests without a response, the text of a dialog and
// keystrokes of the last seconds each hold a share of one Web Lock, and the update needs exclusive use of it.

/** Every window with unsaved typing holds a share of this lock; an update of the app takes it exclusively. */
const TYPING_LOCK = "plumbline-typing";
/** How long after the last keystroke a person counts as typing, in milliseconds. */
export const TYPING_PAUSE = 5_000;
/** How long to wait before checking again whether anybody types in another window, in milliseconds. */
export const TYPING_RETRY = 2_000;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Tracks whether this window, or any window of the browser, has typing that would be lost if the window were
 * closed. Windows share this through a Web Lock; a browser without Web Locks checks only this window.
 */
export class TypingTracker {
  private marks = 0;
  private release: (() => void) | null = null;
  private waiters: (() => void)[] = [];

  constructor(private readonly locks: LockManager | undefined = globalThis.navigator?.locks) {}

  get isUnderWay(): boolean {
    return this.marks > 0;
  }

  /** Marks something as typed and unsaved, until the returned function is called. */
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

  /**
   * Runs an action once no window has unsaved typing. Typing that starts meanwhile is registered when the
   * action is done.
   */
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
    // Don't queue for the lock: behind a waiting exclusive request, a window that starts typing would get no
    // share.
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
    // A browser that doesn't allow storage may refuse the lock; then only this window is checked.
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

/** The tracker of this window. */
export const typingTracker = new TypingTracker();

/**
 * Whether a field that was typed into is in an open dialog and has text: only the dialog's button saves that.
 */
const isUnsavedDialogField = (field: Element) =>
  field.isConnected && field.closest('[role="dialog"]') !== null && "value" in field && field.value !== "";

/**
 * Marks keystrokes as unsaved typing: a person who has just pressed a key will press another, and text in a
 * dialog would be lost.
 */
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
