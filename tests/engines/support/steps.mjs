// What people do in the app, by labels and roles, in an engine of any kind.
import { PASSWORD } from "../../../web/e2e/support/account.ts";
import { waitFor } from "../../../web/e2e/support/wait.ts";

/** Logs in on a phone, which offers a PIN; the person ends on their dashboard. */
export async function logIn(person, server, email) {
  await person.goto(`${server.url}/login`);
  await person.session.read(answered);
  await person.fill("field", "Email", email);
  await person.fill("field", "Password", PASSWORD);
  await person.press("button", "Log in");
  await person.press("button", "Skip", await person.see("dialog", "Quick PIN Login"));
  await person.at(/^\/dashboard$/);
}

/** Runs in the page: the person has already declined cookies, since the bar that asks would cover what is pressed. */
function answered() {
  document.cookie = "plumbline_consent=given; path=/";
}

/** Fills in the line with this number, and adds it first if it is not there yet. */
export async function fillLine(person, number, { name, quantity, price }) {
  const field = (what) => `Line ${number} ${what}`;
  if (!(await person.glance("field", field("description")))) await person.press("button", "Add line");
  await person.fill("field", field("description"), name);
  await person.key("Escape");
  await person.fill("field", field("quantity"), quantity);
  await person.fill("field", field("price"), price);
}

/** The totals in a phone's editor: label → amount. */
export async function shownTotals(person) {
  await person.press("button", /Show how it adds up/);
  const dialog = await person.see("dialog", "How it adds up");
  await person.see("text", "Total", dialog);
  const totals = await person.session.read(amounts, dialog);
  await person.key("Escape");
  await person.gone("dialog", "How it adds up");
  return totals;
}

/** The totals of the printable document: label → amount. */
export async function paperTotals(person) {
  await person.see("heading", "Items & Services");
  return person.session.read(amounts, null, "article .paper-totals");
}

/** Runs in the page: each term of a list with its amount. */
function amounts(within, selector) {
  const place = within ?? document.querySelector(selector);
  const texts = (name) => [...place.querySelectorAll(name)].map((element) => element.textContent);
  const [terms, sums] = [texts("dt"), texts("dd")];
  return Object.fromEntries(terms.map((term, at) => [term, sums[at]]));
}

/** The value of the field. */
export async function valueOf(person, name) {
  return person.session.read((field) => field.value, await person.see("field", name));
}

/** Waits until the device has cached the app and the business's data, so that it can continue without signal. */
export function ready(person) {
  return waitFor("a device that holds the app", () =>
    person.session.read(holds, "/api/business-profiles"),
  );
}

/** Runs in the page: whether its service worker is active, and this response of the server is cached. */
async function holds(address) {
  if (navigator.serviceWorker.controller?.state !== "activated") return false;
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === "plumbline-device")) return false;
  return new Promise((say) => {
    const opening = indexedDB.open("plumbline-device");
    opening.onerror = () => say(false);
    opening.onsuccess = () => {
      if (!opening.result.objectStoreNames.contains("answers")) {
        opening.result.close();
        return say(false);
      }
      const all = opening.result.transaction("answers").objectStore("answers").getAllKeys();
      opening.result.close();
      all.onsuccess = () => say(all.result.some((key) => JSON.stringify(key).includes(address)));
      all.onerror = () => say(false);
    };
  });
}
