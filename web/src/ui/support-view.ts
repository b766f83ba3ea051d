import { createContext, useContext } from "react";

/**
 * Set while support may only look, so that nothing that writes is offered; the function says which addresses
 * create or change something. null: the user may write.
 */
export const SupportViewContext = createContext<((path: string) => boolean) | null>(null);

/** The addresses that aren't offered to support; null: all are offered. */
export const useSupportView = () => useContext(SupportViewContext);

/** Whether support is looking at a form: its content is readable and its buttons aren't offered. */
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
