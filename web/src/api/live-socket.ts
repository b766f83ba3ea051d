/** What the server says over the live socket: what changed, never the change itself (docs/product.md, section 7). */
export interface LiveMessage {
  type: string;
  /** In the business's own windows: which document, or that it is the list of notifications. */
  kind?: string;
  id?: string;
  action?: string;
  data?: unknown;
}

export interface LiveSocketOptions {
  /**
   * Says first which link the page is for; a signed-in window needs no greeting. Until that is heard, the server may take
   * the socket of a browser that somebody is signed in with for a window of theirs.
   */
  greeting?: { type: "authenticate_public"; token: string };
  onMessage: (message: LiveMessage) => void;
  /** The connection is there after a gap: what was said meanwhile is lost, so read again. */
  onReturn: () => void;
}

const CONNECT_LIMIT = 5_000;
const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;
const ATTEMPTS = 10;

/** The server has nothing for us: the link leads nowhere, or the session ended. Coming back is of no use. */
const FINAL_CODES = new Set([4401, 4404]);

/** How long to wait before the nth attempt to come back, from 1; null when there are no more. */
export function reconnectDelay(attempt: number): number | null {
  if (attempt > ATTEMPTS) return null;
  return Math.min(FIRST_DELAY * 2 ** (attempt - 1), LONGEST_DELAY);
}

/**
 * Keeps a socket to /ws open until it is told to stop. A socket that is not open within 5 seconds is
 * abandoned, and a lost one is tried again after 1, 2, 4 … 30 seconds, ten times; the page works without.
 */
export function openLiveSocket(options: LiveSocketOptions): () => void {
  let socket: WebSocket | null = null;
  let attempt = 0;
  let wasOpen = false;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let openTimeout: ReturnType<typeof setTimeout> | undefined;

  const connect = () => {
    let opening: WebSocket;
    try {
      opening = new WebSocket(getSocketUrl());
    } catch (error) {
      console.error("Live updates are not available", error);
      return;
    }
    socket = opening;
    let ended = false;
    const handleEnd = (code: number) => {
      if (ended || stopped) return;
      ended = true;
      clearTimeout(openTimeout);
      if (!FINAL_CODES.has(code)) scheduleReconnect();
    };
    openTimeout = setTimeout(() => {
      console.error("The live connection did not open in time");
      opening.close();
      handleEnd(0);
    }, CONNECT_LIMIT);
    opening.onopen = () => {
      if (stopped || ended) {
        opening.close();
        return;
      }
      clearTimeout(openTimeout);
      const isLate = wasOpen || attempt > 0;
      attempt = 0;
      if (options.greeting) opening.send(JSON.stringify(options.greeting));
      if (isLate) options.onReturn();
      wasOpen = true;
    };
    opening.onmessage = (event) => {
      if (ended || stopped) return;
      const message = parseLiveMessage(event.data);
      if (message && !(options.greeting && isAccountMessage(message))) options.onMessage(message);
    };
    opening.onerror = () => {
      if (!stopped) console.error("The live connection failed");
    };
    opening.onclose = (event) => handleEnd(event.code);
  };

  const scheduleReconnect = () => {
    attempt += 1;
    const delay = reconnectDelay(attempt);
    if (delay !== null) timer = setTimeout(connect, delay);
  };

  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    clearTimeout(openTimeout);
    socket?.close();
  };
}

/** Same host, secure if the page is. */
function getSocketUrl(): string {
  const { protocol, host } = window.location;
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/ws`;
}

/** Whether a message is for an account's own windows: only these are told what it is about. */
function isAccountMessage(message: LiveMessage): boolean {
  return message.kind !== undefined;
}

/** A message with a type; anything else is ignored. */
function parseLiveMessage(data: unknown): LiveMessage | null {
  try {
    const message: unknown = JSON.parse(String(data));
    if (typeof message !== "object" || message === null) return null;
    return "type" in message && typeof message.type === "string" ? (message as LiveMessage) : null;
  } catch (error) {
    console.error("A live message could not be read", error);
    return null;
  }
}
