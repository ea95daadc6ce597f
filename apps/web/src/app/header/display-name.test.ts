import { expect, test } from "vitest";
import { displayName, initialOf } from "./display-name.ts";

const maria = { firstName: "Maria", lastName: "Lind", email: "maria@example.com" };

test("the display name is the full name, else the email, else the word for a user", () => {
  expect(displayName(maria, "User")).toBe("Maria Lind");
  expect(displayName({ ...maria, lastName: "" }, "User")).toBe("Maria");
  expect(displayName({ ...maria, firstName: "", lastName: " " }, "User")).toBe("maria@example.com");
  expect(displayName({ firstName: "", lastName: "", email: "" }, "User")).toBe("User");
});

test("the avatar shows the initial of the first name, or none", () => {
  expect(initialOf(maria)).toBe("M");
  expect(initialOf({ ...maria, firstName: "élodie" })).toBe("É");
  expect(initialOf({ ...maria, firstName: "𝒵oe" })).toBe("𝒵");
  expect(initialOf({ ...maria, firstName: "  " })).toBeNull();
});
