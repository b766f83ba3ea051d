import { createContext, useContext } from "react";

/**
 * Whether support only looks: nothing that writes is offered then. null: whoever is here may write; else which
 * addresses make or change something.
 */
export const SupportViewContext = createContext<((path: string) => boolean) | null>(null);

/** What is not offered while support looks; null: everything is. */
export const useSupportView = () => useContext(SupportViewContext);

/** Whether support looks at a form: what is in it can be read, and none of its buttons is offered. */
export const SupportFormContext = createContext(false);

/** Whether it does. */
export const useIsSupportForm = () => useContext(SupportFormContext);

/** Handlers that are known to write. */
const writeHandlers = new WeakSet<object>();

/** Marks a handler as one that writes: its button is not offered while support looks. */
export function markAsWrite<F extends object>(handler: F): F {
  writeHandlers.add(handler);
  return handler;
}

/** Whether it is marked so. */
export const isWriteHandler = (handler: unknown): boolean =>
  typeof handler === "function" && writeHandlers.has(handler);
