import { createContext, useContext } from "react";

/**
 * While support views an account, which it can't change: a function that returns whether the page at a path
 * creates or changes something, so that links to it aren't offered. null if the user may write.
 */
export const SupportViewContext = createContext<((path: string) => boolean) | null>(null);

/** Returns the function that recognises paths not offered to support; null if the user may write. */
export const useSupportView = () => useContext(SupportViewContext);

/** Whether this is a form that support views: its content is readable, but its buttons aren't offered. */
export const SupportFormContext = createContext(false);

export const useIsSupportForm = () => useContext(SupportFormContext);

/** Handlers that were marked with `markAsWrite`. */
const writeHandlers = new WeakSet<object>();

/** Marks a handler as one that writes, so that its button isn't offered to support. */
export function markAsWrite<F extends object>(handler: F): F {
  writeHandlers.add(handler);
  return handler;
}

/** Whether a handler is marked with `markAsWrite`. */
export const isWriteHandler = (handler: unknown): boolean =>
  typeof handler === "function" && writeHandlers.has(handler);
