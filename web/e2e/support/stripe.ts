// The stand-in for Stripe, with its payment page: `server/app/examples/stripe.rs`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { expect } from "@playwright/test";
import { getBinaryPath, type Settings } from "./server.ts";

export interface StripeStandIn {
  url: string;
  /** Environment variables for the server that uses it. */
  settings: Settings;
  /** Sends it a command, such as `refund/cs_1/10000`. */
  command: (what: string) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts the stand-in. With `plans` the server sells plans; otherwise its operator accepts cards and sells no
 * plans.
 */
export async function startStripe({ plans = false }: { plans?: boolean } = {}): Promise<StripeStandIn> {
  const program = join(dirname(getBinaryPath()), "examples", "stripe");
  const child = spawn(program, { stdio: ["ignore", "pipe", "inherit"] });
  // So that an interrupted run leaves no stand-in running.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const failed = once(child, "error").then(([cause]) => {
    throw new Error(`${program} does not start: build it with 'cargo build -p plumbline --example stripe'.`, {
      cause,
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
    async command(what) {
      const answer = await fetch(`${url}/stand-in/${what}`, { method: "POST" });
      expect(answer.status, `the stand-in was told '${what}'`).toBe(200);
    },
    async stop() {
      process.off("exit", kill);
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
