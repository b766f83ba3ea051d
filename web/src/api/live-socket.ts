/** A message over the live socket: what has changed, never the change itself (docs/product.md, section 7). */
export interface LiveMessage {
  type: string;
  /** Only for the business's own windows: which document changed, or that the notifications did. */
  kind?: string;
  id?: string;
  action?: string;
  data?: unknown;
}

export interface LiveSocketOptions {
  /**
   * The first message, which identifies the link that the page is for; a signed-in window sends none. Until
   * the server has received it, it may treat the socket as one of the account that is signed in in this
   * browser.
   */
  greeting?: { type: "authenticate_public"; token: string };
  onMessage: (message: LiveMessage) => void;
  /**
   * Called when the connection is open again after a gap. Messages sent meanwhile are lost, so read again.
   */
  onReturn: () => void;
}

const CONNECT_LIMIT = 5_000;
const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;
const ATTEMPTS = 10;

/** The link doesn't exist or the session has ended, so reconnecting is useless. */
const FINAL_CODES = new Set([4401, 4404]);

/** The delay before the nth attempt to reconnect, from 1; null after the last attempt. */
export function reconnectDelay(attempt: number): number | null {
  if (attempt > ATTEMPTS) return null;
  return Math.min(FIRST_DELAY * 2 ** (attempt - 1), LONGEST_DELAY);
}

/**
 * Opens a socket to /ws; the returned function closes it. A socket that isn't open within 5 seconds is
 * abandoned. A lost one is reconnected after 1, 2, 4 … 30 seconds, up to ten times; the page works without
 * it.
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

/** On the same host; secure if the page is. */
function getSocketUrl(): string {
  const { protocol, host } = window.location;
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/ws`;
}

/** Whether a message is for an account's own windows: only those messages say what they are about. */
function isAccountMessage(message: LiveMessage): boolean {
  return message.kind !== undefined;
}

/** Parses a message with a type; anything else is ignored. */
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
