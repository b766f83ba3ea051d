/**
 * Keeps the browser from offering to install the app on a page where a visitor reads about the product. The
 * app uses `install-prompt.ts` instead, which saves the prompt for a better moment but is many times the size
 * of this script.
 */
export function suppressInstallPrompt(page: Window = window): void {
  page.addEventListener("beforeinstallprompt", (event) => event.preventDefault());
}
