// Runs in the page: finds what a person sees by its role and its name.

/**
 * The first visible element with this role (`text` for any text) and name, within an element or anywhere; null if there
 * is none. It runs in the page, so it can't use anything outside of it.
 */
export function found(role, { exact, pattern }, within) {
  const SELECTORS = {
    button: "button, [role=button]",
    link: "a[href]",
    field: "input, textarea, select, [role=combobox]",
    option: "[role=option], option",
    dialog: "[role=dialog], [role=alertdialog], dialog",
    heading: "h1, h2, h3, h4",
    checkbox: "input[type=checkbox], [role=checkbox]",
    picture: "img, [role=img], canvas",
    text: "*",
  };
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  const isSeen = (element) => {
    const style = getComputedStyle(element);
    return (
      element.getClientRects().length > 0 && style.visibility === "visible" && !element.closest("[inert]")
    );
  };
  const said = (element) => plain(element.getAttribute("aria-label") ?? element.textContent ?? "");
  const named = (element) => {
    const by = element.getAttribute("aria-labelledby");
    if (by)
      return plain(
        by
          .split(/\s+/)
          .map((id) => document.getElementById(id)?.textContent ?? "")
          .join(" "),
      );
    if (element.hasAttribute("aria-label")) return said(element);
    if (element.labels?.length) return plain([...element.labels].map((label) => label.textContent).join(" "));
    return said(element) || plain(element.getAttribute("alt") ?? element.getAttribute("title") ?? "");
  };
  const matches = (name) => (exact === undefined ? new RegExp(pattern).test(name) : name === exact);
  const all = [...(within ?? document).querySelectorAll(SELECTORS[role])].filter(
    (element) => matches(named(element)) && isSeen(element),
  );
  // Of nested elements, the innermost one has the text.
  return (
    (role === "text"
      ? all.find((element) => !all.some((other) => other !== element && element.contains(other)))
      : all[0]) ?? null
  );
}
