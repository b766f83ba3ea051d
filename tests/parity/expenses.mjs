// An expense's totals through the package for the browser and over HTTP: the same text, including the errors.

import { registerAccount } from "../../web/e2e/support/account.ts";
import { startServer } from "../../web/e2e/support/server.ts";
import { loadRules } from "../rules.mjs";
import { client } from "./stored.mjs";

const AMOUNTS = ["120.00", "10", "0.03", "-12", "9.99", "", "0", "ten", "1.234", "10000000.01", "10000000"];
const RATES = ["", "20", "5", "0", "17.50", "100", "101", "x"];
const DAYS = ["2026-11-23", "2026-04-05", "2011-04-05"];
const MILES = ["12.5", "100", "10000", "0.1", "0", "-3", "12.55", "far"];

/** Runs every case; returns how many passed, and the results of those that did not. */
export async function checkExpenses() {
  const server = await startServer({ settings: { PLUMBLINE_CAPTCHA: "off" } });
  try {
    const page = client(server);
    await registerAccount(page.request, server, "eve@example.com");
    return await onServer(page);
  } finally {
    await server.stop();
  }
}

async function onServer(page) {
  const sums = await loadRules();
  const failures = [];
  let passed = 0;
  const check = async (body, door) => {
    const over = await (await page.send("POST", "/api/expenses/preview", body)).text();
    const here = answer(door);
    if (here === over) passed += 1;
    else failures.push(`expense ${JSON.stringify(body)}\n  HTTP: ${over}\n  WASM: ${here}`);
  };
  for (const amount of AMOUNTS) {
    for (const vatRate of RATES) {
      await check({ date: "2026-11-23", amount, vatRate }, () => sums.calculatePurchase(amount, vatRate, ""));
    }
  }
  for (const date of DAYS) {
    for (const vehicle of ["car", "motorcycle", "bicycle"]) {
      for (const miles of MILES) {
        const body = { date, mileage: { vehicle, miles } };
        await check(body, () => sums.calculateJourney(date, vehicle, miles, "0"));
      }
    }
  }
  return { passed, failures };
}

function answer(door) {
  try {
    return door();
  } catch (thrown) {
    if (typeof thrown !== "string") throw thrown;
    return thrown;
  }
}
