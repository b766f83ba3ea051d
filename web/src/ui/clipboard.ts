/**
 * Puts a text on the clipboard; false where the browser does not let us. A page reached over plain http, as a
 * phone reaches a server in the same house, has no `navigator.clipboard`: there the older way is taken.
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
