import { ApiError, ExplainedError } from "../../api/errors";

/** A write that waits for the password. */
export interface PasswordRequest {
  /** What is about to happen, after 'To': 'change bank details'. */
  purpose: string;
  resolve: (confirmed: boolean) => void;
}

let request: PasswordRequest | null = null;
const listeners = new Set<() => void>();

function setRequest(next: PasswordRequest | null) {
  request = next;
  for (const listener of listeners) listener();
}

export const passwordRequests = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => request,
};

/** Thrown in the place of a write whose person did not want to enter the password. */
export class PasswordNotGiven extends ExplainedError {
  override name = "PasswordNotGiven";
  constructor() {
    super("Nothing has changed: this needs your password.");
  }
}

/** Asks for the password in the one dialog; true when the server has accepted it. */
export function askForPassword(purpose: string): Promise<boolean> {
  request?.resolve(false);
  return new Promise((resolve) => {
    setRequest({
      purpose,
      resolve: (confirmed) => {
        setRequest(null);
        resolve(confirmed);
      },
    });
  });
}

/**
 * Runs a write. When the server wants the password first (403 password_required) it is asked for, and the write runs
 * again. Throws PasswordNotGiven when the dialog was closed.
 */
export async function withPassword<T>(purpose: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "password_required")) throw error;
    if (!(await askForPassword(purpose))) throw new PasswordNotGiven();
    return write();
  }
}
