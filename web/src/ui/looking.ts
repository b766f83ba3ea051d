import { createContext, useContext } from "react";

/**
 * Whether support only looks: nothing that writes is offered then. null: whoever is here may write; else which
 * addresses make or change something.
 */
export const Looking = createContext<((path: string) => boolean) | null>(null);

/** What is not offered while support looks; null: everything is. */
export const useLooking = () => useContext(Looking);

/** Whether support looks at a form: what is in it can be read, and none of its buttons is offered. */
export const FormLooking = createContext(false);

/** Whether it does. */
export const useFormLooking = () => useContext(FormLooking);

/** Handlers that are known to write. */
const deeds = new WeakSet<object>();

/** Marks a handler as one that writes: its button is not offered while support looks. */
export function asDeed<F extends object>(handler: F): F {
  deeds.add(handler);
  return handler;
}

/** Whether it is marked so. */
export const isDeed = (handler: unknown): boolean => typeof handler === "function" && deeds.has(handler);
