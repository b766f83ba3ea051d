// @vitest-environment window
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LiveMessage, openLiveSocket, reconnectDelay } from "./live-socket";

/** A socket that the test controls. */
class FakeSocket {
  static made: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  sent: string[] = [];
  closed = false;
  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
}

const getLastSocket = () => FakeSocket.made[FakeSocket.made.length - 1] as FakeSocket;

beforeEach(() => {
  FakeSocket.made = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the delays double from one second up to thirty, and end after ten attempts", () => {
  const delays = Array.from({ length: 11 }, (_, index) => reconnectDelay(index + 1));
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000, null]);
});

test("a page authenticates with its link and receives only messages with a type", () => {
  const heard: LiveMessage[] = [];
  openLiveSocket({
    greeting: { type: "authenticate_public", token: "abc" },
    onMessage: (message) => heard.push(message),
    onReturn: () => {},
  });
  getLastSocket().onopen?.();
  expect(getLastSocket().sent).toEqual(['{"type":"authenticate_public","token":"abc"}']);
  for (const data of ['{"type":"quote_updated"}', "{}", "not JSON", "null", '{"type":7}']) {
    getLastSocket().onmessage?.({ data });
  }
  expect(heard).toEqual([{ type: "quote_updated" }]);
});

test("a customer's page ignores messages meant for an account's windows", () => {
  const heard: string[] = [];
  openLiveSocket({
    greeting: { type: "authenticate_public", token: "abc" },
    onMessage: ({ type }) => heard.push(type),
    onReturn: () => {},
  });
  getLastSocket().onopen?.();
  // A message about another document, for the session that is signed in here.
  getLastSocket().onmessage?.({ data: '{"type":"payment_confirmed","kind":"invoice","id":"another"}' });
  getLastSocket().onmessage?.({ data: '{"type":"payment_received"}' });
  expect(heard).toEqual(["payment_received"]);
});

test("a lost connection is reopened, resets its delays and reports its return", () => {
  const onReturn = vi.fn();
  openLiveSocket({ onMessage: () => {}, onReturn });
  getLastSocket().onopen?.();
  expect(onReturn).not.toHaveBeenCalled();
  getLastSocket().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(999);
  expect(FakeSocket.made).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.made).toHaveLength(2);
  getLastSocket().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(2_000);
  expect(FakeSocket.made).toHaveLength(3);
  getLastSocket().onopen?.();
  expect(onReturn).toHaveBeenCalledTimes(1);
  getLastSocket().onclose?.({ code: 1012 });
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.made).toHaveLength(4);
});

test("a connection that opens only at a later attempt also reports a return", () => {
  const onReturn = vi.fn();
  openLiveSocket({ onMessage: () => {}, onReturn });
  getLastSocket().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1_000);
  getLastSocket().onopen?.();
  expect(onReturn).toHaveBeenCalledTimes(1);
});

test("a socket that does not open within five seconds is abandoned", () => {
  openLiveSocket({ onMessage: () => {}, onReturn: () => {} });
  vi.advanceTimersByTime(4_999);
  expect(getLastSocket().closed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(getLastSocket().closed).toBe(true);
  // Its own close event arrives late and isn't counted again.
  getLastSocket().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.made).toHaveLength(2);
});

test("a connection is retried ten times and no more", () => {
  openLiveSocket({ onMessage: () => {}, onReturn: () => {} });
  for (let n = 0; n < 20; n += 1) {
    getLastSocket().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(30_000);
  }
  expect(FakeSocket.made).toHaveLength(11);
});

test("neither an unknown link nor a stopped connection is retried", () => {
  openLiveSocket({ onMessage: () => {}, onReturn: () => {} });
  getLastSocket().onclose?.({ code: 4404 });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
  const stop = openLiveSocket({ onMessage: () => {}, onReturn: () => {} });
  getLastSocket().onopen?.();
  stop();
  expect(getLastSocket().closed).toBe(true);
  getLastSocket().onclose?.({ code: 1000 });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(2);
});

test("stopping leaves no timer behind, and logs no error about the interrupted opening", () => {
  const stop = openLiveSocket({ onMessage: () => {}, onReturn: () => {} });
  stop();
  expect(vi.getTimerCount()).toBe(0);
  getLastSocket().onerror?.();
  expect(console.error).not.toHaveBeenCalled();
});
