/**
 * Copies a text to the clipboard; returns false if the browser doesn't allow it. A page reached over plain
 * http, such as a server in the same house, has no `navigator.clipboard`, so the older API is used there.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByEvent(text);
  }
}

function copyByEvent(text: string): boolean {
  const setClipboardData = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", setClipboardData);
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    document.removeEventListener("copy", setClipboardData);
  }
}
