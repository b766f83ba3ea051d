// The stand-in for Stripe, with its payment page: `server/examples/stripe.rs`.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";

/**
 * Starts it; `settings` are for the server that is to speak with it, `tell` says what it is to do. With `plans` that
 * server sells plans; else it is somebody's who takes cards and sells nothing.
 */
export async function startStripe({ plans = false } = {}) {
  const binary = join(dirname(process.env.PLUMBLINE_BIN ?? ""), "examples", "stripe");
  const child = spawn(binary, { stdio: ["ignore", "pipe", "inherit"] });
  const failed = once(child, "error").then(([error]) => {
    throw new Error(`${binary} does not start: build it with 'cargo build -p plumbline --example stripe'.`, {
      cause: error,
    });
  });
  const [line] = await Promise.race([once(child.stdout, "data"), failed]);
  const url = String(line).trim();
  return {
    url,
    settings: {
      STRIPE_SECRET_KEY: "sk_test_stand_in",
      STRIPE_WEBHOOK_SECRET: "whsec_stand_in",
      STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_connect",
      STRIPE_API_BASE: url,
      PLUMBLINE_PLANS: plans ? "on" : "off",
    },
    async tell(what) {
      const answer = await fetch(`${url}/stand-in/${what}`, { method: "POST" });
      assert.equal(answer.status, 200, `the stand-in was told '${what}'`);
    },
    stop: () => child.kill("SIGTERM"),
  };
}
