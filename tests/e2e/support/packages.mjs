// The browser driver and axe are the web app's development packages; these tests have none of their own.
import { createRequire } from "node:module";

const require = createRequire(new URL("../../../web/package.json", import.meta.url));

export const { chromium } = require("playwright-core");

/** The address of a file of the web app, such as one of its packages. */
export const webFile = (path) => new URL(`../../../web/${path}`, import.meta.url).href;
