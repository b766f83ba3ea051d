/**
 * Keeps the browser from offering to install the app on a page where a visitor reads about the product. The app keeps
 * the prompt for a better moment instead (`install-prompt.ts`), which is many times this script.
 */
export function suppressInstallPrompt(page: Window = window): void {
  page.addEventListener("beforeinstallprompt", (event) => event.preventDefault());
}
