// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { Link, MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, it } from "vitest";
import { usePageFocus } from "./usePageFocus";

afterEach(cleanup);

function Page() {
  usePageFocus();
  return (
    <Routes>
      <Route path="/contacts" element={<Link to="/contacts/1">Margaret Holroyd</Link>} />
      <Route path="/contacts/1" element={null} />
    </Routes>
  );
}

/** Goes to a page that is still loading. */
function openPage() {
  render(<Page />, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={["/contacts"]}>{children}</MemoryRouter>,
  });
  screen.getByRole("link").click();
}

/** What mutation observers do is done. */
const settle = () => new Promise((done) => setTimeout(done));

it("focuses the heading of a page once it is there", async () => {
  openPage();
  document.body.append(document.createElement("h1"));
  await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
  document.querySelector("h1")?.remove();
});

it("leaves the focus alone as soon as a menu is open", async () => {
  openPage();
  const menu = document.createElement("div");
  menu.setAttribute("role", "menu");
  document.body.append(menu);
  await settle();
  document.body.append(document.createElement("h1"));
  await settle();
  expect(document.activeElement?.tagName).not.toBe("H1");
  menu.remove();
  document.querySelector("h1")?.remove();
});
